import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct JSONSaveTests {
  @Test("names of members keep their own spelling and spacing when a row elsewhere is edited")
  func memberHeads() throws {
    for text in [
      "{\"A\"\t:[{\"id\":\"x\"}],\"B\":[{\"id\":\"y\"}],\"D\":[ ], \"\\u0043\" :[]}",
      "{\"columns\" :[\"id\"],\"sections\":[{\"id\"\t:\"A\",\"ro\\u0077s\":[{\"id\":\"x\"}]}]}",
    ] {
      var loaded = try load(text, name: "t.json")
      loaded.set(0, "id", "z")
      try expectEqual(loaded.saved(), text.replacing("\"x\"", with: "\"z\""))
    }
  }

  private func json(_ text: String) throws -> LoadedTable { try load(text, name: "t.json") }

  @Test("one edited cell changes its row only, in the spacing of the document")
  func oneCell() throws {
    var compact = try json("[{\"b\":1.10,\"a\":\"x\"},{\"a\":\"\\u00e9\",\"b\":2}]\n")
    compact.set(0, "a", "y\"")
    try expectEqual(
      compact.saved(), "[{\"b\":1.10,\"a\":\"y\\\"\"},{\"a\":\"\\u00e9\",\"b\":2}]\n")
    var pretty = try json("[\n  {\n    \"a\": 1,\n    \"b\": 2\n  },\n  {\n    \"a\": 3\n  }\n]")
    pretty.set(1, "b", Cell(.number, "4.0"))
    try expectEqual(
      pretty.saved(),
      "[\n  {\n    \"a\": 1,\n    \"b\": 2\n  },\n  {\n    \"a\": 3,\n    \"b\": 4.0\n  }\n]")
  }

  @Test("a member whose column is renamed has its name escaped in each row")
  func renamed() throws {
    let loaded = try json("[{\"a\" : 1,\"b\":2},{\"b\":3}]")
    var editor = Editor(table: loaded.table)
    for (column, name) in zip(loaded.table.columns, ["say \"a\\\"", "b\nc"]) {
      try editor.perform([.renameColumn(column.id, name)], title: "rename")
    }
    let saved = String(decoding: try loaded.origin.bytes(of: editor.table), as: UTF8.self)
    expectEqual(saved, #"[{"say \"a\\\"" : 1,"b\nc":2},{"b\nc":3}]"#)
    try expectEqual(json(saved).table.columns.map(\.name), ["say \"a\\\"", "b\nc"])
  }

  @Test("white space between rows that both stay is kept")
  func gaps() throws {
    var loaded = try json("[{\"a\":1},\n{\"a\":2} ,{\"a\":3},\n\n{\"a\":4}]")
    loaded.set(1, "a", Cell(.number, "9"))
    try expectEqual(loaded.saved(), "[{\"a\":1},\n{\"a\":9} ,{\"a\":3},\n\n{\"a\":4}]")
    loaded.delete(2)
    try expectEqual(loaded.saved(), "[{\"a\":1},\n{\"a\":9},\n{\"a\":4}]")
  }

  @Test("members that are missing stay missing, and null stays null")
  func missing() throws {
    var loaded = try json("[{\"a\":1,\"b\":null},{\"c\":2}]")
    loaded.set(0, "a", Cell(.number, "7"))
    loaded.set(1, "c", .null)
    try expectEqual(loaded.saved(), "[{\"a\":7,\"b\":null},{\"c\":null}]")
  }

  @Test("rows inserted and deleted keep the spacing between rows")
  func insertion() throws {
    var loaded = try json("{ \"P\": [\n\t{ \"id\" : 1 },\n\t{ \"id\" : 2 }\n], \"C\": [] }\n")
    loaded.insert(["3"], section: 0, at: 2)
    try expectEqual(
      loaded.saved(),
      "{ \"P\": [\n\t{ \"id\" : 1 },\n\t{ \"id\" : 2 },\n\t{ \"id\" : \"3\" }\n], \"C\": [] }\n"
    )
    loaded.delete(0)
    loaded.delete(1)
    loaded.delete(2)
    try expectEqual(loaded.saved(), "{ \"P\": [], \"C\": [] }\n")
  }

  @Test("a renamed or moved column is written so in every row")
  func columns() throws {
    var loaded = try json("[{\"a\":1,\"b\":2},{\"b\":3}]")
    loaded.table.columns[0].name = "A"
    loaded.table.columns.swapAt(0, 1)
    try expectEqual(loaded.saved(), "[{\"b\":2,\"A\":1},{\"b\":3}]")
  }

  @Test("a TABLE is saved as a TABLE with all its members")
  func table() throws {
    let text = """
      {"columns":["id","n"],"made by":"hand","key":["id"],
       "sections":[{"id":"P","title":"Pilots","color":[1,2],"rows":[
        {"id":"a","n":1},
        {"id":"b"}]},
       {"title":"Crew","rows":[]}]}

      """
    var loaded = try json(text)
    try expectEqual(loaded.saved(), text)
    loaded.set(1, "n", Cell(.number, "5"))
    try expectEqual(
      loaded.saved(), text.replacing("{\"id\":\"b\"}", with: "{\"id\":\"b\",\"n\":5}"))
    loaded.table.columns[1].name = "m"
    loaded.table.relabelSection(
      at: 1, Section.Label(name: "C", title: "Cabin", header: "top", footer: nil))
    loaded.table.arrangeSections([1, 0])
    try expectEqual(
      loaded.saved(),
      """
      {"columns":["id","m"],"made by":"hand","key":["id"],
       "sections":[{"id":"C","title":"Cabin","header":"top","rows":[]},
       {"id":"P","title":"Pilots","color":[1,2],"rows":[
        {"id":"a","m":1},
        {"id":"b","m":5}]}]}

      """)
    try expectEqual(json(try loaded.saved()).texts, loaded.texts)
  }

  @Test("sections that are a view of a column leave the document's own sections alone")
  func view() throws {
    let text =
      "{\"P\":[{\"id\":1,\"g\":\"x\"},{\"id\":2,\"g\":\"y\"}],\"E\":[],\"C\":[{\"id\":3,\"g\":\"x\"}]}"
    var loaded = try json(text)
    guard let column = loaded.table.column(named: "g") else { return }
    loaded.table.regroup(by: column.id)
    expectEqual(loaded.table.sections.map(\.count), [2, 1])
    try expectEqual(loaded.saved(), text)
    loaded.set(2, "g", "z")
    try expectEqual(
      loaded.saved(), text.replacing("\"id\":3,\"g\":\"x\"", with: "\"id\":3,\"g\":\"z\""))
    loaded.delete(0)
    try expectEqual(
      loaded.saved(), "{\"P\":[{\"id\":2,\"g\":\"y\"}],\"E\":[],\"C\":[{\"id\":3,\"g\":\"z\"}]}")
  }

  @Test("a number column is exported as numbers where the text survives, else as text")
  func export() throws {
    let loaded = try load("id,n,t\n1,1.5,007\n2,1.10,x\n3,,\"\"\n")
    let written = Collected()
    try FileOrigin.export(
      loaded.table, as: .json, to: { (bytes) throws(SourceError) in written.bytes += bytes })
    expectEqual(
      written.text,
      """
      {"columns":["id","n","t"],"key":["id"],
       "sections":[{"id":"rows","title":"rows","rows":[
         {"id":1,"n":1.5,"t":"007"},
         {"id":2,"n":"1.10","t":"x"},
         {"id":3,"n":null,"t":""}]}]}

      """)
    let again = try json(written.text)
    expectEqual(again.texts, loaded.texts)
    let rows = Collected()
    try FileOrigin.export(
      loaded.table, as: .jsonRows, to: { (bytes) throws(SourceError) in rows.bytes += bytes })
    expectEqual(
      rows.text,
      """
      [
        {"id":1,"n":1.5,"t":"007"},
        {"id":2,"n":1.10,"t":"x"},
        {"id":3,"n":null,"t":""}
      ]

      """)
  }

  @Test("rows without a key carry their number in a TABLE")
  func numbers() throws {
    let loaded = try load("n\nx\ny\n")
    let written = Collected()
    try FileOrigin.export(
      loaded.table, as: .json, to: { (bytes) throws(SourceError) in written.bytes += bytes })
    expect(written.text.contains("{\"#\":2,\"n\":\"y\"}"))
    var again = try json(written.text)
    again.delete(0)
    again.set(1, "n", "z")
    try expect(again.saved().contains("\"rows\":[\n   {\"#\":2,\"n\":\"z\"}]"))
  }

  @Test("JSON is exported as delimited text with its exact texts")
  func toDelimited() throws {
    let loaded = try json("[{\"a\":1.10,\"b\":\"x,y\"},{\"a\":true,\"b\":\"\"},{\"c\":{\"k\":1}}]")
    let written = Collected()
    try FileOrigin.export(
      loaded.table, as: .csv, to: { (bytes) throws(SourceError) in written.bytes += bytes })
    expectEqual(written.text, "a,b,c\n1.10,\"x,y\",\ntrue,\"\",\n,,\"{\"\"k\"\":1}\"\n")
  }

  private final class Collected {
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}
