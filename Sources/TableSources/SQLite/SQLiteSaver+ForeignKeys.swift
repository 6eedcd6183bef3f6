import GRDBSQLite
import TableKit
import class GRDB.Row

extension SQLiteSaver {
  /// Whether rows refer to a missing row at the moment.
  private var breaksForeignKeys: Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(
      db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current > 0
  }

  /// Records the first row whose change left others with a missing reference.
  mutating func noteDesertion(_ row: RowID) {
    if !breaksForeignKeys { deserted = nil } else if deserted == nil { deserted = row }
  }

  /// Throws an error that names a row with a missing reference, which SQLite reports only at the
  /// commit.
  func checkForeignKeys(_ work: SQLiteWork) throws {
    guard breaksForeignKeys else { return }
    var other: String?
    for (number, shape) in shapes.enumerated() where !shape.locator.isEmpty {
      let violations = try Row.fetchAll(
        db, sql: "SELECT rowid, parent FROM pragma_foreign_key_check(?)", arguments: [shape.name])
      let written = (work.updates + work.inserts).filter { $0.table == number }
      for violation in violations {
        let rowid: Int64? = violation[0]
        let parent: String = violation[1] ?? ""
        let wanted = rowid.map { [Array(String($0).utf8)] }
        let isKnown = shape.isRowidKey || shape.showsRowid
        let row = written.first { row in
          rowid != nil
            && (row.rowid == rowid || isKnown && locator(row.row, number) == wanted)
        }
        guard let row else {
          // A row that was not written has lost the row it refers to.
          if rowid != nil, deserted != nil { continue }
          other = "a row of '\(shape.name)' refers to none of '\(parent)'"
          continue
        }
        throw problem(
          .constraint(
            row: key(of: row.row, in: table),
            "FOREIGN KEY constraint failed: no such row in '\(parent)'"))
      }
    }
    if let row = deserted, other == nil {
      throw problem(
        .constraint(
          row: key(of: row, in: base), "FOREIGN KEY constraint failed: other rows refer to it"))
    }
    let reason = other ?? "other rows refer to what is gone"
    throw problem(.broken("FOREIGN KEY constraint failed: \(reason)"))
  }
}
