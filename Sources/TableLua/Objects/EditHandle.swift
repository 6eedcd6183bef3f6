import Lua
import Memory
import TableInteraction
import TableKit

/// The Swift half of the `t` in `tablesh.edit(function(t) … end)`: a rehearsal of the table
/// and the edits so far.
///
/// Every edit is tried there at once, so that a refused one is raised on its own line and
/// later ones see it; at the end all go to the host as one transaction. Cells that are set one
/// after the other are one edit, tried when something else is to see it. A column keeps its type
/// until the end.
final class EditHandle: TableHandle {
  private var editor: Editor
  /// The editor's table; another object holds it so that a look at it makes no copy.
  private var current: TableHandle
  /// The columns that were set in the current table, and the last of them.
  private var targets: [ColumnID: SetColumn] = [:]
  private var last: SetColumn?
  private var versionNumber = 0
  private(set) var actions: [TableAction] = []
  private var pending = PendingCells()
  /// The rows that were inserted last, one after the other, and where the first of them stands.
  private var inserted: (rows: [[ColumnID: Cell]], place: (section: SectionID, index: Int)?) =
    ([], nil)
  /// The bytes of all cells so far, and up to how many the memory was found to last.
  private var (byteCount, granted) = (0, 0)
  private let syntax: CellSyntax
  private let keyColumns: [ColumnID]
  private let sectionColumn: ColumnID?
  private let reads: NumberReads
  /// True if the function still runs.
  var isOpen = true

  init(_ table: Table, selection: [RowID], _ reads: NumberReads) {
    self.reads = reads
    editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    current = TableHandle(editor.table, selection: [])
    syntax = table.syntax
    keyColumns = table.keyColumns
    sectionColumn = table.sectionColumn
    super.init(table, selection: selection)
  }

  override var table: Table { current.snapshot }

  override var isChanging: Bool { true }

  override var version: Int { versionNumber }

  override func contains(_ row: RowID) -> Bool { current.contains(row) }

  /// True if cells have types of their own.
  var isTyped: Bool { syntax.isTyped }

  override func isStale(_ row: RowID) -> Bool { pending.contains(row) }

  override func isStale(_ row: RowID, _ column: ColumnID) -> Bool { pending.contains(row, column) }

  override func pendingCell(_ row: RowID, _ column: ColumnID) -> Cell? {
    pending.recent(row, column).map { syntax.isTyped || $0.isNull ? $0 : Cell($0.text) }
  }

  /// The row with a key, as it is typed after `@`. Cells of keys are never pending.
  func row(key: Substring) -> RowID? { current.snapshot.row(typedKey: key) }

  override func flush() throws(LuaError) {
    try checkOpen()
    for edit in pending.take() { try tryOut(edit) }
  }

  private func checkOpen() throws(LuaError) {
    guard isOpen else {
      throw LuaError("this edit has ended", code: "not-now", hint: "keep 't' inside tablesh.edit")
    }
  }

  /// Ends the edit: what was set last need not be tried.
  func finish() throws(LuaError) {
    try checkOpen()
    // The host does all of it once more.
    try demandMemory()
    for edit in pending.take() { note(edit) }
    noteInserts()
    isOpen = false
  }

  /// Counts the text of a cell that is about to be added.
  ///
  /// - Throws: `out-of-memory`.
  func hold(_ cell: Cell) throws(LuaError) {
    byteCount += cell.text.utf8.count
    guard byteCount > granted else { return }
    try demandMemory()
    granted = byteCount + 1 << 20
  }

  /// Checks that the records of all cells can grow, which doubles their memory.
  private func demandMemory() throws(LuaError) {
    do throws(MemoryShortage) { try MemoryWatch.demand(2 * byteCount) } catch {
      throw LuaFailure(code: error.code, message: error.message, hint: error.hint).luaError
    }
  }

