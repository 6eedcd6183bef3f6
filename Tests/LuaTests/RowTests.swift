import Expectations
import Testing

@testable import Lua

/// Rows of Swift values, counting what is asked of it.
private final class Rows: LuaRowSource {
  enum Cell {
    case null
    case integer(Int64)
    case float(Double)
    case text(String)
    case bool(Bool)
  }
  let columnNames: [String]
  let cell: (_ row: Int, _ column: Int) -> Cell
  private(set) var fills: [Int: Int] = [:]
  private(set) var filled = 0

  init(_ columnNames: [String], cell: @escaping (_ row: Int, _ column: Int) -> Cell) {
    self.columnNames = columnNames
    self.cell = cell
  }

  func fill(_ cells: LuaCells) {
    fills[cells.column, default: 0] += 1
    filled += cells.rows.count
    for (index, row) in cells.rows.enumerated() {
      switch cell(row, cells.column) {
      case .null: break
      case .integer(let value):
        if cells.isRaw { cells.set(index, "\(value)") } else { cells.set(index, value) }
      case .float(let value): cells.set(index, value)
      case .text(let text): cells.set(index, text)
      case .bool(let value): cells.set(index, value)
      }
    }
  }
}

extension LuaRowSource {
  func checksReads(of column: Int) -> Bool { false }
  func refusal(of column: Int, at place: LuaPlace) -> LuaError? { nil }
}

extension LuaCells {
  func set(_ index: Int, _ text: String) { set(index, copying: text.utf8) }
}

extension LuaRowOutcome {
  /// The rows for which the rule returned true.
  var rows: [Int] { rows(of: 0..<results.count) }
}

/// A rule over rows.
struct RowTests {
  /// Age is the row's number, every third one null; the name is text; `half` a float.
  private func people() -> Rows {
    Rows(["age", "name", "half", "unit price", "ok"]) { row, column in
      switch column {
      case 0: row % 3 == 2 ? .null : .integer(Int64(row))
      case 1: .text("n\(row)")
      case 2: .float(Double(row) / 2)
      case 3: .integer(Int64(row) * 10)
      default: .bool(row % 2 == 0)
      }
    }
  }

  private func rule(_ lua: LuaState, _ source: String) throws -> LuaFunction {
    try require(try lua.run("return function" + source, name: "@rule.lua").first?.function)
  }

  @Test("columns come as arguments, through every batch", arguments: [0, 1, 63, 64, 65, 576, 3000])
  func arguments(rowCount: Int) throws {
    let lua = try LuaState()
    let rule = try rule(lua, "(age, name) return age ~= nil and name == 'n' .. age end")
    let outcome = try lua.runRows(rule, over: people(), rowCount: rowCount, arguments: [0, 1])
    expectEqual(outcome.rows, (0..<rowCount).filter { $0 % 3 != 2 })
    expectEqual(outcome.errorCount, 0)
  }

  @Test("the cursor reads any column by name, however often", arguments: [10, 3000])
  func cursor(rowCount: Int) throws {
    let lua = try LuaState()
    let rows = people()
    let rule = try rule(
      lua, "(row) return row['unit price'] == row.half * 20 and (row.age or 4) % 2 == 0 end")
    let outcome = try lua.runRows(rule, over: rows, rowCount: rowCount, passesRow: true)
    expectEqual(outcome.rows, (0..<rowCount).filter { $0 % 3 == 2 || $0 % 2 == 0 })
    if rowCount == 3000 { expect(rows.fills.values.reduce(0, +) < 200, "cells come in batches") }
  }

  @Test("a column that is rarely read is not fetched for every row")
  func rarelyRead() throws {
    let lua = try LuaState()
    let rows = people()
    let rule = try rule(lua, "(row, age) return age == 300 and row.name == 'n300' end")
    let outcome = try lua.runRows(
      rule, over: rows, rowCount: 3000, arguments: [0], passesRow: true)
    expectEqual(outcome.rows, [300])
    expect(rows.fills[1] == 1 && rows.filled == 3001)
  }

  @Test("row.text gives the bytes of the source")
  func rawText() throws {
    let lua = try LuaState()
    let rule = try rule(lua, "(row) return row.text.age == '7' and row.age == 7 end")
    let outcome = try lua.runRows(rule, over: people(), rowCount: 100, passesRow: true)
    expectEqual(outcome.rows, [7])
  }

  /// Texts of every length up to more than is kept, by how many they are: alike in front, at the
  /// end or but for their length, so that each byte counts.
  private func texts(_ kinds: Int) -> (Int) -> String {
    { row in
      let number = row % kinds
      return switch number % 4 {
      case 0: "\(1000 + number)"
      case 1: "the same \(1000 + number)"
      case 2: "\(1000 + number)\0the same"
      default: String(repeating: "é", count: number % 10)
      }
    }
  }

