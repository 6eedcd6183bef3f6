import Postgres

/// A table as the system's tables know it, with what following it depends on.
struct PostgresRelation: Hashable {
  /// A table, a partition of it, or another table that inherits from it.
  struct Part: Hashable {
    let number: String
    let schema: String
    let name: String
    /// The letter of its kind in `pg_class`.
    let kind: String

    /// The name with its schema in SQL.
    var qualified: String { PostgresText.name(schema) + "." + PostgresText.name(name) }
  }

  /// A column of a key.
  struct KeyType: Hashable {
    /// The name of its type in SQL.
    let name: String
    let isArray: Bool
  }

  let schema: String
  let name: String
  /// The table, and all tables whose rows are among its own.
  let tree: [Part]
  /// Whether it is a partition, or inherits from another table.
  let isPart: Bool
  /// The types of the columns of the key, in its order.
  let keyTypes: [KeyType]
  /// The names and types of all columns.
  let columns: String
  let columnCount: Int
  /// How many triggers of ours are active on it and its parts.
  let triggerCount: Int

  /// The name with its schema in SQL.
  var qualified: String { PostgresText.name(schema) + "." + PostgresText.name(name) }

  /// Whether all triggers are there.
  var hasTriggers: Bool { triggerCount == tree.count * PostgresTriggers.count }

  /// Why triggers cannot tell of its changes; nil: they can.
  var obstacle: String? {
    let kinds = tree.map(\.kind)
    if kinds[0] == "f" { return "no trigger here sees what changes behind a foreign table" }
    if kinds.contains("f") {
      return "no trigger here sees what changes in its foreign partitions"
    }
    if !["r", "p"].contains(kinds[0]) { return "a view has no rows of its own that change" }
    if isPart { return "statements on the table that it is a part of call no triggers of it" }
    return nil
  }

  /// Whether the table is another one than it was: other columns, partitions or key.
  func isOther(than former: PostgresRelation) -> Bool {
    tree != former.tree || columns != former.columns || keyTypes != former.keyTypes
  }
}

extension PostgresCatalog {
  /// Looks up a table by its shape.
  ///
  /// - Parameter key: the names of the columns of the key.
  /// - Returns: nil if it is gone.
  func relation(
    of shape: PostgresShape, key: [String]
  ) throws(PostgresSourceError) -> PostgresRelation? {
    guard let schema = shape.schema else { return nil }
    let parts = try asking(connection.run(Self.tree, [schema, shape.name]))
    guard parts.rowCount > 0 else { return nil }
    let tree = (0..<parts.rowCount).map { row in
      PostgresRelation.Part(
        number: parts.text(row, 0) ?? "", schema: parts.text(row, 1) ?? "",
        name: parts.text(row, 2) ?? "", kind: parts.text(row, 3) ?? "")
    }
    let columns = try asking(connection.run(Self.columns, [tree[0].number]))
    var types: [String: PostgresRelation.KeyType] = [:]
    for row in 0..<columns.rowCount {
      types[columns.text(row, 0) ?? ""] = PostgresRelation.KeyType(
        name: columns.text(row, 1) ?? "", isArray: columns.isTrue(row, 2))
    }
    func relation(_ count: Int) -> PostgresRelation {
      PostgresRelation(
        schema: schema, name: shape.name, tree: tree, isPart: parts.isTrue(0, 4),
        keyTypes: key.compactMap { types[$0] },
        columns: (0..<columns.rowCount).map { row in
          "\(columns.text(row, 0) ?? "") \(columns.text(row, 1) ?? "")"
        }.joined(separator: "\n"),
        columnCount: columns.rowCount,
        triggerCount: count)
    }
    let arguments = PostgresTriggers(relation: relation(0), key: key).arguments
    let triggers = try asking(
      connection.run(
        Self.triggers,
        [
          PostgresText.array(tree.map(\.number)), PostgresText.array(PostgresTriggers.names),
          arguments,
        ]))
    return relation(triggers.text(0, 0).flatMap { Int($0) } ?? 0)
  }

  private static let tree = """
    WITH RECURSIVE tree(id, depth) AS (
      SELECT c.oid, 0 FROM pg_catalog.pg_class AS c
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = $2
      UNION
      SELECT i.inhrelid, tree.depth + 1 FROM tree
      JOIN pg_catalog.pg_inherits AS i ON i.inhparent = tree.id)
    SELECT c.oid, n.nspname, c.relname, c.relkind,
      EXISTS (SELECT FROM pg_catalog.pg_inherits AS i WHERE i.inhrelid = c.oid)
    FROM (SELECT id, pg_catalog.min(depth) AS depth FROM tree GROUP BY id) AS tree
    JOIN pg_catalog.pg_class AS c ON c.oid = tree.id
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    ORDER BY tree.depth, c.oid
    """

  private static let columns = """
    SELECT a.attname,
      pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(t.typname),
      t.typcategory = 'A'
    FROM pg_catalog.pg_attribute AS a
    JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
    JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace
    WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
    """

  private static let triggers = """
    SELECT pg_catalog.count(*) FROM pg_catalog.pg_trigger AS t
    WHERE t.tgrelid = ANY ($1::pg_catalog.oid[]) AND t.tgname = ANY ($2::pg_catalog.name[])
      AND t.tgenabled IN ('O', 'A') AND t.tgargs = $3::pg_catalog.bytea
    """
}
