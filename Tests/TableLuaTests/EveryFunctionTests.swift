import Expectations
import Lua
import TableKit
import TestSupport
import Testing

@testable import Lua
@testable import TableLua

/// Everything that a script can hold, kept by a script: a table, an edit, rows, a selection, what
/// loaders, savers and policies are given, files.
private let everything = """
  kept = {}
  local t = tablesh.table()
  kept.table, kept.row, kept.text = t, t:row("@P1"), t:row("@P1").text
  kept.part, kept.rows, kept.iterator = t:section(0), t:selected(), t:rows()
  tablesh.edit(function(e) kept.edit, kept.edited = e, e:row("@P2") end)
  tablesh.loader { name = "kept", columns = {"a"}, key = "a",
    load = function(source, emit)
      kept.source, kept.emit, kept.lines = source, emit, source:lines()
      emit("s", {a = 1})
    end,
    save = function(t, write) kept.saved, kept.write = t, write end }
  tablesh.policy { name = "kept",
    will_select = function(row, selection) kept.judged, kept.selection = row, selection end }
  tablesh.command { name = "kept", args = {{"n", type = "text", optional = true}},
    run = function(context, args) kept.context, kept.args = context, args end,
    complete = function() return {"a"} end }
  tablesh.rule { name = "kept", fn = function(row) kept.cursor, kept.cursor_text = row, row.text end }
  kept.reply = tablesh.run("count")
  local _, err = tablesh.run("nonsense")
  kept.failed, kept.code = err, err.code
  kept.plan = tablesh.edit(function() end)
  kept.inverse = kept.plan:invert()
  kept.snapshot = tablesh.snapshot()
  tablesh.on("will_delete", function(event) kept.event = event end)
  tablesh.printer { name = "kept", print = function(plan, t, write) kept.write = write end }
  kept.file = io.open(FILE, "w+")
  kept.closed = io.open(FILE)
  kept.closed:close()
  """

/// Every function of a session.
struct EveryFunctionTests {
  private let folder = Folder()

  /// A session with all of it, and rows selected.
  private func desk() throws -> Desk {
    var permissions = Permissions.none
    permissions.read = .only([folder.path])
    permissions.write = .only([folder.path])
    permissions.environment = .all
    let desk = Desk(permissions: permissions)
    try desk.lua("FILE = '\(folder.path)/kept.txt'")
    try desk.lua(everything)
    desk.shell.controller.policies = desk.session.policies
    let row = try require(desk.table.row(withKey: ["P4"]))
    try desk.shell.controller.perform([.select([row], .only(partially: false))], title: "select")
    _ = try desk.session.load(with: "kept", name: "x", bytes: Array("a\nb\n".utf8))
    _ = try desk.session.save(desk.table, with: "kept")
    _ = try desk.session.rows(rule: "kept", in: desk.table)
    _ = try desk.session.run(command: "kept", arguments: ["x"])
    _ = try desk.session.completions(command: "kept", argument: 0, typed: "")
    return desk
  }

  private static let odd = [
    "nil", "true", "0", "-1", "1 << 62", "math.mininteger", "0/0", "1/0", "''", "'\\0'",
    "'\\xFF'", "'@P1'", "'0:0'", "'0:-9223372036854775808'", "'9223372036854775807:0'",
    "'where true'", "'where error()'", "'name'", "'age'", "{}", "{0, 1}", "{{0, 1}, '@P2'}",
    "{math.maxinteger, math.mininteger}", "{name = 'x', age = 1}", "{name = {}}", "print",
    "function(...) return ... end", "function() error({code = 'odd'}) end",
    "coroutine.create(print)",
    "(function() local t = {} for i = 1, 30 do t[i] = t end t.t = t t.name = t return t end)()",
    "setmetatable({}, {__index = function(t, k) return k end, __len = function() return 1 end})",
    "setmetatable({}, {__index = error, __newindex = error, __pairs = error, __tostring = error})",
    "(function() local i = 0 return function() i = i + 1 return i < 9 and '@P1' or nil end end)()",
  ]

