import TablePrinters
import Wording

// Commands of a batch that are printed before they run, as they would have been typed, so that a class
// can follow.

/// Prints the commands of a batch before they run.
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
    guard let screen = shell.console.openScreen() else {
      shell.options.waitsForEnter = false
      shell.writeNote("nothing waits for Enter, as there is no terminal to press it at")
      return true
    }
    defer { screen.close() }
    screen.draw([shell.style.apply(.faint, to: "Enter goes on, q ends it")])
    while true {
      switch screen.wait(nil) {
      case .key("\r"), .key("\n"), .key(" "), .key("→"): return true
      case .key("q"), .ended: return false
      case .key, .timeIsOver: continue
      }
    }
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
