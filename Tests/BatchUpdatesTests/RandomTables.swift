import BatchUpdates
import TestSupport

/// Pairs of tables at random, small and large, neighbours and strangers.
enum RandomTables {
  /// Half of the pairs are neighbours, half have little to do with each other; one in eight is
  /// large.
  static func pair(_ generator: inout SeededGenerator) -> (from: Outline, to: Outline) {
    let isLarge = generator.oneIn(8)
    let pools = isLarge ? Pools(sections: 12, rows: 80) : Pools(sections: 6, rows: 16)
    let from = table(pools, &generator)
    let to = generator.oneIn(2) ? table(pools, &generator) : edited(from, pools, &generator)
    return (from, to)
  }

  /// How many identities there are to draw from.
  struct Pools {
    var sections = 6
    var rows = 16
  }

  /// Up to all but one of the sections, up to three quarters of the rows, any of them empty.
  static func table(_ pools: Pools, _ generator: inout SeededGenerator) -> Outline {
    let sections = Array(0..<pools.sections).shuffled(using: &generator)
      .prefix(generator.below(pools.sections))
    let rows = Array(0..<pools.rows).shuffled(using: &generator)
      .prefix(generator.below(pools.rows * 3 / 4 + 1))
    var outline = Outline(
      sections.map { Outline.Section(id: $0, content: generator.oneIn(4) ? 1 : 0) })
    if sections.isEmpty { return outline }
    for row in rows {
      outline.sections[generator.below(sections.count)].rows.append(
        Outline.Row(id: row, content: generator.oneIn(4) ? 1 : 0))
    }
    return outline
  }

  /// A table after one to five edits of all kinds.
  static func edited(
    _ table: Outline, _ pools: Pools, _ generator: inout SeededGenerator
  ) -> Outline {
    var result = table
    for _ in 0...generator.below(5) { edit(&result, pools, &generator) }
    return result
  }

  private static func edit(
    _ table: inout Outline, _ pools: Pools, _ generator: inout SeededGenerator
  ) {
    let section = table.sections.indices.randomElement(using: &generator)
    let row = section.flatMap { table.sections[$0].rows.indices.randomElement(using: &generator) }
    switch (generator.below(8), section, row) {
    case (0, let section?, let row?):
      table.sections[section].rows.remove(at: row)
    case (1, let section?, let row?):
      table.sections[section].rows[row].content ^= 1
    case (2, let section?, let row?), (3, let section?, let row?):
      let moved = table.sections[section].rows.remove(at: row)
      let target = generator.below(table.sections.count)
      let place = generator.below(table.sections[target].rows.count + 1)
      table.sections[target].rows.insert(moved, at: place)
    case (4, let section?, _):
      let moved = table.sections.remove(at: section)
      table.sections.insert(moved, at: generator.below(table.sections.count + 1))
    case (5, let section?, _):
      table.sections[section].content ^= 1
    case (6, let section?, _) where generator.oneIn(2):
      let gone = table.sections.remove(at: section)
      // Some of its rows may live on elsewhere.
      if let heir = table.sections.indices.randomElement(using: &generator) {
        table.sections[heir].rows += gone.rows.prefix(generator.below(3))
      }
    default:
      addSection(&table, pools, &generator)
    }
  }

  /// A new section may take rows from another, and bring one of its own.
  private static func addSection(
    _ table: inout Outline, _ pools: Pools, _ generator: inout SeededGenerator
  ) {
    let used = Set(table.sections.map(\.id))
    guard let id = (0..<pools.sections).first(where: { !used.contains($0) }) else { return }
    var section = Outline.Section(id: id)
    if let giver = table.sections.indices.randomElement(using: &generator) {
      section.rows = Array(table.sections[giver].rows.suffix(2))
      table.sections[giver].rows.removeLast(section.rows.count)
    }
    let rows = Set(table.sections.flatMap(\.rows).map(\.id) + section.rows.map(\.id))
    if let row = (0..<pools.rows).first(where: { !rows.contains($0) }) {
      section.rows.insert(Outline.Row(id: row), at: 0)
    }
    table.sections.insert(section, at: generator.below(table.sections.count + 1))
  }
}
