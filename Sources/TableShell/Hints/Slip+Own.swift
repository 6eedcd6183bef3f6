import CommandLanguage
import TableKit
import TableSources

// Lines of this shell's own language that miss a rule of it: a name that nothing has, the column behind the
// texts, a file that exists.

extension Slip {
  /// The line to type for one that is no other tool's; nil: unknown.
  var ownLine: String? {
    switch error {
    case .noSuchName("setting", _, _): columnFirst
    case .usage, .syntax, .restOfLine, .noSuchColumn, .noSuchSectionName, .lua, .noSuchKey, .noKey:
      withoutComment ?? joinedConditions ?? copiedColumn ?? ownOrder
    default: ownOrder
    }
  }

  private var ownOrder: String? {
    switch error {
    case .usage, .syntax, .noSuchColumn, .noSuchSectionName:
      pageOfWords ?? columnFirst ?? places ?? withoutChanges ?? exportedTwice ?? columnLast
        ?? inOtherWords ?? besidesCondition ?? sortedByValue
    case .restOfLine: withoutChanges
    case .edit(.noSuchSection): firstRows ?? places
    case .unreadableCells: dateAs ?? allDates ?? unitFirst
    case .lua: joinedTexts ?? datesFirst
    case .source(let error) where error.code == "bad-query" && command?.name == "query":
      changingQuery ?? quotedInQuery ?? meant.mendedQuery(statement.text)
    case .fileExists: overwriting
    default: nil
    }
  }

  /// `number Price`, where the first unit is all that is in the way, with what takes it out before.
  private var unitFirst: String? {
    guard command?.name == "number", let hint = error.hint, hint.hasPrefix("replace "),
      let note = hint.firstRange(of: "  # "), let line = meant.withoutUnits(statement)
    else { return nil }
    return line + hint[note.lowerBound...]
  }

  /// `show where f(Qty) > 3`, which fails on some rows in a way that nothing else mends, as
  /// `show --skip-errors where f(Qty) > 3`.
  var besidesFailures: String? {
    guard case .lua(let failure) = error, failure.skipsRows, !failure.isOfAllRows else {
      return nil
    }
    let end = words[words[0].is("column") && words.count > 1 ? 1 : 0].end.offset
    let text = statement.text.unicodeScalars
    let line =
      String(String.UnicodeScalarView(text.prefix(end))) + " --skip-errors"
      + String(String.UnicodeScalarView(text.dropFirst(end)))
    return readable(line).map { $0 + "  # goes on without these rows" }
  }

  /// The error that names what is not there, where a word stands behind one that names nothing: a column, as
  /// of `show last name`, or a section, as of `select foo Qty`; that of Lua in plain words.
  var plainError: CommandError {
    if case .lua(let failure) = error {
      return inPlainWords(failure) ?? .lua(failure.withoutSkippingAll)
    }
    if columnsInsteadOfOne != nil, let name = command?.name {
      let kind = ["column"].contains(name) && words.count > 1 ? "\(name) \(words[1].text)" : name
      return .hinted(.usage("\(kind) takes one column", synopsis: []), "help \(name)")
    }
    if let list = columnsWithoutCommas {
      return .usage("a comma is missing between columns: \(list)", synopsis: [])
    }
    guard case .syntax(let syntax, _) = error,
      case .unexpectedWord(let text, let target) = syntax.problem, let table
    else { return error }
    let columns = table.columns.map(\.name)
    func isSection(_ name: String) -> Bool {
      table.sections.contains { $0.name == name || $0.title == name }
    }
    if words.count > 1, words[1].isUnquoted,
      command?.signature.forms.contains(where: { $0.line.contains("COL") }) == true,
      let name = words[1].text.split(separator: ",").first.map(String.init),
      name.allSatisfy(\.isLetter), !Quoting.keywords.contains(name),
      ForeignColumns(table).column(name) == nil, !isSection(name)
    {
      return .noSuchColumn(name, columns: columns)
    }
    guard target.first?.isLetter == true, let name = words.first(where: { $0.text == target }),
      name.isUnquoted, !isSection(target), !Quoting.keywords.contains(target)
    else { return error }
    if isColumn(name, of: table), table.column(named: text) == nil {
      return .noSuchColumn(text, columns: columns)
    }
    return .noSuchSectionName(target, sections: table.sections.map(\.title))
  }

  /// The columns of `show Category Price where …` with commas between them; nil: other words are among them.
  private var columnsWithoutCommas: String? {
    switch error {
    case .noSuchSectionName, .noSuchColumn, .usage, .syntax: break
    default: return nil
    }
    guard let table,
      command?.signature.forms.contains(where: { $0.line.contains("COLUMNS") }) == true
    else { return nil }
    let text = ForeignText(statement.text)
    let end = text.tokens.firstIndex { $0.is("where") } ?? text.tokens.count
    guard let (columns, count) = ForeignColumns(table).list(in: text, at: 1), columns.count > 1,
      count + 1 == end, text.tokens[1..<end].count(where: { $0.text == "," }) < columns.count - 1
    else { return nil }
    return Invocation.listed(columns)
  }

  /// `replace Bonn Ulm City` as `replace City Bonn Ulm`, with a pattern between slashes as one.
  var columnLast: String? {
    guard command?.name == "replace", let table else { return nil }
    var options = words.dropFirst().prefix { $0.unquotedStart.hasPrefix("--") }.map(\.text)
    var rest = Array(words.dropFirst(options.count + 1))
    if rest.count == 4, rest[2].is("in") { rest.remove(at: 2) }
    let columns = ForeignColumns(table)
    guard rest.count == 3, columns.column(rest[0].text) == nil,
      let column = columns.column(rest[2].text)
    else { return nil }
    var old = Quoting.word(rest[0].text)
    if let pattern = Invocation.patternInSlashes(rest[0].text) {
      old = Invocation.quotedPattern(pattern)
      if !options.contains("--regex") { options.append("--regex") }
    }
    let parts = ["replace"] + options + [Quoting.name(column.name), old]
    return readable((parts + [Quoting.word(rest[1].text)]).joined(separator: " "))
  }

  /// `save copy.csv`, where that file is there, as `save --overwrite copy.csv`.
  private var overwriting: String? {
    guard let command, command.signature.options.contains(where: { $0.name == "overwrite" }),
      let line = readable("\(words[0].text) --overwrite \(statement.text(fromWord: 1))")
    else { return nil }
    // A database may hold other tables, which --overwrite refuses to lose.
    if let path = words.last?.text, FileOrigin.container(at: path) == "a database",
      let name = shell.current?.shortName,
      let into = readable(typed(upTo: words.count - 1) + Quoting.path("\(path)#\(name)"))
    {
      return "\(into)  # a table beside the others; or name another PATH"
    }
    return "\(line)  # replaces it; or name another PATH"
  }
}
