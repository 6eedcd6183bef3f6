import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Aggregates and summaries beside a model that reads the list of cells at hand, for every short list
/// of cells of every sort and for random longer ones.
@Suite("Values of groups and summaries of columns", .ends)
struct GroupValuesTests {
  /// The value of each text as a number, for a column whose type is found and for one that is set.
  private static let numbers: [String: (found: Double?, set: Double?)] = [
    "1": (1, 1), "1.0": (1, 1), "2": (2, 2), "3.5": (3.5, 3.5), "-4": (-4, -4), "12": (12, 12),
    "07": (nil, 7), "x": (nil, nil), "": (nil, nil),
  ]
  private static let v = ColumnID(1)

  /// What a list of cells comes to, nil standing for null.
  private struct Model {
    let all: [String?]
    let isSet: Bool
    /// Whether the column, of which these may be a part, is one of numbers.
    let isNumeric: Bool

    var cells: [String] { all.compactMap { $0 } }

    func number(_ text: String) -> Double? {
      isSet ? numbers[text]?.set : numbers[text]?.found
    }

    var values: [Double] { cells.compactMap(number) }
    var skipped: Int { isSet ? 0 : cells.count { number($0) == nil } }
    var sum: Double? { values.isEmpty ? nil : values.reduce(0, +) }
    var mean: Double? { sum.map { $0 / Double(values.count) } }

    var median: Double? {
      let sorted = values.sorted()
      guard let lower = sorted.dropFirst((sorted.count - 1) / 2).first else { return nil }
      return (lower + sorted[sorted.count / 2]) / 2
    }

    /// The first of the cells that no other comes before, or after.
    func end(_ comesFirst: (Double, Double) -> Bool, _ texts: (String, String) -> Bool) -> String? {
      let known = isNumeric ? cells.filter { number($0) != nil } : cells
      return known.first { cell in
        known.allSatisfy { other in
          isNumeric
            ? !comesFirst(number(other) ?? 0, number(cell) ?? 0) : !texts(other, cell)
        }
      }
    }

    var min: String? { end(<) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    var max: String? { end(>) { $1.utf8.lexicographicallyPrecedes($0.utf8) } }
  }

  private static func table(_ cells: [String?], _ groups: [String], isSet: Bool) -> Table {
    let rows = zip(groups, cells).map { [$0, $1.map { $0.isEmpty ? "\"\"" : $0 } ?? ""] }
    var table = Tables.table(columns: ["g", "v"], sections: [("S", rows)], key: 0)
    if isSet { _ = table.setTyping(v, .number) }
    return table
  }

  private func texts(_ list: CellList) -> [String?] {
    (0..<list.count).map { list[$0].isNull ? nil : list[$0].text }
  }

  private func isClose(_ text: String?, _ number: Double?) -> Bool {
    guard let text, let number else { return text == nil && number == nil }
    return Double(text).map { abs($0 - number) < 1e-9 } ?? false
  }

  private func check(_ cells: [String?], _ groups: [String], isSet: Bool) throws {
    let name = "\(cells.map { $0 ?? "null" }) by \(groups), \(isSet ? "set" : "found")"
    let table = Self.table(cells, groups, isSet: isSet)
    let column = try require(table.column(Self.v))
    let known = cells.compactMap { $0 }
    let isNumeric = isSet || known.allSatisfy { Self.numbers[$0]?.found != nil }
    let names = groups.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let models = names.map { group in
      Model(
        all: zip(groups, cells).filter { $0.0 == group }.map(\.1), isSet: isSet,
        isNumeric: isNumeric)
    }
    let grouped = try RowGroups(table.rowList, of: table, by: [ColumnID(0)])
    var values = GroupValues(grouped, of: table.rowList, in: table, skipsErrors: true)
    for (aggregate, wanted) in [
      (Aggregate.sum, models.map(\.sum)), (.mean, models.map(\.mean)),
      (.median, models.map(\.median)),
    ] {
      let found = texts(try values.values(aggregate, of: column))
      expect(
        found.count == wanted.count && zip(found, wanted).allSatisfy { isClose($0, $1) },
        "\(aggregate) of \(name): \(found)")
      expectEqual(values.skippedCount, models.reduce(0) { $0 + $1.skipped }, "\(name)")
    }
    for (aggregate, wanted) in [
      (Aggregate.min, models.map(\.min)), (.max, models.map(\.max)),
      (.first, models.map(\.cells.first)), (.last, models.map(\.cells.last)),
      (.list, models.map { $0.cells.isEmpty ? nil : $0.cells.joined(separator: ", ") }),
    ] {
      let found = texts(try values.values(aggregate, of: column))
      expectEqual(found, wanted, "\(aggregate) of \(name)")
    }
    expectEqual(texts(values.counts()), models.map { "\($0.all.count)" })
    expectEqual(texts(values.keys(ColumnID(0))), names)
    var strict = GroupValues(grouped, of: table.rowList, in: table)
    let isWrong = models.contains { $0.skipped > 0 }
    let isRefused = (try? strict.values(.sum, of: column)) == nil
    expectEqual(isRefused, isWrong, "\(name)")
  }

