/// A text that is no command: what is wrong and where.
struct SyntaxError: Error, Hashable, Sendable {
  /// What is wrong.
  var problem: SyntaxProblem
  /// Where it is.
  var place: Place

  /// The stable code of the error.
  var code: String { "syntax" }
  /// One line that quotes what was typed.
  var message: String { problem.message }
  /// What to type instead, where that is known.
  var hint: String? { problem.hint }
  /// The line of the source, from 1.
  var line: Int { place.line }
  /// The column in that line, from 1.
  var column: Int { place.column }

  /// Creates an error.
  init(_ problem: SyntaxProblem, at place: Place) {
    self.problem = problem
    self.place = place
  }

  /// The line of the source and, under it, a caret at the column.
  ///
  /// - Parameters:
  ///   - source: the text that was read.
  ///   - firstLine: the number of its first line.
  func excerpt(of source: String, firstLine: Int = 1) -> String? {
    let lines = source.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - firstLine) else { return nil }
    var text = lines[line - firstLine]
    if text.last == "\r" { text.removeLast() }
    let margin = text.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
    return String(text) + "\n" + margin + "^"
  }
}

extension SyntaxError {
  /// The error as it is in the text of one statement that starts at a place of the source.
  func inStatement(at start: Place) -> SyntaxError {
    let column = place.line == start.line ? place.column - start.column + 1 : place.column
    return SyntaxError(
      problem, at: Place(offset: place.offset, line: place.line - start.line + 1, column: column))
  }
}
