import TableKit

/// Rows of CSV without a header, collected as a server sends them.
///
/// Null is a bare empty cell, an empty text is `""`. A class because it owns memory, which it hands
/// over to a chunk.
package final class DelimitedRows {
  /// The name of the source for messages.
  let name: String
  /// The number of cells of a row.
  private let width: Int
  private let buffer: ByteBuffer

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
  }

  /// Returns the rows as records, whose columns are numbered. Nothing is appended after that.
  ///
  /// - Throws: `cannotRead`, `cancelled`.
  /// - Complexity: O(bytes).
  func chunk(_ progress: Progress) throws(SourceError) -> Chunk {
    progress.begin("scanning \(name)", .bytes, total: buffer.count)
    defer { progress.end() }
    do throws(ScanProblem) {
      let scanner = try DelimitedScanner.scanAll(
        buffer.bytes, delimiter: 0x2C, quote: 0x22, width: width, from: 0, progress: progress)
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
      .cannotRead(name, reason: "a text is not UTF-8, as may be where the encoding is SQL_ASCII")
    default: .cannotRead(name, reason: "what the server sends is no table")
    }
  }
}
