import TableKit
import TableShell
import TablePrinters
import TableSources
import Wording

extension Command {
  /// A command that lists lessons, and goes through one.
  static var lesson: Command {
    Command(
      name: "lesson", group: .shell, summary: "learn how tables change, by predicting it",
      details: """
        A lesson shows a table and a command, and asks what will happen. Your own tables do not \
        change.
          lesson next    goes on with the first unfinished lesson
          lesson NAME    begins a lesson or goes on with it, at step N if given
          lesson show    prints the finished steps with hints and answers
          lesson report  prints how you did, or writes it to FILE
          lesson reset   forgets how far you are
          lesson check   tries all answers in a folder; lesson new writes an example
        In a lesson, type hint, solution, task, again, skip or stop alone.
        """,
      options: [
        "all": "reset all lessons",
        "overwrite": "replace the file if it exists",
      ],
      examples: [
        "lesson": "the list of lessons",
        "lesson show plans-1": "what a lesson asked, and the answers",
        "lesson report": "how many steps were right at the first try",
      ], readOn: ["lessons", "explain", "present"], yields: true,
      forms: [
        Form("lesson", does: Invocation.listLessons),
        Form("lesson next") { invocation throws(CommandError) in
          guard let next = invocation.lessons.nextLesson() else {
            if invocation.lessons.lessonLibrary.names.isEmpty { throw LessonLibrary.noLessons }
            return .output(invocation.lessons.nothingNext)
          }
          try invocation.lessons.begin(next)
          return .nothing
        },
        Form("lesson hint [N]") { invocation throws(CommandError) in
          .output(try invocation.lessons.hint(ofStep: invocation.optional(.number)))
        },
        Form("lesson solution [N]") { invocation throws(CommandError) in
          .output(try invocation.lessons.solution(ofStep: invocation.optional(.number)))
        },
        Form("lesson task") { invocation throws(CommandError) in
          try invocation.lessons.repeatTask()
          return .nothing
        },
        Form("lesson again") { invocation throws(CommandError) in
          try invocation.lessons.beginStepAgain()
          return .nothing
        },
        Form("lesson skip") { invocation throws(CommandError) in
          try invocation.lessons.skipStep()
          return .nothing
        },
        Form("lesson stop") { invocation throws(CommandError) in
          let run = try invocation.lessons.runningLesson()
          invocation.lessons.leaveLesson()
          return .output(invocation.lessons.farewell(of: run))
        },
        Form("lesson show NAME", kinds: ["NAME": .lesson]) { invocation throws(CommandError) in
          .output(try invocation.lessons.text(of: invocation.lesson()))
        },
        Form("lesson report") { invocation in .output(invocation.lessons.report()) },
        Form("lesson report [--overwrite] FILE") { invocation throws(CommandError) in
          let path = try invocation[.file]
          var save = SaveRequest(path: path, line: invocation.form.line)
          save.overwrites = invocation.has("--overwrite")
          return try invocation.lessons.report(to: path, save)
        },
        Form("lesson reset NAME", kinds: ["NAME": .lesson]) { invocation throws(CommandError) in
          try invocation.lessons.forget(invocation[.word].text)
        },
        Form("lesson reset --all") { invocation throws(CommandError) in
          guard invocation.has("--all") else {
            throw invocation.refusal("which lesson?", ["lesson reset NAME", "lesson reset --all"])
          }
          return try invocation.lessons.forget(nil)
        },
        Form("lesson check DIR", kinds: ["DIR": .file]) { invocation throws(CommandError) in
          try invocation.lessons.checkLessons(in: invocation[.file])
        },
        Form("lesson new DIR", kinds: ["DIR": .file]) { invocation throws(CommandError) in
          try invocation.lessons.newLesson(in: invocation[.file])
        },
        Form("lesson NAME [N]", kinds: ["NAME": .lesson]) { invocation throws(CommandError) in
          try invocation.lessons.begin(invocation.lesson(), at: invocation.optional(.number))
          return .nothing
        },
      ])
  }
}

extension Placeholder {
  /// The id of a lesson, or the path of its file.
  fileprivate static let lesson = Placeholder.named("a lesson") { shell in
    (shell.part(Lessons.self)?.lessonLibrary.names ?? []).map { .init($0) }
  }
}

extension Invocation {
  /// The lessons of the session.
  fileprivate var lessons: Lessons { shell.ownPart() }

  /// The lesson that is named; nothing is begun where Lua runs the command.
  fileprivate func lesson() throws(CommandError) -> Lesson {
    let name = try self[.word].path
    if name.contains("/") || YAMLDocument.extensions.contains(name.pathExtension) {
      _ = try shell.permitted(reading: name)
    }
    return try lessons.lessonLibrary.lesson(named: name)
  }

  fileprivate func listLessons() throws(CommandError) -> CommandResult {
    var list = CommandResult.output(try lessons.lessonList())
    // What to type next stands at its end.
    list.isPaged = false
    return list
  }
}

extension Lessons {
  /// The lessons that can be begun by name.
  var lessonLibrary: LessonLibrary { LessonLibrary(folders) }

  /// The first lesson that was not gone through, and stands behind another one if there is one there;
  /// nil: all were.
  func nextLesson(after other: Lesson? = nil) -> Lesson? {
    let progress = LessonProgress(environment: shell.options.environment)
    let lessons = lessonLibrary.courses { _ in }.flatMap(\.lessons)
    let place = lessons.firstIndex { $0.id == other?.id } ?? -1
    let open = lessons.indices.filter { progress[lessons[$0]]?.isFinished != true }
    return (open.first { $0 > place } ?? open.first).map { lessons[$0] }
  }

