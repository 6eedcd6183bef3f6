import ArgumentParser
import TableShell

/// `tablesh lesson`: a guided lesson in the shell, the list of them, or their check.
struct LessonCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson",
    abstract: "Learn how tables change, by predicting it.",
    usage: """
      tablesh lesson [NAME [N]] [options]
      tablesh lesson check DIR
      tablesh lesson new DIR
      """,
    discussion: """
      Alone it lists the lessons and how far you are; with --format json that is an array. NAME, or the \
      path of a lesson's file, begins a lesson or goes on with it, N is the step to begin at, and next is \
      the first lesson that is not done. \
      Answers are typed, or given with -c. --key and --section-by are no matter: a lesson has its own \
      table. The command lesson does the same within a shell: tablesh -c 'help lesson'.

      check tries every solution and every wrong answer of the lessons in a folder: status 1 where one \
      of them is wrong. new writes a lesson to begin with. Lessons are looked for in the folders of \
      TABLESH_LESSONS, too, parted by colons.
      """, version: Version.text)

  @OptionGroup var shell: ShellArguments

  @Argument(help: ArgumentHelp("A lesson, or check or new.", valueName: "name"))
  var name: String?

  @Argument(
    help: ArgumentHelp("The step, or the folder of lessons.", valueName: "n|dir"),
    completion: .directory)
  var rest: String?

  mutating func validate() throws {
    let takesFolder = name == "check" || name == "new"
    if takesFolder, rest == nil { throw ValidationError("Missing expected argument '<dir>'") }
    if takesFolder, !shell.commands.isEmpty {
      throw ValidationError("'-c' and 'lesson \(name ?? "")' exclude each other")
    }
    if !takesFolder, let rest, Int(rest) == nil {
      throw ValidationError("'\(rest)' is no step of a lesson, which are counted from 1")
    }
  }

  func options() throws(BadOption) -> Options {
    var options = try shell.options(files: [])
    options.lesson =
      switch (name, rest) {
      case ("check", let folder?): .line("lesson check", folder)
      case ("new", let folder?): .line("lesson new", folder)
      case (let name?, let rest): .begin(name, step: rest.flatMap { Int($0) })
      case (nil, _): .list
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
  /// It runs a command on a folder, in place of everything else.
  case line(String, String)
}
