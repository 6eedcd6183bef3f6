import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Among the plans with the fewest moves and stages, one moves the fewest to their own place; found
/// out by trying every choice of what stays.
struct OwnPlaceTests {
  /// Every longest choice of new positions whose old ones increase.
  private func longestChoices(_ places: [Int?]) -> [[Bool]] {
    var best = 0
    var choices: [[Bool]] = []
    for bits in 0..<(1 << places.count) where bits.nonzeroBitCount >= best {
      var last = -1
      let isChoice = places.indices.allSatisfy { position in
        if bits >> position & 1 == 0 { return true }
        guard let place = places[position] else { return false }
        defer { last = place }
        return place > last
      }
      if !isChoice { continue }
      if bits.nonzeroBitCount > best { (best, choices) = (bits.nonzeroBitCount, []) }
      choices.append(places.indices.map { bits >> $0 & 1 == 1 })
    }
    return choices
  }

  /// How many that do not stay are at their own place, and how many of them changed.
  private func leftOut(_ places: [Int?], _ stays: [Bool], _ isIn: (Int) -> Bool) -> Int {
    places.indices.count { places[$0] != nil && !stays[$0] && isIn($0) }
  }

  private func fewestAtOwnPlace(_ places: [Int?]) -> Int {
    longestChoices(places).map { leftOut(places, $0) { places[$0] == $0 } }.min() ?? 0
  }

  private func rows(_ ids: [Int]) -> Outline {
    Outline([Outline.Section(id: 0, rows: ids.map { Outline.Row(id: $0) })])
  }

  private func sections(_ ids: [Int]) -> Outline { Outline(ids.map { Outline.Section(id: $0) }) }

  private func permutations(_ count: Int) -> [[Int]] {
    count == 0
      ? [[]]
      : permutations(count - 1).flatMap { list in
        (0...list.count).map { Array(list[..<$0]) + [count - 1] + Array(list[$0...]) }
      }
  }

  /// Every list of up to `length` of some of `old` numbers and of new ones.
  private func arrangements(of old: Int, _ length: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var last = all
    for position in 0..<length {
      last = last.flatMap { list in
        [list + [100 + position]] + (0..<old).filter { !list.contains($0) }.map { list + [$0] }
      }
      all += last
    }
    return all
  }

  /// Expects the least plan between two lists of rows, with the fewest moves to their own place.
  private func expectLeastRows(_ old: [Int], _ new: [Int]) throws {
    let staged = try Planner().stagedPlan(from: rows(old), to: rows(new))
    _ = try staged.replay()
    let places = new.map { old.firstIndex(of: $0) }
    let moves = staged.plan.stages.flatMap(\.rows.moves)
    let least = LeastMoves.outside(places.compactMap { $0 })
    expectEqual(staged.plan.stages.count, old == new ? 0 : 1)
    expectEqual(moves.count, least, "\(old) → \(new)")
    expectEqual(
      moves.count { $0.from == $0.to }, fewestAtOwnPlace(places), "\(old) → \(new): \(moves)")
  }

  /// Expects the least plan between two lists of sections, no section moving to its own index, and
  /// a second stage only where it is needed.
  private func expectLeastSections(_ old: [Int], _ new: [Int]) throws {
    let staged = try Planner().stagedPlan(from: sections(old), to: sections(new))
    try expectEqual(staged.replay(), sections(new))
    try expectEqual(staged.inverse.replay(), sections(old))
    let places = new.map { old.firstIndex(of: $0) }
    let moves = staged.plan.stages.flatMap(\.sections.moves)
    let least = LeastMoves.outside(places.compactMap { $0 })
    expectEqual(moves.count, least, "\(old) → \(new)")
    expect(!moves.contains { $0.from == $0.to }, "\(old) → \(new): \(moves)")
    let stages = old == new ? 0 : fewestAtOwnPlace(places) == 0 ? 1 : 2
    expectEqual(staged.plan.stages.count, stages, "\(old) → \(new): \(moves)")
  }

  @Test("is planned only where no least plan is without, in every order of up to seven rows")
  func rowOrders() throws {
    for count in 0...(LongRun.isOn ? 8 : 7) {
      for new in permutations(count) { try expectLeastRows(Array(0..<count), new) }
    }
  }

  @Test("is planned only where no least plan is without, with rows that go and come")
  func changedRows() throws {
    for count in 0...4 {
      for new in arrangements(of: count, 5) { try expectLeastRows(Array(0..<count), new) }
    }
  }

