import BatchUpdates
import TestSupport
import Testing

@Suite("random tables")
struct RandomTablesTests {
  static let seeds: [UInt64] = [1, 2, 3, 4]

  @Test("pairs of sectioned tables are planned legally, exactly and least", arguments: seeds)
  func pairs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for number in 0..<2_500 {
      let from = Self.table(&generator)
      // Half of the pairs are neighbours, half have little to do with each other.
      let to = number % 2 == 0 ? Self.edited(from, &generator) : Self.table(&generator)
      let content: ContentChange = number / 2 % 2 == 0 ? .reload : .reconfigure
      do {
        try PlanOracle(from: from, to: to).check(content)
      } catch {
        Issue.record("seed \(seed), pair \(number): \(error)")
      }
    }
  }

  @Test("a walk of small edits can be walked back", arguments: [11, 12])
  func walk(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let start = Self.table(&generator)
    var tables = [start]
    var plans: [StagedPlan] = []
    for _ in 0..<150 {
      let next = Self.edited(tables[tables.count - 1], &generator)
      plans.append(try Planner().stagedPlan(from: tables[tables.count - 1], to: next))
      tables.append(next)
    }
    var shown = tables[tables.count - 1]
    for plan in plans.reversed() {
      #expect(plan.inverse.before == shown, "seed \(seed)")
      shown = try plan.inverse.replay()
    }
    #expect(shown == start, "seed \(seed)")
  }

  /// Up to five sections out of six, up to twelve rows out of sixteen.
  static func table(_ generator: inout SeededGenerator) -> Outline {
    let sections = Array(0..<6).shuffled(using: &generator)
      .prefix(Int.random(in: 0...5, using: &generator))
    let rows = Array(0..<16).shuffled(using: &generator)
      .prefix(Int.random(in: 0...12, using: &generator))
    var outline = Outline(
      sections.map {
        Outline.Section(id: $0, content: Int.random(in: 0...3, using: &generator) / 3)
      })
    if sections.isEmpty { return outline }
    for row in rows {
      let content = Int.random(in: 0...3, using: &generator) / 3
      outline.sections[sections.indices.randomElement(using: &generator) ?? 0].rows.append(
        Outline.Row(id: row, content: content))
    }
    return outline
  }

  /// A table after one to five edits of all kinds.
  static func edited(_ table: Outline, _ generator: inout SeededGenerator) -> Outline {
    var result = table
    for _ in 0..<Int.random(in: 1...5, using: &generator) { edit(&result, &generator) }
    return result
  }

  private static func edit(_ table: inout Outline, _ generator: inout SeededGenerator) {
    let section = table.sections.indices.randomElement(using: &generator)
    let row = section.flatMap { table.sections[$0].rows.indices.randomElement(using: &generator) }
    switch (Int.random(in: 0..<8, using: &generator), section, row) {
    case (0, let section?, let row?):
      table.sections[section].rows.remove(at: row)
    case (1, let section?, let row?):
      table.sections[section].rows[row].content ^= 1
    case (2, let section?, let row?), (3, let section?, let row?):
      let moved = table.sections[section].rows.remove(at: row)
      let target = table.sections.indices.randomElement(using: &generator) ?? section
      let place = Int.random(in: 0...table.sections[target].rows.count, using: &generator)
      table.sections[target].rows.insert(moved, at: place)
    case (4, let section?, _):
      let moved = table.sections.remove(at: section)
      table.sections.insert(moved, at: Int.random(in: 0...table.sections.count, using: &generator))
    case (5, let section?, _):
      table.sections[section].content ^= 1
    case (6, let section?, _) where Bool.random(using: &generator):
      table.sections.remove(at: section)
    default:
      let used = Set(table.sections.map(\.id))
      if let id = (0..<6).first(where: { !used.contains($0) }) {
        let place = Int.random(in: 0...table.sections.count, using: &generator)
        var section = Outline.Section(id: id)
        // A new section may take rows from another, or bring its own.
        if let giver = table.sections.indices.randomElement(using: &generator) {
          section.rows = Array(table.sections[giver].rows.suffix(2))
          table.sections[giver].rows.removeLast(section.rows.count)
        }
        let rows = Set(table.sections.flatMap(\.rows).map(\.id) + section.rows.map(\.id))
        if let row = (0..<16).first(where: { !rows.contains($0) }) {
          section.rows.insert(Outline.Row(id: row), at: 0)
        }
        table.sections.insert(section, at: place)
      }
    }
  }
}
