/// The change of a section's number of rows by the batch, against that of the data source.
package struct RowChange {
  /// The section, as a sentence names it.
  let place: String
  let before: Int
  let after: Int
  let inserted: Int
  let deleted: Int
  let movedIn: Int
  let movedOut: Int
  /// True if the batch may move a section and reload rows, for all that is known.
  let mayReloadBesideMove: Bool

  /// Creates a change.
  package init(
    place: String, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int,
    movedOut: Int, mayReloadBesideMove: Bool = true
  ) {
    (self.place, self.before, self.after) = (place, before, after)
    (self.inserted, self.deleted) = (inserted, deleted)
    (self.movedIn, self.movedOut) = (movedIn, movedOut)
    self.mayReloadBesideMove = mayReloadBesideMove
  }

  private var expected: Int { before + inserted - deleted + movedIn - movedOut }
  private var surplus: Int { after - expected }
  private var isUntouched: Bool { inserted + deleted + movedIn + movedOut == 0 }

  /// What the batch does: `deletes 1 row and inserts 2 rows`.
  private var operations: String {
    var parts: [String] = []
    if deleted > 0 { parts.append("deletes \(counted(deleted, "row"))") }
    if inserted > 0 { parts.append("inserts \(counted(inserted, "row"))") }
    if movedIn > 0 { parts.append("moves \(counted(movedIn, "row")) in") }
    if movedOut > 0 { parts.append("moves \(counted(movedOut, "row")) out") }
    return listed(parts)
  }

  /// The explanation of how the two differ.
  package var happened: String {
    if surplus == 0 {
      return "the numbers of \(place) add up, so some were lost on the way here: "
        + "take the whole message"
    }
    if isUntouched {
      let change = after > before ? "gained" : "lost"
      return "the batch says nothing about the rows of \(place), but there the data source"
        + " \(change) \(counted(abs(after - before), "row")), from \(before) to \(after):"
        + " the operations are missing, or the data changed earlier without the view being told,"
        + " which the next batch is blamed for"
    }
    if after == before {
      return "the batch \(operations) of \(place), but the data source still returns \(after):"
        + " the data were not changed before the end of the batch, or were changed before the view"
        + " counted the \(counted(before, "row"))" + movedNote
    }
    return "\(place) had \(counted(before, "row")) and the batch \(operations), which makes"
      + " \(expected), but the data source returns \(after): " + difference + reloadNote
  }

  private var difference: String {
    let net = expected - before
    if net != 0, after - before == 2 * net {
      return "the data were changed twice, or half of the operations are missing"
    }
    let rows = counted(abs(surplus), "row")
    return surplus > 0
      ? "\(rows) too many, so \(inserts(surplus)) missing, or rows were not taken from the data"
      : "\(rows) too few, so \(deletes(-surplus)) missing, or rows were not put into the data"
  }

  /// A reload is a delete and an insert; beside the move of a section they are counted in two.
  private var movedNote: String {
    guard mayReloadBesideMove, movedIn + movedOut == 0, min(inserted, deleted) == 0 else {
      return ""
    }
    return "; or a reload stands beside the move of a section, and its delete and its insert are"
      + " counted in different sections"
  }

  private var reloadNote: String {
    guard inserted > 0, deleted > 0 else { return "" }
    return "; a reload counts as one delete and one insert and leaves the number of rows as it is"
  }

  private func inserts(_ count: Int) -> String {
    count == 1 ? "an insert is" : "\(count) inserts are"
  }
  private func deletes(_ count: Int) -> String {
    count == 1 ? "a delete is" : "\(count) deletes are"
  }
}

/// A number with its noun: `1 row`, `2 rows`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Things in a sentence: `a`, `a and b`, `a, b and c`.
package func listed(_ things: [String]) -> String {
  guard things.count > 1, let last = things.last else { return things.first ?? "" }
  return things.dropLast().joined(separator: ", ") + " and " + last
}
