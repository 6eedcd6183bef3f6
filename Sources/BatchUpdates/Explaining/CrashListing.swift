extension CrashMessage {
  /// The batch that "Invalid batch updates detected" lists.
  ///
  /// A reload stands there as one delete and one insert.
  public struct Listing: Hashable, Sendable {
    /// The number of rows of each section before the update.
    public let before: [Int]
    /// The number of rows of each section after the update.
    public let after: [Int]
    /// The updates.
    public let stage: Stage
    /// The updates as they are listed.
    public let updates: [String]

    /// What our own judge says of the batch.
    public var verdict: Verdict { Judge().verdict(on: stage, before: before, after: after) }

    /// The sections that are there before and after, with what the updates do to their rows.
    public var balances: [RowBalance] {
      Judge().balances(of: stage, before: before, after: after)
    }

    var violation: Violation { .invalidBatch(before: before, after: after, updates: updates) }
  }
}

extension CrashMessage.Listing {
  /// The first listing in a text, and where it begins.
  static func first(
    in tokens: [CrashText.Token]
  ) -> (start: Int, listing: CrashMessage.Listing)? {
    let beginning = CrashPattern("invalid batch updates detected").firstMatch(tokens)
    let start = beginning?.start ?? 0
    guard
      let before = counts(behind: "data source before updates", in: tokens, from: start),
      let after = counts(behind: "data source after updates", in: tokens, from: before.end)
    else { return nil }
    var reader = UpdatesReader(tokens: tokens[after.end...])
    reader.read()
    let listing = CrashMessage.Listing(
      before: before.counts, after: after.counts, stage: reader.stage, updates: reader.texts)
    return (beginning?.start ?? before.start, listing)
  }

  /// `… = { 2 sections with row counts: [3, 2] }`.
  private static func counts(
    behind words: String, in tokens: [CrashText.Token], from start: Int
  ) -> (counts: [Int], start: Int, end: Int)? {
    guard let match = CrashPattern(words).firstMatch(tokens, from: start) else { return nil }
    var counts: [Int]?
    for i in tokens.indices.dropFirst(match.end) {
      switch tokens[i] {
      case .mark("["): counts = []
      case .mark("]"), .mark("}"):
        if let counts { return (counts, match.start, i + 1) }
        return ([], match.start, i + 1)
      case .number(let number): counts?.append(number)
      case .mark: continue
      case .word:
        // Cut off inside the list.
        if counts != nil { return nil }
      }
    }
    return nil
  }
}

/// Reads `Updates = [ Delete row (0 - 1), Move row (0 - 2) to (1 - 0) ]`.
private struct UpdatesReader {
  var tokens: ArraySlice<CrashText.Token>
  private(set) var stage = Stage()
  private(set) var texts: [String] = []
  private var verb = ""
  private var isSection = false
  private var numbers: [Int] = []

  init(tokens: ArraySlice<CrashText.Token>) { self.tokens = tokens }

  mutating func read() {
    guard
      case .word("updates")? = tokens.first(where: { if case .word = $0 { true } else { false } })
    else { return }
    while let token = tokens.popFirst() {
      switch token {
      case .word(let word):
        switch word {
        case "delete", "insert", "move", "reload":
          end()
          verb = word
        case "section", "sections": isSection = true
        case "updates", "row", "rows", "from", "to", "at", "in", "into": continue
        default: return end()
        }
      case .number(let number): numbers.append(number)
      case .mark("]"): return end()
      case .mark: continue
      }
    }
    end()
  }

  /// Ends an update; one that was cut off does not count.
  private mutating func end() {
    defer { (verb, isSection, numbers) = ("", false, []) }
    let places = verb == "move" ? 2 : 1
    guard !verb.isEmpty, numbers.count == (isSection ? places : 2 * places) else { return }
    if isSection {
      add(numbers[0], numbers[numbers.count - 1], to: &stage.sections)
      texts.append(text("section", numbers.map { "(\($0))" }))
    } else {
      let paths = stride(from: 0, to: numbers.count, by: 2).map {
        RowPath(numbers[$0], numbers[$0 + 1])
      }
      add(paths[0], paths[paths.count - 1], to: &stage.rows)
      texts.append(text("row", paths.map { "(\($0.section) - \($0.row))" }))
    }
  }

  private func add<Index>(_ from: Index, _ to: Index, to changes: inout Changes<Index>) {
    switch verb {
    case "delete": changes.deletes.append(from)
    case "insert": changes.inserts.append(from)
    case "move": changes.moves.append(Move(from: from, to: to))
    default: changes.reloads.append(from)
    }
  }

  private func text(_ noun: String, _ places: [String]) -> String {
    verb.prefix(1).uppercased() + verb.dropFirst() + " \(noun) " + places.joined(separator: " to ")
  }
}
