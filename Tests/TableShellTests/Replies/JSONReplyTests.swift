import Expectations
import Testing
import Wording

@testable import TableShell

/// Replies in JSON.
struct JSONReplyTests {
  let session = Session { $0.format = .json }

  @Test("a reply holds command, plan, events, selection and editing in this order")
  func order() {
    session.expect(
      """
      > tap 0:1
      {"command":"tap 0:1","ok":true,"plan":null,\
      "events":[{"event":"shouldHighlight","path":[0,1],"answer":true},\
      {"event":"didHighlight","path":[0,1]},{"event":"didUnhighlight","path":[0,1]},\
      {"event":"willSelect","path":[0,1],"answer":[0,1]},\
      {"event":"didSelect","path":[0,1]}],\
      "selection":[[0,1]],"editing":false,"output":"tapped 0:1: selected; 1 selected"}
      > select   0:0  # a comment
      {"command":"select   0:0","ok":true,"plan":null,\
      "events":[{"event":"selectRow","path":[0,0],"silent":true}],\
      "selection":[[0,1],[0,0]],"editing":false,"output":"selected 1 row"}
      > delete 0:0
      {"command":"delete 0:0","ok":true,\
      "plan":{"stages":[{"rows":{"delete":[[0,0]]}}]},\
      "selection":[[0,0]],"editing":false,\
      "output":"deleted 1 row in 1 section; 1 selected"}
      > echo
      {"command":"echo","ok":true,"plan":null,"selection":[[0,0]],"editing":false}
      """)
  }

  @Test("a failed command is an object on standard output and lines on standard error")
  func failure() {
    _ = session.shell.run("select 9:9", at: StatementPlace(source: "a.tsh", line: 3))
    expectEqual(
      session.console.output,
      """
      {"command":"select 9:9","ok":false,"error":{"code":"no-such-section",\
      "message":"no section 9: there are 2 sections",\
      "hint":"sections  # they count from 0: 0 … 1","place":"a.tsh:3"},\
      "plan":null,"selection":[],"editing":false}

      """)
    expect(session.console.errors.hasPrefix("a.tsh:3: error: no section 9"))
  }

  @Test("without a table there is neither plan nor selection")
  func noTable() {
    let session = Session(nil) { $0.format = .json }
    _ = session.shell.run("echo hi; count")
    expectEqual(
      session.console.output,
      """
      {"command":"echo hi","ok":true,"output":"hi"}
      {"command":"count","ok":false,"error":{"code":"no-table","message":"no table is open",\
      "hint":"open FILE, or new NAME COLUMN,…"}}

      """)
  }

  @Test("the line with a syntax error is the command, not the whole text")
  func syntaxError() {
    _ = session.shell.run("count\ncount 'x\n", at: StatementPlace(source: "a.tsh", line: 1))
    expect(session.console.output.hasPrefix(#"{"command":"count 'x","ok":false"#))
    expect(session.console.output.contains(#""place":"a.tsh:2""#))
  }

  @Test("show gives the rows as a table, and --table full gives all after each command")
  func tables() {
    session.expect(
      """
      > show name 1
      {"command":"show name 1","ok":true,"plan":null,"selection":[],"editing":false,\
      "table":{"columns":["name"],"key":["id"],"sections":[{"id":"Crew","title":"Crew",\
      "rows":[{"name":"C1"},{"name":"C2"}]}]}}
      """)
    let full = Session("A(a)") {
      $0.format = .json
      $0.table = .full
    }
    expect(
      full.run("select 0:0").contains(#""sections":[{"id":"A","title":"A","rows":[{"id":"a""#))
  }

  @Test("a rehearsed command shows its plan and leaves everything as it was")
  func dryRun() {
    let before = session.drawing
    session.expect(
      """
      > delete --dry-run 0:0
      {"command":"delete --dry-run 0:0","ok":true,\
      "plan":{"stages":[{"rows":{"delete":[[0,0]]}}]},\
      "selection":[],"editing":false,"output":"dry run: deleted 1 row in 1 section"}
      """)
    expectEqual(session.drawing, before)
  }

  @Test("what Lua prints is part of the reply's output")
  func luaOutput() {
    session.expect(
      #"""
      > lua do print(1); print("two") end
      {"command":"lua do print(1); print(\"two\") end","ok":true,"plan":null,\#
      "selection":[],"editing":false,"output":"1\ntwo"}
      > lua do print(1); error("no") end
      {"command":"lua do print(1); error(\"no\") end","ok":false,"error":{"code":"lua-error",\#
      "message":"no"},"plan":null,"selection":[],"editing":false,"output":"1"}
      error: no
      """#)
  }

  @Test("notes have a member of their own")
  func notes() {
    session.run("selection limit 0 max 2")
    expect(
      session.run("select --partial 0").contains(
        #""output":"selected 2 rows","notes":["1 row refused; the first: limit 2 reached in section 'Pilots'"]"#
      ))
  }

  @Test("a table that is asked for follows every command, unless quiet")
  func everyTable() {
    let full = Session("A(a)") {
      $0.format = .json
      $0.table = .full
    }
    let table = #""table":{"columns":["id","name"],"key":["id"],"sections":[{"id":"A""#
    expect(full.run("count").contains(table))
    expectEqual(full.run("set quiet on; count").contains("\"table\""), false)
  }

  @Test("plan json gives the tables after each stage when asked")
  func stagesWithTables() {
    let session = Session("A(a b) B(c)")
    session.run("delete 0:0")
    let plan = """
      {"stages":[{"rows":{"delete":[[0,0]]},"after":{"columns":["id","name"],"key":["id"],\
      "sections":[{"id":"A","title":"A","rows":[{"id":"b"}]},\
      {"id":"B","title":"B","rows":[{"id":"c"}]}]}}]}

      """
    expectEqual(session.run("plan json --stages-with-tables"), plan)
    expectEqual(session.run("plan --stages-with-tables json"), plan)
    expect(session.run("plan --stages-with-tables text").contains("does not go with 'text'"))
  }
}
