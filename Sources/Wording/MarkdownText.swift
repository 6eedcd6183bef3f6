/// The text of cells of Markdown tables: how it is escaped, and what a cell means.
///
/// A cell is shown as what it means only where writing that gives the same cell again: `a\*b` is `a*b`.
/// Any other cell is shown as it stands, so that markup can be read and typed: `**bold**`, `[a](b)`.
///
/// Source: GitHub Flavored Markdown, 2.4 (backslash escapes), 4.10 (tables).
public enum MarkdownText {
  /// Returns a text with all markup escaped; line ends become `<br>`, and what a terminal would interpret
  /// becomes an escape.
  ///
  /// - Complexity: O(length).
  public static func escaped(_ text: String) -> String {
    var result = ""
    var isFirst = true
    LineEnds.forEachLine(of: text) { line in
      if !isFirst { result += "<br>" }
      isFirst = false
      if line.utf8.allSatisfy(isPlain) { result += line } else { append(line, to: &result) }
    }
    return result
  }

  private static func append(_ line: Substring, to result: inout String) {
    let safe = VisibleText.line(String(line.map { $0 == "\t" ? " " : $0 })).unicodeScalars
    var previous: Unicode.Scalar = " "
    for (i, scalar) in zip(safe.indices, safe) {
      switch scalar {
      case "\\", "`", "*", "[", "]", "|", "~", "$":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "_":
        // Between letters it is no markup.
        let next = safe.index(after: i)
        let isInner = isWord(previous) && next < safe.endIndex && isWord(safe[next])
        result += isInner ? "_" : "\\_"
      default: result.unicodeScalars.append(scalar)
      }
      // The first combining mark is U+0300.
      if scalar.value < 0x300 || !scalar.properties.isGraphemeExtend { previous = scalar }
    }
  }

  /// Whether a byte is no markup, wherever it is, nor part of what needs a closer look.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x21, 0x22, 0x27, 0x28, 0x29, 0x2C, 0x2D,
      0x2E, 0x3A:
      true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

extension MarkdownText {
  /// Returns the text of a cell of a table.
  ///
  /// - Parameter cell: what stands between two pipes, without blanks around it.
  /// - Complexity: O(length).
  public static func text(ofCell cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == 0x5C || $0 == 0x26 || $0 == 0x3C }) else { return cell }
    let meaning = unescaped(cell)
    return escaped(meaning) == cell ? meaning : cell.replacing("\\|", with: "|")
  }

  /// Returns what to write into a cell so that it has a text: as it stands where that can be read again,
  /// as text may have markup, else escaped.
  ///
  /// - Parameter former: the cell that it replaces; one with escapes stays one with escapes.
  public static func cell(for text: String, like former: String = "") -> String {
    let bare = text.replacing("|", with: "\\|")
    let isEscaped =
      !former.isEmpty && Self.text(ofCell: former) != former.replacing("\\|", with: "|")
    return !isEscaped && isWhole(bare) && Self.text(ofCell: bare) == text ? bare : escaped(text)
  }

  /// Whether a cell that is written for a text has it: it has no blanks around it, nor tabs or control
  /// characters inside.
  public static func keeps(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return !isBlank(first) && !isBlank(last) && Self.text(ofCell: cell(for: text)) == text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a cell is one line without a bare pipe or a backslash at its end.
  private static func isWhole(_ cell: String) -> Bool {
    var isBehindBackslash = false
    for byte in cell.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0x7C && !isBehindBackslash { return false }
      isBehindBackslash = byte == 0x5C && !isBehindBackslash
    }
    return !isBehindBackslash
  }

  /// Returns a text without escapes, entities of markup and line breaks.
  private static func unescaped(_ cell: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = cell[...]
    let known = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("<br>", "\n")]
    while let first = rest.unicodeScalars.first {
      if first == "\\", let next = rest.unicodeScalars.dropFirst().first, isMark(next) {
        result.append(next)
        rest = Substring(rest.unicodeScalars.dropFirst(2))
      } else if let (text, meaning) = known.first(where: { rest.utf8.starts(with: $0.0.utf8) }) {
        result.append(contentsOf: meaning.unicodeScalars)
        rest = Substring(rest.unicodeScalars.dropFirst(text.utf8.count))
      } else {
        result.append(first)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return String(result)
  }

  /// Whether a character is punctuation of ASCII, which a backslash escapes.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
