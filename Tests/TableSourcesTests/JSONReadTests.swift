import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct JSONReadTests {
  private func json(_ text: String) throws -> LoadedTable { try load(text, name: "t.json") }

  private func message(_ text: String) -> String? { failure(text, name: "t.json")?.message }

  @Test("an array of objects is a table whose columns come in order of appearance")
  func rows() throws {
    let loaded = try json("[{\"b\":1,\"a\":\"x\"},{\"c\":null,\"b\":2},{}]")
    expectEqual(loaded.table.columns.map(\.name), ["b", "a", "c"])
    expectEqual(loaded.texts, [["1", "x", nil], ["2", nil, nil], [nil, nil, nil]])
    expectEqual(loaded.table.sections.map(\.name), ["rows"])
  }

  @Test("numbers, escapes and nested values keep their text and say their kind")
  func tokens() throws {
    let loaded = try json(
      "[{\"n\":12345678901234567890,\"d\":1.10,\"e\":-0.0E+5,\"t\":true,\"s\":\"\\u00e9\\ud83d\\ude00\\n\\/\",\"o\":{\"x\": [1, 2]}}]"
    )
    let row = RowID(0)
    let cells = loaded.table.cells(row)
    expectEqual(
      cells,
      [
        Cell(.number, "12345678901234567890"), Cell(.number, "1.10"), Cell(.number, "-0.0E+5"),
        Cell(.bool, "true"), Cell(.text, "é😀\n/"), Cell(.json, "{\"x\": [1, 2]}"),
      ])
  }

  @Test("an object of arrays is a table whose members are sections")
  func sections() throws {
    let loaded = try json("{\"Pilots\":[{\"id\":1},{\"id\":2}],\"Crew\":[],\"Cabin\":[{\"id\":3}]}")
    expectEqual(loaded.table.sections.map(\.name), ["Pilots", "Crew", "Cabin"])
    expectEqual(loaded.table.sections.map(\.count), [2, 0, 1])
    expect(loaded.table.hasKey)
  }

  @Test("a TABLE brings its columns, key, sections, headers and footers")
  func table() throws {
    let loaded = try json(
      """
      {"sections":[{"title":"P","header":"top","rows":[{"n":1,"k":"a"}]},
       {"id":"x","title":"P","footer":"end","header":null,"rows":[{"k":"b"}]}],
       "key":["k"],"columns":["k","n","z"]}
      """)
    expectEqual(loaded.table.columns.map(\.name), ["k", "n", "z"])
    expectEqual(loaded.table.sections.map(\.name), ["P", "x"])
    expectEqual(loaded.table.sections.map(\.title), ["P", "P"])
    expectEqual(loaded.table.sections.map(\.header), ["top", nil])
    expectEqual(loaded.table.sections.map(\.footer), [nil, "end"])
    expectEqual(loaded.table.allRows.map { loaded.table.key(of: $0) }, ["a", "b"])
    expectEqual(loaded.texts, [["a", "1", nil], ["b", nil, nil]])
  }

  @Test("row numbers in a TABLE without a key are no column")
  func numbers() throws {
    let loaded = try json(
      "{\"columns\":[\"a\"],\"sections\":[{\"id\":\"s\",\"rows\":[{\"#\":1,\"a\":2}]}]}")
    expectEqual(loaded.table.columns.map(\.name), ["a"])
    expectEqual(loaded.table.key(of: RowID(0)), "1")
  }

  @Test(
    "what is no JSON, or no table, is named by line and column",
    arguments: [
      ("[{\"a\":1} /]", "1:10: found '/' where ',' or ']' is expected"),
      ("[{\"a\":1}\n {\"a\":2}]", "2:2: found '{' where ',' or ']' is expected"),
      ("[{\"a\" 1}]", "1:7: found '1' where ':' after the name of a member is expected"),
      ("[{\"a\":01}]", "1:7: a number begins with 0"),
      ("[{\"a\":-}]", "1:8: found '}' where a digit is expected"),
      ("[{\"a\":1.}]", "1:9: found '}' where a digit after the decimal point is expected"),
      ("[{\"a\":\"x\ny\"}]", "1:9: an unescaped control character in a string"),
      ("[{\"a\":\"x}]", "1:7: a string is opened here and never closed"),
      ("[{\"a\":\"\\q\"}]", "1:8: an escape that JSON does not know"),
      (
        "[{\"a\":\"\\u12g4\"}]",
        "1:12: found 'g' where four hexadecimal digits after \\u is expected"
      ),
      ("[{\"a\":nul}]", "1:7: found 'n' where a value is expected"),
      ("[{\"a\":1}", "1:9: the text ends where ',' or ']' is expected"),
      ("[{\"a\":1}] x", "1:11: text follows the end of the document"),
      ("[{\"a\":1},\n{\"é\":1,\"é\":2}]", "2:8: member 'é' appears twice in one object"),
      ("{\"a\":[],\"a\":[]}", "1:9: member 'a' appears twice in one object"),
      ("[[1,2]]", "1:2: a row must be an object"), ("[1]", "1:2: a row must be an object"),
      ("42", "1:1: the document is a single value, not a table"),
      (
        "{\"columns\":[\"a\"],\"sections\":[{\"rows\":[]}]}",
        "1:30: a section has neither 'id' nor 'title'"
      ),
      (
        "{\"columns\":[\"a\"],\"sections\":[{\"id\":\"s\"},{\"id\":\"s\"}]}",
        "1:41: two sections have the id 's'"
      ),
      (
        "{\"columns\":[\"a\"],\"sections\":[{\"id\":\"s\",\"rows\":[{\"b\":1}]}]}",
        "1:49: row has a member 'b', which is not among 'columns'"
      ),
      (
        "{\"columns\":[\"a\",\"a\"],\"sections\":[]}", "1:17: column 'a' appears twice in 'columns'"
      ),
      (
        "{\"columns\":[\"a\"],\"key\":[\"b\"],\"sections\":[]}",
        "1:25: key 'b' is not among the columns"
      ),
      ("\u{1}", "1:1: found a control character where a value is expected"),
    ])
  func errors(_ text: String, _ expected: String) {
    expectEqual(message(text), "t.json:" + expected)
  }

  @Test("a TABLE whose key has duplicates is an error")
  func duplicateKey() {
    let text =
      "{\"columns\":[\"a\"],\"key\":[\"a\"],\"sections\":[{\"id\":\"s\",\"rows\":[{\"a\":1},\n{\"a\":1}]}]}"
    expectEqual(message(text), "t.json:2: key '1' (a) is already used in line 1")
  }

  @Test("an empty file is an error, an empty array an empty table")
  func empty() throws {
    expectEqual(failure(" \n", name: "t.json"), .emptyFile("t.json"))
    try expectEqual(json("[]").table.rowCount, 0)
    try expect(json("{}").table.sections.isEmpty)
  }

  @Test("values nest to a bound, beyond which is an error and no crash")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      "[{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        + "}]"
    }
    try expectEqual(json(nested(400)).table.rowCount, 1)
    expectEqual(message(nested(100_000))?.hasSuffix("values nest deeper than 512"), true)
    expectEqual(message(String(repeating: "[", count: 100_000))?.hasSuffix("an object"), true)
  }

  @Test("a file without an extension that begins with a bracket is JSON")
  func recognition() throws {
    try expectEqual(load(" [{\"a\":1}]", name: "stdin").origin.formatName, "json")
    try expectEqual(load("a,b\n", name: "stdin").origin.formatName, "csv")
    let text = try load("[a],b\n1,2\n", name: "stdin") { $0.loader = "csv" }
    expectEqual(text.table.columns.map(\.name), ["[a]", "b"])
  }

  @Test("any bytes are read or refused, never a crash, and what is read is saved as it was")
  func fuzz() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let start = Array(
      "{\"P\": [{\"a\": 1.50, \"b\": \"\\u00e9\"},\n {\"a\": [1, {}]}], \"C\": []}\n".utf8)
    let bytes = Array("{}[]\",:\\0123eE+-. \ntfnu".utf8) + [0, 0xFF, 0xC3]
    for round in 0..<5_000 {
      var text = start
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: text.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: at)
        case 1: text.insert(bytes.randomElement(using: &random) ?? 0, at: at)
        default: text[at] = bytes.randomElement(using: &random) ?? 0
        }
      }
      guard let loaded = try? load(text, name: "t.json") else { continue }
      try expectEqual(loaded.origin.bytes(of: loaded.table), text, "seed \(seed), round \(round)")
    }
  }
}
