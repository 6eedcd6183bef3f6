import LibC
import TableKit

/// The type of a column in a new table, chosen so that each value is read back unchanged.
///
/// If all values are integers, it is INTEGER; REAL, TEXT or BLOB likewise; for several kinds, none
/// is declared. A number that SQLite would read back differently, such as `1.10`, makes all numbers
/// of its column text; in a column that is set to be one of numbers only one whose value it would change.
struct SQLiteType {
  private var integers = 0
  private var reals = 0
  private var texts = 0
  private var blobs = 0
  private var keepsSign = false
  /// The first number that SQLite would read back differently.
  private(set) var inexact: String?
  /// Whether all numbers would be stored as numbers if the column was set to be one of them.
  private(set) var wouldBeNumbers = true
  /// The first number of a column that is set to be one of numbers which SQLite writes differently.
  private(set) var rewritten: String?
  /// Whether SQLite may take a text for a number that is none for this program: `007`.
  private(set) var hasTextLikeNumber = false
  /// Whether there are Booleans, arrays or objects.
  private(set) var hasOthers = false
  /// Whether there are null cells.
  private(set) var hasNull = false
  /// Whether integers and other numbers must stay distinct, as in keys.
  private let isKey: Bool
  private let isTyped: Bool
  private let readsNumbers: Bool
  /// Whether numbers are to be computed with, however they are written.
  private let computes: Bool
  /// Whether a number need not be written plainly.
  private let takesAll: Bool
  /// The first number to compute with that no double can hold.
  private(set) var firstLong: String?
  /// All of these.
  private(set) var long: Set<String> = []
  /// Whether SQLite would write one of the numbers differently than its cell.
  private(set) var isWrittenOtherwise = false

  /// Determines the type from all cells of a column.
  ///
  /// - Parameters:
  ///   - rows: the rows to examine; nil: all.
  ///   - computes: whether numbers are to be computed with, however they are written: 2.50 is a
  ///     number, which SQLite writes 2.5. Else such a column holds texts, which come back as they
  ///     were.
  /// - Complexity: O(rows).
  init(of id: ColumnID, in table: Table, rows: [RowID]? = nil, computes: Bool = false) {
    self.computes = computes
    isKey = table.keyColumns.contains(id)
    isTyped = table.syntax.isTyped
    let column = table.column(id)
    readsNumbers =
      isTyped
      || column.map {
        table.kind(of: $0).isNumeric || computes && table.fewNonNumbers(in: $0) != nil
      } ?? false
    takesAll = column?.typing == .number || column?.typing == .decimal
    var reader = CellReader(table, id)
    for row in rows ?? table.rowList { reader.withCell(row) { kind, bytes in add(kind, bytes) } }
    if isKey, integers > 0, reals > 0, inexact == nil, !computes { inexact = "" }
  }

  private mutating func add(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) {
    switch kind {
    case .null: hasNull = true
    case .blob: blobs += 1
    case .bool, .json:
      texts += 1
      hasOthers = true
    case .number: addNumber(bytes)
    case .text: if readsNumbers, !isTyped { addNumber(bytes) } else { addText(bytes) }
    }
  }

  private mutating func addText(_ bytes: UnsafeRawBufferPointer) {
    texts += 1
    if computes, !hasTextLikeNumber { hasTextLikeNumber = Self.isLikeNumber(bytes) }
  }

