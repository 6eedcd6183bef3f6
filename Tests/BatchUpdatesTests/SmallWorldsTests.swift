import BatchUpdates
import TestSupport
import Testing

@Suite("every pair of small tables")
struct SmallWorldsTests {
  /// Every way to order some of the sections `0..<sections` and to share out, in every order,
  /// some of the rows `0..<rows` among them.
  static func worlds(sections: Int, rows: Int) -> [Outline] {
    arrangements(sections).flatMap { ids in
      ids.isEmpty
        ? [Outline()]
        : arrangements(rows).flatMap { rows in
          cuts(rows.count, into: ids.count).map { cuts in
            Outline(
              ids.indices.map { index in
                let start = index == 0 ? 0 : cuts[index - 1]
                let end = index < cuts.count ? cuts[index] : rows.count
                return Outline.Section(
                  id: ids[index], rows: rows[start..<end].map { Outline.Row(id: $0) })
              })
          }
        }
    }
  }

  /// Every order of every choice of the numbers below `count`.
  static func arrangements(_ count: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var last: [[Int]] = [[]]
    for _ in 0..<count {
      last = last.flatMap { list in (0..<count).filter { !list.contains($0) }.map { list + [$0] } }
      all += last
    }
    return all
  }

  /// Every way to cut a list into parts, as the ends of all parts but the last.
  static func cuts(_ count: Int, into parts: Int) -> [[Int]] {
    parts <= 1
      ? [[]]
      : (0...count).flatMap { end in
        cuts(count - end, into: parts - 1).map { [end] + $0.map { $0 + end } }
      }
  }

  /// Those tables of which all others are renamings: sections and rows count up.
  static func canonical(_ worlds: [Outline]) -> [Outline] {
    worlds.filter { world in
      let rows = world.sections.flatMap(\.rows).map(\.id)
      return world.sections.map(\.id) == Array(world.sections.indices)
        && rows == Array(rows.indices)
    }
  }

  /// A table with some contents changed: bits 0… are headers, then rows, by identity.
  static func changed(_ world: Outline, headers: Int, rows: Int) -> Outline {
    Outline(
      world.sections.map { section in
        Outline.Section(
          id: section.id, content: headers >> section.id & 1,
          rows: section.rows.map { Outline.Row(id: $0.id, content: rows >> $0.id & 1) })
      })
  }

  @Test(
    "two sections and three rows are planned legally, exactly and with the fewest moves",
    arguments: [(0, 0), (2, 2), (3, 5)])
  func twoSections(headers: Int, rows: Int) throws {
    try check(sections: 2, rows: 3, headers: headers, changed: rows)
  }

  @Test(
    "three sections and two rows are planned legally, exactly and with the fewest moves",
    arguments: [(0, 0), (2, 1)])
  func threeSections(headers: Int, rows: Int) throws {
    try check(sections: 3, rows: 2, headers: headers, changed: rows)
  }

  private func check(sections: Int, rows: Int, headers: Int, changed: Int) throws {
    let worlds = Self.worlds(sections: sections, rows: rows)
    let ends = worlds.map { Self.changed($0, headers: headers, rows: changed) }
    let styles: [ContentChange] =
      headers == 0 && changed == 0 ? [.reload] : [.reload, .reconfigure]
    for from in Self.canonical(worlds) {
      for to in ends {
        for content in styles { try PlanOracle(from: from, to: to).check(content) }
      }
    }
  }
}
