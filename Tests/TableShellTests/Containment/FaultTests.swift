import Expectations
import TableKit
import Testing

@testable import Lua
@testable import TableLua
@testable import TableShell

/// Lua that fails, at any point of a session.
struct FaultTests {
  /// A script that uses all it can, in a command, and ends well.
  private static let plugin = """
    tablesh.rule { name = "bs", columns = {"name", "id"},
      fn = function(name, id) return (name .. id):lower():find("b") ~= nil end }
    tablesh.rule { name = "cs", fn = function(row) return row.text.id:sub(1, 1) == "C" end }
    tablesh.policy { name = "free", will_select = function(row, selection)
      return row.id ~= "P3" or #selection > 9, "P3 is away"
    end }
    tablesh.loader { name = "lines", key = "n", load = function(source, emit)
      local n = 0
      for line in source:lines() do n = n + 1 emit("s" .. n % 2, {n = n, line = line}) end
    end, save = function(t, write)
      for row in t:rows() do write(row.id, "=", row.name, "\\n") end
    end }
    tablesh.command { name = "all", args = {{"n", type = "integer"}}, run = function(context, args)
      local names = {}
      for row in context.table:where("#name > 1") do names[#names + 1] = row.name end
      local next_name = coroutine.wrap(function()
        for _, name in ipairs(names) do coroutine.yield(name:upper()) end
      end)
      local plan = tablesh.edit(function(t)
        t:set("@P1", {name = next_name() .. args.n})
        t:insert("Crew", {id = "C9", name = ("x"):rep(40)})
        t:delete("where id == 'C2'")
        t:select("@P2")
      end)
      local reply = tablesh.run("select rule bs")
      assert(reply and reply.selection)
      local away = tablesh.run("tap @P3")
      return table.concat(names, ", "):gsub("%a+", string.lower) .. #plan.stages
    end }
    """
  private static let lines = [
    "all 7", "delete rule cs", "edit * name := name .. '!'", "select where #name > 2",
    "= {tablesh.table():row('@P1').name, 1}", "open --loader lines FOLDER/plugin.lua",
  ]

  /// Runs every line on a fresh fault of each number, until one comes that none meets.
  private func walk(
    _ arm: (LuaState, UInt64) -> Void, hasMet: (LuaState) -> Bool, least: Int
  ) throws {
    let contained = try Contained(plugin: Self.plugin)
    let session = contained.session
    let state = contained.lua.state
    let document = try require(session.shell.current)
    let editor = document.editor
    for text in Self.lines {
      let line = text.replacing("FOLDER", with: contained.folder.path)
      // Once as a rehearsal: what Lua keeps for good is there then.
      let expected = session.run(line)
      expect(!expected.contains("error"), "\(line): \(expected)")
      func restore() {
        session.shell.documents = [document]
        session.shell.current = document
        document.editor = editor
      }
      restore()
      state.collectGarbage()
      let alive = state.liveObjects
      var met = 0
      for nth: UInt64 in 1... {
        arm(state, nth)
        let reply = session.run(line)
        let wasMet = hasMet(state)
        arm(state, 0)
        guard wasMet else {
          expectEqual(reply, expected)
          break
        }
        met += 1
        if reply.contains("error") {
          let after = try contained.footprint()
          try require(after == contained.before, "\(line), fault \(nth): \(reply)")
        }
        restore()
        if nth % 40 == 1 { try contained.expectUnchanged("\(line), fault \(nth)") }
      }
      restore()
      expect(met >= least, "\(line)")
      state.collectGarbage()
      expectEqual(state.liveObjects, alive, "\(line)")
    }
    try contained.expectUnchanged("the end")
    try contained.expectHistory()
  }

  @Test("memory refused at any request is an error, nothing is lost, and all is as it was")
  func memory() throws {
    try walk(
      { $0.refuseAllocations(from: $1) }, hasMet: { $0.hasRefusedAllocation }, least: 5)
  }

  @Test("an error in any function of the program is one error, and all is as it was")
  func errors() throws {
    try walk({ $0.failCall($1) }, hasMet: { $0.hasFailedCall }, least: 0)
  }

  @Test("an error at the end of any function of the program is one error, and all is as it was")
  func lateErrors() throws {
    try walk({ $0.failCall($1, afterwards: true) }, hasMet: { $0.hasFailedCall }, least: 0)
  }

  @Test(
    "what exhausts a limit is an error that leaves all as it was",
    arguments: [
      "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(100000) .. i end",
      "local s = 'x' while true do s = s .. s end",
      "return ('x'):rep(1e9)", "local t = {} while true do t = {t} end",
      "local function f() return 1 + f() end f()",
      "local function f() pcall(f) error('deep') end f()",
      "local function f() coroutine.wrap(f)() end f()",
      "local function f() tablesh.run('lua f()') end f()",
      "local function f() for r in tablesh.table():where('f()') do end end f()",
      "tablesh.edit(function(t) t:delete('*') error('no') end)",
      "tablesh.edit(function(t) t:delete('@P1') t:set('@P1', 'name', 'x') end)",
      "tablesh.run('delete @P1') tablesh.run('select *') error({code = 'c', message = 'm'})",
      "tablesh.run('delete @P1') error(setmetatable({}, {__tostring = error}))",
      "tablesh.run('delete @P1') error(nil)", "tablesh.run('delete @P1') error()",
      "tablesh.run('delete @P1') local t = {} t[1] = t tablesh.edit(function(e) e:delete(t) end)",
      "tablesh.run('delete @P1') coroutine.yield()",
      "tablesh.run('delete @P1') tablesh.run('undo') tablesh.run('undo') error('after undo')",
    ])
  func limits(source: String) throws {
    let contained = try Contained(plugin: "")
    let reply = contained.session.run("lua f = nil " + source)
    expect(reply.hasPrefix("error: ") || reply.contains(" error: "), "\(reply.prefix(200))")
    contained.lua.state.collectGarbage()
    try contained.expectUnchanged(source)
    try contained.expectHistory()
  }

  @Test("200,000 abandoned coroutines and a chain of 100,000 closing ones leave all as it was")
  func coroutines() throws {
    let contained = try Contained(plugin: "")
    let alive = contained.lua.state.liveObjects
    let abandoned = contained.session.run(
      "lua for i = 1, 200000 do coroutine.wrap(function() coroutine.yield(i) end)() end")
    expectEqual(abandoned, "")
    let chain = contained.session.run(
      """
      lua local coro = false for i = 1, 100000 do local previous = coro \
      coro = coroutine.create(function() \
      local cc <close> = setmetatable({}, {__close = function() \
      if previous then assert(coroutine.close(previous)) end end}) coroutine.yield() end) \
      assert(coroutine.resume(coro)) end assert(coroutine.close(coro))
      """)
    expect(chain.contains("coroutine.close nested too deeply"))
    contained.lua.state.collectGarbage()
    expectEqual(contained.lua.state.liveObjects, alive)
    try contained.expectUnchanged("coroutines")
    try contained.expectHistory()
  }
}