  /// What to do where all lessons were gone through.
  fileprivate var nothingNext: String {
    let progress = LessonProgress(environment: shell.options.environment)
    let lessons = lessonLibrary.courses { _ in }.flatMap(\.lessons)
    guard let again = LessonScore(lessons, { progress[$0] }).firstRepeat else {
      return "all lessons are done: lesson lists them\n"
    }
    return "you have gone through all lessons; to repeat what was not right at first: \(again)\n"
  }

  /// The courses with their lessons, how far the learner is, and what to type next.
  fileprivate func lessonList() throws(CommandError) -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let courses = lessonLibrary.courses { shell.writeNote("a lesson is left out: \($0.message)") }
    let lessons = courses.flatMap(\.lessons)
    guard !lessons.isEmpty else {
      return "no lessons are installed: \(LessonLibrary.others)\n"
    }
    let end = endOfList(lessons, progress)
    if let short = lessonColumns(courses, progress, before: end) { return short + end }
    let nameWidth = lessons.map(\.id.count).max() ?? 0
    let titleWidth = lessons.map { DisplayText(line: $0.title).width }.max() ?? 0
    var text = ""
    for course in courses {
      text += (text.isEmpty ? "" : "\n") + DisplayText(line: course.title).text + "\n"
      for lesson in course.lessons {
        var state = ""
        if let entry = progress[lesson] {
          let step = min(entry.step, lesson.steps.count - 1)
          let number = lesson.tasks.count { $0 < step } + 1
          let score = LessonScore([lesson]) { progress[$0] }
          state = entry.isFinished ? score.summary : "at step \(number) of \(lesson.tasks.count)"
        }
        let title = DisplayText(line: lesson.title)
        text += "  " + lesson.id.padded(to: nameWidth) + "  " + title.text
        if !state.isEmpty {
          text += String(repeating: " ", count: titleWidth - title.width + 2) + state
        }
        text += "\n"
      }
    }
    return text + "\n" + end
  }

  /// The lessons in columns, each with a tick if it is done, if there is a screen on which a line for each
  /// has no room; nil: they have room, or not in columns either.
  private func lessonColumns(
    _ courses: [LessonLibrary.Course], _ progress: LessonProgress, before end: String
  ) -> String? {
    guard let height = shell.listHeight, let width = shell.terminalWidth else { return nil }
    let lessons = courses.flatMap(\.lessons)
    let ends = end.split(separator: "\n").count
    guard lessons.count + 2 * courses.count + ends > height else { return nil }
    let nameWidth = lessons.map(\.id.count).max() ?? 0
    func lines(_ columns: Int) -> [String]? {
      var lines: [String] = []
      for course in courses {
        let texts = course.lessons.map { lesson in
          let isDone = LessonScore([lesson]) { progress[$0] }.isDone
          return (isDone ? "✓ " : "  ") + lesson.id.padded(to: nameWidth) + "  "
            + DisplayText(line: lesson.title).text
        }
        let height = (texts.count + columns - 1) / columns
        guard let list = TextWrapping.columns(texts, width: width, height: height) else {
          return nil
        }
        lines += [DisplayText(line: course.title, limit: width).text] + list
      }
      return lines.count + ends <= height ? lines : nil
    }
    return (2...max(2, lessons.count)).lazy.compactMap(lines).first.map {
      $0.joined(separator: "\n") + "\n"
    }
  }

  /// How many lessons are done, and what to type next.
  private func endOfList(_ lessons: [Lesson], _ progress: LessonProgress) -> String {
    var text = ""
    let done = lessons.count { LessonScore([$0], { progress[$0] }).isDone }
    let others = lessons.count { progress[$0]?.isFinished == true } - done
    text += "\(done) of \(Counts.of(lessons.count, "lesson")) done"
    if others > 0 { text += ", \(others) with steps that were shown or skipped\n" }
    guard let next = nextLesson() else { return text + (others > 0 ? nothingNext : "\n") }
    let isBegun = progress[next] != nil
    return text + (others > 0 ? "" : "; ")
      + "type: lesson \(next.id)   \(isBegun ? "goes on with" : "begins") '\(next.title)'\n"
  }

  /// The same as JSON: an object for each lesson.
  fileprivate func lessonListAsJSON() -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let courses = lessonLibrary.courses { shell.writeNote("a lesson is left out: \($0.message)") }
    let rows = courses.flatMap { course in
      course.lessons.map { lesson -> JSONValue in
        let score = LessonScore([lesson]) { progress[$0] }
        return [
          "id": .string(lesson.id), "title": .string(lesson.title),
          "course": .string(course.title), "steps": .int(lesson.tasks.count),
          "solved": .int(score.count(.done)), "shown": .int(score.count(.shown)),
          "skipped": .int(score.count(.skipped)), "first-try": .int(score.firstTryCount),
          "finished": .bool(progress[lesson]?.isFinished ?? false),
        ]
      }
    }
    return JSONValue.array(rows).safeText + "\n"
  }

  /// Prints the lessons and how far the learner is, for `tablesh lesson`.
  func listLessons() -> Outcome {
    do throws(CommandError) {
      shell.emit(shell.repliesInJSON ? lessonListAsJSON() : try lessonList())
      return .done
    } catch { return shell.fail(error, of: "lesson") }
  }
}
