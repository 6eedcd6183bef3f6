import CSQLite
import TableKit
import Wording

/// A query in SQL over tables that are in memory.
///
/// The tables are copied to a database in memory, of those only that the query reads, and only the
/// columns that it reads. It may read and compute, and nothing else: SQLite asks an authorizer for
/// each thing that a statement would do.
public struct TableQuery {
  /// A table by the name that the query uses.
  public typealias Named = (name: String, table: Table)

  private let sql: String
  private let tables: [Named]
  private let progress: Progress

  /// The most rows of a result.
  private let mostRows: Int
  /// What is to be said of its result.
  public let report = Report()

  /// What a query has met that its reader must know. A class, because it is known after the query.
  public final class Report {
    /// The columns that it read.
    public fileprivate(set) var columns: [(table: Table, column: Column)] = []
    /// The first number of each column that SQL rounds.
    public fileprivate(set) var rounded: [(column: Column, text: String)] = []
    /// The first text that `sum`, `total` and `avg` left out because it is no number.
    public fileprivate(set) var skipped: String?
  }

  /// - Parameters:
  ///   - sql: one SELECT.
  ///   - tables: of one name, regardless of case, the second is called `NAME_2`, and so on.
  ///   - progress: told how far it is, and asked whether to stop.
  ///   - mostRows: the most rows of the result; more are an error.
  public init(
    _ sql: String, over tables: [Named], progress: Progress, mostRows: Int = 1 << 26
  ) {
    self.sql = sql
    self.mostRows = mostRows
    var taken = Set(tables.map { $0.name.lowercased() })
    var seen: Set<String> = []
    self.tables = tables.map { entry in
      guard !seen.insert(entry.name.lowercased()).inserted else { return entry }
      var (name, number) = (entry.name, 1)
      repeat {
        number += 1
        name = "\(entry.name)_\(number)"
      } while !taken.insert(name.lowercased()).inserted
      return (name, entry.table)
    }
    self.progress = progress
  }

  /// Runs the query.
  ///
  /// - Returns: its result, typed as a database is.
  /// - Throws: `database` with the reason, `tooLarge`, `cancelled`.
  public func run() throws(SourceError) -> Table {
    do {
      return try result()
    } catch let error as SourceError {
      throw error
    } catch let error as SQLiteError where error.code == .interrupt {
      throw .cancelled("the query")
    } catch let error as SQLiteError {
      throw refusal(error.message)
    } catch {
      throw refusal("SQLite answers otherwise than it should")
    }
  }

  /// The error with the reason, and the column that was meant if SQLite knows none of a name.
  private func refusal(_ reason: String) -> SourceError {
    let missing = "no such column: "
    var nearest: String?
    if reason.hasPrefix(missing) {
      let name = reason.dropFirst(missing.count).split(separator: ".").last.map(String.init) ?? ""
      let columns = tables.flatMap { $0.table.columns.map(\.name) }
      nearest = Nearest.nearest(to: name, in: columns, limit: 1).first
    }
    return .database(
      "query", .badTableQuery(reason, nearest: nearest, tables: tables.map(\.name)))
  }

  /// Prepares the query, which must be one that reads.
  private func prepare(in db: SQLiteConnection) throws -> SQLiteStatement {
    let statement = try SQLiteStatement(db, sql)
    // Of REINDEX with nothing to do, as of EXPLAIN, the authorizer is asked nothing.
    guard statement.isSelect else { throw SQLiteError(.misuse, "it is no SELECT") }
    return statement
  }

  private func result() throws -> Table {
    let used = try columnsRead()
    let db = try SQLiteConnection.inMemory()
    try db.execute("PRAGMA temp_store = MEMORY")
    for (number, entry) in tables.enumerated() {
      guard let columns = used[number] else {
        // Named, but not read.
        try db.create(entry.name, entry.table.columns.map { ($0.name, "") })
        continue
      }
      try copy(entry, columns, to: db)
    }
    let reading = QueryAuthorizer()
    reading.attach(to: db)
    defer { reading.detach(from: db) }
    let aggregates = ExactAggregates()
    aggregates.attach(to: db)
    db.watch(progress)
    defer { db.watch(nil) }
    progress.begin("querying", .rows)
    defer { progress.end() }
    let statement = try prepare(in: db)
    let names = HeaderNames(statement.columnNames).names
    defer { report.skipped = aggregates.skipped }
    return try SQLiteReader.table(names, of: statement, mostRows: mostRows, progress)
  }

