import Expectations
import Glibc
import TestSupport
import Testing

@Suite(.ends) struct BatchTests {
  private func run(
    _ arguments: [String] = [], input: String = "", outputPath: String? = nil,
    outputLimit: Int? = nil
  ) throws -> ChildProcess {
    try ChildProcess.run(
      product("TerminalProbe"), arguments, input: Array(input.utf8), outputPath: outputPath,
      outputLimit: outputLimit)
  }

  @Test("not on a terminal there is no prompt and no escape code")
  func plain() throws {
    let child = try run(input: "one\r\n\ntwo 'goes\non'\nlast")
    expectEqual(child.output, "<one>\n<two 'goes|on'>\n<last>\n")
    expectEqual(child.errors, "")
    expectEqual(child.status, 0)
  }

  @Test("on a dumb terminal there is a plain prompt and no escape code")
  func dumb() throws {
    let terminal = try PseudoTerminal(product("TerminalProbe"), environment: ["TERM": "dumb"])
    try terminal.expect("probe> ")
    try terminal.type("one\n", expecting: "<one>", "probe> ")
    try terminal.type("fail\n", expecting: "error: told to fail", "probe> ")
    try terminal.type("two\n", expecting: "<two>", "probe> ")
    try expectEqual(terminal.leave(), 0)
    expect(!terminal.transcript.contains("\u{1B}"))
    expectEqual(terminal.transcript.split(separator: "probe> ").count, 4)
  }

  @Test("a batch stops at the first failure, named by the line where its statement begins")
  func stops() throws {
    let child = try run(input: "'a\nb'\nfail\nnever\n")
    expectEqual(child.output, "<'a|b'>\n")
    expectEqual(child.errors, "stdin:3: error: told to fail\n")
    expectEqual(child.status, 1)
  }

  @Test("a batch told to keep going goes on, and its status still says that something failed")
  func keepsGoing() throws {
    let child = try run(["fail\none\nfail\nquit", "keep-going"])
    expectEqual(child.output, "<one>\n")
    expectEqual(child.errors, "-c:1: error: told to fail\n-c:3: error: told to fail\n")
    expectEqual(child.status, 1)
  }

  @Test("a batch goes on behind what is unmet, and its status says that something failed")
  func unmet() throws {
    let child = try run(["unmet\none\nunmet\nquit"])
    expectEqual(child.output, "<one>\n")
    expectEqual(child.status, 1)
    try expectEqual(run(["unmet\nfail\none"]).output, "")
  }

  @Test("the end of a batch is quit: unsaved changes are a failure")
  func unsaved() throws {
    let child = try run(["change"])
    expectEqual(child.errors, "-c: error: unsaved changes\n")
    expectEqual(child.status, 1)
  }

  @Test("a line that is no UTF-8 is an error with its place")
  func invalid() throws {
    let child = try ChildProcess.run(
      product("TerminalProbe"), input: Array("one\n".utf8) + [0xFF, 0x0A])
    expectEqual(child.output, "<one>\n")
    expect(child.errors.hasPrefix("stdin:2: error: the line is not valid UTF-8\n"))
    expectEqual(child.status, 1)
  }

  @Test("nothing to run prints nothing", arguments: ["", "\n", "  \n\n"])
  func nothing(text: String) throws {
    let child = try run([text])
    expectEqual(child.output, "")
    expectEqual(child.errors, "")
    expectEqual(child.status, 0)
  }

  @Test("a full disk behind standard output is an error")
  func full() throws {
    let child = try run(["one"], outputPath: "/dev/full")
    let message = "error: cannot write to standard output: No space left on device\n"
    expectEqual(child.errors, message)
    expectEqual(child.status, 1)
  }

  @Test("a reader that leaves ends the program quietly, whatever comes next")
  func brokenPipe() throws {
    let child = try run(["flood\nfail"], outputLimit: 10)
    expectEqual(child.errors, "")
    expectEqual(child.status, 0)
  }

  @Test("output is there before the program waits for more input")
  func flushes() throws {
    let folder = try TemporaryFolder()
    let shell = try PseudoTerminal(
      "/bin/sh", ["-c", "cat | '\(product("TerminalProbe"))' | cat"], directory: folder.path)
    try shell.type("one\n", expecting: "<one>")
    try shell.type("two\n", expecting: "<two>")
    try expectEqual(shell.leave(), 0)
  }

  @Test("^C ends a batch with status 130")
  func interrupt() throws {
    let terminal = try PseudoTerminal(product("TerminalProbe"), ["one\nslow\nnever"])
    try terminal.expect("slow...")
    try expectEqual(terminal.leave(.controlC), 130)
    expect(!terminal.transcript.contains("<never>"))
  }

  @Test("^C ends a batch that waits for input, with status 130")
  func interruptWaiting() throws {
    let folder = try TemporaryFolder()
    let command = "mkfifo f; exec 3<>f; echo one >&3; exec '\(product("TerminalProbe"))' <&3"
    let terminal = try PseudoTerminal("/bin/sh", ["-c", command], directory: folder.path)
    try terminal.expect("<one>")
    try expectEqual(terminal.leave(.controlC), 130)
  }
}
