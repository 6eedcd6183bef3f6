import BatchUpdates
import CommandLanguage
import TableShell
import TablePrinters
import TableRules
import Wording

// What is typed in a lesson: an answer, which is judged, or a command of a task.

extension Lessons {
  /// The words that need no `lesson` before them in a lesson.
  private static let bareWords: Set<String> = [
    "hint", "solution", "again", "skip", "stop", "next", "task",
  ]

  /// Other words that can be typed where a question is asked.
  private static let lookingWords = ["help", "play", "show", "explain", "lesson", "quit"]

  /// What is typed in a lesson and is no command, as it stands: an answer, in which `;`, `>`, `#`
  /// and a quote that is not closed mean nothing, and in a task what looks like one.
  ///
  /// - Returns: nil if it is to be read as commands.
  func answer(_ text: String, in run: LessonRun) -> Statement? {
    let text = text.trimmingBlanks
    let first = String(text.prefix { !$0.isWhitespace && $0 != ";" })
    let isBare = Self.bareWords.contains(first) && text.split(separator: " ").count <= 2
    guard let work = run.current?.work, !first.isEmpty, !first.hasPrefix("#"),
      !text.contains("\n"), !isBare
    else { return nil }
    let command = run.room.shell.registry.find(first)
    let read = try? shell.statements(of: text)
    guard case .predict = work else {
      return command == nil && read == nil ? Statement(asTyped: text) : nil
    }
    if let command, isNoAnswer(command, isAlone: text == first) { return nil }
    // Names may be in quotes, and Lua may stand behind where.
    if let read, read.count == 1, read[0].text == text, read[0].redirection == .none {
      return read[0]
    }
    return Statement(asTyped: text)
  }

  /// Whether a command is run where a question is asked.
  private func isNoAnswer(_ command: Command, isAlone: Bool) -> Bool {
    ["quit", "quit!", "lesson", "present", "help", "play", "step", "undo", "redo"].contains(
      command.name)
      || looks(command, isAlone: isAlone)
  }

  /// Runs a statement that is typed in a lesson.
  func run(_ statement: Statement, in run: LessonRun, at origin: StatementPlace?) -> Outcome {
    let first = statement.words.first?.text ?? ""
    let command = run.room.shell.registry.find(first)
    if let command, ["quit", "quit!", "lesson", "present"].contains(command.name) {
      return shell.run(statement, at: origin)
    }
    if Self.bareWords.contains(first), statement.words.count <= 2 {
      guard let inner = try? shell.statement("lesson " + statement.text) else { return .failed }
      return shell.run(inner, at: origin)
    }
    guard let step = run.current else { return shell.run(statement, at: origin) }
    if ["play", "step"].contains(first), statement.words.count == 1, run.prediction != nil {
      return attempt(statement, at: origin) { () throws(CommandError) in
        try showPrediction(of: run, waits: first == "step")
      }
    }
    guard case .predict(_, let asks) = step.work else {
      return work(statement, in: run, step, at: origin)
    }
    if command?.name == "help", statement.words.count == 1 {
      tell(help(for: asks))
      return .done
    }
    if ["play", "step"].contains(first), statement.words.count == 1 {
      return attempt(statement, at: origin) { () throws(CommandError) in
        let isPlan = asks == .plan
        throw .outside(
          code: "no-plan",
          message: isPlan ? "no plan was predicted yet" : "this question asks for no plan to play",
          hint: asks.form)
      }
    }
    if let command, ["undo", "redo"].contains(command.name) {
      return attempt(statement, at: origin) { () throws(CommandError) in
        throw .outside(
          code: "no-answer",
          message: "nothing was done in this step: it asks what the command will do",
          hint: asks.form)
      }
    }
    if let command, looks(command, isAlone: statement.words.count == 1) {
      return run.room.shell.run(statement.text, at: origin)
    }
    return attempt(statement, at: origin) { () throws(CommandError) in
      try answer(statement, to: asks, in: run, step)
    }
  }

