import Lua

/// Reads a Lua expression as a condition that a server judges exactly as Lua would; what is not
/// certain to be the same is none.
///
/// It knows comparisons of a column with a number, `decimal("…")`, a text, a truth or nil, and columns
/// that stand alone, joined by `and`, `or` and `not`. Texts are ordered by their bytes.
///
///     PostgresConditionReader("pay > 500 and not (role == 'crew' or row[\"last seen\"] == nil)", …)
struct PostgresConditionReader {
  /// A column that may be compared, by its name in the table.
  struct Operand {
    let name: String
    /// Its place in the server's table.
    let column: Int
    let kind: PostgresShape.Operand
  }

  private let texts: [String]
  private let kinds: [LuaToken.Kind]
  private let operands: [String: Operand]
  private var place = 0

  /// The condition; nil: the expression is none.
  static func condition(_ expression: String, _ operands: [Operand]) -> PostgresCondition? {
    var reader = PostgresConditionReader(expression, operands)
    guard let condition = reader.anyOf(), reader.place == reader.texts.count else { return nil }
    return condition
  }

  private init(_ expression: String, _ operands: [Operand]) {
    (_, kinds, texts) = LuaLexer(expression).code
    self.operands = Dictionary(operands.map { ($0.name, $0) }) { first, _ in first }
  }

  private var next: String? { place < texts.count ? texts[place] : nil }

  /// Whether a part of the condition ends here.
  private var isEnd: Bool { next.map { ["and", "or", ")"].contains($0) } ?? true }

  /// Passes a word or symbol, if it is the next one.
  private mutating func pass(_ text: String) -> Bool {
    guard next == text, kinds[place] == .keyword || kinds[place] == .symbol else { return false }
    place += 1
    return true
  }

  private mutating func anyOf() -> PostgresCondition? {
    guard let parts = parts(joinedBy: "or", { $0.allOf() }) else { return nil }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func allOf() -> PostgresCondition? {
    guard let parts = parts(joinedBy: "and", { $0.one() }) else { return nil }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func parts(
    joinedBy word: String, _ part: (inout Self) -> PostgresCondition?
  ) -> [PostgresCondition]? {
    var parts: [PostgresCondition] = []
    repeat {
      guard let part = part(&self) else { return nil }
      parts.append(part)
    } while pass(word)
    return parts
  }

  private mutating func one() -> PostgresCondition? {
    if pass("not") {
      // It binds closer than a comparison.
      if next == "(" || next == "not" { return one()?.negated }
      guard let column = column(), isEnd else { return nil }
      return Self.truth(column).negated
    }
    guard pass("(") else { return comparison() }
    guard let condition = anyOf(), pass(")") else { return nil }
    return condition
  }

  private mutating func comparison() -> PostgresCondition? {
    if let column = column() {
      if isEnd { return Self.truth(column) }
      guard let order = order(), let value = literal() else { return nil }
      return Self.compare(column, order, value)
    }
    guard let value = literal(), let order = order(), let column = column() else { return nil }
    return Self.compare(column, Self.mirrored[order] ?? order, value)
  }

  private mutating func order() -> String? {
    guard let text = next, Self.orders.keys.contains(text) || text == "~=" else { return nil }
    place += 1
    return text
  }

  static let orders: [String: PostgresCondition.Order] = [
    "==": .equal, "<": .less, "<=": .atMost, ">": .more, ">=": .atLeast,
  ]
  private static let mirrored = ["<": ">", ">": "<", "<=": ">=", ">=": "<="]

  /// A column: `name`, `row.name` or `row["any name"]`.
  private mutating func column() -> Operand? {
    guard place < texts.count, kinds[place] == .name else { return nil }
    let start = place
    place += 1
    let name = texts[start]
    if let column = operands[name] { return column }
    if name == "row", pass("."), place < texts.count, kinds[place] == .name {
      place += 1
      if let column = operands[texts[place - 1]] { return column }
    } else if name == "row", pass("["), place < texts.count, kinds[place] == .string {
      place += 1
      if let text = Self.content(texts[place - 1]), pass("]"), let column = operands[text] {
        return column
      }
    }
    place = start
    return nil
  }

  private enum Literal {
    case number(PostgresNumber)
    case text(String)
    case truth(Bool)
    case null
  }

  private mutating func literal() -> Literal? {
    guard let text = next else { return nil }
    let kind = kinds[place]
    place += 1
    switch kind {
    case .string: return Self.content(text).map { .text($0) }
    case .keyword where text == "nil": return .null
    case .keyword where text == "true" || text == "false": return .truth(text == "true")
    case .number: return PostgresNumber(literal: text, isNegative: false).map { .number($0) }
    case .symbol where text == "-":
      guard let digits = next, kinds[place] == .number else { return nil }
      place += 1
      return PostgresNumber(literal: digits, isNegative: true).map { .number($0) }
    case .name where text == "decimal" && operands[text] == nil: return decimal()
    default: return nil
    }
  }

  /// What stands behind `decimal`.
  private mutating func decimal() -> Literal? {
    guard pass("("), let text = next, kinds[place] == .string else { return nil }
    place += 1
    guard let digits = Self.content(text), pass(")") else { return nil }
    return PostgresNumber(decimal: digits).map { .number($0) }
  }

  /// What stands behind a backslash in a text.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
  ]

  /// The text between the quotes; nil if it has other escapes than the usual ones, or is in long
  /// brackets.
  private static func content(_ text: String) -> String? {
    guard let quote = text.utf8.first, quote == 0x22 || quote == 0x27 else { return nil }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if isEscaped {
        guard let meant = escapes[byte] else { return nil }
        bytes.append(meant)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether Lua takes a column for true: all is but false and nil.
  private static func truth(_ column: Operand) -> PostgresCondition {
    column.kind == .truth
      ? .truth(column: column.column, true) : .not(.null(column: column.column))
  }

  private static func compare(
    _ column: Operand, _ order: String, _ value: Literal
  ) -> PostgresCondition? {
    let place = column.column
    switch (value, column.kind) {
    case (.null, _):
      return order == "==" ? .null(column: place) : order == "~=" ? .not(.null(column: place)) : nil
    case (.number(let number), .number), (.number(let number), .real):
      return number.condition(place, order, isReal: column.kind == .real)
    case (.truth(let truth), .truth):
      return order == "=="
        ? .truth(column: place, truth)
        : order == "~=" ? .not(.truth(column: place, truth)) : nil
    case (.text(let text), .text), (.text(let text), .label):
      if order == "~=" { return .not(.text(column: place, .equal, text)) }
      if order != "==", column.kind == .label { return nil }
      return orders[order].map { .text(column: place, $0, text) }
    default: return nil
    }
  }
}
