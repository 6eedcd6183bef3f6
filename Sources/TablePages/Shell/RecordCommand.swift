import TableShell
import TableSources
import Wording

extension Command {
  /// A command that records a table to a page.
  static var record: Command {
    Command(
      name: "record", group: .tables,
      summary: "record what happens to the table, as a page or a picture",
      details: """
        From start to stop, each command on the current table is a step. The extension of PATH \
        chooses what record writes:
          tour.html  a page that plays the steps; one file, no network needed
          tour.svg   a picture in which the table moves
          tour.json  the recording alone

        record alone says what is being recorded. close and the end of the session write the \
        recording, too. A recording over 5 MB keeps only rows on the screen or near a change, as \
        with --rows seen.

        To record a whole script, use tablesh record SCRIPT -o tour.html. With -o tour.svg, the \
        picture also shows the typing.
        """,
      options: [
        "title": "a title, instead of the table's name",
        "rows": "all, or only rows on the screen or near a change",
        "overwrite": "replace an existing file without asking",
      ],
      examples: [
        "record start tour.html; sort by name; record stop": "a page with one step",
        "record start pay.svg; sort by pay desc; record stop": "a picture for a README",
        "record": "what is being recorded",
      ],
      readOn: ["present", "play"], yields: true,
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
          "\(recording.document.name) is being presented, and only one table at a time can be recorded",
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
