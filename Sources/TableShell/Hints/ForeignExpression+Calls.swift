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
    if let besidesNulls {
      let bare = lua.hasPrefix("(") && lua.hasSuffix(")") ? String(lua.dropFirst().dropLast()) : lua
      let guarding = "\(besidesNulls) and "
      let rest = bare.hasPrefix(guarding) ? String(bare.dropFirst(guarding.count)) : ""
      let isCall = !rest.isEmpty && !rest.contains(" and ") && !rest.contains(" or ")
      return .init(
        lua: "\(guarding)not \(isCall ? rest : "(\(bare))")", strength: .and)
    }
    let inner = strength == .atom ? lua : "(\(lua))"
    return .init(lua: "not \(inner)", strength: .comparison)
  }
}

extension ForeignExpression {
  /// A comparison; a text or number is written as the kind of the column wants it.
  func compared(_ left: Operand, _ sign: String, _ right: Operand) throws(Unreadable) -> Operand {
    if let result = try comparedSpecially(left, sign, right) { return result }
    let (one, other) = (try known(left), try known(right))
    if let column = one.column, other.literal == "", sign == "==" || sign == "~=",
      columns.table.kind(of: column) == .text
    {
      // In files of delimited text, an empty cell is null.
      let lua =
        columns.holdsEmptyText(column)
        ? "(\(one.lua) or \"\") \(sign) \"\"" : "\(one.lua) \(sign) nil"
      return Operand(lua: lua, strength: .comparison)
    }
    let sides = [try literal(one, besides: other), try literal(other, besides: one)]
    return Operand(lua: "\(sides[0]) \(sign) \(sides[1])", strength: .comparison)
  }

  /// A name on the left that is nearly a column's is that column.
  func known(_ operand: Operand) throws(Unreadable) -> Operand {
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
    options = [:]
    if take(closing) { return [] }
    let isOutside = !isInList
    isInList = true
    defer { isInList = !isOutside }
    var named: [String: String] = [:]
    repeat {
      if let (name, value) = option { named[name] = value } else { values.append(try or()) }
    } while take(",")
    guard take(closing) else { throw Unreadable() }
    options = named
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
    let (namedBefore, last, test) = (namesColumn, lastComparison, lastTest)
    namesColumn = false
    let again = try comparedAgain()
    var right = if let again { again } else { try read(&self) }
    let isConstant = right.literal != nil || !namesColumn && right.strength == .sum
    namesColumn = namesColumn || namedBefore
    var joint = (word: word, strength: strength)
    if isCondition, isConstant || right.isUnknown, let test, last == nil {
      let text = right.isUnknown ? right.lua : right.literal
      guard let text else { throw Unreadable() }
      right = try answer(test.left, test.test, text)
      lastTest = test
    } else if isCondition, isConstant || right.isUnknown {
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
    case "contains", "strcontains", "includes", "has":
      return try held(value, try text(other), options)
    case "search", "instr", "find", "index", "indexof", "strpos", "charindex", "locate":
      guard arguments.count == 2 else { throw Unreadable() }
      var position = try held(value, try text(other))
      position.isPosition = true
      return position
    case "isnumber" where first.isPosition, "iserror" where first.isPosition:
      var found = first
      found.isPosition = false
      return known == "isnumber" ? found : found.negated
    case "strip", "trim", "lstrip", "rstrip", "ltrim", "rtrim", "strtrim":
      guard arguments.count == 1 else { throw Unreadable() }
      let pattern = ["l": "^%s*(.*)$", "r": "^(.-)%s*$"][String(known.prefix(1))]
      return try part(of: value, pattern ?? "^%s*(.-)%s*$")
    case "fillna" where isCondition && arguments.count == 2:
      return Operand(
        lua: "\(value.wrapped(.or)) or \(arguments[1].wrapped(.sum))", strength: .or,
        filled: value.column.map { Operand.Filled(column: $0, literal: arguments[1].literal) })
    case "strdetect", "grepl", "regexmatch", "regexpmatches", "regexplike", "match", "matches",
      "test", "strmatches":
      return try matched(value, try text(other), foldsCase: Self.foldsCase(options))
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
      let texts = arguments.map { $0.column != nil && !isCondition ? cell($0) : $0.wrapped(.sum) }
      return Operand(lua: texts.joined(separator: " .. "), strength: .sum)
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
