import TableKit
import TableSources
import Wording

/// A problem of a database.
enum DatabaseProblem: Hashable, Sendable {
  /// The file is not a readable database.
  case noDatabase
  /// SQLite found the file damaged.
  case damaged(String)
  /// Another program is writing to it.
  case locked
  /// The file was removed.
  case removed
  /// A stream cannot be read as a database.
  case needsFile
  /// The database has no table or view.
  case noTables
  /// The database has several tables, and none was named.
  case severalTables([String])
  /// The database has no table or view of this name.
  case noSuchTable(String, nearest: String?, known: [String])
  /// All tables are to be read, which would need too much memory.
  case tooMuch(ReadingDemand)
  /// All tables are to be read, and one has its own column `table`.
  case takenColumn(table: String)
  /// All tables are to be read, and two rows of one have keys with the same text.
  case unlikeKeys(table: String)
  /// SQLite refused a query.
  case badQuery(String)
  /// The query over open tables is refused; with the nearest name for an unknown column.
  case badTableQuery(String, nearest: String?, tables: [String])
  /// The result is read-only: `what` is `a view`, `a query` or the like.
  case readOnly(what: String)
  /// The view has triggers, but it was read without a key.
  case viewWithoutKey(String)
  /// The view has no INSTEAD OF trigger for what is to be done: `INSERT`, `UPDATE OF "pay"`.
  case noTrigger(String, view: String)
  /// The URI makes it read-only: `mode=ro` or `immutable=1`.
  case openedReadOnly(String, file: String)
  /// The URI has a parameter that is not known.
  case badURI(String)
  /// The file is read-only.
  case protected
  /// Other programs have changed, deleted or inserted these rows meanwhile; with the total number.
  case rowsChanged([String], count: Int)
  /// Others may have changed rows that foreign keys delete with others: they must be read again first.
  case outdated
  /// A foreign key deletes the row together with another one.
  case followed(row: String)
  /// The columns of the table have changed since it was read.
  case columnsChanged(table: String)
  /// A constraint of the database rejected a row.
  case constraint(row: String, String)
  /// A constraint of the database rejected the rows as a whole.
  case broken(String)
  /// A column that the database computes.
  case generatedColumn(String, row: String)
  /// The column that shows rowids cannot be changed.
  case rowidColumn(String)
  /// SQLite rejected a change of a column.
  case column(String, String)
  /// A column that undo could not restore as it was declared, with the reason of SQLite.
  case lostDeclaration(String, String, String)
  /// Columns cannot be inserted, renamed or deleted while several tables are shown as one.
  case columnsOfSeveral
  /// A query computes, and a number of a column is beyond all doubles.
  case beyondDoubles(String, column: String)
  /// A row names a table that does not exist.
  case noTableOfRow(row: String, table: String)
  /// A row has a value in a column that its table does not have.
  case noColumn(String, row: String, table: String)
  /// An integer that exceeds 64 bits, or a number beyond all doubles.
  case largeNumber(String, row: String, column: String)
  /// Everything was saved, but SQLite failed afterwards, with the reason.
  case savedUnread(String)
  /// SQLite failed while writing, and the file could not be read to determine whether the changes
  /// were committed.
  case commitUnknown(String)
  /// The table to create already exists.
  case tableIsThere(String)
  /// A table cannot be moved into a database, only copied.
  case cannotMove
  /// The file is a database with other tables.
  case otherTables([String])
  /// Another program is using the file, as this file beside it shows.
  case inUse(String)
  /// A new database cannot represent the table.
  case cannotHold(String)
}

extension SourceError {
  /// The error for a problem of a database.
  static func database(_ file: String, _ problem: DatabaseProblem) -> SourceError {
    .ofFormat(
      FormatProblem(
        code: problem.code, message: problem.fact(file), hint: problem.hint(file),
        isOutdated: problem == .outdated))
  }
}

extension DatabaseProblem {
  /// The stable code of the error.
  var code: String {
    switch self {
    case .noDatabase, .damaged: "bad-database"
    case .locked, .inUse: "locked"
    case .needsFile: "cannot-read"
    case .noTables, .noSuchTable, .noTableOfRow: "no-such-table"
    case .severalTables: "several-tables"
    case .takenColumn: "duplicate-column-name"
    case .tooMuch: "out-of-memory"
    case .unlikeKeys: "duplicate-key"
    case .badQuery, .badTableQuery, .beyondDoubles: "bad-query"
    case .readOnly, .protected, .viewWithoutKey, .noTrigger, .openedReadOnly: "read-only"
    case .badURI: "cannot-read"
    case .rowsChanged, .columnsChanged, .removed, .outdated: "source-changed"
    case .followed: "conflicts"
    case .constraint, .broken: "constraint"
    case .generatedColumn, .rowidColumn, .columnsOfSeveral, .noColumn, .largeNumber:
      "cannot-write-value"
    case .savedUnread: "saved-unread"
    case .commitUnknown, .column, .lostDeclaration, .otherTables, .tableIsThere, .cannotMove,
      .cannotHold:
      "cannot-save"
    }
  }

