import Expectations
import TableKit
import Testing

@testable import TableLua

/// Loaders and commands.
struct LoaderTests {
  private let ini = """
    tablesh.loader { name = "ini", help = "settings", extensions = {".INI", "conf"},
      columns = {"key", "value"}, key = "key",
      load = function(source, emit)
        local section = "top"
        for line in source:lines() do
          local name = line:match("^%[(.*)%]$")
          local key, value = line:match("^(%w+)=(.*)$")
          if name then section = name
          elseif key then emit(section, {key = key, value = value, line = 7, extra = true}) end
        end
      end,
      save = function(t, write)
        for _, s in ipairs(t:sections()) do
          write("[", s.title, "]\\n")
          for row in t:section(s.index):rows() do write(row.key, "=", row.text.value, "\\n") end
        end
      end }
    """

  private func drawing(_ table: Table) -> [String] {
    table.sections.map { section in
      section.name + ": "
        + section.rows.map { row in
          table.columns.map { table.cell(row, $0.id).text }.joined(separator: ",")
        }.joined(separator: " ")
    }
  }

  private func load(
    _ source: String, loader text: String, _ desk: Desk = Desk()
  ) throws -> LoadedRows {
    try desk.lua(text)
    let name = try require(desk.session.loaders.last?.name)
    return try desk.session.load(with: name, name: "a.ini", bytes: Array(source.utf8))
  }

  @Test("a loader emits numbers, truths and long decimals as their texts")
  func values() throws {
    let loaded = try load(
      "",
      loader: """
        tablesh.loader { name = "ini", extensions = {"ini"}, columns = {"key", "value"},
          load = function(source, emit)
            emit("S", {"a", decimal("0.30000000000000001")})
            emit("S", {"b", decimal("0.5")})
            emit("S", {"c", true})
          end }
        """)
    expectEqual(drawing(loaded.table), ["S: a,0.30000000000000001 b,0.5 c,true"])
  }

  @Test("a loader emits rows into sections in order of their first row")
  func sections() throws {
    let desk = Desk()
    let source = "a=1\r\n[one]\nb=x,\"y\"\n[two]\nc=007\n[one]\nd="
    let loaded = try load(source, loader: ini, desk)
    expectEqual(loaded.table.columns.map(\.name), ["key", "value", "extra", "line"])
    expectEqual(loaded.sortedColumns, ["extra", "line"])
    expectEqual(loaded.key, ["key"])
    expectEqual(
      drawing(loaded.table),
      [
        "top: a,1,true,7", "one: b,x,\"y\",true,7 d,,true,7", "two: c,007,true,7",
      ])
    let value = try require(loaded.table.column(named: "value"))
    let d = try require(
      loaded.table.allRows.first { loaded.table.cell($0, ColumnID(0)).text == "d" })
    expectEqual(loaded.table.cell(d, value.id), Cell(""))
    let info = try require(desk.session.loaders.first)
    expectEqual(info.extensions, ["ini", "conf"])
    expect(info.canSave)
  }

  @Test("a loader that can save writes the table back")
  func save() throws {
    let desk = Desk()
    let loaded = try load("[one]\nb=x\nc=1.10\n", loader: ini, desk)
    let bytes = try desk.session.save(loaded.table, with: "ini")
    expectEqual(String(decoding: bytes, as: UTF8.self), "[one]\nb=x\nc=1.10\n")
  }

  @Test("columns appear in order of first appearance, new ones of a row by name, gaps are null")
  func columns() throws {
    let loaded = try load(
      "",
      loader: """
        tablesh.loader { name = "l", load = function(source, emit)
          emit { b = 1 } emit { c = 2.5, a = "x", b = 3 } emit { a = false }
        end }
        """)
    expectEqual(loaded.table.columns.map(\.name), ["b", "a", "c"])
    expectEqual(loaded.sortedColumns, ["a", "c"])
    expectEqual(drawing(loaded.table), ["rows: 1,, 3,x,2.5 ,false,"])
    let row = try require(loaded.table.row(at: .init(0, 0)))
    expect(loaded.table.cell(row, ColumnID(1)).isNull)
  }