  /// Adds an edit, once it has worked on the copy.
  func add(_ edit: Edit) throws(LuaError) {
    try flush()
    try tryOut(edit)
  }

  /// Adds an edit that the copy knows nothing of, such as a selection.
  func addUntried(_ action: TableAction) throws(LuaError) {
    try flush()
    noteInserts()
    actions.append(action)
  }

  /// The column of a name, to be set.
  func target(_ name: UnsafeRawBufferPointer) throws(LuaError) -> SetColumn {
    if let last, last.isNamed(name) { return last }
    return target(try column(String(decoding: name, as: UTF8.self)))
  }

  /// A column, to be set.
  func target(_ column: Column) -> SetColumn {
    if let known = targets[column.id] {
      last = known
      return known
    }
    // Cells of a key are tried at once: another row may have it.
    let target = SetColumn(
      column, in: current.snapshot, isOfKey: keyColumns.contains(column.id),
      makesSections: column.id == sectionColumn)
    targets[column.id] = target
    last = target
    return target
  }

  /// The cell of a new row, which keeps the text of a number that was read.
  func cell(_ value: LuaScalar, _ column: Column) -> Cell {
    value.cell(isTyped: isTyped, as: reads.text(of: value, for: column.name))
  }

  /// The cells of a whole row, as they are written, by the columns here of the same names.
  func cells(of row: RowHandle) throws(LuaError) -> [(Column, EditValue)] {
    if row.owner.isStale(row.row) { try row.owner.flush() }
    let table = row.owner.table
    var cells: [(Column, EditValue)] = []
    for column in table.columns {
      let cell = table.cell(row.row, column.id)
      if table.syntax.isTyped == isTyped {
        cells.append((try self.column(column.name), .cell(cell)))
      } else {
        let value = row.owner.value(row.row, column, reads)
        cells.append(
          (try self.column(column.name), .cell(value.cell(isTyped: isTyped, as: cell.text))))
      }
    }
    return cells
  }

  /// Sets a cell; a number that was read keeps its text, and what the cell holds already stays as it is.
  func set(_ row: RowID, _ target: SetColumn, _ value: EditValue) throws(LuaError) {
    try checkOpen()
    var target = target
    let column = target.column.id
    if pending.contains(row, column) {
      try flush()
      target = self.target(target.column)
    }
    // What else is pending of the row leaves this cell as it is in the table.
    let cell: Cell
    switch value {
    case .cell(let given): cell = given
    case .value(let value):
      let text = reads.text(of: value, for: target.column.name, of: row)
      let held = text == nil ? target.held(row, value, isTyped: isTyped) : nil
      cell = held ?? value.cell(isTyped: isTyped, as: text)
    }
    if !syntax.canEncode(cell) {
      throw LuaFailure(EditError.cannotWrite(cell.text, column: target.column.name)).luaError
    }
    try hold(cell)
    pending.add(CellChange(row, column, cell))
    // The row may stand elsewhere now.
    if target.makesSections { try flush() }
  }

  private func tryOut(_ edit: Edit) throws(LuaError) {
    do throws(EditError) {
      try editor.rehearse(edit)
    } catch { throw LuaFailure(error).luaError }
    current = TableHandle(editor.table, selection: [])
    versionNumber += 1
    (last, targets) = (nil, [:])
    note(edit)
  }

  /// Adds an edit that works to those that the host makes; rows that are inserted one after the other
  /// are one edit.
  private func note(_ edit: Edit) {
    if case .insert(let rows, let section, let index) = edit {
      if let (known, start) = inserted.place, known == section,
        start + inserted.rows.count == index
      {
        inserted.rows += rows
        return
      }
      noteInserts()
      inserted = (rows, (section, index))
    } else {
      noteInserts()
      actions.append(.edit(edit))
    }
  }

  private func noteInserts() {
    guard let (section, index) = inserted.place else { return }
    actions.append(.edit(.insert(inserted.rows, section: section, at: index)))
    inserted = ([], nil)
  }
}
