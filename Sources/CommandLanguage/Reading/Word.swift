import TableKit
import Wording

/// One word of a command: adjacent parts, each quoted or not.
///
/// Quotes matter after parsing: `0` is the index of a section and `"0"` a section's name. So a word
/// keeps which of its parts were quoted; `text` joins them.
package struct Word: Hashable, Sendable {
  /// A run of a word that is quoted as a whole or not at all.
  package struct Part: Hashable, Sendable {
    /// The text, with quotes and escapes resolved.
    package var text: String
    /// Whether it was in single or double quotes.
    package var isQuoted: Bool
    /// The position of its text, after the quote if there is one.
    package var place: TextPosition
  }

  /// The parts, in order; `""` is one empty quoted part.
  package var parts: [Part]
  /// The position of its first scalar.
  package var place: TextPosition
  /// The condition of `where EXPR set`, which stands among the words of `edit` as one word.
  package var condition: LuaText?

  /// The texts of the parts, joined.
  package var text: String {
    parts.count == 1 ? parts[0].text : parts.reduce(into: "") { $0 += $1.text }
  }

  /// Whether no part of it is quoted.
  package var isUnquoted: Bool { parts.allSatisfy { !$0.isQuoted } }

  /// Whether it has no parts, not even empty quotes.
  package var isEmpty: Bool { parts.isEmpty }

  /// Whether it is exactly this keyword, without quotes.
  package func `is`(_ keyword: String) -> Bool { isUnquoted && text == keyword }

  /// The position after it; of a word with a quoted part that spans lines, its start.
  package var end: TextPosition {
    guard let last = parts.last, !last.text.unicodeScalars.contains("\n") else { return place }
    return last.place.advanced(by: last.text.unicodeScalars.count + (last.isQuoted ? 1 : 0))
  }

  /// The error for a problem of the word.
  func fault(_ problem: SyntaxProblem) -> SyntaxError { SyntaxError(problem, at: place) }

  /// The error for a word that does not fit where it stands.
  package func misuse(_ what: String) -> SyntaxError { fault(.usage(what)) }

  /// The text of the unquoted part that the word starts with, empty if it starts with a quote.
  package var unquotedStart: String {
    guard let first = parts.first, !first.isQuoted else { return "" }
    return first.text
  }
}

extension Word {
  /// Creates a word without parts.
  package init(at place: TextPosition) { self.init(parts: [], place: place) }

  /// Creates a word that is quoted as a whole.
  package init(quoted text: String, at place: TextPosition) {
    self.init(parts: [Part(text: text, isQuoted: true, place: place)], place: place)
  }

  /// The text as a path: unquoted `~/` and `~NAME/` are expanded to home folders, as in sh.
  package var path: String {
    guard unquotedStart.hasPrefix("~"), parts.count == 1 || unquotedStart.contains("/") else {
      return text
    }
    return HomeFolder.expanding(text)
  }

  /// Returns the pieces between unquoted separators: at least one; pieces may be empty.
  package func split(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Word] {
    if condition != nil { return [self] }
    var pieces: [Word] = []
    var parts: [Part] = []
    var start = place
    for part in self.parts {
      guard !part.isQuoted else {
        parts.append(part)
        continue
      }
      var text = Part(text: "", isQuoted: false, place: part.place)
      for (index, scalar) in part.text.unicodeScalars.enumerated() {
        guard scalar == separator, pieces.count < maxSplits else {
          text.text.unicodeScalars.append(scalar)
          continue
        }
        if !text.text.isEmpty { parts.append(text) }
        pieces.append(Word(parts: parts, place: start))
        start = part.place.advanced(by: index + 1)
        parts = []
        text = Part(text: "", isQuoted: false, place: start)
      }
      if !text.text.isEmpty { parts.append(text) }
    }
    pieces.append(Word(parts: parts, place: start))
    return pieces
  }

  /// Whether it contains a scalar outside quotes.
  package func containsUnquoted(_ scalar: Unicode.Scalar) -> Bool {
    parts.contains { !$0.isQuoted && $0.text.unicodeScalars.contains(scalar) }
  }

  /// Returns the word without its first scalar, which must be unquoted.
  func droppingFirst() -> Word {
    guard let first = parts.first, !first.isQuoted else { return self }
    var rest = first
    rest.text = String(first.text.unicodeScalars.dropFirst())
    rest.place = first.place.advanced(by: 1)
    let others = parts.dropFirst()
    return Word(parts: (rest.text.isEmpty ? [] : [rest]) + others, place: rest.place)
  }
}

/// A position in the source, counted in Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  /// Scalars since the start of the statement's `text`, from 0.
  package var offset: Int
  /// The line of the source, from 1.
  var line: Int
  /// The column in that line, from 1.
  var column: Int

  /// The position at which a text begins.
  package static let start = TextPosition(offset: 0, line: 1, column: 1)

  /// Returns the position `count` scalars further on the same line.
  package func advanced(by count: Int) -> TextPosition {
    TextPosition(offset: offset + count, line: line, column: column + count)
  }
}

/// Writing text so that it reads back as one word.
package enum Quoting {
  /// The words that mean something in a target and are names only in quotes.
  package static let keywords: Set<String> = [
    "selected", "marked", "visible", "where", "rule", "matching", "in",
  ]

  /// The text in double quotes.
  package static func quoted(_ text: String) -> String { ShellWord.inQuotes(text) }

  /// The name as it is where that reads back as this name, else in double quotes.
  package static func name(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isBare =
      !text.isEmpty && scalars.allSatisfy(\.isWordScalar) && VisibleText.of(text) == text
      && !scalars.allSatisfy(\.isDigit) && !keywords.contains(text)
    return isBare ? text : quoted(text)
  }

  /// The component of a key as it is where that reads back the same, else in double quotes.
  package static func keyComponent(_ text: String) -> String {
    let isBare =
      !text.isEmpty && text.unicodeScalars.allSatisfy(\.isWordScalar)
      && VisibleText.of(text) == text
    return isBare ? text : quoted(text)
  }

  /// Returns the text after an opening double quote, without the closing one.
  package static func opened(_ text: String) -> String { String(quoted(text).dropLast()) }

  /// Returns a path as typed; a `#` in it needs no quotes.
  ///
  /// - Parameter isAtHome: whether its leading `~` means a home folder and stays unquoted.
  package static func path(_ text: String, isAtHome: Bool = false) -> String {
    if isAtHome, let slash = text.firstIndex(of: "/") {
      return text[...slash] + path(String(text[text.index(after: slash)...]))
    }
    return ShellWord.path(text)
  }

  /// Returns the text bare if that parses as one word of this text, else in double quotes.
  package static func word(_ text: String) -> String { ShellWord.quoted(text) }
}

extension Quoting {
  /// What a cell's text is compared with in an expression, by the kind of its column: a number or a
  /// truth as it stands where that is its value, else a text in quotes.
  package static func literal(_ text: String, _ kind: Column.Kind) -> String {
    let inQuotes = quoted(text)
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      switch kind {
      case .text: return inQuotes
      case .boolean: return TruthText.value(bytes).map { $0 ? "true" : "false" } ?? inQuotes
      case .number, .decimal, .mixed:
        guard let number = DecimalNumber(bytes) else { return inQuotes }
        let double = kind == .decimal ? number.double : number.nearest
        let isKept = number.integer != nil || double != nil
        // Lua knows no plus in front.
        let plain = String(
          decoding: bytes.first == 0x2B ? bytes.dropFirst() : bytes[...], as: UTF8.self)
        return isKept ? plain : "decimal(\(inQuotes))"
      }
    }
  }
}
