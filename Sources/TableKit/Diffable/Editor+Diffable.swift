import BatchUpdates

extension Editor {
  /// Lets the table be driven by snapshots alone, or by all edits again.
  ///
  /// - Throws: `snapshot` where rows have no identifiers of their own; `rowsAreCollapsed` where
  ///   leaving would forget rows.
  public mutating func setDiffable(_ on: Bool) throws(EditError) {
    guard on != isDiffable else { return }
    if on { _ = try snapshot() } else { try checkNothingHidden() }
    pendingSnapshot = nil
    isDiffable = on
  }

  /// What the table shows.
  ///
  /// - Throws: `snapshot` where rows have no identifiers of their own.
  /// - Complexity: O(rows).
  public func snapshot() throws(EditError) -> Snapshot {
    try taking { () throws(SnapshotError) in try Snapshot(of: table) }
  }

  /// Turns an error of a snapshot into one of an edit.
  ///
  /// - Parameter snapshot: what names are looked for in, where not in the table's.
  func taking<Result>(
    _ snapshot: Snapshot? = nil, _ body: () throws(SnapshotError) -> Result
  ) throws(EditError) -> Result {
    do throws(SnapshotError) { return try body() } catch {
      let known = snapshot ?? (try? Snapshot(of: table)) ?? Snapshot()
      throw .snapshot(error, hint: error.hint(in: known))
    }
  }

  func checkNothingHidden() throws(EditError) {
    guard tree.hidesRows else { return }
    throw .rowsAreCollapsed(tree.hidden.count)
  }

  /// Refuses what changes rows or sections past the snapshots of a table that is driven by them
  /// (rule J10), and of one that has collapsed rows, which would stay behind.
  func checkDoor(_ edits: [Edit]) throws(EditError) {
    for edit in edits {
      if isDiffable || tree.hidesRows, let hint = edit.hintForSnapshots {
        throw .drivenBySnapshots(hint: isDiffable ? hint : "diffable on, then: snapshot expand")
      }
      if !isDiffable, edit.snapshotStep != nil { throw .notDiffable }
    }
  }

