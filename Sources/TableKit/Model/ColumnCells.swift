/// The raw cells of one column that stand apart from the records of a chunk: what a change of many
/// rows gives them, without a copy of the rest of each record.
///
///     records   P1,Ann,3    P2,Bob,5         bytes   4 6 done
///     spans     0..<1       2..<3            (one text may be the cell of many records)
///
/// Immutable, so any number of chunks and snapshots share it.
final class ColumnCells: @unchecked Sendable {
  /// Where the cell of each record stands: the start in the upper half, the end in the lower one.
  private let spans: [UInt64]
  private let bytes: [UInt8]

  /// Takes over cells.
  ///
  /// - Parameter spans: by record, as made by `span(_:)`; 0 for a record that has none here.
  init(spans: [UInt64], bytes: [UInt8]) {
    self.spans = spans
    self.bytes = bytes
  }

  /// A part of the bytes as a span.
  static func span(_ range: Range<Int>) -> UInt64 {
    UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
  }

  /// The most bytes that spans reach.
  static var maximumByteCount: Int { Int(UInt32.max) }

  /// Bytes that it takes.
  var byteCount: Int { spans.count * MemoryLayout<UInt64>.stride + bytes.count }

  /// The memory, valid while these cells are.
  var memory: Memory {
    Memory(
      spans: spans.withUnsafeBufferPointer { $0.baseAddress },
      bytes: bytes.withUnsafeBytes { $0.baseAddress })
  }

  /// Where the cells lie.
  struct Memory {
    let spans: UnsafePointer<UInt64>?
    let bytes: UnsafeRawPointer?

    /// The raw cell of a record.
    @inline(__always)
    func raw(record: Int) -> UnsafeRawBufferPointer {
      guard let spans, let bytes else { return .nothing }
      let span = spans[record]
      let start = Int(span >> 32)
      return UnsafeRawBufferPointer(start: bytes + start, count: Int(span & 0xFFFF_FFFF) &- start)
    }
  }
}
