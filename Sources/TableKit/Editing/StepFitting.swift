import BatchUpdates

/// Fits a step to a table that has changed since, cell by cell: one of the history to a table that others
/// have changed, or one of others to a table with unsaved edits.
///
/// Undoing goes from the step's table after, `old`, to the one before, `new`; redoing the other way
/// round. A cell that still holds the value of `old` gets that of `new` or, if others changed it
/// since, the base's or, where they wrote it into the table itself or the user has saved over it
/// since, theirs; other cells stay. Rows that `old` lacks return with such cells, or not at all
/// if others deleted them, too; rows that `new` lacks go, unless others added them, too. An order
/// returns where it is still that of `old`.
///
/// Of a step of others what `MergeRule` says comes in, and the rest are conflicts.
struct StepFitting {
  let old: Table
  let new: Table
  let step: ChangeLog
  /// The base now.
  let saved: Table
  /// What came from others since the step; empty when it is done again.
  let arrivals: [Undo.Arrival]
  /// The table as others have changed it.
  let former: Table
  /// What becomes of it.
  var table: Table
  var log = ChangeLog()
  /// The number of rows that are left out, because they are gone or hold something else now.
  private(set) var leftOut = 0
  /// Whether the step is what others did to the base.
  let isPush: Bool
  /// Whether it is known only by the source, read anew.
  let isWhole: Bool
  /// Rows of others whose keys were given to other rows here.
  let shadowed: RowSet
  var conflicts: [MergeConflict] = []

  init(
    from old: Table, to new: Table, _ step: ChangeLog, of table: Table, saved: Table,
    _ arrivals: [Undo.Arrival]
  ) {
    (self.old, self.new, self.step, self.saved, self.arrivals) = (old, new, step, saved, arrivals)
    (former, self.table) = (table, table)
    (isPush, isWhole, shadowed) = (false, false, RowSet())
  }

  /// A step of others, from one state of the base to the next.
  init(push step: ChangeLog, from old: Table, to new: Table, of table: Table) {
    (self.old, self.new, self.step, saved, arrivals) = (old, new, step, new, [])
    (former, self.table, isPush) = (table, table, true)
    (isWhole, shadowed) = (false, RowSet())
  }

  /// What others did until the base has become a source.
  ///
  /// - Parameter shadowed: rows of the source whose keys were given to other rows here.
  init(source new: Table, after old: Table, shadowed: RowSet, of table: Table) {
    step = ChangeLog(from: old, to: new, comparesCells: false)
    (self.old, self.new, saved, arrivals) = (old, new, new, [])
    (former, self.table, isPush) = (table, table, true)
    (isWhole, self.shadowed) = (true, shadowed)
  }

  /// - Complexity: O(rows that the step changed); O(table) if it changed columns, sections or
  ///   orders.
  mutating func fit() {
    if isWhole { beginWhole() }
    if step.changesColumns { fitColumns() }
    if old.sectionColumn != new.sectionColumn { fitSectionColumn() }
    relabelSections()
    addSections()
    let leaving = leavingRows()
    let (changed, gone) = fitCells(unless: RowSet(leaving))
    delete(leaving + gone)
    bringBack()
    fitPlaces(changed)
    fitOrders()
    removeSections()
    if isWhole {
      mergeOrders()
      finishWhole()
      table.checkInvariants()
      return
    }
    arrangeSections()
    removeColumns()
    if former.hasOwnOrder == old.hasOwnOrder { table.hasOwnOrder = new.hasOwnOrder }
    if !table.isInSourceOrder {
      if former.isInSourceOrder {
        table.rank(as: saved.sourceOrder)
      } else if !log.inserted.isEmpty || !log.deleted.isEmpty, !saved.isInSourceOrder {
        (table.sourceRanks, table.loadedCount) = (saved.sourceRanks, saved.loadedCount)
      }
    }
    table.checkInvariants()
  }

  // MARK: - What others did

