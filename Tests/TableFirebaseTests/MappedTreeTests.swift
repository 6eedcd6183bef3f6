import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableFirebase

/// A table that was read from a tree, served as that tree.
struct MappedTreeTests {
  private static let profile = """
    {"about":"I travel","friends":[{"name":"Huck","pictureUrl":"finn"},{"name":"Celeste"}],"id":1,
     "profileAttributes":[{"key":"Gender","value":"male"},{"key":"Height","value":"180"}]}
    """

  private func open(
    _ json: String = profile, form: FirebaseMapping.Form? = nil
  ) throws -> (editor: Editor, mapping: FirebaseMapping) {
    var mapping = FirebaseMapping(form: form)
    let tree = FirebaseTree(try FirebaseNode.read(json))
    let table = try mapping.read(tree, source: "x").table
    return (Editor(table: table), mapping)
  }

  /// Makes a change of the tree, as a client does; returns the tree that the table is then.
  private func write(
    _ path: String, _ json: String, into editor: inout Editor, _ mapping: FirebaseMapping
  ) throws -> FirebaseTree {
    let view = MappedTree(editor.table, mapping)
    let change = FirebaseChange.put(try FirebasePath(path), try FirebaseNode.read(json))
    let writing = try view.writing(change, in: view.tree, addsColumns: true)
    try editor.write(writing.delta, title: "write", addsColumns: true)
    return MappedTree(editor.table, mapping).tree
  }

  @Test("it is the tree that was read")
  func same() throws {
    let (editor, mapping) = try open()
    let tree = MappedTree(editor.table, mapping).tree
    expectEqual(tree, FirebaseTree(try FirebaseNode.read(Self.profile)))
  }

