import TableKit
import TableShell

/// The console of a session that is filmed: a terminal of a given size, on which a script is typed.
///
/// Results go to the film alone; errors and notes also to the console before, so that a script that
/// fails says so. A class, as every console.
final class FilmConsole: Console {
  /// The console that is back when the film ends.
  let former: any Console
  let size: (columns: Int, rows: Int)?
  private(set) var film = TerminalFilm()
  /// The script whose lines are typed, which errors name; a terminal does not.
  private var script = ""
  /// Whether what is printed is left out.
  private var isHidden = false

  init(over former: any Console, columns: Int, lines: Int) {
    (self.former, size) = (former, (columns, lines))
  }

  /// Films a text that is typed. A `wait` is not seen: nothing happens for as long.
  ///
  /// - Parameters:
  ///   - lines: its lines, each with its prompt.
  ///   - script: the script that it stands in.
  func type(_ lines: [TerminalFilm.TypedLine], of script: String?) {
    self.script = script ?? ""
    let words = lines.count == 1 ? lines[0].text.split(separator: " ") : []
    isHidden = words.count == 2 && words[0] == "wait"
    if isHidden {
      film.events.append(.wait(DecimalNumber.double(words[1]) ?? 0))
    } else {
      let isComment = lines.allSatisfy { $0.text.drop { $0 == " " }.hasPrefix("#") }
      film.events.append(.typed(lines, isCommand: !isComment))
    }
  }

  /// Ends the film.
  func end(prompt: String) {
    film.prompt = prompt
    film.dropUnanswered()
  }

  func write(_ text: String) { if !isHidden { film.print(text) } }

  func write(bytes: [UInt8]) { write(String(decoding: bytes, as: UTF8.self)) }

  func writeError(_ text: String) {
    var seen = text[...]
    if !script.isEmpty, text.hasPrefix(script + ":"), let end = text.firstRange(of: ": ") {
      seen = text[end.upperBound...]
    }
    write(String(seen))
    former.writeError(Self.plain(text))
  }

  /// Returns a text without the codes of colours.
  private static func plain(_ text: String) -> String {
    let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) {
      $0 + $1.drop { $0 != "m" }.dropFirst()
    }
  }

  func flush() { former.flush() }
  var errorWidth: Int? { size?.columns }
  var usesColor: Bool { true }
  var usesColorForErrors: Bool { true }
  var isInteractive: Bool { false }
  func confirm(_ question: String) -> Bool { false }
  func askSecret(_ question: String) -> String? { nil }
  var isInterrupted: Bool { former.isInterrupted }
  var isOutputLost: Bool { former.isOutputLost }
}
