/// A column of the table and one of another, as they are typed after `on`: `id`, `id=nr`.
package struct ColumnPair: Hashable, Sendable, CustomStringConvertible {
  /// The name of the column.
  package var own: String
  /// The name of the other table's column.
  package var other: String

  /// Creates a pair of names.
  init(own: String, other: String) { (self.own, self.other) = (own, other) }

  /// Reads one word.
  ///
  /// - Throws: `missingColumn` if a name is missing beside the `=`.
  package init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: "=", maxSplits: 1)
    guard pieces.allSatisfy({ !$0.isEmpty }) else {
      throw word.fault(.missingColumn(in: word.text))
    }
    own = pieces[0].text
    other = pieces[pieces.count - 1].text
  }

  /// As it is typed.
  package var description: String {
    own == other ? Quoting.word(own) : "\(Quoting.word(own))=\(Quoting.word(other))"
  }
}

extension ColumnPair {
  /// Reads a list of pairs, separated by commas.
  package static func list(_ words: ArraySlice<Word>) throws(SyntaxError) -> [ColumnPair] {
    try NameList(words).names.map { (word) throws(SyntaxError) in try ColumnPair(word) }
  }
}
