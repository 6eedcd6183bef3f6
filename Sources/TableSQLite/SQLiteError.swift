import CSQLite

/// An error of SQLite.
struct SQLiteError: Error {
  /// A result code of SQLite; the lowest eight bits are the primary code.
  struct Code: RawRepresentable, Hashable {
    var rawValue: Int32

    static let error = Code(rawValue: SQLITE_ERROR)
    static let permission = Code(rawValue: SQLITE_PERM)
    static let abort = Code(rawValue: SQLITE_ABORT)
    static let busy = Code(rawValue: SQLITE_BUSY)
    static let locked = Code(rawValue: SQLITE_LOCKED)
    static let noMemory = Code(rawValue: SQLITE_NOMEM)
    static let readOnly = Code(rawValue: SQLITE_READONLY)
    static let readOnlyRecovery = Code(rawValue: SQLITE_READONLY | 1 << 8)
    static let readOnlyRollback = Code(rawValue: SQLITE_READONLY | 3 << 8)
    static let readOnlyCannotInitialize = Code(rawValue: SQLITE_READONLY | 5 << 8)
    static let readOnlyDirectory = Code(rawValue: SQLITE_READONLY | 6 << 8)
    static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
    static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    static let full = Code(rawValue: SQLITE_FULL)
    static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    static let lockProtocol = Code(rawValue: SQLITE_PROTOCOL)
    static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    static let constraintPrimaryKey = Code(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    static let constraintUnique = Code(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    static let constraintRowid = Code(rawValue: SQLITE_CONSTRAINT | 10 << 8)
    static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    static let misuse = Code(rawValue: SQLITE_MISUSE)
    static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }

  /// The extended result code.
  let extendedCode: Code
  let message: String

  /// The primary result code.
  var code: Code { Code(rawValue: extendedCode.rawValue & 0xFF) }

  /// - Parameter message: nil: SQLite's own for the code.
  init(_ code: Code, _ message: String? = nil) {
    extendedCode = code
    self.message = message ?? String(cString: sqlite3_errstr(code.rawValue))
  }

  /// Creates the error of a call that just failed.
  init(_ code: Int32, of connection: OpaquePointer) {
    let isKnown = sqlite3_errcode(connection) & 0xFF == code & 0xFF
    self.init(
      Code(rawValue: isKnown ? sqlite3_extended_errcode(connection) : code),
      String(cString: sqlite3_errmsg(connection)))
  }
}
