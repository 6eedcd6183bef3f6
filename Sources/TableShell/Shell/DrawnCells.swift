import TableInteraction
import TableKit

// The cells that policies of Lua draw (`update_cell`): a row's when it comes on the screen, and when a
// batch reloads, reconfigures or inserts it, as a table view asks `cellForRowAt` for it.

/// The cells of a table that are on the screen, with what policies have drawn on them.
///
/// A class, because cells are drawn while the table's controller is busy: in `willSelect`. As a policy it
/// says of a row what was drawn.
final class DrawnCells: SelectionPolicy {
  private var accessories: [RowID: RowTraits.Accessory?] = [:]

  /// Whether the cell of a row is on the screen.
  func contains(_ row: RowID) -> Bool { accessories[row] != nil }

  /// Notes what was drawn on the cell of a row.
  func draw(_ row: RowID, _ accessory: RowTraits.Accessory?) {
    accessories.updateValue(accessory, forKey: row)
  }

  /// Gives back the cells of all other rows.
  func keep(_ rows: [RowID]) {
    if accessories.isEmpty { return }
    let rows = RowSet(rows)
    accessories = accessories.filter { rows.contains($0.key) }
  }

  /// Gives back the cells that a change has drawn anew: rows of other contents, and what its batch
  /// reloads or inserts.
  ///
  /// - Complexity: O(changed rows).
  func forget(redrawnBy change: Transaction) {
    guard !accessories.isEmpty, change.hasPlan else { return }
    for row in change.updatedRows + change.insertedRows { accessories[row] = nil }
    // Only what is written by hand, or by reload, has other rows than these in its plan.
    guard change.batch != nil || change.log.redraws else { return }
    guard case .stages(let stages) = change.plan, let stage = stages.first, stages.count == 1 else {
      return accessories = [:]
    }
    let (before, after) = (change.before.table, change.after.table)
    for path in stage.rows.inserts { forget(after.row(at: path)) }
    for path in stage.rows.reloads + stage.rows.reconfigures { forget(before.row(at: path)) }
    for index in stage.sections.inserts { after.sections[index].rows.forEach(forget) }
    for index in stage.sections.reloads { before.sections[index].rows.forEach(forget) }
  }

  private func forget(_ row: RowID?) { if let row { accessories[row] = nil } }

  // MARK: - As a policy

  var refinesTraits: Bool { !accessories.isEmpty }

  func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {
    if let accessory = accessories[row] ?? nil { traits.accessory = accessory }
  }

  func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer { .allow }

  func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer { .allow }
}

extension Shell {
  /// The policies of a table: those of Lua and, where these draw cells, what they have drawn.
  func policies(of document: Document) -> [any SelectionPolicy] {
    lua.drawsCells ? lua.policies + [document.cells] : lua.policies
  }

  /// Has policies draw the cells of the current table that have come on the screen.
  ///
  /// - Parameter change: what was done; its rows are drawn anew.
  func drawCells(after change: Transaction? = nil) throws(CommandError) {
    guard hasLua, lua.drawsCells, let document = current else { return }
    if let change { document.cells.forget(redrawnBy: change) }
    let visible = visibleRows(of: document)
    document.cells.keep(visible)
    for row in visible where !document.cells.contains(row) {
      let (table, selection) = (document.table, document.editor.selection.rows)
      document.cells.draw(row, try editing(lua.drawCell(of: row, in: table, selection: selection)))
    }
  }
}
