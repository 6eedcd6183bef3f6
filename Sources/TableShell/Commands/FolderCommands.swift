import CommandLanguage
import LibC
import TablePrinters
import Wording

// What people do at a prompt besides working on tables, under the names that shells have for it.

extension Command {
  /// A command that clears the screen.
  static var clear: Command {
    Command(
      name: "clear", group: .shell, summary: "clear the screen", synopsis: ["clear"],
      details: "clear works at the prompt only. ^L does the same while you type a line.",
      examples: ["clear": "clear the screen", "clear; show": "then show the table at the top"],
      yields: true
    ) { invocation throws(CommandError) in
      try invocation.checkAtPrompt(hint: nil)
      guard invocation.shell.console.size != nil,
        invocation.shell.options.environment("TERM") != "dumb"
      else { return .nothing }
      invocation.shell.console.write("\u{1B}[H\u{1B}[2J\u{1B}[3J")
      return .nothing
    }
  }

  /// A command that goes to another folder.
  static var cd: Command {
    Command(
      name: "cd", group: .shell, summary: "go to another folder",
      details: """
        Names of files that you type then start from DIR. cd alone goes to your home folder.
        Open tables keep their files: save still writes the file that was opened. If a file here \
        has the name of an open table, open ./NAME opens the file. cd works at the prompt only.
        """,
      examples: [
        "cd ..": "go to the folder above", "cd ~/data": "go to a folder in your home folder",
        "cd -": "go back to the folder before",
      ], readOn: ["pwd", "open"], yields: true,
      forms: [Form("cd [DIR]", kinds: ["DIR": .file], does: Invocation.changeFolder)])
  }

  /// A command that prints the folder in which names of files are looked up.
  static var pwd: Command {
    Command(
      name: "pwd", group: .shell, summary: "print the folder that names of files start from",
      synopsis: ["pwd"], details: "pwd works at the prompt only.",
      examples: ["pwd": "print the folder", "cd ..; pwd": "go up, and print where you are"],
      readOn: ["cd"], yields: true
    ) { invocation throws(CommandError) in
      try invocation.checkAtPrompt(hint: nil)
      return .output(try WorkingFolder.path() + "\n")
    }
  }
}

extension Invocation {
  /// Refuses a command that serves a user at the prompt: in a batch, a file, a lesson and from Lua.
  ///
  /// - Parameter hint: what serves there; nil: nothing is needed.
  fileprivate func checkAtPrompt(hint: String?) throws(CommandError) {
    let isTyped = !shell.context.isOfLua && !shell.context.isInFile && shell.runsPrograms
    if shell.console.isInteractive, isTyped { return }
    throw .outside(code: "usage", message: "'\(command.name)' works at the prompt only", hint: hint)
  }

  fileprivate func changeFolder() throws(CommandError) -> CommandResult {
    try checkAtPrompt(hint: "cd before you start tablesh, or name files by their whole paths")
    let former = try WorkingFolder.path()
    var wanted = words(of: .file).first?.path ?? HomeFolder.expanding("~")
    if wanted == "-" {
      guard let last = shell.formerFolder else { throw refusal("there is no former folder") }
      wanted = last
    }
    try shell.checkNamesLast()
    guard chdir(wanted) == 0 else {
      throw .file(wanted, reason: String(cString: strerror(errno)))
    }
    shell.formerFolder = former
    for document in shell.documents { shell.keepFile(of: document, from: former) }
    let folder = try WorkingFolder.path()
    shell.log.note("the names of files below are those of \(folder)", on: nil)
    return CommandResult(sentence: "in \(DisplayText(line: folder).text)")
  }
}

/// The folder of the process, in which names of files are looked up.
private enum WorkingFolder {
  /// Returns its path.
  ///
  /// - Throws: `file` if it is gone.
  static func path() throws(CommandError) -> String {
    guard let bytes = getcwd(nil, 0) else {
      throw .file(".", reason: String(cString: strerror(errno)))
    }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// Whether a name of a file means another one in another folder.
  static func isIn(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.contains("://") && path != "-"
  }
}

extension Shell {
  /// Refuses to leave the folder where something that is open could not be found again.
  fileprivate func checkNamesLast() throws(CommandError) {
    for document in documents {
      guard let path = document.source.path, WorkingFolder.isIn(path) else { continue }
      if document.source is FileSource, document.origin?.isContainer == false { continue }
      throw .outside(
        code: "usage", message: "'\(path)' is open by its name in this folder",
        hint: "close it first, or open it by its whole path")
    }
    if hasLua, let plugin = luaLayer.plugins.first(where: { WorkingFolder.isIn($0.path) }) {
      throw .outside(
        code: "usage", message: "the plugin '\(plugin.path)' was loaded by its name in this folder",
        hint: "start tablesh there, or load the plugin by its whole path")
    }
    if let what = parts.lazy.compactMap(\.needsFolder).first {
      throw .outside(code: "usage", message: "\(what) goes to this folder", hint: "end it first")
    }
  }

  /// Names the file of a table by its whole path.
  ///
  /// - Parameter folder: the folder that its name was looked up in.
  fileprivate func keepFile(of document: Document, from folder: String) {
    guard let path = document.source.path, WorkingFolder.isIn(path) else { return }
    let whole = (folder == "/" ? "" : folder) + "/" + path
    if document.name == path { document.name = whole }
    document.origin?.name(path: whole)
  }

  /// Whether a user at the prompt may run programs, and leave the folder: not in a lesson.
  public var runsPrograms: Bool { !parts.contains { $0.prompt != nil } }

  /// Runs a program on the terminal, as `!PROGRAM` at the prompt asks. ^C goes to the program.
  public func runProgram(_ line: String) -> Outcome {
    commandBegan()
    keepInHistory("!" + line)
    console.flush()
    do throws(CommandError) { try ProgramPipe.run(line) } catch {
      guard case .programFailed(_, let status) = error else { return fail(error, of: "!" + line) }
      if status == 128 + SIGINT { return .interrupted }
      writeNote("it ended with status \(status)")
    }
    return .done
  }
}
