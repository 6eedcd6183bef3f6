import Expectations
import TestSupport
import Testing

@testable import Lua

@Suite("Between Lua and Swift", .ends) struct SafetyTests {
  @Test("an error thrown by a Swift function runs every defer and releases every object")
  func deferRuns() throws {
    let lua = try LuaState()
    let census = Census()
    var left = 0
    lua.register("boom") { call throws(LuaError) in
      let member = census.member()
      defer {
        left += 1
        _ = member
      }
      throw call.argumentError(1, expected: "row")
    }
    try lua.run("for i = 1, 1000 do assert(not pcall(boom)) end")
    try lua.run("for i = 1, 100 do coroutine.resume(coroutine.create(boom)) end")
    expectEqual(left, 1100)
    expectEqual(census.alive, 0)
  }

  @Test("objects are released when no script reaches them, and all of them with the state")
  func release() throws {
    let census = Census()
    do {
      let lua = try LuaState()
      lua.register("make") { call throws(LuaError) in
        call.push(object: census.member())
        return 1
      }
      try lua.run("keep = {} for i = 1, 100 do keep[i] = make() end for i = 1, 1000 do make() end")
      lua.collectGarbage()
      expectEqual(census.alive, 100)
      let objects = lua.liveObjects
      lua["keep"] = nil
      lua.collectGarbage()
      expectEqual(census.alive, 0)
      expectEqual(lua.liveObjects, objects - 100)
      try lua.run("kept = make() co = coroutine.wrap(function() coroutine.yield(make()) end) co()")
    }
    expectEqual(census.alive, 0)
  }

  @Test("a script survives memory running out at any point, and nothing is lost")
  func allocationWalk() throws {
    let source = """
      local t = setmetatable({}, {__index = function(_, k) return k .. '!' end})
      local s = {}
      for i = 1, 20 do s[i] = ('%d:%s'):format(i, t['k' .. i]) end
      local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield({i}) end end)
      co() co()
      local object = make()
      local ok, e = pcall(boom, object)
      local text = echo(table.concat(s, ','):gsub('%d+', '<%0>'))
      call(function() local x = {make(), make()} end)
      table.sort(s, function(a, b) return a > b end)
      assert(load('return 1 + 1'))()
      for word in ('a long and winding text'):gmatch(('%a?'):rep(30)) do s[#s + 1] = word end
      return #text
      """
    let census = Census()
    var refusals: UInt64 = 0
    for nth: UInt64 in 1... {
      let lua = try LuaState()
      lua.register("make") { call throws(LuaError) in
        call.push(object: census.member())
        return 1
      }
      lua.register("boom") { call throws(LuaError) in
        let member = census.member()
        defer { _ = member }
        throw call.argumentError(1, expected: "nothing")
      }
      lua.register("echo") { call throws(LuaError) in try call.returning(call.value(1)) }
      lua.register("call") { call throws(LuaError) in
        try call.function(1).call()
        return 0
      }
      lua.refuseAllocations(from: nth)
      var error: LuaError?
      do {
        try lua.run(source)
      } catch let raised {
        error = raised
      }
      let wasRefused = lua.hasRefusedAllocation
      lua.refuseAllocations(from: 0)
      try expectEqual(results(lua, "return #('usable'):rep(100)"), "600")
      if !wasRefused {
        expectNil(error)
        break
      }
      refusals = nth
    }
    expect(refusals > 100)
    expectEqual(census.alive, 0)
  }

  @Test("a run over rows survives memory running out at any point")
  func allocationWalkOverRows() throws {
    struct Source: LuaRowSource {
      let columnNames = ["a", "b"]
      func fill(_ cells: LuaCells) {
        for index in cells.rows.indices { cells.set(index - cells.rows.lowerBound, "t\(index)") }
      }
    }
    for nth: UInt64 in 1... {
      let lua = try LuaState()
      let made = try lua.run("return function(row, a) return row.b == a and row.text.b ~= nil end")
      let rule = try require(made.first?.function)
      lua.refuseAllocations(from: nth)
      let outcome = try? lua.runRows(
        rule, over: Source(), rowCount: 200, arguments: [0], passesRow: true)
      let wasRefused = lua.hasRefusedAllocation
      lua.refuseAllocations(from: 0)
      try expectEqual(results(lua, "return 'usable'"), "usable")
      if !wasRefused {
        expectEqual(outcome?.rows.count, 200)
        expect(nth > 5)
        break
      }
    }
  }

