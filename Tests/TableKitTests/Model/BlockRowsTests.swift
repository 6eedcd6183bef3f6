import Expectations
import TestSupport
import Testing

@testable import TableKit

/// The rows of a block beside a list: in any sequence of changes both hold the same.
struct BlockRowsTests {
  @Test("are those of a list, whatever is inserted and removed")
  func model() {
    for seed in 0..<5 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var next = UInt32(random.pick([0, 1, 90, 128, 129, 700]))
      var list = (0..<next).map { RowID($0) }
      var rows = BlockRows(list)
      func new(_ count: Int) -> [RowID] {
        defer { next += UInt32(count) }
        return (0..<UInt32(count)).map { RowID(next + $0) }
      }
      for step in 0..<80 {
        switch list.count > 700 ? 3 : random.below(5) {
        case 0:
          let index = random.oneIn(3) ? list.count : random.below(list.count + 1)
          let some = new(random.pick([1, 1, 2, 30, 127, 128, 129, 300]))
          rows.insert(some, at: index)
          list.insert(contentsOf: some, at: index)
        case 1, 2:
          let times = random.pick([1, 3, 20])
          let others = list.filter { _ in random.oneIn(times) }
          let some = new(others.count + 2)
          // The first of both are those of a block before it.
          var place = 0
          rows.insert(Array(some.prefix(others.count)), behind: others, from: &place)
          expectEqual(place, others.count)
          for (row, other) in zip(some, others) {
            if let index = list.firstIndex(of: other) { list.insert(row, at: index + 1) }
          }
        case 3:
          let times = random.pick([2, 10, 100])
          let gone = RowSet(list.filter { _ in random.oneIn(times) })
          let count = list.count
          list.removeAll { gone.contains($0) }
          expectEqual(rows.removeAll { gone.contains($0) }, count - list.count)
        default: break
        }
        let name = "seed \(seed), step \(step)"
        expect(rows.list == list && rows.count == list.count, "\(name)")
        expectEqual(rows.isEmpty, list.isEmpty)
        expect(rows.parts.allSatisfy { !$0.isEmpty }, "\(name)")
        for _ in 0..<4 where !list.isEmpty {
          let index = random.below(list.count)
          expectEqual(rows[index], list[index], "\(name)")
          expectEqual(rows.firstIndex(of: list[index]), index, "\(name)")
          var part: [RowID] = []
          let limit = random.pick([1, 5, 200])
          rows.append(from: index, upTo: limit, to: &part)
          expectEqual(part, Array(list[index...].prefix(limit)), "\(name)")
        }
        expectNil(rows.firstIndex(of: RowID(next)))
      }
    }
  }

  @Test("rows behind others begin with the one that is told, and end before those of other blocks")
  func stretches() {
    let all = (0..<6).map { RowID(UInt32($0)) }
    let others = [RowID(0), RowID(2), RowID(4), RowID(5)]
    let new = (10..<14).map { RowID(UInt32($0)) }
    var (first, second) = (BlockRows(all[..<3]), BlockRows(all[3...]))
    var next = 0
    first.insert(new, behind: others, from: &next)
    expect(next == 2 && first.list.map(\.rawValue) == [0, 10, 1, 2, 11] && first.count == 5)
    second.insert(new, behind: others, from: &next)
    expect(next == 4 && second.list.map(\.rawValue) == [3, 4, 12, 5, 13] && second.count == 5)
  }
}
