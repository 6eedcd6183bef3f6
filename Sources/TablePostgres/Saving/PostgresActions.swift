import Postgres
import TableSources

// What foreign keys do by themselves to rows that refer to others: `ON DELETE CASCADE` and the like.

/// The foreign keys that act when a save deletes rows or gives them other unique values, those included
/// that act on what others have done.
struct PostgresActions {
  private let connection: PostgresConnection
  /// False: the server does not tell its foreign keys.
  private let isKnown: Bool
  private let actions: [ForeignKeyAction]
  /// What statements call the tables of the rows that are changed, by their numbers.
  private var qualified: [String: String] = [:]
  /// What tables are called among those that were read, by their numbers.
  var labels: [String: String] = [:]
  /// Those of which it was seen that they act.
  private var found: Set<ForeignKeyAction> = []
  /// How many rows of each table were deleted and updated before.
  private var before: [String: RowCounts] = [:]
  /// Whether triggers may change rows of any table.
  var hasTriggers = false

  /// Finds the foreign keys.
  ///
  /// - Parameters:
  ///   - deleting: the numbers of the tables from which rows are deleted.
  ///   - moving: the numbers of those in which rows get other unique values.
  init(_ connection: PostgresConnection, deleting: [String?], moving: [String?]) {
    self.connection = connection
    if deleting.isEmpty && moving.isEmpty {
      (isKnown, actions) = (true, [])
      return
    }
    let arrays = [PostgresText.array(deleting), PostgresText.array(moving)]
    guard let found = connection.asked(Self.acting, arrays) else {
      (isKnown, actions) = (false, [])
      return
    }
    isKnown = true
    let words = ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"]
    actions = (0..<found.rowCount).map { row in
      ForeignKeyAction(
        child: found.text(row, 0) ?? "", parent: found.text(row, 4) ?? "",
        name: found.text(row, 1) ?? "", isOnDelete: found.isTrue(row, 2),
        what: found.text(row, 3).flatMap { words[$0] } ?? "", columns: found.names(row, 5),
        referred: found.names(row, 6))
    }
    for row in 0..<found.rowCount { qualified[found.text(row, 0) ?? ""] = found.text(row, 7) }
  }

  /// Whether rows of a table may be changed or deleted.
  func reaches(_ table: String?) -> Bool { !isKnown || actions.contains { $0.child == table } }

  /// Whether rows of a table may be deleted.
  func deletes(from table: String?) -> Bool { actions.delete(from: table) }

  /// Whether foreign keys may have changed rows that were read without this being known.
  var isBlind: Bool {
    isKnown
      ? before.isEmpty && actions.contains { labels[$0.child] != nil } : labels.count > 1
  }

  /// Notes what was done before. Call it before anything is written, also when it is tried anew: what
  /// was undone counts, too.
  mutating func begin() { before = counts() }

  /// What foreign keys did since `begin` besides what was written, and whether triggers have done more
  /// to tables that were read.
  ///
  /// - Parameter own: how many rows of a table were written.
  func effects(
    besides own: (_ table: String) -> RowCounts
  ) -> (list: [ForeignKeyEffect], changedMore: Bool) {
    var done: [String: RowCounts] = [:]
    for (table, now) in counts() { done[table] = before[table].map { now - $0 } }
    let list = actions.effects(
      labels: labels, done: { done[$0] }, besides: own, isSeen: found.contains)
    let changedMore = labels.contains { table, label in
      done[table].map { $0.exceed(own(table), and: list, on: label) } ?? false
    }
    return (list, hasTriggers && changedMore)
  }

  /// Looks to which rows those refer that are deleted next, where several foreign keys of a table may
  /// act.
  ///
  /// - Parameters:
  ///   - table: the number of the table from which they are deleted.
  ///   - texts: returns the values of a column of it, as an array of the server.
  mutating func look(at table: String?, _ texts: (_ column: String) -> String?) {
    for action in actions where action.isOnDelete && action.parent == table && !action.isDeletion {
      let isAlone = actions.allSatisfy {
        $0.child != action.child || $0.isDeletion || $0.clause == action.clause
      }
      let arrays = action.referred.compactMap(texts)
      if isAlone || arrays.count < action.referred.count { continue }
      let names = arrays.indices.map { "k\($0)" }
      let rows = arrays.indices.map { "pg_catalog.unnest($\($0 + 1)::pg_catalog.text[])" }
      let joined = zip(action.columns, names).map {
        "c.\(PostgresText.name($0))::pg_catalog.text = x.\($1)"
      }
      let sql = """
        SELECT EXISTS (SELECT FROM \(qualified[action.child] ?? "") AS c
          JOIN ROWS FROM (\(rows.joined(separator: ", "))) AS x(\(names.joined(separator: ", ")))
          ON \(joined.joined(separator: " AND ")))
        """
      if connection.asked(sql, arrays)?.isTrue(0, 0) == true { found.insert(action) }
    }
  }

  /// How many rows of each table this connection has deleted, updated and inserted, those of partitions
  /// included, as far as the server counts them (`track_counts`).
  private func counts() -> [String: RowCounts] {
    var tables = Set(actions.flatMap { [$0.child, $0.parent] })
    if hasTriggers { tables.formUnion(labels.keys) }
    guard !tables.isEmpty,
      let found = connection.asked(Self.counting, [PostgresText.array(tables.map { $0 })])
    else { return [:] }
    var counts: [String: RowCounts] = [:]
    for row in 0..<found.rowCount {
      guard let table = found.text(row, 0), found.isTrue(row, 4) else { continue }
      counts[table] = RowCounts(
        deleted: found.integer(row, 1) ?? 0, updated: found.integer(row, 2) ?? 0,
        inserted: found.integer(row, 3) ?? 0)
    }
    return counts
  }

  private static let acting = """
    WITH RECURSIVE acts(child, parent, on_delete, letter, columns, referred) AS (
      SELECT conrelid, confrelid, true, confdeltype, conkey, confkey
      FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confdeltype IN ('c', 'n', 'd')
      UNION ALL
      SELECT conrelid, confrelid, false, confupdtype, conkey, confkey
      FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confupdtype IN ('c', 'n', 'd')
    ), reached AS (
      SELECT a.* FROM acts AS a WHERE a.parent = ANY (
        CASE WHEN a.on_delete THEN $1::pg_catalog.oid[] ELSE $2::pg_catalog.oid[] END)
      UNION
      SELECT a.* FROM reached AS r JOIN acts AS a ON a.parent = r.child
        AND CASE WHEN r.on_delete AND r.letter = 'c' THEN a.on_delete
          ELSE NOT a.on_delete AND a.referred && r.columns END
    )
    SELECT r.child,
      \(PostgresCatalog.typedName),
      r.on_delete, r.letter, r.parent,
      \(PostgresCatalog.names("r.columns", of: "r.child")),
      \(PostgresCatalog.names("r.referred", of: "r.parent")),
      pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)
    FROM reached AS r JOIN pg_catalog.pg_class AS c ON c.oid = r.child AND NOT c.relispartition
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    ORDER BY 2, 1, 3 DESC, 4
    """

  private static let counting = """
    WITH RECURSIVE tree(root, part) AS (
      SELECT o, o FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS o
      UNION
      SELECT t.root, i.inhrelid FROM tree AS t
      JOIN pg_catalog.pg_inherits AS i ON i.inhparent = t.part
    )
    SELECT root, pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_deleted(part)),
      pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_updated(part)),
      pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_inserted(part)),
      pg_catalog.current_setting('track_counts') = 'on'
    FROM tree GROUP BY root
    """
}
