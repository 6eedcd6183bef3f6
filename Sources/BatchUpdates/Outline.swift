/// A table reduced to what a plan needs: who is where, and which content each has.
///
/// Identities are integers, unique among the sections and unique among the rows of the whole
/// table. Contents are integers that differ when what is shown differs. A planner compares two
/// outlines; for sections of your own (``PlannableSection``) it makes them itself.
///
///     let old = Outline([.init(id: 1, rows: [.init(id: 10), .init(id: 11), .init(id: 12)])])
///     let new = Outline([.init(id: 1, rows: [.init(id: 12), .init(id: 10, content: 1)])])
public struct Outline: Hashable, Sendable {
  /// The sections in order.
  public var sections: [Section]

  /// Creates an outline of sections in order.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// A section: its identity, the content of header and footer, and its rows in order.
  public struct Section: Hashable, Sendable {
    /// The identity, unique among the sections of an outline.
    public var id: Int
    /// A number that differs when header or footer differ.
    public var content: Int
    /// The rows in order.
    public var rows: [Row]
    /// Whether whoever made the two outlines knows that this section has the same rows in the
    /// same order with the same contents in both.
    ///
    /// A section marked so in both outlines is planned without a look at its rows, which may
    /// then be left out of both. No row may enter or leave it.
    public var rowsUnchanged: Bool

    /// Creates a section.
    public init(id: Int, content: Int = 0, rows: [Row] = [], rowsUnchanged: Bool = false) {
      self.id = id
      self.content = content
      self.rows = rows
      self.rowsUnchanged = rowsUnchanged
    }
  }

  /// A row: its identity and its content.
  public struct Row: Hashable, Sendable {
    /// The identity, unique among all rows of an outline.
    public var id: Int
    /// A number that differs when what the row shows differs.
    public var content: Int

    /// Creates a row.
    public init(id: Int, content: Int = 0) {
      self.id = id
      self.content = content
    }
  }
}
