import BatchUpdates
import TableShell
import TableKit
import TableSources
import Wording

/// A lesson under way: at which step the learner is, and the room with the table. A class, as the
/// shell and its commands share it.
final class LessonRun {
  let lesson: Lesson
  /// The step that is to be done, an index of the lesson's steps.
  var step: Int
  /// Where the learner's commands run.
  var room: LessonRoom
  /// What the command to be predicted does; nil in a task.
  var truth: LessonTruth?
  /// The last wrong plan that the learner predicted in this step or the last, and that step, for
  /// `play`; the right one, where there was no wrong one.
  var prediction: (stage: Stage, step: Int)?
  /// How many hints were shown in this step.
  var hintCount = 0
  /// What the learner makes of the step this time.
  var record = LessonProgress.Step()
  /// The table when the step began, and its state.
  var start: Outline?
  var startState = ""
  /// The state of the table that was printed last.
  var shownState: String?
  /// What each wrong answer of a task would have made of the table; nil: not yet tried.
  var wrongStates: [(state: String, say: String)]?
  /// How far the learner is.
  var entry: LessonProgress.Entry

  init(_ lesson: Lesson, at step: Int, room: LessonRoom, entry: LessonProgress.Entry) {
    (self.lesson, self.step, self.room, self.entry) = (lesson, step, room, entry)
  }

  /// The step that is to be done; nil at the end.
  var current: LessonStep? { lesson.steps.indices.contains(step) ? lesson.steps[step] : nil }

  /// The number of a step among those in which something is done, from 1.
  func number(of step: Int) -> Int { lesson.tasks.count { $0 <= step } }

  /// `moves-1 2/5 predict> `.
  var prompt: String {
    let word: String
    switch current?.work {
    case .predict(_, let asks): word = asks.word
    case .task: word = "task"
    case nil: word = "done"
    }
    return "\(lesson.id) \(number(of: step))/\(lesson.tasks.count) \(word)> "
  }

  /// A room in which the lesson stands where a step asks something, for trying.
  func room(
    asking step: Int, console: any Console
  ) throws(CommandError) -> LessonRoom {
    try LessonRoom(
      lesson, asking: step, like: room.shell, console: console)
  }
}

extension LessonRoom {
  /// A room in which a step has said and shown what it does, and asks something.
  convenience init(
    _ lesson: Lesson, asking step: Int, like other: Shell, console: any Console
  ) throws(CommandError) {
    try self.init(lesson, at: step, like: other, console: console)
    for line in lesson.steps[step].run { _ = try run(line) }
  }

  /// Whether something was done in the step that undo takes back.
  var canUndo: Bool { shell.current?.editor.undoTitles.isEmpty == false }

  /// What a learner has made of the table: its state, and the plan of the last change.
  var made: String {
    guard let change = shell.current?.past.change, case .stages(let stages) = change.plan else {
      return state
    }
    return state + "\n" + stages.map(\.sorted.changesText).joined(separator: "\n")
  }

  /// Whether a goal is reached.
  ///
  /// - Parameter start: the table when the task began.
  /// - Throws: the failure of its Lua.
  func reaches(_ goal: LessonGoal, from start: Outline?) throws(CommandError) -> Bool {
    guard let document = shell.current else { return false }
    let table = document.table
    if let plan = goal.plan, !reaches(plan.stages, from: start, document) { return false }
    if let wanted = goal.table {
      guard wanted.map(\.title) == table.sections.map(\.title) else { return false }
      for (section, wanted) in wanted.enumerated() {
        let rows = table.sections[section].rows.map { table.key(of: $0) }
        if rows != wanted.keys { return false }
      }
    }
    if let selection = goal.selection {
      let paths = table.paths(of: document.editor.selection.rows).map(\.description)
      if paths.sorted() != selection.sorted() { return false }
    }
    if let marks = goal.marks, document.markedKeys.sorted() != marks.sorted() { return false }
    if let editing = goal.editing, document.editor.isEditing != editing { return false }
    if let count = goal.conflicts, document.editor.conflicts.count != count { return false }
    if let expression = goal.assert {
      do throws(CommandError) {
        return try shell.calling(shell.lua.isTrue(expression.text))
      } catch { throw LessonError.placed(error, at: expression) }
    }
    return true
  }

  /// Whether the one change since a task began has a plan, or the least plan from there to here is it.
  private func reaches(
    _ stages: [PlanFile.Stage], from start: Outline?, _ document: Document
  ) -> Bool {
    let wanted = stages.map(\.operations.sorted)
    let now = Outline(of: document.table)
    if let change = document.past.change, case .stages(let made) = change.plan,
      made.map(\.sorted) == wanted, Outline(of: change.before.table) == start,
      Outline(of: change.after.table) == now
    {
      return true
    }
    guard let start, start != now,
      case .stages(let least)? = try? Planner(content: shell.contentChange).plan(
        from: start, to: now)
    else { return false }
    return least.map(\.sorted) == wanted
  }
}

extension Lessons {
  /// Completes what is typed in a lesson: a plan as behind `batch`, else as its shell does.
  func complete(_ line: String, cursor: Int, in lesson: LessonRun) -> Completion {
    let shell = lesson.room.shell
    guard case .predict(_, asks: .plan) = lesson.current?.work,
      let verb = line.split(separator: " ").first,
      ["delete", "insert", "move", "reload", "reconfigure"].contains(verb)
    else { return shell.complete(line, cursor: cursor) }
    let before = "batch "
    var completion = shell.complete(before + line, cursor: cursor + before.utf8.count)
    completion.start -= before.utf8.count
    return completion
  }
}