  @Test("is never a section's, which takes a second stage where it must")
  func sectionOrders() throws {
    for count in 0...(LongRun.isOn ? 8 : 6) {
      for new in permutations(count) { try expectLeastSections(Array(0..<count), new) }
    }
  }

  @Test("is never a section's, with sections that go and come")
  func changedSections() throws {
    for count in 0...4 {
      for new in arrangements(of: count, 5) { try expectLeastSections(Array(0..<count), new) }
    }
  }

  @Test("a b c → c b a moves a and c; a b c d e → d e c a b moves c to its place, or in a detour")
  func examples() throws {
    let swap = try Planner().plan(from: outline("abc"), to: outline("cba"))
    expectEqual(text(swap), "mov 0:0>0:2 0:2>0:0")
    let rows = try Planner().plan(from: outline("abcde"), to: outline("decab"))
    expectEqual(text(rows), "mov 0:2>0:2 0:3>0:0 0:4>0:1")
    let sections = try Planner().stagedPlan(
      from: outline("A(a) B(b) C(c) D(d) E(e)"), to: outline("D(d) E(e) C(c) A(a) B(b)"))
    expectEqual(text(sections.plan), "mov 2>4 | mov 0>3 1>4")
    expectEqual(sections.after[0], outline("A(a) B(b) D(d) E(e) C(c)"))
  }

  @Test("is avoided among the choices that need the fewest stages", arguments: 3...5)
  func changes(count: Int) throws {
    for order in permutations(count) {
      for bits in 0..<(1 << count) {
        var new = rows(order)
        for row in 0..<count where bits >> order[row] & 1 == 1 {
          new.sections[0].rows[row].content = 1
        }
        let choices = longestChoices(order)
        func changed(_ choice: [Bool]) -> Int {
          leftOut(order, choice) { bits >> order[$0] & 1 == 1 }
        }
        let oneStage = choices.filter { changed($0) == 0 }
        for content in ContentChange.allCases {
          let plan = try Planner(content: content).plan(from: rows(Array(0..<count)), to: new)
          let counted = content == .reload || oneStage.isEmpty ? choices : oneStage
          let fewest = counted.map { leftOut(order, $0) { order[$0] == $0 } }.min() ?? 0
          let moves = plan.stages.flatMap(\.rows.moves)
          expectEqual(moves.count { $0.from == $0.to }, fewest, "\(order) \(bits): \(text(plan))")
        }
      }
    }
  }

  @Test("is avoided in long lists, too", arguments: [41, 42, 43])
  func longLists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for count in [60, 200, 500] {
      // Some exchanged pairs leave many at their own place.
      var new = Array(0..<count)
      for _ in 0..<(count / Int.random(in: 2...20, using: &generator)) {
        new.swapAt(generator.below(count), generator.below(count))
      }
      // The longest run that ends at each position, then the most at their own place in it.
      var best: [(length: Int, inPlace: Int)] = []
      for (position, place) in new.enumerated() {
        var most = (length: 0, inPlace: 0)
        for earlier in 0..<position where new[earlier] < place && best[earlier] > most {
          most = best[earlier]
        }
        best.append((most.length + 1, most.inPlace + (place == position ? 1 : 0)))
      }
      let most = best.max { $0 < $1 } ?? (0, 0)
      let plan = try Planner().plan(from: rows(Array(0..<count)), to: rows(new))
      let moves = plan.stages.flatMap(\.rows.moves)
      let inPlace = new.indices.count { new[$0] == $0 }
      expectEqual(moves.count, count - most.length, "seed \(seed)")
      expectEqual(moves.count { $0.from == $0.to }, inPlace - most.inPlace, "seed \(seed)")
    }
  }

  @Test("a section in which rows change stays before one at its own index does")
  func preferences() throws {
    // Either A or B stays, as both are at their own index in neither choice: the one with changes.
    let swapped = try Planner().plan(from: outline("A(a) B(b)"), to: outline("B(bx) A(a)"))
    expectEqual(text(swapped), "mov 0>1 ins 0:1")
    // C is at its own index, and what changes inside A counts only among those that leave C there.
    let turned = try Planner().plan(
      from: outline("A(a) C(c) B(b)"), to: outline("B(b) C(c) A(ax)"))
    expectEqual(turned.stages.count, 2)
    expect(!turned.stages.contains { $0.sections.moves.contains { $0.from == $0.to } })
  }
}
