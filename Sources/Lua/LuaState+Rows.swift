import CLua

/// The context of a fill callback; alive as long as the run.
private final class RowRun {
  let source: any LuaRowSource
  let emit: ((Int, LuaValue, Int?) -> Void)?
  let tick: ((Int) -> Void)?
  let judge: (() -> Bool)?
  private var arenas: [LuaTextArena]

  init(
    _ source: any LuaRowSource, columns: Int, emit: ((Int, LuaValue, Int?) -> Void)?,
    tick: ((Int) -> Void)?, judge: (() -> Bool)?
  ) {
    self.tick = tick
    self.judge = judge
    self.source = source
    self.emit = emit
    arenas = (0..<columns * 2).map { _ in LuaTextArena() }
  }

  /// The run of a callback.
  static func of(_ context: UnsafeMutableRawPointer) -> RowRun {
    Unmanaged<RowRun>.fromOpaque(context).takeUnretainedValue()
  }

  /// Fills cells; returns whether reads of the column are checked.
  func fill(
    _ column: Int, raw: Bool, rows: Range<Int>, cells: UnsafeMutablePointer<clua_cell>
  ) -> Bool {
    cells.update(repeating: clua_cell(), count: rows.count)
    let arena = arenas[column * 2 + (raw ? 1 : 0)]
    arena.removeAll()
    source.fill(LuaCells(column: column, rows: rows, isRaw: raw, cells: cells, arena: arena))
    return !raw && source.checksReads(of: column)
  }

  /// Pushes the error for a read of a column, if it is one.
  func refuse(_ column: Int, on stack: LuaStack) -> Bool {
    guard let place = stack.runningPlace, let error = source.refusal(of: column, at: place) else {
      return false
    }
    stack.push(error)
    return true
  }

  func emit(_ row: Int, _ cell: clua_cell, _ column: Int32) {
    emit?(row, value(cell), column < 0 ? nil : Int(column))
  }

  private func value(_ cell: clua_cell) -> LuaValue {
    switch Int(cell.kind) {
    case CLUA_CELL_TRUE: return .boolean(true)
    case CLUA_CELL_FALSE: return .boolean(false)
    case CLUA_CELL_INTEGER: return .integer(Int(cell.value.integer))
    case CLUA_CELL_NUMBER: return .number(cell.value.number)
    case CLUA_CELL_TEXT, CLUA_CELL_DECIMAL:
      let bytes = UnsafeRawBufferPointer(start: cell.value.text, count: Int(cell.length))
      let string = LuaString(bytes: Array(bytes))
      return Int(cell.kind) == CLUA_CELL_TEXT ? .string(string) : .decimal(string)
    default: return .nil
    }
  }
}

extension LuaState {
  /// Runs a function over rows, all in one protected call.
  ///
  /// The function gets the row cursor first if `passesRow`, then one argument for each of
  /// `arguments`. Its first result selects the row; the others go to `emit`.
  ///
  /// - Parameters:
  ///   - function: the rule.
  ///   - source: the cells.
  ///   - rowCount: rows 0 ..< rowCount are run, in order.
  ///   - arguments: columns, as indexes into the source's `columnNames`.
  ///   - passesRow: true if the row cursor is the first argument.
  ///   - integers: how its integers grow, of a function that only computes with its arguments: it is
  ///     an error for a row if they do not fit in 64 bits; nil: nothing is said then.
  ///   - keepsGoing: true if failing rows are counted and skipped; otherwise the first one ends the
  ///     run.
  ///   - emit: called with every row's result, and the first column that the function has read there
  ///     whose cell is that number; a table or a function is passed as nil.
  ///   - tick: called every few hundred rows with the next one.
  ///   - judge: judges a batch of rows ahead of the function: sets their results, with
  ///     `LuaRowOutcome.open` for those that the function must judge. Returns true if more are
  ///     left.
  /// - Throws: the error that ended the whole run: an interrupt, the time limit, lack of memory. A
  ///   row's own error is in the outcome.
  public func runRows(
    _ function: LuaFunction, over source: any LuaRowSource, rowCount: Int,
    arguments: [Int] = [], passesRow: Bool = false, integers: LuaIntegerGrowth? = nil,
    keepsGoing: Bool = false,
    emit: ((_ row: Int, _ value: LuaValue, _ column: Int?) -> Void)? = nil,
    tick: ((_ row: Int) -> Void)? = nil,
    judge: ((_ results: UnsafeMutableBufferPointer<UInt8>) -> Bool)? = nil
  ) throws(LuaError) -> LuaRowOutcome {
    let names = source.columnNames
    let results = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rowCount)
    results.initialize(repeating: 0)
    defer { results.deallocate() }
    let run = RowRun(
      source, columns: names.count, emit: emit, tick: tick,
      judge: judge.map { judge in { judge(results) } })
    var rows = clua_rows()
    rows.context = Unmanaged.passUnretained(run).toOpaque()
    rows.fill = { context, column, raw, first, count, cells in
      RowRun.of(context).fill(
        Int(column), raw: raw, rows: Int(first)..<Int(first + count), cells: cells)
    }
    rows.refuse = { RowRun.of($0).refuse(Int($2), on: LuaStack(pointer: $1)) }
    if emit != nil { rows.emit = { RowRun.of($0).emit(Int($1), $2.pointee, $3) } }
    if tick != nil { rows.tick = { RowRun.of($0).tick?(Int($1)) } }
    if judge != nil { rows.judge = { RowRun.of($0).judge?() ?? false } }
    rows.row_count = Int64(rowCount)
    rows.column_count = Int32(names.count)
    rows.argument_count = Int32(arguments.count)
    rows.takes_row = passesRow
    rows.keep_going = keepsGoing
    if let integers {
      rows.checks_integers = true
      rows.products = Int32(clamping: integers.products)
      rows.sums = Int32(clamping: integers.sums)
      rows.largest = integers.largest
    }
    rows.results = results.baseAddress