  /// Whether others changed a property of the base since the step, such as the cell of a row.
  func othersChanged<Value: Equatable>(_ property: (Table) -> Value) -> Bool {
    arrivals.contains { property($0.before) != property($0.after ?? saved) }
  }

  /// Returns what the base was when others had added what `isIn` finds; nil if they have not. The user
  /// may have saved over it since.
  func baseAfterAddition(_ isIn: (Table) -> Bool) -> Table? {
    guard isIn(saved) else { return nil }
    return arrivals.last { isIn($0.before) != isIn($0.after ?? saved) }.flatMap { arrival in
      let after = arrival.after ?? saved
      return isIn(after) ? after : nil
    }
  }

  /// Returns the base before others deleted what `isIn` finds; nil if they have not, or have added it
  /// again. The user may have saved it over that since.
  func baseBeforeDeletion(_ isIn: (Table) -> Bool) -> Table? {
    let last = arrivals.last { isIn($0.before) != isIn($0.after ?? saved) }?.before
    return last.flatMap { isIn($0) ? $0 : nil }
  }

  // MARK: - Cells

  /// Returns the table whose cell a row gets.
  func goal(_ row: RowID, _ column: ColumnID) -> Table {
    func cell(_ table: Table) -> Cell? { table.contains(row) ? table.cell(row, column) : nil }
    let theirs = arrivals.last { cell($0.before) != cell($0.after ?? saved) }
    // Where the user has saved over it since, theirs is what the source had until then.
    if let after = theirs?.after, after.contains(row), after.column(column) != nil { return after }
    guard saved.contains(row), saved.column(column) != nil else { return new }
    let isTheirs = theirs.map { $0.after == nil || $0.isWrite } ?? false
    return isTheirs || !new.contains(row) ? saved : new
  }

  /// Returns the rows whose cells changed, and those of them that others deleted and that nothing
  /// keeps any more.
  private mutating func fitCells(unless isLeaving: RowSet) -> (changed: [RowID], gone: [RowID]) {
    if isPush { return (mergeCells(), []) }
    var changed: [RowID] = []
    var rekeyed: [RowID] = []
    for row in step.updated
    where old.contains(row) && new.contains(row) && !isLeaving.contains(row) {
      var goals: [ColumnID: Table] = [:]
      if table.contains(row) {
        for column in table.columns {
          let cell = old.cell(row, column.id)
          guard cell != new.cell(row, column.id) else { continue }
          guard table.cell(row, column.id) == cell else { continue }
          goals[column.id] = goal(row, column.id)
        }
      }
      let table = table
      guard !goals.isEmpty, setCells(of: row, { goals[$0] ?? table }) else {
        leftOut += 1
        continue
      }
      changed.append(row)
      if table.keyColumns.contains(where: { goals[$0] != nil }) { rekeyed.append(row) }
    }
    refuse(rekeyed, &changed)
    let gone = changed.filter { row in
      baseBeforeDeletion { $0.contains(row) }.map { !table.hasOtherCells(row, than: $0) } ?? false
    }
    let isGone = RowSet(gone)
    changed.removeAll { isGone.contains($0) }
    for row in changed { noteCells(of: row) }
    return (changed, gone)
  }

  /// Gives rows back the keys that they had, where others have taken the new ones.
  private mutating func refuse(_ rekeyed: [RowID], _ changed: inout [RowID]) {
    var rekeyed = rekeyed
    while let i = rekeyed.firstIndex(where: { table.otherRow(withKeyOf: $0) != nil }) {
      let row = rekeyed.remove(at: i)
      table.setVersion(former.versions[Int(row.rawValue)], of: row)
      changed.removeAll { $0 == row }
      leftOut += 1
    }
  }

  mutating func noteCells(of row: RowID) {
    log.update(row)
    log.cellCount += table.columns.count { table.cell(row, $0.id) != former.cell(row, $0.id) }
  }

  /// Gives a row the raw cells that it has in other tables; returns whether that changed any.
  mutating func setCells(of row: RowID, _ source: (ColumnID) -> Table) -> Bool {
    table.setCells(of: row, preferring: saved, source)
  }

