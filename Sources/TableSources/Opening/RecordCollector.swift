import Memory
import TableKit

/// Collects rows whose columns become known as they come, and makes a chunk of them.
///
/// Cells are ranges of one source text until the end; a column that a row does not mention gives
/// it an empty cell.
struct RecordCollector {
  /// The columns in order of first appearance.
  private(set) var names: [String] = []
  /// Where each row's first cell stands in the lists of cells.
  private var rowStarts: [UInt32] = []
  private var cellColumns: [UInt32] = []
  private var cellStarts: [UInt32] = []
  private var cellEnds: [UInt32] = []
  private var numbers: NameTable<Int> = [:]
  private var lastRowOf: [Int] = []

  /// How many rows there are.
  var count: Int { rowStarts.count }

  /// Whether nearly all cells would be empty, and so many that they would fill the memory.
  var isTooSparse: Bool {
    rowStarts.count * names.count > 1 << 26 + 64 * cellColumns.count
  }

  /// The number of a column, which is added if it is new.
  mutating func column(_ name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    lastRowOf.append(-1)
    return names.count - 1
  }

  /// The number of a column that is there already.
  func existingColumn(_ name: String) -> Int? { numbers[name] }

  /// Begins a row.
  mutating func beginRow() { rowStarts.append(UInt32(cellColumns.count)) }

  /// Adds a cell to the row; false when the row has one in that column already.
  mutating func add(_ column: Int, _ range: Range<Int>) -> Bool {
    guard lastRowOf[column] != rowStarts.count else { return false }
    lastRowOf[column] = rowStarts.count
    cellColumns.append(UInt32(column))
    cellStarts.append(UInt32(range.lowerBound))
    cellEnds.append(UInt32(range.upperBound))
    return true
  }

  /// The rows as records; nil when they are too many bytes for one chunk.
  ///
  /// - Throws: `outOfMemory`.
  /// - Parameters:
  ///   - source: what the ranges of the cells point into.
  ///   - order: the rows in the order they shall have; nil: as they came.
  ///   - syntax: how the cells stand for values.
  func chunk(
    from source: UnsafeRawBufferPointer, order: [Int]? = nil, syntax: CellSyntax = .json
  ) throws(SourceError) -> Chunk? {
    let width = names.count
    var total = rowStarts.count * width
    for i in cellStarts.indices { total += Int(cellEnds[i] - cellStarts[i]) }
    guard total <= Chunk.maximumByteCount else { return nil }
    return try allocating(try chunk(of: total, from: source, order: order, syntax: syntax))
  }

  /// The rows as records of so many bytes.
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
