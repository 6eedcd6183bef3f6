import CommandLanguage
import TableInteraction
import TableKit
import TableLua
import TablePrinters
import TableSources
import Wording

extension Shell {
  /// Prints the result of a command to its redirection, and its notes to standard error.
  package func deliver(_ result: CommandResult, of statement: Statement) throws(CommandError) {
    let redirection = result.redirection ?? statement.redirection
    var result = result
    for document in documents { document.journal?.tellSyncProblem() }
    result.output = context.reply.takePrinted() + result.output
    result.notes += context.reply.takeWarnings()
    let isText = !repliesInJSON
    if isText { result.notes += notesOnFormat(of: result, by: statement) }
    let room = redirection == .none ? ScreenRoom(for: result, in: self) : nil
    let notes = room?.notes ?? result.notes
    // A person reads first what happened.
    let leads =
      isText && redirection == .none && isRead && result.output.isEmpty && result.view == nil
      && result.motion == nil && options.motion == .off
    if !leads { for note in notes { writeNote(note) } }
    if !isText, let motion = result.motion {
      result.output += self.motion.stagesAsText(motion, .plain)
    }
    let reply = Reply(result, to: statement.text, in: self)
    if isText, redirection == .none, motion.showsMotion(of: reply) { return }
    try demandText(of: result.view)
    let text = isText ? replies.text(reply, isRedirected: redirection != .none) : reply.json
    if result.view != nil, result.transaction == nil, isStopped { throw .stopped }
    if redirection == .none {
      let first = leads ? replies.firstLine(of: reply) : ""
      if leads {
        emit(first)
        for note in notes { writeNote(note) }
      }
      let rest = String(text.dropFirst(first.count))
      if !result.isPaged || result.tellsOfChange || !page(rest, of: reply) {
        emit(rest)
      } else if result.view?.printsRecords == false, let rows = console.size?.rows,
        rest.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= rows
      {
        // Who leaves the pager early has not seen how many rows there are.
        emit(rest.split(separator: "\n").last.map { $0 + "\n" } ?? "")
      }
      if isRead, let columns = console.size?.columns {
        let lines = notes.map(noteText).joined() + text
        answeredLines += Pager.lineCount(of: lines, columns: columns)
      }
    } else {
      // Whoever gets a table gets nothing else.
      let isApart = !isText && result.holdsTable
      let bytes = isApart ? result.held : result.held + text.utf8
      let sentence = try sentence(ofWriting: bytes, to: redirection, for: result)
      try send(
        bytes, to: redirection, as: result.outputFile, afterChange: result.transaction != nil)
      if isText, isRead, let sentence { emit(sentence) }
      guard !isText, isApart || redirection.isProgram else { return }
      result.printedElsewhere = context.reply.takePrinted()
      emit(Reply(result, to: statement.text, in: self).json)
    }
  }

  /// Checks that memory is available for the text of rows: it grows to twice its size, and is copied
  /// to where it goes.
  ///
  /// - Throws: `outOfMemory`.
  private func demandText(of view: TableView?) throws(CommandError) {
    guard let view else { return }
    let rows = min(view.rows?.count ?? view.table.rowCount, view.height ?? .max)
    let width = view.width.map { $0 * 8 } ?? .max
    try demand(rows * min(view.table.meanRowBytes * 4, width))
  }

  /// Returns `time  0.315 ms`.
  static func timeLine(_ time: Duration) -> String {
    let microseconds = time.components.attoseconds / 1_000_000_000_000
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
    let milliseconds = time.components.seconds * 1000 + whole
    return "time  \(milliseconds).\(String(rest).zeroPadded(to: 3)) ms\n"
  }

  /// Writes bytes to a redirection.
  ///
  /// - Parameters:
  ///   - file: the file that Lua's permissions allow; nil: permission is checked here.
  ///   - afterChange: whether the command changed something; then ^C is a failed write, not an
  ///     interruption.
  func send(
    _ bytes: [UInt8], to redirection: Redirection, as file: AllowedFile?, afterChange: Bool = false
  ) throws(CommandError) {
    switch redirection {
    case .none: emit(bytes: bytes)
    case .pipe(let program):
      console.flush()
      do throws(CommandError) { try give(bytes, to: program) } catch {
        // Only a command that changed nothing counts as interrupted.
        throw console.isInterrupted && !afterChange ? .interrupted : error
      }
    case .file(let word, let append):
      var allowed = file
      let path = word.path
      if allowed == nil { allowed = try permitted(writing: path) }
      do throws(CommandError) {
        try TextFile.write(bytes, to: path, append: append, as: allowed, progress: progress)
        if !append { written.add(path) }
      } catch {
        if case .interrupted = error, afterChange {
          throw .file(path, reason: "not all was written")
        }
        throw error
      }
    }
  }

