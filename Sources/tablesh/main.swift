import CEnding
import LibC
import Rooms
import TableLua
import TableShell
import Terminal
import Wording

StandardStreams.occupy()
let options: Options
do {
  try ProcessArguments.checkEnvironment()
  options = try CommandLineReader.read(ProcessArguments.read())
  try CommandLineReader.checkScript(options)
} catch let error as BadOption {
  var errors = StandardError()
  errors.report(error)
  exit(64)
} catch {
  CommandLineReader.exit(for: error)
}
exit(start(options))

/// Runs the program and returns its exit status.
func start(_ options: Options) -> Int32 {
  var errors = StandardError()
  do throws(TerminalError) { try Interrupts.install() } catch { errors.report(error) }
  let output = StandardOutput()
  func usesColor(_ isTerminal: Bool) -> Bool {
    options.color.usesColor(
      onTerminal: isTerminal && !LineEditor.isDumb(environment("TERM")),
      noColor: environment("NO_COLOR"))
  }
  let console = TerminalConsole(
    output: output, usesColor: usesColor(output.isTerminal),
    usesColorForErrors: usesColor(isatty(STDERR_FILENO) != 0), isQuiet: options.shell.isQuiet)
  let shell = Shell(options: ShellOptions(options), console: console, rooms: Room.all)
  shell.isForeground = true
  Interrupts.onInterrupt(LuaSession.interruptForeground)
  Interrupts.onEnd(ending_remove_files, waits: ending_is_writing)
  // What scripts have buffered is written, and the journals of a batch go, whose commands are in
  // its script, unless a signal ended it or recovered work is not saved.
  defer {
    shell.endParts()
    shell.finishFiles()
    if !console.isInteractive, Interrupts.termination == nil {
      shell.endJournals(keepingRecovered: true)
    }
  }

  let program = Program(
    options: options, session: shell, console: console, output: output,
    runLua: { shell.luaLayer.run(script: $0.path, arguments: $0.arguments) })
  if let subcommand = options.subcommand {
    return program.run(failureStatus: type(of: subcommand).failureStatus) {
      let loaded = shell.luaLayer.loadPlugins()
      return loaded == .done ? subcommand.run(in: shell) : loaded
    }
  }
  if let path = options.checkedRecording {
    return program.run(failureStatus: 2) { shell.runSubcommand(.checkRecording(path)) }
  }
  switch options.lesson {
  case .line(let words):
    return program.run(failureStatus: 1) {
      shell.run(words.map(ShellWord.quoted).joined(separator: " "), at: nil)
    }
  case .list:
    // Who only wants to know how far they are is not kept at a prompt.
    let staysOpen = isatty(STDIN_FILENO) != 0 && output.isTerminal && options.commands.isEmpty
    if !staysOpen, options.commands.isEmpty {
      return program.run(failureStatus: 1) { shell.runSubcommand(.lessons) }
    }
  case .begin, nil: break
  }
  console.repliesToErrors = savesTableToOutput(options, shell)
  return program.run {
    let loaded = shell.luaLayer.loadPlugins()
    let opened = loaded == .done ? shell.openFirst(options.tables) : loaded
    guard opened == .done else { return opened }
    if options.servedPort != nil || options.presentedPort != nil {
      // They say what the rows of its file are, and have no meaning for others.
      shell.options.sectionColumn = nil
      shell.options.reading.key = []
    }
    if let recorded = options.recorded {
      return shell.runSubcommand(.record(recorded))
    }
    switch options.lesson {
    case .begin(let name, let step):
      let number = step.map { " \($0)" } ?? ""
      return shell.run("lesson \(ShellWord.quoted(name))\(number)", at: nil)
    case .list: return shell.runSubcommand(.lessons)
    case .line, nil: break
    }
    if let port = options.servedPort { return shell.run("serve --port \(port)", at: nil) }
    if let port = options.presentedPort {
      let option = options.opensBrowser ? "" : " --no-open"
      return shell.run("present --port \(port)\(option)", at: nil)
    }
    return opened
  }
}

/// True if a batch holds a `save -`: the table then stands alone on standard output, and replies go
/// to standard error.
func savesTableToOutput(_ options: Options, _ shell: Shell) -> Bool {
  var texts = options.commands
  if let script = options.script, !script.isLua, let text = try? ScriptFile.read(script.path) {
    texts.append(text)
  }
  var search = TableOutputSearch(shell)
  return texts.map { search.finds(in: $0) }.contains(true)
}
