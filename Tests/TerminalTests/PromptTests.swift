import Expectations
import Glibc
import TestSupport
import Testing

@Suite(.ends) struct PromptTests {
  @Test("a line typed at the prompt is run, and the prompt comes back")
  func lineRuns() throws {
    let probe = try Probe()
    try probe.run("hello", expecting: "<hello>")
    try expectEqual(probe.leave(), 0)
    expect(probe.terminal.isInOrdinaryModes)
  }

  /// A probe that hears what is written to a pipe.
  private func hearing(columns: Int = 80) throws -> (probe: Probe, say: (String) -> Void) {
    let folder = try TemporaryFolder()
    expectEqual(mkfifo("\(folder.path)/news", 0o600), 0)
    let pipe = open("\(folder.path)/news", O_RDWR)
    let probe = try Probe(
      in: folder, columns: columns, environment: ["PROBE_NEWS": "\(folder.path)/news"])
    return (probe, { text in _ = write(pipe, text, text.utf8.count) })
  }

  @Test("news stand above the prompt, and the line stays as it is typed so far")
  func news() throws {
    let (probe, say) = try hearing()
    say("first")
    try probe.terminal.expect("news: first\r\n", "probe>")
    try probe.terminal.type("half a ", expecting: "half a ")
    say("second")
    try probe.terminal.expect("news: second, amid a line\r\n", "half a ")
    try probe.run("line", expecting: "<half a line>")
    try expectEqual(probe.leave(), 0)
    expect(probe.terminal.isInOrdinaryModes)
  }

