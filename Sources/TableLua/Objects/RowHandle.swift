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
final class SelectionHandle: ShownObject {
  let owner: TableHandle
  /// Whether rows can be deselected with it: while `will_select` is asked.
  var canDeselect = false
  /// The rows that are walked over, as they were when the first of them was read: a loop over all
  /// selected rows may deselect them.
  private var walked: [RowID]

  init(_ owner: TableHandle) {
    self.owner = owner
    walked = owner.selection
  }

  /// The row at a place from 1; nil behind the last.
  func row(at place: Int) -> RowID? {
    if place == 1 { walked = owner.selection }
    return walked.indices.contains(place - 1) ? walked[place - 1] : nil
  }

  /// Deselects rows; answers how many were selected.
  func deselect(_ rows: [RowID]) -> Int {
    let gone = RowSet(rows)
    let left = owner.selection.filter { !gone.contains($0) }
    defer { owner.selection = left }
    return owner.selection.count - left.count
  }

  var shown: String { "selection of \(Counts.grouped(owner.selection.count)) rows" }
}
