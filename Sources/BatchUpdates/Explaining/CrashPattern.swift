/// A sentence with holes: `#` is a number, `@` an index path in any of the ways it is printed,
/// `a|b` either word, `~` whatever stands in between, and all else a word. Marks do not count.
struct CrashPattern {
  /// How many tokens `~` may stand for.
  private static let longestGap = 48

  private enum Piece {
    case words([String])
    case number
    case path
    case gap
  }

  private let pieces: [Piece]

  init(_ text: String) {
    pieces = text.split(separator: " ").map { piece in
      switch piece {
      case "#": .number
      case "@": .path
      case "~": .gap
      default: .words(piece.split(separator: "|").map(String.init))
      }
    }
  }

  /// The numbers in the holes, two for a path, where the pattern matches at a token.
  func match(_ tokens: [CrashText.Token], at start: Int) -> (numbers: [Int], end: Int)? {
    var numbers: [Int] = []
    guard let end = match(pieces[...], tokens, at: start, &numbers) else { return nil }
    return (numbers, end)
  }

  /// The first match at or behind a token, of a pattern that begins with a word.
  func firstMatch(
    _ tokens: [CrashText.Token], from start: Int = 0
  ) -> (numbers: [Int], start: Int, end: Int)? {
    guard case .words(let first)? = pieces.first else { return nil }
    for i in tokens.indices.dropFirst(start) {
      guard case .word(let word) = tokens[i], first.contains(word) else { continue }
      if let (numbers, end) = match(tokens, at: i) { return (numbers, i, end) }
    }
    return nil
  }

  private func match(
    _ pieces: ArraySlice<Piece>, _ tokens: [CrashText.Token], at start: Int,
    _ numbers: inout [Int]
  ) -> Int? {
    var reader = Reader(tokens: tokens, position: start)
    var rest = pieces
    while let piece = rest.popFirst() {
      switch piece {
      case .words(let words):
        guard let word = reader.word(), words.contains(word) else { return nil }
      case .number:
        guard let number = reader.number() else { return nil }
        numbers.append(number)
      case .path:
        guard let (section, row) = reader.path() else { return nil }
        numbers += [section, row]
      case .gap:
        let found = numbers.count
        let last = min(reader.position + Self.longestGap, tokens.count)
        for position in reader.position..<max(last, reader.position) {
          if let end = match(rest, tokens, at: position, &numbers) { return end }
          numbers.removeSubrange(found...)
        }
        return nil
      }
    }
    return reader.position
  }

  /// Reads tokens in order, passing over marks.
  private struct Reader {
    let tokens: [CrashText.Token]
    var position: Int

    private mutating func next() -> CrashText.Token? {
      while position < tokens.count {
        let token = tokens[position]
        position += 1
        if case .mark = token { continue }
        return token
      }
      return nil
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
      for _ in 0..<8 {
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
      word.hasPrefix("0x") || ["nsindexpath", "indexpath", "path", "section", "row"].contains(word)
    }
  }
}
