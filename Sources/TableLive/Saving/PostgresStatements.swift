import Postgres

/// The statements that change rows of a table, many rows each.
///
/// Values go as texts, one array a column, and are read as the column's type there, but without its
/// length: a value that is too long is then refused, where a cast would cut it off. What others may
/// have changed is compared as the text that the server shows, because types call equal what is not
/// the same: `1.0` and `1.00`, `Ann` and `ANN`, `1 month` and `30 days`.
struct PostgresStatements {
  let shape: PostgresShape
  /// The numbers of the columns that tell rows apart.
  let key: [Int]
  /// Whether an index tells them apart, so that they are compared as what they are, by that index.
  let isKeyIndexed: Bool

  /// Deletes rows that are still as they were. Takes the old values of all columns.
  var delete: String {
    let all = Array(shape.columns.indices)
    return """
      DELETE FROM \(shape.qualified) AS t USING \(rows(all.map { "o\($0)" })) \
      WHERE \(isKey { "o\($0)" }) AND \(areSame(all)) RETURNING x.i
      """
  }

  /// Updates columns of rows in which these and the key are still as they were. Takes the old
  /// values of the key, the old and the new ones of the columns; returns the number of the row and
  /// all columns.
  func update(_ columns: [Int]) -> String {
    let set = columns.map { "\(name($0)) = \(value("n\($0)", $0))" }
    let guarded = guarded(columns)
    return """
      UPDATE \(shape.qualified) AS t SET \(set.joined(separator: ", ")) \
      FROM \(rows(guarded.map { "o\($0)" } + columns.map { "n\($0)" })) \
      WHERE \(isKey { "o\($0)" }) AND \(areSame(guarded)) RETURNING x.i, \(results)
      """
  }

  /// The columns of which an update takes the old values.
  func guarded(_ columns: [Int]) -> [Int] { key + columns.filter { !key.contains($0) } }

  /// Inserts rows with values of some columns, at least one; returns all columns, row by row.
  func insert(_ columns: [Int]) -> String {
    let values = columns.map { value("n\($0)", $0) }.joined(separator: ", ")
    let overrides = columns.contains { shape.columns[$0].making == .identity }
    return """
      INSERT INTO \(shape.qualified) AS t (\(columns.map(name).joined(separator: ", "))) \
      \(overrides ? "OVERRIDING SYSTEM VALUE " : "")SELECT \(values) \
      FROM \(rows(columns.map { "n\($0)" })) ORDER BY x.i RETURNING \(results)
      """
  }

  /// Inserts a row of which the server makes all values; returns all columns.
  var insertDefaults: String {
    "INSERT INTO \(shape.qualified) AS t DEFAULT VALUES RETURNING \(results)"
  }

  /// Reads rows by their keys; returns the number of the row and all columns.
  var select: String {
    "SELECT x.i, \(results) FROM \(rows(key.map { "o\($0)" })) "
      + "JOIN \(shape.qualified) AS t ON \(isKey { "o\($0)" })"
  }

  /// Gives a row a key that no other has, so that one takes its place; nil: of this type there is
  /// none. Takes what `update` does without new values.
  ///
  /// - Parameters:
  ///   - column: a column of the key.
  ///   - name: a text that no row has.
  func park(_ column: Int, name: String) -> String? {
    let cell = "s.\(self.name(column))"
    let from = "FROM \(shape.qualified) AS s"
    let free: String
    switch shape.columns[column].typeName {
    case "smallint", "integer", "bigint", "numeric", "real", "double precision":
      free = "(SELECT pg_catalog.max(\(cell)) + 1 \(from))"
    case "date": free = "(SELECT pg_catalog.max(\(cell)) + 1 \(from))"
    case "timestamp without time zone", "timestamp with time zone":
      free = "(SELECT pg_catalog.max(\(cell)) + '1 day'::pg_catalog.interval \(from))"
    case "text", "character varying": free = PostgresText.literal(name)
    case "uuid": free = "pg_catalog.md5(\(PostgresText.literal(name)))::pg_catalog.uuid"
    default: return nil
    }
    let guarded = guarded([column])
    return """
      UPDATE \(shape.qualified) AS t SET \(self.name(column)) = \(free) \
      FROM \(rows(guarded.map { "o\($0)" })) \
      WHERE \(isKey { "o\($0)" }) AND \(areSame(guarded)) RETURNING x.i, \(results)
      """
  }

  // MARK: - Parts

  private func name(_ column: Int) -> String { PostgresText.name(shape.columns[column].name) }

  /// The rows that a statement takes: `x`, with a column for each array, and the number `i` from 1.
  private func rows(_ names: [String]) -> String {
    let arrays = names.indices.map { "pg_catalog.unnest($\($0 + 1)::pg_catalog.text[])" }
    return "ROWS FROM (\(arrays.joined(separator: ", "))) WITH ORDINALITY "
      + "AS x(\((names + ["i"]).joined(separator: ", ")))"
  }

  private func value(_ name: String, _ column: Int) -> String {
    "x.\(name)::\(shape.columns[column].typeName)"
  }

  private func isKey(_ name: (Int) -> String) -> String {
    key.map {
      isKeyIndexed
        ? "t.\(self.name($0)) = \(value(name($0), $0))" : "\(text($0)) = x.\(name($0))"
    }.joined(separator: " AND ")
  }

  private func areSame(_ columns: [Int]) -> String {
    columns.map { "\(text($0)) IS NOT DISTINCT FROM x.o\($0)" }.joined(separator: " AND ")
  }

  /// The text of a value as reading shows it. A cast would show addresses with their masks and
  /// padded texts without their blanks.
  private func text(_ column: Int) -> String {
    let cell = "t.\(name(column))"
    let text =
      shape.columns[column].declared.kind == .bool
      ? "\(cell)::pg_catalog.text"
      : "CASE WHEN \(cell) IS DISTINCT FROM NULL THEN pg_catalog.concat(\(cell)) END"
    return "(\(text)) COLLATE pg_catalog.\"C\""
  }

  /// All columns, as reading shows them.
  private var results: String {
    shape.columns.indices.map { column in
      let cell = "t.\(name(column))"
      return shape.columns[column].declared.kind == .bool ? "\(cell)::pg_catalog.text" : cell
    }.joined(separator: ", ")
  }
}
