import Expectations
import Testing

@testable import Lua

/// A Lua state.
struct StateTests {
  @Test("values go in and come out as they are")
  func roundTrip() throws {
    let lua = try LuaState()
    let values: [LuaValue] = [
      nil, true, false, 0, -7, .integer(.max), .integer(.min), 1.5, .number(.infinity), "", "text",
      .string(LuaString(bytes: [0, 255, 10, 0xC3])),
    ]
    lua.register("same") { call throws(LuaError) in try call.returning(call.value(1)) }
    let same = try require(lua["same"].function)
    for value in values {
      try expectEqual(same.call(value), value == .nil ? [.nil] : [value])
      lua["global"] = value
      expectEqual(lua["global"], value)
    }
  }

  @Test("integers and floats keep their subtype")
  func subtypes() throws {
    let lua = try LuaState()
    try expectEqual(lua.run("return 3, 3.0, 3 // 1, 6 / 2"), [3, 3.0, 3, 3.0])
    expect(LuaValue.integer(3) != .number(3))
  }

  @Test("the fields of a table are those whose names begin with a text and can be names")
  func fields() throws {
    let lua = try LuaState()
    let source = """
      return setmetatable({alpha = 1, al = "x", beta = true, pal = {}, alp = print, ["al b"] = 1,
        ["1al"] = 1, ["end"] = 1, [1] = 1, [true] = 1, ["al-x"] = 1}, {__index = {all = 1}})
      """
    let table = try require(try lua.run(source).first?.table)
    func fields(_ prefix: String) -> [String] {
      table.fields(beginningWith: prefix).map { "\($0.name) \($0.typeName)" }.sorted()
    }
    expectEqual(fields("al"), ["al string", "alp function", "alpha number"])
    expectEqual(
      fields(""),
      [
        "al string", "alp function", "alpha number", "beta boolean", "pal table",
      ])
    expect(fields("alph") == ["alpha number"] && fields("lp") == [] && fields("A") == [])
    expect(table.fields(beginningWith: "", most: 3).count <= 3)
    expectEqual(table.indexTable?.fields(beginningWith: "al").map(\.name), ["all"])
  }

  @Test("an error of the script has its place, message and traceback")
  func runtimeError() throws {
    let lua = try LuaState()
    let error = failure(lua, "local function f()\n  error('too bad')\nend\nf()", name: "@rules.lua")
    expectEqual(error.message, "too bad")
    expectEqual(error.place, LuaPlace(chunk: "rules.lua", line: 2))
    expectEqual(error.kind, .runtime)
    expectEqual(error.code, "lua-error")
    expectEqual(error.traceback?.contains("rules.lua:4: in main chunk"), true)
  }

