/// What a user's reordering of a row did, as the handlers of a table are told (rule J9).
///
///     A(a b c)  →  A(b c a)      difference  remove a at 0, insert a at 2
public struct ReorderTransaction: Sendable {
  /// What the table showed.
  public let initialSnapshot: Snapshot
  /// What it shows now.
  public let finalSnapshot: Snapshot
  /// How the list of all rows differs.
  public let difference: CollectionDifference<String>
  /// The same for each section that took part, in the order in which they stand now.
  public let sectionTransactions: [SectionTransaction]

  /// What happened in one section.
  public struct SectionTransaction: Sendable {
    /// The section.
    public let section: String
    /// Its rows before.
    public let initialRows: [String]
    /// Its rows after.
    public let finalRows: [String]
    /// How they differ.
    public let difference: CollectionDifference<String>
  }

  /// The way from one snapshot to another in which one row has another place.
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

/// Who is asked and told when a user puts a row in another place (rule J9).
public struct ReorderingHandlers {
  /// Whether a row may be reordered, by identifier; nil: every row may.
  public var canReorder: ((String) throws(EditError) -> Bool)?
  /// Told before the rows change.
  public var willReorder: ((ReorderTransaction) throws(EditError) -> Void)?
  /// Told when they have changed: a backing store follows from the final snapshot or from the
  /// difference.
  public var didReorder: ((ReorderTransaction) throws(EditError) -> Void)?

  /// Creates handlers that let everything happen.
  public init() {}
}

extension Editor {
  /// A user's drag of a row to a place beside another one: asks, tells, and applies the snapshot in
  /// which it stands there.
  mutating func reorder(
    _ row: RowID, _ side: Snapshot.Side, _ neighbour: RowID, _ log: inout ChangeLog,
    _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    guard table.contains(neighbour) else { throw .rowIsGone(number: neighbour.number) }
    let name = table.key(of: row)
    lastReorder = nil
    guard try reordering.canReorder?(name) ?? true else {
      log.refusal = "row '\(name)' cannot be reordered"
      events.append(DelegateEvent(.canReorder, path, answer: .refused))
      return
    }
    events.append(DelegateEvent(.canReorder, path, answer: .path(path)))
    let initial = try snapshot()
    var final = initial
    try taking(initial) { () throws(SnapshotError) in
      try final.move(name, side, table.key(of: neighbour))
    }
    let transaction = ReorderTransaction(moving: name, from: initial, to: final)
    events.append(DelegateEvent(.willReorder, path))
    try reordering.willReorder?(transaction)
    try apply(final, .difference, &log)
    events.append(DelegateEvent(.didReorder, table.path(of: row) ?? path))
    try reordering.didReorder?(transaction)
    lastReorder = transaction
  }
}
