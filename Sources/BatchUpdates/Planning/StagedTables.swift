/// Sketches the tables between the stages of a plan.
struct StagedTables {
  private let staging: Staging
  private let matching: Matching
  /// The rows that survive with another content, by their numbers before and after, in the order
  /// before.
  private let changes: [(old: Int, new: Int)]
  /// The numbers before of rows that leave sections that vanish later, in order.
  private let leaving: [Range<Int>]
  /// The numbers after of rows that enter sections that were inserted earlier, in order.
  private let entering: [Range<Int>]

  /// Takes a plan of several stages.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs and changed rows.
  init(_ staging: Staging) {
    self.staging = staging
    let (difference, partition) = (staging.difference, staging.partition)
    matching = difference.matching
    var changes: [(old: Int, new: Int)] = []
    for run in matching.runList where run.changes > 0 {
      for offset in 0..<Int(run.count) where matching.isChanged(Int(run.new) + offset) {
        changes.append((Int(run.old) + offset, Int(run.new) + offset))
      }
    }
    self.changes = changes.sorted { $0.old < $1.old }
    let leaves = !difference.sectionDeletes.isEmpty && partition.deletes > partition.rows
    let enters = !difference.sectionInserts.isEmpty && partition.inserts < partition.rows
    let survivors = leaves || enters ? matching.runList + difference.replaced.rows.map(\.run) : []
    leaving = leaves ? survivors.map(\.oldNumbers).inOrder() : []
    entering = enters ? survivors.map(\.newNumbers).inOrder() : []
  }

  /// The table before the first step and after each.
  func tables(of steps: [Staging.Step]) -> [[SectionSketch]] {
    let start = matching.newSectionList.enumerated().map { SectionSketch(before: $0, after: $1) }
    return [start]
      + steps.map { step in
        guard let order = step.order else { return table(after: step.number) }
        let before = step.number == 0 ? start : table(after: step.number - 1)
        return order.map { before[$0] }
      }
  }

  /// The table as it is after a stage.
  ///
  /// A section that appears brings the rows that are new with it; those that move in come with
  /// the stage of the rows. A section that vanishes keeps the rows that vanish until it goes.
  private func table(after stage: Int) -> [SectionSketch] {
    switch staging.space(after: stage) {
    case .after:
      matching.oldSectionList.enumerated().map { SectionSketch(after: $0, before: $1) }
    case .before:
      matching.newSectionList.enumerated().map {
        section(Staging.Slot(before: $0, after: $1), after: stage)
      }
    case .middle:
      staging.middle.map { section($0, after: stage) }
    }
  }

  private func section(_ slot: Staging.Slot, after stage: Int) -> SectionSketch {
    let (before, after) = (slot.before, slot.after)
    let isEarly = stage < staging.partition.rows
    if before < 0 {
      let rows = isEarly ? newRows(after) : .after
      return SectionSketch(before: before, after: after, isNew: true, rows: rows)
    }
    let isNew = after >= 0 && matching.isRelabelled[before]
    if after >= 0 && (!isEarly || isNew && matching.isSkipped[after]) {
      return SectionSketch(after: after, before: before)
    }
    let rows = isEarly ? redrawnRows(before) : vanishingRows(before)
    return SectionSketch(before: before, after: after, isNew: isNew, rows: rows)
  }

  /// The rows of a section after that were nowhere before.
  private func newRows(_ after: Int) -> SectionSketch.Rows {
    let numbers = matching.newBase[after]..<matching.newBase[after + 1]
    let spans = Self.gaps(in: numbers, between: entering)
    if spans == [numbers] { return .after }
    return .spans(
      spans.map { RowSpan(isNew: true, section: after, rows: $0.shifted(by: -numbers.lowerBound)) })
  }

  /// The rows of a section before that vanish with it.
  private func vanishingRows(_ before: Int) -> SectionSketch.Rows {
    let numbers = matching.oldBase[before]..<matching.oldBase[before + 1]
    let spans = Self.gaps(in: numbers, between: leaving)
    if spans == [numbers] { return .before }
    return .spans(
      spans.map {
        RowSpan(isNew: false, section: before, rows: $0.shifted(by: -numbers.lowerBound))
      })
  }

  /// The rows of a section before, with the contents after the plan.
  private func redrawnRows(_ before: Int) -> SectionSketch.Rows {
    let numbers = matching.oldBase[before]..<matching.oldBase[before + 1]
    let first = changes.partitioningIndex { $0.old >= numbers.lowerBound }
    let base = numbers.lowerBound
    var spans: [RowSpan] = []
    var next = base
    for index in first..<changes.count {
      let change = changes[index]
      if change.old >= numbers.upperBound { break }
      if next < change.old {
        spans.append(
          RowSpan(isNew: false, section: before, rows: (next..<change.old).shifted(by: -base)))
      }
      let path = matching.newPath(change.new)
      next = change.old + 1
      if let last = spans.last, last.isNew, last.section == path.section,
        last.rows.upperBound == path.row
      {
        spans.removeLast()
        let rows = last.rows.lowerBound..<path.row + 1
        spans.append(RowSpan(isNew: true, section: path.section, rows: rows))
      } else {
        spans.append(RowSpan(isNew: true, section: path.section, rows: path.row..<path.row + 1))
      }
    }
    if spans.isEmpty { return .before }
    if next < numbers.upperBound {
      spans.append(
        RowSpan(isNew: false, section: before, rows: (next..<numbers.upperBound).shifted(by: -base))
      )
    }
    return .spans(spans)
  }

  /// What lies in a range and in none of some others, which are in order and apart.
  private static func gaps(in range: Range<Int>, between others: [Range<Int>]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = range.lowerBound
    for other in others[others.partitioningIndex { $0.upperBound > range.lowerBound }...] {
      if other.lowerBound >= range.upperBound { break }
      if next < other.lowerBound { gaps.append(next..<other.lowerBound) }
      next = other.upperBound
    }
    if next < range.upperBound { gaps.append(next..<range.upperBound) }
    return gaps
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}

extension Array where Element == Range<Int> {
  fileprivate func inOrder() -> [Range<Int>] { sorted { $0.lowerBound < $1.lowerBound } }
}

extension StagedPlan {
  /// Replays a plan before it is handed out: each stage is legal, nothing is stale.
  ///
  /// Empty in release builds, and for tables so large that debug builds would crawl.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      guard before.sections.reduce(0, { $0 + $1.rows.count }) <= 100_000 else { return }
      do {
        _ = try replay()
      } catch {
        preconditionFailure("\(error) in \(plan) from \(before) to \(after.last ?? before)")
      }
    #endif
  }
}

extension Difference {
  /// What survives and is deleted and inserted, by places: sections, then rows in their old order.
  var replacements: [Replacement] {
    if replaced.sections.isEmpty && replaced.rows.isEmpty { return [] }
    return replaced.sections.map {
      Replacement(before: .section($0.before), after: .section($0.after), cause: $0.cause)
    }
      + replaced.rows.sorted { $0.run.old < $1.run.old }.flatMap { run, cause in
        zip(run.oldNumbers, run.newNumbers).map {
          Replacement(
            before: .row(matching.oldPath($0)), after: .row(matching.newPath($1)), cause: cause)
        }
      }
  }
}
