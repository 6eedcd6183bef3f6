import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// JSON objects of values, lists and objects.
struct JSONOutlineTests {
  private func json(_ text: String) throws -> LoadedTable { try load(text, name: "t.json") }

  private func row(_ path: String, _ loaded: LoadedTable) throws -> Int {
    Int(try require(loaded.table.row(withKey: [path])).rawValue)
  }

  @Test("values are rows, lists of objects and objects of objects are sections, both by name")
  func sections() throws {
    let loaded = try json(
      #"{"z":1,"items":[{"id":7},null],"b":{"y":{"id":2},"x":{}},"a":[],"n":null,"t":["q"],"o":{"m":1}}"#
    )
    expectEqual(loaded.table.sections.map(\.name), ["rows", "a", "b", "items"])
    expectEqual(loaded.table.columns.map(\.name), ["path", "key", "value", "m", "id"])
    expectEqual(
      loaded.texts,
      [
        ["n", "n", nil, nil, nil], ["o", "o", nil, "1", nil], ["t", "t", "[\"q\"]", nil, nil],
        ["z", "z", "1", nil, nil], ["b/x", "x", nil, nil, nil], ["b/y", "y", nil, nil, "2"],
        ["items/0", "0", nil, nil, "7"], ["items/1", "1", nil, nil, nil],
      ])
    expectEqual(loaded.table.keyColumns, [loaded.table.columns[0].id])
  }

