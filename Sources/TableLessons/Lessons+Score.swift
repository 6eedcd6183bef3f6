import TableKit
import TableShell
import TablePrinters
import TableSources
import Wording

// How a learner did: what is said at the end of a lesson, of a course and of all, and the report.

extension Lessons {
  /// What is said at the end of a lesson, and of its course and of all lessons where it was the last.
  ///
  /// - Parameter next: the lesson to go on with; nil: all were gone through.
  func ending(of run: LessonRun, next: Lesson?) -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    func entry(_ lesson: Lesson) -> LessonProgress.Entry? {
      // As it is here, where there is no place to keep it.
      lesson.id == run.lesson.id ? run.entry : progress[lesson]
    }
    let own = LessonScore([run.lesson], entry)
    let state = own.isDone ? "is done" : "is at its end: \(own.summary)"
    var text = "\n" + shell.style.apply(.heading, to: "'\(run.lesson.title)' \(state)") + "\n"
    text += "\(own.firstTries) right at first try\n"
    let undone = own.items.first { $0.record.result == .shown || $0.record.result == .skipped }
    if let undone { text += "lesson \(run.lesson.id) \(undone.number) repeats it\n" }
    let courses = lessonLibrary.courses { _ in }
    let course = courses.first { $0.lessons.contains { $0.id == run.lesson.id } }
    if let course, courses.count > 1 {
      let score = LessonScore(course.lessons, entry)
      if score.isFinished { text += "\n" + card(of: course.title, score) }
    }
    if let next {
      text += "\nnext: lesson \(next.id)   \(next.title)\n"
      let enter = blankLine == nil ? "" : "Enter begins it, "
      let words = "lesson lists all, lesson show \(run.lesson.id) has the answers"
      return text + styled(.faint, enter + words)
    }
    // A lesson that was begun by its path is none of them.
    let all = courses.isEmpty ? [run.lesson] : courses.flatMap(\.lessons)
    text += "\n" + card(of: "all lessons", LessonScore(all, entry))
    return text + styled(.faint, "lesson report FILE.csv writes this for a teacher")
  }

  /// The card of a course or of all lessons: what was right, the rules, what to repeat.
  private func card(of title: String, _ score: LessonScore) -> String {
    let lessons = Counts.of(score.lessons.count, "lesson")
    let size = "\(lessons), \(Counts.of(score.items.count, "step"))"
    let title = DisplayText(line: title).text
    var text = shell.style.apply(.heading, to: "\(title): \(size)") + "\n"
    let width = min(shell.terminalWidth ?? 80, 88)
    func add(_ label: String, _ what: String) {
      let lines = TextWrapping.hanging(what, width: width, start: 22, indent: 22)
      text += label.padded(to: 22) + lines + "\n"
    }
    add("right at first try", String(score.firstTryCount))
    let others = [
      ("after a wrong answer", score.count(.done) - score.firstTryCount),
      ("solution shown", score.count(.shown)), ("skipped", score.count(.skipped)),
      ("not done yet", score.items.count { $0.record.result == nil }),
    ]
    for (label, count) in others where count > 0 { add(label, String(count)) }
    let rules = score.rules.map(\.number)
    if let first = rules.first {
      add("rules met", rules.joined(separator: " ") + " (explain \(first) tells one)")
    }
    for (index, part) in score.repeats.enumerated() {
      let numbers = Counts.list(part.numbers.map(String.init))
      let steps = "\(Counts.word(part.numbers.count, "step")) \(numbers)"
      add(
        index == 0 ? "to repeat" : "",
        "lesson \(part.lesson.id) \(part.numbers[0])   \(steps): \(part.lesson.title)")
    }
    return text
  }

  /// A card for each course that was begun, and for all of them.
  func report() -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let courses = lessonLibrary.courses { _ in }
    let begun = courses.filter { $0.lessons.contains { progress[$0] != nil } }
    guard !begun.isEmpty else { return "no lesson was begun yet: lesson next begins one\n" }
    var cards = begun.map { card(of: $0.title, LessonScore($0.lessons) { progress[$0] }) }
    if courses.count > 1 {
      let all = courses.flatMap(\.lessons)
      cards.append(card(of: "all lessons", LessonScore(all) { progress[$0] }))
    }
    return wrapped(cards.joined(separator: "\n"))
  }

  /// Writes a table for a teacher: a row for each step of each lesson.
  ///
  /// - Throws: `no-lessons`; `unknown-extension`; what keeps the file from being written.
  func report(to path: String, _ save: SaveRequest) throws(CommandError) -> CommandResult {
    let courses = lessonLibrary.courses { _ in }
    guard !courses.isEmpty else { throw LessonLibrary.noLessons }
    guard let format = try ExportFormat(path: path) else {
      throw .outside(
        code: "unknown-extension", message: "'\(shown: path)' has no extension of a table",
        hint: "lesson report report.csv; any format that export writes is right")
    }
    let rows = try sourcing(
      LoadedTable(bytes: Array(reportAsJSON(courses).utf8), name: "report.json")
    ).table
    let target = save.target(
      path, at: try shell.permitted(writing: path),
      replacing: try shell.checkOverwriting(path, save), shell.progress)
    if shell.isDryRun { return CommandResult(sentence: "dry run: nothing is written to \(path)") }
    let report = try sourcing(format.write(rows, from: nil, to: target))
    if let problem = report.problem { throw CommandError(problem) }
    let steps = Counts.of(rows.rowCount, "step")
    let lessons = Counts.of(courses.flatMap(\.lessons).count, "lesson")
    return CommandResult(sentence: "wrote \(steps) of \(lessons) to \(path), a row each")
  }

  /// The rows of the report.
  private func reportAsJSON(_ courses: [LessonLibrary.Course]) -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let rows = courses.flatMap { course in
      LessonScore(course.lessons, { progress[$0] }).items.map { item -> JSONValue in
        [
          "course": .string(course.title), "lesson": .string(item.lesson.id),
          "title": .string(item.lesson.title), "step": .int(item.number),
          "asks": .string(item.work.kind),
          "rules": .string(item.work.rules.map(\.number).joined(separator: " ")),
          "result": .string(item.record.result?.rawValue ?? "open"),
          "first-try": .bool(item.record.isFirstTry), "wrong": .int(item.record.wrongCount),
          "hint": .bool(item.record.isHinted),
        ]
      }
    }
    return JSONValue.array(rows).safeText
  }
}

