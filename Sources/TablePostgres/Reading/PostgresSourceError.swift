import Postgres
import TableSources
import Wording

/// Why a table of PostgreSQL cannot be read.
public enum PostgresSourceError: Error, Hashable, Sendable {
  /// The server cannot be reached, or refuses.
  case postgres(PostgresError)
  /// A table that cannot be made.
  case source(SourceError)
  /// The database, by its address, has no table of a name; the nearest name and all names follow.
  case noSuchTable(String, in: String, nearest: String?, known: [String])
  /// The address names no table, and there are several, or none.
  case noTable(in: String, known: [String])
  /// A table or query, by its name, without columns.
  case noColumns(String)
  /// The address does not say how a new table is named.
  case noNewTable(in: String)
  /// The database, by its address, has a table of that name.
  case tableIsThere(String, in: String)
  /// A name of more bytes than PostgreSQL allows.
  case nameTooLong(String, limit: Int)
  /// A table or query, by its name, that no triggers can tell of, with the reason.
  case noTriggers(String, why: String)
  /// A table, by its name, whose changes the server's log does not tell, with the reason.
  case noLog(String, why: String)
  /// A table or query, by its name, that cannot be a window, as nothing is known to tell its rows
  /// apart.
  case needsKey(String, isQuery: Bool)
  /// Columns that do not tell the rows of a table or query, by its name, apart.
  case ambiguousKey([String], in: String)
  /// All tables of a database, by its address, cannot be a window; with the number of rows if that
  /// is why it should be one.
  case windowOfSeveral(String, rows: Int?)
  /// All tables of a database, by its address, take too much memory.
  case tooMuch(String, ReadingDemand)
  /// A database, by its address, has no table that can be a section; some have no key.
  case noSections(in: String)
}

extension PostgresSourceError {
  /// The code that programs can rely on.
  public var code: String {
    switch self {
    case .postgres(let error): error.code
    case .source(let error): error.code
    case .noSuchTable, .noTable: "no-table"
    case .noColumns: "no-columns"
    case .noNewTable: "no-table"
    case .tableIsThere: "table-exists"
    case .nameTooLong: "name-too-long"
    case .noTriggers, .noLog: "cannot-watch"
    case .needsKey: "no-key"
    case .ambiguousKey: "duplicate-key"
    case .windowOfSeveral: "window"
    case .tooMuch: "out-of-memory"
    case .noSections: "no-table"
    }
  }

  /// One line that says what is wrong.
  public var message: String {
    switch self {
    case .postgres(let error): error.message
    case .source(let error): error.message
    case .noSuchTable(let name, let server, _, _): "no table '\(shown: name)' in '\(shown: server)'"
    case .noTable(let server, []): "'\(shown: server)' has no tables"
    case .noTable(let server, let known):
      "'\(shown: server)' has \(Counts.of(known.count, "table")): name one"
    case .noColumns(let name): "'\(shown: name)' has no columns"
    case .noNewTable(let server): "no name for the new table in '\(shown: server)'"
    case .tableIsThere(let name, let server): "'\(shown: server)' has a table '\(shown: name)'"
    case .nameTooLong(let name, let limit):
      "a name of PostgreSQL has at most \(limit) bytes: '\(shown: name)'"
    case .noTriggers(let name, let why): "triggers cannot tell of '\(shown: name)': \(why)"
    case .noLog(let name, let why): "the server's log does not tell of '\(shown: name)': \(why)"
    case .needsKey(_, isQuery: true): "a query has no key, by which a window goes from row to row"
    case .needsKey(let name, isQuery: false):
      "'\(shown: name)' has no key of its own, by which a window goes from row to row"
    case .ambiguousKey(let key, let name):
      "--key \(key.joined(separator: ",")) does not tell the rows of '\(shown: name)' apart: "
        + "two have the same, or one has none"
    case .windowOfSeveral(let server, nil):
      "all tables of '\(shown: server)' are read whole: no window"
    case .windowOfSeveral(let server, let rows?):
      "the tables of '\(shown: server)' have about \(Counts.of(rows, "row")), which a window cannot show as one"
    case .tooMuch(let server, let demand): "'\(shown: server)' is too large: \(demand.message)"
    case .noSections(let server):
      "no table of '\(shown: server)' has a key, by which its rows are known"
    }
  }

  /// One line that says what to do next; nil if there is nothing to say.
  public var hint: String? {
    switch self {
    case .postgres(let error): error.hint
    case .source(let error): error.hint
    case .noSuchTable(_, let server, let nearest?, _): "\(server)#\(nearest)"
    case .noSuchTable(_, let server, nil, let known), .noTable(let server, let known):
      known.isEmpty
        ? nil
        : "\(server)#TABLE, of \(Self.list(known))"
          + (known.count > 1 && isOfWhole ? ", or all with --section-by table" : "")
    case .noColumns: nil
    case .noNewTable(let server): "\(server)#TABLE"
    case .tableIsThere:
      "another name behind #, or --overwrite, which drops that table with its indexes and rights"
    case .nameTooLong: "rename COL NAME, or another name behind #"
    case .noTriggers: "watch on asks the server now and then"
    case .noLog: "watch on goes without it"
    case .needsKey(_, isQuery: true):
      "open --window --key COLUMN,… if columns tell its rows apart; open --whole reads all of it"
    case .needsKey(_, isQuery: false):
      "open --window --key COLUMN,… if columns tell its rows apart; open --whole reads all of it"
    case .ambiguousKey: "more columns behind --key; open --whole reads all of it"
    case .windowOfSeveral(let server, nil):
      "open --window \"\(server)#TABLE\", or --section-by table without --window"
    case .windowOfSeveral(let server, _):
      "open \"\(server)#TABLE\"; --whole reads all of them"
    case .tooMuch(let server, let demand):
      demand.choice(mostRows: PostgresWindow.threshold).map {
        "open --section-by table \(ShellWord.path("\(server)#\($0)")), a schema behind the #, or all with --whole"
      } ?? "open --window \(ShellWord.path("\(server)#\(demand.smallest)")), to see a part of it"
    case .noSections(let server): "open --key COLUMN,… \"\(server)#TABLE\""
    }
  }

  /// Whether the address names no table.
  private var isOfWhole: Bool { if case .noTable = self { true } else { false } }

  private static let mostNames = 8

  private static func list(_ names: [String]) -> String {
    let more = names.count - mostNames
    return names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

/// Reaches a server.
@discardableResult
func asking<T>(_ body: @autoclosure () throws(PostgresError) -> T) throws(PostgresSourceError) -> T
{
  do throws(PostgresError) { return try body() } catch { throw .postgres(error) }
}
