/// An index path as typed: `0:2`, `Crew:-1`.
package struct PathReference: Hashable, Sendable, CustomStringConvertible {
  /// The section.
  package var section: SectionReference
  /// The row's index in it; a negative one counts from the end.
  package var row: Int

  /// Parses an index path.
  ///
  /// - Throws: `notAPath` for anything but one row; the errors of `SectionReference` and `RowSpan`.
  init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: ":")
    guard pieces.count == 2, !pieces[0].isEmpty, !pieces[1].isEmpty else {
      throw word.fault(.notAPath(word.text))
    }
    section = try SectionReference(pieces[0])
    guard case .row(let row) = try RowSpan(pieces[1]) else {
      throw word.fault(.notAPath(word.text))
    }
    self.row = row
  }

  /// The index path as typed.
  package var description: String { "\(section):\(row)" }
}

/// Rows of a section as typed. A negative index counts from the end: -1 is the last row.
package enum RowSpan: Hashable, Sendable, CustomStringConvertible {
  /// All rows.
  case all
  /// One row.
  case row(Int)
  /// The rows from one index to another, both included.
  case range(Int, Int)

  /// Parses `2`, `-1`, `2-5`, `-3..-1` or `*`.
  ///
  /// A range whose end precedes its start is valid and names no rows.
  ///
  /// - Throws: `notARow`, `numberTooLarge`, `negativeRange`.
  package init(_ word: Word) throws(SyntaxError) {
    if word.is("*") {
      self = .all
      return
    }
    var rest = word.text.unicodeScalars[...]
    guard word.isUnquoted, let first = try Self.index(from: &rest, in: word) else {
      throw word.fault(.notARow(word.text))
    }
    guard !rest.isEmpty else {
      self = .row(first)
      return
    }
    let isHyphen = rest.first == "-"
    rest = rest.dropFirst(isHyphen ? 1 : 2)
    guard isHyphen || word.text.dropLast(rest.count).hasSuffix(".."),
      let last = try Self.index(from: &rest, in: word), rest.isEmpty
    else { throw word.fault(.notARow(word.text)) }
    if isHyphen, first < 0 || last < 0 {
      throw word.fault(.negativeRange(first: first, last: last))
    }
    self = .range(first, last)
  }

  /// Consumes an index at the start of the text; returns nil if there is none.
  private static func index(
    from text: inout Substring.UnicodeScalarView, in word: Word
  ) throws(SyntaxError) -> Int? {
    let sign = text.first == "-" ? 1 : 0
    let digits = text.dropFirst(sign).prefix(while: \.isDigit)
    guard !digits.isEmpty else { return nil }
    let number = Substring(text[..<digits.endIndex])
    guard let index = Int(number) else { throw word.fault(.numberTooLarge(String(number))) }
    text = text[digits.endIndex...]
    return index
  }

  /// The rows as typed.
  package var description: String {
    switch self {
    case .all: "*"
    case .row(let row): String(row)
    case .range(let first, let last) where first < 0 || last < 0: "\(first)..\(last)"
    case .range(let first, let last): "\(first)-\(last)"
    }
  }
}

/// A section as typed: an index, or a name, which is its id or unique title.
package enum SectionReference: Hashable, Sendable, CustomStringConvertible {
  /// The section at an index, from 0.
  case index(Int)
  /// The section with this id, else with this title.
  case name(String)

  /// Parses a section: unquoted digits are an index, everything else is a name.
  ///
  /// - Throws: `negativeSection`, `numberTooLarge`; `quoteNeeded` for a keyword or a name with a
  ///   character that is special in a target.
  package init(_ word: Word) throws(SyntaxError) {
    let text = word.text
    let scalars = text.unicodeScalars
    if word.isUnquoted, let first = scalars.first {
      let digits = first == "-" ? scalars.dropFirst() : scalars[...]
      if !digits.isEmpty, digits.allSatisfy(\.isDigit) {
        guard first != "-" else { throw word.fault(.negativeSection(text)) }
        guard let index = Int(text) else { throw word.fault(.numberTooLarge(text)) }
        self = .index(index)
        return
      }
      if Quoting.keywords.contains(text) {
        throw word.fault(.quoteNeeded(text, because: "it is a keyword"))
      }
    }
    for special in ":,-@*;".unicodeScalars where word.containsUnquoted(special) {
      throw word.fault(.quoteNeeded(text, because: "it has a '\(special)'"))
    }
    self = .name(text)
  }

  /// The section as typed.
  package var description: String {
    switch self {
    case .index(let index): String(index)
    case .name(let name): Quoting.name(name)
    }
  }
}

/// A destination of rows, as typed; index paths are those after the command.
package enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// `0:3`: the index path of the first row afterwards.
  case path(PathReference)
  /// `0:end`: after the last row of the section.
  case end(SectionReference)

  /// Parses an index path or `SECTION:end`.
  ///
  /// - Parameter allowsSection: whether a section alone means its end, as in `insert Crew`.
  package init(_ word: Word, allowsSection: Bool = false) throws(SyntaxError) {
    let pieces = word.split(at: ":")
    if pieces.count == 2, pieces[1].is("end"), !pieces[0].isEmpty {
      self = .end(try SectionReference(pieces[0]))
    } else if pieces.count == 1, allowsSection {
      self = .end(try SectionReference(word))
    } else {
      self = .path(try PathReference(word))
    }
  }

  /// The destination as typed.
  package var description: String {
    switch self {
    case .path(let path): path.description
    case .end(let section): "\(section):end"
    }
  }
}
