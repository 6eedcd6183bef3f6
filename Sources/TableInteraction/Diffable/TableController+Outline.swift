import TableKit

extension TableController {
  /// Returns the rows of a section as a tree, including collapsed ones.
  ///
  /// - Complexity: O(rows of the section, including collapsed ones).
  public func sectionSnapshot(of section: SectionID) throws(EditError) -> SectionSnapshot {
    let rows = wholeRows(inSection: try editor.index(of: section))
    return try taking { () throws(SnapshotError) in
      var snapshot = SectionSnapshot()
      for row in rows {
        try snapshot.append([table.key(of: row)], to: tree.parents[row].map(table.key(of:)))
      }
      try snapshot.expand(rows.filter { tree.expanded.contains($0) }.map(table.key(of:)))
      return snapshot
    }
  }

  /// Returns the section of a row by identifier, shown or not; nil if there is no such row.
  ///
  /// - Complexity: O(collapsed rows) if the key has one column, else O(rows).
  public func sectionOfRow(named name: String) -> SectionID? {
    let shown =
      table.keyColumns.count < 2
      ? table.row(withKey: [name]) : table.allRows.first { table.key(of: $0) == name }
    var row = shown ?? tree.hidden.first { table.key(of: $0) == name }
    while let hidden = row, !table.contains(hidden) { row = tree.parents[hidden] }
    return row.flatMap(table.section(of:))
  }

  /// Returns all rows of a section, each parent before its children.
  private func wholeRows(inSection s: Int) -> [RowID] {
    let rows = table.sections[s].rows.list
    guard tree.hidesRows else { return rows }
    return rows.flatMap { row in
      tree.expanded.contains(row) ? [row] : [row] + tree.descendants(of: row)
    }
  }

  /// Applies a section snapshot: rows that it names stay, shown or not, new ones are created, the
  /// others are deleted.
  mutating func apply(
    _ snapshot: SectionSnapshot, to section: SectionID, _ draft: inout Draft
  ) throws(EditError) {
    let s = try editor.index(of: section)
    let former = wholeRows(inSection: s)
    var rows: [String: RowID] = [:]
    for row in former { rows[table.key(of: row)] = row }
    let names = snapshot.all
    for (i, name) in names.enumerated() where rows[name] == nil {
      try progress.check(at: i)
      if let other = sectionOfRow(named: name) {
        let error = SnapshotError.elsewhere(name, section: title(other))
        throw .snapshot(error)
      }
      rows[name] = try makeRow(name, inSection: s)
    }
    let shown = snapshot.visible.compactMap { rows[$0] }
    let kept = RowSet(shown)
    let leaving = table.sections[s].rows.list.filter { !kept.contains($0) }
    try table.take(leaving, progress)
    draft.log.deleted += leaving
    try setOrder(shown, inSection: s, &draft)

    tree.forget(former)
    for name in names {
      guard let row = rows[name] else { continue }
      if let parent = snapshot.parent(of: name).flatMap({ rows[$0] }) {
        tree.hang(row, in: parent)
      }
      if snapshot.isExpanded(name) { tree.open(row) }
    }
  }
}
