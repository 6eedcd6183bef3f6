/// One row as it is typed: `0:2`, `Crew:-1`.
struct PathReference: Hashable, Sendable, CustomStringConvertible {
  /// The section.
  var section: SectionReference
  /// The row's index in it; a negative one counts from the end.
  var row: Int

  /// Reads a path.
  ///
  /// - Throws: `notAPath` for anything but one row, and what a section and a row throw.
  init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: ":")
    guard pieces.count == 2, !pieces[0].isEmpty, !pieces[1].isEmpty else {
      throw SyntaxError(.notAPath(word.text), at: word.place)
    }
    section = try SectionReference(pieces[0])
    guard case .row(let row) = try RowSpan(pieces[1]) else {
      throw SyntaxError(.notAPath(word.text), at: word.place)
    }
    self.row = row
  }

  /// The path as it is typed.
  var description: String { "\(section):\(row)" }
}
