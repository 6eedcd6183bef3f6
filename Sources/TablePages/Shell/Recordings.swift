import BatchUpdates
import TableInteraction
import TableKit
import TableLua
import TablePrinters
import TableShell
import TableSources
import Wording

// How a recording begins and ends. Its steps are in `Recordings+Steps.swift`.

/// The recording of a session: each command on the recorded table is a step, and so is each change that
/// others make. Nothing is done while nothing is recorded. A class, as the session and its commands share
/// it.
final class Recordings: SessionPart {
  unowned let shell: Shell
  /// The recording under way; nil: nothing is recorded.
  var recording: TableRecording?
  /// What shows a table in browsers; nil: nothing does.
  var server: PresentServer?
  /// The session whose table is to be shown in place of this one's; nil: none.
  var shown: ShownSession?
  /// The recording of its table that pages show; it stays a while when that session is over.
  var guest: GuestRecording?
  /// The recording that begins with the first table that is opened.
  var awaited: TableRecording.Request?
  /// The comment lines of a script since the last recorded command.
  var comment: [String] = []
  /// The seconds that a script waited since then.
  var wait = 0.0
  /// The film of the terminal under way, and what was asked; nil: none.
  var film: (console: FilmConsole, asked: RecordRequest)?

  init(_ shell: Shell) { self.shell = shell }

  func runSubcommand(_ call: RoomCall) -> Outcome? {
    switch call {
    case .record(let request): begin(request)
    case .checkRecording(let path): check(path)
    default: nil
    }
  }

  func didChangeCurrent() { if awaited != nil { startAwaited() } }

  func didPrint(_ bytes: [UInt8]) { recording?.hear(printed: bytes) }

  var needsFolder: String? {
    guard let path = (recording?.file?.request ?? awaited)?.path, !path.hasPrefix("/") else {
      return nil
    }
    return "the recording '\(path)'"
  }

  func didNote(_ note: String) { recording?.notes.append(note) }

  func end() { stopPresenting() }
}

extension Recordings {
  /// Begins to record a table, unless it is recorded already.
  func startRecording(of document: Document, title: String? = nil) -> TableRecording {
    if let recording, recording.document === document { return recording }
    return record(document, by: recorder(of: document, title: title ?? document.shortName))
  }

  /// A recorder that begins with a table as it is.
  func recorder(of document: Document, title: String) -> Recorder {
    Recorder(
      of: document.controller, title: Secrets.hidden(title), geometry: recordedGeometry,
      heightColumn: recordedHeightColumn(of: document), visible: shell.visibleRows(of: document))
  }

  /// Has a recorder hear what happens to a table.
  func record(_ document: Document, by recorder: Recorder) -> TableRecording {
    let recording = TableRecording(of: document, recorder)
    self.recording = recording
    document.observer = recording
    return recording
  }

  /// Begins to record a table for a file; if it is presented already, from now on.
  func startRecording(_ request: TableRecording.Request, of document: Document) {
    let start = recording(of: document)?.recorder.mark(
      title: Secrets.hidden(request.title ?? document.shortName))
    startRecording(of: document, title: request.title).file = (request, start)
  }

  private func recording(of document: Document) -> TableRecording? {
    recording.flatMap { $0.document === document ? $0 : nil }
  }

