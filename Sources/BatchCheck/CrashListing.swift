import BatchUpdates

extension CrashMessage {
  /// The batch that "Invalid batch updates detected" lists.
  ///
  /// A reload stands there as one delete and one insert.
  package struct Listing: Hashable, Sendable {
    /// The number of rows of each section before the update.
    package let before: [Int]
    /// The number of rows of each section after the update.
    package let after: [Int]
    /// The updates.
    package let stage: Stage
    /// The updates as they are listed.
    package let updates: [String]
    /// Why the list of updates is not all there is, such as `the list of updates is cut off`; nil
    /// where it was read to its end. What does not fit can then not be said.
    package let unread: String?

    /// The verdict of ``Judge`` on the batch.
    package var verdict: Verdict { Judge().verdict(on: stage, before: before, after: after) }

    /// The sections that are there before and after, with what the updates do to their rows.
    package var balances: [RowBalance] {
      Judge().balances(of: stage, before: before, after: after)
    }

    var finding: CrashMessage.Finding {
      unread == nil
        ? .violation(.invalidBatch(before: before, after: after, updates: updates))
        : .partial("E-INVALID-BATCH", ("before", .numbers(before)), ("after", .numbers(after)))
    }

    /// The explanation where the updates could not be read.
    func happened(unread: String) -> String {
      var text =
        "the number of rows of some section does not fit the batch, but which cannot be said: "
      text += unread
      let changes =
        before.count == after.count ? zip(before, after).enumerated().filter { $1.0 != $1.1 } : []
      if changes.isEmpty { return text }
      let most = 5
      text +=
        "; "
        + listed(
          changes.prefix(most).map { "section \($0) went from \($1.0) to \(counted($1.1, "row"))" })
      return text
        + (changes.count > most ? ", and \(counted(changes.count - most, "more section"))" : "")
    }
  }
}

extension CrashMessage.Listing {
  /// The listings in a text; each ends where the next begins.
  static func all(in text: CrashText) -> [CrashMessage.Found] {
    let beginnings = CrashPattern("invalid batch updates detected").matches(text).map(\.start)
    let starts = beginnings.isEmpty ? [0] : beginnings
    return zip(starts, starts.dropFirst() + [text.tokens.count]).compactMap { start, end in
      guard
        let before = counts(behind: "data source before updates", in: text, start..<end),
        let after = counts(behind: "data source after updates", in: text, before.end..<end)
      else { return nil }
      var reader = UpdatesReader(tokens: text.tokens[after.end..<end])
      reader.read()
      let listing = CrashMessage.Listing(
        before: before.counts, after: after.counts, stage: reader.stage, updates: reader.texts,
        unread: reader.unread)
      return CrashMessage.Found(
        start: beginnings.isEmpty ? before.start : start, end: after.end,
        finding: listing.finding, listing: listing)
    }
  }

  /// `… = { 2 sections with row counts: [3, 2] }`; nil where that is not whole.
  private static func counts(
    behind words: String, in text: CrashText, _ range: Range<Int>
  ) -> (counts: [Int], start: Int, end: Int)? {
    guard let match = CrashPattern(words).firstMatch(text, from: range.lowerBound),
      match.end < range.upperBound
    else { return nil }
    let tokens = text.tokens
    var counts: [Int]?
    for i in match.end..<range.upperBound {
      switch tokens[i] {
      case .mark("["):
        // Not the process of a log, as in `App[4321:99]`.
        guard tokens[i - 1] == .word("counts") else { return nil }
        counts = []
      case .mark("]"), .mark("}"):
        let counts = counts ?? []
        return (counts, match.start, i + 1)
      case .mark("…"): return nil
      case .number(.index(let number)) where number >= 0:
        counts?.append(number)
      case .number:
        if counts != nil { return nil }
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
///
/// Between the updates other words may stand, as in a log that begins each line with a process; but
/// whatever may be an update that is not understood makes the list unread.
private struct UpdatesReader {
  var tokens: ArraySlice<CrashText.Token>
  private(set) var stage = Stage()
  private(set) var texts: [String] = []
  private(set) var unread: String?

  init(tokens: ArraySlice<CrashText.Token>) { self.tokens = tokens }

  mutating func read() {
    guard skipTitle() else {
      unread = "the list of updates is missing"
      return
    }
    // Brackets of others, as in `App[4321:99]`.
    var depth = 0
    while let token = tokens.popFirst() {
      switch token {
      case .mark("["): depth += 1
      case .mark("]"):
        if depth == 0 { return }
        depth -= 1
      case .mark("…"): return end("the list of updates is cut off")
      case .mark("("):
        if case .number? = tokens.first { return end("an update could not be read") }
      case .word(let verb) where Self.verbs.contains(verb):
        if !readUpdate(verb) {
          return end(
            tokens.isEmpty ? "the list of updates is cut off" : "an update could not be read")
        }
      case .word, .number, .mark: continue
      }
    }
    end("the list of updates is cut off")
  }

  private static let verbs: Set<String> = ["delete", "insert", "move", "reload"]

  /// Passes over `Updates = [`, and over what a log writes before it.
  private mutating func skipTitle() -> Bool {
    while let token = tokens.popFirst() {
      guard token == .word("updates"), tokens.first == .mark("=") else { continue }
      tokens.removeFirst()
      if tokens.first == .mark("[") {
        tokens.removeFirst()
        return true
      }
    }
    return false
  }

  private mutating func end(_ reason: String) {
    unread = texts.last.map { "\(reason) behind '\($0)'" } ?? reason
  }

  /// Reads what follows a verb: `section (1)`, `row (0 - 1)`, `row (0 - 2) to (1 - 0)`.
  private mutating func readUpdate(_ verb: String) -> Bool {
    let isSection: Bool
    switch tokens.popFirst() {
    case .word("section")?, .word("sections")?: isSection = true
    case .word("row")?, .word("rows")?: isSection = false
    default: return false
    }
    var numbers: [Int] = []
    let count = (verb == "move" ? 2 : 1) * (isSection ? 1 : 2)
    while numbers.count < count {
      switch tokens.popFirst() {
      case .number(.index(let number))? where number >= 0: numbers.append(number)
      case .mark("(")?, .mark(")")?, .mark("-")?: continue
      case .word("to")? where verb == "move" && numbers.count == count / 2: continue
      default: return false
      }
    }
    if isSection {
      add(verb, numbers[0], numbers[numbers.count - 1], to: &stage.sections)
      texts.append(text(verb, "section", numbers.map { "(\($0))" }))
    } else {
      let paths = stride(from: 0, to: numbers.count, by: 2).map {
        RowPath(numbers[$0], numbers[$0 + 1])
      }
      add(verb, paths[0], paths[paths.count - 1], to: &stage.rows)
      texts.append(text(verb, "row", paths.map { "(\($0.section) - \($0.row))" }))
    }
    return true
  }

  private func add<Index>(
    _ verb: String, _ from: Index, _ to: Index, to changes: inout Changes<Index>
  ) {
    switch verb {
    case "delete": changes.deletes.append(from)
    case "insert": changes.inserts.append(from)
    case "move": changes.moves.append(Move(from: from, to: to))
    default: changes.reloads.append(from)
    }
  }

  private func text(_ verb: String, _ noun: String, _ places: [String]) -> String {
    verb.prefix(1).uppercased() + verb.dropFirst() + " \(noun) " + places.joined(separator: " to ")
  }
}
