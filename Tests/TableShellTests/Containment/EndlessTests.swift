import Expectations
import TableKit
import TestSupport
import Testing

@testable import Lua
@testable import TableLua
@testable import TableShell

/// Statements that never end, each in a way of its own.
private let shapes = [
  "while true do end",
  "while true do pcall(function() while true do end end) end",
  "while true do xpcall(error, function() while true do end end) end",
  "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
  "local t <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
  "return setmetatable({}, {__index = function() while true do end end}).x",
  "while true do pcall(string.find, ('x'):rep(3000), '.-.-.-.-b') end",
  "while true do pcall(tablesh.run, 'count') pcall(tablesh.table) end",
]

/// Where a script can stand, with `BODY` for what never ends: a plugin, and the line that runs it.
private let places: [(name: String, plugin: String, line: String)] = [
  ("lua", "", "lua BODY"),
  ("=", "", "= (function() BODY end)()"),
  ("where", "", "select where (function() BODY end)()"),
  ("value", "", "edit * name := (function() BODY end)()"),
  ("assert", "", "assert (function() BODY end)()"),
  (
    "rule", "tablesh.rule { name = 'r', columns = {'id'}, fn = function(id) BODY end }",
    "select rule r"
  ),
  (
    "rule with a cursor", "tablesh.rule { name = 'r', fn = function(row) BODY end }",
    "delete rule r"
  ),
  (
    "policy", "tablesh.policy { name = 'p', will_select = function(row) BODY end }", "tap @P3"
  ),
  (
    "policy that is asked to deselect",
    "tablesh.policy { name = 'p', will_deselect = function(row) BODY end }", "deselect @P1"
  ),
  ("command", "tablesh.command { name = 'c', run = function() BODY end }", "c"),
  (
    "command after its edits",
    """
    tablesh.command { name = 'c', run = function()
      tablesh.run("delete @P3") tablesh.run("select @C2")
      tablesh.edit(function(t) t:set("@P1", "name", "gone") end)
      BODY
    end }
    """, "c"
  ),
  (
    "edit",
    """
    tablesh.command { name = 'c', run = function()
      tablesh.edit(function(t) t:delete("@P1") t:select("@P2") BODY end)
    end }
    """, "c"
  ),
  (
    "rows given by a function",
    """
    tablesh.command { name = 'c', run = function()
      tablesh.edit(function(t) t:delete(function() do BODY end return "@P1" end) end)
    end }
    """, "c"
  ),
  (
    "rows given without end",
    """
    tablesh.command { name = 'c', run = function()
      tablesh.edit(function(t) t:delete(function() return "@P1" end) end)
    end }
    """, "c"
  ),
  (
    "iterator",
    "tablesh.command { name = 'c', run = function() for row in tablesh.table():rows() do BODY end end }",
    "c"
  ),
  (
    "where inside",
    """
    tablesh.command { name = 'c', run = function()
      for row in tablesh.table():where("(function() BODY end)()") do end
    end }
    """, "c"
  ),
  (
    "command inside",
    """
    tablesh.command { name = 'c', run = function()
      while true do local reply = tablesh.run("select where (function() BODY end)()") end
    end }
    """, "c"
  ),
  (
    "loader",
    "tablesh.loader { name = 'l', load = function(source, emit) emit{a = 1} BODY end }",
    "open --loader l FOLDER/plugin.lua"
  ),
  (
    "loader that emits without end",
    "tablesh.loader { name = 'l', load = function(source, emit) while true do emit{a = 1} end end }",
    "open --loader l FOLDER/plugin.lua"
  ),
  ("plugin", "", "plugin load FOLDER/body.lua"),
  ("source", "", "source FOLDER/body.tablesh"),
  ("module", "", "lua dofile('FOLDER/body.lua')"),
]

@Suite("Lua that does not end, anywhere in a session", .ends) struct EndlessTests {
  private func contained(_ plugin: String, _ body: String) throws -> Contained {
    let contained = try Contained(plugin: plugin.replacing("BODY", with: body))
    try contained.folder.write(body, to: "body.lua")
    try contained.folder.write("lua " + body + "\n", to: "body.tablesh")
    return contained
  }

  private func line(_ line: String, _ body: String, _ contained: Contained) -> String {
    line.replacing("BODY", with: body).replacing("FOLDER", with: contained.folder.path)
  }

  @Test("^C stops it, and all is as it was", arguments: places)
  func interrupt(name: String, plugin: String, line text: String) throws {
    for body in shapes where text.contains("BODY") || plugin.contains("BODY") || body == shapes[0] {
      let contained = try contained(plugin, body)
      let reply = contained.interrupted("\(name): \(body)") {
        contained.session.run(line(text, body, contained))
      }
      expect(reply.contains("interrupted"), "\(name): \(body): \(reply)")
      try contained.expectUnchanged("\(name): \(body)")
      try contained.expectHistory()
    }
  }

  @Test("its time limit stops it where it has one, and all is as it was", arguments: places)
  func timeLimit(name: String, plugin: String, line text: String) throws {
    let limited = [
      "where", "value", "rule", "rule with a cursor", "policy", "policy that is asked to deselect",
    ]
    guard limited.contains(name) else { return }
    for body in shapes {
      let contained = try contained(plugin, body)
      contained.lua.ruleSeconds = 0.02
      contained.lua.hookSeconds = 0.02
      let reply = contained.session.run(line(text, body, contained))
      expect(reply.contains("time limit exceeded (0.02 s)"), "\(name): \(body): \(reply)")
      try contained.expectUnchanged("\(name): \(body)")
    }
  }

  @Test("a limit inside a script without one fails what it limits, and the script goes on")
  func limitInside() throws {
    let contained = try Contained(
      plugin: """
        tablesh.policy { name = 'p', will_select = function() while true do end end }
        tablesh.rule { name = 'r', fn = function() while true do pcall(error) end end }
        tablesh.command { name = 'c', run = function()
          local said = {}
          for _, line in ipairs { "tap @P3", "delete rule r", "select where (function() while true do end end)()" } do
            local reply, e = tablesh.run(line)
            said[#said + 1] = reply and "done" or e.message:match("time limit exceeded")
          end
          return table.concat(said, ", ")
        end }
        """)
    contained.lua.ruleSeconds = 0.02
    contained.lua.hookSeconds = 0.02
    expectEqual(
      contained.session.run("c"), "time limit exceeded, time limit exceeded, time limit exceeded\n")
    try contained.expectUnchanged("limits inside")
  }

  @Test("saving and completing stop, too")
  func others() throws {
    let contained = try Contained(
      plugin: """
        tablesh.loader { name = 'l', load = function() end,
          save = function(t, write) while true do pcall(write, "") end end }
        tablesh.command { name = 'c', args = {"a"}, run = function() end,
          complete = function() while true do pcall(error) end end }
        """)
    let table = try require(contained.session.shell.current?.table)
    contained.interrupted("save") {
      do throws(LuaFailure) {
        _ = try contained.lua.save(table, with: "l")
        Issue.record("saved")
      } catch { expectEqual(error.code, "lua-interrupted") }
    }
    try contained.expectUnchanged("save")
    contained.interrupted("complete") { _ = contained.session.shell.complete("c x", cursor: 3) }
    try contained.expectUnchanged("complete")
    let script = try contained.folder.write("while true do pcall(error) end", to: "s.lua")
    contained.interrupted("run") {
      _ = contained.session.shell.luaLayer.run(script: script, arguments: [])
    }
    expect(contained.session.console.take().contains("interrupted"))
    try contained.expectUnchanged("run")
  }
}
