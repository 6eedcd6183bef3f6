import Expectations
import TableKit
import Testing

@testable import TableLua

/// A wrong argument is told with the function's name, however it is called.
struct ArgumentErrorTests {
  @Test(
    "functions that scripts receive are called by their names",
    arguments: [
      ("tablesh.run()", "bad argument #1 to 'run' (string expected, got no value)"),
      ("tablesh.run({})", "bad argument #1 to 'run' (string expected, got table)"),
      (
        "local f = tablesh.on f('will_save')",
        "bad argument #2 to 'on' (function expected, got no value)"
      ),
      (
        "tablesh.table():where()", "bad argument #1 to 'where' (string expected, got no value)"
      ),
      (
        "tablesh.edit(function(t) t:add_section({}) end)",
        "bad argument #1 to 'add_section' (string expected, got table)"
      ),
      (
        "tablesh.plan():text({})", "bad argument #1 to 'text' (string expected, got table)"
      ),
      ("require()", "bad argument #1 to 'require' (string expected, got no value)"),
      ("io.open()", "bad argument #1 to 'open' (string expected, got no value)"),
      ("os.exit({})", "bad argument #1 to 'exit' (number from 0 to 255 expected, got table)"),
    ])
  func names(text: String, message: String) throws {
    let desk = Desk()
    try desk.lua("tablesh.edit(function(t) t:set('0:0', 'name', 'x') end)")
    try expectEqual(failure { () throws(LuaFailure) in try desk.lua(text) }.message, message)
  }

  @Test("also where nobody calls them by a name")
  func passed() throws {
    let desk = Desk()
    try expectEqual(
      desk.lua("select(2, pcall(tablesh.run, {}))"),
      ["bad argument #1 to 'run' (string expected, got table)"])
    try expectEqual(
      desk.lua("local t = tablesh.table() return select(2, pcall(t.where, t))"),
      ["bad argument #2 to 'where' (string expected, got no value)"])
  }

  /// What a loader's body notes with `note(…)`.
  private func notes(_ body: String) throws -> [String] {
    let desk = Desk()
    try desk.lua(
      """
      notes = {}
      local function note(ok, message) notes[#notes + 1] = message end
      tablesh.loader { name = "l", columns = { "a" }, load = function(source, emit)
        \(body)
      end }
      """)
    _ = try desk.session.load(with: "l", name: "x", bytes: Array("a\nb\n".utf8))
    return try desk.lua("table.concat(notes, '|')").first?.split(separator: "|").map(String.init)
      ?? []
  }

  @Test("emit and the methods of a source have their names, behind pcall and later on, too")
  func loaders() throws {
    let notes = try notes(
      """
      note(pcall(emit, 1))
      note(pcall(emit, "A", 2))
      note(pcall(function() emit(true) end))
      note(pcall(source.read, source, {}))
      local later = coroutine.wrap(function() return pcall(emit, {}, {}, 3) end)
      note(later())
      """)
    expectEqual(
      notes,
      [
        "bad argument #1 to 'emit' (table expected, got number)",
        "bad argument #2 to 'emit' (table expected, got number)",
        "lua:6: bad argument #1 to 'emit' (table expected, got boolean)",
        "bad argument #2 to 'read' (number expected, got table)",
        "bad argument #3 to 'emit' (table expected, got number)",
      ])
  }

  @Test("write of a saver and of a printer takes texts and numbers, and says so")
  func writing() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.loader { name = "l", load = print, save = function(table, write) write("a", {}) end }
      tablesh.printer { name = "p", print = function(plan, table, write) write(1, " ", nil) end }
      """)
    let saved = try failure { () throws(LuaFailure) in
      _ = try desk.session.save(desk.table, with: "l")
    }
    expectEqual(saved.message, "bad argument #2 to 'write' (string expected, got table)")
    let printed = try failure { () throws(LuaFailure) in
      _ = try desk.session.print(LuaPlan(.empty), of: desk.table, with: "p")
    }
    expectEqual(printed.message, "bad argument #3 to 'write' (string expected, got nil)")
  }

  @Test("a global that is nil names the one that may have been meant")
  func globals() throws {
    let desk = Desk()
    for (text, hint) in [
      ("tablsh.rule {}", "did you mean 'tablesh'?"), ("prnt(1)", "did you mean 'print'?"),
      ("return strng.format('x')", "did you mean 'string'?"), ("zzz.a = 1", nil),
      ("return total1 + 1", "did you mean 'total'?"),
    ] {
      try desk.lua("total = 1")
      try expectEqual(failure { () throws(LuaFailure) in try desk.lua(text) }.hint, hint, "\(text)")
    }
    let folder = Folder()
    let path = try folder.file("p.lua", "tablsh.rule { name = 'x' }")
    let error = try failure { () throws(LuaFailure) in try desk.session.load(plugin: path) }
    expect(error.hint == "did you mean 'tablesh'?" && error.place?.hasSuffix("p.lua:1") == true)
  }
}
