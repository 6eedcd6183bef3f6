import BatchUpdates
import Memory
import TableKit
import TableLua
import TablePrinters

extension Shell {
  /// The source and first line number of a batch or a part of it.
  public struct Origin: Sendable {
    /// The file, `-c` or `stdin`.
    public var source: String
    /// The number of the first line, from 1.
    public var line: Int

    /// Creates a place.
    public init(source: String, line: Int) {
      self.source = source
      self.line = line
    }
  }

  /// The outcome of a line or batch.
  public enum Ending: Equatable, Sendable {
    /// All commands succeeded.
    case done
    /// A command failed; its error was printed.
    case failed
    /// The user stopped it with ^C.
    case interrupted
    /// The session is over, with this exit status.
    case leave(status: Int32)
  }

  /// Whether a text is complete, or needs a further line.
  public func isComplete(_ text: String) -> Bool {
    Script.isComplete(text, compiles: luaCheck)
  }

  /// Runs the commands of a text, in order, until one fails; with `keep-going` a batch goes on.
  public func run(_ text: String, at origin: Origin? = nil) -> Ending {
    let statements: [Statement]
    do throws(SyntaxError) {
      statements = try Script.statements(of: text, compiles: luaCheck)
    } catch {
      let failure = Failure(.syntax(error, source: text), at: origin, line: error.line)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : text
      report(failure, of: line.trimmingBlanks)
      return .failed
    }
    var ending = Ending.done
    for (index, statement) in statements.enumerated() {
      // A ^C that the last command ignored stops the following ones.
      if index > 0, console.isInterrupted {
        report(Failure(stopped(at: origin), at: origin, line: statement.line), of: statement.text)
        return .interrupted
      }
      if context.depth == 0 {
        history.append(statement.text)
        if !runDueWork(at: origin) {
          ending = .failed
          if !options.keepsGoing || origin == nil { return .failed }
        }
      }
      switch run(statement, at: origin) {
      case .done: continue
      case .failed:
        ending = .failed
        if !options.keepsGoing || origin == nil { return .failed }
      case .interrupted: return .interrupted
      case .leave(let status):
        // A failure before `quit` is still a failure.
        return .leave(status: ending == .failed && status == 0 ? 1 : status)
      }
    }
    return ending
  }

  /// Ends a session at the end of its input, as `quit` does.
  public func endOfInput(at origin: Origin? = nil) -> Ending {
    do throws(CommandError) {
      try ask(.willQuit)
      try checkNothingUnsaved()
      endJournals()
      return .leave(status: 0)
    } catch {
      if case .declined = error { return .failed }
      report(Failure(error, at: origin), of: "quit")
      return .failed
    }
  }

  /// Prints a failure from outside the shell in the shell's format.
  public func reportFailure(
    code: String, message: String, hint: String?, of line: String, at origin: Origin?
  ) {
    report(Failure(.outside(code: code, message: message, hint: hint), at: origin), of: line)
  }

  private func run(_ statement: Statement, at origin: Origin?) -> Ending {
    luaLayer.held.whileHolding { runHolding(statement, at: origin) }
  }

  private func runHolding(_ statement: Statement, at origin: Origin?) -> Ending {
    let reply = ReplyParts()
    reply.printed = options.format == .json ? "" : nil
    reply.warnings = context.reply.takeWarnings()
    return running({ $0.reply = reply }) { runReplying(statement, at: origin) }
  }

  private func runReplying(_ statement: Statement, at origin: Origin?) -> Ending {
    MemoryWatch.forget()
    let start = options.timesCommands ? ContinuousClock.now : nil
    do throws(CommandError) {
      let result = try perform(statement)
      endLine()
      try deliver(result, of: statement)
      if let start, options.format == .text { emit(Self.timeLine(.now - start)) }
      if let status = result.leave ?? leaveStatus {
        if !context.isInFile { endJournals() }
        return .leave(status: status)
      }
      return .done
    } catch {
      endLine()
      var told = error
      if case .interrupted = error { told = stopped(at: origin) }
      report(Failure(told, at: origin, line: statement.line), of: statement.text)
      return error.isInterruption ? .interrupted : .failed
    }
  }

  /// Returns the error for ^C; in a batch it names the tables that earlier commands left unsaved.
  private func stopped(at origin: Origin?) -> CommandError {
    guard origin != nil, !isDryRun else { return .interrupted }
    let unsaved = unsavedNames
    return unsaved.isEmpty ? .interrupted : .interruptedBeforeSaving(unsaved)
  }

  /// The names of tables with changes that are not in their source.
  private var unsavedNames: [String] { documents.filter(\.hasWorkToLose).map(\.name) }

  /// Writes a line end if a script left the cursor within a line of the terminal.
  private func endLine() {
    guard isMidLine else { return }
    isMidLine = false
    if isOnTerminal { emit("\n") }
  }

  /// Runs one statement, aliases expanded, and returns its result; output of a redirected statement
  /// is buffered in the result.
  func perform(_ statement: Statement) throws(CommandError) -> CommandResult {
    guard statement.redirection != .none, !keepsRedirection(statement) else {
      return try execute(statement)
    }
    // An alias defined by Lua runs with Lua's permissions.
    let isOfLua =
      statement.words.first.map { isAlias($0) && luaLayer.aliases.contains($0.text) } ?? false
    return try running({ $0.isOfLua = $0.isOfLua || isOfLua }) { () throws(CommandError) in
      // Before the command runs: permission is checked first.
      let file = try checkRedirection(of: statement)
      let held = HeldOutput()
      do throws(CommandError) {
        var result = try running({ $0.output = held }) { () throws(CommandError) in
          try execute(statement)
        }
        if result.redirection == nil { result.outputFile = file }
        result.held = held.bytes + result.held
        return result
      } catch {
        if !held.bytes.isEmpty { try? send(held.bytes, to: statement.redirection, as: file) }
        throw error
      }
    }
  }

