/// A column and its new text, as they are typed: `age=41`, `"unit price"='1 €'`, `note=`, and
/// `""=x` for a column whose name is empty, as JSON may have one.
struct Assignment: Hashable, Sendable {
  /// The column.
  var column: Word
  /// The value; nothing or `""` is empty text.
  var value: Word

  /// Reads one word.
  ///
  /// - Throws: `notAnAssignment` without an unquoted `=`, `missingColumn` when it comes first.
  init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: "=", maxSplits: 1)
    guard pieces.count == 2 else { throw SyntaxError(.notAnAssignment(word.text), at: word.place) }
    guard !pieces[0].isEmpty else {
      throw SyntaxError(.missingColumn(in: word.text), at: word.place)
    }
    column = pieces[0]
    value = pieces[1]
  }

  /// Whether a word sets something where a target could go on; one that starts with `@` is a key,
  /// whatever it holds.
  static func isAssignment(_ word: Word) -> Bool {
    word.containsUnquoted("=") && word.unquotedStart.unicodeScalars.first != "@"
  }
}
