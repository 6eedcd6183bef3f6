import TableKit
import Wording

/// Quoting of text so that it parses as one word.
enum Quoting {
  /// The keywords of targets, which are names only in quotes.
  static let keywords: Set<String> = ["selected", "marked", "visible", "where", "rule", "in"]

  /// Returns the text in double quotes.
  static func quoted(_ text: String) -> String { ShellWord.inQuotes(text) }

  /// Returns a name bare if that parses as the same name, else in double quotes.
  static func name(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isBare =
      !text.isEmpty && scalars.allSatisfy(\.isWordScalar)
      && !scalars.allSatisfy(\.isDigit) && !keywords.contains(text)
    return isBare ? text : quoted(text)
  }

  /// Returns a component of a key bare if that parses as the same text, else in double quotes.
  static func keyComponent(_ text: String) -> String {
    let isBare = !text.isEmpty && text.unicodeScalars.allSatisfy(\.isWordScalar)
    return isBare ? text : quoted(text)
  }
}
