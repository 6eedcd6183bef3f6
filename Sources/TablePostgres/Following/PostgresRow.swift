import Postgres
import TableKit

/// A row that others have changed, as it is now.
struct PostgresRow: Sendable {
  /// The text of each column of the key.
  let key: [String]
  /// The cells by the columns of the shape; nil: it is gone.
  var cells: [Cell?]?
  /// The key that it had before; nil: the same.
  var former: [String]?
  /// The keys of the rows before it in the table's order, the nearest first; fewer than
  /// `mostBefore`: there are no others. nil: its place is not known.
  var before: [[String]]?

  /// How many rows before a row are looked up: one that was inserted at the same time may not be
  /// known yet.
  static let mostBefore = 4
}

extension PostgresShape {
  /// The statement that reads rows by key: `$1` … are arrays of the texts of each key column.
  ///
  /// It returns for each key: the cells of the row, the key as the server writes it, whether the row
  /// is there, and the keys of the rows before it.
  func selection(ofKeys key: [String], types: [PostgresRelation.KeyType]) -> String {
    let (asked, own) = askedKeys(key, types)
    let columns = key.map(PostgresText.name)
    let joined = zip(columns, own).map { "t.\($0) = \($1)" }
    let order = ordering(key).map { "t." + PostgresText.name($0) }
    return """
      SELECT \(cells(of: "t").joined(separator: ", ")),
        \(keyTexts(key, own)),
        t.\(columns[0]) IS NOT NULL,
        \(rowsBefore(key, columns.map { "t." + $0 }))
      FROM \(asked)
      LEFT JOIN \(relation) AS t ON \(joined.joined(separator: " AND "))
      \(order.isEmpty ? "" : "ORDER BY " + order.joined(separator: ", "))
      """
  }

  /// The statement that looks up where rows of some keys stand, in their order: it returns each key,
  /// those of the rows before it, and whether it is there.
  func selection(beforeKeys key: [String], types: [PostgresRelation.KeyType]) -> String {
    let (asked, own) = askedKeys(key, types)
    let order = zip(key, own).filter { ordering(key).contains($0.0) }.map(\.1)
    let same = zip(key, own).map { "y.\(PostgresText.name($0)) = \($1)" }
    return """
      SELECT \(keyTexts(key, own)), \(rowsBefore(key, own)),
        EXISTS (SELECT FROM \(relation) AS y WHERE \(same.joined(separator: " AND ")))
      FROM \(asked)
      ORDER BY \(order.joined(separator: ", "))
      """
  }

  /// The keys that are asked for, as rows in SQL, and the parts of each.
  private func askedKeys(
    _ key: [String], _ types: [PostgresRelation.KeyType]
  ) -> (rows: String, parts: [String]) {
    let arrays = key.indices.map { "pg_catalog.unnest($\($0 + 1)::\(types[$0].name)[])" }
    let names = key.indices.map { "k\($0)" }
    let rows = arrays.joined(separator: ", ")
    return ("ROWS FROM (\(rows)) AS u(\(names.joined(separator: ", ")))", names.map { "u." + $0 })
  }

  /// The rows that this statement has found: keys and places.
  func places(_ result: PostgresResult, key: [String]) -> [PostgresRow] {
    (0..<result.rowCount).map { row in
      let before = result.text(row, key.count)
      return PostgresRow(
        key: key.indices.map { result.text(row, $0) ?? "" }, cells: nil,
        before: before.flatMap(PostgresDirt.keys) ?? [])
    }
  }

  /// The keys of the rows before one, as JSON.
  ///
  /// - Parameter own: its key in SQL.
  private func rowsBefore(_ key: [String], _ own: [String]) -> String {
    let columns = key.map { "x." + PostgresText.name($0) }
    let ordered = key.indices.filter { ordering(key).contains(key[$0]) }
    if ordered.isEmpty { return "NULL" }
    let left = ordered.map { columns[$0] }.joined(separator: ", ")
    let right = ordered.map { own[$0] }.joined(separator: ", ")
    return """
      (SELECT pg_catalog.json_agg(p.k) FROM (
        SELECT pg_catalog.json_build_array(\(keyTexts(key, columns))) AS k
        FROM \(relation) AS x WHERE (\(left)) < (\(right))
        ORDER BY \(ordered.map { columns[$0] + " DESC" }.joined(separator: ", "))
        LIMIT \(PostgresRow.mostBefore)) AS p)
      """
  }

  /// The texts of a key as those of its cells.
  private func keyTexts(_ key: [String], _ expressions: [String]) -> String {
    zip(key, expressions).map { name, text in
      columns.first { $0.name == name }?.isShownAsText == true
        ? "\(text)::pg_catalog.text" : "pg_catalog.format('%s', \(text))"
    }.joined(separator: ", ")
  }

  /// The rows that the statement has read.
  func rows(_ result: PostgresResult, key: [String]) -> [PostgresRow] {
    let places = key.compactMap { name in columns.firstIndex { $0.name == name } }
    let isOrdered = !ordering(key).isEmpty
    var found: [PostgresRow] = []
    var seen: Set<[String]> = []
    var asked: [[String]] = []
    for row in 0..<result.rowCount {
      asked.append(places.indices.map { result.text(row, columns.count + $0) ?? "" })
      guard result.isTrue(row, columns.count + places.count) else { continue }
      let cells = columns.indices.map { result.text(row, $0).map { Cell($0) } ?? .null }
      let key = places.map { cells[$0].text }
      guard seen.insert(key).inserted else { continue }
      let before = result.text(row, columns.count + places.count + 1)
      found.append(
        PostgresRow(
          key: key, cells: cells,
          before: isOrdered ? before.flatMap(PostgresDirt.keys) ?? [] : nil))
    }
    // A row may be there by another text of the same key.
    return asked.filter { !seen.contains($0) }.map { PostgresRow(key: $0, cells: nil) } + found
  }
}
