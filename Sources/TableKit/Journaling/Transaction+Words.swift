import Wording

extension Transaction {
  /// Returns the row changes as lines that need no table: `- @P1`, `+ @P9`, `~ @P2 name: 'A' →
  /// 'B'`.
  ///
  /// - Parameter limit: the maximum number of lines; a last one then counts the other rows.
  func words(limit: Int) -> [String] {
    let (old, new) = (before.table, after.table)
    var lines: [String] = []
    var rest = 0
    func add(_ line: @autoclosure () -> String) {
      if lines.count < limit { lines.append(line()) } else { rest += 1 }
    }
    for row in log.deleted where old.contains(row) { add("- \(old.address(of: row))") }
    for row in log.inserted where new.contains(row) {
      add("+ \(new.address(of: row))\(new.line(row))")
    }
    let inserted = RowSet(log.inserted)
    let known = log.updated.isEmpty ? [] : Set(old.columns.map(\.id))
    for row in log.updated where old.contains(row) && !inserted.contains(row) && new.contains(row) {
      add("~ \(old.address(of: row)) \(changedCells(row, known).joined(separator: ", "))")
    }
    if rest > 0 { lines.append("… \(Counts.of(rest, "row")) more") }
    return lines
  }

  /// - Parameter known: the columns before.
  private func changedCells(_ row: RowID, _ known: Set<ColumnID>) -> [String] {
    after.table.columns.compactMap { column in
      let old = known.contains(column.id) ? before.table.cell(row, column.id) : .null
      let new = after.table.cell(row, column.id)
      return old == new ? nil : "\(shown: column.name): \(old.shown) → \(new.shown)"
    }
  }
}

extension Table {
  /// Returns the cells of a row that are not empty, except the key.
  fileprivate func line(_ row: RowID) -> String {
    columns.reduce(into: "") { line, column in
      let cell = cell(row, column.id)
      if !cell.isNull, !keyColumns.contains(column.id) {
        line += " \(shown: column.name)=\(cell.shown)"
      }
    }
  }
}

extension Cell {
  fileprivate var shown: String { isNull ? "null" : "'\(shown: text)'" }
}
