import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Arrays that snapshots share, against plain arrays with the same changes.
struct SharedArraysTests {
  static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

  @Test("a paged array and its snapshots hold what a plain one does", arguments: seeds)
  func pages(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let length = [0, 1, 63, 64, 4_095, 4_096, 4_097, 9_000][random.below(8)]
    var array = PagedArray<UInt32>(count: length) { UInt32($0) }
    var plain = (0..<UInt32(length)).map { $0 }
    var snapshots: [(PagedArray<UInt32>, [UInt32])] = []
    for _ in 0..<60 {
      snapshots.append((array, plain))
      if random.oneIn(3), let (former, values) = snapshots.randomElement(using: &random) {
        (array, plain) = (former, values)
      }
      for _ in 0..<random.below(150) {
        let value = UInt32(truncatingIfNeeded: random.next())
        if plain.isEmpty || random.oneIn(2) {
          array.append(value)
          plain.append(value)
        } else {
          let index = random.below(plain.count)
          array[index] = value
          plain[index] = value
        }
      }
    }
    for (array, plain) in snapshots {
      expect(array.count == plain.count && plain.indices.allSatisfy { array[$0] == plain[$0] })
    }
    for ((a, x), (b, y)) in zip(snapshots, snapshots.reversed()) {
      var wrong = Set(x.indices.filter { $0 >= y.count || x[$0] != y[$0] })
      a.forEachDifference(from: b) { i, mine, other in
        expect(mine == x[i] && other == (i < y.count ? y[i] : nil))
        wrong.remove(i)
      }
      expect(wrong.isEmpty)
      expect(!a.isShared(with: b) || x == y)
      expect(a.bytesApart(from: a) == 0 && a.isShared(with: a))
    }
  }

  @Test("what snapshots do not share is counted with the parts that were written")
  func bytesApart() {
    // A list of 3 pages, one of 64 parts, and a part of 64 elements, each with what an array takes.
    let lists = 3 * 8 + 48 + 64 * 8 + 48
    let former = PagedArray<UInt32>(count: 9_000) { UInt32($0) }
    var array = former
    array[100] = 7
    expectEqual(array.bytesApart(from: former), lists + 64 * 4 + 48)
    array[163] = 7
    expectEqual(array.bytesApart(from: former), lists + 2 * (64 * 4 + 48))
    let loaded = VersionArray(loaded: 9_000)
    var versions = loaded
    versions[100] = Version(chunk: 1, record: 2)
    expect(versions.bytesApart(from: loaded) >= 64 * MemoryLayout<Version>.stride + 64 * 8)
  }

  @Test(
    "versions that are made at once are those that are set one by one",
    arguments: [0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 4_160, 9_000])
  func madeVersions(count: Int) {
    let made = VersionArray(count: count) { Version(chunk: 3, record: count - $0) }
    var set = VersionArray(loaded: count)
    for i in 0..<count { set[i] = Version(chunk: 3, record: count - i) }
    expect(made.count == count && (0..<count).allSatisfy { made[$0] == set[$0] })
    var (grown, alike) = (made, set)
    for i in 0..<70 {
      grown.append(.loaded(i))
      alike.append(.loaded(i))
    }
    expect((0..<count + 70).allSatisfy { grown[$0] == alike[$0] })
  }

