/// Makes the tables between the stages of a plan.
struct StagedTables {
  let staging: Staging
  let from: Outline
  let to: Outline
  /// For each row before, its number after, -1 if it vanishes, -2 if it is replaced.
  private var newRow: [Int32]
  /// For each row after, true if it is new and not the replacement of one that was there.
  private var isNew: [Bool]

  /// Takes the two tables of a plan.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  init(_ staging: Staging, _ from: Outline, _ to: Outline) {
    self.staging = staging
    self.from = from
    self.to = to
    let matching = staging.difference.matching
    newRow = Array(repeating: -1, count: matching.oldCount)
    isNew = Array(repeating: true, count: matching.newCount)
    for run in matching.runs {
      for (old, new) in zip(run.oldNumbers, run.newNumbers) {
        newRow[old] = Int32(truncatingIfNeeded: new)
        isNew[new] = false
      }
    }
    for (run, _) in staging.difference.replaced.rows {
      for old in run.oldNumbers { newRow[old] = -2 }
      for new in run.newNumbers { isNew[new] = false }
    }
  }

  private var difference: Difference { staging.difference }

  /// The table as it is after a stage.
  ///
  /// A section that appears brings the rows that are new with it; those that move in come with
  /// the stage of the rows. A section that vanishes keeps the rows that vanish until it goes.
  func outline(after stage: Int) -> Outline {
    switch staging.space(after: stage) {
    case .after:
      to
    case .before:
      Outline(
        from.sections.indices.map { before in
          let after = difference.matching.newSection[before]
          return section(Staging.Slot(before: before, after: after), after: stage)
        })
    case .middle:
      Outline(staging.middle.map { section($0, after: stage) })
    }
  }

  private func section(_ slot: Staging.Slot, after stage: Int) -> Outline.Section {
    let matching = difference.matching
    if slot.before < 0 {
      var section = to.sections[slot.after]
      if stage < staging.partition.rows {
        let base = matching.newBase[slot.after]
        section.rows = section.rows.enumerated().filter { isNew[base + $0.offset] }.map(\.element)
      }
      return section
    }
    if slot.after >= 0 && stage >= staging.partition.rows { return to.sections[slot.after] }
    var section = from.sections[slot.before]
    if slot.after >= 0 {
      section.content = to.sections[slot.after].content
      if matching.isSkipped[slot.after] { return section }
    }
    let base = matching.oldBase[slot.before]
    var rows: [Outline.Row] = []
    for (offset, row) in section.rows.enumerated() {
      let new = Int(newRow[base + offset])
      if new == -1 || new == -2 && stage < staging.partition.rows {
        rows.append(row)
      } else if new == -2 {
        continue
      } else if stage < staging.partition.rows {
        let path = matching.newPath(new)
        rows.append(to.sections[path.section].rows[path.row])
      }
    }
    section.rows = rows
    return section
  }
}

extension StagedPlan {
  /// The stages with the tables between them.
  init(_ staging: Staging, _ from: Outline, _ to: Outline) {
    let steps = staging.steps()
    var after: [Outline] = []
    if steps.count > 1 {
      let tables = StagedTables(staging, from, to)
      after = steps.dropLast().map { step in
        guard let order = step.order else { return tables.outline(after: step.number) }
        let before = step.number == 0 ? from : tables.outline(after: step.number - 1)
        return Outline(order.map { before.sections[$0] })
      }
    }
    if !steps.isEmpty { after.append(to) }
    self.init(plan: .stages(steps.map(\.stage)), before: from, after: after)
    replacements = staging.difference.replacements
  }

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
    replaced.sections.map {
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
