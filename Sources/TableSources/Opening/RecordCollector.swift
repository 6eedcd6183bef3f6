import LibC
import Memory
import TableKit

/// Collects rows whose columns are discovered while reading, and makes a chunk of them.
///
/// As long as each row has all columns in order, the cells are written as the chunk will have them.
/// From the first other row on, the columns of cells are kept too; the records are then made at the
/// end, with an empty cell where a row has none.
package struct RecordCollector {
  /// The columns in order of first appearance.
  package private(set) var names: [String] = []
  /// The number of rows.
  package private(set) var count = 0
  /// The number of cells.
  private(set) var cellCount = 0
  /// The number of bytes of all cells, each with one byte behind it.
  private(set) var byteCount = 0

  /// The cells as they came, each with a zero byte behind it.
  private let bytes: ByteBuffer
  private let starts: OffsetList
  private let ends: OffsetList
  /// Where the next cell and its end are written, and the room there, not counted by the lists yet.
  private var nextCell: UnsafeMutableRawPointer
  private var room = 0
  private var nextEnd: UnsafeMutablePointer<UInt32>
  private var endRoom = 0
  /// The number of columns that all rows have; nil before the end of the first row.
  private var width: Int?
  /// The cells of the rows, once one of them is unlike the others.
  private var uneven: Uneven?
  private var cellsInRow = 0
  private var isInOrder = true
  private var columnsOfRow: [Int] = []
  private var nameBytes: [[UInt8]] = []
  private var numbers: NameTable<Int> = [:]
  private var lastRowOf: [Int] = []

  /// The columns of all cells, and the number of the first cell of each row.
  private struct Uneven {
    let columns: OffsetList
    let firsts: OffsetList
  }

  /// Creates a collector.
  ///
  /// - Parameter capacity: the number of bytes expected.
  /// - Throws: `outOfMemory`.
  package init(capacity: Int = 1 << 16) throws(SourceError) {
    let bytes = try ByteBuffer(capacity: capacity)
    let ends = try allocating(try OffsetList())
    starts = try allocating(try OffsetList())
    nextCell = try bytes.space(0)
    nextEnd = try allocating(try ends.space(0)).next
    self.bytes = bytes
    self.ends = ends
  }

  /// Whether nearly all cells would be empty, and so many that they would exhaust the memory.
  package var isTooSparse: Bool { count * names.count > 1 << 26 + 64 * cellCount }

  /// Returns the number of a column, adding it if it is new.
  package mutating func column(_ name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    nameBytes.append(Array(name.utf8))
    lastRowOf.append(-1)
    return names.count - 1
  }

  /// Returns the number of an existing column.
  func existingColumn(_ name: String) -> Int? { numbers[name] }

  /// Gives a column another name, which no column has.
  mutating func rename(_ column: Int, to name: String) {
    numbers.removeValue(forKey: names[column])
    numbers[name] = column
    names[column] = name
    nameBytes[column] = Array(name.utf8)
  }

  /// Whether a column exists and has this name.
  @inline(__always)
  func isColumn(_ column: Int, named name: UnsafeRawBufferPointer) -> Bool {
    guard column < nameBytes.count, nameBytes[column].count == name.count else { return false }
    return nameBytes[column].withUnsafeBytes { known in
      guard let a = known.baseAddress, let b = name.baseAddress else { return true }
      return memcmp(a, b, name.count) == 0
    }
  }

  /// Begins a row; `endRow()` ends it.
  package mutating func beginRow() throws(SourceError) {
    try allocating(try starts.append(byteCount))
    cellsInRow = 0
    isInOrder = true
  }

  /// Adds a cell to the row; returns false if the row already has one in that column.
  ///
  /// - Throws: `outOfMemory`.
  @inline(__always)
  package mutating func add(
    _ column: Int, _ cell: UnsafeRawBufferPointer
  ) throws(SourceError) -> Bool {
    guard lastRowOf[column] != count else { return false }
    lastRowOf[column] = count
    if column != cellsInRow || !isInOrder { note(column) }
    cellsInRow += 1
    if room <= cell.count || endRoom == 0 { try reserve(cell.count + 1) }
    if let start = cell.baseAddress { nextCell.copyMemory(from: start, byteCount: cell.count) }
    nextCell.storeBytes(of: 0, toByteOffset: cell.count, as: UInt8.self)
    nextCell += cell.count + 1
    room -= cell.count + 1
    byteCount += cell.count + 1
    nextEnd.pointee = UInt32(truncatingIfNeeded: byteCount - 1)
    nextEnd += 1
    endRoom -= 1
    cellCount += 1
    return true
  }

  /// Notes the column of a cell of a row whose columns are not in order.
  @inline(never)
  private mutating func note(_ column: Int) {
    if isInOrder {
      isInOrder = false
      columnsOfRow.removeAll(keepingCapacity: true)
      columnsOfRow += 0..<cellsInRow
    }
    columnsOfRow.append(column)
  }

  /// Makes room for a cell and its end.
  private mutating func reserve(_ count: Int) throws(SourceError) {
    commitCells()
    room = max(count, 1 << 16)
    nextCell = try bytes.space(room)
    (nextEnd, endRoom) = try allocating(try ends.space(1))
  }

  /// Counts the cells that were written.
  private func commitCells() {
    bytes.grow(by: byteCount - bytes.count)
    ends.grow(by: cellCount - ends.count)
  }

  /// Ends a row.
  ///
  /// - Throws: `outOfMemory`.
  package mutating func endRow() throws(SourceError) {
    if width == nil { width = names.count }
    if uneven == nil, !isInOrder || cellsInRow != width || width != names.count {
      uneven = try allocating(try evenRows())
    }
    if let uneven {
      try allocating(try uneven.firsts.append(cellCount - cellsInRow))
      for cell in 0..<cellsInRow {
        try allocating(try uneven.columns.append(isInOrder ? cell : columnsOfRow[cell]))
      }
    }
    count += 1
  }

  /// Returns the columns of the cells of all rows before, each of which has all in order.
  private func evenRows() throws(MemoryShortage) -> Uneven {
    let uneven = Uneven(columns: try OffsetList(), firsts: try OffsetList())
    let width = width ?? 0
    for row in 0..<count {
      try uneven.firsts.append(row * width)
      for column in 0..<width { try uneven.columns.append(column) }
    }
    return uneven
  }

  /// Returns a collector without rows for those that follow this one's, with the same columns.
  ///
  /// - Throws: `outOfMemory`.
  func successor() throws(SourceError) -> RecordCollector {
    var other = try RecordCollector()
    for name in names { _ = other.column(name) }
    return other
  }

  /// Appends the rows of a successor, if all rows of both have all columns in order; returns false,
  /// and appends none, if not. If it does, the successor's memory is gone.
  ///
  /// - Throws: `outOfMemory`.
  mutating func append(_ other: RecordCollector) throws(SourceError) -> Bool {
    guard uneven == nil, other.uneven == nil, names === other.names, width == names.count,
      byteCount + other.byteCount <= Chunk.maximumByteCount
    else { return false }
    commitCells()
    other.commitCells()
    try bytes.append(taking: other.bytes)
    try allocating(try starts.append(taking: other.starts, plus: byteCount))
    try allocating(try ends.append(taking: other.ends, plus: byteCount))
    (room, endRoom) = (0, 0)
    byteCount += other.byteCount
    cellCount += other.cellCount
    count += other.count
    return true
  }

  /// Returns the rows as records; nil if they have too many bytes for one chunk.
  ///
  /// The collector must not be used afterwards.
  ///
  /// - Throws: `outOfMemory`.
  /// - Parameter syntax: the encoding of the cells.
  package func chunk(syntax: CellSyntax = .json) throws(SourceError) -> Chunk? {
    let fields = names.indices.map { ColumnID($0) }
    guard byteCount <= Chunk.maximumByteCount else { return nil }
    commitCells()
    guard let uneven else {
      try allocating(try starts.append(bytes.count))
      return Chunk(
        syntax: syntax, fields: fields, taking: bytes.handOver(), count: bytes.count,
        starts: starts.handOver(), ends: ends.handOver())
    }
    let total = bytes.count + count * names.count - cellCount
    guard total <= Chunk.maximumByteCount else { return nil }
    return try allocating(try chunk(of: total, uneven, fields, syntax))
  }

  /// Returns rows that lack cells, or have them in another order, as records.
  ///
  /// - Parameter total: their number of bytes.
  private func chunk(
    of total: Int, _ uneven: Uneven, _ fields: [ColumnID], _ syntax: CellSyntax
  ) throws(MemoryShortage) -> Chunk {
    let newStarts = try OffsetList(capacity: count + 1)
    let newEnds = try OffsetList(capacity: count * fields.count)
    let output = try LargeMemory.allocate(byteCount: total)
    let source = UnsafeRawPointer(bytes.base)
    var places = [Int](repeating: -1, count: fields.count)
    var end = 0
    for row in 0..<count {
      try newStarts.append(end)
      let first = uneven.firsts[row]
      let last = row + 1 < count ? uneven.firsts[row + 1] : cellCount
      for cell in first..<last { places[uneven.columns[cell]] = cell }
      for column in fields.indices {
        let cell = places[column]
        if cell >= first, cell < last {
          let start = cell == 0 ? 0 : ends[cell - 1] + 1
          let length = ends[cell] - start
          output.advanced(by: end).copyMemory(from: source + start, byteCount: length)
          end += length
        }
        try newEnds.append(end)
        output.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
        end += 1
      }
    }
    try newStarts.append(end)
    return Chunk(
      syntax: syntax, fields: fields, taking: output, count: end, starts: newStarts.handOver(),
      ends: newEnds.handOver())
  }
}
