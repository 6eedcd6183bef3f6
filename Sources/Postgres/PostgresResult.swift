import CPostgres

/// The rows of a statement, as texts, and what it did. A class, because it owns memory of libpq.
public final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { cpostgres_clear(handle) }

  /// The number of rows.
  public var rowCount: Int { Int(cpostgres_ntuples(handle)) }

  /// The columns.
  public var columns: [PostgresColumn] {
    (0..<cpostgres_nfields(handle)).map { i in
      PostgresColumn(
        name: cpostgres_fname(handle, i).map { String(cString: $0) } ?? "",
        type: UInt32(cpostgres_ftype(handle, i)), modifier: Int(cpostgres_fmod(handle, i)),
        table: UInt32(cpostgres_ftable(handle, i)), number: Int(cpostgres_ftablecol(handle, i)))
    }
  }

  /// The number of columns.
  public var columnCount: Int { Int(cpostgres_nfields(handle)) }

  /// Returns a value; nil: null.
  public func text(_ row: Int, _ column: Int) -> String? {
    withBytes(row, column) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Returns a value that is a number of row, or the like: digits; nil: it is none.
  @inline(__always)
  public func integer(_ row: Int, _ column: Int) -> Int? {
    withBytes(row, column) { bytes in
      guard let bytes, !bytes.isEmpty, bytes.count < 19 else { return nil }
      var number = 0
      for byte in bytes {
        guard byte &- 0x30 < 10 else { return nil }
        number = number * 10 + Int(byte &- 0x30)
      }
      return number
    }
  }

  /// Returns a value that is a truth: `t` or `f`; false for null.
  public func isTrue(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

  /// Calls `body` with the bytes of a value; nil: null. They are valid until it returns.
  @inline(__always)
  public func withBytes<Result>(
    _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    let (row, column) = (Int32(row), Int32(column))
    guard cpostgres_getisnull(handle, row, column) == 0 else { return body(nil) }
    let count = Int(cpostgres_getlength(handle, row, column))
    return body(
      UnsafeRawBufferPointer(start: cpostgres_getvalue(handle, row, column), count: count))
  }

  /// The number of rows that a statement has changed or returned.
  public var changeCount: Int {
    cpostgres_cmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// Whether a COPY begins with it.
  var isCopy: Bool {
    [CPOSTGRES_COPY_OUT, CPOSTGRES_COPY_IN, CPOSTGRES_COPY_BOTH].contains(status)
  }

  /// Whether it is a single row, with others to follow.
  var isOneRow: Bool { status == CPOSTGRES_ONE_ROW }

  var status: Int { Int(cpostgres_resultStatus(handle)) }

  /// Why the server refused the statement; nil: it did not.
  var refusal: PostgresRefusal? {
    guard status == CPOSTGRES_ERROR else { return nil }
    func field(_ name: Character) -> String? {
      let code = Int32(name.asciiValue ?? 0)
      return cpostgres_resultErrorField(handle, code).map { PostgresText.line(String(cString: $0)) }
    }
    let whole = cpostgres_resultErrorMessage(handle).map { String(cString: $0) } ?? ""
    var refusal = PostgresRefusal(
      code: field("C") ?? "", message: field("M") ?? PostgresText.line(whole), detail: field("D"),
      hint: field("H"), constraint: field("n"), column: field("c"), routine: field("R"))
    refusal.table = field("t")
    refusal.isOfStatement = field("P") != nil
    let context = cpostgres_resultErrorField(handle, Int32(UInt8(ascii: "W")))
    refusal.functions = context.map { PostgresRefusal.functions(in: String(cString: $0)) } ?? []
    return refusal
  }
}

/// A column of a result.
public struct PostgresColumn: Hashable, Sendable {
  /// The name, which others may have, too.
  public let name: String
  /// The number of its type in `pg_type`.
  public let type: UInt32
  /// What belongs to the type, such as a length; -1: nothing.
  public let modifier: Int
  /// The number in `pg_class` of the table that it is a column of; 0: none.
  public let table: UInt32
  /// Its number there; 0: none.
  public let number: Int
}
