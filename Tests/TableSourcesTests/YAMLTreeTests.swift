import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// YAML mappings and several documents.
struct YAMLTreeTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  /// The rows of each section: the texts of their cells that are not null.
  private func rows(_ loaded: LoadedTable) -> [String] {
    loaded.table.sections.flatMap { section in
      section.rows.map { row in
        section.name + ": "
          + loaded.table.cells(row).filter { !$0.isNull }.map(\.text).joined(separator: " ")
      }
    }
  }

  private static let compose = """
    # the services
    version: "3"
    services:
      # in front
      web:
        image: nginx   # fixed
        ports:
          - "80:80"
      db: {image: postgres}
    volumes:
      data:
      logs: {driver: local}
    items:
    - id: 1
    # two
    - id: 2
    tags: [a, b]

    """

  @Test(
    "members that hold lists of mappings, or mappings of mappings, are sections, the others rows")
  func sections() throws {
    let loaded = try yaml(Self.compose)
    expectEqual(
      loaded.table.columns.map(\.name),
      [
        "path", "key", "value", "id", "image", "ports", "driver",
      ])
    expectEqual(
      rows(loaded),
      [
        "rows: tags tags [\"a\",\"b\"]", "rows: version version 3", "items: items/0 0 1",
        "items: items/1 1 2", "services: services/db db postgres",
        "services: services/web web nginx [\"80:80\"]", "volumes: volumes/data data",
        "volumes: volumes/logs logs local",
      ])
    expectEqual(loaded.table.keyColumns, [loaded.table.columns[0].id])
    try expectEqual(loaded.saved(), Self.compose)
  }

  @Test("each member is a row where no member is a section, and a name is told from a member's")
  func rowsOnly() throws {
    let loaded = try yaml("name: CI\non: [push]\nenv: {key: 1, value: 2}\nnothing:\n")
    expectEqual(loaded.table.columns.map(\.name), ["$key", "key", "value", "$value"])
    expectEqual(
      rows(loaded), ["rows: env 1 2", "rows: name CI", "rows: nothing", "rows: on [\"push\"]"])
    expectEqual(loaded.table.keyColumns, [loaded.table.columns[0].id])
  }

  @Test(
    "a change of a tree replaces its own bytes only",
    arguments: [
      ("version", "value", "4", "version: \"3\"", "version: \"4\""),
      ("tags", "value", "[\"a\"]", "tags: [a, b]", "tags: [\"a\"]"),
      ("services/web", "image", "apache", "image: nginx   #", "image: apache   #"),
      ("services/web", "ports", "[1]", "ports:\n      - \"80:80\"\n", "ports: [1]\n"),
      ("services/web", "key", "site", "  web:", "  site:"),
      ("services/db", "ports", "[1]", "{image: postgres}", "{image: postgres, ports: [1]}"),
      ("volumes/data", "driver", "x", "  data:\n", "  data: {driver: x}\n"),
      ("items/1", "image", "x", "- id: 2\n", "- id: 2\n  image: x\n"),
    ])
  func edits(_ path: String, _ column: String, _ text: String, _ old: String, _ new: String) throws
  {
    var loaded = try yaml(Self.compose)
    let row = try require(loaded.table.row(withKey: [path]))
    loaded.set(Int(row.rawValue), column, text)
    try expectEqual(loaded.saved(), Self.compose.replacing(old, with: new))
  }

  @Test(
    "a deleted row takes its lines along, and comments stay",
    arguments: [
      ("version", "version: \"3\"\n", ""), ("tags", "tags: [a, b]\n", ""),
      (
        "services/web",
        "  web:\n    image: nginx   # fixed\n    ports:\n      - \"80:80\"\n", ""
      ),
      ("services/db", "  db: {image: postgres}\n", ""), ("volumes/data", "  data:\n", ""),
      ("items/0", "- id: 1\n", ""),
    ])
  func deleting(_ path: String, _ old: String, _ new: String) throws {
    var loaded = try yaml(Self.compose)
    let row = try require(loaded.table.row(withKey: [path]))
    loaded.delete(Int(row.rawValue))
    try expectEqual(loaded.saved(), Self.compose.replacing(old, with: new))
  }

  @Test("comments in a value that is replaced stay, and lines of its texts that look like some go")
  func commentsInside() throws {
    var loaded = try yaml(
      "jobs:\n  a:\n    n: 1\n    steps: # why\n      - run: |\n          x\n          # text\n"
        + "        q: \"b\n          # text\n          c\"\n      # stays\n      - x: 2\n  b:\n    n: 2\n"
    )
    loaded.set(0, "steps", "s")
    try expectEqual(
      loaded.saved(), "jobs:\n  a:\n    n: 1\n    steps: s # why\n      # stays\n  b:\n    n: 2\n")
  }

  @Test("a section without rows keeps its name, a root without members is {}")
  func emptied() throws {
    var loaded = try yaml("a:\n  x: {n: 1}\n  y: {n: 2}\nb:\n- n: 3\nc: 1\n")
    for row in [1, 2] { loaded.delete(row) }
    try expectEqual(loaded.saved(), "a: {}\nb:\n- n: 3\nc: 1\n")
    loaded.delete(3)
    try expectEqual(loaded.saved(), "a: {}\nb: []\nc: 1\n")
    var single = try yaml("# top\na: 1\nb:\n  c: 2\n# end\n")
    for row in 0..<2 { single.delete(row) }
    try expectEqual(single.saved(), "# top\n{}\n# end\n")
  }

  @Test("new rows stand behind their siblings, in their style")
  func inserting() throws {
    let text = "a: 1\ns:\n  x:\n      n: 1\n  y:\n      n: 2\nl:\n- n: 3\nf: {p: {n: 4}}"
    func saved(_ section: Int, _ texts: [String?]) throws -> String {
      var loaded = try yaml(text)
      var cells: [ColumnID: Cell] = [:]
      for (column, text) in zip(loaded.table.columns, texts) {
        if let text { cells[column.id] = Cell(text) }
      }
      let row = loaded.table.newRow(loaded.table.appendRecord(former: nil, changes: cells))
      loaded.table.place([row], inSection: section, at: loaded.table.sections[section].count)
      return try loaded.saved()
    }
    try expectEqual(yaml(text).table.sections.map(\.name), ["rows", "f", "l", "s"])
    try expectEqual(saved(0, [nil, "z", "5"]), text + "\nz: 5")
    try expectEqual(
      saved(1, [nil, "z", nil, "5"]), text.replacing("{p: {n: 4}}", with: "{p: {n: 4}, z: {n: 5}}"))
    try expectEqual(
      saved(2, [nil, nil, nil, "5"]), text.replacing("- n: 3\n", with: "- n: 3\n- n: 5\n"))
    try expectEqual(
      saved(3, [nil, "z", nil, "5"]), text.replacing("n: 2\n", with: "n: 2\n  z:\n      n: 5\n"))
    try expectEqual(
      saved(3, ["s/z", nil, nil, "5"]), text.replacing("n: 2\n", with: "n: 2\n  z:\n      n: 5\n"))
    expect(throws: SourceError.self) { try saved(3, [nil, nil, nil, "5"]) }
    expect(throws: SourceError.self) { try saved(3, [nil, "y", nil, "5"]) }
    expect(throws: SourceError.self) { try saved(0, [nil, "z", "5", "6"]) }
  }

  @Test("what is merged, and what an anchor or alias stands for, is shown and never changed")
  func merged() throws {
    let text =
      "x: &x\n  r: always\ns:\n  a:\n    <<: *x\n    i: 1\n  b: {i: 2}\nm:\n  q: {i: 3}\nv: *x\n"
    var loaded = try yaml(text)
    expectEqual(
      rows(loaded),
      [
        "rows: v v {\"r\":\"always\"}", "rows: x x always", "m: m/q q 3",
        "s: s/a a 1 {\"r\":\"always\"}", "s: s/b b 2",
      ])
    try expectEqual(loaded.saved(), text)
    loaded.set(3, "i", "4")
    try expectEqual(loaded.saved(), text.replacing("i: 1", with: "i: 4"))
    var merge = try yaml(text)
    merge.set(3, "<<", "{}")
    expect(throws: SourceError.self) { try merge.saved() }
    var anchored = try yaml(text)
    anchored.set(1, "r", "no")
    expect(throws: SourceError.self) { try anchored.saved() }
    anchored = try yaml(text)
    anchored.delete(1)
    expect(throws: SourceError.self) { try anchored.saved() }
  }

  @Test("a mapping in braces is a tree, too")
  func braces() throws {
    let text = "{\"n\": 1, \"l\": [{\"a\": 1}], \"m\": {\"x\": {\"a\": 2}}} # end\n"
    var loaded = try yaml(text)
    expectEqual(rows(loaded), ["rows: n n 1", "l: l/0 0 1", "m: m/x x 2"])
    loaded.set(0, "value", "2")
    loaded.set(2, "a", "3")
    let edited = text.replacing("\"n\": 1", with: "\"n\": 2").replacing(
      "\"a\": 2", with: "\"a\": 3")
    try expectEqual(loaded.saved(), edited)
    loaded.delete(0)
    try expectEqual(loaded.saved(), edited.replacing("\"n\": 2, ", with: ""))
  }

  @Test("a row of a list has a place and no name, so that no other key is written")
  func listKeys() throws {
    var loaded = try yaml("a: 1\nl:\n- n: 3\n")
    loaded.set(1, "key", "7")
    expect(
      throws: SourceError.cannotRewrite(
        "t.yaml", what: "the key of row 'l/0'",
        reason: "a row of a list is known by its place",
        hint: "export PATH.yaml writes the table again, without the text around it")
    ) { try loaded.saved() }
  }

  private static let several = """
    # one
    kind: Service
    spec:
      ports: [1, 2]
    ---
    kind: Pod
    ---
    - id: 1
    - id: 2
    ---
    just text
    """

  @Test("of several documents each is a section, and what is no table stays as it is")
  func documents() throws {
    var loaded = try yaml(Self.several)
    expectEqual(loaded.table.sections.map(\.name), ["1", "2", "3", "4"])
    expectEqual(
      rows(loaded),
      [
        "1: 1/kind kind Service", "1: 1/spec spec [1,2]", "2: 2/kind kind Pod", "3: 3/0 0 1",
        "3: 3/1 1 2",
      ])
    try expectEqual(loaded.saved(), Self.several)
    loaded.set(2, "value", "Node")
    loaded.delete(4)
    try expectEqual(
      loaded.saved(), Self.several.replacing("Pod", with: "Node").replacing("- id: 2\n", with: ""))
    let lists = try yaml("---\n- a: 1\n---\n# c\n- a: 2\n...\n")
    expectEqual(lists.table.columns.map(\.name), ["a"])
    expectEqual(rows(lists), ["1: 1", "2: 2"])
    expectEqual(failure("---\n---\n", name: "t.yaml")?.code, "empty-file")
  }

  @Test("one of several documents is opened by its number, and the others keep their bytes")
  func oneDocument() throws {
    let folder = TemporaryFolder()
    let path = folder.write(Self.several, to: "t.yaml")
    var second = try LoadedTable(path: path + "#2")
    expectEqual(rows(second), ["rows: kind Pod"])
    second.set(0, "value", "Node")
    _ = try second.origin.save(second.table)
    expectEqual(readFile(path), Self.several.replacing("Pod", with: "Node"))
    var third = try LoadedTable(path: path + "#3")
    expectEqual(third.origin.place(of: RowID(1)).line, 9)
    third.delete(1)
    _ = try third.origin.save(third.table)
    third.delete(0)
    _ = try third.origin.save(third.table)
    expect(readFile(path).contains("kind: Node\n---\n[]\n---\njust text"))
    expectEqual(folder.names, ["t.yaml"])
    expect(throws: SourceError.self) { try LoadedTable(path: path + "#9") }
    expect(throws: SourceError.self) { try LoadedTable(path: path + "#4") }
  }

  @Test("a list typed into a new row of a column of lists is a list, and what is none is text")
  func nested() throws {
    var loaded = try yaml("- id: 1\n  tags: [a]\n  o: {a: 1}\n")
    loaded.insert(["2", "[\"b\"]", "{\"a\":2}"], at: 1)
    try expectEqual(
      loaded.saved(),
      "- id: 1\n  tags: [a]\n  o: {a: 1}\n- id: 2\n  tags: [\"b\"]\n  o: {\"a\":2}\n")
    loaded.set(0, "o", "{a:2}")
    try expect(loaded.saved().contains("  o: \"{a:2}\"\n"))
  }
}