extension LessonStep {
  /// What is asked, in a word: `plan`, `count` …, or `task`.
  fileprivate var kind: String {
    if case .predict(_, let asks) = work { asks.rawValue } else { "task" }
  }
}

// MARK: - Forgetting

extension Lessons {
  /// Forgets how far the learner is, and says what that was.
  ///
  /// - Parameter name: a lesson, also one that is not installed any more; nil: all of them.
  /// - Throws: `noSuchName`; `declined`, where a person does not want it.
  func forget(_ name: String?) throws(CommandError) -> CommandResult {
    let entries = LessonProgress(environment: shell.options.environment).entries
    var names = entries.keys.sorted(by: LessonFolder.isBefore)
    if let name {
      let id = entries[name] == nil ? try lessonLibrary.lesson(named: name).id : name
      names = names.filter { $0 == id }
      guard !names.isEmpty else { return CommandResult(sentence: "nothing is kept of \(id)") }
    }
    guard !names.isEmpty else { return CommandResult(sentence: "nothing is kept of any lesson") }
    let steps = names.reduce(0) { $0 + (entries[$1]?.steps.values.count { $0.result != nil } ?? 0) }
    let what = "\(Counts.of(steps, "step")) in \(Counts.list(names))"
    if shell.isDryRun { return CommandResult(sentence: "dry run: \(what) would be forgotten") }
    if name == nil { try shell.confirm("Forget \(what)?") }
    if let lesson, names.contains(lesson.lesson.id) { leaveLesson() }
    put(Dictionary(uniqueKeysWithValues: names.map { ($0, nil) }))
    return CommandResult(sentence: "forgot \(what)")
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
