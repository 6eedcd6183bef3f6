import CommandLanguage
import TableKit
import TableLua
import TableSources
import Wording

// MARK: - What is computed

extension Slip {
  /// What the line computes, and whether it is no condition.
  private var computed: (text: String, isValue: Bool)? {
    if let lua = statement.lua, ![.condition, .assertion, .every].contains(lua.kind) {
      return (lua.text, true)
    }
    return (statement.lua?.text ?? words.compactMap(\.condition?.text).last).map { ($0, false) }
  }

  /// The message of an error on rows.
  private var rowsMessage: String? {
    if case .lua(let failure) = error, failure.code == "rule-errors" {
      failure.message
    } else {
      nil
    }
  }

  /// `column add Total := Price * Qty` over amounts, behind the commands that make them numbers.
  var overAmounts: String? {
    guard let rowsMessage, let table, let (text, isValue) = computed,
      let column = table.columns.first(where: {
        rowsMessage.contains("column '\(shown: $0.name)' is text")
      }),
      let others = table.nonNumbers(in: column), !others.areCodes
    else { return nil }
    if isValue, let (commands, lua, isGuarded) = meant.numbered(text) {
      let nulls = shell.lua.columns(in: text, of: table).filter(ForeignColumns(table).hasNulls)
      // A cell that is there would become null.
      let line =
        isGuarded && command?.name == "edit"
        ? besidesNulls(in: nulls) : line(with: lua, for: text)
      if let line { return commands.isEmpty ? nil : "\(commands); \(line)" }
    }
    guard !others.areMost || others.areAmounts else { return nil }
    if let amounts = AmountColumn(column, of: table) {
      return "\(amounts.commands); \(statement.text)"
    }
    return isValue ? besidesWords(column, of: table) : overWords(column, of: table, text)
  }

  /// `column add Total := Price * Qty`, where a Price is `n/a`, as `column add --skip-errors …`, behind the
  /// commands that make the others numbers.
  private func besidesWords(_ column: Column, of table: Table) -> String? {
    guard let amounts = AmountColumn(column, of: table, leavingWords: true),
      let start = command?.name == "column" ? 2 : 1, words.count > start
    else { return nil }
    let line = "\(typed(upTo: start))--skip-errors \(statement.text(fromWord: start))"
    return readable(line).map { amounts.commands.isEmpty ? $0 : "\(amounts.commands); \($0)" }
  }

  /// `show where Price > 2`, where a Price is `n/a`: null there, which can be compared.
  private func overWords(_ column: Column, of table: Table, _ condition: String) -> String? {
    guard let amounts = AmountColumn(column, of: table, leavingWords: true) else { return nil }
    // A row may be meant by the other part of a choice.
    let isChoice = ForeignText(condition).tokens.contains { $0.is("or") }
    let lua = isChoice ? condition : MeantLine.among([column], condition)
    guard let line = line(with: lua, for: condition) else { return nil }
    return "\(amounts.nullingCommands); \(line)"
  }

  /// `column add Total := Price * Qty` where a Price is null: null there, too. `edit` leaves such rows as
  /// they are.
  var overNulls: String? {
    guard let rowsMessage, let (text, isValue) = computed,
      let column = meant.nullColumn(in: rowsMessage, of: text)
    else { return nil }
    if command?.name == "edit" { return besidesNulls(text, column) ?? skippingErrors }
    guard isValue || ["show", "count", "select", "delete"].contains(command?.name),
      let lua = meant.guarded(text, besides: [column])
    else { return nil }
    return line(with: lua, for: text)
  }

  /// `edit * Qty := Qty * 2`, where a cell is null, for the rows with values: `edit where Qty ~= nil set …`.
  private func besidesNulls(_ lua: String, _ column: Column) -> String? {
    meant.nullColumns(of: lua, besides: [column]).flatMap(besidesNulls)
  }

  private func besidesNulls(in columns: [Column]) -> String? {
    guard words.count > 2, !columns.isEmpty else { return nil }
    let values = columns.map { "\(ForeignColumns.lua($0)) ~= nil" }.joined(separator: " and ")
    if words[1].is("*") {
      return readable("edit where \(values) set \(statement.text(fromWord: 2))")
    }
    guard let condition = words.lazy.compactMap(\.condition?.text).first,
      let place = statement.text.firstRange(of: condition)
    else { return nil }
    let isChoice = ForeignText(condition).tokens.contains { $0.is("or") }
    return readable(
      statement.text.replacingSubrange(
        place, with: (isChoice ? "(\(condition))" : condition) + " and \(values)"))
  }

