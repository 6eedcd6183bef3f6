import TableSources
import Wording

// Problems of databases; what one place alone finds is worded there.
extension SourceError {
  /// A problem of a database.
  static func database(
    _ code: String, _ message: String, _ hint: String, isOutdated: Bool = false
  ) -> SourceError {
    .ofFormat(FormatProblem(code: code, message: message, hint: hint, isOutdated: isOutdated))
  }

  /// A database that is not saved, and why.
  static func unsaved(
    _ file: String, _ code: String, _ reason: String, _ hint: String
  ) -> SourceError {
    .database(code, "cannot save '\(shown: file)': \(reason)", hint)
  }

  /// The file is not a readable database.
  static func noDatabase(_ file: String) -> SourceError {
    .database(
      "bad-database", "'\(shown: file)' is not a SQLite database, or it is encrypted",
      "--loader csv, tsv or json if it is text")
  }

  /// The database has no table or view.
  static func noTables(_ file: String) -> SourceError {
    .database(
      "no-such-table", "the database '\(shown: file)' has no table",
      "open another table, then export \(ShellWord.path("\(file)#NAME"))")
  }

  /// The database has no table or view of this name.
  static func noSuchTable(
    _ name: String, in file: String, nearest: String? = nil, known: [String]
  ) -> SourceError {
    .database(
      "no-such-table", "no table '\(shown: name)' in '\(shown: file)'",
      nearest.map { "did you mean '\(shown: $0)'?" } ?? "tables: \(list(known))")
  }

  /// SQLite refused a query.
  static func badQuery(_ file: String, _ reason: String) -> SourceError {
    .database(
      "bad-query", "the query on '\(shown: file)' is refused: \(reason)",
      "after the # write the name of a table, or one SELECT")
  }

  /// The result is read-only: it is `a view`, `a query` or the like.
  static func onlyRead(_ file: String, _ what: String) -> SourceError {
    .database(
      "read-only", "'\(shown: file)' is \(what), which cannot be saved to",
      "save PATH, or export PATH")
  }

  /// The URI makes it read-only: `mode=ro` or `immutable=1`.
  static func openedReadOnly(_ path: String, _ mode: String, file: String) -> SourceError {
    .unsaved(
      path, "read-only", "it is opened with \(mode), for reading only",
      "open \(ShellWord.path(file)) to write it, or save PATH")
  }

  /// A constraint of the database rejected the rows as a whole.
  static func broken(_ file: String, _ reason: String) -> SourceError {
    .unsaved(file, "constraint", "\(reason); nothing was written", edit)
  }

  /// What helps against a constraint.
  static let edit = "edit what it names, or undo; reload brings in what others changed"

  /// A new database cannot represent the table.
  static func cannotHold(_ name: String, _ reason: String) -> SourceError {
    .unsaved(name, "cannot-save", reason, "save PATH.csv or PATH.json")
  }

  /// The first names of a list, and how many more there are.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }
}