  /// Calls every Swift function that the session holds with what it expects least.
  private static func sweep(
    _ session: LuaSession, seed: UInt64, _ state: LuaState, except: LuaFunction? = nil
  ) throws -> (calls: Int, raised: Int) {
    var generator = SeededGenerator(seed: seed)
    let values =
      try state.run(
        "local list, count = {\(odd.map { "{\($0)}" }.joined(separator: ","))}, 0 "
          + "for _, value in pairs(kept) do list[#list + 1] = {value} end return list",
        environment: session.shell
      ).first?.table?.sequence.map { try $0.table?.sequence.first ?? .nil } ?? []
    var calls = 0
    var raised = 0
    for function in state.swiftFunctions where except.map({ !$0.isSame(as: function) }) ?? true {
      var lists: [[LuaValue]] = [[]] + values.map { [$0] }
      for _ in 0..<60 {
        lists.append((0..<(2 + generator.below(4))).map { _ in generator.pick(values) })
      }
      for list in lists {
        calls += 1
        do { try function.call(with: list) } catch { raised += 1 }
      }
    }
    return (calls, raised)
  }

  @Test(
    "answers or raises, whatever it is given, and the table stays as it was", arguments: [1, 2])
  func odd(seed: Int) throws {
    let desk = try desk()
    let (drawing, selection) = (desk.drawing, desk.shell.selection)
    let titles = desk.shell.editor.undoTitles
    let state = desk.session.state
    state.limits.seconds = 5
    let swept = try Self.sweep(desk.session, seed: UInt64(seed), state)
    expect(swept.calls > 5000)
    expect(swept.raised > 2000)
    expectEqual(desk.drawing, drawing)
    expectEqual(desk.shell.selection, selection)
    expectEqual(desk.shell.editor.undoTitles, titles)
    try expectEqual(desk.keys(where: "age == 41"), ["P1"])
  }

