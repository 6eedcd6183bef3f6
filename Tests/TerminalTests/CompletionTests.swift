import TestSupport
import Testing

struct CompletionTests {
  @Test("TAB completes a word that only one candidate begins with, and adds a blank")
  func single() throws {
    let probe = try Probe()
    try probe.terminal.enter("sel\tall", expecting: "<select all>")
  }

  @Test("a candidate may replace what is typed by a quoted name")
  func quoted() throws {
    let probe = try Probe()
    try probe.terminal.enter("select Ca\t:1", expecting: "<select \"Cabin crew\" :1>")
  }

  @Test("paths, keys and letters beyond ASCII are words like others")
  func words() throws {
    let probe = try Probe()
    try probe.terminal.enter("@1\t0:\t-3 gr\tx", expecting: "<@1042 0:2-3 größe x>")
  }

  @Test("TAB twice lists the candidates with what they are, and keeps the line")
  func list() throws {
    let probe = try Probe()
    try probe.terminal.type(
      "se\t\t", expecting: "select    choose rows", "sections  list the sections", "probe>")
    try probe.terminal.enter("c\t", expecting: "<sections >")
  }

  @Test("TAB in the lines of a statement that goes on sees the whole statement")
  func continuation() throws {
    let probe = try Probe()
    try probe.terminal.enter("a \\", expecting: "...>")
    try probe.terminal.enter("b sel\t", expecting: "<a \\|b select >")
  }

  @Test("names of files are completed, folders with a slash, blanks within quotes")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "plain.csv")
    try folder.write("", to: "two words.csv")
    let probe = try Probe(in: folder)
    try probe.terminal.enter("file pl\t", expecting: "<file plain.csv >")
    try probe.terminal.enter("file tw\t", expecting: "<file 'two words.csv' >")
    try probe.terminal.enter("file /usr/inc\t", expecting: "<file /usr/include/>")
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
    try probe.terminal.type("\u{14}", expecting: "<typed by a macro>", "<and a second line>")
    try probe.run("after", expecting: "<after>")
  }
}
