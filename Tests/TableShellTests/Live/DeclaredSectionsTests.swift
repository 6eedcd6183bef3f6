import Expectations
import Foundation
import LiveSupport
import TableKit
import TestSupport
import Testing

@testable import TableFirebase
@testable import TableLive
@testable import TableShell

/// Trees in the sections that a loader of Lua declares: read, pushed, saved.
@Suite(.ends) struct DeclaredSectionsTests {
  private let tree =
    #"{"about":"Fences","email":"a@b.c","friends":[{"name":"Huck"},{"name":"Joe"}],"id":1}"#
  private let loader = """
    lua tablesh.loader { name = "app", sections = { { name = "About", values = { "about", "photo" } }, \
    { name = "Mail", values = { "email" } }, { name = "Friends", list = "friends" } } }
    """
  private let session = Session(nil)

  init() { expect(session.run(loader).isEmpty) }

  private func sections() -> [String] {
    session.shell.current?.table.sections.map { "\($0.name) \($0.count)" } ?? []
  }

  private func file(_ text: String) throws -> (folder: TemporaryFolder, path: String) {
    let folder = TemporaryFolder()
    try folder.write(text, to: "a.json")
    return (folder, folder.path + "/a.json")
  }

  @Test("a file opens in the declared sections, and says what stands in none")
  func opens() throws {
    let file = try file(tree)
    let text = session.run("open --loader app \(file.path)")
    expect(text.contains("note: in no section, but kept: 'id'"), "\(text)")
    expectEqual(sections(), ["About 1", "Mail 1", "Friends 2"])
  }

  @Test("a replay says what stands in no section when it opens, and once")
  func replayed() throws {
    let folder = TemporaryFolder()
    let put = #"event: put\ndata: {"path":"/","data":\#(tree)}\n\n"#
    let path = try folder.write(
      put.replacing("\\n", with: "\n") + put.replacing("\\n", with: "\n"), to: "e.txt")
    let text = session.run("watch --replay --loader app \(path)")
    let parts = text.split(
      separator: "note: in no section, but kept: 'id'\n", omittingEmptySubsequences: false)
    expect(parts.count == 2 && !parts[0].contains("live "), "\(text)")
  }

  @Test("a save, and a save of what undo took back, leave the file as it was")
  func identity() throws {
    let text = FirebaseWriter.text(try FirebaseNode.read(tree), layout: .pretty) + "\n"
    let file = try file(text)
    session.run("open --loader app \(file.path)")
    for edit in [
      "edit About:0 about=Rafts photo=p.png", "delete Mail:0",
      "insert Friends path=Friends/2 name=Sid",
      "delete Friends:0", "edit Friends:1 name=Jim", "section delete Friends",
    ] {
      session.run(edit)
      expect(session.run("save").contains("saved"), "\(edit)")
      try expect(file.folder.read("a.json") != text, "\(edit)")
      session.run("undo")
      expect(session.run("save").contains("saved"), "\(edit)")
      try expectEqual(file.folder.read("a.json"), text, "\(edit)")
    }
  }

  @Test("what a section has no place for is refused, and nothing is written")
  func refused() throws {
    let file = try file(tree)
    session.run("open --loader app \(file.path)")
    for (edit, message) in [
      ("section add Other; insert Other path=Other/1 name=x", "declares no section 'Other'"),
      (
        "insert Mail path=Mail/2 email=x", "declares one row in section 'Mail', whose key is 'Mail'"
      ),
      ("edit Mail:0 name=x", "declares no 'name' in section 'Mail': it has 'email'"),
    ] {
      session.run(edit)
      let text = session.run("save")
      expect(text.contains("error: ") && text.contains(message), "\(text)")
      try expectEqual(file.folder.read("a.json"), tree)
      session.run("undo to 0")
    }
    expect(session.run("serve").contains("is a tree whose sections a loader declares"))
  }

