import CPostgres

/// How a transaction begins.
public enum PostgresTransaction: Sendable {
  /// It reads one state of the database, and can write nothing.
  case reading
  /// It reads and writes what others have committed, unless the role, the database, PGOPTIONS or the
  /// address has it read only (`default_transaction_read_only`).
  case writing

  fileprivate var begin: String {
    switch self {
    case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .writing: "BEGIN ISOLATION LEVEL READ COMMITTED"
    }
  }
}

extension PostgresConnection {
  /// How values are written as text. Set in each transaction: what is set for a session reaches
  /// others through a pooler, and is lost by it.
  private static let settings = """
    SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; \
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; \
    SET LOCAL standard_conforming_strings = on
    """

  /// Has values written in this way on a connection that nobody else uses.
  public func setForSession() throws(PostgresError) {
    try runAll(Self.settings.replacing("SET LOCAL", with: "SET"))
  }

  /// Runs statements in a transaction, which is rolled back if `body` throws.
  ///
  /// - Throws: what `body` throws, and what `commit` throws.
  public func transaction<Result>(
    _ kind: PostgresTransaction, _ body: () throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    try beginTransaction(kind)
    let result: Result
    do throws(PostgresError) { result = try body() } catch {
      rollBack()
      throw error
    }
    try commit()
    return result
  }

  /// Begins a transaction in which values are written in one way.
  public func beginTransaction(_ kind: PostgresTransaction) throws(PostgresError) {
    do throws(PostgresError) { try runAll("\(kind.begin); \(Self.settings)") } catch {
      rollBack()
      throw error
    }
  }

  /// Ends a transaction. It cannot be stopped half way.
  ///
  /// - Throws: `refused` if everything is undone; `cutOff` if it is not known whether it is.
  public func commit() throws(PostgresError) {
    isUnstoppable = true
    defer { isUnstoppable = false }
    // A transaction in which something failed is rolled back by this.
    try runAll("COMMIT")
  }

  /// Undoes what a transaction did. A connection on which that fails is not used again.
  public func rollBack() {
    guard isOpen, !isIdle else { return }
    isUnstoppable = true
    defer { isUnstoppable = false }
    _ = try? runAll("ROLLBACK")
  }
}
