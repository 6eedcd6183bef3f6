import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableFirebase
@testable import TableShell

/// Hints that can be typed as they stand.
struct HintTests {
  @Test(
    "a misspelt word of a target leads to the line to type",
    arguments: [
      ("delete whre name == 3", "delete where name == 3"),
      ("count whre name == \"x\"", "count where name == \"x\""),
      ("show name whre name == nil", "show name where name == nil"),
      ("edit whre name == nil set name=x", "edit where name == nil set name=x"),
      ("delete iin 0 *", "delete in 0 *"), ("count iin Crew 0:0", "count in Crew 0:0"),
      ("delete rul old", "delete rule old"), ("select rul old", "select rule old"),
      ("delete selectd", "delete selected"),
      ("edit selectd name=x", "edit selected name=x"),
      ("show selectd", "show selected"), ("count markd", "count marked"),
      ("move selectd to 0:0", "move selected to 0:0"),
      ("keep visibl", "keep visible"),
    ])
  func keyword(line: String, hint: String) {
    let session = Session("Pilots(P1 P2) Crew(C1)")
    let reply = session.run(line)
    expect(
      reply.contains("error: ") && reply.hasSuffix("\nhint:  \(hint)\n"), "\(reply)")
    expectEqual(session.drawing, "Pilots(P1 P2) Crew(C1)")
    expect(access("3", F_OK) != 0, "no file is made for a line that cannot be read")
  }

  @Test("Lua that was cut at a ; or a > is named as Lua")
  func cutLua() {
    for line in [
      "lua local x=5; for i=1,2 do print(i > 1) end", "for i=1,2 do print(i > 1) end",
      "lua local x=5; for i=1,2 do print(i > 1) end; count",
    ] {
      let reply = Session().run(line)
      expect(reply.contains("no command 'for'"), "\(reply)")
      expect(reply.contains("lua for i=1,2 do print(i > 1) end\n"), "\(reply)")
    }
  }

  @Test("Lua that was cut is named with what it uses of the Lua before it, and works so")
  func cutBehindNames() {
    for (line, hint) in [
      (
        "lua local x=1; for i=1,2 do print(i > x) end",
        "lua local x=1 for i=1,2 do print(i > x) end"
      ),
      ("lua local x=1; print(x)", "lua local x=1 print(x)"),
      ("lua local x=1; if x > 0 then print(x) end", "lua local x=1 if x > 0 then print(x) end"),
      ("lua y=1; print(2)", "lua print(2)"),
    ] {
      expect(Session().run(line).hasSuffix("hint:  \(hint)\n"), "\(line)")
      expect(!Session().run(hint).contains("error"), "\(hint)")
    }
  }

  @Test("a # in Lua is told how a comment begins there")
  func comment() {
    for line in ["count where name == nil # why", "= 1 # why", "lua print(1) # why"] {
      expect(Session().run(line).contains("a comment begins with -- in Lua: -- why"), "\(line)")
    }
  }

  @Test("a column name is quoted where that needs it")
  func quotes() throws {
    let session = Session(nil)
    session.run("new t.csv id,'unit price',where,b")
    session.run("insert 0 id=1")
    expect(session.run("columns").contains("\"where\""))
    expectEqual(session.run("sort by \"where\"").contains("error"), false)
    expect(
      session.run("replace 'unit price' '' 0").contains(
        "hint:  edit where row[\"unit price\"] == nil set \"unit price\"=0\n"))
    session.run("edit where row[\"unit price\"] == nil set \"unit price\"=7")
    expectEqual(session.run("count where row[\"unit price\"] == 7"), "1\n")
  }

  @Test("what is nearly right is said as it would be")
  func nearly() {
    let session = Session(nil)
    session.run("new t.csv id,pay; insert 0 id=1 pay=2")
    expect(session.run("edit @1 pay = 3").hasSuffix("hint:  edit @1 pay=3\n"))
    expect(session.run("sort pay").hasSuffix("hint:  sort by pay\n"))
    expectEqual(session.run("sort by pay").contains("error"), false)
  }

