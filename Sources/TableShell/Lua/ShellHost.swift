import CommandLanguage
import BatchUpdates
import TableInteraction
import TableKit
import TableLua
import TablePrinters
import Wording

/// The host of a session's Lua. A class, because the Lua layer refers to its host.
final class ShellHost: LuaHost {
  private unowned let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  var currentTable: Table? { shell.current?.table }

  var selection: [RowID] { shell.current?.editor.selection.rows ?? [] }

  var lastPlan: LuaPlan? { shell.current?.past.change.map { LuaPlan($0) } }

  func isOnScreen(_ row: RowID) -> Bool { shell.current?.cells.contains(row) ?? false }

  func didDraw(_ row: RowID, _ accessory: RowTraits.Accessory?) {
    shell.current?.cells.draw(row, accessory)
  }

  func willReadRows() { shell.noteWindow(shell.current) }

  var isDryRun: Bool { shell.isDryRun }

  /// Runs a line as if it were typed and answers the last command's reply instead of printing it.
  /// All that its commands print is in the reply; standard output gets nothing.
  func run(_ line: String) throws(LuaFailure) -> HostReply { try permitted(reply(to: line)) }

  private func reply(to line: String) throws(CommandError) -> HostReply {
    var reply = HostReply(["ok": true])
    var notes: [String] = []
    for statement in try shell.statements(of: line) {
      let output = reply.output
      reply = try shell.luaLayer.held.whileHolding { () throws(CommandError) in
        try self.reply(to: statement, after: output, &notes)
      }
    }
    return reply
  }

  /// - Parameters:
  ///   - output: what the commands before it have put out.
  ///   - notes: theirs, then with its own.
  private func reply(
    to statement: Statement, after output: [UInt8], _ notes: inout [String]
  ) throws(CommandError) -> HostReply {
    let end = shell.willRun(statement.text, statement, isOfScript: true)
    let outer = shell.context
    let (held, parts) = (HeldOutput(), ReplyParts())
    defer {
      shell.context = outer
      outer.reply.warnings += parts.warnings
    }
    shell.context.caller = Caller(outer, hookDepth: shell.lua.hookDepth)
    (shell.context.output, shell.context.reply) = (held, parts)
    (shell.context.repliesToLua, shell.context.isRedirected) = (true, false)
    shell.context.isKept = false
    var result: CommandResult
    do throws(CommandError) { result = try shell.run(statement, from: .redirection) } catch {
      end(.failed(error))
      shell.context = outer
      // What the commands before it have put out would be lost with the reply.
      let printed = (output.isEmpty ? [] : output + [0x0A]) + held.bytes
      if !printed.isEmpty { shell.emit(printed: printed) }
      throw error
    }
    let redirection = result.redirection ?? statement.redirection
    if redirection != .none { try shell.deliver(result, of: statement) }
    end(.done(result, isRedirected: redirection != .none))
    if let status = result.leave { shell.leaveStatus = status }
    if held.isCut { throw .stopped }
    var printed = held.bytes
    if redirection != .none {
      result.printedElsewhere = ""
    } else {
      printed += result.output.utf8
      if let motion = result.motion { printed += shell.motion.stagesAsText(motion, .plain).utf8 }
    }
    result.output = ""
    result.notes = notes + result.notes + parts.warnings
    notes = result.notes
    let reply = Reply(result, to: statement.text, in: shell)
    // Bytes that are no text are as they are.
    let isText = String(validating: printed, as: UTF8.self) != nil
    if isText, printed.last == 0x0A { printed.removeLast() }
    var answer = reply.lua
    answer.output = Array(
      [output, printed, Array(reply.output.utf8)].filter { !$0.isEmpty }
        .joined(separator: [0x0A]))
    return answer
  }

