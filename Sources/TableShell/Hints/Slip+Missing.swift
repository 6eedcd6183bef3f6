import CommandLanguage
import TableKit
import TableSources
import Wording

// Lines for commands whose arguments are missing or stand in another way, made of the table. A grammar is no
// line to type: where none can be made, it is the command's page of help.

extension Slip {
  /// The line in place of a grammar as the hint; nil: the error's hint is none.
  var inPlaceOfGrammar: String? {
    guard let command, command.group != .plugins, case .usage(_, let lines) = error else {
      return nil
    }
    let forms = Set(command.signature.forms.map(\.shownLine))
    let grammars = lines.filter { line in
      forms.contains(line) && line.contains { $0.isUppercase || "[…|".contains($0) }
    }
    guard !grammars.isEmpty else { return nil }
    if let line = readable(filled(command.name)) { return line }
    let isLong = lines.count > 1 || grammars.contains { $0.contains(where: "[…".contains) }
    return isLong ? "help \(command.name)" : nil
  }

  /// A command with what is most natural of the table in the place of what is missing; nil: nothing is.
  private func filled(_ name: String) -> String? {
    // A condition is not left out, and where more was typed, something else is wrong.
    guard statement.lua == nil, statement.redirection == .none else { return nil }
    let isAlone = ["export", "find", "new", "number", "sample", "top"].contains(name)
    guard words.count <= (isAlone ? 1 : 3) else { return nil }
    let typed = words.dropFirst().compactMap { table?.column(named: $0.text) }
    guard let table, let column = typed.first ?? grouping() else { return nil }
    let shown = Quoting.word(column.name)
    let list = typed.count > 1 ? Invocation.listed(typed) : shown
    // A word that would be left out may say the opposite.
    let ways = ["by"] + (name == "fill" ? ["down", "up", "ffill", "bfill", "backfill"] : [])
    let hasOthers = words.dropFirst().contains { word in
      table.column(named: word.text) == nil && !ways.contains(word.text.lowercased())
    }
    if hasOthers, !["undo", "redo", "replace", "pivot", "column"].contains(name) { return nil }
    switch name {
    case "sample": return "sample 20"
    case "find": return text(of: column).map { "find \(Quoting.word($0))" }
    case "top": return "top 5 by \(Quoting.word(number(besides: []).name))"
    case "sort": return "sort by \(list)"
    case "group": return "group by \(list) count"
    case "dedupe": return "dedupe --dry-run by \(list)"
    case "export": return "export copy.\(TableFormats.plain.name)"
    case "new": return "new notes name,text"
    case "rename": return "rename \(shown) \(unused(column))"
    case "upper", "lower", "title": return "\(name) \(list)"
    case "fill":
      // Without a column, the only one that has gaps.
      let gaps = typed.isEmpty ? table.columns.filter(ForeignColumns(table).hasNulls) : [column]
      guard !gaps.isEmpty else { return nil }
      let isUp = words.contains { ["up", "bfill", "backfill"].contains($0.text.lowercased()) }
      let line = "fill \(isUp ? "up" : "down") \(Invocation.listed(gaps))"
      return gaps.count == 1 ? line : MeantLine.triedFill(line)
    case "undo", "redo": return words.count == 2 ? "\(name) 1" : nil
    case "number":
      return table.columns.reversed().lazy.filter { !table.kind(of: $0).isNumeric }
        .compactMap { AmountColumn($0, of: table)?.commands }.first
        ?? "number \(Quoting.word(number(besides: []).name))"
    case "date", "split":
      return (typed.isEmpty ? table.columns : [column]).lazy
        .compactMap { shell.line(inPlaceOf: "\(name) \(Quoting.word($0.name))") }.first
    case "replace":
      // Which text is to stand there is not known, but where one of signs is to go.
      guard words.count == 3, !words[2].text.contains(where: \.isLetter) else { return nil }
      return "replace \(shown) \(Quoting.word(words[2].text)) \"\""
    case "pivot":
      guard typed.count < 2, words.count == typed.count + 1,
        let second = grouping(besides: column)
      else { return nil }
      let value = number(besides: [column.id, second.id])
      return "pivot \(shown) \(Quoting.word(second.name)) \(Quoting.word(value.name)) "
        + (table.kind(of: value).isNumeric ? "sum" : "count")
    case "column":
      guard words.count > 1, words.count == typed.count + 2 else { return nil }
      switch words[1].text {
      case "add": return words.count == 2 ? "column add note" : nil
      case "rename": return "column rename \(shown) \(unused(column))"
      case "move": return "column move \(shown) 0"
      case "hide": return "column hide \(shown)"
      case "type": return "column type \(shown) text"
      default: return nil
      }
    default: return nil
    }
  }

  /// A name that no column has.
  private func unused(_ column: Column) -> String {
    let number = (2...).first { table?.column(named: "\(column.name)_\($0)") == nil } ?? 2
    return Quoting.word("\(column.name)_\(number)")
  }

  /// The first text of a column.
  private func text(of column: Column) -> String? {
    guard let table else { return nil }
    return table.allRows.prefix(ForeignColumns.sample).lazy.map { table.cell($0, column.id) }
      .first { !$0.isNull && !$0.text.isEmpty }?.text
  }

