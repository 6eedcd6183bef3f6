import BatchUpdates
import CommandLanguage
import TableShell
import TablePrinters
import Wording

/// Tries all of a lesson: that it can be read, that its commands run, that its answers are true and
/// its wrong answers wrong, and that what it says of them would be seen.
struct LessonCheck {
  /// One thing that is wrong with a lesson.
  struct Problem {
    let place: String
    let message: String
  }

  let lesson: Lesson
  private let shell: Shell
  private(set) var problems: [Problem] = []
  private var wrongCount = 0

  init(_ lesson: Lesson, in shell: Shell) {
    (self.lesson, self.shell) = (lesson, shell)
    if lesson.file.withoutExtension != lesson.id {
      add(
        "\(lesson.folder.path)/\(lesson.file)",
        "the id is '\(lesson.id)': name the file \(lesson.id).yaml")
    }
    do throws(CommandError) {
      _ = try room(at: 0)
      for index in lesson.steps.indices { check(index) }
    } catch {
      add(error)
    }
  }

  /// `4 steps, 3 wrong answers`.
  var facts: String {
    "\(Counts.of(lesson.tasks.count, "step")), \(Counts.of(wrongCount, "wrong answer"))"
  }

  private func room(at step: Int) throws(CommandError) -> LessonRoom {
    try LessonRoom(lesson, asking: step, like: shell, console: SilentConsole(shell.console))
  }

  private mutating func check(_ index: Int) {
    let step = lesson.steps[index]
    wrongCount += step.wrong.count
    let place = step.place.description
    do throws(CommandError) {
      switch step.work {
      case .predict(let command, let asks):
        if step.rules.isEmpty { add(place, "'rules' is missing: which rule explains the answer?") }
        try check(command, asks, step, index)
      case .task(_, let goal, let solution): try check(goal, solution, step, index)
      case nil: _ = try room(at: index)
      }
    } catch { add(error) }
    if step.work != nil, step.hints.isEmpty { add(place, "'hint' is missing") }
  }

  private mutating func check(
    _ command: LessonLine, _ question: LessonQuestion, _ step: LessonStep, _ index: Int
  ) throws(CommandError) {
    let truth = try LessonTruth(of: command, in: room(at: index))
    let place = command.place.description
    if question != .verdict, let error = truth.error {
      return add(place, "'\(shown: command.text)' fails: \(error.message)")
    }
    if question == .plan {
      guard case .stages(let stages) = truth.plan, stages.count <= 1 else {
        return add(place, "the plan has several stages or reloads, and an answer is one batch")
      }
    }
    let right = try answer(truth.answer(to: question), at: command, to: question, truth)
    guard case .right = truth.judgement(on: right, to: question) else {
      return add(place, "'\(truth.answer(to: question))' is true, and no answer is judged right")
    }
    for wrong in step.wrong {
      do throws(CommandError) {
        let answer = try answer(wrong.answer.text, at: wrong.answer, to: question, truth)
        if case .right = truth.judgement(on: answer, to: question) {
          add(wrong.answer.place.description, "'\(shown: wrong.answer.text)' is right")
        }
      } catch { add(error) }
    }
  }

  private func answer(
    _ text: String, at line: LessonLine, to question: LessonQuestion, _ truth: LessonTruth
  ) throws(CommandError) -> LessonAnswer {
    do throws(CommandError) {
      guard let statement = try shell.statements(of: text).first else {
        throw .outside(code: "no-answer", message: "no answer", hint: question.form)
      }
      return try LessonAnswer(statement, to: question, truth)
    } catch { throw LessonError.placed(error, at: line) }
  }

  private mutating func check(
    _ goal: LessonGoal, _ solution: [LessonLine], _ step: LessonStep, _ index: Int
  ) throws(CommandError) {
    let room = try room(at: index)
    let start = room.shell.current.map { Outline(of: $0.table) }
    let former = room.made
    do throws(CommandError) {
      if try room.reaches(goal, from: start) {
        add(step.place.description, "the goal is reached before anything is done")
      }
      for line in solution { _ = try room.run(line) }
      if try !room.reaches(goal, from: start) {
        add(step.place.description, "the solution does not reach the goal")
      }
    } catch { add(error) }
    for wrong in step.wrong {
      do throws(CommandError) {
        let tried = try self.room(at: index)
        _ = try tried.run(wrong.answer)
        let place = wrong.answer.place.description
        if try tried.reaches(goal, from: start) {
          add(place, "'\(shown: wrong.answer.text)' reaches the goal")
        } else if tried.made == former {
          add(place, "'\(shown: wrong.answer.text)' changes nothing, so that nothing is said to it")
        }
      } catch { add(error) }
    }
  }

  private mutating func add(_ place: String, _ message: String) {
    problems.append(Problem(place: place, message: message))
  }

  /// An error of a lesson's text begins with its place.
  private mutating func add(_ error: CommandError) {
    problems.append(Problem(place: "", message: error.message))
  }
}

extension LessonCheck.Problem {
  /// The problem in a line, as compilers write it.
  var line: String { (place.isEmpty ? "" : place + ": ") + message }
}

extension Lessons {
  /// The report on the lessons in a folder and in the folders in it.
  ///
  /// - Throws: `file` if there is no such folder; `no-lessons`; `lessons-failed`, after the report
  ///   was printed.
  func checkLessons(in path: String) throws(CommandError) -> CommandResult {
    _ = try shell.permitted(reading: path)
    let folders = try LessonFolder(path).withFoldersInside
    var text = ""
    var places: [String: String] = [:]
    var (failed, count, problemCount) = (0, 0, 0)
    for folder in folders {
      for file in folder.contents.lessons {
        if shell.isStopped { throw .stopped }
        count += 1
        let shown = "\(folder.path)/\(file)"
        var lines: [String] = []
        do throws(CommandError) {
          let lesson = try LessonReader.read(file, in: folder)
          let check = LessonCheck(lesson, in: shell)
          lines = check.problems.map(\.line)
          if let other = places.updateValue(shown, forKey: lesson.id) {
            lines.append("\(shown): \(other) has the id '\(lesson.id)', too")
          }
          if lines.isEmpty { text += "ok  \(lesson.id)  \(lesson.title): \(check.facts)\n" }
        } catch {
          if error.isInterruption { throw error }
          lines = [error.message + (error.hint.map { " (\($0))" } ?? "")]
        }
        if !lines.isEmpty { failed += 1 }
        problemCount += lines.count
        text += lines.map { DisplayText(line: $0).text + "\n" }.joined()
      }
    }
    guard count > 0 else {
      throw .outside(
        code: "no-lessons", message: "no lesson in '\(path)'",
        hint: "a lesson is a file NAME.yaml; lesson new \(Quoting.word(path)) begins one")
    }
    guard failed > 0 else { return .output(text + "\(Counts.of(count, "lesson")) checked\n") }
    shell.emit(printed: Array(text.utf8))
    throw .outside(
      code: "lessons-failed",
      message:
        "\(Counts.of(problemCount, "problem")) in \(failed) of \(Counts.of(count, "lesson"))",
      hint: "lesson check \(Quoting.word(path)) again when they are mended")
  }
}
