import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Cells of columns that are copied out of long records, beside those in the records.
@Suite("Columns gathered out of records", .ends)
struct GatheringTests {
  private func table(_ random: inout SeededGenerator) throws -> Table {
    let names = (0..<12).map { "c\($0)" }
    func text() -> String {
      random.pick([
        "", "\"a,b\"", "x", "\"\"", "\"q\"\"\"", "\(random.below(20))", "1.50", "-7", "007",
      ])
    }
    let rows = (0..<random.below(60)).map { row in
      names.indices.map { $0 == 0 ? "k\(row)" : $0 < 5 ? "\(random.below(9))" : text() }
    }
    var editor = Editor(table: Tables.table(columns: names, sections: [("A", rows)], key: 0))
    let changes = editor.table.rowList.filter { _ in random.oneIn(5) }.map {
      CellChange($0, ColumnID(1 + random.below(11)), Cell(random.pick(["new", "3", "a\"b"])))
    }
    if !changes.isEmpty { try editor.perform([.update(changes)], title: "cells") }
    if random.oneIn(2) {
      try editor.perform(
        [.delete(editor.table.rowList.filter { _ in random.oneIn(9) })], title: "x")
    }
    return editor.table
  }

  @Test("have the cells that they had, and summaries are those of each column on its own")
  func sameCells() throws {
    var random = SeededGenerator(seed: 3)
    var gathered = 0
    for round in 0..<40 {
      let table = try table(&random)
      if let count = table.gatheredColumns {
        gathered += 1
        let near = table.gathering(table.columns.prefix(count))
        for row in table.rowList {
          expectEqual(near.cells(row), table.cells(row), "round \(round)")
        }
      }
      let all = try ColumnSummary.all(
        of: table.columns, in: table, workers: .one, progress: .none)
      for (column, summary) in zip(table.columns, all) {
        let one = try ColumnSummary(of: column, in: table, rows: table.rowList)
        expectEqual("\(summary)", "\(one)", "round \(round), \(column.name)")
      }
    }
    expect(gathered > 20, "\(gathered)")
  }
}
