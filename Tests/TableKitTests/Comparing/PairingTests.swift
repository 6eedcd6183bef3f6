import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Rows without keys are paired as the documentation says: equal ones in order, the rest by position
/// between those that kept their order.
@Suite("Pairing rows without keys", .ends)
struct PairingTests {
  private static func lists(upTo length: Int, of letters: [String]) -> [[String]] {
    guard length > 0 else { return [[]] }
    let shorter = lists(upTo: length - 1, of: letters)
    return shorter
      + shorter.filter { $0.count == length - 1 }.flatMap { list in letters.map { list + [$0] } }
  }

  /// The partner in `old` of each element of `new`; nil as a whole where equal ones cross, so that it
  /// is not clear which kept their order.
  private func partners(_ old: [String], _ new: [String]) -> [Int?]? {
    var taken = Set<Int>()
    var partners = new.map { letter -> Int? in
      let found = old.indices.first { old[$0] == letter && !taken.contains($0) }
      if let found { taken.insert(found) }
      return found
    }
    let kept = partners.compactMap { $0 }
    guard kept == kept.sorted() else { return nil }
    var start = 0
    var gap: [Int] = []
    func close(_ end: Int) {
      for (place, former) in zip(gap, start..<max(start, end)) { partners[place] = former }
      gap = []
    }
    for place in new.indices {
      if let former = partners[place] {
        close(former)
        start = former + 1
      } else {
        gap.append(place)
      }
    }
    close(old.count)
    return partners
  }

  private func table(_ sections: [(name: String, rows: [String])]) -> Table {
    Tables.table(
      columns: ["v"], sections: sections.map { ($0.name, $0.rows.map { [$0] }) }, key: 0)
  }

  @Test("in every pair of short lists in which those that are equal keep their order")
  func small() throws {
    var count = 0
    for old in Self.lists(upTo: 4, of: ["a", "b"]) + Self.lists(upTo: 3, of: ["a", "b", "c"]) {
      for new in Self.lists(upTo: 3, of: ["a", "b", "x"]) {
        guard let wanted = partners(old, new) else { continue }
        count += 1
        let after = try Comparison(table([("S", old)]), table([("S", new)])).after.sections[0].rows
        let found = after.map { $0.id < old.count ? $0.id : nil }
        expectEqual(found, wanted, "\(old) to \(new)")
        let changed = after.indices.filter {
          wanted[$0].map { old[$0] } != nil && after[$0].content == 1
        }
        expectEqual(
          changed,
          new.indices.filter { place in wanted[place].map { old[$0] != new[place] } ?? false },
          "\(old) to \(new)")
      }
    }
    expect(count > 1_500)
  }

  @Test(
    "examples, also of those that cross",
    arguments: [
      ("abcd", "xacde", [nil, 0, 2, 3, nil]), ("abcd", "axcd", [0, 1, 2, 3]),
      ("xa", "ay", [1, nil]), ("xyab", "abzw", [2, 3, nil, nil]), ("axb", "ayzb", [0, 1, nil, 2]),
      ("axyb", "azb", [0, 1, 3]), ("abc", "cab", [2, 0, 1]), ("aab", "baa", [2, 0, 1]),
      ("", "ab", [nil, nil]), ("ab", "xyz", [0, 1, nil]), ("aaa", "aa", [0, 1]),
    ] as [(String, String, [Int?])])
  func examples(old: String, new: String, wanted: [Int?]) throws {
    let tables = [old, new].map { table([("S", $0.map(String.init))]) }
    let after = try Comparison(tables[0], tables[1]).after.sections[0].rows
    expectEqual(after.map { $0.id < old.count ? $0.id : nil }, wanted)
  }

  @Test("rows of one section are paired before those of the whole table, and only equal ones cross")
  func sections() throws {
    let old = table([("A", ["p", "q"]), ("B", ["q", "r"])])
    func ids(_ new: Table) throws -> [[Int?]] {
      try Comparison(old, new).after.sections.map { $0.rows.map { $0.id < 4 ? $0.id : nil } }
    }
    try expectEqual(ids(table([("A", ["q"]), ("B", ["q", "p"])])), [[1], [2, 0]])
    try expectEqual(ids(table([("B", ["q"]), ("A", ["q", "r"])])), [[2], [1, 3]])
    try expectEqual(ids(table([("A", ["x", "q"]), ("B", ["q", "y"])])), [[0, 1], [2, 3]])
    try expectEqual(ids(table([("C", ["r", "z"])])), [[3, nil]])
  }
}
