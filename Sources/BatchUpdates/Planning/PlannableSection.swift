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
  /// What header and footer show; a planner redraws them when this differs. What the rows show
  /// does not belong here.
  ///
  /// It may depend on the rows, as a count does, where the section is a ``RebuildableSection``: a
  /// plan of several stages then redraws a header in each stage that changes it.
  var displayedContent: Content { get }
  /// The rows in order. Their identities are unique in the whole table.
  ///
  /// A section whose array shares its storage with that of the section it is compared with is
  /// planned without comparing its rows: of a section that you did not touch only the identities are
  /// looked at, for duplicates, and with ``Planner/checksIdentities`` off not even these.
  var rows: [Row] { get }
  /// True if you know that this section has the same rows in the same order with the same contents
  /// in both tables; false by default.
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
/// Give an identity that stays while the row changes (a key of your database, not a position and
/// not the text), and as content all that the cell shows: several things as an array or as an
/// `Equatable` struct. A row that is `Equatable` is its own content if you give none: then it is
/// redrawn when anything in it differs.
///
/// A row of a class type that is changed in place is the same object in both tables, so that no
/// difference can be seen: use a struct, or make a new object for each version.
///
///     struct Friend: PlannableRow {
///       let id: String
///       let name: String
///       var displayedContent: String { name }
///     }
public protocol PlannableRow: Identifiable {
  /// The type of a row's content.
  associatedtype Content: Equatable
  /// What the row shows; a planner redraws the row when this differs between the two tables.
  ///
  /// It is asked once for each row of each table.
  var displayedContent: Content { get }
}

extension PlannableRow where Self: Equatable {
  /// The row itself: it is redrawn when anything in it differs.
  @inlinable
  public var displayedContent: Self { self }
}

extension Outline.Section: RebuildableSection {
  /// The content of header and footer.
  @inlinable
  public var displayedContent: Int { content }

  /// This section with other rows.
  public func withRows(_ rows: [Outline.Row]) -> Outline.Section {
    var section = self
    section.rows = rows
    return section
  }
}

extension Outline.Row: PlannableRow {
  /// The content.
  @inlinable
  public var displayedContent: Int { content }
}
