/// The tables before and after a plan, and the rows and sections that the identities in its
/// outlines stand for in each.
///
/// The tables of a transaction share their identities. For two tables that were loaded separately,
/// the caller pairs their rows and sections.
public struct PlanEnds: Sendable {
  /// The table before the plan, whose identities the outlines use.
  public let before: Table
  /// The table after the plan.
  public let after: Table
  /// The row of `after` for each identity, nil if it has none; nil as a whole if both tables share
  /// their identities.
  private let rows: [RowID?]?
  /// The section of `after` for each identity, likewise.
  private let sections: [SectionID?]?
  /// The columns of both tables that correspond, in the order of `before`.
  public let columns: [(before: ColumnID, after: ColumnID)]

  /// Creates the ends of a plan between two states of one table.
  public init(before: Table, after: Table) {
    self.before = before
    self.after = after
    rows = nil
    sections = nil
    columns = before.columns.map(\.id).filter { after.column($0) != nil }.map { ($0, $0) }
  }

  /// Creates the ends of a plan between two tables whose rows and sections were paired.
  ///
  /// - Parameters:
  ///   - before: the table whose identities the plan uses.
  ///   - after: the other table.
  ///   - rows: the row of `after` for each identity, nil if it has none.
  ///   - sections: the section of `after` for each identity, nil if it has none.
  ///   - columns: the columns that correspond; by default those of the same name.
  public init(
    before: Table, after: Table, rows: [RowID?], sections: [SectionID?],
    columns: [(before: ColumnID, after: ColumnID)]? = nil
  ) {
    self.before = before
    self.after = after
    self.rows = rows
    self.sections = sections
    self.columns =
      columns
      ?? before.columns.compactMap { column in
        after.column(named: column.name).map { (column.id, $0.id) }
      }
  }

  /// Whether both are states of one table, so that an identity means the same in both.
  public var areOfOneTable: Bool { rows == nil }

  /// Returns the row of `before` with an identity.
  public func rowBefore(_ identity: Int) -> RowID? {
    guard identity < before.rowIDCount else { return nil }
    let row = RowID(UInt32(identity))
    return before.contains(row) ? row : nil
  }

  /// Returns the row of `after` with an identity.
  public func rowAfter(_ identity: Int) -> RowID? {
    if let rows { return identity < rows.count ? rows[identity] : nil }
    guard identity < after.rowIDCount else { return nil }
    let row = RowID(UInt32(identity))
    return after.contains(row) ? row : nil
  }

  /// Returns the section of `before` with an identity.
  public func sectionBefore(_ identity: Int) -> Section? {
    before.index(of: SectionID(UInt32(identity))).map { before.sections[$0] }
  }

  /// Returns the section of `after` with an identity.
  public func sectionAfter(_ identity: Int) -> Section? {
    guard let sections else {
      return after.index(of: SectionID(UInt32(identity))).map { after.sections[$0] }
    }
    guard identity < sections.count, let section = sections[identity] else { return nil }
    return after.index(of: section).map { after.sections[$0] }
  }
}

extension Transaction {
  /// The tables before and after the plan; for an undo, those of the undo.
  public var ends: PlanEnds { PlanEnds(before: before.table, after: after.table) }
}