  /// What can be typed in a lesson.
  ///
  /// - Parameter question: the question; nil: commands are typed.
  private func help(for question: LessonQuestion?) -> String {
    let answer =
      question.map { "the answer: \($0.form)" }
      ?? "any command: help COMMAND tells of one, help editing of a group"
    let play = question == .plan ? ", play the plan that you predicted" : ""
    return """
      \(answer)
      hint gives the next hint, solution shows the answer, skip shows it and goes on
      task asks again, again begins the step anew, stop leaves the lesson, which goes on there the next time
      show prints the table, explain D3 a rule\(play)

      """
  }

  /// The error for what is no answer: what else was meant, if it is near to a word that can be typed.
  private func unreadable(
    _ error: CommandError, _ statement: Statement, in run: LessonRun
  ) -> CommandError {
    guard case .outside(let code, let message, let hint) = error, code == "no-answer",
      let first = statement.words.first?.text, run.room.shell.registry.find(first) == nil,
      let hint
    else { return error }
    let meant = Nearest.hint(for: first, in: Self.bareWords.sorted() + Self.lookingWords)
    return .outside(
      code: code, message: message,
      hint: meant.map { "\($0)  To answer, \(hint)" } ?? "\(hint); or type hint")
  }

  /// Whether a command only looks, so that it can be run before a prediction.
  private func looks(_ command: Command, isAlone: Bool) -> Bool {
    if command.name == "conflicts" { return isAlone }
    return command.group == .looking && command.name != "clip"
      || ["set", "history", "=", "explain", "help", "info", "echo"].contains(command.name)
  }

  private func attempt(
    _ statement: Statement, at origin: StatementPlace?,
    _ body: () throws(CommandError) -> Void
  ) -> Outcome {
    shell.commandBegan()
    do throws(CommandError) {
      try body()
      return .done
    } catch {
      return shell.fail(error, of: statement.text, at: origin?.line(statement.line))
    }
  }

  /// Judges an answer; goes on if it is right.
  private func answer(
    _ statement: Statement, to question: LessonQuestion, in run: LessonRun, _ step: LessonStep
  ) throws(CommandError) {
    guard let truth = run.truth else { return }
    let answer: LessonAnswer
    do throws(CommandError) { answer = try LessonAnswer(statement, to: question, truth) } catch {
      throw unreadable(error, statement, in: run)
    }
    let judgement = truth.judgement(on: answer, to: question)
    if case .plan(let stage) = answer {
      // A wrong one stays behind the right one, so that both can be compared.
      let isWrong = if case .wrong = judgement { true } else { false }
      if isWrong || run.prediction?.step != run.step { run.prediction = (stage, run.step) }
    }
    switch judgement {
    case .right(let why):
      tell(
        headed(.insert, "right", why.isEmpty ? "" : ": \(why)") + "\n", result: "right")
      try reveal(run, step)
      try advance(run)
    case .wrong(let why, let details):
      note(in: run) { $0.wrongCount += 1 }
      var text = headed(.error, "wrong", why.isEmpty ? "" : ": \(why)") + "\n"
      let known = step.wrong.first { wrong in
        guard let statement = try? shell.statements(of: wrong.answer.text).first else {
          return false
        }
        return (try? LessonAnswer(statement, to: question, truth)) == answer
      }
      if let known { text += known.say + "\n" }
      if case .plan(let stage) = answer {
        try showToOthers(stage, as: statement.text, saying: "wrong: \(why)", in: run)
      }
      if !details.isEmpty { text += styled(.faint, details) + "\n" }
      text += lines(step.rules)
      let more = question == .plan ? "; play shows your plan" : ""
      let help = run.record.wrongCount < 3 ? "hint" : "hint, or solution"
      text += styled(.faint, "try again, or \(help)\(more)")
      tell(text + "\n", result: "wrong")
    }
  }

  /// Runs what was to be predicted, and says why it is so.
  func reveal(_ run: LessonRun, _ step: LessonStep) throws(CommandError) {
    if case .predict(let command, _) = step.work, try run.room.show(command) {
      run.shownState = run.room.state
    }
    tell(lines(step.rules) + (step.after.isEmpty ? "" : step.after + "\n"))
  }