  @Test("rows of fewer cells, of several widths and in several sections keep theirs, gaps are null")
  func widths() throws {
    let emit = """
      emit("S", {a = 1}) emit("T", {a = 2}) emit("S", {a = 3, b = 4}) emit("S", {b = 5})
      emit("T", {b = 6, c = 7, d = 8}) emit("S", {d = 9}) emit("S", {}) emit("T", {a = 10})
      """
    let loaded = try load(
      "", loader: "tablesh.loader { name = 'l', load = function(source, emit) \(emit) end }")
    expectEqual(loaded.table.columns.map(\.name), ["a", "b", "c", "d"])
    expectEqual(
      drawing(loaded.table),
      [
        "S: 1,,, 3,4,, ,5,, ,,,9 ,,,", "T: 2,,, ,6,7,8 10,,,",
      ])
    for row in loaded.table.allRows {
      for cell in loaded.table.cells(row) { expectEqual(cell.isNull, cell.text.isEmpty) }
    }
    let alone = try load(
      "",
      loader: """
        tablesh.loader { name = 'l', load = function(source, emit)
          for i = 1, 40 do
            local row = {}
            for c = 1, (i - 1) // 10 + 1 do row["c" .. c] = i * 10 + c end
            emit(row)
          end
        end }
        """, Desk())
    let rows = alone.table.allRows.map { row in
      alone.table.cells(row).map(\.text).filter { !$0.isEmpty }
    }
    let wanted = (1...40).map { i in (1...((i - 1) / 10 + 1)).map { "\(i * 10 + $0)" } }
    expectEqual(Array(rows), wanted)
  }

  @Test("fields whose names look alike are columns of their own")
  func alike() throws {
    let loaded = try load(
      "",
      loader: """
        tablesh.loader { name = "l", load = function(source, emit)
          emit { ["\\u{E9}"] = 1, ["e\\u{301}"] = 2 }
          emit { ["\\u{212B}"] = 3, ["\\u{C5}"] = 4, ["A\\u{30A}"] = 5 }
        end }
        """)
    expect(loaded.table.columns.count == 5 && loaded.sortedColumns.count == 5)
    expectEqual(
      Set(loaded.table.columns.map { Array($0.name.unicodeScalars) }),
      [["\u{E9}"], ["e", "\u{301}"], ["\u{212B}"], ["\u{C5}"], ["A", "\u{30A}"]])
    let cells = loaded.table.allRows.map { row in
      loaded.table.cells(row).map(\.text).filter { !$0.isEmpty }.sorted()
    }
    expectEqual(Array(cells), [["1", "2"], ["3", "4", "5"]])
  }

  @Test("values by position go into the declared columns")
  func positions() throws {
    let text = """
      tablesh.loader { name = "l", columns = {"x", "y"},
        load = function(source, emit) for line in source:lines() do emit(nil, {line, #line}) end end }
      """
    expectEqual(
      drawing(try load("ab\nc\n\nd", loader: text).table),
      [
        "rows: ab,2 c,1 \"\",0 d,1".replacing("\"\"", with: "")
      ])
    let error = try failure { () throws(LuaFailure) in
      let desk = Desk()
      try desk.lua("tablesh.loader { name = 'l', load = function(s, emit) emit {1} end }")
      _ = try desk.session.load(with: "l", name: "x", bytes: [])
    }
    expectEqual(error.message, "row 1: value 1 has no column")
    expectEqual(error.hint, "declare columns={…} in the loader")
  }

  @Test("source:read gives the bytes that lines has not, and source.name the name")
  func read() throws {
    let loaded = try load(
      "first\nsecond\nthird",
      loader: """
        tablesh.loader { name = "l", columns = {"n", "t"}, load = function(source, emit)
          for line in source:lines() do emit(nil, {source.name, source:read()}) end
        end }
        """)
    expectEqual(drawing(loaded.table), ["rows: a.ini,second\nthird"])
  }

  @Test("a source without rows is an empty table with the declared columns")
  func empty() throws {
    let loaded = try load(
      "", loader: "tablesh.loader { name = 'l', columns = {'a'}, load = function() end }")
    expectEqual(loaded.table.rowCount, 0)
    expectEqual(loaded.table.columns.map(\.name), ["a"])
  }

  @Test("what fits into no cell, an error and a missing key column are errors")
  func errors() throws {
    func error(_ body: String, key: String = "nil") throws -> LuaFailure {
      let desk = Desk()
      return try failure { () throws(LuaFailure) in
        try desk.lua(
          "tablesh.loader { name = 'l', key = \(key), load = function(source, emit) \(body) end }")
        _ = try desk.session.load(with: "l", name: "x", bytes: [])
      }
    }
    try expectEqual(
      error("emit { a = 1 } emit { a = {} }").message,
      "row 2: column 'a': a table is no value for a cell")
    try expectEqual(
      error("emit { a = '\\xff' }").message, "row 1: column 'a': the text is not valid UTF-8")
    try expectEqual(error("error('bad line 3', 0)").message, "bad line 3")
    try expectEqual(error("emit { a = 1 }", key: "'id'").code, "no-such-column")
    try expect(error("emit(3)").message.contains("table expected"))
    let desk = Desk()
    try expectEqual(
      failure { () throws(LuaFailure) in
        _ = try desk.session.load(with: "yam", name: "", bytes: [])
      }.code, "no-such-loader")
  }

