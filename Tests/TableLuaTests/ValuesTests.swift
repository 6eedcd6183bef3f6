import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// Values of an expression.
struct ValuesTests {
  /// What an expression makes of the column `name`, by row.
  private func made(
    _ expression: String, _ desk: Desk = Desk(), skipErrors: Bool = false
  ) throws -> (texts: [String?], values: ColumnValues) {
    let column = try require(desk.table.column(named: "name"))
    let values = try desk.session.cells(
      of: expression, in: desk.table, rows: Array(desk.table.allRows), column,
      skipErrors: skipErrors)
    let cells = values.rows.indices.map { values.cells[$0] }
    return (cells.map { $0.isNull ? nil : $0.text }, values)
  }

  @Test("an expression gives a value for each row")
  func perRow() throws {
    try expectEqual(made("age").texts, ["41", "29", nil, "35", "64"])
    try expectEqual(made("row['unit price'] * 2").texts, ["3", "4.5", "1.5", "20", "6"])
    try expectEqual(made("name:upper()").texts, ["ANN", "BOB", "CY", "DI", "ED"])
    try expectEqual(made("age ~= nil").texts, ["true", "true", "false", "true", "true"])
  }

  @Test("what fits into no cell fails on its row")
  func noValue() throws {
    let error = try failed("age == 29 and {} or age")
    expectEqual(
      error.message,
      "Lua failed on 1 of 5 rows; the first is @P2 (0:1): a table is no value for a cell")
    try expect(
      failed("0/0").message.hasSuffix("nan is no value for a cell"))
  }

  /// Why an expression makes nothing of the column `name`.
  private func failed(_ expression: String) throws -> LuaFailure {
    let desk = Desk()
    let column = try require(desk.table.column(named: "name"))
    return try failure { () throws(LuaFailure) in
      _ = try desk.session.cells(
        of: expression, in: desk.table, rows: Array(desk.table.allRows), column)
    }
  }

  @Test("rows that fail are left out with skipErrors, and the others keep their values")
  func skipErrors() throws {
    let desk = Desk()
    let rows = Array(desk.table.allRows)
    let (texts, result) = try made("age + 1", desk, skipErrors: true)
    expectEqual(result.rows, [rows[0], rows[1], rows[3], rows[4]])
    expectEqual(texts, ["42", "30", "36", "65"])
    expectEqual(result.errors?.count, 1)
  }

  @Test("a value that a cell has already keeps the cell's text")
  func keepsText() throws {
    let table = crew()
    let row = try require(table.row(withKey: ["P1"]))
    let price = try require(table.column(named: "unit price"))
    expectEqual(LuaScalar.number(1.5).cell(in: table, row: row, column: price), Cell("1.50"))
    expectEqual(LuaScalar.number(2.5).cell(in: table, row: row, column: price), Cell("2.5"))
    expectEqual(LuaScalar.nil.cell(in: table, row: row, column: price), .null)
  }

  @Test("typed sources get typed cells")
  func typed() throws {
    let table = jsonTable(["id", "v"], [["1", "1.10"]])
    let row = try require(table.row(withKey: ["1"]))
    let v = try require(table.column(named: "v"))
    expectEqual(LuaScalar.number(1.1).cell(in: table, row: row, column: v), Cell(.number, "1.10"))
    expectEqual(LuaScalar.integer(2).cell(in: table, row: row, column: v), Cell(.number, "2"))
    expectEqual(LuaScalar.bool(true).cell(in: table, row: row, column: v), Cell(.bool, "true"))
    expectEqual(LuaScalar.string(Array("2".utf8)).cell(in: table, row: row, column: v), Cell("2"))
    let text = LuaScalar.string(Array("1.10".utf8))
    expectEqual(text.cell(in: table, row: row, column: v), Cell("1.10"))
    let texts = jsonTable(["id", "v"], [["1", "\"5\""], ["2", "[1]"], ["3", "1e2"]])
    let rows = Array(texts.allRows)
    expectEqual(LuaScalar.integer(5).cell(in: texts, row: rows[0], column: v), Cell(.number, "5"))
    let list = LuaScalar.string(Array("[1]".utf8))
    expectEqual(list.cell(in: texts, row: rows[1], column: v), Cell(.json, "[1]"))
    expectEqual(
      LuaScalar.number(100).cell(in: texts, row: rows[2], column: v), Cell(.number, "1e2"))
  }

