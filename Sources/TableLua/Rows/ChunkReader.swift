import Lua
import TableKit

/// Finds comparisons of a name or a field with a literal in a chunk, and uses of one as if it were a
/// table.
struct ChunkReader {
  struct Comparison {
    let name: String
    /// The first token of it.
    let index: Int
    /// The lines to which Lua may count that it reads the field.
    let lines: [Int]
    let literal: LiteralComparison.Operand
    let sign: String
  }

  /// A use of a value as a table, which a cell is never.
  struct TableUse {
    enum Kind {
      /// `user.name`, with the name.
      case member(String)
      /// `#tags`.
      case length
      /// `tags[1]`.
      case element
    }

    let name: String
    let index: Int
    let line: Int
    let kind: Kind
  }

  private let kinds: [LuaToken.Kind]
  private let texts: [String]
  private let lines: [Int]
  /// The comparisons of fields, by name.
  private(set) var fields: NameTable<[Comparison]> = [:]
  /// The uses of fields as tables, by name.
  private(set) var tableUses: NameTable<[TableUse]> = [:]
  /// The uses of variables as tables.
  private var namedUses: [TableUse] = []
  /// The comparisons of variables.
  private var names: [Comparison] = []

  init(_ bytes: [UInt8]) {
    let tokens: [LuaToken]
    (tokens, kinds, texts) = LuaLexer(bytes: bytes).code
    var (line, at) = (1, 0)
    lines = tokens.map { token in
      for byte in bytes[at..<token.range.lowerBound] where byte == 0x0A { line += 1 }
      at = token.range.lowerBound
      return line
    }
    let guarded = Set(
      texts.indices.filter { texts[$0] == "type" && text($0 + 1) == "(" }.map { lines[$0] })
    for index in texts.indices where !guarded.contains(lines[index]) {
      guard let (use, isField) = tableUse(at: index) else { continue }
      if isField { tableUses[use.name, default: []].append(use) } else { namedUses.append(use) }
    }
    for local in locals {
      tableUses[local.field, default: []] += uses(of: local.name, in: local.scope).map {
        TableUse(name: local.field, index: $0.index, line: local.line, kind: $0.kind)
      }
    }
    for index in texts.indices {
      guard Self.comparisons.contains(texts[index]), let found = comparison(at: index),
        guarded.isDisjoint(with: found.comparison.lines)
      else { continue }
      if found.isField {
        fields[found.comparison.name, default: []].append(found.comparison)
      } else {
        names.append(found.comparison)
      }
    }
  }

  private func text(_ index: Int) -> String { texts.indices.contains(index) ? texts[index] : "" }

