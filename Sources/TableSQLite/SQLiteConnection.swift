import CSQLite
import TableKit

/// A connection to a database, used by one thread at a time. A class, because it is closed with its
/// last statement.
final class SQLiteConnection {
  let handle: OpaquePointer
  /// Returns whether to go on waiting for a lock after this many tries.
  private let waits: (Int) -> Bool

  /// Opens a database, with foreign keys enforced.
  ///
  /// - Parameters:
  ///   - uri: its URI or path, as SQLite takes it.
  ///   - waits: returns whether to go on waiting for a lock after this many tries; it may sleep.
  /// - Throws: `SQLiteError`, also if the file is not a database.
  init(
    _ uri: String, isReadOnly: Bool = false, waits: @escaping (Int) -> Bool = { _ in false }
  ) throws {
    var opened: OpaquePointer?
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(
      uri, &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw SQLiteError(SQLiteError.Code(rawValue: code))
    }
    handle = opened
    self.waits = waits
    sqlite3_busy_handler(
      handle,
      { context, tries in
        guard let context else { return 0 }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        return connection.waits(Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    // Views and triggers of other programs may use "text" for 'text'.
    tablesh_sqlite_double_quoted_text(handle, 1)
    try execute("PRAGMA foreign_keys = ON; SELECT * FROM sqlite_master LIMIT 1")
  }

  /// Creates a database in memory, whose bytes `withBytes` gives without a copy.
  static func inMemory() throws -> SQLiteConnection {
    let db = try SQLiteConnection("file:export?vfs=memdb")
    var limit = sqlite3_int64.max
    sqlite3_file_control(db.handle, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit)
    try db.execute("PRAGMA journal_mode = OFF")
    return db
  }

  /// The most columns of a table, as this build of SQLite has it.
  static let mostColumns: Int = {
    guard let db = try? inMemory() else { return 2000 }
    return Int(sqlite3_limit(db.handle, SQLITE_LIMIT_COLUMN, -1))
  }()

  deinit { sqlite3_close(handle) }

  /// Runs statements; rows they return are ignored.
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(code, of: handle) }
  }

  /// Calls `body` with each row of a query.
  func forEachRow(
    _ sql: String, _ values: [SQLiteValue.Bound] = [], _ body: (SQLiteStatement) throws -> Void
  ) throws {
    let statement = try SQLiteStatement(self, sql)
    try statement.bind(values)
    while try statement.step() { try body(statement) }
  }

  /// Returns the first value of each row as text.
  func texts(_ sql: String, _ values: [SQLiteValue.Bound] = []) throws -> [String?] {
    var texts: [String?] = []
    try forEachRow(sql, values) { texts.append($0.text(0)) }
    return texts
  }

  /// Performs a transaction, which is rolled back if `body` throws.
  func transaction<Result>(isImmediate: Bool, _ body: () throws -> Result) throws -> Result {
    try execute(isImmediate ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let result = try body()
      // Some errors make SQLite roll back by itself.
      guard isInTransaction else { throw SQLiteError(.abort, "Transaction was aborted") }
      try execute("COMMIT")
      return result
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Undoes in any case what `body` does.
  func rollingBack(_ body: () throws -> Void) throws {
    try execute("SAVEPOINT tablesh")
    let undoing = "ROLLBACK TO tablesh; RELEASE tablesh"
    do { try body() } catch {
      try? execute(undoing)
      throw error
    }
    try execute(undoing)
  }

  private var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}

extension SQLiteConnection {
  /// The number of rows that the last statement changed, not counting those of triggers.
  var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// The number of rows that all statements changed, and triggers and foreign keys with them.
  var totalChangeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// The rowid of the row that was inserted last.
  var lastInsertedRowid: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether rows refer to a missing row at the moment.
  var breaksForeignKeys: Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current > 0
  }

  /// The path of the file, as it was opened; nil if its name now leads elsewhere.
  var file: String? {
    var isMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
    return isMoved != 0 ? nil : sqlite3_db_filename(handle, "main").map { String(cString: $0) }
  }

  /// Has SQLite report progress while a statement runs, and stop it if the work is cancelled; nil ends
  /// that.
  func watch(_ progress: Progress?) {
    guard let progress else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        let progress = Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue()
        progress.advance(to: progress.done)
        return progress.isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
  }

  /// Calls `body` with the bytes of a database in memory.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    var size: sqlite3_int64 = 0
    let flags = UInt32(SQLITE_SERIALIZE_NOCOPY)
    guard let bytes = sqlite3_serialize(handle, "main", &size, flags) else {
      throw SQLiteError(.noMemory)
    }
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Copies the database over another one, a thousand pages at a time.
  ///
  /// - Parameter didStep: called after each of these.
  func copy(to target: SQLiteConnection, didStep: () throws -> Void) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(sqlite3_errcode(target.handle), of: target.handle)
    }
    var code = SQLITE_OK
    do {
      while code == SQLITE_OK {
        code = sqlite3_backup_step(backup, 1000)
        if code == SQLITE_OK { try didStep() }
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let end = sqlite3_backup_finish(backup)
    if code == SQLITE_DONE { code = end }
    if code != SQLITE_OK { throw SQLiteError(code, of: target.handle) }
  }
}
