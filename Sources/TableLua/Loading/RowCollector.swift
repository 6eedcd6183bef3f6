import Lua
import TableKit

/// Collects what a loader emits, and makes a table of it.
///
/// A class because the `emit` function that Lua holds writes into it.
final class RowCollector {
  private struct Cell {
    let column: Int32
    let start: Int
    let end: Int
  }

  private let syntax = CellSyntax.delimited()
  private var columns: [String]
  private var columnIndexes: NameTable<Int> = [:]
  private(set) var sortedColumns: [String] = []
  private var sectionNames: [String] = []
  private var sectionIndexes: NameTable<Int> = [:]
  /// By section: the rows, as indexes into `rowEnds`.
  private var sectionRows: [[Int]] = []
  private var bytes: [UInt8] = []
  private var cells: [Cell] = []
  private var rowEnds: [Int] = []
  private let declared: Int

  /// The section of rows that are given none.
  static let soleSection = "rows"

  init(columns: [String]) {
    self.columns = columns
    declared = columns.count
    for (index, name) in columns.enumerated() { columnIndexes[name] = index }
  }

  /// Takes `emit(section, row)`, or `emit(row)` for a source without sections.
  func emit(_ call: borrowing LuaCall) throws(LuaError) -> Int32 {
    let hasSection = call.count > 1
    let section = hasSection && !call.isNil(1) ? try call.string(1) : Self.soleSection
    guard let row = call.value(hasSection ? 2 : 1).table else {
      throw call.argumentError(hasSection ? 2 : 1, expected: "table")
    }
    let listed = row.sequence
    var fields: [(name: String, value: LuaValue)] = []
    for (index, value) in listed.enumerated() {
      guard index < declared else {
        throw fault("value \(index + 1) has no column", hint: "declare columns={…} in the loader")
      }
      fields.append((columns[index], value))
    }
    for (key, value) in try row.pairs() {
      if let index = key.integer, index >= 1, index <= listed.count { continue }
      guard let name = key.text else { throw fault("a field is named by a \(key.typeName)") }
      fields.append((name, value))
    }
    let new = fields.map(\.name).filter { columnIndexes[$0] == nil }.sorted()
    if new.count > 1 { sortedColumns += new }
    for name in new {
      columnIndexes[name] = columns.count
      columns.append(name)
    }
    for (name, value) in fields { try append(value, columnIndexes[name] ?? 0, name) }
    rowEnds.append(cells.count)
    try checkSize()
    add(row: rowEnds.count - 1, to: section)
    return 0
  }

  private func add(row: Int, to section: String) {
    if let index = sectionIndexes[section] {
      sectionRows[index].append(row)
    } else {
      sectionIndexes[section] = sectionNames.count
      sectionNames.append(section)
      sectionRows.append([row])
    }
  }

  private func append(_ value: LuaValue, _ column: Int, _ name: String) throws(LuaError) {
    guard let scalar = LuaScalar(value) else {
      throw fault("column '\(name)': a \(value.typeName) is no value for a cell")
    }
    if let reason = scalar.fault { throw fault("column '\(name)': \(reason)") }
    let start = bytes.count
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    syntax.encode(scalar.cell(isTyped: false), like: nothing, into: &bytes)
    cells.append(Cell(column: Int32(column), start: start, end: bytes.count))
  }

  private func fault(_ message: String, hint: String? = nil) -> LuaError {
    LuaError("row \(rowEnds.count + 1): \(message)", code: "bad-row", hint: hint)
  }

  /// Bytes of the table: cells, and what stands behind each.
  private var size: Int { bytes.count + rowEnds.count * max(columns.count, 1) }

  private func checkSize() throws(LuaError) {
    guard size <= Chunk.maximumByteCount, rowEnds.count < Int(Int32.max) else {
      throw fault("more than a table can hold")
    }
  }

  /// The table: sections in order of their first row, rows in order in each.
  func table() throws(LuaError) -> Table {
    let size = size
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
    var starts: [UInt32] = [0]
    var ends: [UInt32] = []
    starts.reserveCapacity(rowEnds.count + 1)
    ends.reserveCapacity(rowEnds.count * columns.count)
    var at = 0
    var places = [Cell?](repeating: nil, count: columns.count)
    for rows in sectionRows {
      for row in rows {
        for index in places.indices { places[index] = nil }
        for cell in cells[(row > 0 ? rowEnds[row - 1] : 0)..<rowEnds[row]] {
          places[Int(cell.column)] = cell
        }
        for place in places {
          if let place {
            buffer[at...].copyBytes(from: bytes[place.start..<place.end])
            at += place.end - place.start
          }
          ends.append(UInt32(at))
          buffer[at] = syntax.delimiter
          at += 1
        }
        if columns.isEmpty { at += 1 }
        buffer[at - 1] = 0x0A
        starts.append(UInt32(at))
      }
    }
    guard let base = buffer.baseAddress else { throw LuaError("no memory for the table") }
    let chunk = Chunk(
      syntax: syntax, fields: columns.indices.map { ColumnID($0) }, taking: base, count: at,
      starts: starts, ends: ends)
    let sections = zip(sectionNames, sectionRows).map {
      Table.SectionRecords(name: $0, count: $1.count)
    }
    return Table(columns: columns, chunk: chunk, sections: sections)
  }
}
