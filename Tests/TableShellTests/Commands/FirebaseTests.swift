import Expectations
import Foundation
import LiveSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// Tables of a Realtime Database, in a batch: a server on this machine has the tree.
@Suite(.ends) struct FirebaseTests {
  private let served: ServedTree
  private let session = Session(nil)

  init() throws {
    served = try ServedTree(
      #"{"ann":{"age":41,"pay":10},"bob":{"age":12},"cat":{"age":3,"pay":30}}"#)
    let token = served.token.text
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? token : nil }
  }

  private var address: String { "firebase://127.0.0.1:\(served.service.port)/" }

  private func open() -> String { session.run("open \(address); set table full; show") }

  /// Makes a change on the server, and lets it in.
  private func push(_ path: String, _ json: String) throws -> String {
    served.change(.put(try FirebasePath(path), try FirebaseNode.read(json)))
    return session.awaitPush()
  }

  private func watch() throws {
    expect(session.run("watch on").contains("is watched, connected"))
    // The first event is the whole tree, as it was read.
    session.awaitLive()
  }

  @Test("a tree opens as a table of its rows in key order")
  func opens() {
    let text = open()
    expect(text.contains("3 rows in 1 section, 3 columns"), "\(text)")
    expect(session.run("info").contains("source  \(address), Realtime Database"))
    expect(session.run("info").contains("key     key"))
  }

  @Test("what cannot be reached or read is an error that says what to do")
  func refused() throws {
    let gone = session.run("open firebase://127.0.0.1:1/")
    expect(gone.contains("nothing answers at"), "\(gone)")
    expect(gone.contains("hint:"))
    session.shell.options.environment = { _ in nil }
    let denied = session.run("open \(address)")
    expect(denied.contains("401"), "\(denied)")
    expect(session.run("open firebase://example.com:x/").contains("is no address of a server"))
    expect(session.run("open http://example.com/a.json").contains("not https"))
  }

  @Test("the address that serve prints opens the table, too; others have a hint")
  func addresses() {
    let port = served.service.port
    let opened = session.run("open http://127.0.0.1:\(port)/")
    expect(opened.contains("opened \(address): 3 rows"), "\(opened)")
    expect(session.run("open http://127.0.0.1:\(port)/").contains("\(address): 3 rows"))
    expectEqual(session.shell.documents.count, 1)
    expect(session.run("open http://localhost:\(port)/ann").contains("2 rows"))
    expect(
      session.run("open 127.0.0.1:1").hasSuffix("hint:  firebase://127.0.0.1:1/\n"))
    let other = session.run("open http://example.com/x")
    expect(other.hasPrefix("error: no file 'http://example.com/x'\nhint:  a Realtime Database is"))
    let missing = session.run("open /nowhere/x.csv")
    expect(missing.hasSuffix("hint:  start one: new /nowhere/x.csv COLUMN,…\n"))
  }

  @Test("a token is asked for where one is wanted, and the place of that of serve is named")
  func noToken() {
    session.shell.options.environment = { $0 == "XDG_STATE_HOME" ? "/nowhere" : nil }
    let denied = session.run("open \(address)")
    expect(denied.contains("the server wants a token (401)"), "\(denied)")
    expect(denied.contains("FIREBASE_TOKEN=TOKEN"))
    expect(denied.contains("'/nowhere/tablesh/serve/\(served.service.port)'"))
    // No TLS is spoken there: that is nothing a token would help with.
    let secure = session.run("open https://127.0.0.1:\(served.service.port)/.json")
    expect(secure.contains("error: ") && !secure.contains("token"), "\(secure)")
  }

