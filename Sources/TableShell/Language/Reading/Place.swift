/// A place in what was typed, counted in Unicode scalars.
struct Place: Hashable, Sendable {
  /// Scalars since the start of the statement's `text`, from 0.
  var offset: Int
  /// The line of the source, from 1.
  var line: Int
  /// The column in that line, from 1.
  var column: Int

  /// The place `count` scalars further on the same line.
  func advanced(by count: Int) -> Place {
    Place(offset: offset + count, line: line, column: column + count)
  }
}
