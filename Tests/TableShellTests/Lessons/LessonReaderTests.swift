import Expectations
import Testing

@testable import TableLessons
@testable import TableShell

/// What is no lesson is an error with its place; `lesson check` and `lesson new`.
struct LessonReaderTests {
  private static let step = """
    - predict: delete @a
      rules: [D3]
      hint: none

    """

  @Test(
    "each mistake is told with its line and column",
    arguments: [
      ("- predict: delete @a\n  rulez: [D3]\n", "8:3: a step has no member 'rulez'"),
      ("- predict: delete @a\n  rules: [Z99]\n", "8:11: no rule 'Z99'"),
      ("- predict: delete @a\n  asks: plans\n", "8:9: 'asks' is no 'plans'"),
      ("- task: x\n  solution: edit on\n", "7:3: 'goal' is missing"),
      ("- task: x\n  goal: {}\n  solution: edit\n", "8:9: a goal has at least one of"),
      ("- task: x\n  goal: {plan: {rows: {delete: 1}}}\n  solution: edit\n", "'plan': plan:"),
      ("- task: x\n  goal: {editing: 1}\n  solution: edit\n", "8:19: 'editing' must be true"),
      ("- task: x\n  goal: {conflicts: no}\n  solution: edit\n", "'conflicts' must be a number"),
      ("- hint: x\n", "7:3: a step says, predicts or is a task"),
      ("- say: x\n  hint: y\n", "'hint' is for steps with"),
      ("- predict: [1]\n", "7:12: 'predict' must be a text, not an array"),
      ("- wrong: x\n  predict: delete @a\n", "7:10: 'wrong' must be a list"),
      ("  []\n", "a lesson has steps"),
    ])
  func mistakes(steps: String, problem: String) throws {
    let world = try LessonWorld(steps)
    let reply = world.run("lesson try-1")
    expect(reply.contains("try-1.yaml:") && reply.contains(problem), "\(reply)")
  }

  @Test(
    "the head of a lesson is checked",
    arguments: [
      ("format: 1", "format: 2", "'format' must be 1"), ("id: try-1", "id: Try", "'Try' is no id"),
      ("id: try-1", "id: hint", "'hint' is a word of the command"),
      ("id: try-1", "id: report", "'report' is a word of the command"),
      ("title: A try", "titel: A try", "no member 'titel'"),
      ("staff.csv", "staff.sqlite", "is no table for a lesson"),
      ("staff.csv", "other.csv", "no file"), ("format: 1", "format: [", "expected"),
    ])
  func heads(old: String, new: String, problem: String) throws {
    let world = try LessonWorld(Self.step)
    let text = try world.folder.read("try-1.yaml")
    try world.folder.write(text.replacing(old, with: new), to: "try-1.yaml")
    expect(world.run("lesson try-1").contains(problem))
    expect(world.run("lesson").contains("a lesson is left out: "))
  }

  @Test(
    "check finds what a learner would stumble over",
    arguments: [
      ("- predict: delete @a\n  hint: x\n", "'rules' is missing"),
      ("- predict: delete @a\n  rules: [D3]\n", "'hint' is missing"),
      ("- predict: delete @zz\n  rules: [D3]\n  hint: x\n", "'delete @zz': no row"),
      (
        "- predict: delete @a\n  rules: [D3]\n  hint: x\n  wrong: [{answer: 'delete 0:0', say: x}]\n",
        "'delete 0:0' is right"
      ),
      (
        "- predict: delete @a\n  rules: [D3]\n  hint: x\n  wrong: [{answer: 'remove', say: x}]\n",
        "'remove': 'remove' is no operation"
      ),
      (
        "- predict: batch --keep-data delete 0:0\n  rules: [D3]\n  hint: x\n",
        "'batch --keep-data delete 0:0' fails"
      ),
      (
        "- task: x\n  goal: {editing: false}\n  solution: edit on\n  hint: x\n",
        "the goal is reached before anything is done"
      ),
      (
        "- task: x\n  goal: {editing: true}\n  solution: edit off\n  hint: x\n",
        "the solution does not reach the goal"
      ),
      (
        "- task: x\n  goal: {editing: true}\n  solution: edit on\n  hint: x\n"
          + "  wrong: [{answer: edit, say: x}]\n", "'edit' reaches the goal"
      ),
      (
        "- task: x\n  goal: {editing: true}\n  solution: edit on\n  hint: x\n"
          + "  wrong: [{answer: count, say: x}]\n", "'count' changes nothing"
      ),
      (
        "- task: x\n  goal: {assert: 'nonsense('}\n  solution: edit on\n  hint: x\n", "nonsense"
      ),
    ])
  func check(steps: String, problem: String) throws {
    let world = try LessonWorld(steps)
    let reply = world.run("lesson check \(world.folder.path)")
    expect(reply.contains(problem), "\(reply)")
    expect(reply.contains("problem") && reply.contains(" in 1 of 1 lesson\n"))
  }

  @Test("an id is the file's name, and stands once")
  func ids() throws {
    let world = try LessonWorld(Self.step)
    let text = try world.folder.read("try-1.yaml")
    try world.folder.write(text, to: "other.yaml")
    let reply = world.run("lesson check \(world.folder.path)")
    expect(reply.contains("the id is 'try-1': name the file try-1.yaml"))
    expect(reply.contains("has the id 'try-1', too"))
    expect(world.run("lesson check \(world.folder.file("none"))").contains("error: "))
  }

  @Test("what new writes passes check, can be learnt, and is not overwritten")
  func new() throws {
    let world = try LessonWorld(Self.step)
    let path = world.folder.file("My own")
    let reply = world.run("lesson new \"\(path)\"")
    expect(reply.hasPrefix("wrote my-own-1.yaml and my-own.csv to "))
    let report = world.run("lesson check \"\(path)\"")
    expect(
      report.hasPrefix("ok  my-own-1  ") && report.hasSuffix("1 lesson checked\n"), "\(report)")
    expect(world.run("lesson new \"\(path)\"").contains("error: "))
    expect(world.run("lesson \"\(path)/my-own-1.yaml\"").contains("The eggs are boiled."))
    expect(world.run("delete 0:1").hasPrefix("right"))
    expect(world.run("move @call to 1:0").contains("is done"))
  }
}
