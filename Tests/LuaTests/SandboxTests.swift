import Expectations
import Testing

@testable import Lua

struct SandboxTests {
  @Test(
    "what reaches outside says which flag opens it",
    arguments: [
      ("io.open('x')", "'io.open' needs --allow-read or --allow-write"),
      ("io.lines('x')", "'io.lines' needs --allow-read"),
      ("io.write('x')", "'io.write' needs --allow-write"),
      ("io.popen('ls')", "'io.popen' needs --allow-run"),
      ("local f = io.stdout", "'io.stdout' needs --allow-read"),
      ("require 'x'", "'require' needs --allow-read"),
      ("local p = package.path", "'package.path' needs --allow-read"),
      ("dofile 'x'", "'dofile' needs --allow-read"),
      ("loadfile 'x'", "'loadfile' needs --allow-read"),
      ("os.execute 'ls'", "'os.execute' needs --allow-run"),
      ("os.remove 'x'", "'os.remove' needs --allow-write"),
      ("os.rename('x', 'y')", "'os.rename' needs --allow-write"),
      ("os.tmpname()", "'os.tmpname' needs --allow-write"),
      ("os.getenv 'HOME'", "'os.getenv' needs --allow-env"),
      ("os.exit()", "'os.exit' is not available"),
      ("debug.getregistry()", "'debug.getregistry' is not available"),
      ("debug.sethook()", "'debug.sethook' is not available"),
      ("string.dump(print)", "'string.dump' is not available"),
      ("collectgarbage()", "'collectgarbage' is not available"),
      ("setmetatable({}, {__gc = print})", "'__gc' is not allowed"),
      ("getmetatable('').__index = nil", "attempt to index a boolean value"),
      (
        "setmetatable(setmetatable({}, {__metatable = 1}), nil)",
        "cannot change a protected metatable"
      ),
    ])
  func closed(source: String, message: String) throws {
    expect(failure(try LuaState(), source).message.hasPrefix(message))
  }

  @Test("a closed name is opened by a Swift function")
  func opened() throws {
    let lua = try LuaState()
    lua.open("os.getenv") { call throws(LuaError) in
      try call.returning(.string("value of " + call.string(1)))
    }
    lua.open("io.stdout") { _ throws(LuaError) in 0 }
    lua.open("require") { call throws(LuaError) in try call.returning(call.value(1)) }
    try expectEqual(results(lua, "return os.getenv('X'), require('m')"), "value of X m")
    try expectEqual(results(lua, "return type(io.stdout)"), "function")
    expect(failure(lua, "io.open('x')").message.contains("--allow-read"))
  }

  @Test("what is harmless is there")
  func harmless() throws {
    let lua = try LuaState()
    for name in [
      "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
      "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring",
      "type", "xpcall", "string.format", "table.unpack", "math.floor", "utf8.char",
      "coroutine.yield", "os.clock", "os.date", "os.time", "os.difftime", "debug.traceback",
    ] {
      try expectEqual(results(lua, "return type(\(name))"), "function", "\(name)")
    }
    try expectEqual(
      results(lua, "return os.date('!%Y', 0), string.pack('<i2', 258):byte(1, -1)"), "1970 2 1")
    try expectEqual(
      results(lua, "return select(2, xpcall(error, debug.traceback, 'e')):match('^e\\nstack')"),
      "e\nstack")
  }

  @Test(
    "the sizes in a format are limited together",
    arguments: [
      ("c9999998", "''", "9999998"), ("c9999999", "''", "9999999"),
      ("c10000000", "''", "sizes in format too large"),
      ("c4999999c5000000", "'', ''", "9999999"),
      ("c5000000c5000000", "'', ''", "sizes in format too large"),
      ("c9999990 c9 c1", "'', '', ''", "sizes in format too large"),
    ])
  func sizes(format: String, values: String, told: String) throws {
    let lua = try LuaState()
    let source = """
      local isDone, made = pcall(string.pack, '\(format)', \(values))
      return isDone and #made or made:match('%((.*)%)')
      """
    try expectEqual(results(lua, source), told)
  }

