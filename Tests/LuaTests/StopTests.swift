import Expectations
import Foundation
import TestSupport
import Testing

@testable import Lua

/// Scripts that never end, each in a way of its own; `call` calls its argument through Swift.
let endlessScripts: [(name: String, source: String)] = [
  ("plain loop", "while true do end"),
  ("goto", "::a:: goto a"),
  ("pcall that swallows", "while true do pcall(function() while true do end end) end"),
  ("nested pcall", "local function f() while true do pcall(f) end end f()"),
  ("message handler", "xpcall(function() while true do end end, function() while true do end end)"),
  ("handler of an error", "xpcall(error, function() while true do end end)"),
  (
    "coroutine",
    """
    local co = coroutine.create(function() while true do end end)
    while true do coroutine.resume(co) end
    """
  ),
  ("wrap", "coroutine.wrap(function() while true do end end)()"),
  (
    "yielding for ever",
    """
    local co = coroutine.wrap(function() while true do coroutine.yield() end end)
    while true do co() end
    """
  ),
  (
    "nested coroutines",
    """
    local function f(n)
      if n == 0 then while true do end end
      local co = coroutine.create(function() f(n - 1) end)
      while true do coroutine.resume(co) end
    end
    f(10)
    """
  ),
  ("gsub function", "while true do (' '):rep(100):gsub('.', function() end) end"),
  (
    "sort function",
    """
    local t = {} for i = 1, 1000 do t[i] = i end
    while true do table.sort(t, function(a, b) return a > b end) end
    """
  ),
  (
    "closing value",
    """
    local t <close> = setmetatable({}, {__close = function() while true do end end})
    while true do end
    """
  ),
  (
    "closing value of a coroutine",
    """
    while true do
      pcall(coroutine.wrap(function()
        local t <close> = setmetatable({}, {__close = function() while true do end end})
        while true do end
      end))
    end
    """
  ),
  (
    "coroutine.close",
    """
    local co = coroutine.create(function()
      local t <close> = setmetatable({}, {__close = function() while true do end end})
      coroutine.yield()
    end)
    coroutine.resume(co)
    while true do coroutine.close(co) end
    """
  ),
  (
    "metamethod",
    "local t = setmetatable({}, {__index = function() while true do end end}) return t.x"
  ),
  ("through Swift", "call(function() while true do end end)"),
  ("through Swift, swallowed", "while true do pcall(call, function() while true do end end) end"),
  ("short C functions", "while true do local s = ('x'):rep(1000) end"),
  ("pcall of C functions", "while true do pcall(string.rep) end"),
  ("error in an error", "local function f() while true do pcall(error, f) end end f()"),
  ("load", "while true do load('x = 1') end"),
  ("load of endless pieces", "load(function() return 'x = 1 ' end)"),
  ("iterator in C", "for _ in math.max, 1, 1 do end"),
  ("range without end", "for i = 1, math.maxinteger do end"),
  ("deep recursion", "local function f() return pcall(f) or f() end while true do f() end"),
  (
    "__eq", "local m = {__eq = forever} return setmetatable({}, m) == setmetatable({}, m)"
  ),
  ("__lt", "return setmetatable({}, {__lt = forever}) < 1"),
  ("__concat", "return setmetatable({}, {__concat = forever}) .. ''"),
  ("__len", "return #setmetatable({}, {__len = forever})"),
  ("__call", "setmetatable({}, {__call = forever})()"),
  ("__newindex", "setmetatable({}, {__newindex = forever}).x = 1"),
  ("__unm", "return -setmetatable({}, {__unm = forever})"),
  ("__pairs", "for _ in pairs(setmetatable({}, {__pairs = forever})) do end"),
  ("__tostring in print", "print(setmetatable({}, {__tostring = forever}))"),
  ("__tostring in format", "return ('%s'):format(setmetatable({}, {__tostring = forever}))"),
  ("__tostring of an error", "error(setmetatable({}, {__tostring = forever}))"),
  (
    "__index of a chain",
    "local t = setmetatable({}, {__index = forever}) return table.concat(t, '', 1, 9)"
  ),
  ("gsub table", "return ('x'):gsub('x', setmetatable({}, {__index = forever}))"),
  ("tries to make a finalizer", "while true do pcall(setmetatable, {}, {__gc = forever}) end"),
  ("pcall of pcall", "while true do pcall(pcall, pcall, error) end"),
  ("handler that fails", "while true do xpcall(error, function() error('again') end) end"),
  ("handler of a stop", "while true do xpcall(forever, function(e) forever() end) end"),
  ("yield across pcall", "while true do coroutine.wrap(pcall)(coroutine.yield) end"),
  (
    "closing values without end",
    """
    while true do
      pcall(function()
        local a <close> = setmetatable({}, {__close = function() error('a') end})
        local b <close> = setmetatable({}, {__close = function() pcall(forever) end})
      end)
    end
    """
  ),
  (
    "coroutine that resumes itself again",
    """
    local co
    co = coroutine.create(function() while true do pcall(coroutine.resume, co) end end)
    coroutine.resume(co)
    """
  ),
]

