import BatchUpdates
import CommandLanguage
import LibC
import TableShell
import TableKit
import TablePrinters
import Wording

// A lesson in a session: how it begins, what it says and asks, and how it ends. What is typed in it is
// in `Lessons+Typing.swift`, its own words are in `Lessons+Words.swift`.

/// The lessons of a session. A class, as the session and its commands share it.
final class Lessons: SessionPart {
  unowned let shell: Shell
  /// The lesson under way, in which what is typed is run; nil: none is.
  var lesson: LessonRun?
  /// What Enter begins after a lesson; nil: nothing.
  private(set) var blankLine: String?

  /// Where lessons are looked for.
  lazy var folders = LessonLibrary.folders(
    program: programPath, environment: shell.options.environment)

  init(_ shell: Shell) { self.shell = shell }

  var prompt: String? { lesson?.prompt }

  func commandBegins() { blankLine = nil }

  func statement(of text: String) -> Statement? { lesson.flatMap { answer(text, in: $0) } }

  func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome? {
    lesson.map { run(statement, in: $0, at: origin) }
  }

  func complete(_ line: String, cursor: Int) -> Completion? {
    guard let lesson, !line.hasPrefix("lesson ") else { return nil }
    return complete(line, cursor: cursor, in: lesson)
  }

  func runSubcommand(_ call: RoomCall) -> Outcome? {
    if case .lessons = call { listLessons() } else { nil }
  }

  func willLeave(isForced: Bool) { tellLessonGoesOn() }
}

extension Lessons {
  /// Begins a lesson.
  ///
  /// - Parameter number: the step to begin at, from 1; nil: where the learner was.
  func begin(_ lesson: Lesson, at number: Int? = nil) throws(CommandError) {
    guard !shell.context.isOfLua else {
      throw .outside(
        code: "usage", message: "a lesson is begun by who learns, not by a script",
        hint: "type: lesson \(lesson.id)")
    }
    let known = LessonProgress(environment: shell.options.environment)[lesson]
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
    let room = try LessonRoom(
      lesson, at: entry.step, like: self.lesson?.room.shell ?? shell, console: shell.console)
    leaveLesson()
    let run = LessonRun(lesson, at: entry.step, room: room, entry: entry)
    self.lesson = run
    enter(room, in: run)
    var text = shell.style.apply(.heading, to: lesson.title) + "\n"
    if known?.isFinished == true, number == nil {
      text += "you have done this lesson; it begins anew\n"
    } else if number == nil, entry.step > 0 {
      text += "it goes on where you were; lesson \(lesson.id) 1 begins anew\n"
    }
    tell(text)
    try enter(run)
  }

  /// Leaves the lesson; the shell is as it was before.
  func leaveLesson() {
    guard let run = lesson else { return }
    // The next ^C stops the user's own Lua, and none that is gone.
    if run.room.shell.hasLua { run.room.shell.lua.setForeground(false) }
    lesson = nil
    showOwn()
    if shell.hasLua, shell.isForeground { shell.lua.setForeground() }
  }

  /// What is said where a lesson is left before its end.
  ///
  /// - Parameter program: what is typed before the command; empty: nothing.
  func farewell(of run: LessonRun, program: String = "") -> String {
    "your progress is kept: \(program)lesson \(run.lesson.id) goes on at step"
      + " \(run.number(of: run.step)) of \(run.lesson.tasks.count)\n"
  }

  /// Says how to go on, where the session ends in a lesson.
  func tellLessonGoesOn() {
    if let lesson { tell(farewell(of: lesson, program: "tablesh "), result: "left") }
  }

  /// Goes on with a lesson in another room.
  func enter(_ room: LessonRoom, in run: LessonRun) {
    if run.room.shell.hasLua { run.room.shell.lua.setForeground(false) }
    room.shell.isForeground = shell.isForeground
    if shell.isForeground, room.shell.hasLua { room.shell.lua.setForeground() }
    run.room = room
    show(room, of: run)
  }

  // MARK: Saying

  /// Prints what a lesson says, wrapped; in JSON, an object.
  ///
  /// - Parameter result: what became of an answer.
  func tell(_ text: String, result: String? = nil) {
    guard shell.repliesInJSON else { return shell.emit(wrapped(text)) }
    let reply: JSONValue = [
      "lesson": lesson.map { .string($0.lesson.id) },
      "step": lesson.map { .int($0.number(of: $0.step)) },
      "of": lesson.map { .int($0.lesson.tasks.count) },
      "ok": true, "result": result.map(JSONValue.string), "output": .string(text.trimmingBlanks),
    ]
    shell.emit(reply.safeText + "\n")
  }

