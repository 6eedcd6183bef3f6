extension CrashMessage {
  /// What must have happened, in plain words.
  public var happened: String {
    switch finding {
    case .violation(let violation): happened(violation)
    case .partial(let code, let fields):
      if let listing, let unread = listing.unread {
        listing.happened(unread: unread)
      } else {
        Self.happened(code, PartialFacts(fields))
      }
    case .moveOutOfDeleted(let section):
      "a row moves out of section \(section), which the batch deletes; today's table views read the"
        + " whole table again instead, and selection is lost"
    case .moveIntoInserted(let section):
      "a row moves into section \(section), which the batch inserts; today's table views read the"
        + " whole table again instead, and selection is lost"
    }
  }

  /// What to do about it, in plain words.
  public var remedy: String {
    switch finding {
    case .violation(let violation): violation.remedy
    case .partial(let code, _):
      if code == "E-INVALID-BATCH" {
        "paste the whole message, from 'Data source before updates' to the ']' behind the updates"
      } else {
        Violation.remedy(for: code)
      }
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
        inserted: inserted, deleted: deleted, movedIn: movedIn, movedOut: movedOut
      ).happened
    }
    return violation.happened
  }

  private static func happened(_ code: String, _ facts: PartialFacts) -> String {
    let count = facts.number("count")
    switch code {
    case "E-ROW-COUNT":
      guard let before = facts.number("before"), let after = facts.number("after") else {
        let place = facts.number("section").map { "section \($0)" } ?? "a section"
        return "the number of rows of \(place) does not fit the batch, and the numbers are cut off"
      }
      return RowChange(
        place: "a section", before: before, after: after,
        inserted: facts.number("inserted") ?? 0, deleted: facts.number("deleted") ?? 0,
        movedIn: facts.number("movedIn") ?? 0, movedOut: facts.number("movedOut") ?? 0
      ).happened
    case "E-MOV-ROW-SRC":
      let path = facts.path("from").map { "row \($0)" } ?? "a row"
      return "the batch moves \(path), which was not there before the update"
        + (count.map { " (there were \($0) rows or sections)" } ?? "")
    case "E-MOV-SEC-SRC":
      let section = facts.number("from").map { "section \($0)" } ?? "a section"
      return "the batch moves \(section), but the table had only"
        + " \(count.map { counted($0, "section") } ?? "fewer sections") before the update"
    case "E-SECTION-COUNT": return "the number of sections does not fit the batch"
    case "E-INVALID-BATCH":
      return "the number of rows of some section does not fit the batch, and the list is cut off"
    case "E-DEL-REL": return "the batch both deletes and reloads one row or section"
    case "E-DEL-MOV": return "the batch moves one row or section and deletes or reloads it, too"
    default: return "the batch inserts (or reloads) where it also moves something"
    }
  }
}

/// The facts of a sentence that does not tell all.
private struct PartialFacts {
  private let fields: [Violation.Field]

  init(_ fields: [Violation.Field]) { self.fields = fields }

  func number(_ name: String) -> Int? {
    for case .number(let number) in fields.filter({ $0.name == name }).map(\.value) {
      return number
    }
    return nil
  }

  func path(_ name: String) -> RowPath? {
    for case .path(let path) in fields.filter({ $0.name == name }).map(\.value) { return path }
    return nil
  }
}