  /// The message, in one line.
  func fact(_ file: String) -> String {
    switch self {
    case .noDatabase: "'\(shown: file)' is no SQLite database, or it is encrypted"
    case .damaged(let reason): "the database '\(shown: file)' is damaged: \(reason)"
    case .locked: "the database '\(shown: file)' is locked by another program"
    case .removed: "'\(shown: file)' was removed by others"
    case .needsFile: "a database cannot be read from a stream"
    case .noTables: "the database '\(shown: file)' has no table"
    case .severalTables(let names):
      "the database '\(shown: file)' has \(names.count) tables: \(Self.list(names))"
    case .noSuchTable(let name, _, _): "no table '\(shown: name)' in '\(shown: file)'"
    case .tooMuch(let demand): "'\(shown: file)' is too large: \(demand.message)"
    case .takenColumn(let table):
      "table '\(shown: table)' of '\(shown: file)' has a column 'table' of its own"
    case .unlikeKeys(let table):
      "two rows of table '\(shown: table)' of '\(shown: file)' have primary keys that look the same"
    case .badQuery(let reason): "the query on '\(shown: file)' is refused: \(reason)"
    case .badTableQuery(let reason, _, _): "the query is refused: \(reason)"
    case .beyondDoubles(let number, let column):
      "the query is refused: it computes, and \(shown: number) of column '\(shown: column)' is beyond the numbers of SQL"
    case .readOnly(let what): "'\(shown: file)' is \(what), which cannot be saved to"
    case .viewWithoutKey(let view):
      "cannot save '\(shown: file)': nothing tells the rows of the view '\(shown: view)' apart"
    case .noTrigger(let what, let view):
      "cannot save '\(shown: file)': the view '\(shown: view)' has no trigger INSTEAD OF \(what)"
    case .openedReadOnly(let mode, _):
      "cannot save '\(shown: file)': it is opened with \(mode), only to be read"
    case .badURI(let reason): "'\(shown: file)' cannot be opened: \(reason)"
    case .protected: "cannot save '\(shown: file)': it is read-only"
    case .rowsChanged(let rows, let count):
      "'\(shown: file)' was changed by others: " + rows.joined(separator: ", ")
        + (count > rows.count ? " and \(count - rows.count) more" : "")
    case .outdated: "others may have changed what goes with the deleted rows"
    case .followed(let row):
      "cannot save row '\(shown: row)' to '\(shown: file)': it goes with a row that is deleted here, too "
        + "(ON DELETE CASCADE)"
    case .columnsChanged(let table):
      "'\(shown: file)' was changed by others: table '\(shown: table)' has other columns than when it was read"
    case .constraint(let row, let reason):
      "cannot save row '\(shown: row)' to '\(shown: file)': \(reason); nothing was written"
    case .broken(let reason): "cannot save '\(shown: file)': \(reason); nothing was written"
    case .generatedColumn(let column, let row):
      "cannot save row '\(shown: row)' to '\(shown: file)': column '\(shown: column)' is computed by the database"
    case .rowidColumn(let column):
      "cannot save '\(shown: file)': '\(shown: column)' is no column of the table, it shows what SQLite knows "
        + "rows by"
    case .column(let column, let reason):
      "cannot save column '\(shown: column)' to '\(shown: file)': \(reason); nothing was written"
    case .lostDeclaration(let column, let declaration, let reason):
      "cannot delete column '\(shown: column)' from '\(shown: file)': it is declared \(declaration), "
        + "and undo could not bring that back (\(reason)); nothing was written"
    case .columnsOfSeveral:
      "cannot save '\(shown: file)': columns of several tables were added, renamed or deleted"
    case .noTableOfRow(let row, let table):
      "cannot save row '\(shown: row)': '\(shown: file)' has no table '\(shown: table)'"
    case .noColumn(let column, let row, let table):
      "cannot save row '\(shown: row)' to '\(shown: file)': table '\(shown: table)' has no column '\(shown: column)'"
    case .largeNumber(let number, let row, let column):
      "cannot save row '\(shown: row)' to '\(shown: file)': \(number) in column '\(shown: column)' "
        + (Self.isWhole(number)
          ? "has more than 64 bits" : "is beyond the numbers of SQLite")
    case .savedUnread(let reason):
      "'\(shown: file)' is saved, but could not be read again: \(reason)"
    case .commitUnknown(let reason):
      "cannot tell whether '\(shown: file)' is saved: it could not be read again after \(reason)"
    case .otherTables(let names):
      "'\(shown: file)' is a database with \(Self.list(names)), which would be lost"
    case .tableIsThere(let name): "'\(shown: file)' has a table '\(shown: name)' already"
    case .cannotMove: "a table cannot be moved to '\(shown: file)', only copied"
    case .inUse(let beside):
      "cannot save '\(shown: file)': another program uses it, as '\(shown: beside)' shows"
    case .cannotHold(let reason): "cannot save '\(shown: file)': \(reason)"
    }
  }

