import CommandLanguage
import TableKit
import Wording

// What operators and functions of other languages are in Lua.

extension ForeignExpression.Operand {
  /// In parentheses, where an operator around it binds as tightly or tighter.
  func wrapped(_ around: ForeignExpression.Strength) -> String {
    strength.rawValue < around.rawValue ? "(\(lua))" : lua
  }

  /// The opposite.
  var negated: ForeignExpression.Operand {
    let inner = strength == .atom ? lua : "(\(lua))"
    return .init(lua: "not \(inner)", strength: .comparison)
  }
}

extension ForeignExpression {
  /// A comparison; a text or number is written as the kind of the column wants it.
  func compared(_ left: Operand, _ sign: String, _ right: Operand) throws(Unreadable) -> Operand {
    let (one, other) = (try known(left), try known(right))
    let sides = [try literal(one, besides: other), try literal(other, besides: one)]
    return Operand(lua: "\(sides[0]) \(sign) \(sides[1])", strength: .comparison)
  }

  /// A name on the left that is nearly a column's is that column.
  private func known(_ operand: Operand) throws(Unreadable) -> Operand {
    guard operand.isUnknown else { return operand }
    let names = columns.table.columns.map(\.name)
    guard let near = Nearest.nearest(to: operand.lua, in: names, limit: 1).first,
      let column = columns.column(near)
    else { throw Unreadable() }
    return Operand(lua: ForeignColumns.lua(column), column: column)
  }

  private func literal(_ operand: Operand, besides other: Operand) throws(Unreadable) -> String {
    guard let text = operand.literal, let column = other.column else {
      return operand.wrapped(.sum)
    }
    let kind = columns.table.kind(of: column)
    let lua = Quoting.literal(text, kind)
    // Texts that look like numbers may be meant as numbers: the error says how they become some.
    if kind == .text, operand.lua.first != "\"" { throw Unreadable() }
    if kind.isNumeric, lua.first == "\"" { throw Unreadable() }
    return lua
  }

  func between(_ value: Operand, _ low: Operand, _ high: Operand) throws(Unreadable) -> Operand {
    let (first, last) = (try compared(value, ">=", low), try compared(value, "<=", high))
    return Operand(lua: "\(first.lua) and \(last.lua)", strength: .and)
  }

  func among(_ value: Operand, _ list: [Operand]) throws(Unreadable) -> Operand {
    guard !list.isEmpty else { throw Unreadable() }
    var parts: [String] = []
    for each in list {
      guard each.literal != nil || each.isUnknown else { throw Unreadable() }
      let other = each.isUnknown ? Operand(lua: Quoting.quoted(each.lua), literal: each.lua) : each
      parts.append(try compared(value, "==", other).lua)
    }
    return Operand(
      lua: parts.joined(separator: " or "), strength: parts.count > 1 ? .or : .comparison)
  }
}

// MARK: - Lists

extension ForeignExpression {
  /// The values of a list in brackets.
  mutating func list() throws(Unreadable) -> [Operand] {
    guard let opening = take(oneOf: ["(", "[", "{"]) else { throw Unreadable() }
    let closing = ["(": ")", "[": "]", "{": "}"][opening] ?? ")"
    var values: [Operand] = []
    if take(closing) { return [] }
    let isOutside = !isInList
    isInList = true
    defer { isInList = !isOutside }
    repeat { values.append(try or()) } while take(",")
    guard take(closing) else { throw Unreadable() }
    return values
  }

  /// The values of a list without its brackets; nil: it has them.
  mutating func bareList() throws(Unreadable) -> [Operand]? {
    guard let next, !"([{".contains(next.text) else { return nil }
    var values: [Operand] = []
    isInList = true
    defer { isInList = false }
    repeat { values.append(try side()) } while take(",")
    return values
  }
}

// MARK: - Texts and dates without quotes

extension ForeignExpression {
  /// What `and` or `or` joins. A text or a number alone, which would be true of all rows, is compared as the
  /// last one was: `City = 'Bonn' or 'Ulm'`, `Qty > 5 or 6`. What differs from one or the other differs from
  /// both.
  mutating func joined(
    _ left: Operand, _ word: String, _ read: (inout Self) throws(Unreadable) -> Operand
  ) throws(Unreadable) -> Operand {
    let strength = word == "or" ? Strength.or : .and
    let (namedBefore, last) = (namesColumn, lastComparison)
    namesColumn = false
    let again = try comparedAgain()
    var right = if let again { again } else { try read(&self) }
    let isConstant = right.literal != nil || !namesColumn && right.strength == .sum
    namesColumn = namesColumn || namedBefore
    var joint = (word: word, strength: strength)
    if isCondition, isConstant || right.isUnknown {
      guard let (column, sign) = last, word == "or" || sign == "~=" else {
        throw Unreadable()
      }
      lastComparison = last
      if right.isUnknown {
        right = Operand(lua: Quoting.quoted(right.lua), literal: right.lua)
      }
      right = try compared(column, sign, right)
      if sign == "~=" {
        guard left.strength != .or else { throw Unreadable() }
        joint = ("and", .and)
      }
    }
    return Operand(
      lua: "\(left.wrapped(joint.strength)) \(joint.word) \(right.wrapped(joint.strength))",
      strength: joint.strength)
  }

