import TableKit

/// How a transaction went through a snapshot.
public enum SnapshotStep: Hashable, Sendable {
  /// A snapshot of the table was applied.
  case whole(SnapshotApplying)
  /// A tree of a section was applied.
  case section
  /// A user reordered a row.
  case reorder
}
