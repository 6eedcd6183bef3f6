import TablePrinters
import Wording

/// A failed command: why, and where it stands in a batch.
struct Failure {
  let error: CommandError
  /// `a.tsh:3`, or the place in a Lua script; nil for typed lines.
  let place: String?
  /// What is wrong, in one line that does not name the place again.
  let message: String

  /// - Parameter place: where the command stands.
  init(_ error: CommandError, at place: StatementPlace?) {
    self.error = error
    if place == nil, case .lua(let failure) = error, failure.code != "rule-errors",
      let inScript = failure.place
    {
      self.place = inScript
      message = failure.message
    } else {
      self.place = place?.description
      message = error.message
    }
  }

  /// The lines for standard error. Names out of a file stand in them, so they are shown escaped.
  var text: String { lines((place.map { "\($0): " } ?? "") + "error: \(message)") }

  /// The same of a failure that ends nothing.
  var warning: String { lines("warning: " + (place.map { "\($0): " } ?? "") + message) }

  private func lines(_ first: String) -> String {
    var text = Self.shown(first) + "\n"
    if case .syntax(let syntax, let source) = error, let excerpt = syntax.excerpt(of: source) {
      text += Self.shown(excerpt) + (excerpt.hasSuffix("\n") ? "" : "\n")
    }
    if case .lua(let failure) = error {
      for (index, frame) in failure.fileFrames.enumerated() {
        text += Self.shown((index == 0 ? "trace: " : "       ") + frame) + "\n"
      }
    }
    if let exception = error.exception { text += Self.shown("UIKit: \(exception)") + "\n" }
    if let hint = error.hint { text += Self.shown("hint:  \(hint)") + "\n" }
    return text
  }

  private static func shown(_ text: String) -> String { DisplayText.lines(text) }
}
