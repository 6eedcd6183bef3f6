import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Reloading what one has saved.
struct ReloadedStartTests {
  @Test(
    "a reload keeps the header and the lines before it that were found when the file was opened")
  func start() throws {
    for (name, text, command) in [
      (
        "a.tsv", "## v=1\r\n## x,y\r\n#z\tz\r\nname\tx y\r\n1\t\r\n",
        "edit 0:0 name=Q7"
      ),
      ("a.csv", "\u{FEFF}Report,\n\u{E9},name\n1,\u{E9},\n", "edit 0:0 name=Q7"),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(text, to: name))")
      let names = session.shell.current?.table.columns.map(\.name)
      session.run(command)
      session.run("save")
      session.run("reload")
      expectEqual(session.shell.current?.table.columns.map(\.name), names, "\(name)")
      expectEqual(session.shell.current?.table.rowCount, 1, "\(name)")
    }
  }

  @Test("a source that lost its last row keeps its columns, and its key")
  func noRows() throws {
    for (name, text) in [
      ("a.ndjson", "{\"id\":{\"path\":[1]},\"Z\":1}\n"), ("a.json", "[{\"id\":1,\"Z\":1}]"),
      ("a.yaml", "- id: 1\n  Z: 1\n"),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(text, to: name))")
      session.run("delete 0:0")
      session.run("save")
      session.run("reload")
      expectEqual(
        session.shell.current?.table.columns.map(\.name).sorted(), ["Z", "id"], "\(name)")
    }
  }

  @Test(
    "reloading an own save changes nothing, and undo behind it leads back to the file",
    arguments: [
      ("a.json", #"[{"a":1,"b":2},{"b":3}]"#, "delete 0:0"),
      ("a.json", #"[{"b":3},{"a":1,"b":2}]"#, "move 0:1 to 0:0"),
      ("a.json", #"[{"id":1,"x":1.50},{"id":2}]"#, "delete 0:0"),
      ("a.json", #"{"A":[{"a":1,"b":2}],"B":[{"b":3}]}"#, "delete 0:0"),
      ("a.ndjson", "{\"a\":1,\"b\":2}\n{\"b\":3}\n", "delete 0:0"),
      ("a.yaml", "- a: 1\n  b: 2\n- b: 3\n", "delete 0:0"),
      ("a.yaml", "A:\n- a: 1\n  b: 2\nB:\n- b: 3\n", "delete 0:0"),
      (
        "a.yml", "services:\n  web:\n    image: a\n    ports: [1]\n  db:\n    image: b\n",
        "delete 0:1"
      ),
      ("a.yml", "services:\n  web:\n    image: a\nvolumes:\n  db:\n    size: 3\n", "delete 0:0"),
      ("a.yml", "k: 1\nitems:\n  - a: 1\n  - b: 2\n", "delete 0:0"),
      ("a.yml", "k: 1\nitems:\n  - a: 1\n  - b: 2\n", "delete 1"),
      ("a.yml", "k: 1\npath: 2\nitems:\n  - a: 1\n    path: 3\n  - b: 2\n", "delete 1:0"),
      ("a.json", #"{"k":1,"items":[{"a":1},{"b":3}],"m":[{"c":1}]}"#, "delete 0:0"),
      ("a.json", #"{"k":1,"items":[{"id":1}]}"#, "delete 0:0"),
      ("a.json", #"{ "key": {"k":null}, "x y": [] }"#, "delete 0:0"),
      ("a.json", #"{"l":[{"a":1}],"m":{"x":{"a":1,"z":2}}}"#, "delete 1:0"),
      ("a.json", #"{"m":{"x":{"a":1,"z":2}},"n":{"y":{"a":1}}}"#, "delete 0:0"),
    ])
  func undoBehindReload(_ name: String, _ text: String, _ command: String) throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: name))")
    session.run(command)
    try Self.checkUndo(session, of: name, in: folder, to: text)
  }

  @Test("sections in another order are known after a reload")
  func sectionsMoved() throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    let text = #"{"m":[{"x":1},{"x":2}],"k":1,"a":[{"x":3}]}"#
    session.run("open \(try folder.write(text, to: "a.json"))")
    for line in ["reorder sections m", "save", "reload", "edit 0:0 x=7", "save"] {
      expect(!session.run(line).contains("error"), "\(line)")
    }
    try expectEqual(folder.read("a.json"), #"{"m":[{"x":7},{"x":2}],"k":1,"a":[{"x":3}]}"#)
  }

  @Test("rows come on the line of an empty list")
  func emptyList() throws {
    for text in ["[]", "[ ]"] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(text, to: "a.json"))")
      for line in ["column add a", "insert 0:0 a=1", "save"] { session.run(line) }
      try expectEqual(folder.read("a.json"), #"[{"a":1}]"#)
    }
  }

  @Test("a row that is here again gives up its place to the one that has it in the source now")
  func takenPlace() throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    let text = #"{"n": "x", "p": [{"c": 3, "b": 2}, {"d": 6}, {"b": 4, "d": 7}]}"#
    session.run("open \(try folder.write(text, to: "a.json"))")
    for line in ["delete 1:1", "save", "undo", "delete 1:0"] { session.run(line) }
    expect(!session.run("reload").contains("error"))
    session.run("save")
    try expectEqual(folder.read("a.json"), #"{"n": "x", "p": [{"d": 6}, {"b": 4, "d": 7}]}"#)
    session.run("undo to 0")
    expect(!session.run("save").contains("error"))
    let saved = try folder.read("a.json")
    try expectEqual(Self.value(of: saved), Self.value(of: text), "\(saved)")
  }

  @Test("undo behind a reload leads back to the file after many edits at random, too")
  func undoBehindReloadAtRandom() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      func object(_ open: String, _ separator: String, _ close: String) -> String {
        let names = ["a", "b", "c", "d"].filter { _ in random.oneIn(2) }.shuffled(using: &random)
        let members = names.map { "\"\($0)\": \(random.below(9))" }
        return open + members.joined(separator: separator) + close
      }
      func objects() -> [String] { (0..<1 + random.below(3)).map { _ in object("{", ", ", "}") } }
      func list() -> String { "[" + objects().joined(separator: ", ") + "]" }
      func named() -> String {
        "{" + objects().enumerated().map { "\"n\($0)\": \($1)" }.joined(separator: ", ") + "}"
      }
      func tree() -> String {
        let values: [(String, String)] = [
          ("k", "1"), ("l", list()), ("m", named()), ("n", "\"x\""), ("o", list()),
        ]
        let members = values.filter { _ in random.oneIn(2) }.shuffled(using: &random)
        return "{"
          + (members + [("p", list())]).map { "\"\($0)\": \($1)" }
          .joined(separator: ", ") + "}"
      }
      let rows = list()
      let tree = tree()
      let lines = objects().joined(separator: "\n") + "\n"
      for (name, text) in [
        ("a.json", rows), ("a.yaml", rows), ("a.ndjson", lines), ("a.json", tree),
      ] {
        let folder = TemporaryFolder()
        let session = Session(nil)
        session.run("open \(try folder.write(text, to: name))")
        for _ in 0..<1 + random.below(4) {
          guard let table = session.shell.current?.table,
            let (s, section) = Array(table.sections.enumerated()).filter({ $1.count > 0 })
              .randomElement(using: &random)
          else { break }
          let row = random.below(section.count)
          switch random.below(4) {
          case 0: session.run("edit \(s):\(row) a=7")
          default: session.run("delete \(s):\(row)")
          }
          if random.oneIn(3) { session.run("save") }
          if random.oneIn(3) { session.run("undo") }
        }
        try Self.checkUndo(session, of: name, in: folder, to: text, "seed \(seed): \(text)")
      }
    }
  }

  /// Saves, reloads, takes all back and saves again.
  private static func checkUndo(
    _ session: Session, of name: String, in folder: TemporaryFolder, to text: String,
    _ comment: Comment? = nil
  ) throws {
    session.run("save")
    let reloaded = session.run("reload")
    expect(!reloaded.contains("removed") && !reloaded.contains("added"), comment)
    expect(!reloaded.contains("moved") && !reloaded.contains("error"), comment)
    while session.shell.current?.editor.undoTitles.isEmpty == false { session.run("undo") }
    session.run("save")
    let bytes = try folder.read(name)
    guard comment != nil else { return expectEqual(bytes, text) }
    // A row that was deleted is no part of the document that is read again: undo writes it anew, in the
    // spacing of its siblings, and its members in the order of the columns.
    if name.hasSuffix(".json") {
      let (new, old) = try (Self.value(of: bytes), Self.value(of: text))
      expectEqual(new, old, "\(bytes)")
    } else {
      expectEqual(bytes.filter { $0 != " " }, text.filter { $0 != " " }, comment)
    }
  }

  private static func value(of text: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
  }
}