  @Test(
    "random changes of a tree, written into the table, make it the table of the changed tree, or are refused whole",
    arguments: 0..<60 as Range<UInt64>, [FirebaseMapping.Form.rows, .sections])
  func written(seed: UInt64, form: FirebaseMapping.Form) throws {
    var random = SeededGenerator(seed: seed)
    var (editor, mapping) = try open(#"{"s":{"1":{"n":1},"2":{"m":2}},"v":1}"#, form: form)
    var view = MappedTree(editor.table, mapping)
    var tree = view.tree
    var accepted = 0
    func key(_ keys: [String]) -> FirebaseKey { FirebaseKey(random.pick(keys)) }
    func value(_ depth: Int) throws -> FirebaseNode? {
      if random.oneIn(3) { return nil }
      let rows = #"{"1":{"n":\#(random.below(9))},"5":{"m":true}}"#
      let row = #"{"n":\#(random.below(9)),"o":{"x":[1]}}"#
      return try FirebaseNode.read(
        depth == 0 ? #"{"s":\#(rows),"u":3}"# : random.pick([rows, row, "\(random.below(9))"]))
    }
    for step in 0..<60 {
      var change: FirebaseChange
      let depth = random.oneIn(15) ? 0 : 1 + random.below(3)
      let names = [["s", "t", "v"], ["0", "1", "2", "5"], ["n", "m", "o"]]
      change = .put(FirebasePath((0..<depth).map { key(names[$0]) }), try value(depth))
      if random.oneIn(4) {
        change = try .patch(
          #"{"s/1":{"n":\#(step)},"s/2":null,"t":{"7":{"n":1}},"v/n":2}"#, at: .root)
      }
      let comment: Comment = "seed \(seed), step \(step): \(change)"
      var after = tree
      after.apply(change)
      let writing: TreeWriting
      do {
        writing = try view.writing(change, in: tree, addsColumns: true)
        try editor.write(writing.delta, title: "write", addsColumns: true)
        accepted += 1
      } catch {
        expect(error is FirebaseRefusal, comment)
        continue
      }
      let new = MappedTree(editor.table, mapping)
      try require(new.tree == after, comment)
      expectNil(new.change(since: view, of: after, also: writing.paths), comment)
      (view, tree) = (new, after)
    }
    expect(accepted > 40, "seed \(seed): \(accepted)")
  }

  @Test(
    "random edits of the table, told as changes, make the tree that the table is",
    arguments: 0..<50 as Range<UInt64>)
  func published(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (editor, mapping) = try open()
    var view = MappedTree(editor.table, mapping)
    var tree = view.tree
    for step in 0..<60 {
      let table = editor.table
      let rows = table.sections.flatMap(\.rows)
      let s = random.below(table.sections.count)
      let path = random.pick(["friends/7", "profileAttributes/0", "about", "new", "friends"])
      let cells = [
        ColumnID(0): Cell(path), ColumnID(random.oneIn(2) ? 2 : 3): Cell("v\(step)"),
      ]
      switch random.below(6) {
      case 0: _ = try? editor.undo()
      case 1: _ = try? editor.redo()
      case 2 where !rows.isEmpty:
        _ = try? editor.perform([.delete([random.pick(rows)])], title: "delete")
      case 3:
        _ = try? editor.perform(
          [.insert([cells], section: table.sections[s].id, at: 0)], title: "insert")
      case 4 where !rows.isEmpty:
        _ = try? editor.perform(
          [.move([random.pick(rows)], section: table.sections[s].id, at: 0)], title: "move")
      default:
        guard !rows.isEmpty else { continue }
        let change = CellChange(
          random.pick(rows), ColumnID(random.pick([0, 2, 3, 4])),
          random.oneIn(4) ? .null : Cell("friends/\(step)"))
        _ = try? editor.perform([.update([change])], title: "edit")
      }
      let new = MappedTree(editor.table, mapping)
      if let change = new.change(since: view, of: tree) {
        let data = try FirebaseChange(try require(change.event(watching: .root, in: tree)))
        tree.apply(try require(data))
      }
      view = new
      try require(tree == new.tree, "seed \(seed), step \(step)")
    }
  }

  @Test("one edit among many rows is one small change, and a write concerns its row alone")
  func small() throws {
    let rows = (0..<20_000).map { "\"\($0)\":{\"n\":\($0)}" }.joined(separator: ",")
    var (editor, mapping) = try open("{\"s\":{\(rows)},\"v\":1}")
    let view = MappedTree(editor.table, mapping)
    let tree = view.tree
    let row = try require(view.row(at: try FirebasePath("/s/777")))
    let column = try require(editor.table.column(named: "n")?.id)
    try editor.perform([.update([CellChange(row, column, Cell(.number, "5"))])], title: "edit")
    let new = MappedTree(editor.table, mapping)
    expectEqual(
      new.change(since: view, of: tree),
      .put(try FirebasePath("/s/777"), try FirebaseNode.read(#"{"n":5}"#)))
    let writing = try new.writing(
      .put(try FirebasePath("/s/8/n"), .value("1")), in: tree, addsColumns: true)
    expectEqual(writing.paths.map(\.text), ["/s/8"])
    expectEqual(writing.delta.rows.map(\.key), [["s/8"]])
    expectEqual(writing.delta.rows[0].cells.map(\.column), ["n"])
  }

  @Test("a value that becomes an object is gone with its members, and not under them")
  func values() throws {
    var (editor, mapping) = try open()
    let place = try FirebasePath("/about")
    let object = try write("/about", #"{"name":"x"}"#, into: &editor, mapping)
    try expectEqual(object[place], FirebaseNode.read(#"{"name":"x"}"#))
    try expectNil(write("/about/name", "null", into: &editor, mapping)[place])
    try expectEqual(write("/about", "\"y\"", into: &editor, mapping)[place], .value("\"y\""))
  }

  @Test("a row whose key is no place of the tree has none")
  func deepKeys() throws {
    var (editor, mapping) = try open()
    let row = try require(
      MappedTree(editor.table, mapping).row(at: try FirebasePath("/friends/0")))
    let column = try require(editor.table.column(named: mapping.keyColumn)?.id)
    for (text, hasPlace) in [
      ("friends/0/name", false), ("a/b/c/d", false), ("friends/x", true), ("x", true),
    ] {
      try editor.perform([.update([CellChange(row, column, Cell(text))])], title: "edit")
      let view = MappedTree(editor.table, mapping)
      expectEqual(view.path(of: row) != nil, hasPlace, "\(text)")
    }
  }

  @Test("a client adds, changes and deletes friends, and all attributes at once")
  func clients() throws {
    var (editor, mapping) = try open()
    _ = try write("/friends/2", #"{"name":"Jim"}"#, into: &editor, mapping)
    _ = try write("/friends/0/pictureUrl", "null", into: &editor, mapping)
    _ = try write("/friends/1", "null", into: &editor, mapping)
    let tree = try write("/profileAttributes", "null", into: &editor, mapping)
    expectEqual(
      FirebaseWriter.text(tree.root),
      #"{"about":"I travel","friends":[{"name":"Huck"},null,{"name":"Jim"}],"id":1}"#)
    expectEqual(
      Tables.drawing(editor.table),
      "rows(about id) friends(friends/0 friends/2) profileAttributes()")
    let again = try write(
      "/profileAttributes", #"[{"key":"Height","value":"181"}]"#, into: &editor, mapping)
    expectEqual(again[try FirebasePath("/profileAttributes/0/value")], .value("\"181\""))
  }

  @Test(
    "what the table cannot hold is refused with a reason",
    arguments: [
      ("/friends/0/path", "1", "a column of the table's own"),
      ("/rows", #"[{"name":"x"}]"#, "the section for everything that is not a list"),
    ])
  func refused(path: String, json: String, reason: String) throws {
    var (editor, mapping) = try open()
    do {
      _ = try write(path, json, into: &editor, mapping)
      Issue.record("it is written")
    } catch let refusal as FirebaseRefusal {
      expect(refusal.reason.contains(reason), "\(refusal.reason)")
    }
  }

  @Test("a client makes the whole tree a value, changes that, and makes it rows again")
  func rootIsValue() throws {
    var (editor, mapping) = try open()
    try expectEqual(write("/", "3", into: &editor, mapping), FirebaseTree(.value("3")))
    expect(Tables.drawing(editor.table).contains("($value)"))
    try expectEqual(write("/", "4", into: &editor, mapping), FirebaseTree(.value("4")))
    let tree = try write("/a/b", "5", into: &editor, mapping)
    expectEqual(FirebaseWriter.text(tree.root), #"{"a":{"b":5}}"#)
    try expectEqual(write("/", "null", into: &editor, mapping), FirebaseTree())
    // A file of JSON is no single value.
    let form = FirebaseMapping(form: .rows, takesValue: false)
    expect(throws: FirebaseRefusal(reason: "a table is an object of rows")) {
      var editor = try open(#"{"a":{"x":1}}"#).editor
      _ = try write("/", "3", into: &editor, form)
    }
  }

  @Test("a row with a value and a member is an error that names it and says what to type")
  func valueAndMember() throws {
    var (editor, mapping) = try open()
    let (row, member) = (RowID(0), try require(editor.table.column(named: "value")?.id))
    try editor.perform([.update([CellChange(row, member, Cell("x y"))])], title: "edit")
    // Clients see the members.
    expectEqual(
      MappedTree(editor.table, mapping).node(of: row), try FirebaseNode.read(#"{"value":"x y"}"#))
    do {
      _ = try mapping.row(row, inSection: editor.table.sections[0], of: editor.table)
      Issue.record("it is a row of a tree")
    } catch {
      expectEqual(
        error.message,
        "row 'about': it has a value, in column '$value', and a member 'value': a tree can hold only one of them"
      )
      expectEqual(
        error.hint, "undo, then edit @about '$value'=\"x y\""
      )
      expectEqual(error.code, "overlap")
    }
  }

  @Test(
    "sections that are a view of a column are none of the tree's, and a changed key moves a row")
  func places() throws {
    var (editor, mapping) = try open()
    let row = try require(editor.table.row(withKey: ["friends/1"]))
    func path() throws -> String {
      let table = editor.table
      let s = try require(table.section(of: row).flatMap(table.index(of:)))
      return try mapping.row(
        row, inSection: table.sections[s], of: table, since: editor.saved
      ).path.text
    }
    let key = try require(editor.table.column(named: "$key")?.id)
    try editor.perform([.update([CellChange(row, key, Cell("4"))])], title: "edit")
    try expectEqual(path(), "/friends/4")
    try editor.undo()
    let name = try require(editor.table.column(named: "name")?.id)
    try editor.perform([.update([CellChange(row, ColumnID(0), Cell("friends/3"))])], title: "edit")
    try expectEqual(path(), "/friends/3")
    try editor.undo()
    var table = editor.table
    table.regroup(by: name)
    let s = try require(table.section(of: row).flatMap(table.index(of:)))
    try expectEqual(
      mapping.row(row, inSection: table.sections[s], of: table).path.text, "/friends/1")
  }
}
