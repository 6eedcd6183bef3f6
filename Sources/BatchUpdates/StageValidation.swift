/// The checks of one stage, in UIKit's order; ``Judge`` runs them.
struct StageValidation {
  let stage: Stage
  let batch: Batch
  let before: [Int]
  let after: [Int]

  init(_ stage: Stage, _ before: [Int], _ after: [Int]) {
    self.stage = stage
    self.batch = Batch(stage)
    self.before = before
    self.after = after
  }

  /// The fallback to `reloadData` is a flag: what the checks find behind it still raises, and only
  /// the counts are left out.
  func verdict() -> Verdict {
    var fallback: String?
    do {
      try checkRedraws()
      try checkDeletes(&fallback)
      try checkReconfigures()
      try checkInserts(&fallback)
      try checkSectionMoves()
      try checkRowMoves()
    } catch {
      return .illegal(error)
    }
    if let fallback { return .reloadData(why: fallback) }
    if let violation = countViolation() { return .illegal(violation) }
    return .legal(warnings: warnings())
  }
}

extension Batch {
  /// The row move out of a deleted section or into an inserted one, in the order in which they are
  /// found; reloads of sections count as both.
  var crossing: Violation? {
    let left = Set(rowMoves.map(\.from.section))
    if let section = sectionDeletes.indexes.last(where: left.contains) {
      return .moveOutOfDeleted(section: section)
    }
    let entered = Set(rowMoves.map(\.to.section))
    return sectionInserts.indexes.first(where: entered.contains)
      .map { .moveIntoInserted(section: $0) }
  }
}

// Steps 1 to 3: reloads, deletes from the bottom up, inserts from the top down.
extension StageValidation {
  private func checkRedraws() throws(Violation) {
    let sections = TakenIndexes(stage.sections.deletes)
    let redraws = stage.rows.reloads.count + stage.rows.reconfigures.count
    let rows = Set(redraws == 0 ? [] : stage.rows.deletes)
    for section in stage.sections.reloads.sorted() where sections.contains(section) {
      throw .deleteAndReload(.section(section))
    }
    for path in stage.rows.reloads.sorted() where rows.contains(path) {
      throw .deleteAndReload(.row(path))
    }
    for section in stage.sections.reconfigures.sorted() where sections.contains(section) {
      throw .deleteAndReconfigure(.section(section))
    }
    for path in stage.rows.reconfigures.sorted() where rows.contains(path) {
      throw .deleteAndReconfigure(.row(path))
    }
  }

  private func checkDeletes(_ fallback: inout String?) throws(Violation) {
    let moved = Set(batch.sectionMoves.map(\.from))
    let movedRows = Set(batch.rowMoves.map(\.from))
    let left = Set(batch.rowMoves.map(\.from.section))
    var sections = batch.sectionDeletes.indexes[...]
    var rows = batch.rowDeletes[...]
    while true {
      if let section = sections.last, section >= rows.last?.section ?? section {
        sections.removeLast()
        if moved.contains(section) { throw .deleteAndMove(.section(section)) }
        if left.contains(section) {
          let verb = stage.sections.deletes.contains(section) ? "deleted" : "reloaded"
          fallback = fallback ?? "a row moves out of section \(section), which is \(verb)"
        }
        guard before.indices.contains(section) else {
          throw .deleteSectionOutOfBounds(section: section, count: before.count)
        }
      } else if let path = rows.popLast() {
        if movedRows.contains(path) { throw .deleteAndMove(.row(path)) }
        guard before.indices.contains(path.section) else {
          throw .deleteRowSectionOutOfBounds(path, count: before.count)
        }
        let count = before[path.section]
        guard path.row >= 0 && path.row < count else {
          throw .deleteRowOutOfBounds(path, count: count)
        }
      } else {
        return
      }
    }
  }

