/// All that differs between two tables, before it is cut into stages.
///
/// Everything is said in the indexes of the two tables: what goes, moves away or changes by its
/// index *before* the whole plan, what comes or arrives by its index *after* it.
final class Difference {
  /// The pairs of sections and rows; those that survive and yet are replaced are not paired.
  let matching: Matching
  let planner: Planner
  /// Sections and rows that survive and are nevertheless deleted and inserted.
  let replaced: Replacements

  /// Indexes before of sections that vanish.
  private(set) var sectionDeletes: [Int] = []
  /// Indexes after of sections that appear.
  private(set) var sectionInserts: [Int] = []
  /// Sections outside the longest increasing subsequence.
  private(set) var sectionMoves: [Move<Int>] = []
  /// Indexes before of surviving sections whose header or footer differs.
  private(set) var sectionChanges: [Int] = []
  /// For each section after, true if it was there and keeps its place among those that stay.
  let stays: [Bool]

  /// Paths before of rows that vanish from sections that survive.
  private(set) var rowDeletes: [RowPath] = []
  /// Paths after of rows that appear in sections that survive.
  private(set) var rowInserts: [RowPath] = []
  /// Rows that change section, or their place among the rows of their section.
  private(set) var rowMoves: [Move<RowPath>] = []
  /// Paths before of surviving rows whose content differs; with `.reload` without those of a
  /// section that is itself reloaded.
  private(set) var rowChanges: [RowPath] = []

  /// The conflicts that keep these operations out of one batch.
  private(set) var conflicts: Conflicts
  /// The number of row operations that reloads of their sections make needless.
  let swallowed: Int

  /// True if sections are deleted, inserted or moved.
  var changesSections: Bool {
    !sectionDeletes.isEmpty || !sectionInserts.isEmpty || !sectionMoves.isEmpty
  }

  /// How changed rows, headers and footers are redrawn.
  var content: ContentChange { planner.content }

  /// Finds the difference between two tables whose sections and rows are paired.
  ///
  /// - Complexity: O(*s* + *r* + *c* log *r*) for *s* sections, *r* runs and *c* operations.
  init(_ matching: Matching, _ planner: Planner) {
    var planned = PlannedRuns(matching)
    var replaced = Replacements()
    replaced.dropUnwantedMoves(&planned, planner)
    var activity = SectionActivity(planned, planner.content)
    // Where redrawn rows have a stage of their own anyway, they may move as well as others.
    if planner.stages == .identity, activity.conflicts.contentAndRows, planned.hasMovesToOwnPlace {
      planned.chooseStays(placesFirst: true)
      activity = SectionActivity(planned, planner.content)
    }
    var stays = planned.stayingSections(activity, planner)
    if planner.stages == .one || !planner.usesMoves {
      replaced.fitIntoOne(&planned, &stays, activity, planner)
      activity = SectionActivity(planned, planner.content)
    }
    self.matching = planned.matching
    self.planner = planner
    self.replaced = replaced
    self.stays = stays
    conflicts = activity.conflicts
    swallowed = activity.swallowed
    listSections(activity)
    listInserts(activity)
    listOldRows(planned, activity)
  }
}

extension Difference {
  private func listSections(_ activity: SectionActivity) {
    let (newSection, oldSection) = (matching.newSection, matching.oldSection)
    for before in 0..<newSection.count {
      if newSection[before] < 0 {
        sectionDeletes.append(before)
      } else if matching.isRelabelled[before] {
        sectionChanges.append(before)
      }
    }
    for after in 0..<oldSection.count {
      let before = oldSection[after]
      if before < 0 {
        sectionInserts.append(after)
      } else if !stays[after] {
        sectionMoves.append(Move(from: before, to: after))
        if activity.byOperations[before] { conflicts.rowsAndMoves = true }
        if activity.byContent[before] { conflicts.contentAndMoves = true }
      }
    }
    if sectionMoves.isEmpty { return }
    sectionMoves.sort { $0.from < $1.from }
    if content == .reload { conflicts.contentAndMoves = true }
  }

  /// What lies between the runs of a section that survives is new.
  private func listInserts(_ activity: SectionActivity) {
    if activity.insertCount == 0 { return }
    let (runs, newBase, oldSection) = (matching.runs, matching.newBase, matching.oldSection)
    rowInserts = Array(unsafeUninitializedCapacity: activity.insertCount) { buffer, count in
      guard let first = buffer.baseAddress else { return }
      var paths = first
      runs.withUnsafeBufferPointer { runs in
        matching.forEachSection { after, range in
          guard oldSection[after] >= 0 else { return }
          let base = newBase[after]
          var next = base
          var index = range.lowerBound
          while index < range.upperBound {
            let run = runs[index]
            paths = paths.write(after, next &- base, Int(run.new) &- base)
            next = Int(run.new) &+ Int(run.count)
            index &+= 1
          }
          paths = paths.write(after, next &- base, newBase[after + 1] &- base)
        }
      }
      count = paths - first
    }
  }

  /// What lies between the runs before is gone; what does not stay moves; what changed is redrawn.
  private func listOldRows(_ planned: PlannedRuns, _ activity: SectionActivity) {
    var moving = planned.moving()
    let moveCount = moving.rowCount
    if activity.deleteCount + moveCount + activity.changeCount == 0 { return }
    rowDeletes = Array(unsafeUninitializedCapacity: activity.deleteCount) { deletes, count in
      rowMoves = Array(unsafeUninitializedCapacity: moveCount) { moves, count in
        rowChanges = Array(unsafeUninitializedCapacity: activity.changeCount) { changes, count in
          guard let deletes = deletes.baseAddress, let moves = moves.baseAddress,
            let changes = changes.baseAddress
          else { preconditionFailure("an array has an address, even an empty one") }
          listOldRows(planned, &moving, deletes, moves, changes)
          count = activity.changeCount
        }
        count = moveCount
      }
      count = activity.deleteCount
    }
  }