  /// The hint what to do next, in one line; nil: none.
  func hint(_ file: String) -> String? {
    switch self {
    case .noDatabase: "--loader csv, tsv or json if it is text"
    case .locked, .inUse: "try again when it has finished"
    case .removed: "save under another name"
    case .needsFile: "write it to a file, and open that"
    case .badTableQuery(_, let nearest?, _): "did you mean '\(shown: nearest)'?"
    case .badTableQuery(_, nil, let tables):
      "query takes one SELECT in quotes; tables: \(Self.list(tables))"
    case .beyondDoubles: "a query that only compares such numbers, group, sort and top keep them"
    case .badQuery: "behind the # stands the name of a table, or one SELECT"
    case .severalTables(let names):
      "open \(ShellWord.path("\(file)#\(names.first ?? "")")), or all with --section-by table"
    case .noSuchTable(_, let nearest, let known):
      nearest.map { "did you mean '\(shown: $0)'?" } ?? "tables: \(Self.list(known))"
    case .tooMuch(let demand):
      demand.choice().map {
        "open --section-by table \(ShellWord.path("\(file)#\($0)")), or all with --whole"
      } ?? "open --whole --section-by table \(ShellWord.path(file)), to read all of it"
    case .takenColumn: "open each by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .readOnly: "save PATH, or export PATH"
    case .viewWithoutKey: "open it with --key COLUMN, whose values are unique; or save PATH"
    case .noTrigger: "undo that, or save PATH; nothing was written"
    case .openedReadOnly(_, let file): "open \(ShellWord.path(file)) to write it, or save PATH"
    case .badURI: "parameters of a URI are mode=ro, mode=rw, mode=rwc and immutable=1"
    case .protected: "save --force writes it all the same, where the system lets you; or save PATH"
    case .unlikeKeys: "open it by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .rowsChanged: "reload, or save --force, or save PATH"
    case .outdated: "reload, then save; nothing is saved"
    case .followed: "undo the one or the other; nothing is saved"
    case .columnsChanged: "reload, or save PATH"
    case .generatedColumn(let column, _):
      "change the columns that '\(shown: column)' is computed from"
    case .rowidColumn: "undo that, or save PATH"
    case .lostDeclaration: "save --force deletes it for good; undo keeps it"
    case .columnsOfSeveral: "open the table by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .noTableOfRow: "give it the name of a table that is there"
    case .noColumn(let column, _, _): "edit --null \(ShellWord.quoted(column)) TARGET"
    case .largeNumber(let number, _, _) where !Self.isWhole(number):
      "numbers of SQLite end at 1.8e308; give the cell another value"
    case .largeNumber(_, _, let column):
      "column type \(ShellWord.quoted(column)) text, then edit it"
    case .savedUnread: "nothing has to be saved again; reload shows what it holds now"
    case .commitUnknown: "reload, when it can be read: what is in it comes in, other edits stay"
    case .otherTables: "save under another name, or into it: \(ShellWord.path("\(file)#TABLE"))"
    case .tableIsThere: "give another name behind the #, or open it and edit it"
    case .constraint, .broken: "edit what it names, or undo; reload brings in what others changed"
    case .column: "undo that, or save PATH"
    case .damaged: "`sqlite3 \(file) .recover` may tell what is left of it"
    case .noTables: "open another table, then export \(ShellWord.path("\(file)#NAME"))"
    case .cannotHold: "save PATH.csv or PATH.json"
    case .cannotMove: "save \(ShellWord.path(file)), then open \(ShellWord.path(file))"
    }
  }

  /// Whether a number has digits only.
  private static func isWhole(_ number: String) -> Bool {
    number.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }
}
