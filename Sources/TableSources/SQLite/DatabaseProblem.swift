import TableKit
import Wording
/// What can go wrong between a database and a table.
public enum DatabaseProblem: Hashable, Sendable {
  /// The file is no database that can be read.
  case noDatabase
  /// SQLite found the file damaged.
  case damaged(String)
  /// Another program writes to it.
  case locked
  /// The file is gone.
  case removed
  /// It was asked for on a stream.
  case needsFile
  /// There is no table or view in it.
  case noTables
  /// There are several tables, and none was named.
  case severalTables([String])
  /// A table or view that the database does not have.
  case noSuchTable(String, nearest: String?, known: [String])
  /// All tables are to be opened, and one has a column `table` of its own.
  case takenColumn(table: String)
  /// All tables are to be opened, and two rows of one have keys that look the same.
  case unlikeKeys(table: String)
  /// SQLite refused a query.
  case badQuery(String)
  /// What was read is no table of the database: `what` is `a view`, `a query` or the like.
  case readOnly(what: String)
  /// The file is marked as one not to be written.
  case protected
  /// Rows that others have changed, deleted or inserted meanwhile, and how many in all.
  case rowsChanged([String], count: Int)
  /// The table has other columns than when it was read.
  case columnsChanged(table: String)
  /// A constraint of the database refused a row.
  case constraint(row: String, String)
  /// A constraint of the database refused the rows as a whole.
  case broken(String)
  /// A column that the database computes.
  case generatedColumn(String, row: String)
  /// The column that shows rowids.
  case rowidColumn(String)
  /// A column whose change SQLite refused.
  case column(String, String)
  /// A column that undo could not bring back as it was declared, and why SQLite would not.
  case lostDeclaration(String, String, String)
  /// A column was added, renamed or deleted where several tables are shown as one.
  case columnsOfSeveral
  /// A row names a table that is not there.
  case noTableOfRow(row: String, table: String)
  /// A row holds a value in a column that its table does not have.
  case noColumn(String, row: String, table: String)
  /// A whole number of more than 64 bits.
  case largeNumber(String, row: String, column: String)
  /// All is in the file, but SQLite failed after that, and why.
  case savedUnread(String)
  /// SQLite failed while it wrote, and the file could not be read to see how far it had come.
  case commitUnknown(String)
  /// The table that is to be made is there already.
  case tableIsThere(String)
  /// A table cannot be moved into a database, only be copied.
  case cannotMove
  /// The file is a database that holds other tables, too.
  case otherTables([String])
  /// The file has changes of another program beside it.
  case inUse(String)
  /// A new database could not be made of the table.
  case cannotHold(String)
}

extension DatabaseProblem {
  /// The stable name of the error.
  var code: String {
    switch self {
    case .noDatabase, .damaged: "bad-database"
    case .locked, .inUse: "locked"
    case .needsFile: "cannot-read"
    case .noTables, .noSuchTable, .noTableOfRow: "no-such-table"
    case .severalTables: "several-tables"
    case .takenColumn: "duplicate-column-name"
    case .unlikeKeys: "duplicate-key"
    case .badQuery: "bad-query"
    case .readOnly, .protected: "read-only"
    case .rowsChanged, .columnsChanged, .removed: "source-changed"
    case .constraint, .broken: "constraint"
    case .generatedColumn, .rowidColumn, .columnsOfSeveral, .noColumn, .largeNumber:
      "cannot-write-value"
    case .savedUnread: "saved-unread"
    case .commitUnknown, .column, .lostDeclaration, .otherTables, .tableIsThere, .cannotMove,
      .cannotHold:
      "cannot-save"
    }
  }

