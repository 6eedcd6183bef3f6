import CommandLanguage
import Wording

// What happens to one statement, from top to bottom: the list of stages, and below it the work of
// each in the same order. `Shell.run(_:at:)` prints the reply.

/// A stage on the way of one statement. It does its part around all that follow it, so that results
/// and errors come back up through those before.
package struct RunStage {
  /// The name by which callers that need only some stages begin at one.
  package enum Name: String {
    case redirection, guess, context, alias, command, log, window, rehearsal, hooks, cells, screen
    case step, telling, work
  }

  fileprivate typealias Run =
    @Sendable (Shell) -> (RunningStatement) throws(CommandError) -> CommandResult

  let name: Name
  /// What it adds, in one sentence.
  let adds: String
  fileprivate let run: Run

  fileprivate init(_ name: Name, _ adds: String, _ run: @escaping Run) {
    (self.name, self.adds, self.run) = (name, adds, run)
  }

  /// All stages, in the order in which a statement goes through them.
  static let all = [
    RunStage(
      .redirection, "Holds the output of a redirected statement, for its file or program.",
      Shell.redirect),
    RunStage(.guess, "Gives an error a hint what may have been meant.", Shell.guess),
    RunStage(
      .context, "Gives the statement a context of its own, which ends with it.", Shell.enter),
    RunStage(.alias, "Runs what an alias stands for, in place of all that follows.", Shell.expand),
    RunStage(.command, "Finds the command, and the form that the words match.", Shell.findCommand),
    RunStage(.log, "Writes down what a script of the session needs of it.", Shell.writeDown),
    RunStage(
      .window, "Refuses commands for which a part of the table, which is in memory, is not enough.",
      Shell.checkWindow),
    RunStage(.rehearsal, "Takes everything back after --dry-run.", Shell.rehearse),
    RunStage(.hooks, "Asks hooks before the command, and tells them after it.", Shell.callHooks),
    RunStage(.cells, "Has policies draw the cells that come on the screen.", Shell.drawCells),
    RunStage(.screen, "Keeps the scrolled table within its content.", Shell.keepOnScreen),
    RunStage(
      .step, "Makes all edits one undo step, and takes them back if one fails.", Shell.joinEdits),
    RunStage(
      .telling, "Tells hooks of the edits; what they edit is part of the step.", Shell.tellEdits),
    RunStage(.work, "Does what the matched form says, here or in the source.", Shell.work),
  ]
}

/// A statement on its way through the stages. A class, because stages tell those around them what
/// they found.
private final class RunningStatement {
  let statement: Statement
  private let shell: Shell
  /// The stages that have not begun.
  private var stages: ArraySlice<RunStage>
  /// The command with its arguments; set by the stage `command`.
  var found: Invocation?
  /// Whether hooks are told of its edits; set by the stage `hooks`.
  var tellsEdits = false
  /// The result of the command alone, if it stays the result as hooks edited nothing; set by the
  /// stage `telling`.
  var own: CommandResult?

  init(_ statement: Statement, from first: RunStage.Name, in shell: Shell) {
    self.statement = statement
    self.shell = shell
    stages = RunStage.all.drop { $0.name != first }
  }

  /// The command with its arguments.
  var invocation: Invocation {
    guard let found else { preconditionFailure("no command was found for '\(statement.text)'") }
    return found
  }

  /// Runs the stages that follow; each is run once.
  func rest() throws(CommandError) -> CommandResult {
    guard let stage = stages.popFirst() else {
      preconditionFailure("nothing follows the last stage")
    }
    return try stage.run(shell)(self)
  }
}

extension Shell {
  /// Runs one statement, aliases expanded, and returns its result; what is printed of it, and where,
  /// is the caller's to do.
  ///
  /// - Parameter first: the first stage: `redirection`; `guess` if the caller handles the redirection.
  package func run(_ statement: Statement, from first: RunStage.Name) throws(CommandError)
    -> CommandResult
  {
    try RunningStatement(statement, from: first, in: self).rest()
  }
}

// MARK: - From statement to command with arguments

extension Shell {
  fileprivate func redirect(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    let statement = running.statement
    guard statement.redirection != .none, !keepsRedirection(statement) else {
      return try running.rest()
    }
    if let error = MeantLine(shell: self).mistakenRedirection(of: statement) { throw error }
    // No file is made for what its command cannot read.
    if let name = statement.words.first, !isAlias(name), let command = registry.find(name.text) {
      do throws(CommandError) { _ = try Invocation(self, command, statement) } catch {
        throw error.withGuess(at: statement, in: self)
      }
    }
    let outer = context
    defer { context = outer }
    // Before anything runs: nothing is ever sent where nobody was asked.
    let alias = statement.words.first.flatMap { isAlias($0) ? $0.text : nil }
    let isNew = TextFile.isMissing(for: statement.redirection)
    let file = try asMaker(of: alias) { () throws(CommandError) in
      try checkRedirection(of: statement)
    }
    let held = HeldOutput()
    (context.output, context.pushOutput, context.isRedirected) = (held, held, true)
    context.isKept = !statement.redirection.isProgram
    do throws(CommandError) {
      var result = try running.rest()
      if held.isCut { throw .stopped }
      if result.redirection == nil { result.outputFile = file }
      result.held = result.held.isEmpty ? held.bytes : held.bytes + result.held
      result.holdsTable = held.holdsTable
      return result
    } catch {
      if !held.bytes.isEmpty {
        try? send(held.bytes, to: statement.redirection, as: file)
      } else if isNew {
        TextFile.removeEmpty(for: statement.redirection, as: file)
      }
      throw error
    }
  }