  /// Lines no wider than the terminal, and than is good to read.
  func wrapped(_ text: String) -> String {
    let width = min(shell.terminalWidth ?? 80, 88)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Lines with colours are wrapped already, as colours have no width.
      line.contains("\u{1B}")
        ? String(line) : TextWrapping.hanging(String(line), width: width, start: 0, indent: 0)
    }.joined(separator: "\n")
  }

  /// Lines of one colour, wrapped.
  func styled(_ role: Style.Role, _ text: String) -> String {
    wrapped(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : shell.style.apply(role, to: String($0)) }.joined(separator: "\n")
  }

  /// A word in a colour before a text, wrapped.
  func headed(_ role: Style.Role, _ word: String, _ text: String) -> String {
    let lines = wrapped(word + text)
    return shell.style.apply(role, to: word) + lines.dropFirst(word.count)
  }

  /// Says what the step says, shows what it shows, and asks; steps without a question are passed.
  func enter(_ run: LessonRun) throws(CommandError) {
    (run.truth, run.hintCount, run.wrongStates, run.start) = (nil, 0, nil, nil)
    while let step = run.current {
      keep(run)
      let number = run.number(of: run.step)
      if step.work != nil {
        let head = "step \(number) of \(run.lesson.tasks.count)"
        tell("\n" + shell.style.apply(.faint, to: head) + "\n")
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
    let tried = try run.room(asking: run.step, console: SilentConsole(shell.console))
    if tried.state != run.room.state {
      // What the next steps speak of is there, whichever way the learner went.
      enter(try run.room(asking: run.step, console: shell.console), in: run)
    }
    run.start = run.room.shell.current.map { Outline(of: $0.table) }
    run.startState = run.room.state
    // What was done before is what the step begins with: undo ends there.
    run.room.shell.current?.editor.forgetSteps()
    let known = run.entry.steps[run.step]
    run.record = known.flatMap { $0.result == nil ? $0 : nil } ?? LessonProgress.Step()
    if case .predict(let command, _) = work {
      run.truth = try LessonTruth(of: command, in: tried)
    }
    pose(work, in: run)
    if run.number(of: run.step) == 1, !run.entry.isFinished {
      let words =
        "hint helps, task asks again, solution shows the answer, skip goes on, stop leaves"
      tell(styled(.faint, words) + "\n")
    }
  }

  /// Shows the table, and asks the question or names the task.
  private func pose(_ work: LessonStep.Work, in run: LessonRun) {
    showTable(of: run)
    switch work {
    case .predict(let command, let asks):
      let question = asks.text(about: DisplayText(line: command.text).text)
      tell(
        "\n" + styled(.label, question) + "\n" + styled(.faint, asks.form) + "\n", result: "asked")
    case .task(let text, _, _):
      tell("\n" + styled(.label, text) + "\n", result: "asked")
    }
  }

  /// Says and asks again what the step that is under way does, with the table as it stands.
  func repeatTask() throws(CommandError) {
    let run = try runningLesson()
    guard let step = run.current, let work = step.work else { return }
    if !step.say.isEmpty { tell(step.say + "\n") }
    run.shownState = nil
    pose(work, in: run)
  }

  /// Prints the table of the lesson as it stands.
  private func showTable(of run: LessonRun) {
    let room = run.room.shell
    guard let document = room.current, !shell.repliesInJSON, !room.options.isQuiet,
      room.options.tableMode != .none, run.room.state != run.shownState
    else { return }
    run.shownState = run.room.state
    var view = room.replies.view(of: document)
    (view.height, view.offset) = (nil, 0)
    if document.table.rowCount > shell.viewportHeight { view = room.replies.view(of: document) }
    var text = ""
    room.replies.print(view, shell.style, to: &text)
    shell.emit(text)
  }

  private func finish(_ run: LessonRun) {
    run.entry.isFinished = true
    keep(run)
    leaveLesson()
    let next = nextLesson(after: run.lesson)
    if shell.console.isInteractive { blankLine = next.map { "lesson \($0.id)" } }
    tell(ending(of: run, next: next) + "\n", result: "finished")
  }

  /// Writes down how far the learner is.
  func keep(_ run: LessonRun) {
    run.entry.step = run.step
    put([run.lesson.id: run.entry])
  }

  /// Writes down how far the learner is in some lessons; nil: nothing is kept of it any more.
  func put(_ changes: [String: LessonProgress.Entry?]) {
    let problem = LessonProgress.put(changes, environment: shell.options.environment)
    if let problem { shell.writeNote("how far you are is not kept: \(problem)") }
  }
}
