import Glibc
import TableLua
import TableShell
import TableSources
import Terminal

/// The adapter from the shell to a session of the terminal: it converts outcomes, completions and
/// interrupts, and owns the console. A class, because both refer to it.
final class ShellSession: Session {
  private let shell: Shell
  private let console: TerminalConsole

  init(options: ShellOptions, output: StandardOutput, usesColor: Bool) {
    console = TerminalConsole(
      output: output, usesColor: usesColor, isQuiet: options.isQuiet)
    shell = Shell(options: options, console: console)
    shell.isForeground = true
    Interrupts.onInterrupt(LuaSession.interruptForeground)
  }

  var prompt: String { shell.prompt }

  var continuationPrompt: String { shell.continuationPrompt }

  var confirm: ((_ question: String) -> Bool)? {
    get { console.asks }
    set { console.asks = newValue }
  }

  var ask: ((_ question: String) -> String?)? {
    get { console.asksForText }
    set { console.asksForText = newValue }
  }

  func greet() { shell.greet() }

  func isComplete(_ text: String) -> Bool { shell.isComplete(text) }

  func run(_ text: String, at place: StatementPlace?) -> Outcome {
    perform { shell.run(text, at: place.map { Shell.Origin(source: $0.source, line: $0.line) }) }
  }

  func complete(_ line: String, cursor: Int) -> Terminal.Completion {
    let completion = shell.complete(line, cursor: cursor)
    switch completion.choices {
    case .fileNames: return Terminal.Completion(start: completion.start, choices: .fileNames)
    case .candidates(let candidates):
      return Terminal.Completion(
        start: completion.start,
        choices: .candidates(
          candidates.map {
            Candidate($0.text, description: $0.description, appendsSpace: $0.appendsSpace)
          }))
    }
  }

  func path(of folder: String) -> String { HomeFolder.expanding(folder) }

  func endOfInput(at place: StatementPlace?) -> Outcome {
    perform {
      shell.endOfInput(at: place.map { Shell.Origin(source: $0.source, line: $0.line) })
    }
  }

  func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
    shell.reportFailure(
      code: error.code, message: error.message, hint: error.hint, of: line,
      at: place.map { Shell.Origin(source: $0.source, line: $0.line) })
  }

  /// Loads plugins and opens the files of the command line.
  func start(files: [String]) -> Outcome {
    let loaded = perform { shell.loadPlugins() }
    guard loaded == .done else { return loaded }
    return perform { shell.openFirst(files) }
  }

  /// Runs a Lua script.
  func run(_ script: ScriptCall) -> Outcome {
    perform { shell.run(script: script.path, arguments: script.arguments) }
  }

  /// Loads plugins and runs a subcommand.
  func run(_ call: SubcommandCall) -> Outcome {
    let loaded = perform { shell.loadPlugins() }
    guard loaded == .done else { return loaded }
    return perform { call.command.run(in: shell) }
  }

  /// Redirects replies to standard error if a batch contains `save -`, so that only the table is on
  /// standard output.
  func keepOutputForTable(ifNeededBy options: Options) {
    var texts = options.commands
    if let script = options.script, !script.path.hasSuffix(".lua"),
      let text = try? ScriptFile.read(script.path)
    {
      texts.append(text)
    }
    console.repliesToErrors = texts.contains(where: shell.writesTableToOutput)
  }

  /// Ends the session: flushes files of scripts, and deletes the journals of a batch, which can be
  /// run again, unless a signal ended it or recovered work is not saved.
  func end() {
    shell.finishFiles()
    if !console.isInteractive, Interrupts.termination == nil {
      shell.endJournals(keepingRecovered: true)
    }
  }

  private func perform(_ body: () -> Shell.Ending) -> Outcome {
    // An interrupt that came early, for this command, must not be lost.
    if !Interrupts.isRequested { shell.clearInterrupt() }
    let ending = body()
    console.commandEnded()
    switch ending {
    case .done: return .done
    case .failed: return .failed
    case .interrupted where shell.isUnread: return .leave(status: 0)
    case .interrupted:
      Interrupts.honour()
      return .interrupted
    case .leave(let status): return .leave(status: status)
    }
  }
}
