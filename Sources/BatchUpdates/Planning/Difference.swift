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
  private(set) var changesSections = false

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
    let (matching, stays) = (matching, stays)
    let (newSection, oldSection) = (matching.newSection, matching.oldSection)
    let (oldSections, newSections) = (matching.oldSections, matching.newSections)
    var before = 0
    while before < oldSections {
      if newSection[before] < 0 {
        sectionDeletes.append(before)
        changesSections = true
      } else if matching.isRelabelled[before] {
        sectionChanges.append(before)
      }
      before &+= 1
    }
    var after = 0
    while after < newSections {
      let before = oldSection[after]
      if before < 0 {
        sectionInserts.append(after)
        changesSections = true
      } else if !stays[after] {
        sectionMoves.append(Move(from: before, to: after))
        if activity.byOperations[before] { conflicts.rowsAndMoves = true }
        if activity.byContent[before] { conflicts.contentAndMoves = true }
      }
      after &+= 1
    }
    if sectionMoves.isEmpty { return }
    changesSections = true
    sectionMoves.sort { $0.from < $1.from }
    if content == .reload { conflicts.contentAndMoves = true }
  }

  /// What lies between the runs of a section that survives is new.
  private func listInserts(_ activity: SectionActivity) {
    if activity.insertCount == 0 { return }
    rowInserts = RowPath.list(activity.insertCount) { start in
      let matching = matching
      var paths = start
      let (runs, newBase) = (matching.runs, matching.newBase)
      var index = 0
      var after = 0
      while after < matching.newSections {
        let end = matching.firstRun[after &+ 1]
        if matching.oldSection[after] >= 0 {
          let base = newBase[after]
          var next = base
          while index < end {
            let run = runs[index]
            paths = paths.write(after, next &- base, Int(run.new) &- base)
            next = Int(run.new) &+ Int(run.count)
            index &+= 1
          }
          paths = paths.write(after, next &- base, newBase[after &+ 1] &- base)
        }
        index = end
        after &+= 1
      }
    }
  }

  /// What lies between the runs before is gone; what does not stay moves; what changed is redrawn.
  private func listOldRows(_ planned: PlannedRuns, _ activity: SectionActivity) {
    var moving = planned.moving()
    let moveCount = moving.rowCount
    if activity.deleteCount + moveCount + activity.changeCount == 0 { return }
    rowDeletes = RowPath.list(activity.deleteCount) { deletes in
      rowChanges = RowPath.list(activity.changeCount) { changes in
        if moveCount == 0 {
          let none = UnsafeMutablePointer<Move<RowPath>>.allocate(capacity: 0)
          listOldRows(&moving, deletes, none, changes)
          none.deallocate()
          return
        }
        rowMoves = Array(unsafeUninitializedCapacity: moveCount) { moves, count in
          if let moves = moves.baseAddress { listOldRows(&moving, deletes, moves, changes) }
          count = moveCount
        }
      }
    }
  }

  /// The runs that stay in a section are in its old order; among them come those that move.
  private func listOldRows(
    _ moving: inout MovingRuns, _ deletes: UnsafeMutablePointer<RowPath>,
    _ moves: UnsafeMutablePointer<Move<RowPath>>, _ changes: UnsafeMutablePointer<RowPath>
  ) {
    let matching = matching
    let reloads = content == .reload
    let (runs, stays, changed) = (matching.runs, matching.stays, matching.changed)
    let (oldBase, newBase, firstRun) = (matching.oldBase, matching.newBase, matching.firstRun)
    var (deletes, moves, changes) = (deletes, moves, changes)
    var moved = Run(old: 0, new: 0, count: 0, changes: 0)
    var isMoved = moving.take(&moved)
    var before = 0
    while before < matching.oldSections {
      let (base, end) = (oldBase[before], oldBase[before &+ 1])
      let after = matching.newSection[before]
      let homeStart = after >= 0 ? newBase[after] : 0
      let homeEnd = after >= 0 ? newBase[after &+ 1] : 0
      let isReloaded = reloads && matching.isRelabelled[before]
      var staying = after >= 0 ? firstRun[after] : 0
      let stayingEnd = after >= 0 ? firstRun[after &+ 1] : 0
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
            ? RowPath(after, new &- homeStart) : matching.newPath(new)
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
      before &+= 1
    }
  }
}

extension Difference {
  /// True if one stage can hold all of it.
  var isOneStage: Bool { !changesSections && !conflicts.contentAndRows && swallowed == 0 }

  /// All of it as one stage.
  var stage: Stage {
    let reloads = content == .reload
    return Stage(
      sections: Changes(
        deletes: sectionDeletes, inserts: sectionInserts, moves: sectionMoves,
        reloads: reloads ? sectionChanges : [], reconfigures: reloads ? [] : sectionChanges),
      rows: Changes(
        deletes: rowDeletes, inserts: rowInserts, moves: rowMoves,
        reloads: reloads ? rowChanges : [], reconfigures: reloads ? [] : rowChanges),
      reconfiguresAllRows: false)
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
  @_transparent
  fileprivate init(_ from: RowPath, _ to: RowPath) {
    self.from = from
    self.to = to
  }
}

extension RowPath {
  /// A list whose paths `write` writes; at little cost where it has none.
  static func list(_ count: Int, _ write: (UnsafeMutablePointer<RowPath>) -> Void) -> [RowPath] {
    if count == 0 {
      let none = UnsafeMutablePointer<RowPath>.allocate(capacity: 0)
      write(none)
      none.deallocate()
      return []
    }
    return Array(unsafeUninitializedCapacity: count) { paths, written in
      if let paths = paths.baseAddress { write(paths) }
      written = count
    }
  }
}

extension UnsafeMutablePointer<RowPath> {
  /// Writes the paths of rows of a section, and returns where the next paths go.
  @_transparent
  func write(_ section: Int, _ start: Int, _ end: Int) -> Self {
    var row = start
    while row < end {
      self[row &- start] = RowPath(section, row)
      row &+= 1
    }
    return self + (end &- start)
  }
}
