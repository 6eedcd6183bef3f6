import BatchUpdates

/// Two tables that were loaded apart, of one syntax or of two, as a plan sees them: which row and
/// which section of one is which of the other, and what differs in them.
///
/// Rows are the same when their keys are: by the key that names the same columns in both, else by
/// the key of one where the other has these columns with unique values. Without such a key equal
/// records are paired first and the rest by position. Sections are the same when their names are.
///
///     old   A(a b c) B(d)        before   A(0 1 2) B(3)
///     new   A(c a x) B(D)        after    A(2 0 4) B(3, changed)
public struct Comparison: Sendable {
  /// The old table as a plan sees it; identities are those of its rows and sections.
  public let before: Outline
  /// The new table: rows and sections of the old one keep their identities, others get the
  /// numbers that follow. Contents differ from those in `before` where something shown differs.
  public let after: Outline
  /// The tables, and what identities stand for in each. Their key is that by which rows were
  /// paired, none where they were paired otherwise.
  public let ends: PlanEnds
  /// Whether columns were added, removed, renamed or put into another order; rows are then
  /// compared on the columns that both have.
  public let changesColumns: Bool
  /// How rows were paired where that is no matter of course, and which columns differ.
  public let notes: [String]

  /// Compares two tables.
  ///
  /// - Parameters:
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells) of both tables, and O(*n* log *n*) for *n* rows without a key.
  public init(_ old: Table, _ new: Table, progress: Progress = .none) throws(EditError) {
    progress.begin("comparing", .rows, total: max(old.rowCount, new.rowCount))
    defer { progress.end() }
    var columns = ColumnChanges(old, new)
    let pairing = try RowPartners(old, new, columns.common, progress)
    try columns.findRenamed(old, new, pairing.partners, progress)
    let records = RecordComparison(old, new, columns: columns.common)
    var identities = ComparedIdentities(old, new)
    before = identities.outlineBefore()
    after = try identities.outlineAfter(pairing.partners, records, progress)
    var keyed = (old: old, new: new)
    keyed.old.setKey(pairing.key.old)
    keyed.new.setKey(pairing.key.new)
    ends = PlanEnds(
      before: keyed.old, after: keyed.new, rows: identities.rows, sections: identities.sections,
      columns: columns.common.map { ($0.old, $0.new) })
    changesColumns = columns.areChanged
    notes = pairing.notes + columns.notes
  }

  /// Whether no plan is needed: the tables hold the same in the same order.
  public var isEmpty: Bool { !changesColumns && before == after }
}

extension Comparison {
  /// The plan that turns the old table into the new one; the first stage of changed columns
  /// redraws all rows where they stand.
  ///
  /// - Complexity: that of the planner.
  public func plan(_ planner: Planner) -> Plan {
    guard let plan = try? planner.plan(from: before, to: after) else { preconditionFailed() }
    guard changesColumns, case .stages(let stages) = plan else { return plan }
    return .stages([Self.columnStage] + stages)
  }

  /// The plan with the table after each stage.
  ///
  /// - Complexity: that of the planner, and O(rows) for each stage.
  public func stagedPlan(_ planner: Planner) -> StagedPlan {
    guard var staged = try? planner.stagedPlan(from: before, to: after) else {
      preconditionFailed()
    }
    guard changesColumns, case .stages(let stages) = staged.plan else { return staged }
    staged.plan = .stages([Self.columnStage] + stages)
    staged.after.insert(before, at: 0)
    return staged
  }

  private static let columnStage = Stage(reconfiguresAllRows: true)

  private func preconditionFailed() -> Never {
    preconditionFailure("a comparison gave one identity twice")
  }
}

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
    _ partners: [RowID?], _ records: RecordComparison, _ progress: Progress
  ) throws(EditError) -> Outline {
    var indexes: NameTable<Int> = [:]
    for (s, section) in old.sections.enumerated() { indexes[section.name] = s }
    var outline = Outline()
    var count = 0
    for section in new.sections {
      var compared = sectionAfter(section, indexes[section.name].map { old.sections[$0] })
      compared.rows.reserveCapacity(section.count)
      for row in section.rows {
        try progress.check(at: count)
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
