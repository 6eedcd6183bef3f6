/// A pasted text as words, numbers and marks, so that line wraps, quotes, escapes, list markers,
/// what a log writes before each line, and words that run together do not matter.
struct CrashText {
  /// A piece of the text.
  enum Token: Hashable {
    /// A word in lower case; `item` has become `row`, as a table calls it.
    case word(String)
    /// A whole number.
    case number(Number)
    /// A bracket, a comma, a dash, an equals sign, or `…` for what is left out.
    case mark(Character)
  }

  /// A whole number of the text.
  enum Number: Hashable {
    /// A number that a table may have; -1 where a search found nothing.
    case index(Int)
    /// A number that no table has, as it is written: `NSNotFound` is one.
    case enormous(String)
    /// A number that may go on behind the end of the text.
    case unread
  }

  private(set) var tokens: [Token] = []
  /// The text without escapes, and the place of each token in it.
  private var scalars: [Unicode.Scalar] = []
  private var places: [Range<Int>] = []
  /// The tokens of each word.
  private var words: [String: [Int]] = [:]
  /// The tokens of each word that stands at the end of a longer one.
  private var glued: [String: [Int]] = [:]
  /// The last word of each line, which a wrap may have broken.
  private var lineEnds: [(token: Int, word: String)] = []

  /// The number of letters of a word that may stand at the end of another, as in `reasonattempt`.
  static let shortestGlued = 6
  private static let longestGlued = 60

  /// Takes a text apart.
  ///
  /// - Complexity: O(length).
  init(_ text: String) {
    var word = Word()
    var source = CrashScalars(text)
    while let scalar = source.next() {
      scalars.append(scalar)
      if Self.isLetterOrDigit(scalar) {
        if word.ends(before: scalar) { end(&word, at: scalars.count - 1) }
        if word.isEmpty { word.isEscape = word.last == "%" }
        word.append(scalar)
      } else if !word.isEmpty, "'’\u{FFFD}".unicodeScalars.contains(scalar),
        let letter = source.following, Self.isLetterOrDigit(letter)
      {
        word.last = scalar
        continue  // doesn't
      } else {
        end(&word, at: scalars.count - 1)
        if Self.marks[scalar] == "-", !word.isBehindNumber,
          source.following.map(Self.isDigit) == true
        {
          word.isNegative = true
        } else if let mark = Self.marks[scalar] {
          add(.mark(mark), at: scalars.count - 1)
        } else if scalar == ".", source.skip("..") {
          add(.mark("…"), at: scalars.count - 1)
        }
      }
      if !scalar.properties.isWhitespace { word.isBehindNumber = Self.isDigit(scalar) }
      word.last = scalar
    }
    end(&word, at: scalars.count)
    for (i, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      words[word, default: []].append(i)
      if isLastOfLine(i) { lineEnds.append((i, word)) }
      if (8...Self.longestGlued).contains(word.count) {
        for length in Self.shortestGlued..<word.count {
          glued[String(word.suffix(length)), default: []].append(i)
        }
      }
    }
    for i in tokens.indices.dropLast() where tokens[i + 1] == .mark("…") {
      if case .number = tokens[i], mayGoOn(behind: i) { tokens[i] = .number(.unread) }
    }
  }

  /// True if what is left out behind a number begins directly at it, so that digits may be missing:
  /// `section 1…`, but not `section 1 …`, nor `section 1. …`, nor `section 1....`
  private func mayGoOn(behind token: Int) -> Bool {
    let end = places[token].upperBound
    guard places[token + 1].lowerBound == end else { return false }
    return end + 1 >= scalars.count || scalars[end + 1] != "."
  }

  /// The tokens in order at which one of these words may stand, whole, broken by a line wrap, or
  /// behind letters of something else.
  func places(of wanted: [String]) -> [Int] {
    var places: Set<Int> = []
    for word in wanted {
      places.formUnion(words[word] ?? [])
      if word.utf8.count >= Self.shortestGlued { places.formUnion(glued[word] ?? []) }
    }
    for end in lineEnds where end.word.utf8.count > 1 {
      if wanted.contains(where: { $0.hasPrefix(end.word) }) { places.insert(end.token) }
    }
    return places.sorted()
  }

  func isLastOfLine(_ token: Int) -> Bool {
    let end = places[token].upperBound
    return end == scalars.count || scalars[end].properties.isWhitespace && scalars[end] != " "
  }

