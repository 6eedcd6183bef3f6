import CSQLite
import TableKit
import TableSources
import Wording

/// A query in SQL over tables that are in memory.
///
/// SQLite reads the cells where they are, as virtual tables (`QueryTable`). It may read and compute, and
/// nothing else: it asks an authorizer for each thing that a statement would do.
package struct TableQuery {
  /// A table by the name that the query uses.
  package typealias Named = (name: String, table: Table)

  let sql: String
  /// The tables that the query names.
  let tables: [NamedTable]
  /// The names of all tables.
  let names: [String]
  private let progress: Progress

  /// The most rows of a result.
  private let mostRows: Int
  /// What notes on the result are made of.
  package let report = Report()

  /// The facts about a query that the user must know. A class, because they are known only when the query
  /// has run.
  package final class Report {
    /// The columns that it read.
    package fileprivate(set) var columns: [(table: Table, column: Column)] = []
    /// Those of them that it does more with than pass them on.
    package fileprivate(set) var computed: [(table: Table, column: Column)] = []
    /// The first number of each column that SQL rounds.
    package fileprivate(set) var rounded: [(column: Column, text: String)] = []
    /// The first column of the result with an infinite number, if the query computes.
    package fileprivate(set) var overflown: Column?
    /// The first number in quotes that is compared by fewer digits than it has.
    package fileprivate(set) var quoted: String?
    /// The first date whose notation differs from that of its column, so that comparing texts does not
    /// order them.
    package fileprivate(set) var date: (literal: String, column: Column, first: String)?
    /// The first text that `sum`, `total` and `avg` skipped because it is not a number.
    package fileprivate(set) var skipped: String?
    /// The columns that have another name in the query, because SQL takes names that differ only in
    /// case for one.
    package fileprivate(set) var renamed: [(column: Column, name: String)] = []
  }

  /// - Parameters:
  ///   - sql: one SELECT.
  ///   - tables: of one name, regardless of case, the second is called `NAME_2`, and so on.
  ///   - progress: told how far it is, and asked whether to stop.
  ///   - mostRows: the most rows of the result; more are an error.
  package init(_ sql: String, over tables: [Named], progress: Progress, mostRows: Int = 1 << 26) {
    self.sql = sql
    self.mostRows = mostRows
    names = NamedTable.apart(tables.map(\.name))
    let words = Set(QueryText(sql).names.map { $0.lowercased() })
    self.tables = zip(names, tables).filter { words.contains($0.0.lowercased()) }
      .map { NamedTable(($0, $1.table)) }
    self.progress = progress
  }

  /// Runs the query.
  ///
  /// - Returns: its result; cells have kinds as in a database.
  /// - Throws: `badTableQuery`, `beyondDoubles`, `tooLarge`, `cancelled`.
  package func run() throws(SourceError) -> Table {
    do {
      let table = try result()
      // SQLite looks for a cancellation only between its steps, and a single call of a function may take long.
      try progress.check("the query")
      return table
    } catch let error as SourceError {
      throw error
    } catch let error as SQLiteError where error.code == .interrupt {
      throw .cancelled("the query")
    } catch let error as SQLiteError {
      throw refusal(error.message)
    } catch {
      throw refusal("SQLite gave an unexpected answer")
    }
  }

  /// Prepares the query, which must be one that reads.
  private func prepare(_ sql: String, in db: SQLiteConnection) throws -> SQLiteStatement {
    let statement = try SQLiteStatement(db, sql)
    // SQLite does not call the authorizer for EXPLAIN, nor for REINDEX with nothing to do.
    guard statement.isSelect else { throw SQLiteError(.misuse, "it is no SELECT") }
    return statement
  }

  private func result() throws -> Table {
    let text = QueryText(sql)
    let reads = try self.reads()
    let sources = reads.sources
    let long = reads.computes ? LongNumbers() : longNumbers(of: sources, text)
    let computed = text.computedNames
    for source in sources {
      report.columns.append((tables[source.table].table, source.column))
      if computed.contains(source.name.column) {
        report.computed.append((tables[source.table].table, source.column))
      }
      guard let first = source.type.firstLong else { continue }
      if let text = source.type.long.filter(long.isBeyond).min() {
        throw SourceError.database(
          "bad-query",
          "the query is refused: it computes, and \(shown: text) of column '\(shown: source.column.name)' is beyond the numbers of SQL",
          "a query that only compares such numbers, group, sort and top keep them")
      }
      let rounded = reads.computes ? first : source.type.long.intersection(long.rounded).min()
      if let rounded { report.rounded.append((source.column, rounded)) }
    }
    noteLiterals(of: text, sources)
    let db = try SQLiteConnection.inMemory()
    try db.execute("PRAGMA temp_store = MEMORY")
    limitTexts(in: db)
    for (number, entry) in tables.enumerated() {
      // Some are named, but not read.
      let isRead = reads.tables.contains(number)
      if isRead { report.renamed += entry.renamed }
      let table = QueryTable(
        entry.table, sources.filter { $0.table == number }, isRead: isRead, long, progress)
      try db.add(table, named: entry.name, number: number, columns: entry.columnNames)
    }
    let authorizer = QueryAuthorizer()
    authorizer.attach(to: db)
    defer { authorizer.detach(from: db) }
    let aggregates = ExactAggregates(long)
    aggregates.attach(to: db)
    db.watch(progress)
    defer { db.watch(nil) }
    progress.begin("querying", .rows)
    defer { progress.end() }
    let (statement, names, texts) = try PassedOnTexts.prepare(
      text, sources, of: tables.map(\.table), long, prepare: { try prepare($0, in: db) })
    defer { report.skipped = aggregates.skipped }
    let table = try SQLiteReader.table(
      HeaderNames(names).names, of: statement, texts, mostRows: mostRows, progress)
    if reads.computes { report.overflown = Self.infiniteColumn(of: table) }
    return table
  }

  /// Notes quoted literals that SQL compares differently than the user is likely to expect.
  private func noteLiterals(of text: QueryText, _ sources: [PassedOnTexts.Source]) {
    let hasLong = sources.contains { $0.type.firstLong != nil }
    lazy var dates = sources.compactMap { source in
      tables[source.table].table.dateNotation(of: source.column.id).map {
        (column: source.column, notation: $0.notation, first: $0.first)
      }
    }
    for literal in text.quotedTexts {
      if hasLong, report.quoted == nil,
        Cell(literal).withText({ DecimalNumber($0).map { $0.double == nil } ?? false })
      {
        report.quoted = literal
      }
      guard report.date == nil, let written = DateNotation(literal.utf8), let other = dates.first,
        !dates.contains(where: { $0.notation == written })
      else { continue }
      report.date = (literal, other.column, other.first)
    }
  }

  /// Limits the size of what one call of a function can make, because SQLite cannot be cancelled within a
  /// call: `printf` of two billion characters takes a minute.
  private func limitTexts(in db: SQLiteConnection) {
    let held = tables.map { $0.table.rowCount * $0.table.meanRowBytes }.max() ?? 0
    let most = max(64 << 20, held * 2)
    sqlite3_limit(db.handle, SQLITE_LIMIT_LENGTH, Int32(clamping: most))
  }

  /// Returns the first column with an infinite number, or nil.
  private static func infiniteColumn(of table: Table) -> Column? {
    table.columns.first { column in
      var reader = CellReader(table, column.id)
      return table.allRows.contains { row in
        reader.withCell(row) { kind, bytes in
          kind == .number && DecimalNumber.notFinite(bytes) != nil
        }
      }
    }
  }

  /// What the query reads.
  private struct Reads {
    var sources: [PassedOnTexts.Source] = []
    /// The numbers of the tables; of some only the rows are counted.
    var tables: Set<Int> = []
    /// Whether it does more with numbers than compare them and add them up.
    var computes: Bool
  }

  /// Returns what the query reads.
  private func reads() throws -> Reads {
    let db = try SQLiteConnection.inMemory()
    for entry in tables {
      try db.execute(SQLiteConnection.declaration(entry.name, entry.columnNames.map { ($0, "") }))
    }
    let reading = QueryAuthorizer()
    reading.attach(to: db)
    defer { reading.detach(from: db) }
    _ = try prepare(sql, in: db)
    var reads = Reads(computes: reading.computes)
    let program = try SQLiteStatement(db, "EXPLAIN " + sql)
    while try program.step() {
      if Self.arithmetic.contains(program.text(1) ?? "") { reads.computes = true }
    }
    // For USING and NATURAL, the authorizer learns of the column of one table only.
    let text = sql.lowercased()
    let readsAll = text.contains("using") || text.contains("natural")
    for (number, entry) in tables.enumerated() {
      guard let names = reading.columns[entry.name.lowercased()] else { continue }
      reads.tables.insert(number)
      for (column, name) in zip(entry.table.columns, entry.columnNames)
      where readsAll || names.contains(name.lowercased()) {
        reads.sources.append(
          PassedOnTexts.Source(
            table: number, column: column,
            type: SQLiteType(of: column.id, in: entry.table, computes: true),
            name: .init(table: entry.name.lowercased(), column: name.lowercased())))
      }
    }
    return reads
  }

  /// What SQLite computes with, in its programs.
  private static let arithmetic: Set<String> = [
    "Add", "Subtract", "Multiply", "Divide", "Remainder", "BitAnd", "BitOr", "BitNot", "ShiftLeft",
    "ShiftRight", "Cast", "Concat",
  ]

  /// Returns the doubles that represent those numbers of the columns and the query that no double can hold.
  private func longNumbers(of sources: [PassedOnTexts.Source], _ text: QueryText) -> LongNumbers {
    var numbers = sources.reduce(into: Set<String>()) { $0.formUnion($1.type.long) }
    var taken: Set<Double> = []
    func take(_ bytes: UnsafeRawBufferPointer, _ value: SQLiteValue.Bound?) {
      if case .integer(let integer) = value {
        let double = Double(integer)
        taken.insert(double)
        if Int64(exactly: double) != integer { taken.formUnion([double.nextUp, double.nextDown]) }
      } else if case .real(let double) = value, DecimalNumber(bytes)?.double != nil {
        taken.insert(double)
      }
    }
    for literal in text.numberTexts {
      Cell(literal).withText { bytes in
        let value = SQLiteType.Storage.computed(bytes, takesAll: true)
        take(bytes, value)
        if case .real = value, DecimalNumber(bytes)?.double == nil { numbers.insert(literal) }
      }
    }
    for source in sources where !numbers.isEmpty {
      var reader = CellReader(tables[source.table].table, source.column.id)
      for row in tables[source.table].table.rowList {
        reader.withCell(row) { take($1, source.type.storage.computed($0, $1, nil)) }
      }
    }
    return LongNumbers(numbers, beside: taken)
  }
}

/// Allows a statement to read and compute only, and records what it reads. A class, because SQLite keeps
/// a pointer to it.
private final class QueryAuthorizer {
  /// The columns read, by table, all in lower case.
  private(set) var columns: [String: Set<String>] = [:]
  /// Whether a function makes new numbers of those that it gets.
  private(set) var computes = false

  /// The functions that compare numbers, count them, add them up, or answer with one of them.
  private static let comparing: Set<String> = [
    "count", "sum", "total", "avg", "min", "max", "coalesce", "ifnull", "nullif", "iif", "lag",
    "lead",
    "first_value", "last_value", "nth_value", "row_number", "rank", "dense_rank", "percent_rank",
    "cume_dist", "ntile", "typeof",
  ]

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
      if !Self.comparing.contains(name) { computes = true }
      // Useless here, and with some builds of SQLite a way to run code.
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
