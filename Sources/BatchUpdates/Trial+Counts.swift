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
    let balances = balances()
    if balances.contains(where: { $0.surplus < 0 }) {
      return .invalidBatch(before: before, after: after, updates: batch.updateTexts)
    }
    return balances.first { $0.surplus != 0 }.map { balance in
      .rowCount(
        section: balance.section, before: balance.before, after: balance.after,
        inserted: balance.inserted, deleted: balance.deleted, movedIn: balance.movedIn,
        movedOut: balance.movedOut)
    }
  }

  /// The rows of each section that was there before and is there after, for a stage whose
  /// indexes exist and whose number of sections adds up.
  func balances() -> [RowBalance] {
    let counterparts = batch.counterparts(before: before.count, after: after.count)
    var balances: [RowBalance] = []
    var ofNew: [Int?] = Array(repeating: nil, count: after.count)
    var ofOld: [Int?] = Array(repeating: nil, count: before.count)
    for (section, old) in counterparts.enumerated() {
      guard let old else { continue }
      ofNew[section] = balances.count
      ofOld[old] = balances.count
      balances.append(
        RowBalance(
          section: section, sectionBefore: old, before: before[old], after: after[section]))
    }
    for path in batch.rowDeletes {
      if let balance = ofOld[path.section] { balances[balance].deleted += 1 }
    }
    for path in batch.rowInserts {
      if let balance = ofNew[path.section] { balances[balance].inserted += 1 }
    }
    for move in batch.rowMoves where ofOld[move.from.section] != ofNew[move.to.section] {
      if let balance = ofOld[move.from.section] { balances[balance].movedOut += 1 }
      if let balance = ofNew[move.to.section] { balances[balance].movedIn += 1 }
    }
    return balances
  }

  /// What is legal and yet unwise.
  func warnings() -> [Verdict.Warning] {
    var warnings: [Verdict.Warning] = []
    if changesMovedSection { warnings.append(.rowOperationsInMovedSection) }
    if stage.sections.moves.contains(where: { $0.from == $0.to }) {
      warnings.append(.sectionMovesToItsIndex)
    }
    if Set(stage.sections.deletes).count < stage.sections.deletes.count
      || stage.rows.deletes.sortedOnce().count < stage.rows.deletes.count
    {
      warnings.append(.deletedTwice)
    }
    return warnings
  }

  /// Whether a row operation lies in a section that moves.
  private var changesMovedSection: Bool {
    let sources = Set(stage.sections.moves.map(\.from))
    let destinations = Set(stage.sections.moves.map(\.to))
    if sources.isEmpty { return false }
    let rows = stage.rows
    return [rows.deletes, rows.reloads, rows.reconfigures, rows.moves.map(\.from)].contains {
      $0.contains { sources.contains($0.section) }
    }
      || [rows.inserts, rows.moves.map(\.to)].contains {
        $0.contains { destinations.contains($0.section) }
      }
  }
}
