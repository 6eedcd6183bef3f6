import TableKit

/// The type of a column in a new table, chosen so that each value is read back unchanged.
///
/// If all values are integers, it is INTEGER; REAL, TEXT or BLOB likewise; for several kinds, none
/// is declared. A number that SQLite would read back differently, such as `1.10`, makes all numbers
/// of its column text.
struct SQLiteType {
  private var integers = 0
  private var reals = 0
  private var texts = 0
  private var blobs = 0
  private var keepsSign = false
  /// The first number that SQLite would read back differently.
  private(set) var inexact: String?
  /// Whether there are Booleans, arrays or objects.
  private(set) var hasOthers = false
  /// Whether there are null cells.
  private(set) var hasNull = false
  /// Whether integers and other numbers must stay distinct, as in keys.
  private let isKey: Bool
  private let isTyped: Bool
  private let readsNumbers: Bool

  /// Determines the type from all cells of a column.
  ///
  /// - Parameter rows: the rows to examine; nil: all.
  /// - Complexity: O(rows).
  init(of id: ColumnID, in table: Table, rows: [RowID]? = nil) {
    isKey = table.keyColumns.contains(id)
    isTyped = table.syntax.isTyped
    readsNumbers = isTyped || table.column(id).map { table.kind(of: $0) == .number } ?? false
    for row in rows ?? table.rowList {
      table.withCell(row, id) { kind, bytes in add(kind, bytes) }
    }
    if isKey, integers > 0, reals > 0, inexact == nil { inexact = "" }
  }

  private mutating func add(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) {
    switch kind {
    case .null: hasNull = true
    case .blob: blobs += 1
    case .bool, .json:
      texts += 1
      hasOthers = true
    case .number: addNumber(bytes)
    case .text: if readsNumbers, !isTyped { addNumber(bytes) } else { texts += 1 }
    }
  }

  private mutating func addNumber(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch SQLiteValue.number(text) {
    case .integer(let value) where String(value) == text: integers += 1
    case .real(let value) where SQLiteValue.token(value) == text:
      reals += 1
      // A REAL column loses the sign of zero.
      if value == 0, value.sign == .minus { keepsSign = true }
    default: if inexact == nil { inexact = text }
    }
  }

  /// Whether numbers are stored as text.
  var numbersAreText: Bool { inexact != nil }

  /// Whether all values are integers.
  var isInteger: Bool {
    integers > 0 && reals + texts + blobs == 0 && !numbersAreText
  }

  /// The type for the declaration, with a blank before it.
  var declaration: String {
    if numbersAreText { return blobs == 0 ? " TEXT" : "" }
    let kinds = [(integers, " INTEGER"), (reals, " REAL"), (texts, " TEXT"), (blobs, " BLOB")]
      .filter { $0.0 > 0 }
    return kinds.count == 1 && !keepsSign ? kinds[0].1 : ""
  }

  /// Returns the value to store for a cell.
  func value(_ row: RowID, _ column: ColumnID, in table: Table) -> SQLiteValue.Bound {
    table.withCell(row, column) { kind, bytes in
      switch kind {
      case .null: return .null
      case .bool, .json: return .text(Array(bytes))
      case .blob: return SQLiteValue.bound(bytes)
      case .text, .number:
        let isNumber = kind == .number || (readsNumbers && !isTyped)
        guard isNumber, !numbersAreText else { return .text(Array(bytes)) }
        return SQLiteValue.number(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
