import BatchUpdates
import Lua
import TableKit
import Wording

/// The Swift half of what `tablesh.table()` gives: a snapshot of the table.
///
/// A class because Lua holds it.
class TableHandle: ShownObject {
  /// The snapshot.
  let snapshot: Table
  /// The selected rows, in the order of selection.
  var selection: [RowID]
  /// The only section that is meant, if one is.
  let section: SectionID?
  /// How columns are read; kept, since finding out may cost a look at every row.
  private var kinds: [ColumnID: Column.Kind] = [:]

  init(_ table: Table, selection: [RowID], section: SectionID? = nil) {
    snapshot = table
    self.selection = selection
    self.section = section
  }

  /// The table as it is now.
  var table: Table { snapshot }

  /// Makes what was changed visible to `table`.
  func settle() throws(LuaError) {}

  /// Whether a row's content may have changed since `table` was made.
  func isStale(_ row: RowID) -> Bool { false }

  func kind(of column: Column) -> Column.Kind {
    if let kind = kinds[column.id] { return kind }
    let kind = snapshot.kind(of: column)
    kinds[column.id] = kind
    return kind
  }

  /// The rows that are meant, in table order.
  var rows: [RowID] {
    guard let section else { return table.rowList }
    return table.index(of: section).map { Array(table.sections[$0].rows) } ?? []
  }

  /// How many those are.
  var count: Int {
    guard let section else { return table.rowCount }
    return table.index(of: section).map { table.sections[$0].count } ?? 0
  }

  var shown: String {
    let table = table
    if let section, let index = table.index(of: section) {
      return "section '\(table.sections[index].title)' of \(Counts.grouped(count)) rows"
    }
    return "table of \(Counts.grouped(count)) rows in \(table.sections.count) sections"
  }
}

extension TableHandle {
  /// The column of a name.
  func column(_ name: String) throws(LuaError) -> Column {
    guard let column = table.column(named: name) else {
      throw LuaFailure.noSuchColumn(name, among: table.columns.map(\.name)).luaError
    }
    return column
  }

  /// The value of a cell as rules read it.
  func value(_ row: RowID, _ column: Column) -> LuaScalar {
    LuaScalar(table, row, column.id, kind: kind(of: column))
  }
}
