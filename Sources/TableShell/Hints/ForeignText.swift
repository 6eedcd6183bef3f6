import CommandLanguage

/// A line of another tool's language, cut into tokens that most languages share. It never fails: what
/// is no name, number or closed quote is a symbol.
struct ForeignText {
  /// A token, and where it stands.
  struct Token {
    enum Kind {
      case name, number, text, symbol
    }

    var kind: Kind
    /// Its text; of a quoted one what the quotes hold.
    var text: String
    /// The quote of a quoted text.
    var quote: Unicode.Scalar?
    /// Its place, in scalars of the source.
    var range: Range<Int>
    /// Whether a blank stands before it.
    var followsBlank = false

    /// Whether it is that word or symbol, in any case.
    func `is`(_ text: String) -> Bool { kind != .text && self.text.lowercased() == text }
  }

  let scalars: [Unicode.Scalar]
  private(set) var tokens: [Token] = []

  /// Symbols of more than one character, the longest first.
  private static let symbols = [
    "%in%", "%>%", "===", "!==", "<=>", "<>", "!=", "<=", ">=", "==", "~=", "=~", "!~", "~*", "&&",
    "||",
    "|>", "**", ":=", "->", "=>", "=<", "<-", "..", "::", "//",
  ].map { Array($0.unicodeScalars) }

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
    var index = 0
    var followsBlank = false
    while index < scalars.count {
      if scalars[index].properties.isWhitespace {
        followsBlank = true
        index += 1
        continue
      }
      var token = token(at: index)
      token.followsBlank = followsBlank
      tokens.append(token)
      (index, followsBlank) = (token.range.upperBound, false)
    }
  }

  private func token(at start: Int) -> Token {
    let first = scalars[start]
    if first == "'" || first == "\"" || first == "`", let quoted = quoted(from: start) {
      return quoted
    }
    func run(_ isIn: (Unicode.Scalar) -> Bool) -> Int {
      scalars[start...].firstIndex { !isIn($0) } ?? scalars.count
    }
    if first.isDigit {
      var end = run(\.isDigit)
      if end + 1 < scalars.count, scalars[end] == ".", scalars[end + 1].isDigit {
        end = scalars[(end + 1)...].firstIndex { !$0.isDigit } ?? scalars.count
      }
      if end == scalars.count || !scalars[end].isWordScalar {
        return Token(kind: .number, text: text(start..<end), range: start..<end)
      }
    }
    if first.isWordScalar {
      let end = run(\.isWordScalar)
      return Token(kind: .name, text: text(start..<end), range: start..<end)
    }
    let symbol = Self.symbols.first { scalars[start...].starts(with: $0) }
    let end = start + (symbol?.count ?? 1)
    return Token(kind: .symbol, text: text(start..<end), range: start..<end)
  }

  /// A quoted text: a backslash escapes, a quote that is doubled stands for one; nil: it is not closed.
  private func quoted(from start: Int) -> Token? {
    let quote = scalars[start]
    var inner = String.UnicodeScalarView()
    var index = start + 1
    while index < scalars.count {
      if scalars[index] == quote {
        guard index + 1 < scalars.count, scalars[index + 1] == quote else {
          return Token(kind: .text, text: String(inner), quote: quote, range: start..<(index + 1))
        }
        index += 1
      } else if scalars[index] == "\\", index + 1 < scalars.count,
        scalars[index + 1] == quote || scalars[index + 1] == "\\"
      {
        index += 1
      }
      inner.append(scalars[index])
      index += 1
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  /// The pattern of a date that begins at a token, `dd/mm/yyyy` as `DD/MM/YYYY`, and where it ends; nil: a
  /// word of other letters stands there.
  func datePattern(at start: Int) -> (pattern: String, end: Int)? {
    var end = start
    while end < tokens.count, end == start || !tokens[end].followsBlank { end += 1 }
    let isQuoted = end == start + 1 && tokens[start].kind == .text
    let text = isQuoted ? tokens[start].text : source(start..<end)
    let letters = text.filter(\.isLetter)
    guard letters.contains(where: "yY".contains), letters.contains(where: "mM".contains),
      letters.allSatisfy({ "dDmMyY".contains($0) }),
      !text.contains(where: { $0.isNumber || $0 == "%" })
    else { return nil }
    return (text.uppercased(), end)
  }

  /// The source from the first of some tokens to the last.
  func source(_ range: Range<Int>) -> String {
    guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
    return text(first.range.lowerBound..<last.range.upperBound)
  }
}
