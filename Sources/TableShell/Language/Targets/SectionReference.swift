/// A section as it is typed: an index, or a name, which is the section's id or unique title.
enum SectionReference: Hashable, Sendable, CustomStringConvertible {
  /// The section at an index, from 0.
  case index(Int)
  /// The section with this id, else with this title.
  case name(String)

  /// Reads a section: unquoted digits are an index, everything else is a name.
  ///
  /// - Throws: `negativeSection`, `numberTooLarge`; `quoteNeeded` for a keyword or a name with a
  ///   scalar that means something else in a target.
  init(_ word: Word) throws(SyntaxError) {
    let text = word.text
    let scalars = text.unicodeScalars
    if word.isUnquoted, let first = scalars.first {
      let digits = first == "-" ? scalars.dropFirst() : scalars[...]
      if !digits.isEmpty, digits.allSatisfy(\.isDigit) {
        guard first != "-" else { throw SyntaxError(.negativeSection(text), at: word.place) }
        guard let index = Int(text) else {
          throw SyntaxError(.numberTooLarge(text), at: word.place)
        }
        self = .index(index)
        return
      }
      if Quoting.keywords.contains(text) {
        throw SyntaxError(.quoteNeeded(text, because: "it is a keyword"), at: word.place)
      }
    }
    for special in ":,-@*;".unicodeScalars where word.containsUnquoted(special) {
      throw SyntaxError(.quoteNeeded(text, because: "it has a '\(special)'"), at: word.place)
    }
    self = .name(text)
  }

  /// The section as it is typed.
  var description: String {
    switch self {
    case .index(let index): String(index)
    case .name(let name): Quoting.name(name)
    }
  }
}
