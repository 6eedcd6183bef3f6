import Lua
import TableKit

/// An equality that can never hold: a number column beside a quoted text, or a text column beside a
/// number. Lua answers false to it without a word; here it is an error, as an order comparison is.
///
///     zip == 1234     -- where zips are text, because one of them is 00501
struct LiteralComparison {
  /// The index of the column.
  let column: Int
  /// The literal as it is written.
  let literal: String
  /// Whether the literal is a number.
  let isNumber: Bool

  /// All equalities between a column and a literal in an expression.
  static func all(in expression: String, columns: [Column]) -> [LiteralComparison] {
    let lexer = LuaLexer(expression)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    let texts = tokens.map { lexer.text(of: $0) }
    var found: [LiteralComparison] = []
    for index in tokens.indices where texts[index] == "==" || texts[index] == "~=" {
      guard index > 0, index + 1 < tokens.count else { continue }
      for (name, literal) in [(index - 1, index + 1), (index + 1, index - 1)] {
        guard tokens[name].kind == .name,
          tokens[literal].kind == .number || tokens[literal].kind == .string,
          let column = columns.firstIndex(where: { $0.name == texts[name] }),
          isWhole(min(name, literal), max(name, literal), texts)
        else { continue }
        found.append(
          LiteralComparison(
            column: column, literal: texts[literal], isNumber: tokens[literal].kind == .number))
      }
    }
    return found
  }

  /// Whether nothing binds closer to the operands than the comparison does.
  private static func isWhole(_ first: Int, _ last: Int, _ texts: [String]) -> Bool {
    let ends: Set<String> = ["and", "or", ")", "then", ",", "}", "]", ";", "end", "else"]
    let starts: Set<String> = ["and", "or", "(", "not", ",", "{", "[", "return", "if"]
    let isStart = first == 0 || (starts.contains(texts[first - 1]) && texts[first - 1] != "not")
    return isStart && (last + 1 == texts.count || ends.contains(texts[last + 1]))
  }

  /// The failure, when the column is of the other kind.
  func failure(over source: TableRows) -> LuaFailure? {
    let name = source.table.columns[column].name
    switch (source.kind(of: column), isNumber) {
    case (.text, true):
      let (reason, hint) = source.blame(column)
      return LuaFailure(
        code: "type-mismatch", message: "\(name) is never \(literal): \(reason)",
        hint: "write '\(literal)'; or \(hint)")
    case (.number, false) where source.hasValue(column):
      return LuaFailure(
        code: "type-mismatch",
        message: "\(name) is never \(literal): column '\(name)' is a number column",
        hint: "write numbers without quotes")
    default: return nil
    }
  }
}
