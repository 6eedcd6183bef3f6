/// One stage before the judge.
struct Trial {
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

  /// What ends the evaluation early.
  private enum End: Error {
    case violation(Violation)
    case reloadData(why: String)
  }

  func verdict() -> Verdict {
    do {
      try checkRedraws()
      try checkDeletes()
      try checkReconfigures()
      try checkInserts()
      try checkSectionMoves()
      try checkRowMoves()
    } catch {
      switch error {
      case .violation(let violation): return .illegal(violation)
      case .reloadData(let why): return .reloadData(why: why)
      }
    }
    if let violation = countViolation() { return .illegal(violation) }
    return .legal(warnings: warnings())
  }
}

// Steps 1 to 3: reloads, deletes from the bottom up, inserts from the top down.
extension Trial {
  private func checkRedraws() throws(End) {
    let sections = TakenIndexes(stage.sections.deletes)
    let redraws = stage.rows.reloads.count + stage.rows.reconfigures.count
    let rows = Set(redraws == 0 ? [] : stage.rows.deletes)
    for section in stage.sections.reloads.sorted() where sections.contains(section) {
      throw .violation(.deleteAndReload(.section(section)))
    }
    for path in stage.rows.reloads.sorted() where rows.contains(path) {
      throw .violation(.deleteAndReload(.row(path)))
    }
    for section in stage.sections.reconfigures.sorted() where sections.contains(section) {
      throw .violation(.deleteAndReconfigure(.section(section)))
    }
    for path in stage.rows.reconfigures.sorted() where rows.contains(path) {
      throw .violation(.deleteAndReconfigure(.row(path)))
    }
  }

  private func checkDeletes() throws(End) {
    let moved = Set(batch.sectionMoves.map(\.from))
    let movedRows = Set(batch.rowMoves.map(\.from))
    let left = Set(batch.rowMoves.map(\.from.section))
    var sections = batch.sectionDeletes.indexes[...]
    var rows = batch.rowDeletes[...]
    while true {
      if let section = sections.last, section >= rows.last?.section ?? section {
        sections.removeLast()
        if moved.contains(section) { throw .violation(.deleteAndMove(.section(section))) }
        if left.contains(section) {
          throw .reloadData(why: "a row moves out of section \(section), which is deleted")
        }
        guard before.indices.contains(section) else {
          throw .violation(.deleteSectionOutOfBounds(section: section, count: before.count))
        }
      } else if let path = rows.popLast() {
        if movedRows.contains(path) { throw .violation(.deleteAndMove(.row(path))) }
        guard before.indices.contains(path.section) else {
          throw .violation(.deleteRowSectionOutOfBounds(path, count: before.count))
        }
        let count = before[path.section]
        guard path.row >= 0 && path.row < count else {
          throw .violation(.deleteRowOutOfBounds(path, count: count))
        }
      } else {
        return
      }
    }
  }

  private func checkReconfigures() throws(End) {
    for section in stage.sections.reconfigures.sorted() where !before.indices.contains(section) {
      throw .violation(.reconfigureOutOfBounds(.section(section), count: before.count))
    }
    for path in stage.rows.reconfigures.sorted() {
      guard before.indices.contains(path.section) else {
        throw .violation(.reconfigureOutOfBounds(.row(path), count: before.count))
      }
      guard path.row >= 0 && path.row < before[path.section] else {
        throw .violation(.reconfigureOutOfBounds(.row(path), count: before[path.section]))
      }
    }
  }

  private func checkInserts() throws(End) {
    let moved = Set(batch.sectionMoves.map(\.to))
    let movedRows = Set(batch.rowMoves.map(\.to))
    let entered = Set(batch.rowMoves.map(\.to.section))
    var sections = batch.sectionInserts.indexes[...]
    var rows = batch.rowInserts[...]
    while true {
      if let section = sections.first, section <= rows.first?.section ?? section {
        sections.removeFirst()
        if moved.contains(section) { throw .violation(.insertAndMove(.section(section))) }
        if entered.contains(section) {
          throw .reloadData(why: "a row moves into section \(section), which is inserted")
        }
        guard after.indices.contains(section) else {
          throw .violation(.insertSectionOutOfBounds(section: section, count: after.count))
        }
      } else if let path = rows.popFirst() {
        if movedRows.contains(path) { throw .violation(.insertAndMove(.row(path))) }
        guard after.indices.contains(path.section) else {
          throw .violation(.insertRowSectionOutOfBounds(path, count: after.count))
        }
        let count = after[path.section]
        guard path.row >= 0 && path.row < count else {
          throw .violation(.insertRowOutOfBounds(path, count: count))
        }
      } else {
        return
      }
    }
  }
}

// Step 4: moves.
extension Trial {
  private func checkSectionMoves() throws(End) {
    var last: Move<Int>?
    var sources: [Int: Int] = [:]
    for move in batch.sectionMoves {
      let (from, to) = (move.from, move.to)
      guard before.indices.contains(from) else {
        throw .violation(.moveSectionSource(from: from, to: to, count: before.count))
      }
      guard after.indices.contains(to) else {
        throw .violation(.moveSectionDestination(from: from, to: to, count: after.count))
      }
      if let last, last.from == from {
        throw .violation(
          .moveSameSource(from: .section(from), to: .section(last.to), and: .section(to)))
      }
      if let other = sources.updateValue(from, forKey: to) {
        throw .violation(
          .moveSameDestination(from: .section(other), and: .section(from), to: .section(to)))
      }
      last = move
    }
  }

  private func checkRowMoves() throws(End) {
    var last: Move<RowPath>?
    var sources: [RowPath: RowPath] = [:]
    for move in batch.rowMoves {
      let (from, to) = (move.from, move.to)
      if let (missing, count) = missing(from, before) {
        throw .violation(.moveRowSource(from: from, to: to, missing: missing, count: count))
      }
      if let (missing, count) = missing(to, after) {
        throw .violation(.moveRowDestination(from: from, to: to, missing: missing, count: count))
      }
      if let last, last.from == from {
        throw .violation(.moveSameSource(from: .row(from), to: .row(last.to), and: .row(to)))
      }
      if let other = sources.updateValue(from, forKey: to) {
        throw .violation(.moveSameDestination(from: .row(other), and: .row(from), to: .row(to)))
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