  @Test("where nothing is, a note says so, and save writes what is inserted")
  func nothingThere() {
    let opened = session.run("open \(address)new")
    expect(opened.hasPrefix("note: nothing is at /new yet; save creates it\n"), "\(opened)")
    session.run("column add x; insert 0 key=a x=1")
    expect(session.run("save").contains("saved 1 row"))
    expect(served.text.hasSuffix(#""new":{"a":{"x":"1"}}}"#), "\(served.text)")
  }

  @Test("what a tree cannot keep is said, and nothing else")
  func keptLocally() {
    _ = open()
    let column = session.run("column add q; save")
    expect(
      column.hasSuffix("has no column without a value: 'q' stays here only\n"), "\(column)")
    let moved = session.run("move @ann to 0:end; save")
    expect(
      moved.hasSuffix(
        "has no order but that of its keys; rows that you moved have moved only here\n"),
      "\(moved)")
    expect(!moved.contains("column"))
  }

  @Test("unsaved work of a server that does not answer is mentioned")
  func keptUnreachable() throws {
    let folder = TemporaryFolder()
    session.shell.options.journalFolder = JournalFolder(path: folder.path)
    _ = open()
    session.run("edit @ann age=42")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let journal = try require(names.first { $0.hasSuffix(".journal") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(journal)))
    session.run("close --force")
    // As a session leaves it that was killed.
    try bytes.write(to: URL(fileURLWithPath: folder.file(journal)))
    served.service.stop()
    awaitNobody(at: served.service.port)
    let gone = session.run("open \(address)")
    expect(gone.contains("is kept: recover, once '\(address)' can be opened\n"), "\(gone)")
    let list = session.run("recover --list")
    expect(list.hasPrefix("unsaved work of \(address), "), "\(list)")
    expect(list.hasSuffix(": open that, then recover\n"), "\(list)")
  }

  @Test("I7: a pushed row comes in with its plan, and is no undo step")
  func push() throws {
    _ = open()
    try watch()
    let told = try push("/bob/pay", "20")
    expect(told.contains("reconfigure row   0:1"), "\(told)")
    let added = try push("/abe", #"{"age":7}"#)
    expect(added.contains("insert row   0:0"), "\(added)")
    let gone = try push("/ann", "null")
    expect(gone.contains("delete row   0:1"), "\(gone)")
    let column = try push("/bob/town", #""Rome""#)
    expect(column.contains("reconfigure all rows"), "\(column)")
    expect(column.contains("1 stage"), "\(column)")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("undo").contains("nothing to"))
    expect(session.run("export -").contains("bob,12,20,Rome"))
  }

  @Test("edits are saved row by row, and others' changes of other members come in")
  func save() throws {
    _ = open()
    _ = session.run("edit @ann pay=11; delete @cat; insert 0 key=dan age=9")
    served.change(.put(try FirebasePath("/ann/age"), try FirebaseNode.read("42")))
    let saved = session.run("save")
    expect(saved.contains("saved 3 rows to \(address)"), "\(saved)")
    expectEqual(
      served.text, #"{"ann":{"age":42,"pay":11},"bob":{"age":12},"dan":{"age":9}}"#)
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expectEqual(session.shell.current?.table.rowCount, 3)
    expect(session.run("show @ann").contains("42"))
    expect(session.run("save").contains("nothing to save"))
  }

  @Test("a path that is edited renames the row in its section, and one of another is refused")
  func paths() throws {
    let served = try ServedTree(#"{"friends":{"a":{"n":1},"b":{"n":2}},"foes":{"x":{"n":3}}}"#)
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? served.token.text : nil }
    session.run("open firebase://127.0.0.1:\(served.service.port)/")
    session.run("edit @friends/a path=friends/c")
    expect(session.run("save").contains("saved 2 rows"))
    expectEqual(served.text, #"{"foes":{"x":{"n":3}},"friends":{"b":{"n":2},"c":{"n":1}}}"#)
    let before = served.text
    for edit in ["edit @friends/b path=foes/b", "insert 1 path=foes/y n=4"] {
      session.run(edit)
      let said = session.run("save")
      expect(said.contains("its path belongs to another section than 'friends'"), "\(said)")
      expect(said.contains("hint:  undo, and move the row into that section"), "\(said)")
      session.run("undo")
    }
    expectEqual(served.text, before)
    expectEqual(session.run("changes"), "no unsaved changes\n")
    // As the hint says.
    session.run("move @friends/b to 0:0; save")
    expectEqual(served.text, #"{"foes":{"b":{"n":2},"x":{"n":3}},"friends":{"c":{"n":1}}}"#)
  }

  @Test("what others changed as well stays unsaved, and is listed")
  func conflict() throws {
    _ = open()
    _ = session.run("edit @ann pay=11; edit @bob age=13")
    served.change(.put(try FirebasePath("/ann/pay"), try FirebaseNode.read("12")))
    let refused = session.run("save")
    expect(refused.contains("saved 1 of 2 rows"), "\(refused)")
    expect(served.text.contains(#""bob":{"age":13}"#))
    expect(session.run("conflicts").contains("row 'ann', pay: '11' here, '12' in the source"))
    expect(session.run("save").contains("1 conflict"))
    _ = session.run("conflicts keep mine")
    expect(session.run("save").contains("saved 1 row"))
    expect(served.text.contains(#""ann":{"age":41,"pay":11}"#))
  }

  @Test("undo of what was saved takes it back there, as in a file")
  func undone() throws {
    _ = open()
    let former = served.text
    for edit in ["edit @ann pay=11", "insert 0 key=dan age=7", "delete @bob"] {
      session.run("\(edit); save")
      expect(served.text != former)
      let undone = session.run("undo")
      expect(!undone.contains("nothing"), "\(edit): \(undone)")
      expect(session.run("save").contains("saved 1 row"))
      expectEqual(served.text, former, "\(edit)")
    }
  }

  @Test("undo of what was saved after a conflict gives back what others wrote before, and no more")
  func undoneConflict() throws {
    _ = open()
    session.run("edit @ann pay=11; edit @bob age=13")
    served.change(.put(try FirebasePath("/ann/pay"), try FirebaseNode.read("12")))
    session.run("save")
    session.run("conflicts keep mine")
    session.run("save")
    let undone = session.run("undo")
    expect(undone.contains("took back: edit @bob age=13; changed 1 cell"), "\(undone)")
    session.run("undo")
    session.run("save")
    expect(served.text.contains(#""bob":{"age":12}"#), "\(served.text)")
    expect(served.text.contains(#""ann":{"age":41,"pay":12}"#), "\(served.text)")
  }
}

/// Recorded events, and what Lua hears of pushes.
@Suite(.ends) struct ReplayTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)

  private static let events = """
    event: put
    data: {"path":"/","data":{"a":{"n":1},"b":{"n":2}}}

    event: keep-alive
    data: null

    event: patch
    data: {"path":"/a","data":{"n":3}}

    event: put
    data: {"path":"/c","data":{"n":9}}

    event: put
    data: {"path":"/b","data":null}

    event: cancel
    data: null


    """

  @Test("^C in a replay says how many changes came")
  func interrupted() throws {
    try folder.write(Self.events, to: "events.txt")
    // Called before what is written: that of the second.
    session.console.onWrite = { [session] in
      session.console.isInterrupted = session.console.text.contains("live events +")
    }
    let told = session.run("watch --replay --real-time '\(folder.path)/events.txt'")
    expect(told.hasSuffix("error: interrupted; 2 changes came in\n"), "\(told)")
  }

  @Test("I5, I9: a recording fills a table of its own, with the same plans each time")
  func replay() throws {
    try folder.write(Self.events, to: "events.txt")
    let first = session.run("watch --replay '\(folder.path)/events.txt'")
    expect(
      first.contains(
        """
        live events +0 −0 ~1
        plan  1 stage, 1 operation, the least possible
          reconfigure row   0:0
        """), "\(first)")
    expect(first.contains("live events +1 −0 ~0"))
    expect(first.contains("live events denied: reading is no longer allowed"))
    expect(first.contains("3 pushes replayed"))
    expect(session.run("show").contains("0:1  c    9"))
    _ = session.run("close")
    expectEqual(session.run("watch --replay '\(folder.path)/events.txt'"), first)
  }

  @Test("a file without a whole tree is refused")
  func noEvents() throws {
    try folder.write("id\n1\n", to: "t.csv")
    expect(
      session.run("watch --replay '\(folder.path)/t.csv'").contains("holds no event 'put'"))
  }

  @Test("hooks hear of a push before and after it, and cannot refuse it")
  func hooks() throws {
    try folder.write(Self.events, to: "events.txt")
    _ = session.run(
      """
      lua tablesh.on("before_push", function(e) print("before", e.count, #e.table); \
      return false end)
      """)
    _ = session.run(
      """
      lua tablesh.on("did_push", function(e) for row in e.rows() do print("did", row.key) end \
      assert(e.plan) end)
      """)
    let told = session.run("watch --replay '\(folder.path)/events.txt'")
    expect(told.contains("before\t1\t2\n"), "\(told)")
    expect(told.contains("did\ta\n"))
    expect(told.contains("did\tc\n"))
    expect(told.contains("3 pushes replayed"))
  }

  @Test("a hook of a push that fails is told, and the push stays")
  func failingHook() throws {
    try folder.write(Self.events, to: "events.txt")
    _ = session.run("lua tablesh.on('did_push', function(e) error('no') end)")
    let told = session.run("watch --replay '\(folder.path)/events.txt'")
    expect(told.contains("the hook of did_push failed"), "\(told)")
    expect(told.contains("3 pushes replayed"))
  }

  @Test("a loader that says how its source is watched is asked for a stamp")
  func loader() throws {
    let session = Session(nil) { $0.permissions = .all }
    try folder.write("a 1\nb 2\n", to: "t.words")
    try folder.write("1", to: "stamp")
    _ = session.run(
      """
      lua tablesh.loader { name = "words", extensions = {"words"}, columns = {"k", "n"}, \
      key = {"k"}, load = function(s, emit) for l in s:lines() do \
      local k, n = l:match("(%w+) (%w+)"); emit {k, n} end end, \
      watch = { every = 0.1, changed = function(source, last) \
      local f = io.open("\(folder.path)/stamp"); local t = f:read("a"); f:close(); return t end } }
      """)
    let opened = session.run("open '\(folder.path)/t.words'")
    expect(opened.contains("2 rows"), "\(opened)")
    expect(session.run("watch on").contains("asked every 0.1 s"))
    try folder.write("a 1\nb 3\n", to: "t.words")
    let first = session.awaitPush()
    expect(first.contains("live t +0 −0 ~1"), "\(first)")
    try folder.write("b 3\n", to: "t.words")
    try folder.write("2", to: "stamp")
    expect(session.awaitPush().contains("live t +0 −1 ~0"))
    expectEqual(unlink("\(folder.path)/stamp"), 0)
    let stale = session.takeIn(until: { session.shell.live.all.first?.state != .polling })
    expect(stale.contains("live t stale: "), "\(stale)")
  }
}