  @Test(
    "the memory limit holds",
    arguments: [
      "local t = {} for i = 1, 1e9 do t[i] = i end", "local s = ('x'):rep(1e9)",
      "local s = 'x' while true do s = s .. s end", "local t = {} while true do t = {t} end",
      "return ('x'):rep(1e6):gsub('x', ('y'):rep(1e6))",
      "return table.concat({('x'):rep(4e6), ('y'):rep(4e6)})",
      "local t = {} for i = 1, 1e6 do t[i] = coroutine.create(print) end",
      "return ('x'):rep(10, ('y'):rep(2e6))",
    ])
  func memoryLimit(source: String) throws {
    let lua = try LuaState(limits: LuaLimits(memory: 8 << 20))
    let error = failure(lua, source)
    expect(error.kind == .memory || error.message == "resulting string too large", "\(error)")
    expect(lua.memoryPeak <= 8 << 20)
    try expectEqual(results(lua, "return 1"), "1")
  }

  @Test("what a Swift function pushes beyond the limit is refused when it has returned")
  func limitAfterCallback() throws {
    let lua = try LuaState(limits: LuaLimits(memory: 8 << 20))
    lua.register("big") { call throws(LuaError) in
      call.push(.string(LuaString(String(repeating: "x", count: 20 << 20))))
      return 1
    }
    expectEqual(failure(lua, "local s = big()").message, "not enough memory")
    lua.collectGarbage()
    expect(lua.memoryUsed < 8 << 20)
  }

  @Test("a state that does not fit its limit is not made")
  func tooSmall() {
    let error = expect(throws: LuaError.self) { try LuaState(limits: LuaLimits(memory: 10_000)) }
    expectEqual(error?.kind, .memory)
  }

  @Test(
    "depth is bounded, whatever recurses",
    arguments: [
      "local function f() return 1 + f() end f()",
      "local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end f()",
      "local function f() (' '):gsub('.', f) end f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end"
        + " return t.a",
      "local function f() coroutine.wrap(f)() end f()",
      "local t = setmetatable({}, {__tostring = function(s) return tostring(s) end}) tostring(t)",
      "assert(load('return ' .. ('('):rep(10000) .. '1' .. (')'):rep(10000)))",
      "assert(load('return ' .. ('1 .. '):rep(100000) .. '1'))",
      "local function f() call(f) end f()",
      "local function f() table.sort({1, 2}, f) end f()",
      "local function f() load(f) error('x') end local g = f local function f() load(f) end f()"
        + " error('end')",
    ])
  func depth(source: String) throws {
    let lua = try LuaState()
    lua.register("call") { call throws(LuaError) in
      try call.function(1).call()
      return 0
    }
    failure(lua, source)
    try expectEqual(results(lua, "return 1"), "1")
  }

  @Test("a chain of 100,000 closing coroutines is an error, not a crash")
  func closeChain() throws {
    let lua = try LuaState()
    let error = failure(
      lua,
      """
      local coro = false
      for i = 1, 100000 do
        local previous = coro
        coro = coroutine.create(function()
          local cc <close> = setmetatable({}, {__close = function()
            if previous then assert(coroutine.close(previous)) end
          end})
          coroutine.yield()
        end)
        assert(coroutine.resume(coro))
      end
      assert(coroutine.close(coro))
      """)
    expect(error.message.contains("coroutine.close nested too deeply"), "\(error)")
    try expectEqual(results(lua, "return 1"), "1")
  }

  @Test("abandoned coroutines are collected")
  func abandoned() throws {
    let lua = try LuaState(limits: LuaLimits(memory: 32 << 20))
    for _ in 0..<3 {
      try lua.run("for i = 1, 20000 do coroutine.wrap(function() coroutine.yield(i) end)() end")
    }
  }

