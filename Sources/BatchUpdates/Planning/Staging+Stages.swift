extension Staging {
  /// One batch of the plan.
  struct Step {
    /// The number of its stage.
    let number: Int
    let stage: Stage
    /// Where this is a part of a stage that only moves sections, the order after it, by their
    /// indexes before the stage; else nil.
    let order: [Int]?
  }

  /// The stages that are not empty, in order. Where sections would move to their own index, a stage
  /// goes before that moves some of them; several where these could not move together.
  func steps() -> [Step] {
    var steps: [Step] = []
    for number in 0..<partition.stageCount {
      let stage = stage(number)
      if stage.isEmpty { continue }
      if !stage.sections.moves.isEmpty {
        steps += self.steps(of: stage, number)
      } else {
        steps.append(Step(number: number, stage: stage, order: nil))
      }
    }
    return steps
  }

  /// A stage with those that go before it.
  private func steps(of stage: Stage, _ number: Int) -> [Step] {
    var stage = stage
    var steps: [Step] = []
    var order = Array(0..<sectionCount(before: number))
    var moved: [Int] = []
    while let detour = SectionDetour(stage, sections: order.count) {
      moved += detour.stage.sections.moves.map { order[$0.from] }
      order = detour.order.map { order[$0] }
      steps.append(Step(number: number, stage: detour.stage, order: order))
      stage = detour.rest
    }
    if steps.count > 1 {
      let moves = order.indices.filter { moved.contains(order[$0]) }
        .map { Move(from: order[$0], to: $0) }.sorted { $0.from < $1.from }
      if moves.allSatisfy({ $0.from != $0.to }) {
        steps = [Step(number: number, stage: Stage(sections: Changes(moves: moves)), order: order)]
      }
    }
    return steps + [Step(number: number, stage: stage, order: nil)]
  }

  /// The number of sections before a stage.
  private func sectionCount(before number: Int) -> Int {
    switch space(before: number) {
    case .before: oldInMiddle.count
    case .middle: middle.count
    case .after: newInMiddle.count
    }
  }

  /// True if a section moves to its own index.
  var movesToOwnIndex: Bool {
    let (before, after) = (space(before: partition.moves), space(after: partition.moves))
    return difference.sectionMoves.contains {
      place(ofOld: $0.from, in: before) == place(ofNew: $0.to, in: after)
    }
  }

  /// The operations of one stage, its lists sorted.
  private func stage(_ number: Int) -> Stage {
    let before = space(before: number)
    let after = space(after: number)
    var stage = Stage()
    if partition.content == number { addContent(to: &stage) }
    if partition.rows == number { addRows(to: &stage, before, after) }
    guard difference.changesSections else { return stage }
    if partition.inserts == number {
      stage.sections.inserts = difference.sectionInserts.map { place(ofNew: $0, in: after) }
    }
    if partition.moves == number {
      stage.sections.moves = difference.sectionMoves.map {
        Move(from: place(ofOld: $0.from, in: before), to: place(ofNew: $0.to, in: after))
      }
      stage.sections.moves.sort { $0.from < $1.from }
    }
    if partition.deletes == number {
      stage.sections.deletes = difference.sectionDeletes.map { place(ofOld: $0, in: before) }
      stage.sections.deletes.sort()
    }
    return stage
  }

  /// Content comes first, so its indexes are those before the whole plan.
  private func addContent(to stage: inout Stage) {
    switch difference.content {
    case .reload:
      stage.sections.reloads = difference.sectionChanges
      stage.rows.reloads = difference.rowChanges
    case .reconfigure:
      stage.sections.reconfigures = difference.sectionChanges
      stage.rows.reconfigures = difference.rowChanges
    }
  }

  private func addRows(to stage: inout Stage, _ before: Space, _ after: Space) {
    var deletes = difference.rowDeletes
    var inserts = difference.rowInserts
    if partition.content == partition.rows && difference.swallowed > 0 {
      let reloaded = Set(difference.sectionChanges)
      deletes.removeAll { reloaded.contains($0.section) }
      inserts.removeAll { reloaded.contains(difference.matching.oldSection[$0.section]) }
    }
    // No table between stages holds a replaced row twice.
    if partition.inserts < partition.rows { inserts += difference.replacedInNew }
    if partition.deletes > partition.rows { deletes += difference.replacedInVanishing }
    if before == .before && after == .after {
      // The lists are as the stage says them.
      stage.rows.deletes = deletes
      stage.rows.inserts = inserts
      stage.rows.moves = difference.rowMoves
      return
    }
    stage.rows.deletes = deletes.map { old($0, in: before) }.inOrder()
    stage.rows.inserts = inserts.map { new($0, in: after) }.inOrder()
    stage.rows.moves = difference.rowMoves.map {
      Move(from: old($0.from, in: before), to: new($0.to, in: after))
    }
    stage.rows.moves.sort { $0.from < $1.from }
  }

  private func old(_ path: RowPath, in space: Space) -> RowPath {
    RowPath(place(ofOld: path.section, in: space), path.row)
  }

  private func new(_ path: RowPath, in space: Space) -> RowPath {
    RowPath(place(ofNew: path.section, in: space), path.row)
  }
}

extension Array where Element: Comparable {
  /// The elements in order, at no cost when they are.
  fileprivate func inOrder() -> [Element] {
    zip(self, dropFirst()).allSatisfy(<) ? self : sorted()
  }
}
