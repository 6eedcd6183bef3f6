/// In how many batches a planner may say what changed.
///
/// A row that moves and changes, or moves into a section that is new in the same batch, cannot be
/// said in one batch without losing its identity.
public enum StagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Nothing that survives is deleted and inserted, so that a view keeps its selection; that may
  /// take several batches.
  case identity
  /// Always one batch: what cannot be said in it is deleted and inserted, and every plan can tell
  /// which rows and sections these are, and why.
  case one
}
