import ArgumentParser

/// `tablesh lesson`: a guided lesson in the shell, the list of them, or their check.
struct LessonCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "Learn how tables change, by predicting it.",
    usage: """
      tablesh lesson [NAME [N]] [options]
      tablesh lesson show NAME
      tablesh lesson report [--overwrite] [FILE]
      tablesh lesson reset NAME|--all
      tablesh lesson check DIR
      tablesh lesson new DIR
      """,
    discussion: """
      tablesh lesson lists the lessons and how far you are. NAME begins a lesson or goes on with \
      it. NAME can also be the path of a lesson's file, or next for the first unfinished lesson. N \
      is the step to begin at. You type the answers, or give them with -c.

        tablesh lesson
        tablesh lesson next
        tablesh lesson plans-1

      show prints the questions, hints and answers of the steps that you have finished. report \
      prints your results; with FILE it writes a row for each step, in the format of the file's \
      extension. reset forgets your progress in a lesson, or in all of them.

      check tries every solution and every wrong answer of the lessons in a folder. Its status is \
      1 if a solution fails or a wrong answer passes. new writes an example of a lesson, which you \
      can change. TABLESH_LESSONS names folders with more lessons: DIR:DIR.

      With --format json the list is an array. At the prompt of tablesh, type lesson; help lesson \
      explains it.
      """, version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Flag(name: .customLong("all"), help: "With reset: forget all lessons.")
  var isOfAll = false

  @Flag(help: "With report: replace the file if it exists.")
  var overwrite = false

  @Argument(
    help: ArgumentHelp(
      "A lesson, or next, show, report, reset, check or new.", valueName: "name"))
  var name: String?

  @Argument(
    help: ArgumentHelp(
      "The step; the lesson to show or reset; the report; the folder of lessons.",
      valueName: "n|name|file|dir"), completion: .file())
  var rest: String?

  /// The words that are a command on something, each with what that is.
  private static let words = [
    "check": "<dir>", "new": "<dir>", "show": "<name>", "report": "[<file>]",
    "reset": "<name>",
  ]

  mutating func validate() throws {
    let word = name ?? ""
    if isOfAll, word != "reset" { throw ValidationError("'--all' is for 'lesson reset'") }
    if overwrite, word != "report" { throw ValidationError("'--overwrite' is for 'lesson report'") }
    if let what = Self.words[word] {
      let isMissing = rest == nil && !isOfAll && word != "report"
      if isMissing { throw ValidationError("Missing expected argument '\(what)'") }
      if isOfAll, let rest { throw ValidationError("'--all' and '\(rest)' exclude each other") }
      if !shell.commands.isEmpty {
        throw ValidationError("'-c' and 'lesson \(word)' exclude each other")
      }
    } else if let rest, Int(rest) == nil {
      throw ValidationError("'\(rest)' is no step of a lesson, which are counted from 1")
    }
  }

  func options() throws(BadOption) -> Options {
    var options = try shell.options(files: [])
    options.lesson =
      if let name, Self.words[name] != nil {
        .line(
          ["lesson", name] + (isOfAll ? ["--all"] : []) + (overwrite ? ["--overwrite"] : [])
            + [rest].compactMap(\.self))
      } else if let name {
        .begin(name, step: rest.flatMap { Int($0) })
      } else {
        .list
      }
    return options
  }
}

/// What `tablesh lesson` does.
public enum LessonCall: Equatable, Sendable {
  /// It prints the list, and goes on in the shell where somebody sits at it.
  case list
  /// It begins a lesson in the shell.
  case begin(String, step: Int?)
  /// It runs a command of these words, in place of everything else.
  case line([String])
}
