import Memory
import TableKit

/// Collects rows whose columns are discovered while reading, and builds a chunk of them.
///
/// Until then cells are ranges of one source text; a row without a cell in a column gets an empty
/// one.
struct RecordCollector {
  /// The columns in order of first appearance.
  private(set) var names: [String] = []
  /// The index of each row's first cell in the lists of cells.
  private var rowStarts: [UInt32] = []
  private var cellColumns: [UInt32] = []
  private var cellStarts: [UInt32] = []
  private var cellEnds: [UInt32] = []
  private var numbers: NameTable<Int> = [:]
  private var lastRowOf: [Int] = []

  /// The number of rows.
  var count: Int { rowStarts.count }

  /// Whether nearly all cells would be empty, and so many that they would exhaust the memory.
  var isTooSparse: Bool {
    rowStarts.count * names.count > 1 << 26 + 64 * cellColumns.count
  }

  /// Returns the number of a column, adding it if it is new.
  mutating func column(_ name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    lastRowOf.append(-1)
    return names.count - 1
  }

  /// Returns the number of an existing column.
  func existingColumn(_ name: String) -> Int? { numbers[name] }

  /// Begins a row.
  mutating func beginRow() { rowStarts.append(UInt32(cellColumns.count)) }

  /// Adds a cell to the row; returns false if the row already has one in that column.
  mutating func add(_ column: Int, _ range: Range<Int>) -> Bool {
    guard lastRowOf[column] != rowStarts.count else { return false }
    lastRowOf[column] = rowStarts.count
    cellColumns.append(UInt32(column))
    cellStarts.append(UInt32(range.lowerBound))
    cellEnds.append(UInt32(range.upperBound))
    return true
  }

  /// Returns the rows as records; nil if they have too many bytes for one chunk.
  ///
  /// - Throws: `outOfMemory`.
  /// - Parameters:
  ///   - source: the text that the ranges of cells refer to.
  ///   - order: the order of the rows; nil: that in which they were added.
  ///   - syntax: the encoding of the cells.
  func chunk(
    from source: UnsafeRawBufferPointer, order: [Int]? = nil, syntax: CellSyntax = .json
  ) throws(SourceError) -> Chunk? {
    let width = names.count
    var total = rowStarts.count * width
    for i in cellStarts.indices { total += Int(cellEnds[i] - cellStarts[i]) }
    guard total <= Chunk.maximumByteCount else { return nil }
    return try allocating(try chunk(of: total, from: source, order: order, syntax: syntax))
  }

  /// Returns the rows as records with a total size in bytes.
  private func chunk(
    of total: Int, from source: UnsafeRawBufferPointer, order: [Int]?, syntax: CellSyntax
  ) throws(MemoryShortage) -> Chunk {
    let width = names.count
    let starts = try OffsetList(capacity: count + 1)
    let ends = try OffsetList(capacity: count * width)
    let bytes = try LargeMemory.allocate(byteCount: total)
    var places = [Int](repeating: -1, count: width)
    var end = 0
    for place in 0..<count {
      let row = order?[place] ?? place
      try starts.append(end)
      let first = Int(rowStarts[row])
      let last = row + 1 < count ? Int(rowStarts[row + 1]) : cellColumns.count
      for cell in first..<last { places[Int(cellColumns[cell])] = cell }
      for column in 0..<width {
        let cell = places[column]
        if cell >= first, cell < last {
          let token = UnsafeRawBufferPointer(
            rebasing: source[Int(cellStarts[cell])..<Int(cellEnds[cell])])
          if let address = token.baseAddress {
            bytes.advanced(by: end).copyMemory(from: address, byteCount: token.count)
          }
          end += token.count
        }
        try ends.append(end)
        bytes.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
        end += 1
      }
    }
    try starts.append(end)
    return Chunk(
      syntax: syntax, fields: (0..<width).map { ColumnID($0) }, taking: bytes, count: end,
      starts: starts.handOver(), ends: ends.handOver())
  }
}
