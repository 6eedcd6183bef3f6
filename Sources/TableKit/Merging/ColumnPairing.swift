/// Which column of a freshly loaded table is which column of the table in memory: by name, and a
/// new name in the place of an old one when all cells of paired rows are the same.
struct ColumnPairing {
  /// By incoming column, in order: the identity it has here.
  var identities: [ColumnID] = []
  /// Incoming columns that neither the base nor the table in memory has.
  private var new: Set<Int> = []

  init(base: Table, local: Table, incoming: Table) {
    for (i, column) in incoming.columns.enumerated() {
      if let known = base.column(named: column.name)
        ?? local.columns.first(where: { $0.name === column.name && base.column($0.id) == nil })
      {
        identities.append(known.id)
      } else {
        identities.append(ColumnID(base.identities.column()))
        new.insert(i)
      }
    }
  }

  /// Finds columns that the source has renamed.
  mutating func findRenamed(base: Table, incoming: Table, rows: RowPairing) {
    guard base.columns.count == incoming.columns.count else { return }
    for (i, column) in base.columns.enumerated()
    where new.contains(i) && !identities.contains(column.id) {
      let isSame = incoming.allRows.allSatisfy { row in
        let old = rows.identities[Int(row.rawValue)]
        return !base.contains(old)
          || base.cell(old, column.id) == incoming.cell(row, incoming.columns[i].id)
      }
      if isSame, base.rowCount > 0 { identities[i] = column.id }
    }
  }
}
