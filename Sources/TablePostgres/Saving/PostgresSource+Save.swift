import LibC
import Postgres
import TableKit
import TableSources

// Saving: a transaction that stores everything or nothing, tried again where others are in its way.

extension PostgresSource {
  /// A save of which it is not known whether the server has done it.
  struct Pending {
    /// The number of its transaction; nil: the server has none.
    let transaction: String?
    let saved: PostgresSaved
    /// What was saved, by table.
    let parts: [(part: PostgresPart, saved: PostgresSaved)]
  }

  /// What became of a save of which it was not known.
  public enum PendingOutcome: Sendable {
    /// There was none.
    case nothing
    /// The server has done it, and has these rows.
    case saved(PostgresSaved)
    /// The server has not done it.
    case undone
  }

  /// How often a save is tried when others are in its way.
  public static let tries = 5

  /// Writes what was changed, all or nothing, where nobody else has changed the same.
  ///
  /// - Parameters:
  ///   - isCurrent: whether all that was read was read again just now; else nothing is saved where
  ///     foreign keys delete or change what was read, so that undo brings back what was there last.
  ///   - isTrial: whether it is taken back at once; the server's sequences go on nevertheless.
  ///   - beforeCommit: gets the number of the transaction, and what it stores, before that counts.
  /// - Returns: what the server has stored.
  /// - Complexity: O(bytes), in one statement for all rows that change alike.
  public func save(
    _ changes: PostgresChanges, isCurrent: Bool = true, isTrial: Bool = false,
    beforeCommit: (UInt64, PostgresSaved) -> Void = { _, _ in }
  ) throws(PostgresSaveError) -> PostgresSaved {
    do throws(PostgresSaveError) {
      return try retrying { () throws(PostgresSaveError) in
        try saveOnce(changes, isCurrent, isTrial: isTrial, beforeCommit)
      }
    } catch {
      throw naming(error)
    }
  }

  /// Does something in order to save, again and again while others are in its way.
  func retrying<Result>(
    _ body: () throws(PostgresSaveError) -> Result
  ) throws(PostgresSaveError) -> Result {
    var tries = 1
    while true {
      do throws(PostgresSaveError) { return try body() } catch {
        guard case .source(.postgres(.refused(let refusal))) = error, refusal.isTransient,
          tries < Self.tries
        else { throw error }
      }
      try pause(after: tries)
      tries += 1
    }
  }

  /// Waits before another try, the longer the more there were.
  private func pause(after tries: Int) throws(PostgresSaveError) {
    let milliseconds = (20 << tries) + Int.random(in: 0..<(20 << tries))
    for _ in 0..<(milliseconds / 10) {
      if !isWanted() { throw .source(.postgres(.cancelled)) }
      usleep(10_000)
    }
  }

  private func saveOnce(
    _ changes: PostgresChanges, _ isCurrent: Bool, isTrial: Bool,
    _ beforeCommit: (UInt64, PostgresSaved) -> Void
  ) throws(PostgresSaveError) -> PostgresSaved {
    let connection = try begin()
    let (parts, stored, transaction): ([PostgresPart], [PostgresSaved], String?)
    let (consequences, mayHaveMore): ([ForeignKeyEffect], Bool)
    do throws(PostgresSaveError) {
      let actions: PostgresActions
      let references: [PostgresReference]
      (parts, references, actions) = try self.parts(of: changes, connection)
      var saver = PostgresSaver(connection, parts, references, actions)
      stored = try saver.write()
      (consequences, mayHaveMore) = (saver.consequences, saver.actions.isBlind || saver.changedMore)
      let mayReach = saver.actions.isBlind && changes.deleteCount > 0
      if !isCurrent, mayReach || consequences.contains(where: { $0.isOpen && $0.isOnDelete }) {
        throw .outdated
      }
      transaction = connection.asked("SELECT pg_catalog.txid_current()")?.text(0, 0)
      // COMMIT undoes a transaction in which something failed, and does not complain.
      try saving(connection.runAll("SELECT 1"))
    } catch {
      connection.rollBack()
      throw error.beforeCommit
    }
    var saved = joined(stored, of: parts, changes)
    saved.effects = ForeignKeyEffects(
      consequences, mayHaveMore: mayHaveMore, deletedRows: changes.deletes,
      changedRows: changes.updates.map(\.row),
      tableColumn: changes.tableColumn.map { changes.columns[$0] })
    if isTrial {
      connection.rollBack()
      return saved
    }
    if let number = transaction.flatMap({ UInt64($0) }) { beforeCommit(number, saved) }
    do throws(PostgresError) { try connection.commit() } catch {
      let sent = Pending(transaction: transaction, saved: saved, parts: Array(zip(parts, stored)))
      guard let problem = error.lostAnswer else {
        // Others than PostgreSQL may leave the transaction open.
        connection.rollBack()
        try checkParts(of: sent, error.message)
        throw .source(.postgres(error))
      }
      pending = sent
      switch try resolvePending(since: problem) {
      case .saved(let saved): return saved
      case .nothing, .undone:
        try checkParts(of: sent, "the connection is lost: \(problem)")
        throw .undone(address.server, problem: problem)
      }
    }
    return saved
  }

