extension CrashMessage {
  /// A sentence that stands in a text.
  struct Found {
    let start: Int
    /// The token behind the sentence.
    let end: Int
    let finding: Finding
    var listing: Listing?
    var facts = CrashFacts()
    /// True if only the beginning of the sentence, or some words of it, are known.
    var isCut = false
    var isLogged = false

    /// The code, or what the problem is called that has none.
    var code: String { finding.code ?? "a move that is not allowed on old systems" }
  }

  /// The sentences of UIKit in a text: first those that are read to their end, then those that are
  /// cut off, then warnings; each in the order of the text.
  struct Search {
    let found: [Found]

    init(_ text: CrashText) {
      let namesView = Self.namesView(text)
      func search(_ sentences: [CrashSentence], isCut: Bool = false) -> [Found] {
        let text = isCut ? text.endingInside : text
        return sentences.compactMap { sentence in
          guard !sentence.needsView || namesView, let match = sentence.pattern.firstMatch(text)
          else { return nil }
          return Found(
            start: match.start, end: match.end, finding: sentence.finding(match.facts),
            facts: match.facts,
            isCut: isCut || sentence.isLoose, isLogged: sentence.isLogged)
        }
      }
      var whole = search(CrashSentence.violations) + search(CrashSentence.problems)
      if let found = Self.rowCount(text) { whole.append(found) }
      if let (start, listing) = Listing.first(in: text) {
        whole.append(
          Found(start: start, end: start + 1, finding: listing.finding, listing: listing))
      }
      let exceptions = Self.sorted(whole.filter { !$0.isLogged })
      let cut = exceptions.isEmpty ? Self.sorted(search(CrashSentence.cut, isCut: true)) : []
      found = exceptions + cut + Self.sorted(whole.filter(\.isLogged))
    }

    /// In the order of the text; of those that begin at one place, the first of the lists, and none
    /// that begins inside another.
    private static func sorted(_ found: [Found]) -> [Found] {
      let all = found.enumerated().sorted { a, b in
        a.element.start != b.element.start
          ? a.element.start < b.element.start : a.offset < b.offset
      }.map(\.element)
      var kept: [Found] = []
      for next in all where next.start >= kept.last?.end ?? 0 { kept.append(next) }
      return kept
    }

    /// True if the text is about views of UIKit or AppKit or their data sources: others, too, have
    /// tables, sections and threads.
    private static func namesView(_ text: CrashText) -> Bool {
      let words = text.tokens.map { token in
        if case .word(let word) = token { word } else { "" }
      }
      return words.indices.contains { i in
        let next = i + 1 < words.count ? words[i + 1] : ""
        switch (words[i], next) {
        case ("table", "view"), ("collection", "view"), ("invalid", "update"), ("data", "source"),
          ("data", "sources"):
          return true
        case (let word, _):
          return classes.contains { word.hasPrefix($0) }
            // `UILabel`, not `uint8`.
            || word.hasPrefix("ui") && text.spelling(i..<i + 1).prefix(3).allSatisfy(\.isUppercase)
        }
      }
    }

    private static let classes = [
      "uitable", "uicollection", "uiview", "uikit", "uidiffable", "nstable", "nscollection",
      "nsdiffable", "nsinternal", "diffable",
    ]

    /// "The number of rows contained in an existing section after the update (4) must be equal to …"
    ///
    /// Old systems say nothing about moves, and alerts leave out the sentence that names the
    /// section.
    private static func rowCount(_ text: CrashText) -> Found? {
      guard let match = rows.firstMatch(text) else { return nil }
      var facts = CrashFacts()
      let section = (max(0, match.start - 16)..<match.end).reversed().lazy
        .compactMap { name.match(text, at: $0) }.first
      if let section { facts.add(section.facts) }
      facts.add(match.facts)
      if let moves = moves.match(text, at: match.end) {
        facts.add(moves.facts)
      } else if and.match(text, at: match.end) != nil || text.endsBehind(match.end - 1) {
        facts.miss("movedIn", "movedOut")
      }
      return Found(start: match.start, end: match.end, finding: rowCount(facts), facts: facts)
    }

    private static let rows = CrashPattern(
      "number of rows ~ after the update #after ~ before the update #before ~ #inserted inserted"
        + " #deleted deleted|removed")
    private static let name = CrashPattern("number of rows in section #section")
    private static let moves = CrashPattern("~ #movedIn moved in #movedOut moved out")
    private static let and = CrashPattern("and")

    private static let rowCountOrder = [
      "section", "before", "after", "inserted", "deleted", "movedIn", "movedOut",
    ]

    private static func rowCount(_ facts: CrashFacts) -> Finding {
      guard facts.isWhole, let section = facts.number("section"),
        let before = facts.number("before"), let after = facts.number("after"),
        let inserted = facts.number("inserted"), let deleted = facts.number("deleted"),
        ![section, before, after, inserted, deleted].contains(where: { $0 < 0 })
      else { return .partial(code: "E-ROW-COUNT", fields: facts.fields(in: rowCountOrder)) }
      return .violation(
        .rowCount(
          section: section, before: before, after: after, inserted: inserted, deleted: deleted,
          movedIn: facts.number("movedIn") ?? 0, movedOut: facts.number("movedOut") ?? 0))
    }
  }
}

extension CrashFacts {
  fileprivate mutating func add(_ other: CrashFacts) { self = CrashFacts(self, other) }

  fileprivate func fields(in order: [String]) -> [Violation.Field] {
    order.compactMap { name in fields.first { $0.name == name } }
  }

  fileprivate mutating func miss(_ names: String...) { self = CrashFacts(self, missing: names) }
}
