/// A ready-made section: a header, which is also its identity, and rows.
///
///     let shown = [ListSection("Today", rows: tasks), ListSection("Later", rows: [])]
///
/// If a header can change while its section stays, such as one with a count, write a section of your
/// own: a ``RebuildableSection``.
public struct ListSection<Header: Hashable, Row: PlannableRow>: RebuildableSection {
  /// The header, which is the identity as well.
  public let header: Header
  /// The rows in order.
  public var rows: [Row]

  /// Creates a section.
  @inlinable
  public init(_ header: Header, rows: [Row]) {
    self.header = header
    self.rows = rows
  }

  /// The header.
  @inlinable
  public var id: Header { header }

  /// Always the same, as the header of a section never changes.
  @inlinable
  public var displayedContent: Bool { true }

  /// This section with other rows.
  @inlinable
  public func withRows(_ rows: [Row]) -> ListSection { ListSection(header, rows: rows) }
}

extension ListSection: Sendable where Header: Sendable, Row: Sendable {}
extension ListSection: Equatable where Row: Equatable {}
extension ListSection: Hashable where Row: Hashable {}
extension ListSection: Encodable where Header: Encodable, Row: Encodable {}
extension ListSection: Decodable where Header: Decodable, Row: Decodable {}

extension Planner {
  /// Plans the way from one list of rows to another. All paths are in section 0.
  ///
  ///     let plan = try Planner().plan(from: shown, to: next)
  ///
  /// - Throws: `DuplicateIdentity` when two rows of a list have the same identity.
  @inlinable
  public func plan<Row: PlannableRow>(from: [Row], to: [Row]) throws(DuplicateIdentity) -> Plan {
    try plan(from: [ListSection(0, rows: from)], to: [ListSection(0, rows: to)])
  }

  /// Plans the way from one list of rows to another, and gives the rows after each stage, as the only
  /// section of a table.
  ///
  ///     let updates = try Planner().updates(from: shown, to: next)
  ///     shown = updates.final[0].rows
  ///
  /// - Throws: `DuplicateIdentity` when two rows of a list have the same identity.
  @inlinable
  public func updates<Row: PlannableRow>(
    from: [Row], to: [Row]
  ) throws(DuplicateIdentity) -> SectionUpdates<ListSection<Int, Row>> {
    let final = [ListSection(0, rows: to)]
    let (oldCount, newCount) = (from.count, to.count)
    if min(oldCount, newCount) == 0,
      !checksIdentities || Uniqueness.isSure(oldCount == 0 ? to : from)
    {
      let plan = plan(deleting: oldCount, inserting: newCount)
      return SectionUpdates(plan, oldCount == newCount ? [] : [final], final)
    }
    return try updates(from: [ListSection(0, rows: from)], to: final)
  }

  /// The plan that deletes all rows of section 0 and inserts others.
  @usableFromInline
  func plan(deleting oldCount: Int, inserting newCount: Int) -> Plan {
    if oldCount + newCount == 0 { return .empty }
    let rows = Changes(
      deletes: RowPath.list(oldCount) { _ = $0.write(0, 0, oldCount) },
      inserts: RowPath.list(newCount) { _ = $0.write(0, 0, newCount) })
    return plan([Stage(rows: rows)])
  }
}

extension Array where Element: PlannableRow {
  /// The rows without repeated ones: of those with the same identity, the first stays.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public func removingDuplicates() -> [Element] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    return filter { seen.insert($0.id).inserted }
  }
}

extension Array where Element: RebuildableSection {
  /// The sections without repeated ones, and without rows that are repeated anywhere in the table: of
  /// those with the same identity, the first stays. A planner finds no ``DuplicateIdentity`` then.
  ///
  /// - Complexity: O(*n*) for *n* sections and rows.
  public func removingDuplicates() -> [Element] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    var seenRows = Set<Element.Row.ID>()
    return filter { seen.insert($0.id).inserted }.map { section in
      let rows = section.rows
      let kept = rows.filter { seenRows.insert($0.id).inserted }
      // A section that loses nothing is the same, and shares its rows with the one before.
      return kept.count == rows.count ? section : section.withRows(kept)
    }
  }
}