  @Test(
    "floats are written with 15 digits, without exponent where digits do",
    arguments: [
      (50.0, "50"), (0.1 + 0.2, "0.3"), (1.5, "1.5"), (-0.25, "-0.25"), (0.00001, "0.00001"),
      (0.000012345, "0.000012345"), (1e15, "1000000000000000"), (0x1p53, "9007199254740992"),
      (1e22, "1e+22"), (0x1p62, "4611686018427387904"), (0x1p63, "9223372036854776000"),
      (-0x1p70, "-1180591620717411300000"), (1e21, "1000000000000000000000"),
      (123456789.0 * 987654321987.0, "121932631234487120000"), (1e20, "100000000000000000000"),
      (1234567890123.45 + 1, "1234567890124.45"), (-59.9138688123456, "-59.9138688123456"),
      (123456789.125, "123456789.125"),
      (1.0 / 3, "0.333333333333333"), (1e-20, "1e-20"),
    ])
  func numbers(value: Double, text: String) {
    expectEqual(NumberText.text(of: value), text)
  }

  /// The text of a value in 15 digits, as the C library finds it.
  private func fifteen(_ value: Double) -> String {
    withVaList([value]) { arguments in
      var buffer = [CChar](repeating: 0, count: 64)
      let count = Int(vsnprintf(&buffer, buffer.count, "%.15g", arguments))
      return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  @Test("digits that are found quickly are those that the C library finds")
  func quickDigits() {
    var random = SeededGenerator(seed: 7)
    var count = 0
    for round in 0..<20_000 {
      let cents = Double(random.below(10_000_000)) / 100
      var value = cents * Double(1 + random.below(1000))
      if round % 3 == 0 { value = cents / Double(1 + random.below(100_000)) }
      if round % 5 == 0 { value = -value }
      guard let quick = DecimalText(value) else { continue }
      count += 1
      let exact = fifteen(value)
      if exact.contains("e") { continue }
      expectEqual(quick.text, exact)
    }
    expect(count > 10_000)
  }

  @Test("a float has the text of its 15 digits, also beside a half of the last one")
  func fifteenDigits() {
    var random = SeededGenerator(seed: 15)
    func check(_ value: Double) {
      expectEqual(NumberText.text(of: value), fifteen(value), "\(value.debugDescription)")
      expectEqual(NumberText.text(of: -value), fifteen(-value), "\(value.debugDescription)")
    }
    for exponent in -3...14 {
      for _ in 0..<150 {
        // Sixteen digits of which the last one is a five, and the floats on both sides.
        let digits = 100_000_000_000_000 + random.below(800_000_000_000_000)
        guard let half = Double("\(digits)5e\(exponent - 15)") else { continue }
        for value in [half, half.nextUp, half.nextDown] { check(value) }
      }
    }
    for value in [0.0001, 0.1, 0.5, 1.5, 0.30000000000000004, 2.5, 1e14 + 0.5] { check(value) }
  }
}

extension LuaScalar {
  /// The cell that holds the value in a table, which is the former one if that has it already.
  fileprivate func cell(in table: Table, row: RowID, column: Column) -> Cell {
    let isSame = table.withCell(row, column.id) { kind, bytes in
      isHeld(by: kind, bytes, isTyped: table.syntax.isTyped, as: column.typing)
    }
    return isSame ? table.cell(row, column.id) : cell(isTyped: table.syntax.isTyped)
  }
}
