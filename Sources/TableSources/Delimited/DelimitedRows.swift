import TableKit

/// Rows of CSV without a header, collected as a server sends them.
///
/// Null is a bare empty cell, an empty text is `""`. A class because it owns memory, which it hands
/// over to a chunk.
package final class DelimitedRows {
  /// The name of the source for messages.
  let name: String
  /// The number of cells of a row.
  package let width: Int
  private let buffer: ByteBuffer
  /// What was scanned while more was to come; nil: nothing was, or not everything could be.
  private var scanner: DelimitedScanner?
  private var scansEarly = true

  /// The number of bytes that are scanned at once while more are to come: few, so that the server
  /// need not wait, and they are still near.
  private static let piece = 1 << 18

  /// Creates a list without rows.
  ///
  /// - Throws: `outOfMemory`, like all methods.
  package init(named name: String, width: Int) throws(SourceError) {
    self.name = name
    self.width = width
    buffer = try ByteBuffer(capacity: 1 << 16)
  }

  /// The number of bytes so far.
  package var byteCount: Int { buffer.count }

  /// A hash of the bytes so far, to tell whether they are those of another time.
  ///
  /// - Complexity: O(bytes).
  package var contentHash: UInt64 { ContentHash.of(buffer.bytes) }

  /// Appends text of whole or torn rows, as it comes.
  ///
  /// - Throws: `tooLarge`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    let count = buffer.count + bytes.count
    if count > ByteLimit.maximum { throw .tooLarge(name, bytes: count) }
    try buffer.append(bytes)
    if bytes.last == 0x0A { scanEarly() }
  }

  /// Appends a cell.
  ///
  /// - Parameters:
  ///   - text: its bytes; nil: null.
  ///   - isLast: whether a row ends with it.
  /// - Throws: `tooLarge`.
  package func append(cell text: UnsafeRawBufferPointer?, isLast: Bool) throws(SourceError) {
    var bytes: [UInt8] = []
    if let text {
      bytes.reserveCapacity(text.count + 3)
      bytes.append(0x22)
      for byte in text {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
    bytes.append(isLast ? 0x0A : 0x2C)
    if buffer.count + bytes.count > ByteLimit.maximum {
      throw .tooLarge(name, bytes: buffer.count + bytes.count)
    }
    try buffer.append(bytes)
    if isLast { scanEarly() }
  }

  /// Scans what has come, unless that is little, so that less is left to do at the end.
  ///
  /// Where it goes wrong, all is scanned at the end, which tells why: so does a row that was torn at
  /// a line end of its own.
  private func scanEarly() {
    guard scansEarly, buffer.count - (scanner?.next ?? 0) >= Self.piece else { return }
    do throws(ScanProblem) { try scanOn(.none) } catch {
      scansEarly = false
      scanner = nil
    }
  }

  /// Scans what was not scanned yet.
  private func scanOn(_ progress: Progress) throws(ScanProblem) {
    var next: DelimitedScanner
    if let scanner {
      next = DelimitedScanner(buffer.bytes, carryingOn: scanner)
    } else {
      next = try DelimitedScanner(buffer.bytes, Dialect(delimiter: 0x2C), width: width)
    }
    try next.scan(from: next.next, progress: progress)
    scanner = next
  }

  /// Returns the rows as records, whose columns are numbered. Nothing is appended after that.
  ///
  /// - Throws: `cannotRead`, `cancelled`.
  /// - Complexity: O(bytes).
  func chunk(_ progress: Progress) throws(SourceError) -> Chunk {
    progress.begin("scanning \(name)", .bytes, total: buffer.count)
    defer { progress.end() }
    do throws(ScanProblem) {
      if scansEarly {
        try scanOn(progress)
      } else {
        scanner = try DelimitedScanner.scanAll(
          buffer.bytes, Dialect(delimiter: 0x2C), width: width, from: 0, progress: progress)
      }
      guard let scanner else { preconditionFailure("the scan has ended without a problem") }
      try listing(try scanner.starts.append(buffer.count))
      return Chunk(
        syntax: .delimited(), fields: (0..<width).map { ColumnID($0) }, taking: buffer.handOver(),
        count: buffer.count, starts: scanner.starts.handOver(), ends: scanner.ends.handOver())
    } catch {
      throw sourceError(error)
    }
  }

  private func sourceError(_ problem: ScanProblem) -> SourceError {
    switch problem {
    case .cancelled: .cancelled("reading '\(name)'")
    case .memory(let shortage): .outOfMemory(shortage)
    case .invalidUTF8, .nul:
      .cannotRead(name, reason: "a text is not UTF-8, which can happen with the encoding SQL_ASCII")
    default: .cannotRead(name, reason: "the server sent something that is not a table")
    }
  }
}
