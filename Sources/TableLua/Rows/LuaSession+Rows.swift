import Lua
import TableKit

extension LuaSession {
  /// The rows for which an expression is true.
  ///
  /// Columns are variables, `row["any name"]` reaches every column, `row.text.name` the text as it
  /// is, `section` is the title of the row's section, `_G.name` a global that a column hides.
  ///
  /// - Parameters:
  ///   - expression: a Lua expression.
  ///   - table: whose rows and columns are meant.
  ///   - rows: the rows to judge, in table order; nil: all.
  ///   - skipErrors: true if rows on which it fails are left out instead of failing the whole.
  /// - Throws: `lua-syntax`, `no-such-column`, `rule-errors`, `lua-interrupted`, `lua-time`,
  ///   `lua-memory`.
  /// - Complexity: one call of the expression for each row.
  public func rows(
    where expression: String, in table: Table, among rows: [RowID]? = nil,
    skipErrors: Bool = false
  ) throws(LuaFailure) -> RowMatches {
    let source = TableRows(table, rows ?? table.rowList, workers, numberViews)
    let rule = try compile(expression, over: source)
    return try matches(rule, source, skipErrors, title: "where \(expression)")
  }

  /// The rows that a rule of a plugin picks.
  public func rows(
    rule name: String, in table: Table, among rows: [RowID]? = nil, skipErrors: Bool = false
  ) throws(LuaFailure) -> RowMatches {
    let declared = try registry.find("rule", name, in: registry.rules, by: \.info.name)
    let source = TableRows(table, rows ?? table.rowList, workers, numberViews)
    var arguments: [Int] = []
    var indexes: NameTable<Int> = [:]
    for (index, column) in table.columns.enumerated().reversed() { indexes[column.name] = index }
    for name in declared.info.columns {
      guard let index = indexes[name] else {
        var failure = LuaFailure.noSuchColumn(name, among: table.columns.map(\.name))
        failure.message = "rule '\(declared.info.name)' needs the column '\(name)'"
        throw failure
      }
      arguments.append(index)
    }
    try prepare(declared, for: table)
    let rule = RowRule(
      function: declared.function, arguments: arguments, passesRow: arguments.isEmpty)
    return try matches(rule, source, skipErrors, title: "rule \(declared.info.name)")
  }

  /// Lets a rule look at the whole table before it judges rows.
  private func prepare(_ rule: PluginRegistry.Rule, for table: Table) throws(LuaFailure) {
    guard let prepare = rule.prepare else { return }
    let handle = TableHandle(table, selection: [])
    do throws(LuaFailure) {
      try limited(to: ruleSeconds) { () throws(LuaError) in
        try asked("by a rule", handle) { () throws(LuaError) in
          _ = try prepare.call(try objects?.table(handle) ?? .nil)
        }
      }
    } catch {
      var failure = error
      failure.message = "rule '\(rule.info.name)' cannot begin: \(error.message)"
      throw failure
    }
  }

  /// The cells that the values of an expression make in a column of rows, as
  /// `edit TARGET COLUMN := EXPRESSION` needs them. A row whose cell has the value already keeps it
  /// as it is written.
  public func cells(
    of expression: String, in table: Table, rows: [RowID], _ column: Column,
    skipErrors: Bool = false
  ) throws(LuaFailure) -> ColumnValues {
    let source = TableRows(table, rows, workers, numberViews)
    let rule = try compile(expression, over: source, isValue: true)
    var result = ColumnValues()
    result.cells.reserve(rows.count, bytes: rows.count * 4)
    result.rows.reserveCapacity(rows.count)
    var fault: (row: RowID, text: String)?
    var reader = CellReader(table, column.id)
    let isTyped = table.syntax.isTyped
    let title = "\(column.name) := \(expression)"
    let (_, errors) = try run(rule, source, skipErrors, title: title) { index, value in
      let (row, scalar) = (rows[index], LuaScalar(value) ?? .nil)
      if fault == nil, let text = scalar.fault { fault = (row, text) }
      result.rows.append(row)
      reader.withCell(row) { kind, bytes in
        if scalar.isHeld(by: kind, bytes, isTyped: isTyped, as: column.typing) {
          result.cells.append(kind, bytes)
        } else {
          scalar.append(to: &result.cells, isTyped: isTyped)
        }
      }
    }
    if let fault { throw .badValue(of: table.name(of: fault.row), fault.text) }
    result.errors = errors
    result.columnsRead = source.textsRead
    return result
  }

