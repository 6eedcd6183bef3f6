import BatchUpdates

/// Merges a delta into the base, row by row, and what it changed there into the local table, as a
/// reload would merge the whole source.
struct DeltaMerger {
  /// The base before.
  private let oldBase: Table
  /// Whether the local table equals the base, so that both remain one.
  let isOne: Bool
  /// The base and the local table after.
  var base: Table
  var table: Table
  var log = ChangeLog()
  private(set) var conflicts: [MergeConflict] = []
  /// Whether the delta cannot be merged row by row; discard the merger then.
  private(set) var needsWhole = false
  /// Rows that the delta inserted, by key.
  private var added: NameTable<RowID> = [:]

  init(base: Table, local: Table) {
    isOne = local.isSame(as: base)
    var one = isOne ? local : base
    (one.sourceRanks, one.loadedCount) = (base.sourceRanks, base.loadedCount)
    oldBase = one
    self.base = one
    table = local
    if !isOne { alignChunks() }
  }

  /// Lets new records have one number in both tables, so that these share the pages of versions: else
  /// looking up keys in both in turn would compare all rows.
  private mutating func alignChunks() {
    let last = base.chunks.count - 1
    if last >= base.loadedChunks, last < table.chunks.count,
      table.chunks[last] === base.chunks[last]
    {
      return
    }
    let count = max(base.chunks.count, table.chunks.count)
    base.chunks += Array(repeating: .noRecords, count: count - base.chunks.count)
    table.chunks += Array(repeating: .noRecords, count: count - table.chunks.count)
  }

  /// Whether the base has changed.
  private(set) var changesBase = false

  mutating func merge(_ delta: Delta) throws(EditError) {
    let rows = delta.joinedRows
    let known = rows.map { oldBase.row(withKey: $0.key) }
    let here = zip(rows, known).map { row, known in
      isOne || known != nil ? nil : table.row(withKey: row.key)
    }
    delete(delta.deleted.compactMap { oldBase.row(withKey: $0) }, unless: known)
    for ((row, known), here) in zip(zip(rows, known), here) where !needsWhole {
      if let known {
        try change(known, row)
      } else {
        try insert(row, here)
      }
    }
    if !needsWhole { finish() }
  }

  /// Lets the local table follow the base, and keeps both one where they have become so.
  private mutating func finish() {
    guard !isOne else { return table = base }
    guard changesBase else { return }
    var fitting = StepFitting(push: log, from: oldBase, to: base, of: table)
    fitting.fit()
    (table, log, conflicts) = (fitting.table, fitting.log, fitting.conflicts)
    for row in log.updated + log.inserted { table.shareVersions(near: row, with: base) }
    guard table.isSame(as: base) else { return }
    // What was unsaved is now in the source, and both are one again.
    // A name that was changed here and changed back has been shown.
    let (counts, labels) = (table.textCounts, table.sections.map(\.labelVersion))
    table = base
    table.textCounts = counts
    for (s, label) in labels.enumerated() where table.sections[s].labelVersion != label {
      table.sections[s].labelVersion = label
    }
    log.repointed = true
  }

  // MARK: - Deleted rows

  private mutating func delete(_ rows: [RowID], unless known: [RowID?]) {
    let isKept = RowSet(known.compactMap { $0 })
    var gone = RowSet()
    let rows = rows.filter { !isKept.contains($0) && gone.insert($0) }
    guard !rows.isEmpty else { return }
    changesBase = true
    guard oldBase.sectionColumn != nil || table.sectionColumn != nil else {
      base.take(rows)
      return log.deleted += rows
    }
    guard canPlaceInView else { return needsWhole = true }
    for row in rows {
      guard let id = base.section(of: row), let s = base.index(of: id) else { continue }
      // Sections stand in the order in which their values appear first.
      guard base.sections[s].count == 1 || base.sections[s].row(at: 0) != row else {
        return needsWhole = true
      }
      base.take([row])
      log.deleted.append(row)
      guard base.sections[s].count == 0 else { continue }
      base.removeEmptySections([id])
      log.deletedSections.append(id)
    }
  }

  // MARK: - Changed rows

  private mutating func change(_ row: RowID, _ remote: Delta.Row) throws(EditError) {
    var changes = try oldBase.cells(of: remote)
    for (column, cell) in changes
    where base.keyColumns.contains(column) || base.cell(row, column) == cell {
      changes[column] = nil
    }
    guard !changes.isEmpty else { return }
    for column in [oldBase.sectionColumn, table.sectionColumn] {
      if let column, changes[column] != nil { return needsWhole = true }
    }
    changesBase = true
    base.update(row, changes)
    log.update(row, keepsKey: true)
    log.cellCount += changes.count
  }

