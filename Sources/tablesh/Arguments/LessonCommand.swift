import ArgumentParser
import TableShell

/// `tablesh lesson`: a guided lesson in the shell, the list of them, or their check.
struct LessonCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson",
    abstract: "Learn how tables change, by predicting it.",
    usage: """
      tablesh lesson [NAME [N]] [options]
      tablesh lesson show NAME
      tablesh lesson report [--overwrite] [FILE]
      tablesh lesson reset NAME|--all
      tablesh lesson check DIR
      tablesh lesson new DIR
      """,
    discussion: """
      Alone it lists the lessons and how far you are; with --format json that is an array. NAME, or the \
      path of a lesson's file, begins a lesson or goes on with it, N is the step to begin at, and next is \
      the first lesson that you have not gone through. After a lesson Enter begins the next one. \
      Answers are typed, or given with -c. --key and --section-by are no matter: a lesson has its own \
      table. The command lesson does the same within a shell: tablesh -c 'help lesson'.

      show prints the questions, hints and answers of the steps that are over. report prints how you did; \
      with FILE it writes a row for each step, for a teacher, in the format of the file's extension. reset \
      forgets how far you are in a lesson, or in all of them, and says what it has forgotten.

      check tries every solution and every wrong answer of the lessons in a folder: status 1 where one \
      of them is wrong. new writes a lesson to begin with. Lessons are looked for in the folders of \
      TABLESH_LESSONS, too, parted by colons.
      """, version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Flag(name: .customLong("all"), help: "With reset: forget all lessons.")
  var isOfAll = false

  @Flag(help: "With report: replace a file that is there.")
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
