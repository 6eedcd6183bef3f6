import BatchUpdates
import CommandLanguage
import TableKit
import Wording

/// A line as other tools have it, with placeholders in capitals, and the line that does the same here.
///
///     order by COL desc   →   sort by COL desc
///
/// In a pattern, words stand for themselves in any case, and `{a|b}` for either. COL is a column, SAME that column again, OWN the table or its file, NUM one of numbers, COLS a list
/// of them, CELL a cell of a spreadsheet as `D4`, N a whole number, EXPR a condition in any language,
/// CEXPR a value with a column in it, LIT a quoted text or a number, ORDER columns with directions,
/// PHRASES words that are one text, FILE, NAME and VALUE what their words say, EXISTS a file or open table, UNOPENED such a file alone,
/// DATE a pattern of a date in any case, LETTER a column that a spreadsheet calls so, SHEET a file of a kind that is
/// not written here, REST what is left, PHRASE that as a text, and FORMAT a format of `export`. In the line for here, `$COL`
/// is the column in Lua and `$VALUE` what is compared with it there; N-1 is one less. What else stands
/// there in capitals comes from the table: see `ForeignExamples`.
struct ForeignPattern: Sendable {
  private enum Element: Sendable {
    case word(String)
    case slot(String)
  }

  /// What stands in the place of a placeholder.
  enum Capture {
    case column(Column)
    case columns([Column])
    case cell(Column, RowPath)
    case number(Int)
    case text(String)
    case lua(String)
  }

  /// The pattern as it stands in the table.
  let pattern: String
  /// The line for here.
  let hint: String

  static let slots: Set<String> = [
    "COL", "COL2", "COL3", "NUM", "COLS", "COLS2", "CELL", "N", "N2", "EXPR", "CEXPR", "LIT",
    "LIT2", "LIT3", "FILE", "FILE2", "EXISTS", "EXISTS2", "UNOPENED", "NAME", "NAME2", "NAME3",
    "ORDER", "OWN", "PHRASES", "SAME", "DATE", "DATE2", "LETTER", "SHEET",
    "VALUE", "VALUE2", "REST", "REST2", "PHRASE", "FORMAT",
  ]

  /// Signs of comparisons, which are no value.
  private static let signs: Set<String> = ["==", "~=", "!=", "<>", "<", ">", "<=", ">=", "="]

  /// The capture of the commands that come before the line.
  static let preparation = "; "

  /// The capture that says that a value is null where a column of it is.
  private static let nulls = "nil"

  private let elements: [Element]

  private init(_ pattern: String, hint: String) {
    (self.pattern, self.hint) = (pattern, hint)
    elements = ForeignText(pattern).tokens.map { token in
      token.kind == .name && Self.slots.contains(token.text)
        ? .slot(token.text) : .word(token.kind == .text ? token.text : token.text.lowercased())
    }
  }
}

extension ForeignPattern {
  /// Reads a table of patterns: each line for here, and under it, indented, or behind `←`, the patterns,
  /// which may have alternatives in braces.
  static func table(_ text: String) -> [ForeignPattern] {
    var all: [ForeignPattern] = []
    var hint = ""
    for line in text.split(separator: "\n") {
      var patterns = line
      if !line.hasPrefix("  ") {
        let end = line.firstIndex(of: "←") ?? line.endIndex
        hint = String(line[..<end]).trimmingBlanks
        patterns = line[end...].dropFirst()
      }
      for pattern in patterns.split(separator: "   ") {
        all += combinations(of: pattern).map { ForeignPattern($0, hint: hint) }
      }
    }
    return all
  }

  /// The patterns that a pattern with alternatives stands for, the first alternatives first. As in shells,
  /// braces without a `|`, and a `|` outside of braces, stand for themselves: `jq .[] | {COLS}`. Blanks are
  /// joined to one.
  ///
  ///     {average|mean} {of |}COL   →   average of COL, average COL, mean of COL, mean COL
  ///
  /// - Complexity: O(combinations)
  static func combinations(of pattern: Substring) -> [String] {
    var start = pattern.startIndex
    while let close = pattern[start...].firstIndex(of: "}") {
      let rest = pattern.index(after: close)
      if let open = pattern[..<close].lastIndex(of: "{"), pattern[open..<close].contains("|") {
        let alternatives = pattern[open..<close].dropFirst().split(
          separator: "|", omittingEmptySubsequences: false)
        return alternatives.flatMap { combinations(of: pattern[..<open] + $0 + pattern[rest...]) }
      }
      start = rest
    }
    return [pattern.split(separator: " ").joined(separator: " ")]
  }

  /// The first word or symbol of the pattern, in lower case; nil: a placeholder.
  var first: String? { if case .word(let word)? = elements.first { word } else { nil } }
}