  /// True if a wrap may have torn a number at the end of a line: what a log writes before a line can
  /// hide the rest of it. Nothing is torn where the text ends, before an empty line, or before a line
  /// that begins with a mark, as `*** First throw call stack:`.
  func mayBeTorn(behind token: Int) -> Bool {
    guard isLastOfLine(token) else { return false }
    let rest = scalars[places[token].upperBound...].drop { $0 != "\n" && $0 != "\r" }
    guard let next = rest.dropFirst(rest.starts(with: "\r\n".unicodeScalars) ? 2 : 1).first else {
      return false
    }
    return !"\n\r*`)]}<".unicodeScalars.contains(next)
  }

  /// True if nothing beside a number is a part of it, as at a line wrap, in a date, a time or a
  /// process.
  func isWhole(_ place: Int) -> Bool {
    func token(_ place: Int) -> Token? { tokens.indices.contains(place) ? tokens[place] : nil }
    if case .number? = token(place - 1) { return false }
    return switch token(place + 1) {
    case .number?, .mark("=")?: false
    // `App[4321]`, but not `[invalid number of rows in section 4]`.
    case .mark("]")?: token(place - 1) != .mark("[")
    case .mark("-")?: if case .number? = token(place + 2) { false } else { true }
    default: true
    }
  }

  /// True if a token begins with the digits of an escape: `%28null`.
  func isEscaped(_ token: Int) -> Bool {
    tokens.indices.contains(token) && places[token].lowerBound > 0
      && scalars[places[token].lowerBound - 1] == "%"
  }

  /// True if a line ends, a quote closes or the text is over between a token and the one before.
  func isAtBreak(before token: Int) -> Bool {
    guard token > 0 else { return true }
    let start = places[token - 1].upperBound
    let end = token < places.count ? places[token].lowerBound : scalars.count
    let between = scalars[start..<end]
    return token == places.count
      || between.contains { "\n\r\u{2028}\u{2029}'\"`’”»".unicodeScalars.contains($0) }
  }

  /// True if a token stands in a text in quotes that source code logs: `NSLog(@"…`.
  func isLogged(_ token: Int) -> Bool {
    let end = places[token].lowerBound
    guard
      var place = scalars[max(0, end - 80)..<end].lastIndex(where: { $0 == "\"" || $0 == "\n" }),
      scalars[place] == "\""
    else { return false }
    while place > 0, "@\\".unicodeScalars.contains(scalars[place - 1]) { place -= 1 }
    guard place > 0, scalars[place - 1] == "(" else { return false }
    let name = scalars[..<(place - 1)].suffix(10).reversed().prefix(while: Self.isLetterOrDigit)
    let call = String(String.UnicodeScalarView(name.reversed())).lowercased()
    return ["log", "print", "println", "printf"].contains { call.hasSuffix($0) }
  }

  /// True if a token stands in the address of a page, which may quote a message:
  /// `https://example.com/attempt-to-delete-and-reload`.
  func isInAddress(_ token: Int) -> Bool {
    let word = scalars[..<places[token].lowerBound].suffix(200).reversed().prefix {
      !$0.properties.isWhitespace
    }
    return zip(word, word.dropFirst().dropFirst()).contains { $0 == "/" && $1 == ":" }
  }

  /// True if tokens say item or collection where those of a table say row or table.
  func saysCollectionView(_ range: Range<Int>) -> Bool {
    range.clamped(to: 0..<tokens.count).contains { token in
      guard case .word(let word) = tokens[token] else { return false }
      return word == "collection" || word == "uicollection"
        || (word == "row" || word == "rows")
          && scalars[places[token].lowerBound].properties
            .lowercaseMapping == "i"
    }
  }

  /// True if nothing but blanks and brackets stands behind a token.
  func endsBehind(_ token: Int) -> Bool {
    scalars[places[token].upperBound...].allSatisfy { $0.properties.isWhitespace || $0 == ")" }
  }

  /// The characters behind a token, no more than a number of them.
  func characters(behind token: Int, atMost count: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[places[token].upperBound...].prefix(count)
  }

  /// The characters of a line up to a token, no more than a number of them.
  func line(before token: Int, atMost count: Int) -> ArraySlice<Unicode.Scalar> {
    let end = places[token].lowerBound
    let start = scalars[..<end].lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
    return scalars[max(start, end - count)..<end]
  }

