import BatchUpdates
import TestSupport
import Testing

/// The policy `.one`: always one batch.
struct OneStageTests {
  @Test(
    "of a small pair is legal, exact and converts as little as the rule allows",
    arguments: LongRun.isOn ? Array(0..<32) : Array(0..<4))
  func smallPairs(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part))
    for _ in 0..<(LongRun.isOn ? 20_000 : 300) {
      var pair = SmallWorlds.pair(generator.below(SmallWorlds.count))
      pair.change(subset: generator.oneIn(3) ? 0 : generator.below(1 << pair.survivors))
      if generator.oneIn(2) { pair.insertInFront() }
      for content in ContentChange.allCases { try check(pair.from, pair.to, content) }
    }
  }

  @Test(
    "of a random pair is legal, exact and converts as little as the rule allows",
    arguments: LongRun.isOn ? Array(101...132) : [101, 102])
  func randomPairs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var pairs = 0
    while pairs < (LongRun.isOn ? 1_000 : 150) {
      let (from, to) = RandomTables.pair(&generator)
      // Trying everything takes twice as long with each row.
      if (from.sections + to.sections).contains(where: { $0.rows.count > 9 }) { continue }
      pairs += 1
      for content in ContentChange.allCases { try check(from, to, content) }
    }
  }

  @Test(
    "that puts three sections in any order replaces as few of those that change as the rule allows",
    arguments: ContentChange.allCases)
  func orders(content: ContentChange) throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for ways in 0..<64 {
        let from = Outline((0..<3).map { Self.section($0) })
        let to = Outline(order.map { Self.section($0, changed: ways >> (2 * $0) & 3) })
        try check(from, to, content)
      }
    }
  }

  /// A section of two rows: as it is, with a new header, with a new first row, or with that row
  /// behind the other one.
  private static func section(_ id: Int, changed way: Int = 0) -> Outline.Section {
    var section = Outline.Section(
      id: id, rows: [Outline.Row(id: 10 * id), Outline.Row(id: 10 * id + 1)])
    if way == 1 { section.content = 1 }
    if way >= 2 { section.rows[0].content = 1 }
    if way == 3 { section.rows.swapAt(0, 1) }
    return section
  }

  private func check(_ from: Outline, _ to: Outline, _ content: ContentChange) throws {
    let staged = try Planner(content: content, stages: .one).stagedPlan(from: from, to: to)
    let said = Said(staged, from, to, content)
    var faults: [String] = []
    do {
      if try staged.replay() != to { faults.append("does not lead there") }
      if try staged.inverse.replay() != from { faults.append("does not lead back") }
    } catch {
      faults.append("\(error)")
    }
    if staged.plan.stages.count != (from == to ? 0 : 1) { faults.append("not one stage") }
    let oracle = OneStageOracle(from: from, to: to)
    if !oracle.leastSections().contains(where: { said.isChoice($0, oracle, content) }) {
      faults.append("not the fewest sections")
    }
    let rows = oracle.leastRows(replaced: said.replaced.union(said.reloaded), content)
    if said.movedRows != rows.moves { faults.append("not \(rows) moved") }
    if said.converted.count != rows.conversions { faults.append("not \(rows) converted") }
    faults += unexplained(staged, said)
    if !faults.isEmpty {
      Issue.record("\(faults): \(content) \(text(staged.plan)) \(said) \(from) → \(to)")
    }
  }

  /// What of the reasons that the plan gives is not so.
  private func unexplained(_ staged: StagedPlan, _ said: Said) -> [String] {
    var sections: Set<Int> = []
    var rows: Set<Int> = []
    for replacement in staged.replacements {
      switch (replacement.before, replacement.after) {
      case (.section(let before), .section(let after)):
        let id = staged.before.sections[before].id
        if staged.after.last?.sections[after].id != id { return ["another section"] }
        sections.insert(id)
      case (.row(let before), .row(let after)):
        let id = staged.before.sections[before.section].rows[before.row].id
        if staged.after.last?.sections[after.section].rows[after.row].id != id {
          return ["another row"]
        }
        rows.insert(id)
      default: return ["a section for a row"]
      }
    }
    return (sections == said.replaced ? [] : ["\(sections) are not the replaced sections"])
      + (said.converted.isSubset(of: rows) ? [] : ["\(rows) are not all that is converted"])
  }

  /// What a plan of one stage does to what is in both tables.
  private struct Said {
    var movedSections: Set<Int> = []
    /// Sections that are deleted and inserted.
    var replaced: Set<Int> = []
    var reloaded: Set<Int> = []
    var movedRows = 0
    /// Rows that are inserted by themselves, not with their section.
    var converted: Set<Int> = []

    init(_ staged: StagedPlan, _ from: Outline, _ to: Outline, _ content: ContentChange) {
      guard let stage = staged.plan.stages.first else { return }
      movedSections = Set(stage.sections.moves.map { from.sections[$0.from].id })
      let inserted = Set(stage.sections.inserts.map { to.sections[$0].id })
      replaced = Set(stage.sections.deletes.map { from.sections[$0].id }).intersection(inserted)
      reloaded = Set(stage.sections.reloads.map { from.sections[$0].id })
      movedRows = stage.rows.moves.count
      for path in stage.rows.inserts {
        let section = to.sections[path.section]
        let row = section.rows[path.row]
        guard let home = from.sections.first(where: { $0.rows.contains { $0.id == row.id } }) else {
          continue
        }
        if content == .reconfigure || home.id != section.id || home.rows.contains(row) {
          converted.insert(row.id)
        }
      }
    }

    /// Whether the plan chose these sections as those outside the increasing run.
    func isChoice(
      _ outside: Set<Int>, _ oracle: OneStageOracle, _ content: ContentChange
    ) -> Bool {
      let changed = outside.filter { !oracle.canMove($0) }
      guard movedSections == outside.subtracting(changed) else { return false }
      if content == .reconfigure { return replaced == changed && reloaded.isEmpty }
      // A new header means a new section, by a reload where nothing that moves can hit it.
      let headers = oracle.to.sections.filter { section in
        oracle.from.sections.contains { $0.id == section.id && $0.content != section.content }
      }
      return replaced.union(reloaded) == changed.union(headers.map(\.id))
        && reloaded.isDisjoint(with: replaced)
    }
  }
}
