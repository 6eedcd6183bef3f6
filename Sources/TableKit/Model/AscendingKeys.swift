/// Keys of loaded records that ascend from record to record: they need no table to be found, and
/// no look for duplicates.
///
/// Ascending either as numbers do, shorter texts first, or as bytes do: row numbers, dates and
/// most files that a program wrote. A search halves the records.
struct AscendingKeys {
  private let chunk: Chunk
  private let field: Int
  private let count: Int
  private let isShortestFirst: Bool

  /// Reads the keys of a loaded chunk, one for each record.
  ///
  /// - Returns: nil when they do not ascend in either order, or when one has escapes.
  /// - Throws: `cancelled`.
  /// - Complexity: O(records), and less when they do not ascend.
  init?(_ chunk: Chunk, field: Int, _ cancellation: Cancellation) throws(EditError) {
    var isShortestFirst = true
    var isBytewise = true
    var last = UnsafeRawBufferPointer(start: nil, count: 0)
    let memory = chunk.memory
    for record in 0..<chunk.recordCount {
      try cancellation.check(at: record)
      let raw = memory.raw(record: record, field: field)
      guard let key = Self.text(raw, chunk.syntax) else { return nil }
      if record > 0 {
        let order = Self.compare(last, key)
        if isBytewise { isBytewise = order < 0 }
        if isShortestFirst {
          isShortestFirst = last.count < key.count || (last.count == key.count && order < 0)
        }
        if !isBytewise, !isShortestFirst { return nil }
      }
      last = key
    }
    self.chunk = chunk
    self.field = field
    self.isShortestFirst = isShortestFirst
    count = chunk.recordCount
  }

  /// The record whose key is a text; nil when there is none.
  ///
  /// - Complexity: O(log records).
  func record(of key: UnsafeRawBufferPointer) -> Int? {
    let memory = chunk.memory
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let known = Self.text(memory.raw(record: middle, field: field), chunk.syntax) else {
        return nil
      }
      let order =
        isShortestFirst && known.count != key.count
        ? known.count - key.count : Self.compare(known, key)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The text of a cell where it stands; nil where escapes or marks of null stand for it.
  @inline(__always)
  private static func text(
    _ raw: UnsafeRawBufferPointer, _ syntax: CellSyntax
  ) -> UnsafeRawBufferPointer? {
    guard let first = raw.first else { return raw }
    // A bare cell or a number is its own text.
    if first &- 0x30 < 10, syntax.nulls.isEmpty { return raw }
    return syntax.withDecoded(raw) { kind, bytes in
      guard kind != .null, let start = bytes.baseAddress, let low = raw.baseAddress,
        start >= low, start + bytes.count <= low + raw.count
      else { return nil }
      return bytes
    }
  }

  /// Negative, zero or positive as one text comes before another by its bytes.
  @inline(__always)
  private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    var i = 0
    while i &+ 8 <= common {
      let x = UInt64(bigEndian: a.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      let y = UInt64(bigEndian: b.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      if x != y { return x < y ? -1 : 1 }
      i &+= 8
    }
    while i < common {
      if a[i] != b[i] { return Int(a[i]) - Int(b[i]) }
      i &+= 1
    }
    return a.count - b.count
  }
}