  /// Begins a transaction, on a new connection if the known one has ended.
  func begin() throws(PostgresSaveError) -> PostgresConnection {
    let wasConnected = isConnected
    do throws(PostgresSaveError) { return try beginOnce() } catch {
      guard wasConnected, case .source(.postgres(.cutOff)) = error else { throw error }
      disconnect()
      return try beginOnce()
    }
  }

  private func beginOnce() throws(PostgresSaveError) -> PostgresConnection {
    let connection = try reading(connected())
    try saving(connection.beginTransaction(.writing))
    watchLocks(connection)
    return connection
  }

  func statements(
    _ shape: PostgresShape, mayStoreOther: Bool, isReferring: Bool
  ) -> PostgresStatements {
    let isIndexed = !shape.key.isEmpty
    let names = isIndexed ? shape.columns.map(\.name) : shape.tableNames
    let key = (isIndexed ? shape.key : options.key).compactMap { name in
      names.firstIndex { $0 === name }
    }
    return PostgresStatements(
      shape: shape, key: key, isKeyIndexed: isIndexed, mayStoreOther: mayStoreOther,
      isReferring: isReferring)
  }
}

// MARK: - Before anything is written

extension PostgresSource {
  /// Why what was read cannot be saved; nil: it can, as far as is known without asking.
  public var refusal: PostgresSaveError? {
    guard let shape else { return .readOnly(name, reason: "it was not read yet") }
    if let reason = readOnlyReason {
      return .source(.postgres(.refused(.readOnly(reason))))
    }
    switch shape.kind {
    case .query: return .readOnly(name, reason: "it is a query")
    case .materialized: return .readOnly(name, reason: "it is a materialized view")
    case .several: return nil
    case .table, .partitioned, .foreign, .view:
      if !shape.key.isEmpty || !options.key.isEmpty { return nil }
      let what = shape.kind == .view ? "a view" : "a table without a primary key"
      return .readOnly(name, reason: "\(what), and no --key tells its rows apart")
    }
  }

  /// The names of the columns, as they are in the table.
  public var columnNames: [String] { shape?.tableNames ?? [] }

  /// The numbers of the columns that the server computes.
  public var computedColumns: [Int] { shape?.computed ?? [] }

  /// Looks whether a table is still as it was read, and whether it can be written.
  ///
  /// - Returns: the table, and whether triggers, rules and the like see its rows.
  func checkedShape(
    _ known: PostgresShape, _ connection: PostgresConnection, _ changes: PostgresChanges
  ) throws(PostgresSaveError) -> (shape: PostgresShape, hasTriggers: Bool) {
    let catalog = PostgresCatalog(connection: connection, server: address.server)
    let found = try reading(catalog.shape(like: known))
    if found == nil { throw .gone(known.fullName) }
    guard var shape = found, shape.key == known.key,
      shape.columns.map(\.declared) == known.columns.map(\.declared),
      shape.columns.map(\.type) == known.columns.map(\.type)
    else { throw .columnsChanged(known.fullName) }
    (shape.label, shape.isAlone) = (known.label, known.isAlone)
    let rights = connection.asked(Self.rights, [shape.number])
    guard let rights, rights.rowCount == 1 else { return (shape, true) }
    let wanted = [
      (changes.insertCount, 8, "insert rows into"), (changes.updateCount, 4, "change rows of"),
      (changes.deleteCount, 16, "delete rows of"),
    ]
    let possible = rights.text(0, 0).flatMap { Int($0) } ?? 28
    for (i, (count, bit, what)) in wanted.enumerated() where count > 0 {
      if possible & bit == 0 {
        throw .readOnly(name, reason: "the server can not \(what) such a \(shape.kind.rawValue)")
      }
      if !rights.isTrue(0, i + 1) { throw .notAllowed(shape.fullName, what: what) }
    }
    return (shape, rights.isTrue(0, 4))
  }

  private static let rights = """
    SELECT pg_catalog.pg_relation_is_updatable(c.oid, true),
      pg_catalog.has_any_column_privilege(c.oid, 'INSERT'),
      pg_catalog.has_any_column_privilege(c.oid, 'UPDATE'),
      pg_catalog.has_table_privilege(c.oid, 'DELETE'),
      c.relkind IN ('v', 'f', 'p') OR c.relhasrules OR c.relhassubclass
        OR EXISTS (SELECT FROM pg_catalog.pg_trigger AS g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
    FROM pg_catalog.pg_class AS c WHERE c.oid = $1::pg_catalog.oid
    """
}

