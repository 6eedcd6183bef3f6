import Expectations
import TestSupport
import Testing

struct TerminalSessionTests {
  @Test("a table is opened, selected from by a rule, edited, undone and saved")
  func wholeSession() throws {
    let session = try TerminalSession()
    try expectEqual(
      session.run("select where age > 40", prompt: "people.csv (2)> "),
      """
      selected 2 rows
             id  name  age
      * 0:0   1  Ann    41
        0:1   2  Bob    17
      * 0:2   3  Cid    65
        0:3   4  Dee    30
        0:4   5  Eve    29
      5 rows · 2 selected

      """)
    let editing = "people.csv [Delete (2)]> "
    try expect(
      session.run("edit on", prompt: editing).contains("5 rows · editing · Done · Delete (2)\n"))
    try expectEqual(
      session.run("delete-selected", prompt: "people.csv [Delete]*> "),
      """
      deleted 2 rows in 1 section
      plan  1 stage, 2 operations, the least possible
        delete rows   0:0  0:2
               id  name  age
      ( ) 0:0   2  Bob    17
      ( ) 0:1   4  Dee    30
      ( ) 0:2   5  Eve    29
      3 rows · editing · Done · Delete (disabled)

      """)
    try expectEqual(
      session.run("undo", prompt: editing),
      """
      took back: delete-selected; inserted 2 rows in 1 section; 2 selected
      plan  1 stage, 2 operations, the least possible
        insert rows   0:0  0:2
               id  name  age
      (o) 0:0   1  Ann    41
      ( ) 0:1   2  Bob    17
      (o) 0:2   3  Cid    65
      ( ) 0:3   4  Dee    30
      ( ) 0:4   5  Eve    29
      5 rows · editing · Done · Delete (2)

      """)
    expectEqual(session.folder.read("people.csv"), TerminalSession.people)
    try session.run("delete-selected", prompt: "people.csv [Delete]*> ")
    let saved = try session.run("save", prompt: "people.csv [Delete]> ")
    expectEqual(saved, "saved 3 rows to people.csv (39 bytes)\n")
    expectEqual(session.folder.read("people.csv"), "id,name,age\n2,Bob,17\n4,Dee,30\n5,Eve,29\n")
    try expectEqual(session.terminal.leave(), 0)
    expect(session.terminal.isInOrdinaryModes)
  }

