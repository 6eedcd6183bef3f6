import TableKit

extension Snapshot {
  /// What a table shows: sections by name, rows by key, or by number where there is no key.
  ///
  /// - Throws: `notUnique` where rows have one identifier, as those that the source has yet to give
  ///   a key.
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

/// A snapshot that is being made, and what the table showed when it was begun.
public struct PendingSnapshot: Sendable {
  /// What the table is to show.
  public var snapshot: Snapshot
  /// What it showed.
  public let base: Snapshot

  /// Begins with what a table shows.
  ///
  /// - Throws: as `Snapshot.init(of:)`.
  public init(of table: Table) throws(SnapshotError) {
    snapshot = try Snapshot(of: table)
    base = snapshot
  }

  /// Whether nothing was changed or marked.
  public var isUnchanged: Bool {
    snapshot == base && snapshot.reloaded.isEmpty && snapshot.reconfigured.isEmpty
      && snapshot.reloadedSections.isEmpty
  }

  /// - Throws: `cameMeanwhile` with rows that the table has now, that were not there when this was
  ///   begun, and that would go.
  public func check(against table: Table) throws(SnapshotError) {
    let came = table.allRows.map { table.key(of: $0) }.filter {
      base.section(of: $0) == nil && snapshot.section(of: $0) == nil
    }
    guard came.isEmpty else { throw .cameMeanwhile(came) }
  }
}

/// How a snapshot is applied.
public enum SnapshotApplying: Hashable, Sendable {
  /// By what differs, animated.
  case difference
  /// By what differs, without animation.
  case unanimated
  /// By reading everything again (rule J6).
  case reloadData
}

/// How snapshots drive a table.
public struct SnapshotDriving {
  /// True if rows and sections change by snapshots alone.
  public internal(set) var isDriving = false
  /// The snapshot that is being made.
  public var pending: PendingSnapshot?
  /// Who is asked and told when a user reorders rows.
  public var handlers = ReorderingHandlers()
  /// The outcome of the last reordering.
  public internal(set) var lastReorder: ReorderTransaction?
}

/// How a transaction went through a snapshot.
public enum SnapshotStep: Hashable, Sendable {
  /// A snapshot of the table was applied.
  case whole(SnapshotApplying)
  /// A tree of a section was applied.
  case section
  /// A user reordered a row.
  case reorder
}
