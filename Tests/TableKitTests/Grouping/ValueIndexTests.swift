import Expectations
import TableInteraction
import TestSupport
import Testing

@testable import TableKit

@Suite("Indexes of values", .ends)
struct ValueIndexTests {
  /// What a look through the whole column finds.
  private static func values(
    of column: ColumnID, in table: Table, beginningWith text: String
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in table.rowList {
      let cell = table.cell(row, column)
      guard cell.kind != .null, cell.text.utf8.starts(with: text.utf8) else { continue }
      counts[cell.text, default: 0] += 1
    }
    return counts
  }

  @Test(
    "an index tells what a look through the column does, also after edits of the table",
    arguments: 0..<120)
  func model(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    var editor = Editor(table: random.table())
    let indexes = try editor.table.columns.map { column in
      (column.id, try ValueIndex(editor.table, column.id, progress: .none))
    }
    var answers = 0
    for _ in 0..<8 {
      for (column, index) in indexes {
        for text in ["", "1", "x", "k", "é", "q\"", "n"] {
          guard let values = index.values(beginningWith: text, in: editor.table, most: 1000) else {
            expect(!index.answers(for: editor.table))
            continue
          }
          answers += 1
          let expected = Self.values(of: column, in: editor.table, beginningWith: text)
          expectEqual(
            Dictionary(uniqueKeysWithValues: values.map { ($0.text, $0.count) }), expected,
            "seed \(seed) \(text)")
          for (a, b) in zip(values, values.dropFirst()) {
            expect((b.count, a.text) < (a.count, b.text), "seed \(seed)")
          }
          for value in values {
            guard let row = value.row else { continue }
            expectEqual(editor.table.cell(row, column).text, value.text, "seed \(seed)")
          }
          let most = random.random.below(4)
          let some = try require(
            index.values(beginningWith: text, in: editor.table, most: most))
          expectEqual(some, Array(values.prefix(most)), "seed \(seed)")
        }
      }
      _ = try? editor.perform([random.edit(of: editor.table)], title: "x")
    }
    expect(answers > 0)
  }

  @Test("numbers stand in the order of their texts, so that those with one beginning are together")
  func numbers() throws {
    let rows = [5, 49, 490, 4, 5000, 4901, 50].map { ["\($0)"] }
    let table = Tables.table(columns: ["nr"], sections: [("A", rows)])
    let index = try ValueIndex(table, ColumnID(0), progress: .none)
    let values = try require(index.values(beginningWith: "49", in: table, most: 10))
    expectEqual(values.map(\.text), ["49", "490", "4901"])
  }

  @Test("making one stops when asked to")
  func stops() {
    let table = Tables.table(
      columns: ["nr"], sections: [("A", (0..<9000).map { ["\($0 % 7)"] })])
    expect(throws: EditError.cancelled) {
      try ValueIndex(table, ColumnID(0), progress: Progress(isCancelled: { true }))
    }
  }

  @Test("another table, and too many other rows, are not answered for")
  func answers() throws {
    let rows = (0..<9000).map { ["\($0)"] }
    var table = Tables.table(columns: ["nr"], sections: [("A", rows)])
    let index = try ValueIndex(table, ColumnID(0), progress: .none)
    expect(index.answers(for: table))
    expect(!index.answers(for: Tables.table(columns: ["nr"], sections: [("A", rows)])))
    for row in table.rowList.prefix(100) { table.update(row, [ColumnID(0): Cell("x")]) }
    expectEqual(index.values(beginningWith: "x", in: table, most: 5)?.map(\.count), [100])
    for row in table.rowList.prefix(5000) { table.update(row, [ColumnID(0): Cell("x")]) }
    expectNil(index.values(beginningWith: "x", in: table, most: 5))
  }
}