  /// Returns the columns that the query reads, by the number of the table; a table of which only
  /// rows are counted has none.
  private func columnsRead() throws -> [Int: [Column]] {
    let db = try SQLiteConnection.inMemory()
    for entry in tables { try db.create(entry.name, entry.table.columns.map { ($0.name, "") }) }
    let reading = QueryAuthorizer()
    reading.attach(to: db)
    defer { reading.detach(from: db) }
    _ = try prepare(in: db)
    // Of what USING and NATURAL compare, the authorizer is told of one table's column only.
    let text = sql.lowercased()
    let readsAll = text.contains("using") || text.contains("natural")
    var used: [Int: [Column]] = [:]
    for (number, entry) in tables.enumerated() {
      guard let names = reading.columns[entry.name.lowercased()] else { continue }
      used[number] = entry.table.columns.filter {
        readsAll || names.contains($0.name.lowercased())
      }
    }
    return used
  }

  /// Copies columns of a table.
  private func copy(
    _ entry: Named, _ columns: [Column], to db: SQLiteConnection
  ) throws {
    let table = entry.table
    let types = columns.map { SQLiteType(of: $0.id, in: table, computes: true) }
    var declared = table.columns.map { ($0.name, "") }
    for (column, type) in zip(columns, types) {
      report.columns.append((table, column))
      if let text = type.rounded { report.rounded.append((column, text)) }
      if let index = table.columns.firstIndex(of: column) { declared[index].1 = type.declaration }
    }
    try db.create(entry.name, declared)
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let name = SQLText.name(entry.name)
    let statement = try SQLiteStatement(
      db,
      columns.isEmpty
        ? "INSERT INTO \(name) DEFAULT VALUES"
        : "INSERT INTO \(name) (\(SQLText.list(columns.map(\.name)))) VALUES (\(marks))")
    progress.begin("copying \(entry.name)", .rows, total: table.rowCount)
    defer { progress.end() }
    let storage = types.map(\.storage)
    var readers = columns.map { CellReader(table, $0.id) }
    try db.transaction(isImmediate: true) {
      for (number, row) in table.allRows.enumerated() {
        if number & 0x3FF == 0x3FF {
          progress.advance(to: number)
          try progress.check("the query")
        }
        for column in readers.indices {
          try readers[column].withRawCell(row) { raw, kind, bytes in
            Result {
              try storage[column].bind(raw, kind, bytes, to: statement, at: Int32(column + 1))
            }
          }.get()
        }
        try statement.run()
      }
    }
  }
}

extension SQLiteConnection {
  /// Creates a table.
  fileprivate func create(_ name: String, _ columns: [(name: String, type: String)]) throws {
    let columns = columns.map { SQLText.name($0.name) + $0.type }.joined(separator: ", ")
    try execute("CREATE TABLE \(SQLText.name(name)) (\(columns))")
  }
}

/// Allows a statement to read and compute, and notes what it reads. A class, because SQLite refers
/// to it.
private final class QueryAuthorizer {
  /// The columns read, by table, all in lower case.
  private(set) var columns: [String: Set<String>] = [:]

  func attach(to db: SQLiteConnection) {
    sqlite3_set_authorizer(
      db.handle,
      { context, action, first, second, _, _ in
        guard let context else { return SQLITE_DENY }
        let own = Unmanaged<QueryAuthorizer>.fromOpaque(context).takeUnretainedValue()
        return own.answer(action, first, second)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func detach(from db: SQLiteConnection) { sqlite3_set_authorizer(db.handle, nil, nil) }

  private func answer(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_FUNCTION:
      let name = second.map { String(cString: $0).lowercased() } ?? ""
      // Never of use here, and a way to code where a build of SQLite allows it.
      return ["load_extension", "fts3_tokenizer"].contains(name) ? SQLITE_DENY : SQLITE_OK
    case SQLITE_READ:
      let table = first.map { String(cString: $0).lowercased() } ?? ""
      let column = second.map { String(cString: $0).lowercased() } ?? ""
      columns[table, default: []].insert(column)
      return SQLITE_OK
    default: return SQLITE_DENY
    }
  }
}
