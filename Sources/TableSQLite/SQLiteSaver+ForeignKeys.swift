import TableKit
import TableSources

extension SQLiteSaver {
  /// Records the first row whose change left others with a missing reference.
  mutating func noteDesertion(_ row: RowID) {
    if !db.breaksForeignKeys { deserted = nil } else if deserted == nil { deserted = row }
  }

  /// Throws an error that names a row with a missing reference, which SQLite reports only at the
  /// commit.
  func checkForeignKeys(_ work: SQLiteWork) throws {
    guard db.breaksForeignKeys else { return }
    var other: String?
    for (number, shape) in shapes.enumerated() where !shape.locator.isEmpty {
      var violations: [(rowid: Int64?, parent: String)] = []
      try db.forEachRow(
        "SELECT rowid, parent FROM pragma_foreign_key_check(?)", [.string(shape.name)]
      ) { violations.append(($0.integer(0), $0.text(1) ?? "")) }
      let written = (work.updates + work.inserts).filter { $0.table == number }
      for (rowid, parent) in violations {
        let wanted = rowid.map { [Array(String($0).utf8)] }
        let isKnown = shape.isRowidKey || shape.showsRowid
        let row = written.first { row in
          rowid != nil
            && (row.rowid == rowid || isKnown && locator(row.row, number) == wanted)
        }
        guard let row else {
          // A row that was not written has lost the row it refers to.
          if rowid != nil, deserted != nil { continue }
          other = "a row of '\(shape.name)' refers to no row of '\(parent)'"
          continue
        }
        throw broken(
          row.row, in: table, "FOREIGN KEY constraint failed: no such row in '\(parent)'")
      }
    }
    if let row = deserted, other == nil {
      throw broken(row, in: base, "FOREIGN KEY constraint failed: other rows refer to it")
    }
    let reason = other ?? "other rows refer to a deleted row"
    throw SourceError.broken(file, "FOREIGN KEY constraint failed: \(reason)")
  }
}
