import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableLessons
@testable import TableShell

/// Lessons as who learns sees them: prediction before truth, hints, progress.
struct LessonTests {
  private static let moves = """
    - say: Cid goes to the top.
      predict: move @c to 0:0
      rules: [D4]
      wrong:
        - answer: delete 0:2 insert 0:0
          say: The selection would be lost.
      hint: [Who stays?, Cid moves.]
      after: One move is enough.
    - task: Make Office first.
      goal: {plan: {sections: {move: [[0, 1]]}}}
      solution: reorder sections Office
      wrong:
        - answer: delete 0
          say: Nobody is to go.
      hint: reorder sections
    """

  @Test("the lessons of the program are right, and there are at least 16 in four courses")
  func shipped() throws {
    let session = Session()
    let path = Repository.root + "/Examples/lessons"
    let report = session.run("lesson check \(path)")
    expect(report.hasSuffix(" lessons checked\n"), "\(report)")
    let courses = LessonLibrary([path]).courses { Issue.record("\($0.message)") }
    expectEqual(courses.count, 4)
    expect(courses.flatMap(\.lessons).count >= 16)
  }

  @Test("a plan that is not the least is told by its own words and by the rule, before the truth")
  func wrong() throws {
    let world = try LessonWorld(Self.moves)
    let begin = world.run("lesson try-1")
    expect(begin.hasPrefix("A try\n"))
    expect(begin.contains("Which plan does this make?   move @c to 0:0"))
    expectEqual(world.session.shell.prompt, "try-1 1/2 predict> ")
    let reply = world.run("delete 0:2 insert 0:0")
    expect(
      reply.hasPrefix(
        """
        wrong: legal, and the screen shows the data, but it is 1 operation more than the
        least
        The selection would be lost.
        D4  rows that survive
        """))
    expectEqual(world.session.shell.prompt, "try-1 1/2 predict> ")
  }

