import Expectations
import Testing

@testable import TableLessons
@testable import TableShell

/// The kinds of questions, each judged by what the command does.
struct LessonQuestionTests {
  private func reply(
    to answer: String, _ command: String, asks: String, head: String = ""
  ) throws -> String {
    let world = try LessonWorld(
      """
      - predict: "\(command)"
        asks: \(asks)
        rules: [B5]
        hint: none
      """, head: head)
    world.run("lesson try-1")
    return world.run(answer)
  }

  @Test(
    "answers in every form that one would try",
    arguments: [
      ("select 0:1,1:0", "selection", "0:1 1:0"), ("select 0:1,1:0", "selection", "0:1,1:0"),
      ("select 0:1,1:0", "selection", "1:0, 0:1"), ("select 0:1,1:0", "selection", "select @b,@d"),
      ("select 0", "selection", "0"), ("select 0", "selection", "Dock:0-2"),
      ("deselect *", "selection", "nothing"), ("mark 1:1", "marks", "1:1"),
      ("tap 0:0", "calls", "willSelect didSelect"),
      ("tap 0:0", "calls", "willselect(), didselect()"),
      ("tap 0:0", "calls", "willSelect 0:0, didSelect 0:0"), ("select 0:0", "calls", "none"),
      ("batch --keep-data delete 0:1", "verdict", "crash"),
      ("batch --keep-data delete 0:1", "verdict", "exception"),
      ("batch delete 0:1", "verdict", "works"),
      ("batch --data-deletes 0:0 delete 0:2", "verdict", "stale"),
      ("batch delete section 0 move 0:0 to 0:2", "verdict", "reload"),
      ("delete 0:0,1:1", "count", "2"),
      ("delete 0:0,1:1", "plan", "delete 1:1 0:0"),
      ("delete 0:0,1:1", "plan", "batch delete rows 0:0 delete 1:1"),
      ("delete Office", "plan", "delete 1:0 1:1"),
      ("delete 0:0,1:1", "plan", "delete 0:0; delete 1:1"),
      ("move @c to 0:0", "plan", "move 0:2 -> 0:0"), ("move @c to 0:0", "plan", "move 0:2 → 0:0"),
      ("select 0:1,1:0", "selection", "0:1; 1:0"),
      ("select 0:1,1:0", "selection", "select @\"b\",@'d'"),
    ])
  func right(command: String, asks: String, answer: String) throws {
    let reply = try reply(to: answer, command, asks: asks)
    expect(reply.hasPrefix("right"), "\(reply)")
  }

  @Test(
    "what is no answer of the kind that is asked for is an error, and not judged",
    arguments: [
      ("select 0:1", "selection", "foo"), ("select 0:1", "selection", "9:9"),
      ("select 0:1", "selection", "0:1 foo"), ("tap 0:0", "calls", "0:0"),
      ("tap 0:0", "calls", "foo"), ("delete 0:0", "count", "-1"), ("delete 0:0", "count", "two"),
      ("batch delete 0:1", "verdict", "foo"), ("delete 0:0", "plan", "foo"),
      ("mark 0:1", "marks", "bar"), ("tap 0:0", "calls", "didTap"),
      ("select 0:1", "selection", "what?"), ("batch delete 0:1", "verdict", "maybe"),
      ("delete 0:0", "plan", "I don't know"), ("delete 0:0", "count", "it isn't clear"),
      ("select 0:1", "selection", "Ann's row"), ("tap 0:0", "calls", "I don't know"),
      ("batch delete 0:1", "verdict", "that's stale"), ("mark 0:1", "marks", "\"0:1"),
      ("delete 0:0", "plan", "delete 0:0 > 0:1"), ("delete 0:0", "count", "1 | 2"),
      ("delete 0:0", "count", "1 # one"), ("select 0:1", "selection", "selected"),
      ("select 0:1", "selection", "select visible"), ("mark 0:1", "marks", "marked"),
      ("select 0:1", "selection", "0:0,selected"),
    ])
  func unreadable(command: String, asks: String, answer: String) throws {
    let reply = try reply(to: answer, command, asks: asks)
    expect(reply.hasPrefix("error: ") && reply.contains("\nhint:  write "), "\(reply)")
  }

  @Test("an open quote in an answer, or in a task in what is no command, wants no further line")
  func quotes() throws {
    let world = try LessonWorld(
      """
      - predict: delete 0:0
        rules: [D3]
        hint: none
      - task: Do it.
        goal: {editing: true}
        solution: edit on
        hint: none
      """)
    let shell = world.session.shell
    expect(!shell.isComplete("I don't know"))
    world.run("lesson try-1")
    expect(shell.isComplete("I don't know"))
    // What only looks is a command.
    expect(!shell.isComplete("echo 'x"))
    expectEqual(world.run("conflicts"), "no conflicts\n")
    expect(world.run("conflicts keep mine").contains("hint:  write delete PATHS"))
    world.run("delete 0:0")
    expect(shell.isComplete("I don't know") && !shell.isComplete("edit 0:0 name='x"))
    expect(world.run("I don't know").hasPrefix("error: no command 'I'\n"))
  }

