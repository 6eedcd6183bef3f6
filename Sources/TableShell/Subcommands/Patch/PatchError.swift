import BatchUpdates
import Wording

/// The error of a patch that was not applied; nothing has changed.
enum PatchError: Error {
  /// A stage has operations, but no contents.
  case noContents(stage: Int)
  /// The plan is `reloadData`, without operations.
  case reloadData(why: String)
  /// A stage is illegal for this table.
  case illegal(stage: Int, Violation)
  /// UIKit would reload the whole table instead of applying the stage.
  case wouldReload(stage: Int, why: String)
  /// Another row is at the index path.
  case row(stage: Int, RowPath, expected: String, found: String)
  /// The row has a key in the patch, but not in the table.
  case noKey(stage: Int, RowPath, expected: String)
  /// The row is there with another cell.
  case cell(stage: Int, RowPath, key: String, column: String, expected: String, found: String)
  /// The rows of changed columns are not those of the table.
  case rowCount(stage: Int, expected: Int, found: Int)
  /// Another section is at the index, or its name, title, header or footer differs.
  case section(stage: Int, Int, expected: String, found: String)
  /// The columns differ.
  case columns(stage: Int, expected: [String], found: [String])
  /// The table cannot become the goal, as its sections come from a column.
  case notAsPlanned
}

extension PatchError {
  /// The stable code for scripts.
  var code: String {
    switch self {
    case .noContents: "no-contents"
    case .reloadData, .wouldReload: "reloads-data"
    case .illegal: "illegal-plan"
    default: "patch-does-not-fit"
    }
  }

  /// The error in one line.
  var message: String {
    switch self {
    case .noContents(let stage): "stage \(stage) has no contents, so that nobody knows its rows"
    case .reloadData(let why): "the plan is reloadData (\(why)), which says nothing of rows"
    case .illegal(let stage, let violation): "stage \(stage): \(violation.message)"
    case .wouldReload(let stage, let why):
      "stage \(stage): UIKit would read the whole table again: \(why)"
    case .row(let stage, let path, let expected, let found):
      "stage \(stage), row \(path): expected '\(expected)', found '\(found)'"
    case .noKey(let stage, let path, let expected):
      "stage \(stage), row \(path): expected '\(expected)', and rows have no key here"
    case .cell(let stage, let path, let key, let column, let expected, let found):
      "stage \(stage), row \(path) ('\(key)'), column '\(column)': "
        + "expected \(expected), found \(found)"
    case .rowCount(let stage, let expected, let found):
      "stage \(stage): expected \(Counts.of(expected, "row")), found \(found)"
    case .section(let stage, let index, let expected, let found):
      "stage \(stage), section \(index): expected \(expected), found \(found)"
    case .columns(let stage, let expected, let found):
      "stage \(stage): expected the columns \(Self.list(expected)), found \(Self.list(found))"
    case .notAsPlanned: "the patch moves rows where the sections of this table cannot have them"
    }
  }

  /// What to type next; nil: nothing helps.
  var hint: String? {
    switch self {
    case .noContents: "plan patch, or tablesh diff --format patch, writes a plan with contents"
    case .reloadData: "make a plan of stages: tablesh diff --format patch"
    case .noKey: "--key COLUMN names the column that identifies a row"
    case .section: "--section-by COLUMN if the patch was made so; tablesh diff shows what differs"
    case .notAsPlanned: "--section-by COLUMN as it was when the patch was made, or leave it out"
    default: "tablesh diff shows what differs from the table that the patch was made of"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : Counts.list(names.map { "'\($0)'" })
  }
}

extension CommandError {
  /// Creates the error for one of a patch.
  ///
  /// - Parameter hint: a hint in place of the error's own.
  init(_ error: PatchError, hint: String? = nil) {
    self = .outside(code: error.code, message: error.message, hint: hint ?? error.hint)
  }
}
