import BatchUpdates

extension CrashMessage {
  /// What must have happened, in plain words.
  public var happened: String { cause + (isCaught ? "; " + Self.caught : "") }

  /// What Core Data does with an exception of its delegate.
  package static let caught =
    "Core Data caught the exception: the app goes on, and the view does not know the changes, so it is"
    + " out of step with the data, and the next batch is blamed for it"

  private var cause: String {
    if let number = impossibleIndex {
      return "an index path has the index \(number): \(Self.enormousMeaning(number))"
    }
    return switch finding {
    case .violation(let violation): happened(violation)
    case .partial(let code, let fields):
      if let listing, let unread = listing.unread {
        listing.happened(unread: unread)
      } else if isFrame {
        Self.framed(code)
      } else if code == "E-ROW-COUNT", let sectionAtBreak {
        "the number of rows of section \(sectionAtBreak) (if its number is not cut off) does not fit the"
          + " batch, and the numbers are cut off"
      } else {
        Self.happened(code, CrashFacts(fields))
      }
    case .problem(let problem, let fields): problem.happened(CrashFacts(fields))
    case .moveOutOfDeleted(let section):
      "a row moves out of \(Self.section(section)), which the batch deletes; today's table views read"
        + " the whole table again instead, and selection is lost"
    case .moveIntoInserted(let section):
      "a row moves into \(Self.section(section)), which the batch inserts; today's table views read"
        + " the whole table again instead, and selection is lost"
    }
  }

  /// What a frame of a stack tells, which has no numbers.
  private static func framed(_ code: String) -> String {
    code == "E-SECTION-COUNT"
      ? "the number of sections does not fit the batch; the stack does not tell the numbers"
      : "the number of rows of some section does not fit the batch; the stack does not tell which"
        + " section, nor the numbers"
  }

  private static func section(_ section: Int?) -> String {
    section.map { "section \($0)" } ?? "a section"
  }

  /// What to do about it, in plain words.
  public var remedy: String {
    mending
      + (isCaught
        ? "; until it is mended, call reloadData() in controllerDidChangeContent in place of the batch"
        : "")
  }

  private var mending: String {
    if impossibleIndex != nil {
      return "test what a search returns, nil or NSNotFound, before an index path is made of it"
    }
    return switch finding {
    case .violation(let violation): violation.remedy
    case .partial(let code, _):
      if code == "E-INVALID-BATCH" {
        "paste the whole message, from 'Data source before updates' to the ']' behind the updates"
      } else {
        Violation.remedy(for: code)
      }
    case .problem(let problem, let fields): problem.remedy(CrashFacts(fields))
    case .moveOutOfDeleted:
      "move the row in a batch before the one that deletes the section, or delete and insert it"
    case .moveIntoInserted:
      "insert the section in a batch before the one that moves the row, or delete and insert it"
    }
  }

  /// What must have happened, and what to do about it.
  public var meaning: String { happened + "; " + remedy }

  private func happened(_ violation: Violation) -> String {
    if let listing { return listing.happened }
    if case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut) =
      violation
    {
      return RowChange(
        place: "section \(section)", before: before, after: after,
        inserted: inserted, deleted: deleted, movedIn: movedIn, movedOut: movedOut,
        mayReloadBesideMove: mayReloadBesideMove
      ).happened
    }
    return violation.happened
  }

  private static func happened(_ code: String, _ facts: CrashFacts) -> String {
    let count = facts.number("count")
    switch code {
    case "E-ROW-COUNT": return rowCount(facts)
    case "E-MOV-ROW-SRC":
      let path = facts.path("from").map { "row \($0)" } ?? "a row"
      return "the batch moves \(path), which was not there before the update"
        + (count.map { " (there were \($0) rows or sections)" } ?? "")
    case "E-MOV-SEC-SRC":
      let section = facts.number("from").map { "section \($0)" } ?? "a section"
      return "the batch moves \(section), but the table had only"
        + " \(count.map { counted($0, "section") } ?? "fewer sections") before the update"
    case "E-SECTION-COUNT":
      guard let before = facts.number("before"), let after = facts.number("after") else {
        return "the number of sections does not fit the batch"
      }
      return "the number of sections does not fit the batch: it went from \(before) to \(after)"
    case "E-INVALID-BATCH":
      return
        "the number of rows of some section does not fit the batch, and the list is cut off"
    case "E-MOV-DEL-SEC": return "the batch moves a row out of a section that it deletes or reloads"
    case "E-MOV-INS-SEC": return "the batch moves a row into a section that it inserts or reloads"
    case "E-DEL-REL": return "the batch both deletes and reloads one row or section"
    case "E-DEL-MOV": return "the batch moves one row or section and deletes or reloads it, too"
    case "E-INS-MOV": return "the batch inserts (or reloads) where it also moves something"
    default: return outOfBounds(code, facts)
    }
  }

  /// The explanation of an index that is not there, where not all is known.
  private static func outOfBounds(_ code: String, _ facts: CrashFacts) -> String {
    let what =
      facts.path("path").map { "row \($0)" } ?? facts.number("section").map { "section \($0)" }
      ?? (code.contains("ROW") ? "a row" : "a section")
    let count = facts.number("count").map { " (there are \($0))" } ?? ""
    return code.hasPrefix("E-DEL")
      ? "the batch deletes or reloads \(what), which was not there before the update" + count
      : "the batch \(code.hasPrefix("E-INS") ? "inserts" : "moves") \(what) to where nothing is after"
        + " the update" + count
  }

  private static func rowCount(_ facts: CrashFacts) -> String {
    let place = facts.number("section").map { "section \($0)" } ?? "a section"
    guard let before = facts.number("before"), let after = facts.number("after"),
      let inserted = facts.number("inserted"), let deleted = facts.number("deleted")
    else {
      let numbers = [facts.number("before"), facts.number("after")].compactMap { $0 }
      return "the number of rows of \(place) does not fit the batch, and"
        + (numbers.count == 2
          ? " what the batch does is cut off: it went from \(numbers[0]) to \(numbers[1])"
          : " the numbers are cut off")
    }
    let isWhole = facts.number("movedIn") != nil || facts.number("section") == nil
    guard isWhole else {
      return "the number of rows of \(place) does not fit the batch, which deletes"
        + " \(counted(deleted, "row")) and inserts \(inserted); what it moves is cut off"
    }
    return RowChange(
      place: place, before: before, after: after, inserted: inserted, deleted: deleted,
      movedIn: facts.number("movedIn") ?? 0, movedOut: facts.number("movedOut") ?? 0
    ).happened
  }
}
