import Expectations
import TableKit
import TableSources
import TestSupport
import Testing

/// Lessons in the program: typed at a terminal as a learner does, and in a batch.
struct LessonProgramTests {
  private static let first = "plans-1 1/2 predict> "

  private func run(
    _ arguments: [String], in folder: TemporaryFolder, input: String = ""
  ) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments, input: input)
  }

  private func session(
    _ arguments: [String], in folder: TemporaryFolder? = nil, prompt: String
  ) throws -> TerminalSession {
    try TerminalSession(["lesson"] + arguments, in: folder, rows: 40, prompt: prompt)
  }

  @Test("a learner who has not seen the program goes through the first lesson")
  func learner() throws {
    let session = try session([], prompt: "tablesh> ")
    expect(
      session.terminal.transcript.contains("type: lesson plans-1   begins 'What a plan says'"))
    let begin = try session.run("lesson next", prompt: Self.first)
    expect(begin.contains("Which plan does this make?   delete @ben\n"))
    // What one types who takes it for the usual prompt.
    let typed = try session.run("delete @ben", prompt: Self.first)
    expect(
      typed.hasPrefix("error: '@ben' is not an index path such as 0:2\nhint:  write delete PATHS"))
    try expect(session.run("help", prompt: Self.first).contains("hint gives the next hint"))
    try expect(session.run("", prompt: Self.first).isEmpty)
    try expect(session.run("delete 0:2", prompt: Self.first).contains("so 0:2 is Rui.\n"))
    try expect(session.run("hint", prompt: Self.first).hasPrefix("hint 1 of 2: Which index"))
    let second = "plans-1 2/2 predict> "
    try expect(session.run("delete 0:1", prompt: second).hasPrefix("right: 1 operation"))
    let end = try session.run("delete 0:0 0:1", prompt: "tablesh> ")
    expect(end.contains("'What a plan says' is done\n1 of 2 steps right at first try\n"))
    expect(end.contains("\nnext: lesson plans-2 ") && end.contains("Enter begins it, "))
    let list = try session.run("lesson", prompt: "tablesh> ")
    expect(list.contains(/plans-1   What a plan says +done\n/), "\(list)")
    // Enter means the next lesson only where a lesson has just ended.
    try expect(session.run("", prompt: "tablesh> ").isEmpty)
  }

  @Test("after a lesson Enter begins the next one, and an apostrophe in an answer opens no quote")
  func next() throws {
    let session = try session(["plans-1", "2"], prompt: "plans-1 2/2 predict> ")
    let error = try session.run("I don't know", prompt: "plans-1 2/2 predict> ")
    expect(error.hasPrefix("error: 'I' is no operation"), "\(error)")
    try session.run("delete 0:0 0:1", prompt: "tablesh> ")
    let next = try session.run("", prompt: "plans-2 1/3 predict> ")
    expect(next.contains("Deletes count before, inserts after\n"), "\(next)")
  }

  @Test("play draws the prediction, and the truth when the answer was given")
  func play() throws {
    let session = try session(["plans-3"], prompt: "plans-3 1/3 predict> ")
    try session.run("delete 0:2 insert 0:0", prompt: "plans-3 1/3 predict> ")
    try session.terminal.enter(
      "play", expecting: "your plan, as if the data did what it says: delete 0:2 insert 0:0",
      "−   0:2", "the truth comes with the right answer", "plans-3 1/3 predict> ")
    let reply = try session.run("move 0:2 to 0:0", prompt: "plans-3 2/3 predict> ")
    expect(reply.hasPrefix("right"))
    try session.terminal.enter(
      "play", expecting: "as if the data did what it says: delete 0:2 insert 0:0",
      "the truth: move @rui to 0:0", "↕   0:2", "plans-3 2/3 predict> ")
  }

  @Test("a lesson whose program is killed goes on at the same step")
  func killed() throws {
    let folder = try TemporaryFolder()
    let session = try session(["plans-1"], in: folder, prompt: Self.first)
    try session.run("delete 0:1", prompt: "plans-1 2/2 predict> ")
    session.terminal.send(signal: 9)
    _ = try session.terminal.status()
    let text = try require(folder.read("state/tablesh/lessons.json"))
    expectEqual(JSONValue(text: text)?["lessons"]?["plans-1"]?["finished"]?.content, .bool(false))
    let other = try self.session(["plans-1"], in: folder, prompt: "plans-1 2/2 predict> ")
    expect(other.terminal.transcript.contains("it goes on where you were"))
    // No journal was kept, and nothing is unsaved.
    expect(folder.names(in: "state/tablesh/journal").isEmpty)
    other.terminal.type("\u{4}")
    try expectEqual(other.terminal.status(), 0)
    expect(
      other.terminal.transcript.contains(
        "your progress is kept: tablesh lesson plans-1 goes on at step 2 of 2"))
  }

  @Test("^C drops the line, and ^D ends the program, which asks about the user's own table alone")
  func interrupted() throws {
    let session = try TerminalSession()
    try session.run("delete 0:0", prompt: "people.csv*> ")
    try session.run("lesson plans-1", prompt: Self.first)
    session.terminal.type("delete 0")
    try session.dropLine(prompt: Self.first)
    try session.terminal.enter(
      "quit", expecting: "Unsaved changes in people.csv: save, discard or cancel?")
    try session.terminal.enter("c", expecting: Self.first)
    try session.run("stop", prompt: "people.csv*> ")
    try expectEqual(session.run("count", prompt: "people.csv*> "), "4\n")
  }

  @Test("answers come from standard input and from -c, too")
  func batch() throws {
    let folder = try TemporaryFolder()
    let typed = try run(["lesson", "plans-1"], in: folder, input: "delete 0:1\ndelete 0:0 0:1\n")
    expect(typed.status == 0 && typed.output.contains("'What a plan says' is done"))
    let given = try run(["lesson", "plans-1", "2", "-c", "delete 0:0 0:1"], in: folder)
    expect(given.output.contains("right: 2 operations"), "\(given.output)\(given.errors)")
    let wrong = try run(["lesson", "plans-1", "1", "-c", "remove it"], in: folder)
    expect(wrong.status == 1 && wrong.errors.hasPrefix("-c:1: error: 'remove' is no operation"))
  }

  @Test("the list is text, or JSON that says how far one is")
  func list() throws {
    let folder = try TemporaryFolder()
    _ = try run(["lesson", "plans-1"], in: folder, input: "delete 0:1\n")
    let list = try run(["lesson"], in: folder)
    expect(list.status == 0 && list.output.contains("reading plans\n  plans-1   "))
    expect(list.output.hasSuffix("goes on with 'What a plan says'\n"))
    let json = try run(["lesson", "--format", "json"], in: folder)
    let lessons = try require(JSONValue(text: json.output)?.array)
    expect(lessons.count >= 16)
    expectEqual(lessons.first?["solved"]?.content, .number("1"))
  }

  @Test("show, report and reset work as they are told, inside the program and before it")
  func words() throws {
    let folder = try TemporaryFolder()
    _ = try run(["lesson", "plans-1"], in: folder, input: "delete 0:1\nskip\n")
    let text = try run(["lesson", "show", "plans-1"], in: folder)
    expect(text.status == 0 && text.output.contains("solution: delete 0:1\n"), "\(text.errors)")
    let card = try run(["lesson", "report"], in: folder)
    expect(card.status == 0 && card.output.hasPrefix("reading plans: 5 lessons, "))
    try expectEqual(run(["lesson", "report", "ann.csv"], in: folder).status, 0)
    let lines = try require(folder.read("ann.csv")).split(separator: "\n")
    expectEqual(
      lines[1], "reading plans,plans-1,What a plan says,1,plan,D3,done,true,0,false")
    expect(lines[2].hasSuffix(",2,plan,D3,skipped,false,0,false"))
    let again = try run(["lesson", "report", "ann.csv"], in: folder)
    expect(again.status == 1 && again.errors.contains("ann.csv"))
    try expectEqual(run(["lesson", "report", "--overwrite", "ann.csv"], in: folder).status, 0)
    let reset = try run(["lesson", "reset", "plans-1"], in: folder)
    expectEqual(reset.output, "forgot 2 steps in plans-1\n")
    try expectEqual(
      run(["lesson", "reset", "--all"], in: folder).output, "nothing is kept of any lesson\n")
    let wrong = [["show"], ["reset"], ["reset", "x", "--all"], ["x", "--all"], ["report", "x"]]
    for arguments in wrong {
      let refused = try run(["lesson"] + arguments, in: folder)
      expect(refused.status != 0 && !refused.errors.isEmpty, "\(arguments)")
    }
  }

  @Test("check and new say by their status how it went")
  func authors() throws {
    let folder = try TemporaryFolder()
    try expectEqual(run(["lesson", "new", "mine"], in: folder).status, 0)
    let check = try run(["lesson", "check", "mine"], in: folder)
    expect(check.status == 0 && check.output.hasSuffix("1 lesson checked\n"))
    let text = try require(folder.read("mine/mine-1.yaml"))
    try folder.write(text.replacing("D3", with: "D99"), to: "mine/mine-1.yaml")
    let bad = try run(["lesson", "check", "mine"], in: folder)
    expect(bad.status == 1 && bad.output.contains("mine/mine-1.yaml:14:13: no rule 'D99'"))
    expect(bad.errors.hasPrefix("error: 1 problem in 1 of 1 lesson\n"))
    try expectEqual(run(["lesson", "new", "mine"], in: folder).status, 1)
    try expectEqual(run(["lesson", "check", "none"], in: folder).status, 1)
    let unknown = try run(["lesson", "plans-99"], in: folder)
    expect(unknown.status == 1 && unknown.errors.contains("no lesson 'plans-99'"))
    try expectEqual(run(["lesson", "check"], in: folder).status, 64)
    try expectEqual(run(["lesson", "a", "b"], in: folder).status, 64)
  }

  @Test("the list is no pager's, inside the program as before it: what to type next is at its end")
  func unpaged() throws {
    let session = try TerminalSession(["lesson"], rows: 12, prompt: "tablesh> ")
    expect(session.terminal.transcript.contains("type: lesson plans-1"))
    try expect(session.run("lesson", prompt: "tablesh> ").contains("type: lesson plans-1"))
  }

  @Test("folders of others are listed beside those of the program")
  func others() throws {
    let folder = try TemporaryFolder()
    _ = try run(["lesson", "new", "mine"], in: folder)
    let list = try ChildProcess.run(
      home: folder, ["lesson"], environment: ["TABLESH_LESSONS": "/nowhere:\(folder.path)/mine"])
    expect(list.output.contains("mine\n  mine-1  "), "\(list.output)")
    expect(list.output.contains("\nreading plans\n"))
  }
}