  /// Makes the table what a snapshot says: rows and sections that it names stay what they are, new
  /// ones are made, the others go. A new row holds its key and nothing else.
  mutating func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, _ log: inout ChangeLog
  ) throws(EditError) {
    _ = try self.snapshot()
    let old = table
    var rows: [String: RowID] = [:]
    for row in old.allRows { rows[old.key(of: row)] = row }
    var sections: [String: SectionID] = [:]
    for section in old.sections { sections[section.name] = section.id }
    if how != .reloadData { try mark(snapshot, rows, sections, &log) }

    try delete(rows.filter { snapshot.section(of: $0.key) == nil }.map(\.value).sorted(), &log)
    for name in snapshot.sections where sections[name] == nil {
      try insertSection(name, at: table.sections.count, &log)
      sections[name] = table.sections.last?.id
    }
    // Rows must have left their sections before these are put in order.
    var lists: [(section: SectionID, rows: [RowID], came: RowSet)] = []
    for name in snapshot.sections {
      guard let section = sections[name] else { continue }
      lists.append(try fill(section, snapshot.rows(in: name), &rows, &log))
    }
    for (section, list, came) in lists {
      try setOrder(list, inSection: try index(of: section), moved: came, &log)
    }
    let kept = snapshot.sections.compactMap { sections[$0] }
    let gone = Set(sections.values).subtracting(kept)
    try deleteSections(old.sections.map(\.id).filter(gone.contains), &log)
    try arrangeSections(kept, &log)

    guard how == .reloadData else { return }
    log.reloadsData = true
    if settings.holding == .view { selection.removeAll() }
  }

  /// The rows of a section, in order; those of other sections come over, new ones are made.
  private mutating func fill(
    _ section: SectionID, _ names: [String], _ rows: inout [String: RowID],
    _ log: inout ChangeLog
  ) throws(EditError) -> (section: SectionID, rows: [RowID], came: RowSet) {
    let s = try index(of: section)
    var list: [RowID] = []
    list.reserveCapacity(names.count)
    var coming: [RowID] = []
    for (i, name) in names.enumerated() {
      try cancellation.check(at: i)
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
      try move(coming, section, at: table.sections[s].count, &log)
      try takeAlong(coming, toSection: s, &log)
    }
    return (section, list, RowSet(coming))
  }

  /// What is collapsed in rows that came to a section belongs to it, too.
  private mutating func takeAlong(
    _ rows: [RowID], toSection s: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    guard let column = table.sectionColumn, tree.hidesRows else { return }
    let value = table.sectionCell(s)
    let hidden = rows.flatMap { tree.descendants(of: $0) }.filter { tree.hides($0) }
    for row in hidden where table.cell(row, column) != value {
      table.setVersion(table.appendRecord(former: row, changes: [column: value]), of: row)
      log.update(row)
      log.cellCount += 1
    }
  }

  /// What a snapshot asks to be drawn again, while everything stands where it did.
  private mutating func mark(
    _ snapshot: Snapshot, _ rows: [String: RowID], _ sections: [String: SectionID],
    _ log: inout ChangeLog
  ) throws(EditError) {
    try reload(snapshot.reloadedSections.compactMap { sections[$0] }.sorted(), &log)
    let whole = Set(log.reloadedSections)
    func outside(_ names: Set<String>) -> [RowID] {
      names.compactMap { rows[$0] }.sorted().filter { row in
        table.section(of: row).map { !whole.contains($0) } ?? false
      }
    }
    let reloaded = outside(snapshot.reloaded)
    log.reconfigured = outside(snapshot.reconfigured.subtracting(snapshot.reloaded))
    try reload(reloaded, &log)
  }

  /// A row that stands nowhere yet and holds the key of an identifier.
  mutating func makeRow(_ name: String, inSection s: Int) throws(EditError) -> RowID {
    for row in tree.hidden where table.key(of: row) == name {
      let parent = tree.closedRow(above: row).map(table.key(of:)) ?? ""
      let error = SnapshotError.isCollapsed(name, in: parent)
      throw .snapshot(error, hint: error.hint(in: Snapshot()))
    }
    let columns = table.keyColumns
    let parts =
      columns.count == 1
      ? [name] : name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let refusal = SnapshotError.noKey(name, columns: columns.compactMap { table.column($0)?.name })
    guard !columns.isEmpty, parts.count == columns.count else {
      throw .snapshot(refusal, hint: refusal.hint(in: Snapshot()))
    }
    var cells: [ColumnID: Cell] = [:]
    for (column, text) in zip(columns, parts) {
      cells[column] = try table.cellFitting(text, row: nil, column: column)
    }
    let row = try newRow(cells, inSection: s)
    guard table.key(of: row) == name else {
      throw .snapshot(refusal, hint: refusal.hint(in: Snapshot()))
    }
    return row
  }

  /// Puts the rows of a section in order, and those in their places that stand nowhere.
  ///
  /// - Parameters:
  ///   - list: all rows of the section, and those to be placed.
  ///   - moved: rows that have been moved by name already.
  mutating func setOrder(
    _ list: [RowID], inSection s: Int, moved: RowSet = RowSet(), _ log: inout ChangeLog
  ) throws(EditError) {
    let standing = list.filter { table.contains($0) }
    let former = table.sections[s].rows.list
    if standing != former {
      var places: [RowID: Int] = [:]
      for (place, row) in former.enumerated() { places[row] = place }
      let stayed = standing.filter { !moved.contains($0) }
      let keeps = LongestIncreasingSubsequence.stays(
        stayed.map { places[$0] ?? -1 }, startingLate: true)
      for (row, keeps) in zip(stayed, keeps) where !keeps { log.move(row) }
      table.setRows(standing, inSection: s)
      table.hasOwnOrder = true
    }
    var index = 0
    while index < list.count {
      try cancellation.check(at: index)
      let end = list[index...].firstIndex { table.contains($0) } ?? list.count
      if end > index {
        let arriving = Array(list[index..<end])
        table.place(arriving, inSection: s, at: index)
        log.inserted += arriving
      }
      index = end + 1
    }
  }
}

extension Edit {
  /// What to type in place of an edit that changes rows or sections, where these follow snapshots;
  /// nil for an edit that may be made there.
  var hintForSnapshots: String? {
    let how: String
    switch self {
    case .insert: how = "snapshot append ROW … to SECTION"
    case .delete: how = "snapshot delete ROW …"
    case .move, .arrangeRows, .sort: how = "snapshot move ROW before|after ROW"
    case .insertSection: how = "snapshot append-sections NAME …"
    case .deleteSections: how = "snapshot delete-sections SECTION …"
    case .arrangeSections: how = "snapshot move-section SECTION before|after SECTION"
    case .reloadRows: how = "snapshot reload ROW …"
    case .reconfigureRows: how = "snapshot reconfigure ROW …"
    case .reloadSections: how = "snapshot reload-sections SECTION …"
    case .reloadData: return "snapshot apply --reload-data"
    case .update, .renameSection, .labelSections, .sectionBy:
      return "diffable off lets cells and names be edited"
    case .control(.plus): how = "snapshot append ROW … to SECTION"
    case .control(.confirm), .control(.swipe(_, _, isFull: true)): how = "snapshot delete ROW …"
    case .control(.drag), .control(.drop):
      return "snapshot reorder ROW before|after ROW"
    case .batch: return "snapshot apply makes the batch that a snapshot wants"
    default: return nil
    }
    return how + ", then: snapshot apply"
  }
}
