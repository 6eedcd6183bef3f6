import Postgres

extension PostgresCatalog {
  /// Finds out whether and how the server's log of changes tells of a table.
  ///
  /// - Returns: the name of the publication that it is read by.
  /// - Throws: `noLog`.
  func publication(
    of relation: PostgresRelation, key: [String]
  ) throws(PostgresSourceError) -> String {
    let name = "\(relation.schema).\(relation.name)"
    let facts = try asking(connection.run(Self.logFacts, [relation.tree[0].number]))
    guard facts.text(0, 0) == "logical" else {
      throw .noLog(
        name, why: "wal_level is '\(facts.text(0, 0) ?? "")'; its administrator sets logical")
    }
    guard facts.isTrue(0, 1) else {
      throw .noLog(name, why: "this user has no right to it; ALTER ROLE … REPLICATION grants it")
    }
    // Its parts are told by their own names, or some of what happens to them is not.
    if relation.tree.count > 1 || relation.tree[0].kind == "p" {
      throw .noLog(name, why: "it has partitions, or other tables inherit from it")
    }
    if relation.isPart || relation.tree[0].kind != "r" {
      throw .noLog(name, why: "it is a part of another table, or not a table")
    }
    if facts.isTrue(0, 3) { throw .noLog(name, why: "it leaves generated columns out") }
    let identity = try asking(connection.run(Self.identity, [relation.tree[0].number]))
    let columns = Set((0..<identity.rowCount).compactMap { identity.text($0, 0) })
    let isFull = facts.text(0, 2) == "f"
    if !isFull, columns.isEmpty {
      throw .noLog(
        name, why: "it has no key in the log: in a publication, changes by others would fail")
    }
    guard !key.isEmpty, isFull || columns.isSuperset(of: key) else {
      throw .noLog(
        name, why: "the log identifies deleted rows by \(columns.sorted().joined(separator: ", "))")
    }
    let found = try asking(
      connection.run(
        Self.publications, [relation.schema, relation.name, String(relation.columnCount)]))
    for row in 0..<found.rowCount {
      if let publication = found.text(row, 0) { return publication }
    }
    throw .noLog(
      name,
      why: "no publication has all of its columns, rows and changes; its owner makes one: "
        + "CREATE PUBLICATION tablesh FOR TABLE \(relation.qualified)")
  }

  private static let logFacts = """
    SELECT pg_catalog.current_setting('wal_level'),
      (SELECT r.rolreplication OR r.rolsuper FROM pg_catalog.pg_roles AS r
        WHERE r.rolname = CURRENT_USER),
      (SELECT c.relreplident FROM pg_catalog.pg_class AS c WHERE c.oid = $1::pg_catalog.oid),
      EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = $1::pg_catalog.oid
        AND NOT a.attisdropped AND (pg_catalog.to_jsonb(a) ->> 'attgenerated') <> '')
    """

  /// The columns by which the log tells rows apart.
  private static let identity = """
    SELECT a.attname FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_index AS i ON i.indrelid = c.oid
      AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
    WHERE c.oid = $1::pg_catalog.oid
    """

  /// The publications that tell all changes of all rows and columns. Those that choose say so since
  /// version 15.
  private static let publications = """
    SELECT p.pubname FROM pg_catalog.pg_publication_tables AS t
    JOIN pg_catalog.pg_publication AS p ON p.pubname = t.pubname
    WHERE t.schemaname = $1 AND t.tablename = $2
      AND p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate
      AND (pg_catalog.to_jsonb(t) ->> 'rowfilter') IS NULL
      AND (NOT pg_catalog.to_jsonb(t) ? 'attnames'
        OR pg_catalog.jsonb_array_length(pg_catalog.to_jsonb(t) -> 'attnames') = $3::int)
    ORDER BY p.pubname
    """
}
