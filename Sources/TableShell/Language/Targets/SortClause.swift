/// What follows `sort by`: `age desc, name in Crew`.
struct SortClause: Hashable, Sendable {
  /// A column to sort by.
  struct Key: Hashable, Sendable {
    /// The column.
    var column: Word
    /// Whether large values come first.
    var isDescending: Bool
  }

  /// The columns, the most important first.
  var keys: [Key]
  /// The only section to sort, nil for every one.
  var section: SectionReference?

  /// Reads the words behind `sort by`.
  ///
  /// - Throws: `missingColumn`, `notADirection`, and what a section throws.
  init(_ words: some Collection<Word>, at place: Place) throws(SyntaxError) {
    let columns = words.prefix { !$0.is("in") }
    var groups: [[Word]] = [[]]
    for word in columns {
      for (index, piece) in word.split(at: ",").enumerated() {
        if index > 0 { groups.append([]) }
        if !piece.isEmpty { groups[groups.count - 1].append(piece) }
      }
    }
    keys = []
    for group in groups {
      guard let column = group.first else {
        throw SyntaxError(
          .missingColumn(in: "sort by"), at: columns.reversed().first?.place ?? place)
      }
      let direction = group.dropFirst().first
      if let direction, !direction.is("desc"), !direction.is("asc") {
        throw SyntaxError(
          .notADirection(direction.text, column: column.text), at: direction.place)
      }
      if let extra = group.dropFirst(2).first {
        throw SyntaxError(.notADirection(extra.text, column: column.text), at: extra.place)
      }
      keys.append(Key(column: column, isDescending: direction?.is("desc") ?? false))
    }
    section = try Self.section(words.dropFirst(columns.count))
  }

  private static func section(
    _ words: some Collection<Word>
  ) throws(SyntaxError) -> SectionReference? {
    guard let keyword = words.first else { return nil }
    guard let name = words.dropFirst().first else {
      throw SyntaxError(.missing("a section", after: "in"), at: keyword.place)
    }
    if let extra = words.dropFirst(2).first {
      throw SyntaxError(.unexpectedWord(extra.text, after: "in \(name.text)"), at: extra.place)
    }
    return try SectionReference(name)
  }
}
