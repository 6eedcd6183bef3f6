import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableFirebase

/// A tree in the sections that a loader declares.
struct SectionLayoutTests {
  private let layout = TreeLayout([
    .init(name: "name", content: .values(["fullName", "pictureUrl"])),
    .init(name: "email", content: .values(["data/email"])),
    .init(name: "friend", content: .list("data/friends")),
  ])
  private let profile = """
    {"data": {"email": "a@b.c", "friends": [{"name": "Huck"}, "Celeste"], "more": 1}, "fullName": "Tom", \
    "id": 1}
    """

  private func tree(_ json: String) throws -> FirebaseTree {
    FirebaseTree(try FirebaseNode.read(json))
  }

  @Test("sections stand in their order, while their part of the tree is there")
  func sections() throws {
    let layout = try SectionLayout(layout)
    var mapping = FirebaseMapping(declared: layout.keys)
    let view = try layout.view(of: tree(profile))
    let loaded = try mapping.read(view, source: "t")
    expectEqual(loaded.table.sections.map(\.name), ["name", "email", "friend"])
    expectEqual(
      loaded.table.sections.flatMap(\.rows).map {
        loaded.table.cell($0, loaded.table.keyColumns[0]).text
      },
      ["name/name", "email/email", "friend/0", "friend/1"])
    let less = try layout.view(of: tree(#"{"data": {"friends": {"7": 1}}}"#))
    try expectEqual(mapping.read(less, source: "t").table.sections.map(\.name), ["friend"])
    try expectEqual(layout.view(of: tree("{\"id\": 1}")), FirebaseTree())
  }

  @Test("what stands in no section is named, by the highest path that none is below")
  func rest() throws {
    let layout = try SectionLayout(layout)
    try expectEqual(layout.rest(of: tree(profile)).map(\.text), ["/data/more", "/id"])
    try expectEqual(layout.rest(of: tree("3")).map(\.text), ["/"])
    expectEqual(layout.rest(of: FirebaseTree()), [])
  }

  @Test("a single value in place of a list is refused with its path")
  func shape() throws {
    let layout = try SectionLayout(layout)
    expect(throws: FirebaseError.notAList("data/friends", section: "friend")) {
      _ = try layout.view(of: tree(#"{"data": {"friends": "none"}}"#))
    }
  }

  @Test(
    "sections that share a part of the tree, or a name, or have none, are refused",
    arguments: [
      [("a", .list("x")), ("b", .list("x/y"))], [("a", .values(["x", "x"]))],
      [("a", .values(["x/n", "y/n"]))], [("a", .list("x")), ("a", .list("y"))],
      [("a/b", .list("x"))], [("a", .list(""))], [("a", .list("x.y"))],
    ] as [[(String, TreeLayout.Content)]])
  func refused(sections: [(String, TreeLayout.Content)]) throws {
    let layout = TreeLayout(sections.map { .init(name: $0, content: $1) })
    do {
      _ = try SectionLayout(layout)
      expect(false, "\(sections)")
    } catch {
      expectEqual(error.code, "bad-declaration")
      expect(error.message.hasPrefix("the loader's section '"), "\(error.message)")
    }
  }

  @Test("a change of the tree is the same change in sections", arguments: 0..<300 as Range<UInt64>)
  func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = try SectionLayout(layout)
    let paths = [
      "/", "/data", "/data/email", "/data/friends", "/data/friends/0", "/data/friends/1/name",
      "/data/friends/x", "/fullName", "/pictureUrl", "/pictureUrl/small", "/id", "/data/more",
    ]
    let values = [
      "null", "1", "\"t\"", #"{"name": "N"}"#, #"[{"name": "A"}, {"name": "B"}]"#, profile,
    ]
    var tree = try tree(profile)
    for _ in 0..<8 {
      let path = try FirebasePath(paths.randomElement(using: &random) ?? "/")
      let node = try FirebaseNode.read(values.randomElement(using: &random) ?? "1")
      let change = FirebaseChange.put(path, node)
      let before = try? layout.view(of: tree)
      tree.apply(change)
      guard var view = before, let after = try? layout.view(of: tree) else { continue }
      view.apply(layout.view(of: change, after: tree))
      expectEqual(view, after, "\(path.text)")
    }
  }

  @Test("a row of values is written to their places, what differs alone")
  func parts() throws {
    let layout = try SectionLayout(layout)
    let row = FirebaseSaver.Row(
      path: try FirebasePath("name/name"),
      base: try FirebaseNode.read(#"{"fullName": "Tom", "pictureUrl": "tom"}"#),
      mine: try FirebaseNode.read(#"{"fullName": "Thomas", "pictureUrl": "tom"}"#))
    let parts = try layout.parts(of: row)
    expectEqual(parts.map(\.path.text), ["/fullName"])
    expectEqual(parts.map(\.mine?.token), ["\"Thomas\""])
    // What others wrote meanwhile to a part stands for the row, beside what was saved.
    let theirs = try FirebaseNode.read("\"T.\"")
    let conflict = FirebaseSaver.Outcome.conflict([], theirs: theirs)
    try expectEqual(
      layout.outcome(of: row, parts, [conflict]),
      .conflict(
        [FirebaseKey("fullName")],
        theirs: FirebaseNode.read(#"{"fullName": "T.", "pictureUrl": "tom"}"#)))
    expectEqual(layout.outcome(of: row, parts, [.saved(parts[0].mine)]), .saved(row.mine))
    let failed = FirebaseSaver.Outcome.refused(401, reason: "no")
    expectEqual(layout.outcome(of: row, parts, [failed]), failed)
    let friend = FirebaseSaver.Row(
      path: try FirebasePath("friend/3"), base: nil, mine: try FirebaseNode.read("1"))
    try expectEqual(layout.parts(of: friend).map(\.path.text), ["/data/friends/3"])
  }

  @Test("a row that no place is declared for is refused")
  func places() throws {
    let layout = try SectionLayout(layout)
    for (path, json, message) in [
      (
        "other/1", "1",
        "the loader declares no section 'other': it has 'name', 'email' and 'friend'"
      ),
      ("email/x", "1", "the loader declares one row in section 'email', whose key is 'email'"),
      (
        "email/email", #"{"email": "x", "pay": 1}"#,
        "the loader declares no 'pay' in section 'email': it has 'email'"
      ),
      ("email/email", "1", "the loader declares members in section 'email': it has 'email'"),
    ] {
      do {
        _ = try layout.places(of: FirebasePath(path), FirebaseNode.read(json))
        expect(false, "\(path)")
      } catch {
        expectEqual(error.message, message)
      }
    }
  }
}