  /// The column of numbers that stands last; the last column if none is one.
  private func number(besides others: [ColumnID]) -> Column {
    let columns = (table?.columns ?? []).filter { !others.contains($0.id) }
    let last = columns.last { table?.kind(of: $0).isNumeric == true } ?? columns.last
    guard let found = last ?? table?.columns.last else { preconditionFailure("no column") }
    return found
  }

  private func grouping(besides other: Column? = nil) -> Column? {
    table.flatMap { ForeignColumns($0).grouping(besides: other) }
  }
}

// MARK: - Other orders of words

extension Slip {
  /// A line whose parts stand in another way here; nil: it has none that does.
  var reworded: String? { computedEverywhere ?? firstOfSorted ?? withoutCondition }

  /// `edit Phone := Phone:lower()` as `edit * Phone := …`, of the rows with a value where the others fail.
  private var computedEverywhere: String? {
    guard command?.name == "edit", let table, let lua = statement.lua, words.count > 1,
      let column = table.column(named: words[1].text)
    else { return nil }
    let rest = statement.text(fromWord: 1)
    let rows = Array(table.allRows.prefix(200))
    let succeeds =
      (try? shell.lua.rows(where: lua.text, in: table, among: rows, skipErrors: false)) != nil
    return readable(
      succeeds
        ? "edit * \(rest)" : "edit where \(ForeignColumns.lua(column)) ~= nil set \(rest)")
  }

  /// `sort by Price desc limit 5` as `top 5 by Price`.
  private var firstOfSorted: String? {
    guard command?.name == "sort", words.count > 4, words[1].is("by"), let count = words.last,
      Int(count.text) != nil,
      ["limit", "head", "top", "first"].contains(where: words[words.count - 2].is)
    else { return nil }
    let start = words[2].place.offset
    let order = Array(statement.text.unicodeScalars)[start..<words[words.count - 2].place.offset]
    var text = String(String.UnicodeScalarView(order)).trimmingBlanks
    if text.hasSuffix(" desc") {
      text.removeLast(" desc".count)
    } else if !text.hasSuffix(" asc") {
      text += " asc"
    }
    return readable("top \(count.text) by \(text)")
  }

  /// `replace City a b where`, whose condition is missing, without the `where`.
  private var withoutCondition: String? {
    let text = statement.text.trimmingBlanks
    guard text.hasSuffix(" where"), words.count > 2, command?.name != "edit" else { return nil }
    return readable(String(text.dropLast(" where".count)))
  }

  /// `show where Qty > 15 order by Price` as `sort by Price; show where Qty > 15`.
  var sortedBefore: String? {
    guard let condition = words.compactMap(\.condition?.text).last ?? statement.lua?.text,
      let order = [" order by ", " sort by "].lazy.compactMap({
        condition.lowercased().ranges(of: $0).last
      }).first, condition.lowercased().utf8.count == condition.utf8.count,
      let place = statement.text.ranges(of: condition).last
    else { return nil }
    let offset = condition.lowercased().utf8.distance(
      from: condition.lowercased().startIndex, to: order.lowerBound)
    let length = condition.lowercased()[order].utf8.count
    let cut = condition.utf8.index(condition.startIndex, offsetBy: offset)
    let columns = condition[condition.utf8.index(cut, offsetBy: length)...]
    let line = String(statement.text[..<place.lowerBound]) + condition[..<cut]
    return readable("sort by \(String(columns).trimmingBlanks); \(line.trimmingBlanks)")
  }

  /// `export orders.xlsx` as a file that a spreadsheet opens.
  func spreadsheet(_ name: String) -> String? {
    guard ["export", "save"].contains(command?.name),
      let index = words.firstIndex(where: {
        $0.text.lowercased().hasSuffix(".\(name.lowercased())")
      }), let file = ExportFormat.readable(words[index].text)
    else { return nil }
    return "export \(file)" + statement.tail(behind: words[index])
  }

  /// `group by City sum Price`, where a cell is no number, with the commands that make them numbers, or
  /// without those cells.
  var aggregated: String? {
    let advice = "--skip-errors leaves such cells out"
    guard let hint = error.hint, hint.hasSuffix(advice), words.count > 1,
      let skipping = readable("\(words[0].text) --skip-errors \(statement.text(fromWord: 1))")
    else { return nil }
    if let table,
      let column = table.columns.first(where: {
        error.message.contains("is not a number: '\(shown: $0.name)' of row ")
      }), let amounts = AmountColumn(column, of: table, leavingWords: true),
      !amounts.commands.isEmpty
    {
      return amounts.words.isEmpty
        ? "\(amounts.commands); \(statement.text)  # or without them: \(skipping)"
        : "\(amounts.commands); \(skipping)  # leaves out what is no number"
    }
    guard hint.hasSuffix(", or \(advice)"), !hint.hasPrefix("-") else {
      return "\(skipping)  # leaves such cells out"
    }
    // Where cells stay that are no numbers, they are left out.
    let commands = hint.dropLast(advice.count + 5)
    if commands.hasPrefix("number --skip-errors ") {
      return "\(commands); \(skipping)  # leaves out what is no number"
    }
    return "\(commands); \(statement.text)  # or without them: \(skipping)"
  }
}