  /// Pipes bytes to a program; one that a script runs is stopped with the script. What it prints is
  /// part of the reply where that is held.
  private func give(_ bytes: [UInt8], to program: String) throws(CommandError) {
    guard context.isOfLua else {
      guard holdsOutput else { return try ProgramPipe.give(bytes, to: program) }
      return try ProgramPipe.give(bytes, to: program, most: luaLayer.held.mostNow) {
        emit(printed: $0)
      }
    }
    let status = try calling(lua.give(bytes, to: program))
    guard status == 0 else { throw .programFailed(program, status: status) }
  }

  /// Writes results, or buffers them if the command's output is redirected.
  package func emit(_ text: String) {
    if let output = context.output { output.add(text.utf8) } else { console.write(text) }
  }

  /// Whether replies are printed as JSON; Lua gets the text of one.
  package var repliesInJSON: Bool { options.format == .json && !context.repliesToLua }

  /// Writes a table that was asked for on standard output: as it is, or as text into a reply.
  ///
  /// - Parameter origin: the file whose encoding the bytes have; nil: they are UTF-8.
  package func emit(table bytes: [UInt8], as origin: FileOrigin? = nil) {
    if context.isRedirected || context.reply.printed == nil && !context.repliesToLua {
      if isRead, let text = String(validating: bytes, as: UTF8.self), page(text) { return }
      emit(bytes: bytes)
      context.output?.holdsTable = true
    } else {
      // What has no text in the encoding of a file was refused when it was encoded.
      emit(printed: (try? origin?.decoding(bytes)) ?? bytes)
    }
  }

  /// Writes what a script or a program has printed, or holds it for the reply in JSON.
  package func emit(printed bytes: [UInt8]) {
    if context.reply.printed != nil {
      context.reply.printed? += bytes
    } else {
      emit(bytes: bytes)
    }
  }

  /// Whether what is printed now is held, for a reply or a redirection.
  var holdsOutput: Bool { context.reply.printed != nil || context.output != nil }

  /// Writes results without conversion, such as a table in its own encoding.
  package func emit(bytes: [UInt8]) {
    if let output = context.output { output.add(bytes) } else { console.write(bytes: bytes) }
  }

  /// Runs what nobody typed, such as the hooks around a file of the command line; in JSON what it
  /// prints is the reply to a line that would do the same.
  func answering<Result>(
    _ line: String, _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let (outer, parts) = (context.reply, ReplyParts())
    parts.printed = repliesInJSON ? [] : nil
    context.reply = parts
    defer {
      context.reply = outer
      outer.warnings += parts.warnings
      let printed = parts.takePrinted()
      if !printed.isEmpty { emit(Reply(.output(printed), to: line, in: self).json) }
    }
    return try body()
  }

  /// Runs what belongs to a change that others made: it is part of no command's reply.
  func asPush(_ body: () -> Void) {
    let outer = context
    defer { context = outer }
    context.output = context.pushOutput
    context.repliesToLua = false
    context.reply = ReplyParts()
    context.reply.printed = repliesInJSON ? [] : nil
    body()
    outer.reply.warnings += context.reply.warnings
    pushPrinted += context.reply.takePrinted()
  }

  /// Checks that the output of a command can be written, before the command changes anything.
  /// Creates the file, as a shell does.
  ///
  /// - Returns: the file that Lua's permissions allow; nil: no permission is needed.
  func checkRedirection(of statement: Statement) throws(CommandError) -> AllowedFile? {
    switch statement.redirection {
    case .none: return nil
    case .pipe(let program):
      try checkPermission(running: program)
      return nil
    case .file(let word, let append):
      let path = word.path
      let file = try permitted(writing: path)
      let isEcho = statement.words.first.flatMap { registry.find($0.text)?.name } == "echo"
      if !append, !isEcho || isDryRun { try checkNotOpen(path) }
      if !append, let kind = FileOrigin.container(at: path) {
        throw .usage(
          "'\(shown: path)' is \(kind), and > would overwrite it", synopsis: ["write another file"])
      }
      try checkNoOutput(path)
      if !append, console.isInteractive, !context.isOfLua, written.wouldLose(path),
        TextFile.holdsBytes(path)
      {
        try confirm("Overwrite \(shown: path)?")
      }
      try TextFile.write([], to: path, append: true, as: file)
      return file
    }
  }