  /// Whether a text has nothing but what numbers have, perhaps with blanks around.
  private static func isLikeNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var hasDigit = false
    for byte in bytes {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0x09...0x0D, 0x20, 0x2B, 0x2D, 0x2E, 0x45, 0x65: continue
      default: return false
      }
    }
    return hasDigit
  }

  private mutating func addNumber(_ bytes: UnsafeRawBufferPointer) {
    if Self.isShort(bytes), let (mantissa, scale) = DecimalNumber.short(bytes),
      mantissa.magnitude < 1_000_000_000_000_000
    {
      if scale == 0 { integers += 1 } else { reals += 1 }
      return
    }
    if computes {
      isWrittenOtherwise = true
      switch Storage.computed(bytes, takesAll: takesAll || isTyped) {
      case .integer: integers += 1
      case .real:
        reals += 1
        if let number = DecimalNumber(bytes), number.double == nil {
          let text = String(decoding: bytes, as: UTF8.self)
          if firstLong == nil { firstLong = text }
          long.insert(text)
        }
      default: addText(bytes)
      }
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    switch SQLiteValue.number(bytes) {
    case .integer(let value) where String(value) == text: integers += 1
    case .real(let value) where SQLiteValue.token(value) == text:
      reals += 1
      // A REAL column loses the sign of zero.
      if value == 0, value.sign == .minus { keepsSign = true }
    case .integer where isSetToNumber:
      integers += 1
      if rewritten == nil { rewritten = text }
    case .real where isSetToNumber && DecimalNumber(bytes)?.double != nil:
      reals += 1
      if rewritten == nil { rewritten = text }
    case .integer where !isTyped && !isKey: if inexact == nil { inexact = text }
    case .real where !isTyped && !isKey && DecimalNumber(bytes)?.double != nil:
      if inexact == nil { inexact = text }
    default:
      wouldBeNumbers = false
      if inexact == nil { inexact = text }
    }
  }

  /// Whether its numbers are numbers however they are written, because it is set so.
  private var isSetToNumber: Bool { takesAll && !isTyped && !isKey }

  /// Whether a plain number is written as SQLite would write it: it neither begins with `-0` or
  /// `0.0` nor ends in a zero that could be left out.
  static func isShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, let point = memchr(start, 0x2E, bytes.count) else {
      return bytes.first != 0x2D || bytes.count > 1 && bytes[1] != 0x30
    }
    let index = UnsafeRawPointer(point) - start
    let isNegative = bytes[0] == 0x2D
    guard index > (isNegative ? 1 : 0), index + 1 < bytes.count else { return false }
    if index == (isNegative ? 2 : 1), bytes[index - 1] == 0x30 {
      if isNegative || bytes[index + 1] == 0x30 { return false }
    }
    return bytes.last != 0x30 || index + 2 == bytes.count
  }

  /// Whether numbers are stored as text.
  var numbersAreText: Bool { inexact != nil }

  /// Whether all values are integers.
  var isInteger: Bool { integers > 0 && reals + texts + blobs == 0 && !numbersAreText }

  /// The type for the declaration, with a blank before it.
  var declaration: String {
    if numbersAreText { return blobs == 0 ? " TEXT" : "" }
    let kinds = [(integers, " INTEGER"), (reals, " REAL"), (texts, " TEXT"), (blobs, " BLOB")]
      .filter { $0.0 > 0 }
    return kinds.count == 1 && !keepsSign ? kinds[0].1 : ""
  }

  /// Whether a column without a type is compared as one of numbers: `x = '50'` finds 50, as it does
  /// in a column of integers.
  var isComparedAsNumbers: Bool {
    computes && declaration.isEmpty && integers + reals > 0 && blobs == 0 && !hasTextLikeNumber
  }

  /// Whether the declaration makes SQLite compare values as numbers.
  var isNumeric: Bool { isInteger || declaration == " REAL" }

  /// The type for the declaration of a table whose values are stored as they are.
  var comparedDeclaration: String { isComparedAsNumbers ? " NUMERIC" : declaration }

  /// How cells are stored.
  var storage: Storage {
    Storage(
      textIsNumber: readsNumbers && !isTyped && !numbersAreText, numbersAreText: numbersAreText,
      takesAll: takesAll || isTyped)
  }

  /// How the cells of a column are stored.
  struct Storage {
    let textIsNumber: Bool
    let numbersAreText: Bool
    let takesAll: Bool

    /// The value of a number to be computed with; nil: it is none.
    ///
    /// - Parameter long: doubles of those that no double holds.
    static func computed(
      _ bytes: UnsafeRawBufferPointer, takesAll: Bool, long: LongNumbers? = nil
    ) -> SQLiteValue.Bound? {
      switch DecimalNumber.value(bytes) {
      case .integer(let value): return .integer(Int64(value))
      case .real(let value): return .real(value)
      case nil: break
      }
      if takesAll, let value = DecimalNumber.notFinite(bytes), !value.isNaN { return .real(value) }
      guard let number = DecimalNumber(bytes), takesAll || number.form == .plain else {
        return nil
      }
      if number.isWhole, let integer = number.integer { return .integer(integer) }
      let standIn = long?.double(String(decoding: bytes, as: UTF8.self))
      return .real(standIn ?? number.rounded)
    }

    /// The value to compute with for a cell; nil: its text.
    func computed(
      _ kind: CellKind, _ bytes: UnsafeRawBufferPointer, _ long: LongNumbers?
    ) -> SQLiteValue.Bound? {
      isNumber(kind) ? Self.computed(bytes, takesAll: takesAll, long: long) : nil
    }

    private func isNumber(_ kind: CellKind) -> Bool {
      kind == .text ? textIsNumber : kind == .number && !numbersAreText
    }

    /// Returns the value to store for a cell if it is an integer.
    func integer(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) -> Int64? {
      guard isNumber(kind), case .integer(let number) = SQLiteValue.number(bytes) else {
        return nil
      }
      return number
    }

    /// Binds the value to store for a cell.
    ///
    /// - Parameters:
    ///   - raw: the raw cell, which stays in memory until the statement has run.
    ///   - bytes: the decoded cell.
    func bind(
      _ raw: UnsafeRawBufferPointer, _ kind: CellKind, _ bytes: UnsafeRawBufferPointer,
      to statement: SQLiteStatement, at index: Int32
    ) throws {
      switch kind {
      case .null: try statement.bind(.null, at: index)
      case .blob: try statement.bind(SQLiteValue.bound(bytes), at: index)
      case .bool, .json, .text, .number:
        if isNumber(kind) { return try statement.bind(SQLiteValue.number(bytes), at: index) }
        try statement.bind(text: bytes, isCopied: !Self.isWithin(bytes, raw), at: index)
      }
    }

    /// Whether bytes lie within others, or are empty.
    static func isWithin(_ bytes: UnsafeRawBufferPointer, _ raw: UnsafeRawBufferPointer) -> Bool {
      guard let start = bytes.baseAddress, let first = raw.baseAddress else {
        return bytes.isEmpty
      }
      return start >= first && start <= first + raw.count
    }
  }
}
