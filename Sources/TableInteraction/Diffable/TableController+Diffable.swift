import BatchUpdates
import TableKit

extension TableController {
  /// Sets whether the table changes only by snapshots, or by all edits again.
  ///
  /// - Throws: `snapshot` if rows have no identifiers; `rowsAreHidden` if leaving would lose
  ///   collapsed rows.
  public mutating func setDiffable(_ on: Bool) throws(EditError) {
    guard on != snapshots.isDriving else { return }
    if on { _ = try snapshot() } else { try editor.checkNothingHidden() }
    snapshots.pending = nil
    snapshots.isDriving = on
  }

  /// Returns the snapshot of the table.
  ///
  /// - Throws: `snapshot` if rows have no identifiers.
  /// - Complexity: O(rows).
  public func snapshot() throws(EditError) -> Snapshot {
    try taking { () throws(SnapshotError) in try Snapshot(of: table) }
  }

  /// Converts a snapshot error to an edit error.
  ///
  /// - Parameter snapshot: the snapshot searched for names; nil: the table's.
  func taking<Result>(
    _ snapshot: Snapshot? = nil, _ body: () throws(SnapshotError) -> Result
  ) throws(EditError) -> Result {
    do throws(SnapshotError) { return try body() } catch {
      let known = snapshot ?? (try? Snapshot(of: table)) ?? Snapshot()
      throw .snapshot(error, in: known)
    }
  }

  /// Refuses changes of rows or sections other than snapshots, in a table that is driven by them
  /// (rule J10) or has collapsed rows, which would be left behind.
  func checkDoor(_ actions: [TableAction]) throws(EditError) {
    for action in actions {
      if snapshots.isDriving || tree.hidesRows, let change = action.forbiddenChange {
        throw .interaction(snapshots.isDriving ? .drivenBySnapshots(change) : .outlined(change))
      }
      if !snapshots.isDriving, action.snapshotStep != nil { throw .interaction(.notDiffable) }
    }
  }

