/// A sentence of UIKit of which the end is missing, as crash reporters cut it at some length.
///
///     attempt to delete row 4 from section 0 which only cont
///
/// It is read as far as it agrees with the whole sentence word by word, and only where the text ends
/// there: at its end, at the end of a line, at a closing quote, at `…`, or at `crash`, as in a title.
/// Other people's sentences that begin alike go on in another way, and are not read. Numbers may be
/// left out.
struct CrashCut {
  let code: String
  private let words: [String]
  /// The number of words that tell the sentence from all others.
  private let least: Int

  /// - Parameter sentence: words, `a|b` for either, `#name` for a number; what stands before ` / ` is
  ///   the least that must be there.
  private init(_ code: String, _ sentence: String) {
    self.code = code
    let all = sentence.split(separator: " ")
    least = all.firstIndex(of: "/") ?? all.count
    words = all.filter { $0 != "/" }.map(String.init)
  }

  /// The sentences that can be cut off before their facts.
  static let all =
    ([
      "E-ROW-COUNT":
        "invalid update invalid number of rows in section / #section the number of rows contained in an"
        + " existing section after the update #after must be equal to the number of rows contained in"
        + " that section before the update #before plus or minus the number of rows inserted|added or"
        + " deleted|removed from that section #inserted inserted",
      "E-SECTION-COUNT":
        "invalid update invalid number of sections / the number of sections contained in the"
        + " table|collection view after the update #after must be equal to the number of sections"
        + " contained in the table|collection view before the update #before plus or minus the number"
        + " of sections inserted or deleted #inserted inserted",
      "E-INVALID-BATCH":
        "invalid batch updates detected / the number of sections and or rows returned by the data source"
        + " before and",
      "E-DEL-ROW-OOB":
        "attempt to delete row #row from section #section which / only contains #count rows before",
      "E-DEL-ROW-SEC-OOB":
        "attempt to delete row #row from section #section but there are / only #count sections before",
      "E-DEL-SEC-OOB":
        "attempt to delete section #section but there are / only #count sections before",
      "E-INS-SEC-OOB":
        "attempt to insert section #section but there are / only #count sections after",
      "E-INS-ROW-OOB":
        "attempt to insert row #row into section #section but there are only #count rows / in section"
        + " #same after",
      "E-INS-ROW-SEC-OOB":
        "attempt to insert row #row into section #section but there are only #count sections / after",
    ] as KeyValuePairs).map { CrashCut($0, $1) }

  /// Where the sentence stands in a text, cut off, and what it tells.
  func matches(_ text: CrashText) -> [CrashPattern.Match] {
    text.places(of: [words[0]]).compactMap { match(text, at: $0) }
  }

  private func match(_ text: CrashText, at start: Int) -> CrashPattern.Match? {
    var facts = CrashFacts()
    var position = start
    for (count, word) in words.enumerated() {
      let last = position
      while position < text.tokens.count, case .mark(let mark) = text.tokens[position], mark != "…"
      {
        position += 1
      }
      if let end = agrees(word, text, position, &facts, isFirst: count == 0) {
        position = end
      } else if isWithoutNumber(word, count, text, position) {
        continue
      } else {
        guard count >= least, isCut(text, behind: last, at: position, inside: word) else {
          return nil
        }
        return CrashPattern.Match(start: start, end: position, facts: facts)
      }
    }
    return CrashPattern.Match(start: start, end: position, facts: facts)
  }

  /// True if a sentence goes on behind a number that is left out.
  private func isWithoutNumber(
    _ word: String, _ count: Int, _ text: CrashText, _ position: Int
  ) -> Bool {
    guard word.hasPrefix("#"), count >= least, count + 1 < words.count,
      position < text.tokens.count, case .word(let found) = text.tokens[position]
    else { return false }
    return words[count + 1].split(separator: "|").contains { $0 == found }
  }

  /// The position behind a word or number that stands at a token.
  private func agrees(
    _ word: String, _ text: CrashText, _ position: Int, _ facts: inout CrashFacts, isFirst: Bool
  ) -> Int? {
    guard position < text.tokens.count else { return nil }
    switch text.tokens[position] {
    case .number(let number) where word.hasPrefix("#"):
      if case .unread = number { return nil }
      let name = String(word.dropFirst())
      let isWhole = text.isWhole(position) && !text.mayBeTorn(behind: position)
      if name != "same" { facts.add(name, isWhole ? number : .unread) }
      return position + 1
    case .word(let found):
      let choices = word.split(separator: "|")
      let isThere = choices.contains {
        found == $0 || isFirst && $0.utf8.count >= CrashText.shortestGlued && found.hasSuffix($0)
      }
      return isThere ? position + 1 : nil
    default: return nil
    }
  }

  /// How people go on where a sentence that they cut off is the title of a report, and how a tool
  /// says that it cut it.
  private static let behindCut = [
    "crash", "crashes", "crashing", "exception", "error", "when", "truncated", "snip", "omitted",
  ]

  /// True if the text ends before a token, or inside it, or goes on as a title does.
  private func isCut(
    _ text: CrashText, behind last: Int, at position: Int, inside word: String
  ) -> Bool {
    if (last...position).contains(where: text.isAtBreak) || ends(text, before: position) {
      return true
    }
    switch text.tokens[position] {
    case .number(.unread): return word.hasPrefix("#")
    case .word(let found) where ends(text, before: position + 1):
      return word.split(separator: "|").contains { $0.hasPrefix(found) }
    default: return false
    }
  }

  /// True if nothing but brackets stands between a token and the end of a line, a quote, dots, or a
  /// word that follows a sentence which is cut off.
  private func ends(_ text: CrashText, before position: Int) -> Bool {
    for place in position..<min(position + 3, text.tokens.count) {
      if text.isAtBreak(before: place) { return true }
      switch text.tokens[place] {
      case .mark("…"): return true
      case .mark(let mark) where "()[]{}".contains(mark): continue
      case .word(let word): return Self.behindCut.contains(word)
      default: return false
      }
    }
    return position + 3 > text.tokens.count
  }
}
