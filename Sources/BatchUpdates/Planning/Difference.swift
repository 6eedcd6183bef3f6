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
  init(_ matching: consuming Matching, _ planner: Planner) {
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
    for before in matching.newSection.indices {
      if matching.newSection[before] < 0 {
        sectionDeletes.append(before)
      } else if matching.isRelabelled[before] {
        sectionChanges.append(before)
      }
    }
    for (after, before) in matching.oldSection.enumerated() {
      if before < 0 {
        sectionInserts.append(after)
      } else if !stays[after] {
        sectionMoves.append(Move(from: before, to: after))
        if activity.byOperations[before] { conflicts.rowsAndMoves = true }
        if activity.byContent[before] { conflicts.contentAndMoves = true }
      }
    }
    sectionMoves.sort { $0.from < $1.from }
    if content == .reload && !sectionMoves.isEmpty { conflicts.contentAndMoves = true }
  }

  /// What lies between the runs of a section that survives is new.
  private func listInserts(_ activity: SectionActivity) {
    let matching = matching
    let runs = matching.runs
    rowInserts = Array(unsafeUninitializedCapacity: activity.insertCount) { paths, count in
      matching.forEachSection { after, range in
        guard matching.oldSection[after] >= 0 else { return }
        let base = matching.newBase[after]
        var next = base
        for index in range {
          let run = runs[index]
          count = paths.append(after, next..<Int(run.new), base, at: count)
          next = Int(run.new) &+ Int(run.count)
        }
        count = paths.append(after, next..<matching.newBase[after + 1], base, at: count)
      }
    }
  }

  /// What lies between the runs before is gone; what does not stay moves; what changed is redrawn.
  ///
  /// The runs that stay in a section are in its old order; among them come those that move.
  private func listOldRows(_ planned: PlannedRuns, _ activity: SectionActivity) {
    let matching = matching
    // Arrays instead of what holds them, which unoptimised code would copy for each run.
    let (runs, stays, changed) = (matching.runs, planned.stays, matching.changed)
    let (oldBase, newBase) = (matching.oldBase, matching.newBase)
    var moving = planned.moving()
    var moved = moving.popFirst()
    let reloads = content == .reload
    var ranges = [(Int, Int)](repeating: (0, 0), count: matching.oldSection.count)
    matching.forEachSection { ranges[$0] = ($1.lowerBound, $1.upperBound) }
    var moves: [Move<RowPath>] = []
    moves.reserveCapacity(moving.rowCount)
    var changes: [RowPath] = []
    rowDeletes = Array(unsafeUninitializedCapacity: activity.deleteCount) { deletes, count in
      for before in matching.newSection.indices {
        let base = oldBase[before]
        let end = oldBase[before + 1]
        let after = matching.newSection[before]
        let home = after >= 0 ? newBase[after]..<newBase[after + 1] : 0..<0
        let isReloaded = reloads && matching.isRelabelled[before]
        var (staying, stayingEnd) = after >= 0 ? ranges[after] : (0, 0)
        var next = base
        while true {
          while staying < stayingEnd && !stays[staying] { staying += 1 }
          let run: Run
          if let first = moved, Int(first.old) < end,
            staying == stayingEnd || first.old < runs[staying].old
          {
            run = first
            let new = Int(run.new)
            let to =
              home.contains(new)
              ? RowPath(after, new - home.lowerBound) : Matching.path(new, newBase)
            moves.append(run, from: RowPath(before, Int(run.old) - base), to: to)
            moved = moving.popFirst()
          } else if staying < stayingEnd {
            run = runs[staying]
            staying += 1
          } else {
            break
          }
          if after >= 0 {
            count = deletes.append(before, next..<Int(run.old), base, at: count)
          }
          next = Int(run.old) &+ Int(run.count)
          if run.changes > 0 && !isReloaded {
            for offset in 0..<Int(run.count) where changed[Int(run.new) + offset] {
              changes.append(RowPath(before, Int(run.old) - base + offset))
            }
          }
        }
        if after >= 0 { count = deletes.append(before, next..<end, base, at: count) }
      }
    }
    rowMoves = moves
    rowChanges = changes
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

extension [Move<RowPath>] {
  /// Adds the moves of a run's rows, of which the first goes from one place to another.
  fileprivate mutating func append(_ run: Run, from: RowPath, to: RowPath) {
    for offset in 0..<Int(run.count) {
      append(
        Move(
          from: RowPath(from.section, from.row + offset), to: RowPath(to.section, to.row + offset)))
    }
  }
}

extension UnsafeMutableBufferPointer<RowPath> {
  /// Writes the paths of rows by their numbers, and returns where the next goes.
  @inline(__always)
  fileprivate func append(
    _ section: Int, _ numbers: Range<Int>, _ base: Int, at place: Int
  ) -> Int {
    var place = place
    for number in numbers {
      self[place] = RowPath(section, number &- base)
      place &+= 1
    }
    return place
  }
}
