import Postgres

/// The statements that change rows of a table, many rows each.
///
/// Values go as arrays, one a column. What others may have changed is compared as the text that the
/// server shows, because types call equal what is not the same: `1.0` and `1.00`, `Ann` and `ANN`,
/// `1 month` and `30 days`. Where a type has one text for each value (`isExact`) the values are
/// compared, which is the same and faster. Other values go as texts, and are read as the column's
/// type there, but without its length: a value that is too long is then refused, where a cast would
/// cut it off.
struct PostgresStatements {
  let shape: PostgresShape
  /// The numbers of the columns that tell rows apart.
  let key: [Int]
  /// Whether an index tells them apart, so that they are compared as what they are, by that index.
  let isKeyIndexed: Bool
  /// Whether triggers, rules, foreign keys and the like may store something else than what is sent,
  /// also after a statement has told what it stored.
  let mayStoreOther: Bool
  /// Whether foreign keys may change its rows when rows of others are saved, perhaps to the same.
  let isReferring: Bool

  /// An array of values that a statement takes: the old or the new ones of a column.
  private struct Input {
    let name: String
    let column: Int

    static func old(_ column: Int) -> Input { Input(name: "o\(column)", column: column) }
    static func new(_ column: Int) -> Input { Input(name: "n\(column)", column: column) }
  }

  private var allColumns: [Int] { Array(shape.columns.indices) }

  /// Deletes rows that are still as they were. Takes the old values of all columns; returns the
  /// numbers of the rows.
  var delete: String {
    let all = allColumns
    return """
      DELETE FROM \(shape.relation) AS t USING \(rows(all.map(Input.old))) \
      WHERE \(areStill(all)) RETURNING x.i
      """
  }

  /// Updates columns of rows in which these and the key are still as they were. Takes the old
  /// values of the key, the old and the new ones of the columns; returns the number of the row and
  /// the `columnsReturned`.
  func update(_ columns: [Int]) -> String {
    let set = columns.map { "\(name($0)) = \(value(.new($0)))" }
    let guarded = guarded(columns)
    return """
      UPDATE \(shape.relation) AS t SET \(set.joined(separator: ", ")) \
      FROM \(rows(guarded.map(Input.old) + columns.map(Input.new))) \
      WHERE \(areStill(guarded, orNew: isReferring ? columns : [])) \
      RETURNING \(results(columnsReturned(updating: columns)))
      """
  }

  /// The columns of which an update takes the old values.
  func guarded(_ columns: [Int]) -> [Int] { key + columns.filter { !key.contains($0) } }

  /// Inserts rows with values of some columns, at least one; returns the `columnsReturned`, row by
  /// row.
  func insert(_ columns: [Int]) -> String {
    let values = columns.map { value(.new($0)) }.joined(separator: ", ")
    let overrides = columns.contains { shape.columns[$0].making == .identity }
    let returned = columnsReturned(inserting: columns)
    return """
      INSERT INTO \(shape.qualified) AS t (\(columns.map(name).joined(separator: ", "))) \
      \(overrides ? "OVERRIDING SYSTEM VALUE " : "")SELECT \(values) \
      FROM \(rows(columns.map(Input.new))) ORDER BY x.i \
      RETURNING \(returned.isEmpty ? "true" : results(returned, withNumber: false))
      """
  }

  /// Inserts a row of which the server makes all values; returns all columns.
  var insertDefaults: String {
    "INSERT INTO \(shape.qualified) AS t DEFAULT VALUES "
      + "RETURNING \(results(allColumns, withNumber: false))"
  }

  /// Reads rows by their keys; returns the number of the row and all columns.
  var select: String {
    "SELECT \(results(allColumns)) FROM \(rows(key.map(Input.old))) "
      + "JOIN \(shape.relation) AS t ON \(isKey)"
  }

  /// Reads by their keys which server holds rows behind a foreign table; returns the number of the row
  /// and the name of that server, or null. A view has no such rows.
  var selectHolder: String {
    """
    SELECT x.i, s.srvname FROM \(rows(key.map(Input.old))) JOIN \(shape.relation) AS t ON \(isKey)
    LEFT JOIN pg_catalog.pg_foreign_table AS f ON f.ftrelid = t.tableoid
    LEFT JOIN pg_catalog.pg_foreign_server AS s ON s.oid = f.ftserver
    """
  }

  /// The columns of which the server may store something else than an update gives it, or than is
  /// known.
  func columnsReturned(updating columns: [Int]) -> [Int] {
    if mayStoreOther { return allColumns }
    return shape.columns.indices.filter { column in
      shape.columns[column].making == .generated
        || columns.contains(column) && !shape.columns[column].isStoredAsSent
    }
  }

  /// Those of which it may store something else than an insert gives it.
  func columnsReturned(inserting columns: [Int]) -> [Int] {
    if mayStoreOther { return allColumns }
    return shape.columns.indices.filter { column in
      !columns.contains(column) || !shape.columns[column].isStoredAsSent
    }
  }