// MARK: - When it is not known

extension PostgresSource {
  /// Whether there is a save of which it is not known whether the server has done it.
  public var hasPending: Bool { pending != nil }

  /// Asks what became of a save of which it is not known.
  ///
  /// - Throws: `unknown` if the server cannot be reached or does not know yet.
  public func resolvePending() throws(PostgresSaveError) -> PendingOutcome {
    try resolvePending(since: "it was closed")
  }

  private func resolvePending(since problem: String) throws(PostgresSaveError) -> PendingOutcome {
    guard let pending else { return .nothing }
    disconnect()
    let isSaved: Bool?
    do throws(PostgresSaveError) { isSaved = try find(pending) } catch {
      throw .unknown(address.server, problem: problem)
    }
    guard let isSaved else { throw .unknown(address.server, problem: problem) }
    self.pending = nil
    return isSaved ? .saved(pending.saved) : .undone
  }

  /// Whether a transaction has been committed, as far as the server knows.
  ///
  /// - Parameter transaction: its number, as `save` tells it.
  public func hasCommitted(_ transaction: UInt64) -> Bool {
    guard let connection = unstopped({ try? begin() }) else { return false }
    defer { connection.rollBack() }
    return status(of: String(transaction), connection) == "committed"
  }

  private func status(of transaction: String, _ connection: PostgresConnection) -> String? {
    connection.asked("SELECT pg_catalog.txid_status($1::pg_catalog.int8)", [transaction])?
      .text(0, 0)
  }

  /// Finds out whether a save was done; nil: the server does not know.
  private func find(_ pending: Pending) throws(PostgresSaveError) -> Bool? {
    let connection = try begin()
    defer { connection.rollBack() }
    // The server may not have seen yet that the former connection has ended.
    let patience = 100
    if let transaction = pending.transaction {
      for _ in 0..<patience {
        switch status(of: transaction, connection) {
        case "committed": return true
        case "aborted": return false
        case "in progress": usleep(50_000)
        default: return try compare(pending, connection)
        }
        if !isWanted() { throw .source(.postgres(.cancelled)) }
      }
      return nil
    }
    return try compare(pending, connection)
  }

  /// Looks whether the server has what was saved; nil: others may have changed it since.
  private func compare(
    _ pending: Pending, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> Bool? {
    for (part, saved) in pending.parts where part.changes.count > 0 {
      return try compare(part.statements, saved, connection)
    }
    return true
  }

  private func compare(
    _ statements: PostgresStatements, _ saved: PostgresSaved, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> Bool? {
    let changes = saved.changes
    func rows(_ key: (Int) -> String?) throws(PostgresSaveError) -> PostgresResult {
      let arrays = statements.key.map { column in
        var array = PostgresArray()
        array.append(key(column))
        return array
      }
      return try saving(connection.run(statements.select, arrays))
    }
    if let row = saved.rows.last {
      let found = try rows { saved.text(of: row, $0) }
      // A new row that is not there was not saved; one that was changed others may have deleted.
      guard found.rowCount == 1 else { return row.isNew ? false : nil }
      func has(_ text: (Int) -> String?) -> Bool {
        row.columns.allSatisfy { found.text(0, $0 + 1) == text($0) }
      }
      if row.isNew || has({ saved.text(of: row, $0) }) { return true }
      return has({ changes.old(row.row, $0) }) ? false : nil
    }
    guard let row = changes.deletes.first else { return true }
    return try rows { changes.old(row, $0) }.rowCount == 0
  }
}

extension PostgresError {
  /// Why there is no answer to what was sent; nil: there is one.
  fileprivate var lostAnswer: String? {
    switch self {
    case .cutOff(_, let problem): problem
    // What the library says by itself has no code.
    case .refused(let refusal) where refusal.code.isEmpty: refusal.message
    default: nil
    }
  }
}

extension PostgresConnection {
  /// Asks in a transaction what a server may not understand.
  ///
  /// - Returns: nil if it refuses, or has ended the connection.
  func asked(_ sql: String, _ values: [String?] = []) -> PostgresResult? {
    do throws(PostgresError) {
      try runAll("SAVEPOINT tablesh_asked")
      do throws(PostgresError) { return try run(sql, values) } catch {
        guard case .refused = error else { return nil }
        try runAll("ROLLBACK TO SAVEPOINT tablesh_asked")
        return nil
      }
    } catch {
      return nil
    }
  }
}

/// Does in order to save what reading does.
func reading<T>(
  _ body: @autoclosure () throws(PostgresSourceError) -> T
) throws(PostgresSaveError) -> T {
  do throws(PostgresSourceError) { return try body() } catch { throw .source(error) }
}
