import Expectations
import TestSupport
import Testing

@testable import BatchUpdates

/// Rows far from their old place.
struct JoinTests {
  private struct Item<ID: Hashable>: PlannableRow {
    let id: ID
    var content = 0
    var displayedContent: Int { content }
  }

  private struct List<ID: Hashable>: PlannableSection {
    let id: Int
    let displayedContent = 0
    let rows: [Item<ID>]
  }

  /// An identity whose hash has few values.
  private struct Weak: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % 997) }
  }

  /// Two tables of several sections, in which rows are deleted, inserted, changed and shuffled.
  private func tables(_ count: Int, _ sections: Int, _ seed: UInt64) -> (old: Outline, new: Outline)
  {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<count).map { Outline.Row(id: $0) }
    let kept = old.shuffled(using: &generator).dropLast(count / 10)
      .map { Outline.Row(id: $0.id, content: Int.random(in: 0..<8, using: &generator) / 7) }
    let new = (kept + (0..<count / 8).map { Outline.Row(id: count + $0) })
      .shuffled(using: &generator)
    func table(_ rows: [Outline.Row]) -> Outline {
      Outline(
        (0..<sections).map { section in
          let range = section * rows.count / sections..<(section + 1) * rows.count / sections
          return Outline.Section(id: section, rows: Array(rows[range]))
        })
    }
    return (table(old), table(new))
  }

  private func named<ID: Hashable>(_ table: Outline, _ name: (Int) -> ID) -> [List<ID>] {
    table.sections.map { section in
      List(id: section.id, rows: section.rows.map { Item(id: name($0.id), content: $0.content) })
    }
  }

  @Test(
    "the plan does not depend on what identifies rows", arguments: [40, 2_000, 20_000], [1, 7])
  func identities(count: Int, sections: Int) throws {
    let (old, new) = tables(count, sections, UInt64(count + sections))
    let staged = try Planner().stagedPlan(from: old, to: new)
    try expectEqual(staged.replay(), new)
    let plan = staged.plan
    let integers = { (number: Int) in number &* 0x1234_5678_9ABC }
    try expectEqual(Planner().plan(from: named(old, integers), to: named(new, integers)), plan)
    let texts = { (number: Int) in "a text on the heap: \(number)" }
    try expectEqual(Planner().plan(from: named(old, texts), to: named(new, texts)), plan)
    let weak = { (number: Int) in Weak(number: number) }
    try expectEqual(Planner().plan(from: named(old, weak), to: named(new, weak)), plan)
    var unchecked = Planner()
    unchecked.checksIdentities = false
    try expectEqual(unchecked.plan(from: named(old, texts), to: named(new, texts)), plan)
    try expectEqual(unchecked.plan(from: old, to: new), plan)
  }

  @Test(
    "an identity that is twice is found wherever it is", arguments: [30, 20_000], [false, true])
  func duplicates(count: Int, shuffles: Bool) throws {
    var generator = SeededGenerator(seed: 5)
    let rows = Array(0..<count)
    let order = shuffles ? rows.shuffled(using: &generator) : rows
    for _ in 0..<(count < 100 ? 200 : 4) {
      let second = Int.random(in: 1..<count, using: &generator)
      let first = Int.random(in: 0..<second, using: &generator)
      for side in [DuplicateIdentity.Side.before, .after] {
        var (old, new) = (rows, order)
        if side == .before { old[second] = old[first] } else { new[second] = new[first] }
        let id = side == .before ? old[first] : new[first]
        func expectDuplicate<ID: Hashable>(_ name: (Int) -> ID) {
          let from = [List(id: 0, rows: old.map { Item(id: name($0)) })]
          let to = [List(id: 0, rows: new.map { Item(id: name($0)) })]
          let error = DuplicateIdentity.row(
            "\(name(id))", in: side, first: RowPath(0, first), second: RowPath(0, second))
          expect(throws: error) { try Planner().plan(from: from, to: to) }
        }
        expectDuplicate { $0 }
        expectDuplicate { $0 << 32 }
        expectDuplicate { "a text on the heap: \($0)" }
        expectDuplicate { Weak(number: $0) }
      }
    }
  }

  @Test("hashes tell exactly whether one is twice", arguments: [0, 1, 2, 63, 65, 1_000, 50_000])
  func uniqueness(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let hashes = (0..<count).map { _ in generator.next() }
    func isSure(_ hashes: [UInt64]) -> Bool {
      var hashes = hashes
      return hashes.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { Uniqueness.isSure($0, count: buffer.count) } ?? true
      }
    }
    expect(isSure(hashes))
    guard count > 0 else { return }
    expect(!isSure(hashes + [hashes[count / 2]]))
    expect(!isSure([hashes[0]] + hashes))
    expect(!isSure(hashes + hashes))
    // Hashes that share the bits which are looked at first.
    expect(isSure((0..<count).map { UInt64($0) << 44 }))
  }

  @Test("bytes of every length and their exchanges have hashes of their own")
  func bytes() {
    var texts = Set<[UInt8]>()
    for count in 0...70 {
      let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }
      texts.insert(text)
      for place in 0..<count {
        var other = text
        other[place] ^= 0x40
        texts.insert(other)
        if place + 8 < count {
          other = text
          other.swapAt(place, place + 8)
          texts.insert(other)
        }
      }
    }
    for secret in [1, 7, UInt64.max] {
      expectEqual(Set(texts.map { Fingerprint.of($0, secret) }).count, texts.count)
    }
  }
}