  /// Gives a row a unique value that no other has, so that one takes its place; nil: of this type
  /// there is none. Takes what `update` does without new values; returns the number of the row and
  /// the `guarded` columns.
  ///
  /// - Parameters:
  ///   - column: a column of the key, or of a unique index.
  ///   - name: a text that no row has.
  func park(_ column: Int, name: String) -> String? {
    let cell = "s.\(self.name(column))"
    let from = "FROM \(shape.relation) AS s"
    let free: String
    switch shape.columns[column].typeName {
    case "smallint", "integer", "bigint", "numeric", "real", "double precision", "date":
      free = "(SELECT pg_catalog.max(\(cell)) + 1 \(from))"
    case "timestamp without time zone", "timestamp with time zone":
      free = "(SELECT pg_catalog.max(\(cell)) + '1 day'::pg_catalog.interval \(from))"
    case "text", "character varying": free = PostgresText.literal(name)
    case "uuid": free = "pg_catalog.md5(\(PostgresText.literal(name)))::pg_catalog.uuid"
    default: return nil
    }
    return release(column, free)
  }

  /// Has a row refer to nothing for a while; as `park`.
  ///
  /// - Parameter column: a column of a foreign key.
  func clear(_ column: Int) -> String { release(column, "NULL") }

  private func release(_ column: Int, _ value: String) -> String {
    let guarded = guarded([column])
    return """
      UPDATE \(shape.relation) AS t SET \(name(column)) = \(value) \
      FROM \(rows(guarded.map(Input.old))) \
      WHERE \(areStill(guarded)) RETURNING \(results(guarded))
      """
  }

  // MARK: - Parts

  private func name(_ column: Int) -> String { PostgresText.name(shape.columns[column].name) }

  /// The rows that a statement takes: `x`, with a column for each array, and the number `i` from 1.
  private func rows(_ inputs: [Input]) -> String {
    let arrays = inputs.enumerated().map { i, input in
      let column = shape.columns[input.column]
      return
        "pg_catalog.unnest($\(i + 1)::\(column.isExact ? column.typeName : "pg_catalog.text")[])"
    }
    return "ROWS FROM (\(arrays.joined(separator: ", "))) WITH ORDINALITY "
      + "AS x(\((inputs.map(\.name) + ["i"]).joined(separator: ", ")))"
  }

  /// A value of what a statement takes, in the column's type.
  private func value(_ input: Input) -> String {
    let column = shape.columns[input.column]
    return column.isExact ? "x.\(input.name)" : "x.\(input.name)::\(column.typeName)"
  }

  /// Whether a row has the key, and columns are as they were, or, of some, as they shall be.
  private func areStill(_ columns: [Int], orNew: [Int] = []) -> String {
    let guards = columns.filter { !key.contains($0) || !isKeyExact($0) }.map { column in
      let now = shape.columns[column].isExact ? exact(column) : text(column)
      let isOld = "\(now) IS NOT DISTINCT FROM x.o\(column)"
      return orNew.contains(column)
        ? "(\(isOld) OR \(now) IS NOT DISTINCT FROM x.n\(column))" : isOld
    }
    return ([isKey] + guards).joined(separator: " AND ")
  }

  private var isKey: String {
    key.map { column in
      isKeyIndexed || shape.columns[column].isExact
        ? "t.\(name(column)) = \(value(.old(column)))" : "\(text(column)) = x.o\(column)"
    }.joined(separator: " AND ")
  }

  /// Whether a column of the key is known to have the same text once it is equal.
  private func isKeyExact(_ column: Int) -> Bool {
    shape.columns[column].isExact && !PostgresType.isText(shape.columns[column].type)
  }

  /// A value that is the same only if its text is: of a domain the type that it is of, of a text its
  /// bytes, whatever the column's collation says.
  private func exact(_ column: Int) -> String {
    let shape = shape.columns[column]
    return "(t.\(name(column))::\(shape.typeName))"
      + (PostgresType.isText(shape.type) ? " COLLATE pg_catalog.\"C\"" : "")
  }

  /// The text of a value as reading shows it. A cast would show addresses with their masks.
  private func text(_ column: Int) -> String {
    let cell = "t.\(name(column))"
    if shape.columns[column].isPadded {
      return "(\(cell)::pg_catalog.text) COLLATE pg_catalog.\"C\""
    }
    let text = "CASE WHEN \(cell) IS DISTINCT FROM NULL THEN pg_catalog.concat(\(cell)) END"
    return "(\(text)) COLLATE pg_catalog.\"C\""
  }

  /// The number of the row, and columns as reading shows them.
  private func results(_ columns: [Int], withNumber: Bool = true) -> String {
    let cells = columns.map { shape.columns[$0].shown("t.\(name($0))") }
    return ((withNumber ? ["x.i"] : []) + cells).joined(separator: ", ")
  }
}