  @Test("an object of objects, and one of values, is a table of its members")
  func rows() throws {
    let loaded = try json(#"{"bob":{"age":1},"ann":{"age":2},"10":3,"9":[1]}"#)
    expectEqual(loaded.table.columns.map(\.name), ["key", "value", "age"])
    expectEqual(loaded.table.sections.map(\.name), ["rows"])
    expectEqual(
      loaded.texts,
      [
        ["9", "[1]", nil], ["10", "3", nil], ["ann", nil, "2"], ["bob", nil, "1"],
      ])
  }

  @Test("our columns and our section get a $ where members have their names")
  func names() throws {
    let loaded = try json(#"{"rows":[{"path":1,"key":2,"$key":3,"value":4}],"n":1}"#)
    expectEqual(loaded.table.columns.map(\.name).prefix(3), ["$path", "$$key", "$value"])
    expectEqual(loaded.table.sections.map(\.name), ["$rows", "rows"])
  }

  @Test(
    "what was read is saved byte for byte",
    arguments: [
      #"{"a":null}"#, #"{"a":[],"b":{}}"#, #"{"a":[1,[2]],"b":[{"x":1},2]}"#,
      "{ \"z\" : 1 ,\n\t\"a\":[ { \"i\" : 1.0 } ,{}],\r\n\"b\":null }\n\n", #"{"":{"":{"":1}}}"#,
      #"{"columns":["a"],"sections":3}"#, #"{"columns":[{"a":1}],"sections":[{"b":2}],"n":1}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1.0,2]}}]}"#,
      #"{"a/b":1,"a":{"b":{"x":1}},"~1":{"c":{"y":2}},"é":1}"#,
    ])
  func identity(_ text: String) throws {
    try expectEqual(json(text).saved(), text)
  }

  @Test("an edited cell changes its value only")
  func edit() throws {
    let text =
      #"{"total":2,"next":null,"items":[{"id":1,"n":null,"tags":[]},{"id":2,"n":"x"}]}"#
    var loaded = try json(text)
    loaded.set(try row("items/0", loaded), "id", Cell(.number, "10"))
    try expectEqual(loaded.saved(), text.replacing("\"id\":1", with: "\"id\":10"))
    loaded.set(try row("next", loaded), "value", Cell("p"))
    loaded.set(try row("items/1", loaded), "tags", Cell(.json, "[ 1]"))
    try expectEqual(
      loaded.saved(),
      #"{"total":2,"next":"p","items":[{"id":10,"n":null,"tags":[]},{"id":2,"n":"x","tags":[ 1]}]}"#
    )
  }

  @Test("rows of a list are inserted, deleted and moved as elements")
  func elements() throws {
    var loaded = try json(
      "{\"n\":1,\"items\":[\n  {\"id\":1},\n  {\"id\":2},\n  {\"id\":3}\n],\"z\":true}")
    let rows = loaded.table.sections[1].rows.list
    loaded.table.setRows([rows[2], rows[0]], inSection: 1)
    try expectEqual(
      loaded.saved(), "{\"n\":1,\"items\":[\n  {\"id\":3},\n  {\"id\":1}\n],\"z\":true}")
  }

  @Test("a row that has a value and members, or a value in a list, is refused by name")
  func refused() throws {
    var loaded = try json(#"{"n":1,"items":[{"id":1}]}"#)
    func code() -> String? {
      do { _ = try loaded.saved() } catch { return (error as? SourceError)?.message }
      return nil
    }
    loaded.set(try row("n", loaded), "id", Cell("x"))
    expect(code()?.contains("row 'n'") == true && code()?.contains("'value'") == true)
    loaded = try json(#"{"n":1,"items":[{"id":1}]}"#)
    loaded.set(try row("items/0", loaded), "value", Cell("x"))
    expectEqual(code()?.contains("row 'items/0'"), true)
    loaded = try json(#"{"n":1,"m":2,"items":[{"id":1}]}"#)
    loaded.set(try row("n", loaded), "key", Cell("m"))
    expectEqual(code()?.contains("two members 'm'"), true)
    loaded = try json(#"{"n":1,"items":[{"id":1}]}"#)
    loaded.table.columns.removeAll { $0.name == "value" }
    expectEqual(code()?.contains("column 'value'"), true)
  }

  @Test("members are renamed where they stand")
  func renamed() throws {
    var loaded = try json(#"{"n" : 1,"b":{"x" :{"i":1},"y":{"i":2}},"items":[{"id":1}]}"#)
    loaded.set(try row("n", loaded), "key", Cell("m"))
    loaded.set(try row("b/x", loaded), "path", Cell("b/q"))
    try expectEqual(
      loaded.saved(), #"{"m" : 1,"b":{"q" :{"i":1},"y":{"i":2}},"items":[{"id":1}]}"#)
    loaded.set(try row("b/y", loaded), "path", Cell("items/y"))
    expect(throws: SourceError.self) { try loaded.saved() }
  }

  @Test("comments and commas behind last values are kept, and a note says so")
  func comments() throws {
    let text = """
      // top
      {
        // name
        "name": "x", // behind name
        "items": [
          // first
          {"id": 1, "o": {"a": 1, /* in */ "b": [1,2,],}}, // c1
          {"id": 2} // c2
          // end
        ], /* behind items */
      }

      """
    var loaded = try json(text)
    expectEqual(loaded.notes.count, 1)
    try expect(load(text, name: "t.jsonc").notes.isEmpty)
    expect(failure(text, name: "t.json") { $0.isStrict = true } != nil)
    try expectEqual(loaded.saved(), text)
    let first = try row("items/0", loaded)
    expect(loaded.table.cell(RowID(UInt32(first)), loaded.table.columns[4].id).text.hasPrefix("{"))
    loaded.set(first, "id", Cell(.number, "5"))
    try expectEqual(loaded.saved(), text.replacing("\"id\": 1", with: "\"id\": 5"))
    loaded.delete(try row("items/1", loaded))
    let saved = try loaded.saved()
    expect(saved.contains("// c1\n    // c2\n    // end\n  ], /* behind items */\n}"), "\(saved)")
    try expectEqual(json(saved).table.rowCount, 2)
  }

  @Test("an array keeps comments, too")
  func commentedRows() throws {
    let text = "[\n  {\"a\":1}, // one\n  {\"a\":2}, // two\n]\n"
    var loaded = try json(text)
    try expectEqual(loaded.saved(), text)
    loaded.insert(["x"], at: 2)
    try expectEqual(
      loaded.saved(), "[\n  {\"a\":1}, // one\n  {\"a\":2}, // two\n  {\"a\":\"x\"},\n]\n")
  }

  @Test("JSON5 is refused by its name, unless it is to be read as JSON")
  func json5() throws {
    expectEqual(failure("{a:1}", name: "t.json5")?.code, "foreign-file")
    try expectEqual(load("[{\"a\":1},]", name: "t.json5") { $0.loader = "json" }.table.rowCount, 1)
  }
}
