/// A table reduced to what a plan needs: identities, positions, contents.
///
/// Identities are integers, unique among the sections and unique among the rows of the whole
/// table. Contents are integers that differ when what is shown differs. A planner compares two
/// outlines; for sections of your own (``PlannableSection``) it makes them itself.
///
///     let old = Outline([.init(id: 1, rows: [.init(id: 10), .init(id: 11), .init(id: 12)])])
///     let new = Outline([.init(id: 1, rows: [.init(id: 12), .init(id: 10, content: 1)])])
package struct Outline: Hashable, Codable, Sendable {
  /// The sections in order.
  package var sections: [Section]

  /// Creates an outline of sections in order.
  package init(_ sections: [Section] = []) { self.sections = sections }

  /// A section: its identity, the content of header and footer, and its rows in order.
  package struct Section: Hashable, Codable, Sendable {
    /// The identity, unique among the sections of an outline.
    package var id: Int
    /// A number that differs when header or footer differ.
    package var content: Int
    /// The rows in order.
    package var rows: [Row]
    /// True if the caller knows that this section has the same rows in the same order with the
    /// same contents in both outlines.
    ///
    /// A section marked so in both outlines is planned without a look at its rows, which may
    /// then be left out of both. No row may enter or leave it.
    package var rowsUnchanged: Bool

    /// Creates a section.
    package init(id: Int, content: Int = 0, rows: [Row] = [], rowsUnchanged: Bool = false) {
      self.id = id
      self.content = content
      self.rows = rows
      self.rowsUnchanged = rowsUnchanged
    }
  }

  /// A row: its identity and its content.
  package struct Row: Hashable, Codable, Sendable {
    /// The identity, unique among all rows of an outline.
    package var id: Int
    /// A number that differs when what the row shows differs.
    package var content: Int

    /// Creates a row.
    package init(id: Int, content: Int = 0) {
      self.id = id
      self.content = content
    }
  }
}

/// The place of a row: the index of its section and its index in that section, both from 0.
///
/// UIKit calls this an index path. It prints as `0:2`. Paths are ordered by section, then by row. A
/// path does not say whether it counts in the table before or after a stage; parameters and properties
/// do.
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

  /// True if the left path comes first in the table.
  public static func < (a: RowPath, b: RowPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.row < b.row
  }

  /// The path as in `0:2`.
  public var description: String { "\(section):\(row)" }
}

/// A section or a row, as an error names it: `section 2`, `row 0:2`.
///
/// The case of ``Violation`` that holds it says whether it is an index before or after the stage.
package enum SectionOrRow: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The section with an index.
  case section(Int)
  /// The row at a path.
  case row(RowPath)

  /// What it is and where, as in `row 0:2`.
  package var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .row(let path): "row \(path)"
    }
  }
}

/// An identity that two sections or two rows of one table have: no plan can be right then.
///
///     A(x y) B(x)      .row("x", in: .before, first: 0:0, second: 1:0)
///
/// Row identities must be unique in the whole table, not only in their section, because a row may move
/// from section to section. The identity is given as `String(describing:)` prints it.
public enum DuplicateIdentity: Error, Hashable, Codable, Sendable {
  /// Two sections have the same identity. `first` and `second` are their indexes in that table.
  case section(String, in: Side, first: Int, second: Int)
  /// Two rows have the same identity, in one section or in two. `first` and `second` are their paths
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
  package var code: String {
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

  /// What to do about it.
  public var hint: String? {
    switch self {
    case .section: "give each section an identity of its own"
    case .row: "give each row an identity that no other row of the table has, in any section"
    }
  }
}
