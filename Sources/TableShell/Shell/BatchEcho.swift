import TablePrinters
import Wording

// Commands of a batch that are printed before they run, as they would have been typed, so that a class
// can follow.

/// Prints the commands of a batch before they run, and waits for a key where each command does.
struct BatchEcho {
  let shell: Shell

  /// Prints the lines of a text as if they had been typed, and waits for Enter if each command waits.
  ///
  /// - Returns: false if the user ends the batch.
  func echo(_ text: String) -> Bool {
    for line in text.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) {
      let shown = DisplayText.lines(Secrets.hidden(String(line)))
      let isComment = line.drop { $0 == " " }.hasPrefix("#")
      shell.emit("> " + shell.style.apply(isComment ? .faint : .label, to: shown) + "\n")
    }
    guard shell.options.waitsForEnter, let statements = try? shell.statements(of: text),
      !statements.isEmpty
    else { return true }
    let key = key(saying: "Enter goes on, q ends it") { Self.next.contains($0) || $0 == "q" }
    if key == nil, shell.options.waitsForEnter {
      shell.options.waitsForEnter = false
      shell.writeNote("nothing waits for Enter, as there is no terminal to press it at")
    }
    return key != "q"
  }

  /// The keys that go on.
  private static let next: Set<Character> = ["\r", "\n", " ", "→"]

  /// Waits for a key; the end of the input is `q`.
  ///
  /// - Returns: nil if there is no terminal.
  private func key(saying text: String, where isMeant: (Character) -> Bool) -> Character? {
    guard let screen = shell.console.openScreen() else { return nil }
    defer { screen.close() }
    screen.draw([shell.style.apply(.faint, to: text)])
    while true {
      switch screen.wait(nil) {
      case .key(let key) where isMeant(key): return key
      case .ended: return "q"
      case .key, .timeIsOver: continue
      }
    }
  }

  /// Whether a command that fails waits for what the user wants.
  func retries(at origin: StatementPlace?) -> Bool {
    origin != nil && shell.options.echoes && shell.options.waitsForEnter && !shell.repliesInJSON
  }

  /// Runs a command; where it fails the user says whether it is skipped, runs again, runs with another
  /// text, or ends the batch.
  ///
  /// - Parameters:
  ///   - text: the command.
  ///   - body: runs it, and prints its reply or its error.
  /// - Returns: `unmet` for a command that failed and was skipped.
  func retrying(_ text: String, at origin: StatementPlace, _ body: () -> Outcome) -> Outcome {
    var outcome = body()
    while outcome == .failed {
      let key = key(saying: "Enter skips it, r runs it again, e edits it, q ends") {
        Self.next.contains($0) || "req".contains($0)
      }
      switch key {
      case nil: return .failed
      case "r": outcome = body()
      case "e":
        guard let edited = shell.console.edit(text, prompt: "> ") else { continue }
        return shell.runAll(edited, at: origin)
      case "q": return .leave(status: 1)
      default:
        shell.context.hasSkipped = true
        return .unmet
      }
    }
    return outcome
  }

  /// Runs the commands of a file, each printed before it runs.
  func runEchoing(_ text: String, at origin: StatementPlace) -> Outcome {
    var pieces: [(text: String, line: Int)] = []
    var pending = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if pending.isEmpty { pieces.append(("", number + 1)) }
      pending += pending.isEmpty ? String(line) : "\n" + line
      pieces[pieces.count - 1].text = pending
      if shell.isComplete(pending) { pending = "" }
    }
    return shell.inOrder(pieces, at: origin) { shell.run($0.text, at: origin.line($0.line)) }
  }
}