    let stack = stack
    try stack.reserve(16)
    function.push(on: stack)
    let status = withExtendedLifetime(run) {
      Self.withNames(names) { pointers, lengths in
        arguments.map(Int32.init).withUnsafeBufferPointer { columns in
          rows.column_names = pointers
          rows.column_name_lengths = lengths
          rows.arguments = columns.baseAddress
          return clua_run_rows(stack.pointer, &rows)
        }
      }
    }
    var outcome = LuaRowOutcome(
      results: Array(results), errorCount: Int(rows.error_count), firstFailure: nil)
    if status == Int32(CLUA_OK), rows.error_count == 0 {
      clua_pop(stack.pointer, 1)
      return outcome
    }
    let error = stack.popError(status)
    if status != CLUA_OK, rows.error_count == 0 || error.isStop || error.kind == .memory {
      throw error
    }
    outcome.firstFailure = .init(row: Int(rows.first_error_row), error: error)
    return outcome
  }

  /// Calls `body` with the names for C: pointers into one block, and lengths.
  private static func withNames<Result>(
    _ names: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>>?, UnsafePointer<Int>?) -> Result
  ) -> Result {
    let lengths = names.map { $0.utf8.count }
    var block: [CChar] = []
    for name in names {
      block.append(contentsOf: name.utf8.lazy.map { CChar(bitPattern: $0) })
      block.append(0)
    }
    return block.withUnsafeBufferPointer { block in
      lengths.withUnsafeBufferPointer { lengths in
        var pointers: [UnsafePointer<CChar>] = []
        if var next = block.baseAddress {
          for length in lengths {
            pointers.append(next)
            next += length + 1
          }
        }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress, lengths.baseAddress) }
      }
    }
  }
}

/// How far integers can grow in an expression, where those of Lua begin anew at 64 bits.
public struct LuaIntegerGrowth: Hashable, Sendable {
  /// The number of multiplications.
  var products = 0
  /// The number of additions and subtractions.
  var sums = 0
  /// The bits that its integers have in common.
  var largest: Int64 = 0

  /// Determines it; nil if integers cannot grow, or if the expression calls a function, which may do
  /// anything.
  public init?(of expression: String) {
    let (tokens, _, texts) = LuaLexer(expression).code
    var divides = false
    for (i, token) in tokens.enumerated() {
      let text = texts[i]
      switch (token.kind, text) {
      case (.symbol, "*"): products += 1
      case (.symbol, "+"), (.symbol, "-"): sums += 1
      case (.symbol, "/"), (.symbol, "//"), (.symbol, "%"), (.symbol, "^"): divides = true
      case (.symbol, "<<"), (.symbol, ":"), (.symbol, "{"), (.keyword, "function"): return nil
      case (.symbol, "(") where i > 0:
        let before = tokens[i - 1]
        let isCall = before.kind == .name || [")", "]"].contains(texts[i - 1])
        if isCall { return nil }
      case (.string, _) where i > 0 && tokens[i - 1].kind == .name: return nil
      case (.number, _): if let value = Int64(text) { largest |= value }
      default: break
      }
    }
    if products == 0, sums == 0, !divides { return nil }
  }
}