/// Calls of C functions that Lua's own library would not end for hours or ever.
let endlessCalls: [(name: String, source: String)] = [
  ("find", "('x'):rep(2000):find('.-.-.-.-b')"),
  ("find, greedy", "('a'):rep(40000):find('a*a*a*a*b')"),
  ("find with back reference", "('x'):rep(30000):find('(.*)(.*)%1%2y')"),
  (
    "match of optional characters", "('a'):rep(30):rep(30):match(('a?'):rep(500) .. ('a'):rep(901))"
  ),
  ("match of balance", "('('):rep(200000):match('%b()')"),
  ("gmatch", "for _ in ('x'):rep(3000):gmatch('.-.-.-y') do end"),
  ("gsub", "('x'):rep(3000):gsub('.-.-.-y', '')"),
  ("frontier", "('x'):rep(30000):find('.*%f[y].*.*y')"),
  ("rep of nothing", "while true do (''):rep(1 << 62) end"),
  ("move", "table.move({}, 1, 1 << 60, 2)"),
  ("move to another table", "table.move({}, 1, math.maxinteger - 1, 1, {})"),
  ("insert with a lying length", "table.insert(liar, 1, 1)"),
  ("remove with a lying length", "table.remove(liar, 1)"),
  ("sort with a lying length", "table.sort(setmetatable({}, {__len = huge}))"),
  ("concat with a lying length", "table.concat(setmetatable({}, {__len = huge, __index = one}))"),
  (
    "concat of the same string",
    """
    local t = setmetatable({}, {__index = function() return '' end})
    return table.concat(t, '', 1, math.maxinteger)
    """
  ),
  (
    "sort with a function that contradicts itself",
    """
    local t = {} for i = 1, 1000 do t[i] = i end
    while true do table.sort(t, function() return true end) end
    """
  ),
  ("unpack", "while true do pcall(table.unpack, {}, 1, 1000000) end"),
  ("pack", "while true do pcall(string.pack, 'c1000000000', '') end"),
  ("date", "while true do pcall(os.date, ('%c'):rep(10000000)) end"),
  ("a long pattern", "while true do pcall(string.find, 'x', ('%a?'):rep(1000000)) end"),
  ("long texts", "while true do local s = big:upper() s = big:reverse() s = big .. 'x' end"),
  ("comparisons of long texts", "while true do local b = big < other or big == other end"),
  ("utf8 of a long text", "while true do utf8.len(big) utf8.offset(big, -1) end"),
  ("find in a long text", "while true do big:find('y', 1, true) big:match('^x*y') end"),
  ("find in a long text, class by class", "while true do big:match('%w+%d') end"),
  ("numbers from long texts", "while true do tonumber(big, 36) tonumber(digits) end"),
  ("a long literal", "while true do load('return \"' .. big .. '\"') end"),
  ("a long comment", "while true do load('--' .. big) end"),
  ("packing of padding", "while true do pcall(string.pack, ('c9999999'):rep(3), '', '', '') end"),
  ("format of long texts", "while true do local s = ('%s %q'):format(big, big) end"),
  ("next of an emptied table", "while true do next(emptied) end"),
  ("gmatch of a long text", "while true do for w in big:gmatch('x-x*y') do end end"),
]

