import Lua
import TableKit
import Wording

/// Explains the error on the first row that failed, in terms of the table: Lua itself knows
/// neither columns nor cells.
struct RowDiagnosis {
  let errors: RuleErrors

  init(_ rule: RowRule, _ source: TableRows, _ count: Int, _ first: LuaRowOutcome.Failure) {
    let row = source.rows[first.row]
    let failure = LuaFailure(first.error)
    var reason = failure.message
    var hint = failure.hint
    let columns = source.table.columns
    for index in rule.arguments where index < columns.count {
      let name = columns[index].name
      reason = reason.replacing("(local '\(name)')", with: "(column '\(name)')", maxReplacements: 1)
    }
    if let members = source.members {
      for (name, shown) in zip(members.names, members.shown) {
        guard reason.contains("(local '\(name)')") else { continue }
        reason = reason.replacing("(local '\(name)')", with: "(\(shown))", maxReplacements: 1)
        guard hint == nil, reason.contains("a nil value (") else { continue }
        hint = "null is nil: '\(shown) and …' leaves such rows out; or --skip-errors"
      }
    }
    if let name = Self.unknownColumn(reason) {
      let missing = LuaFailure.noSuchColumn(name, among: columns.map(\.name))
      (reason, hint) = (missing.message, missing.hint)
    } else if Self.mixesTypes(reason), let mixed = TypeMismatch(rule, source, row) {
      reason = mixed.reason
      hint = mixed.hint
    } else if hint == nil, reason.contains("more digits than a fraction keeps") {
      hint = "tonumber(…) around such a column lets it be rounded"
    } else if hint == nil, reason.contains("fit in an integer of 64 bits") {
      hint = "a factor of 1.0 makes it a fraction, of which 15 digits are kept"
    } else if hint == nil, reason.contains("on a decimal value (column '") {
      let name = reason.split(separator: "'").dropFirst().first.map(String.init) ?? ""
      let text = source.table.column(named: name).map { source.table.cell(row, $0.id).text } ?? ""
      reason += ": \(text) has more digits than Lua computes with"
      hint = "tonumber(\(name)) rounds it"
    } else if hint == nil, reason.contains("a nil value (column '") {
      let name = reason.split(separator: "'").dropFirst().first.map(String.init) ?? ""
      hint = "null is nil: '\(name) and …' leaves such rows out; or --skip-errors"
    }
    errors = RuleErrors(
      count: count, total: source.rows.count, firstRow: row,
      firstRowName: source.table.name(of: row), reason: reason, hint: hint, place: failure.place,
      traceback: failure.traceback)
  }

  /// The name in the row cursor's own message.
  private static func unknownColumn(_ message: String) -> String? {
    guard message.hasPrefix("no column '"), message.hasSuffix("'") else { return nil }
    return String(message.dropFirst(11).dropLast())
  }

  /// The sentences of Lua's own comparison and of its arithmetic on strings.
  private static func mixesTypes(_ message: String) -> Bool {
    [
      "compare number with string", "compare string with number",
      "perform arithmetic on a string value", "a 'string' with a 'number'",
      "a 'number' with a 'string'",
    ].contains { message.contains($0) }
  }
}

/// A number that met a text: the column at fault, and what to do.
private struct TypeMismatch {
  let reason: String
  let hint: String

  init?(_ rule: RowRule, _ source: TableRows, _ row: RowID) {
    let named = rule.arguments.filter { $0 < source.table.columns.count }
    let read = source.columnsRead
    // Columns beside a comparison first, then arguments, then what the row cursor has read.
    for group in [rule.compared, named, read] {
      let texts = group.filter { Self.isText($0, source, row) }
      let numberLike = texts.first { index in
        source.table.withCell(row, source.table.columns[index].id) { DecimalNumber.matches($1) }
      }
      if let index = numberLike ?? texts.first {
        (reason, hint) = source.textReason(index, in: row)
        return
      }
    }
    for group in [rule.compared, named, read] {
      if let index = group.first(where: { source.kind(of: $0).isNumeric }) {
        reason = "column '\(shown: source.table.columns[index].name)' is a number column"
        hint = "write numbers without quotes"
        return
      }
    }
    return nil
  }

  /// True if the column gave text in a row.
  private static func isText(_ index: Int, _ source: TableRows, _ row: RowID) -> Bool {
    source.table.withCell(row, source.table.columns[index].id) { kind, bytes in
      CellReading(source.kind(of: index), kind, bytes) == .text
    }
  }
}

extension TableRows {
  /// The reason why a column is text, and a hint how to make it a number column.
  ///
  /// - Parameter row: where a cell of a typed source was met.
  func textReason(_ index: Int, in row: RowID? = nil) -> (reason: String, hint: String) {
    let column = table.columns[index]
    let name = ShellWord.quoted(column.name)
    // It changes no cell that is no amount, where a type of the column would make that null.
    let numbers = "number \(name)"
    if column.typing == .text {
      return ("column '\(shown: column.name)' was set to text", "column type \(name) auto")
    }
    if let row, table.syntax.isTyped {
      let text = table.cell(row, column.id).text
      return ("column '\(shown: column.name)' is the text '\(shown: text)' there", numbers)
    }
    guard let others = table.nonNumbers(in: column) else {
      return ("column '\(shown: column.name)' is text", numbers)
    }
    let place = table.name(of: others.first)
    let why = others.reason.map { ", which has \($0)" } ?? ""
    let reason =
      "column '\(shown: column.name)' is text because of '\(shown: others.text)' in \(place)\(why)"
    if others.areMost && !others.areAmounts || others.areCodes {
      return (reason, "compare it with a text in quotes, such as \"\(others.text)\"")
    }
    return (reason, others.areAmounts ? others.mend : numbers)
  }

  /// True if the texts of a column may be meant as texts, though some of its cells are numbers.
  func meansTexts(_ index: Int) -> Bool {
    guard let others = table.nonNumbers(in: table.columns[index]) else { return true }
    return !others.areFew && !others.areMost && !others.areAmounts && !others.areCodes
  }

  /// True if a cell of a column holds anything; one without would pass for a number column.
  func hasValue(_ index: Int) -> Bool {
    firstCell(table.columns[index].id) { $0 != .null } != nil
  }

  /// The first row whose cell in a column is of a kind.
  func firstCell(_ column: ColumnID, _ isMeant: (CellKind) -> Bool) -> RowID? {
    var reader = CellReader(table, column)
    return table.allRows.first { reader.withCell($0) { kind, _ in isMeant(kind) } }
  }

  /// Whether the first cell of a column that holds anything is a date as a text.
  func startsWithDate(_ index: Int) -> Bool {
    let column = table.columns[index].id
    return firstCell(column) { $0 != .null }.map { row in
      table.withCell(row, column) { FarYear.isDate(Array($1)) || FarYear.isFar($1) }
    } ?? false
  }
}
