import Lua
import TableKit

/// The comparisons with a literal in the Lua that was loaded, and the members of cells. Lua answers
/// `row.zip == 94305` with false where zips are texts; where such a field is read of a row, or such a
/// parameter of a rule is a column, it is an error, as it is in `where`. So is `row.user.name` where
/// users are objects: to Lua these are texts, which have no members.
///
/// A line that asks for a `type` is left alone: it knows what it compares.
///
/// A class because every chunk is noted in the same one.
final class SourceComparisons {
  /// The texts of chunks, by their names, until they are looked at.
  private var sources: [String: [UInt8]] = [:]
  private var readers: [String: ChunkReader] = [:]

  /// Notes a chunk, in place of an earlier one of its name.
  ///
  /// - Parameter name: as Lua has it: `@file` or `=lua`; others are of no interest.
  func didLoad(_ bytes: [UInt8], name: String) {
    guard name.hasPrefix("@") || name == "=lua" else { return }
    let chunk = String(name.dropFirst())
    sources[chunk] = bytes
    readers[chunk] = nil
  }

  private func reader(of chunk: String) -> ChunkReader? {
    if let bytes = sources.removeValue(forKey: chunk) { readers[chunk] = ChunkReader(bytes) }
    return readers[chunk]
  }

  /// The failures of comparisons of a field that is a column, by the places that read it.
  ///
  /// - Complexity: O(rows) where there are any.
  func failures(of column: Int, in source: TableRows) -> [LuaPlace: LuaFailure] {
    for chunk in sources.keys { _ = reader(of: chunk) }
    let name = source.table.columns[column].name
    var failures: [LuaPlace: LuaFailure] = [:]
    for (chunk, reader) in readers {
      for found in reader.fields[name] ?? [] {
        let comparison = LiteralComparison(
          column: column, other: found.literal, sign: found.sign)
        guard let failure = comparison.failure(over: source) else { continue }
        for line in found.lines { failures[LuaPlace(chunk: chunk, line: line)] = failure }
      }
      for found in reader.members[name] ?? [] where holdsObjects(column, in: source) {
        failures[LuaPlace(chunk: chunk, line: found.line)] = LuaFailure(
          code: "no-such-member",
          message: "'\(name)' is a text to Lua and has no member '\(found.name)'",
          hint: "where and := know \(name).\(found.name): column add NAME := \(name).\(found.name)")
      }
    }
    return failures
  }

  private func holdsObjects(_ column: Int, in source: TableRows) -> Bool {
    let isTyped = source.table.syntax.isTyped
    var reader = CellReader(source.table, source.table.columns[column].id)
    return source.table.allRows.contains { row in
      reader.withCell(row) { CellMember.object($0, $1, isTyped: isTyped) != nil }
    }
  }

  /// The error of the first comparison in a rule of a parameter that is a column.
  ///
  /// - Parameter arguments: the column of each parameter.
  func failure(of rule: LuaFunction, _ arguments: [Int], in source: TableRows) -> LuaError? {
    guard let chunk = rule.declaration?.chunk else { return nil }
    for (comparison, line) in comparisons(in: rule, arguments) {
      if let failure = comparison.failure(over: source) {
        return failure.luaError(at: LuaPlace(chunk: chunk, line: line))
      }
    }
    return nil
  }

  /// What to say of comparisons with an empty text in a rule, of parameters and of fields of its row.
  func notes(of rule: LuaFunction, _ arguments: [Int], in source: TableRows) -> [String] {
    var all = comparisons(in: rule, arguments).map(\.comparison)
    if let declaration = rule.declaration, let reader = reader(of: declaration.chunk) {
      for (index, column) in source.table.columns.enumerated() {
        all += reader.comparisons(of: column.name, in: declaration).map {
          LiteralComparison(column: index, other: $0.literal, sign: $0.sign)
        }
      }
    }
    return EmptinessComparison.all(of: all).compactMap { $0.note(over: source) }
  }

  /// The comparisons in a rule of parameters that are columns, and their lines.
  private func comparisons(
    in rule: LuaFunction, _ arguments: [Int]
  ) -> [(comparison: LiteralComparison, line: Int)] {
    guard let declaration = rule.declaration, let reader = reader(of: declaration.chunk) else {
      return []
    }
    return reader.comparisons(in: declaration).compactMap { found in
      guard let parameter = declaration.parameters.firstIndex(where: { $0 === found.name }),
        arguments.indices.contains(parameter)
      else { return nil }
      let comparison = LiteralComparison(
        column: arguments[parameter], other: found.literal, sign: found.sign)
      return (comparison, found.lines[0])
    }
  }
}

extension LuaFailure {
  /// The error that a script can catch, with the place where it was made.
  func luaError(at place: LuaPlace) -> LuaError {
    var error = luaError
    error.place = place
    return error
  }
}

/// Finds comparisons of a name or a field with a literal in a chunk.
private struct ChunkReader {
  struct Comparison {
    let name: String
    /// The first token of it.
    let index: Int
    /// The lines to which Lua may count that it reads the field.
    let lines: [Int]
    let literal: LiteralComparison.Operand
    let sign: String
  }

  private let kinds: [LuaToken.Kind]
  private let texts: [String]
  private let lines: [Int]
  /// The comparisons of fields, by name.
  private(set) var fields: NameTable<[Comparison]> = [:]
  /// The fields of fields, such as `row.user.name`, by the name of the first.
  private(set) var members: NameTable<[(name: String, line: Int)]> = [:]
  /// The comparisons of variables.
  private var names: [Comparison] = []

  init(_ bytes: [UInt8]) {
    let lexer = LuaLexer(bytes: bytes)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    (kinds, texts) = (tokens.map(\.kind), tokens.map { lexer.text(of: $0) })
    var (line, at) = (1, 0)
    lines = tokens.map { token in
      for byte in bytes[at..<token.range.lowerBound] where byte == 0x0A { line += 1 }
      at = token.range.lowerBound
      return line
    }
    let guarded = Set(
      texts.indices.filter { texts[$0] == "type" && text($0 + 1) == "(" }.map { lines[$0] })
    for index in texts.indices.dropLast(3)
    where texts[index] == "." && texts[index + 2] == "." && texts[index + 1] != "text"
      && !["(", "{", "="].contains(text(index + 4)) && !guarded.contains(lines[index])
    {
      members[texts[index + 1], default: []].append((texts[index + 3], lines[index]))
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

  private func opening(of index: Int) -> Int? {
    var depth = 0
    for i in (0...index).reversed() {
      if Self.brackets[texts[i]] != nil { depth += 1 }
      if Self.brackets.values.contains(texts[i]) { depth -= 1 }
      if depth == 0 { return i }
    }
    return nil
  }

  private func closing(of index: Int) -> Int? {
    var depth = 0
    for i in index..<texts.count {
      if Self.brackets.values.contains(texts[i]) { depth += 1 }
      if Self.brackets[texts[i]] != nil { depth -= 1 }
      if depth == 0 { return i }
    }
    return nil
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
      let end = end(of: index), lines[end] == declaration.lines.upperBound
    else { return nil }
    return close + 1..<end
  }

  /// The `end` of a function.
  private func end(of index: Int) -> Int? {
    var depth = 0
    for i in index..<texts.count where kinds[i] == .keyword {
      switch texts[i] {
      case "function", "do", "if", "repeat": depth += 1
      case "end", "until":
        depth -= 1
        if depth == 0 { return i }
      default: break
      }
    }
    return nil
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
