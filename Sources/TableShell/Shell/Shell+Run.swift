import BatchUpdates
import Memory
import TableKit
import TableLua
import TablePrinters
import Wording

extension Shell {
  /// Whether a text can be run, or wants another line.
  public func isComplete(_ text: String) -> Bool {
    Script.isComplete(text, compiles: luaCheck)
  }

  /// Runs the commands of a text, in order; the first that fails ends it, unless the session goes
  /// on after failures.
  public func run(_ text: String, at origin: StatementPlace? = nil) -> Outcome {
    if context.depth == 0 { beginCommand() }
    let statements: [Statement]
    do throws(SyntaxError) {
      statements = try Script.statements(of: text, compiles: luaCheck)
    } catch {
      let failure = Failure(.syntax(error, source: text), at: origin?.line(error.line))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : text
      report(failure, of: line.trimmingBlanks)
      return .failed
    }
    var ending = Outcome.done
    for (index, statement) in statements.enumerated() {
      // ^C that the command before took no notice of is for all that follow.
      if index > 0, console.isInterrupted {
        return fail(stopped(at: origin), of: statement, at: origin)
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
        // What failed before it stays failed.
        return .leave(status: ending == .failed && status == 0 ? 1 : status)
      }
    }
    return ending
  }

  /// Ends a session whose input is over, as `quit` does.
  public func endOfInput(at origin: StatementPlace? = nil) -> Outcome {
    beginCommand()
    do throws(CommandError) {
      try ask(.willQuit)
      try checkNothingUnsaved()
      endJournals()
      return .leave(status: 0)
    } catch {
      if case .declined = error { return .failed }
      return fail(error, of: "quit", at: origin)
    }
  }

  /// A ^C from now on stops what runs now.
  private func beginCommand() {
    console.commandBegan()
    // One that came for this command, if early, must not be lost.
    if hasLua, !console.isInterrupted { lua.clearInterrupt() }
  }

  /// Tells of an error, and says how what failed has ended.
  func fail(_ error: CommandError, of line: String, at origin: StatementPlace? = nil) -> Outcome {
    report(Failure(error, at: origin), of: line)
    guard error.isInterruption else { return .failed }
    return isUnread && context.depth == 0 ? .leave(status: 0) : .interrupted
  }

  /// Tells of a failure from outside the shell as it tells of its own.
  public func reportFailure(
    code: String, message: String, hint: String?, of line: String, at origin: StatementPlace?
  ) {
    report(Failure(.outside(code: code, message: message, hint: hint), at: origin), of: line)
  }

  private func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome {
    luaLayer.held.whileHolding { runHolding(statement, at: origin) }
  }

  private func runHolding(_ statement: Statement, at origin: StatementPlace?) -> Outcome {
    let reply = ReplyParts()
    reply.printed = options.format == .json ? "" : nil
    reply.warnings = context.reply.takeWarnings()
    return running({ $0.reply = reply }) { runReplying(statement, at: origin) }
  }

  private func runReplying(_ statement: Statement, at origin: StatementPlace?) -> Outcome {
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
      return fail(told, of: statement, at: origin)
    }
  }

  private func fail(
    _ error: CommandError, of statement: Statement, at origin: StatementPlace?
  ) -> Outcome {
    fail(error, of: statement.text, at: origin?.line(statement.line))
  }

  /// Why a command did not do its work when the user stops it: in a batch with what commands before
  /// it have left unsaved, which is not taken back.
  private func stopped(at origin: StatementPlace?) -> CommandError {
    guard origin != nil, !isDryRun else { return .interrupted }
    let unsaved = unsavedNames
    return unsaved.isEmpty ? .interrupted : .interruptedBeforeSaving(unsaved)
  }

  /// The names of the tables whose source lacks what was changed.
  private var unsavedNames: [String] { documents.filter(\.hasWorkToLose).map(\.name) }

  /// Ends a line that a script has left open on a terminal: a prompt or an error follows.
  private func endLine() {
    guard isMidLine else { return }
    isMidLine = false
    if isOnTerminal { emit("\n") }
  }

  /// Runs one statement and answers what it has to say, and what it wrote meanwhile if its output
  /// goes elsewhere.
  func perform(_ statement: Statement) throws(CommandError) -> CommandResult {
    guard statement.redirection != .none, !keepsRedirection(statement) else {
      return try execute(statement)
    }
    // What Lua has made the name of may go no further than Lua.
    let isOfLua =
      statement.words.first.map { isAlias($0) && luaLayer.aliases.contains($0.text) } ?? false
    return try running({ $0.isOfLua = $0.isOfLua || isOfLua }) { () throws(CommandError) in
      // Before anything runs: nothing is ever sent where nobody was asked.
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

  /// Whether a redirection is not the statement's own, because there is no such command, or because
  /// an alias keeps it for the command it is to stand for.
  private func keepsRedirection(_ statement: Statement) -> Bool {
    guard let first = statement.words.first else { return true }
    if isAlias(first) { return false }
    return registry.find(first.text).map { $0.name == "alias" } ?? true
  }

  private func isAlias(_ word: Word) -> Bool {
    aliases[word.text] != nil && word.isUnquoted && !context.aliases.contains(word.text)
  }

  /// Runs one statement and answers what it has to say; where that goes is the caller's to check.
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

  /// Runs a command without hooks around it, and keeps its table on the screen.
  func runAlone(_ invocation: Invocation) throws(CommandError) -> CommandResult {
    defer { if let current { settle(current) } }
    guard invocation.command.joinsSteps else { return try invocation.form.run(invocation) }
    return try asOneStep(title: invocation.statement.text) { () throws(CommandError) in
      try invocation.form.run(invocation)
    }
  }

  /// Runs a command with its hooks, any of which may refuse it, and takes back what they did, on all
  /// tables; nothing is written meanwhile.
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

  /// Runs what an alias stands for, with the words that followed it.
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
        // The words behind the name bring the statement's own redirection along, which was checked.
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

  /// Asks on a terminal whether unsaved work is to be saved or discarded; in a batch it is an error.
  ///
  /// - Throws: `declined` where the session is to go on; what keeps a table from being saved.
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

  /// Saves a table as `save` does, and says so. The table is the current one where that fails.
  private func saveToLeave(_ document: Document) throws(CommandError) {
    let former = current
    current = document
    let statement = try statement("save")
    let result = try run(.save, statement)
    try deliver(result, of: statement)
    current = former
  }
}

extension StatementPlace {
  /// The place of a line of the text that begins here, counted from 1.
  fileprivate func line(_ number: Int) -> StatementPlace {
    StatementPlace(source: source, line: line + number - 1)
  }
}

extension String {
  /// Without blanks and line ends around it.
  var trimmingBlanks: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
