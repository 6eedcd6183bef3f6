import Expectations
import Testing

@testable import TableShell

/// Members of cells in conditions and values.
struct CellMemberTests {
  private static let users = """
    [{"id":1,"user":{"name":"Ann","address":{"city":"Rome"},"a b":1.50,"ok":true}},
     {"id":2,"user":{"na\\u006de":"Bob","address":null}},{"id":3,"user":null},{"id":4,"user":"text"}]
    """

  private func file(_ text: String = users, _ name: String = "t.json") throws -> OpenedFile {
    try OpenedFile(text, name: name)
  }

  @Test(
    "a name behind a dot gives the member of an object, and nil where there is none",
    arguments: [
      ("user.name == 'Ann'", "1"), ("user.name ~= nil", "2"), ("user.address.city == 'Rome'", "1"),
      ("row.user.name == 'Bob'", "1"), ("row['user'].name == 'Bob'", "1"),
      ("user['a b'] == 1.5", "1"), ("user[\"name\"] == \"Bob\" and id > 1", "1"),
      ("user.ok", "1"), ("user.name and user.name:lower() == 'ann'", "1"),
      ("user.address == '{\"city\":\"Rome\"}'", "1"),
      ("(function(user) return user.name end)({name = id}) == 3", "1"),
      ("string.len(user.name or '') == 3", "2"),
    ])
  func members(_ expression: String, _ count: String) throws {
    try expectEqual(file().run("count where \(expression)"), count + "\n")
  }

  @Test("a member that is passed on keeps its text and its kind")
  func passedOn() throws {
    let text = #"[{"id":1,"u":{"n":1.50,"big":12345678901234567890,"l":[10,{"b":2}]}}]"#
    for (member, value) in [
      ("n", "1.50"), ("big", "12345678901234567890"), ("l", #"[10,{"b":2}]"#),
    ] {
      let file = try file(text)
      file.run("column add p := u.\(member)")
      try expectEqual(file.saved, text.dropLast(2) + ",\"p\":\(value)}]")
    }
  }

  @Test(
    "parentheses may stand around the column, and an object for null",
    arguments: [
      "(user or {}).name == 'Ann'", "(user).name == 'Ann'", "(row.user or {})['name'] == 'Ann'",
    ])
  func parentheses(_ expression: String) throws {
    try expectEqual(file().run("count where \(expression)"), "1\n")
  }

  @Test(
    "a comparison that cannot hold is an error",
    arguments: [
      ("user.name == 3", "user.name is never 3: it is a text in every row"),
      ("user['a b'] == '1.5'", "user['a b'] is never '1.5': it is a number in every row"),
      ("user['a b'] == 12345678901234567891", "Lua reads 12345678901234567891 as"),
    ])
  func never(_ expression: String, _ message: String) throws {
    try expect(file().run("count where \(expression)").hasPrefix("error: \(message)"))
  }

  @Test("a member becomes a value, and YAML has members, too")
  func values() throws {
    let text = "- id: 1\n  n: x\n  user: {name: Ann}\n- id: 2\n  n: y\n  user:\n    name: Bob\n"
    let yaml = try file(text, "t.yaml")
    expectEqual(yaml.run("count where user.name == 'Bob'"), "1\n")
    yaml.run("edit * n := user.name")
    try expectEqual(
      yaml.saved, text.replacing("n: x", with: "n: Ann").replacing("n: y", with: "n: Bob"))
    yaml.run("undo; column add p := user")
    try expectEqual(
      yaml.saved,
      text.replacing("{name: Ann}", with: "{name: Ann}\n  p: {\"name\":\"Ann\"}")
        .replacing("name: Bob", with: "name: Bob\n  p: {\"name\":\"Bob\"}"))
    try expectEqual(file("id,a\n1,x\n", "t.csv").run("count where a:upper() == 'X'"), "1\n")
  }

  @Test(
    "a member that no row has is an error that names the nearest",
    arguments: [
      ("user.nme == 1", "no row has 'nme' in 'user'", "did you mean 'name'?"),
      ("user.address.town == 1", "no row has 'town' in 'user.address'", "it has: city"),
      ("user.name.first == 1", "no row has 'first' in 'user.name'", nil),
      (
        "id.x == 1", "no row has 'x' in column 'id', which holds no objects",
        "a function is called with a colon: id:lower()"
      ),
      (
        "user.name:lower() == 'x'",
        "Lua failed on 2 of 4 rows; the first is @3 (0:2): attempt to index a nil value (user.name)",
        "null is nil: 'user.name and …' leaves such rows out; or --skip-errors"
      ),
    ] as [(String, String, String?)])
  func unknown(_ expression: String, _ message: String, _ hint: String?) throws {
    let hint = hint.map { "hint:  \($0)\n" } ?? ""
    try expectEqual(file().run("count where \(expression)"), "error: \(message)\n" + hint)
  }

  @Test("the length or an element of a list is an error, as a list is a text to Lua")
  func lists() throws {
    let lists = "[{\"id\":1,\"tags\":[\"x\",\"y\"],\"n\":\"ab\"},{\"id\":2,\"tags\":[]}]"
    for expression in [
      "#tags == 2", "#(tags) == 2", "# row.tags == 2", "#row['tags'] > 1", "tags[1] == 'x'",
      "row.tags[1] == 'x'", "id > 0 and row[\"tags\"][ id ] == 'x'",
    ] {
      let reply = try file(lists).run("count where \(expression)")
      expect(
        reply.hasPrefix("error: tags of row '1' is JSON, which is a text to Lua"), "\(expression)")
    }
    let hint = "row.text.tags:find('\"x\"', 1, true)"
    try expect(file(lists).run("count where #tags > 3").contains("hint:  \(hint) looks"))
    for (expression, count) in [
      (hint, "1"), ("#(n or '') == 2", "1"), ("#row.text.tags == 2", "1"),
    ] {
      try expectEqual(file(lists).run("count where \(expression)"), count + "\n", "\(expression)")
    }
    try expect(file(lists).run("column add k := #tags").hasPrefix("error: tags"))
    try expectEqual(file("id,a\n1,\"[1,2]\"\n", "t.csv").run("count where #a == 5"), "1\n")
  }
}
