import CommandLanguage
import TableKit
import TableSources
import Wording

// Examples for words of other programs behind `help`, and what functions of spreadsheets have as texts.

extension ForeignExamples {
  func more(_ name: String) -> String? {
    switch name {
    case "GCOL2":
      columns.grouping().flatMap { columns.grouping(besides: $0) }.map { Quoting.name($0.name) }
    case "EGTEXT": exampleText
    case "AMOUNTS":
      table.columns.lazy.filter { !table.kind(of: $0).isNumeric }
        .compactMap { AmountColumn($0, of: table)?.commands }.first { !$0.isEmpty }
    case "DATELINE":
      table.columns.lazy.filter { !table.kind(of: $0).isNumeric }
        .compactMap { dateLine($0, "YYYY-MM-DD") }.first
    case "DATETEXT":
      column("COL").flatMap { column in dateForm.flatMap { dateLine(column, $0) } }
    case "KEYED": keyed
    case "FILLNULLS": filledNulls
    case "NTHOF": nthOfColumns
    case "PATTERN": text("LIT").map(Invocation.quotedPattern)
    case "BOTH": both(condition).map { "\($0) and \($1)" }
    case "SQLONE":
      column("COL").flatMap { column in text("VALUE").flatMap { sqlCondition(column, $0) } }
    case "SQLBOTH": both(sqlCondition).map { "\($0) AND \($1)" }
    default: nil
    }
  }

  private var exampleText: String? {
    guard let column = columns.grouping() else { return nil }
    return table.allRows.prefix(Self.sample).lazy.map { table.cell($0, column.id) }
      .first { !$0.isNull && !$0.text.isEmpty }.map { Quoting.word($0.text) }
  }

  /// The number of rows in which an example is looked for.
  private static let sample = 1000

  /// The line that writes the dates of a column in a form; nil: it has none in another.
  private func dateLine(_ column: Column, _ form: String) -> String? {
    guard let dates = WrittenDates(in: column, of: table, to: form), !dates.names.isEmpty else {
      return nil
    }
    let names = dates.names.map(Quoting.word).joined(separator: " ")
    let option = dates.readsAll ? "" : "--skip-errors "
    return "date \(option)\(Quoting.name(column.name)) \(names) \(Quoting.word(form))"
  }

  /// `dd.mm.yyyy` of a spreadsheet as `DD.MM.YYYY`; nil: it is no such form.
  private var dateForm: String? {
    guard let form = text("VALUE")?.uppercased(),
      form.wholeMatch(of: #/(?=.*YYYY)(?=.*MM)(YYYY|MMM|MM|DD|[-.\/ ,])+/#) != nil
    else { return nil }
    return form
  }

  /// The commands that open the table again with COL as its key; nil: it has changes, no file, or a key, or two
  /// rows have the same value.
  private var keyed: String? {
    guard let column = column("COL"), let document = line.shell.current,
      !document.hasUnsavedChanges, table.keyColumns.isEmpty, let path = document.source.path,
      columns.areUnique(column)
    else { return nil }
    return "close; open --key \(Quoting.word(column.name)) \(Quoting.path(path))"
  }

  private var filledNulls: String? {
    let holey = table.columns.filter(columns.hasNulls)
    guard let value = text("LIT"), (1...6).contains(holey.count) else { return nil }
    return holey.map {
      "edit where \(ForeignColumns.lua($0)) == nil set "
        + "\(Quoting.word($0.name))=\(Quoting.word(value))"
    }.joined(separator: "; ")
  }

  private var nthOfColumns: String? {
    guard case .columns(let list)? = captures["COLS"] else { return nil }
    var number = 1
    if case .number(let given)? = captures["N"] { number = given }
    return list.indices.contains(number - 1) ? Quoting.name(list[number - 1].name) : nil
  }
}

// MARK: - Criteria of spreadsheets

extension ForeignExamples {
  /// The sign of a criterion such as `">=5"`, if it has one, and what is compared.
  static func criterion(_ text: String) -> (sign: String?, operand: String) {
    let sign = ["<>", ">=", "<=", ">", "<", "="].first(where: text.hasPrefix)
    return (sign, String(text.dropFirst(sign?.count ?? 0)))
  }

  /// What a criterion is for COL and for COL2.
  private func both(
    _ condition: (Column, String) -> String?
  ) -> (first: String, second: String)? {
    guard let column = self.column("COL"), let other = self.column("COL2"),
      let text = text("VALUE"),
      let second = self.text("VALUE2"), let first = condition(column, text),
      let last = condition(other, second)
    else { return nil }
    return (first, last)
  }

  /// The condition in Lua that a cell meets a criterion; nil: it compares amounts that are texts.
  func condition(_ column: Column, _ text: String) -> String? {
    let name = ForeignColumns.lua(column)
    if text.isEmpty || text == "=" { return "\(name) == nil" }
    if text == "<>" { return "\(name) ~= nil" }
    guard let (comparison, literal) = sqlComparison(column, text) else { return nil }
    return line.expression("`\(column.name)` \(comparison.lowercased()) \(literal)", true)
  }

  /// The condition in SQL that a cell meets a criterion.
  private func sqlCondition(_ column: Column, _ text: String) -> String? {
    let name = Quoting.name(column.name)
    if text.isEmpty || text == "=" { return "\(name) IS NULL" }
    if text == "<>" { return "\(name) IS NOT NULL" }
    return sqlComparison(column, text).map { "\(name) \($0) \($1)" }
  }

  private func sqlComparison(_ column: Column, _ text: String) -> (sign: String, literal: String)? {
    let (sign, operand) = Self.criterion(text)
    let isNumber = DecimalNumber.double(operand) != nil
    let hasJoker = operand.contains { "*?".contains($0) }
    let wanted = hasJoker ? operand.replacing("*", with: "%").replacing("?", with: "_") : operand
    let comparison = hasJoker ? (sign == "<>" ? "NOT LIKE" : "LIKE") : sign ?? "="
    let literal =
      isNumber && table.kind(of: column).isNumeric
      ? operand : "'" + wanted.replacing("'", with: "''") + "'"
    return (comparison, literal)
  }
}
