import BatchUpdates

/// UIKit's table view in a batch update, the slow and plain way: positions and identities, each of
/// the rules D3, D4 and D6 to D12 in its order, nothing shared with the judge.
///
/// A second witness: where the judge and this model disagree about a stage, one of them is wrong.
struct SlowTableView {
  /// What the cells, headers and footers show.
  let shown: Outline
  /// The table that the view reads while it applies the stage.
  let data: Outline

  enum Answer: Equatable {
    case applied(Applied)
    case reloaded
    /// The code and the facts of the exception, as `Violation` would name them.
    case raised(String)
  }

  struct Applied: Equatable {
    var shown: Outline
    /// Where the cells that were not replaced are now.
    var places: [RowPath: RowPath]
    /// A row operation in a section that moves (D-37), and what crashes a collection view.
    var warnings: [Verdict.Warning]
  }

  /// What ends the evaluation before anything is applied.
  enum Ending: Error {
    case raise(String)
  }

  func perform(_ stage: Stage) -> Answer {
    do {
      try checkRedraws(stage)
      var batch = resolved(stage)
      // A flag (D7, D8, D16): what is found behind it still raises, but nothing is counted.
      var fallsBack = false
      try checkDeletes(&batch, &fallsBack)
      try checkReconfigures(stage)
      try checkInserts(&batch, &fallsBack)
      try checkMoves(batch)
      if fallsBack { return .reloaded }
      try checkCounts(batch)
      return .applied(apply(batch, stage))
    } catch {
      switch error {
      case .raise(let text): return .raised(text)
      }
    }
  }
}

/// A stage whose reloads have become deletes and inserts.
struct SlowBatch {
  var sectionDeletes: [Int]
  var sectionInserts: [Int]
  var sectionMoves: [Move<Int>]
  var rowDeletes: [RowPath]
  var rowInserts: [RowPath]
  var rowMoves: [Move<RowPath>]
}

extension SlowTableView {
  /// D6, and its like for what is reconfigured: nothing is deleted and redrawn.
  private func checkRedraws(_ stage: Stage) throws(Ending) {
    for section in stage.sections.reloads.sorted() where stage.sections.deletes.contains(section) {
      throw .raise("E-DEL-REL section \(section)")
    }
    for path in stage.rows.reloads.sorted() where stage.rows.deletes.contains(path) {
      throw .raise("E-DEL-REL path \(path)")
    }
    for section in stage.sections.reconfigures.sorted()
    where stage.sections.deletes.contains(section) {
      throw .raise("E-DEL-RECONF section \(section)")
    }
    for path in stage.rows.reconfigures.sorted() where stage.rows.deletes.contains(path) {
      throw .raise("E-DEL-RECONF path \(path)")
    }
  }

  /// D6: each reload becomes a delete and an insert; moves and other reloads do not shift it.
  private func resolved(_ stage: Stage) -> SlowBatch {
    let sections = stage.sections
    let rows = stage.rows
    let busy = sections.deletes + sections.reloads + sections.moves.map(\.from)
    let goals = sections.reloads.map { shift($0, sections.deletes, sections.inserts) }
    let paths = rows.reloads.map { path in
      let section = shift(path.section, sections.deletes, sections.inserts)
      if busy.contains(path.section) { return RowPath(section, path.row) }
      let row = shift(
        path.row, rows.deletes.filter { $0.section == path.section }.map(\.row),
        rows.inserts.filter { $0.section == section }.map(\.row))
      return RowPath(section, row)
    }
    return SlowBatch(
      sectionDeletes: once(sections.deletes + sections.reloads),
      sectionInserts: once(sections.inserts + goals), sectionMoves: once(sections.moves),
      rowDeletes: once(rows.deletes + rows.reloads), rowInserts: once(rows.inserts + paths),
      rowMoves: once(rows.moves))
  }