@Suite("A script that does not end", .ends) struct StopTests {
  private func state(seconds: Double, for source: String = "") throws -> LuaState {
    let lua = try LuaState(limits: LuaLimits(seconds: 0))
    lua.register("call") { call throws(LuaError) in
      try call.function(1).call()
      return 0
    }
    try lua.run(
      """
      function huge() return 1 << 30 end
      function one() return 'x' end
      liar = setmetatable({}, {__len = function() return 1 << 60 end})
      function forever() while true do end end
      """)
    let fixtures = [
      ("big", "big = ('x'):rep(4 << 20)"),
      ("other", "other = ('x'):rep((4 << 20) - 1) .. 'y'"),
      ("digits", "digits = ('9'):rep(4 << 20)"),
      (
        "emptied",
        """
        emptied = {}
        for i = 1, 50000 do emptied['k' .. i] = i end
        for k in pairs(emptied) do emptied[k] = nil end
        """
      ),
    ]
    for (name, fixture) in fixtures where source.contains(name) { try lua.run(fixture) }
    lua.limits.seconds = seconds
    return lua
  }

  /// A state that was stopped works on as if nothing had been.
  private func expectUsable(_ lua: LuaState) throws {
    lua.limits.seconds = 30
    try expectEqual(
      results(lua, "local s = 0 for i = 1, 10000 do s = s + i end return s"), "50005000")
    try expectEqual(results(lua, "return select(2, coroutine.wrap(pcall)(error, 'e'))"), "e")
  }

  @Test("is stopped by its time limit", arguments: endlessScripts + endlessCalls)
  func timeLimit(name: String, source: String) throws {
    try withWatchdog(name) {
      let lua = try state(seconds: 0.05, for: source)
      let start = ThreadTime.current.now
      let error = failure(lua, source)
      // Of the time that it had, not of that for which others kept it from running.
      let time = ThreadTime.current.now - start
      expect(time < .seconds(5), "\(time)")
      expect(error.kind == .timedOut || error.kind == .memory, "\(error)")
      if error.kind == .timedOut { expectEqual(error.message, "time limit exceeded (0.05 s)") }
      try expectUsable(lua)
    }
  }

  @Test("is stopped by an interrupt", arguments: endlessScripts + endlessCalls)
  func interrupt(name: String, source: String) throws {
    try withWatchdog(name) {
      let lua = try state(seconds: 0, for: source)
      let interrupter = lua.interrupter
      let asked = onceUnderWay { interrupter.interrupt() }
      let error = failure(lua, source)
      asked.wait()
      expect(error.kind == .interrupted || error.kind == .memory, "\(error)")
      lua.clearInterrupt()
      try expectUsable(lua)
    }
  }