  /// `has no X`, `does not contain X`: a cell that does not hold a text; nil: it is something else.
  mutating func lack(_ left: Operand) throws(Unreadable) -> Operand? {
    let isLack =
      take("has", "no") || take("has", "not") || take("contains", "no") || take("contains", "not")
      || take("does", "not", "contain") || take("doesnt", "contain") || take("not", "contains")
      || take("doesn", "'", "t", "contain") || take("does", "not", "have") || take("without")
      || take("lacks")
    guard isLack else { return nil }
    return try found(left, try plainText()).negated
  }

  /// A text that may stand without quotes, also a sign such as `@`.
  mutating func plainText() throws(Unreadable) -> String {
    if let next, next.kind == .symbol,
      peek() == nil || peek().map({ $0.is("and") || $0.is("or") }) == true
    {
      index += 1
      return next.text
    }
    return try literal()
  }

  /// The words behind which a text without its quotes has ended.
  static let ends: Set<String> = [
    "and", "or", "set", "then", "order", "sort", "group", "limit", "having",
  ]

  /// Takes the rest of a date without quotes, `2024-06-01`, whose year was taken; nil: it is a number.
  var dateBehind: String? {
    mutating get {
      let parts = text.tokens[(index - 1)...].prefix(5)
      guard parts.count == 5, parts.dropFirst().allSatisfy({ !$0.followsBlank }),
        parts.map(\.text).joined().wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
      else { return nil }
      index += 4
      return parts.map(\.text).joined()
    }
  }
}

// MARK: - Patterns

