import TableRules
import Wording

/// What a learner made of some lessons, counted in steps.
struct LessonScore {
  /// One step.
  struct Item {
    let lesson: Lesson
    /// Its number in the lesson, from 1.
    let number: Int
    let work: LessonStep
    /// What became of it; empty: nothing yet.
    let record: LessonProgress.Step
  }

  let lessons: [Lesson]
  /// The steps in which something is done, in order.
  let items: [Item]
  /// Whether all lessons were gone through to the end, though steps may have been skipped.
  let isFinished: Bool

  /// - Parameter entry: how far the learner is in a lesson; nil: it was not begun.
  init(_ lessons: [Lesson], _ entry: (Lesson) -> LessonProgress.Entry?) {
    self.lessons = lessons
    isFinished = !lessons.isEmpty && lessons.allSatisfy { entry($0)?.isFinished == true }
    items = lessons.flatMap { lesson in
      let entry = entry(lesson)
      return lesson.tasks.enumerated().map { number, index in
        Item(
          lesson: lesson, number: number + 1, work: lesson.steps[index],
          record: entry?.steps[index] ?? LessonProgress.Step())
      }
    }
  }

  func count(_ result: LessonProgress.Result) -> Int { items.count { $0.record.result == result } }

  /// How many steps were right at first try.
  var firstTryCount: Int { items.count(where: \.record.isFirstTry) }
  /// `2 of 3 steps`.
  var firstTries: String { "\(firstTryCount) of \(Counts.of(items.count, "step"))" }

  /// Whether each step was done by the learner.
  var isDone: Bool { isFinished && count(.done) == items.count }

  /// `done`; `3 of 5 done, 1 shown, 1 skipped`.
  var summary: String {
    if isDone { return "done" }
    let others = [LessonProgress.Result.shown, .skipped].compactMap { result in
      count(result) > 0 ? "\(count(result)) \(result.rawValue)" : nil
    }
    return (["\(count(.done)) of \(items.count) done"] + others).joined(separator: ", ")
  }

  /// The rules of the steps that are over, each once, in order of their numbers.
  var rules: [TableRule] {
    let met = Set(items.filter { $0.record.result != nil }.flatMap { $0.work.rules.map(\.number) })
    return TableRule.all.filter { met.contains($0.number) }
  }

  /// The lessons to be repeated, each with the numbers of the steps that were not right at first try.
  var repeats: [(lesson: Lesson, numbers: [Int])] {
    lessons.compactMap { lesson in
      let numbers = items.filter {
        $0.lesson.id == lesson.id && $0.record.result != nil && !$0.record.isFirstTry
      }.map(\.number)
      return numbers.isEmpty ? nil : (lesson, numbers)
    }
  }

  /// The first lesson with a step that is to be repeated, and that step.
  var firstRepeat: String? { repeats.first.map { "lesson \($0.lesson.id) \($0.numbers[0])" } }
}
