import Postgres
import TableKit
import Wording

/// Why a table is not saved to its server. Nothing was saved, unless it says something else.
public enum PostgresSaveError: Error, Hashable, Sendable {
  /// The server cannot be reached, or refuses.
  case source(PostgresSourceError)
  /// Others have changed or deleted these rows, or the server does not let them be changed.
  case conflict([RowID])
  /// Foreign keys delete or change rows of which others may have changed more since they were read.
  case outdated
  /// Rows that a foreign key changes, or deletes, because of other rows that are saved, too.
  case followed([RowID], isDeleted: Bool)
  /// The server refuses a row: that of the table or, deleted, that of its base.
  case row(RowID, isDeleted: Bool, PostgresRefusal)
  /// The server leaves out a new row.
  case ignored(RowID)
  /// A row takes a unique value of another, which takes that of a third and so on, in a circle, and
  /// none of them can let go of its value first.
  case swapped(RowID)
  /// What cannot be written, with the reason.
  case readOnly(String, reason: String)
  /// A table, by its name, in which the user may not do something: `insert rows`.
  case notAllowed(String, what: String)
  /// A table, by its name, whose columns are others than when it was read.
  case columnsChanged(String)
  /// A table, by its name, that is no longer there.
  case gone(String)
  /// A value in a column whose values the server alone gives, of a new row or, not new, of a known one.
  case identity(RowID, column: String, isNew: Bool)
  /// A cell with a value that the server computes.
  case computed(RowID, column: String)
  /// A row with a value in a column that its table, of several, does not have.
  case noColumn(RowID, column: String, table: String)
  /// A row of a table, of several, that there is not.
  case noTable(RowID, table: String)
  /// A cell with a value that no server takes.
  case unsendable(RowID, column: String)
  /// The connection to the server ended while it was saving, with the reason; it has saved nothing.
  case undone(String, problem: String)
  /// The connection to the server ended while it was saving, with the reason; whether it has saved is
  /// not known.
  case unknown(String, problem: String)

  /// The server could not end the transaction, with the reason, and servers behind its foreign tables
  /// may have saved their part of it by then.
  case divided(String, problem: String)

  /// A change of all rows for which a condition holds, as typed, that concerns another number now.
  case otherCount(String, count: Int, now: Int)

  /// The same while nothing can have been saved yet: a lost connection leaves nothing unknown.
  var beforeCommit: PostgresSaveError {
    guard case .source(.postgres(.cutOff(let server, let problem))) = self else { return self }
    return .undone(server, problem: problem)
  }

  /// Why the server could not do it, for a part of a sentence.
  public var problem: String {
    if case .divided(_, let problem) = self { problem } else { message(row: "a row") }
  }

  /// How the server has refused a row; nil: it is something else.
  var rowRefusal: PostgresRefusal? {
    switch self {
    case .source(.postgres(.refused(let refusal))): refusal.isAboutRow ? refusal : nil
    case .row(_, _, let refusal): refusal
    default: nil
    }
  }

  /// Whether the server does not know a statement.
  var isUnknownStatement: Bool {
    guard case .source(.postgres(.refused(let refusal))) = self else { return false }
    return ["42601", "0A000"].contains(refusal.code)
  }

  /// The row that it is about, and whether that is a deleted one.
  public var row: (row: RowID, isDeleted: Bool)? {
    switch self {
    case .conflict(let rows), .followed(let rows, _): rows.first.map { ($0, false) }
    case .row(let row, let isDeleted, _): (row, isDeleted)
    case .ignored(let row), .swapped(let row), .computed(let row, _), .unsendable(let row, _),
      .identity(let row, _, _),
      .noColumn(let row, _, _), .noTable(let row, _):
      (row, false)
    default: nil
    }
  }
}

extension PostgresSaveError {
  /// The code that programs can rely on.
  public var code: String {
    switch self {
    case .source(let error): error.code
    case .conflict, .followed, .outdated: "conflicts"
    case .row, .swapped: "constraint"
    case .ignored: "refused"
    case .readOnly: "read-only"
    case .notAllowed: "denied"
    case .columnsChanged, .otherCount: "source-changed"
    case .computed, .unsendable, .noColumn, .identity: "cannot-write-value"
    case .noTable, .gone: "no-such-table"
    case .undone: "no-connection"
    case .unknown: "unknown-outcome"
    case .divided: "half-saved"
    }
  }

