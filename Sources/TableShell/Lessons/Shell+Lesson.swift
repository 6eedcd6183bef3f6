import BatchUpdates
import TableKit
import TablePrinters
import TableRules
import Wording

// A lesson in a session: what is said, what is typed, and how it goes on.

extension Shell {
  /// The words that need no `lesson` before them in a lesson.
  private static let bareWords: Set<String> = [
    "hint", "solution", "again", "skip", "stop", "next",
  ]

  /// Begins a lesson.
  ///
  /// - Parameter number: the step to begin at, from 1; nil: where the learner was.
  func begin(_ lesson: Lesson, at number: Int? = nil) throws(CommandError) {
    guard !context.isOfLua else {
      throw .outside(
        code: "usage", message: "a lesson is begun by who learns, not by a script",
        hint: "type: lesson \(lesson.id)")
    }
    let known = LessonProgress(environment: options.environment)[lesson]
    var entry = known ?? LessonProgress.Entry(hash: lesson.hash)
    let tasks = lesson.tasks
    if let number {
      guard tasks.indices.contains(number - 1) else {
        throw .outside(
          code: "no-such-step", message: "'\(lesson.id)' has no step \(number)",
          hint: "it has \(Counts.of(tasks.count, "step"))")
      }
      // What is said before the first step is a part of it.
      entry.step = number == 1 ? 0 : tasks[number - 1]
    } else if entry.isFinished || entry.step >= lesson.steps.count {
      entry.step = 0
    }
    let options = self.lesson?.room.shell.options ?? self.options
    let room = try LessonRoom(lesson, at: entry.step, options: options, console: console)
    leaveLesson()
    room.shell.isForeground = isForeground
    let run = LessonRun(lesson, at: entry.step, room: room, entry: entry)
    self.lesson = run
    var text = style.apply(.heading, to: lesson.title) + "\n"
    if known?.isFinished == true, number == nil {
      text += "you have done this lesson; it begins anew\n"
    } else if entry.step > 0 {
      text += "it goes on where you were; lesson \(lesson.id) 1 begins anew\n"
    }
    tell(text)
    try enter(run)
  }

  /// Leaves the lesson; the shell is as it was before.
  func leaveLesson() {
    guard lesson != nil else { return }
    lesson = nil
    if hasLua, isForeground { lua.setForeground() }
  }

  // MARK: Saying

  /// Prints what a lesson says, wrapped; in JSON, an object.
  ///
  /// - Parameter result: what became of an answer.
  func tell(_ text: String, result: String? = nil) {
    guard options.format == .json else { return emit(wrapped(text)) }
    var json = JSONWriter()
    json.object { json in
      if let lesson {
        json.member("lesson") { $0.value(lesson.lesson.id) }
        json.member("step") { $0.value(lesson.number(of: lesson.step)) }
        json.member("of") { $0.value(lesson.lesson.tasks.count) }
      }
      json.member("ok") { $0.value(true) }
      if let result { json.member("result") { $0.value(result) } }
      json.member("output") { $0.value(text.trimmingBlanks) }
    }
    emit(json.text + "\n")
  }