  // MARK: - Rows

  /// Returns the rows that the step took in and that can go.
  private mutating func leavingRows() -> [RowID] {
    var leaving: [RowID] = []
    for row in step.inserted + step.deleted where old.contains(row) && !new.contains(row) {
      if !table.contains(row) {
        leftOut += 1
      } else if isPush, isChangedHere(row) {
        conflicts.note(.deletedThere, key: old.key(of: row), row: row)
      } else if let theirs = baseAfterAddition({ $0.contains(row) }) {
        // Theirs, too: what remains is as they have it.
        let (table, old) = (table, old)
        let isChanged = setCells(of: row) { column in
          table.cell(row, column) == old.cell(row, column) && theirs.column(column) != nil
            ? theirs : table
        }
        if isChanged { noteCells(of: row) } else { leftOut += 1 }
      } else {
        leaving.append(row)
      }
    }
    return leaving
  }

  private mutating func delete(_ rows: [RowID]) {
    table.take(rows)
    log.deleted += rows
  }

  /// Takes its place in the source from a row of a list, where another row stands now.
  mutating func clearPlaces(of row: RowID, in former: Table) {
    guard let places = table.places, let s = former.section(of: row).flatMap(former.index(of:)),
      places.sections.contains(former.sections[s].name)
    else { return }
    var changes: [ColumnID: Cell] = [:]
    for column in places.columns where table.column(column) != nil { changes[column] = .null }
    table.setVersion(table.appendRecord(former: row, changes: changes), of: row)
  }

  /// Brings back the rows that the step took away.
  private mutating func bringBack() {
    var returning: [RowID] = []
    for row in new.inTableOrder(step.inserted + step.deleted) where !old.contains(row) {
      if isPush {
        if takeIn(row) { returning.append(row) }
        continue
      }
      guard !table.contains(row), baseBeforeDeletion({ $0.contains(row) }) == nil else {
        leftOut += 1
        continue
      }
      let goals = table.columns.reduce(into: [ColumnID: Table]()) { $0[$1.id] = goal(row, $1.id) }
      let new = new
      _ = setCells(of: row) { goals[$0] ?? new }
      if table.hasKey, table.otherRow(withKeyOf: row) != nil { clearPlaces(of: row, in: new) }
      guard
        !table.hasKey || table.awaitsKey(row, table.keyColumns)
          || table.otherRow(withKeyOf: row) == nil
      else {
        leftOut += 1
        continue
      }
      returning.append(row)
    }
    place(returning)
    log.inserted += returning
  }

  /// Puts rows back that the step moved, or that now name another section.
  private mutating func fitPlaces(_ changed: [RowID]) {
    var rows =
      isWhole
      ? movedRows()
      : step.moved.filter { row in
        guard old.contains(row), new.contains(row), table.contains(row) else { return false }
        return table.sectionColumn != nil || table.section(of: row) == old.section(of: row)
      }
    leftOut += step.moved.count - rows.count
    if let column = table.sectionColumn {
      var known = RowSet(rows)
      let relabelled = step.relabelled.compactMap(table.index(of:))
      rows += (changed + relabelled.flatMap { table.sections[$0].rows.list }).filter { row in
        guard let s = table.section(of: row).flatMap(table.index(of:)),
          table.cell(row, column).text != table.sections[s].name
        else { return false }
        return known.insert(row)
      }
    }
    guard !rows.isEmpty else { return }
    let (paths, sections) = (table.paths(of: rows), rows.map(table.section(of:)))
    table.take(rows)
    place(rows)
    guard table.paths(of: rows) != paths || rows.map(table.section(of:)) != sections else { return }
    for row in rows { log.move(row) }
  }

