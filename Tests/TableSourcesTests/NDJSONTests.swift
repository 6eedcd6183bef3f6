import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct NDJSONTests {
  private func lines(_ text: String) throws -> LoadedTable { try load(text, name: "t.ndjson") }

  @Test(
    "lines are kept byte for byte: blank ones, line ends, blanks, a missing last newline",
    arguments: [
      "{\"a\":1}\n", "{\"a\":1}", "{\"a\":1}\r\n{\"a\":2}\r\n", "\n\n{\"a\":1}\n\n\n{\"b\":2} \n ",
      "\u{FEFF}{\"a\":1}\n{\"b\":[1,{\"c\":2}]}", "{}\n{\"a\":null}\n",
    ])
  func identity(_ text: String) throws {
    let loaded = try lines(text)
    try expectEqual(loaded.saved(), text)
    expectEqual(loaded.origin.formatName, "ndjson")
  }

  @Test("an edited cell changes its value only: the order, the white space and numbers stay")
  func oneCell() throws {
    let text = "{\"b\": 1.10 , \"a\":\"x\"}\r\n\n{ \"a\":\"\\u00e9\",\"c\":1E2,\"b\":2}"
    var loaded = try lines(text)
    loaded.set(0, "a", "y")
    try expectEqual(loaded.saved(), text.replacing("\"x\"", with: "\"y\""))
    loaded.set(1, "b", Cell(.number, "3"))
    try expectEqual(
      loaded.saved(), text.replacing("\"x\"", with: "\"y\"").replacing("\"b\":2}", with: "\"b\":3}")
    )
    loaded.set(0, "c", "new")
    try expect(
      loaded.saved().hasPrefix("{\"b\": 1.10 , \"a\":\"y\", \"c\": \"new\"}\r\n\n{ "))
  }

  @Test("rows are deleted, inserted and moved line by line")
  func rows() throws {
    var loaded = try lines("{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":3}")
    loaded.delete(1)
    try expectEqual(loaded.saved(), "{\"a\":1}\r\n{\"a\":3}")
    loaded.insert(["x"], at: 2)
    try expectEqual(loaded.saved(), "{\"a\":1}\r\n{\"a\":3}\r\n{\"a\":\"x\"}")
    loaded.table.setRows([RowID(2), RowID(0)], inSection: 0)
    try expectEqual(loaded.saved(), "{\"a\":3}\r\n{\"a\":1}")
  }

  @Test("columns are renamed and removed in each line, the rest of which stays")
  func columns() throws {
    var loaded = try lines("{\"b\": 1, \"a\": 2, \"c\": 3}\n{\"c\": 4}\n")
    loaded.table.columns[0].name = "B"
    try expectEqual(loaded.saved(), "{\"B\": 1, \"a\": 2, \"c\": 3}\n{\"c\": 4}\n")
    loaded.table.columns.remove(at: 1)
    try expectEqual(loaded.saved(), "{\"B\": 1, \"c\": 3}\n{\"c\": 4}\n")
    loaded.table.columns.remove(at: 1)
    try expectEqual(loaded.saved(), "{\"B\": 1}\n{}\n")
  }

  @Test("two objects in a row are NDJSON whatever the file is called")
  func detection() throws {
    for name in ["stdin", "t.jsonl", "t.json", "t.log"] {
      try expectEqual(load("{\"a\":1}\n{\"a\":2}\n", name: name).origin.formatName, "ndjson")
    }
    try expectEqual(load("{\"a\":[]}\n", name: "stdin").origin.formatName, "json")
    try expectEqual(load("{\"a\":1}\n", name: "t.jsonl").table.rowCount, 1)
  }

  @Test("what is no object a line is named by line and column")
  func faults() {
    func message(_ text: String) -> String? { failure(text, name: "t.ndjson")?.message }
    expectEqual(message("{\"a\":1}\n[1]\n"), "t.ndjson:2:1: a row must be an object")
    expectEqual(
      message("{\"a\":1}\n{\"a\":}\n"), "t.ndjson:2:6: found '}' where a value is expected")
    expectEqual(
      message("{\"a\":1}\n{\"a\":1,\"a\":2}"),
      "t.ndjson:2:8: member 'a' appears twice in one object"
    )
    expect(message("{\"a\":1},\n{\"a\":2}") != nil)
  }

  @Test("a file without a line is a table without rows, which gets lines")
  func noLines() throws {
    for text in ["", "\n", " \n\n"] {
      var loaded = try lines(text)
      expect(loaded.table.rowCount == 0 && loaded.table.sections.count == 1)
      try expectEqual(loaded.saved(), text)
      loaded.table.insertColumn("a", at: 0)
      loaded.insert(["x"], at: 0)
      loaded.insert(["y"], at: 1)
      try expectEqual(loaded.saved(), "{\"a\":\"x\"}\n{\"a\":\"y\"}\n")
    }
  }

  @Test("lines of a stream stay lines in a file called .json")
  func stream() throws {
    let folder = TemporaryFolder()
    var loaded = try load("{\"a\":1}\n{\"a\":2}\n", name: "stdin")
    loaded.set(0, "a", Cell(.number, "3"))
    let file = folder.path + "/x.json"
    _ = try loaded.origin.save(loaded.table, to: file)
    try expectEqual(LoadedTable(path: file).saved(), "{\"a\":3}\n{\"a\":2}\n")
  }

  @Test("objects that follow each other without a line end are read and stay so")
  func concatenated() throws {
    for gap in ["", " ", "\t"] {
      let text = "{\"a\":1}\(gap){\"a\":2}\(gap){\"a\":3}\n"
      for name in ["t.ndjson", "t.json", "stdin"] {
        var loaded = try load(text, name: name)
        expectEqual(loaded.origin.formatName, "ndjson")
        try expectEqual(loaded.saved(), text)
        loaded.delete(1)
        loaded.insert(["x"], at: 2)
        try expectEqual(loaded.saved(), "{\"a\":1}\(gap){\"a\":3}\(gap){\"a\":\"x\"}\n")
      }
    }
  }

  @Test("a sequence of RFC 7464 keeps its record separators, and new rows get one")
  func sequence() throws {
    let text = "\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n"
    var loaded = try load(text, name: "stdin")
    expectEqual(loaded.texts, [["1"], ["2"]])
    try expectEqual(loaded.saved(), text)
    loaded.insert(["x"], at: 1)
    loaded.delete(0)
    try expectEqual(loaded.saved(), "\u{1E}{\"a\":\"x\"}\n\u{1E}{\"a\":2}\n")
  }

  @Test("any table is exported as an object a line, and read back")
  func export() throws {
    let loaded = try load("id,n\n1,\n2,\"\"\n3,007\n")
    let text = try exported(loaded.table, as: .ndjson)
    expectEqual(text, "{\"id\":1,\"n\":null}\n{\"id\":2,\"n\":\"\"}\n{\"id\":3,\"n\":\"007\"}\n")
    try expectEqual(lines(text).texts, loaded.texts)
  }

  @Test("sections are lost in NDJSON, and it is said")
  func losses() throws {
    let loaded = try load("{\"P\":[{\"a\":1}],\"C\":[]}", name: "t.json")
    let origin = FileOrigin(newFile: "t.ndjson")
    try expectEqual(origin.losses(in: loaded.table).count, 1)
  }

  @Test("random lines are kept, and an edit changes one")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let values = ["1.0", "\"x\"", "null", "{\"q\" : []}", "\"\\n\"", "true", "-0"]
    for _ in 0..<300 {
      let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ -> String in
        let names = ["a", "b", "c"].shuffled(using: &random)
          .prefix(Int.random(in: 1...3, using: &random))
        let blank = ["", " "].randomElement(using: &random) ?? ""
        return "{"
          + names.map {
            "\"\($0)\":\(blank)\(values.randomElement(using: &random) ?? "0")"
          }.joined(separator: ",\(blank)") + "}"
      }
      let ends = rows.map { _ in ["\n", "\r\n", "\n\n", " \n"].randomElement(using: &random) ?? "" }
      let text = zip(rows, ends).map { $0 + $1 }.joined()
      var loaded = try lines(text)
      try expectEqual(loaded.saved(), text, "seed \(seed)")
      let row = Int.random(in: rows.indices, using: &random)
      let name = loaded.table.columns.randomElement(using: &random)?.name ?? ""
      loaded.set(row, name, "edited")
      let saved = try loaded.saved()
      let before = zip(rows, ends).prefix(row).map { $0 + $1 }.joined()
      let after = zip(rows, ends).dropFirst(row + 1).map { $0 + $1 }.joined()
      expect(saved.hasPrefix(before) && saved.hasSuffix(ends[row] + after), "seed \(seed)")
      try expectEqual(lines(saved).table.rowCount, rows.count)
      for other in values where rows[row].contains(other) && !rows[row].contains("\"\(name)\":") {
        expect(saved.contains(other), "seed \(seed)")
      }
    }
  }
}
