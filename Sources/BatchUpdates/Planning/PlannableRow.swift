/// A row of your own that a planner can compare: an identity, and content that tells whether the
/// row must be redrawn.
///
/// Give an identity that stays while the row changes (a key of your database, not a position and
/// not the text), and as content all that the cell shows: several things as an array or as an
/// `Equatable` struct.
///
///     struct Friend: PlannableRow {
///       let id: String
///       let name: String
///       var content: String { name }
///     }
public protocol PlannableRow: Identifiable {
  /// What a cell shows.
  associatedtype Content: Equatable
  /// What the row shows; a planner redraws the row when this differs between the two tables.
  ///
  /// It is asked once for each row of each table.
  var content: Content { get }
}