  @Test("answers or raises inside an edit, too, and an edit that fails leaves nothing")
  func inEdit() throws {
    let desk = try desk()
    let (drawing, selection) = (desk.drawing, desk.shell.selection)
    let titles = desk.shell.editor.undoTitles
    var calls = 0
    var sweep: LuaFunction?
    sweep = desk.session.state.function { [unowned session = desk.session] call throws(LuaError) in
      do {
        calls += try Self.sweep(session, seed: 3, session.state, except: sweep).calls
      } catch { throw LuaError("\(error)") }
      return 0
    }
    try desk.session.shell.set("sweep", sweep.map { .function($0) } ?? .nil)
    let error = try failure { () throws(LuaFailure) in
      try desk.lua("tablesh.edit(function(e) kept.open = e sweep() error('the end', 0) end)")
    }
    sweep = nil
    expectEqual(error.message, "the end")
    expect(calls > 5000)
    expectEqual(desk.drawing, drawing)
    expectEqual(desk.shell.selection, selection)
    expectEqual(desk.shell.editor.undoTitles, titles)
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test(
    "fails in turn, before its body and after, and the session is as it was",
    arguments: [false, true])
  func faults(afterwards: Bool) throws {
    let desk = try desk()
    let (drawing, selection) = (desk.drawing, desk.shell.selection)
    let state = desk.session.state
    try desk.lua(
      """
      function all()
        local sum = 0
        for row in tablesh.table():where("age ~= nil") do sum = sum + row.age end
        for row in tablesh.table():section("Crew"):rows() do sum = sum + #row.text.name end
        local reply, e = tablesh.run("nonsense")
        assert(not reply and e.code)
        tablesh.edit(function(e)
          e:set("@P1", "name", "Anna") e:insert("Crew", {id = "P6", name = "Flo"})
          e:move("@P2", "Crew:end") e:delete("where age == 35") e:select("@P5")
          local row = e:row("@P1") print(row.name, row.path, #e, tostring(row))
          error("undone", 0)
        end)
      end
      """)
    var failures: Set<String> = []
    for nth: UInt64 in 1... {
      state.failCall(nth, afterwards: afterwards)
      let error = try failure { () throws(LuaFailure) in try desk.lua("all()") }
      let hasFailed = state.hasFailedCall
      state.failCall(0)
      failures.insert(error.message)
      try require(desk.drawing == drawing, "call \(nth)")
      try require(desk.shell.selection == selection, "call \(nth)")
      try require(try desk.keys(where: "age == 41") == ["P1"], "call \(nth)")
      if !hasFailed { break }
    }
    expectEqual(failures, ["failed on purpose", "undone"])
  }

  @Test("memory refused at any request leaves no object, and the session as it was")
  func memory() throws {
    let desk = try desk()
    let (drawing, selection) = (desk.drawing, desk.shell.selection)
    let state = desk.session.state
    let titles = desk.shell.editor.undoTitles
    let path = try folder.file(
      "p.lua",
      """
      tablesh.rule { name = "grown", columns = {"age", "name"},
        fn = function(age, name) return age > 30 and #(name .. "!") > 2 end }
      tablesh.rule { name = "rome", fn = function(row) return row.city == "Rome" end }
      tablesh.loader { name = "lines", load = function(source, emit)
        for line in source:lines() do emit("s", {line = line, [line] = #line}) end
      end }
      tablesh.command { name = "tidy", args = {{"n", type = "integer"}}, run = function(context, args)
        local names = {}
        for row in context.table:where("age ~= nil") do names[#names + 1] = row.name end
        local co = coroutine.wrap(function() for _, n in ipairs(names) do coroutine.yield(n) end end)
        tablesh.edit(function(t)
          t:set("@P1", "name", co() .. args.n)
          t:insert("Crew", {id = "P9", name = ("x"):rep(50)})
          t:delete("where city == 'Bonn'")
          t:select("@P2")
        end)
        return table.concat(names, ", "):gsub("%a+", string.upper)
      end }
      """)
    func work() throws(LuaFailure) {
      try desk.session.load(plugin: path)
      _ = try desk.session.rows(rule: "grown", in: desk.table, skipErrors: true)
      _ = try desk.session.rows(rule: "rome", in: desk.table)
      _ = try desk.session.load(with: "lines", name: "x", bytes: Array("ab\nc\n".utf8))
      _ = try desk.keys(where: "name:match('A.*') and age > 1", skipErrors: true)
      _ = try desk.session.run(command: "tidy", arguments: ["7"])
    }
    // Once as a rehearsal: what Lua keeps for good is there then.
    let before = desk.shell.editor
    try work()
    let after = desk.drawing
    expect(after != drawing)
    desk.shell.editor = before
    desk.session.forget(plugin: path)
    state.collectGarbage()
    let alive = state.liveObjects
    var refusals = 0
    for nth: UInt64 in 1... {
      state.refuseAllocations(from: nth)
      var raised: LuaFailure?
      do throws(LuaFailure) { try work() } catch { raised = error }
      let wasRefused = state.hasRefusedAllocation
      state.refuseAllocations(from: 0)
      if !wasRefused {
        expectNil(raised)
        break
      }
      refusals += 1
      // What a command has edited before it fails is the shell's to take back, which is tested
      // there; an edit happens as a whole or not at all.
      let isWhole = desk.shell.editor.undoTitles.count == titles.count + 1
      if raised == nil || isWhole {
        try require(desk.drawing == after, "request \(nth)")
      } else {
        try require(desk.drawing == drawing, "request \(nth)")
        try require(desk.shell.selection == selection, "request \(nth)")
      }
      desk.shell.editor = before
      desk.session.forget(plugin: path)
      if nth % 50 == 0 {
        try require(try desk.keys(where: "age == 41") == ["P1"], "request \(nth)")
        state.collectGarbage()
        try require(state.liveObjects <= alive, "request \(nth)")
      }
    }
    expect(refusals > 300)
    desk.shell.editor = before
    desk.session.forget(plugin: path)
    state.collectGarbage()
    expectEqual(state.liveObjects, alive)
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }
}
