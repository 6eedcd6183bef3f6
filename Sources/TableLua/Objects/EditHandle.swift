import BatchUpdates
import Lua
import TableInteraction
import TableKit

/// The Swift half of the `t` in `tablesh.edit(function(t) … end)`: a rehearsal of the table
/// and the edits so far.
///
/// Every edit is tried there at once, so that a refused one is raised on its own line and
/// later ones see it; at the end all go to the host as one transaction. Cells that are set one
/// after the other are one edit. A column keeps its type until the end.
final class EditHandle: TableHandle {
  private var editor: Editor
  private(set) var actions: [TableAction] = []
  private var pending: [CellChange] = []
  private var pendingRows: Set<RowID> = []
  private let syntax: CellSyntax
  private let sectionColumn: ColumnID?
  /// Whether the function still runs.
  var isOpen = true

  init(_ table: Table, selection: [RowID]) {
    editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    syntax = table.syntax
    sectionColumn = table.sectionColumn
    super.init(table, selection: selection)
  }

  override var table: Table { editor.table }

  /// Whether cells say themselves what kind they are.
  var isTyped: Bool { syntax.isTyped }

  override func isStale(_ row: RowID) -> Bool { pendingRows.contains(row) }

  override func settle() throws(LuaError) {
    guard isOpen else {
      throw LuaError("this edit has ended", code: "not-now", hint: "keep 't' inside tablesh.edit")
    }
    guard !pending.isEmpty else { return }
    let changes = pending
    pending = []
    pendingRows = []
    try tryOut(.update(changes))
  }

  /// Adds an edit, once it has worked on the copy.
  func add(_ edit: Edit) throws(LuaError) {
    try settle()
    try tryOut(edit)
  }

  /// Adds an edit that the copy knows nothing of, such as a selection.
  func addUntried(_ action: TableAction) throws(LuaError) {
    try settle()
    actions.append(action)
  }

  /// Sets a cell.
  func set(_ change: CellChange) throws(LuaError) {
    if !syntax.canEncode(change.cell) {
      let name = table.column(change.column)?.name ?? ""
      throw LuaFailure(EditError.cannotWrite(change.cell.text, column: name)).luaError
    }
    pending.append(change)
    pendingRows.insert(change.row)
    // The row may stand elsewhere now.
    if change.column == sectionColumn { try settle() }
  }

  private func tryOut(_ edit: Edit) throws(LuaError) {
    do throws(EditError) {
      try editor.perform([edit], title: "")
    } catch { throw LuaFailure(error).luaError }
    actions.append(.edit(edit))
  }
}
