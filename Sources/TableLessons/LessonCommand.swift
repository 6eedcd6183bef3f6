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
        Alone it lists the lessons and says how far you are. lesson NAME begins one, or goes on with \
        it, at a step where a number is given; NAME can be the path of a lesson's file, too. A lesson \
        asks what a command will do, or wants something done; UIKit's rules judge the answer.

        In a lesson hint, solution, again, skip and stop need no lesson before them: they give a \
        hint, show the answer, begin the step anew, show the answer and go on, and leave. hint 2 and \
        solution 2 are those of an earlier step. play shows the plan that you predicted, and then \
        what happens. A lesson's table is a copy in a session of its own: nothing of yours changes.

        lesson next goes on with the first lesson that is not done. lesson show NAME prints what was \
        asked, with hints and answers, of the steps that are done. lesson check DIR tries every \
        solution and every wrong answer of the lessons in a folder, and lesson new DIR begins a \
        lesson of your own. How far you are is in lessons.json in $XDG_STATE_HOME/tablesh, and \
        lesson with set format json prints it.
        """,
      example: "lesson", yields: true,
      forms: [
        Form("lesson", does: Invocation.listLessons),
        Form("lesson next") { invocation throws(CommandError) in
          guard let next = invocation.lessons.nextLesson() else {
            return .output("all lessons are done: lesson lists them\n")
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

  /// The courses with their lessons, how far the learner is, and what to type next.
  fileprivate func lessonList() throws(CommandError) -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let courses = lessonLibrary.courses { shell.writeNote("a lesson is left out: \($0.message)") }
    let lessons = courses.flatMap(\.lessons)
    guard !lessons.isEmpty else {
      return "no lessons are installed: \(LessonLibrary.others)\n"
    }
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
          state = entry.isFinished ? "done" : "at step \(number) of \(lesson.tasks.count)"
        }
        let title = DisplayText(line: lesson.title)
        text += "  " + lesson.id.padded(to: nameWidth) + "  " + title.text
        if !state.isEmpty {
          text += String(repeating: " ", count: titleWidth - title.width + 2) + state
        }
        text += "\n"
      }
    }
    let done = lessons.count { progress[$0]?.isFinished == true }
    text += "\n\(done) of \(Counts.of(lessons.count, "lesson")) done"
    guard let next = nextLesson() else { return text + "\n" }
    let isBegun = progress[next] != nil
    return text
      + "; type: lesson \(next.id)   \(isBegun ? "goes on with" : "begins") '\(next.title)'\n"
  }

  /// The same as JSON: an object for each lesson.
  fileprivate func lessonListAsJSON() -> String {
    let progress = LessonProgress(environment: shell.options.environment)
    let courses = lessonLibrary.courses { shell.writeNote("a lesson is left out: \($0.message)") }
    var json = JSONWriter()
    json.array { json in
      for course in courses {
        for lesson in course.lessons {
          let entry = progress[lesson]
          json.object { json in
            json.member("id") { $0.value(lesson.id) }
            json.member("title") { $0.value(lesson.title) }
            json.member("course") { $0.value(course.title) }
            json.member("steps") { $0.value(lesson.tasks.count) }
            json.member("solved") { $0.value(entry?.solved.count ?? 0) }
            json.member("skipped") { $0.value(entry?.skipped.count ?? 0) }
            json.member("finished") { $0.value(entry?.isFinished ?? false) }
          }
        }
      }
    }
    return json.text + "\n"
  }
}

extension Lessons {
  /// Prints the lessons and how far the learner is, for `tablesh lesson`.
  func listLessons() -> Outcome {
    do throws(CommandError) {
      shell.emit(shell.repliesInJSON ? lessonListAsJSON() : try lessonList())
      return .done
    } catch { return shell.fail(error, of: "lesson") }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
