import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// Columns typed decimal, of which Lua sees each digit.
struct DecimalTests {
  private static func desk(_ text: String, _ columns: String...) -> Desk {
    let desk = Desk(table(text))
    for name in columns {
      if let column = desk.table.column(named: name) {
        _ = try? desk.shell.editor.perform([.typeColumn(column.id, .decimal)], title: "type")
      }
    }
    return desk
  }

  private static let few = """
    id,n
    a,0.3
    b,0.30000000000000001
    c,0.300000000000000000
    d,123456789012345678901234567890
    e,9007199254740993
    f,NaN
    g,
    h,-0.30000000000000001

    """

  @Test(
    "compares exactly with numbers and with its like",
    arguments: [
      ("n == 0.3", "ac"), ("n ~= 0.3", "bdefgh"), ("n < 0.3", "h"), ("n <= 0.3", "ach"),
      ("n > 0.3", "bde"), ("0.3 < n", "bde"), ("0.3 >= n", "ach"), ("n == 9007199254740993", "e"),
      ("n == 9007199254740992", ""), ("n > 9007199254740992", "de"),
      ("n > decimal('123456789012345678901234567889')", "d"),
      ("n == decimal('0.30000000000000001')", "b"), ("n == decimal('0.3')", "ac"),
      ("n == decimal('9007199254740993')", "e"), ("n == nil", "g"), ("n", "abcdefh"),
      ("n < 1/0", "abceh" + "d"), ("n > -1/0 and n < 0", "h"), ("n ~= n", "f"),
      ("tonumber(n) == 0.3", "abc"), ("tostring(n) == '0.30000000000000001'", "b"),
      ("n and n .. '' == '0.30000000000000001'", "b"),
    ])
  func comparing(expression: String, keys: String) throws {
    let found = try Self.desk(Self.few, "n").keys(where: expression)
    expectEqual(found, keys.map { String($0) }.sorted(), "\(expression)")
  }

  @Test(
    "compares with blanks around it as without",
    arguments: [
      ("n > 5", "ad"), ("n < 5", "b"), ("n >= 0", "acd"), ("n == 5", "c"), ("n ~= 5", "abd"),
      ("n == decimal('288196852200240580711')", "a"),
      ("n == decimal(' 12345678901234567.25')", "d"),
    ])
  func blanks(expression: String, keys: String) throws {
    let text =
      "id,n\na, 288196852200240580711\nb,-12345678901234567.5 \nc, 5\nd,\t12345678901234567.25 \n"
    let found = try Desk(table(text)).keys(where: expression)
    expectEqual(found, keys.map { String($0) }, "\(expression)")
  }

  @Test("is refused as a number of the program text that Lua would round")
  func literals() throws {
    let desk = Self.desk(Self.few + "", "n")
    for expression in [
      "n == 0.30000000000000001", "n < 0.30000000000000001", "0.30000000000000001 >= n",
    ] {
      let told = try failure { () throws(LuaFailure) in _ = try desk.keys(where: expression) }
      expectEqual(told.code, "too-many-digits")
      expectEqual(told.message, "Lua reads 0.30000000000000001 as 0.3")
      expectEqual(told.hint, "write decimal(\"0.30000000000000001\")")
    }
    let plain = Desk(table("id,n\na,0.3\n"))
    let told = try failure { () throws(LuaFailure) in
      _ = try plain.keys(where: "n == 0.30000000000000001")
    }
    expectEqual(told.hint, "column type n decimal, and write decimal(\"0.30000000000000001\")")
    try expectEqual(plain.keys(where: "n == 0.30000000000000004"), [])
    try expectEqual(plain.keys(where: "n * 3.14159265358979323846 > 0.9"), ["a"])
  }

  @Test("is not computed with where digits would be lost")
  func arithmetic() throws {
    let desk = Self.desk(Self.few, "n")
    let told = try failure { () throws(LuaFailure) in _ = try desk.keys(where: "n and n + 1 > 0") }
    expect(told.message.contains("(column 'n'): 0.30000000000000001 has more digits"))
    expectEqual(told.hint, "tonumber(n) rounds it")
    try expectEqual(desk.keys(where: "n and tonumber(n) * 2 < 1"), ["a", "b", "c", "h"])
    let long = Self.desk("id,n\na,9007199254740993\n", "n")
    let column = try require(long.table.column(named: "n"))
    func value(_ expression: String) throws(LuaFailure) -> String {
      try long.session.cells(of: expression, in: long.table, rows: long.table.rowList, column)
        .cells[0].text
    }
    for expression in ["n * 1.5", "n + 0.5", "n / 2", "n ^ 2"] {
      let told = try failure { () throws(LuaFailure) in _ = try value(expression) }
      expect(told.message.contains("an integer has more digits than a fraction keeps"))
      expectEqual(told.hint, "tonumber(…) around such a column lets it be rounded")
    }
    try expectEqual(value("n + 2"), "9007199254740995")
    try expectEqual(value("n // 2"), "4503599627370496")
    try expectEqual(value("tonumber(n) / 2"), "4503599627370496")
  }

