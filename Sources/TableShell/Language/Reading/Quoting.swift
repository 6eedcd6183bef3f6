import TableKit
import Wording

/// Writing text so that it reads back as one word.
enum Quoting {
  /// The words that mean something in a target and are names only in quotes.
  static let keywords: Set<String> = ["selected", "marked", "visible", "where", "rule", "in"]

  /// The text in double quotes.
  static func quoted(_ text: String) -> String { ShellWord.inQuotes(text) }

  /// The name as it is where that reads back as this name, else in double quotes.
  static func name(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isBare =
      !text.isEmpty && scalars.allSatisfy(\.isWordScalar)
      && !scalars.allSatisfy(\.isDigit) && !keywords.contains(text)
    return isBare ? text : quoted(text)
  }

  /// The component of a key as it is where that reads back the same, else in double quotes.
  static func keyComponent(_ text: String) -> String {
    let isBare = !text.isEmpty && text.unicodeScalars.allSatisfy(\.isWordScalar)
    return isBare ? text : quoted(text)
  }
}
