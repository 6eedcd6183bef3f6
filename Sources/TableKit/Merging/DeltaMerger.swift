import BatchUpdates

/// Merges a delta into the base and into the local table, row by row, as `Merger` would merge the
/// whole source.
struct DeltaMerger {
  /// The base and the local table before.
  private let oldBase: Table
  private let former: Table
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
    former = local
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
    base.chunks += Array(repeating: Merger.noRecords, count: count - base.chunks.count)
    table.chunks += Array(repeating: Merger.noRecords, count: count - table.chunks.count)
  }

  /// Whether the base has changed.
  var changesBase = false

  mutating func merge(_ delta: Delta) throws(EditError) {
    let rows = delta.joinedRows
    let known = rows.map { $0.known ?? oldBase.row(withKey: $0.key) }
    delete(
      delta.deletedRows + delta.deleted.compactMap { oldBase.row(withKey: $0) }, unless: known)
    for (row, known) in zip(rows, known) where !needsWhole {
      if let known {
        try change(known, row)
      } else {
        try insert(row)
      }
    }
    finish()
  }

  /// Keeps both tables one where they have become so.
  private mutating func finish() {
    if isOne {
      table = base
    } else if changesBase, !needsWhole, table.isSame(as: base) {
      // What was unsaved is now in the source, and both are one again.
      let counts = table.textCounts
      table = base
      table.textCounts = counts
      log.repointed = true
    }
  }

  // MARK: - Deleted rows

  private mutating func delete(_ rows: [RowID], unless known: [RowID?]) {
    let isKept = RowSet(known.compactMap { $0 })
    var gone = RowSet()
    let rows = rows.filter { !isKept.contains($0) && gone.insert($0) }
    guard !rows.isEmpty else { return }
    changesBase = true
    guard oldBase.sectionColumn != nil || former.sectionColumn != nil else {
      base.take(rows)
      return take(rows)
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

  /// Takes rows that are gone from the source out of the local table, unless they were changed here.
  private mutating func take(_ rows: [RowID]) {
    guard !isOne else { return log.deleted += rows }
    var gone: [RowID] = []
    for row in rows where table.contains(row) {
      if hasLocalChange(row) {
        conflicts.append(MergeConflict(kind: .deletedThere, key: oldBase.key(of: row), row: row))
      } else {
        gone.append(row)
      }
    }
    table.take(gone)
    log.deleted += gone
  }

  private func hasLocalChange(_ row: RowID) -> Bool {
    if isUntouched(row) { return false }
    return table.columns.contains { column in
      table.cell(row, column.id)
        != (oldBase.column(column.id) == nil ? .null : oldBase.cell(row, column.id))
    }
  }

  /// Whether a row has the same record in the local table as in the base before.
  private func isUntouched(_ row: RowID) -> Bool {
    table.reference(to: row) == oldBase.reference(to: row)
  }

  // MARK: - Changed rows

  private mutating func change(
    _ row: RowID, _ remote: Delta.Row
  ) throws(EditError) {
    var changes = try oldBase.cells(of: remote)
    for (column, cell) in changes
    where base.keyColumns.contains(column) || base.cell(row, column) == cell {
      changes[column] = nil
    }
    guard !changes.isEmpty else { return }
    for column in [oldBase.sectionColumn, former.sectionColumn] {
      if let column, changes[column] != nil { return needsWhole = true }
    }
    changesBase = true
    let wasUntouched = !isOne && table.contains(row) && oldBase.contains(row) && isUntouched(row)
    let old = changes.mapValues { _ in Cell.null }.reduce(into: [ColumnID: Cell]()) {
      $0[$1.key] = base.cell(row, $1.key)
    }
    base.update(row, changes)
    guard !isOne else {
      log.update(row, keepsKey: true)
      return log.cellCount += changes.count
    }
    let shown = changes.keys.filter { table.column($0) != nil }.sorted()
    guard table.contains(row) else {
      if !shown.isEmpty, oldBase.contains(row) {
        conflicts.append(MergeConflict(kind: .deletedHere, key: oldBase.key(of: row), row: row))
      }
      return
    }
    if wasUntouched {
      table.setVersion(table.version(of: row, in: base), of: row)
      table.shareVersions(near: row, with: base)
      guard !shown.isEmpty else { return log.repointed = true }
      log.update(row, keepsKey: true)
      return log.cellCount += shown.count
    }
    let taken = shown.filter { column in
      let (mine, theirs) = (table.cell(row, column), changes[column] ?? .null)
      if MergedValue(base: old[column], mine: mine, theirs: theirs) == .theirs { return true }
      conflicts.append(
        MergeConflict(
          kind: .changed, key: oldBase.key(of: row), column: table.column(column)?.name,
          base: old[column], local: mine, remote: theirs, row: row, columnID: column))
      return false
    }
    takeCells(taken, of: row)
  }

  /// Gives a local row the raw cells of the base in some columns.
  private mutating func takeCells(_ columns: [ColumnID], of row: RowID) {
    let (local, theirs) = (table, base)
    let different = columns.count { !local.raw(row, $0).isSame(as: theirs.raw(row, $0)) }
    guard table.setCells(of: row, preferring: base, { columns.contains($0) ? theirs : local })
    else { return }
    table.shareVersions(near: row, with: base)
    log.update(row, keepsKey: true)
    log.cellCount += different
  }

  // MARK: - Inserted rows

  private mutating func insert(_ remote: Delta.Row) throws(EditError) {
    let cells = try oldBase.cellsOfNew(remote)
    guard let (id, index) = place(of: remote, cells) else { return needsWhole = true }
    let other = isOne ? nil : table.row(withKey: remote.key)
    let isShadowed = other.map(oldBase.contains) ?? false
    let row =
      isShadowed ? nil : other
    let new =
      row
      ?? RowID(UInt32(base.identities.row(after: max(base.rowIDCount, table.rowIDCount))))
    added[remote.name] = new
    changesBase = true
    base.enter(new)
    base.versions[Int(new.rawValue)] = base.appendRecord(former: nil, changes: cells)
    guard let s = base.index(of: id) else { return }
    base.place([new], inSection: s, at: index)
    if base.sectionColumn != nil { base.rankLast(new) }
    guard !isOne else { return log.inserted.append(new) }
    if isShadowed {
      conflicts.append(
        MergeConflict(kind: .added, key: remote.key.joined(separator: "/"), row: new))
    } else if row != nil {
      meet(new, id)
    } else {
      table.enter(new)
      table.versions[Int(new.rawValue)] = table.version(of: new, in: base)
      table.shareVersions(near: new, with: base)
      place([new], id)
      log.inserted.append(new)
    }
  }

  /// A row of the same key was inserted on both sides: the local cells stay, at the source's place.
  private mutating func meet(_ row: RowID, _ section: SectionID) {
    var taken: [ColumnID] = []
    for column in table.columns.map(\.id) where base.column(column) != nil {
      let (mine, theirs) = (table.cell(row, column), base.cell(row, column))
      if mine == theirs {
        taken.append(column)
        continue
      }
      conflicts.append(
        MergeConflict(
          kind: .added, key: table.key(of: row), column: table.column(column)?.name, local: mine,
          remote: theirs, row: row, columnID: column))
    }
    takeCells(taken, of: row)
    guard let from = table.section(of: row), let s = table.index(of: from),
      let path = table.path(of: row)
    else { return }
    if from == section, isOrdered(section) { return }
    // Rows inserted here behind it follow it.
    var block = [row]
    if from == section {
      while path.row + block.count < table.sections[s].count {
        let next = table.sections[s].row(at: path.row + block.count)
        guard base.section(of: next) != section else { break }
        block.append(next)
      }
    }
    table.take(block)
    place(block, section)
    guard table.path(of: row) != path else { return }
    for row in block { log.move(row) }
  }

  /// Places a block of rows in the local table, the first of which stands in the base.
  private mutating func place(_ rows: [RowID], _ section: SectionID) {
    guard let b = base.index(of: section), let t = table.index(of: section),
      let path = base.path(of: rows[0])
    else { return }
    var index = 0
    for r in (0..<path.row).reversed() {
      let before = base.sections[b].row(at: r)
      guard table.section(of: before) == section, let place = table.path(of: before) else {
        continue
      }
      index = place.row + 1
      break
    }
    if !isOrdered(section) {
      while index < table.sections[t].count,
        base.section(of: table.sections[t].row(at: index)) != section
      { index += 1 }
    }
    table.place(rows, inSection: t, at: index)
  }

  /// Whether the rows of a section were reordered here.
  private func isOrdered(_ section: SectionID) -> Bool {
    guard former.hasOwnOrder || oldBase.hasOwnOrder, let b = oldBase.index(of: section),
      let t = former.index(of: section)
    else { return false }
    return !oldBase.sections[b].hasSameRows(as: former.sections[t])
      && !haveOneOrder(
        oldBase.sections[b].rows.list, former.sections[t].rows.list, by: RowSet.self)
  }

  /// Whether both tables are one view of a column in source order.
  private var canPlaceInView: Bool { isOne && !former.hasOwnOrder }

  /// Returns the section of a new row and its index in the base; nil if that must be found anew.
  private mutating func place(
    of row: Delta.Row, _ cells: [ColumnID: Cell]
  ) -> (section: SectionID, index: Int)? {
    if let column = oldBase.sectionColumn ?? former.sectionColumn {
      let name = cells[column]?.text ?? ""
      guard canPlaceInView, row.place == .end, let id = section(named: name) else { return nil }
      return base.index(of: id).map { (id, base.sections[$0].count) }
    }
    var neighbour: RowPath?
    switch row.place {
    case .end, .index: break
    case .behind(let key): neighbour = path(key).map { RowPath($0.section, $0.row + 1) }
    case .before(let key): neighbour = path(key)
    }
    let id: SectionID?
    if let name = row.section {
      id = section(named: name)
    } else if let neighbour {
      id = base.sections[neighbour.section].id
    } else {
      id = base.sections.last?.id ?? section(named: Section.soleName)
    }
    guard let id, let s = base.index(of: id), table.index(of: id) != nil || isOne else {
      return nil
    }
    if let neighbour, neighbour.section == s { return (id, neighbour.row) }
    if case .index(let index) = row.place, index < base.sections[s].count { return (id, index) }
    return (id, base.sections[s].count)
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
      return isOne || here == known.id ? known.id : nil
    }
    guard here == nil, !base.hasOwnOrder, !table.hasOwnOrder else { return nil }
    let label = Section.Label(name)
    let count = max(base.sectionIndexes.count, table.sectionIndexes.count)
    let id = SectionID(UInt32(base.identities.section(after: count)))
    base.insertSection(id, label, at: base.sections.count)
    if !isOne { table.insertSection(id, label, at: table.sections.count) }
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