  /// Counts the cells of a column that hold something and are nil in Lua because of the column's type.
  ///
  /// - Returns: how many, and the first.
  /// - Complexity: O(rows).
  public static func unreadCells(
    of column: ColumnID, in table: Table
  ) -> (count: Int, first: RowID?) {
    guard let kind = table.column(column).map({ table.kind(of: $0) }) else { return (0, nil) }
    var reader = CellReader(table, column)
    var (count, first): (Int, RowID?) = (0, nil)
    for row in table.allRows {
      let isUnread = reader.withCell(row) { cell, bytes in
        cell != .null && CellReading(kind, cell, bytes) == .null
      }
      guard isUnread else { continue }
      count += 1
      first = first ?? row
    }
    return (count, first)
  }

  private func matches(
    _ rule: RowRule, _ source: TableRows, _ skipErrors: Bool, title: String
  ) throws(LuaFailure) -> RowMatches {
    let (outcome, errors) = try run(rule, source, skipErrors, title: title, emit: nil)
    return RowMatches(
      rows: outcome.rows(of: source.rows), errors: errors, columnsRead: source.textsRead)
  }

  private func run(
    _ rule: RowRule, _ source: TableRows, _ skipErrors: Bool, title: String,
    emit: ((Int, LuaValue) -> Void)?
  ) throws(LuaFailure) -> (LuaRowOutcome, RuleErrors?) {
    rowRunDepth += 1
    defer { rowRunDepth -= 1 }
    progress.begin(title, .rows, total: source.rows.count)
    defer { progress.end() }
    let sieve = RowSieve(
      rule.conditions, decide: rule.conditionsDecide, over: source, in: state, workers, progress)
    let outcome = try limited(to: ruleSeconds) { () throws(LuaError) in
      try state.withGenerationalCollector { () throws(LuaError) in
        try state.runRows(
          rule.function, over: source, rowCount: source.rows.count, arguments: rule.arguments,
          passesRow: rule.passesRow, integers: rule.integers, keepsGoing: true,
          emit: emit, tick: progress.advance(to:), judge: sieve.map { sieve in { sieve.judge($0) } }
        )
      }
    }
    guard let first = outcome.firstFailure else { return (outcome, nil) }
    let errors = RowDiagnosis(rule, source, outcome.errorCount, first).errors
    if !skipErrors {
      if first.error.scriptCode == "no-such-column" { throw LuaFailure(first.error) }
      throw .ruleErrors(errors)
    }
    return (outcome, errors)
  }
}

/// The rows that a rule picked.
public struct RowMatches: Hashable, Sendable {
  /// The rows, in the order in which they were given.
  public var rows: [RowID]
  /// The errors on rows that were left out; nil if there were none.
  public var errors: RuleErrors?
  /// The columns that were read as texts.
  public var columnsRead: [Column] = []
}

/// The cells that an expression makes in one column.
public struct ColumnValues: Sendable {
  /// The rows for which it gave something, in the order in which they were given.
  public var rows: [RowID] = []
  /// The cell for each of `rows`.
  public var cells = CellList()
  /// The errors on rows that were left out; nil if there were none.
  public var errors: RuleErrors?
  /// The columns that were read as texts.
  public var columnsRead: [Column] = []
}

/// A function that is run over rows, and its arguments.
struct RowRule {
  let function: LuaFunction
  /// The columns given as arguments, as indexes into the source's names.
  var arguments: [Int]
  /// True if the row cursor is the first argument.
  var passesRow: Bool
  /// Columns that stand beside an order comparison in the text, if there is one.
  var compared: [Int] = []
  /// The conditions that must hold before it is called.
  var conditions: [RowCondition] = []
  /// True if it asks nothing else.
  var conditionsDecide = false
  /// How its integers grow, where that is known.
  var integers: LuaIntegerGrowth?
}
