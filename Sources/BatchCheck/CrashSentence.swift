import BatchUpdates

/// A sentence of UIKit, or of a library around it, and what it says.
///
/// To read one more, add it to one of the lists below or in `CrashSentence+Problems.swift`.
struct CrashSentence {
  typealias Finding = CrashMessage.Finding

  let pattern: CrashPattern
  /// True if the sentence is a warning in a log: no exception follows it.
  let isLogged: Bool
  /// True if others print such a sentence, too, so that the text must name a view of UIKit.
  let needsView: Bool
  /// True if a longer sentence in the same list tells facts that this one leaves out.
  let isLoose: Bool
  /// True if the sentence is about an identifier, which may stand beside it.
  let hasIdentifier: Bool
  private let finding: @Sendable (CrashFacts) -> Finding

  private init(
    _ pattern: String, isLogged: Bool = false, needsView: Bool = false,
    isLoose: Bool = false, hasIdentifier: Bool = false,
    _ finding: @escaping @Sendable (CrashFacts) -> Finding
  ) {
    self.pattern = CrashPattern(pattern)
    self.isLogged = isLogged
    self.needsView = needsView
    self.isLoose = isLoose
    self.hasIdentifier = hasIdentifier
    self.finding = finding
  }

  /// What the sentence says with these facts.
  func finding(_ facts: CrashFacts) -> Finding { finding(facts) }

  /// The facts of a match, with the identifier that stands beside the sentence.
  func facts(of match: CrashPattern.Match, in text: CrashText) -> CrashFacts {
    var facts = match.facts
    if hasIdentifier, facts.text("identifier") == nil,
      let name = CrashIdentifier.named(in: text, from: match.start, to: match.end)
    {
      facts.add("identifier", name)
    }
    return facts
  }

  /// A violation; of a sentence whose facts are not all read, only those that are.
  static func violation(
    _ code: String, _ pattern: String,
    _ violation: @escaping @Sendable (CrashFacts) -> Violation? = { _ in nil }
  ) -> CrashSentence {
    CrashSentence(pattern) { facts in
      if facts.isWhole, !facts.hasNegative, let violation = violation(facts) {
        return .violation(violation)
      }
      return .partial(code: code, fields: facts.joined)
    }
  }

  /// Violations by their codes.
  private static func whole(_ sentences: KeyValuePairs<String, String>) -> [CrashSentence] {
    sentences.map { code, pattern in violation(code, pattern) { $0.violation(code) } }
  }

  /// Violations by their codes, of whose facts some are missing.
  private static func partial(_ sentences: KeyValuePairs<String, String>) -> [CrashSentence] {
    sentences.map { violation($0, $1) }
  }

  /// The sentences of problems, those of each from the most special on.
  ///
  /// - Parameters:
  ///   - patterns: `!` before one marks a warning in a log, `?` one that needs the name of a view.
  ///   - fields: what the sentences tell without saying it.
  static func read(
    _ sentences: KeyValuePairs<CrashProblem, [String]>, fields: [Violation.Field] = []
  ) -> [CrashSentence] {
    sentences.flatMap { problem, texts in
      let patterns = texts.map { String($0.trimmingPrefix { "!? ".contains($0) }) }
      return zip(texts, patterns).enumerated().map { order, sentence in
        let (marks, pattern) = (sentence.0.prefix { "!?".contains($0) }, sentence.1)
        let start = pattern.split(separator: " ").prefix(2)
        let isLoose =
          !pattern.contains { "#@$".contains($0) }
          && patterns.prefix(order).contains {
            $0.contains { "#@$".contains($0) } && $0.split(separator: " ").prefix(2) == start
          }
        return CrashSentence(
          pattern, isLogged: marks.contains("!"), needsView: marks.contains("?"), isLoose: isLoose,
          hasIdentifier: problem == .duplicate
        ) { .problem(problem, fields: $0.fields + fields) }
      }
    }
  }

  // MARK: Violations

  /// The sentences that name an index, from the most special to the least.
  static let violations = outOfBounds + conflicts + moves + doubleMoves + fallbacks + counts

  private static let outOfBounds = whole([
    "E-DEL-ROW-OOB":
      "attempt to delete row #row from section #section which|that|but|and ~ #count row|rows before",
    "E-DEL-ROW-OOB":
      "attempt to delete row #row from section #section which|that only? contains|has only?"
      + " #count row|rows",
    "E-DEL-ROW-SEC-OOB":
      "attempt to delete row #row from section #section but? there are|is only? #count"
      + " section|sections before",
    "E-DEL-SEC-OOB":
      "attempt to delete section #section but? there are|is only? #count section|sections before",
    "E-DEL-SEC-OOB": "processing delete for section #section when there are|is only",
    "E-INS-ROW-OOB":
      "attempt to insert row #row into|in section #section but? there are|is only? #count row|rows"
      + " in section # after",
    "E-INS-ROW-OOB":
      "attempt to insert row #row into|in section #section which|that only? contains|has only?"
      + " #count row|rows",
    "E-INS-ROW-SEC-OOB":
      "attempt to insert row #row into|in section #section but? there are|is only? #count"
      + " section|sections after",
    "E-INS-SEC-OOB":
      "attempt to insert section #section but? there are|is only? #count section|sections after",
  ])

