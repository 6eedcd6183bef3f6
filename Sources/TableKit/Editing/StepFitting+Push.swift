// What others did to the base comes in unless the same was changed here: see `MergeRule`.

extension StepFitting {
  /// Merges the cells of rows that others changed; notes a conflict for those that are gone here.
  ///
  /// - Returns: the rows that may have other cells now.
  mutating func mergeCells() -> [RowID] {
    let keepsColumns = table.columns.contains { new.column($0.id) == nil }
    let rows = isWhole ? new.rowList : step.updated
    // Most rows of a source were not touched here.
    let (chunks, known) = (former.sharedChunks(with: old.chunks), former.versions.count)
    if isWhole, !keepsColumns, former.sharesContent(with: old), !chunks.contains(false),
      table.versions.isShared(with: former.versions), known == new.versions.count
    {
      table.versions = new.versions
      return table.sectionColumn != nil ? table.rowList : rows.filter(log.isUpdated)
    }
    var (mine, theirs) = (VersionReader(former.versions), VersionReader(new.versions))
    var base = VersionReader(old.versions)
    var changedThere: [RowID] = []
    for row in rows {
      if isWhole, !keepsColumns, row.rawValue < known, old.contains(row), table.contains(row) {
        let version = mine.version(of: row)
        if version == base.version(of: row), chunks[Int(version.chunk)] {
          table.versions[Int(row.rawValue)] = theirs.version(of: row)
          continue
        }
      }
      if table.contains(row) {
        mergeCells(of: row, keepsColumns: keepsColumns)
      } else if old.contains(row), isChangedThere(row) {
        changedThere.append(row)
      }
    }
    for row in changedThere { conflicts.note(.deletedHere, key: old.key(of: row), row: row) }
    return isWhole && table.sectionColumn != nil ? table.rowList : rows.filter(log.isUpdated)
  }

  /// Merges the cells of a row of both: that of others where nothing is kept, which a save then copies.
  private mutating func mergeCells(of row: RowID, keepsColumns: Bool = false) {
    let isOld = old.contains(row)
    var kept: Set<ColumnID> = []
    if !isOld || keepsColumns || table.reference(to: row) != old.reference(to: row) {
      for column in table.columns where keeps(row, column, isOld: isOld) { kept.insert(column.id) }
    }
    if kept.isEmpty {
      table.setVersion(table.version(of: row, in: new), of: row)
    } else {
      let (mine, theirs) = (former, new)
      _ = setCells(of: row) { kept.contains($0) ? mine : theirs }
    }
    if isWhole { return }
    let count = table.columns.count { table.cell(row, $0.id) != former.cell(row, $0.id) }
    if count > 0 { log.update(row, keepsKey: true) } else { log.repointed = true }
    log.cellCount += count
  }

  /// Whether a cell stays as it is here; notes a conflict if others changed it, too.
  private mutating func keeps(_ row: RowID, _ column: Column, isOld: Bool) -> Bool {
    let id = column.id
    guard new.column(id) != nil else { return !former.raw(row, id).isEmpty }
    guard former.column(id) != nil else { return false }
    let base = isOld ? old.column(id) == nil ? .null : old.cell(row, id) : nil
    let (mine, theirs) = (former.cell(row, id), new.cell(row, id))
    switch MergedValue(base: base, mine: mine, theirs: theirs) {
    case .theirs: return false
    case .mine: return true
    case .conflict: break
    }
    conflicts.note(
      isOld ? .cell : .added, key: (isOld ? old : former).key(of: row), column: column.name,
      base: base, local: mine, remote: theirs, row: row, columnID: id)
    return true
  }

  /// Whether others have changed the cells of a row that is gone here.
  private func isChangedThere(_ row: RowID) -> Bool {
    table.columns.map(\.id).contains { column in
      guard new.column(column) != nil, !(old.places?.columns.contains(column) ?? false) else {
        return false
      }
      return new.cell(row, column) != (old.column(column) == nil ? .null : old.cell(row, column))
    }
  }

  /// Whether a row of the base has other cells here.
  func isChangedHere(_ row: RowID) -> Bool {
    table.reference(to: row) != old.reference(to: row) && table.hasOtherCells(row, than: old)
  }

  // MARK: - Inserted rows

  /// Takes in a row that others have inserted; returns whether it is to be placed.
  mutating func takeIn(_ row: RowID) -> Bool {
    if table.contains(row) {
      if !isWhole { meet(row) }
      return false
    }
    let isTaken =
      isWhole
      ? shadowed.contains(row) : table.row(withKeyOf: row, in: new, new.keyColumns) != nil
    if isTaken {
      conflicts.note(.keyTaken, key: new.key(of: row), row: row)
      return false
    }
    table.enter(row)
    table.versions[Int(row.rawValue)] = table.version(of: row, in: new)
    return true
  }

  /// A row of the same key was inserted on both sides: the local cells stay, at the source's place.
  private mutating func meet(_ row: RowID) {
    mergeCells(of: row)
    guard let there = new.path(of: row), let from = table.section(of: row),
      let s = table.index(of: from), let path = table.path(of: row)
    else { return }
    let section = new.sections[there.section].id
    if from == section, isOrdered(section) { return }
    // Rows inserted here behind it follow it.
    var block = [row]
    if from == section {
      while path.row + block.count < table.sections[s].count {
        let next = table.sections[s].row(at: path.row + block.count)
        guard new.section(of: next) != section else { break }
        block.append(next)
      }
    }
    table.take(block)
    let t = table.index(of: section) ?? 0
    table.place(block, inSection: t, at: index(behind: there, in: section))
    guard table.path(of: row) != path else { return }
    for row in block { log.move(row) }
  }

  /// Returns the index for rows of others that follow the row before an index: rows that were inserted
  /// here stand before them, unless the rows were reordered.
  func index(behindOwn index: Int, in section: SectionID) -> Int {
    guard !isOrdered(section), let s = table.index(of: section) else { return index }
    let rest = (index..<table.sections[s].count).first {
      new.section(of: table.sections[s].row(at: $0)) == section
    }
    return rest ?? table.sections[s].count
  }

  /// Whether the rows of a section were reordered here.
  private func isOrdered(_ section: SectionID) -> Bool {
    (former.hasOwnOrder || old.hasOwnOrder) && former.reorders(section, since: old)
  }
}
