/// The runs of a matching, each classified: it stays, moves in its section or
/// crosses sections.
struct PlannedRuns {
  var matching: Matching
  /// For each run, true if its rows keep their place among the rows of their section.
  var stays: [Bool]

  /// Takes the runs of a matching, and chooses which stay.
  init(_ matching: consuming Matching) {
    stays = []
    self.matching = matching
    chooseStays(placesFirst: false)
  }

  /// Chooses which runs stay: so that the fewest rows move, among those the fewest that changed,
  /// because what moved and changed costs more, and among those the fewest that are at their own
  /// place in the end (in `a b c → c b a` b stays).
  ///
  /// - Parameter placesFirst: true if places count before changes.
  mutating func chooseStays(placesFirst: Bool) {
    stays = Array(repeating: false, count: matching.runs.count)
    let runs = matching.runs
    stays.withUnsafeMutableBufferPointer { stays in
      matching.forEachSection { after, range in
        let home = matching.oldSection[after]
        guard home >= 0 else { return }
        let start = matching.oldBase[home]
        let count = UInt(matching.oldBase[home + 1] - start)
        let shift = matching.newBase[after] - start
        LongestIncreasingSubsequence.mark(
          stays, in: range,
          value: { UInt(bitPattern: Int(runs[$0].old) &- start) < count ? Int(runs[$0].old) : -1 },
          length: { Int(runs[$0].count) },
          weight: {
            let run = runs[$0]
            let inPlace = Int(run.new) &- Int(run.old) == shift ? Int(run.count) : 0
            return placesFirst
              ? inPlace << 32 | Int(run.changes) : Int(run.changes) << 32 | inPlace
          }, startingLate: true)
      }
    }
  }

  /// True if a row moves to the place that it has in its section.
  var hasMovesToOwnPlace: Bool {
    var isFound = false
    let (stays, oldSection) = (stays, matching.oldSection)
    let (oldBase, newBase) = (matching.oldBase, matching.newBase)
    forEachRun { index, run, before, after in
      if stays[index] || oldSection[after] != before { return }
      if Int(run.new) - newBase[after] == Int(run.old) - oldBase[before] { isFound = true }
    }
    return isFound
  }

  /// The runs that move, in the order of their numbers before.
  func moving() -> MovingRuns { MovingRuns(self) }

  /// Chooses which sections stay: so that the fewest move, and among those the fewest in which
  /// something happens and the fewest that are at their own index in the end.
  ///
  /// A section that moves with changes inside costs a stage (in one batch, its rows), and so does
  /// one that moves to its own index. Where both cannot be had, what happens inside counts first,
  /// unless that leaves a stage out of which the other choice needs none.
  func stayingSections(_ activity: SectionActivity, _ planner: Planner) -> [Bool] {
    let old = matching.oldSection
    // Mostly none moves.
    if old.allSatisfy({ $0 >= 0 }), zip(old, old.dropFirst()).allSatisfy(<) {
      return old.map { $0 >= 0 }
    }
    let weights = activity.weights(planner)
    let touched = old.map { $0 >= 0 ? weights[$0] : 0 }
    let inPlace = old.indices.map { old[$0] == $0 ? 1 : 0 }
    func stays(_ weight: (_ touched: Int, _ inPlace: Int) -> Int) -> [Bool] {
      LongestIncreasingSubsequence.stays(old, weights: zip(touched, inPlace).map(weight))
    }
    func leavesOut(_ weights: [Int], _ stays: [Bool]) -> Bool {
      zip(weights, stays).contains { $0 > 0 && !$1 }
    }
    if planner.stages == .one { return stays { max($0, $1) } }
    let first = stays { $0 << 32 | $1 }
    guard leavesOut(inPlace, first) else { return first }
    let second = stays { $1 << 32 | $0 }
    return leavesOut(inPlace, second) && !leavesOut(touched, first) ? first : second
  }

  /// Cuts a section that survives into one that vanishes and one that appears.
  mutating func cut(_ before: Int, _ after: Int) {
    matching.newSection[before] = -1
    matching.oldSection[after] = -1
    matching.isRelabelled[before] = false
  }

