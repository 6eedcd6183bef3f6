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
  ///
  /// A section whose array shares its storage with that of the section it is compared with is
  /// planned without a look at its rows: sections that you did not touch cost nothing.
  var rows: [Row] { get }
  /// Whether whoever made the two tables knows that this section has the same rows in the same
  /// order with the same contents in both; false unless you say otherwise.
  ///
  /// A section marked so in both tables is planned without a look at its rows, which may then be
  /// left out of both. No row may enter or leave it.
  var rowsUnchanged: Bool { get }
}

extension PlannableSection {
  /// Nothing is known.
  @inlinable
  public var rowsUnchanged: Bool { false }
}

/// A section of your own that can be made anew with other rows, so that a planner can tell what
/// each stage of a plan shows.
public protocol RebuildableSection: PlannableSection {
  /// This section, header and footer included, with these rows.
  func withRows(_ rows: [Row]) -> Self
}
