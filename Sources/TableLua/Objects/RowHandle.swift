import TableKit

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

  init(_ owner: TableHandle) { self.owner = owner }

  var shown: String { "selection of \(Counts.grouped(owner.selection.count)) rows" }
}
