/// Rows of a section as they are typed; a negative index counts from the end, -1 is the last row.
enum RowSpan: Hashable, Sendable, CustomStringConvertible {
  /// All rows.
  case all
  /// One row.
  case row(Int)
  /// The rows from one index to another, both included.
  case range(Int, Int)

  /// Reads `2`, `-1`, `2-5`, `-3..-1` or `*`.
  ///
  /// A range that runs backward is read as it is: it names no rows.
  ///
  /// - Throws: `notARow`, `numberTooLarge`, `negativeRange`.
  init(_ word: Word) throws(SyntaxError) {
    if word.is("*") {
      self = .all
      return
    }
    var rest = word.text.unicodeScalars[...]
    guard word.isUnquoted, let first = try Self.index(from: &rest, in: word) else {
      throw SyntaxError(.notARow(word.text), at: word.place)
    }
    guard !rest.isEmpty else {
      self = .row(first)
      return
    }
    let isHyphen = rest.first == "-"
    rest = rest.dropFirst(isHyphen ? 1 : 2)
    guard isHyphen || word.text.dropLast(rest.count).hasSuffix(".."),
      let last = try Self.index(from: &rest, in: word), rest.isEmpty
    else { throw SyntaxError(.notARow(word.text), at: word.place) }
    if isHyphen, first < 0 || last < 0 {
      throw SyntaxError(.negativeRange(first: first, last: last), at: word.place)
    }
    self = .range(first, last)
  }

  /// Takes an index from the front of the text, nil if none stands there.
  private static func index(
    from text: inout Substring.UnicodeScalarView, in word: Word
  ) throws(SyntaxError) -> Int? {
    let sign = text.first == "-" ? 1 : 0
    let digits = text.dropFirst(sign).prefix(while: \.isDigit)
    guard !digits.isEmpty else { return nil }
    let number = Substring(text[..<digits.endIndex])
    guard let index = Int(number) else {
      throw SyntaxError(.numberTooLarge(String(number)), at: word.place)
    }
    text = text[digits.endIndex...]
    return index
  }

  /// The rows as they are typed.
  var description: String {
    switch self {
    case .all: "*"
    case .row(let row): String(row)
    case .range(let first, let last) where first < 0 || last < 0: "\(first)..\(last)"
    case .range(let first, let last): "\(first)-\(last)"
    }
  }
}
