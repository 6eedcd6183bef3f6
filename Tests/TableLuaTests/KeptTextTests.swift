import Expectations
import TableKit
import Testing

@testable import TableLua

/// A cell that is passed on unchanged.
struct KeptTextTests {
  private static let goods = """
    id,price,unit cost,n,big,open
    a,1.50,1.5,7,12345678901234567890,yes
    b,2.00,3,2,9007199254740993,no
    c,,4,,-0.0,yes
    """

  /// The texts of the cells that an expression makes in column `n`.
  private func made(
    _ expression: String, _ table: Table = table(goods), in name: String = "n"
  ) throws -> [String] {
    let desk = Desk(table)
    let column = try require(table.column(named: name))
    let values = try desk.session.cells(
      of: expression, in: table, rows: table.rowList, column, skipErrors: true)
    var editor = Editor(table: table)
    try editor.perform([.updateColumn(column.id, of: values.rows, to: values.cells)], title: "")
    return editor.table.rowList.map { editor.table.cell($0, column.id).text }
  }

  @Test(
    "keeps its text where the expression is a column alone",
    arguments: ["price", "(price)", "row.price", "row[\"price\"]", "((row.price))", "price -- x"])
  func column(expression: String) throws {
    try expectEqual(made(expression), ["1.50", "2.00", ""])
  }

  @Test("keeps it whatever its column holds")
  func kinds() throws {
    try expectEqual(made("big"), ["12345678901234567890", "9007199254740993", "-0.0"])
    try expectEqual(made("row['unit cost']"), ["1.5", "3", "4"])
    var typed = table(Self.goods)
    let open = try require(typed.column(named: "open"))
    _ = typed.setTyping(open.id, .boolean)
    try expectEqual(made("open", typed), ["yes", "no", "yes"])
    try expectEqual(made("not open", typed), ["false", "true", "false"])
  }

  @Test("keeps it through a condition, a function and a row that is read by variable")
  func conditions() throws {
    try expectEqual(made("id == 'a' and price or row['unit cost']"), ["1.50", "3", "4"])
    try expectEqual(made("price and math.max(price, 1)"), ["1.50", "2.00", ""])
    try expectEqual(
      made("(function(name) return row[name] end)('pri' .. 'ce')"), ["1.50", "2.00", ""])
    try expectEqual(made("n or price"), ["7", "2", ""])
  }

  @Test("is no other number: arithmetic makes a new text")
  func arithmetic() throws {
    try expectEqual(made("price and price * 2"), ["3", "4", ""])
    try expectEqual(made("price and price + row['unit cost']"), ["3", "5", ""])
  }

  @Test("stays in its own column, too")
  func itself() throws {
    try expectEqual(made("price", in: "price"), ["1.50", "2.00", ""])
    try expectEqual(made("price and price + 0", in: "price"), ["1.50", "2.00", ""])
    try expectEqual(made("id and price or 1", in: "unit cost"), ["1.50", "2.00", "1"])
  }

  @Test("keeps the token of a typed source")
  func tokens() throws {
    let table = jsonTable(
      ["id", "n", "v"], [["1", "0", "1.50"], ["2", "0", "2e2"], ["3", "0", "{\"a\":1}"]])
    let desk = Desk(table)
    let column = try require(table.column(named: "n"))
    let values = try desk.session.cells(of: "v", in: table, rows: table.rowList, column)
    var editor = Editor(table: table)
    try editor.perform([.updateColumn(column.id, of: values.rows, to: values.cells)], title: "")
    let cells = editor.table.rowList.map { editor.table.cell($0, column.id) }
    expectEqual(cells, [Cell(.number, "1.50"), Cell(.number, "2e2"), Cell(.json, "{\"a\":1}")])
  }

  /// The cells of a row of each key after a script.
  private func after(_ script: String, _ keys: String...) throws -> [String] {
    let desk = Desk(table(Self.goods))
    try desk.lua("tablesh.edit(function(t) \(script) end)")
    return try keys.map { key in
      let row = try require(desk.table.row(withKey: [key]))
      return desk.table.columns.dropFirst().map { desk.table.cell(row, $0.id).text }
        .joined(separator: " ")
    }
  }

