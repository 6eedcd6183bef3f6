import BatchUpdates
import Expectations
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableShell

private let kinds = ["csv", "plain.csv", "sections.json", "rows.json"]

/// Patches there and back.
struct PatchRoundTripTests {
  @Test(
    "what edits did is done by their patch to the file as it was, and taken back from the new one",
    arguments: kinds)
  func edits(kind: String) throws {
    var count = 0
    for seed in 0..<150 {
      var file = RandomFile(kind: kind, seed: UInt64(seed))
      let loaded = try file.loaded()
      var editor = Editor(table: loaded.table)
      editor.contentChange = seed % 2 == 0 ? .reload : .reconfigure
      let position = editor.stepPosition
      for _ in 0..<1 + file.random.below(4) {
        _ = try? editor.perform([file.edit(of: editor.table)], title: "")
      }
      guard let change = editor.joinSteps(since: position, title: "") else { continue }
      guard change.changesTable else { continue }
      count += 1
      let text = patch(change.stagedPlan, change.ends)
      let there = try patched(file.loaded().table, text)
      expectEqual(content(there), content(editor.table), "seed \(seed): \(text)")
      let back = try patched(editor.table, text, inverted: true)
      expectEqual(content(back), content(loaded.table), "seed \(seed), back: \(text)")
    }
    expect(count > 100)
  }

  @Test("names that columns swap, and that new sections take over, are in the patch")
  func names() throws {
    for seed in 0..<40 {
      let file = RandomFile(kind: "sections.json", seed: UInt64(seed))
      let loaded = try file.loaded()
      var editor = Editor(table: loaded.table)
      let position = editor.stepPosition
      let columns = editor.table.columns.filter { !editor.table.keyColumns.contains($0.id) }
      if columns.count > 1 {
        try editor.perform(
          [
            .renameColumn(columns[0].id, "between"),
            .renameColumn(columns[1].id, columns[0].name),
            .renameColumn(columns[0].id, columns[1].name),
          ], title: "")
      }
      if let section = editor.table.sections.first {
        let name = section.name
        try editor.perform(
          [.labelSections([SectionLabel(section.id, name: "other", title: "other")])], title: "")
        try editor.perform([.insertSection(name: name, at: seed % 2)], title: "")
      }
      if let section = editor.table.sections.last, editor.table.sections.count > 2 {
        try editor.perform([.deleteSections([section.id])], title: "")
        try editor.perform([.insertSection(name: section.name, at: 0)], title: "")
      }
      let joined = editor.joinSteps(since: position, title: "")
      let change = try require(joined)
      let text = patch(change.stagedPlan, change.ends)
      let there = try patched(loaded.table, text)
      expectEqual(content(there), content(editor.table), "seed \(seed): \(text)")
      let back = try patched(editor.table, text, inverted: true)
      expectEqual(content(back), content(loaded.table), "seed \(seed), back: \(text)")
    }
  }

  @Test("the file that a patch writes is the file that the edits wrote", arguments: kinds)
  func files(kind: String) throws {
    for seed in 0..<80 {
      var file = RandomFile(kind: kind, seed: UInt64(seed))
      let loaded = try file.loaded()
      var editor = Editor(table: loaded.table)
      guard let change = try? editor.perform([file.edit(of: editor.table)], title: ""),
        change.changesTable, change.plan != .empty
      else { continue }
      let text = patch(change.stagedPlan, change.ends)
      let there = try patched(loaded.table, text)
      try expectEqual(
        String(decoding: loaded.origin.bytes(of: there), as: UTF8.self),
        String(decoding: loaded.origin.bytes(of: editor.table), as: UTF8.self),
        "seed \(seed): \(text)")
    }
  }

  @Test("the patch of two files that were loaded apart makes one of the other", arguments: kinds)
  func comparisons(kind: String) throws {
    for seed in 0..<100 {
      var file = RandomFile(kind: kind, seed: UInt64(seed))
      let old = try file.loaded()
      var editor = Editor(table: old.table)
      for _ in 0..<1 + file.random.below(5) {
        _ = try? editor.perform([file.edit(of: editor.table)], title: "")
      }
      let bytes = try old.origin.bytes(of: editor.table)
      guard let new = try? LoadedTable(bytes: bytes, name: kind) else { continue }
      let comparison = try Comparison(old.table, new.table)
      guard !comparison.isEmpty else { continue }
      var planner = Planner(content: seed % 2 == 0 ? .reload : .reconfigure)
      planner.stages = seed % 3 == 0 ? .one : .identity
      planner.movesAcrossSections = seed % 5 != 0
      planner.usesMoves = seed % 7 != 0
      let text = patch(comparison.stagedPlan(planner), comparison.ends)
      // Rows have the key by which they were paired.
      let (before, after) = (comparison.ends.before, comparison.ends.after)
      expectEqual(content(try patched(before, text)), content(after), "seed \(seed): \(text)")
      expectEqual(
        content(try patched(after, text, inverted: true)), content(before),
        "seed \(seed), back: \(text)")
    }
  }

  @Test("with sections by a column the file becomes what the edits wrote, and gets its rows back")
  func views() throws {
    var count = 0
    for seed in 0..<150 {
      var file = RandomFile(kind: "csv", seed: UInt64(seed))
      let old = try file.loaded()
      var editor = Editor(table: Self.view(of: old.table))
      let position = editor.stepPosition
      for _ in 0..<1 + file.random.below(2) {
        _ = try? editor.perform([file.edit(of: editor.table)], title: "")
      }
      guard let change = editor.joinSteps(since: position, title: ""), change.changesTable,
        editor.table.column(named: "group") != nil, editor.table.column(named: "id") != nil
      else { continue }
      count += 1
      let text = patch(change.stagedPlan, change.ends)
      let new = try old.origin.bytes(of: editor.table)
      let there = try patched(Self.view(of: old.table), text)
      try expectEqual(
        String(decoding: old.origin.bytes(of: there), as: UTF8.self),
        String(decoding: new, as: UTF8.self), "seed \(seed): \(text)")
      // What identifies a row is given, as with --key: a key may have become null.
      var options = ReadOptions()
      options.key = ["id"]
      guard let reloaded = try? LoadedTable(bytes: new, name: "csv", options: options) else {
        continue
      }
      let back = try patched(Self.view(of: reloaded.table), text, inverted: true)
      expectEqual(Self.rows(back), Self.rows(old.table), "seed \(seed), back: \(text)")
    }
    expect(count > 100)
  }

  private static func view(of table: Table) -> Table {
    var table = table
    if let column = table.column(named: "group") { table.regroup(by: column.id) }
    return table
  }

  /// The rows by their first cell, whatever their order.
  private static func rows(_ table: Table) -> [[Cell]] {
    table.allRows.map(table.cells).sorted { $0[0].text < $1[0].text }
  }

  @Test("a sort of many rows is one order, and is taken back")
  func sort() throws {
    let rows = (0..<2_000).map { "\(($0 * 7_919) % 2_000),\($0)\n" }.joined()
    let loaded = try LoadedTable(bytes: Array("id,n\n\(rows)".utf8), name: "a.csv")
    var editor = Editor(table: loaded.table)
    let change = try editor.perform(
      [.sort([SortKey(loaded.table.columns[0].id)], section: nil)], title: "")
    let text = patch(change.stagedPlan, change.ends)
    expectEqual(content(try patched(loaded.table, text)), content(editor.table))
    let back = try patched(editor.table, text, inverted: true)
    try expectEqual(
      String(decoding: loaded.origin.bytes(of: back), as: UTF8.self), "id,n\n\(rows)")
  }
}