  /// Refuses to overwrite the file of an open table; `echo` may do so.
  private func checkNotOpen(_ path: String) throws(CommandError) {
    for document in documents {
      guard let origin = document.origin else { continue }
      guard try sourcing(origin.isSource(path)) else { continue }
      throw .usage(
        "'\(path)' is the file of an open table, and > would overwrite it",
        synopsis: ["save writes the table; a > in a value is quoted: name=\"a > b\""])
    }
  }

  /// Whether results are currently written to a terminal.
  var isOnTerminal: Bool { context.output == nil && console.size != nil }
  /// The largest width of a line of a table, in columns; nil: any.
  var shownWidth: Int? {
    switch options.width {
    case .terminal: isOnTerminal ? viewportWidth : nil
    case .unlimited: nil
    case .columns(let count): count
    }
  }

  /// The width of the terminal, in columns; nil if results go elsewhere.
  package var terminalWidth: Int? { isOnTerminal ? console.size?.columns : nil }

  /// Returns a line of output as it is printed: broken between words where a person reads it on a screen that
  /// is narrower.
  ///
  /// - Parameter indent: the column in which it goes on.
  func broken(_ line: String, indent: Int) -> String {
    TextWrapping.hanging(line, width: terminalWidth, start: 0, indent: indent)
  }

  /// Writes a note to standard error, in one line with control characters escaped.
  package func writeNote(_ note: String) {
    for part in parts { part.didNote(note) }
    let text = noteText(note)
    if let known = linesBeforePrompt, let columns = console.errorWidth {
      linesBeforePrompt = known + Pager.lineCount(of: text, columns: columns)
    }
    console.writeError(text)
  }

  /// Returns a note as it is printed, with its line end.
  func noteText(_ note: String) -> String {
    let text = "note: \(VisibleText.line(note))"
    return TextWrapping.hanging(text, width: console.errorWidth, start: 0, indent: 6) {
      MeantLine(shell: self).isTyped($0)
    } + "\n"
  }

  /// Tells of an error, and says how what failed has ended.
  package func fail(_ error: CommandError, of line: String, at place: StatementPlace? = nil)
    -> Outcome
  {
    report(Failure(error, at: place), of: line)
    current?.past.failure = (Secrets.hidden(line), error)
    guard error.isInterruption else { return error.isUnmet ? .unmet : .failed }
    return isUnread && context.depth == 0 ? .leave(status: 0) : .interrupted
  }

  /// Tells of a failure from outside the shell as it tells of its own.
  public func reportFailure(
    code: String, message: String, hint: String?, of line: String, at place: StatementPlace?
  ) {
    report(Failure(.outside(code: code, message: message, hint: hint), at: place), of: line)
  }

  /// Whether what runs was stopped because nobody gets its results, and by nobody: that is quiet.
  var isUnread: Bool { console.isOutputLost && !console.isInterrupted }

  /// Prints a failure to standard error, and in JSON to standard output too.
  package func report(_ failure: Failure, of line: String) {
    if case .interrupted = failure.error, isUnread { return }
    if case .declined = failure.error, console.isInteractive {
      console.writeError("\(VisibleText.line(failure.error.message))\n")
      return
    }
    if repliesInJSON {
      let printed = CommandResult.output(context.reply.takePrinted())
      emit(Reply(printed, to: line, in: self, failure: failure).json)
    }
    context.reply.warnings = []
    console.writeError(
      failure.text(errorStyle, width: console.errorWidth) { MeantLine(shell: self).isTyped($0) })
  }
}

extension DelegateEvent {
  /// The call as `--trace` prints it: `willSelect 0:1 → 0:1`.
  var line: String {
    var line = "\(isToldBySelecting ? "notify: " : "")\(name.rawValue)"
    if let path { line += " \(path)" }
    switch argument {
    case .style(let style): line += " \(style.rawValue)"
    case .to(let path): line += " to \(path)"
    case .action(let title): line += " \(title)"
    case nil: break
    }
    switch answer {
    case .path(let answer): line += " → \(answer)"
    case .refused: line += " → no"
    case .allowed: line += " → yes"
    case .nothing: line += " → nil"
    case .style(let style): line += " → \(style.rawValue)"
    case .text(let text): line += " → \(text)"
    case .texts(let texts):
      line += texts.isEmpty ? " → none" : " → \(texts.joined(separator: ", "))"
    case nil: break
    }
    return isSilent ? line + " (silent)" : line
  }
}
