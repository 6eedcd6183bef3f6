import Expectations
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableFirebase

/// A profile as the article on animated updates keeps it in its database.
private let storedProfile = """
  {"about":"I like travelling along Missisipi!","email":"tomSawyer@gmail.com",
   "friends":[{"name":"Huckleberry Finn","pictureUrl":"finn"},
              {"name":"Celeste Holm","pictureUrl":"holm"}],
   "fullName":"Tom Sawyer","id":1,"pictureUrl":"tom",
   "profileAttributes":[{"key":"Gender","value":"male"},{"key":"Height","value":"180"}]}
  """

/// Trees as tables, and tables as trees.
struct FirebaseMappingTests {
  /// Sections and rows of a table: the key, then the cells that are not null.
  private func lines(_ table: Table) -> [String] {
    table.sections.flatMap { section in
      ["[\(section.name)]"]
        + section.rows.map { row in
          let cells = table.columns.filter { !table.cell(row, $0.id).isNull }.map {
            "\($0.name)=\(table.cell(row, $0.id).text)"
          }
          return cells.joined(separator: " ")
        }
    }
  }

  private func read(
    _ text: String, form: FirebaseMapping.Form? = nil
  ) throws -> (table: Table, mapping: FirebaseMapping) {
    var mapping = FirebaseMapping(form: form)
    let table = try mapping.read(FirebaseTree(try FirebaseNode.read(text)), source: "x").table
    return (table, mapping)
  }

  @Test("children that are objects or values are rows of one section, in key order")
  func rows() throws {
    let (table, mapping) = try read(
      "{\"bob\":{\"age\":12},\"ann\":{\"age\":41.0,\"pets\":[\"cat\"]},\"10\":true,\"9\":{\"age\":\"x\"}}"
    )
    expectEqual(mapping.form, .rows)
    expectEqual(
      lines(table),
      [
        "[rows]", "key=9 age=x", "key=10 value=true", "key=ann age=41.0 pets=[\"cat\"]",
        "key=bob age=12",
      ])
    expectEqual(table.keyColumns, [table.column(named: "key")?.id])
  }

  @Test("children that hold objects are sections, and the root's values are one section more")
  func profile() throws {
    let (table, mapping) = try read(storedProfile)
    expectEqual(mapping.form, .sections)
    expectEqual(
      lines(table),
      [
        "[rows]",
        "path=about $key=about $value=I like travelling along Missisipi!",
        "path=email $key=email $value=tomSawyer@gmail.com",
        "path=fullName $key=fullName $value=Tom Sawyer",
        "path=id $key=id $value=1",
        "path=pictureUrl $key=pictureUrl $value=tom",
        "[friends]",
        "path=friends/0 $key=0 name=Huckleberry Finn pictureUrl=finn",
        "path=friends/1 $key=1 name=Celeste Holm pictureUrl=holm",
        "[profileAttributes]",
        "path=profileAttributes/0 $key=0 key=Gender value=male",
        "path=profileAttributes/1 $key=1 key=Height value=180",
      ])
    expect(table.row(withKey: ["friends/1"]) != nil)
    expectEqual(table.cell(RowID(3), ColumnID(2)).kind, .number)
  }

  @Test(
    "I6: deleting a friend but the last leaves the others, whatever the server makes of the list")
  func friendDeleted() throws {
    for text in ["[null,{\"name\":\"x\"},{\"name\":\"y\"}]", "{\"1\":{\"name\":\"x\"}}"] {
      let (table, _) = try read("{\"friends\":\(text)}")
      expectEqual(lines(table)[1], "path=friends/1 key=1 name=x")
    }
  }

