import CommandLanguage
import TableKit
import Wording

/// A condition or value in the language of another tool, read into Lua: SQL, Excel, pandas, R, awk and
/// others that share their forms. What it cannot read gives nil, never a guess that means something else.
///
///     City LIKE 'B%' AND Qty >= 3   →   City:match("^B") and Qty >= 3
struct ForeignExpression {
  /// A part that was read.
  struct Operand {
    var lua: String
    /// How tightly it binds.
    var strength = Strength.atom
    /// The column, if it is one alone.
    var column: Column?
    /// Its text, if it is a text or number alone.
    var literal: String?
    /// Whether it is a name that nothing has.
    var isUnknown = false
    /// Whether it asks whether a text is found.
    var isMatch = false
    /// The column, in Lua, whose nulls SQL leaves out of the opposite, too.
    var besidesNulls: String?
    /// Whether it is the place of a text in a cell, by its sign or none.
    var isPosition = false
    /// Of `City.fillna("")` the column, and what stands for null.
    var filled: Filled?
    /// Of `IF(condition, TRUE, FALSE)` the condition; nil: it is no IF.
    var truth: Truth?

    /// Whether it is true or false.
    var isTruth: Bool { [.or, .and, .comparison].contains(strength) || isMatch }

    struct Filled {
      var column: Column
      var literal: String?
    }

    /// Whether an IF is a condition, or has other values.
    enum Truth {
      case condition(String)
      case value
    }
  }

  /// How tightly an operator binds, the loosest first.
  enum Strength: Int {
    case or, and, comparison, sum, atom
  }

  /// It means nothing here.
  struct Unreadable: Error {}

  let columns: ForeignColumns
  let text: ForeignText
  var index = 0
  /// Whether a column was met.
  var namesColumn = false
  /// Whether it must be true or false.
  let isCondition: Bool
  /// Whether commas part values.
  var isInList = false
  /// What was compared last, and with which sign; nil: something else stood there.
  var lastComparison: (left: Operand, sign: String)?
  /// The options of the last call: `case=False`.
  var options: [String: String] = [:]
  /// What was last looked for a text in, and how; nil: something else stood there.
  var lastTest: (left: Operand, test: Test)?

  private init(_ text: ForeignText, _ columns: ForeignColumns, isCondition: Bool) {
    (self.text, self.columns, self.isCondition) = (text, columns, isCondition)
  }

  /// Returns the Lua of a text, if all of it can be read, and it names a column.
  ///
  /// - Parameter isCondition: whether it must be true or false.
  static func lua(_ source: String, _ columns: ForeignColumns, isCondition: Bool) -> String? {
    var text = ForeignText(source)
    if text.tokens.count == 1, text.tokens[0].kind == .text {
      text = ForeignText(text.tokens[0].text)
    }
    guard !text.tokens.isEmpty else { return nil }
    var reader = ForeignExpression(text, columns, isCondition: isCondition)
    guard var result = try? reader.whole() else { return nil }
    // Conditions in a list are all to be true: `City=Berlin, Qty > 15`.
    while isCondition, result.isTruth, reader.take(",") {
      guard let other = try? reader.or(), other.isTruth else { return nil }
      let lua = "\(result.wrapped(.and)) and \(other.wrapped(.and))"
      result = Operand(lua: lua, strength: .and)
    }
    guard reader.index == text.tokens.count, !result.isUnknown, reader.namesColumn else {
      return nil
    }
    // The place of a text counts otherwise here.
    if result.isPosition {
      if !isCondition { return nil }
      result.isPosition = false
    }
    if isCondition, let truth = result.truth {
      if case .condition(let condition) = truth { return unwrapped(condition) }
      return nil
    }
    return result.isTruth || !isCondition ? unwrapped(result.lua) : nil
  }
}

// MARK: - From the loosest operator to the tightest

extension ForeignExpression {
  mutating func or() throws(Unreadable) -> Operand {
    var left = try and()
    // In a value of SQL || joins texts.
    while take(oneOf: isCondition ? ["or", "||", "|"] : ["or", "|"]) != nil {
      left = try joined(left, "or") { reader throws(Unreadable) in try reader.and() }
    }
    return left
  }

  private mutating func and() throws(Unreadable) -> Operand {
    var left = try not()
    while take(oneOf: ["and", "&&", "&"]) != nil {
      left = try joined(left, "and") { reader throws(Unreadable) in try reader.not() }
    }
    return left
  }

  private mutating func not() throws(Unreadable) -> Operand {
    guard take(oneOf: ["not", "!", "~"]) != nil else { return try comparison() }
    let isWord = text.tokens[index - 1].is("not")
    let isBracketed = next?.text == "("
    let isOfSQL = isWord && (!isBracketed || next?.followsBlank == true)
    let start = index + (isBracketed ? 1 : 0)
    var operand = try not()
    let words = text.tokens[min(start, index)..<index]
    if isOfSQL, words.contains(where: { $0.text == "=" }),
      !words.contains(where: { $0.is("and") || $0.is("or") }),
      let (column, _) = columns.column(in: text, at: start), columns.hasNulls(column)
    {
      operand.besidesNulls = ForeignColumns.lua(column)
    }
    let opposite = operand.negated
    (lastComparison, lastTest) = (nil, nil)
    return opposite
  }

