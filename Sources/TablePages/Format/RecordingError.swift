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

extension RecordingError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .malformed: "recording-malformed"
    case .notARecording, .noRecording: "not-a-recording"
    case .version: "recording-version"
    case .invalid: "recording-invalid"
    case .source(let error): error.code
    }
  }

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .malformed(let offset, let problem, _):
      "the recording is no JSON, at byte \(Counts.grouped(offset)): \(problem)"
    case .notARecording(let found): "this is no recording: \(found)"
    case .version(let version):
      "the recording has version \(version) of the format, and this program reads"
        + " \(Recording.readVersions.map(String.init).joined(separator: " and "))"
    case .invalid(let place, let problem): place.isEmpty ? problem : "\(place): \(problem)"
    case .noRecording(let problem): "there is no recording in this page: \(problem)"
    case .source(let error): error.message
    }
  }

  /// What to do about it; nil: nothing is known.
  public var hint: String? {
    switch self {
    case .malformed(_, _, let hint): hint
    case .notARecording, .noRecording: "record start PAGE.html makes one, and tablesh record SCRIPT"
    case .version: "a later tablesh reads it, or record it again"
    case .invalid: nil
    case .source(let error): error.hint
    }
  }
}