/// A line that failed, and the table it was meant for.
struct ForeignLine {
  let text: ForeignText
  /// The name of the table in SQL.
  let name: String
  let columns: ForeignColumns?
  /// Turns a condition, or else a value, of another language into Lua.
  let expression: (_ source: String, _ isCondition: Bool) -> String?
  /// Turns a value that computes with amounts into Lua, and says what makes them numbers before.
  let numbered: (_ source: String) -> (commands: String, lua: String, isGuarded: Bool)?
  /// Where names are looked for.
  let shell: Shell
}

extension ForeignLine {
  /// Whether a quoted text computes with columns, `"Price*Qty"`, or is one in SQL: as a text it would fill
  /// a column with these letters.
  func isColumn(_ token: ForeignText.Token) -> Bool {
    guard token.kind == .text, let columns else { return false }
    if token.quote == "\"", text.tokens[0].is("update"), columns.column(token.text) != nil {
      return true
    }
    let inner = ForeignText(token.text)
    return inner.tokens.contains { $0.kind == .symbol && "+-*/%^".contains($0.text) }
      && inner.tokens.indices.contains { columns.column(in: inner, at: $0) != nil }
  }
}

extension ForeignLine {
  /// Whether tokens of a line that edits are the place of a row, `0:2` or `@A1`, and no value.
  func isPlace(_ tokens: [ForeignText.Token], _ index: Int, _ end: Int) -> Bool {
    guard ["edit", "set"].contains(where: tokens[0].is), end > index + 1 else { return false }
    if tokens[index].text == "@" { return true }
    guard end > index + 2, tokens[index].kind == .number, tokens[index + 1].text == ":",
      let section = Int(tokens[index].text)
    else { return false }
    return section < columns?.table.sections.count ?? 0
  }

  /// Whether a word names the current table or its file.
  fileprivate func isOwn(_ word: String) -> Bool {
    guard let document = shell.current else { return false }
    return ["table", "file", "everything"].contains(word.lowercased())
      || [document.name, document.name.lastPathPart, document.shortName].contains(word)
  }
}

extension ForeignPattern {
  /// The line to type for a line that fits the pattern; nil: it does not fit.
  func hint(for line: ForeignLine) -> String? {
    var captures: [String: Capture] = [:]
    guard Self.match(elements[...], line, 0, &captures) else { return nil }
    // Cells that are there would be lost.
    if captures[Self.nulls] != nil, !hint.hasPrefix("column add ") { return nil }
    return filled(captures, line)
  }

