extension Table {
  /// Inserts an empty section.
  @discardableResult
  mutating func insertSection(_ label: Section.Label, at index: Int) -> SectionID {
    let id = SectionID(UInt32(identities.section(after: sectionIndexes.count)))
    insertSection(id, label, at: index)
    return id
  }

  /// Inserts an empty section whose identity has been assigned before.
  mutating func insertSection(_ id: SectionID, _ label: Section.Label, at index: Int) {
    while sectionIndexes.count <= Int(id.rawValue) { sectionIndexes.append(-1) }
    sections.insert(Section(id: id, label: label), at: index)
    renumberSections(from: index)
  }

  /// Removes an empty section.
  package mutating func removeEmptySection(at index: Int) {
    precondition(sections[index].count == 0, "section \(index) still holds rows")
    sectionIndexes[Int(sections[index].id.rawValue)] = -1
    sections.remove(at: index)
    renumberSections(from: index)
  }

  /// Removes empty sections.
  ///
  /// - Complexity: O(sections).
  package mutating func removeEmptySections(_ gone: Set<SectionID>) {
    sections.removeAll { section in
      guard gone.contains(section.id) else { return false }
      precondition(section.count == 0, "section '\(section.name)' still holds rows")
      sectionIndexes[Int(section.id.rawValue)] = -1
      return true
    }
    renumberSections(from: 0)
  }

  /// Reorders the sections.
  package mutating func arrangeSections(_ order: [Int]) {
    precondition(order.sorted() == Array(sections.indices), "\(order) is no order of the sections")
    sections = order.map { sections[$0] }
    renumberSections(from: 0)
  }

  /// Sets the label of a section.
  mutating func relabelSection(at index: Int, _ label: Section.Label) {
    sections[index].label = label
    sections[index].labelVersion += 1
  }

  private mutating func renumberSections(from index: Int) {
    for i in index..<sections.count {
      sectionIndexes[Int(sections[i].id.rawValue)] = Int32(i)
    }
  }
}

extension Table {
  /// Makes one section for each value of a column, in order of first appearance; rows keep their
  /// relative order. Null and empty text share the section without a name.
  ///
  /// The source order stays: this is a view. Former sections are removed.
  ///
  /// - Complexity: O(rows).
  public mutating func regroup(by column: ColumnID) { try? regroup(by: column, .none) }

  /// Like `regroup(by:)`, but can be cancelled.
  ///
  /// - Throws: `cancelled`; the table is as it was.
  public mutating func regroup(by column: ColumnID, _ progress: Progress) throws(EditError) {
    try makeSections(by: column, progress)
    checkInvariants()
  }

  /// Reorders sections that are a view of a column, with their rows, and adds empty ones that the
  /// column does not name. The source order stays.
  ///
  /// - Parameter order: each name once, and all rows of the table, each once, in the section that
  ///   its cell names.
  /// - Complexity: O(rows).
  public mutating func arrangeView(_ order: [(name: String, rows: [RowID])]) {
    precondition(sectionColumn != nil, "the sections are no view of a column")
    let count = rowCount
    for s in sections.indices { setRows([], inSection: s) }
    while !sections.isEmpty { removeEmptySection(at: sections.count - 1) }
    for (name, rows) in order { appendSection(Section.Label(name), rows) }
    precondition(rowCount == count, "\(rowCount) rows are no order of \(count)")
    checkInvariants()
  }

  /// Regroups amid edits, when two rows may share a key for a moment.
  mutating func makeSections(by column: ColumnID, _ progress: Progress) throws(EditError) {
    progress.begin("making sections", .rows, total: rowCount)
    defer { progress.end() }
    let (names, groups) = try grouped(by: column, progress)
    let former = self
    for s in sections.indices { setRows([], inSection: s) }
    while !sections.isEmpty { removeEmptySection(at: sections.count - 1) }
    do throws(EditError) {
      for (count, (name, rows)) in zip(names, groups).enumerated() {
        try progress.check(at: count)
        appendSection(Section.Label(name), rows)
      }
    } catch {
      self = former
      throw error
    }
    sectionColumn = column
  }

  /// Returns the rows by the text of a column, in order of first appearance.
  private func grouped(
    by column: ColumnID, _ progress: Progress
  ) throws(EditError) -> (names: [String], groups: [[RowID]]) {
    var texts = CellList()
    var counts: [Int] = []
    var groupOfEach: [Int32] = []
    groupOfEach.reserveCapacity(rowCount)
    let index = KeyIndex()
    index.reset(columns: [column], capacity: 64)
    var reader = CellReader(self, column)
    for row in allRows {
      try progress.check(at: groupOfEach.count)
      let group = reader.withCell(row) { _, text in
        let hash = index.mix(index.startHash, text)
        // The index holds groups, keyed by their texts.
        let known = index.first(hash: hash) {
          texts.memory[Int($0.rawValue)].text.isSame(as: text)
        }
        if let known { return Int(known.rawValue) }
        index.insert(RowID(UInt32(counts.count)), hash: hash)
        texts.append(.text, text)
        counts.append(0)
        return counts.count - 1
      }
      counts[group] += 1
      groupOfEach.append(Int32(group))
    }
    var groups = counts.map { count in
      var rows: [RowID] = []
      rows.reserveCapacity(count)
      return rows
    }
    for (row, group) in zip(allRows, groupOfEach) { groups[Int(group)].append(row) }
    return (counts.indices.map { texts[$0].text }, groups)
  }

  /// Returns the value of the section column's cells in a section.
  public func sectionCell(_ s: Int) -> Cell {
    guard let column = sectionColumn else { return .null }
    if sections[s].count > 0 { return cell(sections[s].row(at: 0), column) }
    return sectionCell(named: sections[s].name)
  }

  /// Returns the value of the section column's cells in the section that contains a row.
  public func sectionCell(of row: RowID) -> Cell {
    section(of: row).flatMap(index(of:)).map(sectionCell) ?? .null
  }

  /// Returns the value of the section column's cells in a section of that name: its text in the
  /// kind of the column if it fits, null for no name.
  public func sectionCell(named name: String) -> Cell {
    guard let column = sectionColumn, !name.isEmpty else { return .null }
    if let kind = leadingKind(of: column), JSONText.fits(name, kind) { return Cell(kind, name) }
    return Cell(name)
  }
}
