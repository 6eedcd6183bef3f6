import TableLua

/// `not` before one side of a comparison with a text, a number or nil: `not City == "Bonn"` compares
/// true or false with "Bonn", and is never true.
struct NegatedOperand {
  /// The comparison, without the `not`.
  let comparison: String
  /// The operand behind `not`.
  let operand: String
  let literal: String

  /// Finds the first in an expression; nil: none.
  init?(in expression: String) {
    guard expression.utf8.count < 10_000, expression.contains("not") else { return nil }
    let text = ForeignText(expression)
    let tokens = text.tokens
    for index in tokens.indices where tokens[index].kind == .name && tokens[index].text == "not" {
      var end = index + 1
      while end < tokens.count, Self.isOperand(tokens[end]) { end += 1 }
      guard end > index + 1, end + 1 < tokens.count, ["==", "~="].contains(tokens[end].text) else {
        continue
      }
      let other = tokens[end + 1]
      let isLast = end + 2 == tokens.count || ["and", "or", ")"].contains(tokens[end + 2].text)
      guard isLast, other.kind == .text || other.kind == .number || other.text == "nil" else {
        continue
      }
      comparison = text.source((index + 1)..<(end + 2))
      operand = text.source(index..<end)
      literal = text.source((end + 1)..<(end + 2))
      return
    }
    return nil
  }

  /// A name, or a part of `row["Last Name"]`.
  private static func isOperand(_ token: ForeignText.Token) -> Bool {
    switch token.kind {
    case .name: !["not", "and", "or", "true", "false", "nil"].contains(token.text)
    case .text: true
    case .symbol: [".", "[", "]"].contains(token.text)
    case .number: false
    }
  }

  var failure: LuaFailure {
    LuaFailure(
      code: "type-mismatch", message: "'\(operand)' is true or false, and never \(literal)",
      hint: "not (\(comparison))")
  }
}