  private static let comparisons: Set<String> = ["==", "~=", "<", "<=", ">", ">="]
  /// What binds closer than a comparison to what stands behind it.
  private static let operators: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "&", "|", "~", "<<", ">>",
  ]
  private static let before: Set<String> = operators.union(comparisons).union([
    "not", "#", ".", ":",
  ])

  private func comparison(at index: Int) -> (comparison: Comparison, isField: Bool)? {
    if let operand = operand(before: index),
      !Self.before.contains(text(operand.range.lowerBound - 1)),
      let literal = literal(after: index), !Self.operators.contains(text(literal.end))
    {
      return (
        Comparison(
          name: operand.name, index: operand.range.lowerBound,
          lines: [lines[index - 1], lines[index]], literal: literal.operand, sign: texts[index]),
        operand.isField
      )
    }
    guard let literal = literal(before: index), !Self.before.contains(text(literal.start - 1)),
      let operand = operand(after: index), !Self.operators.contains(text(operand.range.upperBound))
    else { return nil }
    let end = operand.range.upperBound
    return (
      Comparison(
        name: operand.name, index: operand.range.lowerBound,
        lines: [lines[end - 1], lines[min(end, lines.count - 1)]], literal: literal.operand,
        sign: LiteralComparison.mirrored[texts[index]] ?? texts[index]),
      operand.isField
    )
  }

  private func literal(after index: Int) -> (operand: LiteralComparison.Operand, end: Int)? {
    guard index + 1 < texts.count else { return nil }
    let (next, kind) = (texts[index + 1], kinds[index + 1])
    if kind == .string { return (.text(next), index + 2) }
    if kind == .number { return (.number(next), index + 2) }
    guard next == "-", index + 2 < texts.count, kinds[index + 2] == .number else { return nil }
    return (.number("-" + texts[index + 2]), index + 3)
  }

  private func literal(before index: Int) -> (operand: LiteralComparison.Operand, start: Int)? {
    guard index > 0 else { return nil }
    if kinds[index - 1] == .string { return (.text(texts[index - 1]), index - 1) }
    guard kinds[index - 1] == .number else { return nil }
    let isNegative = text(index - 2) == "-" && !isOperand(index - 3)
    return isNegative
      ? (.number("-" + texts[index - 1]), index - 2) : (.number(texts[index - 1]), index - 1)
  }

  /// Whether something ends there that an operator can follow.
  private func isOperand(_ index: Int) -> Bool {
    guard texts.indices.contains(index) else { return false }
    return [.name, .number, .string].contains(kinds[index])
      || [")", "]", "}", "nil", "true", "false", "end", "..."].contains(texts[index])
  }

  private typealias Operand = (name: String, isField: Bool, range: Range<Int>)

  /// `name`, or `….field` or `…["field"]`.
  private func operand(before index: Int) -> Operand? {
    guard index > 0 else { return nil }
    let last = index - 1
    if kinds[last] == .name, text(last - 1) != ".", text(last - 1) != ":" {
      return (texts[last], false, last..<index)
    }
    guard let field = field(endingAt: last) else { return nil }
    var start = field.start
    // Goes back over what the field is one of.
    while true {
      guard start >= 0 else { return nil }
      if texts[start] == ")" || texts[start] == "]" {
        guard let opening = opening(of: start) else { return nil }
        start = opening
        guard isOperand(start - 1), texts[start - 1] != "end" else { break }
        start -= 1
      } else {
        guard kinds[start] == .name else { return nil }
        guard [".", ":"].contains(text(start - 1)) else { break }
        start -= 2
      }
    }
    return (field.name, true, start..<index)
  }

  private func operand(after index: Int) -> Operand? {
    guard index + 1 < texts.count, kinds[index + 1] == .name else { return nil }
    var end = index + 2
    while true {
      switch text(end) {
      case ".", ":": end += 2
      case "[", "(", "{":
        guard let closing = closing(of: end) else { return nil }
        end = closing + 1
      default:
        if end < kinds.count, kinds[end] == .string { return nil }
        guard end <= texts.count else { return nil }
        if end == index + 2 { return (texts[index + 1], false, index + 1..<end) }
        return field(endingAt: end - 1).map { ($0.name, true, index + 1..<end) }
      }
    }
  }

  /// The name of the field that is read last, and where that ends of which it is one.
  private func field(endingAt last: Int) -> (name: String, start: Int)? {
    // `row.text.name` is a text whatever the column is.
    if kinds[last] == .name, text(last - 1) == "." {
      return text(last - 2) == "text" && text(last - 3) == "." ? nil : (texts[last], last - 2)
    }
    guard texts[last] == "]", last > 2, texts[last - 2] == "[", kinds[last - 1] == .string,
      !texts[last - 1].utf8.contains(0x5C), text(last - 3) != "text" || text(last - 4) != "."
    else { return nil }
    return (LuaLexer.unquoted(texts[last - 1]), last - 3)
  }

  private static let brackets = [")": "(", "]": "[", "}": "{"]

  private func opening(of index: Int) -> Int? { partner(of: (0...index).reversed()) }

  private func closing(of index: Int) -> Int? { partner(of: index..<texts.count) }

  /// The bracket that matches the one at the first of some places.
  private func partner(of places: some Sequence<Int>) -> Int? {
    var depth = 0
    return places.first { i in
      if Self.brackets[texts[i]] != nil { depth += 1 }
      if Self.brackets.values.contains(texts[i]) { depth -= 1 }
      return depth == 0
    }
  }

  // MARK: Uses as tables

  private func tableUse(at index: Int) -> (use: TableUse, isField: Bool)? {
    func use(_ name: String, _ last: Int, _ kind: TableUse.Kind, _ isField: Bool) -> (
      TableUse, Bool
    ) {
      (TableUse(name: name, index: index, line: lines[last], kind: kind), isField)
    }
    if texts[index] == "#", let operand = operand(after: index) {
      return use(operand.name, operand.range.upperBound - 1, .length, operand.isField)
    }
    var (name, last, isField) = (texts[index], index, text(index - 1) == ".")
    if kinds[index] == .string, text(index - 1) == "[", text(index + 1) == "]",
      isOperand(index - 2)
    {
      (name, last, isField) = (LuaLexer.unquoted(name), index + 1, true)
    } else if kinds[index] != .name || text(index - 1) == ":" || isField && name == "text" {
      return nil
    }
    // `row.text.name` is a text whatever the column is.
    if isField, text(index - 2) == "text", text(index - 3) == "." { return nil }
    var kind = TableUse.Kind.element
    var end = last + 3
    if text(last + 1) == ".", end <= texts.count {
      kind = .member(texts[last + 2])
    } else if text(last + 1) == "[", let closing = closing(of: last + 1) {
      if closing == last + 3, kinds[last + 2] == .string {
        kind = .member(LuaLexer.unquoted(texts[last + 2]))
      }
      end = closing + 1
    } else {
      return nil
    }
    return ["(", "{", "="].contains(text(end)) ? nil : use(name, last, kind, isField)
  }

  /// The variables that hold a field, in the blocks in which they do.
  private var locals: [(name: String, field: String, line: Int, scope: Range<Int>)] {
    texts.indices.compactMap { index in
      guard texts[index] == "local", text(index + 2) == "=", kinds[index + 1] == .name,
        let field = operand(after: index + 2), field.isField
      else { return nil }
      let end = field.range.upperBound
      guard !Self.before.contains(text(end)) else { return nil }
      return (
        texts[index + 1], field.name, lines[end - 1], end..<(endOfBlock(from: end) ?? texts.count)
      )
    }
  }

  /// The uses of a variable as a table, where its type is not asked for.
  private func uses(of name: String, in scope: Range<Int>) -> [TableUse] {
    let isGuarded = scope.contains {
      texts[$0] == "type" && text($0 + 1) == "(" && text($0 + 2) == name
    }
    return isGuarded ? [] : namedUses.filter { $0.name == name && scope.contains($0.index) }
  }

  /// The `end` or `until` of the block that a token stands in.
  private func endOfBlock(from start: Int) -> Int? {
    var depth = 0
    return (start..<texts.count).first { i in
      guard kinds[i] == .keyword else { return false }
      if ["function", "do", "if", "repeat"].contains(texts[i]) { depth += 1 }
      if ["end", "until"].contains(texts[i]) { depth -= 1 }
      return depth < 0
    }
  }

  /// The uses of parameters as tables in a function.
  func tableUses(in declaration: LuaDeclaration) -> [TableUse] {
    guard let body = body(of: declaration) else { return [] }
    return Set(declaration.parameters).subtracting(namesDeclared(in: body)).sorted().flatMap {
      uses(of: $0, in: body)
    }
  }

  // MARK: Functions

  /// The comparisons of parameters in a function that are no other variables there; of two functions
  /// that cannot be told apart none.
  func comparisons(in declaration: LuaDeclaration) -> [Comparison] {
    guard let body = body(of: declaration) else { return [] }
    let own = Set(declaration.parameters).subtracting(namesDeclared(in: body))
    return names.filter { body.contains($0.index) && own.contains($0.name) }
  }

  /// The comparisons of a field in a function.
  func comparisons(of field: String, in declaration: LuaDeclaration) -> [Comparison] {
    guard let found = fields[field], let body = body(of: declaration) else { return [] }
    return found.filter { body.contains($0.index) }
  }

  /// The body of a function; of two that cannot be told apart none.
  private func body(of declaration: LuaDeclaration) -> Range<Int>? {
    let bodies = texts.indices.compactMap { body(of: $0, declaration) }
    return bodies.count == 1 ? bodies[0] : nil
  }

  /// The body of the function that begins at a token, if it is the one that is meant.
  private func body(of index: Int, _ declaration: LuaDeclaration) -> Range<Int>? {
    guard texts[index] == "function", lines[index] == declaration.lines.lowerBound,
      let start = texts[index...].firstIndex(of: "("), let close = closing(of: start),
      texts[start + 1..<close].filter({ $0 != "," }) == declaration.parameters[...],
      let end = endOfBlock(from: index + 1), lines[end] == declaration.lines.upperBound
    else { return nil }
    return close + 1..<end
  }

  /// The names that a body declares: behind `local` and `for`, and as parameters of functions inside.
  private func namesDeclared(in body: Range<Int>) -> Set<String> {
    var declared: Set<String> = []
    for i in body where ["local", "for", "function"].contains(texts[i]) {
      var j = i + 1
      if texts[i] == "function" {
        guard let start = texts[j...].firstIndex(of: "(") else { continue }
        j = start + 1
      }
      while j < texts.count, kinds[j] == .name || texts[j] == "," {
        declared.insert(texts[j])
        j += 1
      }
    }
    return declared
  }
}
