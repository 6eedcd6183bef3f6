/// One identity found at two places of the same outline, so that no plan can be right.
public enum DuplicateIdentity: Error, Hashable, Sendable {
  /// Two sections have one identity; `first` and `second` are their indexes.
  case section(String, in: Side, first: Int, second: Int)
  /// Two rows have one identity, in one section or in two.
  case row(String, in: Side, first: RowPath, second: RowPath)

  /// Which of the two outlines.
  public enum Side: String, Hashable, Sendable {
    /// The outline that the plan starts from.
    case before
    /// The outline that the plan leads to.
    case after
  }
}

extension DuplicateIdentity {
  /// A stable name for programs.
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