  /// Calls `body` with each run, and the sections before and after that it lies in.
  func forEachRun(_ body: (_ index: Int, _ run: Run, _ before: Int, _ after: Int) -> Void) {
    // Arrays instead of the matching, which unoptimised code would copy for each run.
    let (runs, oldSection, oldBase) = (matching.runs, matching.oldSection, matching.oldBase)
    matching.forEachSection { after, range in
      let home = oldSection[after]
      let numbers = home >= 0 ? oldBase[home]..<oldBase[home + 1] : 0..<0
      for index in range {
        let run = runs[index]
        let old = Int(run.old)
        let before = numbers.contains(old) ? home : Matching.path(old, oldBase).section
        body(index, run, before, after)
      }
    }
  }

  /// Keeps of each run what `keeps` says: whole, nothing, or only the rows that did not change.
  ///
  /// - Parameter drop: called with the rows that are dropped: the run, and its first numbers before
  ///   and after.
  mutating func filter(
    _ keeps: (_ index: Int, _ run: Run, _ before: Int, _ after: Int) -> Keeping,
    drop: (_ run: Run, _ before: Int, _ after: Int) -> Void
  ) {
    var runs: [Run] = []
    var kept: [Bool] = []
    forEachRun { index, run, before, after in
      switch keeps(index, run, before, after) {
      case .all:
        runs.append(run)
        kept.append(stays[index])
      case .none: drop(run, before, after)
      case .unchanged:
        for part in split(run) {
          if part.changes > 0 {
            drop(part, before, after)
          } else {
            runs.append(part)
            kept.append(stays[index])
          }
        }
      }
    }
    matching.runs = runs
    stays = kept
  }

  /// The part of a run that is kept.
  enum Keeping {
    case all, none, unchanged
  }

  /// A run as runs in which all rows changed or none did.
  private func split(_ run: Run) -> [Run] {
    var parts: [Run] = []
    for offset in 0..<run.count {
      let isChanged = matching.changed[Int(run.new + offset)]
      if let last = parts.last, (last.changes > 0) == isChanged {
        parts[parts.count - 1].count += 1
        parts[parts.count - 1].changes += isChanged ? 1 : 0
      } else {
        parts.append(
          Run(
            old: run.old + offset, new: run.new + offset, count: 1, changes: isChanged ? 1 : 0))
      }
    }
    return parts
  }
}

/// The runs that move, in the order of their numbers before: taken one after the other.
struct MovingRuns {
  /// The number of their rows.
  private(set) var rowCount = 0
  private let runs: [Run]
  private var indexes: [Int32] = []
  /// Copies of the next runs, read at once so that the waits for memory overlap.
  private var batch: [Run] = []
  private var place = 0
  private var end = 0

  /// - Complexity: O(*n*) for *n* rows where much moves, else O(*r* log *r*) for *r* runs.
  fileprivate init(_ planned: PlannedRuns) {
    runs = planned.matching.runs
    let stays = planned.stays
    var count = 0
    for run in 0..<runs.count where !stays[run] { count &+= 1 }
    if count * 32 < planned.matching.oldCount {
      indexes.reserveCapacity(count)
      for (index, run) in runs.enumerated() where !planned.stays[index] {
        indexes.append(Int32(truncatingIfNeeded: index))
        rowCount &+= Int(run.count)
      }
      let runs = runs
      indexes.sort { runs[Int($0)].old < runs[Int($1)].old }
    } else if count > 0 {
      sortByPlace(planned)
      indexes.removeLast(indexes.count - count)
    }
  }

  /// Puts each run at its number before: read in order, they are sorted.
  private mutating func sortByPlace(_ planned: PlannedRuns) {
    indexes = [Int32](repeating: -1, count: planned.matching.oldCount)
    let (runs, stays) = (runs, planned.stays)
    indexes.withUnsafeMutableBufferPointer { places in
      for index in 0..<runs.count where !stays[index] {
        places[Int(runs[index].old)] = Int32(truncatingIfNeeded: index)
        rowCount &+= Int(runs[index].count)
      }
      var next = 0
      for place in 0..<places.count {
        let index = places[place]
        places[next] = index
        next &+= index >= 0 ? 1 : 0
      }
    }
  }

  /// Takes the next run, nil when there is none.
  @inline(__always)
  mutating func popFirst() -> Run? {
    if place == batch.count { takeBatch() }
    if batch.isEmpty { return nil }
    place &+= 1
    return batch[place &- 1]
  }

  private mutating func takeBatch() {
    place = 0
    let start = end
    end = min(indexes.count, start + 256)
    batch.removeAll(keepingCapacity: true)
    for index in start..<end { batch.append(runs[Int(indexes[index])]) }
  }
}
