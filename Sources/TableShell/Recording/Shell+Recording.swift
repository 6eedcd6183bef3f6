import BatchUpdates
import Glibc
import TableInteraction
import TableKit
import TableLua
import TablePages
import TablePrinters
import TableSources
import Wording

// How a session is recorded: each command on the recorded table is a step, and so is each change that
// others make. Nothing is done while nothing is recorded.

// MARK: - Begin and end

extension Shell {
  /// Begins to record a table, unless it is recorded already.
  func startRecording(of document: Document, title: String? = nil) -> TableRecording {
    if let recording = document.recording { return recording }
    let recorder = Recorder(
      of: document.controller, title: Secrets.hidden(title ?? document.shortName),
      geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: document),
      visible: visibleRows(of: document))
    let recording = TableRecording(of: document, recorder)
    self.recording = recording
    document.recording = recording
    return recording
  }

  /// Begins to record a table for a file; if it is presented already, from now on.
  func startRecording(_ request: TableRecording.Request, of document: Document) {
    let start = document.recording?.recorder.mark(
      title: Secrets.hidden(request.title ?? document.shortName))
    startRecording(of: document, title: request.title).file = (request, start)
  }

  /// Begins the recording that waits for a table, if one is open now.
  func startAwaitedRecording() {
    guard recording?.file == nil, let request = awaitedRecording, let current else { return }
    awaitedRecording = nil
    startRecording(request, of: current)
  }

  /// Ends a recording for a file and writes it.
  ///
  /// - Returns: what is said of it. Where it cannot be written it goes on.
  ///
  /// - Parameter progress: polled while writing, so that ^C ends it.
  func stopRecording(
    _ recording: TableRecording, to request: TableRecording.Request, from start: Recorder.Mark?,
    progress: Progress
  ) throws(CommandError) -> CommandResult {
    let whole = recording.recorder.recording(since: start)
    var result = CommandResult()
    if recording.leftOut > 0 {
      result.notes.append(
        "\(Counts.of(recording.leftOut, "command")) on other tables left out: a recording is of one"
          + " table")
    }
    guard !isDryRun else {
      forgetFile(of: recording)
      result.sentence = "dry run: nothing is written to \(request.path)"
      return result
    }
    try checkNoTable(at: request.path)
    let (bytes, rows) = try sourcing(
      RecordingFile.bytes(
        of: whole, seen: recording.recorder.seen, as: request.form, rows: request.rows))
    let report = try sourcing(
      FileOrigin.writeFile(
        request.path, at: request.file?.place, replacing: request.seen, progress: progress
      ) { (write) throws(SourceError) in
        var rest = bytes[...]
        while !rest.isEmpty {
          // Cut between characters: JSON and base64 are whole there.
          var end =
            rest.index(rest.startIndex, offsetBy: 1 << 20, limitedBy: rest.endIndex)
            ?? rest.endIndex
          while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end += 1 }
          try write(String(decoding: rest[..<end], as: UTF8.self))
          rest = rest[end...]
        }
      })
    forgetFile(of: recording)
    written.add(request.path)
    result.notes += report.notes.map(\.description)
    if rows == .seen, request.rows == nil {
      result.notes.append(
        "the recording is over 5 MB with all rows: those that were never on the screen are"
          + " placeholders; --rows all keeps them")
    }
    if let problem = report.problem { throw .source(problem) }
    result.sentence =
      "recorded \(whole.facts) to \(request.path) (\(Counts.of(report.byteCount, "byte")))"
    return result
  }

  /// Refuses a path at which a table lies that is open.
  func checkNoTable(at path: String) throws(CommandError) {
    for document in documents where try document.isSource(path) {
      throw .outside(
        code: "is-open",
        message:
          "the table '\(document.shownName)' is open from '\(path)', which a recording would replace",
        hint: "another name for the recording")
    }
  }

  private func forgetFile(of recording: TableRecording) {
    recording.file = nil
    forgetIfUnused(recording)
  }

  /// Ends a recording that goes nowhere any more.
  func forgetIfUnused(_ recording: TableRecording) {
    guard recording.file == nil, recording.server == nil else { return }
    recording.document.recording = nil
    if self.recording === recording { self.recording = nil }
  }

  /// Ends the recording at the end of the session, and prints what is said of it.
  func stopRecordingToLeave() throws(CommandError) {
    if let awaitedRecording {
      self.awaitedRecording = nil
      throw .outside(
        code: "no-table",
        message: "no table was opened, so \(awaitedRecording.path) is not written",
        hint: "tablesh record SCRIPT FILE -o \(awaitedRecording.path) opens FILE first")
    }
    guard let recording, let (request, start) = recording.file else { return }
    try tell(stopRecording(recording, to: request, from: start, progress: progress))
  }

  private func tell(_ result: CommandResult) throws(CommandError) {
    try deliver(result, of: statement("record stop"))
  }

  /// Writes the recording, if one is left running.
  public func end() { finishRecording() }

  /// Writes the recording, if there is one, where nothing keeps the session from ending: a failure is
  /// told.
  ///
  /// - Returns: false if it could not be written.
  @discardableResult
  func finishRecording() -> Bool {
    awaitedRecording = nil
    guard let recording, let (request, start) = recording.file else { return true }
    do throws(CommandError) {
      // A ^C has ended what ran before: it does not lose the recording of it.
      try tell(stopRecording(recording, to: request, from: start, progress: .none))
      return true
    } catch {
      report(Failure(error, at: nil), of: "record stop")
      forgetFile(of: recording)
      return false
    }
  }

  /// Records the first table that is opened, for `tablesh record`; a file that is there is replaced,
  /// and what is left unsaved is dropped.
  ///
  /// - Returns: `failed` if the path is no file that can be written.
  public func record(
    to path: String, title: String?, rows: RecordingFile.Rows?
  ) -> Outcome {
    do throws(CommandError) {
      guard let form = RecordingFile.Form(path: path) else {
        throw .usage(
          "a recording is written to PAGE.html or RECORDING.json, not '\(path)'",
          synopsis: ["tablesh record SCRIPT -o PAGE.html"])
      }
      try checkFolder(of: path)
      var request = TableRecording.Request(path: path, form: form)
      (request.title, request.rows) = (title, rows)
      awaitedRecording = request
      // The script is there to be shown: what it should keep, it saves.
      dropsUnsaved = true
      startAwaitedRecording()
      return .done
    } catch {
      return fail(error, of: "record")
    }
  }

  /// The measures of the table view.
  private var recordedGeometry: Recording.Geometry {
    Recording.Geometry(
      row: touch.heights.row, header: touch.heights.header, viewport: seenHeight,
      style: touch.pinsHeaders ? .plain : .grouped)
  }

  /// The column with the heights of a table's rows, if one is set and the table has it.
  private func recordedHeightColumn(of document: Document) -> ColumnID? {
    touch.heightColumn.flatMap { document.table.column(named: $0)?.id }
  }
}

extension Recording {
  /// `12 steps, 14 stages and 30 rows`.
  fileprivate var facts: String {
    "\(Counts.of(steps.count, "step")), \(Counts.of(stageCount, "stage"))"
      + " and \(Counts.of(rowCount, "row"))"
  }
}

// MARK: - Steps

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
      recordedWait += Double(command.text.split(separator: " ").last ?? "") ?? 0
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
      recording.leftOut += 1
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
    // Those of serve hold the token that opens the table.
    if !isRedirected, result.serve == nil { parts += result.details }
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
    step.output = Secrets.hidden(reply.output)
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