  private static let conflicts = whole([
    "E-DEL-REL": "delete and reload the same section #section",
    "E-DEL-REL": "reload and delete the? same section #section",
    "E-DEL-REL": "delete and reload the same index|row ~ @path",
    "E-DEL-MOV": "delete and a? move from the same section #section",
    "E-DEL-MOV": "delete and a? move from the same index|row ~ @path",
    "E-INS-MOV": "insert and a? move to the same section #section",
    "E-INS-MOV": "insert and a? move to the same index|row ~ @path",
  ])

  private static let moves =
    whole([
      "E-MOV-ROW-SRC":
        "move index path @from from a section that does not exist ~ only #count sections|section",
      "E-MOV-ROW-SRC":
        "move index path @from that does not exist ~ only #count rows|row in section # before",
    ]) + [
      .violation(
        "E-MOV-ROW-DST",
        "move index path @from to index path @to in ~ section that does not exist ~ only #count"
          + " sections|section"
      ) { $0.moveRowDestination(.section) },
      .violation(
        "E-MOV-ROW-DST",
        "move index path @from to index path @to that does not exist ~ only #count rows|row in"
          + " section # after"
      ) { $0.moveRowDestination(.row) },
    ]
    + whole([
      "E-MOV-SEC-DST":
        "move section #from to section? #to but ~ only #count sections|section after",
      "E-MOV-SEC-SRC":
        "move section #from but? there are|is only? #count sections|section before",
      "E-MOV-SEC-SRC": "move section #from that doesnt exist #count sections|section before",
    ])

  private static let doubleMoves = whole([
    "E-MOV-SAME-SRC": "attempt to move section #from to both section #to and section #and",
    "E-MOV-SAME-SRC": "attempt to move ~ path @from to both @to and @and",
    "E-MOV-SAME-DST": "attempt to move both section #from and section #and to section #to",
    "E-MOV-SAME-DST": "attempt to move both ~ path @from and @and to @to",
  ])

  private static let fallbacks: [CrashSentence] = [
    CrashSentence("cannot move a|an? row from a deleted section #section") {
      .moveOutOfDeleted(section: $0.number("section"))
    },
    CrashSentence("cannot move a|an? row into a newly inserted section #section") {
      .moveIntoInserted(section: $0.number("section"))
    },
  ]

  private static let counts = whole([
    "E-SECTION-COUNT":
      "number of sections ~ after the update #after ~ before the update #before ~ #inserted inserted"
      + " #deleted deleted|removed"
  ])

  /// The sentences that are cut off before their facts, from the most that is left to the least.
  static let cut = cutCounts + cutConflicts + cutIndexes + cutMoves + beheaded

  private static let cutCounts = partial([
    "E-ROW-COUNT":
      "invalid number of rows in section #section ~ after the update #after ~ before the update"
      + " #before",
    "E-ROW-COUNT": "invalid number of rows in section #section ~ after the update #after",
    "E-ROW-COUNT":
      "nsinternal inconsistency exception reason? invalid number of rows in section #section",
    "E-ROW-COUNT":
      "number of rows contained ~ after the update #after ~ equal ~ before the update #before",
    "E-SECTION-COUNT":
      "invalid number of sections ~ after the update #after ~ before the update #before",
    "E-SECTION-COUNT": "invalid number of sections ~ after the update #after",
    "E-SECTION-COUNT":
      "number of sections contained ~ after the update #after ~ equal ~ before the update #before",
  ])

  /// The sentences whose beginning is missing.
  private static let beheaded = partial([
    "E-ROW-COUNT":
      "after the update #after must be equal to the number of rows ~4 before the update #before ~"
      + " #inserted inserted #deleted deleted|removed",
    "E-ROW-COUNT":
      "must be equal to the number of rows ~4 before the update #before ~ #inserted inserted"
      + " #deleted deleted|removed",
    "E-SECTION-COUNT":
      "after the update #after must be equal to the number of sections ~6 before the update #before"
      + " ~ #inserted inserted #deleted deleted|removed",
    "E-DEL-ROW-OOB":
      "row #row from section #section which only contains #count rows|row before the update",
    "E-DEL-ROW-SEC-OOB":
      "row #row from section #section but there are only #count sections|section before the update",
    "E-INS-ROW-OOB":
      "row #row into section #section but there are only #count rows|row in section # after the"
      + " update",
    "E-INS-ROW-SEC-OOB":
      "row #row into section #section but there are only #count sections|section after the update",
    "E-DEL-REL": "and reload the same index path @path",
    "E-DEL-MOV": "and a move from the same index path @path",
    "E-INS-MOV": "and a move to the same index path @path",
  ])

  private static let cutConflicts = partial([
    "E-DEL-REL": "delete and reload the same index|section|row",
    "E-DEL-MOV": "delete and a move from the same index|section|row",
    "E-INS-MOV": "insert and a move to the same index|section|row",
  ])