extension ForeignExpression {
  /// A pattern of SQL: `%` is any text, `_` any character.
  func like(_ value: Operand, _ written: String, foldsCase: Bool) throws(Unreadable) -> Operand {
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
      return try compared(value, "==", Operand(lua: Quoting.quoted(pattern), literal: pattern))
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

  /// A regular expression, as far as Lua's patterns have its like.
  func matched(
    _ value: Operand, _ regex: String, foldsCase: Bool = false
  ) throws(Unreadable) -> Operand {
    var pattern = ""
    var isInClass = false
    var letters = regex[...]
    while let letter = letters.popFirst() {
      switch letter {
      case "\\":
        guard let escaped = letters.popFirst() else { throw Unreadable() }
        pattern += "%\(escaped)"
        if escaped.isLetter, !"dws".contains(escaped.lowercased()) { throw Unreadable() }
      case "|", "{", "}", "(", ")": throw Unreadable()
      case "%": pattern += "%%"
      case "-" where !isInClass: pattern += "%-"
      default:
        if letter == "[" { isInClass = true }
        if letter == "]" { isInClass = false }
        pattern.append(letter)
      }
    }
    return try matched(
      value, pattern: foldsCase ? pattern.lowercased() : pattern, foldsCase: foldsCase)
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
  private func method(_ value: Operand, _ call: String) throws(Unreadable) -> Operand {
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

// MARK: - Functions

extension ForeignExpression {
  /// A call of a function, or of a method, whose object comes first.
  func call(_ name: String, _ arguments: [Operand]) throws(Unreadable) -> Operand {
    func text(_ index: Int) throws(Unreadable) -> String {
      guard arguments.indices.contains(index), let text = arguments[index].literal else {
        throw Unreadable()
      }
      return text
    }
    guard let first = arguments.first else { throw Unreadable() }
    let known = name.lowercased().filter { $0 != "_" }
    // R's functions have the pattern first.
    let isTextFirst = first.literal != nil && arguments.count > 1 && arguments[1].column != nil
    let (value, other) = isTextFirst ? (arguments[1], 0) : (first, 1)
    switch known {
    case "isnull", "isna", "isblank", "isempty", "isnan", "isnone":
      return try compared(value, "==", Operand(lua: "nil"))
    case "notnull", "notna", "isnotnull", "ispresent", "isnotempty":
      return try compared(value, "~=", Operand(lua: "nil"))
    case "contains", "strcontains", "includes", "search", "instr", "has":
      return try found(value, try text(other))
    case "strdetect", "grepl", "regexmatch", "regexpmatches", "regexplike", "match", "matches",
      "test":
      return try matched(value, try text(other))
    case "startswith", "beginswith", "strstarts", "prefix":
      return try matched(value, pattern: "^" + Self.escaped(try text(other)))
    case "endswith", "strends", "suffix":
      return try matched(value, pattern: Self.escaped(try text(other)) + "$")
    case "isin": return try among(value, Array(arguments.dropFirst()))
    case "between" where arguments.count == 3: return try between(value, arguments[1], arguments[2])
    default: break
    }
    let parts = arguments.map { $0.wrapped(.sum) }
    guard arguments.allSatisfy({ !$0.isUnknown }) else { throw Unreadable() }
    switch (known, parts.count) {
    // A value that is null stays null.
    case ("lower", 1), ("lcase", 1), ("tolower", 1), ("upper", 1), ("ucase", 1), ("toupper", 1):
      let call = known.hasPrefix("l") || known.hasPrefix("tol") ? ":lower()" : ":upper()"
      if !isCondition, value.column != nil { return try method(value, call) }
      return Operand(lua: cell(value) + call)
    case ("len", 1), ("length", 1), ("nchar", 1), ("strlen", 1):
      let isWide = value.column.map(columns.hasWideLetters) ?? false
      let length = { (cell: String) in isWide ? "utf8.len(\(cell))" : "#" + cell }
      if !isCondition, let column = value.column, columns.hasNulls(column) {
        return Operand(lua: "\(value.lua) and \(length(value.lua))", strength: .and)
      }
      return Operand(lua: length(cell(value)))
    case ("left", 2), ("right", 2):
      guard let count = arguments[1].literal.flatMap(Int.init), count > 0 else {
        throw Unreadable()
      }
      return known == "left"
        ? letters(of: value, from: 1, to: count) : letters(of: value, from: -count, to: nil)
    case ("abs", 1), ("floor", 1), ("ceil", 1): return Operand(lua: "math.\(known)(\(parts[0]))")
    case ("int", 1): return Operand(lua: "math.floor(\(parts[0]))")
    case ("ceiling", 1): return Operand(lua: "math.ceil(\(parts[0]))")
    case ("round", 1): return Operand(lua: "math.floor(\(parts[0]) + 0.5)")
    case ("coalesce", 2), ("ifnull", 2), ("nvl", 2):
      return Operand(lua: "\(parts[0]) or \(parts[1])", strength: .or)
    case ("if", 3), ("iif", 3), ("ifelse", 3):
      let (isTrue, isFalse) = (
        Self.trueWords.contains(parts[1]), Self.falseWords.contains(parts[2])
      )
      return Operand(
        lua: "\(arguments[0].wrapped(.and)) and \(parts[1]) or \(parts[2])", strength: .or,
        truth: isTrue && isFalse ? .condition(arguments[0].lua) : .value)
    case ("trim", 1) where value.column != nil:
      return try method(value, ":match(\"^%s*(.-)%s*$\")")
    case ("mid", 3), ("substr", 3), ("substring", 3):
      guard let start = arguments[1].literal.flatMap(Int.init),
        let length = arguments[2].literal.flatMap(Int.init), start > 0, length > 0
      else { throw Unreadable() }
      return letters(of: value, from: start, to: start + length - 1)
    case ("round", 2):
      guard let digits = arguments[1].literal.flatMap(Int.init), 0...9 ~= digits else {
        throw Unreadable()
      }
      return Operand(lua: "tonumber(string.format(\"%.\(digits)f\", \(parts[0])))")
    case ("concat", 2...), ("paste0", 2...), ("concatenate", 2...):
      return Operand(lua: parts.joined(separator: " .. "), strength: .sum)
    case ("and", 2...), ("or", 2...):
      let strength = known == "and" ? Strength.and : .or
      return Operand(
        lua: arguments.map { $0.wrapped(strength) }.joined(separator: " \(known) "),
        strength: strength)
    default: throw Unreadable()
    }
  }

  /// What an IF answers that is a condition.
  private static let trueWords = ["true", "1", "\"yes\"", "\"true\"", "\"y\""]
  private static let falseWords = ["false", "0", "nil", "\"no\"", "\"false\"", "\"n\"", "\"\""]

  /// A value whose methods can be called, null or not.
  func cell(_ value: Operand) -> String {
    guard let column = value.column else { return value.wrapped(.atom) }
    if columns.table.kind(of: column).isNumeric { return "tostring(\(value.lua))" }
    return columns.hasNulls(column) ? "(\(value.lua) or \"\")" : value.lua
  }
}

// MARK: - Commas

extension ForeignExpression {
  /// Takes the `,000` of `1,000`, and gives its digits; a comma of a list ends a value.
  mutating func thousands() -> String {
    var digits = ""
    while !isInList, next?.text == ",", next?.followsBlank == false, let group = peek(),
      group.kind == .number, group.text.count == 3, !group.followsBlank
    {
      digits += group.text
      index += 2
    }
    return digits
  }
}
