import BatchUpdates
import Measuring

extension Scenario {
  /// The cases of one section.
  static let lists = [
    Scenario(
      name: "headline", title: "5,000 rows: 1,000 deleted, 1,000 inserted, 200 shuffled",
      rounds: 100, identities: [.strings, .copies, .uuids, .integers, .handles]
    ) { [headline(5_000, using: &$0)] },
    Scenario(
      name: "headline-100k",
      title: "100,000 rows: 10,000 deleted, 10,000 inserted, 2,000 shuffled",
      rounds: 20, identities: [.strings, .copies, .uuids, .handles]
    ) { [headline(100_000, using: &$0)] },
    Scenario(
      name: "edits-100k", title: "100,000 rows, 1 % edited", rounds: 30,
      identities: [.strings, .copies, .integers, .handles]
    ) { [list(100_000, .mixed(1_000), using: &$0)] },
    Scenario(
      name: "edits-1m", title: "1,000,000 rows, 1 % edited", rounds: 7,
      identities: [.strings, .copies, .integers, .handles]
    ) { [list(1_000_000, .mixed(10_000), using: &$0)] },
    Scenario(
      name: "deletes-1m", title: "1,000,000 rows, 50 deleted", rounds: 7,
      identities: [.strings, .copies, .integers, .handles]
    ) { [list(1_000_000, Edits(deletes: 50), using: &$0)] },
    Scenario(
      name: "shuffle-1m", title: "1,000,000 rows shuffled", rounds: 5,
      identities: [.strings, .copies, .integers, .handles]
    ) { [shuffled(1_000_000, using: &$0)] },
    Scenario(
      name: "far", title: "300 rows, one moved (mean of 100 tables)", rounds: 50,
      identities: [.strings, .copies, .handles]
    ) { generator in (0..<100).map { _ in oneMoved(300, using: &generator) } },
  ]

  /// What DifferenceKit's own benchmark measures: a fifth (of the larger list a tenth) deleted
  /// and inserted elsewhere, and the first rows shuffled among themselves.
  private static func headline(_ count: Int, using generator: inout SeededGenerator) -> OutlinePair
  {
    let old = (0..<count).map { Outline.Row(id: $0) }
    let (deletes, inserts, shuffles) =
      count == 5_000
      ? (2_000..<3_000, 3_000..<4_000, 0..<200)
      : (count / 5..<count * 3 / 10, count * 3 / 10..<count * 2 / 5, 0..<count / 50)
    var new = old
    new.removeSubrange(deletes)
    let fresh = inserts.indices.map { Outline.Row(id: count + $0 - inserts.lowerBound) }
    new.insert(contentsOf: fresh, at: inserts.lowerBound)
    new[shuffles].shuffle(using: &generator)
    return pair(old, new)
  }

  private static func list(
    _ count: Int, _ edits: Edits, using generator: inout SeededGenerator
  ) -> OutlinePair {
    let old = (0..<count).map { Outline.Row(id: $0) }
    return pair(old, edits.applied(to: [old], fresh: count, using: &generator)[0])
  }

  /// A list in another order.
  static func shuffled(_ count: Int, using generator: inout SeededGenerator) -> OutlinePair {
    let old = (0..<count).map { Outline.Row(id: $0) }
    return pair(old, old.shuffled(using: &generator))
  }

  private static func oneMoved(_ count: Int, using generator: inout SeededGenerator) -> OutlinePair
  {
    let old = (0..<count).map { Outline.Row(id: $0) }
    var new = old
    let from = generator.below(count)
    let row = new.remove(at: from)
    let to = (from + 1 + generator.below(count - 1)) % count
    new.insert(row, at: to)
    return pair(old, new)
  }

  private static func pair(_ old: [Outline.Row], _ new: [Outline.Row]) -> OutlinePair {
    OutlinePair(
      old: Outline([.init(id: 0, rows: old)]), new: Outline([.init(id: 0, rows: new)]))
  }
}
