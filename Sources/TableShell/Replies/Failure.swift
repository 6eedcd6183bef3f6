import TablePrinters

/// The error of a failed command with its place in a batch or script.
struct Failure {
  let error: CommandError
  /// The place: `a.tsh:3`, or that in a Lua script; nil for typed lines.
  let place: String?
  /// The error in one line, without the place.
  let message: String

  /// - Parameters:
  ///   - origin: the start of the text with the command; nil: a typed line.
  ///   - line: the line of the command in that text, from 1.
  init(_ error: CommandError, at origin: Shell.Origin?, line: Int = 1) {
    self.error = error
    if origin == nil, case .lua(let failure) = error, failure.code != "rule-errors",
      let inScript = failure.place
    {
      place = inScript
      message = failure.message
    } else {
      place = origin.map { "\($0.source):\($0.line + line - 1)" }
      message = error.message
    }
  }

  /// The lines for standard error, with control characters escaped, as names may come from a file.
  var text: String { lines((place.map { "\($0): " } ?? "") + "error: \(message)") }

  /// The same as a warning, for a failure after which work goes on.
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
