import CommandLanguage
import TableKit
import Wording

// Values that depend on a condition, and conditions whose column is named once.

extension ForeignExpression {
  /// The whole of a value or condition: also `c ? a : b`, `a if c else b`, `if c then a else b end` and
  /// `CASE WHEN c THEN a ELSE b END`.
  mutating func whole() throws(Unreadable) -> Operand {
    guard !isCondition else { return try or() }
    if next?.is("case") == true, peek()?.is("when") == true {
      index += 1
      return try cases()
    }
    if next?.is("if") == true, peek()?.text != "(" {
      index += 1
      let condition = try or()
      guard condition.isTruth, take("then") else { throw Unreadable() }
      let value = try or()
      guard take("else") else { throw Unreadable() }
      let other = try whole()
      _ = take("end")
      return try choice(condition, value, other)
    }
    let first = try or()
    if first.isTruth, take("?") {
      let value = try or()
      guard take(":") else { throw Unreadable() }
      return try choice(first, value, try whole())
    }
    if !first.isTruth, take("if") {
      let condition = try or()
      guard condition.isTruth, take("else") else { throw Unreadable() }
      return try choice(condition, first, try whole())
    }
    return first
  }

  /// `WHEN c THEN a … ELSE b END`.
  private mutating func cases() throws(Unreadable) -> Operand {
    var parts: [String] = []
    while take("when") {
      let condition = try or()
      guard condition.isTruth, take("then") else { throw Unreadable() }
      parts.append("\(condition.wrapped(.and)) and \(try constant(try or()))")
    }
    if take("else") { parts.append(try constant(try or())) }
    guard take("end") else { throw Unreadable() }
    return Operand(lua: parts.joined(separator: " or "), strength: .or)
  }

  private func choice(
    _ condition: Operand, _ value: Operand, _ other: Operand
  ) throws(Unreadable) -> Operand {
    let lua = "\(condition.wrapped(.and)) and \(try constant(value)) or \(try constant(other))"
    return Operand(lua: lua, strength: .or, truth: .value)
  }

  private func constant(_ value: Operand) throws(Unreadable) -> String {
    guard value.isUnknown else { return value.wrapped(.sum) }
    // A text without its quotes.
    let names = columns.table.columns.map(\.name)
    guard Nearest.nearest(to: value.lua, in: names).isEmpty else { throw Unreadable() }
    return Quoting.quoted(value.lua)
  }

  /// `and <= 10` behind `Qty >= 5`: what was compared last is compared again; nil: no sign is next.
  mutating func comparedAgain() throws(Unreadable) -> Operand? {
    guard isCondition, let last = lastComparison, let next, next.kind == .symbol,
      let sign = Self.signs[next.text]
    else { return nil }
    index += 1
    let right = try side()
    lastComparison = (last.left, sign)
    namesColumn = true
    return try compared(last.left, sign, right)
  }

  /// A text without parentheses around the whole.
  static func unwrapped(_ lua: String) -> String {
    guard lua.hasPrefix("("), lua.hasSuffix(")") else { return lua }
    var depth = 0
    for token in ForeignText(lua).tokens.dropLast() where token.kind == .symbol {
      depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
      if depth == 0 { return lua }
    }
    return String(lua.dropFirst().dropLast())
  }

  /// Letters of a text, from one to another, counted from 1: bytes where the column has no other letters.
  ///
  /// - Parameter last: nil: up to the end; a `first` below 0 counts from there.
  func letters(of value: Operand, from first: Int, to last: Int?) -> Operand {
    if !isCondition, let column = value.column, columns.hasNulls(column) {
      // Null stays null.
      let call = letters(
        of: Operand(lua: value.lua), isWide: columns.hasWideLetters(column), first, last)
      return Operand(lua: "\(value.lua) and \(call)", strength: .and)
    }
    let isWide = value.column.map(columns.hasWideLetters) ?? false
    return Operand(lua: letters(of: Operand(lua: cell(value)), isWide: isWide, first, last))
  }

  private func letters(of value: Operand, isWide: Bool, _ first: Int, _ last: Int?) -> String {
    let cell = value.lua
    guard isWide else { return "\(cell):sub(\(first)\(last.map { ", \($0)" } ?? ""))" }
    // `utf8.offset` is nil where the text is shorter.
    let start =
      first == 1 ? "1" : "utf8.offset(\(cell), \(first)) or \(first < 0 ? "1" : "#\(cell) + 1")"
    let end = last.map { ", (utf8.offset(\(cell), \($0 + 1)) or 0) - 1" } ?? ""
    return "\(cell):sub(\(start)\(end))"
  }
}

// MARK: - Tokens

extension ForeignExpression {
  var next: ForeignText.Token? { index < text.tokens.count ? text.tokens[index] : nil }

  func peek(_ distance: Int = 1) -> ForeignText.Token? {
    text.tokens.indices.contains(index + distance) ? text.tokens[index + distance] : nil
  }

  /// Takes words or symbols, if they are next.
  mutating func take(_ words: String...) -> Bool {
    for (distance, word) in words.enumerated() where peek(distance)?.is(word) != true {
      return false
    }
    index += words.count
    return true
  }

  /// Takes the first of several that is next.
  mutating func take(oneOf words: [String]) -> String? {
    guard let next, next.kind != .text else { return nil }
    let found = words.first { next.is($0) }
    if found != nil { index += 1 }
    return found
  }
}
