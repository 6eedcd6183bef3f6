import BatchUpdates
import Glibc
import TableInteraction
import TableKit
import TableLua
import TablePages
import TablePrinters
import TableSources
import Wording

// The steps of a recording: what a command, or a change that others made, adds to it.

/// A command of which a recording hears.
struct RecordedCommand {
  /// The recording; nil: nothing was recorded when the command began.
  fileprivate let recording: TableRecording?
  /// The command as it was typed, without secrets.
  fileprivate let text: String
  /// The name of the command.
  fileprivate let name: String
  /// How many steps there were before.
  fileprivate let steps: Int
  /// Whether its table was the current one before.
  fileprivate let wasCurrent: Bool
}

extension Shell {
  /// Whether anything is recorded, or will be.
  var isRecording: Bool { recording != nil || awaitedRecording != nil }

  /// A command begins.
  ///
  /// - Returns: what to hand to `recordEnd`; nil if nothing is recorded.
  func recordBegin(_ statement: Statement) -> RecordedCommand? {
    guard isRecording else { return nil }
    let name = statement.words.first.flatMap { registry.find($0.text)?.name } ?? ""
    return recordBegin(statement.text, name: name)
  }

  /// Likewise of what is no command, such as an edit of a script.
  func recordBegin(_ text: String, name: String = "") -> RecordedCommand? {
    guard isRecording else { return nil }
    if let recording {
      if recording.depth == 0 { recordStray() }
      recording.depth += 1
      recording.forget()
    }
    return RecordedCommand(
      recording: recording, text: Secrets.hidden(text), name: name,
      steps: recording?.recorder.stepCount ?? 0,
      wasCurrent: recording?.document === current)
  }

  /// A command has ended.
  ///
  /// - Parameters:
  ///   - result: its result; of one that failed, nothing.
  ///   - isRedirected: whether what it said went elsewhere.
  ///   - error: why it failed.
  func recordEnd(
    _ command: RecordedCommand?, _ result: CommandResult, isRedirected: Bool = false,
    error: CommandError? = nil
  ) {
    guard let command else { return }
    guard let recording else { return }
    if command.recording == nil {
      if ["source", "record", "present"].contains(command.name) { return }
      // It has opened the table: it is the first step, behind what others changed meanwhile.
      let step = step(command, result, recording, isRedirected: isRedirected)
      record(step, .nothing, in: recording)
      return
    }
    guard recording === command.recording else { return }
    recording.depth -= 1
    defer { recording.forget() }
    if ["record", "present"].contains(command.name) {
      (recordedComment, recordedWait) = ([], 0)
      return
    }
    if case .declined? = error { return }
    // What it ran is recorded already, and it has nothing to add.
    let isDone = command.name == "source" && recording.recorder.stepCount > command.steps
    if isDone, !recording.recorder.isBehind(recording.document.controller) { return }
    if command.name == "wait", error == nil, recording.heard.isEmpty {
      recordedWait += DecimalNumber.double(command.text.split(separator: " ").last ?? "") ?? 0
      return
    }
    let document = recording.document
    let isOpen = documents.contains { $0 === document }
    let isOfTable =
      current === document || recording.recorder.isBehind(document.controller)
      || (command.wasCurrent && (error != nil || !isOpen))
    guard isOfTable else {
      // What is said of a command that is left out belongs to no other.
      (recordedComment, recordedWait) = ([], 0)
      recording.leftOut.append(Secrets.hidden(command.text))
      return
    }
    var step = step(command, result, recording, isRedirected: isRedirected)
    step.error = error.map { Recording.Failure($0) }
    if error != nil { step.attempted = recording.attempted }
    record(step, result, in: recording)
  }

  /// After a command: a recording whose table is closed ends.
  func settleRecording() {
    guard let recording, !documents.contains(where: { $0 === recording.document }) else { return }
    if recording.file != nil {
      writeNote("the recording ends, as its table is closed")
      finishRecording()
    }
    if recording.server != nil {
      writeNote("nothing is presented any more, as the table is closed")
      stopPresenting()
    }
  }

  private func step(
    _ command: RecordedCommand, _ result: CommandResult, _ recording: TableRecording,
    isRedirected: Bool
  ) -> Recording.Step {
    let reply = Reply(result, to: command.text, in: self)
    var step = Recording.Step(command: command.text)
    step.comment = recordedComment.joined(separator: "\n")
    step.wait = recordedWait
    (recordedComment, recordedWait) = ([], 0)
    var parts = [recording.printed]
    if !isRedirected { parts += [result.output, reply.sentence ?? ""] }
    if !isRedirected, !result.holdsSecrets { parts += result.details }
    parts += recording.notes.map { "note: " + $0 }
    step.output = Secrets.hidden(
      parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
        .joined(separator: "\n"))
    step.events = reply.eventsJSON
    step.plan = planText(of: result)
    return step
  }

  private func record(
    _ step: Recording.Step, _ result: CommandResult, in recording: TableRecording
  ) {
    let document = recording.document
    recording.recorder.record(
      step, recording.heard, joined: result.transaction, plan: plan(of: result),
      document.controller, geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: document),
      visible: documents.contains { $0 === document } ? visibleRows(of: document) : [])
  }

  /// Records what changed the table since the last step and was told by nobody.
  private func recordStray() {
    guard let recording, recording.recorder.isBehind(recording.document.controller) else { return }
    record(Recording.Step(), .nothing, in: recording)
    recording.forget()
  }

  /// Records what others did, as it is told.
  func record(_ reply: Reply) {
    guard let recording, let push = reply.push, reply.document === recording.document,
      !push.what.hasPrefix("1 push waits")
    else { return }
    var step = Recording.Step()
    let notes = reply.result.notes.map { "note: " + $0 }
    step.output = Secrets.hidden(([reply.output] + notes).joined(separator: "\n"))
    step.sourceState = push.state
    if let change = push.push, reply.result.transaction != nil {
      step.push = Recording.Push(
        source: Secrets.hidden(push.source), inserted: change.inserted, deleted: change.deleted,
        changed: change.changed)
    }
    step.conflicts = reply.conflictsJSON
    step.plan = planText(of: reply.result)
    recording.recorder.record(
      step, [], joined: reply.result.transaction, plan: plan(of: reply.result),
      recording.document.controller, isLast: false, geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: recording.document),
      visible: visibleRows(of: recording.document))
    recording.heard.removeAll()
  }

  /// Keeps the comment lines above a command.
  func recordComment(_ text: String) {
    guard isRecording, !text.isEmpty else { return }
    recordedComment.append(Secrets.hidden(text))
  }
}

extension Recording.Failure {
  init(_ error: CommandError) {
    let exception = error.exception.map { "\nUIKit: \($0)" } ?? ""
    self.init(
      message: Secrets.hidden(error.message + exception), hint: error.hint.map(Secrets.hidden),
      code: error.code)
  }
}

extension Shell {
  /// Refuses a file in a folder that is not there, before a command does long work for it.
  func checkFolder(of path: String) throws(CommandError) {
    let folder =
      path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
    guard access(folder, F_OK) == 0 else {
      throw .file(path, reason: "no such folder '\(folder)'")
    }
    guard access(folder, W_OK) == 0 else { throw .file(path, reason: "permission denied") }
  }
}
