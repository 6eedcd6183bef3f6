/// A column and its new text, as typed: `age=41`, `"unit price"='1 €'`, `note=`, and `""=x` for a
/// column with an empty name, as in JSON.
struct Assignment: Hashable, Sendable {
  /// The column.
  var column: Word
  /// The value; a missing one or `""` is empty text.
  var value: Word

  /// Parses one word.
  ///
  /// - Throws: `notAnAssignment` without an unquoted `=`, `missingColumn` if nothing precedes it.
  init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: "=", maxSplits: 1)
    guard pieces.count == 2 else { throw SyntaxError(.notAnAssignment(word.text), at: word.place) }
    guard !pieces[0].isEmpty else {
      throw SyntaxError(.missingColumn(in: word.text), at: word.place)
    }
    column = pieces[0]
    value = pieces[1]
  }

  /// Whether a word after a target is an assignment rather than part of it; one that starts with
  /// `@` is a key, whatever it contains.
  static func isAssignment(_ word: Word) -> Bool {
    word.containsUnquoted("=") && word.unquotedStart.unicodeScalars.first != "@"
  }
}
