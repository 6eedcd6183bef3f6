import Expectations
import Glibc
import Testing

@testable import TableLua

/// Modules and health of plugins.
struct ModuleTests {
  private let folder = Folder()

  @Test("a plugin has modules of its own, read anew with it, that live among its globals")
  func own() throws {
    _ = try folder.file("m.lua", "count = (count or 0) + 1 return {value = 1}")
    let text = "tablesh.rule { name = NAME, fn = function() return require('m').value == 1 end }"
    let one = try folder.file(
      "one.lua", "NAME = 'one' assert(require('m')) assert(count == 1)\n" + text)
    let two = try folder.file(
      "two.lua", "NAME = 'two' assert(require('m')) assert(count == 1)\n" + text)
    let desk = Desk()
    desk.session.modulePaths = [folder.path]
    try desk.session.load(plugin: one)
    try desk.session.load(plugin: two)
    try expectEqual(desk.lua("_G.count"), ["nil"])
    func hits(_ rule: String) throws -> Int {
      try desk.session.rows(rule: rule, in: desk.table).rows.count
    }
    _ = try folder.file("m.lua", "return {value = 2}")
    try expect(hits("one") == 5 && hits("two") == 5)
    _ = try folder.file("one.lua", "NAME = 'one' assert(require('m'))\n" + text)
    try desk.session.load(plugin: one)
    try expect(hits("one") == 0 && hits("two") == 5)
  }

  @Test("a plugin that fails when it is loaded again leaves the former with its modules")
  func failing() throws {
    _ = try folder.file("m.lua", "return 1")
    let text = "tablesh.rule { name = 'r', fn = function() return require('m') == 1 end }"
    let path = try folder.file("p.lua", text)
    let desk = Desk()
    desk.session.modulePaths = [folder.path]
    try desk.session.load(plugin: path)
    try expectEqual(desk.session.rows(rule: "r", in: desk.table).rows.count, 5)
    _ = try folder.file("m.lua", "error('broken')")
    _ = try folder.file("p.lua", "require('m')")
    let error = try failure { () throws(LuaFailure) in try desk.session.load(plugin: path) }
    expectEqual(error.place, folder.path + "/m.lua:1")
    try expectEqual(desk.session.rows(rule: "r", in: desk.table).rows.count, 5)
  }

  @Test("a module that requires itself, and a name that is none, are errors")
  func names() throws {
    _ = try folder.file("a.lua", "return require('b')")
    _ = try folder.file("b.lua", "return require('a')")
    let desk = Desk()
    desk.session.modulePaths = [folder.path]
    for (text, message) in [
      ("require('a')", "module 'a' requires itself"), ("require('')", "'' is no name of a module"),
      ("require('/etc/a')", "no module '/etc/a'"),
    ] {
      let error = try failure { () throws(LuaFailure) in try desk.lua(text) }
      expect(error.code == "no-such-module" && error.message == message)
    }
  }

  @Test("folders of a plugin come before those of all")
  func folders() throws {
    let own = Folder()
    _ = try folder.file("m.lua", "return 'common'")
    _ = try own.file("m.lua", "return 'own'")
    let path = try folder.file("p.lua", "print(require('m'))")
    let desk = Desk()
    desk.session.modulePaths = [folder.path]
    try desk.session.load(plugin: path, modules: [own.path])
    try desk.session.load(plugin: path)
    expectEqual(desk.shell.printed, ["own", "common"])
  }

  @Test(
    "what a health function answers",
    arguments: [
      ("return true", true, []), ("", true, []), ("return false", false, []),
      ("return false, 'no data'", false, ["no data"]), ("return true, 'fine'", true, ["fine"]),
      ("return nil, 'no data'", false, ["no data"]),
      ("return {ok = false, message = 'no'}", false, ["no"]),
      (
        "return {'a', {ok = true, message = 'b'}, {ok = false, message = 'c'}}", false,
        ["a", "b", "c"]
      ),
      ("return {}", true, []),
    ] as [(String, Bool, [String])])
  func health(body: String, isOK: Bool, lines: [String]) throws {
    let desk = Desk()
    let path = try folder.file("p.lua", "tablesh.health(function() \(body) end)")
    expectNil(desk.session.health(of: path))
    try desk.session.load(plugin: path)
    expectEqual(desk.session.health(of: path), PluginHealth(isOK: isOK, lines: lines))
    desk.session.forget(plugin: path)
    expectNil(desk.session.health(of: path))
  }

  @Test("a health function that errs, answers nonsense or never ends is bad health")
  func badHealth() throws {
    let desk = Desk()
    let path = try folder.file(
      "p.lua",
      """
      tablesh.health(function() error('oh') end)
      tablesh.health(function() return 3 end)
      tablesh.health(function() while true do end end)
      """)
    try desk.session.load(plugin: path)
    // A busy machine may take all the time for the first of them: then there is more of it.
    var health = try require(desk.session.health(of: path, seconds: 0.1))
    for seconds in [1.0, 10] where health.lines.first?.contains("time limit") == true {
      health = try require(desk.session.health(of: path, seconds: seconds))
    }
    expect(!health.isOK)
    expectEqual(health.lines.count, 3)
    expectEqual(health.lines.first, "\(path):1: oh")
    expectEqual(health.lines.last?.contains("time limit exceeded"), true)
  }

  @Test("two plugins that declare one name are both named")
  func clash() throws {
    let desk = Desk()
    let one = try folder.file("one.lua", "tablesh.rule { name = 'r', fn = print }")
    let two = try folder.file("two.lua", "\ntablesh.rule { name = 'r', fn = print }")
    try desk.session.load(plugin: one)
    let error = try failure { () throws(LuaFailure) in try desk.session.load(plugin: two) }
    expectEqual(error.place, two + ":2")
    expectEqual(error.hint, "\(one) declares it; choose another name")
  }

  @Test("the trace of an error names its places in files, without the program's own")
  func trace() throws {
    let desk = Desk()
    let path = try folder.file(
      "s.lua",
      """
      local function inner() error("no") end
      function outer() tablesh.edit(function() inner() end) end
      outer()
      """)
    let error = try failure { () throws(LuaFailure) in try desk.session.run(script: path) }
    expectEqual(error.place, path + ":1")
    let frames = error.fileFrames
    expectEqual(frames.first?.hasPrefix("\(path):1: in "), true)
    expectEqual(frames.last, "\(path):3: in main chunk")
    expect(frames.allSatisfy { $0.hasPrefix(path) })
    let sole = try folder.file("t.lua", "error('no')")
    let short = try failure { () throws(LuaFailure) in try desk.session.run(script: sole) }
    expectEqual(short.fileFrames, [])
    let typed = try failure { () throws(LuaFailure) in
      try desk.lua("local function f() error('no') end f()")
    }
    expectEqual(typed.fileFrames, [])
  }
}
