import GRDBSQLite
import TableKit
import class GRDB.Database
import struct GRDB.DatabaseError
import struct GRDB.ResultCode
import class GRDB.Statement

/// A statement that binds and returns raw cells, byte for byte; text may contain NUL or invalid
/// UTF-8, which Swift strings cannot. A class, because stepping changes its state.
final class ExactStatement {
  private let statement: Statement
  private let handle: OpaquePointer
  private let connection: OpaquePointer?
  private let scratch: ByteBuffer

  /// - Throws: `DatabaseError`.
  init(_ db: Database, _ sql: String) throws {
    do { statement = try db.makeStatement(sql: sql) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_MISUSE
    {
      // This is an error of the caller, not of the user.
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "it is more or less than one statement")
    }
    handle = statement.sqliteStatement
    scratch = try ByteBuffer(capacity: 64)
    connection = db.sqliteConnection
  }

  /// The number of values of a row.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the values.
  var columnNames: [String] {
    (0..<columnCount).map { i in
      sqlite3_column_name(handle, Int32(i)).map { String(cString: $0) } ?? ""
    }
  }

  /// Resets the statement and binds values.
  func bind(_ values: [SQLiteValue.Bound]) throws {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    for (i, value) in values.enumerated() {
      let index = Int32(i + 1)
      let code: Int32
      switch value {
      case .null, .tooLarge: code = sqlite3_bind_null(handle, index)
      case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
      case .real(let number): code = sqlite3_bind_double(handle, index, number)
      case .text(let bytes):
        code = bytes.withUnsafeBytes { raw in
          sqlite3_bind_text64(
            handle, index, Self.start(raw)?.assumingMemoryBound(to: CChar.self),
            UInt64(raw.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      case .blob(let bytes):
        code = bytes.withUnsafeBytes { raw in
          raw.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : sqlite3_bind_blob64(handle, index, raw.baseAddress, UInt64(raw.count), Self.copied)
        }
      }
      if code != SQLITE_OK { throw failure(code) }
    }
  }

  /// Advances to the next row; returns whether there is one.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = failure(code)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that returns no rows.
  func run(_ values: [SQLiteValue.Bound]) throws {
    try bind(values)
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Releases the current row.
  func reset() { sqlite3_reset(handle) }

  /// Appends the raw cells of the current row to a buffer, separated by one byte each.
  ///
  /// - Parameters:
  ///   - columns: the indexes of the values.
  ///   - ended: receives the end of each cell in the buffer.
  func appendRow(
    _ columns: Range<Int>, to buffer: ByteBuffer, ended: (Int) throws -> Void
  ) throws {
    for column in columns {
      if column > columns.lowerBound {
        try buffer.space(1).storeBytes(of: 0, as: UInt8.self)
        buffer.grow(by: 1)
      }
      try append(column, to: buffer)
      try ended(buffer.count)
    }
  }

  /// Returns the raw cells of the current row.
  func rawRow() throws -> [[UInt8]] {
    try (0..<columnCount).map { column in
      let buffer = try ByteBuffer(capacity: 64)
      try append(column, to: buffer)
      return buffer.withBytes { Array($0) }
    }
  }

  /// Whether the row at hand holds the cells of a row, column by column.
  func holds(_ columns: [Column], of row: RowID, in table: Table) throws -> Bool {
    for (index, column) in columns.enumerated() {
      let cell = table.raw(row, column.id)
      scratch.clear()
      try append(index, to: scratch)
      if !SQLiteValue.isSame(cell, scratch.bytes) { return false }
    }
    return true
  }

  private func append(_ column: Int, to buffer: ByteBuffer) throws(SourceError) {
    let index = Int32(column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: try Self.append(String(sqlite3_column_int64(handle, index)), to: buffer)
    case SQLITE_FLOAT:
      try Self.append(SQLiteValue.token(sqlite3_column_double(handle, index)), to: buffer)
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, index)
      let text = UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(handle, index)))
      let space = try buffer.space(SQLiteValue.room(text: text))
      buffer.grow(by: SQLiteValue.write(text: text, to: space) - space)
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, index)
      let blob = UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(handle, index)))
      let space = try buffer.space(2 * blob.count + 3)
      buffer.grow(by: SQLiteValue.write(blob: blob, to: space) - space)
    default: try Self.append("null", to: buffer)
    }
  }

  private static func append(_ text: String, to buffer: ByteBuffer) throws(SourceError) {
    var text = text
    let count = text.utf8.count
    let space = try buffer.space(count)
    text.withUTF8 { bytes in
      if let start = bytes.baseAddress { space.copyMemory(from: start, byteCount: count) }
    }
    buffer.grow(by: count)
  }

  private func failure(_ code: Int32) -> DatabaseError {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)), message: message)
  }

  /// Tells SQLite to copy bound values.
  private static var copied: sqlite3_destructor_type? {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }

  /// Returns a non-null address even without bytes: SQLite binds a null pointer as null.
  private static func start(_ raw: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    raw.baseAddress ?? UnsafeRawPointer(bitPattern: 16)
  }
}
