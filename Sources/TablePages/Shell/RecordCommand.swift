import TableShell
import TableSources
import Wording

extension Command {
  /// A command that records a table to a page.
  static var record: Command {
    Command(
      name: "record", group: .tables, summary: "record what happens to a page that plays it",
      details: """
        From start to stop each command on the current table is a step: what was typed, what it \
        said, its plan, and the table between its stages, so that the page can show them move. PATH \
        ends in .html for a page, which needs no other file and no network, in .svg for a picture \
        that shows the table move, or in .json for the recording alone. Commands on other tables are left out. Alone it says what is recorded. \
        --rows seen keeps only rows that were on the screen or near a change, and draws the others \
        as placeholders; it is chosen for recordings over 5 MB. A recording whose table is closed, \
        and one that is left running at the end of the session, is written then. tablesh record \
        SCRIPT -o PAGE.html records a script, tablesh record SCRIPT -o PICTURE.svg shows it as it is \
        typed, and tablesh record --check FILE checks a recording.
        """,
      examples: ["record": ""], yields: true,
      forms: [
        Form("record", does: Invocation.tellRecording),
        Form(
          "record start [--title TEXT] [--rows all|seen] [--overwrite] PATH",
          kinds: ["PATH": .file],
          does: Invocation.startRecording),
        Form("record stop", does: Invocation.stopRecording),
      ])
  }
}

extension Invocation {
  fileprivate func tellRecording() throws(CommandError) -> CommandResult {
    guard let recording = recordings.recording, let (request, start) = recording.file else {
      return CommandResult(sentence: "nothing is recorded")
    }
    let count = recording.recorder.stepCount(since: start)
    return CommandResult(
      sentence: "\(recording.document.name) is recorded to \(request.path):"
        + " \(Counts.of(count, "step"))")
  }

  fileprivate func startRecording() throws(CommandError) -> CommandResult {
    let document = try document()
    if let recording = recordings.recording {
      if let (request, _) = recording.file {
        throw refusal(
          "\(recording.document.name) is recorded to \(request.path) already", ["record stop"])
      }
      guard recording.document === document else {
        throw refusal(
          "\(recording.document.name) is presented, and one table at a time is recorded",
          ["present shows the current table", "present stop"])
      }
    }
    let path = try self[.file]
    var request = try TableRecording.Request(path: path)
    request.picture.subject = .table
    request.title = value(of: "--title")?.text
    request.rows = KeptRows.allCases.first { has($0.rawValue) }
    request.file = try shell.permitted(writing: path)
    try recordings.checkFolder(of: path)
    try recordings.checkNoTable(at: path)
    var save = SaveRequest(path: path, line: self.form.line)
    save.overwrites = has("--overwrite")
    save.isDryRun = shell.isDryRun
    // A recording that this session has written is as much worth as any other file.
    request.seen = try shell.checkOverwriting(path, save, besidesOwn: false)
    recordings.startRecording(request, of: document)
    return CommandResult(sentence: "recording \(document.name) to \(path); record stop writes it")
  }

  fileprivate func stopRecording() throws(CommandError) -> CommandResult {
    guard let recording = recordings.recording, let (request, start) = recording.file else {
      throw .outside(
        code: "no-recording", message: "nothing is recorded", hint: "record start PAGE.html")
    }
    return try recordings.stopRecording(
      recording, to: request, from: start, progress: shell.progress)
  }
}
