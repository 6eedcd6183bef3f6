import BatchUpdates

/// The problem that UIKit reports in a text from a console or a crash log, and its cause.
///
/// The sentences of `UITableView` and `UICollectionView` are found among time stamps, line wraps,
/// quotes of any kind and stack traces:
///
///     CrashMessage("reason: 'attempt to delete row 4 from section 0 which only contains 4 rows …")
///     // code E-DEL-ROW-OOB, path 0:4, count 4
///
/// Of several sentences it takes the first exception, or else the first warning; ``all(in:)`` reads each.
/// A sentence that was cut off gives the facts that are left, and ``unread`` says what could not be read.
/// Nothing is concluded from a list that was cut off.
///
/// Source: the article "Why your batch update crashed" of `BatchUpdates`; messages in public bug reports.
public struct CrashMessage: Hashable, Sendable {
  /// The problem that the message reports.
  package let finding: Finding
  /// The batch that the message lists, with the numbers of rows around it.
  package let listing: Listing?
  /// True if UIKit only logged the message: no exception.
  public let isLogged: Bool
  /// True if Core Data caught the exception, so that the app goes on with a view that is out of step.
  public private(set) var isCaught: Bool
  /// True if the message speaks of a collection view and its items.
  package let isOfCollectionView: Bool
  /// True if the batch may move a section and reload rows, for all that is known.
  let mayReloadBesideMove: Bool
  /// A number that no table has, in place of an index; nil: there is none.
  let impossibleIndex: String?
  /// True if a frame of a stack names the problem, and no sentence tells its facts.
  let isFrame: Bool
  /// The section at whose number the text breaks off, so that digits may be missing; nil if it does not.
  let sectionAtBreak: Int?
  /// The part of the text that is not read, in plain words; nil if all that counts is.
  public let unread: String?

  /// Looks for a sentence of UIKit in a text.
  ///
  /// - Returns: nil if there is none.
  /// - Complexity: O(length) in practice.
  public init?(_ text: String) {
    let text = CrashText(text)
    let found = Search(text).found
    guard let first = found.first else { return nil }
    let twins = found.filter { $0.finding == first.finding && $0.listing == first.listing }
    self.init(
      first, in: text, isCaught: twins.allSatisfy { $0.isCaught(in: text) },
      unread: Self.unread(first, among: found, in: text, othersAreJudged: false))
  }

  /// The messages of a text that differ, each once: exceptions in their order, then warnings.
  ///
  /// Of two with one code of which one tells less than the other, that one is left out.
  ///
  /// - Complexity: O(length) in practice.
  public static func all(in text: String) -> [CrashMessage] {
    let text = CrashText(text)
    let found = Search(text).found
    var messages: [CrashMessage] = []
    for (place, next) in found.enumerated() {
      let isCaught = next.isCaught(in: text)
      if let twin = messages.firstIndex(where: {
        $0.finding == next.finding && $0.listing == next.listing
      }) {
        messages[twin].isCaught = messages[twin].isCaught && isCaught
        continue
      }
      let fields = Set(next.finding.fields)
      let tellsLess = found.enumerated().contains { other, message in
        other != place && message.code == next.code
          && fields.isStrictSubset(of: message.finding.fields)
      }
      if tellsLess { continue }
      messages.append(
        CrashMessage(
          next, in: text, isCaught: isCaught,
          unread: unread(next, among: found, in: text, othersAreJudged: true)))
    }
    return messages
  }

  /// True if a text has a stack that goes through the end of a batch, whatever happened in it.
  package static func hasStackOfUpdate(_ text: String) -> Bool {
    CrashFrame.ofUpdate.firstMatch(CrashText(text)) != nil
  }

  private init(_ found: Found, in text: CrashText, isCaught: Bool, unread: String?) {
    finding = found.finding
    listing = found.listing
    isLogged =
      found.isLogged
      ? found.code.hasPrefix("W-") || !found.isRaised(in: text)
      : Self.isLogged(text) && !Self.tellsOfException(text)
    self.isCaught = isCaught
    isOfCollectionView = found.isOfCollectionView(text)
    mayReloadBesideMove = true
    impossibleIndex = Self.counts.contains(found.code) ? nil : found.facts.enormous.first
    isFrame = found.isFrame
    sectionAtBreak = found.sectionAtBreak(text)
    self.unread = unread
  }

  /// The message that a violation of a stage would have.
  package init(
    _ violation: Violation, of stage: Stage, before: [Int], after: [Int],
    isOfCollectionView: Bool = false
  ) {
    finding = .violation(violation)
    if case .invalidBatch(let before, let after, let updates) = violation {
      listing = Listing(before: before, after: after, stage: stage, updates: updates, unread: nil)
    } else {
      listing = nil
    }
    isLogged = false
    isCaught = false
    self.isOfCollectionView = isOfCollectionView
    mayReloadBesideMove = !stage.sections.moves.isEmpty && !stage.rows.reloads.isEmpty
    impossibleIndex = nil
    isFrame = false
    sectionAtBreak = nil
    unread = nil
  }

