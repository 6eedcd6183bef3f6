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
  /// The number of surviving rows that are redrawn.
  private(set) var changeCount = 0
  /// The number of row operations that reloads of their sections make needless.
  private(set) var swallowed = 0

  init(_ planned: PlannedRuns, _ content: ContentChange) {
    let (newSection, oldSection) = (planned.matching.newSection, planned.matching.oldSection)
    let (isRelabelled, stays) = (planned.matching.isRelabelled, planned.stays)
    let sections = newSection.count
    let reloads = content == .reload
    // Pointers instead of arrays, which unoptimised code would look up again for each run.
    let moves = UnsafeMutablePointer<Bool>.allocate(capacity: 2 * sections)
    let redraws = moves + sections
    moves.initialize(repeating: false, count: 2 * sections)
    // How many row deletes and inserts there are in each section.
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: sections)
    defer {
      moves.deallocate()
      counts.deallocate()
    }
    for before in 0..<sections {
      let after = newSection[before]
      counts[before] = 0
      redraws[before] = isRelabelled[before]
      if after < 0 { continue }
      let (old, new) = (planned.matching.oldRowCount(before), planned.matching.newRowCount(after))
      deleteCount += old
      insertCount += new
      counts[before] = old + new
    }
    var (kept, arrived, changed) = (0, 0, 0)
    var conflicts = Conflicts()
    stays.withUnsafeBufferPointer { stays in
      newSection.withUnsafeBufferPointer { newSection in
        guard let stays = stays.baseAddress, let newSection = newSection.baseAddress else { return }
        planned.forEachRun { index, run, before, after in
          let home = oldSection[after]
          let count = Int(run.count)
          let survives = newSection[before] >= 0
          if survives {
            counts[before] &-= count
            kept &+= count
          }
          if home >= 0 {
            counts[home] &-= count
            arrived &+= count
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
      }
    }
    deleteCount -= kept
    insertCount -= arrived
    changeCount = changed
    self.conflicts = conflicts
    byMoves = Array(UnsafeBufferPointer(start: moves, count: sections))
    byContent = Array(UnsafeBufferPointer(start: redraws, count: sections))
    byOperations = byMoves
    for before in 0..<sections where counts[before] > 0 { byOperations[before] = true }
    guard reloads else { return }
    // Rows of reloaded sections are read again; what can move a reload elsewhere is in the way.
    self.conflicts.contentAndRows = newSection.indices.contains { byContent[$0] && byMoves[$0] }
    for before in newSection.indices where isRelabelled[before] {
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
