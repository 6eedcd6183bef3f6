import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableFirebase

/// A served table and its tree.
struct TableTreeTests {
  /// A table of JSON, in which every value of a tree can stand.
  private static func table(_ sections: [String: [[String]]]) -> Table {
    Tables.table(
      columns: ["id", "name", "pay"],
      sections: sections.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, syntax: .json)
  }

  private static func tree(_ json: String) throws -> FirebaseTree {
    FirebaseTree(try FirebaseNode.read(json))
  }

  @Test(
    "random edits of a table, told as changes, make the tree that the table is, at few rows each",
    arguments: 0..<60)
  func published(seed: UInt64) throws {
    var made = RandomTable(seed: seed)
    var editor = Editor(table: made.table())
    let first = TableTree(editor.table)
    let (levels, texts) = (first.hasLevels, first.texts)
    var view = first
    var tree = view.tree
    for step in 0..<80 {
      switch made.random.below(6) {
      case 0: _ = try? editor.undo()
      case 1: _ = try? editor.redo()
      default: _ = try? editor.perform([made.edit(of: editor.table)], title: "edit")
      }
      let new = TableTree(editor.table, hasLevels: levels, texts: texts)
      if let change = new.change(since: view, of: tree) { tree.apply(change) }
      view = new
      expectEqual(tree, new.tree, "seed \(seed), step \(step)")
    }
  }

  @Test("one edit of many rows is one small change")
  func small() throws {
    let rows = (0..<20_000).map { ["\($0)", "\"n\($0)\"", "\($0)"] }
    var editor = Editor(table: Self.table(["rows": rows]))
    let view = TableTree(editor.table)
    let tree = view.tree
    let row = try require(editor.table.row(withKey: ["777"]))
    try editor.perform([.update([CellChange(row, ColumnID(2), Cell(.number, "5"))])], title: "edit")
    let new = TableTree(editor.table, hasLevels: false, texts: view.texts)
    expectEqual(
      new.change(since: view, of: tree),
      .put(try FirebasePath("/777"), try FirebaseNode.read(#"{"name":"n777","pay":5}"#)))
    try editor.undo()
    expectNil(
      TableTree(editor.table, hasLevels: false, texts: view.texts).change(since: view, of: tree))
  }

  @Test(
    "random changes of a tree, written into the table, make it the table of the changed tree, or are refused whole",
    arguments: 0..<40)
  func written(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = random.oneIn(2) ? ["rows"] : ["A", "B"]
    var sections: [String: [[String]]] = [:]
    for (s, name) in names.enumerated() {
      sections[name] = (0..<4).map { ["\"k\(s)\($0)\"", "\"n\($0)\"", "\($0)"] }
    }
    var editor = Editor(table: Self.table(sections))
    var view = TableTree(editor.table)
    var tree = view.tree
    var (accepted, refused) = (0, 0)
    for step in 0..<60 {
      func row() -> String {
        let name = random.oneIn(4) ? "null" : "\"v\(random.below(50))\""
        let extra = random.oneIn(6) ? ",\"more\":[1,{\"x\":true}]" : ""
        return random.oneIn(9)
          ? "5" : "{\"name\":\(name),\"pay\":\(random.below(9))\(extra)}"
      }
      let section = view.hasLevels ? random.pick(["A", "B", "C"]) + "/" : ""
      let key = "k\(random.below(2))\(random.below(6))"
      let path = "/\(section)\(key)"
      var change: FirebaseChange
      switch random.below(7) {
      case 0: change = .put(try FirebasePath(path), nil)
      case 1: change = .put(try FirebasePath(path + "/pay"), try FirebaseNode.read("\(step)"))
      case 2: change = try .patch("{\"name\":\"p\(step)\",\"pay\":null}", at: FirebasePath(path))
      case 3:
        let other = "/\(view.hasLevels ? "B/" : "")k\(random.below(2))\(random.below(6))"
        guard other != path else { continue }
        change = try .patch(
          "{\"\(path.dropFirst())\":null,\"\(other.dropFirst())\":\(row())}", at: .root)
      case 4 where random.oneIn(4):
        change = .put(.root, random.oneIn(3) ? nil : view.tree.root)
      case 5 where view.hasLevels:
        change = .put(try FirebasePath("/C"), try FirebaseNode.read("{\"c\(step)\":\(row())}"))
      default: change = .put(try FirebasePath(path), try FirebaseNode.read(row()))
      }
      let comment: Comment = "seed \(seed), step \(step): \(change)"
      var after = tree
      after.apply(change)
      do {
        let writing = try view.writing(change, in: tree, addsColumns: true)
        try editor.write(writing.delta, title: "write", addsColumns: true)
        accepted += 1
      } catch {
        expect(error is FirebaseRefusal, comment)
        refused += 1
        continue
      }
      let new = TableTree(editor.table, hasLevels: view.hasLevels, texts: view.texts)
      // A row without a member but its key stays in the table, and a tree has none.
      expectEqual(new.tree, after, comment)
      expectNil(new.change(since: view, of: after), comment)
      (view, tree) = (new, after)
    }
    expect(accepted > 20, "seed \(seed): \(accepted), \(refused)")
  }

  @Test(
    "what a table cannot hold is refused with a reason",
    arguments: [
      ("/1", "5", "must be an object"), ("/1/name/x", "1", "is an object"),
      ("/1/id", "\"7\"", "has '7' as id"), ("/%31", "{\"name\":\"x\"}", "is not a key"),
      ("/", "3", "an object of rows by key"), ("/1/more", "1", "no column 'more'"),
    ])
  func refused(path: String, json: String, reason: String) throws {
    let table = Tables.table(columns: ["id", "name"], sections: [("rows", [["1", "a"]])])
    let view = TableTree(table)
    do {
      _ = try view.writing(
        .put(try FirebasePath(path), try FirebaseNode.read(json)), in: view.tree,
        addsColumns: false)
      Issue.record("it is written")
    } catch let refusal as FirebaseRefusal {
      expect(refusal.reason.contains(reason), "\(refusal.reason)")
    }
  }

  @Test("a key in another section is refused unless it goes there in the same change")
  func otherSection() throws {
    let view = TableTree(
      Self.table(["A": [["\"a\"", "\"x\"", "1"]], "B": [["\"b\"", "\"y\"", "2"]]]))
    let put = FirebaseChange.put(try FirebasePath("/B/a"), try FirebaseNode.read("{\"pay\":3}"))
    expect(throws: FirebaseRefusal(reason: "there is a row 'a' in another section: /A/a")) {
      try view.writing(put, in: view.tree, addsColumns: false)
    }
    let move = try FirebaseChange.patch("{\"A/a\":null,\"B/a\":{\"pay\":3}}", at: .root)
    var editor = Editor(
      table: Self.table(["A": [["\"a\"", "\"x\"", "1"]], "B": [["\"b\"", "\"y\"", "2"]]]))
    let own = TableTree(editor.table)
    try editor.write(
      try own.writing(move, in: own.tree, addsColumns: false).delta, title: "write")
    expectEqual(Tables.drawing(editor.table), "A() B(b a)")
    expectEqual(
      TableTree(editor.table).tree,
      try Self.tree("{\"B\":{\"a\":{\"pay\":3},\"b\":{\"name\":\"y\",\"pay\":2}}}"))
  }
}
