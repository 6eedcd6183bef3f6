import CommandLanguage

// The road of a typed line, from top to bottom:
//     text → statements → command with arguments → edits → transaction → reply
// The first two and the last stand here; what happens to a statement in between is the list of
// `RunStage`.

import Memory
import Wording

// MARK: - Text to statements

extension Shell {
  /// Whether a text can be run, or wants another line.
  public func isComplete(_ text: String) -> Bool {
    parts.contains { $0.statement(of: text) != nil } || Script.isComplete(text, compiles: luaCheck)
  }

  /// The statements of a text to run: one, where a part takes what is typed as it stands.
  private func read(_ text: String) throws(SyntaxError) -> [Statement] {
    if context.depth == 0, let whole = parts.lazy.compactMap({ $0.statement(of: text) }).first {
      return [whole]
    }
    return try Script.statements(of: text, compiles: luaCheck)
  }

  /// The statements of a text.
  package func statements(of text: String) throws(CommandError) -> [Statement] {
    do throws(SyntaxError) { return try Script.statements(of: text, compiles: luaCheck) } catch {
      throw luaGuess.unreadable(error, in: text)
    }
  }

  /// Returns the first statement of a line.
  package func statement(_ line: String) throws(CommandError) -> Statement {
    guard let statement = try statements(of: line).first else {
      throw .usage("nothing to run", synopsis: [])
    }
    return statement
  }

  /// Runs the commands of a text, in order; the first that fails ends it, unless the session goes
  /// on after failures, or it is an `assert every`.
  ///
  /// - Parameter origin: where the text begins, in a batch; nil when it was typed.
  public func run(_ text: String, at origin: StatementPlace? = nil) -> Outcome {
    if context.depth == 0 {
      commandBegan()
      for part in parts { part.willRead(text, at: origin) }
    }
    if origin == nil, context.depth == 0 {
      typed = console.isInteractive ? prompt + text : ""
      answeredLines = 0
      // Index paths of the first command mean the rows that were there when it was begun.
      context.seen = seen
      seen = nil
    }
    defer { if context.depth == 0 { (context.seen, context.former) = (nil, "") } }
    if origin != nil, options.echoes, !repliesInJSON, !echoes.echo(text) {
      return .interrupted
    }
    return runAll(text, at: origin)
  }

  /// Runs the commands of a text as `run` does, when it is printed.
  func runAll(_ text: String, at origin: StatementPlace?) -> Outcome {
    let statements: [Statement]
    do throws(SyntaxError) {
      statements = try read(text)
    } catch {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : text
      let unread = luaGuess.unreadable(error, in: text)
      willRun(line.trimmingBlanks)(.failed(unread))
      return retrying(text, at: origin) {
        fail(unread, of: line.trimmingBlanks, at: origin?.line(error.line))
      }
    }
    let comments = parts.compactMap { $0.comments(of: text) }
    if statements.isEmpty { for tell in comments { tell(nil) } }
    let isFollowed = context.isFollowed
    defer { (context.isFollowed, context.latter) = (isFollowed, "") }
    return inOrder(statements.enumerated(), at: origin) { (index, statement) in
      context.isFollowed = isFollowed || index < statements.count - 1
      context.latter = statements[(index + 1)...].prefix { $0.line == statement.line }
        .map(\.text).joined(separator: "; ")
      if index > 0 { (context.seen, context.former) = (nil, statements[index - 1].text) }
      // A ^C that the last command ignored stops the following ones.
      if index > 0, console.isInterrupted {
        return fail(stopped(at: origin), of: statement.text, at: origin?.line(statement.line))
      }
      var hasFailed = false
      if context.depth == 0 {
        if index == 0 || !keepsLines || origin != nil {
          keepInHistory(keepsLines && origin == nil ? text : statement.text)
        }
        hasFailed = !runDueWork(at: origin)
        if hasFailed, !keepsGoing || origin == nil { return .failed }
      }
      for tell in comments { tell(statement.line) }
      let outcome = retrying(statement.text, at: origin) {
        (context.depth == 0 ? runInPart(statement, at: origin) : nil) ?? run(statement, at: origin)
      }
      return hasFailed && outcome == .done ? .failed : outcome
    }
  }

  /// Runs a command; in a batch that waits at each, the user is asked where it fails.
  private func retrying(
    _ text: String, at origin: StatementPlace?, _ body: () -> Outcome
  ) -> Outcome {
    guard let origin, echoes.retries(at: origin) else { return body() }
    return echoes.retrying(text, at: origin, body)
  }

