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

extension PostgresSourceError: TextedError {
  package var text: ErrorText {
    switch self {
    case .postgres(let error): ErrorText(error.code, error.message, error.hint)
    case .source(let error): ErrorText(error.code, error.message, error.hint)
    case .noSuchTable(let name, let server, let nearest, let known):
      ErrorText(
        "no-table", "no table '\(shown: name)' in '\(shown: server)'",
        nearest.map { "\(server)#\($0)" } ?? Self.tables(known, in: server))
    case .noTable(let server, []): ErrorText("no-table", "'\(shown: server)' has no tables")
    case .noTable(let server, let known):
      ErrorText(
        "no-table", "'\(shown: server)' has \(Counts.of(known.count, "table")): name one",
        Self.tables(known, in: server).map {
          $0 + (known.count > 1 ? ", or all with --section-by table" : "")
        })
    case .noColumns(let name): ErrorText("no-columns", "'\(shown: name)' has no columns")
    case .noNewTable(let server):
      ErrorText("no-table", "no name for the new table in '\(shown: server)'", "\(server)#TABLE")
    case .tableIsThere(let name, let server):
      ErrorText(
        "table-exists", "'\(shown: server)' has a table '\(shown: name)'",
        "another name after #, or --overwrite, which drops that table with its indexes and rights")
    case .nameTooLong(let name, let limit):
      ErrorText(
        "name-too-long", "a name of PostgreSQL has at most \(limit) bytes: '\(shown: name)'",
        "rename COL NAME, or another name after #")
    case .noTriggers(let name, let why):
      ErrorText(
        "cannot-watch", "triggers cannot report changes of '\(shown: name)': \(why)",
        "watch on asks the server now and then")
    case .noLog(let name, let why):
      ErrorText(
        "cannot-watch", "the server's log does not report changes of '\(shown: name)': \(why)",
        "watch on works without it")
    case .needsKey(let name, let isQuery):
      ErrorText(
        "no-key",
        (isQuery ? "a query has no key" : "'\(shown: name)' has no key of its own")
          + ", by which a window goes from row to row",
        "open --window --key COLUMN,… if columns tell its rows apart; open --whole reads all of it")
    case .ambiguousKey(let key, let name):
      ErrorText(
        "duplicate-key",
        "--key \(key.joined(separator: ",")) does not tell the rows of '\(shown: name)' apart: "
          + "two have the same, or one has none",
        "more columns after --key; open --whole reads all of it")
    case .windowOfSeveral(let server, nil):
      ErrorText(
        "window", "all tables of '\(shown: server)' are read as a whole, without a window",
        "open --window \"\(server)#TABLE\", or --section-by table without --window")
    case .windowOfSeveral(let server, let rows?):
      ErrorText(
        "window",
        "the tables of '\(shown: server)' have about \(Counts.of(rows, "row")), which a window cannot show as one",
        "open \"\(server)#TABLE\"; --whole reads all of them")
    case .tooMuch(let server, let demand):
      ErrorText(
        "out-of-memory", "'\(shown: server)' is too large: \(demand.message)",
        demand.choice(mostRows: PostgresWindow.threshold).map {
          "open --section-by table \(ShellWord.path("\(server)#\($0)")), a schema after the #, or all with --whole"
        } ?? "open --window \(ShellWord.path("\(server)#\(demand.smallest)")), to see a part of it")
    case .noSections(let server):
      ErrorText(
        "no-table", "no table of '\(shown: server)' has a key, by which its rows are known",
        "open --key COLUMN,… \"\(server)#TABLE\"")
    }
  }

  /// How one of the tables is named; nil: there is none.
  private static func tables(_ names: [String], in server: String) -> String? {
    let most = 8
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return names.isEmpty
      ? nil : "\(server)#TABLE, of \(names.prefix(most).joined(separator: ", "))\(more)"
  }
}

/// Reaches a server.
@discardableResult
func asking<T>(_ body: @autoclosure () throws(PostgresError) -> T) throws(PostgresSourceError) -> T
{
  do throws(PostgresError) { return try body() } catch { throw .postgres(error) }
}

/// Makes a table of what a server sends.
func making<T>(_ body: @autoclosure () throws(SourceError) -> T) throws(PostgresSourceError) -> T {
  do throws(SourceError) { return try body() } catch { throw .source(error) }
}
