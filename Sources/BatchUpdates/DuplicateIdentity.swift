/// One identity found at two places of the same table, so that no plan can be right.
///
///     A(x y) B(x)      .row("x", in: .before, first: 0:0, second: 1:0)
///
/// Row identities are unique in the whole table, not only in their section, because a row may
/// move between sections. The identity is written as its own type describes it.
public enum DuplicateIdentity: Error, Hashable, Sendable {
  /// Two sections have one identity; `first` and `second` are their indexes in that table.
  case section(String, in: Side, first: Int, second: Int)
  /// Two rows have one identity, in one section or in two; `first` and `second` are their paths
  /// in that table.
  case row(String, in: Side, first: RowPath, second: RowPath)

  /// Which of the two tables.
  public enum Side: String, Hashable, Sendable {
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

  /// What is wrong, in one line.
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
