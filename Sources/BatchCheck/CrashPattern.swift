/// A sentence with holes, written as it is printed.
///
///     attempt to delete row #row from section #section which|that only contains #count rows|row
///
/// | piece | stands for |
/// |---|---|
/// | `word` | the word, whole or broken by a line wrap; `a\|b` either, `word?` the word or nothing |
/// | `#name` | a whole number, a fact of that name; `#` one that is no fact |
/// | `@name` | an index path in any of the ways it is printed |
/// | `$name` | the text up to what comes next in the pattern |
/// | `~` | whatever stands between; `~6` no more than six words, numbers and marks |
///
/// Marks do not count. The part between two `~` is matched at its first occurrence only, without
/// backtracking, so that matching is fast for any text.
struct CrashPattern {
  /// The number of tokens that `~` may stand for.
  private static let longestGap = 48

  enum Piece: Hashable {
    case words([String], isOptional: Bool)
    case number(String)
    case path(String)
    case text(String)
  }

  /// The pieces between gaps.
  private let parts: [[Piece]]
  /// The number of tokens that each gap may stand for.
  private let gaps: [Int]

  init(_ text: String) {
    var parts: [[Piece]] = [[]]
    var gaps: [Int] = []
    for piece in text.split(separator: " ") {
      let name = String(piece.dropFirst())
      switch piece.first {
      case "#": parts[parts.count - 1].append(.number(name))
      case "@": parts[parts.count - 1].append(.path(name))
      case "$": parts[parts.count - 1].append(.text(name))
      case "~":
        parts.append([])
        gaps.append(Int(name) ?? Self.longestGap)
      default:
        let isOptional = piece.last == "?"
        let words = (isOptional ? piece.dropLast() : piece).split(separator: "|").map(String.init)
        parts[parts.count - 1].append(.words(words, isOptional: isOptional))
      }
    }
    self.parts = parts
    self.gaps = gaps
  }

  /// What stands in the holes of a sentence.
  struct Match {
    /// The token where the sentence begins.
    let start: Int
    /// The token behind the sentence.
    let end: Int
    let facts: CrashFacts
  }

  /// Matches the pattern at a token.
  func match(_ text: CrashText, at start: Int) -> Match? {
    var facts = CrashFacts()
    var position = start
    for (i, part) in parts.enumerated() {
      let last = i == 0 ? start : min(position + gaps[i - 1], text.tokens.count)
      guard
        let end = Self.firstEnd(
          of: part, text, from: position, through: last, isGlued: i == 0, &facts)
      else { return nil }
      position = end
    }
    return Match(start: start, end: position, facts: facts)
  }

  /// The end of a part that begins in a range.
  private static func firstEnd(
    of part: [Piece], _ text: CrashText, from first: Int, through last: Int, isGlued: Bool,
    _ facts: inout CrashFacts
  ) -> Int? {
    for start in first...last {
      var reader = CrashReader(text: text, position: start, isGlued: isGlued)
      if let found = reader.take(part[...], facts) {
        facts = found
        return reader.position
      }
    }
    return nil
  }

  /// Returns all matches in order, each behind the one before, of a pattern that begins with a word.
  func matches(_ text: CrashText) -> [Match] {
    guard case .words(let first, _)? = parts.first?.first else { return [] }
    var matches: [Match] = []
    for place in text.places(of: first) where place >= matches.last?.end ?? 0 {
      if let match = match(text, at: place) { matches.append(match) }
    }
    return matches
  }

  /// Returns the first match at or after a token, of a pattern that begins with a word; other text
  /// may directly precede that word.
  func firstMatch(_ text: CrashText, from start: Int = 0) -> Match? {
    guard case .words(let first, _)? = parts.first?.first else { return nil }
    return text.places(of: first).lazy.filter { $0 >= start }.compactMap { match(text, at: $0) }
      .first
  }
}

/// Reads the pieces of a pattern in the tokens of a text, passing over marks.
private struct CrashReader {
  let text: CrashText
  var position: Int
  /// True if other text may run into the next word from the left.
  var isGlued: Bool

  private static let longestText = 16

  /// True if a word is another, or a long one stands at its end: `reasonattempt`.
  private static func ends(_ word: String, with other: String) -> Bool {
    word == other || other.utf8.count >= CrashText.shortestGlued && word.hasSuffix(other)
  }

  /// Takes pieces that follow each other, if they stand here; nil leaves the position as it was.
  mutating func take(_ pieces: ArraySlice<CrashPattern.Piece>, _ facts: CrashFacts) -> CrashFacts? {
    let start = (position, isGlued)
    var facts = facts
    var rest = pieces
    while let piece = rest.popFirst() {
      guard take(piece, before: rest.first, &facts) else {
        (position, isGlued) = start
        return nil
      }
    }
    return facts
  }

