/// The sections and rows that survive and yet are deleted and inserted, with the cause.
struct Replacements {
  /// Sections by their indexes before and after.
  private(set) var sections: [(before: Int, after: Int, cause: Replacement.Cause)] = []
  /// Rows by their numbers.
  private(set) var rows: [(run: Run, cause: Replacement.Cause)] = []

  /// Drops the moves of rows that the planner shall not use.
  mutating func dropUnwantedMoves(_ planned: inout PlannedRuns, _ planner: Planner) {
    guard !planner.usesMoves || !planner.movesAcrossSections else { return }
    let (oldSection, stays) = (planned.matching.oldSection, planned.matching.stays)
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    planned.filter { index, _, before, after in
      stays[index] || planner.usesMoves && before == oldSection[after] ? .all : .none
    } drop: { run, before, after in
      let crosses = before != oldSection[after]
      dropped.append((run, crosses && !planner.movesAcrossSections ? .crossMovesOff : .movesOff))
    }
    rows += dropped
  }

  /// Cuts what cannot stand in one batch beside the rest, so that one batch is enough.
  mutating func fitIntoOne(
    _ planned: inout PlannedRuns, _ stays: inout [Bool], _ activity: SectionActivity,
    _ planner: Planner
  ) {
    for (after, before) in planned.matching.oldSectionList.enumerated()
    where before >= 0 && !stays[after] {
      if !planner.usesMoves {
        sections.append((before, after, .movesOff))
      } else if activity.byOperations[before] || activity.byContent[before] {
        sections.append((before, after, .insideMoved))
      } else if before == after {
        sections.append((before, after, .ownPlace))
      }
    }
    planned.cut(sections.lazy.map { ($0.before, $0.after) })
    let sectionsMove = zip(planned.matching.oldSectionList, stays).contains { $0 >= 0 && !$1 }
    let reloads = planner.content == .reload
    if reloads && sectionsMove {
      for (after, before) in planned.matching.oldSectionList.enumerated()
      where before >= 0 && planned.matching.isRelabelled[before] {
        sections.append((before, after, .besideMove))
        stays[after] = false
      }
      planned.cut(sections.lazy.map { ($0.before, $0.after) })
    }
    dropCrossing(&planned, reloads: reloads)
    dropMovedAndChanged(&planned)
    if reloads { dropReloadsBesideMoves(&planned, sectionsMove: sectionsMove) }
  }

  /// No row moves out of or into a section that is deleted, inserted or reloaded.
  private mutating func dropCrossing(_ planned: inout PlannedRuns, reloads: Bool) {
    let matching = planned.matching
    let stays = planned.matching.stays
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    let isReloaded = { (before: Int) in reloads && before >= 0 && matching.isRelabelled[before] }
    let isCut = { (before: Int, after: Int) in
      matching.newSection[before] < 0 || matching.oldSection[after] < 0
    }
    planned.filter { index, _, before, after in
      let home = matching.oldSection[after]
      if isCut(before, after) { return .none }
      if stays[index] { return .all }
      return isReloaded(before) || isReloaded(home) ? .none : .all
    } drop: { run, before, after in
      // Rows that go and come with their section have no operation of their own.
      if matching.newSection[before] < 0 && matching.oldSection[after] < 0 { return }
      let cause: Replacement.Cause =
        isCut(before, after) ? .crossesDeletedOrInserted : .crossesReloaded
      dropped.append((run, cause))
    }
    rows += dropped
  }

  private mutating func dropMovedAndChanged(_ planned: inout PlannedRuns) {
    let stays = planned.matching.stays
    guard
      zip(planned.matching.runList, planned.matching.staysList).contains(where: {
        $0.changes > 0 && !$1
      })
    else { return }
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    planned.filter { index, run, _, _ in
      stays[index] || run.changes == 0 ? .all : .unchanged
    } drop: { run, _, _ in
      dropped.append((run, .movedAndChanged))
    }
    rows += dropped
  }

  private mutating func dropReloadsBesideMoves(_ planned: inout PlannedRuns, sectionsMove: Bool) {
    let activity = SectionActivity(planned, .reload)
    let isRelabelled = planned.matching.isRelabelled
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    planned.filter { _, run, before, _ in
      let isHit =
        run.changes > 0 && !isRelabelled[before]
        && (sectionsMove || activity.byMoves[before])
      return isHit ? .unchanged : .all
    } drop: { run, _, _ in
      dropped.append((run, .besideMove))
    }
    rows += dropped
  }
}
