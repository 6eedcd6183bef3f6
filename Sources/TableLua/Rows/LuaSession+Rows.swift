import Lua
import TableKit
import Wording

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
    let source = self.rows(rows ?? table.rowList, of: table)
    let rule = try compile(expression, over: source)
    var matches = try matches(rule, source, skipErrors, title: "where \(expression)")
    matches.notes = EmptinessComparison.notes(expression, over: source)
    matches.notes += DateOrder.notes(expression, over: source)
    matches.notes +=
      matches.rows.isEmpty
      ? NearEquality.notes(expression, over: source)
      : NearEquality.notes(expression, leftOutOf: matches.rows, over: source)
    return matches
  }

  /// The rows that a rule of a plugin picks.
  public func rows(
    rule name: String, in table: Table, among rows: [RowID]? = nil, skipErrors: Bool = false
  ) throws(LuaFailure) -> RowMatches {
    let declared = try registry.find("rule", name, in: registry.rules, by: \.info.name)
    let source = self.rows(rows ?? table.rowList, of: table)
    var arguments: [Int] = []
    var indexes: NameTable<Int> = [:]
    for (index, column) in table.columns.enumerated().reversed() { indexes[column.name] = index }
    for name in declared.info.columns {
      guard let index = indexes[name] else {
        var failure = LuaFailure.noSuchColumn(name, among: table.columns.map(\.name))
        failure.message = "rule '\(shown: declared.info.name)' needs the column '\(shown: name)'"
        throw failure
      }
      arguments.append(index)
    }
    let plugin = declared.info.plugin
    try access.running(plugin) { () throws(LuaFailure) in try prepare(declared, for: table) }
    if let error = comparisons.failure(of: declared.function, arguments, in: source) {
      throw LuaFailure(error)
    }
    let rule = RowRule(
      function: declared.function, arguments: arguments, passesRow: arguments.isEmpty)
    var matches = try access.running(plugin) { () throws(LuaFailure) -> RowMatches in
      try self.matches(rule, source, skipErrors, title: "rule \(declared.info.name)")
    }
    matches.notes = comparisons.notes(of: declared.function, arguments, in: source)
    return matches
  }

  /// Rows of a table as rules read them.
  private func rows(_ rows: [RowID], of table: Table) -> TableRows {
    TableRows(table, rows, workers, numberViews, comparisons)
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
  /// `edit TARGET COLUMN := EXPRESSION` needs them. An expression that is a column alone copies its
  /// cells. Otherwise a number is written as it is in the first column with it that the expression reads,
  /// and a cell that has the value already stays as it is.
  public func cells(
    of expression: String, in table: Table, rows: [RowID], _ column: Column,
    skipErrors: Bool = false
  ) throws(LuaFailure) -> ColumnValues {
    let source = self.rows(rows, of: table)
    let rule = try compile(expression, over: source, isValue: true)
    var result = ColumnValues()
    result.notes = EmptinessComparison.notes(expression, over: source)
    result.cells.reserve(rows.count, bytes: rows.count * 4)
    if let copied = ExpressionNames.onlyColumn(of: expression, columns: table.columns) {
      result.rows = rows
      var reader = CellReader(table, table.columns[copied].id)
      for row in rows { reader.withCell(row) { result.cells.append($0, $1) } }
      return result
    }
    if let member = source.members?.onlyMember {
      let (nothing, isTyped) = (UnsafeRawBufferPointer.nothing, table.syntax.isTyped)
      result.rows = rows
      for row in rows {
        var isThere = false
        source.withMember(source.sectionColumn + 1 + member, of: row) { kind, bytes in
          isThere = true
          result.cells.append(isTyped || kind == .null ? kind : .text, bytes)
        }
        if !isThere { result.cells.append(.null, nothing) }
      }
      return result
    }
    result.rows.reserveCapacity(rows.count)
    var fault: (row: RowID, text: String)?
    var reader = CellReader(table, column.id)
    var readers = table.columns.map { CellReader(table, $0.id) }
    let isTyped = table.syntax.isTyped
    let title = "\(column.name) := \(expression)"
    let (_, errors) = try run(rule, source, skipErrors, title: title) { index, value, origin in
      let (row, scalar) = (rows[index], LuaScalar(value) ?? .nil)
      if fault == nil, let text = scalar.fault { fault = (row, text) }
      result.rows.append(row)
      reader.withCell(row) { kind, bytes in
        let isHeld = scalar.isHeld(by: kind, bytes, isTyped: isTyped, as: column.typing)
        if isHeld, origin == nil {
          result.cells.append(kind, bytes)
        } else if let origin, origin < readers.count {
          readers[origin].withCell(row) { result.cells.append($0, $1) }
        } else if let origin {
          source.withMember(origin, of: row) { kind, bytes in
            result.cells.append(isTyped ? kind : .text, bytes)
          }
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
    emit: ((Int, LuaValue, Int?) -> Void)?
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
    if LiteralComparison.codes.contains(first.error.scriptCode ?? "") {
      throw LuaFailure(first.error)
    }
    let errors = RowDiagnosis(rule, source, outcome.errorCount, first).errors
    if !skipErrors {
      let code = first.error.scriptCode
      if code == "no-such-column" || code == LuaFailure.unknownGlobal {
        throw LuaFailure(first.error)
      }
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
  /// What it may not have asked as meant.
  public var notes: [String] = []
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
  /// What it may not have asked as meant.
  public var notes: [String] = []
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
