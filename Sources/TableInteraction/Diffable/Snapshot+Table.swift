import TableKit

extension Snapshot {
  /// Creates the snapshot of a table: sections by name, rows by key or, without a key, by number.
  ///
  /// - Throws: `notUnique` if rows have the same identifier, such as those whose key the source has
  ///   yet to assign.
  /// - Complexity: O(rows).
  public init(of table: Table) throws(SnapshotError) {
    self.init()
    try append(sections: table.sections.map(\.name))
    for section in table.sections {
      let rows = section.rows.map { table.key(of: $0) }
      let twice = rows.filter { self.section(of: $0) != nil }
      guard twice.isEmpty else { throw .notUnique(twice) }
      try append(rows: rows, to: section.name)
    }
  }
}

/// A snapshot being edited, and the table's snapshot when that began.
public struct PendingSnapshot: Sendable {
  /// The edited snapshot.
  public var snapshot: Snapshot
  /// The snapshot of the table when editing began.
  public let base: Snapshot

  /// Begins with the snapshot of a table.
  ///
  /// - Throws: as `Snapshot.init(of:)`.
  public init(of table: Table) throws(SnapshotError) {
    snapshot = try Snapshot(of: table)
    base = snapshot
  }

  /// - Throws: `cameMeanwhile` with rows that were added to the table after this was begun and that
  ///   applying it would delete.
  public func check(against table: Table) throws(SnapshotError) {
    let came = table.allRows.map { table.key(of: $0) }.filter {
      base.section(of: $0) == nil && snapshot.section(of: $0) == nil
    }
    guard came.isEmpty else { throw .cameMeanwhile(came) }
  }
}

/// How a snapshot is applied.
public enum SnapshotApplying: Hashable, Sendable {
  /// Applies the difference with animations.
  case difference
  /// Applies the difference without animations.
  case unanimated
  /// Reloads all data (rule J6).
  case reloadData
}

/// The settings and state of a table driven by snapshots.
public struct SnapshotDriving {
  /// Whether rows and sections change only by snapshots.
  public internal(set) var isDriving = false
  /// The snapshot being edited.
  public var pending: PendingSnapshot?
  /// The handlers called when a user reorders rows.
  public var handlers = ReorderingHandlers()
  /// The outcome of the last reordering.
  public internal(set) var lastReorder: ReorderTransaction?
}

/// How a transaction applied a snapshot.
public enum SnapshotStep: Hashable, Sendable {
  /// A snapshot of the table was applied.
  case whole(SnapshotApplying)
  /// A section snapshot was applied.
  case section
  /// A user reordered a row.
  case reorder
}
