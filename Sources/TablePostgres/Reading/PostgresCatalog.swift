import Postgres
import TableKit
import Wording

/// What the system's tables of a database tell. Used in a transaction.
struct PostgresCatalog {
  let connection: PostgresConnection
  /// The address for messages.
  let server: String

  /// Finds the table or view that a text names.
  ///
  /// - Returns: its shape with columns and key, and nil if there is none.
  func shape(named text: String) throws(PostgresSourceError) -> PostgresShape? {
    for reading in PostgresName.readings(of: text) {
      if let shape = try shape(named: reading) { return shape }
    }
    return nil
  }

  /// Finds a table or view that was found before, which may be another now; nil if there is none.
  func shape(like known: PostgresShape) throws(PostgresSourceError) -> PostgresShape? {
    try shape(named: PostgresName(schema: known.schema, name: known.name))
  }

  func shape(named name: PostgresName) throws(PostgresSourceError) -> PostgresShape? {
    let found = try asking(connection.run(Self.tables, [name.name, name.schema]))
    guard found.rowCount > 0, let number = found.text(0, 0) else { return nil }
    var shape = PostgresShape(
      Self.kinds[found.text(0, 3) ?? ""] ?? .table, schema: found.text(0, 1),
      name: found.text(0, 2) ?? "")
    (shape.number, shape.mayHaveHeirs) = (number, found.isTrue(0, 4))
    if !found.isTrue(0, 5) { leaveOutUnreadable(of: &shape) }
    try describe(&shape)
    try findMaking(of: &shape, number: number)
    try findKey(of: &shape, number: number)
    return shape
  }

  /// The shape of a query.
  ///
  /// - Throws: `refused` unless it is one statement.
  func shape(query: String) throws(PostgresSourceError) -> PostgresShape {
    var shape = PostgresShape(.query, schema: nil, name: query)
    try describe(&shape)
    return shape
  }

  /// The names of the tables and views, those of other schemas with these.
  func names() throws(PostgresSourceError) -> [String] {
    let found = try asking(connection.run(Self.allNames))
    return (0..<found.rowCount).compactMap { found.text($0, 0) }
  }

  /// The error for a name that no table has.
  func unknown(_ name: String) throws(PostgresSourceError) -> PostgresSourceError {
    let known = try names()
    return .noSuchTable(
      name, in: server, nearest: Nearest.nearest(to: name, in: known).first, known: known)
  }

  private func describe(_ shape: inout PostgresShape) throws(PostgresSourceError) {
    let columns = try asking(connection.describe(shape.plainSelection)).columns
    if columns.isEmpty { throw .noColumns(shape.fullName) }
    let numbers = PostgresText.array(Set(columns.map(\.type)).map { String($0) })
    let found = try asking(connection.run(Self.categories, [numbers]))
    var types: [String: (category: String, name: String)] = [:]
    var labels: [String: [String]] = [:]
    for row in 0..<found.rowCount {
      guard let type = found.text(row, 0) else { continue }
      types[type] = (found.text(row, 1) ?? "", found.text(row, 2) ?? "")
      if let label = found.text(row, 3) { labels[type, default: []].append(label) }
    }
    shape.columns = columns.map { column in
      let type = types[String(column.type)]
      var declared = PostgresType.column(column.name, column.type, category: type?.category ?? "")
      if let labels = labels[String(column.type)] { declared.textOrder = .labels(labels) }
      return PostgresShape.Column(
        name: column.name, type: column.type, modifier: column.modifier,
        typeName: type?.name ?? "pg_catalog.text", declared: declared)
    }
  }

  /// Leaves out the columns that the role may not read, if there are others.
  private func leaveOutUnreadable(of shape: inout PostgresShape) {
    guard let found = connection.asked(Self.rightsToColumns, [shape.number]) else { return }
    var others: [String] = []
    for row in 0..<found.rowCount {
      guard let name = found.text(row, 0) else { continue }
      if found.isTrue(row, 1) { shape.readable.append(name) } else { others.append(name) }
    }
    if shape.readable.isEmpty || others.isEmpty { return }
    let names = others.map { "'\(shown: $0)'" }.joined(separator: ", ")
    shape.notes.append(
      (others.count == 1 ? "column \(names) of " : "columns \(names) of ")
        + "'\(shown: shape.name)' \(others.count == 1 ? "is" : "are") left out: you may not read "
        + (others.count == 1 ? "it" : "them"))
  }

  private static let rightsToColumns = """
    SELECT attname, pg_catalog.has_column_privilege(attrelid, attnum, 'SELECT')
    FROM pg_catalog.pg_attribute
    WHERE attrelid = $1::pg_catalog.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
    """

  /// Finds what the server makes by itself.
  private func findMaking(
    of shape: inout PostgresShape, number: String
  ) throws(PostgresSourceError) {
    let found = try asking(connection.run(Self.making, [number]))
    for row in 0..<found.rowCount {
      guard let name = found.text(row, 0),
        let i = shape.columns.firstIndex(where: { $0.name === name })
      else { continue }
      // What a view leaves out its table may have a default for.
      shape.columns[i].hasDefault = shape.kind == .view || found.isTrue(row, 1)
      if found.isTrue(row, 2) { shape.columns[i].making = .identity }
      if found.isTrue(row, 3) { shape.columns[i].making = .generated }
      shape.columns[i].isNeverNull = found.isTrue(row, 4)
    }
  }

