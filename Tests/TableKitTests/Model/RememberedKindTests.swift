import Expectations
import TestSupport
import Testing

@testable import TableKit

/// The kind of a column is remembered as a count of its texts; each change of the table must keep it.
@Suite("The remembered kind of a column", .ends)
struct RememberedKindTests {
  private static let v = ColumnID(1)

  private func count(_ table: Table) -> Int {
    table.allRows.count { row in
      table.withCell(row, Self.v) { kind, bytes in
        kind != .null && !DecimalNumber.matches(bytes)
      }
    }
  }

  private static func text(_ random: inout SeededGenerator, _ texts: Int) -> String {
    random.below(10) < texts ? random.pick(["x", "007", "a,b"]) : "\(random.below(50)).5"
  }

  private static func cell(_ random: inout SeededGenerator, _ texts: Int) -> Cell {
    random.oneIn(8) ? .null : Cell(text(&random, texts))
  }

  @Test("stays right while cells of one row and of many change, rows come and go, back and forth")
  func random() throws {
    var random = SeededGenerator(seed: 5)
    for round in 0..<12 {
      let rows = (0..<400).map { ["k\($0)", "\($0)"] }
      var editor = Editor(
        table: Tables.table(
          columns: ["id", "v"], sections: [("A", Array(rows[..<190])), ("B", Array(rows[190...]))]))
      let column = editor.table.columns[1]
      expectEqual(editor.table.rememberedKind(of: column), .number)
      var number = 0
      for step in 0..<14 {
        let all = editor.table.rowList
        let texts = random.pick([0, 0, 5, 10])
        switch random.below(7) {
        case 0:
          let chosen = random.oneIn(2) ? all : all.filter { _ in random.below(5) > 0 }
          var values = CellList()
          for _ in chosen { values.append(Self.cell(&random, texts)) }
          try editor.perform([.updateColumn(Self.v, of: chosen, to: values)], title: "column")
        case 1:
          let value = Self.cell(&random, texts)
          try editor.perform(
            [.updateColumn(Self.v, of: all, to: CellList(repeating: value, count: all.count))],
            title: "one")
        case 2:
          let changes = all.prefix(random.below(4)).map {
            CellChange($0, Self.v, Self.cell(&random, texts))
          }
          try editor.perform([.update(changes)], title: "cells")
        case 3:
          try editor.perform([.delete(all.filter { _ in random.oneIn(20) })], title: "delete")
        case 4:
          let new = (0..<3).map { _ -> [ColumnID: Cell] in
            number += 1
            return [ColumnID(0): Cell("n\(number)"), Self.v: Self.cell(&random, texts)]
          }
          try editor.perform(
            [.insert(new, section: editor.table.sections[1].id, at: 0)], title: "insert")
        case 5: _ = try? editor.undo(steps: 1 + random.below(2))
        default: _ = try? editor.redo()
        }
        let name = "round \(round), step \(step)"
        expectEqual(editor.table.textCounts[Self.v], count(editor.table), "\(name)")
        let fresh = Tables.reloaded(editor.table)
        expectEqual(
          editor.table.kind(of: column), fresh.kind(of: fresh.columns[1]), "\(name)")
      }
    }
  }
}

/// The kind of a column that two threads look for.
struct KindByWorkersTests {
  /// Both parts on one thread, one or the other first.
  private static let workers = [
    Workers.one,
    Workers(minimum: 2) { first, second in
      second { false }
      first {}
    },
    Workers(minimum: 2) { first, second in
      var isStopped = false
      first { isStopped = true }
      second { isStopped }
    },
  ]

  @Test("is that of texts wherever one of them stands")
  func places() throws {
    let count = 3_000
    let all = (0..<count).map { ["k\($0)", "\($0)"] }
    for place in [nil, 0, 1_023, 1_024, 1_025, 2_011, 2_012, 2_013, count - 1] {
      var rows = all
      if let place { rows[place][1] = "x" }
      let table = Tables.table(
        columns: ["id", "v"], sections: [("A", Array(rows[..<700])), ("B", Array(rows[700...]))])
      for workers in Self.workers {
        expectEqual(
          table.kind(of: table.columns[1], workers: workers), place == nil ? .number : .text,
          "\(place ?? -1)")
      }
    }
  }
}

/// Work on a table that is stopped midway.
@Suite("Stopped work on a table", .ends)
struct StoppedTableTests {
  @Test("making sections leaves the table as it was, whenever it is stopped")
  func sections() throws {
    let rows = (0..<9_000).map { ["k\($0)", "g\($0)"] }
    let table = Tables.table(columns: ["id", "g"], sections: [("A", rows)])
    var stops = 0
    while true {
      var (copy, asked) = (table, 0)
      let progress = Progress {
        asked += 1
        return asked > stops
      }
      do throws(EditError) { try copy.regroup(by: ColumnID(1), progress) } catch {
        expectEqual(error, .cancelled)
        expect(copy.sectionColumn == nil && copy.isSame(as: table), "stopped at \(stops)")
        expect(copy.sections.map(\.count) == [9_000] && copy.rowCount == 9_000)
        expectEqual(copy.path(of: RowID(8_999))?.row, 8_999)
        stops += 1
        continue
      }
      expect(copy.sections.count == 9_000 && copy.sectionColumn == ColumnID(1))
      break
    }
    expect(stops >= 4)
  }
}
