import TableKit

/// The type of a column in a new table of a server, chosen so that every cell is read back as it is.
///
/// Integers become `bigint`, other numbers `numeric`, dates of eight digits `date`, true and false
/// `boolean`, arrays and objects `json`, bytes `bytea`; what PostgreSQL would write otherwise, such
/// as `007` or `1e3`, makes its column `text`. So do values of several kinds.
struct PostgresColumnType {
  /// A type; those of numbers in the order in which one holds the other.
  enum Name: String {
    case bigint, numeric, date, boolean, json, bytea, text
  }

  /// The type; nil: no cell holds a value.
  private var found: Name?
  /// The first number that PostgreSQL would write otherwise.
  private var firstInexact: String?
  private var hasWords = false
  /// Whether a cell of a key is null or empty.
  private(set) var hasNull = false
  private let isKey: Bool
  private let isTyped: Bool
  private let typing: Column.Typing

  /// Whether texts may stand for numbers and dates.
  private var mayBeOther: Bool { typing != .text && typing != .boolean }

  /// The most digits of a number before its point, which `numeric` holds with many behind it.
  private static let mostDigits = 1_000

  /// The type of a column whose cells come later, by what its source declares.
  init(declared column: Column, isTyped: Bool) {
    (isKey, self.isTyped, typing) = (false, isTyped, column.typing)
    switch column.typing {
    case .number, .decimal: found = .numeric
    case .boolean: found = .boolean
    case .automatic, .text: found = .text
    }
  }

  /// Determines the type from all cells of a column.
  ///
  /// - Complexity: O(rows).
  init(of column: Column, in table: Table, rows: [RowID]) {
    isKey = table.keyColumns.contains(column.id)
    isTyped = table.syntax.isTyped
    typing = column.typing
    var reader = CellReader(table, column.id)
    for row in rows {
      reader.withCell(row) { kind, bytes in add(kind, bytes) }
      // Only of a key it matters whether a cell is null.
      if hasWords, found == .text, !isKey { break }
    }
    // 1 and 1.0 are one number there, and two keys here.
    if isKey, found == .numeric { found = .text }
  }

  /// The type that is declared.
  var name: Name { found ?? .text }

  /// The number that makes a column of numbers a text, because PostgreSQL would write it otherwise.
  var inexact: String? { hasWords ? nil : firstInexact }

  private mutating func add(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) {
    if kind == .null || kind == .text && bytes.isEmpty && !isTyped {
      hasNull = true
      return
    }
    if found == .text, hasWords { return }
    let type = type(kind, bytes)
    switch (found, type) {
    case (nil, _): found = type
    case (.bigint, .numeric), (.numeric, .bigint): found = .numeric
    case (let known?, _): if known != type { found = .text }
    }
  }

  private mutating func type(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) -> Name {
    switch kind {
    case .null: return .text
    case .bool: return .boolean
    case .json: return .json
    case .blob: return .bytea
    case .number: return number(bytes)
    case .text:
      if typing == .boolean, bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8) {
        return .boolean
      }
      if typing == .decimal ? DecimalNumber(bytes) != nil : isNumber(bytes) {
        return number(bytes)
      }
      if mayBeOther, Self.isDate(bytes) { return .date }
      hasWords = true
      return .text
    }
  }

  /// Whether a text stands for a number.
  private func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !isTyped && mayBeOther && DecimalNumber.matches(bytes)
  }

  private mutating func number(_ bytes: UnsafeRawBufferPointer) -> Name {
    if let type = Self.exactNumber(bytes) { return type }
    if firstInexact == nil { firstInexact = String(decoding: bytes.prefix(40), as: UTF8.self) }
    return .text
  }

  /// The type of a number that PostgreSQL writes as it stands: a sign, digits without zeros that
  /// could be left out, and perhaps a point with digits.
  private static func exactNumber(_ bytes: UnsafeRawBufferPointer) -> Name? {
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, isDigit(first), digits.count <= mostDigits else { return nil }
    let whole = digits.prefix(while: isDigit)
    if first == UInt8(ascii: "0"), whole.count > 1 { return nil }
    let rest = digits.dropFirst(whole.count)
    if rest.isEmpty {
      if isNegative, first == UInt8(ascii: "0") { return nil }
      if whole.count <= 18 { return .bigint }
      return Int64(String(decoding: bytes, as: UTF8.self)) != nil ? .bigint : .numeric
    }
    let behind = rest.dropFirst()
    guard rest.first == UInt8(ascii: "."), !behind.isEmpty, behind.allSatisfy(isDigit) else {
      return nil
    }
    // A numeric has no negative zero.
    let isZero =
      isNegative && digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    return isZero ? nil : .numeric
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Whether it is a day: `2026-02-28`.
  private static func isDate(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return false }
    func number(_ range: Range<Int>) -> Int {
      var number = 0
      for i in range {
        guard isDigit(bytes[i]) else { return 0 }
        number = number * 10 + Int(bytes[i] - 0x30)
      }
      return number
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard year > 0, (1...12).contains(month), day > 0, day <= daysOfMonths[month - 1] else {
      return false
    }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month != 2 || day < 29 || isLeap
  }
}