  @Test("a command gets its arguments by position and name, checked by their types")
  func commands() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.command { name = "sum", help = "adds up a column",
        args = {{"column", type = "column"}, {"digits", type = "integer", optional = true}},
        run = function(context, args)
          local sum = 0
          for row in context.table:rows() do sum = sum + (row[args.column] or 0) end
          assert(args[1] == args.column and args[2] == args.digits)
          if args.digits then return ("%." .. args.digits .. "f"):format(sum) end
          if sum > 100 then return sum end
        end }
      """)
    try expectEqual(desk.session.run(command: "sum", arguments: ["age", "1"]), "169.0")
    try expectEqual(desk.session.run(command: "sum", arguments: ["age"]), "169")
    try expectNil(desk.session.run(command: "sum", arguments: ["unit price"]))
    let info = try require(desk.session.commands.first)
    expectEqual(info.arguments.map(\.name), ["column", "digits"])
    expectEqual(info.arguments.map(\.type), [.column, .integer])
    func error(_ arguments: [String]) throws -> LuaFailure {
      try failure { () throws(LuaFailure) in
        _ = try desk.session.run(command: "sum", arguments: arguments)
      }
    }
    try expectEqual(error(["aeg"]).hint, "did you mean 'age'?")
    expectEqual(info.synopsis, ["sum COLUMN [DIGITS]"])
    try expectEqual(error(["age", "x"]).message, "'x' is no integer for 'digits'")
    try expectEqual(error(["name"]).code, "lua-error")
    try expectEqual(
      failure { () throws(LuaFailure) in _ = try desk.session.run(command: "summ") }.hint,
      "did you mean 'sum'?")
  }

  @Test("a command completes its arguments itself where it says how")
  func completion() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.command { name = "go", args = {"where"}, run = function() end,
        complete = function(context, index, typed) return {typed .. index, "b"} end }
      """)
    try expectEqual(desk.session.completions(command: "go", argument: 0, typed: "x"), ["x1", "b"])
    try expectNil(desk.session.completions(command: "sum", argument: 0, typed: "x"))
  }

  @Test("emit takes the names of new columns in order")
  func names() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.loader { name = "ordered", load = function(source, emit)
        emit(nil, { zeta = 1, alpha = 2 }, { "zeta", "alpha" })
        emit("s", { alpha = 3, mu = 4, beta = 5 }, { "zeta", "mu", "beta" })
        emit("s", { zeta = 6 }, {})
        emit { beta = 7 }
      end }
      tablesh.loader { name = "bad", load = function(source, emit)
        emit("s", { a = 1 }, { "a", 2 })
      end }
      """)
    let loaded = try desk.session.load(with: "ordered", name: "x", bytes: [])
    expectEqual(loaded.table.columns.map(\.name), ["zeta", "alpha", "mu", "beta"])
    expect(loaded.sortedColumns.isEmpty)
    expectEqual(loaded.table.sections.map { "\($0.name) \($0.count)" }, ["rows 2", "s 2"])
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.load(with: "bad", name: "x", bytes: [])
    }
    expectEqual(error.message, "row 1: names are a list of texts")
  }

  @Test("fields find their columns, however many and however long their names are")
  func manyFields() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.loader { name = "wide", load = function(source, emit)
        for row = 1, 20 do
          local cells = {}
          for i = 1, 300 do
            cells["f" .. i .. ("-"):rep(i % 50)] = row * 1000 + i
            if i % 100 == 0 then for k = 1, 2000 do local _ = {k .. "x"} end end
          end
          emit(cells)
        end
      end }
      """)
    let table = try desk.session.load(with: "wide", name: "x", bytes: []).table
    expectEqual(table.columns.count, 300)
    for (row, id) in table.allRows.enumerated() {
      for column in table.columns {
        let number = try require(Int(column.name.dropFirst().prefix { $0 != "-" }))
        expectEqual(table.cell(id, column.id).text, "\((row + 1) * 1000 + number)")
      }
    }
  }
}
