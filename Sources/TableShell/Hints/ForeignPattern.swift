import CommandLanguage
import TableKit
import Wording

/// A line as other tools have it, with placeholders in capitals, and the line that does the same here.
///
///     order by COL desc   →   sort by COL desc
///
/// In a pattern, words stand for themselves in any case. COL is a column, COLS a list of them, N a whole
/// number, EXPR a condition in any language, CEXPR a value with a column in it, LIT a quoted text or a
/// number, ORDER columns with directions, PHRASES words that are one text, FILE, NAME and VALUE what their words say, REST what is left, PHRASE that as a text, and
/// FORMAT a format of `export`. In the line for here, `$COL`
/// is the column in Lua and `$VALUE` what is compared with it there; N-1 is one less. What else stands
/// there in capitals comes from the table: see `example`.
struct ForeignPattern: Sendable {
  private enum Element: Sendable {
    case word(String)
    case slot(String)
  }

  private enum Capture {
    case column(Column)
    case columns([Column])
    case number(Int)
    case text(String)
    case lua(String)
  }

  /// The pattern as it stands in the table.
  let pattern: String
  /// The line for here.
  let hint: String

  private static let slots: Set<String> = [
    "COL", "COL2", "COL3", "COLS", "COLS2", "N", "N2", "EXPR", "CEXPR", "LIT", "LIT2", "LIT3",
    "FILE",
    "NAME", "NAME2", "ORDER", "PHRASES", "VALUE", "VALUE2", "REST", "REST2", "PHRASE", "FORMAT",
  ]

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
  /// Reads a table of patterns: each line for here, and under it, indented, the patterns.
  static func table(_ text: String) -> [ForeignPattern] {
    var all: [ForeignPattern] = []
    var hint = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        for pattern in line.dropFirst(2).split(separator: "   ") {
          all.append(ForeignPattern(String(pattern).trimmingBlanks, hint: hint))
        }
      } else {
        hint = String(line)
      }
    }
    return all
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
}

extension ForeignPattern {
  /// The line to type for a line that fits the pattern; nil: it does not fit.
  func hint(for line: ForeignLine) -> String? {
    var captures: [String: Capture] = [:]
    guard Self.match(elements[...], line, 0, &captures) else { return nil }
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
          !words.contains(where: { line.columns?.column($0.text) != nil })
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
        let name = tokens[index].text.lowercased()
        guard ExportFormat.names.contains(name) else { return false }
        captures["FORMAT"] = .text(name)
        return match(rest, line, index + 1, &captures)
      case "FILE", "NAME", "VALUE", "LIT":
        let end = wordEnd(tokens, from: index, of: name)
        guard end > index else { return false }
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
      tokens[end].kind != .text, !ends.contains(tokens[end].text)
    {
      end += 1
    }
    return end
  }
}

// MARK: - The line for here

extension ForeignPattern {
  private func filled(_ captures: [String: Capture], _ line: ForeignLine) -> String? {
    var result = ""
    var rest = hint[...]
    while let first = rest.first {
      let isFresh = !(result.last?.isLetter ?? false)
      let isLua = first == "$"
      let name = rest.dropFirst(isLua ? 1 : 0).prefix {
        $0.isASCII && ($0.isUppercase || $0.isNumber)
      }
      guard isFresh, name.first?.isUppercase == true,
        Self.slots.contains(String(name)) || Self.examples.contains(String(name))
      else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst((isLua ? 1 : 0) + name.count)
      var step = 0
      if rest.hasPrefix("-1") { step = -1 } else if rest.hasPrefix("+1") { step = 1 }
      if step != 0 { rest = rest.dropFirst(2) }
      guard let text = text(of: String(name), isLua, step, captures, line) else { return nil }
      result += text
    }
    return result
  }

  private static let examples: Set<String> = [
    "LINE", "EG", "ACOL", "NCOL", "HCOL", "ALLCOLS", "COLLIST", "NTH", "HEAD", "HEADFIVE", "TAIL",
    "TAILFIVE", "ANYNULL",
    "LASTINDEX",
    "TABLE", "SQLVALUE", "NULLCOLS", "DATACOLS",
  ]