  /// Rules in a line each.
  func lines(_ rules: [TableRule]) -> String {
    let width = min(shell.terminalWidth ?? 80, 88)
    return rules.map { rule in
      let start = rule.number.count + 2
      let sentence = TextWrapping.hanging(rule.sentence, width: width, start: start, indent: start)
      return shell.style.apply(.label, to: rule.number) + "  \(sentence)\n"
    }.joined()
  }

  /// Runs a command in a task, and looks whether the goal is reached.
  private func work(
    _ statement: Statement, in run: LessonRun, _ step: LessonStep, at origin: StatementPlace?
  ) -> Outcome {
    guard case .task(let task, let goal, _) = step.work else { return .done }
    let room = run.room
    let former = room.made
    let command = room.shell.registry.find(statement.words.first?.text ?? "")
    if command?.name == "undo", statement.words.count == 1, !room.canUndo {
      let isAtStart = room.state == run.startState
      return attempt(statement, at: origin) { () throws(CommandError) in
        // What a step before did is what this one begins with.
        throw .outside(
          code: "nothing-to-undo",
          message: isAtStart
            ? "nothing was done in this step yet" : "undo takes no mode and no setting back",
          hint: isAtStart ? "the task is: \(task)" : "again begins the step anew")
      }
    }
    if statement.words.count == 1, command?.name == "help" {
      tell(help(for: nil))
      return .done
    }
    let outcome =
      command == nil
      ? room.shell.run(statement, at: origin) : room.shell.run(statement.text, at: origin)
    if command?.name == "undo", room.made != former { note(in: run) { $0.wrongCount += 1 } }
    // What changes the table prints it.
    if room.made != former { run.shownState = room.state }
    guard outcome == .done || outcome == .failed else { return outcome }
    let ending = attempt(statement, at: origin) { () throws(CommandError) in
      if try room.reaches(goal, from: run.start) {
        tell(shell.style.apply(.insert, to: "done") + "\n", result: "right")
        tell(lines(step.rules) + (step.after.isEmpty ? "" : step.after + "\n"))
        try advance(run)
      } else if outcome == .done, room.made != former, room.state != run.startState {
        let known = try wrongStates(run, step).first { $0.state == room.made }
        let undo = room.canUndo ? "undo takes back, " : ""
        tell(
          (known.map { $0.say + "\n" } ?? "")
            + styled(.faint, "not yet: hint helps, \(undo)again begins the step anew") + "\n",
          result: "wrong")
      }
    }
    return ending == .done ? outcome : ending
  }

  /// What wrong answers of a task would have made of the table.
  private func wrongStates(
    _ run: LessonRun, _ step: LessonStep
  ) throws(CommandError) -> [(state: String, say: String)] {
    if let known = run.wrongStates { return known }
    var states: [(state: String, say: String)] = []
    for wrong in step.wrong {
      let tried = try run.room(asking: run.step, console: SilentConsole(shell.console))
      guard (try? tried.run(wrong.answer)) != nil else { continue }
      states.append((tried.made, wrong.say))
    }
    run.wrongStates = states
    return states
  }

  /// Notes something of the step that is under way. What a learner made of it before stays until it is
  /// over again.
  func note(in run: LessonRun, _ change: (inout LessonProgress.Step) -> Void) {
    change(&run.record)
    guard run.entry.steps[run.step]?.result == nil else { return }
    run.entry.steps[run.step] = run.record
    keep(run)
  }

  /// Ends the step, and goes on. One that was done before is not made worse by being skipped.
  func advance(_ run: LessonRun, isSkipped: Bool = false) throws(CommandError) {
    if !isSkipped || run.entry.steps[run.step]?.result == nil {
      run.record.end(skipped: isSkipped)
      run.entry.steps[run.step] = run.record
    }
    run.step += 1
    if run.current != nil {
      // As the text of the lesson leaves the table, with its steps for `undo`, whichever way was gone.
      let room = try LessonRoom(
        run.lesson, at: run.step, like: run.room.shell, console: shell.console)
      enter(room, in: run)
    }
    try enter(run)
  }
}