  /// `edit 0:* Qty := Qty * 2` as `edit --skip-errors 0:* Qty := Qty * 2`.
  private var skippingErrors: String? {
    readable("\(words[0].text) --skip-errors \(statement.text(fromWord: 1))")
  }

  /// The line with another expression.
  private func line(with lua: String, for text: String) -> String? {
    statement.text.ranges(of: text).last.map { statement.text.replacingSubrange($0, with: lua) }
  }
}

// MARK: - Where the line was meant for

extension Slip {
  /// `save` of a table without a file as `save "orders top 10.csv"`, or `save -` of one that came from
  /// standard input.
  var savedInFile: String? {
    guard words.count == 1, let document = shell.current else { return nil }
    if document.isOfInput { return "save -" }
    let name = String(
      document.shortName.map { $0.isLetter || $0.isNumber || " ._-".contains($0) ? $0 : "-" })
    let path = "\(name).\(TableFormats.plain.name)"
    return FileName.exists(path) ? nil : "save \(Quoting.path(path))"
  }

  /// The line over the table of which the current one was made, if only that has the column; the way there
  /// alone, if the line changes it.
  var overFormer: String? {
    guard let name = missingColumn,
      let document = formers.first(where: { $0.table.column(named: name) != nil })
    else { return nil }
    let way = "open \(Quoting.word(document.name))"
    return command?.changes == false
      ? "\(way); \(statement.text)" : "\(way)  # that table has \(Quoting.word(name))"
  }

  private var missingColumn: String? {
    switch error {
    case .noSuchColumn(let name, _): return name
    case .lua(let failure):
      let start = "no column or global '"
      guard failure.message.hasPrefix(start), failure.message.hasSuffix("'") else { return nil }
      return String(failure.message.dropFirst(start.count).dropLast())
    default: return nil
    }
  }

  /// `query "SELECT …"; count` for `query SELECT …; count`.
  var quotedQuery: String? {
    guard command?.name == "query", words.count > 1 else { return nil }
    let text = ForeignText(statement.text)
    guard let end = text.tokens.firstIndex(where: { $0.kind == .symbol && $0.text == ";" }),
      end > 1, end + 1 < text.tokens.count, text.tokens[1].is("select") || text.tokens[1].is("with")
    else { return nil }
    let rest = text.source((end + 1)..<text.tokens.count)
    let line = "query \(Quoting.quoted(text.source(1..<end))); \(rest)"
    guard let statements = try? shell.statements(of: line),
      statements.allSatisfy({ $0.words.first.map { shell.registry.find($0.text) } != nil })
    else { return nil }
    return "\(line)  # without quotes, query takes the rest of the line"
  }

  /// `delete` as `delete selected`, if rows are selected.
  var ofSelection: String? {
    guard words.count == 1, statement.lua == nil,
      shell.current?.editor.selection.rows.isEmpty == false
    else { return nil }
    return readable("\(words[0].text) selected")
  }

  /// `qdedupe` as `dedupe`, with the rest of the line, if one command alone can be meant.
  func respelled(_ name: String, _ nearest: [String]) -> String? {
    guard words[0].isUnquoted, words[0].text == name, !name.contains("("), name.utf8.count > 1
    else { return nil }
    let rest = words.count > 1 || statement.lua != nil ? " " + statement.text(fromWord: 1) : ""
    let lines = nearest.compactMap { near -> String? in
      let line = near + rest
      if meant.isReadable(line) { return line }
      return meantBy(line)
        ?? shell.line(inPlaceOf: line).flatMap { $0.hasPrefix("help ") ? nil : $0 }
        ?? (nearest.count == 1 && meant.isTyped(line) ? line : nil)
    }
    return lines.count == 1 ? lines[0] : nearestAlone(name, nearest).flatMap { meantBy($0 + rest) }
  }

  /// The name that is nearer than all others.
  private func nearestAlone(_ name: String, _ names: [String]) -> String? {
    let letters = Array(name.lowercased().unicodeScalars)
    let distances = names.map { other in
      let other = Array(other.lowercased().unicodeScalars)
      return Nearest.distance(letters, other, bound: letters.count + other.count) ?? .max
    }
    guard let least = distances.min(), distances.count(where: { $0 == least }) == 1 else {
      return nil
    }
    return distances.firstIndex(of: least).map { names[$0] }
  }
}