  // MARK: - Inserted rows

  /// - Parameter here: the local row that has its key.
  private mutating func insert(_ remote: Delta.Row, _ here: RowID?) throws(EditError) {
    let cells = try oldBase.cellsOfNew(remote)
    guard let (id, index) = place(of: remote, cells) else { return needsWhole = true }
    // A row of the base that now has its key is another one.
    let new =
      here.flatMap { oldBase.contains($0) ? nil : $0 }
      ?? RowID(UInt32(base.identities.row(after: max(base.rowIDCount, table.rowIDCount))))
    added[remote.name] = new
    changesBase = true
    base.enter(new)
    base.versions[Int(new.rawValue)] = base.appendRecord(former: nil, changes: cells)
    guard let s = base.index(of: id) else { return }
    base.place([new], inSection: s, at: index)
    if base.sectionColumn != nil { base.rankLast(new) }
    log.inserted.append(new)
  }

  /// Whether both tables are one view of a column in source order.
  private var canPlaceInView: Bool { isOne && !table.hasOwnOrder }

  /// Returns the section of a new row and its index in the base; nil if that must be found anew.
  private mutating func place(
    of row: Delta.Row, _ cells: [ColumnID: Cell]
  ) -> (section: SectionID, index: Int)? {
    if let column = oldBase.sectionColumn ?? table.sectionColumn {
      let name = cells[column]?.text ?? ""
      // A section that was empty stands where its value appears from now on.
      guard canPlaceInView, row.place == .end, let id = section(named: name),
        let s = base.index(of: id),
        base.sections[s].count > 0 || log.insertedSections.contains(id)
      else { return nil }
      return (id, base.sections[s].count)
    }
    let neighbour = row.place.neighbour.flatMap(path)
    let id: SectionID?
    if let name = row.section {
      id = section(named: name)
    } else if let neighbour {
      id = base.sections[neighbour.section].id
    } else {
      id = base.sections.last?.id ?? section(named: Section.soleName)
    }
    guard let id, let s = base.index(of: id),
      isOne || table.index(of: id) != nil || oldBase.index(of: id) == nil
    else { return nil }
    return (id, base.index(of: row.place, inSection: s, beside: neighbour))
  }

  /// Returns the index path in the base of the row with a key.
  private func path(_ key: [String]) -> RowPath? {
    (oldBase.row(withKey: key) ?? added[Delta.Row(key, []).name]).flatMap(base.path(of:))
  }

  /// Returns the section of a name in the base, made in both tables if neither has it; nil if they
  /// do not agree.
  private mutating func section(named name: String) -> SectionID? {
    let here = isOne ? nil : table.sections.first { $0.name === name }?.id
    if let known = base.sections.first(where: { $0.name === name }) {
      return isOne || here == known.id || oldBase.index(of: known.id) == nil ? known.id : nil
    }
    guard here == nil, !base.hasOwnOrder, !table.hasOwnOrder,
      isOne || haveOneOrder(base.sections.map(\.id), table.sections.map(\.id), by: Set.self)
    else { return nil }
    let label = Section.Label(name)
    let count = max(base.sectionIndexes.count, table.sectionIndexes.count)
    let id = SectionID(UInt32(base.identities.section(after: count)))
    base.insertSection(id, label, at: base.sections.count)
    log.insertedSections.append(id)
    changesBase = true
    return id
  }
}

extension Table {
  /// Returns the cells that the source tells of a row.
  func cells(of row: Delta.Row) throws(EditError) -> [ColumnID: Cell] {
    var cells: [ColumnID: Cell] = [:]
    for (name, cell) in row.cells {
      guard let column = column(named: name)?.id else { throw .sourceHasNewColumn(name) }
      try checkWritable(cell, column)
      cells[column] = normal(cell)
    }
    return cells
  }

  /// Returns the cells of a row that the source has added, its key included.
  func cellsOfNew(_ row: Delta.Row) throws(EditError) -> [ColumnID: Cell] {
    var cells = try cells(of: row)
    for (column, text) in zip(keyColumns, row.key) where cells[column]?.text != text {
      cells[column] = try cellFitting(text, row: nil, column: column)
    }
    return cells
  }
}
