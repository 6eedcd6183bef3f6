import TableRules
import TableSources

/// A lesson: a table, and steps in which a learner says what will happen, or makes it happen.
///
/// All of it that is printed is escaped when it is read; `LessonReader` reads it.
struct Lesson {
  /// The name by which it is begun: letters, digits and hyphens.
  let id: String
  /// What it teaches, in one line.
  let title: String
  /// The folder that it was read from, and its file there.
  let folder: LessonFolder
  let file: String
  /// The table's file in that folder, its key and the column that sections are made from.
  let table: String
  let key: [String]
  let sectionColumn: String?
  /// The commands before the first step.
  let setup: [LessonLine]
  let steps: [LessonStep]
  /// What progress is kept for: changes with every byte of the lesson and its table.
  let hash: String

  /// The indexes of the steps in which the learner does something.
  var tasks: [Int] { steps.indices.filter { steps[$0].work != nil } }
}

/// A line of a lesson, with its place for errors.
struct LessonLine: Equatable {
  let text: String
  let place: SourcePlace
}

/// One step of a lesson.
struct LessonStep {
  /// What a learner has to do.
  enum Work {
    /// To say what a command will do, before it is run.
    case predict(LessonLine, asks: LessonQuestion)
    /// To reach a goal with commands.
    case task(String, LessonGoal, solution: [LessonLine])
  }

  /// An answer that is often given and wrong, and what is said to it.
  struct Wrong {
    let answer: LessonLine
    let say: String
  }

  let place: SourcePlace
  /// What is said first; empty: nothing.
  let say: String
  /// Commands that are run and shown then.
  let run: [LessonLine]
  /// What the learner has to do; nil: to read.
  let work: Work?
  /// The rules that explain the truth.
  let rules: [TableRule]
  let wrong: [Wrong]
  let hints: [String]
  /// What is said when it is done; empty: nothing.
  let after: String

  /// The commands that bring the table to where the next step begins.
  var commands: [LessonLine] {
    switch work {
    case .predict(let command, _): run + [command]
    case .task(_, _, let solution): run + solution
    case nil: run
    }
  }
}

/// What a learner is asked about a command.
enum LessonQuestion: String, CaseIterable {
  /// The plan, in what `batch` takes.
  case plan
  /// How many operations the plan has.
  case count
  /// Which rows are selected afterwards.
  case selection
  /// Which rows are marked afterwards.
  case marks
  /// Which methods of the delegate are called, in order.
  case calls
  /// What becomes of a hand-written batch.
  case verdict
}

/// What a table must be for a task to be done: all that is given must be true.
struct LessonGoal {
  /// The plan of the one change since the step began.
  var plan: PlanFile?
  /// The titles of the sections, and the keys of their rows, in order.
  var table: [(title: String, keys: [String])]?
  /// The paths of the selected rows, in any order.
  var selection: [String]?
  /// The keys of the marked rows, in any order.
  var marks: [String]?
  /// Whether editing mode is on.
  var editing: Bool?
  /// How many conflicts with what others have changed are left.
  var conflicts: Int?
  /// A Lua expression that must be true.
  var assert: LessonLine?
}