  @Test("news come between keys, in a line of several rows, and in a search of the history")
  func newsAnywhere() throws {
    let (probe, say) = try hearing(columns: 20)
    try probe.run("needle", expecting: "<needle>")
    let long = String(repeating: "0123456789", count: 7)
    for (index, key) in long.enumerated() {
      probe.terminal.type(String(key))
      guard index.isMultiple(of: 3) else { continue }
      say("n")
      try probe.terminal.expect("news: n")
    }
    try probe.terminal.press(.enter, expecting: "<\(long.prefix(11))", "probe>")
    try probe.terminal.type("\u{12}need", expecting: "(reverse-i-search)")
    say("while searching")
    try probe.terminal.expect("news: while searching", "(reverse-i-search)")
    try probe.terminal.press(.enter, expecting: "<needle>", "probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C at the prompt drops the line and gives a fresh prompt")
  func interruptAtPrompt() throws {
    let probe = try Probe()
    try probe.terminal.type("half a line", expecting: "half a line")
    try probe.terminal.dropLine(prompt: "probe>")
    try probe.run("whole", expecting: "<whole>")
    expect(!probe.terminal.transcript.contains("<half"))
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C right behind what is typed gives a fresh prompt, and nothing of it is run")
  func interruptAmidTyping() throws {
    let probe = try Probe()
    for round in 0..<400 {
      // The keys one by one: the terminal throws away those that are not read yet.
      for _ in 0...(round % 40) { probe.terminal.type("a") }
      if round.isMultiple(of: 4) { probe.terminal.press(.tab) }
      try probe.terminal.dropLine(prompt: "probe>")
    }
    expect(!probe.terminal.transcript.contains("<a"))
    try probe.run("whole", expecting: "<whole>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C drops a paste that does not end")
  func interruptedPaste() throws {
    let probe = try Probe()
    try probe.terminal.type("a", expecting: "a")
    probe.terminal.type("\u{1B}[200~half a paste")
    try probe.terminal.dropLine(prompt: "probe>")
    try probe.run("whole", expecting: "<whole>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C right behind an answer, or in place of one, loses no prompt")
  func interruptedAnswer() throws {
    let probe = try Probe()
    try probe.run("change", expecting: "change")
    for round in 0..<200 {
      try probe.terminal.press(.controlD, expecting: "[y/N] ")
      probe.terminal.type(["n", "no\r", "n\rx", ""][round % 4])
      try probe.terminal.press(.controlC, expecting: "probe>")
      try probe.run("\u{15}round \(round)", expecting: "<round \(round)>")
    }
    try probe.terminal.press(.controlD, expecting: "[y/N] ")
    try expectEqual(probe.terminal.leave("y"), 0)
  }

  @Test("^C calls what was registered and stops the command that runs; the shell goes on")
  func interruptCommand() throws {
    let probe = try Probe()
    try probe.terminal.enter("slow", expecting: "slow...")
    try probe.terminal.press(.controlC, expecting: "!", "error: interrupted", "probe>")
    try probe.run("still here", expecting: "<still here>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C between Enter and the start of the command stops it")
  func earlyInterrupt() throws {
    let probe = try Probe()
    try probe.run("early", expecting: "slow...", "error: interrupted")
    try probe.run("still here", expecting: "<still here>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^C again, when the first was not honoured, ends the program with status 130")
  func secondInterrupt() throws {
    let probe = try Probe()
    try probe.terminal.enter("deaf", expecting: "deaf...")
    // A second one within a quarter of a second does not count, so press on until one does.
    var status: Int32?
    _ = eventually {
      probe.terminal.press(.controlC)
      status = try? probe.terminal.status(within: .milliseconds(300))
      return status != nil
    }
    expectEqual(status, 130, "\(probe.terminal.transcript.debugDescription)")
    expect(probe.terminal.isInOrdinaryModes)
  }

  @Test("what a stopped command kept from being run is typed into the next prompt")
  func nothingLost() throws {
    let probe = try Probe()
    probe.terminal.paste("slow\nafter one\nafter two")
    try probe.terminal.press(.enter, expecting: "slow...")
    try probe.terminal.press(.controlC, expecting: "probe>", "after two")
    try probe.terminal.press(.enter, expecting: "<after one>", "<after two>", "probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("^D ends the session as quit does, which may ask")
  func endOfInput() throws {
    let probe = try Probe()
    try probe.terminal.enter("change", expecting: "probe>")
    try probe.terminal.press(.controlD, expecting: "leave without saving? [y/N] ")
    try probe.terminal.enter("n", expecting: "probe>")
    // What merely begins so is no yes.
    try probe.terminal.press(.controlD, expecting: "[y/N] ")
    try probe.terminal.enter("yank", expecting: "probe>")
    try probe.terminal.enter("quit", expecting: "[y/N] ")
    try probe.terminal.press(.controlC, expecting: "probe>")
    try probe.terminal.press(.controlD, expecting: "[y/N] ")
    try expectEqual(probe.terminal.leave("yes"), 0)
  }

  @Test("after ^D the next thing stands on a line of its own", arguments: ["on", "off"])
  func lineAfterEnd(bracketedPaste: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("set enable-bracketed-paste \(bracketedPaste)\n", to: "inputrc")
    let probe = try Probe(in: folder, environment: ["INPUTRC": path])
    try expectEqual(probe.leave(), 0)
    let end = try require(probe.terminal.transcript.split(separator: "probe>").last)
    expectEqual(end.utf8.count { $0 == UInt8(ascii: "\n") }, 1)
  }

  @Test("a session leaves with the status it names")
  func leaves() throws {
    let probe = try Probe()
    try expectEqual(probe.terminal.leave("leave 3"), 3)
  }

  @Test("a statement that is not complete goes on at a prompt of its own; ^C and ^D drop it")
  func continuation() throws {
    let probe = try Probe()
    for drop in [PseudoTerminal.Key.controlC, .controlD] {
      try probe.terminal.enter("it's", expecting: "...>")
      try probe.terminal.press(drop, expecting: "probe>")
    }
    try probe.terminal.enter("one \\", expecting: "...>")
    try probe.run("two", expecting: "<one \\|two>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("a paste of several lines is run as the commands it holds")
  func paste() throws {
    let probe = try Probe()
    probe.terminal.paste("first\nsecond 'goes\non'\nthird")
    probe.terminal.press(.enter)
    for reply in ["<first>", "<second 'goes|on'>", "<third>", "probe>"] {
      try probe.terminal.expect(reply)
    }
    try expectEqual(probe.leave(), 0)
  }

  @Test("lines that arrive faster than they are run are all run")
  func typedAhead() throws {
    let probe = try Probe()
    probe.terminal.type((0..<50).map { "line \($0)\r" }.joined())
    for number in 0..<50 { try probe.terminal.expect("<line \(number)>") }
    try probe.terminal.expect("probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("a paste of thousands of lines loses none")
  func longPaste() throws {
    let probe = try Probe()
    let lines = (0..<3000).map { "line \($0) of a paste" }
    probe.terminal.paste(lines.joined(separator: "\n"))
    probe.terminal.press(.enter)
    for line in lines { try probe.terminal.expect("<\(line)>") }
    try probe.terminal.expect("probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("a change of the terminal's size keeps the line that is being typed")
  func resize() throws {
    let probe = try Probe(columns: 80)
    let text = String(repeating: "abcdefghi ", count: 5) + "end"
    try probe.terminal.type(text, expecting: "end")
    probe.terminal.resize(columns: 30, rows: 10)
    try probe.terminal.expect("end")
    try probe.terminal.press(.enter, expecting: "<\(text)>", "probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test(
    "SIGTERM, SIGHUP and ^\\ leave the terminal in its ordinary modes",
    arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func termination(signal: Int32) throws {
    let probe = try Probe()
    try probe.terminal.type("half", expecting: "half")
    probe.terminal.send(signal: signal)
    try expectEqual(probe.terminal.status(), 128 + signal)
    expect(probe.terminal.isInOrdinaryModes)
  }

  @Test("SIGTERM stops the command that runs, and the program with it")
  func terminationOfCommand() throws {
    let probe = try Probe()
    try probe.terminal.enter("slow", expecting: "slow...")
    probe.terminal.send(signal: SIGTERM)
    try expectEqual(probe.terminal.status(), 128 + SIGTERM)
  }

  @Test("a terminal that goes away does not run the half-typed line")
  func hangup() throws {
    let folder = try TemporaryFolder()
    var probe: Probe? = try Probe(in: folder)
    probe?.terminal.type("half a line")
    try probe?.terminal.expect("half a line")
    let process = try require(probe?.terminal.hangUp())
    expectEqual(process, 128 + SIGHUP)
    probe = nil
    expectNil(folder.read("state/tablesh/history"))
  }

  @Test("work is done while nobody types, and stops for a key, news or a signal")
  func workAhead() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/news"
    expectEqual(mkfifo(pipe, 0o600), 0)
    let probe = try Probe(in: folder, environment: ["PROBE_WORK": "1", "PROBE_NEWS": pipe])
    let terminal = probe.terminal
    try terminal.expect("working")
    try terminal.type("one", expecting: "stopped", "one", "working")
    try terminal.press(.enter, expecting: "stopped", "<one>", "working")
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    expectEqual(write(writer, "hello", 5), 5)
    close(writer)
    try terminal.expect("stopped", "news: hello", "working")
    try terminal.press(.controlC, expecting: "stopped", "probe>")
    try expectEqual(terminal.leave(), 0)
  }

  @Test("^Z stops the program, and fg brings the half-typed line back")
  func stopAndContinue() throws {
    let folder = try TemporaryFolder()
    let shell = try PseudoTerminal(
      home: folder, program: "/bin/sh", ["-i"], environment: ["PS1": "outer$ "],
      prompt: "outer$ ")
    try shell.enter(product("TerminalProbe"), expecting: "probe>")
    try shell.type("half", expecting: "half")
    try shell.press(.controlZ, expecting: "Stopped", "outer$ ")
    expect(shell.isInOrdinaryModes)
    try shell.enter("fg", expecting: "half")
    try shell.enter(" a line", expecting: "<half a line>")
    try shell.enter("quit", expecting: "outer$ ")
    try expectEqual(shell.leave("exit"), 0)
  }
}