  /// One less for each delete below, one more for each insert that is not above, from below.
  private func shift(_ index: Int, _ deletes: [Int], _ inserts: [Int]) -> Int {
    var index = index - once(deletes).count { $0 < index }
    for insert in once(inserts) where insert <= index { index += 1 }
    return index
  }

  /// D7, from the bottom up; a section comes before the rows in it and swallows them.
  private func checkDeletes(
    _ batch: inout SlowBatch, _ fallsBack: inout Bool
  ) throws(Ending) {
    let swallowing = batch.sectionDeletes
    batch.rowDeletes.removeAll { swallowing.contains($0.section) }
    let highest = max(swallowing.max() ?? 0, batch.rowDeletes.map(\.section).max() ?? 0)
    let lowest = min(swallowing.min() ?? 0, batch.rowDeletes.map(\.section).min() ?? 0)
    for section in (lowest...highest).reversed() {
      if swallowing.contains(section) {
        if batch.sectionMoves.contains(where: { $0.from == section }) {
          throw .raise("E-DEL-MOV section \(section)")
        }
        if batch.rowMoves.contains(where: { $0.from.section == section }) { fallsBack = true }
        if section < 0 || section >= shown.sections.count {
          throw .raise("E-DEL-SEC-OOB section \(section) count \(shown.sections.count)")
        }
      }
      for path in batch.rowDeletes.reversed() where path.section == section {
        if batch.rowMoves.contains(where: { $0.from == path }) {
          throw .raise("E-DEL-MOV path \(path)")
        }
        try check(path, in: shown, "E-DEL-ROW-SEC-OOB", "E-DEL-ROW-OOB")
      }
    }
  }

  /// What is redrawn in place must have been there.
  private func checkReconfigures(_ stage: Stage) throws(Ending) {
    for section in stage.sections.reconfigures.sorted()
    where section < 0 || section >= shown.sections.count {
      throw .raise("E-RECONF-OOB section \(section) count \(shown.sections.count)")
    }
    for path in stage.rows.reconfigures.sorted() {
      try check(path, in: shown, "E-RECONF-OOB", "E-RECONF-OOB")
    }
  }

  /// D8, from the top down.
  private func checkInserts(
    _ batch: inout SlowBatch, _ fallsBack: inout Bool
  ) throws(Ending) {
    let swallowing = batch.sectionInserts
    batch.rowInserts.removeAll { swallowing.contains($0.section) }
    let highest = max(swallowing.max() ?? 0, batch.rowInserts.map(\.section).max() ?? 0)
    let lowest = min(swallowing.min() ?? 0, batch.rowInserts.map(\.section).min() ?? 0)
    for section in lowest...highest {
      if swallowing.contains(section) {
        if batch.sectionMoves.contains(where: { $0.to == section }) {
          throw .raise("E-INS-MOV section \(section)")
        }
        if batch.rowMoves.contains(where: { $0.to.section == section }) { fallsBack = true }
        if section < 0 || section >= data.sections.count {
          throw .raise("E-INS-SEC-OOB section \(section) count \(data.sections.count)")
        }
      }
      for path in batch.rowInserts where path.section == section {
        if batch.rowMoves.contains(where: { $0.to == path }) {
          throw .raise("E-INS-MOV path \(path)")
        }
        try check(path, in: data, "E-INS-ROW-SEC-OOB", "E-INS-ROW-OOB")
      }
    }
  }

  private func check(
    _ path: RowPath, in table: Outline, _ section: String, _ row: String
  ) throws(Ending) {
    if path.section < 0 || path.section >= table.sections.count {
      throw .raise("\(section) path \(path) count \(table.sections.count)")
    }
    let count = table.sections[path.section].rows.count
    if path.row < 0 || path.row >= count { throw .raise("\(row) path \(path) count \(count)") }
  }

  func once<Element: Hashable & Comparable>(_ list: [Element]) -> [Element] {
    list.count < 2 ? list : Set(list).sorted()
  }

  private func once<Index>(_ moves: [Move<Index>]) -> [Move<Index>] {
    moves.count < 2 ? moves : Set(moves).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }
}
