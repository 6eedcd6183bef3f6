import CommandLanguage
import TableKit

/// A regular expression as patterns of Lua, which have no `|`, no groups that repeat and no counts: what one
/// of the patterns matches, the expression matches, and the other way round.
///
///     ^(Bonn|Ulm)$   →   ^Bonn$, ^Ulm$
///     \d{4}-\w+      →   %d%d%d%d%-[%w_]+
struct ForeignRegex {
  /// Lua cannot say it.
  struct Unreadable: Error {}

  /// The patterns; a cell matches if one of them does.
  private(set) var patterns: [String] = []

  /// The most patterns.
  private static let most = 12

  /// The most repetitions that are written out.
  private static let longest = 12

  private var rest: Substring
  /// Whether letters match in any case.
  let foldsCase: Bool

  /// - Throws: if Lua's patterns have no like.
  init(_ regex: String, foldsCase: Bool = false) throws(Unreadable) {
    let folds = regex.hasPrefix("(?i)")
    self.foldsCase = foldsCase || folds
    rest = regex.dropFirst(folds ? 4 : 0)
    let found = try alternatives()
    guard rest.isEmpty, found.allSatisfy({ !$0.isEmpty && Self.hasAnchorsAtEnds($0) }) else {
      throw Unreadable()
    }
    patterns = found
  }

  /// Whether a text is more than itself as a regular expression: `Bonn|Ulm`, `B.*n`, `^\+49`.
  static func isOne(_ text: String) -> Bool {
    text.firstMatch(
      of:
        #/^\(\?i\)|\\[dwsbDWS.+*?()\[\]^$|{}\/]|[^|]\|[^|]|^\^.|[^\s\d]\$$|[.\])][*+?]|\w[+*]\w|[\w.\])]\{\d+(?:,\d*)?\}|\[\^?\w-\w.*\]/#
    ) != nil
  }

  /// Whether `^` and `$`, which Lua knows at the ends alone, stand nowhere else.
  private static func hasAnchorsAtEnds(_ pattern: String) -> Bool {
    var isEscaped = false
    var isInClass = false
    for (index, letter) in pattern.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if letter == "%" {
        isEscaped = true
      } else if isInClass {
        isInClass = letter != "]"
      } else if letter == "[" {
        isInClass = true
      } else if letter == "^" && index > 0 || letter == "$" && index < pattern.count - 1 {
        return false
      }
    }
    return true
  }
}

extension ForeignRegex {
  /// What `|` parts.
  private mutating func alternatives() throws(Unreadable) -> [String] {
    var all = try sequence()
    while rest.first == "|" {
      rest.removeFirst()
      all += try sequence()
    }
    guard all.count <= Self.most else { throw Unreadable() }
    return all
  }

  private mutating func sequence() throws(Unreadable) -> [String] {
    var all = [""]
    while let letter = rest.first, letter != "|", letter != ")" {
      let parts = letter == "(" ? try group() : [try repeated(try single(behind: all[0]))]
      all = all.flatMap { start in parts.map { start + $0 } }
      guard all.count <= Self.most else { throw Unreadable() }
    }
    return all
  }

  /// A group, which repeats at most as often as `?` says.
  private mutating func group() throws(Unreadable) -> [String] {
    rest.removeFirst()
    if rest.hasPrefix("?") {
      guard rest.hasPrefix("?:") else { throw Unreadable() }
      rest.removeFirst(2)
    }
    let inner = try alternatives()
    guard rest.popFirst() == ")" else { throw Unreadable() }
    guard let sign = rest.first, "*+?{".contains(sign) else { return inner }
    guard sign == "?" else { throw Unreadable() }
    rest.removeFirst()
    return inner + [""]
  }

  /// One character, or a class of them, or the edge of a word.
  private mutating func single(behind before: String) throws(Unreadable) -> String {
    guard let letter = rest.popFirst() else { throw Unreadable() }
    switch letter {
    case "\\":
      guard let escaped = rest.popFirst() else { throw Unreadable() }
      switch escaped {
      case "d", "s", "D", "S": return "%\(escaped)"
      case "w": return "[%w_]"
      case "W": return "[^%w_]"
      case "b":
        let begins = rest.first.map { $0.isLetter || $0.isNumber || "\\([".contains($0) } ?? false
        return begins ? "%f[%w_]" : "%f[^%w_]"
      case let escaped where escaped.isLetter || escaped.isNumber: throw Unreadable()
      default: return ForeignExpression.escaped(String(escaped))
      }
    case "[": return try characterClass()
    case ".", "^", "$": return String(letter)
    case "*", "+", "?", "{", "}": throw Unreadable()
    default:
      let letters = foldsCase ? String(letter).lowercased() : String(letter)
      return ForeignExpression.escaped(letters)
    }
  }

  private mutating func characterClass() throws(Unreadable) -> String {
    var inner = ""
    if rest.first == "^" {
      rest.removeFirst()
      inner = "^"
    }
    while true {
      guard let letter = rest.popFirst() else { throw Unreadable() }
      if letter == "]" { break }
      switch letter {
      case "\\":
        guard let escaped = rest.popFirst() else { throw Unreadable() }
        guard "dsw".contains(escaped) || !escaped.isLetter && !escaped.isNumber else {
          throw Unreadable()
        }
        inner += escaped == "w" ? "%w_" : "%\(escaped)"
      case "[": throw Unreadable()
      case "%": inner += "%%"
      default:
        // Lua's classes are of bytes.
        guard letter.isASCII else { throw Unreadable() }
        inner += foldsCase ? String(letter).lowercased() : String(letter)
      }
    }
    guard !inner.isEmpty, inner != "^" else { throw Unreadable() }
    return "[\(inner)]"
  }

