import TableKit

/// The rows that a rule picked.
public struct RowMatches: Hashable, Sendable {
  /// The rows, in the order in which they were given.
  public var rows: [RowID]
  /// What went wrong on rows that were left out; nil when nothing did.
  public var errors: RuleErrors?

  /// Creates matches.
  public init(rows: [RowID], errors: RuleErrors? = nil) {
    self.rows = rows
    self.errors = errors
  }
}

/// What an expression gives for rows.
public struct RowValues: Hashable, Sendable {
  /// The rows for which it gave something, in the order in which they were given: all, unless
  /// rows that failed were left out.
  public var rows: [RowID]
  /// The value for each of `rows`.
  public var values: [LuaScalar]
  /// What went wrong on rows that were left out; nil when nothing did.
  public var errors: RuleErrors?
}