  /// Lines no wider than the terminal, and than is good to read.
  func wrapped(_ text: String) -> String {
    let width = min(terminalWidth ?? 80, 88)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Lines with colours are wrapped already, as colours have no width.
      line.contains("\u{1B}")
        ? String(line) : TextWrapping.hanging(String(line), width: width, start: 0, indent: 0)
    }.joined(separator: "\n")
  }

  /// Lines of one colour, wrapped.
  private func styled(_ role: Style.Role, _ text: String) -> String {
    wrapped(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : style.apply(role, to: String($0)) }.joined(separator: "\n")
  }

  /// A word in a colour before a text, wrapped.
  private func headed(_ role: Style.Role, _ word: String, _ text: String) -> String {
    let lines = wrapped(word + text)
    return style.apply(role, to: word) + lines.dropFirst(word.count)
  }

  /// Says what the step says, shows what it shows, and asks; steps without a question are passed.
  func enter(_ run: LessonRun) throws(CommandError) {
    (run.truth, run.hintCount, run.wrongStates, run.start) = (nil, 0, nil, nil)
    while let step = run.current {
      keep(run)
      let number = run.number(of: run.step)
      if step.work != nil {
        let head = "step \(number) of \(run.lesson.tasks.count)"
        tell("\n" + style.apply(.faint, to: head) + "\n")
      }
      if !step.say.isEmpty { tell((step.work == nil ? "\n" : "") + step.say + "\n") }
      for (index, line) in step.run.enumerated() {
        let isLast = index == step.run.count - 1
        if try run.room.show(line, withTable: isLast) { run.shownState = run.room.state }
      }
      guard let work = step.work else {
        run.step += 1
        continue
      }
      try ask(work, in: run)
      return
    }
    finish(run)
  }

  private func ask(_ work: LessonStep.Work, in run: LessonRun) throws(CommandError) {
    let tried = try run.room(asking: run.step, console: SilentConsole(console))
    if tried.state != run.room.state {
      // What the next steps speak of is there, whichever way the learner went.
      run.room = try run.room(asking: run.step, console: console)
      run.room.shell.isForeground = isForeground
    }
    run.start = run.room.shell.current.map { Outline(of: $0.table) }
    showTable(of: run)
    switch work {
    case .predict(let command, let asks):
      run.truth = try LessonTruth(of: command, in: tried)
      let question = asks.text(about: DisplayText(command.text).text)
      tell(
        "\n" + styled(.label, question) + "\n" + styled(.faint, asks.form) + "\n", result: "asked")
    case .task(let text, _, _):
      tell("\n" + styled(.label, text) + "\n", result: "asked")
    }
    if run.number(of: run.step) == 1, !run.entry.isFinished {
      let words = "hint helps, solution shows the answer, skip goes on, stop leaves"
      tell(styled(.faint, words) + "\n")
    }
  }

  /// Prints the table of the lesson as it stands.
  private func showTable(of run: LessonRun) {
    let shell = run.room.shell
    guard let document = shell.current, options.format == .text, !shell.options.isQuiet,
      shell.options.tableMode != .none, run.room.state != run.shownState
    else { return }
    run.shownState = run.room.state
    var view = shell.view(of: document)
    (view.height, view.offset) = (nil, 0)
    if document.table.rowCount > viewportHeight { view = shell.view(of: document) }
    var text = ""
    shell.print(view, style, to: &text)
    emit(text)
  }

  private func finish(_ run: LessonRun) {
    run.entry.isFinished = true
    keep(run)
    let skipped = run.entry.skipped.subtracting(run.entry.solved).count
    var text = "\n" + style.apply(.heading, to: "'\(run.lesson.title)' is done") + "\n"
    if skipped > 0 {
      text += "\(Counts.of(skipped, "step")) skipped: lesson \(run.lesson.id) begins anew\n"
    }
    leaveLesson()
    let next = nextLesson(after: run.lesson)
    text += next.map { "next: lesson \($0.id)   \($0.title)\n" } ?? "all lessons are done\n"
    text += styled(.faint, "lesson lists all; lesson show \(run.lesson.id) has its answers")
    tell(text + "\n", result: "finished")
  }

  /// Writes down how far the learner is.
  private func keep(_ run: LessonRun) {
    run.entry.step = run.step
    let problem = LessonProgress(environment: options.environment)
      .put(run.entry, for: run.lesson, environment: options.environment)
    if let problem { writeNote("how far you are is not kept: \(problem)") }
  }

  // MARK: Typing

  /// Runs a statement that is typed in a lesson.
  func run(_ statement: Statement, in run: LessonRun, at origin: StatementPlace?) -> Outcome {
    let first = statement.words.first?.text ?? ""
    let command = run.room.shell.registry.find(first)
    if command?.name == "quit" || command?.name == "quit!" || command?.name == "lesson" {
      return self.run(statement, at: origin)
    }
    if Self.bareWords.contains(first), statement.words.count <= 2 {
      guard let inner = try? self.statement("lesson " + statement.text) else { return .failed }
      return self.run(inner, at: origin)
    }
    guard let step = run.current else { return self.run(statement, at: origin) }
    if ["play", "step"].contains(first), statement.words.count == 1, run.prediction != nil {
      return attempt(statement, at: origin) { () throws(CommandError) in
        try showPrediction(of: run, waits: first == "step")
      }
    }
    guard case .predict(_, let asks) = step.work else {
      return work(statement, in: run, step, at: origin)
    }
    if command?.name == "help", statement.words.count == 1 {
      tell(help(for: asks.form))
      return .done
    }
    if let command, looks(command, statement) {
      return run.room.shell.run(statement.text, at: origin)
    }
    return attempt(statement, at: origin) { () throws(CommandError) in
      try answer(statement, to: asks, in: run, step)
    }
  }

  /// What can be typed in a lesson.
  ///
  /// - Parameter form: how an answer is written; nil: commands are typed.
  private func help(for form: String?) -> String {
    """
    \(form.map { "the answer: \($0)" } ?? "any command: help COMMAND tells of one, help editing of a group")
    hint gives a hint, solution shows the answer, skip shows it and goes on
    again begins the step anew, stop leaves the lesson, which goes on there the next time
    show prints the table, explain D3 a rule\(form == nil ? "" : ", play what you predicted and what happens")

    """
  }

  /// Whether a command only looks, so that it can be run before a prediction.
  private func looks(_ command: Command, _ statement: Statement) -> Bool {
    if ["set", "history", "=", "play", "step"].contains(command.name) {
      return command.name != "play" && command.name != "step"
    }
    return command.group == .looking && command.name != "clip"
      || ["explain", "help", "info", "echo"].contains(command.name)
  }

  private func attempt(
    _ statement: Statement, at origin: StatementPlace?,
    _ body: () throws(CommandError) -> Void
  ) -> Outcome {
    commandBegan()
    do throws(CommandError) {
      try body()
      return .done
    } catch {
      return fail(error, of: statement.text, at: origin?.line(statement.line))
    }
  }

  /// Judges an answer; goes on if it is right.
  private func answer(
    _ statement: Statement, to question: LessonQuestion, in run: LessonRun, _ step: LessonStep
  ) throws(CommandError) {
    guard let truth = run.truth else { return }
    let answer = try LessonAnswer(statement, to: question, truth)
    if case .plan(let stage) = answer { run.prediction = (stage, run.step) }
    switch truth.judgement(on: answer, to: question) {
    case .right(let why):
      tell(
        headed(.insert, "right", why.isEmpty ? "" : ": \(why)") + "\n", result: "right")
      try reveal(run, step)
      try goOn(run, isSolved: true)
    case .wrong(let why, let details):
      var text = headed(.error, "wrong", why.isEmpty ? "" : ": \(why)") + "\n"
      let known = step.wrong.first { wrong in
        guard let statement = try? statements(of: wrong.answer.text).first else { return false }
        return (try? LessonAnswer(statement, to: question, truth)) == answer
      }
      if let known { text += known.say + "\n" }
      if !details.isEmpty { text += styled(.faint, details) + "\n" }
      text += lines(step.rules)
      let more = question == .plan ? "; play shows your plan and the truth" : ""
      text += styled(.faint, "try again, or hint\(more)")
      tell(text + "\n", result: "wrong")
    }
  }

  /// Runs what was to be predicted, and says why it is so.
  private func reveal(_ run: LessonRun, _ step: LessonStep) throws(CommandError) {
    if case .predict(let command, _) = step.work, try run.room.show(command) {
      run.shownState = run.room.state
    }
    tell(lines(step.rules) + (step.after.isEmpty ? "" : step.after + "\n"))
  }

  /// Rules in a line each.
  private func lines(_ rules: [TableRule]) -> String {
    let width = min(terminalWidth ?? 80, 88)
    return rules.map { rule in
      let start = rule.number.count + 2
      let sentence = TextWrapping.hanging(rule.sentence, width: width, start: start, indent: start)
      return style.apply(.label, to: rule.number) + "  \(sentence)\n"
    }.joined()
  }

  /// Runs a command in a task, and looks whether the goal is reached.
  private func work(
    _ statement: Statement, in run: LessonRun, _ step: LessonStep, at origin: StatementPlace?
  ) -> Outcome {
    guard case .task(_, let goal, _) = step.work else { return .done }
    let room = run.room
    let former = room.made
    if statement.words.count == 1, room.shell.registry.find(statement.words[0].text)?.name == "help"
    {
      tell(help(for: nil))
      return .done
    }
    let outcome = room.shell.run(statement.text, at: origin)
    // What changes the table prints it.
    if room.made != former { run.shownState = room.state }
    guard outcome == .done || outcome == .failed else { return outcome }
    let ending = attempt(statement, at: origin) { () throws(CommandError) in
      if try room.reaches(goal, from: run.start) {
        tell(style.apply(.insert, to: "done") + "\n", result: "right")
        tell(lines(step.rules) + (step.after.isEmpty ? "" : step.after + "\n"))
        try goOn(run, isSolved: true)
      } else if outcome == .done, room.made != former {
        let known = try wrongStates(run, step).first { $0.state == room.made }
        tell(
          (known.map { $0.say + "\n" } ?? "")
            + styled(.faint, "not yet: hint helps, undo takes back, again begins the step anew")
            + "\n", result: "wrong")
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
      let tried = try run.room(asking: run.step, console: SilentConsole(console))
      guard (try? tried.run(wrong.answer)) != nil else { continue }
      states.append((tried.made, wrong.say))
    }
    run.wrongStates = states
    return states
  }

  private func goOn(_ run: LessonRun, isSolved: Bool) throws(CommandError) {
    if isSolved { run.entry.solved.insert(run.step) } else { run.entry.skipped.insert(run.step) }
    run.step += 1
    try enter(run)
  }

  // MARK: The words of a lesson

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
        hint: "steps up to \(run.number(of: run.step)) can be looked at")
    }
    return run.lesson.tasks[number - 1]
  }

  /// The next hint of the step, or all hints of an earlier one.
  func hint(ofStep number: Int?) throws(CommandError) -> String {
    let run = try runningLesson()
    let index = try step(number, of: run)
    let hints = run.lesson.steps[index].hints
    if index != run.step { return hints.map { "hint: \($0)\n" }.joined() }
    guard run.hintCount < hints.count else {
      return hints.map { "hint: \($0)\n" }.joined() + "no more hints: solution shows the answer\n"
    }
    run.hintCount += 1
    let isLast = run.hintCount == hints.count
    return "hint: \(hints[run.hintCount - 1])\n" + (isLast ? "" : "hint has another one\n")
  }

  /// The answer of a step.
  func solution(ofStep number: Int?) throws(CommandError) -> String {
    let run = try runningLesson()
    let index = try step(number, of: run)
    return "solution: \(try solution(of: index, in: run.lesson))\n"
  }

  private func solution(of index: Int, in lesson: Lesson) throws(CommandError) -> String {
    switch lesson.steps[index].work {
    case .task(_, _, let solution):
      return solution.map { DisplayText($0.text).text }.joined(separator: "; ")
    case .predict(let command, let asks):
      let room = try LessonRoom(
        lesson, asking: index, options: options, console: SilentConsole(console))
      return try LessonTruth(of: command, in: room).answer(to: asks)
    case nil: return ""
    }
  }

  /// Begins the step anew.
  func beginStepAgain() throws(CommandError) {
    let run = try runningLesson()
    let room = try LessonRoom(
      run.lesson, at: run.step, options: run.room.shell.options, console: console)
    room.shell.isForeground = isForeground
    (run.room, run.shownState) = (room, nil)
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
        run.lesson, asking: run.step, options: run.room.shell.options, console: console)
      room.shell.isForeground = isForeground
      run.room = room
      if case .task(_, _, let solution) = step.work {
        for line in solution { try room.show(line, withTable: line == solution.last) }
      }
      run.shownState = room.state
      try reveal(run, step)
    }
    try goOn(run, isSolved: false)
  }

  /// What a lesson says and asks, with the hints and answers of the steps that were done.
  func text(of lesson: Lesson) throws(CommandError) -> String {
    let entry = LessonProgress(environment: options.environment)[lesson]
    let done = (entry?.solved ?? []).union(entry?.skipped ?? [])
    var text = "\(lesson.title)\n"
    for (number, index) in lesson.tasks.enumerated() {
      let step = lesson.steps[index]
      text += "\nstep \(number + 1) of \(lesson.tasks.count)\n"
      guard done.contains(index) else {
        text += "not done yet\n"
        continue
      }
      if !step.say.isEmpty { text += step.say + "\n" }
      switch step.work {
      case .predict(let command, let asks):
        text += asks.text(about: DisplayText(command.text).text) + "\n"
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
  private func showPrediction(of run: LessonRun, waits: Bool) throws(CommandError) {
    guard let (stage, step) = run.prediction,
      case .predict(let command, _) = run.lesson.steps[step].work
    else { return }
    tell("\nyour plan, as if the data did what it says: \(stage.changesText)\n")
    if stage.isEmpty {
      tell("nothing moves\n")
    } else {
      let line = LessonLine(text: "batch \(stage.changesText)", place: command.place)
      try show(line, of: run, step, waits: waits)
    }
    tell("\nthe truth: \(DisplayText(command.text).text)\n")
    try show(command, of: run, step, waits: waits)
  }

  private func show(
    _ line: LessonLine, of run: LessonRun, _ step: Int, waits: Bool
  ) throws(CommandError) {
    let room = try run.room(asking: step, console: console)
    for statement in try room.shell.statements(of: line.text) {
      room.shell.context.reply = ReplyParts()
      if options.format == .json { room.shell.context.reply.printed = "" }
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