  @Test("an empty tree is a table without rows, and a single value one of one row")
  func empty() throws {
    let (table, mapping) = try read("null")
    expect(table.rowCount == 0 && mapping.form == nil && table.columns.map(\.name) == ["key"])
    let single = try read("3")
    expect(single.mapping.form == nil && lines(single.table) == ["[rows]", "key=$value value=3"])
    let section = single.table.sections[0]
    let row = try single.mapping.row(section.row(at: 0), inSection: section, of: single.table)
    expect(row.path == .root && row.node == .value("3") && row.identifier == "$value")
    expectEqual(MappedTree(single.table, single.mapping).tree, FirebaseTree(.value("3")))
  }

  @Test("a section may have the name that the root's own rows have otherwise")
  func names() throws {
    let (table, mapping) = try read("{\"rows\":[{\"a\":1}],\"x\":2}")
    expectEqual(table.sections.map(\.name), ["$rows", "rows"])
    let own = table.sections[0]
    try expectEqual(mapping.row(own.row(at: 0), inSection: own, of: table).path.text, "/x")
    let plain = try read("{\"y\":[{\"a\":1}],\"x\":2}").table
    expectEqual(plain.sections.map(\.name), ["rows", "y"])
  }

  @Test("a change that brings a member with the name of a column of ours is more than a row")
  func newNames() throws {
    for (form, isRow) in [(FirebaseMapping.Form.rows, true), (.sections, false)] {
      let text = form == .rows ? "{\"a\":{\"n\":1}}" : "{\"s\":{\"a\":{\"n\":1}}}"
      let mapping = try read(text, form: form).mapping
      func rows(_ member: String) throws -> Int? {
        var tree = FirebaseTree(try FirebaseNode.read(text))
        let path = try FirebasePath(form == .rows ? "a" : "s/a")
        let change = FirebaseChange.put(path.appending(FirebaseKey(member)), .value("1"))
        tree.apply(change)
        return mapping.rows(changedBy: change, after: tree)?.count
      }
      try expectEqual(rows("m"), 1)
      try expect(rows("key") == nil && rows("value") == nil)
      try expectEqual(rows("path"), isRow ? 1 : nil)
    }
  }

