import CSQLite
import TableKit

/// The new values of many rows, for one statement that writes them all: it calls a function of SQL
/// for each row.
///
/// `tablesh_new(KEY)` answers whether the row with a key is one of them, and `tablesh_new(KEY, 0)`
/// the first of its values. A class, because SQLite holds it while the statement runs.
final class SQLiteNewValues {
  /// The name of the function.
  static let name = "tablesh_new"

  private let rows: [SQLiteSaver.KeyedRow]
  /// Behind a pointer, because each change of a property of a class is checked for exclusive access.
  private let readers: UnsafeMutableBufferPointer<CellReader>
  private var last = 0
  /// Whether a value was an integer that exceeds 64 bits, and so null.
  private(set) var hasTooLarge = false

  /// - Parameters:
  ///   - rows: by ascending key.
  ///   - readers: read the values.
  init(_ rows: [SQLiteSaver.KeyedRow], _ readers: [CellReader]) {
    self.rows = rows
    self.readers = .allocate(capacity: readers.count)
    _ = self.readers.initialize(fromContentsOf: readers)
  }

  deinit {
    readers.deinitialize()
    readers.deallocate()
  }

  /// Returns the row with a key, mostly the last one again or the one after it.
  private func index(of key: Int64) -> Int? {
    for next in [last, last + 1] where next < rows.count && rows[next].key == key { return next }
    let index = rows.partitioningIndex { $0.key >= key }
    return index < rows.count && rows[index].key == key ? index : nil
  }

  /// Answers a call of the function.
  fileprivate func answer(_ key: Int64, _ column: Int?, to context: OpaquePointer?) {
    guard let index = index(of: key) else {
      return column == nil ? sqlite3_result_int(context, 0) : sqlite3_result_null(context)
    }
    last = index
    guard let column else { return sqlite3_result_int(context, 1) }
    let raw = readers[column].raw(rows[index].row)
    if let text = SQLiteValue.plainText(raw) {
      return SQLiteValue.Bound.answer(text: text, isCopied: false, to: context)
    }
    let value = SQLiteValue.bound(raw)
    if value == .tooLarge { hasTooLarge = true }
    value.answer(to: context)
  }
}

extension SQLiteValue.Bound {
  /// Answers a call of a function, or the question for a cell; what is too large is null.
  func answer(to context: OpaquePointer?) {
    switch self {
    case .null, .tooLarge: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let bytes):
      bytes.withUnsafeBytes { Self.answer(text: $0, isCopied: true, to: context) }
    case .blob(let bytes):
      bytes.withUnsafeBytes { raw in
        raw.isEmpty
          ? sqlite3_result_zeroblob(context, 0)
          : sqlite3_result_blob64(
            context, raw.baseAddress, UInt64(raw.count), SQLiteStatement.copied)
      }
    }
  }

  /// Answers text; what is not copied stays in memory.
  static func answer(text: UnsafeRawBufferPointer, isCopied: Bool, to context: OpaquePointer?) {
    // SQLite takes a null pointer as null.
    let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 16)
    sqlite3_result_text64(
      context, start?.assumingMemoryBound(to: CChar.self), UInt64(text.count),
      isCopied ? SQLiteStatement.copied : nil, UInt8(SQLITE_UTF8))
  }
}

extension SQLiteConnection {
  /// Runs a statement that calls the function for new values.
  func execute(_ sql: String, with values: SQLiteNewValues) throws {
    func define(_ function: (@convention(c) (OpaquePointer?, Int32, Arguments) -> Void)?) throws {
      let code = sqlite3_create_function_v2(
        handle, SQLiteNewValues.name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        Unmanaged.passUnretained(values).toOpaque(), function, nil, nil, nil)
      if code != SQLITE_OK { throw SQLiteError(code, of: handle) }
    }
    try define { context, count, arguments in
      guard let arguments, let own = sqlite3_user_data(context) else { return }
      let values = Unmanaged<SQLiteNewValues>.fromOpaque(own).takeUnretainedValue()
      let column = count > 1 ? Int(sqlite3_value_int64(arguments[1])) : nil
      values.answer(sqlite3_value_int64(arguments[0]), column, to: context)
    }
    defer {
      withExtendedLifetime(values) {}
      try? define(nil)
    }
    try execute(sql)
  }

  private typealias Arguments = UnsafeMutablePointer<OpaquePointer?>?
}
