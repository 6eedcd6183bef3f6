import CommandLanguage
import TableKit
import Wording

// Lines over columns of amounts, behind the commands that make these numbers.

extension MeantLine {
  /// A line over one column of amounts, after the commands that make these numbers: a query that adds them
  /// up, `describe` for their mean, `number` alone. Nil: it is none.
  func prepared(_ line: String, for source: ForeignText) -> String? {
    guard let table = shell.current?.table else { return nil }
    let call =
      line.hasPrefix("query ")
      ? line.firstMatch(of: #/\b(?i)(sum|total|avg|min|max)\("?([^()"]+)"?\)/#) : nil
    let statements = (call == nil ? try? shell.statements(of: line) : nil) ?? []
    let words = statements.count == 1 ? statements[0].words : []
    if let line = summed(line, words, table) { return line }
    let isDescribed = words.count == 2 && words[0].is("describe") && SummaryCall.isNamed(in: source)
    let rounded = line.firstMatch(
      of: #/^edit where .* set "?(.+?)"? := (?:math\.floor|tonumber\(string\.format)\(/#)
    guard
      let name = call.map({ String($0.2) }) ?? rounded.map({ String($0.1) })
        ?? (isDescribed ? words[1].text : nil),
      let column = table.column(named: name), !table.kind(of: column).isNumeric,
      let amounts = AmountColumn(column, of: table, leavingWords: true)
    else { return nil }
    // Words are left out of sums and means, and are larger than any number.
    let leavesWords = call.map { ["sum", "total", "avg"].contains($0.1.lowercased()) } ?? false
    let commands = leavesWords ? amounts.commands : amounts.nullingCommands
    return commands.isEmpty ? nil : "\(commands); \(line)"
  }

  /// `number --decimal . Price,Qty` behind the commands that take units out of the columns; nil: these have
  /// none, or cells that would be no numbers without them.
  func withoutUnits(_ statement: Statement) -> String? {
    guard let table = shell.current?.table, let list = statement.words.last,
      !statement.words.contains(where: { $0.is("--skip-errors") || $0.is(",") }),
      let (columns, count) = ForeignColumns(table).list(in: ForeignText(list.text), at: 0),
      count == ForeignText(list.text).tokens.count
    else { return nil }
    let others = columns.filter { !table.kind(of: $0).isNumeric }
    let amounts = others.compactMap { AmountColumn($0, of: table) }
    let units = amounts.flatMap { $0.commands.split(separator: "; ").dropLast() }
    guard amounts.count == others.count, !units.isEmpty else { return nil }
    // Which mark is before fractions may be a part of the line already.
    let commands = amounts.contains { $0.commands.contains("--decimal") }
    let hasMark = statement.words.contains { $0.unquotedStart.hasPrefix("--decimal") }
    let line =
      commands && !hasMark && others.count == columns.count && columns.count == 1
      ? amounts[0].commands.split(separator: "; ").last.map(String.init) ?? statement.text
      : statement.text
    return (units.map(String.init) + [line]).joined(separator: "; ")
  }

  /// `group by City mean Price`, `pivot City Day Price sum` and `number Price,Qty` behind the commands that make
  /// amounts numbers; nil: it is none of these, or they are numbers.
  private func summed(_ line: String, _ words: [Word], _ table: Table) -> String? {
    if words.first?.is("number") == true, words.count > 2,
      let statement = try? shell.statements(of: line).first
    {
      return withoutUnits(statement)
    }
    let names = ["sum", "mean", "median", "min", "max"]
    let lists: [Word] =
      switch words.first?.text {
      case "number" where words.count == 2: [words[1]]
      case "group":
        words.indices.dropFirst(4).filter { names.contains(words[$0 - 1].text) }.map { words[$0] }
      case "pivot" where words.count == 5 && names.contains(words[4].text): [words[3]]
      default: []
      }
    let named = ForeignColumns(table)
    let columns = lists.flatMap { named.list(in: ForeignText($0.text), at: 0)?.columns ?? [] }
      .filter { !table.kind(of: $0).isNumeric }
    let amounts = columns.compactMap { AmountColumn($0, of: table, leavingWords: true) }
    let commands = amounts.map(\.commands).filter { !$0.isEmpty }.joined(separator: "; ")
    guard amounts.count == columns.count, let name = words.first?.text else { return nil }
    if name == "number" { return commands.isEmpty ? nil : commands }
    let leavesWords = amounts.contains { !$0.words.isEmpty }
    let whole = leavesWords ? "\(name) --skip-errors\(line.dropFirst(name.count))" : line
    return commands.isEmpty ? leavesWords ? whole : nil : "\(commands); \(whole)"
  }
}
