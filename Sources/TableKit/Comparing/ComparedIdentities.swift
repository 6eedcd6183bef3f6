import BatchUpdates

/// Gives rows and sections of two tables the identities of a plan: those of the old table, and for
/// what is new the numbers that follow.
struct ComparedIdentities {
  private let old: Table
  private let new: Table
  /// By identity: the row of the new table.
  private(set) var rows: [RowID?]
  /// By identity: the section of the new table.
  private(set) var sections: [SectionID?]

  init(_ old: Table, _ new: Table) {
    self.old = old
    self.new = new
    rows = [RowID?](repeating: nil, count: old.rowIDCount)
    let count = (old.sections.map { Int($0.id.rawValue) }.max() ?? -1) + 1
    sections = [SectionID?](repeating: nil, count: count)
  }

  /// The old table; all contents are 0.
  func outlineBefore() -> Outline {
    Outline(
      old.sections.map { section in
        Outline.Section(
          id: Int(section.id.rawValue),
          rows: section.rows.map { Outline.Row(id: Int($0.rawValue)) })
      })
  }

  /// The new table; contents are 1 where something shown differs.
  ///
  /// - Parameter partners: by row of the new table: the row of the old one.
  mutating func outlineAfter(
    _ partners: [RowID?], _ records: RecordComparison, _ cancellation: Cancellation
  ) throws(EditError) -> Outline {
    var indexes: NameTable<Int> = [:]
    for (s, section) in old.sections.enumerated() { indexes[section.name] = s }
    var outline = Outline()
    var count = 0
    for section in new.sections {
      var compared = sectionAfter(section, indexes[section.name].map { old.sections[$0] })
      compared.rows.reserveCapacity(section.count)
      for row in section.rows {
        try cancellation.check(at: count)
        count += 1
        compared.rows.append(rowAfter(row, partners[Int(row.rawValue)], records))
      }
      outline.sections.append(compared)
    }
    return outline
  }

  private mutating func sectionAfter(_ section: Section, _ partner: Section?) -> Outline.Section {
    guard let partner else {
      sections.append(section.id)
      return Outline.Section(id: sections.count - 1)
    }
    let id = Int(partner.id.rawValue)
    sections[id] = section.id
    return Outline.Section(id: id, content: section.hasSameLabel(as: partner) ? 0 : 1)
  }

  private mutating func rowAfter(
    _ row: RowID, _ partner: RowID?, _ records: RecordComparison
  ) -> Outline.Row {
    guard let partner else {
      rows.append(row)
      return Outline.Row(id: rows.count - 1)
    }
    rows[Int(partner.rawValue)] = row
    return Outline.Row(id: Int(partner.rawValue), content: records.isSame(partner, row) ? 0 : 1)
  }
}