  /// How long stops take is the machine's affair: what is counted is the time that the script itself
  /// had until then, and the bound is one that only a fault exceeds.
  @Test("ends soon after it was asked to, whatever it does")
  func latency() throws {
    var latencies: [(name: String, seconds: Double)] = []
    for (name, source) in endlessScripts + endlessCalls {
      let lua = try state(seconds: 0, for: source)
      let interrupter = lua.interrupter
      let time = ThreadTime.current
      nonisolated(unsafe) var asked = time.now
      let wait = onceUnderWay {
        asked = time.now
        interrupter.interrupt()
      }
      let error = withWatchdog(name) { failure(lua, source) }
      let ended = time.now
      wait.wait()
      guard error.kind == .interrupted else { continue }
      latencies.append((name, (ended - asked) / .seconds(1)))
    }
    latencies.sort { $0.seconds < $1.seconds }
    let median = latencies[latencies.count / 2].seconds
    expect(latencies.count > 60, "\(latencies)")
    expect(median < 0.2, "median \(median) s: \(latencies)")
    if let path = ProcessInfo.processInfo.environment["STOP_LATENCIES"] {
      let lines = latencies.map { "\($0.seconds) \($0.name)\n" }.joined()
      try lines.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  @Test("says where it was stopped")
  func place() throws {
    let lua = try state(seconds: 0.02)
    let error = failure(lua, "local x = 1\nwhile true do end")
    expectEqual(error.place, LuaPlace(chunk: "t.lua", line: 2))
    expectEqual(error.code, "time-limit")
  }

  @Test("is stopped by the interrupt that came before it began, once")
  func pending() throws {
    let lua = try state(seconds: 0)
    lua.interrupter.interrupt()
    expect(lua.isInterruptPending)
    expectEqual(failure(lua, "while true do end").kind, .interrupted)
    expect(!lua.isInterruptPending)
    try expectUsable(lua)
  }

  @Test("is stopped by a handler of SIGINT when its state is the foreground")
  func signal() throws {
    let lua = try state(seconds: 0)
    lua.setForeground()
    let asked = onceUnderWay { LuaState.interruptForeground() }
    let error = withWatchdog("signal") { failure(lua, "while true do end") }
    asked.wait()
    expectEqual(error.kind, .interrupted)
    lua.setForeground(false)
    LuaState.interruptForeground()
    expect(!lua.isInterruptPending)
  }

  @Test("an interrupter that outlives its state does nothing")
  func lateInterrupt() throws {
    var lua: LuaState? = try state(seconds: 0)
    let interrupter = try require(lua?.interrupter)
    lua = nil
    interrupter.interrupt()
  }

  @Test("is stopped on whatever thread it runs, with a limit on each")
  func threads() throws {
    for _ in 0..<3 {
      nonisolated(unsafe) let lua = try state(seconds: 0.02)
      for _ in 0..<3 {
        // Each has ended when the next begins, which may get its pthread_t. Tasks would wait for
        // other tests.
        nonisolated(unsafe) var kind: LuaError.Kind?
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          kind = failure(lua, "while true do end").kind
          ended.signal()
        }
        ended.wait()
        expectEqual(kind, .timedOut)
      }
      try expectUsable(lua)
    }
  }

  @Test("is stopped while it runs over rows")
  func rows() throws {
    struct Source: LuaRowSource {
      let columnNames = ["n"]
      func fill(_ cells: LuaCells) {}
    }
    let lua = try state(seconds: 0.02)
    for source in ["return function() pcall(load('while true do end')) end", "return type"] {
      let rule = try require(try lua.run(source).first?.function)
      let error = expect(throws: LuaError.self) {
        try lua.runRows(
          rule, over: Source(), rowCount: 50_000_000, arguments: [0], keepsGoing: true)
      }
      expectEqual(error?.kind, .timedOut)
    }
    try expectUsable(lua)
  }

  @Test("a stop after counted errors is not taken for the first of them")
  func stopAfterErrors() throws {
    struct Source: LuaRowSource {
      let columnNames = ["n"]
      func fill(_ cells: LuaCells) {
        for index in cells.rows.indices { cells.set(index - cells.rows.lowerBound, Int64(index)) }
      }
    }
    // On a busy machine the five errors take their time.
    let lua = try state(seconds: 0.5)
    let source = "return function(n)\n if n < 5 then error('e') end\n while true do end end"
    let rule = try require(try lua.run(source).first?.function)
    let error = expect(throws: LuaError.self) {
      try lua.runRows(rule, over: Source(), rowCount: 10, arguments: [0], keepsGoing: true)
    }
    expectEqual(error?.kind, .timedOut)
    expect(error?.place == nil && error?.traceback == nil)
  }
}
