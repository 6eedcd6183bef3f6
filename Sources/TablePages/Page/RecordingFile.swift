import TableKit
import TableShell
import TableSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with a recording: its JSON, or a page that plays it.
package enum RecordingFile {
  /// The largest recording that is read, in bytes, unpacked.
  package static let largest = 1 << 29
  /// The number of bytes above which only rows that were on the screen are written, unless all were
  /// asked for.
  package static let largestWithAllRows = 5_000_000

  /// The forms of a file.
  package enum Form: String, CaseIterable, Sendable {
    /// A page.
    case html
    /// JSON.
    case json

    /// Creates the form of a path's extension; nil: it is neither.
    package init?(path: String) {
      let name = path.lowercased()
      if name.hasSuffix(".html") {
        self = .html
      } else if name.hasSuffix(".json") {
        self = .json
      } else {
        return nil
      }
    }
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameters:
  ///   - seen: the versions whose rows were on the screen, or near what changed.
  ///   - rows: the rows to write with their cells; nil: all, unless there are more than 5 MB of them.
  /// - Returns: the bytes, and which rows were written.
  /// - Throws: `cannotSave` if there is not enough memory.
  package static func bytes(
    of recording: Recording, seen: Set<Int>, as form: Form, rows: KeptRows?
  ) throws(SourceError) -> (bytes: [UInt8], rows: KeptRows) {
    var written = rows ?? .all
    let limit = rows == nil ? largestWithAllRows : .max
    let named = recording.named
    var json =
      written == .all ? RecordingWriter.json(of: recording, only: named, limit: limit) : nil
    if json == nil {
      written = .seen
      json = RecordingWriter.json(of: recording, only: named?.intersection(seen) ?? seen)
    }
    let bytes = json ?? []
    switch form {
    case .json: return (bytes + [0x0A], written)
    case .html: return (try RecordingPage.html(of: bytes, recording), written)
    }
  }

  /// Reads a recording from the bytes of a page or of JSON.
  ///
  /// - Parameter name: the name of the file, for messages.
  package static func read(
    _ bytes: [UInt8], name: String, progress: Progress = .none
  ) throws(RecordingError) -> Recording {
    let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 && $0 < 0x80 }
    guard first == 0x3C else {
      guard first == 0x7B else {
        throw .notARecording(found: "it is neither a page nor a JSON object")
      }
      return try RecordingReader.read(bytes)
    }
    let (data, isPacked) = try data(in: bytes)
    guard isPacked else { return try RecordingReader.read(data) }
    guard let packed = Data(base64Encoded: Data(data)) else {
      throw .noRecording(problem: "its data are no base64: they are damaged or cut off")
    }
    let json: [UInt8]
    do throws(SourceError) {
      json = try Compression.gzip.unpacked(
        Array(packed), limit: largest, name: name, progress: progress)
    } catch { throw .source(error) }
    return try RecordingReader.read(json)
  }

  /// Returns what stands in the block of data of a page.
  private static func data(
    in page: [UInt8]
  ) throws(RecordingError) -> (bytes: [UInt8], isPacked: Bool) {
    // Texts of the recording are escaped everywhere, so that they cannot look like it.
    guard let tag = page.firstRange(of: Array(#"id="recording" data-encoding=""#.utf8)),
      let open = page[tag.upperBound...].firstIndex(of: 0x3E)
    else { throw .noRecording(problem: "it has no block of data") }
    let encoding = page[tag.upperBound..<open]
    guard let close = page[open...].firstRange(of: Array("</script>".utf8)) else {
      throw .noRecording(problem: "it is cut off")
    }
    let isPacked = encoding.starts(with: "gzip".utf8)
    return (Array(page[(open + 1)..<close.lowerBound]), isPacked)
  }
}
