import BatchUpdates
import CommandLanguage
import LibC
import TableInteraction
import TableKit
import TableShell
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

extension Recordings {
  /// Whether anything is recorded, or will be.
  private var isRecording: Bool { recording != nil || awaited != nil }

  func willRun(
    _ text: String, _ statement: Statement?, isOfScript: Bool
  ) -> ((CommandEnd) -> Void)? {
    guard isRecording || guest != nil else { return nil }
    // What a script runs within a command is part of that command.
    if isOfScript, recording?.depth ?? 0 > 0 || shell.context.depth > 0 { return nil }
    let name = statement?.words.first.flatMap { shell.registry.find($0.text)?.name } ?? ""
    if name != "lesson" { endGuest() }
    guard isRecording else { return nil }
    let command = begin(text, name: name)
    return { [unowned self] end in
      switch end {
      case .done(let result, let isRedirected):
        self.end(command, result, isRedirected: isRedirected)
      case .failed(let error): self.end(command, .nothing, error: error)
      }
    }
  }

  private func begin(_ text: String, name: String) -> RecordedCommand {
    if let recording {
      if recording.depth == 0 { recordStray() }
      recording.depth += 1
      recording.forget()
    }
    return RecordedCommand(
      recording: recording, text: Secrets.hidden(text), name: name,
      steps: recording?.recorder.stepCount ?? 0,
      wasCurrent: recording?.document === shell.current)
  }

  /// A command has ended.
  ///
  /// - Parameters:
  ///   - result: its result; of one that failed, nothing.
  ///   - isRedirected: whether what it said went elsewhere.
  ///   - error: why it failed.
  private func end(
    _ command: RecordedCommand, _ result: CommandResult, isRedirected: Bool = false,
    error: CommandError? = nil
  ) {
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
      (comment, wait) = ([], 0)
      return
    }
    if case .declined? = error { return }
    // What it ran is recorded already, and it has nothing to add.
    let isDone = command.name == "source" && recording.recorder.stepCount > command.steps
    if isDone, !recording.recorder.isBehind(recording.document.controller) { return }
    if command.name == "wait", error == nil, recording.heard.isEmpty {
      wait += DecimalNumber.double(command.text.split(separator: " ").last ?? "") ?? 0
      return
    }
    let document = recording.document
    let isOpen = shell.documents.contains { $0 === document }
    let isOfTable =
      shell.current === document || recording.recorder.isBehind(document.controller)
      || (command.wasCurrent && (error != nil || !isOpen))
    guard isOfTable else {
      // What is said of a command that is left out belongs to no other.
      (comment, wait) = ([], 0)
      recording.leftOut.append(Secrets.hidden(command.text))
      return
    }
    var step = step(command, result, recording, isRedirected: isRedirected)
    step.error = error.map { Recording.Failure($0) }
    if error != nil { step.attempted = recording.attempted }
    record(step, result, in: recording)
  }

  /// Ends a recording whose table is closed.
  func didRun() {
    guard let recording, !shell.documents.contains(where: { $0 === recording.document }) else {
      return
    }
    if recording.file != nil {
      shell.writeNote("the recording ends, as its table is closed")
      finish()
    }
    if recording.isPresented {
      shell.writeNote("nothing is presented any more, as the table is closed")
      stopPresenting()
    }
  }

  private func step(
    _ command: RecordedCommand, _ result: CommandResult, _ recording: TableRecording,
    isRedirected: Bool
  ) -> Recording.Step {
    let reply = Reply(result, to: command.text, in: shell)
    var step = Recording.Step(command: command.text)
    step.comment = comment.joined(separator: "\n")
    step.wait = wait
    (comment, wait) = ([], 0)
    var parts = [recording.printed]
    if !isRedirected { parts += [result.output, reply.sentence ?? ""] }
    if !isRedirected, !result.holdsSecrets { parts += result.details }
    parts += recording.notes.map { "note: " + $0 }
    step.output = Secrets.hidden(
      parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
        .joined(separator: "\n"))
    step.events = reply.eventsJSON
    step.plan = shell.replies.planText(of: result)
    return step
  }

  private func record(
    _ step: Recording.Step, _ result: CommandResult, in recording: TableRecording
  ) {
    let document = recording.document
    recording.recorder.record(
      step, recording.heard, joined: result.transaction, plan: shell.replies.plan(of: result),
      document.controller, geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: document),
      visible: shell.documents.contains { $0 === document } ? shell.visibleRows(of: document) : [])
  }

  /// Records what changed the table since the last step and was told by nobody.
  func recordStray(saying output: String = "") {
    guard let recording, recording.recorder.isBehind(recording.document.controller) else { return }
    var step = Recording.Step()
    step.output = output
    record(step, .nothing, in: recording)
    recording.forget()
  }

  func didReceive(_ reply: Reply) {
    guard let recording, let push = reply.push, reply.document === recording.document,
      !push.what.hasPrefix("1 push waits")
    else { return }
    endGuest()
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
    step.plan = shell.replies.planText(of: reply.result)
    recording.recorder.record(
      step, [], joined: reply.result.transaction, plan: shell.replies.plan(of: reply.result),
      recording.document.controller, isLast: false, geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: recording.document),
      visible: shell.visibleRows(of: recording.document))
    recording.heard.removeAll()
  }

  func comments(of text: String) -> ((Int?) -> Void)? {
    guard isRecording else { return nil }
    let comments = Comments(in: text)
    return { [unowned self] line in
      // It may have ended within the text.
      guard isRecording else { return }
      comment += comments.above(line).filter { !$0.isEmpty }.map(Secrets.hidden)
    }
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

extension Recordings {
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
