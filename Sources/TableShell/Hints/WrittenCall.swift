import CommandLanguage
import TableKit
import Wording

/// What SQL and scripts write for the new value of a column's cells, and the command that does it here.
///
///     City = replace(City, 'KÖLN', 'Köln')   →   replace City KÖLN Köln
struct WrittenCall {
  private let column: Column
  private let columns: ForeignColumns
  /// The rows as they are typed, such as `0:3` or `where Qty > 5`; empty: all.
  private let target: String
  private let text: ForeignText
  /// The function, in small letters; that of a cast is `cast`.
  private let name: String
  /// The tokens of each argument.
  private let arguments: [Range<Int>]

  /// - Returns: nil if the text is no call, no cast and no word that stands for one.
  init?(_ source: String, for column: Column, of columns: ForeignColumns, target: String = "") {
    let text = ForeignText(source)
    (self.column, self.columns, self.target, self.text) = (column, columns, target, text)
    let tokens = text.tokens
    if let place = tokens.firstIndex(where: { $0.text == "::" }), place > 0 {
      (name, arguments) = ("cast", [0..<place, (place + 1)..<tokens.count])
      return
    }
    if source == #"\N"# || tokens.count == 1 && tokens[0].kind == .name {
      (name, arguments) = (source.lowercased(), [])
      return
    }
    if tokens.first?.text == "$" {
      (name, arguments) = ("$", [0..<tokens.count])
      return
    }
    guard tokens.count > 2, tokens[0].kind == .name, tokens[1].text == "(",
      tokens.last?.text == ")"
    else { return nil }
    var (parts, start, depth): ([Range<Int>], Int, Int) = ([], 2, 0)
    for index in 2..<(tokens.count - 1) {
      switch tokens[index].kind == .text ? "" : tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case _ where depth == 0 && (tokens[index].is(",") || tokens[index].is("as")):
        parts.append(start..<index)
        start = index + 1
      default: break
      }
      guard depth >= 0 else { return nil }
    }
    if start < tokens.count - 1 { parts.append(start..<(tokens.count - 1)) }
    (name, arguments) = (tokens[0].text.lowercased(), parts)
  }

  /// Functions that are known by name where no column is among what they are given.
  private static let names: Set<String> = [
    "concat", "concat_ws", "replace", "regexp_replace", "upper", "lower", "trim", "coalesce",
    "cast",
    "try_cast", "substr", "substring", "nullif", "to_date", "strptime", "split_part", "ltrim",
    "rtrim", "current_date", "current_timestamp", "localtimestamp", "getdate",
  ]

  /// Whether a value without quotes is code of another language, and hardly a text that was meant.
  var isCode: Bool {
    switch name {
    case "$":
      let isPlace = text.tokens.last?.kind == .number
      // `$3` may be an amount.
      let isAmount =
        columns.table.kind(of: column).isNumeric || columns.holds("$", in: column, whole: false)
      return other(0) != nil && !(isPlace && isAmount)
    case #"\n"#: return true
    case "cast" where text.tokens.contains { $0.text == "::" }: return other(0) != nil
    default:
      let isCall = text.tokens.count > 1 || name.contains("_")
      return isCall && Self.names.contains(name)
    }
  }

  /// The command; nil: there is no like here.
  var line: String? {
    let name = Quoting.name(column.name)
    let rows = target.isEmpty ? "" : " \(target)"
    let texts = arguments.map { literal($0) }
    switch self.name {
    case "replace" where isOwn(0) && arguments.count == 3:
      return replaced(texts[1], texts[2], "replace \(name)", rows)
    case "regexp_replace" where isOwn(0) && arguments.count > 2:
      return replaced(texts[1], texts[2], "replace --regex \(name)", rows, isPattern: true)
    case "gsub" where isOwn(2) && arguments.count == 3:
      return replaced(texts[0], texts[1], "replace --regex \(name)", rows, isPattern: true)
    case "translate" where isOwn(0) && arguments.count == 3:
      guard let old = texts[1], let new = texts[2], old.count == new.count || new.isEmpty,
        old.count <= 4, Set(old).isDisjoint(with: new)
      else { return nil }
      let pairs = zip(old, new.isEmpty ? old.map { _ in "" } : new.map(String.init))
      return pairs.compactMap { replaced(String($0), $1, "replace \(name)", rows) }
        .joined(separator: "; ")
    case "upper", "ucase", "lower", "lcase", "initcap", "proper", "capitalize", "trim", "btrim":
      guard isOwn(0), arguments.count == 1 else { return nil }
      let commands = [
        "ucase": "upper", "lcase": "lower", "initcap": "title", "proper": "title",
        "capitalize": "title", "btrim": "trim",
      ]
      return "\(commands[self.name] ?? self.name) \(name)\(rows)"
    case "ltrim" where isOwn(0) && arguments.count == 1:
      return #"replace --regex \#(name) '^\s+' ""\#(rows)"#
    case "rtrim" where isOwn(0) && arguments.count == 1:
      return #"replace --regex \#(name) '\s+$' ""\#(rows)"#
    case "cast", "try_cast", "safe_cast", "to_number": return converted(rows)
    case "strptime", "to_date", "date", "to_timestamp", "str_to_date", "parse_date":
      return isOwn(0) ? dated(rows) : nil
    case "nullif" where isOwn(0) && arguments.count == 2 && target.isEmpty:
      guard let text = texts[1] else { return nil }
      let value = Quoting.literal(text, columns.table.kind(of: column))
      return "edit --null \(name) where \(ForeignColumns.lua(column)) == \(value)"
    case "split_part" where isOwn(0) && arguments.count == 3 && texts[2] == "1":
      guard let sign = texts[1], sign.count == 1 else { return nil }
      let escaped = ForeignExpression.escaped(sign)
      let lua = ForeignColumns.lua(column)
      let value = "\(lua):match(\(Quoting.quoted("^[^\(escaped)]*")))"
      return setting(columns.hasNulls(column) ? "\(lua) and \(value)" : value)
    case "concat" where arguments.count > 1: return joined
    case "current_date", "today": return setting(#"os.date("%Y-%m-%d")"#)
    case "current_timestamp", "localtimestamp", "now", "getdate":
      return setting(#"os.date("%Y-%m-%d %H:%M:%S")"#)
    case "$": return other(0).map { setting(ForeignColumns.lua($0)) }
    case #"\n"#: return "edit --null \(name)\(target.isEmpty ? " *" : rows)"
    default: return nil
    }
  }

  private func setting(_ lua: String) -> String {
    Self.setting(column, of: target, to: lua)
  }

  /// `edit TARGET COL := LUA`.
  static func setting(_ column: Column, of target: String, to lua: String) -> String {
    let rows = target.hasPrefix("where ") ? "\(target) set" : target.isEmpty ? "*" : target
    return "edit \(rows) \(Quoting.name(column.name)) := \(lua)"
  }

  /// The column that an argument is.
  private func other(_ index: Int) -> Column? {
    guard arguments.indices.contains(index),
      let (column, count) = columns.column(in: text, at: arguments[index].lowerBound),
      count == arguments[index].count
    else { return nil }
    return column
  }

  private func isOwn(_ index: Int) -> Bool { other(index)?.id == column.id }

  /// The text or number that an argument is.
  private func literal(_ range: Range<Int>) -> String? {
    guard range.count == 1, let token = text.tokens[range].first,
      token.kind == .text || token.kind == .number
    else { return nil }
    return token.text
  }

  private func replaced(
    _ old: String?, _ new: String?, _ command: String, _ rows: String, isPattern: Bool = false
  ) -> String? {
    guard let old, !old.isEmpty, var new else { return nil }
    if isPattern { new = new.replacing(#/\\(\d)/#) { "$\($0.1)" } }
    let quotedOld = isPattern ? Invocation.quotedPattern(old) : Quoting.word(old)
    let quotedNew = new.contains("$") ? Invocation.quotedPattern(new) : Quoting.word(new)
    return "\(command) \(quotedOld) \(quotedNew)\(rows)"
  }

  /// A cast to a number or a date.
  private func converted(_ rows: String) -> String? {
    let type = arguments.count > 1 ? text.source(arguments[1]).lowercased() : "numeric"
    if ["date", "timestamp", "datetime"].contains(where: type.hasPrefix) {
      return isOwn(0) ? dated(rows) : nil
    }
    let isText = ["text", "varchar", "char", "string"].contains(where: type.hasPrefix)
    if isText { return other(0).flatMap { isOwn(0) ? nil : setting(ForeignColumns.lua($0)) } }
    guard isOwn(0) else { return nil }
    let amounts = AmountColumn(column, of: columns.table, leavingWords: true)
    guard let commands = amounts?.commands, !commands.isEmpty else { return nil }
    return commands.split(separator: "; ").map { $0 + rows }.joined(separator: "; ")
  }

  private func dated(_ rows: String) -> String? {
    WrittenDates(in: column, of: columns.table, to: "YYYY-MM-DD").map {
      $0.command(for: column) + rows
    }
  }

  /// `concat(City, ' ', Region)`, in which a null is no text.
  private var joined: String? {
    let parts = arguments.indices.map { index -> String? in
      if let column = other(index) {
        let lua = ForeignColumns.lua(column)
        return columns.hasNulls(column) ? "(\(lua) or \"\")" : lua
      }
      return literal(arguments[index]).map(Quoting.quoted)
    }
    guard !parts.contains(nil), parts.indices.contains(where: { other($0) != nil }) else {
      return nil
    }
    return setting(parts.compactMap(\.self).joined(separator: " .. "))
  }
}

// MARK: - Hints that would write code

extension MeantLine {
  /// Whether a line writes code of another language into cells, as a text: a call, a cast, joined texts, or a
  /// condition behind a value. In quotes, it was meant so.
  ///
  /// - Parameter source: what was typed.
  func writesCode(_ line: String, for source: String) -> Bool {
    guard let statements = try? Script.statements(of: line, compiles: shell.luaCheck) else {
      return false
    }
    let quoted = Set(ForeignText(source).tokens.filter { $0.kind == .text }.map(\.text))
    return statements.contains { statement in
      guard statement.words.first?.is("edit") == true else { return false }
      return statement.words.filter(Assignment.isAssignment).contains { word in
        guard let value = try? Assignment(word).value.text, !quoted.contains(value) else {
          return false
        }
        return value.contains("||") || value.contains("::")
          || value.wholeMatch(of: #/[A-Za-z_]\w*\(.*\)/#) != nil
          || value.contains(#/\s(?:where|if|when)\s.*[<>=]/#)
      }
    }
  }

  /// A line that writes the word for no value into one column, as `edit --null`; nil: it does not.
  ///
  ///     edit 0:3 City=NULL   →   edit --null City 0:3
  func nulling(_ statement: Statement, for source: String) -> String? {
    let words = statement.words
    guard words.count > 2, words[0].is("edit"), statement.lua == nil,
      shell.current?.table.syntax.isTyped == false,
      let first = words.firstIndex(where: Assignment.isAssignment), first > 1
    else { return nil }
    let quoted = ForeignText(source).tokens.contains { $0.kind == .text && Self.isNull($0.text) }
    let assignments = words[first...].map { try? Assignment($0) }
    let nulls = assignments.indices.filter { index in
      assignments[index].map { Self.isNull($0.value.text) } ?? false
    }
    // In a null cell, the word is a text.
    let areNull = statement.text.hasPrefix("edit where ") && statement.text.contains(" == nil set ")
    guard !quoted, !areNull, let null = nulls.first, nulls.count == 1,
      let column = assignments[null]?.column.text
    else { return nil }
    let scalars = Array(statement.text.unicodeScalars)
    func piece(_ start: Int, _ end: Int) -> String {
      String(String.UnicodeScalarView(scalars[start..<end])).trimmingBlanks
    }
    var target = piece(words[1].place.offset, words[first].place.offset)
    let others = words.indices.filter { $0 >= first && $0 - first + assignments.startIndex != null }
      .map { piece(words[$0].place.offset, words[$0].end.offset) }
    if others.isEmpty, target.hasSuffix(" set") { target = String(target.dropLast(4)) }
    return (["edit --null \(Quoting.word(column)) \(target)"] + others).joined(separator: " ")
  }

  private static func isNull(_ text: String) -> Bool {
    ["null", "nil", "none"].contains(text.lowercased())
  }
}
