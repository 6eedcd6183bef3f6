import CommandLanguage
import TableKit
import TableSources
import Wording

// What only SQL does in one line, and the first rows that fulfil a condition.

extension Slip {
  /// `show City where Qty > 3 order by Price desc limit 5` as `query SELECT City FROM t WHERE Qty > 3 …`, also
  /// without the order or the limit: `sort` would reorder the table.
  var limited: String? {
    guard command?.name == "show", let document = shell.current,
      let condition = words.compactMap(\.condition?.text).last ?? statement.lua?.text
    else { return nil }
    let text = ForeignText(condition)
    let named = ForeignColumns(document.table)
    var end = text.tokens.count
    var (order, limit) = ("", "")
    if end > 2, text.tokens[end - 1].kind == .number,
      ["limit", "head", "first", "top"].contains(where: text.tokens[end - 2].is)
    {
      limit = " LIMIT \(text.tokens[end - 1].text)"
      end -= 2
    }
    if let start = text.tokens[..<end].indices.dropFirst().last(where: {
      (text.tokens[$0].is("order") || text.tokens[$0].is("sort")) && $0 + 2 < end
        && text.tokens[$0 + 1].is("by")
    }) {
      guard let (columns, count) = named.order(in: text, at: start + 2), start + 2 + count == end
      else { return nil }
      order = " ORDER BY " + columns
      end = start
    }
    guard !(order + limit).isEmpty else { return nil }
    let columns = words.dropFirst().prefix { $0.condition == nil }
    guard let sql = Self.sql(text.tokens[..<end], named),
      columns.allSatisfy({ !$0.text.contains("*") || $0.text == "*" })
    else { return nil }
    let names = columns.flatMap { $0.text.split(separator: ",") }.map(String.init)
    let isAll = names.isEmpty || names == ["*"]
    let list = isAll ? "*" : names.map(Quoting.name).joined(separator: ", ")
    // As texts, amounts are in another order.
    let words = Set(text.tokens.map(\.text))
    let amounts = document.table.columns.filter { words.contains($0.name) }
      .filter { !document.table.kind(of: $0).isNumeric }
      .compactMap { AmountColumn($0, of: document.table, leavingWords: true) }.filter(\.hasUnits)
    return readable(
      amounts.map { $0.nullingCommands + "; " }.joined()
        + "query SELECT \(list) FROM \(Quoting.name(document.shortName)) WHERE \(sql)\(order)"
        + limit)
  }

  /// `query SELECT order id` as `query SELECT "order id" FROM orders`: a name of two words is quoted, and the
  /// table named where none is.
  var quotedInQuery: String? {
    guard command?.name == "query", let document = shell.current, words.count > 1 else {
      return nil
    }
    let (text, columns) = (ForeignText(statement.text), ForeignColumns(document.table))
    var parts: [String] = []
    var index = 1
    while index < text.tokens.count {
      let found = text.tokens[index].kind == .name ? columns.column(in: text, at: index) : nil
      if let (column, count) = found, count > 1 {
        parts.append(Quoting.quoted(column.name))
        index += count
      } else {
        parts.append(text.source(index..<(index + 1)))
        index += 1
      }
      if index < text.tokens.count, text.tokens[index].followsBlank { parts.append(" ") }
    }
    var sql = parts.joined()
    guard sql != text.source(1..<text.tokens.count), text.tokens[1].is("select") else { return nil }
    if !text.tokens.contains(where: { $0.is("from") }) {
      sql += " FROM \(Quoting.name(document.shortName))"
    }
    return "query \(sql)"
  }

  /// `query DELETE FROM t WHERE Qty > 5` as `delete where Qty > 5`: a query only reads.
  var changingQuery: String? {
    let text = ForeignText(statement.text)
    guard text.tokens.count > 2,
      ["update", "delete", "insert", "alter"].contains(where: text.tokens[1].is)
    else { return nil }
    return shell.line(inPlaceOf: text.source(1..<text.tokens.count))
  }

  /// Whether a word names a file to write, and no field.
  static func isFile(_ name: String) -> Bool {
    let known = ExportFormat.extensions + ["log"]
    return !name.hasPrefix("row.") && known.contains(FileOrigin.fileExtension(name))
  }

  /// Programs that people pipe a table to.
  static let programs: Set<String> = [
    "awk", "cat", "column", "cut", "egrep", "fgrep", "grep", "head", "jq", "less", "mlr", "more",
    "nl",
    "perl", "python3", "rg", "sed", "sort", "tail", "tee", "tr", "uniq", "wc", "xargs",
  ]

  /// A condition of Lua in SQL; nil: it calls functions, or names what is no column.
  static func sql(
    _ tokens: ArraySlice<ForeignText.Token>, _ columns: ForeignColumns
  ) -> String? {
    let signs = ["==": "=", "~=": "<>", "!=": "<>"]
    var parts: [String] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      index += 1
      switch token.kind {
      case .text: parts.append("'" + token.text.replacing("'", with: "''") + "'")
      case .number: parts.append(token.text)
      case .symbol:
        guard
          ["(", ")", "<", ">", "<=", ">=", "+", "-", "*", "/", "="].contains(token.text)
            || signs[token.text] != nil
        else { return nil }
        parts.append(signs[token.text] ?? token.text)
      case .name:
        if token.is("row"), index + 2 < tokens.endIndex, tokens[index].text == "[",
          tokens[index + 2].text == "]", let column = columns.column(tokens[index + 1].text)
        {
          parts.append(Quoting.name(column.name))
          index += 3
        } else if token.is("nil"), let sign = parts.last, ["=", "<>"].contains(sign) {
          parts[parts.count - 1] = sign == "=" ? "IS NULL" : "IS NOT NULL"
        } else if ["and", "or", "not"].contains(where: token.is) {
          parts.append(token.text.uppercased())
        } else if let column = columns.column(token.text) {
          parts.append(Quoting.name(column.name))
        } else {
          return nil
        }
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
