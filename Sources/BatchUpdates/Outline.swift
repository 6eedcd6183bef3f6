/// A table reduced to what a plan needs: identities, positions, contents.
///
/// Identities are integers, unique among the sections and unique among the rows of the whole
/// table. Contents are integers that differ when what is shown differs. A planner compares two
/// outlines; for sections of your own (``PlannableSection``) it makes them itself.
///
///     let old = Outline([.init(id: 1, rows: [.init(id: 10), .init(id: 11), .init(id: 12)])])
///     let new = Outline([.init(id: 1, rows: [.init(id: 12), .init(id: 10, content: 1)])])
public struct Outline: Hashable, Codable, Sendable {
  /// The sections in order.
  public var sections: [Section]

  /// Creates an outline of sections in order.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// A section: its identity, the content of header and footer, and its rows in order.
  public struct Section: Hashable, Codable, Sendable {
    /// The identity, unique among the sections of an outline.
    public var id: Int
    /// A number that differs when header or footer differ.
    public var content: Int
    /// The rows in order.
    public var rows: [Row]
    /// True if the caller knows that this section has the same rows in the same order with the
    /// same contents in both outlines.
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
  public struct Row: Hashable, Codable, Sendable {
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

/// The place of a row: the index of its section and its index in that section, both from 0.
///
/// UIKit calls this an index path. It is printed as it is typed, `0:2`. Paths are ordered by
/// section, then by row. A path says nothing about which table it belongs to: parameters and
/// properties say `before` or `after`.
///
///     RowPath(0, 2)                  // 0:2, which is IndexPath(row: 2, section: 0)
///     RowPath(0, 9) < RowPath(1, 0)  // true
public struct RowPath: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The section's index, from 0.
  public var section: Int
  /// The row's index in its section, from 0.
  public var row: Int

  /// Creates a path from a section's index and a row's index in it.
  public init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }

  /// Creates a path from a section's index and a row's index in it.
  public init(section: Int, row: Int) { self.init(section, row) }

  /// True if a path comes first in the table.
  public static func < (a: RowPath, b: RowPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.row < b.row
  }

  /// The path as it is typed, `0:2`.
  public var description: String { "\(section):\(row)" }
}

/// A section or a row, as an error names it: `section 2`, `row 0:2`.
///
/// The case of ``Violation`` that holds it says whether it is an index before or after the stage.
public enum SectionOrRow: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The section with an index.
  case section(Int)
  /// The row at a path.
  case row(RowPath)

  /// What it is and where, as in `row 0:2`.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .row(let path): "row \(path)"
    }
  }
}

/// One identity found at two places of the same table, so that no plan can be right.
///
///     A(x y) B(x)      .row("x", in: .before, first: 0:0, second: 1:0)
///
/// Row identities are unique in the whole table, not only in their section, because a row may
/// move between sections. The identity is written as its own type describes it.
public enum DuplicateIdentity: Error, Hashable, Codable, Sendable {
  /// Two sections have one identity; `first` and `second` are their indexes in that table.
  case section(String, in: Side, first: Int, second: Int)
  /// Two rows have one identity, in one section or in two; `first` and `second` are their paths
  /// in that table.
  case row(String, in: Side, first: RowPath, second: RowPath)

  /// Which of the two tables.
  public enum Side: String, Hashable, Codable, Sendable {
    /// The table that the plan starts from.
    case before
    /// The table that the plan leads to.
    case after
  }
}

extension DuplicateIdentity {
  /// A stable name for programs: `duplicate-section` or `duplicate-row`.
  public var code: String {
    switch self {
    case .section: "duplicate-section"
    case .row: "duplicate-row"
    }
  }

  /// The problem, in one line.
  public var message: String {
    switch self {
    case .section(let identity, let side, let first, let second):
      "sections \(first) and \(second) of the table \(side.rawValue) are both '\(identity)'"
    case .row(let identity, let side, let first, let second):
      "rows \(first) and \(second) of the table \(side.rawValue) are both '\(identity)'"
    }
  }

  /// The hint: what to do about it.
  public var hint: String? {
    switch self {
    case .section: "give each section an identity of its own"
    case .row: "give each row an identity that no other row of the table has, in any section"
    }
  }
}
