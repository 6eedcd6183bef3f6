import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// A folder that is gone with the value.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/tablelua-XXXXXX".utf8CString)
    path =
      mkdtemp(&template) == nil
      ? "" : String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes a file and answers its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = path + "/" + name
    let stream = try require(fopen(path, "w"))
    fputs(text, stream)
    fclose(stream)
    return path
  }

  deinit { _ = system("rm -rf '\(path)'") }
}

@Suite("plugins and rules", .ends)
struct PluginTests {
  private let folder = Folder()

  private func load(_ text: String, _ desk: Desk = Desk(), name: String = "rules.lua") throws
    -> Desk
  {
    try desk.session.load(plugin: try folder.file(name, text))
    return desk
  }

  private func keys(_ desk: Desk, _ rule: String) throws -> [String] {
    try desk.session.rows(rule: rule, in: desk.table).rows.map { desk.table.key(of: $0) }
  }

  @Test("a rule with columns is given them as arguments")
  func columns() throws {
    let desk = try load(
      """
      tablesh.rule { name = "grown", help = "over 30", columns = {"age", "unit price"},
        fn = function(age, price) return age > 30 and price < 3 end }
      """)
    try expectEqual(keys(desk, "grown"), ["P1"])
    expectEqual(desk.session.rules.map(\.name), ["grown"])
    expectEqual(desk.session.rules.first?.help, "over 30")
    expectEqual(desk.session.rules.first?.columns, ["age", "unit price"])
    expectEqual(desk.session.rules.first?.plugin, folder.path + "/rules.lua")
  }

  @Test("a rule without columns is given the row")
  func row() throws {
    let desk = try load(
      "tablesh.rule { name = 'oslo', fn = function(row) return row.city == 'Oslo' end }")
    try expectEqual(keys(desk, "oslo"), ["P1", "P3"])
  }