  @Test(
    "texts that come again are the right ones, by argument and by row",
    arguments: [1, 3, 40, 120, 700, 5000])
  func keptTexts(kinds: Int) throws {
    let lua = try LuaState()
    let text = texts(kinds)
    let rows = Rows(["a", "b"]) { row, column in .text(text(column == 0 ? row : row * 7 + 1)) }
    for passesRow in [false, true, false] {
      let rule = try rule(
        lua,
        passesRow
          ? "(row) return row.a .. '|' .. row.b .. (row.a == row.b and '=' or '') end"
          : "(a, b) return a .. '|' .. b .. (a == b and '=' or '') end")
      var answers: [LuaValue] = []
      _ = try lua.runRows(
        rule, over: rows, rowCount: 5000, arguments: passesRow ? [] : [0, 1],
        passesRow: passesRow
      ) { _, answer, _ in answers.append(answer) }
      let expected = (0..<5000).map { row in
        let a = text(row)
        let b = text(row * 7 + 1)
        return "\(a)|\(b)" + (a == b ? "=" : "")
      }
      expectEqual(answers, expected.map { .string(LuaString($0)) })
    }
  }

  @Test("integers stay integers and floats floats")
  func subtypes() throws {
    let lua = try LuaState()
    let rule = try rule(
      lua, "(age, half) return math.type(age) .. math.type(half) .. tostring(half) end")
    var answers: [LuaValue] = []
    _ = try lua.runRows(rule, over: people(), rowCount: 2, arguments: [0, 2]) {
      _, answer, _ in answers.append(answer)
    }
    expectEqual(answers, ["integerfloat0.0", "integerfloat0.5"])
  }

  @Test("an answer that is a number of the row names the first column that was read with it")
  func origins() throws {
    let lua = try LuaState()
    let rows = Rows(["a", "b", "c"]) { row, column in
      column == 1 ? .float(Double(row)) : .integer(Int64(row + column))
    }
    func origins(_ source: String, _ arguments: [Int], passesRow: Bool = false) throws -> [Int?] {
      var columns: [Int?] = []
      _ = try lua.runRows(
        try rule(lua, source), over: rows, rowCount: 100, arguments: arguments,
        passesRow: passesRow
      ) { _, _, column in columns.append(column) }
      return columns
    }
    let hundred = { (column: Int?) in Array(repeating: column, count: 100) }
    try expectEqual(origins("(b) return b end", [1]), hundred(1))
    try expectEqual(origins("(b, a) return a end", [1, 0]), hundred(1))
    try expectEqual(origins("(a, c) return c end", [0, 2]), hundred(2))
    try expectEqual(origins("(a, c) return a + 1 end", [0, 2]), hundred(nil))
    try expectEqual(origins("(a) return 'a' end", [0]), hundred(nil))
    try expectEqual(origins("(r) return r.c and r.b end", [], passesRow: true), hundred(1))
    try expectEqual(origins("(r) return r.c + 0.0 end", [], passesRow: true), hundred(2))
    try expectEqual(
      origins("(r) if r.a % 2 == 0 then return r.b end return 7.5 end", [], passesRow: true),
      (0..<100).map { $0 % 2 == 0 ? 0 : nil })
  }

  @Test("answers of every type are handed over")
  func answers() throws {
    let lua = try LuaState()
    let rule = try rule(
      lua, "(n) return ({[0] = nil, true, false, 7, 7.5, 'a\\0b', {}})[n] end")
    let rows = Rows(["n"]) { row, _ in .integer(Int64(row)) }
    var answers: [LuaValue] = []
    _ = try lua.runRows(rule, over: rows, rowCount: 7, arguments: [0]) { _, answer, _ in
      answers.append(answer)
    }
    expectEqual(answers, [nil, true, false, 7, 7.5, "a\0b", nil])
  }

  @Test("the first row that fails ends the run, with row, line and message")
  func firstError() throws {
    let lua = try LuaState()
    let rule = try rule(lua, "(row)\n if row.age == 700 then return row.nme end\n return true end")
    let outcome = try lua.runRows(rule, over: people(), rowCount: 1000, passesRow: true)
    expectEqual(outcome.errorCount, 1)
    expectEqual(outcome.firstFailure?.row, 700)
    expectEqual(outcome.firstFailure?.error.message, "no column 'nme'")
    expectEqual(outcome.firstFailure?.error.place, LuaPlace(chunk: "rule.lua", line: 2))
    expectEqual(outcome.firstFailure?.error.traceback?.contains("rule.lua:2"), true)
    expect(outcome[699] == .yes && outcome[700] == .error && outcome[701] == .no)
  }

  @Test("rows that fail are counted, and the others have their answers")
  func countedErrors() throws {
    let lua = try LuaState()
    let rule = try rule(lua, "(age)\n return age + 0 >= 0 end")
    let outcome = try lua.runRows(
      rule, over: people(), rowCount: 3000, arguments: [0], keepsGoing: true)
    expectEqual(outcome.errorCount, 1000)
    expectEqual(outcome.firstFailure?.row, 2)
    expectEqual(
      outcome.firstFailure?.error.message,
      "attempt to perform arithmetic on a nil value (local 'age')")
    expectEqual(outcome.firstFailure?.error.place?.line, 2)
    expectEqual(outcome.rows, (0..<3000).filter { $0 % 3 != 2 })
    expect(outcome[2] == .error && outcome[2999] == .error)
  }

