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

  /// Whether an ASCII text is next.
  func isAt(_ text: StaticString) -> Bool {
    var distance = 0
    return text.withUTF8Buffer { bytes in
      for byte in bytes {
        guard peek(distance) == Unicode.Scalar(byte) else { return false }
        distance += 1
      }
      return true
    }
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

  /// Returns the text in a range of indexes.
  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

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
  var isWordScalar: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !isASCII && properties.isAlphabetic
    }
  }

  /// Whether it is an ASCII digit.
  var isDigit: Bool { "0"..."9" ~= self }
}