  /// Whether a redirection is not applied to the statement: there is no such command, or `alias`
  /// stores it for the aliased command.
  private func keepsRedirection(_ statement: Statement) -> Bool {
    guard let first = statement.words.first else { return true }
    if isAlias(first) { return false }
    return registry.find(first.text).map { $0.name == "alias" } ?? true
  }

  fileprivate func guess(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    do throws(CommandError) { return try running.rest() } catch {
      throw error.withGuess(at: running.statement, in: self)
    }
  }

  fileprivate func enter(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    if running.statement.words.isEmpty { return .nothing }
    let outer = context
    defer { context = outer }
    context.depth += 1
    visitCurrent()
    return try running.rest()
  }

  fileprivate func expand(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    guard let name = running.statement.words.first, isAlias(name), let body = aliases[name.text]
    else { return try running.rest() }
    context.aliases.insert(name.text)
    return try asMaker(of: name.text) { () throws(CommandError) in
      try run(body, as: running.statement)
    }
  }

  func isAlias(_ word: Word) -> Bool {
    aliases[word.text] != nil && word.isUnquoted && !context.aliases.contains(word.text)
  }

  /// Runs what an alias stands for, with the words that followed it.
  private func run(_ body: String, as statement: Statement) throws(CommandError) -> CommandResult {
    let rest = statement.text(fromWord: 1)
    let statements = try statements(of: rest.isEmpty ? body : body + " " + rest)
    var result = CommandResult.nothing
    for (index, inner) in statements.enumerated() {
      let isLast = index == statements.count - 1
      // The words behind the name bring the statement's own redirection along, which was checked.
      let isChecked = isLast && !rest.isEmpty && statement.redirection != .none
      result = try run(inner, from: isChecked ? .guess : .redirection)
      if !isLast {
        try deliver(result, of: inner)
      } else if !isChecked, inner.redirection != .none {
        result.redirection = result.redirection ?? inner.redirection
      }
    }
    return result
  }

  fileprivate func findCommand(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    let statement = running.statement
    guard let command = statement.words.first.flatMap({ registry.find($0.text) }) else {
      throw luaGuess.unknownCommand(of: statement)
    }
    let invocation = try Invocation(self, command, statement)
    running.found = invocation
    if invocation.has("--skip-errors") { context.skipsErrors = true }
    context.line = Secrets.hidden(statement.text)
    return try running.rest()
  }
}

// MARK: - The command, and what is around it

extension Shell {
  /// What a command runs in its turn, and what hooks run, is part of the command.
  fileprivate func writeDown(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    guard !context.isHeld, context.caller?.hookDepth ?? 0 == 0 else { return try running.rest() }
    let outer = context.logged
    let open = log.begin(running.invocation)
    context.logged = (open.entry.number, open.entry.use)
    var hasFailed = true
    defer {
      context.logged = outer
      log.end(open, outer: outer?.number ?? 0, hasFailed: hasFailed, in: self)
    }
    let result = try running.rest()
    hasFailed = false
    return result
  }

  fileprivate func checkWindow(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    try checkWindow(of: running.invocation)
    return try running.rest()
  }

  /// Hooks may refuse what is rehearsed, and what they do is taken back, on all tables; nothing is
  /// written meanwhile.
  fileprivate func rehearse(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    let invocation = running.invocation
    guard invocation.command.changes, invocation.has("--dry-run") else { return try running.rest() }
    let former = Checkpoint(self)
    context.isDryRun = true
    return try holding { () throws(CommandError) in
      let (held, known) = (documents, changesToTell.count)
      defer {
        changesToTell.removeLast(max(0, changesToTell.count - known))
        restore(former, held: held)
      }
      var result = try running.rest()
      result.sentence =
        "dry run: " + (result.sentence ?? replies.sentence(for: result, on: current))
      result.showsTable = false
      return result
    }
  }

  fileprivate func callHooks(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    if hasLua, !lua.isAsking { luaLayer.adoptDeclarations() }
    guard hasLua, lua.hearsAnything else { return try running.rest() }
    try ask(.willRun)
    let command = running.invocation.command
    if ["undo", "redo"].contains(command.name) { context.stepsBack = true }
    running.tellsEdits = command.changes
    return try droppingChanges { () throws(CommandError) in
      let result = try running.rest()
      try tellHooks()
      try tell(.didRun)
      return result
    }
  }

  fileprivate func drawCells(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    try drawCells()
    let result = try running.rest()
    try drawCells(after: result.transaction)
    return result
  }

  fileprivate func keepOnScreen(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    defer { if !running.tellsEdits, let current { adjustScrolling(of: current) } }
    return try running.rest()
  }

  fileprivate func joinEdits(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    if running.tellsEdits {
      var result = try asOneStep(title: context.line, joins: !context.stepsBack, running.rest)
      if let own = running.own { result.transaction = own.transaction }
      return result
    }
    guard running.invocation.command.joinsSteps else { return try running.rest() }
    return try asOneStep(title: running.statement.text, running.rest)
  }

  fileprivate func tellEdits(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    guard running.tellsEdits else { return try running.rest() }
    let result = try running.rest()
    let positions = documents.map(\.editor.stepPosition)
    try tellHooks()
    let hasEdited = positions != documents.map(\.editor.stepPosition)
    if !hasEdited, !running.invocation.command.joinsSteps { running.own = result }
    return result
  }

  fileprivate func work(_ running: RunningStatement) throws(CommandError) -> CommandResult {
    try running.invocation.work()
  }
}
