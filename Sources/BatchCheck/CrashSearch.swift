import BatchUpdates

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
    /// True if a frame of a stack names the problem, and no sentence.
    var isFrame = false

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
        return sentences.flatMap { sentence in
          guard !sentence.needsView || namesView else { return [Found]() }
          return sentence.pattern.matches(text).map { match in
            let facts = sentence.facts(of: match, in: text)
            return Found(
              start: match.start, end: match.end, finding: sentence.finding(facts), facts: facts,
              isCut: isCut || sentence.isLoose, isLogged: sentence.isLogged)
          }
        }
      }
      var whole = search(CrashSentence.violations) + search(CrashSentence.problems)
      whole += Self.rowCounts(text) + Listing.all(in: text)
      whole.removeAll { text.isLogged($0.start) || text.isInAddress($0.start) }
      let logged = Self.sorted(whole.filter(\.isLogged), in: text)
      let exceptions = Self.sorted(
        whole.filter { next in
          // `data source update map could not compute …` is no exception, and has the words of one.
          !next.isLogged
            && !logged.contains {
              $0.code == next.code && $0.start < next.start && next.start < $0.end
            }
        }, in: text)
      var cut: [Found] = []
      if exceptions.isEmpty {
        cut = Self.cut(text.endingInside) + search(CrashSentence.cut, isCut: true)
        cut.removeAll { text.isLogged($0.start) || text.isInAddress($0.start) }
      }
      let all = exceptions + Self.sorted(cut, in: text) + logged
      let general = all.isEmpty ? Self.sorted(search(CrashSentence.general), in: text) : []
      found = all.isEmpty && general.isEmpty ? CrashFrame.found(in: text) : all + general
    }

    /// In the order of the text; of those that begin at one place, the first of the lists, and none
    /// that begins inside another.
    private static func sorted(_ found: [Found], in text: CrashText) -> [Found] {
      let all = found.enumerated().sorted { a, b in
        a.element.start != b.element.start
          ? a.element.start < b.element.start : a.offset < b.offset
      }.map(\.element)
      var kept: [Found] = []
      for next in all where next.start >= kept.last?.end ?? 0 {
        kept.append(next.inCollectionView(text))
      }
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
        case ("table", "view"), ("collection", "view"), ("data", "source"), ("data", "sources"):
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

    // MARK: Sentences that are cut off

    private static func cut(_ text: CrashText) -> [Found] {
      CrashCut.all.flatMap { sentence in
        sentence.matches(text).map { match in
          Found(
            start: match.start, end: match.end,
            finding: .partial(code: sentence.code, fields: match.facts.joined),
            facts: match.facts, isCut: true)
        }
      }
    }

    // MARK: Numbers of rows

    /// "The number of rows contained in an existing section after the update (4) must be equal to …"
    ///
    /// Old systems say nothing about moves, and alerts leave out the sentence that names the
    /// section.
    private static func rowCounts(_ text: CrashText) -> [Found] {
      var found: [Found] = []
      for match in rows.matches(text) {
        var facts = CrashFacts()
        let start = max(found.last?.end ?? 0, match.start - 16)
        let section = (start..<match.end).reversed().lazy
          .compactMap { place in names.lazy.compactMap { $0.match(text, at: place) }.first }.first
        if let section { facts.add(section.facts) }
        facts.add(match.facts)
        if let moves = moves.match(text, at: match.end) {
          facts.add(moves.facts)
        } else if and.match(text, at: match.end) != nil || text.endsBehind(match.end - 1) {
          facts.miss("movedIn", "movedOut")
        }
        found.append(
          Found(start: match.start, end: match.end, finding: rowCount(facts), facts: facts))
      }
      return found
    }

    private static let rows = CrashPattern(
      "number of rows ~ after the update #after must be equal ~ before the update #before ~"
        + " #inserted inserted #deleted deleted|removed")
    private static let names = [
      "number of rows in section #section", "section #section the number of rows contained",
    ].map { CrashPattern($0) }
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

extension CrashMessage.Found {
  /// The sentence with what it says of a collection view, which does not read everything again.
  fileprivate func inCollectionView(_ text: CrashText) -> Self {
    guard isOfCollectionView(text) else { return self }
    let finding: CrashMessage.Finding =
      switch finding {
      case .moveOutOfDeleted(let section?): .violation(.moveOutOfDeleted(section: section))
      case .moveIntoInserted(let section?): .violation(.moveIntoInserted(section: section))
      case .moveOutOfDeleted(nil): .partial("E-MOV-DEL-SEC")
      case .moveIntoInserted(nil): .partial("E-MOV-INS-SEC")
      default: finding
      }
    return Self(
      start: start, end: end, finding: finding, listing: listing, facts: facts, isCut: isCut,
      isLogged: isLogged, isFrame: isFrame)
  }

  /// True if the sentence speaks of items, or of a collection view.
  func isOfCollectionView(_ text: CrashText) -> Bool {
    text.saysCollectionView(start..<max(end, start + 1))
  }

  /// The section at whose number the text or its line breaks off, so that digits may be missing.
  func sectionAtBreak(_ text: CrashText) -> Int? {
    guard isCut, end > 1 else { return nil }
    if end == text.tokens.count - 1, text.tokens[end - 1] == .word("section") {
      return text.lastNumber
    }
    guard facts.unread == ["section"], text.tokens[end - 2] == .word("section"),
      !text.isLastOfLine(end - 2), text.isWhole(end - 1),
      case .number(.index(let number)) = text.tokens[end - 1]
    else { return nil }
    return number
  }

  /// True if an exception is told of just before the sentence.
  func isRaised(in text: CrashText) -> Bool {
    text.tokens[max(0, start - 24)..<start].contains { token in
      CrashMessage.exceptionWords.contains { token == .word($0) }
    }
  }

  /// True if Core Data caught the exception, as it says just before the sentence.
  func isCaught(in text: CrashText) -> Bool {
    let near = max(0, start - 48)
    guard
      let caught = Self.caught.matches(text).last(where: { $0.start >= near && $0.end <= start })
    else { return false }
    return !text.tokens[caught.end..<start].contains(.word("terminating"))
  }

  private static let caught = CrashPattern("serious application error an? exception was caught")
}

extension CrashFacts {
  fileprivate func fields(in order: [String]) -> [Violation.Field] {
    order.compactMap { name in fields.first { $0.name == name } }
  }
}