  /// One line that says what is wrong.
  ///
  /// - Parameter row: how the user names the row that it is about: `@42`.
  public func message(row: String) -> String {
    switch self {
    case .source(let error): error.message
    case .conflict: "\(row): the server does not change it, and does not say why"
    case .outdated: "others may have changed rows that are deleted along with yours"
    case .followed(_, isDeleted: true):
      "\(row): deleting another row deletes it, too (ON DELETE CASCADE)"
    case .followed: "\(row): saving another row changes it, too, by a foreign key"
    case .row(_, let isDeleted, let refusal):
      "\(row): \(isDeleted ? "cannot be deleted: " : "")\(refusal.reason)"
    case .ignored: "\(row): the server leaves it out, and does not say why"
    case .swapped: "\(row): it takes a unique value that another row has until it is saved"
    case .readOnly(let name, let reason): "'\(shown: name)' is read-only: \(reason)"
    case .notAllowed(let name, let what): "you may not \(what) '\(shown: name)'"
    case .columnsChanged(let name): "'\(shown: name)' has different columns than when it was read"
    case .gone(let name): "'\(shown: name)' is no longer there"
    case .identity(_, let column, let isNew):
      "\(row): '\(shown: column)' is numbered by the server alone (GENERATED ALWAYS)"
        + (isNew ? "" : ", and stays as it is")
    case .computed(_, let column): "\(row): '\(shown: column)' is computed by the server"
    case .noColumn(_, let column, let table):
      "\(row): table '\(shown: table)' has no column '\(shown: column)'"
    case .noTable(_, let table): "\(row): no table '\(shown: table)' was read"
    case .unsendable(_, let column): "\(row): '\(shown: column)' has a NUL, which no server takes"
    case .undone(let server, let problem):
      "nothing is saved: the connection to '\(shown: server)' is lost: \(problem)"
    case .unknown(let server, let problem):
      "it is not known whether it is saved: the connection to '\(shown: server)' is lost: \(problem)"
    case .divided(_, let problem):
      "changes on other servers may be saved; the rest is not: \(problem)"
    case .otherCount(let change, let count, let now):
      "'\(change)' concerns \(Counts.of(now, "row")) now, not \(Counts.grouped(count)): "
        + "nothing is saved"
    }
  }

  /// One line that says what to do next; nil if there is nothing to say.
  ///
  /// - Parameter row: how the user names the row that it is about: `@42`.
  public func hint(row: String) -> String? {
    switch self {
    case .source(let error): error.hint
    case .conflict, .ignored: "a policy or a trigger of it may not allow that; nothing is saved"
    case .outdated: "reload, then save; nothing is saved"
    case .followed: "undo one of the two; nothing is saved"
    case .row(_, true, _): "undo brings it back; nothing is saved"
    case .row(_, false, let refusal):
      "edit \(row) \(refusal.concernedColumn ?? "COLUMN")=VALUE, or undo; nothing is saved"
        + (refusal.code == "23505"
          ? "; a value that another row gives up is free after a save" : "")
    case .swapped: "give it a value that is free, save, then the one you want; nothing is saved"
    case .readOnly, .notAllowed: nil
    case .columnsChanged: "reload, then save; nothing is saved"
    case .gone: nil
    case .identity(_, let column, isNew: true):
      "edit --null \(ShellWord.quoted(column)) \(row) leaves it to the server; nothing is saved"
    case .identity: "undo; or insert a row in its place; nothing is saved"
    case .computed(_, let column): "undo, or change what '\(shown: column)' is computed from"
    case .noColumn(_, let column, _): "edit --null \(ShellWord.quoted(column)) \(row)"
    case .noTable: "move it to the section of a table, or undo; nothing is saved"
    case .unsendable(_, let column): "edit \(row) \(column)=VALUE"
    case .undone: "save tries again"
    case .unknown: "save or reload asks the server, once it can be reached, before anything is sent"
    case .divided: "reload shows what is saved; changes on several servers are not saved as one"
    case .otherCount: "reload --discard drops it; type it again to see the rows that there are"
    }
  }
}

extension PostgresRefusal {
  /// The column that it is about, or the first of several; nil: it does not say.
  fileprivate var concernedColumn: String? {
    (column ?? detail.flatMap { PostgresDetail($0) }?.columns.first).map(ShellWord.quoted)
  }

  /// Why a row is refused, and where, for a sentence that begins with the row.
  fileprivate var reason: String { reasonHere + (place.map { " (\($0))" } ?? "") }

  private var reasonHere: String {
    let details = detail.map { "; " + $0 } ?? ""
    let name = constraint.map { " \"\($0)\"" } ?? ""
    switch code {
    case "23502": return column.map { "'\(shown: $0)' must have a value" } ?? message
    case "23503", "23001":
      return constraint == nil ? message : "violates foreign key\(name)" + details
    case "23505": return constraint == nil ? message : "violates unique\(name)" + details
    case "23514": return constraint == nil ? message : "violates check\(name)"
    case "23P01": return constraint == nil ? message : "violates exclusion\(name)" + details
    default: return message + details
    }
  }
}

/// Reaches a server in order to save.
@discardableResult
func saving<T>(_ body: @autoclosure () throws(PostgresError) -> T) throws(PostgresSaveError) -> T {
  do throws(PostgresError) { return try body() } catch { throw .source(.postgres(error)) }
}