  /// A character as often as what follows it says.
  private mutating func repeated(_ single: String) throws(Unreadable) -> String {
    guard let sign = rest.first, "*+?{".contains(sign) else { return single }
    let isOne = single.utf8.count == 1 || single.hasPrefix("%") || single.hasPrefix("[")
    guard isOne, !single.hasPrefix("%f"), single != "^", single != "$" else { throw Unreadable() }
    rest.removeFirst()
    if sign == "{" { return try counted(single) }
    if rest.first == "+" { throw Unreadable() }
    guard rest.first == "?" else { return "\(single)\(sign)" }
    rest.removeFirst()
    switch sign {
    case "*": return "\(single)-"
    case "+": return "\(single)\(single)-"
    default: throw Unreadable()
    }
  }

  private mutating func counted(_ single: String) throws(Unreadable) -> String {
    guard let end = rest.firstIndex(of: "}") else { throw Unreadable() }
    let numbers = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
    rest = rest[rest.index(after: end)...]
    guard let first = Int(numbers[0]), first <= Self.longest, numbers.count < 3 else {
      throw Unreadable()
    }
    let least = String(repeating: single, count: first)
    guard numbers.count == 2 else { return least }
    if numbers[1].isEmpty { return least + "\(single)*" }
    guard let last = Int(numbers[1]), first <= last, last <= Self.longest else {
      throw Unreadable()
    }
    return least + String(repeating: "\(single)?", count: last - first)
  }
}

// MARK: - In conditions

extension ForeignExpression {
  /// A cell that a regular expression matches, as far as Lua's patterns have its like.
  ///
  ///     City ~ "Bonn|Ulm"   →   City:match("Bonn") or City:match("Ulm")
  func matched(
    _ value: Operand, _ regex: String, foldsCase: Bool = false
  ) throws(Unreadable) -> Operand {
    guard let read = try? ForeignRegex(regex, foldsCase: foldsCase) else { throw Unreadable() }
    if let column = value.column, columns.hasWideLetters(column),
      read.patterns.contains(where: Self.hasLoneDot)
    {
      // In Lua, a dot is a byte.
      throw Unreadable()
    }
    return try matched(value, patterns: read.patterns, foldsCase: read.foldsCase)
  }

  /// A cell that one of some patterns of Lua matches; null does not.
  func matched(
    _ value: Operand, patterns: [String], foldsCase: Bool = false
  ) throws(Unreadable) -> Operand {
    guard patterns.count > 1 else {
      return try matched(value, pattern: patterns[0], foldsCase: foldsCase)
    }
    let value = try known(value)
    let lower = foldsCase ? ":lower()" : ""
    var cell = value.wrapped(.atom)
    if let column = value.column, columns.table.kind(of: column).isNumeric {
      cell = "tostring(\(value.lua))"
    }
    let either = patterns.map { "\(cell)\(lower):match(\(Quoting.quoted($0)))" }
      .joined(separator: " or ")
    guard let column = value.column, columns.hasNulls(column) else {
      return Operand(lua: either, strength: .or)
    }
    return Operand(lua: "\(value.lua) and (\(either))", strength: .and)
  }

  /// A text, or what a regular expression matches, that a cell holds: a regular expression only where no cell
  /// holds it as it stands.
  func held(
    _ value: Operand, _ text: String, _ options: [String: String] = [:]
  ) throws(Unreadable) -> Operand {
    let value = try known(value)
    if options["regex"] == "false" { return try found(value, text) }
    if Self.foldsCase(options) {
      return ForeignRegex.isOne(text)
        ? try matched(value, text, foldsCase: true)
        : try matched(value, pattern: Self.escaped(text.lowercased()), foldsCase: true)
    }
    if ForeignRegex.isOne(text),
      value.column.map({ !columns.holds(text, in: $0, whole: false) }) ?? true
    {
      return try matched(value, text)
    }
    return try found(value, text)
  }

  /// Whether a pattern has a dot for one character.
  static func hasLoneDot(_ pattern: String) -> Bool {
    pattern.replacing(#/%.|\[[^\]]*\]/#, with: "").firstMatch(of: #/\.(?![*+\-])/#) != nil
  }

  /// Whether options of a call say that any case matches.
  static func foldsCase(_ options: [String: String]) -> Bool {
    options["case"] == "false" || options["ignorecase"] == "true"
      || options["flags"].map { $0.hasSuffix("i") || $0.hasSuffix("ignorecase") } ?? false
  }

  /// Takes an option of a call, `case=False` or `ignore.case = TRUE`; nil: none is next.
  var option: (name: String, value: String)? {
    mutating get {
      let start = index
      var name = ""
      while let next, next.kind == .name || next.text == ".", name.count < 12 {
        name += next.text.lowercased()
        index += 1
      }
      name = name.filter { $0.isLetter }
      var value = ""
      if ["case", "na", "regex", "flags", "ignorecase"].contains(name), take("=") {
        while let next, next.kind == .name || next.text == "." {
          value += next.text.lowercased()
          index += 1
        }
      }
      if value.isEmpty {
        index = start
        return nil
      }
      return (name, value)
    }
  }

  /// A pattern of Lua in which `|` was meant to part others, as it does in regular expressions.
  func matched(_ value: Operand, luaPattern pattern: String) throws(Unreadable) -> Operand {
    guard pattern.contains("|"), let column = value.column,
      !columns.holds("|", in: column, whole: false)
    else { return try matched(value, pattern: pattern) }
    guard !pattern.contains("%") else {
      guard !pattern.contains("(") else { throw Unreadable() }
      return try matched(value, patterns: pattern.split(separator: "|").map(String.init))
    }
    return try matched(value, pattern as String, foldsCase: false)
  }
}