  @Test("columns stay, and ours keep their names, when the rows that had members of these names go")
  func keptNames() throws {
    let (before, first) = try read(storedProfile)
    var mapping = first
    let less = FirebaseTree(try FirebaseNode.read(#"{"about":"x","friends":[{"name":"Huck"}]}"#))
    let names = before.columns.map(\.name)
    let table = try mapping.read(less, source: "x", keeping: names).table
    expectEqual(table.columns.map(\.name), names)
  }

  @Test("rows without a member in common are refused before they fill the memory")
  func sparse() {
    let text = "{" + (0..<10_000).map { "\"\($0)\":{\"m\($0)\":1}" }.joined(separator: ",") + "}"
    expect(throws: FirebaseError.tooSparse(rows: 10_000, members: 10_001)) { try read(text) }
  }

  @Test("one row that holds nothing but objects makes no section of itself")
  func ambiguous() throws {
    let text = "{\"a\":{\"x\":{\"y\":1}},\"b\":{\"n\":1},\"c\":{\"n\":2}}"
    try expectEqual(read(text).mapping.form, .rows)
    expectEqual(
      lines(try read(text, form: .sections).table)[0...2],
      [
        "[rows]", "path=b key=b n=1", "path=c key=c n=2",
      ])
  }

  @Test(
    "changing rows is the same as reading the tree anew",
    arguments: 0..<300 as Range<UInt64>, [FirebaseMapping.Form.rows, .sections])
  func deltas(seed: UInt64, form: FirebaseMapping.Form) throws {
    var random = SeededGenerator(seed: seed)
    func key(_ keys: [String]) -> FirebaseKey { FirebaseKey(keys[random.below(keys.count)]) }
    var tree = FirebaseTree(try FirebaseNode.read("{\"s\":{\"1\":{\"n\":1}},\"v\":1}"))
    var mapping = FirebaseMapping(form: form)
    _ = try mapping.read(tree, source: "x")
    var found = 0
    for step in 0..<40 {
      let before = tree
      let path = FirebasePath(
        [key(["s", "t", "v"])]
          + (random.oneIn(3) ? [] : [key(["0", "1", "2"]), key(["n", "m", "value"])]))
      let change = FirebaseChange.put(path, random.oneIn(3) ? nil : .value(String(step)))
      tree.apply(change)
      guard tree.root?.children != nil else { continue }
      guard let rows = mapping.rows(changedBy: change, after: tree) else {
        _ = try mapping.read(tree, source: "x")
        continue
      }
      found += 1
      func all(_ tree: FirebaseTree) -> [String: FirebaseMapping.Row] {
        let rows = mapping.sections(of: tree).flatMap(\.rows)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.identifier, $0) })
      }
      var expected = all(before)
      for row in rows { expected[row.identifier] = row.node == nil ? nil : row }
      try require(expected == all(tree), "seed \(seed), step \(step)")
    }
    expect(found > (form == .rows ? 20 : 3), "seed \(seed)")
  }

  @Test(
    "a row of the table is the row of the tree",
    arguments: [storedProfile, "{\"a\":{\"x\":1,\"o\":[1]},\"b\":2}"])
  func rowsBack(text: String) throws {
    let (table, mapping) = try read(text)
    let rows = try table.sections.flatMap { section in
      try section.rows.map { try mapping.row($0, inSection: section, of: table) }
    }
    let tree = FirebaseTree(try FirebaseNode.read(text))
    expectEqual(rows, mapping.sections(of: tree).flatMap(\.rows))
  }

  @Test("a table is a tree: sections, keys and cells, without what does not exist there")
  func tables() throws {
    func tree(_ text: String, _ name: String, key: [String] = []) throws -> String {
      var options = ReadOptions()
      options.key = key
      let table = try LoadedTable(bytes: Array(text.utf8), name: name, options: options).table
      return FirebaseWriter.text(TableTree(table).tree.root)
    }
    try expectEqual(
      tree("id,name,pay,na.me\n012,Ann,27,x\n7,\"B \"\"b\"\"\",,\n8,,,\n", "a.csv", key: ["id"]),
      #"{"7":{"name":"B \"b\""},"012":{"na%2Eme":"x","name":"Ann","pay":27}}"#)
    try expectEqual(
      tree("a,b\n1,007\n2,x\n", "a.csv"), #"[null,{"a":1,"b":"007"},{"a":2,"b":"x"}]"#)
    try expectEqual(
      tree("a,b,c\n1,\"x,y\",3\n", "a.csv", key: ["a", "b"]), #"{"1,x%2Cy":{"c":3}}"#)
    try expectEqual(tree("id\na/b\nc\n", "a.csv", key: ["id"]), #"{"a%2Fb":true,"c":true}"#)
    try expectEqual(
      tree(
        #"{"s.1":[{"id":"x","n":1.10,"o":{"a.b":[1]},"z":null}],"empty":[],"t":[{"id":"y"}]}"#,
        "a.json", key: ["id"]), #"{"s%2E1":{"x":{"n":1.10,"o":{"a%2Eb":[1]}}}}"#)
  }

  @Test("the tree of a table is read as the table that it was")
  func roundTrip() throws {
    let text = "id,name,pay\na,Ann,27\nb.c,Bob,\n"
    let table = try LoadedTable(bytes: Array(text.utf8), name: "a.csv").table
    let view = TableTree(table)
    let rows = view.sections(of: view.tree).flatMap(\.rows)
    expectEqual(rows.map { view.keyTexts($0.key) }, [["a"], ["b.c"]])
    expectEqual(
      rows.map(\.path),
      table.sections[0].rows.map { view.path(of: $0, inSection: table.sections[0]) })
    let cells = try rows.map { try require($0.node.flatMap(view.cells)) }
    expectEqual(cells[0].map(\.column), ["name", "pay"])
    expectEqual(cells[0].map(\.cell), [Cell("Ann"), Cell(.number, "27")])
    expectEqual(cells[1].map(\.column), ["name"])
  }
}
