import Lua

/// The number of cells in each record that a loader emitted: columns may be added row by row.
struct RecordWidths {
  private struct Run {
    let rows: Range<Int>
    let width: Int
    /// The index of its first cell's end.
    let end: Int
  }

  private var runs: [Run] = []

  init(_ loading: LuaLoading) {
    let widths = loading.widths
    var end = 0
    for (index, (row, width)) in widths.enumerated() {
      let next = index + 1 < widths.count ? widths[index + 1].row : loading.rowCount
      runs.append(Run(rows: row..<next, width: width, end: end))
      end += (next - row) * width
    }
  }

  /// The number of bytes to add so that each record has `width` cells.
  func missing(_ width: Int) -> Int {
    runs.reduce(0) { $0 + $1.rows.count * (width - max($1.width, min(width, 1))) }
  }

  /// Appends a record with the cells that it lacks.
  func copy(_ row: Int32, of loading: LuaLoading, to writer: inout RecordWriter) {
    let row = Int(row)
    let run = runs[runIndex(of: row)]
    let first = run.end + (row - run.rows.lowerBound) * run.width
    let start = loading.starts[row]
    writer.append(
      UnsafeRawBufferPointer(
        rebasing: loading.bytes[Int(start)..<Int(loading.starts[row + 1]) - 1]),
      from: start, ends: UnsafeBufferPointer(rebasing: loading.ends[first..<first + run.width]))
  }

  private func runIndex(of row: Int) -> Int {
    runs.partitioningIndex { $0.rows.upperBound > row }
  }
}

/// Writes records with their boundaries.
struct RecordWriter {
  let bytes: UnsafeMutableRawPointer
  let starts: UnsafeMutableBufferPointer<UInt32>
  let ends: UnsafeMutableBufferPointer<UInt32>
  let width: Int
  private(set) var byteCount = 0
  private(set) var row = 0

  /// Appends a record.
  ///
  /// - Parameters:
  ///   - content: its cells, without the line end.
  ///   - origin: where `content` begins in what `cellEnds` speak of.
  ///   - cellEnds: where its cells end; those that are missing have no value.
  mutating func append(
    _ content: UnsafeRawBufferPointer, from origin: UInt32,
    ends cellEnds: UnsafeBufferPointer<UInt32>
  ) {
    let start = byteCount
    if let address = content.baseAddress {
      bytes.advanced(by: start).copyMemory(from: address, byteCount: content.count)
    }
    var at = start + content.count
    for (index, end) in cellEnds.enumerated() {
      ends[row * width + index] = end - origin + UInt32(start)
    }
    for index in cellEnds.count..<width {
      if index > 0 {
        bytes.storeBytes(of: 0x2C, toByteOffset: at, as: UInt8.self)
        at += 1
      }
      ends[row * width + index] = UInt32(at)
    }
    bytes.storeBytes(of: 0x0A, toByteOffset: at, as: UInt8.self)
    byteCount = at + 1
    row += 1
    starts[row] = UInt32(byteCount)
  }
}
