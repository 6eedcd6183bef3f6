import Lua
import TableKit

/// Reads what stands beside a comparison: a column, also as `row.name` or `row["name"]`, a number,
/// also a negative one, a quoted text or nil; each may stand in parentheses.
struct OperandReader {
  let kinds: [LuaToken.Kind]
  let texts: [String]
  let columns: [Column]

  init(_ expression: String, columns: [Column]) {
    (_, kinds, texts) = LuaLexer(expression).code
    self.columns = columns
  }

  /// The column that the whole text is; nil: it is something else.
  var column: Int? {
    guard !texts.isEmpty, case .column(let index) = operand(0..<texts.count) else { return nil }
    return index
  }

  typealias Found = (operand: LiteralComparison.Operand, range: Range<Int>)

  func operand(after index: Int) -> Found? {
    first(of: (1...6).map { index + 1..<index + 1 + $0 })
  }

  func operand(before index: Int) -> Found? { first(of: (1...6).map { index - $0..<index }) }

  /// The column whose absence is asked for by a `not` at a token.
  func column(negatedAt index: Int) -> Int? {
    guard texts[index] == "not" else { return nil }
    for count in [1, 3, 4] where index + count < texts.count {
      let next = index + count + 1 < texts.count ? texts[index + count + 1] : ""
      if case .column(let column)? = operand(index + 1..<index + 1 + count),
        ["", "and", "or", ")"].contains(next)
      {
        return column
      }
    }
    return nil
  }

  /// The column that is named from a token on.
  func column(from index: Int) -> Int? { column(of: [1, 3, 4].map { index..<index + $0 }) }

  /// The column that is named before a token.
  func column(upTo index: Int) -> Int? {
    column(
      of: [3, 4, 1].map { index - $0..<index }.filter {
        $0.count > 1 || $0.lowerBound < 1 || ![".", ":"].contains(texts[$0.lowerBound - 1])
      })
  }

  private func column(of ranges: [Range<Int>]) -> Int? {
    for range in ranges where range.lowerBound >= 0 && range.upperBound <= texts.count {
      if case .column(let column)? = operand(range) { return column }
    }
    return nil
  }

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
      case .keyword where texts[first] == "nil": return .null
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
    let starts: Set<String> = [
      "and", "or", "(", ",", "{", "[", "return", "if", "==", "~=", "<", "<=", ">", ">=",
    ]
    let ends: Set<String> = [
      "and", "or", ")", "then", ",", "}", "]", ";", "end", "else", "==", "~=", "<", "<=", ">", ">=",
    ]
    let (first, next) = (range.lowerBound, range.upperBound)
    return (first == 0 || starts.contains(texts[first - 1]))
      && (next == texts.count || ends.contains(texts[next]))
  }
}
