import Lua
import TableKit
import Wording

/// A comparison that does not ask what it seems to: an equality that can never hold, as of a number
/// column and a quoted text, or a number of more digits than Lua keeps. Lua answers without an error;
/// here it is one, as a comparison by order is.
///
///     zip == 1234                    -- where zips are text, because one of them is 00501
///     price < 0.30000000000000001    -- which Lua reads as 0.3
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
  /// Whether it is `==` or `~=`, not an order.
  let isEquality: Bool

  private static let equalities: Set<String> = ["==", "~="]
  private static let orders: Set<String> = ["<", "<=", ">", ">="]

  /// All comparisons of a column with a literal, or another column, in an expression.
  static func all(in expression: String, columns: [Column]) -> [LiteralComparison] {
    let lexer = LuaLexer(expression)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    let reader = OperandReader(
      kinds: tokens.map(\.kind), texts: tokens.map { lexer.text(of: $0) }, columns: columns)
    var found: [LiteralComparison] = []
    for index in tokens.indices {
      let isEquality = equalities.contains(reader.texts[index])
      guard isEquality || orders.contains(reader.texts[index]) else { continue }
      guard let left = reader.operand(before: index), let right = reader.operand(after: index),
        reader.isWhole(left.range.lowerBound..<right.range.upperBound)
      else { continue }
      for (one, other) in [(left.operand, right.operand), (right.operand, left.operand)] {
        if case .column(let column) = one {
          found.append(
            LiteralComparison(column: column, other: other, isEquality: isEquality))
        }
      }
    }
    return found
  }

  /// The failure, when the column is of the other kind.
  func failure(over source: TableRows) -> LuaFailure? {
    let name = source.table.columns[column].name
    let kind = source.kind(of: column)
    if case .number(let literal) = other, kind.isNumeric, let read = Self.rounded(literal) {
      return LuaFailure(
        code: "too-many-digits", message: "Lua reads \(literal) as \(read)",
        hint: kind == .decimal || source.table.columns[column].typing == .decimal
          ? "write decimal(\"\(literal)\")"
          : "column type \(ShellWord.quoted(name)) decimal, and write decimal(\"\(literal)\")")
    }
    if !isEquality {
      let labels = source.table.columns[column].textOrder.labels
      guard kind == .text, !labels.isEmpty else { return nil }
      return LuaFailure(
        code: "type-mismatch",
        message: "'\(name)' is one of a list, of which Lua does not know the order",
        hint: "== tells them apart, sort knows the order: "
          + Counts.list(labels.prefix(12).map(ShellWord.quoted), last: "or"))
    }
    switch (kind, other) {
    case (.boolean, .text), (.boolean, .number):
      return Self.notATruth(name, source.hasValue(column))
    case (.boolean, .column(let index)) where source.kind(of: index) != .boolean:
      return Self.notATruth(name, source.hasValue(column) && source.hasValue(index))
    case (.text, .number(let literal)):
      let (reason, hint) = source.textReason(column)
      return LuaFailure(
        code: "type-mismatch", message: "\(name) is never \(literal): \(reason)",
        hint: source.meansTexts(column) ? "write '\(literal)'; or \(hint)" : hint)
    case (.text, .column(let index)) where source.kind(of: index).isNumeric:
      guard source.hasValue(column), source.hasValue(index) else { return nil }
      let (reason, hint) = source.textReason(column)
      let number = source.table.columns[index].name
      return LuaFailure(
        code: "type-mismatch",
        message: "\(name) is never \(number), a number column: \(reason)", hint: hint)
    case (.number, .text(let literal)) where source.hasValue(column),
      (.decimal, .text(let literal)) where source.hasValue(column):
      return LuaFailure(
        code: "type-mismatch",
        message: "\(name) is never \(literal): column '\(name)' is a number column",
        hint: "write numbers without quotes")
    default: return nil
    }
  }

  private static func notATruth(_ name: String, _ hasValue: Bool) -> LuaFailure? {
    guard hasValue else { return nil }
    return LuaFailure(
      code: "type-mismatch", message: "\(name) is true or false: column '\(name)' is boolean",
      hint: "write \(name), not \(name), or \(name) == false")
  }

  /// What Lua reads a number as that it cannot keep; nil: it keeps it.
  private static func rounded(_ literal: String) -> String? {
    var text = literal
    return text.withUTF8 { bytes in
      guard let decimal = DecimalNumber(UnsafeRawBufferPointer(bytes)), decimal.integer == nil,
        decimal.double == nil
      else { return nil }
      let value = decimal.rounded
      return Int64(exactly: value).map { String($0) } ?? NumberText.exactText(of: value)
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
