/// Where rows go, as it is typed.
enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// `0:3`: the first of them becomes this row.
  case path(PathReference)
  /// `0:end`: behind the last row of the section.
  case end(SectionReference)

  /// Reads a path or `SECTION:end`.
  ///
  /// - Parameter allowsSection: whether a section alone means its end, as in `insert Crew`.
  init(_ word: Word, allowsSection: Bool = false) throws(SyntaxError) {
    let pieces = word.split(at: ":")
    if pieces.count == 2, pieces[1].is("end"), !pieces[0].isEmpty {
      self = .end(try SectionReference(pieces[0]))
    } else if pieces.count == 1, allowsSection {
      self = .end(try SectionReference(word))
    } else {
      self = .path(try PathReference(word))
    }
  }

  /// The destination as it is typed.
  var description: String {
    switch self {
    case .path(let path): path.description
    case .end(let section): "\(section):end"
    }
  }
}
