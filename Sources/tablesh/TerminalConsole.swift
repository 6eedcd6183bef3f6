import LibC
import TableKit
import TableShell
import Terminal
import Wording

/// The shell's console on this process's streams.
final class TerminalConsole: Console {
  /// The prompt, at which the user is asked and edits; nil in a batch.
  var prompt: InteractiveLoop?
  /// Asks a user who will be at the prompt; nil in a batch.
  var asksAhead: ((_ question: String) -> String?)?
  /// Edits lines in a batch, when that is wanted for the first time.
  private lazy var editor = LineEditor.canEdit() ? LineEditor(name: "tablesh") : nil
  /// True if replies go to standard error, as standard output is for a table.
  var repliesToErrors = false
  let usesColor: Bool
  let usesColorForErrors: Bool

  private let output: StandardOutput
  private let isTerminal: Bool
  private let drawer: ProgressDrawer?
  private var errors = StandardError()

  init(
    output: StandardOutput, usesColor: Bool, usesColorForErrors: Bool = false, isQuiet: Bool = false
  ) {
    drawer = ProgressDrawer(isQuiet: isQuiet, terminal: environment("TERM"))
    self.output = output
    isTerminal = output.isTerminal
    self.usesColor = usesColor
    self.usesColorForErrors = usesColorForErrors
  }

  var ignoresCaseInCompletion: Bool { LineEditor.ignoresCase }

  func show(_ progress: Progress) { drawer?.draw(progress) }

  func commandBegan() {
    drawer?.finish()
    // The prompt and what was typed there end with a line end.
    if isInteractive { drawer?.isAtLineStart = true }
  }

  func write(_ text: String) {
    drawer?.clear()
    if repliesToErrors {
      note(endOf: text.utf8.last)
      return errors.write(text)
    }
    if isTerminal { note(endOf: text.utf8.last) }
    output.write(text)
    // A user watches the output of a long script.
    if isTerminal { output.flush() }
  }

  func write(bytes: [UInt8]) {
    drawer?.clear()
    if isTerminal { note(endOf: bytes.last) }
    output.write(bytes: bytes)
  }

  func flush() {
    drawer?.clear()
    output.flush()
  }

  func writeError(_ text: String) {
    drawer?.clear()
    output.flush()
    note(endOf: text.utf8.last)
    errors.write(text)
  }

  var size: (columns: Int, rows: Int)? {
    guard isTerminal, let size = StandardStreams.size(of: STDOUT_FILENO), size.rows > 0 else {
      return nil
    }
    return size
  }

  var errorWidth: Int? {
    // Nil where it is no terminal: errors in a file are searched for lines.
    StandardStreams.size(of: STDERR_FILENO)?.columns
  }

  var isInteractive: Bool { prompt != nil }

  var canAsk: Bool { prompt != nil || asksAhead != nil }

  func confirm(_ question: String) -> Bool {
    drawer?.clear()
    return prompt?.confirm(question) ?? false
  }

  func edit(_ line: String, prompt text: String) -> String? {
    flush()
    if let prompt { return prompt.edit(line, prompt: text) }
    return editor?.edited(line, prompt: text)
  }

  func forget(_ line: String?) { prompt?.forget(line) }

  func ask(_ question: String) -> String? {
    drawer?.clear()
    if let prompt { return prompt.ask(question) }
    return asksAhead?(question)
  }

  func askSecret(_ question: String) -> String? {
    drawer?.clear()
    flush()
    return SecretPrompt.answer(to: question)
  }

  /// Remembers whether what was written ends a line.
  private func note(endOf byte: UInt8?) {
    if let byte { drawer?.isAtLineStart = byte == 0x0A }
  }

  var isOutputLost: Bool { output.failure != nil }

  var isInterrupted: Bool { Interrupts.isRequested }

  func openScreen() -> (any Screen)? {
    guard isTerminal, !repliesToErrors else { return nil }
    flush()
    return DrawingTerminal().map { TerminalScreen($0, console: self) }
  }
}

/// The terminal while pictures are drawn on it. A class, as the terminal's modes are one thing.
private final class TerminalScreen: Screen {
  private let terminal: DrawingTerminal
  private let console: TerminalConsole

  init(_ terminal: DrawingTerminal, console: TerminalConsole) {
    (self.terminal, self.console) = (terminal, console)
  }

  func draw(_ lines: [String]) {
    console.flush()
    terminal.draw(lines)
  }

  func wait(_ time: Duration?) -> ScreenEvent { terminal.wait(time) }

  func putBack(_ key: Character) { terminal.putBack(key) }

  func close() {
    let typed = terminal.end()
    if !typed.isEmpty { console.prompt?.typeAhead(typed) }
  }
}
