// Steps 5 and 6: the numbers of sections and of rows.
extension Trial {
  /// The first number that does not add up.
  func countViolation() -> Violation? {
    let deleted = batch.sectionDeletes.count
    let inserted = batch.sectionInserts.count
    guard after.count == before.count - deleted + inserted else {
      return .sectionCount(
        before: before.count, after: after.count, inserted: inserted, deleted: deleted)
    }
    let tallies = tallies()
    if tallies.contains(where: { $0.isShort }) {
      return .invalidBatch(before: before, after: after, updates: batch.updateTexts)
    }
    return tallies.first { $0.expected != $0.after }.map { tally in
      .rowCount(
        section: tally.section, before: tally.before, after: tally.after,
        inserted: tally.inserted, deleted: tally.deleted, movedIn: tally.movedIn,
        movedOut: tally.movedOut)
    }
  }

  /// What happens to the rows of a section that was there before and is there after.
  private struct Tally {
    /// The index of the section after.
    let section: Int
    let before: Int
    let after: Int
    var inserted = 0
    var deleted = 0
    var movedIn = 0
    var movedOut = 0

    var expected: Int { before + inserted - deleted + movedIn - movedOut }
    /// Whether more rows are left than there is room for.
    var isShort: Bool { after < expected }
  }

  private func tallies() -> [Tally] {
    let counterparts = batch.counterparts(before: before.count, after: after.count)
    var tallies: [Tally] = []
    var ofNew: [Int?] = Array(repeating: nil, count: after.count)
    var ofOld: [Int?] = Array(repeating: nil, count: before.count)
    for (section, old) in counterparts.enumerated() {
      guard let old else { continue }
      ofNew[section] = tallies.count
      ofOld[old] = tallies.count
      tallies.append(Tally(section: section, before: before[old], after: after[section]))
    }
    for path in batch.rowDeletes {
      if let tally = ofOld[path.section] { tallies[tally].deleted += 1 }
    }
    for path in batch.rowInserts {
      if let tally = ofNew[path.section] { tallies[tally].inserted += 1 }
    }
    for move in batch.rowMoves where ofOld[move.from.section] != ofNew[move.to.section] {
      if let tally = ofOld[move.from.section] { tallies[tally].movedOut += 1 }
      if let tally = ofNew[move.to.section] { tallies[tally].movedIn += 1 }
    }
    return tallies
  }

  /// What is legal and yet unwise.
  func warnings() -> [Verdict.Warning] {
    let sources = Set(stage.sections.moves.map(\.from))
    let destinations = Set(stage.sections.moves.map(\.to))
    if sources.isEmpty { return [] }
    let rows = stage.rows
    let isIn =
      [rows.deletes, rows.reloads, rows.reconfigures, rows.moves.map(\.from)].contains {
        $0.contains { sources.contains($0.section) }
      }
      || [rows.inserts, rows.moves.map(\.to)].contains {
        $0.contains { destinations.contains($0.section) }
      }
    return isIn ? [.rowOperationsInMovedSection] : []
  }
}
