/// A section of your own that a planner can compare: an identity, what header and footer show,
/// and rows.
public protocol PlannableSection: Identifiable {
  /// The type of the rows.
  associatedtype Row: PlannableRow
  /// What header and footer show.
  associatedtype Content: Equatable
  /// What header and footer show; a planner redraws them when this differs.
  var content: Content { get }
  /// The rows in order. Their identities are unique in the whole table.
  var rows: [Row] { get }
}
