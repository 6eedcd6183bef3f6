import Lua
import TableKit

/// An equality that can never hold: a number column beside a quoted text, or a text column beside a
/// number or a number column. Lua returns false without an error; here it is one, as an order
/// comparison is.
///
///     zip == 1234     -- where zips are text, because one of them is 00501
struct LiteralComparison {
  /// One side of a comparison.
  enum Operand: Hashable {
    case column(Int)
    case number(String)
    case text(String)
  }

  /// The index of the column.
  let column: Int
  /// The other side of the comparison.
  let other: Operand

  /// All equalities between a column and a literal, or two columns, in an expression.
  static func all(in expression: String, columns: [Column]) -> [LiteralComparison] {
    let lexer = LuaLexer(expression)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    let reader = OperandReader(
      kinds: tokens.map(\.kind), texts: tokens.map { lexer.text(of: $0) }, columns: columns)
    var found: [LiteralComparison] = []
    for index in tokens.indices where reader.texts[index] == "==" || reader.texts[index] == "~=" {
      guard let left = reader.operand(before: index), let right = reader.operand(after: index),
        reader.isWhole(left.range.lowerBound..<right.range.upperBound)
      else { continue }
      for (one, other) in [(left.operand, right.operand), (right.operand, left.operand)] {
        if case .column(let column) = one {
          found.append(LiteralComparison(column: column, other: other))
        }
      }
    }
    return found
  }

  /// The failure, when the column is of the other kind.
  func failure(over source: TableRows) -> LuaFailure? {
    let name = source.table.columns[column].name
    switch (source.kind(of: column), other) {
    case (.text, .number(let literal)):
      let (reason, hint) = source.textReason(column)
      return LuaFailure(
        code: "type-mismatch", message: "\(name) is never \(literal): \(reason)",
        hint: source.table.isMostlyText(source.table.columns[column].id)
          ? hint : "write '\(literal)'; or \(hint)")
    case (.text, .column(let index)) where source.kind(of: index) == .number:
      guard source.hasValue(column), source.hasValue(index) else { return nil }
      let (reason, hint) = source.textReason(column)
      let number = source.table.columns[index].name
      return LuaFailure(
        code: "type-mismatch",
        message: "\(name) is never \(number), a number column: \(reason)", hint: hint)
    case (.number, .text(let literal)) where source.hasValue(column):
      return LuaFailure(
        code: "type-mismatch",
        message: "\(name) is never \(literal): column '\(name)' is a number column",
        hint: "write numbers without quotes")
    default: return nil
    }
  }
}

/// Reads what stands beside a comparison: a column, also as `row.name` or `row["name"]`, a number,
/// also a negative one, or a quoted text; each may stand in parentheses.
private struct OperandReader {
  let kinds: [LuaToken.Kind]
  let texts: [String]
  let columns: [Column]

  typealias Found = (operand: LiteralComparison.Operand, range: Range<Int>)

  func operand(after index: Int) -> Found? {
    first(of: (1...6).map { index + 1..<index + 1 + $0 })
  }

  func operand(before index: Int) -> Found? { first(of: (1...6).map { index - $0..<index }) }

  private func first(of ranges: [Range<Int>]) -> Found? {
    for range in ranges where range.lowerBound >= 0 && range.upperBound <= texts.count {
      if let operand = operand(range), isWhole(range) { return (operand, range) }
    }
    return nil
  }

  private func operand(_ range: Range<Int>) -> LiteralComparison.Operand? {
    let first = range.lowerBound
    let last = range.upperBound - 1
    switch range.count {
    case 1:
      switch kinds[first] {
      case .number: return .number(texts[first])
      case .string: return .text(texts[first])
      case .name: return column(texts[first])
      default: return nil
      }
    case 2 where texts[first] == "-" && kinds[last] == .number: return .number("-" + texts[last])
    case 3 where texts[first] == "row" && texts[first + 1] == "." && kinds[last] == .name:
      return column(texts[last])
    case 4
    where texts[first] == "row" && texts[first + 1] == "[" && texts[last] == "]"
      && kinds[first + 2] == .string && !texts[first + 2].utf8.contains(0x5C):
      return column(LuaLexer.unquoted(texts[first + 2]))
    case 3... where texts[first] == "(" && texts[last] == ")": return operand(first + 1..<last)
    default: return nil
    }
  }

  private func column(_ name: String) -> LiteralComparison.Operand? {
    columns.firstIndex { $0.name === name }.map { .column($0) }
  }

  /// True if nothing binds closer to what stands there than a comparison or what joins it.
  func isWhole(_ range: Range<Int>) -> Bool {
    let starts: Set<String> = ["and", "or", "(", ",", "{", "[", "return", "if", "==", "~="]
    let ends: Set<String> = [
      "and", "or", ")", "then", ",", "}", "]", ";", "end", "else", "==", "~=",
    ]
    let (first, next) = (range.lowerBound, range.upperBound)
    return (first == 0 || starts.contains(texts[first - 1]))
      && (next == texts.count || ends.contains(texts[next]))
  }
}