  /// The codes of messages about numbers of rows and sections, and not about indexes of theirs.
  private static let counts = [
    "E-ROW-COUNT", "E-SECTION-COUNT", "E-INVALID-BATCH", CrashProblem.huge.rawValue,
    CrashProblem.globalIndex.rawValue,
  ]

  private static let logs = ["will perform reload|reloaddata", "performing reload|reloaddata"]
    .map { CrashPattern($0) }

  /// `… will perform reloadData`.
  private static func isLogged(_ text: CrashText) -> Bool {
    logs.contains { $0.firstMatch(text) != nil }
  }

  static let exceptionWords = [
    "terminating", "uncaught", "inconsistency", "nsinternalinconsistencyexception",
  ]

  private static func tellsOfException(_ text: CrashText) -> Bool {
    text.tokens.contains { token in exceptionWords.contains { token == .word($0) } }
  }

  private static func unread(
    _ first: Found, among all: [Found], in text: CrashText, othersAreJudged: Bool
  ) -> String? {
    var parts: [String] = []
    if let number = first.facts.enormous.first, counts.contains(first.code),
      first.code != CrashProblem.globalIndex.rawValue
    {
      parts.append("\(number) is no number of rows: \(enormousMeaning(number))")
    }
    if first.isCut { parts.append("the sentence is cut off or worded in an unknown way") }
    if first.isFrame {
      parts.append("a frame of the stack is all that is here: paste the line with 'reason:', too")
    }
    let names = first.facts.unread
    if !names.isEmpty, first.facts.enormous.isEmpty, first.sectionAtBreak(text) == nil {
      parts.append("not read: \(listed(names))")
    }
    var others: [String] = []
    if !othersAreJudged {
      for other in all where other.code != first.code && !others.contains(other.code) {
        others.append(other.code)
      }
    }
    if !others.isEmpty { parts.append("the text has another problem, too: \(listed(others))") }
    let places = all.map(\.start)
    let reason = CrashReason.all(in: text).first { reason in
      reason.isTold && !places.contains { reason.tokens.contains($0) }
        && Search(CrashText(reason.reason)).found.isEmpty
    }
    if let reason {
      parts.append("the text has another exception, which is not read: \(reason.quoted)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What a number means that no table has.
  static func enormousMeaning(_ number: String) -> String {
    switch number {
    case "9223372036854775807":
      "it is NSNotFound, the answer to a search that found nothing"
    case "18446744073709551615", "4294967295": "it is -1, printed without its sign"
    default: "look where it comes from"
    }
  }
}

extension CrashMessage {
  /// The problem that a message reports.
  package enum Finding: Hashable, Sendable {
    /// A violation with all its facts.
    case violation(Violation)
    /// A violation of which the message tells some facts only: those that are known, in order.
    case partial(code: String, fields: [Violation.Field])
    /// A problem that is no violation of the rules of batch updates, with the facts that are told.
    case problem(CrashProblem, fields: [Violation.Field])
    /// A row moves out of a section that is deleted; today's UIKit reads the table again. The
    /// section is nil if the message does not tell it.
    case moveOutOfDeleted(section: Int?)
    /// A row moves into a section that is inserted; today's UIKit reads the table again. The
    /// section is nil if the message does not tell it.
    case moveIntoInserted(section: Int?)

    static func partial(
      _ code: String, _ facts: (name: String, value: Violation.Field.Value)...
    ) -> Finding {
      .partial(code: code, fields: facts.map { Violation.Field(name: $0.name, value: $0.value) })
    }
  }

  /// The stable code of the violation or problem; nil for a move that current UIKit handles
  /// differently.
  public var code: String? { finding.code }

  /// The facts of the violation in the order in which they are printed.
  package var fields: [Violation.Field] { finding.fields }

  /// True if the problem is no violation of the rules of batch updates.
  public var isProblem: Bool { if case .problem = finding { true } else { false } }

  /// The rule that explains the problem, such as `D7`; nil where no rule is about it.
  public var rule: String? {
    switch finding {
    case .violation(let violation): Violation.rule(for: violation.code)
    case .partial(let code, _): Violation.rule(for: code)
    case .problem(let problem, _): problem.rule
    case .moveOutOfDeleted, .moveIntoInserted: "D16"
    }
  }
}

extension CrashMessage.Finding {
  var fields: [Violation.Field] {
    switch self {
    case .violation(let violation): violation.fields
    case .partial(_, let fields), .problem(_, let fields): fields
    case .moveOutOfDeleted, .moveIntoInserted: []
    }
  }

  var code: String? {
    switch self {
    case .violation(let violation): violation.code
    case .partial(let code, _): code
    case .problem(let problem, _): problem.rawValue
    case .moveOutOfDeleted, .moveIntoInserted: nil
    }
  }
}
