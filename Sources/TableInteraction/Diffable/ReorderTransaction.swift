import TableKit

/// A user's reordering of a row, as it is passed to the handlers (rule J9).
///
///     A(a b c)  →  A(b c a)      difference  remove a at 0, insert a at 2
public struct ReorderTransaction: Sendable {
  /// The snapshot before.
  public let initialSnapshot: Snapshot
  /// The snapshot after.
  public let finalSnapshot: Snapshot
  /// The difference of the lists of all rows.
  public let difference: CollectionDifference<String>
  /// The change of each section involved, in the order of sections after.
  public let sectionTransactions: [SectionTransaction]

  /// The change of one section.
  public struct SectionTransaction: Sendable {
    /// The section.
    public let section: String
    /// The rows before.
    public let initialRows: [String]
    /// The rows after.
    public let finalRows: [String]
    /// The difference of the rows.
    public let difference: CollectionDifference<String>
  }

  /// Creates the transaction between two snapshots that differ in the position of one row.
  ///
  /// - Complexity: O(rows).
  public init(moving row: String, from initial: Snapshot, to final: Snapshot) {
    initialSnapshot = initial
    finalSnapshot = final
    difference = Self.difference(of: row, from: initial.rows, to: final.rows)
    sectionTransactions = final.sections.compactMap { section in
      let (old, new) = (initial.rows(in: section), final.rows(in: section))
      if old == new { return nil }
      return SectionTransaction(
        section: section, initialRows: old, finalRows: new,
        difference: Self.difference(of: row, from: old, to: new))
    }
  }

  private static func difference(
    of row: String, from old: [String], to new: [String]
  ) -> CollectionDifference<String> {
    let (source, target) = (old.firstIndex(of: row), new.firstIndex(of: row))
    var changes: [CollectionDifference<String>.Change] = []
    if source == target { return old.difference(from: old) }
    if let source { changes.append(.remove(offset: source, element: row, associatedWith: target)) }
    if let target { changes.append(.insert(offset: target, element: row, associatedWith: source)) }
    return CollectionDifference(changes) ?? new.difference(from: old)
  }
}

/// The handlers called when a user reorders a row (rule J9).
public struct ReorderingHandlers {
  /// Whether a row may be reordered, by identifier; nil: every row may.
  public var canReorder: ((String) throws(EditError) -> Bool)?
  /// Called before the rows change.
  public var willReorder: ((ReorderTransaction) throws(EditError) -> Void)?
  /// Called after the rows have changed, to update a backing store from the final snapshot or the
  /// difference.
  public var didReorder: ((ReorderTransaction) throws(EditError) -> Void)?

  /// Creates handlers that allow everything.
  public init() {}
}

extension TableController {
  /// Reorders a row as a user's drag does: asks and calls the handlers, and applies the snapshot
  /// with the row beside another one.
  mutating func reorder(
    _ row: RowID, _ side: Snapshot.Side, _ neighbour: RowID, _ draft: inout Draft
  ) throws(EditError) {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    guard table.contains(neighbour) else { throw .rowIsGone(number: neighbour.number) }
    let name = table.key(of: row)
    snapshots.lastReorder = nil
    guard try snapshots.handlers.canReorder?(name) ?? true else {
      draft.record(.canReorder, path, answer: .refused)
      return draft.refuse(.notReorderable(row: name))
    }
    draft.record(.canReorder, path, answer: .path(path))
    let initial = try snapshot()
    var final = initial
    try taking(initial) { () throws(SnapshotError) in
      try final.move(name, side, table.key(of: neighbour))
    }
    let transaction = ReorderTransaction(moving: name, from: initial, to: final)
    draft.record(.willReorder, path)
    try snapshots.handlers.willReorder?(transaction)
    try apply(final, .difference, &draft)
    draft.record(.didReorder, table.path(of: row) ?? path)
    try snapshots.handlers.didReorder?(transaction)
    snapshots.lastReorder = transaction
  }
}
