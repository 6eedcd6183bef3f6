import CReadline
import LibC
import Wording

/// Lines edited with GNU readline on a terminal.
///
/// A class, and one a process: readline keeps its state in globals. Readline reads only while the
/// prompt is shown; a command runs with the terminal in its ordinary modes.
public final class LineEditor: LineInput {
  /// Returns the completions at the cursor; set by the loop.
  public var completer: ((_ line: String, _ cursor: Int) -> Completion)?

  /// Returns what M-h tells of the line; set by the loop.
  public var helper: ((_ line: String, _ cursor: Int) -> String?)?

  /// Has the user edit a text elsewhere, after ^X^E; set by the loop.
  public var elsewhere: ((_ text: String) -> String)?

  /// What may come while the user types; set by the loop.
  public var news: LineNews?

  /// After ^D more can be typed.
  public let endsForGood = false

  private let input: Int32

  /// Creates the editor.
  ///
  /// - Parameters:
  ///   - name: the application name for `$if` in `~/.inputrc`.
  ///   - input: the terminal.
  ///   - usesColor: whether lists of completions are coloured.
  public init(name: String, input: Int32 = STDIN_FILENO, usesColor: Bool = false) {
    self.input = input
    let context = Unmanaged.passRetained(self).toOpaque()
    let complete: cr_completer = { context, line, cursor, sink in
      guard let context else { return }
      let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
      editor.offer(String(cString: line), cursor: cursor, to: sink)
    }
    let help: cr_helper = { context, line, cursor in
      guard let context else { return nil }
      let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
      return editor.helper?(String(cString: line), cursor).flatMap { strdup($0) }
    }
    cr_start(name, input, complete, help, context)
    cr_use_colors(usesColor)
  }

  /// True if `input` is a terminal that can be edited on.
  public static func canEdit(input: Int32 = STDIN_FILENO) -> Bool {
    isatty(input) != 0 && !isDumb(getenv("TERM").map { String(cString: $0) })
  }

  /// Whether a terminal, by its name in `TERM`, cannot move its cursor and shows no colours, as that of
  /// Emacs.
  public static func isDumb(_ name: String?) -> Bool { ["", "dumb"].contains(name ?? "") }

  /// Waits for the next line or event.
  public func next(prompt: String, typed: String) -> LineEvent {
    if let event = takeLine() { return event }
    cr_prompt(Self.marked(prompt), typed)
    if typed.isEmpty { news?.lineIsEmpty() }
    defer { cr_stop() }
    while true {
      var came = wait()
      if came == Int32(CS_OTHER) {
        hear()
        // A signal that came meanwhile was told to what ran, not to the next wait.
        if let signal = Interrupts.termination { return .terminated(signal: signal) }
      }
      if came == Int32(CS_INPUT) {
        came = cr_read()
        if let event = takeLine() ?? edited(prompt) { return event }
        if cr_at_end() { return .endOfInput }
        if !cr_has_text() { news?.lineIsEmpty() }
      }
      switch came {
      case Int32(CS_HANGUP):
        return .terminated(signal: SIGHUP)
      case SIGINT:
        cr_drop_line()
        return .interrupted
      case SIGWINCH:
        cr_resized()
      case SIGTSTP:
        cr_suspend()
      case SIGCONT:
        cr_resumed()
      case let signal where cs_terminates(signal):
        return .terminated(signal: signal)
      default:
        break
      }
    }
  }

  /// Waits for input, news or a signal; after a while in which nothing came, works ahead until it does.
  private func wait() -> Int32 {
    let other = news?.descriptor() ?? -1
    guard let news else { return cs_wait_either(input, other, -1) }
    var came = cs_wait_either(input, other, Self.pause)
    while came == Int32(CS_TIMEOUT) {
      let isMore = news.workAhead {
        if came == Int32(CS_TIMEOUT) { came = cs_wait_either(self.input, other, 0) }
        return came == Int32(CS_TIMEOUT)
      }
      if came == Int32(CS_TIMEOUT) { came = cs_wait_either(input, other, isMore ? 0 : -1) }
    }
    return came
  }

  /// How long the user does nothing before work is done ahead, in milliseconds.
  private static let pause: Int32 = 300

  /// Has the line edited elsewhere if the user asked for that, and goes on with what it is then.
  ///
  /// - Returns: what became several lines, which are run; nil otherwise.
  private func edited(_ prompt: String) -> LineEvent? {
    guard let line = cr_take_text() else { return nil }
    defer { free(line) }
    let text = String(cString: line)
    let edited = elsewhere?(text) ?? text
    if edited.contains("\n") { return .line(edited) }
    cr_prompt(Self.marked(news?.prompt() ?? prompt), edited)
    return nil
  }

  /// Prints what came above the prompt; the line stays as it is typed so far.
  private func hear() {
    guard let news, let tell = news.take(cr_has_text()) else { return }
    cr_hide()
    tell()
    cr_show(Self.marked(news.prompt()))
  }

  /// Asks, and returns the line typed in reply. What was typed ahead is dropped: it was no answer.
  public func answer(to question: String) -> String? {
    while let line = cr_take_line() { free(line) }
    let lines = PlainLines(input: input)
    lines.news = news
    return lines.answer(to: question)
  }

  /// Adds a statement to the lines that the arrow keys recall.
  public func remember(_ statement: String) { cr_history_add(statement) }

  /// Has the arrow keys recall these statements alone.
  public func recall(_ statements: [String]) {
    cr_history_clear()
    for statement in statements { cr_history_add(statement) }
  }

  private func takeLine() -> LineEvent? {
    guard let line = cr_take_line() else { return nil }
    defer { free(line) }
    return String(validatingCString: line).map { .line($0) } ?? .invalidLine
  }

  /// Whether the user's inputrc has completion ignore case.
  public static var ignoresCase: Bool { cr_ignores_case() }

  private func offer(_ line: String, cursor: Int, to sink: OpaquePointer) {
    guard let completion = completer?(line, cursor) else { return }
    cr_replace_from(sink, completion.start)
    guard case .candidates(let candidates) = completion.choices else { return }
    for each in candidates {
      // Names of files and data stand in the list.
      let label = VisibleText.line(each.label ?? each.text)
      cr_offer(
        sink, each.text, label == each.text ? nil : label, each.description.map(VisibleText.line),
        each.appendsSpace)
    }
  }

  /// Returns the prompt with its colour codes marked as zero-width (1 begins, 2 ends), without
  /// which readline misplaces the cursor.
  static func marked(_ prompt: String) -> String {
    var result = ""
    var isCode = false
    for character in prompt.unicodeScalars {
      if character == "\u{1B}" && !isCode {
        isCode = true
        result += "\u{1}"
      }
      result.unicodeScalars.append(character)
      if isCode && character.properties.isAlphabetic {
        isCode = false
        result += "\u{2}"
      }
    }
    return isCode ? result + "\u{2}" : result
  }
}
