import CommandLanguage
import LibC
import TableShell
import TableSources
import Terminal
import Wording

/// Chooses the source of statements and runs them: a script, `-c`, standard input or a terminal.
struct Program {
  let options: Options
  let session: any Session
  /// Where the session asks its questions.
  let console: TerminalConsole
  let output: StandardOutput
  /// Runs a Lua script; provided by the session, which owns the Lua state.
  let runLua: (ScriptCall) -> Outcome

  /// Runs to the end.
  ///
  /// - Parameter start: runs first, as to open tables; the program continues only after `done`.
  /// - Returns: the exit status.
  func run(after start: () -> Outcome = { .done }) -> Int32 {
    if let path = options.script?.path, path != "-", access(path, F_OK) != 0, errno == ENOENT {
      session.report(.noSuchFile(path), at: nil, of: "run \(path)")
      return output.finish(status: 1)
    }
    if let script = options.script, let option = script.strayOption {
      let error = TerminalError.optionBehindScript(
        option, script: script.path, words: script.arguments)
      session.report(error, at: nil, of: "run \(script.path)")
      return output.finish(status: Self.badUsage)
    }
    let input = commandInput
    // A user who will be at the prompt can be asked about permissions of plugins, too.
    if let input, isatty(input) != 0 {
      console.asksAhead = { [output] question in
        output.flush()
        return PlainLines(input: input).answer(to: question)
      }
    }
    return end(of: start, failure: 1) ?? run(input)
  }

  /// Runs a subcommand, or what else is done in place of commands, to the end.
  ///
  /// - Returns: the exit status.
  func run(failureStatus failure: Int32, _ body: () -> Outcome) -> Int32 {
    end(of: body, failure: failure) ?? output.finish(status: 0, failure: failure)
  }

  /// Runs a body; returns the exit status if it ends the program, nil after `done`.
  private func end(of body: () -> Outcome, failure: Int32) -> Int32? {
    let outcome = Interrupts.stopping(body)
    if let signal = Interrupts.termination { return output.finish(status: 128 + signal) }
    switch outcome {
    case .done: return nil
    case .interrupted: return output.finish(status: 128 + SIGINT)
    case .failed, .unmet: return output.finish(status: failure, failure: failure)
    case .leave(let status): return output.finish(status: status, failure: failure)
    }
  }

  private func run(_ input: Int32?) -> Int32 {
    if let script = options.script { return run(script) }
    if !options.commands.isEmpty {
      return batch { batch in options.commands.forEach { batch.run($0, from: "-c") } }
    }
    guard let input else {
      var errors = StandardError()
      errors.report(.noCommands)
      return Self.badUsage
    }
    if LineEditor.canEdit(input: input) {
      let editor = LineEditor(name: "tablesh", input: input, usesColor: console.usesColor)
      return interact(input: editor, keeps: true)
    }
    if isatty(input) != 0 { return interact(input: PlainLines(input: input), keeps: false) }
    return batch { $0.run(PlainLines(input: input), from: "stdin") }
  }

  private static let badUsage: Int32 = 64

  /// The descriptor of commands, unless the command line has them: standard input or, if that is a
  /// table, the terminal.
  private var commandInput: Int32? {
    guard options.script == nil, options.commands.isEmpty else { return nil }
    guard options.files.contains("-"), isatty(STDIN_FILENO) == 0 else { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return terminal >= 0 ? terminal : nil
  }

  private func interact(input: any LineInput, keeps: Bool) -> Int32 {
    let path = keeps ? History.standardPath(program: "tablesh", environment: environment) : nil
    let loop = InteractiveLoop(
      session: session, input: input, output: output, history: path.map { History(path: $0) })
    console.prompt = loop
    session.begin()
    session.greet()
    let status = loop.run()
    session.end()
    return output.finish(status: status)
  }

  private func batch(_ body: (BatchRunner) -> Void) -> Int32 {
    let batch = BatchRunner(session: session, output: output, keepGoing: options.shell.keepsGoing)
    body(batch)
    return batch.finish()
  }

  private func run(_ script: ScriptCall) -> Int32 {
    if script.isLua { return batch { $0.perform { runLua(script) } } }
    do throws(TerminalError) {
      let text = try ScriptFile.read(script.path)
      return batch { $0.run(text, from: script.path) }
    } catch {
      session.report(error, at: nil, of: "run \(script.path)")
      return output.finish(status: 1)
    }
  }
}

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The shell is the interpreter behind the terminal.
extension Shell: Session {
  /// The path that a word stands for which begins with `~`.
  public func path(of folder: String) -> String { HomeFolder.expanding(folder) }

  /// The names of the files in a folder.
  public func fileNames(in folder: String) -> [String] { FileName.names(in: folder) }

  /// Reports a failure of the terminal as one of its own.
  public func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
    var hint = error.hint
    if case .noSuchFile(let path) = error { hint = SourceError.noSuchFile(path).hint }
    reportFailure(code: error.code, message: error.message, hint: hint, of: line, at: place)
  }
}