  /// Whether a redirection is not applied to the statement: there is no such command, or `alias`
  /// stores it for the aliased command.
  private func keepsRedirection(_ statement: Statement) -> Bool {
    guard let first = statement.words.first else { return true }
    if isAlias(first) { return false }
    return registry.find(first.text).map { $0.name == "alias" } ?? true
  }

  private func isAlias(_ word: Word) -> Bool {
    aliases[word.text] != nil && word.isUnquoted && !context.aliases.contains(word.text)
  }

  /// Runs one statement and returns its result; the caller handles the redirection.
  func execute(_ statement: Statement) throws(CommandError) -> CommandResult {
    guard let first = statement.words.first else { return .nothing }
    if isAlias(first), let body = aliases[first.text] {
      let isOfLua = luaLayer.aliases.contains(first.text)
      return try running({
        $0.aliases.insert(first.text)
        $0.isOfLua = $0.isOfLua || isOfLua
      }) { () throws(CommandError) in try expand(body, statement) }
    }
    guard let command = registry.find(first.text) else { throw unknownCommand(of: statement) }
    let invocation = try Invocation(self, command, statement)
    return try running({
      $0.depth += 1
      $0.skipsErrors = $0.skipsErrors || invocation.has("--skip-errors")
    }) { () throws(CommandError) in
      let isRehearsal = command.changes && invocation.has("--dry-run")
      return try isRehearsal ? rehearse(invocation) : withHooks(invocation)
    }
  }

  /// Runs a command without hooks, then settles the scroll offset.
  func runAlone(_ invocation: Invocation) throws(CommandError) -> CommandResult {
    defer { if let current { settle(current) } }
    guard invocation.command.joinsSteps else { return try invocation.form.run(invocation) }
    return try asOneStep(title: invocation.statement.text) { () throws(CommandError) in
      try invocation.form.run(invocation)
    }
  }

  /// Runs a command with its hooks as a dry run: rolls back all tables, and writes nothing.
  private func rehearse(_ invocation: Invocation) throws(CommandError) -> CommandResult {
    let former = Checkpoint(self)
    return try holding { () throws(CommandError) in
      let (held, known) = (documents, changesToTell.count)
      defer {
        changesToTell.removeLast(max(0, changesToTell.count - known))
        restore(former, held: held)
      }
      return try running({
        $0.line = invocation.statement.text
        $0.isDryRun = true
      }) { () throws(CommandError) in
        var result = try withHooks(invocation)
        result.sentence = "dry run: " + (result.sentence ?? sentence(for: result, on: current))
        result.showsTable = false
        return result
      }
    }
  }

  /// Runs the body of an alias with the words after its name.
  private func expand(
    _ body: String, _ statement: Statement
  ) throws(CommandError) -> CommandResult {
    let rest = statement.text(fromWord: 1)
    let text = rest.isEmpty ? body : body + " " + rest
    let statements: [Statement]
    do throws(SyntaxError) {
      statements = try Script.statements(of: text, compiles: luaCheck)
    } catch {
      throw .syntax(error, source: text)
    }
    return try running({ $0.depth += 1 }) { () throws(CommandError) in
      var result = CommandResult.nothing
      for (index, inner) in statements.enumerated() {
        let isLast = index == statements.count - 1
        // The words after the name include the statement's redirection, which was already checked.
        let isChecked = isLast && !rest.isEmpty && statement.redirection != .none
        result = isChecked ? try execute(inner) : try perform(inner)
        if !isLast {
          try deliver(result, of: inner)
        } else if !isChecked, inner.redirection != .none {
          result.redirection = result.redirection ?? inner.redirection
        }
      }
      return result
    }
  }

  /// Asks on a terminal whether to save or discard unsaved changes; in a batch they are an error.
  ///
  /// - Throws: `declined` if the user cancels, `unsavedChanges` in a batch; the errors of saving.
  func checkNothingUnsaved() throws(CommandError) {
    guard !isDryRun else { return }
    let unsaved = documents.filter(\.hasWorkToLose)
    guard !unsaved.isEmpty else { return }
    let names = unsaved.map(\.name)
    guard console.isInteractive else { throw .unsavedChanges(names) }
    let question = "Unsaved changes in \(names.joined(separator: ", ")): save, discard or cancel?"
    switch console.ask(DisplayText(question).text + " [s/d/C] ")?.trimmingBlanks.lowercased() {
    case "s", "save": for document in unsaved { try saveToLeave(document) }
    case "d", "discard": return
    default: throw .declined
    }
  }

  /// Saves a table and prints the reply; on failure the table stays the current one.
  private func saveToLeave(_ document: Document) throws(CommandError) {
    let former = current
    current = document
    let statement = try statement("save")
    let result = try run(.save, statement)
    try deliver(result, of: statement)
    current = former
  }
}

extension String {
  /// The string without leading and trailing whitespace.
  var trimmingBlanks: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