  @Test("xpcall hands arguments over and its handler the error")
  func xpcall() throws {
    let lua = try LuaState()
    try expectEqual(
      results(lua, "return xpcall(function(...) return ... end, print, 1, nil, 3)"), "true 1 nil 3")
    try expectEqual(
      results(lua, "return xpcall(error, function(e) return e .. '!' end, 'e')"), "false e!")
    let source = """
      return coroutine.wrap(function()
        return xpcall(function() return coroutine.yield(1) end, print)
      end)()
      """
    try expectEqual(results(lua, source), "1")
  }

  @Test("table functions do what the manual says")
  func tables() throws {
    let lua = try LuaState()
    try lua.run(
      """
      function show(t, n)
        local s = {}
        for i = 1, n or #t do s[i] = tostring(t[i]) end
        return table.concat(s, ' ')
      end
      """)
    let answers = [
      ("local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) return show(t)", "0 1 2 3"),
      ("local t = {1, 2, 3} return table.remove(t), table.remove(t, 1), show(t)", "3 1 2"),
      ("local t = {} return table.remove(t), table.remove(t, 0), #t", "nil nil 0"),
      ("local t = {1} return table.remove(t, 2), show(t)", "nil 1"),
      ("return show(table.move({1, 2, 3}, 2, 3, 1), 3)", "2 3 3"),
      ("return show(table.move({1, 2, 3}, 1, 3, 2), 4)", "1 1 2 3"),
      ("return show(table.move({1, 2}, 1, 2, 3, {9, 9}))", "9 9 1 2"),
      ("return #table.move({}, 1, 0, 1)", "0"),
      ("return table.concat({1, 2.5, 'x'}, ', ')", "1, 2.5, x"),
      ("return table.concat({1, 2, 3}, '-', 2, 3), table.concat({}, 'x')", "2-3 "),
      ("local t = {3, 1, 2} table.sort(t) return show(t)", "1 2 3"),
      (
        "local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return show(t)", "3 2 1"
      ),
      ("local t = {'b', 'a'} table.sort(t) return show(t)", "a b"),
      ("local t = {1} table.sort(t) table.sort({}) return show(t)", "1"),
    ]
    for (source, result) in answers {
      try expectEqual(results(lua, source), result, "\(source)")
    }
    let errors = [
      ("table.insert({}, 5, 1)", "bad argument #2 to 'insert' (position out of bounds)"),
      ("table.insert({})", "wrong number of arguments to 'insert'"),
      ("table.remove({}, 5)", "bad argument #2 to 'remove' (position out of bounds)"),
      ("table.concat({{}})", "invalid value (at index 1) in table for 'concat'"),
      ("table.sort({1, 'x'})", "attempt to compare string with number"),
      (
        "table.move({}, 1, math.maxinteger, 2)",
        "bad argument #4 to 'move' (destination wrap around)"
      ),
      ("table.sort(1)", "bad argument #1 to 'sort' (table expected, got number)"),
    ]
    for (source, message) in errors {
      expectEqual(failure(lua, source).message, message, "\(source)")
    }
  }

  @Test("sort is stable, takes an order that contradicts itself, and leaves a failed list alone")
  func sort() throws {
    let lua = try LuaState()
    try lua.run(
      """
      local t = {}
      for i = 1, 5000 do t[i] = {key = (i * 7919) % 13, place = i} end
      table.sort(t, function(a, b) return a.key < b.key end)
      for i = 2, #t do
        local a, b = t[i - 1], t[i]
        assert(a.key < b.key or a.key == b.key and a.place < b.place)
      end
      local odd = {}
      for i = 1, 1000 do odd[i] = i end
      table.sort(odd, function() return true end)
      local seen = {}
      for i = 1, 1000 do seen[odd[i]] = true end
      for i = 1, 1000 do assert(seen[i]) end
      local left = {3, 1, 2}
      assert(not pcall(table.sort, left, function() error('no') end))
      assert(left[1] == 3 and left[2] == 1 and left[3] == 2)
      """)
  }

  @Test("rep does what the manual says")
  func rep() throws {
    let lua = try LuaState()
    try expectEqual(
      results(
        lua,
        "return ('ab'):rep(3), ('a'):rep(3, ','), ('a'):rep(0), ('a'):rep(-1), ('x'):rep(1, ',')"),
      "ababab a,a,a   x")
    try expectEqual(results(lua, "return #('abc'):rep(1001, '--'), (''):rep(1 << 62)"), "5003 ")
    expectEqual(failure(lua, "return ('x'):rep(1 << 62)").message, "resulting string too large")
  }
}
