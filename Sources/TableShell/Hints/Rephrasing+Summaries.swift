import CommandLanguage
import TableKit
import TableLua
import Wording

// Groups and pivots as they are said, and with a condition, which a query has.

extension Rephrasing {
  /// What is summarized, and how.
  private struct Summary {
    var name: String
    var column: Column?
    var alias: String?
  }

  private static let functions = [
    "sum": "sum", "total": "sum", "mean": "mean", "avg": "mean", "average": "mean", "min": "min",
    "minimum": "min", "lowest": "min", "max": "max", "maximum": "max", "highest": "max",
    "median": "median", "count": "count", "n": "count", "first": "first", "last": "last",
    "list": "list",
  ]

  /// Functions of SQL.
  private static let sqlNames = [
    "sum": "sum", "mean": "avg", "min": "min", "max": "max", "count": "count",
  ]

  /// A line of groups, of a pivot or of a summary under a condition; nil: it is none.
  var summary: String? {
    if `is`(0, "group", "groupby") { return group }
    return tallied ?? summarized
  }

  /// The summary that begins at a token: `sum Qty`, `sum(Qty)`, `sum of Qty`, `count`, `count(*)`.
  private func summary(at start: Int) -> (Summary, end: Int)? {
    guard tokens.indices.contains(start), tokens[start].kind == .name,
      let name = Self.functions[tokens[start].text.lowercased()]
    else { return nil }
    var index = start + 1
    while `is`(index, "of", "the") { index += 1 }
    let isCall = `is`(index, "(")
    if isCall { index += 1 }
    var column: Column?
    if let (found, count) = columns.column(in: text, at: index) {
      (column, index) = (found, index + count)
    } else if isCall, `is`(index, "*") {
      index += 1
    }
    if isCall {
      guard `is`(index, ")") else { return nil }
      index += 1
    }
    guard column != nil || name == "count" else { return nil }
    var summary = Summary(name: name, column: name == "count" ? nil : column)
    if `is`(index, "as"), index + 1 < tokens.count, tokens[index + 1].kind == .name {
      summary.alias = tokens[index + 1].text
      index += 2
    }
    return (summary, index)
  }

  /// `group by City count and sum(Qty)` as `group by City count sum Qty`, and with a condition, a name or
  /// an order as a query.
  private var group: String? {
    var index = `is`(1, "by", "on") ? 2 : 1
    guard let (named, count) = columns.list(in: text, at: index) else { return nil }
    index += count
    var summaries: [Summary] = []
    while index < tokens.count {
      while `is`(index, ",", "and", "with", "&", "+") { index += 1 }
      guard let (summary, end) = summary(at: index) else { break }
      summaries.append(summary)
      index = end
    }
    if index == tokens.count, summaries.allSatisfy({ $0.alias == nil }) {
      let parts = summaries.map { [$0.name, $0.column.map { Quoting.name($0.name) }] }
      let line =
        ["group by \(list(named, ","))"]
        + parts.map { $0.compactMap(\.self).joined(separator: " ") }
      return summaries.isEmpty ? nil : line.joined(separator: " ")
    }
    if summaries.isEmpty { summaries = [Summary(name: "count")] }
    return query(named, summaries, from: index)
  }

  /// `SELECT … GROUP BY …` with what stands behind the summaries: `where`, `having`, `order by`.
  private func query(
    _ named: [Column], _ summaries: [Summary], from start: Int
  ) -> String? {
    var index = start
    var (condition, having, order) = ("", "", "")
    func isEnd(_ index: Int) -> Bool {
      `is`(index, "having", "where", "if", "order", "sort") || index == tokens.count
    }
    func end() -> Int { (index + 1..<tokens.count).first(where: isEnd) ?? tokens.count }
    var names = ["count"]
    let values = summaries.compactMap { summary -> String? in
      guard let function = Self.sqlNames[summary.name],
        summary.column.map({ columns.table.kind(of: $0).isNumeric }) ?? true
      else { return nil }
      let made = summary.alias ?? summary.column.map { "\($0.name)_\(summary.name)" } ?? "count"
      names.append(made)
      let value = "\(function)(\(summary.column.map { Quoting.name($0.name) } ?? "*"))"
      return "\(value) AS \(Quoting.name(made))"
    }
    guard values.count == summaries.count else { return nil }
    while index < tokens.count {
      let last = end()
      switch true {
      case `is`(index, "where", "if"):
        guard condition.isEmpty, let sql = sql(index + 1..<last) else { return nil }
        condition = " WHERE \(sql)"
      case `is`(index, "having"):
        // `sum(Qty) > 5`, `count > 5` or a name.
        var left = tokens[index + 1].text
        var next = index + 2
        if let (summary, end) = summary(at: index + 1), let function = Self.sqlNames[summary.name] {
          left = "\(function)(\(summary.column.map { Quoting.name($0.name) } ?? "*"))"
          next = end
        } else if !names.contains(left) {
          return nil
        }
        guard last == next + 2, tokens[next].kind == .symbol, tokens[next + 1].kind == .number
        else {
          return nil
        }
        having = " HAVING \(left) \(text.source(next..<last))"
      default:
        guard `is`(index, "order", "sort"), `is`(index + 1, "by"), index + 2 < last,
          let (summary, next) = summary(at: index + 2) ?? aliased(index + 2, summaries, names)
        else { return nil }
        let isDescending = `is`(next, "desc", "descending")
        guard next + (isDescending || `is`(next, "asc") ? 1 : 0) == last else { return nil }
        let place = summaries.firstIndex {
          $0.name == summary.name && $0.column?.id == summary.column?.id
        }
        guard let place else { return nil }
        order = " ORDER BY \(Quoting.name(names[place + 1]))\(isDescending ? " DESC" : "")"
      }
      index = last
    }
    let list = list(named, ", ")
    let selected = list.isEmpty ? values : [list] + values
    let groups = list.isEmpty ? "" : " GROUP BY \(list)"
    return "query SELECT \(selected.joined(separator: ", ")) FROM \(Quoting.name(name))"
      + condition + groups + having + order
  }