  @Test("a rule that errs tells the row and the script's line")
  func place() throws {
    let desk = try load(
      """
      tablesh.rule { name = "bad", columns = {"age"}, fn = function(age)
        return age + 1 > 3
      end }
      """)
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "bad", in: desk.table)
    }
    expectEqual(error.code, "rule-errors")
    expectEqual(
      error.message,
      "Lua failed on 1 of 5 rows; the first is @P3 (1:0): \(folder.path)/rules.lua:2: "
        + "attempt to perform arithmetic on a nil value (column 'age')")
    expectEqual(error.traceback?.contains("rules.lua:2"), true)
  }

  @Test("an unknown rule, and a column that the table has not, name the nearest")
  func unknown() throws {
    let desk = try load("tablesh.rule { name = 'grown', columns = {'agee'}, fn = function() end }")
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "grwn", in: desk.table)
    }
    expectEqual(error.code, "no-such-rule")
    expectEqual(error.hint, "did you mean 'grown'?")
    let column = try failure { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "grown", in: desk.table)
    }
    expectEqual(column.code, "no-such-column")
    expectEqual(column.message, "rule 'grown' needs the column 'agee'")
    expectEqual(column.hint, "did you mean 'age'?")
  }

  @Test(
    "a bad declaration is an error that names the field",
    arguments: [
      ("tablesh.rule { fn = print }", "tablesh.rule: field 'name' is missing"),
      ("tablesh.rule { name = 'a' }", "tablesh.rule: field 'fn' is missing"),
      (
        "tablesh.rule { name = 'a', fn = 3 }",
        "tablesh.rule: field 'fn' must be a function, not a number"
      ),
      (
        "tablesh.rule { name = 3, fn = print }",
        "tablesh.rule: field 'name' must be text, not a number"
      ),
      (
        "tablesh.rule { name = 'a b', fn = print }",
        "tablesh.rule: field 'name' is not one word: 'a b'"
      ),
      (
        "tablesh.rule { name = 'a', fn = print, colums = {} }",
        "tablesh.rule: unknown field 'colums'"
      ),
      (
        "tablesh.rule { name = 'a', fn = print, columns = {1} }",
        "tablesh.rule: field 'columns' must be a list of texts, not a number"
      ),
      (
        "tablesh.rule { name = 'a', fn = print, columns = {x = 'a'} }",
        "tablesh.rule: field 'columns' must be a list: {\"a\", \"b\"}"
      ),
      ("tablesh.rule('a')", "tablesh.rule takes one table, not a string"),
      ("tablesh.loader { name = 'a' }", "tablesh.loader: field 'load' is missing"),
      ("tablesh.command { name = 'a' }", "tablesh.command: field 'run' is missing"),
      (
        "tablesh.command { name = 'a', run = print, args = {{'x', type = 'colum'}} }",
        "tablesh.command: args[1]: no type 'colum'"
      ),
      ("tablesh.roule {}", "no function 'tablesh.roule'"),
      ("tablesh.rule = 3", "'tablesh' cannot be changed"),
    ])
  func declarations(text: String, message: String) throws {
    let desk = Desk()
    let path = try folder.file("bad.lua", "\n" + text)
    let error = try failure { () throws(LuaFailure) in try desk.session.load(plugin: path) }
    expectEqual(error.message, message)
    expectEqual(error.place, path + ":2")
  }

  @Test("a plugin that fails leaves nothing behind; loaded again it replaces itself")
  func reload() throws {
    let desk = Desk()
    let path = try folder.file(
      "p.lua", "tablesh.rule { name = 'one', fn = function() return true end } error('late')")
    let error = try failure { () throws(LuaFailure) in try desk.session.load(plugin: path) }
    expectEqual(error.message, "late")
    expect(desk.session.rules.isEmpty)
    _ = try folder.file("p.lua", "tablesh.rule { name = 'one', fn = function() return true end }")
    try desk.session.load(plugin: path)
    try desk.session.load(plugin: path)
    expectEqual(desk.session.rules.map(\.name), ["one"])
    let other = try folder.file("q.lua", "tablesh.rule { name = 'one', fn = function() end }")
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.session.load(plugin: other) }.message,
      "there is a rule 'one' already")
  }

  @Test("each plugin has an environment of its own")
  func environments() throws {
    let desk = try load("secret = 1 string.format = nil", name: "a.lua")
    _ = try load("assert(_G.secret == nil and string.format)", desk, name: "b.lua")
    try expectEqual(desk.lua("_G.secret"), ["nil"])
  }

  @Test("what a plugin may not do names the flag")
  func permissions() throws {
    let desk = Desk()
    for (text, flag) in [
      ("io.open('/etc/passwd')", "--allow-read"), ("os.getenv('HOME')", "--allow-env"),
      ("os.execute('true')", "--allow-run"), ("os.remove('x')", "--allow-write"),
      ("io.popen('ls')", "--allow-run"), ("dofile('x')", "--allow-read"),
    ] {
      let error = try failure { () throws(LuaFailure) in try desk.lua(text) }
      expectEqual(error.code, "permission-denied")
      expectEqual(error.hint?.contains(flag), true, "\(text): \(error)")
    }
  }

  @Test("a file that is not there is an error with its name")
  func missing() throws {
    let error = try failure { () throws(LuaFailure) in try Desk().session.load(plugin: "no.lua") }
    expectEqual(error.message, "cannot read 'no.lua': no such file or directory")
  }

  @Test("a syntax error in a plugin tells its line")
  func syntax() throws {
    let path = try folder.file("s.lua", "#!/usr/bin/env tablesh\nlocal x = \nreturn )")
    let error = try failure { () throws(LuaFailure) in try Desk().session.load(plugin: path) }
    expectEqual(error.code, "lua-syntax")
    expectEqual(error.place, path + ":3")
  }

  @Test("a policy allows, refuses with a reason, or names another row")
  func policy() throws {
    let desk = try load(
      """
      tablesh.policy { name = "rome", section = "Crew", will_select = function(row, selection)
        if row.name == "Cy" then return false, "Cy is away" end
        if row.name == "Di" then return "@P5" end
        return #selection < 1
      end }
      """)
    desk.shell.controller.policies = desk.session.policies
    func tap(_ key: String) throws -> Transaction {
      let row = try require(desk.table.row(withKey: [key]))
      return try desk.shell.controller.perform([.tap(row)], title: "")
    }
    try expectEqual(tap("P3").refusal?.description, "Cy is away")
    _ = try tap("P4")
    expectEqual(desk.shell.selection.map { desk.table.key(of: $0) }, ["P5"])
    _ = try tap("P1")
    expectEqual(desk.shell.selection.count, 2)
  }

  @Test("a policy sees the table that it judges, and can change nothing")
  func policyTable() throws {
    let desk = try load(
      """
      tablesh.policy { name = "look", will_select = function(row, selection)
        local count = 0
        for other in tablesh.table():where("city == 'Oslo'") do count = count + 1 end
        for other in tablesh.table():selected() do count = count + 1 end
        local edited, edit_error = pcall(tablesh.edit, function() end)
        local ran, run_error = pcall(tablesh.run, "sort name")
        return false, count .. " " .. tostring(edited or ran)
      end }
      """)
    desk.shell.controller.policies = desk.session.policies
    let row = try require(desk.table.row(withKey: ["P3"]))
    try expectEqual(
      desk.shell.controller.perform([.tap(row)], title: "").refusal?.description, "2 false")
    expect(desk.shell.lines.isEmpty)
  }
}