  private static func match(
    _ elements: ArraySlice<Element>, _ line: ForeignLine, _ index: Int,
    _ captures: inout [String: Capture]
  ) -> Bool {
    let tokens = line.text.tokens
    guard let element = elements.first else { return index == tokens.count }
    let rest = elements.dropFirst()
    guard index < tokens.count else { return false }
    switch element {
    case .word(let word):
      let fits = tokens[index].is(word) || tokens[index].kind == .text && tokens[index].text == word
      return fits && match(rest, line, index + 1, &captures)
    case .slot(let name):
      switch String(name.prefix { !$0.isNumber }) {
      case "COL":
        guard let (column, count) = line.columns?.column(in: line.text, at: index) else {
          return false
        }
        captures[name] = .column(column)
        return match(rest, line, index + count, &captures)
      case "SAME":
        guard case .column(let column)? = captures["COL"],
          let (same, count) = line.columns?.column(in: line.text, at: index), same.id == column.id
        else { return false }
        return match(rest, line, index + count, &captures)
      case "NUM":
        guard let (column, count) = line.columns?.column(in: line.text, at: index),
          line.columns?.table.kind(of: column).isNumeric == true
        else { return false }
        captures[name] = .column(column)
        return match(rest, line, index + count, &captures)
      case "OWN":
        let end = wordEnd(tokens, from: index, of: "FILE")
        guard end > index, line.isOwn(line.text.source(index..<end)) else { return false }
        return match(rest, line, end, &captures)
      case "DATE":
        guard let (pattern, end) = line.text.datePattern(at: index) else { return false }
        captures[name] = .text(pattern)
        return match(rest, line, end, &captures)
      case "LETTER":
        guard let column = line.columns?.column(lettered: tokens[index].text) else { return false }
        captures[name] = .column(column)
        return match(rest, line, index + 1, &captures)
      case "SHEET":
        let end = wordEnd(tokens, from: index, of: "FILE")
        guard end > index,
          let file = ExportFormat.readable(
            end == index + 1 ? tokens[index].text : line.text.source(index..<end))
        else { return false }
        captures[name] = .text(file)
        return match(rest, line, end, &captures)
      case "CELL":
        guard let (column, path) = line.columns?.cell(tokens[index].text) else { return false }
        captures[name] = .cell(column, path)
        return match(rest, line, index + 1, &captures)
      case "EXISTS", "UNOPENED":
        let end = wordEnd(tokens, from: index, of: "FILE")
        guard end > index,
          let path = line.shell.existingFile(
            end == index + 1 ? tokens[index].text : line.text.source(index..<end),
            besidesOpen: name == "UNOPENED")
        else { return false }
        captures[name] = .text(path)
        return match(rest, line, end, &captures)
      case "COLS":
        guard let (columns, count) = line.columns?.list(in: line.text, at: index) else {
          return false
        }
        captures[name] = .columns(columns)
        return match(rest, line, index + count, &captures)
      case "ORDER":
        guard let (order, count) = line.columns?.order(in: line.text, at: index) else {
          return false
        }
        captures[name] = .text(order)
        return match(rest, line, index + count, &captures)
      case "PHRASES":
        // Words that were meant as one text: no other cell is set behind them.
        let words = tokens[index...]
        guard words.count > 1,
          words.allSatisfy({ $0.kind == .name || $0.kind == .number }),
          !words.contains(where: { $0.is("where") || line.columns?.column($0.text) != nil })
        else { return false }
        captures[name] = .text(line.text.source(index..<tokens.count))
        return match(rest, line, tokens.count, &captures)
      case "N":
        guard tokens[index].kind == .number, let number = Int(tokens[index].text) else {
          return false
        }
        captures[name] = .number(number)
        return match(rest, line, index + 1, &captures)
      case "FORMAT":
        // `json-rows` is three tokens.
        for count in [3, 1] where index + count <= tokens.count {
          let name = line.text.source(index..<(index + count)).lowercased()
          guard !name.contains("."), let format = try? ExportFormat(bareName: name) else {
            continue
          }
          captures["FORMAT"] = .text(format.name)
          return match(rest, line, index + count, &captures)
        }
        return false
      case "FILE", "NAME", "VALUE", "LIT":
        let end = wordEnd(tokens, from: index, of: name)
        let isInWord = index > 0 && tokens[index - 1].kind == .name && !tokens[index].followsBlank
        let isSign = Self.signs.contains(tokens[index].text) && tokens[index].kind == .symbol
        guard end > index, !name.hasPrefix("LIT") || !line.isColumn(tokens[index]),
          !name.hasPrefix("FILE") || !isInWord, !(isSign && end == index + 1),
          !name.hasPrefix("VALUE") || !line.isPlace(tokens, index, end)
        else {
          return false
        }
        captures[name] = .text(
          end == index + 1 ? tokens[index].text : line.text.source(index..<end))
        return match(rest, line, end, &captures)
      default:
        if tokens[index].text == "," { return false }
        // The shortest that lets the rest fit, and is an expression where one is wanted.
        for end in (index + 1)...tokens.count where match(rest, line, end, &captures) {
          let source = line.text.source(index..<end)
          if name == "PHRASE" {
            let isQuoted = end == index + 1 && tokens[index].kind == .text
            captures[name] = .text(isQuoted ? tokens[index].text : source)
            return true
          }
          if name.hasPrefix("REST") {
            captures[name] = .text(source)
            return true
          }
          if let lua = line.expression(source, name == "EXPR") {
            captures[name] = .lua(lua)
            return true
          }
          if name == "CEXPR", tokens[end...].allSatisfy({ $0.text == ")" }),
            let value = line.numbered(source)
          {
            captures[name] = .lua(value.lua)
            if !value.commands.isEmpty { captures[Self.preparation] = .text(value.commands) }
            if value.isGuarded { captures[Self.nulls] = .lua(value.lua) }
            return true
          }
        }
        return false
      }
    }
  }

  /// The end of a word that begins at a token: a quoted text, or what no blank parts, but for what
  /// closes a list. A name is one token, a literal a number or a text.
  private static func wordEnd(
    _ tokens: [ForeignText.Token], from index: Int, of slot: String
  ) -> Int {
    if tokens[index].kind == .text { return index + 1 }
    if slot.hasPrefix("NAME") { return tokens[index].kind == .name ? index + 1 : index }
    if slot.hasPrefix("LIT") {
      let isSigned = tokens[index].text == "-" && index + 1 < tokens.count
      let number = isSigned ? index + 1 : index
      return tokens[number].kind == .number ? number + 1 : index
    }
    let ends = slot.hasPrefix("VALUE") ? ",)]};=(/" : ",)]};(="
    var end = index
    while end < tokens.count, end == index || !tokens[end].followsBlank,
      tokens[end].kind != .text, !ends.contains(tokens[end].text),
      tokens[end].text != "//" || !slot.hasPrefix("VALUE")
    {
      end += 1
    }
    return end
  }
}
