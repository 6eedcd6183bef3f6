import TablePrinters

/// The lines of a terminal, as they become when text is printed to it: wrapped at its width, with the
/// colours that escape codes set.
struct TerminalText {
  /// How text looks.
  struct Look: Hashable {
    var isBold = false, isFaint = false, isInverse = false
    /// The number of its colour, 1 to 6 as terminals count: red, green, yellow, blue, magenta, cyan.
    var color: Int?

    /// The classes of an element in this look.
    var classes: [String] {
      let names = ["", "red", "green", "yellow", "blue", "magenta", "cyan"]
      return (isBold ? ["b"] : []) + (color.map { [names[$0]] } ?? (isFaint ? ["d"] : []))
    }
  }

  /// Characters in one look, from a column on.
  struct Run: Hashable {
    var text: String
    var look: Look
    /// The first column, from 0, and how many there are.
    var column: Int, width: Int
    /// Whether each character is one column wide.
    var isNarrow: Bool
  }

  /// The columns of a line.
  let columns: Int
  /// The lines; the last one is that of the cursor.
  private(set) var lines: [[Run]] = [[]]
  /// The column of the cursor, from 0.
  private(set) var column = 0
  private var look = Look()

  init(columns: Int) { self.columns = columns }

  /// Prints text.
  mutating func print(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n", "\r\n": endLine()
      case "\r": break
      case "\t": for _ in 0..<(8 - column % 8) { put(" ") }
      case "\u{1B}": skipEscape(&rest)
      default: put(character)
      }
    }
  }

  /// Prints text in a look.
  mutating func print(_ text: String, in look: Look) {
    let former = self.look
    self.look = look
    for character in text { put(character) }
    self.look = former
  }

  /// Goes to a new line, unless the cursor is at the start of one.
  mutating func startLine() { if column > 0 { endLine() } }

  mutating func endLine() {
    lines.append([])
    column = 0
  }

  private mutating func put(_ character: Character) {
    let width = DisplayText(line: String(character)).width
    if column + width > columns { endLine() }
    let isNarrow = width == 1
    let last = lines.count - 1
    if let run = lines[last].last, run.look == look, run.isNarrow, isNarrow {
      lines[last][lines[last].count - 1].text.append(character)
      lines[last][lines[last].count - 1].width += 1
    } else {
      let text = String(character)
      lines[last].append(
        Run(text: text, look: look, column: column, width: width, isNarrow: isNarrow))
    }
    column += width
  }

  /// Skips what follows an escape character; codes of colours are taken.
  private mutating func skipEscape(_ rest: inout Substring) {
    switch rest.popFirst() {
    case "[":
      var parameters = ""
      while let next = rest.popFirst() {
        if ("@"..."~").contains(next) {
          if next == "m" { take(parameters.split(separator: ";").map { Int($0) ?? 0 }) }
          return
        }
        parameters.append(next)
      }
    case "]": while let next = rest.popFirst(), next != "\u{7}" {}
    default: break
    }
  }

  /// Takes codes of colours.
  private mutating func take(_ codes: [Int]) {
    var codes = codes.isEmpty ? [0] : codes[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: look = Look()
      case 1: look.isBold = true
      case 2: look.isFaint = true
      case 7: look.isInverse = true
      case 31...36: look.color = code - 30
      case 39: look.color = nil
      case 38 where codes.first == 5:
        codes = codes.dropFirst()
        look.color = Self.color(of256: codes.popFirst() ?? 0)
        look.isFaint = look.color == nil
      default: break
      }
    }
  }

  /// Returns the nearest of six colours to one of the 256 of terminals; nil for a grey.
  private static func color(of256 code: Int) -> Int? {
    if code < 16 { return (1...6).contains(code % 8) ? code % 8 : nil }
    guard code < 232 else { return nil }
    let parts = [(code - 16) / 36, (code - 16) / 6 % 6, (code - 16) % 6]
    guard let most = parts.max(), let least = parts.min(), most > least else { return nil }
    return parts.enumerated().reduce(0) {
      $0 + (2 * $1.element > most + least ? 1 << $1.offset : 0)
    }
  }
}
