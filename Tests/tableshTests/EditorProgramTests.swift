import Expectations
import Glibc
import TestSupport
import Testing

/// The user's own editor, for a line that is typed and for rows.
struct EditorProgramTests {
  @Test("^X^E edits the line in the user's editor, and it comes back to the prompt")
  func editedLine() throws {
    let session = try TerminalSession(
      environment: ["NO_COLOR": "1", "EDITOR": "sed -i 's/cuont/count/'"])
    try session.terminal.type("cuont 0\u{18}\u{5}", expecting: "people.csv> count 0")
    try session.terminal.enter(":1", expecting: "1\r\n", "people.csv> ")
    let several = try TerminalSession(
      environment: ["NO_COLOR": "1", "EDITOR": "printf 'count 0:0\\nselect 0:1\\n' >"])
    try several.terminal.type("\u{18}\u{5}", expecting: "1\r\n", "selected 1 row")
    let none = try TerminalSession(environment: ["NO_COLOR": "1", "EDITOR": "no-such-editor"])
    try none.terminal.type("count\u{18}\u{5}", expecting: "error: ", "people.csv> count")
  }

  @Test("a fault brings the editor back with its place marked")
  func faultInEditor() throws {
    let folder = try TemporaryFolder()
    // First it misspells a column; what it sees then is kept, and it mends the line.
    let script = """
      #!/bin/sh
      if grep -q '^#!' "$1"; then cp "$1" seen.txt; sed -i 's/^nam:/name:/' "$1"
      else sed -i -e 's/^name: Bob/nam: Rob/' "$1"; fi

      """
    try folder.write(script, to: "editor.sh")
    let session = try TerminalSession(
      in: folder, environment: ["NO_COLOR": "1", "EDITOR": "sh ./editor.sh"])
    try expect(
      session.run("edit --editor 0:0-1", prompt: "people.csv*> ").hasPrefix("changed 1 cell"))
    let seen = folder.read("seen.txt") ?? ""
    expect(seen.contains("#! no column 'nam' here; there is name\nnam: Rob\n"))
    try expect(session.run("show name 0:1", prompt: "people.csv*> ").contains("Rob"))
  }

  @Test("what the table refuses brings the editor back, too, at the line that is at fault")
  func refusedInEditor() throws {
    let folder = try TemporaryFolder()
    // First it takes another row's key; then it takes one that is free.
    let script = """
      #!/bin/sh
      if grep -q '^#!' "$1"; then cp "$1" seen.txt; sed -i 's/^id: 2/id: 7/' "$1"
      else sed -i -e 's/^id: 1/id: 2/' -e 's/Ann/Zoe/' "$1"; fi

      """
    try folder.write(script, to: "editor.sh")
    let session = try TerminalSession(
      in: folder, environment: ["NO_COLOR": "1", "EDITOR": "sh ./editor.sh"])
    let told = try session.run("edit --editor 0:0", prompt: "people.csv*> ")
    expect(told.hasPrefix("changed 2 cells of 1 row"))
    let seen = folder.read("seen.txt") ?? ""
    expect(seen.contains("#! two rows would have the key '2'\nid: 2\nname: Zoe\n"))
    try expect(session.run("show name @7", prompt: "people.csv*> ").contains("Zoe"))
    try expect(session.run("undo", prompt: "people.csv> ").hasPrefix("took back: edit --editor"))
  }

  @Test(
    "what an editor has written is kept where it is not taken: after a fault, and when it fails",
    arguments: [
      ("sed -i 's/^name: Ann/nam: Zoe/'", "no column 'nam' here; there is name", "line 6 of"),
      ("sh ./killed.sh", "ended with status 137", "what it has written is in "),
    ])
  func keptByEditor(editor: String, message: String, hint: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("sed -i 's/Ann/Zoe/' \"$1\"; kill -9 $$\n", to: "killed.sh")
    let session = try TerminalSession(
      in: folder,
      columns: 300,
      environment: ["NO_COLOR": "1", "EDITOR": editor, "TMPDIR": folder.path])
    let told = try session.run("edit --editor 0:0")
    expect(told.contains(message))
    expect(told.contains(hint))
    // The path stands at the end.
    let path = try require(told.split(separator: "\n").last?.split(separator: " ").last)
    let name = path.dropFirst(folder.path.count + 1)
    expectEqual(folder.read(String(name))?.contains("Zoe"), true)
    try expect(session.run("show name 0:0").contains("Ann"))
  }

  @Test("an editor with arguments gets the file behind them; one that is missing is told of")
  func editorLine() throws {
    let folder = try TemporaryFolder()
    try folder.write("echo \"$1\" > seen.txt; sed -i 's/Ann/Zoe/' \"$2\"\n", to: "my editor.sh")
    let session = try TerminalSession(
      in: folder,
      environment: [
        "NO_COLOR": "1", "VISUAL": "sh './my editor.sh' --wait", "EDITOR": "false",
      ])
    try expect(
      session.run("edit --editor 0:0 name", prompt: "people.csv*> ").hasPrefix("changed 1 cell")
    )
    expectEqual(folder.read("seen.txt"), "--wait\n")
    let none = try TerminalSession(environment: ["NO_COLOR": "1", "EDITOR": "no-such-editor"])
    let told = try none.run("edit --editor 0:0")
    expect(told.contains("error: the editor 'no-such-editor' ended with status 127\n"))
    expect(told.contains("hint:  VISUAL or EDITOR names another"))
    try expectEqual(none.run("count"), "5\n")
  }

  @Test(
    "vi edits rows, saves them with :wq, and leaves them with :q!",
    .enabled(if: access("/usr/bin/vi", X_OK) == 0, "no vi is installed"))
  func vim() throws {
    let session = try TerminalSession(
      environment: ["NO_COLOR": "1", "EDITOR": "vi -u NONE", "PATH": "/usr/bin:/bin"])
    try session.terminal.enter("edit --editor 0:0-1", expecting: "name: Bob")
    try session.terminal.type(":%s/Bob/Rob/\r:wq\r", expecting: "changed 1 cell", "people.csv*> ")
    try session.terminal.enter("edit --editor 0:0", expecting: "name: Ann")
    try session.terminal.type(":%s/Ann/Zoe/\r:q!\r", expecting: "nothing changed", "people.csv*> ")
    try expect(session.run("show name 0:0-1", prompt: "people.csv*> ").contains("Ann"))
  }
}
