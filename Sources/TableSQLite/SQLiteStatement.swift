import CSQLite
import TableKit
import TableSources

/// A statement that binds and returns raw cells, byte for byte; text may contain NUL or invalid
/// UTF-8, which Swift strings cannot. A class, because stepping changes its state.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  /// - Throws: `SQLiteError`; of the code `misuse` if the text is not exactly one statement.
  init(_ connection: SQLiteConnection, _ sql: String) throws {
    self.connection = connection
    handle = try sql.withCString { text in
      var (first, second): (OpaquePointer?, OpaquePointer?)
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection.handle, text, -1, &first, &rest)
      if code != SQLITE_OK { throw SQLiteError(code, of: connection.handle) }
      let isOnly =
        sqlite3_prepare_v2(connection.handle, rest, -1, &second, nil) == SQLITE_OK && second == nil
      sqlite3_finalize(second)
      guard isOnly, let first else {
        sqlite3_finalize(first)
        throw SQLiteError(.misuse, "it is more or less than one statement")
      }
      return first
    }
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it has rows and changes nothing; EXPLAIN of such a statement is none.
  var isSelect: Bool {
    columnCount > 0 && sqlite3_stmt_readonly(handle) != 0 && sqlite3_stmt_isexplain(handle) == 0
  }

  /// The number of values of a row.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the values.
  var columnNames: [String] {
    (0..<columnCount).map { i in
      sqlite3_column_name(handle, Int32(i)).map { String(cString: $0) } ?? ""
    }
  }

  /// A column of a table, in lower case.
  struct Origin: Hashable {
    let table: String
    let column: String
  }

  /// The column that a value is from; nil: it is computed.
  func origin(_ column: Int) -> Origin? {
    guard let table = sqlite3_column_table_name(handle, Int32(column)),
      let name = sqlite3_column_origin_name(handle, Int32(column))
    else { return nil }
    return Origin(
      table: String(cString: table).lowercased(), column: String(cString: name).lowercased())
  }

  /// Resets the statement and binds values.
  func bind(_ values: [SQLiteValue.Bound]) throws {
    sqlite3_reset(handle)
    for (index, value) in zip(Int32(1)..., values) { try bind(value, at: index) }
  }

  /// Binds a value; the statement must be reset.
  ///
  /// - Parameter index: from 1.
  func bind(_ value: SQLiteValue.Bound, at index: Int32) throws {
    switch value {
    case .null, .tooLarge: try check(sqlite3_bind_null(handle, index))
    case .integer(let number): try check(sqlite3_bind_int64(handle, index, number))
    case .real(let number): try check(sqlite3_bind_double(handle, index, number))
    case .text(let bytes):
      try bytes.withUnsafeBytes { try bind(text: $0, isCopied: true, at: index) }
    case .blob(let bytes):
      try bytes.withUnsafeBytes { raw in
        try check(
          raw.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : sqlite3_bind_blob64(handle, index, raw.baseAddress, UInt64(raw.count), Self.copied))
      }
    }
  }

  /// Binds a raw cell, which must stay in memory until the statement has run.
  ///
  /// - Returns: false for an integer that exceeds 64 bits.
  func bind(_ raw: UnsafeRawBufferPointer, at index: Int32) throws -> Bool {
    if let text = SQLiteValue.plainText(raw) {
      try bind(text: text, isCopied: false, at: index)
      return true
    }
    let value = SQLiteValue.bound(raw)
    try bind(value, at: index)
    return value != .tooLarge
  }

  /// Binds text.
  ///
  /// - Parameter isCopied: false for bytes that stay in memory until the statement has run.
  func bind(text: UnsafeRawBufferPointer, isCopied: Bool, at index: Int32) throws {
    // SQLite binds a null pointer as null.
    let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 16)
    try check(
      sqlite3_bind_text64(
        handle, index, start?.assumingMemoryBound(to: CChar.self), UInt64(text.count),
        isCopied ? Self.copied : nil, UInt8(SQLITE_UTF8)))
  }

  /// Advances to the next row; returns whether there is one.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = SQLiteError(code, of: connection.handle)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that returns no rows, with the values that are bound.
  func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Runs a statement that returns no rows.
  func run(_ values: [SQLiteValue.Bound]) throws {
    try bind(values)
    try run()
  }

  /// Releases the current row.
  func reset() { sqlite3_reset(handle) }

  /// Returns a value of the current row as text; nil: null.
  func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns a value of the current row as an integer; nil: null.
  func integer(_ column: Int) -> Int64? {
    let isNull = sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    return isNull ? nil : sqlite3_column_int64(handle, Int32(column))
  }

  /// Returns a value of the current row as a number; nil: it is none.
  func number(_ column: Int) -> DecimalNumber.Value? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(handle, Int32(column))))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(column)))
    default: nil
    }
  }

  /// Appends the raw cell of a value of the current row.
  func append(_ column: Int, to cells: inout RawCells) throws {
    // What a connection returns that only one thread uses can be read without another look-up.
    let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: try cells.append(sqlite3_value_int64(value))
    case SQLITE_FLOAT: try cells.append(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = sqlite3_value_text(value) else { throw SQLiteError(.noMemory) }
      let count = Int(sqlite3_value_bytes(value))
      try cells.append(text: UnsafeRawBufferPointer(start: text, count: count))
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      let count = Int(sqlite3_value_bytes(value))
      try cells.append(blob: UnsafeRawBufferPointer(start: blob, count: count))
    default: try cells.appendNull()
    }
  }

  /// Returns the raw cells of the current row.
  func rawRow() throws -> [[UInt8]] {
    var cells = try RawCells()
    return try (0..<columnCount).map { column in
      cells.clear()
      try append(column, to: &cells)
      return Array(cells.bytes(0..<cells.count))
    }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw SQLiteError(code, of: connection.handle) }
  }

  /// Tells SQLite to copy bound values.
  static var copied: sqlite3_destructor_type? {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }
}
