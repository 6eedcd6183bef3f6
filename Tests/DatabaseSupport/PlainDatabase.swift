import CSQLite

/// A database and plain SQL on it, by code that the program has no part in.
public final class PlainDatabase {
  /// A value as SQLite stores it.
  public enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// A failure of SQLite.
  public struct Failure: Error {
    /// The result code.
    public let code: Int32
    /// What SQLite says of it.
    public let message: String
  }

  private var handle: OpaquePointer?

  /// Opens a database, which is created unless it is only read; foreign keys are enforced.
  public init(path: String, isReadOnly: Bool = false) throws {
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try check(sqlite3_open_v2(path, &handle, flags, nil))
    // What a test writes need not outlive the machine.
    try run("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF")
  }

  deinit { close() }

  /// Closes it; the last connection of a database in write-ahead mode empties its log.
  public func close() {
    sqlite3_close(handle)
    handle = nil
  }

  /// Runs statements.
  public func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// Inserts a row of numbers or nulls, exactly as they are.
  public func insert(_ values: [Value], into table: String) throws {
    var statement: OpaquePointer?
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    try check(
      sqlite3_prepare_v2(handle, "INSERT INTO \(table) VALUES (\(marks))", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
      case .real(let number): try check(sqlite3_bind_double(statement, index, number))
      case .null: break
      case .text, .blob: preconditionFailure("not a number: \(value)")
      }
    }
    let code = sqlite3_step(statement)
    if code != SQLITE_DONE { throw failure(code) }
  }

  /// Returns the rows of a query.
  public func rows(_ sql: String) throws -> [[Value]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
    }
  }

  /// Returns the first value of each row, as SQLite makes text of it.
  public func texts(_ sql: String) throws -> [String] {
    try rows(sql).map { row in
      switch row[0] {
      case .null: "NULL"
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Returns the first value of the first row; nil: none, or null.
  public func text(_ sql: String) throws -> String? {
    try rows(sql).first?.first == .null ? nil : try texts(sql).first
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let text = UnsafeRawBufferPointer(
        start: sqlite3_column_text(statement, column),
        count: Int(sqlite3_column_bytes(statement, column)))
      return .text(String(decoding: text, as: UTF8.self))
    case SQLITE_BLOB:
      let blob = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, column),
        count: Int(sqlite3_column_bytes(statement, column)))
      return .blob(Array(blob))
    default: return .null
    }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw failure(code) }
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}
