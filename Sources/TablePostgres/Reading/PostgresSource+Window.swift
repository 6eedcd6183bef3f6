import Postgres
import TableKit
import TableSources

// Windows over large tables: when there is one, and what is asked of the whole table.

extension PostgresSource {
  /// Returns the window through which a table is read; nil: it is read whole.
  ///
  /// - Throws: `needsKey` if one was asked for that there cannot be.
  func window(
    for shape: PostgresShape, _ connection: PostgresConnection
  ) throws(PostgresSourceError) -> PostgresWindow? {
    if options.windowing == .never { return nil }
    if shape.kind == .several {
      try checkSize(of: shape, connection)
      return nil
    }
    let isWanted = options.windowing == .always
    // By a key that is not known to have an index, only if it is asked for.
    let isOwn = options.key.isEmpty || options.key == shape.key
    let key = isOwn ? shape.key : options.key
    let isPossible = !key.isEmpty && key.count == shape.places(of: key).count
    guard isPossible, isOwn || isWanted else {
      if isWanted { throw .needsKey(shape.fullName, isQuery: shape.kind == .query) }
      return nil
    }
    let catalog = PostgresCatalog(connection: connection, server: address.server)
    let size = try catalog.size(of: shape)
    guard isWanted || size.estimate ?? 0 > PostgresWindow.threshold else { return nil }
    if !isOwn, window == nil { try check(key, of: shape, connection) }
    var window =
      window
      ?? PostgresWindow(
        key: key, rowLimit: options.windowRows ?? PostgresWindow.usualRowLimit,
        isAutomatic: !isWanted)
    window.isCounted = size.isSmall
    if size.isSmall {
      let query = PostgresWindowQuery(shape: shape, window: window)
      window.estimate = try query.counted(on: connection, where: nil)
    } else {
      window.estimate = size.isGuess ? nil : size.estimate.map(PostgresWindow.rounded)
    }
    return window
  }

  /// Refuses a key by which rows would be left out.
  private func check(
    _ key: [String], of shape: PostgresShape, _ connection: PostgresConnection
  ) throws(PostgresSourceError) {
    let query = PostgresWindowQuery(shape: shape, window: PostgresWindow(key: key))
    if try asking(connection.run(query.hasAmbiguousRows)).isTrue(0, 0) {
      throw .ambiguousKey(key, in: shape.kind == .query ? "query" : shape.fullName)
    }
  }

  /// Refuses to read as one what is large: a window shows one table.
  private func checkSize(
    of shape: PostgresShape, _ connection: PostgresConnection
  ) throws(PostgresSourceError) {
    if options.windowing == .always { throw .windowOfSeveral(address.server, rows: nil) }
    let catalog = PostgresCatalog(connection: connection, server: address.server)
    var rows = 0
    var demand = ReadingDemand()
    for part in shape.parts {
      let size = try catalog.size(of: part)
      rows += size.estimate ?? 0
      demand.add(
        part.label ?? part.name, rows: size.estimate ?? 0, columns: part.columns.count,
        byteCount: size.byteCount ?? 0)
    }
    if demand.isTooMuch { throw .tooMuch(address.server, demand) }
    if rows > PostgresWindow.threshold {
      throw .windowOfSeveral(address.server, rows: PostgresWindow.rounded(rows))
    }
  }

  /// Puts a window back to where it was: what was read since was not taken in.
  public func takeBack(to former: PostgresWindow) { (window, move) = (former, .here) }

  /// Begins to count the bytes anew that a window has read.
  public func countBytesAnew() { window?.bytesRead = 0 }

  /// Notes that a save has added rows, or deleted some.
  ///
  /// - Parameter difference: the number of rows added, less that of rows deleted.
  public func didSave(addingRows difference: Int) {
    guard let window, window.isCounted, let count = window.estimate else { return }
    self.window?.estimate = count + difference
  }

  /// Counts rows of the whole table.
  ///
  /// - Parameters:
  ///   - condition: what holds for them; nil: all are counted.
  ///   - keys: of rows that are left out.
  public func count(
    where condition: PostgresCondition? = nil, except keys: [[String]] = [],
    progress: Progress = .none
  ) throws(PostgresSourceError) -> Int {
    progress.begin("counting \(name)", .rows, total: window?.estimate)
    defer { progress.end() }
    return try inWindow { (connection, query) throws(PostgresSourceError) in
      var values: [String?] = []
      var parts = condition.map { [$0.sql(query.shape, &values)] } ?? []
      if !keys.isEmpty { parts.append(query.isNone(of: keys, &values)) }
      return try query.counted(
        on: connection, where: parts.isEmpty ? nil : parts.joined(separator: " AND "), values)
    }
  }

  /// Returns the keys of the first rows of the whole table for which a condition holds.
  public func keys(
    where condition: PostgresCondition, limit: Int, progress: Progress = .none
  ) throws(PostgresSourceError) -> [[String]] {
    progress.begin("finding in \(name)", .rows, total: window?.estimate)
    defer { progress.end() }
    return try inWindow { (connection, query) throws(PostgresSourceError) in
      var values: [String?] = []
      let sql = query.keys(where: condition.sql(query.shape, &values), limit: limit)
      let found = try asking(connection.run(sql, values))
      return (0..<found.rowCount).map { row in
        query.window.key.indices.map { found.text(row, $0) ?? "" }
      }
    }
  }

