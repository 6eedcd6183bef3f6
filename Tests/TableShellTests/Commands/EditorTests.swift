import Expectations
import Testing

@testable import TableShell

/// Rows edited as a text.
struct EditorTests {
  /// A session whose editor is a program, with a table that has all kinds of texts.
  private func session(_ editor: String) -> Session {
    let session = Session(nil) { options in
      let standard = options.environment
      options.environment = { $0 == "VISUAL" ? nil : $0 == "EDITOR" ? editor : standard($0) }
    }
    session.run("new all id,name,\"unit: price\",note")
    session.run("insert 0 id=P1 name=Ann \"unit: price\"='1 €' note=\"two\\nlines\"")
    session.run("insert 0 id=P2 name='  Bob' \"unit: price\"= note='\"quoted\" \\\\ text'")
    session.run("insert 0 id='A/B' name=# note=@P1")
    return session
  }

  @Test("what is left as it was changes nothing, whatever the cells hold")
  func unchanged() {
    let session = session("true")
    let before = session.run("show --record 0:*")
    expectEqual(session.run("edit --editor *"), "nothing changed\n")
    expectEqual(session.run("show --record 0:*"), before)
  }

  @Test("the editor sees a cell a line, null apart from empty text")
  func text() {
    let session = session("cat <")
    session.run("edit --null note @P2")
    expectEqual(
      RecordText(
        table: session.shell.current!.table, rows: session.shell.current!.table.rowList,
        columns: session.shell.current!.table.columns
      ).text("all").split(separator: "\n").dropFirst(2).joined(separator: "\n"),
      """
      @P1
      id: P1
      name: Ann
      "unit: price": 1 €
      note: "two\\nlines"
      @P2
      id: P2
      name: "  Bob"
      "unit: price": ""
      note:
      @"A/B"
      id: A/B
      name: #
      "unit: price":
      note: @P1
      """)
  }

  @Test("what differs is one step of undo with the least plan")
  func changes() {
    let session = session(
      "sed -i -e 's/^name: Ann/name: Anna/' -e 's/^note: @P1/note:/' -e 's/: 1 €/: \"2\\\\n\"/'")
    expectEqual(
      session.run("edit --editor *"),
      """
      changed 3 cells of 2 rows in 1 section
      plan  1 stage, 2 operations, the least possible
        reconfigure rows   0:0  0:2

      """)
    expect(session.run("show --record 0:0").contains("unit: price  2\\n\n"))
    expect(session.run("show --record name,note 0:2").contains("note\n"))
    expect(session.run("undo").hasPrefix("took back: edit --editor *"))
    expect(session.run("edit --dry-run --editor *").contains("changed 3 cells"))
  }

  @Test("a key is edited too, and the row is found by what it was")
  func keys() {
    let session = session("sed -i -e 's/^id: P1/id: P9/'")
    expect(session.run("edit --editor @P1 id").hasPrefix("changed 1 cell"))
    expectEqual(session.run("count @P9"), "1\n")
    // One that another row has is refused, and nothing is changed.
    let other = self.session("sed -i -e 's/^id: P1/id: P2/' -e 's/Ann/Zoe/'")
    expect(other.run("edit --editor @P1").contains("error: "))
    expect(other.run("show name @P1").contains("Ann"))
  }

  @Test(
    "a fault changes nothing and names its line",
    arguments: [
      ("s/^name:/nam:/", "no column 'nam' here; there is name"),
      ("s/^@P2/@P7/", "@P7 is none of these rows"),
      ("s/^@P2/@P1/", "@P1 is here twice"),
      ("/^@P2/d", "'id' is here twice"),
      ("1,/^name/{/^@P1/d}", "a line with @ and the key of a row is missing before this"),
      ("s/^name: Ann/Ann/", "this is no NAME: VALUE"),
      ("s/^name: Ann/name: \"Ann/", "the quotes are not closed"),
      ("/^@\"A/,$d", "@\"A/B\" is missing: delete deletes rows, this does not"),
    ])
  func faults(script: String, message: String) {
    let session = session("sed -i -e '\(script)'")
    let reply = session.run("edit --editor *")
    expect(reply.hasPrefix("error: nothing changed: \(message)"), "\(reply)")
    expect(reply.contains("hint:  line "))
    expect(session.run("undo").contains("insert"))
  }

  @Test("an empty file, an editor that fails and no rows change nothing")
  func nothing() {
    expectEqual(
      session("truncate -s 0").run("edit --editor *"), "nothing changed: the file was left empty\n")
    expect(session("false #").run("edit --editor *").contains("error: "))
    expectEqual(session("true").run("edit --editor where id == \"x\""), "no row to edit\n")
  }

  @Test("Lua needs permission to run an editor")
  func permission() {
    let reply = session("true").run("lua tablesh.run('edit --editor *')")
    expect(reply.contains("--allow-run"))
  }
}
