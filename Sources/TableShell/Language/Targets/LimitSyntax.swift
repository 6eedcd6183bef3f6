import TableKit
import Wording

/// A section's selection limit as it is typed.
enum LimitSyntax: Hashable, Sendable {
  /// `none`: no row.
  case none
  /// `exclusive`: one row.
  case exclusive
  /// `exclusive!`: one row, and it cannot be deselected.
  case exclusiveAlways
  /// `max N`: that many rows.
  case max(Int)
  /// `inclusive`: as many rows as there are.
  case inclusive

  private static let words = ["none", "exclusive", "exclusive!", "max", "inclusive"]

  /// Reads all of some words.
  ///
  /// - Throws: `notALimit`, `notACount`, `missing` or `unexpectedWord`.
  init(_ words: some Collection<Word>, at place: Place) throws(SyntaxError) {
    guard let word = words.first else {
      throw SyntaxError(.missing("a limit", after: "limit"), at: place)
    }
    var rest = words.dropFirst()
    switch word.text {
    case "none": self = .none
    case "exclusive": self = .exclusive
    case "exclusive!": self = .exclusiveAlways
    case "inclusive": self = .inclusive
    case "max":
      guard let count = rest.first else {
        throw SyntaxError(.missing("a number", after: "max"), at: word.place)
      }
      guard let number = Int(count.text), number >= 0 else {
        throw SyntaxError(.notACount(count.text), at: count.place)
      }
      self = .max(number)
      rest = rest.dropFirst()
    default:
      let nearest = Nearest.nearest(to: word.text, in: Self.words)
      throw SyntaxError(.notALimit(word.text, nearest: nearest), at: word.place)
    }
    if let extra = rest.first {
      throw SyntaxError(.unexpectedWord(extra.text, after: word.text), at: extra.place)
    }
  }
}