  /// Performs actions on the current table as one undo step, hooks included.
  func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations?
  ) throws(LuaFailure) -> Transaction {
    let end = shell.willRun(title, isOfScript: true)
    do throws(LuaFailure) {
      let transaction = try permitted(performTelling(actions, title: title, animations))
      try permitted(shell.drawCells(after: transaction))
      end(.done(CommandResult(transaction: transaction, notes: transaction.notes)))
      return transaction
    } catch {
      end(.failed(.lua(error)))
      throw error
    }
  }

  private func performTelling(
    _ actions: [TableAction], title: String, _ animations: PlanAnimations?
  ) throws(CommandError) -> Transaction {
    let document = try current
    guard shell.lua.hearsAnything else {
      return try shell.perform(actions, title: title, animations: animations, on: document)
    }
    var own: Transaction?
    return try shell.droppingChanges { () throws(CommandError) in
      let result = try shell.asOneStep(title: title) { () throws(CommandError) in
        own = try shell.perform(actions, title: title, animations: animations, on: document)
        try shell.tellHooks()
        return CommandResult(transaction: own)
      }
      guard let transaction = result.transaction ?? own else { throw .noTable }
      return transaction
    }
  }

  var isApplying: Bool { shell.context.appliesSnapshot }

  /// Applies a snapshot to the current table as one undo step, hooks included.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String
  ) throws(LuaFailure) -> Transaction {
    guard !shell.context.appliesSnapshot else { throw LuaFailure(EditError.interaction(.applying)) }
    let outer = shell.context
    defer { shell.context = outer }
    shell.context.appliesSnapshot = true
    return try perform([.apply(snapshot, shell.applying(how))], title: title, animations: nil)
  }

  /// Applies a plan to the current table as one undo step.
  func apply(_ plan: LuaPlan, title: String) throws(LuaFailure) -> Transaction {
    guard case .change(let change, let isInverted) = plan.source else {
      throw LuaFailure(
        code: "cannot-apply", message: "this plan has no contents",
        hint: "apply the plan of a change of rows")
    }
    let edits = try permitted(shell.patches.edits(of: change, isInverted: isInverted, on: current))
    return try perform(edits.map { .edit($0) }, title: title, animations: plan.animations)
  }

  func text(of plan: LuaPlan, form: String) throws(LuaFailure) -> String {
    guard let printer = PlanPrinters.named(form) else {
      throw LuaFailure(
        code: "bad-argument", message: "no form '\(form)'",
        hint: Counts.list(PlanPrinters.names, last: "or"))
    }
    let text: String?
    switch plan.source {
    case .change(let change, false):
      text = try permitted(printer.text(of: change))
    case .change(let change, true):
      text = try permitted(printer.text(of: InvertedChange(change: change)))
    case .plan(let plan):
      if printer.needsTables {
        throw LuaFailure(code: "cannot-print", message: "this plan has no contents")
      }
      text = printer.text(PrintedPlan(plan))
    }
    return text ?? textOfNoOperation
  }

  func rows(target: String, in table: Table, selection: [RowID]) throws(LuaFailure) -> [RowID] {
    try permitted(found(target, Resolver(shell: shell, table: table, selection: selection)))
  }

  private func found(_ target: String, _ resolver: Resolver) throws(CommandError) -> [RowID] {
    guard let statement = try shell.statements(of: "count " + target).first else { return [] }
    let words = statement.words.dropFirst()
    return try resolver.rows(
      parsing(target, TargetParser.parse(words, lua: statement.lua, at: statement.place)))
  }

  private var current: Document {
    get throws(CommandError) {
      guard let document = shell.current else { throw .noTable }
      return document
    }
  }

  /// Runs a body with Lua's permissions.
  private func permitted<Result>(
    _ body: @autoclosure () throws(CommandError) -> Result
  ) throws(LuaFailure) -> Result {
    if !shell.lua.isAsking { shell.luaLayer.adoptDeclarations() }
    let outer = shell.context
    defer { shell.context = outer }
    shell.context.isOfLua = true
    do throws(CommandError) { return try body() } catch {
      if case .lua(let failure) = error { throw failure }
      let exception = error.exception.map { "; UIKit: \($0)" } ?? ""
      throw LuaFailure(code: error.code, message: error.message + exception, hint: error.hint)
    }
  }

  /// Writes a note at once, as the running command may yet fail.
  func warn(_ text: String) { shell.writeNote(text) }

  /// Lets a hook print where the script prints that ran the command: it is no part of its reply.
  private func leaveCommandIfInHook() {
    var depth = shell.lua.hookDepth
    while let caller = shell.context.caller, depth > caller.hookDepth {
      shell.context = caller.context
      depth = caller.hookDepth
    }
  }

  /// Prints a line of a script.
  func print(_ line: [UInt8]) throws(LuaFailure) {
    try write(line.last == 0x0A ? line : line + [0x0A])
  }

  /// Writes bytes of a script to `io.stdout`.
  func write(_ bytes: [UInt8]) throws(LuaFailure) {
    guard let last = bytes.last else { return }
    let outer = shell.context
    defer { shell.context = outer }
    leaveCommandIfInHook()
    try hold(bytes.count)
    for part in shell.parts { part.didPrint(bytes) }
    if shell.isOnTerminal, shell.context.reply.printed == nil {
      shell.emit(DisplayText.lines(VisibleText.escapingBytes(bytes)))
      shell.isMidLine = last != 0x0A
    } else {
      shell.emit(printed: bytes)
    }
    stopUnread()
  }

  var holdsOutput: Bool { shell.holdsOutput }

  /// Counts bytes that are buffered until the command ends.
  private func hold(_ byteCount: Int) throws(LuaFailure) {
    if holdsOutput { try shell.lua.holdPrinted(byteCount) }
  }

  /// Stops a script whose output is lost, as it might never end.
  private func stopUnread() { if shell.console.isOutputLost { shell.lua.interrupt() } }

  /// Writes bytes of a script to `io.stderr`.
  func writeError(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    shell.console.writeError(DisplayText.lines(VisibleText.escapingBytes(bytes)))
  }
}

/// The inverse of a change.
private struct InvertedChange: PlannedChange {
  let change: Transaction

  var plan: Plan { change.plan.inverse }
  var animations: PlanAnimations { change.animations }
  var stagedPlan: StagedPlan { change.stagedPlan.inverse }
  var ends: PlanEnds { PlanEnds(before: change.after.table, after: change.before.table) }
}
