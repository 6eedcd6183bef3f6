/// A sentence with holes: `#` is a number, `@` an index path in any of the ways it is printed,
/// `a|b` either word, `~` whatever stands in between, and all else a word. Marks do not count.
///
/// The part between two `~` is matched at its first occurrence only, without backtracking, so that
/// matching is fast for any text.
struct CrashPattern {
  /// The number of tokens that `~` may stand for.
  private static let longestGap = 48

  private enum Piece {
    case words([String])
    case number
    case path
  }

  /// The pieces between gaps.
  private let parts: [[Piece]]

  init(_ text: String) {
    var parts: [[Piece]] = [[]]
    for piece in text.split(separator: " ") {
      switch piece {
      case "#": parts[parts.count - 1].append(.number)
      case "@": parts[parts.count - 1].append(.path)
      case "~": parts.append([])
      default:
        parts[parts.count - 1].append(.words(piece.split(separator: "|").map(String.init)))
      }
    }
    self.parts = parts
  }

  /// The numbers in the holes, two for a path, where the pattern matches at a token.
  func match(_ tokens: [CrashText.Token], at start: Int) -> (numbers: [Int], end: Int)? {
    var numbers: [Int] = []
    var position = start
    for (i, part) in parts.enumerated() {
      let last = i == 0 ? start : min(position + Self.longestGap, tokens.count)
      guard
        let end = Self.firstEnd(
          of: part, tokens, from: position, through: last, isGlued: i == 0, &numbers)
      else { return nil }
      position = end
    }
    return (numbers, position)
  }

  /// The end of a part that begins in a range.
  private static func firstEnd(
    of part: [Piece], _ tokens: [CrashText.Token], from first: Int, through last: Int,
    isGlued: Bool, _ numbers: inout [Int]
  ) -> Int? {
    let found = numbers.count
    for start in first...last {
      var reader = Reader(tokens: tokens, position: start, isGlued: isGlued)
      if part.allSatisfy({ reader.take($0, &numbers) }) { return reader.position }
      numbers.removeSubrange(found...)
    }
    return nil
  }

  /// Returns the first match at or after a token, of a pattern that begins with a word; other text
  /// may directly precede that word.
  func firstMatch(
    _ tokens: [CrashText.Token], from start: Int = 0
  ) -> (numbers: [Int], start: Int, end: Int)? {
    guard case .words(let first)? = parts.first?.first else { return nil }
    for i in tokens.indices.dropFirst(start) {
      guard case .word(let word) = tokens[i],
        first.contains(where: { Self.ends(word, with: $0) })
      else { continue }
      if let (numbers, end) = match(tokens, at: i) { return (numbers, i, end) }
    }
    return nil
  }

  /// True if a word is another, or a long one stands at its end: `reasonattempt`.
  private static func ends(_ word: String, with other: String) -> Bool {
    word == other || other.utf8.count >= 6 && word.hasSuffix(other)
  }

  /// Reads tokens in order, passing over marks.
  private struct Reader {
    let tokens: [CrashText.Token]
    var position: Int
    /// True if other text may run into the next word from the left.
    var isGlued: Bool

    private mutating func next() -> CrashText.Token? {
      while position < tokens.count {
        let token = tokens[position]
        position += 1
        if case .mark = token { continue }
        return token
      }
      return nil
    }

    /// Takes a piece, if it stands here, and adds its numbers.
    mutating func take(_ piece: Piece, _ numbers: inout [Int]) -> Bool {
      switch piece {
      case .words(let words):
        guard let word = word() else { return false }
        defer { isGlued = false }
        return words.contains { isGlued ? CrashPattern.ends(word, with: $0) : word == $0 }
      case .number:
        guard let number = number() else { return false }
        numbers.append(number)
      case .path:
        guard let (section, row) = path() else { return false }
        numbers += [section, row]
      }
      return true
    }

    mutating func word() -> String? {
      if case .word(let word)? = next() { word } else { nil }
    }

    mutating func number() -> Int? {
      if case .number(let number)? = next() { number } else { nil }
    }

    /// `<NSIndexPath: 0x8a1f> {length = 2, path = 0 - 1}`, `<NSIndexPath 0x8a1f> 2 indexes
    /// [0, 1]`, `[0, 1]`, `(0 - 1)`.
    mutating func path() -> (section: Int, row: Int)? {
      var first: Int?
      for _ in 0..<10 {
        switch next() {
        case .word("length")?: guard number() != nil else { return nil }
        case .word("indexes")?, .word("indices")?: first = nil
        case .word(let word)?:
          guard first == nil, Self.isOfPath(word) else { return nil }
        case .number(let number)?:
          if let first { return (first, number) }
          first = number
        default: return nil
        }
      }
      return nil
    }

    private static func isOfPath(_ word: String) -> Bool {
      word.hasPrefix("0x")
        || [
          "nsindexpath", "nsindex", "indexpath", "index", "path", "section", "row",
        ].contains(word)
    }
  }
}
