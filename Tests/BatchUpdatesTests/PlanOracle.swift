import BatchUpdates
import Expectations
import Testing

/// What is known of a plan without planning, found the slow and plain way.
struct PlanOracle {
  let from: Outline
  let to: Outline

  /// The fewest section moves, then the fewest row moves, when nothing that survives is deleted
  /// and inserted.
  func leastMoves() -> (sections: Int, rows: Int) {
    let sections = misplaced(from.sections.map(\.id), to.sections.map(\.id))
    let homes = homes(from)
    var rows = 0
    for section in to.sections {
      let here = section.rows.map(\.id).filter { homes[$0] == section.id }
      rows += section.rows.count { homes[$0.id] != nil && homes[$0.id] != section.id }
      let before = from.sections.first { $0.id == section.id }?.rows.map(\.id) ?? []
      rows += misplaced(before, here)
    }
    return (sections, rows)
  }

  /// The fewest row moves when a row that changes its section does not move.
  func leastMovesAtHome() -> Int {
    to.sections.reduce(0) { moves, section in
      let before = from.sections.first { $0.id == section.id }?.rows.map(\.id) ?? []
      return moves + misplaced(before, section.rows.map(\.id))
    }
  }

  /// The number of stages of rule D18 that are not empty.
  func stagesWithoutMerging(_ least: (sections: Int, rows: Int)) -> Int {
    let oldHomes = homes(from)
    let newHomes = homes(to)
    let oldSections = Set(from.sections.map(\.id))
    let newSections = Set(to.sections.map(\.id))
    let contents = Dictionary(
      uniqueKeysWithValues: from.sections.flatMap(\.rows).map { ($0.id, $0.content) })
    let headers = Dictionary(uniqueKeysWithValues: from.sections.map { ($0.id, $0.content) })
    let content =
      to.sections.contains { (headers[$0.id] ?? $0.content) != $0.content }
      || to.sections.flatMap(\.rows).contains { (contents[$0.id] ?? $0.content) != $0.content }
    let grow = !newSections.isSubset(of: oldSections)
    let rows =
      oldHomes.keys.count != newHomes.keys.count || oldHomes != newHomes
      || least.rows > 0
    let shrink = !oldSections.isSubset(of: newSections) || least.sections > 0
    return [content, grow, rows, shrink].count { $0 }
  }

  private func homes(_ outline: Outline) -> [Int: Int] {
    var homes: [Int: Int] = [:]
    for section in outline.sections { for row in section.rows { homes[row.id] = section.id } }
    return homes
  }

  /// How many of those in both lists are outside the longest choice that has one order in both.
  private func misplaced(_ old: [Int], _ new: [Int]) -> Int {
    let places = new.compactMap { old.firstIndex(of: $0) }
    // The longest choice that ends with each, from those before it: quadratic and plain.
    var lengths: [Int] = []
    for (position, place) in places.enumerated() {
      var length = 1
      for earlier in 0..<position where places[earlier] < place {
        length = max(length, lengths[earlier] + 1)
      }
      lengths.append(length)
    }
    let best = lengths.max() ?? 0
    return places.count - best
  }

  /// Expects that a plan is legal, exact, least and no longer than its parts, that nothing that
  /// survives is deleted and inserted, and that its inverse leads back.
  @discardableResult
  func check(
    _ content: ContentChange, file: StaticString = #filePath, line: Int = #line
  ) throws -> Plan {
    let staged = try Planner(content: content).stagedPlan(from: from, to: to)
    let stages = staged.plan.stages
    let least = leastMoves()
    var faults: [String] = []
    if try staged.replay() != to { faults.append("does not lead there") }
    if stages.reduce(0, { $0 + $1.sections.moves.count }) != least.sections {
      faults.append("not \(least.sections) section moves")
    }
    if stages.reduce(0, { $0 + $1.rows.moves.count }) != least.rows {
      faults.append("not \(least.rows) row moves")
    }
    // A section that must move to its own index takes a stage more, which moves one section alone.
    let detours = stages.count { $0.count == 1 && $0.sections.moves.count == 1 }
    if stages.count > stagesWithoutMerging(least) + min(detours, 1) {
      faults.append("too many stages")
    }
    if stages.contains(where: { $0.sections.moves.contains { $0.from == $0.to } }) {
      faults.append("a section moves to its own index")
    }
    if let lost = lostRow(staged, content) { faults.append("row \(lost) is not followed") }
    if try staged.inverse.replay() != from { faults.append("the inverse does not lead back") }
    let back = try Planner(content: content).plan(from: to, to: from).stages
    if back.reduce(0, { $0 + $1.sections.moves.count }) != least.sections
      || back.reduce(0, { $0 + $1.rows.moves.count }) != least.rows
    {
      faults.append("the way back has another number of moves")
    }
    if staged.plan.inverse.inverse != staged.plan { faults.append("inverting twice differs") }
    if stages.contains(where: { !isSorted($0) }) { faults.append("lists are not sorted") }
    if !faults.isEmpty {
      fail("\(faults): \(staged.plan) \(from) \(to)", file: file, line: line)
    }
    return staged.plan
  }

  /// A row in both tables that the stages do not carry to its place.
  func lostRow(_ staged: StagedPlan, _ content: ContentChange) -> Int? {
    var ends: [Int: RowPath] = [:]
    for (section, all) in to.sections.enumerated() {
      for (row, cell) in all.rows.enumerated() { ends[cell.id] = RowPath(section, row) }
    }
    // A reload drops what it touches by intention: follow the places instead.
    let mappings = staged.plan.stages.map { stage in
      var stage = stage
      stage.sections.reloads = []
      stage.rows.reloads = []
      return StageMapping(stage)
    }
    let reloaded = Set(staged.plan.stages.flatMap(\.sections.reloads))
    for (section, all) in from.sections.enumerated() {
      // Rows of a reloaded section are read again, and nothing says where each is.
      if content == .reload && reloaded.contains(section) { continue }
      for (row, cell) in all.rows.enumerated() {
        guard let end = ends[cell.id] else { continue }
        var path: RowPath? = RowPath(section, row)
        for mapping in mappings { path = path.flatMap(mapping.path(after:)) }
        if path != end { return cell.id }
      }
    }
    return nil
  }

  private func isSorted(_ stage: Stage) -> Bool {
    isSorted(stage.sections) && isSorted(stage.rows)
  }

  private func isSorted<Index>(_ changes: Changes<Index>) -> Bool {
    [
      changes.deletes, changes.inserts, changes.reloads, changes.reconfigures,
      changes.moves.map(\.from),
    ].allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) }
  }
}
