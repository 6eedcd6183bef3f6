// A source that was read anew: every row gets the record that it has there, and orders are merged as
// wholes.

extension StepFitting {
  /// Whether rows stay in the order that the user gave them, as the source has none.
  private var keepsOwnOrder: Bool { former.hasOwnOrder && !new.isOrderedInSource }

  /// Makes room for the records of the source.
  mutating func beginWhole() {
    table.textCounts = [:]
    if new.hasOwnColumns { table.hasOwnColumns = true }
    if table.chunks.count < new.chunks.count { table.chunks += new.chunks[table.chunks.count...] }
    table.loadedChunks = table.chunks.count
    for row in table.places == nil ? [] : table.rowList
    where !old.contains(row) && !new.contains(row) {
      // Where another row stands in the source now, it gets its place when it is saved.
      if new.row(withKeyOf: row, in: former, former.keyColumns) != nil {
        clearPlaces(of: row, in: former)
      }
    }
  }

  /// Returns the rows that others moved, or have in another section; notes conflicts.
  mutating func movedRows() -> [RowID] {
    (step.moved + step.inserted.filter(former.contains)).filter { row in
      guard let mine = table.section(of: row), let theirs = new.section(of: row),
        let there = new.index(of: theirs)
      else { return false }
      guard table.sectionColumn == nil, let base = old.section(of: row) else { return true }
      let now = here(new.sections[there]) ?? theirs
      if mine != base, mine != now, base != now {
        func name(_ id: SectionID) -> Cell {
          let table = table.index(of: id) == nil ? old : table
          return Cell(table.index(of: id).map { table.sections[$0].name } ?? "")
        }
        conflicts.note(
          .moved, key: former.key(of: row), base: name(base), local: name(mine),
          remote: Cell(new.sections[there].name), row: row)
      }
      return mine == base
    }
  }

  /// Returns the section of the table that one of the source is.
  func here(_ section: Section) -> SectionID? {
    if let s = table.index(of: section.id),
      table.sectionColumn == nil || table.sections[s].name === section.name
    {
      return section.id
    }
    return table.sections.first { $0.name === section.name }?.id
  }

  /// Puts rows at the ends of their sections, whose orders are merged later.
  mutating func append(_ rows: [RowID]) {
    var known: NameTable<SectionID> = [:]
    var groups: [SectionID: [RowID]] = [:]
    for row in rows {
      let name =
        table.sectionColumn.map { table.cell(row, $0).text }
        ?? new.section(of: row).flatMap(new.index(of:)).map { new.sections[$0].name } ?? ""
      let id = known[name] ?? section(for: row)
      known[name] = id
      groups[id, default: []].append(row)
    }
    for (id, rows) in groups {
      if let s = table.index(of: id) {
        table.place(rows, inSection: s, at: table.sections[s].count)
      }
    }
  }

  /// Merges the orders of sections and rows: that of the source, with what it does not have behind what
  /// that follows here; the other way round where they were reordered here.
  mutating func mergeOrders() {
    let mine = former.sections.map(\.id)
    // A section that was made here has another identity than the source's of its name.
    let known = old.sections.map { here($0) ?? $0.id }
    var areOrdered = keepsOwnOrder || !haveOneOrder(known, mine, by: Set.self)
    var seen: Set<SectionID> = []
    let sections =
      order(mine, new.sections.compactMap(here), isMine: areOrdered, by: Set.self) {
        table.index(of: $0) != nil
      } + table.sections.map(\.id).sorted()
    table.arrangeSections(sections.filter { seen.insert($0).inserted }.compactMap(table.index(of:)))

    var theirs: [SectionID: [RowID]] = [:]
    for section in new.sections {
      if let id = here(section) { theirs[id, default: []] += section.rows.list }
    }
    for (s, section) in table.sections.enumerated() {
      let (id, members) = (section.id, section.rows.list)
      let mine = former.index(of: id).map { former.sections[$0].rows.list }
      let isOrdered = mine != nil && (keepsOwnOrder || former.reorders(id, since: old))
      areOrdered = areOrdered || isOrdered
      if mine == members, theirs[id] == members { continue }
      var rows = order(mine ?? [], theirs[id] ?? [], isMine: isOrdered, by: RowSet.self) {
        table.section(of: $0) == id
      }
      if rows.count < members.count {
        let found = RowSet(rows)
        rows += members.filter { !found.contains($0) }.sorted()
      }
      if rows != members { table.setRows(rows, inSection: s) }
    }
    let isGone = former.sections.contains {
      table.index(of: $0.id) == nil && former.reorders($0.id, since: old)
    }
    if !areOrdered, !isGone, former.hasOwnOrder == old.hasOwnOrder { table.hasOwnOrder = false }
  }

  private func order<Known: Membership>(
    _ mine: [Known.Element], _ theirs: [Known.Element], isMine: Bool, by kind: Known.Type,
    where isMember: (Known.Element) -> Bool
  ) -> [Known.Element] {
    isMine
      ? mergedOrder(mine, theirs, by: kind, where: isMember)
      : mergedOrder(theirs, mine, by: kind, where: isMember)
  }

  /// Ranks the rows as the source has them, drops records, and notes what has changed.
  mutating func finishWhole() {
    if table.isInSourceOrder {
      (table.sourceRanks, table.loadedCount) = (nil, 0)
    } else {
      table.rank(
        as: mergedOrder(
          new.sourceOrder, former.sourceOrder, by: RowSet.self, where: table.contains))
    }
    table.loadedChunks = table.chunks.count
    table.dropUnusedChunks(upTo: table.chunks.count)
    log = ChangeLog(from: former, to: table)
  }
}