  @Test("task asks again, in a question and in a task")
  func task() throws {
    let world = try LessonWorld(
      """
      - say: Ann leaves.
        predict: delete 0:0
        rules: [D3]
        hint: none
      - task: Do it.
        goal: {editing: true}
        solution: edit on
        hint: none
      """)
    world.run("lesson try-1")
    let question = world.run("task")
    expect(question.hasPrefix("Ann leaves.\n\nWhich plan does this make?   delete 0:0\n"))
    world.run("delete 0:0")
    expectEqual(world.run("task"), "\nDo it.\n")
  }

  @Test("a mistyped word is asked for, and play says where there is no plan")
  func mistyped() throws {
    try expect(
      reply(to: "hlep", "tap 0:0", asks: "calls")
        .contains("hint:  did you mean 'help'?  To answer, write some of"))
    try expect(reply(to: "skp", "delete 0:0", asks: "plan").contains("did you mean 'skip'?"))
    let play = try reply(to: "play", "delete 0:0", asks: "count")
    expectEqual(play, "error: this question asks for no plan to play\nhint:  write a number\n")
    try expect(
      reply(to: "play", "delete 0:0", asks: "plan").contains("no plan was predicted yet"))
    expect(!(try reply(to: "help", "delete 0:0", asks: "count")).contains("play"))
    try expect(reply(to: "help", "delete 0:0", asks: "plan").contains("play"))
  }

  @Test("a wrong set of rows is told which are too many")
  func extra() throws {
    let reply = try reply(to: "0:0 0:1", "select 0:1", asks: "selection")
    expect(reply.hasPrefix("wrong: 0:0 is not among them\n"), "\(reply)")
    try expect(
      self.reply(to: "0:1", "select 0:1,0:2", asks: "selection").hasPrefix(
        "wrong: there are more"))
    try expect(
      self.reply(to: "0:0-1 1:0", "select 0:0,0:1,1:0", asks: "selection").hasPrefix("right"))
  }

  @Test(
    "wrong answers",
    arguments: [
      ("select 0:1,1:0", "selection", "0:1"), ("select 0:1", "selection", "nothing"),
      ("mark 1:1", "marks", "0:1"), ("tap 0:0", "calls", "didSelect willSelect"),
      ("tap 0:0", "calls", "didSelect"), ("tap 0:0", "calls", "willDeselect didSelect"),
      ("batch --keep-data delete 0:1", "verdict", "works"), ("delete 0:0,1:1", "count", "1"),
      ("delete 0:0,1:1", "count", "3"),
    ])
  func wrong(command: String, asks: String, answer: String) throws {
    let reply = try reply(to: answer, command, asks: asks)
    expect(reply.hasPrefix("wrong"), "\(reply)")
  }

  @Test(
    "goals of each kind are reached by any way that leads there",
    arguments: [
      ("{table: {Dock: [b, a, c], Office: [d, e]}}", "move 0:0 to 0:1"),
      ("{table: {Dock: [b, a, c], Office: [d, e]}}", "move 0:1 to 0:0"),
      ("{table: {Dock: [b, a, c], Office: [d, e]}}", "reorder rows Dock @b @a @c"),
      ("{selection: [[0, 1], [1, 0]]}", "tap 1:0; tap 0:1"), ("{selection: ['0:1']}", "select @b"),
      ("{marks: [b]}", "mark 0:1"), ("{editing: true}", "edit"),
      ("{assert: '#tablesh.table() == 4'}", "delete @e"),
      ("{plan: {rows: {delete: [[0, 0], [1, 1]]}}}", "delete @e,@a"),
      ("{plan: {rows: {delete: [[0, 0], [1, 1]]}}}", "batch delete 1:1 0:0"),
      ("{plan: {rows: {delete: [[0, 0], [1, 1]]}}}", "delete @e; delete @a"),
    ])
  func goals(goal: String, line: String) throws {
    let world = try LessonWorld(
      """
      - task: Do it.
        goal: \(goal)
        solution: "\(line)"
        hint: none
      """)
    expect(world.run("lesson check \(world.folder.path)").hasSuffix("1 lesson checked\n"))
    world.run("lesson try-1")
    let reply = world.run(line)
    expect(reply.contains("\ndone\n") || reply.hasPrefix("done\n"), "\(reply)")
  }
}
