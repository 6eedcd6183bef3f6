extension StepFitting {
  /// Returns the section where a row belongs, which is made if it is missing.
  mutating func section(for row: RowID) -> SectionID {
    if let column = table.sectionColumn {
      let name = table.cell(row, column).text
      if let known = table.sections.first(where: { $0.name === name }) { return known.id }
      if let its = new.sections.first(where: { $0.name === name }) { return add(its) }
      if let its = saved.sections.first(where: { $0.name === name }) { return add(its, as: saved) }
      let label = Section.Label(name)
      let id = table.insertSection(label, at: table.sections.count)
      log.insertedSections.append(id)
      return id
    }
    guard let id = new.section(of: row), let s = new.index(of: id) else {
      return table.sections.first?.id ?? add(new.sections[0])
    }
    return table.index(of: id) == nil ? add(new.sections[s]) : id
  }

  /// Adds an empty section behind the one that it follows in `new`, or another table that has it, unless
  /// there is one of its name.
  ///
  /// - Returns: the section, or the one of that name.
  private mutating func add(_ section: Section, as other: Table? = nil) -> SectionID {
    if let known = table.sections.first(where: { $0.name === section.name }) { return known.id }
    let there = other ?? new
    let s = there.index(of: section.id) ?? 0
    let before = there.sections[..<s].last { table.index(of: $0.id) != nil }
    let behind = before.flatMap { table.index(of: $0.id) }.map { $0 + 1 } ?? 0
    let index = isPush ? table.sections.count : behind
    guard table.index(of: section.id) == nil else {
      if table.sectionColumn == nil { return section.id }
      let id = table.insertSection(Section.Label(section.name), at: index)
      log.insertedSections.append(id)
      return id
    }
    table.insertSection(section.id, section.label, at: index)
    log.insertedSections.append(section.id)
    return section.id
  }

  /// Brings back the sections that the step took away.
  mutating func addSections() {
    guard !step.insertedSections.isEmpty || !step.deletedSections.isEmpty,
      old.sectionColumn == new.sectionColumn, !isWhole || table.sectionColumn == nil
    else { return }
    for section in new.sections
    where old.index(of: section.id) == nil && table.index(of: section.id) == nil
      && baseBeforeDeletion({ $0.index(of: section.id) != nil }) == nil
    { _ = add(section) }
  }

  /// Removes the sections that the step took in, where they are empty.
  mutating func removeSections() {
    guard !step.insertedSections.isEmpty || !step.deletedSections.isEmpty,
      old.sectionColumn == new.sectionColumn
    else { return }
    let there = Set(isPush ? new.sections.compactMap(here) : new.sections.map(\.id))
    let gone = old.sections.filter { section in
      let id = section.id
      guard !there.contains(id), let s = table.index(of: id) else { return false }
      // A view of a column hides empty sections, except one that was empty or is named here.
      if isPush, table.sectionColumn != nil, let mine = former.index(of: id),
        former.sections[mine].count == 0,
        section.count == 0 || section.name !== table.sections[s].name
      {
        return false
      }
      return table.sections[s].count == 0 && baseAfterAddition { $0.index(of: id) != nil } == nil
    }.map(\.id)
    table.removeEmptySections(Set(gone))
    log.deletedSections += gone
  }

  /// Gives sections their former names and texts back.
  mutating func relabelSections() {
    if isPush, table.sectionColumn == nil {
      for section in isWhole ? new.sections : [] { mergeLabel(of: section) }
      return
    }
    for id in step.relabelled {
      guard let a = old.index(of: id), let b = new.index(of: id), let s = table.index(of: id),
        table.sections[s].label.isSame(as: old.sections[a].label)
      else { continue }
      let isTheirs = othersChanged { base in
        base.index(of: id).map { base.sections[$0].label }.map {
          [$0.name, $0.title, $0.header, $0.footer]
        }
      }
      let theirs = isTheirs ? saved.index(of: id).map { saved.sections[$0].label } : nil
      let label = theirs ?? new.sections[b].label
      let isTaken = table.sections.contains { $0.id != id && $0.name === label.name }
      guard !isTaken, !table.sections[s].label.isSame(as: label) else { continue }
      table.relabelSection(at: s, label)
      log.relabelled.append(id)
    }
  }

  /// Merges the texts of a section of others.
  private mutating func mergeLabel(of section: Section) {
    // One that is called so here may be another one of the source.
    guard let id = here(section), id == section.id || new.index(of: id) == nil,
      let s = table.index(of: id)
    else { return }
    let (mine, theirs) = (table.sections[s].label, section.label)
    let base = old.index(of: id).map { old.sections[$0].label } ?? mine
    func merged<Value: Equatable>(_ text: (Section.Label) -> Value) -> Value {
      let merged = MergedValue(base: text(base), mine: text(mine), theirs: text(theirs))
      return text(merged == .theirs ? theirs : mine)
    }
    for text in SectionText.allCases {
      let (old, here, there) = (base[text], mine[text], theirs[text])
      guard MergedValue(base: old, mine: here, theirs: there) == .conflict else { continue }
      conflicts.note(
        .section, key: base.name, column: text.column, base: old.map { Cell($0) },
        local: here.map { Cell($0) }, remote: there.map { Cell($0) }, section: id)
    }
    let label = Section.Label(
      name: merged(\.name), title: merged(\.title), header: merged(\.header),
      footer: merged(\.footer))
    if !label.isSame(as: mine) { table.relabelSection(at: s, label) }
  }

  /// Puts the sections back in order, where they still stand as the step left them.
  mutating func arrangeSections() {
    let mine = table.sections.map(\.id)
    guard step.arrangesSections, haveOneOrder(old.sections.map(\.id), mine, by: Set.self) else {
      return
    }
    let order = mergedOrder(new.sections.map(\.id), mine, by: Set.self) {
      table.index(of: $0) != nil
    }
    guard order != mine else { return }
    table.arrangeSections(order.compactMap(table.index(of:)))
    log.arrangesSections = true
  }

  /// Makes the sections from what they were made of.
  mutating func fitSectionColumn() {
    guard table.sectionColumn == old.sectionColumn,
      new.sectionColumn.map({ table.column($0) != nil }) ?? true
    else { return }
    var names: NameTable<Int> = [:]
    var groups: [(label: Section.Label, id: SectionID?, rows: [RowID])] = []
    for section in new.sections {
      names[section.name] = groups.count
      groups.append((section.label, section.id, []))
    }
    var last = 0
    for row in mergedOrder(
      new.rowList, table.rowList, by: RowSet.self, where: { table.contains($0) })
    {
      if let column = new.sectionColumn {
        let name = table.cell(row, column).text
        last = names[name] ?? groups.count
        names[name] = last
        if last == groups.count { groups.append((.init(name), nil, [])) }
      } else {
        last = new.section(of: row).flatMap(new.index(of:)) ?? last
        if groups.isEmpty {
          let name = Section.soleName
          groups.append((.init(name), nil, []))
        }
      }
      groups[last].rows.append(row)
    }
    log.deletedSections += table.sections.map(\.id)
    for s in table.sections.indices { table.setRows([], inSection: s) }
    table.removeEmptySections(Set(table.sections.map(\.id)))
    for (s, group) in groups.enumerated() {
      if let id = group.id {
        table.insertSection(id, group.label, at: s)
      } else {
        table.insertSection(group.label, at: s)
      }
      table.setRows(group.rows, inSection: s)
    }
    log.insertedSections += table.sections.map(\.id)
    table.sectionColumn = new.sectionColumn
  }

  // MARK: - Columns

  /// Takes back what the step did to columns.
  mutating func fitColumns() {
    let isUsed = isPush ? [] : Set(table.keyColumns + [table.sectionColumn].compactMap { $0 })
    for column in old.columns.map(\.id)
    where new.column(column) == nil && table.column(column) != nil && !isUsed.contains(column)
      && baseAfterAddition({ $0.column(column) != nil }) == nil
    {
      if isPush, let name = table.column(column)?.name, isEdited(column) {
        conflicts.note(.columnDeletedThere, key: "", column: name, columnID: column)
      } else {
        table.removeColumn(column)
      }
    }
    for (index, column) in new.columns.enumerated() {
      if old.column(column.id) == nil {
        if table.column(column.id) == nil { bringBack(column, at: index) }
      } else {
        fit(column)
      }
    }
    // Those that were brought back stand behind what they follow in `new`, or wherever they stood here.
    let mine = (isPush ? former : table).columns.map(\.id)
    if haveOneOrder(old.columns.map(\.id), mine, by: Set.self) {
      let order = mergedOrder(new.columns.map(\.id), mine, by: Set.self) { table.column($0) != nil }
      table.columns = order.compactMap { table.column($0) }
    }
    if table.columns != former.columns { log.changesColumns = true }
  }

  /// Removes the columns that others deleted and that no edit keeps any more.
  mutating func removeColumns() {
    for column in table.columns.map(\.id) {
      guard let base = baseBeforeDeletion({ $0.column(column) != nil }),
        table.allRows.allSatisfy({ row in
          table.cell(row, column) == (base.contains(row) ? base.cell(row, column) : .null)
        })
      else { continue }
      table.removeColumn(column)
      log.changesColumns = true
    }
  }

  /// Whether cells of a column were written here.
  private func isEdited(_ column: ColumnID) -> Bool {
    table.allRows.contains { row in
      old.contains(row)
        ? table.reference(to: row) != old.reference(to: row)
          && table.cell(row, column) != old.cell(row, column)
        : !table.cell(row, column).isNull
    }
  }

  private mutating func bringBack(_ column: Column, at index: Int) {
    var column = column
    if isPush { column.name = unique(column.name) }
    guard table.column(named: column.name) == nil,
      baseBeforeDeletion({ $0.column(column.id) != nil }) == nil
    else { return }
    let before = new.columns[..<index].last { table.column($0.id) != nil }
    let place = table.columns.firstIndex { $0.id == before?.id }.map { $0 + 1 } ?? 0
    table.columns.insert(column, at: place)
    if isPush { return }
    let isSaved = saved.column(column.id) != nil
    for row in table.rowList where new.contains(row) || isSaved && saved.contains(row) {
      let (table, goal) = (table, goal(row, column.id))
      if setCells(of: row, { $0 == column.id ? goal : table }) {
        log.update(row)
        log.cellCount += 1
      }
    }
  }

  /// Gives a column its former name and typing back.
  private mutating func fit(_ column: Column) {
    guard let i = table.columns.firstIndex(where: { $0.id == column.id }),
      let known = old.column(column.id)
    else { return }
    if isPush { return mergeName(at: i, known.name, column.name) }
    if table.columns[i].typing == known.typing { table.columns[i].typing = column.typing }
    guard table.columns[i].name === known.name, known.name !== column.name else { return }
    let isTheirs = othersChanged { $0.column(column.id)?.name }
    let name = isTheirs ? saved.column(column.id)?.name ?? column.name : column.name
    if table.column(named: name) == nil { table.columns[i].name = name }
  }

  /// Merges the name of a column that others renamed.
  private mutating func mergeName(at index: Int, _ base: String, _ theirs: String) {
    let column = table.columns[index]
    if theirs === base || theirs === column.name { return }
    if column.name === base {
      table.columns[index].name = unique(theirs)
    } else {
      conflicts.note(
        .column, key: "", column: base, base: Cell(base), local: Cell(column.name),
        remote: Cell(theirs), columnID: column.id)
    }
  }

  /// Returns a name that no column has, numbered if necessary.
  private func unique(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while table.column(named: candidate) != nil {
      candidate = "\(name) \(number)"
      number += 1
    }
    return candidate
  }
}