  @Test("keeps its text where a script sets it from a row")
  func set() throws {
    try expectEqual(
      after("for row in t:rows() do t:set(row, 'n', row.price) end", "a", "b"),
      [
        "1.50 1.5 1.50 12345678901234567890 yes", "2.00 3 2.00 9007199254740993 no",
      ])
    try expectEqual(
      after("local a, b = t:row('@a'), t:row('@b') t:set(b, {n = a.price})", "b"),
      ["2.00 3 1.50 9007199254740993 no"])
    try expectEqual(
      after("local a = t:row('@a') t:set('@b', 'n', a['unit cost'] + 0)", "b"),
      ["2.00 3 1.5 9007199254740993 no"])
    try expectEqual(
      after(
        "for row in t:rows() do t:set(row, 'n', row.price and row.price * 2) end", "a", "b"),
      ["1.50 1.5 3 12345678901234567890 yes", "2.00 3 4 9007199254740993 no"])
  }

  @Test("keeps its text where two cells of a row change places")
  func swapped() throws {
    for script in [
      "t:set(row, {n = row.price, price = row.n})",
      "local p, n = row.price, row.n t:set(row, {n = p, price = n})",
      "local p, n = row.price, row.n t:set(row, 'n', p) t:set(row, 'price', n)",
    ] {
      let desk = Desk(table("id,price,n\na,1.50,2.0\nb,.5,3.00\n"))
      try desk.lua("tablesh.edit(function(t) for row in t:rows() do \(script) end end)")
      let cells = desk.table.rowList.map { row in
        desk.table.columns.map { desk.table.cell(row, $0.id).text }
      }
      expectEqual(cells, [["a", "2.0", "1.50"], ["b", "3.00", ".5"]], "\(script)")
    }
  }

  @Test("keeps the text of the column of its name, where two hold the number")
  func sameName() throws {
    try expectEqual(
      after(
        "for row in t:where('id == \"a\"') do t:insert(0, {id = 'x', ['unit cost'] = row['unit cost'],"
          + " price = row.price}) end", "x"), ["1.50 1.5   "])
  }

  @Test("keeps the texts of a row that is given whole, or copied by pairs")
  func rows() throws {
    try expectEqual(
      after(
        "local copy = {} for k, v in pairs(t:row('@a')) do copy[k] = v end copy.id = 'x' "
          + "t:insert(0, copy)", "x"), ["1.50 1.5 7 12345678901234567890 yes"])
    try expectEqual(
      after("local a = t:row('@a') t:delete(a) t:insert(0, a)", "a"),
      ["1.50 1.5 7 12345678901234567890 yes"])
    try expectEqual(
      after("for row in t:where('id == \"b\"') do t:set('@b', row) end", "b"),
      ["2.00 3 2 9007199254740993 no"])
  }

  @Test("is forgotten when the script ends: a number that is typed is written as typed")
  func typed() throws {
    let desk = Desk(table(Self.goods))
    try desk.lua("print(tablesh.table():row('@a').price)")
    try desk.lua("tablesh.edit(function(t) t:set('@b', 'n', 1.5) end)")
    let row = try require(desk.table.row(withKey: ["b"]))
    let column = try require(desk.table.column(named: "n"))
    expectEqual(desk.table.cell(row, column.id).text, "1.5")
  }
}

/// A number that a loader emits from a row.
struct EmittedTextTests {
  @Test("keeps its text")
  func emitted() throws {
    let desk = Desk(table("id,price,n\na,1.50,1e3\nb,2.00,7\n"))
    try desk.lua(
      """
      tablesh.loader { name = "again", columns = { "id", "n", "price", "sum" },
        load = function(source, emit)
          for row in tablesh.table():rows() do
            emit { id = row.id, price = row.price, n = row.n, sum = row.price * 3 }
          end
        end }
      """)
    let loaded = try desk.session.load(with: "again", name: "x", bytes: []).table
    expectEqual(
      loaded.rowList.map { row in loaded.columns.map { loaded.cell(row, $0.id).text } },
      [["a", "1e3", "1.50", "4.5"], ["b", "7", "2.00", "6"]])
  }
}
