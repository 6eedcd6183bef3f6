/// A position in a source text that moves forward and counts lines and columns.
struct Cursor {
  private let scalars: [Unicode.Scalar]
  /// The index of the next scalar.
  private(set) var index = 0
  private var line: Int
  private var lineStart = 0
  /// The index that offsets of positions are relative to.
  var origin = 0

  /// Creates a cursor at the start of a text, after a byte order mark.
  ///
  /// - Parameter line: the number of the first line.
  init(_ source: String, line: Int) {
    scalars = Array(source.unicodeScalars)
    self.line = line
    if scalars.first == "\u{FEFF}" {
      index = 1
      lineStart = 1
    }
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { index == scalars.count }

  /// The position of the next scalar.
  var place: TextPosition {
    TextPosition(offset: index - origin, line: line, column: index - lineStart + 1)
  }

  /// Returns the scalar at a distance from the next one; nil past the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  /// Whether the given text is next.
  func isAt(_ text: String) -> Bool {
    text.unicodeScalars.enumerated().allSatisfy { peek($0.offset) == $0.element }
  }

  /// Skips scalars, at most to the end.
  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < scalars.count {
      index += 1
      if scalars[index - 1] == "\n" {
        line += 1
        lineStart = index
      }
    }
  }

  /// Skips to the start of the next line.
  mutating func skipLine() {
    while let scalar = peek(), scalar != "\n" { advance() }
    advance()
  }

  /// Moves over blanks and continued line ends.
  mutating func skipBlanks() throws(SyntaxError) {
    while let scalar = peek() {
      if scalar.isBlank {
        advance()
      } else if try !skipContinuation() {
        return
      }
    }
  }

  /// Moves over a `\` that ends its line, if that is what is next.
  mutating func skipContinuation() throws(SyntaxError) -> Bool {
    guard let length = continuation else { return false }
    let start = place
    advance(length)
    if isAtEnd { throw SyntaxError(.nothingAfterBackslash, at: start) }
    return true
  }

  /// The text between two indexes.
  func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  /// The length of a line continuation here, in scalars: a `\`, blanks and the newline; nil: none.
  ///
  /// Blanks after the `\` are invisible, so they are allowed. At the end of the source the newline
  /// may be missing.
  var continuation: Int? {
    guard peek() == "\\" else { return nil }
    var distance = 1
    while let scalar = peek(distance), scalar.isBlank { distance += 1 }
    guard let scalar = peek(distance) else { return distance }
    return scalar == "\n" ? distance + 1 : nil
  }
}

extension Unicode.Scalar {
  /// Whether it separates words without ending a line.
  var isBlank: Bool { self == " " || self == "\t" || self == "\r" }

  /// Whether it may be in an unquoted name: a letter, a digit, `_`, or a non-ASCII alphabetic
  /// scalar.
  package var isWordScalar: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !isASCII && properties.isAlphabetic
    }
  }

  /// Whether it is an ASCII digit.
  package var isDigit: Bool { "0"..."9" ~= self }
}