  /// Applies a snapshot: rows and sections that it names stay, new ones are created, the others are
  /// deleted. A new row has its key and nothing else.
  mutating func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, _ draft: inout Draft
  ) throws(EditError) {
    _ = try self.snapshot()
    let old = table
    var rows: [String: RowID] = [:]
    for row in old.allRows { rows[old.key(of: row)] = row }
    var sections: [String: SectionID] = [:]
    for section in old.sections { sections[section.name] = section.id }
    if how != .reloadData { try mark(snapshot, rows, sections, &draft) }

    try editor.delete(
      rows.filter { snapshot.section(of: $0.key) == nil }.map(\.value).sorted(), &draft.log)
    for name in snapshot.sections where sections[name] == nil {
      try editor.insertSection(name, at: table.sections.count, &draft.log)
      sections[name] = table.sections.last?.id
    }
    // Rows must leave their sections before these are reordered.
    var lists: [(section: SectionID, rows: [RowID], came: RowSet)] = []
    for name in snapshot.sections {
      guard let section = sections[name] else { continue }
      lists.append(try fill(section, snapshot.rows(in: name), &rows, &draft))
    }
    for (section, list, came) in lists {
      try setOrder(list, inSection: try editor.index(of: section), moved: came, &draft)
    }
    let kept = snapshot.sections.compactMap { sections[$0] }
    let gone = Set(sections.values).subtracting(kept)
    try editor.deleteSections(old.sections.map(\.id).filter(gone.contains), &draft.log)
    try editor.arrangeSections(kept, &draft.log)

    guard how == .reloadData else { return }
    draft.log.reloadsData = true
    if editor.holding == .view { selection.removeAll() }
  }

  /// Sets the rows of a section, in order: moves those of other sections and creates new ones.
  private mutating func fill(
    _ section: SectionID, _ names: [String], _ rows: inout [String: RowID], _ draft: inout Draft
  ) throws(EditError) -> (section: SectionID, rows: [RowID], came: RowSet) {
    let s = try editor.index(of: section)
    var list: [RowID] = []
    list.reserveCapacity(names.count)
    var coming: [RowID] = []
    for (i, name) in names.enumerated() {
      try progress.check(at: i)
      if let row = rows[name] {
        list.append(row)
        if table.section(of: row) != section { coming.append(row) }
      } else {
        let row = try makeRow(name, inSection: s)
        rows[name] = row
        list.append(row)
      }
    }
    if !coming.isEmpty {
      try editor.move(coming, section, at: table.sections[s].count, &draft.log)
      try takeAlong(coming, toSection: s, &draft)
    }
    return (section, list, RowSet(coming))
  }

  /// Moves the collapsed descendants of rows that joined a section into it, too.
  private mutating func takeAlong(
    _ rows: [RowID], toSection s: Int, _ draft: inout Draft
  ) throws(EditError) {
    guard let column = table.sectionColumn, tree.hidesRows else { return }
    let value = table.sectionCell(s)
    let hidden = rows.flatMap { tree.descendants(of: $0) }.filter { tree.hides($0) }
    for row in hidden where table.cell(row, column) != value {
      table.update(row, [column: value])
      draft.log.update(row)
      draft.log.cellCount += 1
    }
  }

  /// Applies the reload and reconfigure marks of a snapshot, before anything moves.
  private mutating func mark(
    _ snapshot: Snapshot, _ rows: [String: RowID], _ sections: [String: SectionID],
    _ draft: inout Draft
  ) throws(EditError) {
    try reload(snapshot.reloadedSections.compactMap { sections[$0] }.sorted(), &draft)
    let whole = Set(draft.log.reloadedSections)
    func outside(_ names: Set<String>) -> [RowID] {
      names.compactMap { rows[$0] }.sorted().filter { row in
        table.section(of: row).map { !whole.contains($0) } ?? false
      }
    }
    let reloaded = outside(snapshot.reloaded)
    draft.log.reconfigured = outside(snapshot.reconfigured.subtracting(snapshot.reloaded))
    try reload(reloaded, &draft)
  }

  /// Creates a row with the key of an identifier, without placing it.
  mutating func makeRow(_ name: String, inSection s: Int) throws(EditError) -> RowID {
    for row in tree.hidden where table.key(of: row) == name {
      let parent = tree.closedRow(above: row).map(table.key(of:)) ?? ""
      let error = SnapshotError.isCollapsed(name, in: parent)
      throw .snapshot(error)
    }
    let columns = table.keyColumns
    let parts =
      columns.count == 1
      ? [name] : name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let refusal = SnapshotError.noKey(name, columns: columns.compactMap { table.column($0)?.name })
    guard !columns.isEmpty, parts.count == columns.count else { throw .snapshot(refusal) }
    var cells: [ColumnID: Cell] = [:]
    for (column, text) in zip(columns, parts) {
      cells[column] = try table.cellFitting(text, row: nil, column: column)
    }
    let row = try editor.newRow(cells, inSection: s)
    guard table.key(of: row) == name else { throw .snapshot(refusal) }
    return row
  }

  /// Orders the rows of a section, and places those that have no position.
  ///
  /// - Parameters:
  ///   - list: all rows of the section, including those to be placed.
  ///   - moved: rows that were already moved by name.
  mutating func setOrder(
    _ list: [RowID], inSection s: Int, moved: RowSet = RowSet(), _ draft: inout Draft
  ) throws(EditError) {
    let standing = list.filter { table.contains($0) }
    let former = table.sections[s].rows.list
    if standing != former {
      var places: [RowID: Int] = [:]
      for (place, row) in former.enumerated() { places[row] = place }
      let stayed = standing.filter { !moved.contains($0) }
      let keeps = LongestIncreasingSubsequence.stays(
        stayed.map { places[$0] ?? -1 }, startingLate: true)
      for (row, keeps) in zip(stayed, keeps) where !keeps { draft.log.move(row) }
      table.setRows(standing, inSection: s)
      table.hasOwnOrder = true
    }
    var index = 0
    while index < list.count {
      try progress.check(at: index)
      let end = list[index...].firstIndex { table.contains($0) } ?? list.count
      if end > index {
        let arriving = Array(list[index..<end])
        table.place(arriving, inSection: s, at: index)
        draft.log.inserted += arriving
      }
      index = end + 1
    }
  }
}
