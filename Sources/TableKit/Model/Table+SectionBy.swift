extension Table {
  /// Makes one section for each value of a column, in order of first appearance; rows keep their
  /// order in each. Null and empty text share the section without a name.
  ///
  /// The file's order is left alone: this is a view. Sections that were there vanish.
  ///
  /// - Complexity: O(rows).
  public mutating func regroup(by column: ColumnID) {
    makeSections(by: column)
    checkInvariants()
  }

  /// Regroups amid edits, when two rows may share a key for a moment.
  mutating func makeSections(by column: ColumnID) {
    var groups: [[RowID]] = []
    var names: [String] = []
    var groupOf: [String: Int] = [:]
    for row in allRows {
      let name = cell(row, column).text
      if let group = groupOf[name] {
        groups[group].append(row)
      } else {
        groupOf[name] = groups.count
        names.append(name)
        groups.append([row])
      }
    }
    for s in sections.indices { setRows([], inSection: s) }
    while !sections.isEmpty { removeEmptySection(at: sections.count - 1) }
    for (name, rows) in zip(names, groups) {
      let label = Section.Label(name: name, title: name, header: nil, footer: nil)
      let id = insertSection(label, at: sections.count)
      if let s = index(of: id) { setRows(rows, inSection: s) }
    }
    sectionColumn = column
  }

  /// What the cells of the section column hold in a section.
  func sectionCell(_ s: Int) -> Cell {
    guard let column = sectionColumn else { return .null }
    if sections[s].count > 0 { return cell(sections[s].row(at: 0), column) }
    return sectionCell(named: sections[s].name)
  }

  /// What the cells of the section column hold in a section of that name: its text in the kind of
  /// the column where it fits, null for no name.
  func sectionCell(named name: String) -> Cell {
    guard let column = sectionColumn, !name.isEmpty else { return .null }
    if let kind = leadingKind(of: column), JSONText.fits(name, kind) { return Cell(kind, name) }
    return Cell(name)
  }
}
