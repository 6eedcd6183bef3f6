import BatchUpdates
import TableKit
import Wording

/// What went wrong when a rule or an expression was run over rows.
public struct RuleErrors: Hashable, Sendable {
  /// How many rows failed.
  public var count: Int
  /// Over how many rows it was run.
  public var total: Int
  /// The first row that failed.
  public var firstRow: RowID
  /// That row as it is typed and where it stands: `@P17 (0:16)`.
  public var firstRowName: String
  /// What was raised there.
  public var reason: String
  /// What to do about it, if anything helps.
  public var hint: String?
  /// The place in a file.
  public var place: String?
  /// Lua's call stack there.
  public var traceback: String?

  /// The whole in one line, with the row and, for a rule in a file, the line there.
  public var message: String {
    "the rule failed on \(Counts.grouped(count)) of \(Counts.grouped(total)) "
      + "\(total == 1 ? "row" : "rows"); first \(firstRowName): "
      + (place.map { $0 + ": " } ?? "") + reason
  }
}

extension Table {
  /// A row as it is typed and where it stands: `@P17 (0:16)`.
  func name(of row: RowID) -> String {
    let place = path(of: row).map { " (\($0))" } ?? ""
    return "@" + ShellWord.quoted(key(of: row)) + place
  }
}
