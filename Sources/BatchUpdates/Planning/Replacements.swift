/// What survives and is nevertheless deleted and inserted, with the cause.
struct Replaced {
  /// Sections by their indexes before and after.
  private(set) var sections: [(before: Int, after: Int, cause: Replacement.Cause)] = []
  /// Rows by their numbers.
  private(set) var rows: [(run: Run, cause: Replacement.Cause)] = []

  /// Drops the moves of rows that the planner shall not use.
  mutating func dropUnwantedMoves(_ pieces: inout Pieces, _ planner: Planner) {
    guard !planner.usesMoves || !planner.movesAcrossSections else { return }
    let oldSection = pieces.matching.oldSection
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    let stays = pieces.stays
    pieces.filter { index, _, before, after in
      stays[index] || planner.usesMoves && before == oldSection[after] ? .all : .none
    } drop: { run, before, after in
      let crosses = before != oldSection[after]
      dropped.append((run, crosses && !planner.movesAcrossSections ? .crossMovesOff : .movesOff))
    }
    rows += dropped
  }

  /// Cuts what cannot stand in one batch beside the rest, so that one batch is enough.
  mutating func fitIntoOne(
    _ pieces: inout Pieces, _ stays: inout [Bool], _ touches: Touches, _ planner: Planner
  ) {
    for (after, before) in pieces.matching.oldSection.enumerated()
    where before >= 0 && !stays[after] {
      if !planner.usesMoves {
        cut(before, after, .movesOff, &pieces)
      } else if touches.byOperations[before] || touches.byContent[before] {
        cut(before, after, .insideMoved, &pieces)
      } else if before == after {
        cut(before, after, .ownPlace, &pieces)
      }
    }
    let sectionsMove = pieces.matching.oldSection.indices.contains {
      pieces.matching.oldSection[$0] >= 0 && !stays[$0]
    }
    let reloads = planner.content == .reload
    if reloads && sectionsMove {
      for (after, before) in pieces.matching.oldSection.enumerated()
      where before >= 0 && pieces.matching.isRelabelled[before] {
        cut(before, after, .besideMove, &pieces)
        stays[after] = false
      }
    }
    dropCrossing(&pieces, reloads: reloads)
    dropMovedAndChanged(&pieces)
    if reloads { dropReloadsBesideMoves(&pieces, sectionsMove: sectionsMove) }
  }

  private mutating func cut(
    _ before: Int, _ after: Int, _ cause: Replacement.Cause, _ pieces: inout Pieces
  ) {
    sections.append((before, after, cause))
    pieces.cut(before, after)
  }

  /// No row moves out of or into a section that is deleted, inserted or reloaded.
  private mutating func dropCrossing(_ pieces: inout Pieces, reloads: Bool) {
    let matching = pieces.matching
    let stays = pieces.stays
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    let isReloaded = { (before: Int) in reloads && before >= 0 && matching.isRelabelled[before] }
    let isCut = { (before: Int, after: Int) in
      matching.newSection[before] < 0 || matching.oldSection[after] < 0
    }
    pieces.filter { index, _, before, after in
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

  private mutating func dropMovedAndChanged(_ pieces: inout Pieces) {
    let stays = pieces.stays
    guard
      pieces.matching.runs.indices.contains(where: {
        !stays[$0] && pieces.matching.runs[$0].changes > 0
      })
    else { return }
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    pieces.filter { index, run, _, _ in
      stays[index] || run.changes == 0 ? .all : .unchanged
    } drop: { run, _, _ in
      dropped.append((run, .movedAndChanged))
    }
    rows += dropped
  }

  private mutating func dropReloadsBesideMoves(_ pieces: inout Pieces, sectionsMove: Bool) {
    let touches = Touches(pieces, .reload)
    let isRelabelled = pieces.matching.isRelabelled
    var dropped: [(run: Run, cause: Replacement.Cause)] = []
    pieces.filter { _, run, before, _ in
      let isHit =
        run.changes > 0 && !isRelabelled[before]
        && (sectionsMove || touches.byMoves[before])
      return isHit ? .unchanged : .all
    } drop: { run, _, _ in
      dropped.append((run, .besideMove))
    }
    rows += dropped
  }
}
