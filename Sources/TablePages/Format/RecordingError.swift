import TableSources
import Wording

/// Why a recording cannot be read or does not hold together.
public enum RecordingError: Error, Hashable, Sendable {
  /// The bytes are no page and no JSON, or cut off; `offset` counts the bytes of the JSON from 0.
  case malformed(offset: Int, problem: String, hint: String?)
  /// It is JSON, and no recording.
  case notARecording(found: String)
  /// It is a recording of another version of the format.
  case version(String)
  /// A value is wrong; `place` is where it stands, as `steps[3].stages[0].rows.delete[2]`.
  case invalid(place: String, problem: String)
  /// The page holds no recording.
  case noRecording(problem: String)
  /// The file could not be read.
  case source(SourceError)
}

extension RecordingError: TextedError {
  private static let making = "record start PAGE.html makes one, and tablesh record SCRIPT"

  package var text: ErrorText {
    switch self {
    case .malformed(let offset, let problem, let hint):
      ErrorText(
        "recording-malformed",
        "the recording is no JSON, at byte \(Counts.grouped(offset)): \(problem)", hint)
    case .notARecording(let found):
      ErrorText("not-a-recording", "this is no recording: \(found)", Self.making)
    case .version(let version):
      ErrorText(
        "recording-version",
        "the recording has version \(version) of the format, and this program reads"
          + " 1 to \(Recording.formatVersion)",
        "a later tablesh reads it, or record it again")
    case .invalid(let place, let problem):
      ErrorText("recording-invalid", place.isEmpty ? problem : "\(place): \(problem)")
    case .noRecording(let problem):
      ErrorText("not-a-recording", "there is no recording in this page: \(problem)", Self.making)
    case .source(let error): ErrorText(error.code, error.message, error.hint)
    }
  }
}