  @Test("an error without a place in its text is given that of the innermost Lua line")
  func placeless() throws {
    let lua = try LuaState()
    let error = failure(lua, "\nerror('no place', 0)")
    expectEqual(error.message, "no place")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 2))
  }

  @Test("a colon and a number in a message are no place")
  func colonInMessage() throws {
    let lua = try LuaState()
    let error = failure(lua, "error('at 12:30: lunch', 0)")
    expectEqual(error.message, "at 12:30: lunch")
  }

  @Test("an error table keeps code, message and hint")
  func errorTable() throws {
    let lua = try LuaState()
    let error = failure(
      lua, "error{code='no-such-row', message='no row \\'milk\\'', hint='rows here: bread'}")
    expectEqual(error.code, "no-such-row")
    expectEqual(error.message, "no row 'milk'")
    expectEqual(error.hint, "rows here: bread")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 1))
  }

  @Test(
    "an error that cannot be shown is named by its type",
    arguments: [
      "error(setmetatable({}, {__tostring = error}))",
      "local function show(e) error(e) end error(setmetatable({}, {__tostring = show}))",
      "error(setmetatable({}, {__tostring = function() return {} end}))",
    ])
  func unshownError(source: String) throws {
    let lua = try LuaState()
    let error = failure(lua, "\n" + source)
    expectEqual(error.message, "an error that is a table")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 2))
    expectEqual(error.traceback?.contains("t.lua:2: in main chunk"), true)
    expectEqual(failure(lua, "error('next')").message, "next")
  }

  @Test("what Swift throws is a table with its fields in Lua, and text when it has none")
  func thrownFromSwift() throws {
    let lua = try LuaState()
    lua.register("coded") { _ throws(LuaError) in throw LuaError("m", code: "c", hint: "h") }
    lua.register("plain") { call throws(LuaError) in throw call.argumentError(1, expected: "row") }
    let source = "local ok, e = pcall(coded) return ok, e.code, e.message, e.hint, tostring(e)"
    try expectEqual(results(lua, source), "false c m h m")
    try expectEqual(
      results(lua, "return select(2, pcall(function() plain() end))"),
      "t.lua:1: bad argument #1 to 'plain' (row expected, got no value)")
    let error = failure(lua, "\ncoded()")
    expect(error.code == "c" && error.hint == "h" && error.message == "m")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 2))
  }

  @Test("an error that passes through Swift keeps its first place")
  func nested() throws {
    let lua = try LuaState()
    lua.register("call") { call throws(LuaError) in
      try call.function(1).call()
      return 0
    }
    let error = failure(lua, "call(function()\n call(function()\n  error('deep') end) end)")
    expectEqual(error.message, "deep")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 3))
  }

  @Test("a syntax error has its line and says whether more text may mend it")
  func syntax() throws {
    let lua = try LuaState()
    let error = failure(lua, "x = 1\ny = = 2")
    expectEqual(error.kind, .syntax)
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 2))
    expectEqual(error.message, "unexpected symbol near '='")
    expect(!error.isIncomplete)
  }

  @Test(
    "a shell learns whether a text is complete",
    arguments: [
      ("for i = 1, 2 do", LuaVerdict.incomplete), ("x = [[abc", .incomplete),
      ("1 +", .incomplete), ("f(", .incomplete), ("--[[ c", .incomplete), ("1 + 1", .ok),
      ("x = 1", .ok), ("", .ok), ("function f()\nreturn 1", .incomplete),
    ])
  func compiles(source: String, verdict: LuaVerdict) throws {
    try expectEqual(LuaState().compiles(source), verdict)
  }

  @Test("what no further text can mend is an error", arguments: ["end", "x = 'abc", "x = 1 y 2"])
  func doesNotCompile(source: String) throws {
    guard case .error = try LuaState().compiles(source) else {
      Issue.record("\(source) is no error")
      return
    }
  }

  @Test("an expression is compiled before statements are tried")
  func expressions() throws {
    let lua = try LuaState()
    try expectEqual(lua.compile("1 + 1").call(), [2])
    try expectEqual(lua.compile("x = 5").call(), [])
    expectEqual(lua["x"], 5)
    let rule = try lua.compile(expression: "a > b", parameters: ["a", "b"])
    try expectEqual(rule.call(2, 1), [true])
    expect(throws: LuaError.self) {
      try lua.compile(expression: "1 end, function() return 2", parameters: [])
    }
  }

  @Test("an expression's error speaks of the expression")
  func expressionError() throws {
    let lua = try LuaState()
    let error = expect(throws: LuaError.self) {
      try lua.compile(expression: "a >", parameters: ["a"])
    }
    expectEqual(error?.message, "unexpected symbol near <eof>")
    expect(error?.place == LuaPlace(chunk: "where", line: 2) || error?.place?.line == 1)
  }

  @Test("tables are read and written")
  func tables() throws {
    let lua = try LuaState()
    let table = lua.table(["a": 1, "b": "two"])
    try table.set("c", true)
    try table.set(1, "first")
    lua["t"] = .table(table)
    try expectEqual(results(lua, "return t.a, t.b, t.c, t[1], #t"), "1 two true first 1")
    try expectEqual(table.get("b"), "two")
    expectEqual(table["a"], 1)
    try expectEqual(table.pairs().count, 4)
    try expectEqual(lua.table(sequence: [3, 1, 2]).sequence, [3, 1, 2])
    try lua.run("t = setmetatable({}, {__index = function(_, k) return k .. '!' end})")
    try expectEqual(lua["t"].table?.get("x"), "x!")
    expectEqual(lua["t"].table?["x"], .nil)
    expect(throws: LuaError.self) { try table.set(.number(.nan), 1) }
  }

  @Test("objects have methods, and only their own type passes as them")
  func objects() throws {
    let lua = try LuaState()
    let census = Census()
    let type = lua.objectType(
      "member",
      methods: [
        "count": { call throws(LuaError) in
          try call.returning(.integer(call.object(1, as: Census.Member.self).census.alive))
        }
      ])
    lua.register("member") { call throws(LuaError) in
      call.push(object: census.member(), type: type)
      return 1
    }
    try expectEqual(results(lua, "local m = member() return m:count()"), "1")
    expect(failure(lua, "member().count({})").message.contains("Member expected, got table"))
    expect(failure(lua, "member().count(print)").message.contains("Member expected"))
    try expectEqual(results(lua, "return getmetatable(member())"), "false")
    try expectEqual(results(lua, "return tostring(member()):match('^member: ') ~= nil"), "true")
    lua.collectGarbage()
    expectEqual(census.alive, 0)
  }

  @Test("a Swift closure is a Lua iterator")
  func iterators() throws {
    let lua = try LuaState()
    lua.register("upTo") { call throws(LuaError) in
      let end = try call.integer(1)
      var next = 0
      call.push(iterator: { () throws(LuaError) in
        next += 1
        return next <= end ? [.integer(next), .integer(next * next)] : nil
      })
      return 1
    }
    let source = "local s = '' for i, q in upTo(3) do s = s .. i .. ':' .. q .. ' ' end return s"
    try expectEqual(results(lua, source), "1:1 2:4 3:9 ")
  }

  @Test("print goes through Swift, metamethods and all")
  func print() throws {
    let lua = try LuaState()
    var lines: [String] = []
    lua.print = { lines.append(String(decoding: $0, as: UTF8.self)) }
    try lua.run("print(1, nil, 'x', setmetatable({}, {__tostring = function() return 'T' end}))")
    try lua.run("print()")
    expectEqual(lines, ["1\tnil\tx\tT", ""])
  }

  @Test("environments do not see each other, and both see the globals")
  func environments() throws {
    let lua = try LuaState()
    lua["shared"] = 1
    let (a, b) = (lua.environment(), lua.environment())
    try lua.run("x = 'a'; _G.y = 'a'; string.upper = nil; load('z = 1')()", environment: a)
    try expectEqual(
      lua.run("return x, y, z, shared, string.upper ~= nil", environment: b),
      [nil, nil, nil, 1, true])
    try expectEqual(
      lua.run("return x, y, z, shared, _G.print == print", environment: a), ["a", "a", 1, 1, true])
    expect(lua["x"] == .nil && lua["y"] == .nil && lua["z"] == .nil)
    expect(lua["string"].table?["upper"] != .nil)
  }

  @Test("references outlive nothing: they answer nil or an error once the state is gone")
  func danglingReference() throws {
    var lua: LuaState? = try LuaState()
    let function = try require(try lua?.load("return 1"))
    let table = try require(lua?.table(sequence: [1]))
    lua = nil
    expect(throws: LuaError.self) { try function.call() }
    expect(table["x"] == .nil && table.count == 0 && !table.isSame(as: table))
    let other = try LuaState()
    other["f"] = .function(function)
    expectEqual(other["f"], .nil)
  }

  @Test("a state that is held by its own closures is freed with all of them")
  func noCycle() throws {
    let census = Census()
    do {
      let lua = try LuaState()
      let member = census.member()
      let inner = try lua.load("return 1")
      lua.register("f") { call throws(LuaError) in
        _ = member
        return try call.returning(inner.call().first ?? nil)
      }
      try expectEqual(results(lua, "return f()"), "1")
    }
    expectEqual(census.alive, 0)
  }
}
