import Postgres
import TableKit
import TableSources

/// Reads pages of a table, in a transaction.
struct PostgresWindowReader {
  let connection: PostgresConnection
  let shape: PostgresShape
  /// The name of the table for messages.
  let name: String
  let progress: Progress

  private typealias Page = (rows: PostgresResult, hasMore: Bool)
  private typealias Place = (comparison: String, key: [String])

  /// Moves a window and reads its rows, in the order of the key.
  ///
  /// Where there are no rows to go to, it stays at the end of the table that is near.
  ///
  /// - Parameter kept: the keys of rows that stay in memory wherever it goes; those that the table
  ///   does not have any more are left out.
  /// - Complexity: O(rows of the page and kept rows), each with a look into the index of the key.
  func read(
    _ move: PostgresWindow.Move, _ window: inout PostgresWindow, keeping kept: [[String]]
  ) throws(PostgresSourceError) -> LoadedTable {
    progress.begin("reading \(name)", .rows)
    defer { progress.end() }
    let query = PostgresWindowQuery(shape: shape, window: window)
    let page = try page(move, &window, query)
    window.keys = keys(of: page, window.key)
    window.lower = window.hasRowsBefore ? window.lower ?? window.keys.first : nil
    window.upper = window.hasRowsBehind ? window.upper ?? window.keys.last : nil
    let known = Set(window.keys)
    let others = kept.filter { !known.contains($0) }
    let rows = try making(try DelimitedRows(named: name, width: shape.columns.count))
    let mine = try others.isEmpty ? [] : keptRows(others, before: window.keys.first, query)
    var (before, behind): ([(PostgresResult, Int)], [(PostgresResult, Int)]) = ([], [])
    for result in mine {
      for row in 0..<result.rowCount {
        if result.isTrue(row, shape.columns.count) {
          before.append((result, row))
        } else {
          behind.append((result, row))
        }
      }
    }
    window.keptBefore = before.count
    for (result, row) in before { try append(result, row, to: rows) }
    for row in 0..<page.rowCount { try append(page, row, to: rows) }
    for (result, row) in behind { try append(result, row, to: rows) }
    window.bytesRead += rows.byteCount
    return try making(
      try LoadedTable(
        rows, columns: shape.columns.map(\.windowed), format: "PostgreSQL", key: window.key,
        assignsKeys: shape.assignsKeys && window.key == shape.key, options: ReadOptions(),
        progress: progress))
  }

  /// Reads the page that a move leads to, and notes what is around it.
  ///
  /// The ends of its range stay where they are if the range is read again, else they are those of its
  /// rows.
  private func page(
    _ move: PostgresWindow.Move, _ window: inout PostgresWindow, _ query: PostgresWindowQuery
  ) throws(PostgresSourceError) -> PostgresResult {
    if move == .here, !window.keys.isEmpty, let page = try again(&window, query) { return page }
    let start = window.lower ?? window.keys.first
    let isAtEnd = window.lower != nil && window.upper == nil
    (window.lower, window.upper) = (nil, nil)
    func end(isLast: Bool) throws(PostgresSourceError) -> PostgresResult {
      let page = try read(query, isBackward: isLast)
      (window.hasRowsBefore, window.hasRowsBehind) =
        isLast ? (page.hasMore, false) : (false, page.hasMore)
      return page.rows
    }
    /// Rows from a place on; nil if there are none.
    func from(
      _ comparison: String, _ key: [String]
    ) throws(PostgresSourceError) -> PostgresResult? {
      let page = try read(query, [(comparison, key)])
      guard let found = keys(of: page.rows, window.key).first else { return nil }
      window.hasRowsBefore = try exists("<", found, query)
      window.hasRowsBehind = page.hasMore
      return page.rows
    }
    switch move {
    case .first: return try end(isLast: false)
    case .last: return try end(isLast: true)
    case .at(let key):
      if let page = try from(">=", key) { return page }
      return try end(isLast: true)
    case .here:
      guard let key = start else { return try end(isLast: false) }
      if !isAtEnd, let page = try from(">=", key) { return page }
      return try end(isLast: true)
    case .next:
      guard let key = window.keys.last else { return try end(isLast: false) }
      if let page = try from(">", key) { return page }
      if let page = try from(">=", window.keys.first ?? key) { return page }
      return try end(isLast: true)
    case .previous:
      guard let key = window.keys.first else { return try end(isLast: true) }
      let page = try read(query, [("<", key)], isBackward: true)
      guard let found = keys(of: page.rows, window.key).last else { return try end(isLast: false) }
      window.hasRowsBefore = page.hasMore
      window.hasRowsBehind = try exists(">", found, query)
      return page.rows
    }
  }

