// What others did to the base comes in unless the same was changed here: see `MergeRule`.

extension StepFitting {
  /// Gives a row that was not touched here the record of the base; notes a conflict if it is gone here.
  ///
  /// - Returns: whether nothing else is to be done with it.
  mutating func takeRecord(of row: RowID) -> Bool {
    let isShown = table.columns.contains { old.cell(row, $0.id) != new.cell(row, $0.id) }
    guard table.contains(row) else {
      if isShown {
        conflicts.append(MergeConflict(kind: .deletedHere, key: old.key(of: row), row: row))
      }
      return true
    }
    guard table.reference(to: row) == old.reference(to: row) else { return false }
    table.setVersion(table.version(of: row, in: new), of: row)
    if isShown { noteCells(of: row) } else { log.repointed = true }
    return true
  }

  /// Whether the cell of others comes in where it is another one here, too; else it is a conflict.
  ///
  /// - Parameter base: what it was; nil: both sides have added the row.
  mutating func takes(_ row: RowID, _ column: Column, base: Cell?) -> Bool {
    let (mine, theirs) = (table.cell(row, column.id), new.cell(row, column.id))
    if MergedValue(base: base, mine: mine, theirs: theirs) == .theirs { return true }
    conflicts.append(
      MergeConflict(
        kind: base == nil ? .added : .changed, key: (base == nil ? table : old).key(of: row),
        column: column.name, base: base, local: mine, remote: theirs, row: row,
        columnID: column.id))
    return false
  }

  /// Whether a row of the base has other cells here.
  func isChangedHere(_ row: RowID) -> Bool {
    table.reference(to: row) != old.reference(to: row) && table.hasOtherCells(row, than: old)
  }

  // MARK: - Inserted rows

  /// Takes in a row that others have inserted; returns whether it is to be placed.
  mutating func takeIn(_ row: RowID) -> Bool {
    if table.contains(row) {
      meet(row)
      return false
    }
    if table.row(withKeyOf: row, in: new, new.keyColumns) != nil {
      conflicts.append(MergeConflict(kind: .added, key: new.key(of: row), row: row))
      return false
    }
    table.enter(row)
    table.versions[Int(row.rawValue)] = table.version(of: row, in: new)
    return true
  }

  /// A row of the same key was inserted on both sides: the local cells stay, at the source's place.
  private mutating func meet(_ row: RowID) {
    let both = table.columns.filter { new.column($0.id) != nil }
    let taken = Set(both.filter { takes(row, $0, base: nil) }.map(\.id))
    let (local, theirs) = (table, new)
    if setCells(of: row, { taken.contains($0) ? theirs : local }) { noteCells(of: row) }
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