  /// Places rows behind the rows that they follow in `new`.
  private mutating func place(_ rows: [RowID]) {
    if isWhole { return append(rows) }
    let isKnown = RowSet(rows.filter(new.contains))
    let ordered = new.inTableOrder(rows)
    let paths = new.paths(of: ordered)
    var start = 0
    while start < ordered.count {
      let section = section(for: ordered[start])
      var end = start + 1
      while end < ordered.count, paths[end].section == paths[start].section,
        paths[end].row == paths[end - 1].row + 1, self.section(for: ordered[end]) == section
      { end += 1 }
      let s = table.index(of: section) ?? 0
      table.place(
        Array(ordered[start..<end]), inSection: s, at: index(behind: paths[start], in: section))
      start = end
    }
    for row in rows where !isKnown.contains(row) {
      let s = table.index(of: section(for: row)) ?? 0
      table.place([row], inSection: s, at: table.sections[s].count)
    }
  }

  /// Returns the index for a row that stands at a path of `new`.
  func index(behind path: RowPath, in section: SectionID) -> Int {
    let s = table.index(of: section) ?? 0
    guard isPush || new.sections[path.section].name === table.sections[s].name else {
      return table.sections[s].count
    }
    var index = 0
    for r in (0..<path.row).reversed() {
      let row = new.sections[path.section].row(at: r)
      guard table.section(of: row) == section, let place = table.path(of: row) else { continue }
      index = place.row + 1
      break
    }
    return isPush ? self.index(behindOwn: index, in: section) : index
  }

  /// Puts the rows of a section back in order, where they still stand as the step left them.
  private mutating func fitOrders() {
    if isWhole { return }
    for id in step.arranged.sorted() {
      guard let a = old.index(of: id), let b = new.index(of: id), let s = table.index(of: id) else {
        continue
      }
      let mine = table.sections[s].rows.list
      guard haveOneOrder(old.sections[a].rows.list, mine, by: RowSet.self) else {
        leftOut += 1
        continue
      }
      let order = mergedOrder(new.sections[b].rows.list, mine, by: RowSet.self) {
        table.section(of: $0) == id
      }
      guard order != mine else { continue }
      let count = zip(mine, order).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      log.sortedCount = (log.sortedCount ?? 0) + count
      table.setRows(order, inSection: s)
      log.arranged.insert(id)
    }
  }
}

extension Table {
  /// Gives a row the raw cells that it has in other tables of the same identities, which need not be
  /// in a section here; returns whether that changed any.
  ///
  /// - Parameters:
  ///   - whole: the table whose record is taken where all cells are as there.
  ///   - source: the table that has the cell of a column.
  mutating func setCells(
    of row: RowID, preferring whole: Table, _ source: (ColumnID) -> Table
  ) -> Bool {
    let isHere = contains(row)
    func isSame(as other: Table) -> Bool {
      columns.allSatisfy { other.raw(row, $0.id).isSame(as: source($0.id).raw(row, $0.id)) }
    }
    if isHere, isSame(as: self) { return false }
    let version: Version
    if whole.contains(row), isSame(as: whole) {
      version = self.version(of: row, in: whole)
    } else {
      let content = content(
        { Holding(row, $0, in: source($0)) },
        { column, bytes in bytes.append(contentsOf: source(column).raw(row, column)) })
      version = appendRecord(content)
    }
    enter(row)
    if isHere { setVersion(version, of: row) } else { versions[Int(row.rawValue)] = version }
    return true
  }

  /// Returns the version that stands for the content of a row in another table of the same
  /// identities.
  mutating func version(of row: RowID, in other: Table) -> Version {
    let version = other.versions[Int(row.rawValue)]
    let chunk = other.chunks[Int(version.chunk)]
    if Int(version.chunk) < chunks.count, chunks[Int(version.chunk)] === chunk { return version }
    return self.version(of: Int(version.record), in: chunk)
  }

  /// Returns the version that stands for a record of a chunk of this table or another one of the same
  /// identities.
  mutating func version(of record: Int, in chunk: Chunk) -> Version {
    // The last ones are those in use.
    let known = chunks.lastIndex { $0 === chunk } ?? chunks.count
    if known == chunks.count { chunks.append(chunk) }
    return Version(chunk: known, record: record)
  }
}
