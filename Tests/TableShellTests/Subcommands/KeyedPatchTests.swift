import BatchUpdates
import Expectations
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Patches applied by key.
struct KeyedPatchTests {
  private static let kinds = ["csv", "sections.json", "rows.json"]

  /// Returns a table with a patch applied by key, and what was told.
  private static func applied(
    _ text: String, to table: Table
  ) throws -> (table: Table, patch: KeyedPatch) {
    let plan = try PlanReader.read(bytes: Array(text.utf8), name: "plan")
    var patch = KeyedPatch(table, holdsBytes: false)
    for stage in try PatchReader.stages(of: plan) { try patch.apply(stage) }
    var editor = Editor(table: table)
    if !patch.edits.isEmpty { try editor.perform(patch.edits, title: "") }
    return (editor.table, patch)
  }

  /// The rows by their keys, with the name of their section and their cells by column.
  private static func rows(_ table: Table) -> [String: [String: Cell]] {
    var rows: [String: [String: Cell]] = [:]
    for row in table.allRows {
      var cells = Dictionary(
        table.columns.map { ($0.name, table.cell(row, $0.id)) }, uniquingKeysWith: { $1 })
      let section = table.section(of: row).flatMap { table.index(of: $0) } ?? 0
      cells["in section"] = Cell(table.sections[section].name)
      rows[table.key(of: row)] = cells
    }
    return rows
  }

  @Test(
    "rows that stand elsewhere get what the edits did, and a second time there is nothing to do",
    arguments: kinds)
  func elsewhere(kind: String) throws {
    var count = 0
    for seed in 0..<300 {
      var file = RandomFile(kind: kind, seed: UInt64(seed))
      let loaded = try file.loaded().table
      guard loaded.hasKey else { continue }
      var editor = Editor(table: loaded)
      let position = editor.stepPosition
      for _ in 0..<1 + file.random.below(4) {
        let edit = file.edit(of: editor.table)
        // Where a key is gone, rows are not found.
        if case .deleteColumn(let column) = edit, loaded.keyColumns.contains(column) { continue }
        _ = try? editor.perform([edit], title: "")
      }
      guard let change = editor.joinSteps(since: position, title: ""), change.changesTable else {
        continue
      }
      let text = patch(change.stagedPlan, change.ends)
      var shuffled = Editor(table: loaded)
      for section in loaded.sections {
        let rows = Array(section.rows).shuffled(using: &file.random)
        _ = try? shuffled.perform([.arrangeRows(section.id, rows)], title: "")
      }
      let there = try Self.applied(text, to: shuffled.table)
      expectEqual(there.patch.conflicts, [], "seed \(seed): \(text)")
      expectEqual(Self.rows(there.table), Self.rows(editor.table), "seed \(seed): \(text)")
      count += 1
      // Sections and columns that went and came under one name are there again.
      let again = try Self.applied(text, to: editor.table)
      if change.stagedPlan.plan.stages.count == 1, again.patch.conflicts.isEmpty {
        expectEqual(Self.rows(again.table), Self.rows(editor.table), "seed \(seed), again: \(text)")
      }
    }
    expect(count > 150)
  }

  private static func csv(_ text: String) throws -> Table {
    var options = ReadOptions()
    options.key = ["id"]
    return try LoadedTable(bytes: Array(text.utf8), name: "csv", options: options).table
  }

  private static func diff(_ old: String, _ new: String) throws -> String {
    let comparison = try Comparison(csv(old), csv(new))
    return patch(comparison.stagedPlan(Planner(content: .reload)), comparison.ends)
  }

  private static let before = "id,n,s\n1,a,x\n2,b,x\n3,c,x\n"

  @Test(
    "a row that is neither as before nor as after is a conflict, and every one is told",
    arguments: [
      (
        "id,n,s\n1,A,x\n2,B,x\n", "id,n,s\n3,c,x\n2,z,x\n1,y,x\n",
        ["@1 n: expected 'a', found 'y'", "@2 n: expected 'b', found 'z'"]
      ),
      (
        "id,n,s\n1,a,x\n2,b,x\n", "id,n,s\n3,c,y\n1,a,x\n2,b,x\n",
        ["@3 s: expected 'x', found 'y'"]
      ),
      ("id,n,s\n1,A,x\n2,b,x\n3,c,x\n", "id,n,s\n3,c,x\n", ["@1: no such row"]),
      (
        "id,n,s\n1,a,x\n2,b,x\n3,c,x\n4,d,x\n", "id,n,s\n1,a,x\n4,e,x\n",
        ["@4 n: expected 'd', found 'e'"]
      ),
      ("id,n,s\n1,a,x\n2,b,x\n3,c,X\n", "id,n\n3,c\n2,b\n1,a\n", ["@3 s: no such column"]),
    ])
  func conflicts(after: String, here: String, told: [String]) throws {
    let found = try Self.applied(Self.diff(Self.before, after), to: Self.csv(here))
    expectEqual(found.patch.conflicts, told)
  }

  @Test("what exists already is no change, and further rows and columns stay")
  func done() throws {
    let text = try Self.diff(Self.before, "id,n,s\n1,A,x\n3,C,x\n4,d,x\n")
    let here = try Self.csv("more,s,id,n\n9,x,5,e\n8,x,3,C\n7,x,1,a\n")
    let found = try Self.applied(text, to: here)
    expect(found.patch.conflicts == [] && found.patch.doneCount == 2)
    expectEqual(
      found.table.allRows.map { found.table.cells($0).map(\.text) },
      [
        ["9", "x", "5", "e"], ["8", "x", "3", "C"], ["7", "x", "1", "A"], ["", "x", "4", "d"],
      ])
  }
}