  @Test("coroutines do what the manual says")
  func coroutines() throws {
    let lua = try LuaState()
    let source = """
      local co = coroutine.wrap(function(...)
        local a = ...
        while true do a = coroutine.yield(a + 1) end
      end)
      return co(1) + co(10)
      """
    try expectEqual(results(lua, source), "13")
    try expectEqual(
      results(lua, "return coroutine.resume(coroutine.running())"),
      "false cannot resume non-suspended coroutine")
    try expectEqual(
      results(
        lua,
        """
        local co = coroutine.create(function() end)
        coroutine.resume(co)
        return coroutine.status(co), coroutine.resume(co)
        """), "dead false cannot resume dead coroutine")
    try expectEqual(
      results(
        lua,
        """
        local log = {}
        local co = coroutine.create(function()
          local c <close> = setmetatable({}, {__close = function() log[1] = 'closed' end})
          coroutine.yield()
        end)
        coroutine.resume(co)
        return coroutine.close(co), log[1], coroutine.status(co)
        """), "true closed dead")
    expect(failure(lua, "coroutine.close(coroutine.running())").message.contains("running"))
    expect(failure(lua, "coroutine.wrap(function() error('in') end)()").message.hasSuffix("in"))
    try expectEqual(
      results(lua, "return coroutine.wrap(function() return pcall(coroutine.yield, 1) end)()"), "1")
  }

  @Test("bytecode is refused, whatever mode is asked for")
  func bytecode() throws {
    let lua = try LuaState()
    let refusal = "attempt to load a binary chunk (mode is 't')"
    lua["dump"] = .string(LuaString(bytes: Array("\u{1B}Lua".utf8) + [0x54, 0, 0x19, 0x93]))
    expectEqual(failure(lua, "assert(load(dump))").message, refusal)
    expectEqual(failure(lua, "assert(load(dump, 'x', 'b'))").message, refusal)
    expectEqual(
      failure(lua, "assert(load(function() local d = dump dump = nil return d end))")
        .message, refusal)
    expect(throws: LuaError.self) { try lua.load("\u{1B}Lua") }
  }

  @Test("load takes text, pieces, a name and an environment")
  func load() throws {
    let lua = try LuaState()
    try expectEqual(results(lua, "return load('return x', 'c', 't', {x = 7})()"), "7")
    try expectEqual(results(lua, "return load('return x', 'c', nil, nil) ~= nil"), "true")
    let pieces =
      "local p, i = {'return ', '1 + 1'}, 0 return load(function() i = i + 1 return p[i] end)()"
    try expectEqual(results(lua, pieces), "2")
    try expect(
      results(lua, "return load('error(\"e\")', '=name')") != "nil")
    try expectEqual(
      results(lua, "return load('x =', '=name')"), "nil name:1: unexpected symbol near <eof>")
    expect(
      failure(lua, "load(function() return 1 end)()").message.contains("attempt to call a nil"))
    try expectEqual(results(lua, "return select(2, load(function() error('r', 0) end))"), "r")
  }

  @Test("strings keep NUL and invalid UTF-8 on every way")
  func bytes() throws {
    let lua = try LuaState()
    let bytes: [UInt8] = [0, 255, 128, 0, 195, 40]
    lua["s"] = .string(LuaString(bytes: bytes))
    try expectEqual(results(lua, "return #s, s:byte(1, -1)"), "6 0 255 128 0 195 40")
    lua.register("echo") { call throws(LuaError) in
      let copy = try call.bytes(1)
      let count = try call.withBytes(1) { bytes throws(LuaError) in bytes.count }
      return try call.returning(.string(LuaString(bytes: copy)), .integer(count))
    }
    try expectEqual(results(lua, "local t, n = echo(s) return t == s, n"), "true 6")
    try expectEqual(
      lua.load(bytes: Array("return '".utf8) + [0, 255] + Array("'".utf8)).call(),
      [.string(LuaString(bytes: [0, 255]))])
    expectEqual(failure(lua, "error('a\\0b', 0)").message, "a\0b")
  }
}