  private static let cutIndexes = partial([
    "E-DEL-ROW-OOB": "attempt to delete row #row from section #section which only contains",
    "E-DEL-ROW-SEC-OOB":
      "attempt to delete row #row from section #section ~4 only ~2 sections before the update",
    "E-DEL-SEC-OOB": "attempt to delete section #section ~4 only ~2 sections before the update",
    "E-INS-ROW-OOB":
      "attempt to insert row #row into section #section ~4 only ~2 rows in section ~2 after",
    "E-INS-ROW-SEC-OOB":
      "attempt to insert row #row into section #section ~4 only ~2 sections after the update",
    "E-INS-SEC-OOB": "attempt to insert section #section ~4 only ~2 sections after the update",
    "E-DEL-ROW-OOB": "attempt to delete row ~12 which only contains",
    "E-DEL-ROW-SEC-OOB": "attempt to delete row ~12 only ~2 sections before the update",
    "E-DEL-SEC-OOB": "attempt to delete section ~6 only ~2 sections before the update",
    "E-INS-ROW-OOB": "attempt to insert row ~12 only ~2 rows in section ~2 after",
    "E-INS-ROW-SEC-OOB": "attempt to insert row ~12 only ~2 sections after the update",
    "E-INS-SEC-OOB": "attempt to insert section ~6 only ~2 sections after the update",
    "E-MOV-ROW-SRC": "attempt to move index path @from that does not exist",
  ])

  private static let cutMoves: [CrashSentence] = [
    CrashSentence("cannot move a|an? row from a deleted section") { _ in
      .moveOutOfDeleted(section: nil)
    },
    CrashSentence("cannot move a|an? row into a newly inserted section") { _ in
      .moveIntoInserted(section: nil)
    },
  ]
}

extension CrashFacts {
  fileprivate var hasNegative: Bool {
    fields.contains {
      switch $0.value {
      case .number(let number): number < 0
      case .path(let path): path.section < 0 || path.row < 0
      default: false
      }
    }
  }

  /// The violation of a code, of which these are the facts; nil: some are missing.
  fileprivate func violation(_ code: String) -> Violation? {
    switch code {
    case "E-DEL-ROW-OOB": row(Violation.deleteRowOutOfBounds)
    case "E-DEL-ROW-SEC-OOB": row(Violation.deleteRowSectionOutOfBounds)
    case "E-DEL-SEC-OOB": section(Violation.deleteSectionOutOfBounds)
    case "E-INS-ROW-OOB": row(Violation.insertRowOutOfBounds)
    case "E-INS-ROW-SEC-OOB": row(Violation.insertRowSectionOutOfBounds)
    case "E-INS-SEC-OOB": section(Violation.insertSectionOutOfBounds)
    case "E-DEL-REL": place.map(Violation.deleteAndReload)
    case "E-DEL-MOV": place.map(Violation.deleteAndMove)
    case "E-INS-MOV": place.map(Violation.insertAndMove)
    case "E-MOV-SEC-DST": moveSectionDestination
    case "E-MOV-SAME-SRC": places("from", "to", "and", Violation.moveSameSource)
    case "E-MOV-SAME-DST": places("from", "and", "to", Violation.moveSameDestination)
    case "E-SECTION-COUNT": sectionCount
    default: nil
    }
  }

  /// A violation by a row, of which a section has only so many.
  private func row(_ violation: (RowPath, Int) -> Violation) -> Violation? {
    guard let section = number("section"), let row = number("row"), let count = number("count")
    else { return nil }
    return violation(RowPath(section, row), count)
  }

  /// A violation by a section, of which there are only so many.
  private func section(_ violation: (Int, Int) -> Violation) -> Violation? {
    guard let section = number("section"), let count = number("count") else { return nil }
    return violation(section, count)
  }

  /// The section or row that the sentence names.
  private var place: SectionOrRow? {
    path("path").map { .row($0) } ?? number("section").map { .section($0) }
  }

  private func place(_ name: String) -> SectionOrRow? {
    path(name).map { .row($0) } ?? number(name).map { .section($0) }
  }

  /// A violation by three sections or rows.
  private func places(
    _ a: String, _ b: String, _ c: String,
    _ violation: (SectionOrRow, SectionOrRow, SectionOrRow) -> Violation
  ) -> Violation? {
    guard let a = place(a), let b = place(b), let c = place(c) else { return nil }
    return violation(a, b, c)
  }

  fileprivate func moveRowDestination(_ missing: Violation.Missing) -> Violation? {
    guard let from = path("from"), let to = path("to"), let count = number("count") else {
      return nil
    }
    return .moveRowDestination(from: from, to: to, missing: missing, count: count)
  }

  private var moveSectionDestination: Violation? {
    guard let from = number("from"), let to = number("to"), let count = number("count") else {
      return nil
    }
    return .moveSectionDestination(from: from, to: to, count: count)
  }

  private var sectionCount: Violation? {
    guard let before = number("before"), let after = number("after"),
      let inserted = number("inserted"), let deleted = number("deleted")
    else { return nil }
    return .sectionCount(before: before, after: after, inserted: inserted, deleted: deleted)
  }
}