  @Test("a list that is a single value, and a loader that is not there, are errors")
  func unfit() throws {
    let file = try file(#"{"friends":"none"}"#)
    let text = session.run("open --loader app \(file.path)")
    expect(
      text.contains("'friends' is a single value, and section 'Friends' takes a list"), "\(text)")
    expect(session.run("open --loader ap \(file.path)").contains("error: "))
  }

  @Test(
    "a declaration that says too much or too little is an error",
    arguments: [
      ("{}", "must be a list of sections"), ("{ { list = 'a' } }", "section 1 has no name"),
      ("{ { name = 'a' } }", "section 1 needs either"), ("{ 1 }", "section 1 is no table"),
      ("{ { name = 'a', list = 'a', values = { 'b' } } }", "section 1 needs either"),
      ("{ { name = 'a', lst = 'a' } }", "section 1 has a field 'lst'"),
      ("{ { name = 'a', list = 'a' } }, load = print", "exclude each other"),
    ])
  func declarations(sections: String, message: String) {
    let text = session.run("lua tablesh.loader { name = 'other', sections = \(sections) }")
    expect(text.contains("error: ") && text.contains(message), "\(text)")
  }

  @Test("pushes come in through the sections, which come and go, and edits are saved back")
  func live() throws {
    let served = try ServedTree(tree)
    let token = served.token.text
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? token : nil }
    session.run("set coalesce off; open --loader app firebase://127.0.0.1:\(served.service.port)/")
    session.run("watch on")
    session.awaitLive()
    expectEqual(sections(), ["About 1", "Mail 1", "Friends 2"])
    func push(_ path: String, _ json: String) throws -> String {
      served.change(.put(try FirebasePath(path), try FirebaseNode.read(json)))
      return session.awaitPush()
    }
    try expect(push("/email", "null").contains("delete section   1"))
    try expect(push("/friends/2", #"{"name":"Sid"}"#).contains("insert row   1:2"))
    try expect(push("/photo", "\"p.png\"").contains("reconfigure row   0:0"))
    try expect(push("/email", "\"t@x.org\"").contains("insert section   1"))
    try expect(push("/friends", #"[{"name":"Huck"}]"#).contains("+0 −2 ~0"))
    session.run("edit About:0 about=Rafts photo=q.png; edit Friends:0 name=Jim")
    expect(session.run("save").contains("saved 2 rows"))
    expectEqual(
      served.text,
      #"{"about":"Rafts","email":"t@x.org","friends":[{"name":"Jim"}],"id":1,"photo":"q.png"}"#)
    // A change of others to one value of a row is kept beside ours.
    session.run("watch off; edit About:0 about=Boats")
    served.change(.put(try FirebasePath("/photo"), try FirebaseNode.read("\"r.png\"")))
    expect(session.run("save").contains("saved 1 row"))
    expect(served.text.contains(#""about":"Boats""#) && served.text.contains(#""photo":"r.png""#))
  }

  @Test("with reload-data each push is a reloadData, and a selection of the view is forgotten")
  func reloaded() throws {
    let folder = TemporaryFolder()
    try folder.write(
      "event: put\ndata: {\"path\":\"/\",\"data\":\(tree)}\n\n"
        + "event: put\ndata: {\"path\":\"/friends\",\"data\":\"none\"}\n\n"
        + "event: put\ndata: {\"path\":\"/friends\",\"data\":[{\"name\":\"Huck\"},{\"name\":\"Joe\"}]}\n\n"
        + "event: put\ndata: {\"path\":\"/email\",\"data\":null}\n\n", to: "e.txt")
    session.run("set incoming reload-data")
    let text = session.run("watch --replay --loader app \(folder.path)/e.txt")
    expect(text.contains("not merged: 'friends' is a single value"), "\(text)")
    expect(text.contains("+0 −1 ~0\nplan  reloadData"), "\(text)")
    expect(session.run("explain").contains("B13"))
    expectEqual(sections(), ["About 1", "Friends 2"])
    session.run("set incoming batches")
    expect(session.run("watch --replay --loader nobody \(folder.path)/f.txt").contains("error: "))
  }
}
