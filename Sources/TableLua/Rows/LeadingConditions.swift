import Lua
import TableKit

/// The first parts of an expression joined by `and` that compare a column with a constant, or look
/// for a constant pattern in one.
///
/// Where one of them is false, so is the expression, and none of them can fail: rows are judged by
/// them without calling Lua, in the order in which Lua would ask. What is not certain to give
/// Lua's own answer is no condition: a comparison of texts by order, which depends on the locale,
/// an escape in a quoted text, a number that a double does not hold.
///
///     price > 500 and category:match("^cat%-[01]") and fancy(name)     -- two conditions
struct LeadingConditions {
  /// The conditions.
  private(set) var conditions: [RowCondition] = []
  /// True if there is nothing else in the expression.
  private(set) var isAll = false

  init(_ expression: String, over source: TableRows) {
    guard !source.table.syntax.isTyped else { return }
    let (tokens, _, texts) = LuaLexer(expression).code
    let isFlat = { (i: Int) in tokens[i].depth == 0 }
    guard !texts.contains("function"),
      !texts.indices.contains(where: { isFlat($0) && texts[$0] == "or" })
    else { return }
    let joints = texts.indices.filter { isFlat($0) && texts[$0] == "and" }
    var start = 0
    for end in joints + [texts.count] {
      guard let condition = Self.condition(tokens[start..<end], texts, source) else { return }
      conditions.append(condition)
      start = end + 1
    }
    isAll = true
  }

  private static func condition(
    _ tokens: ArraySlice<LuaToken>, _ texts: [String], _ source: TableRows
  ) -> RowCondition? {
    var texts = Array(texts[tokens.indices])
    var kinds = tokens.map(\.kind)
    if let minus = texts.indices.first(where: { texts[$0] == "-" }), minus + 1 < texts.count,
      kinds[minus + 1] == .number
    {
      texts[minus] = "-" + texts.remove(at: minus + 1)
      kinds[minus] = kinds.remove(at: minus + 1)
    }
    if texts.count == 6, texts[1] == ":", texts[2] == "match", texts[3] == "(", texts[5] == ")" {
      guard kinds[4] == .string, let pattern = content(texts[4]),
        let column = column(texts[0], source), source.kind(of: column) == .text
      else { return nil }
      return RowCondition(column: column, .match(pattern))
    }
    guard texts.count == 3, var order = orders[texts[1]] else { return nil }
    if kinds[2] == .name {
      texts.swapAt(0, 2)
      kinds.swapAt(0, 2)
      order = mirrored[order] ?? order
    }
    guard kinds[0] == .name, let column = column(texts[0], source) else { return nil }
    switch (kinds[2], source.kind(of: column)) {
    case (.number, .number):
      return number(texts[2]).map { RowCondition(column: column, .number(order, $0)) }
    case (.string, .text):
      guard order == .equal || order == .unequal, let text = content(texts[2]) else { return nil }
      return RowCondition(column: column, .text(text, isEqual: order == .equal))
    default: return nil
    }
  }

  private static func column(_ name: String, _ source: TableRows) -> Int? {
    guard name != "row", name != "section" || source.table.column(named: name) != nil else {
      return nil
    }
    return source.table.columns.firstIndex { $0.name === name }
  }

  /// The value of a decimal number that a double holds exactly as Lua does.
  private static func number(_ text: String) -> Double? {
    let value = text.withBytes { DecimalNumber.value($0)?.double }
    return value.flatMap { $0.magnitude < 0x1p53 ? $0 : nil }
  }

  /// The text between the quotes; nil if there are escapes.
  private static func content(_ text: String) -> String? {
    let bytes = text.utf8
    guard let quote = bytes.first, quote == 0x22 || quote == 0x27, !bytes.contains(0x5C) else {
      return nil
    }
    return LuaLexer.unquoted(text)
  }

  private static let orders: [String: RowCondition.Order] = [
    "==": .equal, "~=": .unequal, "<": .less, "<=": .atMost, ">": .more, ">=": .atLeast,
  ]

  private static let mirrored: [RowCondition.Order: RowCondition.Order] = [
    .less: .more, .more: .less, .atMost: .atLeast, .atLeast: .atMost,
  ]
}

/// A condition that a row must satisfy before the rule is called for it.
///
/// A cell of another type than it is compared with is left to the rule.
struct RowCondition: Hashable {
  /// A test of a cell.
  enum Test: Hashable {
    /// It is a number that compares so with another one.
    case number(Order, Double)
    /// It equals this text, or differs from it.
    case text(String, isEqual: Bool)
    /// A Lua pattern is found in it.
    case match(String)
  }

  /// A comparison of two numbers. With null, only `unequal` holds.
  enum Order: Hashable {
    case equal, unequal, less, atMost, more, atLeast

    @inline(__always)
    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .equal: a == b
      case .unequal: a != b
      case .less: a < b
      case .atMost: a <= b
      case .more: a > b
      case .atLeast: a >= b
      }
    }
  }

  /// The index of the column.
  var column: Int
  /// The test of its cells.
  var test: Test

  init(column: Int, _ test: Test) {
    self.column = column
    self.test = test
  }
}