  private mutating func comparison() throws(Unreadable) -> Operand {
    (lastComparison, lastTest) = (nil, nil)
    let left = try sum()
    var isNegated = false
    if next?.is("not") == true,
      ["like", "ilike", "in", "between", "regexp"].contains(where: { peek()?.is($0) == true })
    {
      index += 1
      isNegated = true
    }
    if let result = try lack(left) {
      if left.isUnknown { namesColumn = true }
      return result
    }
    let isOfSQL =
      ["like", "ilike", "between"].contains { next?.is($0) == true }
      || next?.is("in") == true && peek()?.text == "("
    guard var result = try comparison(of: left) else { return left }
    if isOfSQL, let column = left.column, columns.hasNulls(column) {
      result.besidesNulls = ForeignColumns.lua(column)
    }
    // It was nearly a column's name.
    if left.isUnknown { namesColumn = true }
    return isNegated ? result.negated : result
  }

  static let signs = [
    "=": "==", "==": "==", "===": "==", "<>": "~=", "!=": "~=", "!==": "~=", "~=": "~=", "<": "<",
    "<=": "<=",
    ">": ">", ">=": ">=", "=>": ">=", "=<": "<=",
  ]

  private mutating func comparison(of left: Operand) throws(Unreadable) -> Operand? {
    guard let next, next.kind != .text else { return nil }
    if let sign = Self.signs[next.text] {
      index += 1
      lastComparison = left.literal == nil ? (left, sign) : nil
      let right = try side()
      if sign == "==", let result = try alike(left, right) { return result }
      return try chained(try compared(left, sign, right), sign, right)
    }
    if let sign = spokenSign {
      lastComparison = left.literal == nil ? (left, sign) : nil
      return try compared(left, sign, try side())
    }
    if let result = try emptiness(left) { return result }
    if take("is") {
      let isNegated = take("not")
      if take(oneOf: ["null", "none", "nil", "empty", "blank", "na", "nan", "missing"]) != nil {
        return try compared(left, isNegated ? "~=" : "==", Operand(lua: "nil"))
      }
      return try compared(left, isNegated ? "~=" : "==", try side())
    }
    if take(oneOf: ["equals", "eq"]) != nil { return try compared(left, "==", try side()) }
    if take("like") { return try like(left, try literal(), foldsCase: false) }
    if take("ilike") { return try like(left, try literal(), foldsCase: true) }
    if take("~", "*") || take("~*") { return try matched(left, try literal(), foldsCase: true) }
    if take("!~") { return try matched(left, try literal()).negated }
    if take(oneOf: ["~", "=~", "regexp", "rlike", "matches", "match"]) != nil {
      return try matched(left, try literal())
    }
    if take(oneOf: ["contains", "includes", "has"]) != nil {
      return try tested(left, .held, try plainText())
    }
    if take("starts", "with") || take("begins", "with") || take("startswith") || take("beginswith")
    {
      return try tested(left, .start, try literal())
    }
    if take("ends", "with") || take("endswith") {
      return try tested(left, .end, try literal())
    }
    if take("between") {
      let low = try sum()
      guard take("and") else { throw Unreadable() }
      return try between(left, low, try sum())
    }
    if take(oneOf: ["in", "%in%"]) != nil {
      if take("c") {}
      // `"@" in Email`, as Python has it.
      if let text = left.literal, let (column, count) = columnHere {
        index += count
        namesColumn = true
        return try found(Operand(lua: ForeignColumns.lua(column), column: column), text)
      }
      if let values = try bareList() { return try among(left, values) }
      return try among(left, try list())
    }
    return nil
  }

  /// `1 < Qty < 9`, in which the middle is compared twice.
  private mutating func chained(
    _ first: Operand, _ sign: String, _ middle: Operand
  ) throws(Unreadable) -> Operand {
    guard sign.first == "<" || sign.first == ">", let next, next.kind == .symbol,
      let other = Self.signs[next.text], other.first == "<" || other.first == ">"
    else { return first }
    index += 1
    let outer = lastComparison?.left
    lastComparison = nil
    let last = try side()
    if other.first != sign.first {
      // `Qty >= 5 <= 10` is of Qty, twice.
      guard let outer, middle.literal != nil else { throw Unreadable() }
      let second = try compared(outer, other, last)
      return Operand(lua: "\(first.lua) and \(second.lua)", strength: .and)
    }
    let second = try chained(try compared(middle, other, last), other, last)
    return Operand(lua: "\(first.lua) and \(second.lua)", strength: .and)
  }

