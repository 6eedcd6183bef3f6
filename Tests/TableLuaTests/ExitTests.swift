import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// `os.exit` ends a script, and nothing else.
@Suite("os.exit", .ends) struct ExitTests {
  private let folder = Folder()

  private func run(_ text: String, _ desk: Desk = Desk()) throws -> Int32? {
    try desk.session.run(script: try folder.file("s.lua", text))
  }

  @Test(
    "a script chooses its status; nothing and true are 0, false is 1",
    arguments: [
      ("os.exit()", 0), ("os.exit(true)", 0), ("os.exit(false)", 1), ("os.exit(0)", 0),
      ("os.exit(7)", 7), ("os.exit(255.0, true)", 255), ("local x = 1", nil),
    ])
  func status(text: String, status: Int32?) throws {
    try expectEqual(run(text), status)
  }

  @Test(
    "another number, or no number, is an error, and the script goes on",
    arguments: ["-1", "256", "1.5", "'2'", "{}"])
  func wrong(status: String) throws {
    let desk = Desk()
    try expectNil(run("ok, err = pcall(os.exit, \(status)) print(err)", desk))
    let message = try require(desk.shell.printed.first)
    expect(message.contains("0 to 255") || message.contains("is no exit status"))
    try expectEqual(desk.lua("ok"), ["false"])
  }

  @Test(
    "nothing runs behind it: no pcall, handler, coroutine or closing value holds it up",
    arguments: [
      "pcall(os.exit, 3) print('no')", "xpcall(os.exit, function() print('no') end, 3) print('no')",
      "coroutine.wrap(function() os.exit(3) print('no') end)() print('no')",
      "local c = coroutine.create(os.exit) print(coroutine.resume(c, 3))",
      "while true do pcall(os.exit, 3) end",
      "local x <close> = setmetatable({}, {__close = function() print('no') end}) os.exit(3)",
      "table.sort({1, 2, 3}, function() os.exit(3) end) print('no')",
      "('x'):gsub('x', function() os.exit(3) end) print('no')",
      "tablesh.edit(function(t) t:delete('0:0') os.exit(3) end) print('no')",
      "for row in tablesh.table():rows() do os.exit(3) end print('no')",
      "tablesh.edit(function(t) t:delete(function() os.exit(3) end) end) print('no')",
    ])
  func atOnce(text: String) throws {
    let desk = Desk()
    try expectEqual(run(text, desk), 3)
    expect(desk.shell.printed.isEmpty && desk.table.rowCount == 5)
    try expectEqual(desk.lua("1 + 1"), ["2"])
    try expectNil(run("print('again')", desk))
    expectEqual(desk.shell.printed, ["again"])
  }

  @Test("a module ends the script that requires it; a rule, a plugin and what is typed do not")
  func elsewhere() throws {
    let desk = Desk(permissions: .all)
    _ = try folder.file("m.lua", "os.exit(4)")
    try expectEqual(run("require('m') print('no')", desk), 4)
    for text in ["os.exit(2)", "pcall(os.exit, 2) os.exit(2)"] {
      let error = try failure { () throws(LuaFailure) in try desk.lua(text) }
      expectEqual(error.code, "not-now")
      expectEqual(
        error.message, "'os.exit' ends a script that tablesh run has started, and nothing else")
      expectEqual(error.hint, "quit ends the session, in Lua tablesh.run(\"quit\")")
    }
    let plugin = try folder.file(
      "p.lua",
      """
      tablesh.rule { name = "r", fn = function() os.exit(2) end }
      tablesh.command { name = "c", run = function() os.exit(2) end }
      tablesh.on("will_save", function() os.exit(2) end)
      """)
    try desk.session.load(plugin: plugin)
    let loading = try folder.file("q.lua", "os.exit(2)")
    let inside = "'os.exit' ends a script"
    let rule = try require(throws: LuaFailure.self) {
      try desk.session.rows(rule: "r", in: desk.table)
    }
    let command = try require(throws: LuaFailure.self) { try desk.session.run(command: "c") }
    let hook = try require(throws: LuaFailure.self) {
      try desk.session.ask(LuaEvent(.willSave, command: "save"))
    }
    let load = try require(throws: LuaFailure.self) { try desk.session.load(plugin: loading) }
    for error in [rule, command, hook, load] { expect(error.message.contains(inside)) }
    desk.shell.onRun = { _ in
      expect(throws: LuaFailure.self) { _ = try desk.session.run(command: "c") }
    }
    try expectEqual(run("tablesh.run('count') os.exit(5)", desk), 5)
    // It holds what holds it.
    desk.shell.onRun = { _ in }
  }

  @Test("a failure that the script has not looked at is told in place of 0, not of its own status")
  func unseen() throws {
    try expectEqual(run("tablesh.run('nothing') os.exit(6)"), 6)
    let error = try require(throws: LuaFailure.self) {
      try run("tablesh.run('nothing') os.exit(0)")
    }
    expectEqual(error.code, "unknown-command")
  }

  @Test("a request that is never polled is gone with its run")
  func late() throws {
    let desk = Desk()
    desk.session.state.exit()
    try expectEqual(desk.lua("1"), ["1"])
  }
}
