import Expectations
import TestSupport
import Testing

/// Prompts of programs whose standard input or output is no terminal.
@Suite(.ends) struct OtherStreamsTests {
  @Test("a session whose standard input is something else talks on the terminal")
  func otherInput() throws {
    let shell = try PseudoTerminal(
      "/bin/sh", ["-c", "echo a table | '\(product("TerminalProbe"))' --tty"])
    try shell.expect("probe>")
    try shell.enter("one", expecting: "<one>", "probe>")
    try shell.enter("change", expecting: "probe>")
    try shell.press(.controlD, expecting: "[y/N] ")
    try expectEqual(shell.leave("y"), 0)
    expect(shell.isInOrdinaryModes)
  }

  @Test("a prompt stays on the terminal when results go to a file")
  func redirected() throws {
    let folder = try TemporaryFolder()
    let shell = try PseudoTerminal(
      home: folder, program: "/bin/sh", ["-c", "'\(product("TerminalProbe"))' > out.txt"],
      prompt: "probe>")
    try shell.enter("one", expecting: "probe>")
    try expectEqual(shell.leave(), 0)
    expectEqual(folder.read("out.txt"), "<one>\n")
  }
}
