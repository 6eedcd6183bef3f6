import Postgres
import TableSources

// What foreign keys do by themselves to rows that refer to others: `ON DELETE CASCADE` and the like.

/// The foreign keys that act when a save deletes rows or gives them other unique values, those included
/// that act on what others have done.
struct PostgresActions {
  /// A foreign key that acts.
  private struct Action: Hashable {
    let child: String
    let name: String
    let qualified: String
    let isOnDelete: Bool
    let letter: String
    let parent: String
    let columns: [String]
    let referred: [String]

    var isDeletion: Bool { isOnDelete && letter == "c" }

    var clause: String {
      let what = ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"][letter] ?? ""
      return "ON \(isOnDelete ? "DELETE" : "UPDATE") \(what)"
    }
  }

  private let connection: PostgresConnection
  /// False: the server does not tell its foreign keys.
  private let isKnown: Bool
  private let actions: [Action]
  /// What tables are called among those that were read, by their numbers.
  var labels: [String: String] = [:]
  /// Those of which it was seen that they act.
  private var found: Set<Action> = []
  /// How many rows of each table were deleted and updated before.
  private var before: [String: RowCounts] = [:]
  /// Whether triggers may change rows of any table.
  var hasTriggers = false

  /// How many rows of a table were deleted, updated and inserted.
  typealias RowCounts = (deleted: Int, updated: Int, inserted: Int)

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
    actions = (0..<found.rowCount).map { row in
      Action(
        child: found.text(row, 0) ?? "", name: found.text(row, 1) ?? "",
        qualified: found.text(row, 7) ?? "",
        isOnDelete: found.isTrue(row, 2), letter: found.text(row, 3) ?? "",
        parent: found.text(row, 4) ?? "", columns: found.names(row, 5),
        referred: found.names(row, 6))
    }
  }

  /// Whether rows of a table may be changed or deleted.
  func reaches(_ table: String?) -> Bool { !isKnown || actions.contains { $0.child == table } }

  /// Whether rows of a table may be deleted.
  func deletes(from table: String?) -> Bool {
    actions.contains { $0.child == table && $0.isDeletion }
  }

  /// Whether foreign keys may have changed rows that were read without this being known.
  var isBlind: Bool {
    isKnown
      ? before.isEmpty && actions.contains { labels[$0.child] != nil } : labels.count > 1
  }

  /// What several foreign keys say.
  private static func clause(of actions: [Action], areKnown: Bool) -> String {
    var clauses: [String] = []
    for action in actions where !clauses.contains(action.clause) { clauses.append(action.clause) }
    return clauses.joined(separator: areKnown ? " and " : " or ")
  }

  /// Notes what was done before. Call it before anything is written, also when it is tried anew: what
  /// was undone counts, too.
  mutating func begin() { before = counts() }

  /// What was done since `begin`, besides what was written.
  ///
  /// - Parameter own: how many rows of a table were.
  func consequences(
    besides own: (_ table: String) -> RowCounts
  ) -> [ForeignKeyEffect] {
    if actions.isEmpty { return [] }
    let after = counts()
    /// Whether rows to which a foreign key refers were deleted, or changed.
    func hasActed(_ action: Action) -> Bool {
      let (now, former) = (after[action.parent], before[action.parent])
      return action.isOnDelete
        ? now?.deleted != former?.deleted : now?.updated != former?.updated
    }
    var consequences: [ForeignKeyEffect] = []
    var seen: Set<String> = []
    for action in actions where seen.insert("\(action.child) \(action.isDeletion)").inserted {
      guard let now = after[action.child], let former = before[action.child] else { continue }
      let own = own(action.child)
      let count =
        action.isDeletion
        ? now.deleted - former.deleted - own.deleted : now.updated - former.updated - own.updated
      guard count > 0 else { continue }
      let alike = actions.filter {
        $0.child == action.child && $0.isDeletion == action.isDeletion && hasActed($0)
      }
      let seen = alike.filter(found.contains)
      let acting = !seen.isEmpty ? seen : alike.isEmpty ? [action] : alike
      let references = actions.filter { $0.child == action.child }.compactMap { other in
        labels[other.parent].map {
          ForeignKeyEffect.Reference(
            columns: other.columns, table: $0, referred: other.referred)
        }
      }
      consequences.append(
        ForeignKeyEffect(
          table: labels[action.child] ?? action.name, isOpen: labels[action.child] != nil,
          clause: Self.clause(of: acting, areKnown: !seen.isEmpty),
          isDeletion: action.isDeletion, isOnDelete: acting.contains(where: \.isOnDelete),
          count: count,
          references: references))
    }
    return consequences
  }

  /// Whether triggers have changed, deleted or inserted rows of tables that were read, besides what was
  /// written and what foreign keys did.
  func triggersChangedMore(
    besides own: (_ table: String) -> RowCounts, and consequences: [ForeignKeyEffect]
  ) -> Bool {
    guard hasTriggers else { return false }
    let after = counts()
    return labels.contains { table, label in
      guard let now = after[table], let former = before[table] else { return false }
      let own = own(table)
      let done = consequences.filter { $0.isOpen && $0.table == label }
      let gone = done.filter(\.isDeletion).reduce(0) { $0 + $1.count }
      let changed = done.filter { !$0.isDeletion }.reduce(0) { $0 + $1.count }
      return now.deleted - former.deleted > own.deleted + gone
        || now.updated - former.updated > own.updated + changed
        || now.inserted - former.inserted > own.inserted
    }
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
        SELECT EXISTS (SELECT FROM \(action.qualified) AS c
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
      counts[table] = (
        found.integer(row, 1) ?? 0, found.integer(row, 2) ?? 0, found.integer(row, 3) ?? 0
      )
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
