/// Which operations touch each section of the table before, and which parts of a plan they keep out
/// of one batch. `Difference` asks it.
///
/// A class with pointers instead of arrays, as unoptimised code would copy these for each run.
final class SectionActivity {
  private let sections: Int
  /// True if a row is deleted, inserted, or moves in, out or within.
  let byOperations: UnsafeMutablePointer<Bool>
  /// True if a row moves in, out or within.
  let byMoves: UnsafeMutablePointer<Bool>
  /// True if header, footer or a row is redrawn.
  let byContent: UnsafeMutablePointer<Bool>
  let conflicts: Conflicts
  /// The number of rows that vanish from sections that survive.
  let deleteCount: Int
  /// The number of rows that appear in sections that survive.
  let insertCount: Int
  /// The number of surviving rows that are redrawn.
  let changeCount: Int
  /// The number of row operations that reloads of their sections make needless.
  private(set) var swallowed = 0

  init(_ planned: PlannedRuns, _ content: ContentChange) {
    let matching = planned.matching
    let (newSection, oldSection) = (matching.newSection, matching.oldSection)
    let (isRelabelled, stays) = (matching.isRelabelled, matching.stays)
    let sections = matching.oldSections
    let reloads = content == .reload
    let moves = UnsafeMutablePointer<Bool>.allocate(capacity: 3 &* sections)
    let redraws = moves + sections
    self.sections = sections
    (byMoves, byContent, byOperations) = (moves, redraws, redraws + sections)
    // How many row deletes and inserts there are in each section.
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: sections)
    defer { counts.deallocate() }
    var (deletes, inserts, changed) = (0, 0, 0)
    var before = 0
    while before < sections {
      let after = newSection[before]
      counts[before] = 0
      moves[before] = false
      redraws[before] = isRelabelled[before]
      if after >= 0 {
        let (old, new) = (matching.oldRowCount(before), matching.newRowCount(after))
        deletes &+= old
        inserts &+= new
        counts[before] = old &+ new
      }
      before &+= 1
    }
    var conflicts = Conflicts()
    planned.forEachRun { index, run, before, after in
      let home = oldSection[after]
      let count = Int(run.count)
      let survives = newSection[before] >= 0
      if survives {
        counts[before] &-= count
        deletes &-= count
      }
      if home >= 0 {
        counts[home] &-= count
        inserts &-= count
      }
      if run.changes > 0 && !(reloads && isRelabelled[before]) {
        redraws[before] = true
        changed &+= Int(run.changes)
      }
      if stays[index] { return }
      moves[before] = true
      if home >= 0 { moves[home] = true } else { conflicts.rowsAndInserts = true }
      if !survives { conflicts.rowsAndDeletes = true }
      if run.changes > 0 { conflicts.contentAndRows = true }
    }
    (deleteCount, insertCount, changeCount) = (deletes, inserts, changed)
    before = 0
    while before < sections {
      byOperations[before] = moves[before] || counts[before] > 0
      before &+= 1
    }
    if reloads {
      // Rows of reloaded sections are read again; what can move a reload elsewhere is in the way.
      conflicts.contentAndRows = false
      for before in 0..<sections {
        if redraws[before] && moves[before] { conflicts.contentAndRows = true }
        if isRelabelled[before] { swallowed += counts[before] }
      }
    }
    self.conflicts = conflicts
  }

  deinit { byMoves.deallocate() }

  /// The weight of each section before in the choice of those that stay: sections in which
  /// something happens are in the way when they move.
  func weights(_ planner: Planner) -> [Int] {
    let countsContent =
      planner.stages == .one || planner.content == .reconfigure && !conflicts.contentAndRows
    return (0..<sections).map {
      byOperations[$0] || countsContent && byContent[$0] ? 1 : 0
    }
  }
}

extension PlannedRuns {
  /// Calls `body` with each run, and the sections before and after that it lies in.
  func forEachRun(_ body: (_ index: Int, _ run: Run, _ before: Int, _ after: Int) -> Void) {
    let (matching, runs, oldBase) = (matching, matching.runs, matching.oldBase)
    var index = 0
    var after = 0
    while after < matching.newSections {
      let home = matching.oldSection[after]
      let start = home >= 0 ? oldBase[home] : 0
      let end = home >= 0 ? oldBase[home &+ 1] : 0
      let last = matching.firstRun[after &+ 1]
      while index < last {
        let old = Int(runs[index].old)
        let before = old >= start && old < end ? home : matching.oldPath(old).section
        body(index, runs[index], before, after)
        index &+= 1
      }
      after &+= 1
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
