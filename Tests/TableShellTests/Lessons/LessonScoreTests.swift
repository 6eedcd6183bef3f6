import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableLessons
@testable import TableShell

/// What is kept of each step, and what is said of it: the list, the cards, the report, and forgetting.
struct LessonScoreTests {
  private static let steps = """
    - predict: delete @a
      rules: [D3]
      hint: none
    - predict: delete @b
      asks: count
      rules: [D4]
      hint: none
    - task: Select Dee.
      goal: {selection: ["1:0"]}
      solution: select 1:0
      rules: [B15]
      hint: none
    """

  /// The last line of the list that names the lesson, behind its title.
  private func state(_ world: LessonWorld) -> String {
    let line = world.run("lesson").split(separator: "\n").first { $0.contains("try-1  A try") }
    let state = line?.dropFirst("  try-1  A try".count) ?? ""
    return state.trimmingCharacters(in: .whitespaces)
  }

  @Test("skipped, shown and done are told apart, in the list, in JSON and in show")
  func kinds() throws {
    let world = try LessonWorld(Self.steps)
    expectEqual(state(world), "")
    world.run("lesson try-1")
    world.run("solution")
    world.run("delete 0:0")
    expectEqual(state(world), "at step 2 of 3")
    world.run("skip")
    let end = world.run("select 1:0")
    expect(end.contains("'A try' is at its end: 1 of 3 done, 1 shown, 1 skipped\n"), "\(end)")
    expect(end.contains("\nlesson try-1 1 repeats it\n"))
    expectEqual(state(world), "1 of 3 done, 1 shown, 1 skipped")
    let list = world.run("lesson")
    expect(list.contains("0 of 1 lesson done, 1 with steps that were shown or skipped\n"))
    expect(list.hasSuffix("to repeat what was not right at first: lesson try-1 1\n"))
    let text = world.run("lesson show try-1")
    expect(text.contains("step 1 of 3, shown\n") && text.contains("step 2 of 3, skipped\n"))
    expect(text.contains("step 3 of 3\nSelect Dee.\n"))
  }

  @Test("a step that is done again counts as it was done last, and skipping it makes it no worse")
  func again() throws {
    let world = try LessonWorld(Self.steps)
    world.run("lesson try-1")
    for line in ["delete 0:1", "delete 0:0", "1", "skip"] { world.run(line) }
    expectEqual(state(world), "2 of 3 done, 1 skipped")
    world.run("lesson try-1 3")
    world.run("select 1:0")
    expectEqual(state(world), "done")
    let first = world.run("lesson report")
    expect(first.contains("to repeat             lesson try-1 1   step 1: A try\n"), "\(first)")
    // Who leaves in the middle of a second time has lost nothing.
    world.run("lesson try-1 1")
    world.run("delete 0:2")
    world.run("stop")
    expectEqual(state(world), "done")
    world.run("lesson try-1 1")
    world.run("skip")
    world.run("stop")
    expectEqual(state(world), "done")
    world.run("lesson try-1 1")
    world.run("delete 0:0")
    world.run("stop")
    let card = world.run("lesson report")
    expect(card.contains("right at first try    3\n") && !card.contains("to repeat"), "\(card)")
  }

