import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

struct RandomComparisonsTests {
  /// Two tables that were loaded apart, the second one random edits later.
  private struct World {
    let old: Table
    let new: Table

    init(seed: UInt64) {
      var made = RandomTable(seed: seed)
      old = made.table()
      var copy = Tables.reloaded(old)
      if let column = old.sectionColumn { copy.regroup(by: column) }
      var editor = Editor(table: copy)
      for _ in 0..<made.random.below(6) {
        let edit = made.edit(of: editor.table)
        _ = try? editor.perform([edit], title: "edit")
      }
      var fresh = made.random.oneIn(2) ? editor.table : Self.translated(editor.table)
      if made.random.oneIn(4) { fresh.setKey([]) }
      new = fresh
    }

    /// The same values in the other syntax.
    private static func translated(_ table: Table) -> Table {
      let syntax: CellSyntax = table.syntax.isTyped ? .delimited() : .json
      var fresh = Tables.table(
        columns: table.columns.map(\.name),
        sections: table.sections.map { section in
          (
            name: section.name,
            rows: section.rows.map { table.cells($0).map { raw($0, syntax) } }
          )
        }, syntax: syntax, key: 0)
      fresh.setKey(
        table.keyColumns.compactMap { key in
          table.columns.firstIndex { $0.id == key }.map { ColumnID($0) }
        })
      return fresh
    }

    private static func raw(_ cell: Cell, _ syntax: CellSyntax) -> String {
      if cell.isNull { return syntax.isTyped ? "null" : "" }
      if syntax.isTyped { return JSONText.quoted(cell.text) }
      return "\""
        + cell.text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
  }

  private static let seeds = 1...2_000

  @Test("every plan is legal, stale nowhere and replays to the new table")
  func replay() throws {
    for seed in Self.seeds {
      let world = World(seed: UInt64(seed))
      let comparison = try Comparison(world.old, world.new)
      for content in ContentChange.allCases {
        let staged = comparison.stagedPlan(Planner(content: content))
        do {
          let shown = try staged.replay()
          expectEqual(shown, comparison.after, "seed \(seed)")
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }

  @Test("the outlines are the two tables, row by row, and say what differs")
  func outlines() throws {
    for seed in Self.seeds {
      let world = World(seed: UInt64(seed))
      let (old, new) = (world.old, world.new)
      let comparison = try Comparison(old, new)
      let ends = comparison.ends
      let before = comparison.before.sections
      let after = comparison.after.sections
      expectEqual(
        before.map { ends.sectionBefore($0.id)?.id }, old.sections.map(\.id), "seed \(seed)")
      expectEqual(
        after.map { ends.sectionAfter($0.id)?.id }, new.sections.map(\.id), "seed \(seed)")
      expectEqual(
        before.map { $0.rows.map { ends.rowBefore($0.id) } }, old.sections.map { Array($0.rows) },
        "seed \(seed)")
      expectEqual(
        after.map { $0.rows.map { ends.rowAfter($0.id) } }, new.sections.map { Array($0.rows) },
        "seed \(seed)")
      for section in after {
        let partner = ends.sectionBefore(section.id)
        expect(partner == nil || partner?.name == ends.sectionAfter(section.id)?.name)
      }
      let rows = after.flatMap(\.rows)
      expect(rows.allSatisfy { $0.id < old.rowIDCount + new.rowCount }, "seed \(seed)")
      if comparison.notes.contains(where: { $0.contains("is now") }) { continue }
      for row in rows {
        guard let a = ends.rowBefore(row.id), let b = ends.rowAfter(row.id) else { continue }
        expectEqual(Self.isSame(old, a, new, b), row.content == 0, "seed \(seed)")
        if comparison.ends.before.hasKey {
          expectEqual(ends.before.key(of: a), ends.after.key(of: b), "seed \(seed)")
        }
      }
    }
  }

  @Test("without a key as many equal records are paired as both tables have")
  func equalRecords() throws {
    for seed in Self.seeds {
      var (old, new) = (World(seed: UInt64(seed)).old, World(seed: UInt64(seed)).new)
      old.setKey([])
      new.setKey([])
      let comparison = try Comparison(old, new)
      var left = Array(new.allRows)
      var equal = 0
      for row in old.allRows {
        guard let i = left.firstIndex(where: { Self.isSame(old, row, new, $0) }) else { continue }
        left.remove(at: i)
        equal += 1
      }
      let paired = comparison.after.sections.flatMap(\.rows).filter { row in
        guard let a = comparison.ends.rowBefore(row.id), let b = comparison.ends.rowAfter(row.id)
        else { return false }
        return Self.isSame(old, a, new, b)
      }
      expectEqual(paired.count, equal, "seed \(seed)")
    }
  }

  /// Whether two rows show the same in columns of one name.
  private static func isSame(_ old: Table, _ a: RowID, _ new: Table, _ b: RowID) -> Bool {
    let comparesKinds = old.syntax.isTyped == new.syntax.isTyped
    return old.columns.allSatisfy { column in
      guard let other = new.column(named: column.name) else { return true }
      let (x, y) = (old.cell(a, column.id), new.cell(b, other.id))
      return comparesKinds ? x == y : x.isNull == y.isNull && x.text.utf8.elementsEqual(y.text.utf8)
    }
  }
}
