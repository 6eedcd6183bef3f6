/// A row of your own that a planner can compare: an identity, and content that tells whether the
/// row must be redrawn.
///
///     struct Friend: PlannableRow {
///       let id: String
///       let name: String
///       var content: String { name }
///     }
public protocol PlannableRow: Identifiable {
  /// What a cell shows.
  associatedtype Content: Equatable
  /// What the row shows; a planner redraws the row when this differs.
  var content: Content { get }
}
