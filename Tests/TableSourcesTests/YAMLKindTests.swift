import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct YAMLKindTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  @Test("a byte order mark counts at the start of the file only, elsewhere it is a character")
  func marks() throws {
    let text = """
      \u{FEFF}- "\\uFEFFk": "\\uFEFFx"
        a: \u{FEFF}plain
        b: '\u{FEFF}\u{FEFF}single \\uFEff'
        c: "\\U0000feff"
        d: |
          \u{FEFF}lines
        e: [\u{FEFF}y, {"\\ufeffz": 1}]

      """
    var loaded = try yaml(text)
    expectEqual(loaded.table.columns.map(\.name), ["\u{FEFF}k", "a", "b", "c", "d", "e"])
    let wanted = [
      "\u{FEFF}x", "\u{FEFF}plain", "\u{FEFF}\u{FEFF}single \\uFEff", "\u{FEFF}",
      "\u{FEFF}lines\n", "[\"\u{FEFF}y\",{\"\u{FEFF}z\":1}]",
    ]
    let read = loaded.texts[0].map { Array(($0 ?? "").utf8) }
    expectEqual(read, wanted.map { Array($0.utf8) })
    loaded.set(0, "a", "\u{FEFF}other")
    let saved = try loaded.saved()
    expect(saved.contains("  a: \"\\uFEFFother\"\n  b: '\u{FEFF}\u{FEFF}single \\uFEff'\n"))
    let csv = "id,a\n1,\"\u{FEFF}x\"\n2,\"\u{FEFF}\"\n"
    let there = try exported(load(csv).table, as: .yaml)
    let back = try exported(yaml(there).table, as: .csv)
    expectEqual(Array(back.utf8), Array(csv.utf8))
  }

  @Test(
    "text that would be read as something else is quoted, in flow and in block",
    arguments: [
      ("a #b", false), ("a#b", true), ("#b", false), ("a: b", false), ("a:b", true), ("a:", false),
      ("2024-01-31", false), ("2024-1", true), ("12", false), ("1.50", false), ("0x1F", false),
      ("0o17", false), (".5", false), ("1_000", false), ("- a", false), ("-a", true),
      ("yes", false),
      ("NULL", false), ("~", false), (" a", false), ("a ", false), ("<<", false), ("---", false),
    ])
  func quoting(_ text: String, isPlain: Bool) throws {
    let written = YAMLText.scalar(text, style: .plain, mustBeText: true, inFlow: false)
    expectEqual(written == text, isPlain, "\(written)")
    try expectEqual(yaml("- v: \(written)\n").texts, [[text]])
    let inFlow = YAMLText.scalar(text, style: .plain, mustBeText: true, inFlow: true)
    try expectEqual(yaml("- {v: \(inFlow)}\n").texts, [[text]])
  }

  @Test("explicit tags say what a value is")
  func tags() throws {
    let loaded = try yaml(
      """
      - a: !!null "null"
        b: !!str 7
        c: !!str
        d: !!str ~
        e: !!int "5"
        f: ! null
        g: [!!str 7, !!int "7", !!null x, !!bool 'true', !<tag:yaml.org,2002:str> 8]
        h: !!binary aGk=
        i: !own {x: 1}

      """)
    expectEqual(
      loaded.texts,
      [
        [
          nil, "7", "", "~", "5", "null", "[\"7\",7,null,true,\"8\"]", "aGk=", "{\"x\":1}",
        ]
      ])
  }

  @Test("an edited cell drops a tag of the core schema, and keeps any other by a refusal")
  func taggedEdits() throws {
    let text = """
      - n: !!null "null" # c
        s: !!str 7
        q: !!str 'x'
        i: !!int "5"
        e: !!str
        l: !!str |
          lines
        m: !!map
          k: 1
        b: !!binary aGk=
        o: !own [1]
      - {e: !!str , s: !!str 7}

      """
    for (row, column, new, old, wanted) in [
      (0, "n", "hello", "n: !!null \"null\" # c", "n: hello # c"),
      (0, "s", "8", "s: !!str 7\n", "s: \"8\"\n"), (0, "s", "w", "s: !!str 7\n", "s: w\n"),
      (0, "q", "6", "q: !!str 'x'", "q: '6'"), (0, "i", "6", "i: !!int \"5\"", "i: 6"),
      (0, "e", "5", "e: !!str\n", "e: \"5\"\n"),
      (0, "l", "yes", "l: !!str |\n    lines", "l: \"yes\""),
      (0, "m", "{k: 2}", "m: !!map\n    k: 1", "m: {k: 2}"),
      (1, "e", "5", "{e: !!str ,", "{e: \"5\" ,"), (1, "s", "5", "s: !!str 7}", "s: \"5\"}"),
    ] {
      var loaded = try yaml(text)
      loaded.set(row, column, new)
      try expectEqual(loaded.saved(), text.replacing(old, with: wanted), "\(column) \(new)")
    }
    for (column, tag) in [("b", "!!binary"), ("o", "!own")] {
      var loaded = try yaml(text)
      loaded.set(0, "s", "8")
      try expectEqual(loaded.saved(), text.replacing("s: !!str 7\n", with: "s: \"8\"\n"))
      loaded.set(0, column, "new")
      expect(
        throws: SourceError.cannotRewrite(
          "t.yaml", what: "column '\(column)' of row '1'",
          reason: "it has the tag '\(tag)', which says what its text means")
      ) { try loaded.saved() }
    }
  }

  @Test(
    "what replaces a scalar of several lines is text to every reader",
    arguments: [
      "yes", "Off", "true", "6", "1_000", "0x1f", "0o17", "0b11", ".5", ".inf", "-.INF", ".NaN",
      "+1", "1e3", "1:30", "2020-01-01", "2020-01-01 10:00:00", "null", "~", "y", "N", "", "=",
    ])
  func blockScalars(_ new: String) throws {
    for block in ["|\n    one\n", ">-\n    one\n    two\n", "one\n    two\n"] {
      var loaded = try yaml("- id: 1\n  v: \(block)  w: 2\n")
      loaded.set(0, "v", new)
      try expectEqual(loaded.saved(), "- id: 1\n  v: \"\(new)\"\n  w: 2\n")
      loaded.set(0, "v", "plain text")
      try expectEqual(loaded.saved(), "- id: 1\n  v: plain text\n  w: 2\n")
    }
  }

  @Test("a row added at the end leaves the final newline as it was")
  func finalNewlines() throws {
    for end in ["\n", "\r\n"] {
      for (text, wanted) in [
        ("- id: 1\n- id: 2\n", "- id: 1\n- id: 2\n- id: 9\n"),
        ("- id: 1\n- id: 2", "- id: 1\n- id: 2\n- id: 9"),
        ("- id: 1\n- id: 2\n# c\n", "- id: 1\n- id: 2\n- id: 9\n# c\n"),
        ("P:\n  - id: 1\n  - id: 2\n", "P:\n  - id: 1\n  - id: 2\n  - id: 9\n"),
        ("P:\n- id: 1\n- id: 2\nQ: []\n", "P:\n- id: 1\n- id: 2\n- id: 9\nQ: []\n"),
        ("- id: 1\n- id: 2\n...\n", "- id: 1\n- id: 2\n- id: 9\n...\n"),
      ] {
        var loaded = try yaml(text.replacing("\n", with: end))
        loaded.insert(["9"], at: 2)
        try expectEqual(loaded.saved(), wanted.replacing("\n", with: end))
      }
    }
    var filled = try yaml("P:\n- id: 1\nQ: []\n")
    filled.insert(["9"], section: 1, at: 0)
    try expectEqual(filled.saved(), "P:\n- id: 1\nQ:\n- id: 9\n")
    var emptied = try yaml("- id: 1\n")
    emptied.delete(0)
    try expectEqual(emptied.saved(), "[]\n")
  }

  @Test("numbers, truth values and collections stay what they are in JSON and YAML")
  func kinds() throws {
    let text = """
      - t: true
        q: "5"
        n: 1.10
        c: {x: [1, "2"]}
        y: yes
      - t: "true"
        q: 6
        n: ~
        c: [a]
        y: 0x1f
      - q: 12345678901234567890
        y: 1e3

      """
    var loaded = try yaml(text)
    func lines() throws -> String { try written(loaded, as: .ndjson) }
    try expectEqual(
      lines(),
      """
      {"t":true,"q":"5","n":1.10,"c":{"x":[1,"2"]},"y":"yes"}
      {"t":"true","q":6,"n":null,"c":["a"],"y":"0x1f"}
      {"t":null,"q":12345678901234567890,"n":null,"c":null,"y":"1e3"}

      """)
    let rows = try written(loaded, as: .jsonRows)
    expect(rows.contains("{\"t\":\"true\",\"q\":6,\"n\":null,\"c\":[\"a\"],\"y\":\"0x1f\"}"))
    let again = try yaml(try written(loaded, as: .yaml))
    expectEqual(again.texts, loaded.texts)
    try expectEqual(written(again, as: .ndjson), lines())
    loaded.set(0, "t", "false")
    loaded.set(0, "q", "7")
    loaded.set(1, "n", "8")
    loaded.set(1, "c", "[b, 1]")
    loaded.set(0, "c", "none")
    try expectEqual(
      lines(),
      """
      {"t":false,"q":"7","n":1.10,"c":"none","y":"yes"}
      {"t":"true","q":6,"n":8,"c":["b",1],"y":"0x1f"}
      {"t":null,"q":12345678901234567890,"n":null,"c":null,"y":"1e3"}

      """)
    let losses = try FileOrigin(format: .csv, from: loaded.origin).losses(in: loaded.table)
    expectEqual(
      losses.map(\.text),
      [
        "delimited text keeps the texts of cells, but not that some are numbers or values",
        "delimited text cannot tell members that are missing from those that are null",
      ])
    let texts = try yaml("- a: x\n  b: \"5\"\n")
    try expect(FileOrigin(format: .csv, from: texts.origin).losses(in: texts.table).isEmpty)
  }

  @Test("a document saved under the name of another format keeps the kinds of its cells")
  func savedKinds() throws {
    let folder = TemporaryFolder()
    var loaded = try yaml("- t: true\n  q: \"5\"\n  c: [1]\n")
    _ = try loaded.origin.save(loaded.table, to: "\(folder.path)/t.ndjson")
    expectEqual(readFile("\(folder.path)/t.ndjson"), "{\"t\":true,\"q\":\"5\",\"c\":[1]}\n")
  }

  /// A table in a format, with what its origin knows of its cells.
  private func written(_ loaded: LoadedTable, as format: TableFormat) throws -> String {
    let origin = FileOrigin(format: format, from: loaded.origin)
    return String(decoding: try origin.bytes(of: loaded.table), as: UTF8.self)
  }
}
