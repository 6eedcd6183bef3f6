import CommandLanguage
import TableKit
import Wording

// Columns of another table, cross tables, computed columns, columns in another order, and what is in them.

extension LooseLine {
  // MARK: - Joining

  private static let joinWords = Vocabulary(
    """
    left: left leftouter
    inner: inner
    : on using how add take select attach extend keep open opened get outer join merge key match matching
    : where their
    """, hasFiles: true)

  /// `merge cities.csv by City` as `join cities.csv on City`.
  var joined: String? {
    let verbs = [
      "join", "merge", "leftjoin", "joinleft", "innerjoin", "lookup", "vlookup", "xlookup", "add",
      "attach",
    ]
    guard verbs.contains(verb), let (path, other) = otherTable else { return nil }
    let others = ForeignColumns(other)
    var (keys, taken): ([(Column, Column)], [Column]) = ([], [])
    guard let parts = parts(Self.joinWords) else { return nil }
    for part in parts {
      switch part {
      case .file, .word: continue
      case .number("1"), .number("2"): continue
      case .column(let id):
        guard let mine = table.column(id) else { return nil }
        guard let its = others.column(mine.name) else { return nil }
        if !keys.contains(where: { $0.0.id == mine.id }) { keys.append((mine, its)) }
      case .name(let name), .text(let name):
        guard let column = others.column(name) else { return nil }
        if !taken.contains(where: { $0.id == column.id }) { taken.append(column) }
      case .number: return nil
      }
    }
    if keys.isEmpty {
      keys = table.columns.compactMap { mine in others.column(mine.name).map { (mine, $0) } }
    }
    guard keys.count == 1, let (mine, its) = keys.first else { return nil }
    let on =
      mine.name == its.name
      ? Quoting.name(mine.name) : "\(Quoting.name(mine.name))=\(Quoting.name(its.name))"
    let isAll = taken.isEmpty || taken.count >= other.columns.count - 1
    let isInner = parts.has("inner") || verb == "innerjoin"
    return "join \(Quoting.path(path)) on \(on)" + (isInner ? " inner" : "")
      + (isAll ? "" : " columns \(Invocation.listed(taken))")
  }

  /// The one file or table that the line names.
  private var otherTable: (path: String, Table)? {
    guard let files = parts(Self.joinWords)?.files, files.count == 1,
      let other = try? shell.others.otherTable(files[0])
    else { return nil }
    return (files[0], other)
  }

  // MARK: - Cross tables

  private static let pivotWords = Vocabulary(
    """
    row: rows row index down group
    column: columns column cols across c names_from namesfrom header headers on horizontally
    value: values value valuesfrom val vals using of valuefield
    sum: sum total sums
    count: count counts n number
    mean: mean avg average
    min: min minimum
    max: max maximum
    row: r
    value: v
    : * aggregate aggregation counting
    : by and against vs x versus pivot aggfunc agg func fn cross crosstab in longer wider
    """)

  /// `pivot on Category using sum(Qty) group by City` as `pivot City Category Qty sum`.
  var pivoted: String? {
    let verbs = ["pivot", "pivottable", "crosstab", "xtab", "pivotwider", "crosstable", "dcast"]
    guard verbs.contains(verb), let parts = parts(Self.pivotWords), parts.areNamed else {
      return nil
    }
    let functions = ["sum", "count", "mean", "min", "max"]
    var places: [String: Column] = [:]
    var (role, function): (String?, String?)
    var free: [Column] = []
    for part in parts {
      switch part {
      case .word(let word) where functions.contains(word):
        guard function == nil else { return nil }
        function = word
        // `sum Qty`; `Qty sum` and a count at the end name no column behind them.
        role = "value"
      case .word(let word): role = word
      case .column(let id):
        guard let column = table.column(id) else { return nil }
        if let role, places[role] == nil { places[role] = column } else { free.append(column) }
        role = nil
      default: return nil
      }
    }
    // `Qty by City and Category`
    let valueFirst =
      free.count == 3
      && tokens.indices.contains {
        tokens[$0].is("by") && column(at: $0 - 1)?.column.id == free[0].id
      }
    for name in valueFirst ? ["value", "row", "column"] : ["row", "column", "value"]
    where places[name] == nil && !free.isEmpty {
      places[name] = free.removeFirst()
    }
    guard free.isEmpty, let row = places["row"], let column = places["column"], row.id != column.id,
      let value = places["value"] ?? table.columns.first(where: { !columns.hasNulls($0) })
    else { return nil }
    let isSummed = places["value"].map { table.kind(of: $0).isNumeric } ?? false
    guard let called = function ?? (isSummed ? "sum" : "count") as String?,
      called == "count" || places["value"] != nil
    else { return nil }
    return
      "pivot \([row, column, value].map { Quoting.name($0.name) }.joined(separator: " ")) \(called)"
  }