  @Test("versions and their snapshots are what a plain array holds", arguments: seeds)
  func versions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let length = [0, 1, 63, 64, 65, 4_096, 4_200, 9_000][random.below(8)]
    var array = VersionArray(loaded: length)
    var plain = (0..<length).map(Version.loaded)
    var snapshots: [(VersionArray, [Version])] = []
    for _ in 0..<60 {
      snapshots.append((array, plain))
      if random.oneIn(3), let (former, values) = snapshots.randomElement(using: &random) {
        if random.oneIn(2) {
          (array, plain) = (former, values)
        } else {
          array.resize(like: former)
          plain = Array(plain.prefix(values.count)) + values.dropFirst(plain.count)
        }
      }
      for _ in 0..<random.below(150) {
        let value = Version(chunk: 1 + random.below(3), record: random.below(9))
        if plain.isEmpty || random.oneIn(2) {
          array.append(value)
          plain.append(value)
        } else {
          let index = random.below(plain.count)
          array[index] = value
          plain[index] = value
        }
      }
    }
    for ((a, x), (b, y)) in zip(snapshots, snapshots.shuffled(using: &random)) {
      expect(a.count == x.count && x.indices.allSatisfy { a[$0] == x[$0] })
      var reader = VersionReader(a)
      expect(x.indices.allSatisfy { reader.version(of: RowID(UInt32($0))) == x[$0] })
      expectEqual(a.isAsLoaded, x.indices.allSatisfy { x[$0] == .loaded($0) })
      var wrong = Set(x.indices.filter { $0 >= y.count || x[$0] != y[$0] })
      a.forEachDifference(from: b) { i, mine, other in
        expect(mine == x[i] && other == (i < y.count ? y[i] : nil))
        wrong.remove(i)
      }
      expect(wrong.isEmpty)
      var different = Set(zip(x, y).enumerated().filter { $1.0 != $1.1 }.map(\.offset))
      _ = a.allDifferences(from: b) { i, mine, other in
        expect(mine == x[i] && other == y[i])
        different.remove(i)
        return true
      }
      expect(different.isEmpty)
      expect(!a.isShared(with: b) || x == y)
      var shared = a
      for i in stride(from: 0, to: x.count, by: 64) { shared.share(i, with: b) { _ in true } }
      expect(x.indices.allSatisfy { shared[$0] == x[$0] })
    }
  }

  @Test(
    "the rows of a block are those of a plain array, in parts that are not many", arguments: seeds)
  func blockRows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var next = UInt32(random.below(3_000))
    var plain = (0..<next).map { RowID($0) }
    var rows = BlockRows(plain)
    var snapshots: [(BlockRows, [RowID])] = []
    for _ in 0..<300 {
      snapshots.append((rows, plain))
      let new = (0..<UInt32(random.oneIn(8) ? random.below(400) : 1)).map { RowID(next + $0) }
      next += UInt32(new.count)
      switch random.below(4) {
      case 0 where !plain.isEmpty:
        let from = random.below(plain.count)
        let gone = Set(
          plain[from..<min(plain.count, from + random.below(random.oneIn(6) ? 700 : 3))])
        expectEqual(rows.removeAll { gone.contains($0) }, gone.count)
        plain.removeAll { gone.contains($0) }
      case 1 where plain.count >= new.count:
        let others = plain.shuffled(using: &random).prefix(new.count)
        let sorted = plain.filter(Set(others).contains)
        // One that comes later is elsewhere.
        var at = 0
        rows.insert(new + [RowID(next)], behind: sorted + [RowID(next + 1)], from: &at)
        expectEqual(at, new.count)
        for (row, other) in zip(new, sorted) {
          plain.insert(row, at: (plain.firstIndex(of: other) ?? 0) + 1)
        }
      default:
        let index = random.oneIn(3) ? plain.count : random.below(plain.count + 1)
        rows.insert(new, at: index)
        plain.insert(contentsOf: new, at: index)
      }
      expect(rows.count == plain.count && rows.isEmpty == plain.isEmpty)
      expect(rows.parts.allSatisfy { !$0.isEmpty })
      expect(rows.parts.count <= 2 + plain.count / 32)
    }
    for (rows, plain) in snapshots {
      expectEqual(rows.list, plain)
      guard let index = plain.indices.randomElement(using: &random) else { continue }
      expect(rows[index] == plain[index] && rows.firstIndex(of: plain[index]) == index)
      var some: [RowID] = []
      rows.append(from: index, upTo: 300, to: &some)
      expectEqual(some, Array(plain[index...].prefix(300)))
    }
  }

  @Test("a set of rows holds what a set does, wherever its rows begin", arguments: seeds)
  func rowSets(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (rows, plain) = (RowSet(), Set<RowID>())
    var others = RowSet()
    for _ in 0..<400 {
      let row = RowID(UInt32(random.below(2_000) + (random.oneIn(2) ? 0 : 100_000)))
      switch random.below(6) {
      case 0:
        expectEqual(rows.remove(row), plain.remove(row) != nil)
      case 1:
        let many = (0..<UInt32(random.below(70))).map { RowID(row.rawValue + $0) }
        rows.formUnion(many)
        plain.formUnion(many)
      default:
        expectEqual(rows.insert(row), plain.insert(row).inserted)
      }
      expect(rows.contains(row) == plain.contains(row) && rows.count == plain.count)
    }
    for row in plain.sorted(by: >) { others.insert(row) }
    expect(rows == others && others == RowSet(plain.sorted()))
    if let row = plain.randomElement(using: &random) {
      others.remove(row)
      expect(rows != others)
      others.insert(RowID(row.rawValue + 200_000))
      expect(rows != others && others != rows && others.count == rows.count)
    }
    expect(plain.allSatisfy(rows.contains) && !rows.contains(RowID(50_000)))
  }

  @Test("a set of one row takes one word, wherever it is")
  func oneRow() {
    expectEqual(RowSet([RowID(4_000_000)]).byteCount, 8)
  }
}