  private mutating func take(
    _ piece: CrashPattern.Piece, before next: CrashPattern.Piece?, _ facts: inout CrashFacts
  ) -> Bool {
    switch piece {
    case .words(let words, let isOptional):
      return word(among: words) || isOptional
    case .number(let name):
      guard let number = number() else { return false }
      facts.add(name, number)
    case .path(let name):
      guard let (section, row) = path() else { return false }
      facts.add(name, section, row)
    case .text(let name):
      guard let value = value(before: next) else { return false }
      facts.add(name, value)
    }
    return true
  }

  // MARK: Words

  private mutating func word(among words: [String]) -> Bool {
    let start = position
    guard case .word(let first)? = next() else {
      position = start
      return false
    }
    defer { isGlued = false }
    if words.contains(where: { isGlued ? Self.ends(first, with: $0) : first == $0 }) { return true }
    // Broken by a line wrap.
    var whole = first
    for _ in 0..<2 where words.contains(where: { Self.spells($0, whole) }) {
      switch next() {
      case .word(let word)?: whole += word
      case .number(.index(let number))?: whole += "\(number)"
      default: break
      }
      if words.contains(CrashText.synonym(whole)) { return true }
    }
    position = start
    return false
  }

  /// True if a word, or one that means the same, begins with these letters.
  private static func spells(_ word: String, _ start: String) -> Bool {
    word.hasPrefix(start) || CrashText.synonyms.contains { $1 == word && $0.hasPrefix(start) }
  }

  private mutating func next() -> CrashText.Token? {
    while position < text.tokens.count {
      let token = text.tokens[position]
      position += 1
      if case .mark = token { continue }
      return token
    }
    return nil
  }

  // MARK: Facts

  private mutating func number() -> CrashText.Number? {
    let start = position
    if case .number(let number)? = next() { return text.isWhole(position - 1) ? number : .unread }
    position = start
    return nil
  }

  private func token(_ place: Int) -> CrashText.Token? {
    place < text.tokens.count ? text.tokens[place] : nil
  }

  /// `<NSIndexPath: 0x8a1f> {length = 2, path = 0 - 1}`, `<NSIndexPath 0x8a1f> 2 indexes
  /// [0, 1]`, `[0, 1]`, `(0 - 1)`.
  private mutating func path() -> (section: CrashText.Number, row: CrashText.Number)? {
    for _ in 0..<12 {
      switch next() {
      case .word("length")?: guard number() != nil else { return nil }
      case .word(let word)?: guard Self.isOfPath(word) else { return nil }
      case .number(let section)?:
        switch token(position) {
        case .word("indexes")?, .word("indices")?: position += 1
        case .mark("-")?, .mark(",")?: return row().map { (section, $0) }
        default: return nil
        }
      default: return nil
      }
    }
    return nil
  }

  /// The second number of a path, up to the bracket that closes it.
  private mutating func row() -> CrashText.Number? {
    for _ in 0..<2 {
      switch next() {
      case .word("row")?: continue
      case .number(let row)?:
        switch token(position) {
        case .mark(let mark)? where ")]}".contains(mark): return row
        default: return .unread
        }
      default: return nil
      }
    }
    return nil
  }

  private static func isOfPath(_ word: String) -> Bool {
    word.hasPrefix("0x")
      || ["nsindexpath", "nsindex", "ns", "indexpath", "index", "path", "ip", "section"].contains(
        word)
  }

  /// The text up to what the next piece matches, or up to a quote at the end of a pattern; empty if
  /// a line wrap may have torn it.
  private mutating func value(before next: CrashPattern.Piece?) -> String? {
    let start = position
    if text.isEscaped(start) { return "" }
    while position < text.tokens.count, position - start < Self.longestText {
      position += 1
      let value = text.spelling(start..<position)
      if value.isEmpty { continue }
      if let next {
        var reader = self
        if case .words(_, isOptional: false) = next, reader.take([next], CrashFacts()) != nil {
          return Self.isTorn(value) ? "" : Self.plain(value)
        }
      } else if let quote = text.quote(behind: position - 1) {
        return !quote || Self.isTorn(value) ? "" : Self.plain(value)
      }
    }
    position = start
    return nil
  }

  /// A value without typographic dashes.
  private static func plain(_ value: String) -> String {
    String(value.map { "–—−".contains($0) ? "-" : $0 })
  }

  private static func isTorn(_ value: String) -> Bool {
    value.contains { $0.isWhitespace || $0 == "\\" || $0 == "=" || $0 == "%" }
  }
}
