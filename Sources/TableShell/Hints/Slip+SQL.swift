import CommandLanguage
import TableKit
import TableSources
import Wording

// SQL of other databases in a query: what SQLite has in its place, or the command that does it.

extension Slip {
  /// The query in SQLite's words, or the command that does what it has none for; nil: something else is wrong.
  var inSQLite: String? {
    guard command?.name == "query", words.count == 2, let document = shell.current else {
      return nil
    }
    let isQuoted =
      !words[1].parts.isEmpty && typed(upTo: 1).count < statement.text.count
      && "\"'".contains(statement.text.dropFirst(typed(upTo: 1).count).first ?? " ")
    var sql = words[1].text
    var redirection: String?
    if !isQuoted, let (head, sign) = meant.ending(ofSQL: sql) { (sql, redirection) = (head, sign) }
    let first = ForeignText(sql).tokens.first
    if first?.is("select") != true, first?.is("with") != true {
      guard Self.others.contains(where: { first?.is($0) == true }),
        let line = shell.line(inPlaceOf: sql), !line.hasPrefix("help "), line != "delete *"
      else { return nil }
      return line
    }
    let tail = isQuoted ? statement.tail(behind: words[1]) : ""
    if redirection == nil, let line = besidesSQL(sql, document) {
      return tail.isEmpty ? line : meant.redirected(line, tail.trimmingBlanks)
    }
    let table = Quoting.name(document.shortName)
    let text = SQLDialect(sql, ForeignColumns(document.table), table: table).inSQLite
    guard text != sql || redirection != nil else { return nil }
    let query = "query \(isQuoted ? Quoting.quoted(text) : text)\(tail)"
    return redirection.map { meant.redirected(query, $0) } ?? query
  }

  /// The words that begin what is another command here.
  private static let others = [
    "create", "delete", "desc", "describe", "from", "insert", "pivot", "summarize", "table",
    "unpivot",
    "update",
  ]

