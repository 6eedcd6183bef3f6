import CommandLanguage
import TableKit
import TablePrinters
import TableShell
import TableSources
import Wording

// The film of a session on a terminal, for `tablesh record SCRIPT -o PICTURE.svg`.

extension Recordings {
  /// Begins to film the session, as it would look at a terminal: what follows is printed there.
  func startFilm(_ asked: RecordRequest) {
    let picture = asked.picture
    let console = FilmConsole(over: shell.console, columns: picture.columns, lines: picture.lines)
    film = (console, asked)
    shell.console = console
    shell.options.theme = .dark
    shell.options.hasManyColors = false
    console.type([TerminalFilm.TypedLine(prompt: "$ ", text: Secrets.hidden(asked.line))], of: nil)
    shell.greet()
  }

  func willRead(_ text: String, at origin: StatementPlace?) {
    guard let (console, _) = film else { return }
    let lines = Secrets.hidden(text).split(separator: "\n", omittingEmptySubsequences: false)
    var typed: [TerminalFilm.TypedLine] = []
    for line in lines {
      let before = lines.prefix(typed.count).joined(separator: "\n")
      let prompt = typed.isEmpty ? shell.plainPrompt : shell.continuationPrompt(of: before)
      typed.append(
        TerminalFilm.TypedLine(
          prompt: DisplayText(line: prompt).text, text: DisplayText(line: String(line)).text))
    }
    console.type(typed, of: origin?.source)
  }

  /// Ends the film and writes the picture.
  ///
  /// - Throws: `usage` for a command that there is not; what keeps the file from being written.
  func stopFilm() throws(CommandError) {
    guard let (console, asked) = film else { return }
    film = nil
    shell.console = console.former
    console.end(prompt: shell.plainPrompt)
    var film = console.film
    let count = film.commandCount - 1
    if case .step(let number)? = asked.picture.still {
      try checkStep(number, of: count, "command")
      film = film.until(command: number + 1)
    }
    let title = asked.title ?? shell.current?.shortName ?? "tablesh"
    let picture = TerminalPicture(
      film, size: (asked.picture.columns, asked.picture.lines), title: Secrets.hidden(title))
    let request = try TableRecording.Request(path: asked.path)
    var result = CommandResult()
    guard !shell.isDryRun else {
      result.sentence = "dry run: nothing is written to \(asked.path)"
      return try tell(result)
    }
    let bytes = picture.svg(isStill: asked.picture.still != nil)
    let report = try write(bytes, to: request, progress: shell.progress, notes: &result.notes)
    if let problem = report.problem { throw .source(problem) }
    result.sentence =
      "recorded \(Counts.of(count, "command")) to \(asked.path)"
      + " (\(Counts.of(report.byteCount, "byte")))"
    try tell(result)
  }

  /// Refuses a number of a step that a picture does not have.
  ///
  /// - Parameter noun: what is counted.
  func checkStep(_ number: Int, of count: Int, _ noun: String) throws(CommandError) {
    guard number > count else { return }
    throw .usage(
      "there is no \(noun) \(number): the script has \(Counts.of(count, noun))",
      synopsis: ["--still shows the end"])
  }
}
