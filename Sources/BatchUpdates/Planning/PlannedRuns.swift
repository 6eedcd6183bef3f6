/// The runs of a matching, each classified: it stays, moves in its section or
/// crosses sections.
struct PlannedRuns {
  private(set) var matching: Matching
  /// For each run, true if its rows keep their place among the rows of their section.
  var stays: [Bool]

  /// Takes the runs of a matching, and chooses which stay.
  init(_ matching: Matching) {
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
    typealias Piece = LongestIncreasingSubsequence.Piece
    let count = matching.runs.count
    stays = Array(repeating: false, count: count)
    let pieces = UnsafeMutablePointer<Piece>.allocate(capacity: count)
    defer { pieces.deallocate() }
    stays.withUnsafeMutableBufferPointer { stays in
      matching.runs.withUnsafeBufferPointer { runs in
        guard let stays = stays.baseAddress, let runs = runs.baseAddress else { return }
        matching.forEachSection { after, range in
          let home = matching.oldSection[after]
          if home < 0 { return }
          let start = matching.oldBase[home]
          let count = UInt(matching.oldBase[home + 1] &- start)
          let shift = matching.newBase[after] &- start
          var index = range.lowerBound
          while index < range.upperBound {
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
            stays + range.lowerBound, pieces + range.lowerBound, count: range.count,
            startingLate: true)
        }
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
  func moving() -> MovingRuns { MovingRuns(matching, stays: stays) }

  /// Chooses which sections stay: so that the fewest move, and among those the fewest in which
  /// something happens and the fewest that are at their own index in the end.
  ///
  /// A section that moves with changes inside costs a stage (in one batch, its rows), and so does
  /// one that moves to its own index. Where both cannot be had, what happens inside counts first,
  /// unless that leaves a stage out of which the other choice needs none.
  func stayingSections(_ activity: SectionActivity, _ planner: Planner) -> [Bool] {
    let old = matching.oldSection
    var (sorted, last) = (0, -1)
    while sorted < old.count && old[sorted] > last {
      last = old[sorted]
      sorted += 1
    }
    // Mostly none is new and none moves.
    if sorted == old.count { return [Bool](repeating: true, count: sorted) }
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
    var pairs = matching.pairs
    for (before, after) in sections {
      pairs.newSection[before] = -1
      pairs.oldSection[after] = -1
      pairs.isRelabelled[before] = false
    }
    matching = Matching(pairs)
  }

  /// Calls `body` with each run, and the sections before and after that it lies in.
  func forEachRun(_ body: (_ index: Int, _ run: Run, _ before: Int, _ after: Int) -> Void) {
    // Arrays instead of the matching, which unoptimised code would copy for each run.
    let (oldSection, oldBase) = (matching.oldSection, matching.oldBase)
    matching.runs.withUnsafeBufferPointer { runs in
      guard let runs = runs.baseAddress else { return }
      matching.forEachSection { after, range in
        let home = oldSection[after]
        let start = home >= 0 ? oldBase[home] : 0
        let end = home >= 0 ? oldBase[home + 1] : 0
        var index = range.lowerBound
        while index < range.upperBound {
          let old = Int(runs[index].old)
          let before =
            old >= start && old < end ? home : Matching.path(old, oldBase).section
          body(index, runs[index], before, after)
          index &+= 1
        }
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
    var pairs = matching.pairs
    pairs.runs = runs
    matching = Matching(pairs)
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
struct MovingRuns: ~Copyable {
  /// The number of their rows.
  private(set) var rowCount = 0
  private let runs: [Run]
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
  fileprivate init(_ matching: Matching, stays: [Bool]) {
    runs = matching.runs
    let places = matching.oldCount
    var (count, rowCount) = (0, 0)
    indexes = runs.withUnsafeBufferPointer { runs in
      stays.withUnsafeBufferPointer { stays in
        let all = runs.count
        guard let runs = runs.baseAddress, let stays = stays.baseAddress else {
          return .allocate(capacity: 0)
        }
        var index = 0
        while index < all {
          if !stays[index] {
            count &+= 1
            rowCount &+= Int(runs[index].count)
          }
          index &+= 1
        }
        if count == 0 { return .allocate(capacity: 0) }
        // Where much moves, each run is put at its number before: read in order, they are sorted.
        let isSparse = count &* 32 < places
        let indexes = UnsafeMutablePointer<Int32>.allocate(capacity: isSparse ? count : places)
        if !isSparse { indexes.initialize(repeating: -1, count: places) }
        var next = 0
        index = 0
        while index < all {
          if !stays[index] {
            indexes[isSparse ? next : Int(runs[index].old)] = Int32(truncatingIfNeeded: index)
            next &+= 1
          }
          index &+= 1
        }
        if isSparse {
          var moving = UnsafeMutableBufferPointer(start: indexes, count: count)
          moving.sort { runs[Int($0)].old < runs[Int($1)].old }
          return indexes
        }
        next = 0
        var place = 0
        while place < places {
          let index = indexes[place]
          indexes[next] = index
          next &+= index >= 0 ? 1 : 0
          place &+= 1
        }
        return indexes
      }
    }
    (self.count, self.rowCount) = (count, rowCount)
    batch = .allocate(capacity: min(count, Self.batchSize))
  }

  deinit {
    indexes.deallocate()
    batch.deallocate()
  }

  /// Takes the next run, and returns false when there is none.
  @inline(__always)
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
    runs.withUnsafeBufferPointer { runs in
      guard let runs = runs.baseAddress else { return }
      var index = 0
      while index < batchCount {
        batch[index] = runs[Int(indexes[end &+ index])]
        index &+= 1
      }
    }
    end += batchCount
  }
}