  /// Reads the range of the page again, and notes what is around it; nil if it has no rows, or reaches
  /// to the end of the table and has more than a page has.
  private func again(
    _ window: inout PostgresWindow, _ query: PostgresWindowQuery
  ) throws(PostgresSourceError) -> PostgresResult? {
    var places: [Place] = []
    if let key = window.lower { places.append((">=", key)) }
    if let key = window.upper { places.append(("<=", key)) }
    let page = try read(query, places, isAgain: true)
    if page.rows.rowCount == 0 { return nil }
    if page.hasMore, window.upper == nil, window.lower != nil { return nil }
    window.hasRowsBefore = false
    if let key = window.lower { window.hasRowsBefore = try exists("<", key, query) }
    window.hasRowsBehind = page.hasMore
    if page.hasMore {
      window.upper = nil
    } else if let key = window.upper {
      window.hasRowsBehind = try exists(">", key, query)
    }
    return page.rows
  }

  /// Reads the first rows, or the last ones, for which comparisons of their keys hold.
  private func read(
    _ query: PostgresWindowQuery, _ places: [Place] = [], isBackward: Bool = false,
    isAgain: Bool = false
  ) throws(PostgresSourceError) -> Page {
    var conditions: [String] = []
    var values: [String] = []
    for place in places {
      let parameters = query.parameters(from: values.count + 1)
      conditions.append("\(query.key) \(place.comparison) \(parameters)")
      values += place.key
    }
    let condition = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    let sql = query.page(where: condition, isBackward: isBackward, isAgain: isAgain)
    let rows = try asking(connection.run(sql, values))
    let total = rows.rowCount > 0 ? Int(rows.text(0, shape.columns.count) ?? "") ?? 0 : 0
    return (rows, total > rows.rowCount)
  }

  private func exists(
    _ comparison: String, _ key: [String], _ query: PostgresWindowQuery
  ) throws(PostgresSourceError) -> Bool {
    try asking(connection.run(query.exists(comparison), key)).isTrue(0, 0)
  }

  /// The most parameters of a statement.
  private static let mostParameters = 60_000

  /// Reads rows by key.
  private func keptRows(
    _ keys: [[String]], before place: [String]?, _ query: PostgresWindowQuery
  ) throws(PostgresSourceError) -> [PostgresResult] {
    let width = query.window.key.count
    let most = width == 1 ? keys.count : Self.mostParameters / width
    var results: [PostgresResult] = []
    var start = 0
    while start < keys.count {
      let part = Array(keys[start..<min(keys.count, start + most)])
      results.append(
        try asking(
          connection.run(
            query.rows(count: part.count, hasPlace: place != nil), query.values(part, place))))
      start += part.count
    }
    return results
  }

  private func keys(of rows: PostgresResult, _ key: [String]) -> [[String]] {
    let columns = shape.places(of: key)
    return (0..<rows.rowCount).map { row in columns.map { rows.text(row, $0) ?? "" } }
  }

  private func append(
    _ result: PostgresResult, _ row: Int, to rows: DelimitedRows
  ) throws(PostgresSourceError) {
    let last = shape.columns.count - 1
    for column in 0...last {
      let problem = result.withBytes(row, column) { bytes -> SourceError? in
        do throws(SourceError) {
          try rows.append(cell: bytes, isLast: column == last)
          return nil
        } catch { return error }
      }
      if let problem { throw .source(problem) }
    }
  }
}

extension PostgresShape {
  /// The places of columns, such as those of a key, among all.
  func places(of names: [String]) -> [Int] {
    names.compactMap { name in columns.firstIndex { $0.name == name } }
  }
}

extension PostgresShape.Column {
  /// The column of a window. What a column is cannot depend on the rows that happen to be in it:
  /// texts are never numbers, whatever they are.
  var windowed: DeclaredColumn {
    guard declared.kind == .text else { return declared }
    var column = DeclaredColumn(declared.name, .text, .text)
    column.textOrder = declared.textOrder
    return column
  }
}