  /// Every list of some elements up to a length.
  private static func lists<Element>(_ elements: [Element], upTo length: Int) -> [[Element]] {
    guard length > 0 else { return [[]] }
    let shorter = lists(elements, upTo: length - 1)
    return shorter
      + shorter.filter { $0.count == length - 1 }.flatMap { list in elements.map { list + [$0] } }
  }

  private static let cells: [String?] = ["1", "1.0", "2", "3.5", "-4", "07", "x", "", nil]

  @Test("every list of up to three cells, and of four numbers, comes to what the model says")
  func short() throws {
    for (number, cells) in Self.lists(Self.cells, upTo: 3).enumerated() {
      try check(cells, cells.map { _ in "a" }, isSet: number % 2 == 0)
    }
    for cells in Self.lists(["1", "1.0", "2", "-4"], upTo: 4) where cells.count > 3 {
      try check(cells, cells.map { _ in "a" }, isSet: false)
    }
  }

  @Test("long lists in several groups come to what the model says")
  func long() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<250 {
      let count = random.below(30)
      let pool = random.oneIn(2) ? Self.cells : ["1", "1.0", "2", "3.5", "-4", "12", nil]
      let cells = (0..<count).map { _ in random.pick(pool) }
      let groups = (0..<count).map { _ in random.pick(["a", "b", "c"]) }
      try check(cells, groups, isSet: random.oneIn(3))
    }
  }

  // MARK: - Summaries

  private func checkSummary(_ cells: [String?], isSet: Bool, others: Int) throws {
    let name = "\(cells.map { $0 ?? "null" }), \(isSet ? "set" : "found")"
    let table = Self.table(cells, cells.map { _ in "a" }, isSet: isSet)
    let known = cells.compactMap { $0 }
    let isNumeric = isSet || known.allSatisfy { Self.numbers[$0]?.found != nil }
    let model = Model(all: cells, isSet: isSet, isNumeric: isNumeric)
    // What is the same number is one cell.
    var different: [(cell: String, count: Int)] = []
    for cell in known {
      let place = different.firstIndex { other in
        other.cell == cell
          || isNumeric && model.number(cell) != nil
            && model.number(other.cell) == model.number(cell)
      }
      if let place { different[place].count += 1 } else { different.append((cell, 1)) }
    }
    let most = different.map(\.count).max() ?? 0
    let isNumber = isNumeric && !model.values.isEmpty
    let summary = try ColumnSummary(
      of: try require(table.column(Self.v)), in: table, rows: table.rowList, others: others)
    expectEqual(summary.kind, known.isEmpty ? "empty" : isNumber ? "number" : "text", "\(name)")
    expectEqual(summary.nullCount, cells.count - known.count + others, "\(name)")
    expectEqual(summary.distinctCount, different.count, "\(name)")
    expectEqual(summary.minimum?.text, model.min, "\(name)")
    expectEqual(summary.maximum?.text, model.max, "\(name)")
    expect(isClose(summary.mean, isNumber ? model.mean : nil), "\(name)")
    expect(isClose(summary.median, isNumber ? model.median : nil), "\(name)")
    expectEqual(
      summary.commonest?.cell.text, most > 1 ? different.first { $0.count == most }?.cell : nil,
      "\(name)")
    expectEqual(summary.commonest?.count, most > 1 ? most : nil, "\(name)")
  }

  @Test("a column is summed up as the model says, for every short list and random long ones")
  func summaries() throws {
    for cells in Self.lists(Self.cells, upTo: 3) {
      try checkSummary(cells, isSet: cells.count % 2 == 0, others: 0)
    }
    var random = SeededGenerator(seed: 22)
    for number in 0..<400 {
      let pool = random.oneIn(2) ? Self.cells : ["1", "1.0", "2", "3.5", "-4", "12", nil]
      let cells = (0..<random.below(12)).map { _ in random.pick(pool) }
      try checkSummary(cells, isSet: number % 3 == 0, others: number % 4)
    }
  }
  @Test("columns are summed up on two threads as one by one")
  func allSummaries() throws {
    var random = SeededGenerator(seed: 23)
    let names = (0..<7).map { "c\($0)" }
    for rows in [0, 1, 40] {
      let cells = (0..<rows).map { row in
        ["\(row)"] + names.dropFirst().map { _ in random.pick(Self.cells) ?? "" }
      }
      let table = Tables.table(columns: names, sections: [("S", cells)], key: 0)
      let expected = try table.columns.map { column in
        try "\(ColumnSummary(of: column, in: table, rows: table.rowList))"
      }
      for minimum in [1, 100, 10_000] {
        let workers = Workers(minimum: minimum) { first, second in
          second { false }
          first {}
        }
        let all = try ColumnSummary.all(
          of: table.columns, in: table, workers: workers, progress: .none)
        expectEqual(all.map { "\($0)" }, expected, "\(rows) rows, \(minimum)")
      }
    }
  }
}
