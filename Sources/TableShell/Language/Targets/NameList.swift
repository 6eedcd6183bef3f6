/// Names separated by commas: `name,age`, `name, "unit price"`.
struct NameList: Hashable, Sendable {
  /// The names, at least one.
  var names: [Word]
  /// The number of words it takes.
  var wordCount: Int

  /// Parses a list at the start of words; it ends where two words have no comma between them.
  ///
  /// - Throws: `missingColumn` if a name is missing beside a comma.
  init(_ words: some Collection<Word>) throws(SyntaxError) {
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
        guard !piece.isEmpty else { throw SyntaxError(.missingColumn(in: ","), at: piece.place) }
        names.append(piece)
      }
    }
  }
}
