/// A pasted text as words, numbers and marks, so that line wraps, quotes, escapes and list markers
/// do not matter.
struct CrashText {
  /// A piece of the text.
  enum Token: Hashable {
    /// A word in lower case; `item` has become `row`, as a table calls it.
    case word(String)
    /// A whole number.
    case number(Int)
    /// A bracket, a comma, a dash or an equals sign.
    case mark(Character)
  }

  private(set) var tokens: [Token] = []

  /// Takes a text apart.
  ///
  /// - Complexity: O(length).
  init(_ text: String) {
    var word = ""
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if Self.isLetterOrDigit(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty, "'’".unicodeScalars.contains(scalar),
        let letter = next, Self.isLetterOrDigit(letter)
      {
        continue  // doesn't
      } else {
        end(&word)
        if scalar == "\\", let escaped = next, "ntr".unicodeScalars.contains(escaped) {
          next = scalars.next()
        } else if "[]{}(),=-".unicodeScalars.contains(scalar) {
          tokens.append(.mark(Character(scalar)))
        }
      }
    }
    end(&word)
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

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: scalar.value > 0x7F && scalar.properties.isAlphabetic
    }
  }
}