  @Test("the viewport follows the size of the terminal")
  func resize() throws {
    let table = "id,name\n" + (0..<100).map { "\($0),name \($0)\n" }.joined()
    let session = try TerminalSession(table: table, columns: 100, rows: 30)
    try expect(
      session.run("show").contains("0:21  21  name 21\n100 rows (22 shown) · scroll down\n"))
    session.terminal.resize(columns: 100, rows: 15)
    try expect(session.run("show").contains("0:6   6  name 6\n100 rows (7 shown) · scroll down\n"))
    try expect(session.run("scroll down").contains("  name 13\n100 rows (7 shown) · scroll down\n"))
    try expect(session.run("scroll end").contains("  name 99\n100 rows (7 shown) · scroll up\n"))
    try session.run("scroll home")
    try session.run("column add \(String(repeating: "x", count: 60))", prompt: "people.csv*> ")
    session.terminal.resize(columns: 40, rows: 15)
    let narrow = try session.run("show", prompt: "people.csv*> ")
    expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test("deleting more than half of the rows asks first")
  func deleteMany() throws {
    let session = try TerminalSession()
    try session.terminal.enter("delete 0:0-2", expecting: "Delete 3 of 5 rows? [y/N] ")
    try session.terminal.enter("n", expecting: "nothing was done", "people.csv> ")
    try session.terminal.enter("delete 0:0-2", expecting: "[y/N] ")
    try session.terminal.enter("y", expecting: "deleted 3 rows in 1 section", "people.csv*> ")
    try expect(session.run("delete 0:0", prompt: "people.csv*> ").hasPrefix("deleted 1 row"))
  }

  @Test("^D with unsaved changes asks, and stays unless they are to be saved or discarded")
  func endWithUnsavedChanges() throws {
    let session = try TerminalSession()
    try session.run("delete 0:0", prompt: "people.csv*> ")
    for answer in ["c\r", "cancel\r", "n\r", "y\r", "\r", "\u{03}"] {
      try session.terminal.press(
        .controlD, expecting: "Unsaved changes in people.csv: save, discard or cancel? [s/d/C] ")
      try session.terminal.type(answer, expecting: "people.csv*> ")
    }
    try session.terminal.enter("quit", expecting: "[s/d/C] ")
    try expectEqual(session.terminal.leave("d"), 0)
    expectEqual(session.folder.read("people.csv"), TerminalSession.people)
  }

  @Test("^D with unsaved changes saves them where that is the answer, and leaves")
  func endBySaving() throws {
    let session = try TerminalSession()
    try session.run("delete 0:0", prompt: "people.csv*> ")
    try session.terminal.press(.controlD, expecting: "[s/d/C] ")
    try session.terminal.enter("s", expecting: "saved 4 rows to people.csv")
    try expectEqual(session.terminal.status(), 0)
    expectEqual(session.folder.read("people.csv")?.contains("Ann"), false)
  }

  @Test("another file is replaced on a terminal when the answer is yes")
  func overwriting() throws {
    let session = try TerminalSession()
    try session.folder.write("mine", to: "other.csv")
    try session.terminal.enter("save other.csv", expecting: "Overwrite other.csv? [y/N] ")
    try session.terminal.press(.enter, expecting: "people.csv> ")
    expectEqual(session.folder.read("other.csv"), "mine")
    try session.terminal.enter("save other.csv", expecting: "Overwrite other.csv? [y/N] ")
    try session.terminal.enter("y", expecting: "saved 5 rows to other.csv")
    expectEqual(session.folder.read("other.csv"), TerminalSession.people)
    try expectEqual(session.terminal.leave("quit"), 0)
  }

  @Test("quit! leaves without a question")
  func leave() throws {
    let session = try TerminalSession()
    try session.run("delete 0:0", prompt: "people.csv*> ")
    try expectEqual(session.terminal.leave("quit!"), 0)
    expect(!session.terminal.transcript.contains("[s/d/C]"))
  }

  @Test("a script that is typed may end the session")
  func leaveFromLua() throws {
    let session = try TerminalSession()
    try expectEqual(session.terminal.leave("lua tablesh.run('quit!')"), 0)
  }

  @Test("names that would drive the terminal are shown escaped in the prompt and in errors")
  func hostileNames() throws {
    let name = "\u{1B}]0 x\u{07}"
    let folder = try TemporaryFolder()
    try folder.write("\(name)\n1\n", to: "\(name).csv")
    let session = try TerminalSession(
      ["\(name).csv"], in: folder, prompt: "\\x1b]0 x\\x07.csv> ")
    try session.terminal.enter(
      "sort by nosuch", expecting: "hint:  columns  # \"\\x1b]0 x\\x07\"")
    expect(!session.terminal.transcript.contains("\u{1B}]"))
  }

  @Test("a failed command is told, and the session goes on")
  func failure() throws {
    let session = try TerminalSession()
    let reply = try session.run("selekt 0:0")
    expectEqual(reply, "error: no command 'selekt'\nhint:  select 0:0\n")
    try expectEqual(session.run("count"), "5\n")
  }

  @Test("colours are on a terminal only, and not with NO_COLOR or --color never")
  func colors() throws {
    func isColored(
      _ arguments: [String], _ environment: [String: String], _ line: String = "show"
    ) throws -> Bool {
      let session = try TerminalSession(arguments, environment: environment)
      return try session.run(line).contains("\u{1B}[")
    }
    try expect(isColored(["people.csv"], [:]))
    try expect(isColored(["people.csv"], ["NO_COLOR": ""]))
    try expect(!isColored(["people.csv"], ["NO_COLOR": "1"]))
    try expect(!isColored(["--color", "never", "people.csv"], [:]))
    try expect(isColored(["--color", "always", "people.csv"], ["NO_COLOR": "1"]))
    try expect(!isColored(["people.csv"], [:], "show | cat"))
  }
}