  @Test("a wrong answer, a hint and a shown solution are kept though the session is killed")
  func killed() throws {
    let world = try LessonWorld(Self.steps)
    world.run("lesson try-1")
    for line in ["delete 0:1", "hint", "solution"] { world.run(line) }
    let other = world.another()
    other.run("lesson try-1")
    other.run("delete 0:0")
    try expect(
      world.folder.read("state/tablesh/lessons.json").contains(
        #""steps":{"0":{"result":"shown","wrong":1,"hint":true,"shown":true}}"#))
  }

  @Test("progress of former versions is read")
  func former() throws {
    let world = try LessonWorld(Self.steps)
    let hash = try LessonReader.read("try-1.yaml", in: LessonFolder(world.folder.path)).hash
    let entry =
      #"{"hash":"\#(hash)","step":3,"solved":[0,1],"skipped":[2],"finished":true}"#
    world.run("lesson try-1")
    try world.folder.write(
      #"{"version":1,"lessons":{"try-1":\#(entry)}}"#, to: "state/tablesh/lessons.json")
    world.run("stop")
    expectEqual(state(world), "2 of 3 done, 1 skipped")
  }

  @Test("a task that was taken back or begun anew was not right at first try")
  func tries() throws {
    let world = try LessonWorld(Self.steps)
    world.run("lesson try-1 3")
    world.run("select 0:0")
    world.run("undo")
    expect(world.run("select 1:0").contains("0 of 3 steps right at first try\n"))
    world.run("lesson try-1 3")
    expect(world.run("select 1:0").contains("1 of 3 steps right at first try\n"))
  }

  @Test("at the end of a course and of all there is a card, and Enter goes on in between")
  func cards() throws {
    let world = try LessonWorld(Self.steps)
    for (course, id) in [("1-one", "one-1"), ("1-one", "one-2"), ("2-two", "two-1")] {
      let text = try world.folder.read("try-1.yaml").replacing("id: try-1", with: "id: \(id)")
      try FileManager.default.createDirectory(
        atPath: world.folder.file(course), withIntermediateDirectories: true)
      try world.folder.write(text, to: "\(course)/\(id).yaml")
      try world.folder.write(LessonWorld.table, to: "\(course)/staff.csv")
    }
    try FileManager.default.removeItem(atPath: world.folder.file("try-1.yaml"))
    world.session.console.isInteractive = true
    let shell = world.session.shell
    func play(_ id: String, _ lines: [String] = ["delete 0:0", "1", "select 1:0"]) -> String {
      world.run("lesson \(id)")
      return lines.map { world.run($0) }.joined()
    }
    let first = play("one-1")
    expect(first.contains("next: lesson one-2   A try\nEnter begins it, "), "\(first)")
    expectEqual(shell.blankLine, "lesson one-2")
    world.run("count")
    expectNil(shell.blankLine)
    let second = play("one-2", ["delete 0:1", "delete 0:0", "skip", "select 1:0"])
    expect(
      second.contains(
        """
        one: 2 lessons, 6 steps
        right at first try    4
        after a wrong answer  1
        skipped               1
        rules met             B15 D3 D4 (explain B15 tells one)
        to repeat             lesson one-2 1   steps 1 and 2: A try

        next: lesson two-1
        """), "\(second)")
    let last = play("two-1")
    expect(last.contains("two: 1 lesson, 3 steps\n") && last.contains("all lessons: 3 lessons, 9"))
    expectNil(shell.blankLine)
    expect(world.run("lesson next").contains("lesson one-2 1\n"))
  }

  @Test("a lesson that was begun by its path, where none are installed, ends with its own card")
  func path() throws {
    let world = try LessonWorld(Self.steps)
    world.session.shell.part(Lessons.self)?.folders = []
    world.run("lesson \(world.folder.file("try-1.yaml"))")
    for line in ["delete 0:0", "1"] { world.run(line) }
    let end = world.run("select 1:0")
    expect(end.contains("all lessons: 1 lesson, 3 steps\nright at first try    3\n"), "\(end)")
  }

  @Test("the report is a table with a row for each step, in the format of the file")
  func report() throws {
    let world = try LessonWorld(Self.steps)
    expectEqual(world.run("lesson report"), "no lesson was begun yet: lesson next begins one\n")
    world.run("lesson try-1")
    for line in ["hint", "delete 0:1", "delete 0:0", "solution", "1"] { world.run(line) }
    world.run("stop")
    let path = world.folder.file("ann.csv")
    expectEqual(
      world.run("lesson report \(path)"), "wrote 3 steps of 1 lesson to \(path), a row each\n")
    let rows = try world.folder.read("ann.csv").split(separator: "\n")
    expectEqual(rows[0], "course,lesson,title,step,asks,rules,result,first-try,wrong,hint")
    expect(rows[1].hasSuffix(",try-1,A try,1,plan,D3,done,false,1,true"))
    expect(rows[2].hasSuffix(",try-1,A try,2,count,D4,shown,false,0,false"))
    expect(rows[3].hasSuffix(",try-1,A try,3,task,B15,open,false,0,false"))
    let tree = world.folder.file("ann.json")
    expect(world.run("lesson report \(tree)").hasPrefix("wrote 3 steps"))
    let refused = world.run("lesson report \(world.folder.file("ann.xyz"))")
    expect(refused.contains("has no extension of a table\nhint:  lesson report report.csv;"))
    expect(Session().run("lesson report x.csv").contains("no lessons are installed"))
    expect(world.run("lua tablesh.run('lesson report x.csv')").contains("--allow-write"))
  }

  @Test("reset says what it forgets, leaves the lesson, and a person is asked before all goes")
  func reset() throws {
    let world = try LessonWorld(Self.steps)
    expectEqual(world.run("lesson reset try-1"), "nothing is kept of try-1\n")
    expect(world.run("lesson reset try-2").contains("did you mean 'try-1'?"))
    expect(world.run("lesson reset").contains("error: "))
    world.run("lesson try-1")
    world.run("delete 0:0")
    expectEqual(world.run("lesson reset try-1"), "forgot 1 step in try-1\n")
    expectNil(world.session.shell.part(Lessons.self)?.lesson)
    expectEqual(state(world), "")

    world.run("lesson try-1")
    world.run("skip")
    world.run("stop")
    world.session.console.isInteractive = true
    world.session.console.answers = [false]
    world.run("lesson reset --all")
    expectEqual(world.session.console.questions, ["Forget 1 step in try-1?"])
    expectEqual(state(world), "at step 2 of 3")
    world.session.console.answers = [true]
    expect(world.run("lesson reset --all").contains("forgot 1 step in try-1\n"))
    expectEqual(state(world), "")
  }
}