  /// The runs that stay in a section are in its old order; among them come those that move.
  private func listOldRows(
    _ planned: PlannedRuns, _ moving: inout MovingRuns, _ deletes: UnsafeMutablePointer<RowPath>,
    _ moves: UnsafeMutablePointer<Move<RowPath>>, _ changes: UnsafeMutablePointer<RowPath>
  ) {
    // Locals instead of what holds them, which unoptimised code would copy for each run.
    let (oldBase, newBase) = (matching.oldBase, matching.newBase)
    var (deletes, moves, changes) = (deletes, moves, changes)
    var moved = Run(old: 0, new: 0, count: 0, changes: 0)
    var isMoved = moving.take(&moved)
    var ranges = [Range<Int>](repeating: 0..<0, count: matching.oldSection.count)
    matching.forEachSection { ranges[$0] = $1 }
    matching.withRuns(planned.stays) { runs, stays, changed in
      for before in matching.newSection.indices {
        let (base, end) = (oldBase[before], oldBase[before + 1])
        let after = matching.newSection[before]
        let home = after >= 0 ? newBase[after]..<newBase[after + 1] : 0..<0
        let (homeStart, homeEnd) = (home.lowerBound, home.upperBound)
        let isReloaded = content == .reload && matching.isRelabelled[before]
        var staying = after >= 0 ? ranges[after].lowerBound : 0
        let stayingEnd = after >= 0 ? ranges[after].upperBound : 0
        var next = base
        while true {
          while staying < stayingEnd && !stays[staying] { staying &+= 1 }
          let run: Run
          if isMoved && Int(moved.old) < end
            && (staying == stayingEnd || moved.old < runs[staying].old)
          {
            run = moved
            let new = Int(run.new)
            let to =
              new >= homeStart && new < homeEnd
              ? RowPath(after, new &- homeStart) : Matching.path(new, newBase)
            moves = moves.write(run, from: RowPath(before, Int(run.old) &- base), to: to)
            isMoved = moving.take(&moved)
          } else if staying < stayingEnd {
            run = runs[staying]
            staying &+= 1
          } else {
            break
          }
          let old = Int(run.old) &- base
          if after >= 0 { deletes = deletes.write(before, next &- base, old) }
          next = Int(run.old) &+ Int(run.count)
          if run.changes == 0 || isReloaded { continue }
          var offset = 0
          while offset < Int(run.count) {
            let new = UInt64(truncatingIfNeeded: Int(run.new) &+ offset)
            if changed[Int(new &>> 6)] &>> (new & 63) & 1 != 0 {
              changes = changes.write(before, old &+ offset, old &+ offset &+ 1)
            }
            offset &+= 1
          }
        }
        if after >= 0 { deletes = deletes.write(before, next &- base, end &- base) }
      }
    }
  }
}

extension Difference {
  /// Paths before of replaced rows in sections that vanish: where those sections outlive the stage
  /// of the rows, these are deleted in it.
  var replacedInVanishing: [RowPath] {
    replacedPaths { $0.oldNumbers.map(matching.oldPath) }
      .filter { matching.newSection[$0.section] < 0 }
  }

  /// Paths after of replaced rows in sections that are new: where those sections are there before
  /// the stage of the rows, these are inserted in it.
  var replacedInNew: [RowPath] {
    replacedPaths { $0.newNumbers.map(matching.newPath) }
      .filter { matching.oldSection[$0.section] < 0 }
  }

  private func replacedPaths(_ paths: (Run) -> [RowPath]) -> [RowPath] {
    replaced.rows.flatMap { paths($0.run) }.sorted()
  }
}

extension Matching {
  /// Calls `body` with the runs, with what is known of each, and with the words of `changed`.
  fileprivate func withRuns(
    _ stays: [Bool],
    _ body: (UnsafePointer<Run>, UnsafePointer<Bool>, UnsafePointer<UInt64>) -> Void
  ) {
    runs.withUnsafeBufferPointer { runs in
      stays.withUnsafeBufferPointer { stays in
        changed.words.withUnsafeBufferPointer { words in
          guard let runs = runs.baseAddress, let stays = stays.baseAddress,
            let words = words.baseAddress
          else { preconditionFailure("an array has an address, even an empty one") }
          body(runs, stays, words)
        }
      }
    }
  }
}

extension UnsafeMutablePointer<Move<RowPath>> {
  /// Writes the moves of a run's rows, of which the first goes from one place to another, and returns
  /// where the next moves go.
  fileprivate func write(_ run: Run, from: RowPath, to: RowPath) -> Self {
    let count = Int(run.count)
    var offset = 0
    while offset < count {
      self[offset] = Move(
        RowPath(from.section, from.row &+ offset), RowPath(to.section, to.row &+ offset))
      offset &+= 1
    }
    return self + count
  }
}

extension Move where Index == RowPath {
  /// Not generic, as the other is, which takes long where nothing is optimised.
  @inline(__always)
  fileprivate init(_ from: RowPath, _ to: RowPath) {
    self.from = from
    self.to = to
  }
}

extension UnsafeMutablePointer<RowPath> {
  /// Writes the paths of rows of a section, and returns where the next paths go.
  @inline(__always)
  fileprivate func write(_ section: Int, _ start: Int, _ end: Int) -> Self {
    var row = start
    while row < end {
      self[row &- start] = RowPath(section, row)
      row &+= 1
    }
    return self + (end &- start)
  }
}