  /// Whether the history holds what a user types line by line, as the prompt recalls it.
  private var keepsLines: Bool { console.isInteractive }

  /// Adds what was typed to the history, as the prompt does: not what begins with a blank, and one
  /// that is typed again only once.
  func keepInHistory(_ text: String) {
    let text = Secrets.hidden(text)
    if keepsLines, text.first?.isWhitespace ?? true || history.last == text { return }
    history.append(text)
  }

  /// Runs the parts of a text one after the other; the first that fails ends it, unless the session
  /// goes on after failures, or it is an `assert every`.
  func inOrder<Part>(
    _ parts: some Sequence<Part>, at origin: StatementPlace?, _ body: (Part) -> Outcome
  ) -> Outcome {
    var ending = Outcome.done
    for part in parts {
      switch body(part) {
      case .done: continue
      case .failed:
        ending = .failed
        if !keepsGoing || origin == nil { return .failed }
      case .unmet:
        if ending == .done { ending = .unmet }
      case .interrupted: return .interrupted
      case .leave(let status):
        // A failure before `quit` is still a failure.
        return .leave(status: ending != .done && status == 0 ? 1 : status)
      }
    }
    return ending
  }

  /// Whether the commands of a file run after one that failed.
  private var keepsGoing: Bool { options.keepsGoing || context.keepsGoing }

  /// A command begins: a ^C from now on stops it.
  package func commandBegan() {
    console.commandBegan()
    // One that came for this command, if early, must not be lost.
    if hasLua, !console.isInterrupted { lua.clearInterrupt() }
  }

  /// Why a command did not do its work when the user stops it: in a batch with what commands before
  /// it have left unsaved, which is not taken back.
  private func stopped(at origin: StatementPlace?) -> CommandError {
    guard origin != nil, !isDryRun else { return .interrupted }
    let unsaved = documents.filter(\.hasWorkToLose).map(\.name)
    return unsaved.isEmpty ? .interrupted : .interruptedBeforeSaving(unsaved)
  }
}

extension StatementPlace {
  /// The place of a line of the text that begins here, counted from 1.
  package func line(_ number: Int) -> StatementPlace {
    StatementPlace(source: source, line: line.map { $0 + number - 1 })
  }
}

// MARK: - A statement, and its reply or its error

extension Shell {
  package func run(_ statement: Statement, at origin: StatementPlace?) -> Outcome {
    let outer = context
    if outer.depth == 0 { for part in parts { part.commandBegins() } }
    defer {
      context = outer
      if outer.depth == 0 { for part in parts { part.commandEnded() } }
    }
    let end = willRun(statement.text, statement)
    defer { for part in parts { part.didRun() } }
    let reply = ReplyParts()
    reply.printed = repliesInJSON ? [] : nil
    reply.warnings = context.reply.takeWarnings()
    context.reply = reply
    if !context.repliesToLua { context.isRedirected = false }
    MemoryWatch.forget()
    let start = options.timesCommands ? ContinuousClock.now : nil

    let leave: Int32?
    do throws(CommandError) {
      leave = try luaLayer.held.whileHolding { () throws(CommandError) in
        let result = try run(statement, from: .redirection)
        endLine()
        try deliver(result, of: statement)
        let isRedirected = (result.redirection ?? statement.redirection) != .none
        end(.done(result, isRedirected: isRedirected))
        return result.leave
      }
    } catch {
      endLine()
      var reported = outer.depth == 0 ? error.followed(by: outer.latter, in: self) : error
      if case .interrupted = error { reported = stopped(at: origin) }
      if case .interruptedWatch(let pushes, _) = error,
        case .interruptedBeforeSaving(let names) = stopped(at: origin)
      {
        reported = .interruptedWatch(pushes: pushes, unsaved: names)
      }
      end(.failed(reported))
      return fail(reported, of: statement.text, at: origin?.line(statement.line))
    }

    if let start, !repliesInJSON { emit(Self.timeLine(.now - start)) }
    guard let status = leave ?? leaveStatus else { return .done }
    if !context.isInFile { endJournals() }
    return .leave(status: status)
  }

  /// Runs a built-in command even if an alias has its name.
  package func run(_ command: Command, _ statement: Statement) throws(CommandError) -> CommandResult
  {
    let invocation = try Invocation(self, command, statement)
    return try invocation.form.run(invocation)
  }

  /// Writes a line end if a script left the cursor within a line of the terminal.
  private func endLine() {
    guard isMidLine else { return }
    isMidLine = false
    if isOnTerminal { emit("\n") }
  }
}
