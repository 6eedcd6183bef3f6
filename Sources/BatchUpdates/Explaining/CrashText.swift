/// A pasted text as words, numbers and marks, so that line wraps, quotes, escapes, list markers,
/// what a log writes before each line, and words that run together do not matter.
struct CrashText {
  /// A piece of the text.
  enum Token: Hashable {
    /// A word in lower case; `item` has become `row`, as a table calls it.
    case word(String)
    /// A whole number.
    case number(Int)
    /// A bracket, a comma, a dash, an equals sign, or `…` for what is left out.
    case mark(Character)
  }

  private(set) var tokens: [Token] = []

  /// Takes a text apart.
  ///
  /// - Complexity: O(length).
  init(_ text: String) {
    var word = ""
    var last: Unicode.Scalar = " "
    var scalars = CrashScalars(text)
    while let scalar = scalars.next() {
      if Self.isLetterOrDigit(scalar) {
        if Self.startsWord(scalar, behind: last, in: word) { end(&word) }
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty, "'’\u{FFFD}".unicodeScalars.contains(scalar),
        let letter = scalars.following, Self.isLetterOrDigit(letter)
      {
        last = scalar
        continue  // doesn't
      } else {
        end(&word)
        if let mark = Self.marks[scalar] {
          tokens.append(.mark(mark))
        } else if scalar == ".", scalars.skip("..") {
          tokens.append(.mark("…"))
        }
      }
      last = scalar
    }
    end(&word)
  }

  /// True if a new word starts in the middle of letters: `ExceptionInvalid`, `4Table`.
  private static func startsWord(
    _ scalar: Unicode.Scalar, behind last: Unicode.Scalar, in word: String
  ) -> Bool {
    if word.isEmpty || word.hasPrefix("0x") || word.hasPrefix("0X") { return false }
    if word == "0", scalar == "x" || scalar == "X" { return false }
    let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
    let isLetter = isUpper || scalar.value >= 0x61 && scalar.value <= 0x7A
    return isUpper && last.value >= 0x61 && last.value <= 0x7A
      || isLetter && last.value >= 0x30 && last.value <= 0x39
        && word.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  private mutating func end(_ word: inout String) {
    if word.isEmpty { return }
    // No table is larger, and sums of such numbers are safe.
    if word.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int32(word).map(Int.init) {
      tokens.append(.number(number))
    } else {
      let lower = word.lowercased()
      tokens.append(.word(Self.synonyms[lower] ?? lower))
    }
    word = ""
  }

  private static let synonyms = ["item": "row", "items": "rows"]

  private static let marks: [Unicode.Scalar: Character] = [
    "[": "[", "]": "]", "{": "{", "}": "}", "(": "(", ")": ")", ",": ",", "=": "=", "-": "-",
    "–": "-", "—": "-", "−": "-", "…": "…",
  ]

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: scalar.value > 0x7F && scalar.properties.isAlphabetic
    }
  }
}