  /// Returns whether the whole table has a row with a key; a text that is no value of the key's type
  /// is none.
  public func has(key: [String]) throws(PostgresSourceError) -> Bool {
    guard key.count == window?.key.count else { return false }
    do throws(PostgresSourceError) {
      return try inWindow { (connection, query) throws(PostgresSourceError) in
        try asking(connection.run(query.exists("="), key)).isTrue(0, 0)
      }
    } catch {
      // Data exceptions: no such number, date, member of an enumeration.
      if case .postgres(.refused(let refusal)) = error, refusal.code.hasPrefix("22") {
        return false
      }
      throw error
    }
  }

  private func inWindow<Result>(
    _ body: (PostgresConnection, PostgresWindowQuery) throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    guard let shape, let window else { preconditionFailure("the table is read whole") }
    let query = PostgresWindowQuery(shape: shape, window: window)
    return try inReading { (connection) throws(PostgresSourceError) in
      try body(connection, query)
    }
  }
}

extension PostgresWindowQuery {
  /// Counts rows.
  ///
  /// - Parameters:
  ///   - condition: what holds for them; nil: all are counted.
  ///   - values: its parameters.
  func counted(
    on connection: PostgresConnection, where condition: String?, _ values: [String?] = []
  ) throws(PostgresSourceError) -> Int {
    let found = try asking(connection.run(count(where: condition), values))
    return Int(found.text(0, 0) ?? "") ?? 0
  }

  /// That a row has none of some keys; its parameters are appended to `values`.
  func isNone(of keys: [[String]], _ values: inout [String?]) -> String {
    if window.key.count == 1 {
      values.append(PostgresText.array(keys.map { $0[0] }))
      return "NOT (\(key) = ANY ($\(values.count)))"
    }
    let tuples = keys.map { key in
      values += key
      return parameters(from: values.count - key.count + 1)
    }
    return "NOT (\(key) IN (\(tuples.joined(separator: ", "))))"
  }
}

/// What the server knows of the number of rows of a table.
struct PostgresTableSize {
  /// About how many there are; nil: it does not know.
  var estimate: Int?
  /// Whether it has never counted them, and guesses by the size of the file.
  var isGuess = false
  /// Whether they are so few that counting them takes no time.
  var isSmall = false
  /// The bytes of its files, those of long values included; nil: it has none, or the server does not
  /// tell.
  var byteCount: Int?
}

extension PostgresCatalog {
  /// The most bytes of a table that is small.
  private static let smallSize = 2 << 20
  /// The most rows of a table that is small, if the server has counted them.
  private static let smallCount: Double = 100_000

  /// Returns what the server knows of the number of rows of a table.
  func size(of shape: PostgresShape) throws(PostgresSourceError) -> PostgresTableSize {
    let isPlanned = shape.kind == .view || shape.kind == .query
    var bytes: Int?
    if !isPlanned, let number = shape.number {
      let found = try asking(connection.run(Self.sizes, [number]))
      let rows = found.text(0, 0).flatMap { Double($0) } ?? -1
      let isStored = found.isTrue(0, 2) && rows <= Self.smallCount
      let isSmall = isStored && found.text(0, 1).flatMap { Int($0) } ?? .max <= Self.smallSize
      bytes = found.text(0, 3).flatMap { Int($0) }
      if rows >= 0 {
        return PostgresTableSize(estimate: Int(rows), isSmall: isSmall, byteCount: bytes)
      }
      if isSmall { return PostgresTableSize(isSmall: true, byteCount: bytes) }
    }
    // Nobody has counted it yet: the planner guesses by the size of its file.
    guard connection.setting("server_version") != nil,
      isPlanned || [.table, .partitioned].contains(shape.kind)
    else { return PostgresTableSize() }
    let plan = try asking(
      connection.run("EXPLAIN (FORMAT JSON) SELECT 1 FROM \(shape.relation) AS t"))
    let text = (0..<plan.rowCount).compactMap { plan.text($0, 0) }.joined(separator: "\n")
    guard let start = text.firstRange(of: "\"Plan Rows\": ")?.upperBound else {
      return PostgresTableSize()
    }
    return PostgresTableSize(
      estimate: Int(text[start...].prefix { $0.isNumber }), isGuess: !isPlanned, byteCount: bytes)
  }

  /// The rows, the bytes, whether all is stored there, and the bytes with long values. Of a partitioned table the sums of its parts,
  /// of which one that nobody has counted yet makes the rows unknown.
  private static let sizes = """
    WITH RECURSIVE part(oid) AS (
      SELECT $1::pg_catalog.oid
      UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i JOIN part AS p ON i.inhparent = p.oid)
    SELECT CASE WHEN pg_catalog.min(c.reltuples) < 0 THEN -1 ELSE pg_catalog.sum(c.reltuples) END,
      pg_catalog.sum(pg_catalog.pg_relation_size(c.oid)),
      pg_catalog.bool_and(c.relkind IN ('r', 'm')),
      pg_catalog.sum(pg_catalog.pg_table_size(c.oid))
    FROM part AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.oid WHERE c.relkind <> 'p'
    """
}
