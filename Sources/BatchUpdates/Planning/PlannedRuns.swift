/// The runs of a matching, each classified: it stays, moves in its section or
/// crosses sections.
struct PlannedRuns {
  private(set) var matching: Matching

  /// Takes the runs of a matching, and chooses which stay.
  init(_ matching: Matching) {
    self.matching = matching
    chooseStays(placesFirst: false)
  }

  /// Chooses which runs stay: so that the fewest rows move, among those the fewest that changed,
  /// because what moved and changed costs more, and among those the fewest that are at their own
  /// place in the end (in `a b c → c b a` b stays).
  ///
  /// - Parameter placesFirst: true if places count before changes.
  func chooseStays(placesFirst: Bool) {
    typealias Piece = LongestIncreasingSubsequence.Piece
    let (matching, runs, stays) = (matching, matching.runs, matching.stays)
    let firstRun = matching.firstRun
    let pieces = UnsafeMutablePointer<Piece>.allocate(capacity: matching.runCount)
    defer { pieces.deallocate() }
    stays.update(repeating: false, count: matching.runCount)
    var index = 0
    var after = 0
    while after < matching.newSections {
      let home = matching.oldSection[after]
      after &+= 1
      let first = index
      let end = firstRun[after]
      if home < 0 || index == end {
        index = end
        continue
      }
      let start = matching.oldBase[home]
      let count = UInt(matching.oldBase[home &+ 1] &- start)
      let shift = matching.newBase[after &- 1] &- start
      while index < end {
        let run = runs[index]
        let old = Int(run.old)
        let isHome = UInt(bitPattern: old &- start) < count
        let inPlace = Int(run.new) &- old == shift ? Int(run.count) : 0
        let changes = Int(run.changes)
        pieces[index] = Piece(
          value: isHome ? run.old : -1, length: run.count,
          weight: placesFirst ? inPlace &<< 32 | changes : changes &<< 32 | inPlace)
        index &+= 1
      }
      LongestIncreasingSubsequence.mark(
        stays + first, pieces + first, count: end &- first, startingLate: true)
    }
  }

  /// True if a row moves to the place that it has in its section.
  var hasMovesToOwnPlace: Bool {
    var isFound = false
    forEachRun { [matching] index, run, before, after in
      if matching.stays[index] || matching.oldSection[after] != before { return }
      let place = Int(run.new) - matching.newBase[after]
      if place == Int(run.old) - matching.oldBase[before] { isFound = true }
    }
    return isFound
  }

  /// The runs that move, in the order of their numbers before.
  func moving() -> MovingRuns { MovingRuns(matching) }

  /// Chooses which sections stay: so that the fewest move, and among those the fewest in which
  /// something happens and the fewest that are at their own index in the end.
  ///
  /// A section that moves with changes inside costs a stage (in one batch, its rows), and so does
  /// one that moves to its own index. Where both cannot be had, what happens inside counts first,
  /// unless that leaves a stage out of which the other choice needs none.
  func stayingSections(_ activity: SectionActivity, _ planner: Planner) -> [Bool] {
    let matching = matching
    var (sorted, last) = (0, -1)
    while sorted < matching.newSections && matching.oldSection[sorted] > last {
      last = matching.oldSection[sorted]
      sorted &+= 1
    }
    // Mostly none is new and none moves.
    if sorted == matching.newSections { return [Bool](repeating: true, count: sorted) }
    let old = matching.oldSectionList
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

  /// Cuts sections that survive into ones that vanish and ones that appear.
  mutating func cut(_ sections: some Sequence<(before: Int, after: Int)>) {
    matching = matching.with(Array(matching.runList), stays: Array(matching.staysList))
    for (before, after) in sections {
      matching.newSection[before] = -1
      matching.oldSection[after] = -1
      matching.isRelabelled[before] = false
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
    let stays = matching.stays
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
    matching = matching.with(runs, stays: kept)
  }

  /// The part of a run that is kept.
  enum Keeping {
    case all, none, unchanged
  }

  /// A run as runs in which all rows changed or none did.
  private func split(_ run: Run) -> [Run] {
    var parts: [Run] = []
    for offset in 0..<run.count {
      let isChanged = matching.isChanged(Int(run.new + offset))
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
struct MovingRuns: ~Copyable {
  /// The number of their rows.
  private(set) var rowCount = 0
  private let matching: Matching
  /// The indexes of the runs, in order.
  private let indexes: UnsafeMutablePointer<Int32>
  private var count = 0
  /// Copies of the next runs, read at once so that the waits for memory overlap.
  private let batch: UnsafeMutablePointer<Run>
  private static let batchSize = 256
  private var place = 0
  private var batchCount = 0
  private var end = 0

  /// - Complexity: O(*n*) for *n* rows where much moves, else O(*r* log *r*) for *r* runs.
  fileprivate init(_ matching: Matching) {
    self.matching = matching
    let (runs, stays, all) = (matching.runs, matching.stays, matching.runCount)
    let places = matching.oldCount
    var (count, rowCount) = (0, 0)
    var index = 0
    while index < all {
      if !stays[index] {
        count &+= 1
        rowCount &+= Int(runs[index].count)
      }
      index &+= 1
    }
    // Where much moves, each run is put at its number before: read in order, they are sorted.
    let isSparse = count &* 32 < places
    indexes = .allocate(capacity: isSparse ? count : places)
    batch = .allocate(capacity: min(count, Self.batchSize))
    (self.count, self.rowCount) = (count, rowCount)
    if count == 0 { return }
    var next = 0
    index = 0
    if !isSparse { indexes.initialize(repeating: -1, count: places) }
    while index < all {
      if !stays[index] {
        indexes[isSparse ? next : Int(runs[index].old)] = Int32(truncatingIfNeeded: index)
        next &+= 1
      }
      index &+= 1
    }
    if isSparse {
      if count == 1 { return }
      var moving = UnsafeMutableBufferPointer(start: indexes, count: count)
      moving.sort { runs[Int($0)].old < runs[Int($1)].old }
      return
    }
    next = 0
    var place = 0
    while place < places {
      let index = indexes[place]
      indexes[next] = index
      next &+= index >= 0 ? 1 : 0
      place &+= 1
    }
  }

  deinit {
    indexes.deallocate()
    batch.deallocate()
  }

  /// Takes the next run, and returns false when there is none.
  @_transparent
  mutating func take(_ run: inout Run) -> Bool {
    if place == batchCount {
      takeBatch()
      if batchCount == 0 { return false }
    }
    run = batch[place]
    place &+= 1
    return true
  }

  private mutating func takeBatch() {
    place = 0
    batchCount = min(Self.batchSize, count - end)
    let runs = matching.runs
    var index = 0
    while index < batchCount {
      batch[index] = runs[Int(indexes[end &+ index])]
      index &+= 1
    }
    end += batchCount
  }
}
