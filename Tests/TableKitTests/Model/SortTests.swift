import Expectations
import TestSupport
import Testing

@testable import TableKit

@Suite("Sorting", .ends)
struct SortTests {
  private func texts(_ table: Table, _ rows: [RowID], _ column: Int) -> [String?] {
    rows.map { row in
      let cell = table.cell(row, ColumnID(column))
      return cell.isNull ? nil : cell.text
    }
  }

  /// Sorts in two parts however few rows there are, the upper part first.
  private static let inParts = Workers(minimum: 2) { first, second in
    second { false }
    first {}
  }

  @Test("labels sort by their places, however many there are")
  func labels() {
    let order = TextOrder.labels((0..<300).map { "label \($0)" })
    func key(_ text: String) -> [UInt8] {
      var key: [UInt8] = []
      Array(text.utf8).withUnsafeBytes { order.appendSortKey(of: $0, to: &key) }
      return key
    }
    let keys = (0..<300).map { key("label \($0)") } + [key("none"), key("other")]
    for (one, next) in zip(keys, keys.dropFirst()) {
      expect(one.lexicographicallyPrecedes(next))
    }
  }

  @Test("instants sort by time, years before Christ and endless ones as well")
  func instants() {
    func key(_ text: String) -> [UInt8] {
      var key: [UInt8] = []
      Array(text.utf8).withUnsafeBytes { TextOrder.instants.appendSortKey(of: $0, to: &key) }
      return key
    }
    let instants = [
      "-infinity", "4713-01-01 BC", "0044-03-15 BC", "0044-03-16 BC", "0001-12-31 BC",
      "0001-01-01", "0999-12-31", "1999-12-31 23:59:59", "2000-01-01", "12000-01-01", "infinity",
    ]
    for (one, next) in zip(instants, instants.dropFirst()) {
      expect(key(one).lexicographicallyPrecedes(key(next)), "\(one), \(next)")
    }
  }

  @Test("stopping one part of a sort stops the other")
  func stopping() {
    let rows = (0..<9_000).map { ["\($0 * 7919 % 9_000)"] }
    let table = Tables.table(columns: ["a"], sections: [("S", rows)], key: 0)
    let all = Array(table.allRows)
    for workers in [Workers.one, Self.inParts] {
      expect(throws: EditError.cancelled) {
        try table.sortedRows(
          all, by: [SortKey(ColumnID(0))], workers: workers, progress: .cancelled)
      }
    }
  }

  @Test("texts of any length sort stably by Unicode scalar, nulls last in either direction")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "b", "seven77", "eight888", "", "é", "\u{0}", "z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]
    for round in 0..<60 {
      let count = round == 0 ? 5000 : 1 + random.below(60)
      let rows = (0..<count).map { i in
        (0..<2).map { _ in
          random.oneIn(8)
            ? "null"
            : JSONText.quoted((0..<random.below(5)).map { _ in random.pick(parts) }.joined())
        } + ["\(i)"]
      }
      let table = Tables.table(
        columns: ["a", "b", "n"], sections: [("S", rows)], syntax: .json, key: 0)
      let keys = [
        SortKey(ColumnID(0), isDescending: random.oneIn(2)),
        SortKey(ColumnID(1), isDescending: random.oneIn(2)),
      ]
      let all = Array(table.allRows)
      let expected = all.sorted { x, y in
        for key in keys {
          let (a, b) = (table.cell(x, key.column), table.cell(y, key.column))
          if a == b { continue }
          if a.isNull || b.isNull { return b.isNull }
          return a.text.utf8.lexicographicallyPrecedes(b.text.utf8) != key.isDescending
        }
        return x < y
      }
      try expectEqual(table.sortedRows(all, by: keys), expected, "seed \(seed)")
      let parts = try table.sortedRows(all, by: keys, workers: Self.inParts)
      expectEqual(parts, expected, "seed \(seed)")
    }
  }

  @Test("many rows, most of them equal to others, keep their order, in one part and in two")
  func equalRows() throws {
    var random = SeededGenerator(seed: 11)
    for most in [2, 300, 1_000_000] {
      let rows = (0..<9_000).map { row in
        [random.oneIn(9) ? "" : "\"\(random.below(most) - most / 2)\"", "\(row)"]
      }
      let table = Tables.table(columns: ["a", "b"], sections: [("S", rows)])
      let all = Array(table.allRows)
      let numbers = all.map { Int(table.cell($0, ColumnID(0)).text) }
      for isDescending in [false, true] {
        let expected = all.indices.sorted { x, y in
          guard let a = numbers[x], let b = numbers[y] else {
            return numbers[x] == nil && numbers[y] == nil ? x < y : numbers[y] == nil
          }
          return a == b ? x < y : (a < b) != isDescending
        }.map { all[$0] }
        let keys = [SortKey(ColumnID(0), isDescending: isDescending)]
        for workers in [Workers.one, Self.inParts] {
          try expectEqual(table.sortedRows(all, by: keys, workers: workers), expected, "\(most)")
        }
      }
    }
  }

  @Test("numbers come before texts, both zeros are one, and equal rows keep their order")
  func numbers() throws {
    let rows = ["2", "-1", "\"x\"", "-0", "0", "1.5", "null", "1e2", "0.0", "\"\"", "-20"]
    let table = Tables.table(
      columns: ["a"], sections: [("S", rows.map { [$0] })], syntax: .json, key: 0)
    let all = Array(table.allRows)
    let up = try table.sortedRows(all, by: [SortKey(ColumnID(0))])
    expectEqual(
      texts(table, up, 0), ["-20", "-1", "-0", "0", "0.0", "1.5", "2", "1e2", "", "x", nil])
    let down = try table.sortedRows(all, by: [SortKey(ColumnID(0), isDescending: true)])
    expectEqual(
      texts(table, down, 0), ["x", "", "1e2", "2", "1.5", "-0", "0", "0.0", "-1", "-20", nil])
  }

  @Test("natural order compares numbers inside texts, and what is equal goes on to the next column")
  func natural() throws {
    let rows = [["f10", "a"], ["f9", "b"], ["f09", "a"], ["f", "c"], ["", "d"]]
    let table = Tables.table(columns: ["a", "b"], sections: [("S", rows)], key: 0)
    let keys = [SortKey(ColumnID(0), isNatural: true), SortKey(ColumnID(1))]
    let up = try table.sortedRows(Array(table.allRows), by: keys)
    expectEqual(texts(table, up, 0), ["f", "f09", "f9", "f10", nil])
  }

  @Test("a null by another word shares the section of the empty cell")
  func nullWords() {
    var table = Tables.table(
      columns: ["id", "g"],
      sections: [("S", [["1", "NA"], ["2", ""], ["3", "\"NA\""], ["4", "\"\""]])],
      syntax: .delimited(nulls: ["NA"]))
    table.regroup(by: ColumnID(1))
    expectEqual(table.sections.map(\.name), ["", "NA"])
    expectEqual(table.sections.map(\.count), [3, 1])
  }
}
