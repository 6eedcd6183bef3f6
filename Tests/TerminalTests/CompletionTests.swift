import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test("TAB completes a word that only one candidate begins with, and adds a blank")
  func single() throws {
    let probe = try Probe()
    probe.terminal.type("sel\tall\r")
    try probe.terminal.expect("<select all>")
  }

  @Test("a candidate may replace what is typed by a quoted name")
  func quoted() throws {
    let probe = try Probe()
    probe.terminal.type("select Ca\t:1\r")
    try probe.terminal.expect("<select \"Cabin crew\" :1>")
  }

  @Test("paths, keys and letters beyond ASCII are words like others")
  func words() throws {
    let probe = try Probe()
    probe.terminal.type("@1\t0:\t-3 gr\tx\r")
    try probe.terminal.expect("<@1042 0:2-3 größe x>")
  }

  @Test("TAB twice lists the candidates with what they are, and keeps the line")
  func list() throws {
    let probe = try Probe()
    probe.terminal.type("se\t\t")
    try probe.terminal.expect("select    choose rows")
    try probe.terminal.expect("sections  list the sections")
    try probe.terminal.expect("probe>")
    probe.terminal.type("c\t\r")
    try probe.terminal.expect("<sections >")
  }

  @Test("TAB in the lines of a statement that goes on sees the whole statement")
  func continuation() throws {
    let probe = try Probe()
    probe.terminal.type("a \\\r")
    try probe.terminal.expect("...>")
    probe.terminal.type("b sel\t\r")
    try probe.terminal.expect("<a \\|b select >")
  }

  @Test("names of files are completed, folders with a slash, blanks within quotes")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "plain.csv")
    try folder.write("", to: "two words.csv")
    let probe = try Probe(in: folder)
    probe.terminal.type("file pl\t\r")
    try probe.terminal.expect("<file plain.csv >")
    probe.terminal.type("file tw\t\r")
    try probe.terminal.expect("<file 'two words.csv' >")
    probe.terminal.type("file /usr/inc\t\r")
    try probe.terminal.expect("<file /usr/include/>")
  }

  @Test("~/.inputrc has a part for the program")
  func inputrc() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      $if tablesh
      "\\C-t": "typed by a macro\\C-mand a second line\\C-m"
      $endif
      $if othersh
      "\\C-t": "wrong"
      $endif

      """, to: "inputrc")
    let probe = try Probe(in: folder, environment: ["INPUTRC": path])
    probe.terminal.type("\u{14}")
    try probe.terminal.expect("<typed by a macro>")
    try probe.terminal.expect("<and a second line>")
    try probe.run("after", expecting: "<after>")
  }
}
