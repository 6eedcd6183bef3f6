import Expectations
import TestSupport
import Testing

@testable import Lua

/// Values that functions rarely expect, each made by a chunk.
let oddValues = [
  "nil", "true", "false", "0", "-1", "1 << 62", "math.mininteger", "0/0", "1/0", "-0.0", "1e308",
  "''", "'\\0'", "'\\xFF\\xFE'", "'%'", "('x'):rep(70000)", "'0x'", "{}", "{1, 2, 3}", "print",
  "function(...) return ... end", "function() error('odd') end", "coroutine.create(print)",
  "coroutine.running()", "(function() local t = {} t[1] = t t.t = t t.name = t return t end)()",
  "setmetatable({}, {__index = function(t, k) return k end})",
  "setmetatable({}, {__index = error, __newindex = error, __len = error, __tostring = error})",
  "setmetatable({}, {__len = function() return 1 << 60 end})",
  "setmetatable({}, {__tostring = function() return 1 end, __name = 7})",
]

/// Every function of a state.
struct EveryFunctionTests {
  /// Functions that scripts can reach from the globals, with the path there.
  private static func reachable(_ lua: LuaState) throws -> [(path: String, function: LuaFunction)] {
    var found: [(String, LuaFunction)] = []
    lua.register("found") { call throws(LuaError) in
      found.append((try call.string(1), try call.function(2)))
      return 0
    }
    try lua.run(
      """
      local found, functions = found, {}
      for name, value in pairs(_G) do
        if type(value) == 'function' then functions[name] = value end
        if type(value) == 'table' and value ~= _G then
          for field, f in pairs(value) do
            if type(f) == 'function' then functions[name .. '.' .. field] = f end
          end
        end
      end
      for name, f in pairs(functions) do found(name, f) end
      """)
    lua["found"] = .nil
    return found.sorted { $0.0 < $1.0 }
  }

  @Test("answers or raises, whatever it is given, and never breaks the state")
  func odd() throws {
    let lua = try LuaState(limits: LuaLimits(memory: 64 << 20, seconds: 2))
    lua.print = { _ in }
    var generator = SeededGenerator(state: 99)
    var raised = 0
    let functions = try Self.reachable(lua)
    expect(functions.count > 80)
    for (path, function) in functions {
      var lists = [[]] + oddValues.map { [$0] }
      for count in [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5] {
        lists.append((0..<count).map { _ in oddValues.randomElement(using: &generator) ?? "nil" })
      }
      for list in lists {
        let arguments = try lua.run("return " + list.joined(separator: ", "))
        withWatchdog("\(path)(\(list))") {
          do { try function.call(with: arguments) } catch { raised += 1 }
        }
      }
      try expectEqual(results(lua, "return ('x'):rep(3), #table.pack(1, 2)"), "xxx 2", "\(path)")
    }
    expect(raised > 1000)
  }

  @Test("is found by the walk that tests use, wherever it hides")
  func census() throws {
    let lua = try LuaState()
    let before = lua.swiftFunctions.count
    func made(_ name: String) -> LuaFunction {
      lua.function { call throws(LuaError) in try call.returning(.string(name)) }
    }
    lua["f"] = .function(made("global"))
    let keep = try lua.run(
      """
      return function(a, b, c)
        local hidden = a
        holder = setmetatable({}, {__metatable = false, __index = function() return hidden end})
        suspended = coroutine.create(function(f) coroutine.yield() f() end)
        coroutine.resume(suspended, b)
        keys = {[c] = true}
      end
      """)
    let arguments = ["upvalue", "coroutine", "key"].map { LuaValue.function(made($0)) }
    try keep.first?.function?.call(with: arguments)
    let kind = lua.objectType(
      "kind", methods: ["m": { call throws(LuaError) in try call.returning("method") }])
    lua.register("make") { call throws(LuaError) in
      call.push(object: Census(), type: kind)
      return 1
    }
    let found = lua.swiftFunctions
    expectEqual(found.count, before + 6)
    let answers = found.compactMap { try? $0.call().first?.text }
    expect(
      Set(answers).isSuperset(of: ["global", "upvalue", "coroutine", "key", "method"]))
  }

  @Test("fails when asked to, before its body or after, and every error is one that Lua catches")
  func faults() throws {
    let census = Census()
    for afterwards in [false, true] {
      var fails = 0
      for nth: UInt64 in 1... {
        let lua = try LuaState()
        lua.register("make") { call throws(LuaError) in
          call.push(object: census.member())
          return 1
        }
        lua.register("apply") { call throws(LuaError) in
          let member = census.member()
          defer { _ = member }
          return try call.returning(try call.function(1).call().first ?? .nil)
        }
        lua.failCall(nth, afterwards: afterwards)
        let source = """
          local a = make()
          local b = apply(function() return coroutine.wrap(function() return make() end)() end)
          local ok, e = pcall(apply, error)
          local kept = {apply(make)}
          return apply(function() return apply(function() return 1 end) end)
          """
        let error: LuaError?
        do {
          try lua.run(source)
          error = nil
        } catch let raised { error = raised }
        let hasFailed = lua.hasFailedCall
        lua.failCall(0)
        try expectEqual(results(lua, "return 'usable'"), "usable")
        guard hasFailed else {
          expectNil(error)
          break
        }
        if error != nil { fails += 1 }
      }
      expect(fails >= 6)
    }
    expectEqual(census.alive, 0)
  }
}