  private mutating func sum() throws(Unreadable) -> Operand {
    var left = try factor()
    var joins = false
    while var sign = joining(left)
      ?? take(oneOf: ["+", "-", "**", "*", "/", "%", "^", "//", ".."])
    {
      let right = try factor()
      guard !left.isUnknown, !right.isUnknown else { throw Unreadable() }
      if sign == "+", !isCondition, left.isPlainText || right.isPlainText || joins { sign = ".." }
      joins = sign == ".."
      if sign == "**" { sign = "^" }
      left = Operand(lua: "\(left.wrapped(.sum)) \(sign) \(right.wrapped(.sum))", strength: .sum)
    }
    return left
  }

  /// The right side of a comparison: names that nothing has are a text without its quotes.
  mutating func side() throws(Unreadable) -> Operand {
    let start = index
    let side = try sum()
    guard side.isUnknown else { return side }
    while let next, next.kind == .name, !Self.ends.contains(next.text.lowercased()) { index += 1 }
    let name = text.source(start..<index)
    let names = columns.table.columns.map(\.name)
    guard Nearest.nearest(to: name, in: names).isEmpty else { throw Unreadable() }
    return Operand(lua: Quoting.quoted(name), literal: name)
  }

  /// A text or number.
  mutating func literal() throws(Unreadable) -> String {
    if take("/") {
      let start = index
      while next != nil, next?.text != "/" { index += 1 }
      let pattern = text.source(start..<index)
      guard take("/") else { throw Unreadable() }
      return pattern
    }
    guard let text = try side().literal else { throw Unreadable() }
    return text
  }
}

// MARK: - Values

extension ForeignExpression {
  private mutating func factor() throws(Unreadable) -> Operand {
    var value = try value()
    // With a blank before it, `:` parts the values of `c ? a : b`.
    while true {
      if let letters = try lettersInBrackets(of: value) {
        value = letters
        continue
      }
      guard let next, next.kind == .symbol, next.text == "." || next.text == ":",
        next.text == "." || !next.followsBlank, let name = peek(), name.kind == .name
      else { break }
      index += 2
      if ["str", "dt"].contains(name.text), [".", "["].contains(self.next?.text) { continue }
      guard self.next?.text == "(" else { throw Unreadable() }
      // pandas begins at the first letter.
      let isOfTexts = index > 2 && text.tokens[index - 3].is("str")
      if name.text == "isin", take("(") {
        value = try among(value, list())
        guard take(")") else { throw Unreadable() }
        continue
      }
      let isLua = next.text == ":" && ["match", "find"].contains(name.text)
      let arguments = try list()
      if isLua {
        guard arguments.count == 1, let pattern = arguments[0].literal else { throw Unreadable() }
        value = try matched(value, luaPattern: pattern)
        value.isPosition = name.text == "find"
      } else if name.text == "split", let word = try word(of: value, arguments) {
        value = word
      } else if name.text == "fullmatch", let regex = arguments.first?.literal {
        value = try matched(value, "^(?:\(regex))$")
      } else if name.text == "match", isOfTexts, let regex = arguments.first?.literal,
        arguments.count == 1
      {
        value = try matched(value, "^(?:\(regex))")
      } else {
        value = try call(name.text, [value] + arguments)
      }
    }
    return value
  }

  private mutating func value() throws(Unreadable) -> Operand {
    if take("(") {
      let inner = try or()
      guard take(")"), !inner.isUnknown else { throw Unreadable() }
      return inner.strength == .atom
        ? inner : Operand(lua: "(\(inner.lua))", besidesNulls: inner.besidesNulls)
    }
    if take("-") {
      let number = try factor()
      return Operand(lua: "-" + number.wrapped(.atom), literal: number.literal.map { "-" + $0 })
    }
    guard let token = next else { throw Unreadable() }
    if isColumnHere, let (column, count) = columnHere {
      index += count
      namesColumn = true
      return Operand(lua: ForeignColumns.lua(column), column: column)
    }
    index += 1
    switch token.kind {
    case .text: return Operand(lua: Quoting.quoted(token.text), literal: token.text)
    case .number:
      if let date = dateBehind { return Operand(lua: Quoting.quoted(date), literal: date) }
      let number = token.text + thousands()
      return Operand(lua: number, literal: number)
    case .symbol: throw Unreadable()
    case .name: break
    }
    switch token.text.lowercased() {
    case "null", "none", "nil", "na", "nan": return Operand(lua: "nil")
    case "true", "false": return Operand(lua: token.text.lowercased())
    case "is" where take(".", "na"): return try call("isna", list())
    case "and", "or": return try call(token.text.lowercased(), list())
    default: break
    }
    if next?.text == "(" {
      // The options of the list belong to the call.
      let arguments = try list()
      return try call(token.text, arguments)
    }
    return Operand(lua: token.text, isUnknown: true)
  }
}
