/// A section of your own that a planner can compare: an identity, what header and footer show,
/// and rows.
///
///     struct Group: PlannableSection {
///       let id: String
///       var title: String
///       var rows: [Friend]
///       var displayedContent: String { title }
///     }
public protocol PlannableSection: Identifiable {
  /// The type of the rows.
  associatedtype Row: PlannableRow
  /// The type of a header's and footer's content.
  associatedtype Content: Equatable
  /// What header and footer show. A planner redraws them when this differs. Leave out what the rows
  /// show.
  ///
  /// In a ``RebuildableSection`` it may depend on the rows, as a count does: a plan of several stages
  /// redraws the header in each stage that changes it.
  var displayedContent: Content { get }
  /// The rows in order. Their identities are unique in the whole table.
  ///
  /// The array of a section that you did not touch shares its storage with the old one. Its rows are
  /// not compared then. Only their identities are checked for duplicates, unless
  /// ``Planner/checksIdentities`` is off.
  var rows: [Row] { get }
  /// Whether you know that this section has the same rows in the same order with the same contents
  /// in both tables. False by default.
  ///
  /// If it is true in both tables, a planner does not look at the rows, and you may leave them out of
  /// both. No row may move into the section or out of it.
  var rowsUnchanged: Bool { get }
}

extension PlannableSection {
  /// False: the rows are compared.
  @inlinable
  public var rowsUnchanged: Bool { false }
}

/// A section of your own that can be copied with other rows. A planner needs this to make the sections
/// between the stages of a plan.
///
///     extension Group: RebuildableSection {
///       func withRows(_ rows: [Friend]) -> Group {
///         Group(id: id, title: title, rows: rows)
///       }
///     }
public protocol RebuildableSection: PlannableSection {
  /// This section, header and footer included, with these rows.
  func withRows(_ rows: [Row]) -> Self
}

/// A row of your own that a planner can compare: an identity, and content that tells whether the
/// row must be redrawn.
///
/// Choose an identity that stays while the row changes: a key of your database, not the position and
/// not the text. As content, return everything that the cell shows; several values as an array or as
/// an `Equatable` struct. If the row is `Equatable`, you can leave the content out: the row is redrawn
/// when anything in it differs.
///
/// An object that you change in place is the same in both tables, and a planner sees no difference. Use
/// a struct, or make a new object for each version.
///
///     struct Friend: PlannableRow {
///       let id: String
///       let name: String
///       var displayedContent: String { name }
///     }
public protocol PlannableRow: Identifiable {
  /// The type of a row's content.
  associatedtype Content: Equatable
  /// What the row shows. A planner redraws the row when this differs between the two tables.
  ///
  /// A planner reads it once for each row of each table.
  var displayedContent: Content { get }
}

extension PlannableRow where Self: Equatable {
  /// The row itself: it is redrawn when anything in it differs.
  @inlinable
  public var displayedContent: Self { self }
}

extension Outline.Section: RebuildableSection {
  /// The content of header and footer.
  package var displayedContent: Int { content }

  /// This section with other rows.
  package func withRows(_ rows: [Outline.Row]) -> Outline.Section {
    var section = self
    section.rows = rows
    return section
  }
}

extension Outline.Row: PlannableRow {
  /// The content.
  package var displayedContent: Int { content }
}