  /// What went wrong, in one line.
  func fact(_ file: String) -> String {
    switch self {
    case .noDatabase: "'\(file)' is no SQLite database, or it is encrypted"
    case .damaged(let reason): "the database '\(file)' is damaged: \(reason)"
    case .locked: "the database '\(file)' is locked by another program"
    case .removed: "'\(file)' was removed by others"
    case .needsFile: "a database cannot be read from a stream"
    case .noTables: "the database '\(file)' has no table"
    case .severalTables(let names):
      "the database '\(file)' has \(names.count) tables: \(Self.list(names))"
    case .noSuchTable(let name, _, _): "no table '\(name)' in '\(file)'"
    case .takenColumn(let table):
      "table '\(table)' of '\(file)' has a column 'table' of its own"
    case .unlikeKeys(let table):
      "two rows of table '\(table)' of '\(file)' have primary keys that look the same"
    case .badQuery(let reason): "the query on '\(file)' is refused: \(reason)"
    case .readOnly(let what): "'\(file)' is \(what), which cannot be saved to"
    case .protected: "cannot save '\(file)': it is read-only"
    case .rowsChanged(let rows, let count):
      "'\(file)' was changed by others: " + rows.joined(separator: ", ")
        + (count > rows.count ? " and \(count - rows.count) more" : "")
    case .columnsChanged(let table):
      "'\(file)' was changed by others: table '\(table)' has other columns than when it was read"
    case .constraint(let row, let reason):
      "cannot save row '\(row)' to '\(file)': \(reason); nothing was written"
    case .broken(let reason): "cannot save '\(file)': \(reason); nothing was written"
    case .generatedColumn(let column, let row):
      "cannot save row '\(row)' to '\(file)': column '\(column)' is computed by the database"
    case .rowidColumn(let column):
      "cannot save '\(file)': '\(column)' is no column of the table, it shows what SQLite knows "
        + "rows by"
    case .column(let column, let reason):
      "cannot save column '\(column)' to '\(file)': \(reason); nothing was written"
    case .lostDeclaration(let column, let declaration, let reason):
      "cannot delete column '\(column)' from '\(file)': it is declared \(declaration), "
        + "and undo could not bring that back (\(reason)); nothing was written"
    case .columnsOfSeveral:
      "cannot save '\(file)': columns of several tables were added, renamed or deleted"
    case .noTableOfRow(let row, let table):
      "cannot save row '\(row)': '\(file)' has no table '\(table)'"
    case .noColumn(let column, let row, let table):
      "cannot save row '\(row)' to '\(file)': table '\(table)' has no column '\(column)'"
    case .largeNumber(let number, let row, let column):
      "cannot save row '\(row)' to '\(file)': \(number) in column '\(column)' has more than 64 bits"
    case .savedUnread(let reason): "'\(file)' is saved, but could not be read again: \(reason)"
    case .commitUnknown(let reason):
      "cannot tell whether '\(file)' is saved: it could not be read again after \(reason)"
    case .otherTables(let names):
      "'\(file)' is a database with \(Self.list(names)), which would be lost"
    case .tableIsThere(let name): "'\(file)' has a table '\(name)' already"
    case .cannotMove: "a table cannot be moved to '\(file)', only copied"
    case .inUse(let beside): "cannot save '\(file)': another program uses it, as '\(beside)' shows"
    case .cannotHold(let reason): "cannot save '\(file)': \(reason)"
    }
  }

  /// What to do next, in one line, where there is something.
  func hint(_ file: String) -> String? {
    switch self {
    case .noDatabase: "--loader csv, tsv or json if it is text"
    case .locked, .inUse: "try again when it has finished"
    case .removed: "save under another name"
    case .needsFile: "write it to a file, and open that"
    case .badQuery: "behind the # stands the name of a table, or one SELECT"
    case .severalTables(let names):
      "open \(ShellWord.path("\(file)#\(names.first ?? "")")), or all with --section-by table"
    case .noSuchTable(_, let nearest, let known):
      nearest.map { "did you mean '\($0)'?" } ?? "tables: \(Self.list(known))"
    case .takenColumn: "open each by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .readOnly: "save PATH, or export PATH"
    case .protected: "save --force writes it all the same, where the system lets you; or save PATH"
    case .unlikeKeys: "open it by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .rowsChanged: "reload, or save --force, or save PATH"
    case .columnsChanged: "reload, or save PATH"
    case .generatedColumn(let column, _): "change the columns that '\(column)' is computed from"
    case .rowidColumn: "undo that, or save PATH"
    case .lostDeclaration: "save --force deletes it for good; undo keeps it"
    case .columnsOfSeveral: "open the table by itself: \(ShellWord.path("\(file)#TABLE"))"
    case .noTableOfRow: "give it the name of a table that is there"
    case .noColumn(let column, _, _): "edit --null \(ShellWord.quoted(column)) TARGET"
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

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }
}
