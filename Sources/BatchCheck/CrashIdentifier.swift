/// The identifier that stands twice, as a message about it prints it.
///
///     Duplicate identifiers: {(                      App.Item.row(id: 7)
///         App.Item.row(id: 7)
///     )}
///     Duplicate item 79: file Sources.swift          79
///     Item Track(7) has already been indexed at      Track(7)
///
/// An identifier is whatever an app prints: it is read only where it stands on one line between marks
/// that tell where it ends.
enum CrashIdentifier {
  private static let longest = 100
  private static let farthest = 2_000

  /// Returns the identifier that a sentence names, the first if it lists several; nil if it names none.
  static func named(in text: CrashText, from start: Int, to end: Int) -> String? {
    guard end > start else { return nil }
    return switch text.tokens[start] {
    case .word("has"): before(text.line(before: start, atMost: longest * 3))
    default:
      listed(in: text.characters(behind: end - 1, atMost: farthest))
        ?? behind(text.characters(behind: end - 1, atMost: longest * 2))
    }
  }

  // MARK: Lists

  /// The first of a list in braces that comes next, with no more than a few words before it.
  private static func listed(in text: ArraySlice<Unicode.Scalar>) -> String? {
    guard let open = text.firstIndex(of: "{"),
      text[..<open].allSatisfy({ isTitle($0) }), open - text.startIndex < 60
    else { return nil }
    var depth = 0
    var end: Int?
    var close: Int?
    for i in (open + 1)..<text.endIndex {
      switch text[i] {
      case "{", "(", "[", "<": depth += 1
      case "}" where depth <= 0: close = i
      case "}", ")", "]", ">": depth -= 1
      case "," where depth == (text[open + 1] == "(" ? 1 : 0): end = end ?? i
      default: break
      }
      if close != nil { break }
    }
    guard let close else { return nil }
    var item = text[(open + 1)..<(end ?? close)]
    if item.first == "(" {
      item = item.dropFirst()
      // `{( … )}`
      if end == nil, let bracket = item.lastIndex(of: ")") { item = item[..<bracket] }
    }
    return value(item)
  }

  /// `. Duplicate identifiers: ` before a list.
  private static func isTitle(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.isWhitespace || scalar == "."
      || scalar == ":"
  }

  // MARK: Words

  /// `79: file …` or `[invalid object]` behind `Duplicate item`.
  private static func behind(_ text: ArraySlice<Unicode.Scalar>) -> String? {
    let line = text.prefix { $0 != "\n" && $0 != "\r" }
    guard line.first == " " else { return nil }
    if let end = firstRange(of: ": file", in: line) { return value(line[..<end]) }
    return bracketed(line.dropFirst()).flatMap(value)
  }

  private static let brackets: [Unicode.Scalar: Unicode.Scalar] = ["[": "]", "<": ">"]

  /// A text in brackets that it begins with, up to the one that closes the first.
  private static func bracketed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    guard let open = text.first, let close = brackets[open] else { return nil }
    var depth = 0
    for place in text.indices {
      if text[place] == open { depth += 1 }
      if text[place] == close { depth -= 1 }
      if depth == 0 { return text[...place] }
    }
    return nil
  }

  /// `Item Track(7)` before `has already been indexed`, at the start of its line or of a quote.
  private static func before(_ line: ArraySlice<Unicode.Scalar>) -> String? {
    let title = "item "
    let starts = line.indices.filter { place in
      line[..<place].allSatisfy { !$0.properties.isAlphabetic }
        || "\"'`“‘".unicodeScalars.contains(line[place - 1])
    }
    let start = starts.first { place in
      String(String.UnicodeScalarView(line[place...].prefix(title.count))).lowercased() == title
    }
    return start.flatMap { value(line[$0...].dropFirst(title.count)) }
  }

  private static func firstRange(of word: String, in text: ArraySlice<Unicode.Scalar>) -> Int? {
    let letters = Array(word.unicodeScalars)
    return text.indices.first { place in
      text[place...].prefix(letters.count).elementsEqual(letters) {
        $0 == $1 || $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
      }
    }
  }

  // MARK: Values

  /// The identifier without what stands around it; nil if a wrap or an escape may have changed it.
  private static func value(_ text: ArraySlice<Unicode.Scalar>) -> String? {
    let isEdge: (Unicode.Scalar) -> Bool = {
      $0.properties.isWhitespace || ">|*_`".unicodeScalars.contains($0)
    }
    guard let start = text.firstIndex(where: { !isEdge($0) }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace && $0 != ":" })
    else { return nil }
    guard start <= last else { return nil }
    let inner = text[start...last]
    guard !inner.contains(where: { "\n\r\\%=@\u{2028}\u{2029}".unicodeScalars.contains($0) }) else {
      return nil
    }
    let plain = String(String.UnicodeScalarView(inner.map { Self.plain[$0] ?? $0 }))
    let words = plain.split { $0.isWhitespace }.joined(separator: " ")
    let isQuoted = words.count > 2 && words.first == "\"" && words.last == "\""
    let name = isQuoted ? String(words.dropFirst().dropLast()) : words
    return name.count > longest ? name.prefix(longest) + "…" : name
  }

  /// What typographic quotes and dashes stand for.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": "\"", "”": "\"",
  ]
}
