/// The problem that UIKit reports in a text from a console or a crash log, and its cause.
///
/// The sentences of `UITableView` and `UICollectionView` are found among time stamps, line wraps,
/// quotes of any kind and stack traces:
///
///     CrashMessage("reason: 'attempt to delete row 4 from section 0 which only contains 4 rows …")
///     // code E-DEL-ROW-OOB, path 0:4, count 4
///
/// Of several sentences the first counts. A sentence that was cut off gives the facts that are
/// left, and of a list that could not be read to its end nothing is concluded.
///
/// Source: <doc:WhyYourBatchUpdateCrashed>; the messages that people paste into public bug reports.
public struct CrashMessage: Hashable, Sendable {
  /// The problem that the message reports.
  public let finding: Finding
  /// The batch that the message lists, with the numbers of rows around it.
  public let listing: Listing?
  /// True if UIKit only logged the message and read the whole table again: no exception.
  public let isLogged: Bool

  /// Looks for a sentence of UIKit in a text.
  ///
  /// - Returns: nil when there is none.
  /// - Complexity: O(length) in practice.
  public init?(_ text: String) {
    let tokens = CrashText(text).tokens
    var found: (start: Int, finding: Finding, listing: Listing?)?
    func offer(_ start: Int, _ finding: Finding, _ listing: Listing? = nil) {
      if start < found?.start ?? Int.max { found = (start, finding, listing) }
    }
    for sentence in CrashSentence.all {
      if let match = sentence.pattern.firstMatch(tokens) {
        offer(match.start, sentence.finding(match.numbers))
      }
    }
    if let (start, finding) = Self.sectionCount(tokens) { offer(start, finding) }
    if let (start, finding) = Self.rowCount(tokens) { offer(start, finding) }
    if let (start, listing) = Listing.first(in: tokens) {
      offer(start, listing.finding, listing)
    }
    if found == nil {
      for sentence in CrashSentence.cut {
        if let match = sentence.pattern.firstMatch(tokens) {
          offer(match.start, sentence.finding(match.numbers))
        }
      }
    }
    guard let found else { return nil }
    finding = found.finding
    listing = found.listing
    isLogged = Self.isLogged(tokens)
  }

  /// `… will perform reloadData`, in a text that tells of no exception.
  private static func isLogged(_ tokens: [CrashText.Token]) -> Bool {
    let logs = ["will perform reload|reloaddata", "performing reload|reloaddata"]
    return logs.contains { CrashPattern($0).firstMatch(tokens) != nil }
      && !tokens.contains { token in
        ["terminating", "uncaught", "inconsistency", "nsinternalinconsistencyexception"]
          .contains { token == .word($0) }
      }
  }

  /// "The number of sections contained in the table view after the update (1) must be equal to …"
  private static func sectionCount(
    _ tokens: [CrashText.Token]
  ) -> (start: Int, finding: Finding)? {
    let pattern = CrashPattern(
      "number of sections contained ~ after the update # ~ before the update #"
        + " ~ # inserted # deleted")
    guard let (numbers, start, _) = pattern.firstMatch(tokens) else { return nil }
    let violation = Violation.sectionCount(
      before: numbers[1], after: numbers[0], inserted: numbers[2], deleted: numbers[3])
    return (start, .violation(violation))
  }

  /// "The number of rows contained in an existing section after the update (4) must be equal to …"
  ///
  /// Old systems say nothing about moves, and alerts leave out the sentence that names the section.
  private static func rowCount(_ tokens: [CrashText.Token]) -> (start: Int, finding: Finding)? {
    let pattern = CrashPattern(
      "number of rows contained ~ after the update # ~ before the update #"
        + " ~ # inserted # deleted")
    guard let (numbers, start, end) = pattern.firstMatch(tokens) else { return nil }
    let moves = CrashPattern("~ # moved in # moved out").match(tokens, at: end)
    let moved = moves?.numbers ?? [0, 0]
    let name = CrashPattern("number of rows in section #")
    let section = (max(0, start - 16)..<start).reversed().lazy
      .compactMap { name.match(tokens, at: $0)?.numbers[0] }.first
    guard let section else {
      return (
        start,
        .partial(
          "E-ROW-COUNT", ("before", .number(numbers[1])), ("after", .number(numbers[0])),
          ("inserted", .number(numbers[2])), ("deleted", .number(numbers[3])),
          ("movedIn", .number(moved[0])), ("movedOut", .number(moved[1])))
      )
    }
    let violation = Violation.rowCount(
      section: section, before: numbers[1], after: numbers[0], inserted: numbers[2],
      deleted: numbers[3], movedIn: moved[0], movedOut: moved[1])
    return (start, .violation(violation))
  }
}

extension CrashMessage {
  /// The problem that a message reports.
  public enum Finding: Hashable, Sendable {
    /// A violation with all its facts.
    case violation(Violation)
    /// A violation of which the message tells some facts only: those that are known, in order.
    case partial(code: String, fields: [Violation.Field])
    /// A row moves out of a section that is deleted; today's UIKit reads the table again.
    case moveOutOfDeleted(section: Int)
    /// A row moves into a section that is inserted; today's UIKit reads the table again.
    case moveIntoInserted(section: Int)

    static func partial(
      _ code: String, _ facts: (name: String, value: Violation.Field.Value)...
    ) -> Finding {
      .partial(code: code, fields: facts.map { Violation.Field(name: $0.name, value: $0.value) })
    }
  }

  /// The stable code of the violation; nil for a move that current UIKit handles differently.
  public var code: String? {
    switch finding {
    case .violation(let violation): violation.code
    case .partial(let code, _): code
    case .moveOutOfDeleted, .moveIntoInserted: nil
    }
  }

  /// The facts of the violation in the order in which they are printed.
  public var fields: [Violation.Field] {
    switch finding {
    case .violation(let violation): violation.fields
    case .partial(_, let fields): fields
    case .moveOutOfDeleted, .moveIntoInserted: []
    }
  }
}
