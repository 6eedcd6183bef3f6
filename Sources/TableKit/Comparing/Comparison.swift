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
  ///   - isCancelled: polled; true stops it.
  ///   - progress: told how far it is.
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells) of both tables, and O(*n* log *n*) for *n* rows without a key.
  public init(
    _ old: Table, _ new: Table, isCancelled: (() -> Bool)? = nil, progress: Progress? = nil
  ) throws(EditError) {
    let cancellation = Cancellation(isCancelled, progress)
    cancellation.begin("comparing", rows: max(old.rowCount, new.rowCount))
    defer { cancellation.end() }
    var columns = ColumnChanges(old, new)
    let pairing = try RowPartners(old, new, columns.common, cancellation)
    try columns.findRenamed(old, new, pairing.partners, cancellation)
    let records = RecordComparison(old, new, columns: columns.common)
    var identities = ComparedIdentities(old, new)
    before = identities.outlineBefore()
    after = try identities.outlineAfter(pairing.partners, records, cancellation)
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
