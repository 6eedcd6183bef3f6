import TableKit
import TablePrinters
import Wording

/// A failed command: why, and where it stands in a batch.
package struct Failure {
  let error: CommandError
  /// `a.tsh:3`, or the place in a Lua script; nil for typed lines.
  let place: String?
  /// What is wrong, in one line that does not name the place again.
  let message: String

  /// - Parameter place: where the command stands.
  package init(_ error: CommandError, at place: StatementPlace?) {
    self.error = error
    if place == nil, case .lua(let failure) = error, failure.code != "rule-errors",
      let inScript = failure.place
    {
      self.place = inScript
      message = Secrets.hidden(failure.message)
    } else {
      self.place = place?.description
      message = Secrets.hidden(error.message)
    }
  }

  /// The lines for standard error. Names out of a file stand in them, so they are shown escaped.
  ///
  /// - Parameter width: the columns of a line, where they are wrapped; nil: any.
  /// - Parameter isTyped: whether a hint is a line to type, of which no part is broken off.
  func text(
    _ style: Style, width: Int? = nil, isTyped: (String) -> Bool = { _ in false }
  ) -> String {
    let place = Self.shown(place.map { "\($0): " } ?? "")
    let start = DisplayText(line: place).width + "error:".count
    return lines(
      place + style.apply(.error, to: "error:"), message, style, width: width, start: start,
      isTyped: isTyped)
  }

  /// The same of a failure that ends nothing.
  var warning: String { lines("warning:", (place.map { "\($0): " } ?? "") + message, .plain) }

  /// - Parameters:
  ///   - head: what stands before the message, as it is shown.
  ///   - start: how many columns that takes.
  private func lines(
    _ head: String, _ message: String, _ style: Style, width: Int? = nil, start: Int = 0,
    isTyped: (String) -> Bool = { _ in false }
  ) -> String {
    // What goes on stands under the first word of an error, and of a hint.
    let indent = "hint:  ".count
    func wrapped(_ text: String, from start: Int) -> String {
      TextWrapping.hanging(Self.shown(text), width: width, start: start, indent: indent)
    }
    var text = "\(head) \(wrapped(message, from: start + 1))\n"
    if case .syntax(let syntax, let source) = error.withoutGuess,
      let excerpt = syntax.excerpt(of: source)
    {
      let shown = width.map { Self.part(of: excerpt, width: $0) } ?? excerpt
      text += DisplayText.lines(shown) + (shown.hasSuffix("\n") ? "" : "\n")
    }
    if case .lua(let failure) = error.withoutGuess {
      for (index, frame) in failure.fileFrames.enumerated() {
        text += Self.shown((index == 0 ? "trace: " : "       ") + frame) + "\n"
      }
    }
    if let exception = error.exception { text += wrapped("UIKit: \(exception)", from: 0) + "\n" }
    if let hint = error.hint.map(Self.typedHere) {
      let line = "hint:  \(Self.shown(hint))"
      let broken = width.map { Self.broken(line, width: $0, isTyped) } ?? line
      let lines = broken.split(separator: "\n", omittingEmptySubsequences: false)
      text += lines.map { style.apply(.faint, to: String($0)) + "\n" }.joined()
    }
    return text
  }

  /// The way that the program was called beside this folder, as `./tablesh`; nil: by its name or whole path.
  private static let program = CommandLine.arguments.first.flatMap { $0.hasPrefix("./") ? $0 : nil }

  /// A hint for the command line, as the program was called.
  private static func typedHere(_ hint: String) -> String {
    guard let program, hint.hasPrefix("tablesh ") else { return hint }
    return ShellWord.sh(program) + hint.dropFirst("tablesh".count)
  }

  /// Returns a hint in lines. A command to type is not broken, so that it is copied as one line: behind the
  /// label if it has room there, else it begins a line, which the terminal continues in the next. What is
  /// said of it in a comment is broken between words, and each line of it is a comment.
  private static func broken(_ hint: String, width: Int, _ isTyped: (String) -> Bool) -> String {
    let label = "hint:  "
    let text = hint.dropFirst(label.count)
    // Behind Lua, a comment begins with `--`.
    let signs = ["#", "--"].compactMap { sign in
      text.firstRange(of: "  \(sign) ").map { (text: sign, range: $0) }
    }
    let sign = signs.min { $0.range.lowerBound < $1.range.lowerBound }
    let command = String(text[..<(sign?.range.lowerBound ?? text.endIndex)])
    guard DisplayText(line: hint).width > width, isTyped(command) else {
      return TextWrapping.hanging(
        hint, width: width, start: 0, indent: label.count, keeping: isTyped)
    }
    let wide = DisplayText(line: command).width
    let fits = label.count + wide <= width
    let head = fits ? label + command : "hint:\n" + TextWrapping.typed(command, width: width)
    guard let sign else { return head }
    // One that has no room beside the command begins below it.
    let start = label.count + wide + 2
    let first = text[sign.range.upperBound...].prefix { $0 != " " }
    let isBeside =
      fits && start + sign.text.count + 1 + DisplayText(line: String(first)).width <= width
    let indent = (fits ? label.count : 0) + sign.text.count + 1
    let lines = TextWrapping.hanging(
      String(text[sign.range.upperBound...]), width: width,
      start: isBeside ? start + sign.text.count + 1 : indent, indent: indent, keeping: isTyped)
    let margin = String(repeating: " ", count: indent - sign.text.count - 1) + sign.text + " "
    let below = lines.split(separator: "\n").enumerated().map { index, line in
      index == 0 && isBeside ? "  \(sign.text) \(line)" : "\n" + margin + line.drop { $0 == " " }
    }
    return head + below.joined()
  }

  /// The part of a line and of the mark below it that has room; a line that has is left as it is.
  private static func part(of excerpt: String, width: Int) -> String {
    let lines = excerpt.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, DisplayText(line: String(lines[0])).width > width, width > 16 else {
      return excerpt
    }
    let (mark, letters) = (lines[1].count - 1, Array(lines[0]))
    let room = width - 3
    let start = max(0, min(mark - room * 2 / 3, letters.count - room))
    let end = min(letters.count, start + room)
    let before = start > 0 ? "…" : ""
    return before + String(letters[start..<end]) + (end < letters.count ? "…" : "") + "\n"
      + String(repeating: " ", count: max(0, mark - start) + before.count) + "^"
  }

  private static func shown(_ text: String) -> String { VisibleText.line(text) }
}

extension Failure {
  /// As `error` of a reply has it.
  var tree: JSONValue {
    [
      "code": .string(error.code), "message": .string(message),
      "exception": error.exception.map(JSONValue.string),
      "hint": error.hint.map(JSONValue.string), "place": place.map(JSONValue.string),
    ]
  }
}