  // MARK: - Groups

  private static let groupWords = Vocabulary(
    """
    by: by per each group grouped groupby rows
    sum: sum total sums totals summed
    count: count counts n
    mean: mean avg average
    median: median
    min: min minimum smallest lowest
    max: max maximum largest highest
    : g a f * = | math measureobject groupby agg aggregate aggfunc function summarize summarise show value
    : values get pivot sumif as select
    """)

  /// `show sum of Qty by City` as `group by City sum Qty`.
  var grouped: String? {
    let verbs = [
      "group", "groupby", "summarize", "summarise", "aggregate", "sum", "total", "show", "pivot",
      "pivottable", "groupobject", "sumif", "sumifs", "average", "mean", "measure",
    ]
    guard verbs.contains(verb), let parts = parts(from: 0, Self.groupWords.ignoring(verb)),
      parts.areNamed
    else { return nil }
    var (function, value): (String?, Column?)
    var named: [Column] = []
    var isValue = false
    var former: Column?
    for part in parts {
      if case .column(let id) = part, let column = table.column(id) {
        if isValue, value == nil { value = column } else { named.append(column) }
        (isValue, former) = (false, column)
        continue
      }
      guard case .word(let word) = part else { return nil }
      if word == "by" {
        isValue = false
      } else {
        // `total = sum(Qty)`
        guard function == nil || function == word else { return nil }
        function = word
        isValue = word != "count"
        if isValue, let former, named.last?.id == former.id, named.count > 1 || part == parts.last {
          (value, isValue) = (former, false)
          named.removeLast()
        }
      }
      former = nil
    }
    if function == nil {
      function = ["sum", "total", "sumif", "sumifs"].contains(verb) ? "sum" : nil
    }
    // `group Qty sum by City`
    if value == nil, function != "count", named.count == 2,
      let index = named.firstIndex(where: { table.kind(of: $0).isNumeric })
    {
      value = named.remove(at: index)
    }
    guard let function, !named.isEmpty, !named.contains(where: { $0.id == value?.id }),
      (value == nil) == (function == "count")
    else { return nil }
    return "group by \(Invocation.listed(named)) \(function)"
      + (value.map { " \(Quoting.listed($0.name))" } ?? "")
  }

  // MARK: - Computed columns

  /// `column new Total Price*Qty after Qty` as `column add Total := Price*Qty`.
  var computed: String? {
    let verbs = [
      "column", "add", "new", "insert", "mutate", "assign", "transform", "calc", "compute",
      "addcolumn",
      "create", "calculate", "edit", "update", "set", "newcolumn", "alter",
    ]
    guard verbs.contains(verb), let (range, lua) = expression else { return nil }
    let words = Vocabulary(
      """
      after: after
      : column add new insert create called as with is numeric number set col calc calculated from table
      : alter all rows tonumber
      """)
    guard let before = parts(to: range.lowerBound, words),
      let after = parts(from: range.upperBound, words)
    else {
      return nil
    }
    let rest = before + after
    guard rest.names.count == 1, let name = rest.names.first, table.column(named: name) == nil,
      rest.count == 1 || rest.count == 3 && rest.has("after") && found(rest).count == 1
    else { return nil }
    let line = "column add \(Quoting.name(name)) := \(lua)"
    guard let anchor = found(rest).first else { return line }
    return "\(line)  -- then: column move \(Quoting.name(name)) after \(Quoting.name(anchor.name))"
  }