  /// Finds the primary key, else a unique index of columns that are never null; and all unique ones.
  private func findKey(of shape: inout PostgresShape, number: String) throws(PostgresSourceError) {
    let found = try asking(connection.run(Self.keys, [number]))
    var row = 0
    while row < found.rowCount {
      let index = found.text(row, 0)
      var rows: [Int] = []
      while row < found.rowCount, found.text(row, 0) == index {
        rows.append(row)
        row += 1
      }
      let columns = rows.compactMap { found.text($0, 2) }
      let isDeferrable = !found.isTrue(rows[0], 5)
      if !isDeferrable { shape.uniques.append(columns) }
      let isRead = columns.allSatisfy { name in shape.columns.contains { $0.name === name } }
      guard shape.key.isEmpty, isRead, rows.allSatisfy({ found.isTrue($0, 3) }) else { continue }
      (shape.key, shape.isKeyDeferrable) = (columns, isDeferrable)
      shape.keyReason = found.isTrue(rows[0], 1) ? .primary : .unique
      shape.assignsKeys = rows.contains { found.isTrue($0, 4) }
    }
  }

  /// Has a table be read without those that inherit from it, where these are read, too, or have the
  /// same keys.
  ///
  /// - Parameters:
  ///   - isOneOfAll: whether all tables are read.
  ///   - key: the columns that tell rows apart.
  func findHeirs(of shape: inout PostgresShape, isOneOfAll: Bool, key: [String]) {
    guard shape.kind == .table, shape.mayHaveHeirs,
      let found = connection.asked(Self.heirs, [shape.number])
    else { return }
    let names = (0..<found.rowCount).compactMap { found.text($0, 0) }
    if names.isEmpty { return }
    if isOneOfAll {
      shape.isAlone = true
      return
    }
    if key.isEmpty { return }
    let columns = key.map(PostgresText.name).joined(separator: ", ")
    let repeated = connection.asked(
      "SELECT 1 FROM \(shape.relation) GROUP BY \(columns) HAVING pg_catalog.count(*) > 1 LIMIT 1")
    guard let repeated, repeated.rowCount > 0 else { return }
    shape.isAlone = true
    shape.notes.append(
      "only its own rows are read and written: tables that inherit from it have some of the same "
        + "keys; open them separately: \(names.joined(separator: ", "))")
  }

  /// The name of the relation `c` in the schema `n`, as it is typed.
  static let typedName = """
    CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN c.relname::pg_catalog.text
      ELSE pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname) END
    """

  /// The names of the columns of a table that have these numbers, for `PostgresResult.names`.
  static func names(_ numbers: String, of table: String) -> String {
    """
    pg_catalog.array_to_string(ARRAY(
      SELECT a.attname FROM pg_catalog.unnest(\(numbers)) WITH ORDINALITY AS k(number, place)
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = \(table) AND a.attnum = k.number
      ORDER BY k.place), pg_catalog.chr(1))
    """
  }

  /// The tables that inherit from one.
  private static let heirs = """
    WITH RECURSIVE heirs(id) AS (
      SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = $1::pg_catalog.oid
      UNION
      SELECT i.inhrelid FROM heirs JOIN pg_catalog.pg_inherits AS i ON i.inhparent = heirs.id)
    SELECT \(typedName)
    FROM heirs JOIN pg_catalog.pg_class AS c ON c.oid = heirs.id
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    ORDER BY 1
    """

  private static let kinds: [String: PostgresShape.Kind] = [
    "p": .partitioned, "v": .view, "m": .materialized, "f": .foreign,
  ]

  private static let tables = """
    SELECT c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass,
      pg_catalog.has_table_privilege(c.oid, 'SELECT')
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname = $1::pg_catalog.text
      AND CASE WHEN $2::pg_catalog.text IS NULL THEN pg_catalog.pg_table_is_visible(c.oid)
        ELSE n.nspname = $2::pg_catalog.text END
    """

  private static let allNames = """
    SELECT \(typedName) AS name
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ORDER BY 1
    """

  /// A type of an enumeration once for each label, in order.
  private static let categories = """
    SELECT t.oid, t.typcategory, pg_catalog.format_type(t.oid, -1), e.enumlabel
    FROM pg_catalog.pg_type AS t LEFT JOIN pg_catalog.pg_enum AS e ON e.enumtypid = t.oid
    WHERE t.oid = ANY ($1::pg_catalog.oid[]) ORDER BY t.oid, e.enumsortorder
    """

  /// Old servers and relatives compute no columns.
  private static let making = """
    SELECT a.attname, a.atthasdef OR a.attidentity <> '' OR t.typdefault IS NOT NULL,
      a.attidentity = 'a', COALESCE(pg_catalog.to_jsonb(a) ->> 'attgenerated', '') <> '',
      a.attnotnull OR t.typnotnull
    FROM pg_catalog.pg_attribute AS a
    JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
    WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped
    """

  /// The columns of the indexes that allow nothing twice: the primary key first, then short ones.
  private static let keys = """
    SELECT i.indexrelid, i.indisprimary, a.attname, a.attnotnull,
      a.atthasdef OR a.attidentity <> '', i.indimmediate
    FROM pg_catalog.pg_index AS i
    CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::pg_catalog.int2[])
      WITH ORDINALITY AS k(number, place)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indrelid = $1::pg_catalog.oid AND i.indisunique AND i.indisvalid
      AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
    ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid, k.place
    """
}

extension PostgresResult {
  /// The names that `PostgresCatalog.names(_:of:)` selects.
  func names(_ row: Int, _ column: Int) -> [String] {
    (text(row, column) ?? "").split(separator: "\u{1}").map(String.init)
  }
}
