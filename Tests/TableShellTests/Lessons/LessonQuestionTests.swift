import Testing

@testable import TableShell

/// The kinds of questions, each judged by what the command does.
@Suite struct LessonQuestionTests {
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
    ])
  func right(command: String, asks: String, answer: String) throws {
    let reply = try reply(to: answer, command, asks: asks)
    #expect(reply.hasPrefix("right"), "\(reply)")
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
    #expect(reply.hasPrefix("wrong"), "\(reply)")
  }

  @Test(
    "what is no answer is an error",
    arguments: [
      ("select 0:1", "selection", "what?"), ("tap 0:0", "calls", "didTap"),
      ("batch delete 0:1", "verdict", "maybe"), ("delete 0:0", "count", "many"),
    ])
  func unreadable(command: String, asks: String, answer: String) throws {
    let reply = try reply(to: answer, command, asks: asks)
    #expect(reply.hasPrefix("error: ") && reply.contains("hint:  write "), "\(reply)")
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
    #expect(world.run("lesson check \(world.folder.path)").hasSuffix("1 lesson checked\n"))
    world.run("lesson try-1")
    let reply = world.run(line)
    #expect(reply.contains("\ndone\n") || reply.hasPrefix("done\n"), "\(reply)")
  }
}
