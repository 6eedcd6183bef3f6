import CommandLanguage
import TableKit

// What conditions ask of texts and places, in the words of other languages and of plain English, and parts of
// texts in brackets.

extension ForeignExpression {
  /// What a cell is asked for.
  enum Test {
    case held, start, end
  }

  /// `contains "ber"`, and what `or "ham"` behind it goes on with.
  mutating func tested(
    _ value: Operand, _ test: Test, _ text: String
  ) throws(Unreadable) -> Operand {
    let result = try answer(value, test, text)
    lastTest = (value, test)
    return result
  }

  func answer(_ value: Operand, _ test: Test, _ text: String) throws(Unreadable) -> Operand {
    switch test {
    case .held: try held(value, text)
    case .start: try matched(value, pattern: "^" + Self.escaped(text))
    case .end: try matched(value, pattern: Self.escaped(text) + "$")
    }
  }

  /// Takes the words for a sign, as in `Qty is more than 15` and `Qty at least 15`; nil: none are next.
  var spokenSign: String? {
    mutating get {
      let start = index
      _ = take("is") || take("are")
      if let sign = spoken { return sign }
      index = start
      return nil
    }
  }

  private var spoken: String? {
    mutating get {
      for word in ["no", "not"] where next?.is(word) == true {
        index += 1
        if take("more", "than") || take("greater", "than") { return "<=" }
        if take("less", "than") || take("fewer", "than") { return ">=" }
        return nil
      }
      let (more, less) = (
        ["more", "greater", "larger", "bigger", "higher"], ["less", "fewer", "smaller", "lower"]
      )
      for (words, sign) in [(more, ">"), (less, "<")] {
        guard words.contains(where: { next?.is($0) == true }), peek()?.is("than") == true else {
          continue
        }
        index += 2
        return take("or", "equal", "to") || take("or", "equal") || take("or", "equals")
          ? sign + "=" : sign
      }
      if take("at", "least") { return ">=" }
      if take("at", "most") { return "<=" }
      if take("gt") || take("over") || take("above") || take("exceeds") { return ">" }
      if take("lt") || take("under") || take("below") { return "<" }
      if take("gte") || take("ge") { return ">=" }
      if take("lte") || take("le") { return "<=" }
      return nil
    }
  }

  /// `City not empty`, `City empty`; nil: it is something else.
  mutating func emptiness(_ left: Operand) throws(Unreadable) -> Operand? {
    let words = ["empty", "blank", "null", "missing"]
    let isNegated = next?.is("not") == true && words.contains { peek()?.is($0) == true }
    guard isNegated || words.contains(where: { next?.is($0) == true }) else { return nil }
    index += isNegated ? 2 : 1
    return try compared(left, isNegated ? "~=" : "==", Operand(lua: "nil"))
  }

  /// What is compared with true, with the place of a text, or where null was filled before; nil: it is a plain
  /// comparison.
  func comparedSpecially(
    _ left: Operand, _ sign: String, _ right: Operand
  ) throws(Unreadable) -> Operand? {
    if left.isPosition { return try placed(left, sign, right) }
    if left.isTruth, ["true", "false"].contains(right.lua), ["==", "~="].contains(sign) {
      return (right.lua == "true") == (sign == "==") ? left : left.negated
    }
    if let filled = left.filled, let text = right.literal, sign == "==", text != filled.literal {
      let column = Operand(lua: ForeignColumns.lua(filled.column), column: filled.column)
      return try compared(column, sign, right)
    }
    return nil
  }

  /// `City.find("ber") >= 0`: whether a text is found.
  private func placed(
    _ left: Operand, _ sign: String, _ right: Operand
  ) throws(Unreadable) -> Operand {
    var found = left
    found.isPosition = false
    switch (sign, right.literal ?? right.lua) {
    case (">=", "0"), (">", "-1"), ("~=", "-1"), (">", "0"), (">=", "1"), ("~=", "nil"),
      ("==", "true"):
      return found
    case ("==", "-1"), ("<", "0"), ("<=", "-1"), ("<", "1"), ("==", "nil"), ("==", "false"):
      return found.negated
    default: throw Unreadable()
    }
  }
}

// MARK: - Parts of texts

extension ForeignExpression {
  /// What a pattern takes from a text, null or not.
  func part(of value: Operand, _ pattern: String) throws(Unreadable) -> Operand {
    let call = ":match(\(Quoting.quoted(pattern)))"
    if isCondition || value.column == nil { return Operand(lua: cell(value) + call) }
    var part = try method(value, call)
    part.isMatch = false
    return part
  }

  /// `City[0]` and `City[:3]`, letters that count from 0; nil: no bracket is next.
  mutating func lettersInBrackets(of value: Operand) throws(Unreadable) -> Operand? {
    guard next?.text == "[", next?.followsBlank == false, value.column != nil || index > 1 else {
      return nil
    }
    let start = index
    index += 1
    let first = wholeNumber
    if take("]"), let first {
      return letters(
        of: value, from: first < 0 ? first : first + 1, to: first < 0 ? nil : first + 1)
    }
    guard take(":"), (first ?? 0) >= 0, let last = wholeNumber, last > 0, take("]") else {
      index = start
      throw Unreadable()
    }
    return letters(of: value, from: (first ?? 0) + 1, to: last)
  }

  /// Takes a whole number; nil: none is next.
  private var wholeNumber: Int? {
    mutating get {
      let isNegative = next?.text == "-"
      guard let token = isNegative ? peek() : next, token.kind == .number,
        let number = Int(token.text)
      else { return nil }
      index += isNegative ? 2 : 1
      return isNegative ? -number : number
    }
  }

  /// `Customer.split(" ")[0]`, the first word, or the last or second one; nil: another part is wanted.
  mutating func word(of value: Operand, _ arguments: [Operand]) throws(Unreadable) -> Operand? {
    let separator = arguments.first?.literal ?? " "
    guard separator.count == 1, arguments.count < 2 else { return nil }
    if next?.text == ".", peek()?.is("str") == true { index += 2 }
    guard take("["), let number = wholeNumber, take("]") else { return nil }
    let isBlank = separator == " "
    let gap = isBlank ? "%s" : ForeignExpression.escaped(separator)
    let word = isBlank ? "%S" : "[^\(gap)]"
    switch number {
    case 0: return try part(of: value, "^\(word)+")
    case -1: return try part(of: value, "\(word)+$")
    case 1: return try part(of: value, "^\(word)+\(isBlank ? "%s+" : gap)(\(word)+)")
    default: return nil
    }
  }
}
