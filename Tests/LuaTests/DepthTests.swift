import Expectations
import TestSupport
import Testing

@testable import Lua

@Suite("Depth across coroutines and Swift", .ends) struct DepthTests {
  private func state() throws -> LuaState {
    let lua = try LuaState()
    lua.register("call") { call throws(LuaError) in
      try call.function(1).call()
      return 0
    }
    try lua.run(
      """
      -- Calls `f` below n calls of C that nest.
      function below(n, f)
        if n <= 0 then return f() end
        return (('x'):gsub('.', function() below(n - 1, f) end))
      end
      """)
    return lua
  }

  @Test(
    "what nests C calls in every coroutine anew ends with an error, not with the C stack",
    arguments: [
      // Through Swift, from the bottom of a coroutine that is nearly full.
      """
      local function f(n)
        coroutine.wrap(function()
          for k = 95, 1, -5 do
            pcall(below, k, function() call(function() f(n + 1) end) end)
          end
        end)()
      end
      """,
      // Through coroutines alone.
      """
      local function f(n)
        local co = coroutine.create(function() below(60, function() f(n + 1) end) end)
        assert(coroutine.resume(co))
      end
      """,
      // Through coroutines that are closed: Lua counts their C calls from 0.
      """
      local function f(n)
        local co = coroutine.create(function()
          local c <close> = setmetatable({}, {__close = function()
            for k = 95, 1, -5 do
              if pcall(below, k, function() f(n + 1) end) then break end
            end
          end})
          coroutine.yield()
        end)
        coroutine.resume(co)
        assert(coroutine.close(co))
      end
      """,
      // Through metamethods, load and sort at once.
      """
      local function f(n)
        local t = setmetatable({}, {__index = function(_, k)
          load(function() table.sort({1, 2}, function() f(n + 1) end) end)
          return call(function() f(n + 1) end)
        end})
        return t.x
      end
      """,
    ])
  func bounded(source: String) throws {
    try withWatchdog("depth") {
      let lua = try state()
      lua.limits.seconds = 2
      _ = try? lua.run(source + "\nf(1)")
      lua.limits.seconds = 0
      try expectEqual(results(lua, "return 1 + 1"), "2")
      try expectEqual(results(lua, "return select(2, coroutine.wrap(pcall)(error, 'e'))"), "e")
    }
  }

  @Test("what Swift calls runs on the coroutine that called Swift")
  func coroutine() throws {
    let lua = try state()
    lua.register("evaluate") { call throws(LuaError) in
      guard let state = call.state else { return 0 }
      let text = try call.string(1)
      return try call.returning(try state.run(text).first ?? .nil)
    }
    let source = """
      local co = coroutine.create(function()
        return evaluate('return coroutine.running()') == coroutine.running()
      end)
      return coroutine.resume(co)
      """
    try expectEqual(results(lua, source), "true true")
    expect(
      failure(lua, "coroutine.wrap(function() call(coroutine.yield) end)()")
        .message.contains("yield"))
  }

  @Test("a limit inside a call ends what it limits, and the call goes on")
  func innerLimit() throws {
    let lua = try state()
    lua.limits.seconds = 0
    lua.register("limited") { call throws(LuaError) in
      let function = try call.function(1)
      let seconds = call.value(2).number ?? 0
      guard let state = call.state else { return 0 }
      return try call.returning(
        try state.limiting(to: seconds) { () throws(LuaError) in try function.call().first ?? .nil }
      )
    }
    try withWatchdog("inner limit") { () throws in
      let source = """
        local ok, e = pcall(limited, function() while true do pcall(function() end) end end, 0.03)
        local sum = 0
        for i = 1, 100000 do sum = sum + 1 end
        local co = coroutine.wrap(function() return limited(function() return 'in' end, 1000) end)
        return ok, tostring(e):match('time limit exceeded %(0.03 s%)'), sum, co()
        """
      try expectEqual(results(lua, source), "false time limit exceeded (0.03 s) 100000 in")
      lua.limits.seconds = 0.05
      let error = failure(
        lua, "while true do pcall(limited, function() while true do end end, 30) end")
      expectEqual(error.message, "time limit exceeded (0.05 s)")
      expectEqual(error.kind, .timedOut)
      lua.limits.seconds = 0
      let nested = """
        return pcall(limited, function()
          return pcall(limited, function() while true do end end, 0.02), 'went on'
        end, 1000)
        """
      try expectEqual(results(lua, nested), "true false")
    }
  }
}