  @Test(
    "each wrong plan is told by what would become of it",
    arguments: [
      ("move 0:2 to 0:1", "stale"), ("nothing", "stale"), ("delete 0:2", "an exception"),
      ("move 0:2 to 0:0 reconfigure 0:1", "1 operation more than the"),
      ("delete 9:9", "E-DEL-ROW-SEC-OOB"),
    ])
  func judged(answer: String, verdict: String) throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    let reply = world.run(answer)
    expect(reply.hasPrefix("wrong: ") && reply.contains(verdict), "\(reply)")
  }

  @Test("what is no plan is an error that says how one is written, and is not judged")
  func unreadable() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    for line in ["move @c to 0:0", "undo", "redo", "delete", "move 0:2"] {
      let reply = world.run(line)
      expect(reply.hasPrefix("error: ") && reply.contains("hint:  write delete PATHS"), "\(reply)")
    }
    // What only looks is run.
    expectEqual(world.run("count"), "5\n")
    expect(world.run("explain D4").hasPrefix("D4  "))
  }

  @Test("a right plan shows the truth, and the next step asks")
  func right() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    let reply = world.run("move 0:2 to 0:0")
    expect(reply.hasPrefix("right: 1 move, the least possible\n> move @c to 0:0\nmoved 1 row"))
    expect(reply.contains("One move is enough.\n\nstep 2 of 2\n"))
    expectEqual(world.session.shell.prompt, "try-1 2/2 task> ")
    expect(world.run("delete 0").contains("Nobody is to go.\nnot yet"))
    world.run("undo")
    let end = world.run("reorder sections Office")
    expect(end.contains("\ndone\n") && end.contains("\n'A try' is done\n1 of 2 steps right at"))
    expect(end.contains("\nall lessons: 1 lesson, 2 steps\n"), "\(end)")
    expectNil(world.session.shell.part(Lessons.self)?.lesson)
  }

  @Test("play shows the wrong plan, and the truth only when the answer was given or shown")
  func play() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    world.run("delete 0:2 insert 0:0")
    let early = world.run("play")
    expect(early.contains("delete row   0:2") && early.contains("the truth comes with the right"))
    expect(!early.contains("move") && !early.contains("the truth:"), "\(early)")
    // Nothing has changed.
    expect(world.run("move 0:2 to 0:0").hasPrefix("right"))
    let parts = world.run("play").components(separatedBy: "the truth: move @c to 0:0")
    expect(parts.count == 2 && parts[0].contains("delete row   0:2"))
    expectEqual(parts.last?.contains("move row   0:2 → 0:0"), true)

    world.run("lesson try-1 1")
    world.run("nothing")
    world.run("solution")
    expect(world.run("play").contains("the truth: move @c to 0:0"))
  }

  @Test("hints come one by one, and hints and solutions of steps that are done stay readable")
  func hints() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    expectEqual(world.run("hint"), "hint 1 of 2: Who stays?\n")
    expectEqual(world.run("lesson hint"), "hint 2 of 2: Cid moves.\n")
    expect(world.run("hint").hasSuffix("no more hints: solution shows the answer\n"))
    expectEqual(world.run("solution"), "solution: move 0:2 to 0:0\n")
    expectEqual(
      world.run("hint 2"),
      "error: step 2 is not there yet\nhint:  you are at step 1; hint alone gives its next hint,"
        + " solution its answer\n")
    world.run("move 0:2 to 0:0")
    expectEqual(world.run("hint 1"), "hint: Who stays?\nhint: Cid moves.\n")
    expectEqual(world.run("solution 1"), "solution: move 0:2 to 0:0\n")
    world.run("lesson stop")
    let text = world.run("lesson show try-1")
    expect(text.contains("step 1 of 2, shown\n"))
    expect(text.contains("hint: Cid moves.\nsolution: move 0:2 to 0:0\n"))
    expect(text.hasSuffix("step 2 of 2\nnot done yet: lesson try-1 2 begins there\n"))
  }

  @Test("skip shows the answer and goes on, again begins the step anew")
  func skipAndAgain() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    expect(world.run("skip").hasPrefix("the answer: move 0:2 to 0:0\n> move @c to 0:0\n"))
    world.run("delete 0:0")
    expect(world.run("again").contains("Make Office first."))
    expectEqual(world.run("count"), "5\n")
    expect(world.run("skip").contains("'A try' is at its end: 0 of 2 done, 2 skipped\n"))
    expect(world.run("hint").contains("error: no command 'hint'"))
  }

  @Test("undo stops at the beginning of a step, and leaving says how to go on")
  func stepEnd() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    world.run("move 0:2 to 0:0")
    let refused = world.run("undo")
    expect(refused.hasPrefix("error: nothing was done in this step yet\n"), "\(refused)")
    world.run("delete 0:0")
    // What was done before the step is none of its steps.
    expect(world.run("undo 2").contains("only 1 step can be undone"))
    expectEqual(world.run("undo list"), "1  delete 0:0\n")
    let undone = world.run("undo")
    expect(undone.hasPrefix("took back: delete 0:0") && !undone.contains("not yet"), "\(undone)")
    // Editing mode is no step, and undo is not offered.
    expect(world.run("edit on").hasSuffix("not yet: hint helps, again begins the step anew\n"))
    expect(world.run("undo").hasSuffix("\nhint:  again begins the step anew\n"))
    expectEqual(
      world.run("lesson stop"), "your progress is kept: lesson try-1 goes on at step 2 of 2\n")
    world.run("lesson try-1")
    expectEqual(
      world.run("quit"), "your progress is kept: tablesh lesson try-1 goes on at step 2 of 2\n")
  }

  @Test("undo in the text of a lesson takes back what the text did, whatever a learner did")
  func ownUndo() throws {
    let world = try LessonWorld(
      """
      - predict: delete @a
        rules: [D3]
        hint: none
      - task: Begin editing mode.
        goal: {editing: true}
        solution: edit on
        hint: none
      - run: [undo]
        predict: delete @b
        rules: [D3]
        hint: none
      """)
    expect(world.run("lesson check \(world.folder.path)").hasSuffix("1 lesson checked\n"))
    world.run("lesson try-1")
    world.run("delete 0:0")
    let next = world.run("edit on")
    expect(next.contains("> undo\ntook back: delete @a") && !next.contains("error"), "\(next)")
    expect(world.run("delete 0:1").hasPrefix("right"))
  }

  @Test("a lesson that is left, or whose session is killed, goes on where it was; a done one anew")
  func resume() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    world.run("move 0:2 to 0:0")
    let other = world.another()
    let list = other.run("lesson")
    expect(list.contains("try-1  A try  at step 2 of 2"))
    let reply = other.run("lesson try-1")
    expect(reply.contains("it goes on where you were; lesson try-1 1 begins anew\n"))
    // The table is as the first step left it.
    expect(reply.contains("Make Office first."))
    expect(other.run("show 0:0").contains("  0:0  c   Cid   Dock\n"))
    expect(other.run("reorder sections Office").contains("is done"))
    expect(other.run("lesson").contains("1 of 1 lesson done\n"))
    expect(other.run("lesson try-1").contains("it begins anew\n\nstep 1 of 2\n"))
    expect(other.run("lesson try-1 2").hasPrefix("A try\n\nstep 2 of 2\n"))
  }

  @Test("a lesson that was changed begins anew")
  func changed() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    world.run("move 0:2 to 0:0")
    try world.write(Self.moves + "\n- say: The end.\n")
    let other = world.another()
    expect(!other.run("lesson").contains("at step"))
    expect(other.run("lesson try-1").contains("step 1 of 2"))
  }

  @Test("a file of progress that cannot be read is kept beside the new one")
  func damaged() throws {
    let world = try LessonWorld(Self.moves)
    world.run("lesson try-1")
    try world.folder.write("{nonsense", to: "state/tablesh/lessons.json")
    world.run("move 0:2 to 0:0")
    try expectEqual(world.folder.read("state/tablesh/lessons.json.damaged"), "{nonsense")
    try expect(world.folder.read("state/tablesh/lessons.json").hasPrefix(#"{"version":1,"#))
  }

  @Test("the user's table, settings, aliases and selection are as before")
  func ownTable() throws {
    let world = try LessonWorld(Self.moves, head: "setup: [set content reload]")
    world.run("select 0:1")
    world.run("alias hello echo hi")
    world.run("lesson try-1")
    expect(world.run("hello").hasPrefix("error: "))
    world.run("move 0:2 to 0:0")
    world.run("delete 0:0")
    world.run("stop")
    expectEqual(world.session.drawing, "Pilots(P1 P2 P3) Crew(C1 C2)")
    expectEqual(world.session.selected, ["0:1"])
    expectEqual(world.run("set content"), "reconfigure\n")
    expectEqual(world.run("hello"), "hi\n")
  }

  @Test("in JSON each thing that is said is an object")
  func json() throws {
    let world = try LessonWorld(Self.moves) { $0.format = .json }
    let begin = world.run("lesson try-1")
    expect(begin.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    expect(world.run("delete 0:2 insert 0:0").contains(#""result":"wrong","output":"wrong: "#))
    let right = world.run("move 0:2 to 0:0").split(separator: "\n")
    expectEqual(
      right.first?.contains(#"{"lesson":"try-1","step":1,"of":2,"ok":true,"result":"right""#), true)
    expect(right.contains { $0.hasPrefix(#"{"command":"move @c to 0:0","ok":true,"plan":"#) })
  }

  @Test("an unknown lesson, and words of a lesson without one, are errors that say what to type")
  func errors() throws {
    let world = try LessonWorld(Self.moves)
    expect(world.run("lesson try-2").contains("hint:  did you mean 'try-1'?"))
    expect(world.run("lesson hint").contains("error: no lesson is under way"))
    expect(Session().run("lesson").hasPrefix("no lessons are installed"))
    for line in ["lesson x", "lesson next"] {
      expect(Session().run(line).contains("error: no lessons are installed"))
    }
    expect(world.run("lesson try-1 7").contains("error: 'try-1' has no step 7"))
    expect(world.run("lua tablesh.run('lesson try-1')").contains("by who learns"))
  }

  @Test("names of lessons are completed, and a plan as batch is")
  func completion() throws {
    let world = try LessonWorld(Self.moves)
    let shell = world.session.shell
    func names(_ line: String) -> [String] {
      guard
        case .candidates(let found) = shell.complete(line, cursor: line.utf8.count).choices
      else { return [] }
      return found.map(\.text)
    }
    expectEqual(names("lesson tr"), ["try-1"])
    world.run("lesson try-1")
    expectEqual(names("move 0:2 t"), ["to"])
    expectEqual(shell.complete("move 0:2 t", cursor: 10).start, 9)
  }

  @Test("the table of a lesson goes where its text goes")
  func redirected() throws {
    let world = try LessonWorld(Self.moves) { $0.table = .full }
    let out = world.folder.file("out.txt")
    expect(!world.run("lesson try-1 > \(out)").contains("Ann"))
    try expect(world.folder.read("out.txt").contains("Ann"))
  }
}