  private func aliased(
    _ index: Int, _ summaries: [Summary], _ names: [String]
  ) -> (Summary, end: Int)? {
    guard let place = names.dropFirst().firstIndex(of: tokens[index].text) else { return nil }
    return (summaries[place - 1], index + 1)
  }

  private func list(_ columns: [Column], _ separator: String) -> String {
    columns.map { Quoting.name($0.name) }.joined(separator: separator)
  }

  /// A condition in SQL; nil: it has no like there.
  private func sql(_ range: Range<Int>) -> String? {
    guard !range.isEmpty, let lua = lua(range) else { return nil }
    let tokens = ForeignText(lua).tokens
    return Slip.sql(tokens[...], columns)
  }

  /// A condition in Lua; nil: it is none.
  private func lua(_ range: Range<Int>) -> String? {
    let source = text.source(range)
    let meant = MeantLine(shell: shell)
    guard meant.failure(of: source) != nil else { return source }
    return meant.lua(source, isCondition: true)
  }

  /// `pivot City vs Category sum of Qty` as `pivot City Category Qty sum`.
  var pivot: String? {
    guard `is`(0, "pivot", "crosstab") else { return nil }
    var index = 1
    var named: [Column] = []
    func skip() {
      while `is`(index, ",", "vs", "by", "and", "x", "against", "with") { index += 1 }
    }
    skip()
    while named.count < 3, let (column, count) = columns.column(in: text, at: index) {
      named.append(column)
      index += count
      skip()
    }
    guard named.count > 1 else { return nil }
    let (rows, column) = (
      "\(Quoting.name(named[0].name)) \(Quoting.name(named[1].name))", named.last
    )
    if named.count == 3, let column, index + 1 == tokens.count,
      let function = Self.functions[tokens[index].text.lowercased()]
    {
      return "pivot \(rows) \(Quoting.name(column.name)) \(function)"
    }
    guard named.count == 2, let (summary, end) = summary(at: index), end == tokens.count,
      let value = summary.column ?? columns.table.columns.first(where: { !columns.hasNulls($0) })
    else { return nil }
    return "pivot \(rows) \(Quoting.name(value.name)) \(summary.name)"
  }

  /// `count where Qty > 5 group by City` as `tally City where Qty > 5`.
  private var tallied: String? {
    guard `is`(0, "count", "tally"),
      let by = tokens.lastIndex(where: { ["by", "per"].contains(where: $0.is) }), by > 2,
      let (column, count) = columns.column(in: text, at: by + 1), by + 1 + count == tokens.count
    else { return nil }
    let start = `is`(1, "where", "if") ? 2 : 1
    let end = `is`(by - 1, "group", "grouped") ? by - 1 : by
    guard start < end, let lua = lua(start..<end) else { return nil }
    return "tally \(Quoting.name(column.name)) where \(lua)"
  }

  /// `describe Qty where C`, `select sum(Qty) where C`, `sum Qty where C` and `sample 20 where C` as queries.
  private var summarized: String? {
    guard let condition, let sql = sql(condition..<tokens.count) else { return nil }
    let end = condition - 1
    if `is`(0, "sample"), tokens[1].kind == .number, end == 2 || end == 3 && `is`(2, "rows") {
      return "query SELECT * FROM \(Quoting.name(name)) WHERE \(sql) ORDER BY random() LIMIT "
        + tokens[1].text
    }
    var summaries: [Summary] = []
    if `is`(0, "describe"), let (column, count) = columns.column(in: text, at: 1), end == 1 + count
    {
      summaries = ["min", "mean", "max", "sum"].map { Summary(name: $0, column: column) }
      summaries.insert(Summary(name: "count"), at: 0)
    } else {
      var index = `is`(0, "select", "show", "get") ? 1 : 0
      while let (summary, next) = summary(at: index), next <= end {
        summaries.append(summary)
        index = `is`(next, ",") ? next + 1 : next
      }
      guard index == end, !summaries.isEmpty, summaries[0].column != nil || summaries.count > 1
      else { return nil }
    }
    return query([], summaries, from: end)
  }
}