  private func text(
    of name: String, _ isLua: Bool, _ step: Int, _ captures: [String: Capture], _ line: ForeignLine
  ) -> String? {
    switch captures[name] {
    case .column(let column):
      return isLua ? ForeignColumns.lua(column) : Quoting.name(column.name)
    case .columns(let columns):
      return columns.map { Quoting.name($0.name) }.joined(separator: ",")
    case .number(let number): return number + step < 0 ? nil : String(number + step)
    case .lua(let lua): return lua
    case .text(let text):
      if name.hasPrefix("REST") || name == "ORDER" { return text }
      if name == "FILE" { return Quoting.path(text) }
      guard isLua else { return Quoting.word(text) }
      guard case .column(let column)? = captures["COL"], let table = line.columns?.table else {
        return Quoting.quoted(text)
      }
      return Quoting.literal(text, table.kind(of: column))
    case nil:
      if name == "LINE" { return line.text.source(0..<line.text.tokens.count) }
      return line.columns.flatMap { example(name, $0, captures, line.name) }
    }
  }

  /// What the table has: EG a condition, ACOL a column, NCOL one of numbers, HCOL one that holds VALUE,
  /// NTH the column number N, ALLCOLS all, DATACOLS those beside the key, NULLCOLS those with nulls, COLLIST those of COLS with blanks between them, HEAD and TAIL
  /// its first and last N rows, HEADFIVE and TAILFIVE five of them, LASTINDEX the index of its last column, ANYNULL the condition for a null, TABLE its name in SQL, SQLVALUE the
  /// value there.
  private func example(
    _ name: String, _ columns: ForeignColumns, _ captures: [String: Capture], _ tableName: String
  ) -> String? {
    let table = columns.table
    let others = table.columns.filter { !table.keyColumns.contains($0.id) }
    guard let column = others.first ?? table.columns.first else { return nil }
    var number = 10
    if case .number(let given)? = captures["N"] { number = given }
    if name.hasSuffix("FIVE") { number = 5 }
    let last = min(number, table.sections.first?.count ?? 0) - 1
    switch name {
    case "ACOL": return Quoting.name(column.name)
    case "NCOL":
      return others.first { table.kind(of: $0).isNumeric }.map { Quoting.name($0.name) }
    case "NTH":
      guard table.columns.indices.contains(number - 1) else { return nil }
      return Quoting.name(table.columns[number - 1].name)
    case "ALLCOLS": return table.columns.map { Quoting.name($0.name) }.joined(separator: ",")
    case "COLLIST":
      guard case .columns(let list)? = captures["COLS"] else { return nil }
      return list.map { Quoting.name($0.name) }.joined(separator: " ")
    case "LASTINDEX": return String(table.columns.count - 1)
    case "HEAD", "HEADFIVE": return last < 0 ? nil : "0:0-\(last)"
    case "TAIL", "TAILFIVE": return last < 0 ? nil : "0:-\(last + 1)..-1"
    case "DATACOLS": return others.map { Quoting.name($0.name) }.joined(separator: ",")
    case "ANYNULL", "NULLCOLS":
      let holey = table.columns.filter(columns.hasNulls)
      guard !holey.isEmpty else { return nil }
      if name == "NULLCOLS" {
        return holey.map { Quoting.name($0.name) }.joined(separator: ",")
      }
      return holey.map { "\(ForeignColumns.lua($0)) == nil" }.joined(separator: " or ")
    case "TABLE": return Quoting.name(tableName)
    case "HCOL":
      guard case .text(let text)? = captures["VALUE"] else { return nil }
      return columns.column(holding: text).map { Quoting.name($0.name) }
    case "SQLVALUE":
      guard case .text(let text)? = captures["VALUE"] else { return nil }
      return "'" + text.replacing("'", with: "''") + "'"
    default:
      guard let row = table.allRows.first(where: { _ in true }) else { return nil }
      let cell = table.cell(row, column.id)
      let value = cell.isNull ? "nil" : Quoting.literal(cell.text, table.kind(of: column))
      return "\(ForeignColumns.lua(column)) == \(value)"
    }
  }
}
