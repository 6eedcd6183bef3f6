import CommandLanguage
import TableKit

// Lines of this shell's own language that miss a rule of it: a name that nothing has, the column behind the
// texts, null cells, a file that is there.

extension Slip {
  /// The line to type for one that is no other tool's; nil: unknown.
  var ownLine: String? {
    switch error {
    case .usage, .syntax, .noSuchColumn, .noSuchSectionName: columnLast
    case .lua: besidesNulls
    case .fileExists: overwriting
    default: nil
    }
  }

  /// The error for a word that stands behind another one, where that names no section, or for `show` no
  /// column: `select outliers Price`. Nil: it is another error.
  var missingName: CommandError? {
    guard case .syntax(let error, _) = error,
      case .unexpectedWord(let text, let target) = error.problem, target.hasSuffix(":*"),
      let table, let name = words.first(where: { $0.text == target.dropLast(2) }),
      name.isUnquoted, Int(name.text) == nil,
      !table.sections.contains(where: { $0.name == name.text || $0.title == name.text })
    else { return nil }
    if isColumn(name, of: table), table.column(named: text) == nil {
      return .noSuchColumn(text, columns: table.columns.map(\.name))
    }
    return .noSuchSectionName(name.text, sections: table.sections.map(\.title))
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

  /// `edit * Qty := Qty * 2`, where a cell is null, for the rows with values; `column add` for all, with null
  /// there.
  private var besidesNulls: String? {
    guard error.message.contains("a nil value (column '"), let table, let lua = statement.lua?.text,
      let place = statement.text.ranges(of: lua).last, words.count > 1
    else { return nil }
    let columns = meant.columnsWithNulls(in: lua)
    let values = columns.map { "\(ForeignColumns.lua($0)) ~= nil" }.joined(separator: " and ")
    guard !columns.isEmpty,
      (try? shell.lua.rows(
        where: "\(values) and (\(lua))", in: table, among: Array(table.allRows), skipErrors: false))
        != nil
    else { return nil }
    if command?.name == "column", words[1].is("add") {
      let value = MeantLine.amongValues(lua, of: columns)
      return readable(statement.text[..<place.lowerBound] + value)
    }
    guard command?.name == "edit" else { return nil }
    if words[1].is("*") {
      return readable("edit where \(values) set \(statement.text(fromWord: 2))")
    }
    guard let condition = words.lazy.compactMap(\.condition?.text).first,
      let place = statement.text.firstRange(of: condition)
    else { return nil }
    let isChoice = ForeignText(condition).tokens.contains { $0.is("or") }
    return readable(
      statement.text[..<place.lowerBound] + (isChoice ? "(\(condition))" : condition)
        + " and \(values)" + statement.text[place.upperBound...])
  }

  /// `save copy.csv`, where that file is there, as `save --overwrite copy.csv`.
  private var overwriting: String? {
    guard let command, command.signature.options.contains(where: { $0.name == "overwrite" }),
      let line = readable("\(words[0].text) --overwrite \(statement.text(fromWord: 1))")
    else { return nil }
    return "\(line)  # replaces it; or name another PATH"
  }
}
