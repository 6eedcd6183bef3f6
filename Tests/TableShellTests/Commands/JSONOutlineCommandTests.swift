import Expectations
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// JSON objects of values, lists and objects at the prompt.
struct JSONOutlineCommandTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)

  /// Opens a text as a file; returns what is said.
  @discardableResult
  private func open(_ text: String, _ options: String = "") throws -> String {
    try folder.write(text, to: "t.json")
    return session.run("open \(options) '\(folder.path)/t.json'")
  }

  private var file: String? { try? folder.read("t.json") }

  @Test("rows are inserted, deleted and edited in the file's own structure")
  func issue() throws {
    try open(#"{"count":2,"items":[{"id":1},{"id":2}]}"#)
    session.run("insert 1:end id=3; save")
    expectEqual(file, #"{"count":2,"items":[{"id":1},{"id":2},{"id":3}]}"#)
    try open(#"{"count":2,"items":[{"id":1},{"id":2}],"flag":true}"#)
    session.run("reload --discard; delete 1:0; save")
    expectEqual(file, #"{"count":2,"items":[{"id":2}],"flag":true}"#)
    session.run("undo; save")
    expectEqual(file, #"{"count":2,"items":[{"id":1},{"id":2}],"flag":true}"#)
  }

  @Test("undo brings rows back as they were written, also after the file was read again")
  func readAgain() throws {
    let text = #"{"b": {"y": {"q": 3, "a": 4}, "x": { "q":1, "a": 2}, "w": {"q": 5}}, "s": 5}"#
    for lines in ["delete @b/x; save", "delete @b/x; delete @b/w; save", "delete b; save"] {
      try open(text)
      session.run(lines)
      let now = try require(file)
      try folder.write(now.replacing("\"s\": 5", with: "\"s\": 6"), to: "t.json")
      session.run("reload; undo \(lines.split(separator: ";").count - 1); save")
      let back = try require(file)
      expect(back.contains(#""x": { "q":1, "a": 2}"#), "\(lines): \(back)")
      expectEqual(
        back.filter { $0 != " " },
        text.replacing("\"s\": 5", with: "\"s\": 6").filter { $0 != " " },
        "\(lines)")
      session.run("close --force")
    }
  }

  @Test("what hints say of rows with two names, and of values with members, works as it stands")
  func hints() throws {
    _ = try open("{\"m\":{\"a\":1},\"n\":3,\"l\":[{\"b\":2}]}")
    session.run("duplicate @m")
    expect(session.run("save").contains("hint:  edit @\"m copy\" key=\"m copy\"\n"))
    session.run("edit @\"m copy\" key=\"m copy\"")
    session.run("save")
    expectEqual(file, "{\"m\":{\"a\":1},\"m copy\":{\"a\":1},\"n\":3,\"l\":[{\"b\":2}]}")
    session.run("column add zz := 1")
    expect(
      session.run("save").contains("hint:  edit --null zz where row[\"value\"] ~= nil, to take"))
    session.run("edit --null zz where row[\"value\"] ~= nil; save")
    expectEqual(file?.contains("\"n\":3,\"l\":[{\"b\":2,\"zz\":1}]"), true)
  }

  @Test("no hint for rows with values and members takes from a row what the file has")
  func noLoss() throws {
    try open("{\"n\":3,\"m\":{\"a\":1,\"value\":2},\"l\":[{\"b\":2}]}")
    session.run("edit @n value=4")
    expect(session.run("save").hasSuffix("hint:  undo, then edit @n '$value'=4\n"))
    session.run("undo; edit @n a=4")
    expect(session.run("save").contains("hint:  edit --null a where row[\"$value\"] ~= nil, to"))
    session.run("undo; edit @m '$value'=4; edit @n a=4")
    for _ in 0..<2 {
      expect(session.run("save").hasSuffix("hint:  undo; '$value' is for rows without members\n"))
      session.run("undo")
    }
    expect(session.run("save").contains("nothing to save"))
  }

  @Test("several rows without a path are inserted, and get one where it is free")
  func inserted() throws {
    try open(#"{"n":1,"items":[{"id":1}]}"#)
    session.run("insert 1:0 id=8; insert 1:end id=9; save")
    expectEqual(file, #"{"n":1,"items":[{"id":8},{"id":1},{"id":9}]}"#)
    expectEqual(session.run("count @items/2"), "1\n")
    session.run("edit @items/2 id=10; save")
    expectEqual(file, #"{"n":1,"items":[{"id":8},{"id":1},{"id":10}]}"#)
  }

  @Test("reloading an own save changes nothing, and paths are as in the file then")
  func reload() throws {
    try open(#"{"n":1,"items":[{"id":1},{"id":2},{"id":3}],"u":{"b":{"i":1},"a":{"i":2}}}"#)
    session.run("delete @items/0; column add q; edit @items/2 q=x; insert u key=c i=3; save")
    expectEqual(
      file,
      #"{"n":1,"items":[{"id":2},{"id":3,"q":"x"}],"u":{"b":{"i":1},"a":{"i":2},"c":{"i":3}}}"#
    )
    expect(session.run("export -").contains("items/1,1,,2,"))
    expect(session.run("reload").hasSuffix("nothing changed\n"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("export -").contains("items/0,0,,2,"))
    session.run("edit @items/0 id=7; sort by i desc in u; save")
    expect(session.run("reload").hasSuffix("nothing changed\n"))
    expectEqual(
      file,
      #"{"n":1,"items":[{"id":7},{"id":3,"q":"x"}],"u":{"c":{"i":3},"a":{"i":2},"b":{"i":1}}}"#
    )
  }

  @Test("others' changes of a list come in by content, and unsaved edits stay")
  func others() throws {
    try open(#"{"n":1,"items":[{"id":1,"a":1},{"id":2,"a":2},{"id":3,"a":3}]}"#)
    session.run("edit @items/2 a=9")
    try folder.write(
      #"{"n":5,"items":[{"id":0},{"id":1,"a":1},{"id":3,"a":3}]}"#, to: "t.json")
    let said = session.run("reload")
    expect(said.contains("changed 1 cell"), "\(said)")
    expectEqual(session.run("conflicts"), "no conflicts\n")
    session.run("save")
    expectEqual(file, #"{"n":5,"items":[{"id":0},{"id":1,"a":1},{"id":3,"a":9}]}"#)
  }

  @Test("save - and a copy have the structure of the file, export has a TABLE")
  func copies() throws {
    try open(#"{"n":1,"items":[{"id":1}],"x":null}"#)
    session.run("edit @items/0 id=2")
    expectEqual(session.run("save -"), #"{"n":1,"items":[{"id":2}],"x":null}"#)
    session.run("save '\(folder.path)/c.json'")
    try expectEqual(folder.read("c.json"), #"{"n":1,"items":[{"id":2}],"x":null}"#)
    session.run("export '\(folder.path)/e.json'")
    try expect(folder.read("e.json").hasPrefix("{\"columns\":[\"path\","))
  }

  @Test("a row that was deleted comes back after a reload, though another has its place")
  func undone() throws {
    try open(#"{"v":1,"a":[{"x":1},{"x":2}]}"#)
    session.run("delete 1:0; save; reload")
    expect(session.run("undo").contains("inserted 1 row"))
    session.run("save")
    expectEqual(file, #"{"v":1,"a":[{"x":1},{"x":2}]}"#)
  }

  @Test("sections that are made from a column are not written, in whatever order")
  func sectioned() throws {
    let text = #"{"n":1,"items":[{"id":1,"s":"a"},{"id":2,"s":"b"},{"id":3,"s":"a"}]}"#
    try open(text)
    session.run("section by s; edit @items/1 id=9; save")
    expect(file?.contains(#""n":1,"items":["#) == true && file?.contains(#""id":9"#) == true)
    session.run("undo to 0; save --force")
    expectEqual(file, text)
  }

  @Test("copies of lines of JSON have lines, whatever they are called")
  func lines() throws {
    for text in [
      "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}{\"a\":2}", "\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n",
    ] {
      try open(text)
      session.run("edit 0:0 a=3; save --overwrite '\(folder.path)/c.json'")
      try expectEqual(folder.read("c.json"), text.replacing("1}", with: "3}"))
      session.run("close --force")
    }
  }

  @Test("a database's rules apply to a file with --loader firebase only")
  func loader() throws {
    expect(session.run("loaders").contains("firebase  JSON as a Realtime Database has it\n"))
    let said = try open(#"{"n":1,"items":[{"id":1},{"id":2}],"x":null}"#, "--loader firebase")
    expect(said.contains("without nulls"), "\(said)")
    session.run("delete @items/0; save")
    let saved = "{\n  \"items\": {\n    \"1\": {\n      \"id\": 2\n    }\n  },\n  \"n\": 1\n}\n"
    expectEqual(file, saved)
    // It is plain JSON to whoever opens it without.
    session.run("close; open '\(folder.path)/t.json'; edit @items/1 id=3; save")
    expectEqual(file, saved.replacing("2", with: "3"))
  }

  @Test("all rows go and come back")
  func emptied() throws {
    let text = "{\n  \"n\": 1,\n  \"items\": [\n    {\"id\": 1},\n    {\"id\": 2}\n  ]\n}\n"
    try open(text)
    session.run("delete 1:*; save")
    expectEqual(file, "{\n  \"n\": 1,\n  \"items\": []\n}\n")
    expect(session.run("reload").hasSuffix("nothing changed\n"))
    session.run("insert 1 id=5; save")
    expectEqual(file?.contains("\"items\": [{\"id\":\"5\"}]"), false)
    session.run("undo to 0; save --force")
    expectEqual(file, text)
  }
}
