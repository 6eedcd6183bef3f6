import CommandLanguage
import TableKit

// Texts that are like a pattern, and texts that are joined: `||` in SQL, `&` in a spreadsheet, `+` in pandas, a dot in Perl.

extension ForeignExpression.Operand {
  /// Whether it is a text, and no number in quotes.
  var isPlainText: Bool { literal.map { DecimalNumber.double($0) == nil } ?? false }
}

extension ForeignExpression {
  /// Takes the dot between blanks with which Miller, Perl and PHP join texts, and SQL's sign in a value.
  mutating func joining(_ left: Operand) -> String? {
    if !isCondition, take("||") { return ".." }
    // `City & "!"`, as spreadsheets have it.
    if !isCondition, next?.text == "&", !left.isTruth,
      left.isPlainText || left.lua.contains(" .. ") || peek()?.kind == .text
        || left.column.map({ !columns.table.kind(of: $0).isNumeric }) == true
    {
      index += 1
      return ".."
    }
    guard next?.is(".") == true, next?.followsBlank == true, peek()?.followsBlank == true else {
      return nil
    }
    index += 1
    return ".."
  }

  /// `City = "B*"` as a spreadsheet has it, where no cell is that text, and `City = berlin ignoring case`; nil: it
  /// is another text.
  func alike(_ left: Operand, _ right: Operand) throws(Unreadable) -> Operand? {
    guard let column = left.column, let text = right.literal,
      !columns.holds(text, in: column, whole: true)
    else { return nil }
    if let end = [" ignoring case", " ignore case", " in any case"].first(where: text.hasSuffix) {
      return try like(left, String(text.dropLast(end.count)), foldsCase: true)
    }
    let isOpen = text.hasPrefix("*") || text.hasSuffix("*")
    return isOpen && text.utf8.count > 1 ? try like(left, text, foldsCase: false) : nil
  }
}

// MARK: - Patterns

extension ForeignExpression {
  /// A pattern of SQL: `%` is any text, `_` any character.
  func like(_ value: Operand, _ written: String, foldsCase: Bool) throws(Unreadable) -> Operand {
    if written.contains("|"), written.contains("%"),
      value.column.map({ !columns.holds("|", in: $0, whole: false) }) ?? true
    {
      let parts = try written.split(separator: "|").map { (part) throws(Unreadable) in
        try like(value, String(part), foldsCase: foldsCase).wrapped(.and)
      }
      return Operand(lua: parts.joined(separator: " or "), strength: .or)
    }
    // `B*`, as spreadsheets have it.
    let hasJoker = written.contains("*") && !written.contains("%")
    let pattern = hasJoker ? written.replacing("*", with: "%").replacing("?", with: "_") : written
    var middle = foldsCase ? pattern.lowercased() : pattern
    let (isOpenBefore, isOpenBehind) = (middle.hasPrefix("%"), middle.hasSuffix("%"))
    if !middle.contains("%"), !middle.contains("_"), !foldsCase {
      // No cell is the text, but some hold it: that is what was meant.
      if let column = value.column, !columns.holds(pattern, in: column, whole: true),
        columns.holds(pattern, in: column, whole: false)
      {
        return try matched(value, pattern: Self.escaped(pattern))
      }
      if ForeignRegex.isOne(pattern) { return try held(value, pattern) }
      return try compared(value, "==", Operand(lua: Quoting.quoted(pattern), literal: pattern))
    }
    if middle.contains("_"), value.column.map(columns.hasWideLetters) ?? false {
      throw Unreadable()
    }
    if isOpenBefore { middle.removeFirst() }
    if isOpenBehind, !middle.isEmpty { middle.removeLast() }
    let inner = middle.map { letter in
      letter == "%" ? ".*" : letter == "_" ? "." : Self.escaped(String(letter))
    }.joined()
    return try matched(
      value, pattern: (isOpenBefore ? "" : "^") + inner + (isOpenBehind ? "" : "$"),
      foldsCase: foldsCase)
  }

  /// A pattern of Lua.
  func matched(
    _ value: Operand, pattern: String, foldsCase: Bool = false
  ) throws(Unreadable) -> Operand {
    try method(value, "\(foldsCase ? ":lower()" : ""):match(\(Quoting.quoted(pattern)))")
  }

  /// A text that a cell holds.
  func found(_ value: Operand, _ text: String) throws(Unreadable) -> Operand {
    Self.escaped(text) == text
      ? try matched(value, pattern: text)
      : try method(value, ":find(\(Quoting.quoted(text)), 1, true)")
  }

  /// A call of a method whose result is a truth; null has none.
  func method(_ value: Operand, _ call: String) throws(Unreadable) -> Operand {
    let value = try known(value)
    guard let column = value.column else {
      return Operand(lua: value.wrapped(.atom) + call, isMatch: true)
    }
    let isNumber = columns.table.kind(of: column).isNumeric
    let lua = isNumber ? "tostring(\(value.lua))\(call)" : value.lua + call
    return columns.hasNulls(column)
      ? Operand(lua: "\(value.lua) and \(lua)", strength: .and)
      : Operand(lua: lua, isMatch: true)
  }

  /// A text for which a pattern of Lua stands that matches it alone.
  static func escaped(_ text: String) -> String {
    text.map { "^$()%.[]*+-?".contains($0) ? "%\($0)" : String($0) }.joined()
  }
}
