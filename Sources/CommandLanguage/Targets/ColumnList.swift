/// Columns as they are typed wherever a command takes several: names, ranges, all, all but some, and
/// patterns.
///
///     name, "unit price"     // blanks may stand beside a comma
///     name..age              // all from one to the other, in the order of the table
///     *                      // all
///     * but id,name          // all but those
///     "/^amt_/"              // those whose name fits a regular expression
///
/// What a word means is known where the table is: one that is the name of a column is that column.
package struct ColumnList: Hashable, Sendable {
  /// The columns, at least one: names, ranges, patterns and `*`.
  package var items: [Word]
  /// What stands after `but`: columns that a `*` leaves out.
  package var exceptions: [Word] = []
  /// The number of words it takes.
  package var wordCount: Int

  /// The word between `*` and what it leaves out.
  package static let except = "but"

  /// Parses a list at the start of words; it ends where two words have no comma between them.
  ///
  /// - Throws: `missingColumn` if a column is missing beside a comma or after `but`.
  package init(_ words: some Collection<Word>) throws(SyntaxError) {
    let names = try NameList(words)
    (items, wordCount) = (names.names, names.wordCount)
    let rest = words.dropFirst(wordCount)
    guard let word = rest.first, word.is(Self.except), items.last?.is("*") == true else { return }
    guard rest.count > 1 else {
      throw SyntaxError(.missingColumn(in: Self.except), at: word.end)
    }
    let others = try NameList(rest.dropFirst())
    exceptions = others.names
    wordCount += 1 + others.wordCount
  }

  /// Parses all of some words, which are columns with commas or only blanks between them, as where
  /// nothing else may follow.
  ///
  /// - Throws: `missingColumn`.
  package init(all words: ArraySlice<Word>) throws(SyntaxError) {
    self = try ColumnList(words)
    while wordCount < words.count {
      let next = try ColumnList(words.dropFirst(wordCount))
      // What follows `but` is left out, whether a comma or a blank stands before it.
      if exceptions.isEmpty { items += next.items } else { exceptions += next.items }
      exceptions += next.exceptions
      wordCount += next.wordCount
    }
  }
}

extension Word {
  /// The ends of a range of columns, `name..age`, either of them empty where it is left out; nil: it
  /// is none.
  package var rangeEnds: (first: Word, last: Word)? {
    let pieces = split(at: ".")
    let gap = pieces.indices.dropFirst().dropLast().first { pieces[$0].isEmpty }
    guard let gap else { return nil }
    let ends = (Self.joined(pieces[..<gap]), Self.joined(pieces[(gap + 1)...]))
    return ends.0.isEmpty && ends.1.isEmpty ? nil : ends
  }

  /// Joins pieces that were split at dots.
  private static func joined(_ pieces: ArraySlice<Word>) -> Word {
    var word = pieces[pieces.startIndex]
    for piece in pieces.dropFirst() {
      let place = piece.place.advanced(by: -1)
      word.parts += [Part(text: ".", isQuoted: false, place: place)] + piece.parts
    }
    return word
  }

  /// The regular expression that it is, `"/^amt_/"` without the slashes; nil: it is none.
  package var columnPattern: Word? {
    guard parts.count == 1, parts[0].isQuoted else { return nil }
    let scalars = parts[0].text.unicodeScalars
    guard scalars.count > 2, scalars.first == "/", scalars.last == "/" else { return nil }
    var part = parts[0]
    part.text = String(scalars.dropFirst().dropLast())
    part.place = part.place.advanced(by: 1)
    return Word(parts: [part], place: part.place)
  }
}
