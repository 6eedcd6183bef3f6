import BatchUpdates

/// The difference between two tables that were loaded separately, in the same format or in
/// different ones: which rows and sections correspond, and what differs in them.
///
/// Rows are matched by key: one of the same columns in both tables, else the key of one table if
/// its columns exist in the other with unique values. Without such a key, equal records are paired
/// first and the rest by position. Sections are matched by name.
///
///     old   A(a b c) B(d)        before   A(0 1 2) B(3)
///     new   A(c a x) B(D)        after    A(2 0 4) B(3, changed)
public struct Comparison: Sendable {
  /// The outline of the old table; identities are those of its rows and sections.
  package let before: Outline
  /// The outline of the new table: matched rows and sections have the identities they have in
  /// `before`, new ones the numbers that follow. Contents differ from those in `before` where
  /// something shown differs.
  package let after: Outline
  /// The two tables, with the rows and sections that each identity stands for. The key is the one
  /// by which rows were paired, empty if they were paired without one.
  public let ends: PlanEnds
  /// Whether columns were added, removed, renamed or reordered; rows are then compared on the
  /// columns that both tables have.
  public let changesColumns: Bool
  /// Notes for the user: how rows were paired, unless by a common key, and which columns differ.
  public let notes: [String]

  /// How rows of two tables are paired.
  public enum Pairing: Equatable, Sendable {
    /// By a key; without one equal records first, the rest by position.
    case key
    /// By the identity that they have as rows of one table, as are its columns.
    case identity
    /// By columns whose values may repeat: of rows with the same values, equal ones first, the rest in
    /// order.
    case repeating([String])
  }

  /// Compares two tables.
  ///
  /// - Parameters:
  ///   - way: how rows are paired.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells) of both tables, and O(*n* log *n*) for *n* rows without a key.
  public init(
    _ old: Table, _ new: Table, by way: Pairing = .key, progress: Progress = .none
  ) throws(EditError) {
    progress.begin("comparing", .rows, total: max(old.rowCount, new.rowCount))
    defer { progress.end() }
    var columns = ColumnChanges(old, new, areOfOneTable: way == .identity)
    let pairing = try RowPartners(old, new, columns.common, by: way, progress)
    if way != .identity { try columns.findRenamed(old, new, pairing.partners, progress) }
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

  /// Whether the tables have the same contents in the same order, so that no plan is needed.
  public var isEmpty: Bool { !changesColumns && before == after }
}

extension Comparison {
  /// Returns the plan that turns the old table into the new one. If columns changed, its first
  /// stage reconfigures all rows in place.
  ///
  /// - Complexity: that of the planner.
  public func plan(_ planner: Planner) -> Plan {
    guard let plan = try? planner.plan(from: before, to: after) else { preconditionFailed() }
    guard changesColumns, case .stages(let stages) = plan else { return plan }
    return .stages([Self.columnStage] + stages)
  }

  /// Returns the plan with the table after each stage.
  ///
  /// - Complexity: that of the planner, and O(rows) for each stage.
  package func stagedPlan(_ planner: Planner) -> StagedPlan {
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

/// Maps the rows and sections of two tables to the identities of a plan: those of the old table,
/// followed by new numbers for what is new.
struct ComparedIdentities {
  private let old: Table
  private let new: Table
  /// The row of the new table for each identity; nil if it has none.
  private(set) var rows: [RowID?]
  /// The section of the new table for each identity; nil if it has none.
  private(set) var sections: [SectionID?]

  init(_ old: Table, _ new: Table) {
    self.old = old
    self.new = new
    rows = [RowID?](repeating: nil, count: old.rowIDCount)
    let count = (old.sections.map { Int($0.id.rawValue) }.max() ?? -1) + 1
    sections = [SectionID?](repeating: nil, count: count)
  }

  /// Returns the outline of the old table; all contents are 0.
  func outlineBefore() -> Outline {
    Outline(
      old.sections.map { section in
        Outline.Section(
          id: Int(section.id.rawValue),
          rows: section.rows.map { Outline.Row(id: Int($0.rawValue)) })
      })
  }

  /// Returns the outline of the new table; contents are 1 where something shown differs.
  ///
  /// - Parameter partners: the row of the old table for each row of the new one, indexed by row.
  mutating func outlineAfter(
    _ partners: [RowID?], _ records: RecordComparison, _ progress: Progress
  ) throws(EditError) -> Outline {
    var indexes: NameTable<Int> = [:]
    for (s, section) in old.sections.enumerated() { indexes[section.name] = s }
    var outline = Outline()
    var count = 0
    var records = records
    for section in new.sections {
      var compared = sectionAfter(section, indexes[section.name].map { old.sections[$0] })
      compared.rows.reserveCapacity(section.count)
      for row in section.rows {
        try progress.check(at: count)
        count += 1
        compared.rows.append(rowAfter(row, partners[Int(row.rawValue)], &records))
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
    _ row: RowID, _ partner: RowID?, _ records: inout RecordComparison
  ) -> Outline.Row {
    guard let partner else {
      rows.append(row)
      return Outline.Row(id: rows.count - 1)
    }
    rows[Int(partner.rawValue)] = row
    return Outline.Row(id: Int(partner.rawValue), content: records.isSame(partner, row) ? 0 : 1)
  }
}
