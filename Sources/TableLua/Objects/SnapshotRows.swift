import Lua
import TableKit
import Wording

/// The Swift half of a row in Lua: a row of a snapshot.
///
/// A class because Lua holds it.
final class RowHandle: ShownObject, Equatable {
  let owner: TableHandle
  let row: RowID

  init(_ owner: TableHandle, _ row: RowID) {
    self.owner = owner
    self.row = row
  }

  static func == (a: RowHandle, b: RowHandle) -> Bool { a.row == b.row && a.owner === b.owner }

  var shown: String {
    let table = owner.table
    let cells = table.columns.prefix(20).map { "\($0.name) = \(table.cell(row, $0.id).text)" }
    return "\(table.name(of: row)) {" + cells.joined(separator: ", ") + "}"
  }
}

/// The Swift half of a policy's `selection`.
///
/// A class because Lua holds it.
final class SelectionHandle: ObjectHandle {
  let owner: TableHandle
  /// True if rows can be deselected with it: while `will_select` is asked.
  var canDeselect = false
  /// The rows that are walked over, as they were when the first of them was read: a loop over all
  /// selected rows may deselect them.
  private var walked: [RowID]

  init(_ owner: TableHandle) {
    self.owner = owner
    walked = owner.selection
  }

  convenience init(_ table: Table, _ selection: Selection) {
    self.init(TableHandle(table, selection: selection.rows))
  }

  /// Returns the row at an index from 1; nil past the last.
  func row(at place: Int) -> RowID? {
    if place == 1 { walked = owner.selection }
    return walked.indices.contains(place - 1) ? walked[place - 1] : nil
  }

  /// Deselects rows; returns how many were selected.
  func deselect(_ rows: [RowID]) -> Int {
    let gone = RowSet(rows)
    let left = owner.selection.filter { !gone.contains($0) }
    defer { owner.selection = left }
    return owner.selection.count - left.count
  }

  var count: Int { owner.selection.count }

  var shown: String { "selection of \(Counts.grouped(count)) rows" }
}

/// The rows of a snapshot or of an edit that Lua walks through, section by section, and reads cell
/// by cell.
///
/// A cell that an edit has pending is read from there if it was set last; else `fill` refuses, and the
/// row's `__index` makes the changes first. Rows that an edit has deleted are left out.
///
/// A class because an iteration goes on where it has stopped, and because it reads with what the
/// cell before was read with.
final class SnapshotRows: LuaRowSetSource {
  let owner: TableHandle
  private var table: Table
  /// The version of the owner's table.
  private var version: Int
  /// The rows to iterate; nil: all of `sections`.
  private let rows: [RowID]?
  private let sections: [Section]
  private var section = 0
  private var position = 0
  private var columns: [ReadColumn?]
  private let reads: NumberReads
  private let comparisons: SourceComparisons

  /// A column that was read. A class, so that it is used where it stands.
  private final class ReadColumn {
    /// What stands for its name where reads are noted.
    let number: Int32
    let id: ColumnID
    let kind: Column.Kind
    /// Whether each read of it is checked, and whether only dates with far years are.
    let (isChecked, isOfDates): (Bool, Bool)
    var reader: CellReader

    init(
      _ number: Int32, _ id: ColumnID, _ kind: Column.Kind, _ refusals: [LuaFailure],
      _ reader: CellReader
    ) {
      (self.number, self.id, self.kind) = (number, id, kind)
      isOfDates =
        !refusals.isEmpty && refusals.allSatisfy { $0.code == LiteralComparison.dateOrder }
      isChecked = !refusals.isEmpty && !isOfDates
      self.reader = reader
    }
  }

  /// - Parameter rows: nil: all that the handle means.
  init(_ owner: TableHandle, rows: [RowID]?, _ session: LuaSession) {
    self.owner = owner
    self.rows = rows
    (reads, comparisons) = (session.numberReads, session.comparisons)
    table = owner.table
    version = owner.version
    sections = table.sections.filter { owner.section == nil || $0.id == owner.section }
    columns = Array(repeating: nil, count: table.columns.count)
  }

  var columnNames: [String] { table.columns.map(\.name) }

  func object(row: UInt32) -> AnyObject { RowHandle(owner, RowID(row)) }

  func next(into buffer: UnsafeMutableBufferPointer<UInt32>) -> Int {
    guard owner.isChanging else { return take(into: buffer) }
    // One by one: the body of the loop may delete those that follow.
    let one = UnsafeMutableBufferPointer(rebasing: buffer.prefix(1))
    while take(into: one) > 0 {
      if owner.version == 0 || owner.contains(RowID(one[0])) { return 1 }
    }
    return 0
  }

  /// Writes the rows that come next, and returns how many.
  private func take(into buffer: UnsafeMutableBufferPointer<UInt32>) -> Int {
    if let rows {
      let count = min(buffer.count, rows.count - position)
      for i in 0..<count { buffer[i] = rows[position + i].rawValue }
      position += count
      return count
    }
    while section < sections.count, position == sections[section].count {
      section += 1
      position = 0
    }
    guard section < sections.count else { return 0 }
    let count = min(buffer.count, sections[section].count - position)
    for i in 0..<count { buffer[i] = sections[section].row(at: position + i).rawValue }
    position += count
    return count
  }

  func fill(_ cells: LuaCells, row: UInt32) -> Bool {
    let row = RowID(row)
    if owner.version != version {
      guard owner.contains(row) else { return false }
      (table, version) = (owner.table, owner.version)
      columns = Array(repeating: nil, count: columns.count)
    }
    let column = column(cells.column)
    if column.isChecked { return false }
    if owner.isStale(row, column.id) {
      guard let cell = owner.pendingCell(row, column.id) else { return false }
      var text = cell.text
      return text.withUTF8 { utf8 in
        fill(
          cells, row, column, cell.kind, UnsafeRawBufferPointer(utf8),
          of: UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
    return column.reader.withRawCell(row) { raw, cellKind, bytes in
      fill(cells, row, column, cellKind, bytes, of: raw)
    }
  }

  /// - Parameter raw: the bytes in the table, which outlive the call.
  @inline(__always)
  private func fill(
    _ cells: LuaCells, _ row: RowID, _ column: ReadColumn, _ kind: CellKind,
    _ bytes: UnsafeRawBufferPointer, of raw: UnsafeRawBufferPointer
  ) -> Bool {
    if column.isOfDates, FarYear.isFar(bytes) { return false }
    let reading = CellReading(column.kind, kind, bytes)
    cells.set(0, reading, bytes, of: raw)
    reads.note(owner, row, column: column.number, reading, bytes)
    return true
  }

  private func column(_ index: Int) -> ReadColumn {
    if let column = columns[index] { return column }
    let column = table.columns[index]
    let read = ReadColumn(
      reads.number(ofColumn: column.name), column.id, owner.kind(of: column),
      Array(owner.refusals(of: column, comparisons).values),
      CellReader(table, column.id))
    columns[index] = read
    return read
  }
}
