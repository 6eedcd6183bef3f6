import Lua
import Memory
import TableKit
import Wording

/// Collects the columns and sections of the rows that a loader emits, and makes a table of them.
///
/// A class because the functions that Lua holds ask it.
final class RowCollector: LuaLoadingDelegate {
  private let input: any LoaderInput
  private let progress: Progress
  private let syntax: CellSyntax
  private(set) var columns: [String]
  private var columnIndexes: NameTable<Int> = [:]
  private var newFields: [String] = []
  private(set) var sortedColumns: [String] = []
  /// By row of the table: which of the emitted rows it is; nil: they are in order.
  private(set) var emitted: [Int32]?
  private var sectionNames: [String] = []
  private var sectionIndexes: NameTable<Int> = [:]
  private let memory: Int
  private let reads: NumberReads
  /// Bytes that the names of sections take.
  private var nameBytes = 0
  /// The receiver of the rows, whose limit is kept up to date.
  weak var loading: LuaLoading? { didSet { limitRows() } }

  /// - Parameters:
  ///   - nulls: texts that are null.
  ///   - memory: bytes that the rows may take.
  ///   - reads: the numbers that were read of rows.
  init(
    _ input: any LoaderInput, columns: [String], nulls: [String], memory: Int, _ progress: Progress,
    _ reads: NumberReads
  ) {
    self.reads = reads
    self.input = input
    self.memory = memory
    syntax = .delimited(nulls: nulls)
    self.progress = progress
    self.columns = columns
    for (index, name) in columns.enumerated() { columnIndexes[name] = index }
  }

  func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaError) -> Int? {
    if MemoryWatch.isShort, let shortage = MemoryWatch.shortage {
      throw LuaError(shortage.message, code: shortage.code, hint: shortage.hint)
    }
    defer { tick() }
    return try raising(input.read(into: bytes))
  }

  func tick() {
    progress.advance(to: input.position)
    limitRows()
  }

  /// The largest size of the rows now, in bytes; larger for a large source.
  private var room: Int {
    MemoryWatch.isShort ? 0 : min(max(memory, input.position * 4), Chunk.maximumByteCount)
  }

  private func limitRows() {
    loading?.limit(
      bytes: room, places: MemoryWatch.isShort ? 0 : max(memory, input.position * 4) - nameBytes)
  }

  func section(named name: String) -> Int {
    if let index = sectionIndexes[name] { return index }
    sectionIndexes[name] = sectionNames.count
    sectionNames.append(name)
    // Twice, and what a dictionary needs.
    nameBytes += 2 * name.utf8.count + 128
    limitRows()
    return sectionNames.count - 1
  }

  func note(field name: String) {
    // Names that are no UTF-8 can become one and the same.
    if !newFields.contains(where: { $0 === name }) { newFields.append(name) }
  }

  func addColumns() -> Int {
    let new = newFields.sorted()
    newFields = []
    if new.count > 1 { sortedColumns += new }
    for name in new {
      columnIndexes[name] = columns.count
      columns.append(name)
    }
    return columns.count
  }

  func column(named name: String) -> Int? { columnIndexes[name] }

  func name(ofColumn index: Int) -> String { columns[index] }

  func text(ofNumber number: LuaValue, column: Int) -> String? {
    reads.isEmpty ? nil : LuaScalar(number).flatMap { reads.text(of: $0, for: columns[column]) }
  }
}

extension RowCollector {
  /// The table: sections in order of their first row, rows in order in each.
  func table(of loading: LuaLoading) throws(LuaError) -> Table {
    var counts = [Int](repeating: 0, count: sectionNames.count)
    for section in loading.sections { counts[Int(section)] += 1 }
    let sections = zip(sectionNames, counts).filter { $0.1 > 0 }.map {
      Table.SectionRecords(name: $0, count: $1)
    }
    if let chunk = wholeChunk(loading) {
      return Table(columns: names.names, chunk: chunk, sections: sections)
    }
    let chunk = try assembledChunk(loading, counts)
    return Table(columns: names.names, chunk: chunk, sections: sections)
  }

  /// The names of the columns; those without one are named by their position.
  var names: HeaderNames { HeaderNames(columns) }

  private var fields: [ColumnID] { columns.indices.map { ColumnID($0) } }

  /// The records as they are, where they stand as the table wants them.
  private func wholeChunk(_ loading: LuaLoading) -> Chunk? {
    let isEven = loading.widths.allSatisfy { $0.width == columns.count }
    let count = loading.byteCount
    guard isEven, !loading.isScattered, !columns.isEmpty, let records = loading.takeRecords() else {
      return nil
    }
    return Chunk(
      syntax: syntax, fields: fields, taking: records.bytes, count: count,
      starts: records.starts, ends: records.ends)
  }

  /// The largest number of cells: each takes four bytes beside its text.
  private var mostCells: Int { min(max(memory, input.position * 4) / 4, 1 << 29) }

  /// Returns the error for rows that exceed their limit, if another error is a consequence of that;
  /// nil for any other error.
  func bound(of loading: LuaLoading, meantBy error: LuaFailure) -> LuaFailure? {
    guard error.code == "bad-row", error.message.hasSuffix(": more than a table can hold") else {
      return nil
    }
    if let shortage = MemoryWatch.shortage {
      return LuaFailure(code: shortage.code, message: shortage.message, hint: shortage.hint)
    }
    guard room < Chunk.maximumByteCount else { return nil }
    return .tooManyRows(loading.rowCount, most: room)
  }

  /// The records section by section, with room for the columns that came later.
  private func assembledChunk(_ loading: LuaLoading, _ counts: [Int]) throws(LuaError) -> Chunk {
    let records = RecordWidths(loading)
    let width = columns.count
    let rowCount = loading.rowCount
    let size = loading.byteCount + records.missing(width)
    guard size <= room else {
      throw LuaError(
        "row \(rowCount): more than a table can hold", code: "bad-row",
        hint: "declare columns={…} in the loader")
    }
    guard rowCount * width <= mostCells else {
      throw LuaError(
        "\(Counts.grouped(rowCount)) rows of \(Counts.grouped(width)) columns are more than a table "
          + "can hold",
        code: "bad-row", hint: "is a value the name of a field? declare columns={…} in the loader")
    }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16)
    let starts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: rowCount + 1)
    let ends = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: rowCount * width)
    starts[0] = 0
    var writer = RecordWriter(bytes: bytes, starts: starts, ends: ends, width: width)
    let order = order(loading, counts)
    for row in order { records.copy(row, of: loading, to: &writer) }
    if loading.isScattered { emitted = order }
    return Chunk(
      syntax: syntax, fields: fields, taking: bytes, count: writer.byteCount,
      starts: starts, ends: ends)
  }

  /// The rows section by section.
  private func order(_ loading: LuaLoading, _ counts: [Int]) -> [Int32] {
    var next: [Int] = []
    var start = 0
    for count in counts {
      next.append(start)
      start += count
    }
    var order = [Int32](repeating: 0, count: loading.rowCount)
    for (row, section) in loading.sections.enumerated() {
      order[next[Int(section)]] = Int32(row)
      next[Int(section)] += 1
    }
    return order
  }
}
