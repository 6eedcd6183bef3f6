import BatchUpdates
import Measuring

extension Scenario {
  /// The cases of many sections.
  static let sectioned = [
    Scenario(
      name: "sections-1000x100",
      title: "1,000 sections of 100 rows, 1 % edited, sections shuffled", rounds: 20,
      identities: [.strings, .copies, .integers, .handles]
    ) { [shuffledSections(1_000, of: 100, .mixed(1_000), using: &$0)] },
    Scenario(
      name: "sections-100x10000",
      title: "100 sections of 10,000 rows, 1 % edited, sections shuffled", rounds: 5,
      identities: [.strings, .copies, .integers, .handles]
    ) { [shuffledSections(100, of: 10_000, .mixed(10_000), using: &$0)] },
    Scenario(
      name: "command-delete", title: "1,000 sections of 1,000 rows, one row deleted",
      rounds: 11, identities: [.strings, .copies, .handles, .marked]
    ) { _ in
      [command { $0[500].rows.remove(at: 300) }]
    },
    Scenario(
      name: "command-edit", title: "1,000 sections of 1,000 rows, one row edited",
      rounds: 11, identities: [.strings, .copies, .handles, .marked]
    ) { _ in
      [command { $0[500].rows[300].content += 1 }]
    },
    Scenario(
      name: "command-move", title: "1,000 sections of 1,000 rows, one row moved across sections",
      rounds: 11, identities: [.strings, .copies, .handles, .marked]
    ) { _ in
      [command { $0[700].rows.insert($0[500].rows.remove(at: 300), at: 100) }]
    },
  ]

  /// Edits in all sections, every list of rows built anew, and the sections in another order.
  private static func shuffledSections(
    _ count: Int, of size: Int, _ edits: Edits, using generator: inout SeededGenerator
  ) -> OutlinePair {
    let old = table(count, of: size)
    let rows = edits.applied(to: old.map(\.rows), fresh: count * size, using: &generator)
    let new = zip(old, rows).map { Outline.Section(id: $0.id, rows: $1) }
    return OutlinePair(old: Outline(old), new: Outline(new.shuffled(using: &generator)))
  }

  /// One command on a large table: sections that it leaves alone share their rows.
  private static func command(_ change: (inout [Outline.Section]) -> Void) -> OutlinePair {
    let old = table(1_000, of: 1_000)
    var new = old
    change(&new)
    return OutlinePair(old: Outline(old), new: Outline(new))
  }

  private static func table(_ count: Int, of size: Int) -> [Outline.Section] {
    (0..<count).map { section in
      let first = section * size
      return Outline.Section(id: section, rows: (first..<first + size).map { .init(id: $0) })
    }
  }
}