  /// The number at the end of the text.
  var lastNumber: Int? {
    if case .number(.index(let number))? = tokens.last { number } else { nil }
  }

  /// The text, of which a number at the very end may go on in what is cut off.
  var endingInside: CrashText {
    guard case .number? = tokens.last, places.last?.upperBound == scalars.count else { return self }
    var text = self
    text.tokens[tokens.count - 1] = .number(.unread)
    return text
  }

  /// The letters and digits that are being read.
  private struct Word {
    var text = ""
    var last: Unicode.Scalar = " "
    /// True if the last character that is not blank is a digit.
    var isBehindNumber = false
    var isNegative = false
    /// True behind `%`, where digits stand for a letter.
    var isEscape = false

    var isEmpty: Bool { text.isEmpty }

    mutating func append(_ scalar: Unicode.Scalar) { text.unicodeScalars.append(scalar) }

    /// True if a new word starts in the middle of letters: `ExceptionInvalid`, `4Table`.
    func ends(before scalar: Unicode.Scalar) -> Bool {
      if text.isEmpty || text.hasPrefix("0x") || text.hasPrefix("0X") { return false }
      if text == "0", scalar == "x" || scalar == "X" { return false }
      let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
      let isLetter = isUpper || scalar.value >= 0x61 && scalar.value <= 0x7A
      // Scripts without blanks run into a number or a word: `在0行`.
      if (last.value > 0x7F) != (scalar.value > 0x7F) { return true }
      return isUpper && last.value >= 0x61 && last.value <= 0x7A
        || isLetter && CrashText.isDigit(last) && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }
  }

  private mutating func add(_ token: Token, at place: Int) {
    tokens.append(token)
    places.append(place..<place + 1)
  }

  private mutating func end(_ word: inout Word, at place: Int) {
    if word.isEmpty {
      word.isNegative = false
      return
    }
    let text = word.text
    if text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      // No table is larger, and sums of such numbers are safe.
      let number = Int32(text).map { Number.index(word.isNegative ? -Int($0) : Int($0)) }
      tokens.append(
        .number(
          word.isEscape ? .unread : number ?? .enormous((word.isNegative ? "-" : "") + text)))
    } else {
      tokens.append(.word(Self.synonym(text.lowercased())))
    }
    places.append(place - text.unicodeScalars.count..<place)
    word.text = ""
    word.isNegative = false
  }

  // MARK: What stands in the text

  /// The text of tokens as it is written, without blanks, quotes and dashes around it.
  func spelling(_ range: Range<Int>) -> String {
    let text = scalars[
      places[range.lowerBound].lowerBound..<places[range.upperBound - 1].upperBound]
    let isEdge: (Unicode.Scalar) -> Bool = {
      !Self.isLetterOrDigit($0) && $0 != ")" && $0 != "]"
    }
    guard let start = text.firstIndex(where: { !isEdge($0) }),
      let end = text.lastIndex(where: { !isEdge($0) })
    else { return "" }
    return String(String.UnicodeScalarView(text[start...end]))
  }

  /// True if a quote follows a token, false if a blank or nothing does, nil if letters or other
  /// marks do.
  func quote(behind token: Int) -> Bool? {
    let end = places[token].upperBound
    guard end < scalars.count else { return false }
    if "'\"`’”».,;)".unicodeScalars.contains(scalars[end]) {
      // `Static.Value1Cell` goes on.
      let isInside = end + 1 < scalars.count && Self.isLetterOrDigit(scalars[end + 1])
      return isInside && scalars[end] == "." ? nil : true
    }
    return scalars[end].properties.isWhitespace ? false : nil
  }

  static let synonyms = ["item": "row", "items": "rows"]

  /// The word that means the same for a table.
  static func synonym(_ word: String) -> String { synonyms[word] ?? word }

  private static let marks: [Unicode.Scalar: Character] = [
    "[": "[", "]": "]", "{": "{", "}": "}", "(": "(", ")": ")", ",": ",", "=": "=", "-": "-",
    "–": "-", "—": "-", "−": "-", "…": "…",
  ]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value &- 0x30 < 10 || scalar.value &- 0xFF10 < 10
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: scalar.value > 0x7F && scalar.properties.isAlphabetic
    }
  }
}
