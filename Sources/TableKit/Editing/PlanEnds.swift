import BatchUpdates

/// The two tables that a plan leads between, and what the identities in its outlines stand for in
/// each of them.
///
/// A transaction's tables share their identities. Two tables that were loaded apart do not, and
/// whoever pairs their rows and sections says which is which.
public struct PlanEnds: Sendable {
  /// The table before the plan, whose identities the outlines use.
  public let before: Table
  /// The table after the plan.
  public let after: Table
  /// By identity: the row of the table after, nil where it has none. Nil when both tables share
  /// their identities.
  private let rows: [RowID?]?
  /// By identity: the section of the table after, likewise.
  private let sections: [SectionID?]?
  /// Columns of both tables that are one to the user, in the order of the table before.
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
  ///   - before: the table whose identities count as they are.
  ///   - after: the other table.
  ///   - rows: by identity: the row of `after`, nil where that has none.
  ///   - sections: by identity: the section of `after`, nil where that has none.
  ///   - columns: columns that are one to the user; those of one name unless given.
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

  /// Whether both are states of one table, so that an identity stands for the same in both.
  public var areOfOneTable: Bool { rows == nil }

  /// The row of the table before that an identity stands for.
  public func rowBefore(_ identity: Int) -> RowID? {
    guard identity < before.rowIDCount else { return nil }
    let row = RowID(UInt32(identity))
    return before.contains(row) ? row : nil
  }

  /// The row of the table after that an identity stands for.
  public func rowAfter(_ identity: Int) -> RowID? {
    if let rows { return identity < rows.count ? rows[identity] : nil }
    guard identity < after.rowIDCount else { return nil }
    let row = RowID(UInt32(identity))
    return after.contains(row) ? row : nil
  }

  /// The section of the table before that an identity stands for.
  public func sectionBefore(_ identity: Int) -> Section? {
    before.index(of: SectionID(UInt32(identity))).map { before.sections[$0] }
  }

  /// The section of the table after that an identity stands for.
  public func sectionAfter(_ identity: Int) -> Section? {
    guard let sections else {
      return after.index(of: SectionID(UInt32(identity))).map { after.sections[$0] }
    }
    guard identity < sections.count, let section = sections[identity] else { return nil }
    return after.index(of: section).map { after.sections[$0] }
  }
}

extension Transaction {
  /// The tables around the plan; for an undo, those around the undo.
  public var ends: PlanEnds { PlanEnds(before: before.table, after: after.table) }
}