  @Test("is one key of a Lua table, and a cell's value in a script")
  func values() throws {
    let desk = Self.desk(Self.few, "n")
    try desk.lua(
      """
      seen = {}
      tablesh.rule { name = "new", columns = {"n"}, fn = function(n)
        if n == nil or n ~= n or seen[n] then return false end
        seen[n] = true
        return true
      end }
      for row in tablesh.table():rows() do
        if row.id == "b" then small = row.n end
        if row.id == "d" then large = row.n end
      end
      """)
    try expectEqual(desk.session.rows(rule: "new", in: desk.table).rows.count, 5)
    let answers = try desk.lua("small < large, large <= small, 0.3 < small, tostring(small)")
    expectEqual(answers, ["true", "false", "true", "0.30000000000000001"])
  }

  @Test("compares in random worlds as exact fractions do", arguments: 0..<4)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(60 + seed))
    func number() -> (text: String, value: Int128) {
      let whole = Int128(Int.random(in: -20...20, using: &generator))
      let digits = Int.random(in: 0...20, using: &generator)
      var (text, value) = ("", whole.magnitude)
      for place in 0..<20 {
        let digit = place < digits ? [0, 0, 0, 9, 1][Int.random(in: 0..<5, using: &generator)] : 0
        value = value * 10 + UInt128(digit)
        if place < digits { text += String(digit) }
      }
      let sign = whole < 0 ? "-" : ""
      let all = "\(sign)\(whole.magnitude)" + (text.isEmpty ? "" : "." + text)
      return (all, whole < 0 ? -Int128(value) : Int128(value))
    }
    let rows = (0..<300).map { _ in (number(), number()) }
    let lines = rows.enumerated().map { "\($0),\($1.0.text),\($1.1.text)" }
    let desk = Self.desk("id,n,m\n" + lines.joined(separator: "\n") + "\n", "n", "m")
    let orders: [(String, (Int128, Int128) -> Bool)] = [
      ("==", { $0 == $1 }), ("~=", { $0 != $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }),
      (">", { $0 > $1 }), (">=", { $0 >= $1 }),
    ]
    for (order, holds) in orders {
      let found = try desk.keys(where: "n \(order) m")
      let wanted = rows.indices.filter { holds(rows[$0].0.value, rows[$0].1.value) }
      expectEqual(found, wanted.map { "\($0)" }, "n \(order) m, seed \(seed)")
    }
  }
}

/// Integers that grow beyond 64 bits.
struct IntegerGrowthTests {
  private let desk = Desk(table("id,n,m\na,123456789012,3\nb,7,-5\nc,,2\n"))

  @Test(
    "are an error and not another number",
    arguments: [
      "n and n * n", "n and n * n * m", "n and n * 9223372036854775807", "m + 9223372036854775807",
    ])
  func refused(expression: String) throws {
    let column = try require(desk.table.column(named: "m"))
    let told = try failure { () throws(LuaFailure) in
      _ = try desk.session.cells(
        of: expression, in: desk.table, rows: desk.table.rowList, column)
    }
    expect(told.message.contains("a result does not fit in an integer of 64 bits"))
    expectEqual(told.hint, "a factor of 1.0 makes it a fraction, of which 15 digits are kept")
  }

  @Test(
    "are told from those that fit",
    arguments: [
      ("n and n * m", "370370367036"), ("n and n * 1000000", "123456789012000000"),
      ("n and n - 9223372036854775807", "-9223371913397986795"), ("n and n // 2", "61728394506"),
      ("n and 1.0 * n * n", "1.52415787531535e+22"),
    ])
  func fine(expression: String, first: String) throws {
    let column = try require(desk.table.column(named: "m"))
    let values = try desk.session.cells(
      of: expression, in: desk.table, rows: desk.table.rowList, column)
    expectEqual(values.cells[0].text, first)
  }

  @Test("do not make a condition hold")
  func conditions() throws {
    let large = Desk(table("id,n\na,4294967296\nb,3\n"))
    // 2^32 squared is 0 to Lua.
    let told = try failure { () throws(LuaFailure) in _ = try large.keys(where: "n * n < 100") }
    expect(told.message.contains("does not fit in an integer"))
    try expectEqual(large.keys(where: "n * 1.0 * n < 100"), ["b"])
    try expectEqual(large.keys(where: "n * 1000 > 5000"), ["a"])
  }
}