  /// The command for what SQLite cannot do: medians of groups, and patterns.
  private func besidesSQL(_ sql: String, _ document: Document) -> String? {
    let columns = ForeignColumns(document.table)
    func named(_ text: Substring) -> String? {
      columns.list(in: ForeignText(String(text)), at: 0).map { Invocation.listed($0.columns) }
    }
    if let match = sql.wholeMatch(
      of: #/(?i)select\s+.*?\b(median|first|last)\(([^()]+)\).*?\sfrom\s+\S+\s+group\s+by\s+(.+)/#),
      let groups = named(match.3), let values = named(match.2)
    {
      return readable("group by \(groups) \(match.1.lowercased()) \(values)")
    }
    guard sql.contains(#/(?i)~|\bregexp|\brlike\b|\bsimilar\s+to\b/#),
      let match = sql.wholeMatch(of: #/(?i)select\s+(.+?)\s+from\s+\S+\s+where\s+(.+)/#),
      let lua = meant.lua(String(match.2), isCondition: true)
    else { return nil }
    let list = match.1 == "*" ? "" : named(match.1).map { $0 + " " }
    return list.flatMap { readable("show \($0)where \(lua)") }
  }
}

/// A query of another database, in SQLite's words.
private struct SQLDialect {
  private let text: ForeignText
  private let columns: ForeignColumns
  private let table: String

  init(_ sql: String, _ columns: ForeignColumns, table: String) {
    (text, self.columns, self.table) = (ForeignText(sql), columns, table)
  }

  /// Functions that SQLite has under another name.
  private static let names = [
    "string_agg": "group_concat", "array_agg": "group_concat", "listagg": "group_concat",
    "list": "group_concat", "len": "length", "char_length": "length", "isnull": "ifnull",
    "nvl": "ifnull", "greatest": "max", "least": "min", "strpos": "instr", "ucase": "upper",
    "lcase": "lower", "if": "iif", "mid": "substr", "any_value": "max", "try_cast": "cast",
  ]

  private static func isForeign(_ name: String) -> Bool {
    names[name.lowercased()] != nil
      || ["left", "right", "concat", "now"].contains(name.lowercased())
  }

  var inSQLite: String {
    var result = ""
    var index = 0
    while index < text.tokens.count {
      let (part, end) = part(at: index)
      if text.tokens[index].followsBlank { result += " " }
      result += part
      index = end
    }
    result = result.replacing(#/(?i)\s+using\s+sample\s+(\d+)(?:\s+rows)?\s*$/#) {
      " order by random() limit \($0.1)"
    }
    result = result.replacing(#/(?i)^select\s+top\s+(\d+)\s+(.*)$/#) {
      "select \($0.2) limit \($0.1)"
    }
    // Of a group, SQLite takes the other columns from one of its rows.
    if !result.contains(#/(?i)\s(?:group|order|limit)\s/#) {
      result = result.replacing(#/(?i)^select\s+distinct\s+on\s*\(([^()]+)\)\s*(.*)$/#) {
        "select \($0.2) group by \($0.1)"
      }
    }
    result = result.replacing(#/(?i)\blimit\s+(\d+)\s*,\s*offset\b/#) { "limit \($0.1) offset" }
    let namesColumn = text.tokens.indices.contains { columns.column(in: text, at: $0) != nil }
    let hasTable = text.tokens.contains { $0.is("from") }
    if !hasTable, namesColumn {
      let end = result.firstRange(of: #/(?i)\s(?:where|group|order|limit)\s/#)
      result.insert(contentsOf: " from \(table)", at: end?.lowerBound ?? result.endIndex)
    }
    return result
  }

  /// What stands for the part of the query that begins at a token, and where it ends.
  private func part(at index: Int) -> (text: String, end: Int) {
    let token = text.tokens[index]
    let isCall = index + 1 < text.tokens.count && text.tokens[index + 1].text == "("
    var (part, end) = (text.source(index..<(index + 1)), index + 1)
    if token.kind == .name, isCall, Self.isForeign(token.text),
      let (arguments, close) = arguments(from: index + 1)
    {
      (part, end) = (call(token.text, arguments), close)
    } else if token.is("ilike") {
      part = "like"
    } else if token.text == "&&", token.kind == .symbol {
      part = "and"
    }
    guard end + 1 < text.tokens.count, text.tokens[end].text == "::" else { return (part, end) }
    let type = text.tokens[end + 1].text.lowercased()
    if type == "date" { return ("date(\(part))", end + 2) }
    if type.hasPrefix("timestamp") { return ("datetime(\(part))", end + 2) }
    let known = [
      "int": "integer", "int4": "integer", "int8": "integer", "float": "real", "double": "real",
    ]
    return ("cast(\(part) as \(known[type] ?? type))", end + 2)
  }

  /// The arguments of a call, each in SQLite's words, and where it ends.
  private func arguments(from open: Int) -> (arguments: [String], end: Int)? {
    var parts = [""]
    var index = open + 1
    var depth = 0
    while index < text.tokens.count {
      let token = text.tokens[index]
      if depth == 0, token.is(")") { return (parts.map(\.trimmingBlanks), index + 1) }
      if depth == 0, token.is(",") {
        parts.append("")
        index += 1
        continue
      }
      if token.is("(") { depth += 1 }
      if token.is(")") { depth -= 1 }
      let (part, end) = part(at: index)
      parts[parts.count - 1] += (token.followsBlank ? " " : "") + part
      index = end
    }
    return nil
  }

  private func call(_ name: String, _ arguments: [String]) -> String {
    let list = arguments.joined(separator: ", ")
    switch name.lowercased() {
    case "left" where arguments.count == 2: return "substr(\(arguments[0]), 1, \(arguments[1]))"
    case "right" where arguments.count == 2: return "substr(\(arguments[0]), -\(arguments[1]))"
    case "concat" where arguments.count > 1: return "(\(arguments.joined(separator: " || ")))"
    case "now" where list.isEmpty: return "datetime('now')"
    case "list" where arguments.count != 1: return "\(name)(\(list))"
    case let known: return "\(Self.names[known] ?? name)(\(list))"
    }
  }
}
