/// One word of a command: parts that stood side by side, some of them quoted.
///
/// Quotes matter after reading: `0` is the index of a section and `"0"` a section's name. So a word
/// remembers which of its parts were quoted; `text` is all of them joined.
struct Word: Hashable, Sendable {
  /// A stretch of a word that is quoted as a whole or not at all.
  struct Part: Hashable, Sendable {
    /// What it says, quotes and escapes resolved.
    var text: String
    /// Whether it stood in single or double quotes.
    var isQuoted: Bool
    /// Where its text starts, behind the quote if there is one.
    var place: Place
  }

  /// The parts, in order; `""` is one quoted part without text.
  var parts: [Part]
  /// Where the word starts.
  var place: Place

  /// What the word says.
  var text: String {
    parts.count == 1 ? parts[0].text : parts.reduce(into: "") { $0 += $1.text }
  }

  /// Whether no part of it is quoted.
  var isUnquoted: Bool { parts.allSatisfy { !$0.isQuoted } }

  /// Whether it says nothing and has not even empty quotes.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether it is the given keyword: unquoted, letter by letter.
  func `is`(_ keyword: String) -> Bool { isUnquoted && text == keyword }

  /// The place behind it; where a quoted part spans lines, the place where the word starts.
  var end: Place {
    guard let last = parts.last, !last.text.unicodeScalars.contains("\n") else { return place }
    return last.place.advanced(by: last.text.unicodeScalars.count + (last.isQuoted ? 1 : 0))
  }

  /// The text of the unquoted part that the word starts with, empty if it starts with a quote.
  var unquotedStart: String {
    guard let first = parts.first, !first.isQuoted else { return "" }
    return first.text
  }
}