  @Test("an error with code and hint keeps them")
  func codedError() throws {
    let lua = try LuaState()
    let rule = try rule(lua, "() error{code = 'c', message = 'm', hint = 'h'} end")
    let outcome = try lua.runRows(rule, over: people(), rowCount: 3, keepsGoing: true)
    expectEqual(outcome.errorCount, 3)
    expectEqual(outcome.firstFailure?.error.code, "c")
    expectEqual(outcome.firstFailure?.error.hint, "h")
  }

  @Test("an order comparison with nil is false, a number against text an error")
  func nilComparison() throws {
    let lua = try LuaState()
    let outcome = try lua.runRows(
      try rule(lua, "(age) return age < 9 or age >= 9 or 9 > age or age > 'x' end"),
      over: Rows(["age"]) { _, _ in .null }, rowCount: 5, arguments: [0])
    expect(outcome.errorCount == 0 && outcome.rows.isEmpty)
    try expectEqual(
      results(lua, "return nil < 1, 1 < nil, nil <= nil, not (nil > 2)"), "false false false true")
    let mixed = try lua.runRows(
      try rule(lua, "(age) return age > 30 end"),
      over: Rows(["age"]) { _, _ in .text("NA") }, rowCount: 1, arguments: [0])
    expectEqual(mixed.firstFailure?.error.message, "attempt to compare number with string")
  }

  @Test(
    "every other operation on nil keeps Lua's own error",
    arguments: [
      ("local x return x.y", "attempt to index a nil value (local 'x')"),
      ("return foo.bar", "attempt to index a nil value (global 'foo')"),
      ("local t = {} t.a.b = 1", "attempt to index a nil value (field 'a')"),
      ("local x return x + 1", "attempt to perform arithmetic on a nil value (local 'x')"),
      ("local x return x .. ''", "attempt to concatenate a nil value (local 'x')"),
      ("foo()", "attempt to call a nil value (global 'foo')"),
      ("return #nil", "attempt to get length of a nil value"),
    ])
  func nilErrors(source: String, message: String) throws {
    expectEqual(failure(try LuaState(), source).message, message)
  }

  @Test("a row can be neither written nor used after the run, nor taken apart")
  func rowIsClosed() throws {
    let lua = try LuaState()
    let keep = try rule(lua, "(row) saved = row return true end")
    _ = try lua.runRows(keep, over: people(), rowCount: 1, passesRow: true)
    expectEqual(failure(lua, "return saved.age").message, "row used after its call ended")
    expectEqual(failure(lua, "return saved.text").message, "row used after its call ended")
    expectEqual(failure(lua, "saved.age = 1").message, "a row can be read only")
    try expectEqual(results(lua, "return getmetatable(saved)"), "false")
    lua.collectGarbage()
    expectEqual(failure(lua, "return saved.age").message, "row used after its call ended")
    let odd = try lua.runRows(
      try rule(lua, "(row) return row[1] end"), over: people(), rowCount: 1, passesRow: true)
    expectEqual(odd.firstFailure?.error.message, "a column is named by text, not by a number value")
  }

  @Test("a column named text hides the bytes")
  func columnNamedText() throws {
    let lua = try LuaState()
    let rows = Rows(["text"]) { row, _ in .text("t\(row)") }
    let rule = try rule(lua, "(row) return row.text == 't1' end")
    try expectEqual(lua.runRows(rule, over: rows, rowCount: 3, passesRow: true).rows, [1])
  }

  @Test("names longer than Lua interns, empty and equal ones are found")
  func oddNames() throws {
    let lua = try LuaState()
    let long = String(repeating: "long ", count: 30)
    let rows = Rows([long, "", "a", "a"]) { _, column in .integer(Int64(column)) }
    let rule = try rule(
      lua, "(row) return row[('long '):rep(30)] == 0 and row[''] == 1 and row.a == 2 end")
    try expectEqual(lua.runRows(rule, over: rows, rowCount: 40, passesRow: true).rows.count, 40)
  }

  @Test("a rule may run another rule, and collect garbage, while it runs")
  func nested() throws {
    let lua = try LuaState()
    let inner = try rule(lua, "(row) return row.age == 4 end")
    let rows = people()
    lua.register("inner") { call throws(LuaError) in
      guard let state = call.state else { return 0 }
      let outcome = try state.runRows(inner, over: rows, rowCount: 10, passesRow: true)
      state.collectGarbage()
      return try call.returning(.integer(outcome.rows.count))
    }
    let rule = try rule(lua, "(row) return inner() == 1 and row.age == 5 end")
    let outcome = try lua.runRows(rule, over: people(), rowCount: 100, passesRow: true)
    expectEqual(outcome.rows, [])  // 5 is a null row
    expectEqual(outcome.errorCount, 0)
  }
}
