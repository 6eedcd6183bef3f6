import TestSupport
import Testing

/// Prompts of programs whose standard input or output is no terminal.
@Suite(.ends) struct OtherStreamsTests {
  @Test("a session whose standard input is something else talks on the terminal")
  func otherInput() throws {
    let shell = try PseudoTerminal(
      "/bin/sh", ["-c", "echo a table | '\(product("TerminalProbe"))' --tty"])
    try shell.expect("probe>")
    shell.type("one\r")
    try shell.expect("<one>")
    try shell.expect("probe>")
    shell.type("change\r")
    try shell.expect("probe>")
    shell.press(.controlD)
    try shell.expect("[y/N] ")
    shell.type("y\r")
    #expect(try shell.status() == 0)
    #expect(shell.isInOrdinaryModes)
  }

  @Test("a prompt stays on the terminal when results go to a file")
  func redirected() throws {
    let folder = try TemporaryFolder()
    let shell = try PseudoTerminal(
      "/bin/sh", ["-c", "'\(product("TerminalProbe"))' > out.txt"],
      environment: ["XDG_STATE_HOME": folder.path], directory: folder.path)
    try shell.expect("probe>")
    shell.type("one\r")
    try shell.expect("probe>")
    shell.press(.controlD)
    #expect(try shell.status() == 0)
    #expect(folder.read("out.txt") == "<one>\n")
  }
}