  /// Begins the recording that waits for a table, if one is open now.
  private func startAwaited() {
    guard recording?.file == nil, let request = awaited, let current = shell.current else { return }
    awaited = nil
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
    let others = recording.leftOut
    if !others.isEmpty {
      let count = Counts.of(others.count, "command")
      let shown = others.prefix(3) + (others.count > 3 ? ["…"] : [])
      result.notes.append(
        "\(count) on other tables left out, as a recording is of one table: "
          + shown.joined(separator: "; "))
    }
    guard !shell.isDryRun else {
      forgetFile(of: recording)
      result.sentence = "dry run: nothing is written to \(request.path)"
      return result
    }
    try checkNoTable(at: request.path)
    let (bytes, rows) = try bytes(of: whole, seen: recording.recorder.seen, request)
    let report = try write(bytes, to: request, progress: progress, notes: &result.notes)
    forgetFile(of: recording)
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

  /// Returns the bytes of a recording's file, and which rows are in it.
  private func bytes(
    of recording: Recording, seen: Set<Int>, _ request: TableRecording.Request
  ) throws(CommandError) -> (bytes: [UInt8], rows: KeptRows) {
    guard let form = request.form else {
      if case .step(let number)? = request.picture.still {
        try checkStep(number, of: recording.steps.count, "step")
      }
      do throws(RecordingError) {
        return (try TablePicture(recording, until: request.picture.still).svg, .all)
      } catch {
        throw .outside(code: error.code, message: error.message, hint: error.hint)
      }
    }
    return try sourcing(
      RecordingFile.bytes(of: recording, seen: seen, as: form, rows: request.rows))
  }

  /// Writes a file of this session.
  ///
  /// - Parameter notes: takes what is to be told of it.
  func write(
    _ bytes: [UInt8], to request: TableRecording.Request, progress: Progress,
    notes: inout [String]
  ) throws(CommandError) -> SaveReport {
    let report = try sourcing(
      FileOrigin.writeFile(
        FileTarget(
          request.path, at: request.file?.place, replacing: request.seen, progress: progress)
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
    shell.written.add(request.path)
    notes += report.notes.map(\.description)
    if request.form == nil, report.byteCount > 100_000 {
      notes.append("the picture is over 100 KB: a shorter script makes it smaller")
    }
    return report
  }

  /// Refuses a path at which a table lies that is open.
  func checkNoTable(at path: String) throws(CommandError) {
    for document in shell.documents where try document.isSource(path) {
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
    guard recording.file == nil, !recording.isPresented else { return }
    recording.document.observer = nil
    if self.recording === recording { self.recording = nil }
  }

  func willLeave(isForced: Bool) throws(CommandError) {
    guard !isForced else { return }
    try stopFilm()
    if let request = awaited {
      awaited = nil
      throw .outside(
        code: "no-table",
        message: "no table was opened, so \(request.path) is not written",
        hint: "tablesh record SCRIPT FILE -o \(request.path) opens FILE first")
    }
    guard let recording, let (request, start) = recording.file else { return }
    try tell(stopRecording(recording, to: request, from: start, progress: shell.progress))
  }

  func tell(_ result: CommandResult) throws(CommandError) {
    try shell.deliver(result, of: shell.statement("record stop"))
  }

  @discardableResult
  func finish() -> Bool {
    awaited = nil
    do throws(CommandError) { try stopFilm() } catch {
      shell.report(Failure(error, at: nil), of: "record")
      return false
    }
    guard let recording, let (request, start) = recording.file else { return true }
    do throws(CommandError) {
      // A ^C has ended what ran before: it does not lose the recording of it.
      try tell(stopRecording(recording, to: request, from: start, progress: .none))
      return true
    } catch {
      shell.report(Failure(error, at: nil), of: "record stop")
      forgetFile(of: recording)
      return false
    }
  }

  /// Records the first table that is opened, for `tablesh record`; a file that is there is replaced,
  /// and what is left unsaved is dropped.
  ///
  /// - Returns: `failed` if the path is no file that can be written.
  private func begin(_ asked: RecordRequest) -> Outcome {
    do throws(CommandError) {
      var request = try TableRecording.Request(path: asked.path)
      try checkFolder(of: asked.path)
      (request.title, request.rows, request.picture) = (asked.title, asked.rows, asked.picture)
      let isFilm = request.form == nil && asked.picture.subject == .terminal
      if isFilm {
        try checkNoTable(at: asked.path)
        startFilm(asked)
      } else {
        awaited = request
      }
      // The script is there to be shown: what it should keep, it saves.
      shell.dropsUnsaved = true
      startAwaited()
      return .done
    } catch {
      return shell.fail(error, of: "record")
    }
  }

  /// The measures of the table view.
  var recordedGeometry: Recording.Geometry {
    Recording.Geometry(
      row: shell.touch.heights.row, header: shell.touch.heights.header, viewport: shell.seenHeight,
      style: shell.touch.pinsHeaders ? .plain : .grouped)
  }

  /// The column with the heights of a table's rows, if one is set and the table has it.
  func recordedHeightColumn(of document: Document) -> ColumnID? {
    shell.touch.heightColumn.flatMap { document.table.column(named: $0)?.id }
  }
}

extension Recording {
  /// `12 steps, 14 stages and 30 rows`.
  fileprivate var facts: String {
    "\(Counts.of(steps.count, "step")), \(Counts.of(stageCount, "stage"))"
      + " and \(Counts.of(rowCount, "row"))"
  }
}
