import TableKit
import TableShell
import TablePrinters

// The words of a lesson: hint, solution, again, skip, show and play.

extension Lessons {
  /// The lesson under way.
  ///
  /// - Throws: `no-lesson`.
  func runningLesson() throws(CommandError) -> LessonRun {
    guard let lesson else {
      throw .outside(
        code: "no-lesson", message: "no lesson is under way",
        hint: "lesson lists them, lesson NAME begins one")
    }
    return lesson
  }

  /// A step by its number; nil: the one that is to be done. Steps to come keep their secret.
  private func step(_ number: Int?, of run: LessonRun) throws(CommandError) -> Int {
    guard let number else { return run.step }
    guard number >= 1, number <= run.number(of: run.step) else {
      throw .outside(
        code: "no-such-step", message: "step \(number) is not there yet",
        hint: "you are at step \(run.number(of: run.step)); hint alone gives its next hint,"
          + " solution its answer")
    }
    return run.lesson.tasks[number - 1]
  }

  /// The next hint of the step, or all hints of an earlier one.
  func hint(ofStep number: Int?) throws(CommandError) -> String {
    let run = try runningLesson()
    let index = try step(number, of: run)
    let hints = run.lesson.steps[index].hints
    if index != run.step { return wrapped(hints.map { "hint: \($0)\n" }.joined()) }
    guard run.hintCount < hints.count else {
      return wrapped(
        hints.map { "hint: \($0)\n" }.joined() + "no more hints: solution shows the answer\n")
    }
    run.hintCount += 1
    note(in: run) { $0.isHinted = true }
    let count = hints.count == 1 ? "" : " \(run.hintCount) of \(hints.count)"
    return wrapped("hint\(count): \(hints[run.hintCount - 1])\n")
  }

  /// The answer of a step.
  func solution(ofStep number: Int?) throws(CommandError) -> String {
    let run = try runningLesson()
    let index = try step(number, of: run)
    if index == run.step { note(in: run) { $0.isShown = true } }
    return wrapped("solution: \(try solution(of: index, in: run.lesson))\n")
  }

  private func solution(of index: Int, in lesson: Lesson) throws(CommandError) -> String {
    switch lesson.steps[index].work {
    case .task(_, _, let solution):
      return solution.map { DisplayText(line: $0.text).text }.joined(separator: "; ")
    case .predict(let command, let asks):
      let room = try LessonRoom(
        lesson, asking: index, like: shell, console: SilentConsole(shell.console))
      return try LessonTruth(of: command, in: room).answer(to: asks)
    case nil: return ""
    }
  }

  /// Begins the step anew.
  func beginStepAgain() throws(CommandError) {
    let run = try runningLesson()
    let room = try LessonRoom(
      run.lesson, at: run.step, like: run.room.shell, console: shell.console)
    if case .task = run.current?.work, run.room.state != run.startState {
      note(in: run) { $0.wrongCount += 1 }
    }
    enter(room, in: run)
    run.shownState = nil
    try enter(run)
  }

  /// Shows the answer and goes on.
  func skipStep() throws(CommandError) {
    let run = try runningLesson()
    guard let step = run.current else { return }
    tell("the answer: \(try solution(of: run.step, in: run.lesson))\n", result: "skipped")
    if case .predict = step.work {
      try reveal(run, step)
    } else {
      let room = try LessonRoom(
        run.lesson, asking: run.step, like: run.room.shell, console: shell.console)
      enter(room, in: run)
      if case .task(_, _, let solution) = step.work {
        for line in solution { try room.show(line, withTable: line == solution.last) }
      }
      run.shownState = room.state
      try reveal(run, step)
    }
    try advance(run, isSkipped: true)
  }

  /// What a lesson says and asks, with the hints and answers of the steps that were done.
  func text(of lesson: Lesson) throws(CommandError) -> String {
    let entry = LessonProgress(environment: shell.options.environment)[lesson]
    var text = "\(lesson.title)\n"
    for (number, index) in lesson.tasks.enumerated() {
      let step = lesson.steps[index]
      text += "\nstep \(number + 1) of \(lesson.tasks.count)"
      guard let result = entry?.steps[index]?.result else {
        text += "\nnot done yet: lesson \(lesson.id) \(number + 1) begins there\n"
        continue
      }
      text += result == .done ? "\n" : ", \(result.rawValue)\n"
      if !step.say.isEmpty { text += step.say + "\n" }
      switch step.work {
      case .predict(let command, let asks):
        text += asks.text(about: DisplayText(line: command.text).text) + "\n"
      case .task(let task, _, _): text += task + "\n"
      case nil: break
      }
      text += step.hints.map { "hint: \($0)\n" }.joined()
      text += "solution: \(try solution(of: index, in: lesson))\n"
      text += step.rules.map { "\($0.number)  \($0.sentence)\n" }.joined()
      if !step.after.isEmpty { text += step.after + "\n" }
    }
    return wrapped(text)
  }

  // MARK: Prediction and truth

  /// Shows what the learner predicted, then what happens, in motion.
  func showPrediction(of run: LessonRun, waits: Bool) throws(CommandError) {
    guard let (stage, step) = run.prediction,
      case .predict(let command, _) = run.lesson.steps[step].work
    else { return }
    let isOver = step < run.step || run.record.isShown
    tell("\nyour plan, as if the data did what it says: \(stage.changesText)\n")
    if stage.isEmpty {
      tell("nothing moves\n")
    } else {
      let line = LessonLine(text: "batch \(stage.changesText)", place: command.place)
      try show(line, of: run, step, waits: waits)
    }
    guard isOver else {
      return tell("the truth comes with the right answer, or after solution: play shows it then\n")
    }
    tell("\nthe truth: \(DisplayText(line: command.text).text)\n")
    try show(command, of: run, step, waits: waits)
  }

  private func show(
    _ line: LessonLine, of run: LessonRun, _ step: Int, waits: Bool
  ) throws(CommandError) {
    let room = try run.room(asking: step, console: shell.console)
    for statement in try room.shell.statements(of: line.text) {
      room.shell.context.reply = ReplyParts()
      if shell.repliesInJSON { room.shell.context.reply.printed = [] }
      var result: CommandResult
      do throws(CommandError) { result = try room.run(statement) } catch {
        guard let exception = error.exception else { throw error }
        tell("nothing moves: UIKit raises an exception\n\(exception)\n")
        continue
      }
      if let change = result.transaction, change.hasPlan {
        result.motion = MotionRequest(change: change, waits: waits)
        result.showsTable = true
      }
      try room.shell.deliver(result, of: statement)
    }
  }
}