  /// The tokens that compute with columns and numbers, and their Lua; nil: none do.
  private var expression: (Range<Int>, lua: String)? {
    if let index = tokens.indices.first(where: {
      tokens[$0].kind == .text && ForeignText(tokens[$0].text).tokens.count > 2
    }),
      let inner = LooseLine("column " + tokens[index].text, shell),
      let (range, lua) = inner.expression,
      range == 1..<inner.tokens.count
    {
      return (index..<index + 1, lua)
    }
    var index = start
    while index < tokens.count {
      var (lua, end, isComputed, wantsValue) = ("", index, false, true)
      var depth = 0
      scan: while end < tokens.count {
        let isCast = wantsValue && ["tonumber", "number", "float"].contains(tokens[end].text)
        if isCast, end + 1 < tokens.count, tokens[end + 1].text == "(" {
          end += 1
        } else if wantsValue, let (column, count) = column(at: end) {
          lua += ForeignColumns.lua(column)
          (end, wantsValue) = (end + count, false)
        } else if wantsValue, tokens[end].kind == .number {
          lua += tokens[end].text
          (end, wantsValue) = (end + 1, false)
        } else if wantsValue, tokens[end].text == "(" {
          lua += "("
          (end, depth) = (end + 1, depth + 1)
        } else if !wantsValue, depth > 0, tokens[end].text == ")" {
          lua += ")"
          (end, depth) = (end + 1, depth - 1)
        } else if !wantsValue, let sign = Self.operators[tokens[end].text.lowercased()] {
          lua += " \(sign) "
          (end, wantsValue, isComputed) = (end + 1, true, true)
        } else {
          break scan
        }
      }
      if isComputed, !wantsValue, depth == 0 { return (index..<end, lua) }
      index += 1
    }
    return nil
  }

  private static let operators = [
    "*": "*", "+": "+", "-": "-", "/": "/", "times": "*", "plus": "+", "minus": "-", "x": "*",
  ]

  // MARK: - Columns in another order

  private static let orderWords = Vocabulary(
    """
    before: before
    after: after
    first: first front start beginning left
    last: last end
    hide: hide hidden
    : column columns move relocate reorder order put then
    """)

  /// `relocate Price after Customer` as `column move Price after Customer`.
  var arranged: String? {
    let verbs = [
      "move", "relocate", "put", "column", "columns", "movecolumns", "movecolumn", "hide",
      "hidecolumns",
    ]
    guard verbs.contains(verb), let parts = parts(Self.orderWords), parts.areNamed,
      !found(parts).isEmpty
    else {
      return nil
    }
    if verb.hasPrefix("hide") || parts.words == ["hide"] {
      return parts.words.allSatisfy { $0 == "hide" } ? "column hide \(list(parts))" : nil
    }
    guard parts.words.count == 1, let word = parts.words.first,
      let place = parts.firstIndex(of: .word(word))
    else {
      return nil
    }
    if word == "first" || word == "last" {
      return "column move \(list(parts)) \(word == "first" ? "0" : "\(table.columns.count - 1)")"
    }
    guard let anchor = found(Array(parts[place...])).first,
      found(Array(parts[place...])).count == 1, place > 0
    else { return nil }
    let moved = found(Array(parts[..<place]))
    return "column move \(Invocation.listed(moved)) \(word) \(Quoting.name(anchor.name))"
  }

  // MARK: - What is in columns

  private static let lookWords = Vocabulary(
    """
    outliers: outlier outliers
    : describe tally full complete show list nulls counts kind kinds types type info stats summary statistics
    : outlying find select highlight rule mark detect extreme extremes about on d
    """)

  private static let lookVerbs: Set<String> = [
    "describe", "tally", "columns", "find", "show", "select", "highlight", "list", "summarize",
    "rule",
  ]

  /// `describe Price with outliers` as `outliers Price`.
  var outlying: String? {
    guard Self.lookVerbs.contains(verb), let parts = parts(Self.lookWords), parts.areNamed,
      parts.has("outliers"), found(parts).count == 1
    else { return nil }
    return shell.line(inPlaceOf: "outliers \(list(parts))")
  }

  /// `describe every column` as `describe`.
  var looked: String? {
    guard Self.lookVerbs.contains(verb), let parts = parts(Self.lookWords.ignoring("*")),
      parts.areNamed, !parts.has("outliers")
    else { return nil }
    switch verb {
    case "describe": return found(parts).isEmpty ? "describe" : "describe \(list(parts))"
    case "columns" where found(parts).isEmpty: return "columns"
    case "tally" where found(parts).isEmpty: return "describe  # tally COL counts the values of one"
    case "show" where tokens.count == 2 && tokens[1].is("info"): return "info"
    default: return nil
    }
  }
}
