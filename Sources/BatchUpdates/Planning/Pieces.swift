/// The runs of a matching, with what is known of each: whether it stays, moves in its section or
/// crosses sections.
struct Pieces {
  var matching: Matching
  /// For each run, whether its rows keep their place among the rows of their section.
  var stays: [Bool]

  /// Chooses which runs stay: so that the fewest rows move, and among those none that changed where
  /// that can be had, because what moved and changed costs more.
  init(_ matching: consuming Matching) {
    var stays = [Bool](repeating: false, count: matching.runs.count)
    matching.runs.withUnsafeBufferPointer { runs in
      matching.forEachSection { after, range in
        let home = matching.oldSection[after]
        guard home >= 0 else { return }
        let start = matching.oldBase[home]
        let count = UInt(matching.oldBase[home + 1] - start)
        LongestIncreasingSubsequence.mark(
          &stays[range],
          value: { UInt(bitPattern: Int(runs[$0].old) &- start) < count ? Int(runs[$0].old) : -1 },
          length: { Int(runs[$0].count) }, weight: { Int(runs[$0].changes) }, startingLate: true)
      }
    }
    self.matching = matching
    self.stays = stays
  }

  /// The runs that move, in the order of their numbers before, and how many rows they have.
  func moving() -> (runs: [Run], rowCount: Int) {
    var moving: [Run] = []
    var count = 0
    for (index, run) in matching.runs.enumerated() where !stays[index] {
      moving.append(run)
      count += Int(run.count)
    }
    return (moving.sortedByOld(), count)
  }

  /// Chooses which sections stay: so that the fewest move, and among those the lightest.
  func stayingSections(_ weights: [Int]) -> [Bool] {
    let old = matching.oldSection
    return LongestIncreasingSubsequence.stays(
      old, weights: old.map { $0 >= 0 ? weights[$0] : 0 })
  }

  /// Cuts a section that survives into one that vanishes and one that appears.
  mutating func cut(_ before: Int, _ after: Int) {
    matching.newSection[before] = -1
    matching.oldSection[after] = -1
    matching.isRelabelled[before] = false
  }

  /// Calls `body` with each run, and the sections before and after that it lies in.
  func forEachRun(_ body: (_ index: Int, _ run: Run, _ before: Int, _ after: Int) -> Void) {
    matching.forEachSection { after, runs in
      for index in runs {
        let run = matching.runs[index]
        body(index, run, matching.oldSection(of: run, in: after), after)
      }
    }
  }

  /// Keeps of each run what `keeps` says: whole, nothing, or only the rows that did not change.
  ///
  /// - Parameter drop: is told which rows are dropped, by their first numbers and their count.
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

  /// What of a run is kept.
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