  private func checkReconfigures() throws(Violation) {
    for section in stage.sections.reconfigures.sorted() where !before.indices.contains(section) {
      throw .reconfigureOutOfBounds(.section(section), count: before.count)
    }
    for path in stage.rows.reconfigures.sorted() {
      guard before.indices.contains(path.section) else {
        throw .reconfigureOutOfBounds(.row(path), count: before.count)
      }
      guard path.row >= 0 && path.row < before[path.section] else {
        throw .reconfigureOutOfBounds(.row(path), count: before[path.section])
      }
    }
  }

  private func checkInserts(_ fallback: inout String?) throws(Violation) {
    let moved = Set(batch.sectionMoves.map(\.to))
    let movedRows = Set(batch.rowMoves.map(\.to))
    let entered = Set(batch.rowMoves.map(\.to.section))
    var sections = batch.sectionInserts.indexes[...]
    var rows = batch.rowInserts[...]
    while true {
      if let section = sections.first, section <= rows.first?.section ?? section {
        sections.removeFirst()
        if moved.contains(section) { throw .insertAndMove(.section(section)) }
        if entered.contains(section) {
          let verb = stage.sections.inserts.contains(section) ? "inserted" : "reloaded"
          fallback = fallback ?? "a row moves into section \(section), which is \(verb)"
        }
        guard after.indices.contains(section) else {
          throw .insertSectionOutOfBounds(section: section, count: after.count)
        }
      } else if let path = rows.popFirst() {
        if movedRows.contains(path) { throw .insertAndMove(.row(path)) }
        guard after.indices.contains(path.section) else {
          throw .insertRowSectionOutOfBounds(path, count: after.count)
        }
        let count = after[path.section]
        guard path.row >= 0 && path.row < count else {
          throw .insertRowOutOfBounds(path, count: count)
        }
      } else {
        return
      }
    }
  }
}

// Step 4: moves.
extension StageValidation {
  private func checkSectionMoves() throws(Violation) {
    var last: Move<Int>?
    var sources: [Int: Int] = [:]
    for move in batch.sectionMoves {
      let (from, to) = (move.from, move.to)
      guard before.indices.contains(from) else {
        throw .moveSectionSource(from: from, to: to, count: before.count)
      }
      guard after.indices.contains(to) else {
        throw .moveSectionDestination(from: from, to: to, count: after.count)
      }
      if let last, last.from == from {
        throw .moveSameSource(from: .section(from), to: .section(last.to), and: .section(to))
      }
      if let other = sources.updateValue(from, forKey: to) {
        throw .moveSameDestination(from: .section(other), and: .section(from), to: .section(to))
      }
      last = move
    }
  }

  private func checkRowMoves() throws(Violation) {
    var last: Move<RowPath>?
    var sources: [RowPath: RowPath] = [:]
    for move in batch.rowMoves {
      let (from, to) = (move.from, move.to)
      if let (missing, count) = missing(from, before) {
        throw .moveRowSource(from: from, to: to, missing: missing, count: count)
      }
      if let (missing, count) = missing(to, after) {
        throw .moveRowDestination(from: from, to: to, missing: missing, count: count)
      }
      if let last, last.from == from {
        throw .moveSameSource(from: .row(from), to: .row(last.to), and: .row(to))
      }
      if let other = sources.updateValue(from, forKey: to) {
        throw .moveSameDestination(from: .row(other), and: .row(from), to: .row(to))
      }
      last = move
    }
  }

  /// What of a path is missing in a table, and how many of it there are.
  private func missing(_ path: RowPath, _ counts: [Int]) -> (Violation.Missing, Int)? {
    guard counts.indices.contains(path.section) else { return (.section, counts.count) }
    let count = counts[path.section]
    return path.row >= 0 && path.row < count ? nil : (.row, count)
  }
}

// Steps 5 and 6: the numbers of sections and of rows.
extension StageValidation {
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

  /// The warnings of a legal stage, each once.
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

  /// True if a row operation lies in a section that moves.
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
