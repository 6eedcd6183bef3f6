/// Which operations touch each section of the table before, and which parts of a plan they keep out
/// of one batch. `Difference` asks it.
struct SectionActivity {
  /// True if a row is deleted, inserted, or moves in, out or within.
  private(set) var byOperations: [Bool]
  /// True if a row moves in, out or within.
  private(set) var byMoves: [Bool]
  /// True if header, footer or a row is redrawn.
  private(set) var byContent: [Bool]
  private(set) var conflicts = Conflicts()
  /// The number of rows that vanish from sections that survive.
  private(set) var deleteCount = 0
  /// The number of rows that appear in sections that survive.
  private(set) var insertCount = 0
  /// The number of row operations that reloads of their sections make needless.
  private(set) var swallowed = 0

  init(_ planned: PlannedRuns, _ content: ContentChange) {
    let matching = planned.matching
    let (newSection, oldSection) = (matching.newSection, matching.oldSection)
    let (isRelabelled, stays) = (matching.isRelabelled, planned.stays)
    byOperations = Array(repeating: false, count: newSection.count)
    byMoves = byOperations
    byContent = matching.isRelabelled
    // How many row deletes and inserts there are in each section.
    var counts = [Int](repeating: 0, count: newSection.count)
    for (before, after) in newSection.enumerated() where after >= 0 {
      deleteCount += matching.oldRowCount(before)
      insertCount += matching.newRowCount(after)
      counts[before] = matching.oldRowCount(before) + matching.newRowCount(after)
    }
    planned.forEachRun { index, run, before, after in
      let home = oldSection[after]
      if newSection[before] >= 0 {
        counts[before] &-= Int(run.count)
        deleteCount &-= Int(run.count)
      }
      if home >= 0 {
        counts[home] &-= Int(run.count)
        insertCount &-= Int(run.count)
      }
      if run.changes > 0 && !(content == .reload && isRelabelled[before]) {
        byContent[before] = true
      }
      if stays[index] { return }
      byMoves[before] = true
      if home >= 0 { byMoves[home] = true } else { conflicts.rowsAndInserts = true }
      if newSection[before] < 0 { conflicts.rowsAndDeletes = true }
      if run.changes > 0 { conflicts.contentAndRows = true }
    }
    for before in newSection.indices {
      byOperations[before] = byMoves[before] || counts[before] > 0
    }
    guard content == .reload else { return }
    // Rows of reloaded sections are read again; what can move a reload elsewhere is in the way.
    conflicts.contentAndRows = newSection.indices.contains { byContent[$0] && byMoves[$0] }
    for before in newSection.indices where matching.isRelabelled[before] {
      swallowed += counts[before]
    }
  }

  /// The weight of each section before in the choice of those that stay: sections in which
  /// something happens are in the way when they move.
  func weights(_ planner: Planner) -> [Int] {
    let countsContent =
      planner.stages == .one || planner.content == .reconfigure && !conflicts.contentAndRows
    return byOperations.indices.map {
      byOperations[$0] || countsContent && byContent[$0] ? 1 : 0
    }
  }
}

/// Pairs of parts of a plan that no batch can hold together.
struct Conflicts: Equatable {
  /// A row moves into a section that appears.
  var rowsAndInserts = false
  /// A row moves out of a section that vanishes.
  var rowsAndDeletes = false
  /// A row operation lies inside a section that moves.
  var rowsAndMoves = false
  /// A redrawn row moves, or a row move can hit a reload.
  var contentAndRows = false
  /// A redrawn section or row is or lies in a section that moves, or a reload is anywhere beside
  /// such a move.
  var contentAndMoves = false
}
