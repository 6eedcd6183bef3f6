import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct YAMLTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  @Test("scalars keep their text, forms of null are null")
  func scalars() throws {
    let loaded = try yaml(
      """
      - {a: 007, b: 1.10, c: yes, d: 2020-01-02, e: 0x1F, f: "", g: "null", h: 1e3}
      - {a: ~, b: null, c: , d: NULL, e: Null, f: '', g: null x, h: "~"}
      """)
    expectEqual(loaded.table.columns.map(\.name), ["a", "b", "c", "d", "e", "f", "g", "h"])
    expectEqual(loaded.texts[0], ["007", "1.10", "yes", "2020-01-02", "0x1F", "", "null", "1e3"])
    expectEqual(loaded.texts[1], [nil, nil, nil, nil, nil, "", "null x", "~"])
  }

  @Test("members that a row lacks are null, nested values are JSON")
  func nested() throws {
    let loaded = try yaml("- a: [1, x, {y: ~}]\n- b:\n    c: 'd'\n    e: 1.50\n")
    expectEqual(
      loaded.texts, [["[1,\"x\",{\"y\":null}]", nil], [nil, "{\"c\":\"d\",\"e\":1.50}"]])
  }

  @Test("a mapping of sequences has sections")
  func sections() throws {
    let text = "P:\n- a: 1\n- a: 2\nC: []\nE:\n"
    let loaded = try yaml(text)
    expectEqual(loaded.table.sections.map(\.name), ["P", "C", "E"])
    expectEqual(loaded.table.sections.map(\.count), [2, 0, 0])
    try expectEqual(loaded.saved(), text)
  }

  @Test("an edited cell replaces its scalar only, in the style it had")
  func oneCell() throws {
    let text = "# top\n- a: \"x\"  # c\n  b: 'y'\n  c: plain\n  d: 12\n  e:\n  f: ~ # d\n"
    for (column, new, wanted) in [
      ("a", "say \"hi\"", "a: \"say \\\"hi\\\"\"  # c"), ("b", "it's", "b: 'it''s'"),
      ("b", "two\nlines", "b: \"two\\nlines\""), ("c", "other text", "c: other text"),
      ("c", "yes", "c: \"yes\""), ("c", "12", "c: \"12\""), ("c", "a: b", "c: \"a: b\""),
      ("c", "x\"y#", "c: x\"y#"), ("c", "# x\"", "c: '# x\"'"), ("c", "", "c: \"\""),
      ("c", "null", "c: \"null\""), ("c", "-5", "c: \"-5\""), ("c", "- x", "c: \"- x\""),
      ("d", "13.50", "d: 13.50"), ("d", "text", "d: text"), ("d", "~", "d: \"~\""),
      ("e", "new", "e: new"), ("f", "new", "f: new # d"), ("c", "\u{1}\u{85}", "c: \"\\x01\\x85\""),
    ] {
      var loaded = try yaml(text)
      loaded.set(0, column, new)
      let saved = try loaded.saved()
      let old = text.split(separator: "\n").first { $0.contains("\(column):") } ?? ""
      let start = old.hasPrefix("-") ? "- " : "  "
      expectEqual(saved, text.replacing(old, with: start + wanted), "\(column) \(new)")
      try expectEqual(yaml(saved).texts, loaded.texts)
    }
  }

  @Test("a key and a value far from it that take more than 65,535 bytes keep their places")
  func far() throws {
    let (key, note) = (String(repeating: "k", count: 70_000), String(repeating: "n", count: 70_000))
    let text = "- ? \(key)\n  : one # c\n  b: # \(note)\n    two\n  c: 3\n- c: 4\n"
    var loaded = try yaml(text)
    expectEqual(loaded.texts, [["one", "two", "3"], [nil, nil, "4"]])
    loaded.set(0, "b", "zwei")
    loaded.set(0, "c", "5")
    let wanted = text.replacing("    two", with: "    zwei").replacing("c: 3", with: "c: 5")
    try expect(loaded.saved() == wanted)
  }

  @Test("a cell becomes null, a missing member is added, a scalar of several lines is replaced")
  func otherCells() throws {
    var loaded = try yaml("- a: x # c\n  n: |\n    one\n    two\n\n  # d\n- n: >\n   f\n  a: 2\n")
    loaded.set(0, "a", Cell.null)
    loaded.set(0, "n", "short")
    try expectEqual(loaded.saved(), "- a: null # c\n  n: short\n\n  # d\n- n: >\n   f\n  a: 2\n")
    loaded.set(1, "n", "g")
    try expectEqual(loaded.saved(), "- a: null # c\n  n: short\n\n  # d\n- n: g\n  a: 2\n")
    var missing = try yaml("- a: 1\n  # c\n- b: {x: 1}\n- {a: 2}\n- {}\n")
    missing.set(0, "b", "new")
    missing.set(1, "a", "5")
    missing.set(2, "b", "y")
    missing.set(3, "a", "3")
    try expectEqual(
      missing.saved(), "- a: 1\n  b: new\n  # c\n- b: {x: 1}\n  a: 5\n- {a: 2, b: y}\n- {a: 3}\n")
  }

  @Test("a nested value is replaced as a whole, by a collection or by text")
  func editingNested() throws {
    let text = "- id: 1\n  tags:\n  - a\n  - b\n  x: {y: 1}\n- id: 2\n  tags: [c] # d\n"
    var loaded = try yaml(text)
    loaded.set(0, "tags", "[a, b, \"c d\"]")
    loaded.set(1, "tags", "none, really")
    try expectEqual(
      loaded.saved(),
      "- id: 1\n  tags: [a, b, \"c d\"]\n  x: {y: 1}\n- id: 2\n  tags: none, really # d\n")
    loaded.set(0, "x", "[not closed")
    try expect(loaded.saved().contains("  x: \"[not closed\"\n"))
  }

  @Test("rows are deleted, inserted and moved by their lines; comments stay")
  func rows() throws {
    let text = "# top\n- id: 1\n  n: a\n# one\n\n- id: 2\n# two\n- id: 3 # three\n  n: c"
    var loaded = try yaml(text)
    loaded.delete(1)
    try expectEqual(loaded.saved(), "# top\n- id: 1\n  n: a\n# one\n# two\n- id: 3 # three\n  n: c")
    loaded.insert(["4", "d: e"], at: 2)
    try expect(loaded.saved().hasSuffix("  n: c\n- id: 4\n  n: \"d: e\""))
    loaded.insert(["0"], at: 0)
    try expect(loaded.saved().hasPrefix("# top\n- id: 0\n- id: 1\n"))
    var moved = try yaml(text)
    moved.table.setRows([RowID(2), RowID(0), RowID(1)], inSection: 0)
    try expectEqual(
      moved.saved(), "# top\n# two\n- id: 3 # three\n  n: c\n- id: 1\n  n: a\n# one\n\n- id: 2")
    var none = try yaml(text)
    for row in 0..<3 { none.delete(row) }
    let empty = try none.saved()
    expect(empty.contains("[]") && empty.contains("# two"))
    try expectEqual(yaml(empty).table.rowCount, 0)
  }

  @Test("a deleted row goes in one piece, whatever comments and blank lines stand around it")
  func onePiece() throws {
    let text = "- id: a\n  n: 1\n\n# about b\n- id: b\n  n: 2\n\n# about c\n\n- id: c\n  n: 3\n"
    var loaded = try yaml(text)
    loaded.delete(1)
    try expectEqual(loaded.saved(), text.replacing("- id: b\n  n: 2\n", with: ""))
    loaded.delete(2)
    try expectEqual(loaded.saved(), "- id: a\n  n: 1\n\n# about b\n\n# about c\n")
  }

  @Test("a comment goes with the row or section below it, unless it is indented like a member")
  func comments() throws {
    let text =
      "# top\nP:\n  # one\n  - id: 1\n    n: a # x\n    # in\n  # two\n\n  - id: 2\n"
      + "    t: |+\n      l\n\n  # end\n# q\nQ:\n- id: 3\n# last\n"
    var loaded = try yaml(text)
    loaded.table.setRows([RowID(1), RowID(0)], inSection: 0)
    try expectEqual(
      loaded.saved(),
      "# top\nP:\n  # two\n\n  - id: 2\n    t: |+\n      l\n\n  # one\n  - id: 1\n"
        + "    n: a # x\n    # in\n  # end\n# q\nQ:\n- id: 3\n# last\n")
    var moved = try yaml(text)
    moved.table.arrangeSections([1, 0])
    try expect(moved.saved().hasPrefix("# top\n# q\nQ:\n- id: 3\n# last\nP:\n  # one\n"))
    var deleted = try yaml(text)
    deleted.delete(0)
    try expectEqual(
      deleted.saved(), text.replacing("  - id: 1\n    n: a # x\n", with: ""))
    try expectEqual(
      deleted.origin.losses(in: deleted.table).map(\.text),
      [
        "comments inside a deleted row are deleted with it"
      ])
    var emptied = try yaml("P:\n  # one\n  - id: 1\n  # two\n  - id: 2\n  # end\nQ: []\n")
    for row in 0..<2 { emptied.delete(row) }
    try expectEqual(emptied.saved(), "P: []\n  # one\n  # two\n  # end\nQ: []\n")
    var thin = try yaml("- a: 1\n  b: 2 # x\n")
    thin.table.columns.remove(at: 1)
    try expectEqual(
      thin.origin.losses(in: thin.table).map(\.text),
      [
        "a comment after a deleted member is deleted with it"
      ])
  }

  @Test("sections are renamed, added, emptied, filled, moved and removed")
  func sectionEdits() throws {
    let text = "P: # pilots\n  - id: 1\n  - id: 2\n# crew\nC: []\nE:\n- id: 3\n"
    var loaded = try yaml(text)
    loaded.table.relabelSection(
      at: 0, Section.Label(name: "Pi: lots", title: "Pi: lots", header: nil, footer: nil))
    loaded.insert(["9"], section: 1, at: 0)
    try expectEqual(
      loaded.saved(),
      "\"Pi: lots\": # pilots\n  - id: 1\n  - id: 2\n# crew\nC:\n  - id: 9\nE:\n- id: 3\n"
        .replacing("\"Pi: lots\"", with: "\"Pi: lots\""))
    loaded.delete(2)
    try expect(loaded.saved().hasSuffix("C:\n  - id: 9\nE: []\n"))
    loaded.table.arrangeSections([2, 1, 0])
    try expectEqual(
      yaml(loaded.saved()).table.sections.map(\.name), ["E", "C", "Pi: lots"])
  }

  @Test("columns are renamed, removed and added in each row")
  func columns() throws {
    var loaded = try yaml("- a: 1\n  b: 2\n  c: 3 # x\n- {a: 1, b: 2, c: 3}\n- c: 4\n")
    loaded.table.columns[1].name = "B b"
    try expectEqual(
      loaded.saved(), "- a: 1\n  B b: 2\n  c: 3 # x\n- {a: 1, B b: 2, c: 3}\n- c: 4\n")
    loaded.table.columns.remove(at: 0)
    try expectEqual(loaded.saved(), "- B b: 2\n  c: 3 # x\n- {B b: 2, c: 3}\n- c: 4\n")
    loaded.table.columns.remove(at: 1)
    try expectEqual(loaded.saved(), "- B b: 2\n- {B b: 2}\n- {}\n")
    var other = try yaml("- a: 1\n- {a: 2}\n- b: 3\n  c: 4\n")
    other.set(0, "b", "x")
    other.set(1, "b", "y")
    other.set(0, "c", "z")
    other.table.columns.remove(at: 0)
    try expectEqual(other.saved(), "- b: x\n  c: z\n- {b: y}\n- b: 3\n  c: 4\n")
  }

  @Test("rows of a section that has an anchor, a tag and comments are edited")
  func sectionProperties() throws {
    for head in ["P: &p # note", "P: !!seq # note", "P: &p\n  # note", "P: &p # one\n  # two"] {
      let text = head + "\n  - id: 1\n    t: !!str # c\n      x\n  - id: 2\nQ:\n- id: 3\n"
      var loaded = try yaml(text)
      try expectEqual(loaded.saved(), text)
      loaded.set(1, "id", "4")
      try expectEqual(loaded.saved(), text.replacing("id: 2", with: "id: 4"))
      loaded.delete(1)
      try expectEqual(loaded.saved(), text.replacing("  - id: 2\n", with: ""))
    }
  }

  @Test("aliases and anchors are never changed unsaid")
  func anchors() throws {
    let text = "- id: 1\n  p: &x home\n- id: 2\n  p: *x\n"
    var loaded = try yaml(text)
    expectEqual(loaded.texts, [["1", "home"], ["2", "home"]])
    try expectEqual(loaded.saved(), text)
    loaded.set(1, "p", "away")
    try expectEqual(loaded.saved(), "- id: 1\n  p: &x home\n- id: 2\n  p: away\n")
    try expectEqual(
      loaded.origin.losses(in: loaded.table).map(\.text), ["1 alias is replaced by new values"])
    loaded.set(0, "p", "other")
    expect(
      throws: SourceError.cannotRewrite(
        "t.yaml", what: "column 'p' of row '1'", reason: "it has an anchor that others refer to")
    ) { try loaded.saved() }
    var deleted = try yaml(text)
    deleted.delete(0)
    expect(throws: SourceError.self) { try deleted.saved() }
    expectEqual(failure("- &r\n  a: 1\n- *r\n", name: "t.yaml")?.code, "bad-yaml")
    expectEqual(
      failure("- a: &m {b: 1}\n- <<: *m\n", name: "t.yaml")?.message,
      "t.yaml:2:3: a merge key is not a cell")
    var row = try yaml("- &r\n  a: 1\n- a: 2\n")
    row.set(0, "a", "3")
    expect(throws: SourceError.self) { try row.saved() }
  }

  @Test("comments of sections that are deleted stay, those beside their names are told")
  func commentsOfSections() throws {
    let text = """
      # top
      a: # on a
        # above 1
        - id: 1
          n: x
        # above 2
        - id: 2
          n: y
      # above b
      b:
        # above 3
        - id: 3
          n: z
      # above c
      c: []

      # footer
      # vim: set ts=2

      """
    for gone in [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"], ["a", "b", "c"]] {
      var loaded = try yaml(text)
      var editor = Editor(table: loaded.table)
      let ids = editor.table.sections.filter { gone.contains($0.name) }.map(\.id)
      try editor.perform([.deleteSections(ids)], title: "section delete")
      loaded.table = editor.table
      let saved = try loaded.saved()
      for comment in [
        "# top", "# above 1", "# above 2", "# above b", "# above 3", "# above c", "# footer",
        "# vim: set ts=2",
      ] {
        expectEqual(
          saved.split(separator: "\n").count { $0.hasSuffix(comment) }, 1,
          "\(gone): \(comment) in\n\(saved)")
      }
      expect(saved.contains("# on a") != gone.contains("a"))
      let told = try loaded.origin.losses(in: loaded.table).map(\.text)
      expectEqual(
        told.contains { $0.contains("beside the name of section 'a'") }, gone.contains("a"))
      guard gone.count < 3 else { continue }
      let again = try yaml(saved)
      expectEqual(again.table.sections.map(\.name), ["a", "b", "c"].filter { !gone.contains($0) })
    }
  }

  @Test("rows in brackets can be edited, and not put in or taken out")
  func flow() throws {
    let text = "[{a: 1, b: x}, {\"a\": '2'}] # c\n"
    var loaded = try yaml(text)
    loaded.set(0, "b", "y, z")
    loaded.set(1, "b", "w")
    try expectEqual(loaded.saved(), "[{a: 1, b: \"y, z\"}, {\"a\": '2', b: w}] # c\n")
    loaded.delete(0)
    expect(throws: SourceError.self) { try loaded.saved() }
    var json = try load("[{\"a\": 1, \"b\": [true, null]}]", name: "t.yaml")
    json.set(0, "a", "2")
    try expectEqual(json.saved(), "[{\"a\": 2, \"b\": [true, null]}]")
  }

  @Test(
    "what is no table of YAML is named by line and column",
    arguments: [
      ("- a: 1\n  a: 2\n", "t.yaml:1:3: key 'a' appears twice in one mapping"),
      ("- a: 1\n\tb: 2\n", "t.yaml:2:1: found a tab character that violates indentation"),
      ("- a: [1\n", "t.yaml:2:1: did not find expected ',' or ']'"),
      ("- a: 1\n  a: 2\n---\n- a: 2\n", "t.yaml:1:3: key 'a' appears twice in one mapping"),
      ("- a: 1\n- 5\n", "t.yaml:2:3: a row must be a mapping"),
      ("5\n", "t.yaml:1:1: the document is a single value, not a table"),
      ("- 1\n- 2\n", "t.yaml:1:3: a row must be a mapping"),
      ("- [a]: 1\n", "t.yaml:1:3: a key must be a scalar"),
      ("- a: *x\n", "t.yaml:1:6: found undefined alias"),
    ])
  func faults(_ text: String, _ message: String) {
    expectEqual(failure(text, name: "t.yaml")?.message, message)
  }

  @Test("an empty document is an empty file, a deep one an error")
  func extremes() {
    for text in ["", "# c\n", "---\n", "~\n", "---\n...\n"] {
      expectEqual(failure(text, name: "t.yaml"), .emptyFile("t.yaml"), "\(text.debugDescription)")
    }
    let deep = "- a: " + String(repeating: "[", count: 20_000)
    expectEqual(failure(deep, name: "t.yaml")?.code, "bad-yaml")
    // Each anchor stands for ten of the one before: a few lines for a billion words.
    var bomb = "- a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for i in 1...9 {
      let all = [String](repeating: "*a\(i - 1)", count: 10).joined(separator: ",")
      bomb += "- a\(i): &a\(i) [\(all)]\n"
    }
    bomb += (0..<100).map { "- b: *a9 # \($0)\n" }.joined()
    expectEqual(failure(bomb, name: "t.yaml")?.code, "bad-yaml")
    expectEqual(failure(Array("- a: ".utf8) + [0xFF], name: "t.yaml")?.code, "invalid-utf8")
    expectEqual(failure("\t- a: 1\n", name: "t.yaml")?.hint?.contains("never with tabs"), true)
  }

  @Test("any table is exported, and read back with the same texts")
  func export() throws {
    let loaded = try load(
      "id,n,t\n007,1,yes\n2,-2.5,\"a: b\n#\"\n3,,\"\"\n4,1e3,null\n"
    ) { $0.key = ["id"] }
    let text = try exported(loaded.table, as: .yaml)
    expectEqual(
      text,
      """
      - id: "007"
        n: 1
        t: "yes"
      - id: "2"
        n: -2.5
        t: "a: b\\n#"
      - id: "3"
        n: null
        t: ""
      - id: "4"
        n: "1e3"
        t: "null"

      """)
    try expectEqual(yaml(text).texts, loaded.texts)
    let sections = try load("{\"P\":[{\"a\":1,\"b\":[1]}],\"C\":[]}", name: "t.json")
    let other = try exported(sections.table, as: .yaml)
    expectEqual(other, "P:\n  - a: 1\n    b: [1]\nC: []\n")
    try expectEqual(yaml(other).table.sections.map(\.name), ["P", "C"])
  }
}