  @Test(
    "what other tools know is said as it is typed here",
    arguments: [
      ("edit 0:1 region North", "edit 0:1 region=North"),
      ("edit @3 region to 'New York' pay 3", "edit @3 region=\"New York\" pay=3"),
      ("insert Dock region North pay 3", "insert Dock region=North pay=3"),
      ("select where region == Ito", "select where region == \"Ito\""),
      ("count where pay > 1 and region ~= Ito", "count where pay > 1 and region ~= \"Ito\""),
      (
        "count where region == pya",
        "did you mean 'pay'? text stands in quotes: region == \"pya\""
      ),
      ("delete row 3", "delete @3  # by its key"),
      ("edit row 3 pay=1", "edit @3 pay=1  # by its key"),
      ("delete row 9", "show 0:*  # rows count from 0, and the last is 0:2"),
      (
        "delete rows 1-2",
        "delete 0:0-1  # rows 1 to 2 as shown: section 0, rows counting from 0"
      ),
      ("select row @3", "select @3"), ("edit @3 set pay=1", "edit @3 pay=1"),
      ("select region North", "select where region == \"North\""),
      ("count pay 2", "count where pay == 2"),
      ("delete column region", "column delete region"),
      ("delete columns region pay", "column delete region pay"),
      ("rename section Dock Pier", "section rename Dock Pier"),
      ("add column note", "column add note"), ("list undo", "undo list"),
      ("select all", "select *"), ("delete all", "delete *"), ("show all", "show *"),
      ("move all to Dock:end", "move * to Dock:end"),
      ("select North", "select where region == \"North\""),
      ("show North", "show where region == \"North\""),
      ("select region=North", "select where region == \"North\""),
      ("select region=North pay=2", "select where region == \"North\" and pay == 2"),
      ("select region == North", "select where region == \"North\""),
      ("count pay = 2", "count where pay == 2"),
      ("show Dok", "show Dock"), ("show pya", "show pay"),
      (
        "move @3 to Dok",
        "move @3 to Dock:end  # Dock:0 is before its first row, Dock:end behind its last"
      ),
      (
        "move @3 to Dock",
        "move @3 to Dock:end  # Dock:0 is before its first row, Dock:end behind its last"
      ),
      ("move @3 to 1", "move @3 to 1:end  # 1:0 is before its first row, 1:end behind its last"),
      ("filter pay > 2", "show where pay > 2"),
      ("rows", "show *"),
      ("remove @3", "delete @3"),
    ])
  func otherTools(_ line: String, _ hint: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,region,pay\n1,North,2\n2,South,3\n3,West,4\n", to: "t.csv")
    let session = Session(nil)
    session.run("open '\(path)'; section add Dock")
    let told = session.run(line)
    expect(told.hasPrefix("error: ") && told.hasSuffix("\nhint:  \(hint)\n"), "\(told)")
    expectEqual(session.run("undo list"), "1  section add Dock\n")
  }

  @Test("a slip behind a column to sort by names the word that is meant, and commas as such")
  func sorting() {
    let session = Session()
    expect(
      session.run("sort by name decs").hasPrefix(
        "error: 'decs' is not one of asc, desc, ',', in; did you mean 'desc'?\n"))
    expect(
      session.run("sort by name foo").hasPrefix("error: 'foo' is not one of asc, desc, ',', in\n"))
  }

