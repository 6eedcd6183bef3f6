import Expectations
import LiveSupport
import Synchronization
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// What becomes of a save where the server refuses, or others are quicker.
@Suite(.ends) struct SaveFaultTests {
  private let session = Session(nil)

  init() { session.shell.options.coalesces = false }

  private func open(_ served: ServedTree, _ options: String = "") -> String {
    let token = served.token.text
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? token : nil }
    return session.run("open \(options) firebase://127.0.0.1:\(served.service.port)/")
  }

  /// Lets in what has come until something holds; returns what is told.
  private func told(until holds: () throws -> Bool) -> String {
    session.takeIn(until: { (try? holds()) ?? false })
  }

  private func put(_ served: ServedTree, _ path: String, _ json: String) throws {
    served.change(.put(try FirebasePath(path), try FirebaseNode.read(json)))
  }

  @Test("what the server refuses stays unsaved, and the rest is saved and counted")
  func locked() throws {
    let rows = (0..<9).map { "\"r\($0)\":{\"n\":1}" } + ["\"locked\":{\"n\":1}"]
    let served = try ServedTree("{" + rows.joined(separator: ",") + "}")
    expect(open(served).contains("10 rows"))
    session.run("edit * n=2")
    let said = session.run("save")
    expect(said.contains("error: saved 9 of 10 rows; the server refuses"), "\(said)")
    expect(said.contains("it is locked"))
    expectEqual(session.run("changes"), "~ @locked n: '1' → '2'\n")
    expect(served.text.contains(#""locked":{"n":1}"#) && served.text.contains(#""r8":{"n":2}"#))
    expect(session.run("save").contains("saved 0 of 1 row; the server refuses"))
    expect(session.run("export -").contains("locked,2"))
  }

  @Test("keys that cannot be are refused by name, and nothing is written")
  func badKeys() throws {
    let served = try ServedTree(#"{"a":{"n":1},"b":{"n":1}}"#)
    expect(open(served).contains("2 rows"))
    let before = served.text
    for key in ["x.y", "x$y", "x#y", "x[y", "x]y", "x/y"] {
      session.run("edit @a n=5; insert 0 key='\(key)' n=1")
      let said = session.run("save")
      expect(said.contains("error: row '\(key)': '\(key)' cannot be a key"), "\(said)")
      expect(said.contains("hint:"))
      expectEqual(served.text, before)
      session.run("undo; undo")
    }
    session.run("column add x.y; edit 0:0 x.y=1")
    let said = session.run("save")
    expect(said.contains("'x.y' cannot be a key"), "\(said)")
    expectEqual(served.text, before)
  }

  @Test("a backup of a tree on a server is refused, as no file is written")
  func backup() throws {
    let served = try ServedTree(#"{"a":{"n":1}}"#)
    expect(open(served).contains("1 row"))
    session.run("edit @a n=2")
    expect(session.run("save --backup").contains("error: --backup is for files"))
    expectEqual(served.text, #"{"a":{"n":1}}"#)
    expectEqual(session.run("changes"), "~ @a n: '1' → '2'\n")
  }

  @Test("a row without members is told, and stays unsaved")
  func empty() throws {
    let served = try ServedTree(#"{"a":{"n":1},"b":{"n":1}}"#)
    expect(open(served).contains("2 rows"))
    session.run("edit --null n @a; edit @b n=2")
    let said = session.run("save")
    expect(said.contains("1 row without members"), "\(said)")
    expectEqual(served.text, #"{"b":{"n":2}}"#)
    expect(session.run("conflicts").contains("no conflicts"))
    expect(session.run("export -").contains("\na,"))
    expectEqual(session.run("changes"), "+ @a\n")
    session.run("edit @a n=3")
    expect(session.run("save").contains("saved 1 row"))
    expectEqual(served.text, #"{"a":{"n":3},"b":{"n":2}}"#)
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("undo gives a row its members back that lost all of them, and save writes it")
  func emptiedRow() throws {
    let served = try ServedTree(#"{"a":{"n":1},"b":{"n":1}}"#)
    expect(open(served).contains("2 rows"))
    session.run("edit --null n @a; save")
    expectEqual(served.text, #"{"b":{"n":1}}"#)
    expect(session.run("undo").contains("changed 1 cell"))
    expect(session.run("save").contains("saved 1 row"))
    expectEqual(served.text, #"{"a":{"n":1},"b":{"n":1}}"#)
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("a renamed column is the one that it was, and none stays of the old name")
  func renamedColumn() throws {
    let served = try ServedTree(#"{"a":{"age":1,"n":2},"b":{"age":3,"n":4}}"#)
    expect(open(served).contains("2 rows"))
    session.run("rename age years; save")
    expectEqual(served.text, #"{"a":{"n":2,"years":1},"b":{"n":4,"years":3}}"#)
    expect(session.run("export --format csv -").hasPrefix("key,years,n\na,1,2\nb,3,4\n"))
    session.run("undo; save")
    expectEqual(served.text, #"{"a":{"age":1,"n":2},"b":{"age":3,"n":4}}"#)
  }

  /// A tree that is watched, of which a row is edited here when others make its key that of two.
  private func servedWithBrokenKey() throws -> ServedTree {
    let served = try ServedTree(#"{"a":{"name":"x","n":1},"b":{"name":"y","n":1}}"#)
    expect(open(served, "--key name").contains("2 rows"))
    session.run("watch on")
    _ = told { session.shell.live.all.first?.state == .live }
    session.run("edit @x n=5")
    try put(served, "/b/name", #""x""#)
    return served
  }

  @Test(
    "a push that would give two rows one key is refused and told, and the next good one is taken")
  func brokenKey() throws {
    let served = try servedWithBrokenKey()
    var said = ""
    said = told { session.shell.live.all.first?.follower.state == .live && isBehind }
    expect(said.contains("not merged"), "\(said)")
    expectEqual(session.run("changes"), "~ @x n: '1' → '5'\n")
    expect(session.run("export -").contains("b,y,1") || session.run("export -").contains("b,1,y"))
    // What others wrote and the table does not show is not written over.
    try put(served, "/a/n", "7")
    said = told { source?.tree[try FirebasePath("/a/n")]?.token == "7" }
    let refused = session.run("save")
    expect(refused.contains("error"), "\(refused)")
    expect(served.text.contains(#""n":7"#))
    try put(served, "/b/name", #""z""#)
    said = told { !isBehind }
    expect(session.run("conflicts").contains("'5' here, '7' in the source"))
    expect(session.run("export -").contains("z"))
  }

  @Test(
    "that what a save brings back cannot be taken in is told with it, and the next good push is")
  func brokenAnswer() throws {
    let served = try servedWithBrokenKey()
    _ = told { isBehind }
    let said = session.run("save")
    expect(said.contains("saved 1 row to"), "\(said)")
    expect(
      said.contains("it is saved, but the values that the source has now could not be read: "),
      "\(said)")
    expect(served.text.contains(#""n":5"#))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    try put(served, "/b/name", #""z""#)
    _ = told { !isBehind }
    expect(session.run("export -").contains("z"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  private var source: FirebaseSource? { session.shell.current?.remote }
  private var isBehind: Bool { source?.isBehind ?? false }

  @Test(
    "with a key of its own a save comes back into the table, watched or not",
    arguments: [false, true])
  func otherKey(isWatched: Bool) throws {
    let served = try ServedTree(#"{"a":{"name":"x","n":1},"b":{"name":"y","n":1}}"#)
    expect(open(served, "--key name").contains("2 rows"))
    if isWatched {
      session.run("watch on")
      _ = told { session.shell.live.all.first?.state == .live }
    }
    session.run("edit @x n=5")
    try put(served, "/a/more", "7")
    let said = session.run("save")
    expect(said.contains("saved 1 row"), "\(said)")
    expect(session.run("export -").contains("7"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    session.run("edit @x n=6; edit @y n=7")
    try put(served, "/b/n", "9")
    expect(session.run("save").contains("saved 1 of 2 rows"))
    expectEqual(session.run("changes"), "~ @y n: '9' → '7'\n")
  }

  @Test("where no row has a member any more, an edit of it makes no edits of other rows")
  func lastMember() throws {
    let served = try ServedTree(#"{"a":{"n":1,"m":1},"b":{"n":1,"m":2}}"#)
    expect(open(served).contains("2 rows"))
    session.run("watch on; edit @a m=5")
    try put(served, "/", #"{"a":{"n":1},"b":{"n":2}}"#)
    _ = told { session.run("export -").contains("b,,2") }
    expectEqual(session.run("changes"), "~ @a m: null → '5'\n")
    expect(session.run("conflicts").contains("row 'a', m: '5' here"))
    session.run("conflicts keep mine")
    expect(session.run("save").contains("saved 1 row"))
    expectEqual(served.text, #"{"a":{"m":5,"n":1},"b":{"n":2}}"#)
  }

  @Test("an order that was kept here stays when everything is read again")
  func order() throws {
    let served = try ServedTree(#"{"a":{"n":1},"b":{"n":2},"d":{"n":3}}"#)
    expect(open(served).contains("3 rows"))
    session.run("sort by n desc")
    expect(session.run("save").contains("rows that you moved have moved only here"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    try put(served, "/c", #"{"n":9}"#)
    try put(served, "/b/n", "7")
    expect(session.run("reload").contains("insert row"))
    expect(session.run("export -").hasPrefix("key,n\nd,3\nb,7\nc,9\na,1\n"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("while a row is in the hand a push waits, which is told once")
  func drag() throws {
    let served = try ServedTree(#"{"a":{"n":1},"b":{"n":1},"c":{"n":1}}"#)
    expect(open(served).contains("3 rows"))
    session.run("watch on")
    _ = told { session.shell.live.all.first?.state == .live }
    session.run("edit on")
    let begun = session.run("drag 0:0")
    expect(!begun.contains("error"), "\(begun)")
    try put(served, "/b/n", "5")
    var said = told { session.shell.live.all.first?.waits == true }
    expect(said.contains("1 push waits"))
    said = session.pass(.milliseconds(400))
    expect(!said.contains("waits"), "\(said)")
    expect(session.run("export -").contains("b,1"))
    session.run("drag drop")
    said = told { session.shell.live.all.first?.pushCount == 1 }
    expect(said.contains("~1"), "\(said)")
    expect(session.run("export -").contains("b,5"))
  }

  @Test(
    "a server that fails while it is written to leaves what is not saved",
    arguments: [500, 503, 429, 412])
  func failing(status: Int) throws {
    let server = try HostileServer { exchange in
      if exchange.isStream {
        exchange.stream(#"{"a":{"n":1},"b":{"n":1}}"#)
        return exchange.wait()
      }
      if exchange.line.hasPrefix("PUT") {
        return exchange.reply(status, #"{"n":1}"#, "ETag: f")
      }
      exchange.reply(200, #"{"n":1}"#, "ETag: e")
    }
    defer { server.stop() }
    session.run("open firebase://127.0.0.1:\(server.port)/; edit @a n=2")
    let said = session.run("save")
    expect(said.contains("error: saved 0 of 1 row") || said.contains("conflict"), "\(said)")
    if status != 412 { expect(said.contains("(\(status))")) }
    expect(server.lines.count { $0.hasPrefix("PUT") } <= 5)
    expectEqual(session.run("changes"), "~ @a n: '1' → '2'\n")
  }

  @Test(
    "a connection that ends before the answer is looked at, not written again",
    arguments: [true, false])
  func cutOff(isWritten: Bool) throws {
    let puts = Atomic(0)
    let server = try HostileServer { exchange in
      if exchange.isStream {
        exchange.stream(#"{"a":{"n":1},"b":{"n":1}}"#)
        return exchange.wait()
      }
      if exchange.line.hasPrefix("PUT") {
        puts.add(1, ordering: .relaxed)
        return
      }
      let isThere = isWritten && puts.load(ordering: .relaxed) > 0
      exchange.reply(200, isThere ? #"{"n":2}"# : #"{"n":1}"#, "ETag: e")
    }
    defer { server.stop() }
    session.run("open firebase://127.0.0.1:\(server.port)/; edit @a n=2")
    let said = session.run("save")
    expectEqual(said.contains("saved 1 row"), isWritten, "\(said)")
    expectEqual(session.run("changes").contains("no unsaved"), isWritten)
    expect(puts.load(ordering: .relaxed) <= 5)
  }
}
