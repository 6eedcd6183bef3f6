import TableKit

// Rows that events bring, as what the table takes in.

extension FirebaseSource {
  /// Whether the rows that events bring can be found in the table: it has the tree's own key.
  private func isKeyed(_ table: Table) -> Bool {
    table.keyColumns.map { table.column($0)?.name } == [mapping.keyColumn]
  }

  /// Returns rows as a delta; nil if the table cannot take it so, and is to be compared as a whole.
  ///
  /// - Parameter base: the table as the tree was.
  func delta(_ rows: [FirebaseMapping.Row], to base: Table) -> Delta? {
    // What was saved as a row may lie below one by now, as sections come and go.
    let change = FirebaseChange.patch(.root, rows.map { .init($0.path, $0.node) })
    guard isKeyed(base),
      mapping.rows(changedBy: change, after: tree)?.map(\.path) == rows.map(\.path)
    else { return nil }
    var names: NameTable<Bool> = [:]
    for column in base.columns { names[column.name] = true }
    var delta = Delta()
    for row in rows {
      guard row.node != nil else {
        delta.deleted.append([row.identifier])
        continue
      }
      var known: NameTable<Cell> = [:]
      for (name, token) in mapping.cells(of: row) {
        if names[name] == nil { return nil }
        known[name] = CellSyntax.json.cell(of: token)
      }
      let isThere = base.row(withKey: [row.identifier]) != nil
      let cells = base.columns.compactMap { column -> (String, Cell)? in
        let cell = known[column.name] ?? (isThere ? .null : nil)
        return column.name === mapping.keyColumn ? nil : cell.map { (column.name, $0) }
      }
      delta.rows.append(
        Delta.Row(
          [row.identifier], cells, section: mapping.sectionName(row.section),
          place: place(of: row)))
    }
    return delta
  }

  /// The place of a row: behind the one before it in key order.
  private func place(of row: FirebaseMapping.Row) -> Delta.Place {
    let parent = FirebasePath(row.section.map { [$0] } ?? [])
    guard let siblings = tree[parent]?.children else { return .end }
    var i = siblings.lowerBound(row.key) - 1
    while i >= 0 {
      let before = FirebaseMapping.Row(
        section: row.section, key: siblings.keys[i], node: siblings.nodes[i])
      // Sections stand among the root's own rows.
      if row.section != nil || mapping.isOwnRow(before) { return .behind([before.identifier]) }
      i -= 1
    }
    return .index(0)
  }
}