  @Test("a file that is not there: the nearest name first, in its folder or the nearest one")
  func files() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/recipes", withIntermediateDirectories: true)
    try folder.write("id\n1\n", to: "recipes/returned.csv")
    try folder.write("count\n", to: "recipes/pay.tsh")
    let session = Session(nil)
    let (path, near) = (
      folder.path + "/recipes/retruned.csv", folder.path + "/recipes/returned.csv"
    )
    expect(
      session.run("open \(path)").hasSuffix(
        "\nhint:  did you mean '\(near)'? Or start one: new \(path) COLUMN,…\n"))
    expect(
      session.run("open \(folder.path)/recipse/returned.csv").contains("did you mean '\(near)'?"))
    expect(
      session.run("source \(folder.path)/recipes/pya.tsh").hasSuffix(
        "no file '\(folder.path)/recipes/pya.tsh'\n"
          + "hint:  source \(folder.path)/recipes/pay.tsh\n"))
  }

  @Test("where no file fits a pattern, those of tables are named")
  func pattern() throws {
    let folder = TemporaryFolder()
    for name in ["b.csv", "a.json", "note.txt"] { try folder.write("id\n1\n", to: name) }
    expect(
      Session(nil).run("open \(folder.path)/nosuch*").hasSuffix(
        "\nhint:  files here: \(folder.path)/b.csv, \(folder.path)/a.json\n"))
  }

  @Test("where data waits on standard input, the hint without a table names it")
  func standardInput() {
    expect(Session(nil).run("count").hasSuffix("hint:  open FILE, or new NAME COLUMN,…\n"))
    let session = Session(nil) { $0.hasUnreadInput = true }
    expect(
      session.run("dedupe; save -").hasSuffix(
        "hint:  a table on standard input is the file '-': tablesh -c COMMANDS -; else open FILE\n")
    )
  }

  @Test("reload and discard say how edits of the session are dropped")
  func droppingEdits() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id\n1\n2\n", to: "t.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    expect(!session.run("reload").contains("note:"))
    session.run("delete @1")
    expect(
      session.run("reload").hasPrefix(
        "note: unsaved edits stay; reload --discard drops them, undo to 0 takes them back\n"))
    expect(
      session.run("discard").hasSuffix(
        "hint:  reload --discard  # drops the edits of this session; undo brings them back\n"))
    session.run("reload --discard")
    expect(!session.run("reload").contains("note:"))
  }

  @Test("at a prompt a setting is shown with the values that it can have")
  func settingValues() {
    let session = Session()
    expectEqual(session.run("set motion"), "off\n")
    session.console.isInteractive = true
    expectEqual(session.run("set motion"), "note: set motion off|marks|full\noff\n")
  }

  @Test("an open quote is in the prompt, and is told once")
  func openQuote() {
    let session = Session()
    let prompt = session.shell.continuationPrompt
    expectEqual(session.shell.continuationPrompt(of: "count \\"), prompt)
    expectEqual(session.shell.continuationPrompt(of: "echo 'a"), prompt.dropLast(3) + "'> ")
    expectEqual(session.shell.continuationPrompt(of: "echo \"a\nb"), prompt.dropLast(3) + "\"> ")
    session.shell.lineIsUnfinished("count \\")
    expectEqual(session.console.take(), "")
    session.shell.lineIsUnfinished("echo 'a")
    expectEqual(
      session.console.take(),
      "note: the quote ' is open, and the line goes on until it is closed; ^C drops it\n")
  }

  @Test("help on a word that is no command names the commands that tell of it")
  func helpOnWords() {
    let session = Session(nil)
    let port = session.run("help port")
    expect(
      port.hasPrefix("'port' is mentioned in\n") && port.contains("\n  help serve "), "\(port)")
    expect(session.run("help Firebase").contains("help open"))
    expect(session.run("help slect").hasSuffix("hint:  help select\n"))
  }

  @Test("a text column that is compared with a number")
  func textsAndNumbers() {
    let session = Session(nil)
    session.run("new t.csv id,since")
    session.run("insert 0 id=1 since=2019-04-01; insert 0 id=2 since=2023-09-15")
    let told = session.run("count where since >= 2023")
    expect(told.contains("hint:  compare it with a text in quotes, such as \"2019-04-01\""))
    expectEqual(session.run("count where since >= \"2019-04-02\""), "1\n")
  }

  @Test(
    "operators of other languages",
    arguments: [
      ("id like \"S%\"", "id:match(\"^S\")"), ("id == \"1\" AND id == \"2\"", "id == \"1\" and id"),
      ("id is null", "id == nil"), ("id <> \"1\"", "id ~= \"1\""),
      ("id in (\"1\")", "id == \"1\""),
    ])
  func operators(_ condition: String, _ hint: String) {
    let session = Session()
    expect(session.run("count where " + condition).contains(hint))
  }

  @Test("settings tell what they can be")
  func settings() {
    let session = Session()
    expect(session.run("set pan.width foo").contains("set pan.width 60  # POINTS|custom POINTS"))
    expect(
      session.run("set header.height POINTS").hasSuffix("\nhint:  set header.height 28  # POINTS\n")
    )
    expectEqual(session.run("set header.height 28  # POINTS"), "header.height is 28\n")
    expect(session.run("set viewport.height foo").contains("POINTS|auto"))
    expect(
      session.run("set").contains(
        "the height of the visible part of the table, in points; auto: to fit the terminal")
    )
  }

  @Test("an unsaved table that is to be closed")
  func closing() throws {
    let session = Session(nil)
    session.run("new t.csv id; insert 0 id=1")
    let origin = Session().run("count")
    expectEqual(origin, "5\n")
    expect(session.run("close").contains("hint:  save; close  # or without saving: close --force"))
  }

  @Test("one that is meant is named once, and single letters are no slips")
  func nearest() {
    let session = Session()
    expect(session.run("help edt").contains("hint:  help edit\n"))
    expect(!session.run("w").contains("did you mean '='"))
    expect(session.run("echo name=O'Brien").contains("write an apostrophe in double quotes"))
  }

  @Test("a value of another kind than its cell says how one of that kind is typed")
  func kinds() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("[{\"id\": 1, \"b\": true, \"x\": {\"a\": 1}}]", to: "t.json")
    let session = Session(nil)
    session.run("open '\(path)'")
    expect(session.run("edit @1 b=1").contains("'1' is not true or false for column 'b'"))
    expect(session.run("edit @1 b=1").contains("hint:  b=true or b=false"))
    let hint = "hint:  type it as JSON: x='{\"a\": 1}' or x='[1]'"
    expect(session.run("edit @1 x=5").contains(hint))
    session.run("edit @1 b=false x='[1]'; save")
    try expectEqual(folder.read("t.json"), "[{\"id\": 1, \"b\": false, \"x\": [1]}]")
  }
}
