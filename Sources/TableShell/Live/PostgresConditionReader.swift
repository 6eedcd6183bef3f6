import Lua
import TableKit
import TableLive

/// Reads a Lua expression as a condition that a server judges exactly as Lua would; what is not
/// certain to be the same is none.
///
/// It knows comparisons of a column with a number, a text without escapes, a truth or nil, and columns
/// that stand alone, joined by `and`, `or` and `not`. It does not know the order of texts, which
/// depends on the locale.
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
    let lexer = LuaLexer(expression)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    texts = tokens.map { lexer.text(of: $0) }
    kinds = tokens.map(\.kind)
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
    guard let first = allOf() else { return nil }
    var parts = [first]
    while pass("or") {
      guard let part = allOf() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : .any(parts)
  }

  private mutating func allOf() -> PostgresCondition? {
    guard let first = one() else { return nil }
    var parts = [first]
    while pass("and") {
      guard let part = one() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : .all(parts)
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

  private static let orders: [String: PostgresCondition.Order] = [
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
    case number(String)
    case text(String)
    case truth(Bool)
    case null
  }

  private mutating func literal() -> Literal? {
    guard let text = next else { return nil }
    switch kinds[place] {
    case .string:
      place += 1
      return Self.content(text).map { .text($0) }
    case .keyword where text == "nil":
      place += 1
      return .null
    case .keyword where text == "true" || text == "false":
      place += 1
      return .truth(text == "true")
    case .number:
      place += 1
      return Self.isPlain(text) ? .number(text) : nil
    case .symbol where text == "-":
      guard place + 1 < texts.count, kinds[place + 1] == .number, Self.isPlain(texts[place + 1])
      else { return nil }
      place += 2
      return .number("-" + texts[place - 1])
    default: return nil
    }
  }

  /// Whether a number has decimal digits that a double holds.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count <= 15 && bytes.first != 0x2E && bytes.last != 0x2E
      && bytes.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E }
  }

  /// The text between the quotes; nil if there are escapes, or it is in long brackets.
  private static func content(_ text: String) -> String? {
    let bytes = text.utf8
    guard let quote = bytes.first, quote == 0x22 || quote == 0x27, !bytes.contains(0x5C) else {
      return nil
    }
    return LuaLexer.unquoted(text)
  }

  /// Whether Lua takes a column for true: all is but false and nil.
  private static func truth(_ column: Operand) -> PostgresCondition {
    column.kind == .truth
      ? .truth(column: column.column, true) : .notNull(column: column.column)
  }

  private static func compare(
    _ column: Operand, _ order: String, _ value: Literal
  ) -> PostgresCondition? {
    let place = column.column
    switch (value, column.kind) {
    case (.null, _):
      return order == "==" ? .null(column: place) : order == "~=" ? .notNull(column: place) : nil
    case (.number(let number), .number):
      if order == "~=" { return .notNumber(column: place, .equal, number) }
      return orders[order].map { .number(column: place, $0, number) }
    case (.truth(let truth), .truth):
      return order == "=="
        ? .truth(column: place, truth)
        : order == "~=" ? .notTruth(column: place, truth) : nil
    case (.text(let text), .text):
      return order == "=="
        ? .text(column: place, text)
        : order == "~=" ? .notText(column: place, text) : nil
    default: return nil
    }
  }
}

extension Shell {
  /// An expression as a condition that the server of a window judges alike; nil: it is none.
  ///
  /// Columns that were renamed, added or typed here are none of the server's.
  func compiled(_ expression: String, for document: Document) -> PostgresCondition? {
    guard let shape = document.server?.shape else { return nil }
    let base = document.editor.saved
    guard base.columns.map(\.name) == shape.columnNames else { return nil }
    let operands = document.table.columns.compactMap { column in
      let place = base.columns.firstIndex { $0.id == column.id && $0.typing == column.typing }
      return place.map {
        PostgresConditionReader.Operand(name: column.name, column: $0, kind: shape.operand($0))
      }
    }
    return PostgresConditionReader.condition(expression, operands)
  }
}
