import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableShell

/// Tables that follow their files, in a batch: changes come in while `watch` waits.
@Suite(.ends) struct WatchTests {
  private let folder: TemporaryFolder
  private let session: Session

  init() throws {
    folder = TemporaryFolder()
    session = Session(nil)
    try folder.write("id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    _ = session.run("open '\(folder.path)/people.csv'")
  }

  /// Writes the file in place, or renames another one over it, and lets the change in.
  private func push(_ text: String, renames: Bool = true) throws -> String {
    if renames { try folder.write(text, to: "new") } else { try overwrite(text) }
    if renames { expectEqual(rename("\(folder.path)/new", "\(folder.path)/people.csv"), 0) }
    return session.awaitPush()
  }

  /// Writes over the file as `>` does: no other file gets its name.
  private func overwrite(_ text: String) throws {
    let file = try require(fopen("\(folder.path)/people.csv", "w"))
    expect(fputs(text, file) >= 0)
    expectEqual(fclose(file), 0)
  }

  /// Lets a change in as at the prompt, when a line has been begun.
  private func hear() throws {
    let isHeard = eventually {
      guard let tell = session.shell.takeNews(isTyping: true) else { return false }
      tell()
      _ = session.console.take()
      return true
    }
    expect(isHeard, "no change came")
  }

  @Test("a file that changes while it is read is read again before anything is taken in")
  func changeAmid() throws {
    let session = Session(nil) { $0.permissions = .all }
    let path = "\(folder.path)/t.words"
    try folder.write("a 1\nb 2\n", to: "t.words")
    _ = session.run(
      """
      lua tablesh.loader { name = "words", extensions = {"words"}, columns = {"k", "n"}, \
      key = {"k"}, load = function(s, emit) for l in s:lines() do \
      local k, n = l:match("(%w+) (%w+)"); emit {k, n} end \
      if meanwhile then local f = io.open("\(path)", "w"); f:write(meanwhile); f:close(); \
      meanwhile = nil end end }
      """)
    expect(session.run("open '\(path)'; watch on").contains("told of changes"))
    _ = session.run("lua meanwhile = 'a 1\\nb 9\\n'")
    try folder.write("a 1\nb 5\n", to: "t.words")
    expect(session.awaitPush().hasPrefix("live t +0 −0 ~1\n"))
    expectEqual(session.run("= tablesh.table():row('b').n"), "9\n")
    expectEqual(session.run("= meanwhile == nil"), "true\n")
  }

  @Test("a change comes in by key, is told with its plan, and is no undo step")
  func change() throws {
    expect(session.run("watch on").hasSuffix("people.csv is watched, told of changes\n"))
    _ = session.run("select @3; edit @1 pay=11")
    let told = try push("id,name,pay\n0,Zed,5\n1,Ann,10\n3,Cyd,30\n")
    expectEqual(
      told,
      """
      live people +1 −1 ~1
      plan  1 stage, 3 operations, the least possible
        delete row        0:1
        insert row        0:0
        reconfigure row   0:2

      """)
    expectEqual(session.shell.current?.table.rowCount, 3)
    expectEqual(session.selected, ["0:2"])
    let explained = session.run("explain")
    expect(explained.hasPrefix("push\n") && explained.contains("what others changed"))
    expect(explained.contains("  I8  ") && explained.contains("  D4   is gone"))
    let story = session.run("explain @3")
    expect(story.contains(/others +name Cy → Cyd +I8/), "\(story)")
    expectEqual(session.run("changes"), "~ @1 pay: '10' → '11'\n")
    expect(session.run("undo").hasPrefix("took back: edit @1 pay=11"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(session.run("undo").contains("took back: select @3"))
  }

  @Test("a source that cannot be read again leaves the table, and the rule says so")
  func unreadable() {
    expectEqual(unlink("\(folder.path)/people.csv"), 0)
    expect(session.run("reload").contains("error: "))
    expect(session.run("explain").contains("  E8  a failed download must not empty the table"))
    expectEqual(session.shell.current?.table.rowCount, 3)
  }

  @Test("rows that a program appends and keeps the file open come in; half a row does not")
  func appended() throws {
    session.run("watch on")
    session.settle()
    let file = try require(fopen("\(folder.path)/people.csv", "a"))
    defer { fclose(file) }
    expect(fputs("4,Di,40\n5,Ed", file) >= 0)
    expectEqual(fflush(file), 0)
    // Half a second is not yet long enough to take it as it is.
    expectEqual(session.pass(.milliseconds(600)), "")
    expect(fputs(",50\n", file) >= 0)
    expectEqual(fflush(file), 0)
    let told = session.awaitPush()
    expect(told.hasPrefix("live people +2 −0 ~0\n"), "\(told)")
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("a database is read again when others commit, and not for a touch")
  func database() throws {
    let path = "\(folder.path)/people.db"
    _ = session.run("export '\(path)#people'; close; open --key id '\(path)#people'; watch on")
    expectEqual(session.settle(), "")
    expectEqual(utimes(path, nil), 0)
    expectEqual(session.settle(), "")
    let other = Session(nil)
    _ = other.run("open --key id '\(path)#people'; edit @1 pay=12; delete @3; save")
    let told = session.awaitPush()
    expect(told.hasPrefix("live people +0 −1 ~1\n"), "\(told)")
    _ = session.run("edit @2 pay=21; save")
    expectEqual(session.settle(), "")
    // Another database takes its place.
    _ = other.run("edit @1 pay=13; export '\(folder.path)/new.db#people'")
    expectEqual(rename("\(folder.path)/new.db", path), 0)
    let replaced = session.awaitPush()
    expect(replaced.hasPrefix("live people +0 −0 ~2\n"), "\(replaced)")
  }

  @Test("conflicts stay until they are resolved, and save refuses while there are any")
  func conflicts() throws {
    _ = session.run("watch on; edit @1 pay=11; edit @2 name=Bea; delete @3")
    let told = try push("id,name,pay\n1,Ann,12\n2,Bob,20\n3,Cy,33\n")
    expect(told.hasPrefix("live people +0 −0 ~0, 3 conflicts\n"))
    expectEqual(
      session.run("conflicts"),
      """
      1  row '1', pay: '11' here, '12' in the source
      2  row '2', name: 'Bea' here, 'Bob' in the source
      3  row '3' is deleted here and was changed in the source

      """)
    let refused = session.run("save")
    expect(refused.contains("error: 3 conflicts with the source"))
    expect(refused.contains("\nhint:  conflicts  # lists them; conflicts keep mine or theirs"))
    expect(session.run("conflicts keep theirs @1").hasPrefix("kept theirs in 1 conflict, 2 left"))
    expect(session.run("conflicts keep mine 1").hasPrefix("kept mine in 1 conflict, 1 left"))
    expect(session.run("conflicts keep theirs @3").contains("none is left"))
    expectEqual(session.run("conflicts"), "no conflicts\n")
    expect(session.run("save").contains("saved 3 rows"))
    try expectEqual(folder.read("people.csv"), "id,name,pay\n1,Ann,12\n2,Bea,20\n3,Cy,33\n")
  }

  @Test("a conflict of reload is kept in the same list")
  func reload() throws {
    _ = session.run("edit @1 pay=11")
    try folder.write("id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    _ = session.run("reload")
    expect(session.run("conflicts").hasPrefix("1  row '1', pay: '11' here, '12' in the source"))
    expect(session.run("save").contains("error: 1 conflict"))
    expect(session.run("save --force").contains("saved 3 rows"))
    expectEqual(session.run("conflicts"), "no conflicts\n")
  }

  @Test("replies in JSON tell the push, its conflicts and its plan")
  func json() throws {
    _ = session.run("watch on; edit @1 pay=11; set format json")
    let told = try push("id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n4,Di,40\n")
    expectEqual(
      told.split(separator: "\n").first.map(String.init),
      """
      {"push":{"source":"people.csv","state":"live","inserted":1,"deleted":0,"changed":0},\
      "ok":true,"conflicts":[{"kind":"changed","key":"1","column":"pay","base":"10",\
      "local":"11","remote":"12"}],"plan":{"stages":[{"rows":{"insert":[[0,3]]}}]},\
      "selection":[],"editing":false}
      """, "\(told)")
  }

  @Test("a file that loses most of its rows in place is not believed at once")
  func halfWritten() throws {
    _ = session.run("watch on")
    let told = try push("id,name,pay\n1,Ann,10\n", renames: false)
    let lines = told.split(separator: "\n").map(String.init)
    expectEqual(lines.first, "live people half-written? 1 row of 3", "\(told)")
    expect(lines.contains("live people +0 −2 ~0"))
  }

  @Test("what is renamed into place is believed, an empty table too; what is no table is not")
  func renamed() throws {
    _ = session.run("watch on")
    try expect(push("id,name,pay\n").hasPrefix("live people +0 −3 ~0\n"))
    try overwrite("id,name\n\"1,")
    let told = session.pass(.seconds(3))
    expect(told.contains("live people half-written?"), "\(told)")
    expect(told.contains("live people stale: "), "\(told)")
    expectEqual(session.shell.prompt, "people.csv!> ")
    expectEqual(session.shell.current?.table.columns.count, 3)
    try expect(push("id,name,pay\n7,Gus,1\n").hasPrefix("live people +1 −0 ~0\n"))
    expectEqual(session.shell.prompt, "people.csv⇅> ")
  }

  @Test("a file that goes is stale, and is followed when it returns")
  func deleted() throws {
    _ = session.run("watch on")
    expectEqual(unlink("\(folder.path)/people.csv"), 0)
    let gone = session.settle()
    expect(gone.contains("people.csv' is gone"), "\(gone)")
    expect(session.run("watch").contains("stale"))
    try expect(push("id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,31\n").contains("live people +0 −0 ~1"))
  }

  @Test("the own save is no push, and touching tells nothing")
  func ownSave() throws {
    _ = session.run("watch on; edit @1 pay=11; save")
    expectEqual(utimes("\(folder.path)/people.csv", nil), 0)
    expectEqual(session.settle(), "")
    expectEqual(session.run("watch log"), "no changes yet\n")
  }

  @Test("a table that is saved elsewhere is followed there")
  func savedElsewhere() throws {
    _ = session.run("watch on; edit @1 pay=11; save --as '\(folder.path)/other.csv'")
    expectEqual(session.settle(), "")
    try folder.write("id,name,pay\n1,Ann,12\n2,Ben,20\n3,Cy,30\n", to: "other.csv")
    let told = session.awaitPush()
    expect(told.hasPrefix("live other +0 −0 ~1\n"), "\(told)")
  }

  @Test("waiting for changes that do not come is an error, and ends the watch that it began")
  func timeout() throws {
    let told = session.run("watch --count 2 --timeout 0.1")
    expect(told.hasPrefix("error: no change came within 0.1 s\n"), "\(told)")
    expectEqual(session.run("watch"), "nothing is watched: watch on\n")
    expect(session.run("watch --for x").contains("'x' is no number of seconds"))
    expect(
      session.run("watch --for 1e10").contains("number of seconds; the range is 0 to 1000000000"))
    expect(session.run("watch --count -1").contains("the least is 0"))
    expect(session.run("watch --count 0").contains("no number of changes; the least is 1"))
    expect(session.run("conflicts keep mine 5").contains("error: no conflict 5: there are none\n"))
    expect(session.run("watch off").contains("was not watched"))
    expect(Session("A(1)").run("watch on").contains("no source to watch"))
  }

  @Test("of many changes the last 1,000 are listed")
  func logLength() throws {
    _ = session.run("watch on")
    let document = try require(session.shell.current)
    let table = try require(session.shell.live[document])
    for number in 1...1005 {
      var push = LiveTable.Push(time: .zero, state: table.state)
      push.inserted = number
      table.note(push)
    }
    expect(table.log.count == 1000 && table.log.first?.inserted == 6)
    expect(table.log.last?.inserted == 1005 && table.pushCount == 1005)
  }

  @Test("^C in a watch says how many changes came")
  func interrupted() throws {
    session.run("watch on")
    try folder.write("id,name,pay\n1,Ann,11\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    session.console.onWrite = { [session] in session.console.isInterrupted = true }
    let told = session.run("watch --for 1000000")
    expect(told.hasSuffix("error: interrupted; 1 change came in\n"), "\(told)")
  }

  @Test("changes wait while a row is in the hand")
  func drag() throws {
    _ = session.run("watch on; edit on; drag 0:0 0:1")
    try folder.write("id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n4,Di,40\n", to: "people.csv")
    expectEqual(session.pass(.milliseconds(300)), "live people 1 push waits\n")
    expectEqual(session.shell.current?.table.rowCount, 3)
    _ = session.run("drag drop")
    expect(session.awaitPush().hasPrefix("live people +1 −0 ~0\n"))
  }

  @Test("index paths of a line mean the rows that stood there when it was begun")
  func seen() throws {
    _ = session.run("watch on")
    let shell = session.shell
    try folder.write("id,name,pay\n0,Zed,5\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    try hear()
    // Ben, who stands at 0:2 now.
    expect(session.run("edit 0:1 name=Bea; edit 0:1 name=Anna").contains("changed 1 cell"))
    expectEqual(
      session.run("changes"),
      "2 cells in 2 rows changed\n~ @1 name: 'Ann' → 'Anna'\n~ @2 name: 'Ben' → 'Bea'\n")

    try folder.write("id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    try hear()
    let refused = session.run("delete 0:0")
    expect(refused.contains("error: the row '0' was deleted by others"), "\(refused)")
    expectEqual(shell.current?.table.rowCount, 3)
    // The next line means what is there.
    expect(session.run("delete 0:0").contains("deleted 1 row"))
  }

  @Test("a place of a line, where a row is put, is that between the rows that stood there")
  func seenPlaces() throws {
    _ = session.run("watch on")
    for (line, keys) in [
      ("insert 0:1 id=9", ["0", "1", "9", "2", "3"]), ("move @3 to 0:0", ["0", "3", "1", "2"]),
      ("insert 0:end id=9", ["0", "1", "2", "3", "9"]), ("move @1 to 0:-1", ["0", "2", "3", "1"]),
    ] {
      try folder.write("id,name,pay\n0,Zed,5\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
      try hear()
      let told = session.run(line)
      let table = try require(session.shell.current?.table)
      expectEqual(table.allRows.map { table.key(of: $0) }, keys, "\(line): \(told)")
      _ = session.run("undo")
      try folder.write("id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
      try hear()
      session.shell.lineIsEmpty()
      _ = session.run("count")
    }
  }

  @Test(
    "a section's number of a line is that of the section that stood there",
    arguments: [
      ("delete 0", "A 0, B, C 3"), ("delete 1:*", "A 0, B 1 2, C"),
      ("delete in 1 *", "A 0, B 1 2, C"),
      ("edit in 0 * id := 7 + id", "A 0, B 8 9, C 3"), ("move 1:0 to 0:0", "A 0, B 3 1 2, C"),
      ("reorder sections 1", "C 3, A 0, B 1 2"), ("insert 1 id=9", "A 0, B 1 2, C 3 9"),
    ])
  func seenSections(line: String, expected: String) throws {
    func text(_ first: String) -> String {
      #"{"columns": ["id", "n"], "key": ["id"], "sections": [\#(first){"id": "B", "rows": ["#
        + #"{"id": 1, "n": 1}, {"id": 2, "n": 1}]}, {"id": "C", "rows": [{"id": 3, "n": 1}]}]}"#
    }
    try folder.write(text(""), to: "two.json")
    _ = session.run("open '\(folder.path)/two.json'; watch on")
    try folder.write(text(#"{"id": "A", "rows": [{"id": 0, "n": 1}]}, "#), to: "two.json")
    try hear()
    let told = session.run(line)
    let table = try require(session.shell.current?.table)
    let sections = table.sections.map { section in
      ([section.name] + section.rows.map { table.key(of: $0) }).joined(separator: " ")
    }
    expectEqual(sections.joined(separator: ", "), expected, "\(line): \(told)")
  }

  @Test("a line that was emptied means nothing of what was there")
  func emptied() throws {
    _ = session.run("watch on")
    try folder.write("id,name,pay\n2,Ben,20\n3,Cy,30\n", to: "people.csv")
    try hear()
    session.shell.lineIsEmpty()
    _ = session.run("delete 0:0")
    expectEqual(session.run("changes"), "- @2\n")
  }
}
