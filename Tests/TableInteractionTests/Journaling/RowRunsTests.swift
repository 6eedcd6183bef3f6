import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Runs of rows.
struct RowRunsTests {
  @Test("rows in any order come back from a record, sorted or one in several, too")
  func rows() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var rows: [RowID] = []
      for _ in 0..<random.below(12) {
        let first = UInt32(random.below(40))
        let run = (first..<first + UInt32(1 + random.below(6))).map { RowID($0) }
        rows += run.filter { !rows.contains($0) }
      }
      let runs = RowRuns(rows)
      var writer = RecordWriter()
      writer.rows(runs)
      var reader = RecordReader(writer.bytes)
      try expectEqual(reader.rows(below: 100), rows, "seed \(seed)")
      expectEqual(runs.count, rows.count)
      expectEqual(runs.sorted.rows(every: 1), rows.sorted(), "seed \(seed)")
      let step = 1 + random.below(5)
      let some = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
      expectEqual(runs.rows(every: step), some, "seed \(seed)")
    }
  }

  @Test("a table whose rows the source holds is written as one that follows from none")
  func tables() {
    for seed in 0..<200 as Range<UInt64> {
      var made = RandomTable(seed: seed)
      var editor = Editor(table: made.table())
      for _ in 0..<made.random.below(20) {
        _ = try? editor.perform([.delete([RowID(UInt32(made.random.below(12)))])], title: "delete")
        let section = editor.table.sections.first?.id ?? SectionID(0)
        _ = try? editor.perform([.insert([[:]], section: section, at: 0)], title: "insert")
      }
      let table = editor.table
      let nothing = EditorState(table: Table(columns: [], syntax: table.syntax))
      var (slow, fast) = (RecordWriter(), RecordWriter())
      slow.state(from: nothing, to: EditorState(table: table), saved: table)
      fast.table(table, isRead: true)
      expectEqual(fast.bytes, slow.bytes, "seed \(seed)")
      expectEqual(table.runsOfSource.rows(every: 1), table.sourceOrder, "seed \(seed)")
    }
  }
}
