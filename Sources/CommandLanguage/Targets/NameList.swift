/// Names separated by commas: `name,age`, `name, "unit price"`.
package struct NameList: Hashable, Sendable {
  /// The names, at least one.
  package var names: [Word]
  /// The number of words it takes.
  package var wordCount: Int

  /// Parses a list at the start of words; it ends where two words have no comma between them.
  ///
  /// - Throws: `missingColumn` if a name is missing beside a comma.
  package init(_ words: some Collection<Word>) throws(SyntaxError) {
    var groups: [[Word]] = []
    for word in words {
      let pieces = word.split(at: ",")
      if let last = groups.last?.last {
        guard last.isEmpty || pieces[0].isEmpty && pieces.count > 1 else { break }
      }
      groups.append(pieces)
    }
    wordCount = groups.count
    names = []
    for (index, group) in groups.enumerated() {
      var pieces = group[...]
      if index > 0, pieces.first?.isEmpty == true, groups[index - 1].last?.isEmpty == false {
        pieces.removeFirst()
      }
      if index < groups.count - 1, pieces.last?.isEmpty == true { pieces.removeLast() }
      for piece in pieces {
        guard !piece.isEmpty else { throw piece.fault(.missingColumn(in: ",")) }
        names.append(piece)
      }
    }
  }
}

/// A column and its new text, as they are typed: `age=41`, `"unit price"='1 €'`, `note=`, and
/// `""=x` for a column whose name is empty, as JSON may have one.
package struct Assignment: Hashable, Sendable {
  /// The column.
  package var column: Word
  /// The value; nothing or `""` is empty text.
  package var value: Word

  /// Reads one word.
  ///
  /// - Throws: `notAnAssignment` without an unquoted `=`, `missingColumn` when it comes first.
  package init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: "=", maxSplits: 1)
    guard pieces.count == 2 else { throw word.fault(.notAnAssignment(word.text)) }
    guard !pieces[0].isEmpty else { throw word.fault(.missingColumn(in: word.text)) }
    column = pieces[0]
    value = pieces[1]
  }

  /// Whether a word sets something where a target could go on; one that starts with `@` is a key,
  /// whatever it holds.
  package static func isAssignment(_ word: Word) -> Bool {
    word.containsUnquoted("=") && word.unquotedStart.unicodeScalars.first != "@"
  }
}

/// A column of the table and one of another, as they are typed after `on`: `id`, `id=nr`.
package struct ColumnPair: Hashable, Sendable, CustomStringConvertible {
  /// The name of the column.
  package var own: String
  /// The name of the other table's column.
  package var other: String

  /// As it is typed.
  package var description: String {
    own == other ? Quoting.word(own) : "\(Quoting.word(own))=\(Quoting.word(other))"
  }
}

extension ColumnPair {
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

  /// Reads a list of pairs, separated by commas.
  package static func list(_ words: ArraySlice<Word>) throws(SyntaxError) -> [ColumnPair] {
    try NameList(words).names.map { (word) throws(SyntaxError) in try ColumnPair(word) }
  }
}
