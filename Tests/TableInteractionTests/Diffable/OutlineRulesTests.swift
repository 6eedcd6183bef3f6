import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableInteraction
import TableKit

/// Rule J8: the rows of a section as a tree.
struct OutlineRulesTests {
  /// `A(p[a b] q)`
  private func desk(_ table: String = "A(p a b q) B(r)") throws -> DiffableDesk {
    var desk = try DiffableDesk(table)
    try desk.outline { s throws(SnapshotError) in
      try s.expand(["p"])
      try s.move(["a", "b"], to: "p")
    }
    return desk
  }

  @Test("J8: opening a row inserts what is in it below it, closing it deletes that")
  func expanding() throws {
    var desk = try desk()
    expectEqual(desk.drawing, "A(p a b q) B(r)")
    try expectEqual(desk.tree(), "p[a b] q")
    try desk.select("a", "q")
    var step = try desk.outline { s throws(SnapshotError) in try s.collapse(["p"]) }
    expectEqual(
      step.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 1), RowPath(0, 2)]))]))
    expect(desk.drawing == "A(p q) B(r)" && desk.selected == "q")
    expect(step.deletedRows.isEmpty, "nothing has gone")
    expectEqual(step.explainedSnapshot.map(\.rule), [.treeApplied])
    try expectEqual(desk.tree(), "p<a b> q")
    step = try desk.outline { s throws(SnapshotError) in try s.expand(["p"]) }
    expectEqual(
      step.plan, .stages([Stage(rows: Changes(inserts: [RowPath(0, 1), RowPath(0, 2)]))]))
    expect(desk.drawing == "A(p a b q) B(r)" && step.insertedRows.isEmpty)
    expectEqual(
      Tables.raws(desk.controller.table, try desk.row("a")), ["a", "a"], "cells come back")
  }

  @Test("J8: undo brings rows, tree and what is open back together")
  func undoing() throws {
    var desk = try desk()
    try desk.outline { s throws(SnapshotError) in try s.collapse(["p"]) }
    try desk.outline { s throws(SnapshotError) in s.delete(["p"]) }
    expect(desk.drawing == "A(q) B(r)" && desk.controller.editor.wholeTable.rowCount == 2)
    try desk.controller.editor.undo()
    try expect(desk.drawing == "A(p q) B(r)" && desk.tree() == "p<a b> q")
    try desk.controller.editor.undo()
    try expect(desk.drawing == "A(p a b q) B(r)" && desk.tree() == "p[a b] q")
    try desk.controller.editor.undo()
    try expectEqual(desk.tree(), "p a b q")
    try desk.controller.editor.redo()
    try desk.controller.editor.redo()
    try expectEqual(desk.tree(), "p<a b> q")
    let before = try desk.tree()
    let step = try desk.outline { s throws(SnapshotError) in try s.expand(["q"]) }
    expect(step.changesState && !step.changesTable, "a row without others can be opened")
    try desk.controller.editor.undo()
    try expectEqual(desk.tree(), before)
  }

  @Test("J8: collapsed rows are saved, and count as no change")
  func saving() throws {
    var desk = try desk()
    desk.controller.editor.markSaved()
    try desk.outline { s throws(SnapshotError) in try s.collapse(["p"]) }
    expect(!desk.controller.editor.hasUnsavedChanges)
    expectEqual(Tables.drawing(desk.controller.editor.wholeTable), "A(p a b q) B(r)")
    try desk.outline { s throws(SnapshotError) in try s.append(["x"], to: "p") }
    try expect(desk.drawing == "A(p q) B(r)" && desk.tree() == "p<a b x> q")
    expect(desk.controller.editor.hasUnsavedChanges)
    desk.controller.editor.markSaved()
    expect(!desk.controller.editor.hasUnsavedChanges)
    expectEqual(Tables.drawing(desk.controller.editor.saved), "A(p a b x q) B(r)")
  }

  @Test("J8: what would leave collapsed rows behind is refused")
  func guarded() throws {
    var desk = try desk()
    try desk.outline { s throws(SnapshotError) in try s.collapse(["p"]) }
    expect(throws: EditError.rowsAreHidden(2)) { try desk.controller.setDiffable(false) }
    let fresh = Tables.reloaded(desk.controller.editor.saved)
    expect(throws: EditError.rowsAreHidden(2)) {
      try desk.controller.merge(incoming: fresh, title: "reload")
    }
    expect(
      throws: EditError.snapshot(.isCollapsed("a", in: "p"))
    ) { try desk.apply { s throws(SnapshotError) in try s.append(rows: ["a"], to: "B") } }
    expect(
      throws: EditError.snapshot(
        .elsewhere("a", section: "A"))
    ) { try desk.outline(1) { s throws(SnapshotError) in try s.append(["a"]) } }
    try desk.outline { s throws(SnapshotError) in try s.expand(["p"]) }
    try desk.controller.merge(
      incoming: Tables.table("A(p a x b q) B(r)"), title: "reload")
    try expectEqual(desk.tree(), "p[a x b] q", "a row that comes in stands in what surrounds it")
    try desk.controller.merge(incoming: Tables.table("A(p a b q) B(r)"), title: "reload")
    try desk.controller.setDiffable(false)
    try desk.controller.editor.undo()
    expect(throws: EditError.self, "undo has closed it again") {
      try desk.perform(.delete([try desk.row("p")]))
    }
    try expectEqual(desk.tree(), "p<a b> q")
  }

  @Test("J8: snapshots of the table carry the trees along")
  func following() throws {
    func result(_ wanted: String, closed: Bool = false) throws -> [String] {
      var desk = try desk()
      if closed { try desk.outline { s throws(SnapshotError) in try s.collapse(["p"]) } }
      try desk.perform(.apply(try snapshot(wanted), .difference))
      expectEqual(desk.drawing, wanted)
      return try desk.controller.table.sections.indices.map(desk.tree)
    }
    try expectEqual(result("A(p b q a) B(r)"), ["p[b] q a", "r"])
    try expectEqual(result("A(p a x y b q) B(r)"), ["p[a x y b] q", "r"])
    try expectEqual(result("A(a b q) B(r)"), ["a b q", "r"])
    try expectEqual(result("A(p a q b) B(r)"), ["p[a] q b", "r"])
    try expectEqual(result("A(q) B(r p)", closed: true), ["q", "r p<a b>"])
    try expectEqual(result("A(q x) B(r)", closed: true), ["q x", "r"])
    try expectEqual(result("B(r)", closed: true), ["r"])
  }

  @Test("J8: a journal knows all rows, and which are collapsed where its reader does")
  func recorded() throws {
    let drawn = "A(p a b q) B(r)"
    let recorded = RecordedEditor(Tables.table(drawn), fresh: Tables.table(drawn))
    try recorded.controller.setDiffable(true)
    let section = recorded.controller.table.sections[0].id
    func outline(_ change: (inout SectionSnapshot) throws(SnapshotError) -> Void) throws {
      var snapshot = try recorded.controller.sectionSnapshot(of: section)
      try change(&snapshot)
      try recorded.controller.perform([.applySection(snapshot, to: section)], title: "tree")
    }
    try outline { s throws(SnapshotError) in try s.move(["a", "b"], to: "p") }
    expectEqual(Tables.drawing(recorded.controller.table), "A(p q) B(r)")
    try outline { s throws(SnapshotError) in try s.append(["x", "y"], to: "p") }
    let moved = try snapshot("A(q) B(r p)")
    try recorded.controller.perform([.apply(moved, .difference)], title: "move")
    recorded.beginAnew()
    try outline { s throws(SnapshotError) in s.delete(["q"]) }
    func expectUndos(_ drawings: [String], showsAll: Bool) throws {
      var replayed = try recorded.replayed(showsAll: showsAll)
      expectEqual(replayed.undoTitles.count, recorded.controller.editor.undoTitles.count)
      for (index, drawing) in drawings.enumerated() {
        if index > 0 { try replayed.undo() }
        expectEqual(Tables.drawing(replayed.table), drawing)
      }
    }
    try expectUndos(
      [
        "A() B(r p a b x y)", "A(q) B(r p a b x y)", "A(p a b x y q) B(r)", "A(p a b q) B(r)",
        "A(p a b q) B(r)",
      ], showsAll: true)
    try expectUndos(
      ["A() B(r p)", "A(q) B(r p)", "A(p q) B(r)", "A(p q) B(r)", "A(p a b q) B(r)"],
      showsAll: false)
    var replayed = try recorded.replayed()
    expectEqual(replayed.state.tree, recorded.controller.editor.state.tree)
    for _ in 0..<4 { try replayed.undo() }
    expect(replayed.state.tree.isEmpty)
  }

  @Test("random trees show what they say, and lose no row")
  func random() throws {
    var generator = SeededGenerator(seed: 7)
    var desk = try DiffableDesk("A(r0 r1 r2 r3 r4 r5) B(r6 r7 r8)")
    for step in 0..<300 {
      let section = generator.below(desk.controller.table.sections.count)
      var wanted = try desk.controller.sectionSnapshot(of: desk.section(section))
      let all = Set(desk.controller.editor.wholeTable.allRows)
      var loses = false
      for _ in 0...generator.below(4) {
        let (row, other) = ("r\(generator.below(14))", "r\(generator.below(14))")
        switch generator.below(6) {
        case 0: try? wanted.append([row], to: generator.oneIn(3) ? nil : other)
        case 1: try? wanted.move([row], to: generator.oneIn(3) ? nil : other)
        case 2: try? wanted.expand([row])
        case 3, 4: try? wanted.collapse([row])
        default:
          if generator.oneIn(4), wanted.contains(row) {
            wanted.delete([row])
            loses = true
          }
        }
      }
      do {
        let transaction = try desk.perform(.applySection(wanted, to: desk.section(section)))
        let shown = try desk.controller.snapshot().rows(
          in: desk.controller.table.sections[section].name)
        expectEqual(shown, wanted.visible, "seed 7, step \(step)")
        try expectEqual(desk.controller.sectionSnapshot(of: desk.section(section)), wanted)
        if !loses { expect(all.isSubset(of: Set(desk.controller.editor.wholeTable.allRows))) }
        try expectEqual(transaction.stagedPlan.replay(), Outline(of: desk.controller.table))
      } catch let error as EditError where error.code == "elsewhere" {
        continue
      }
      if generator.oneIn(5) {
        var snapshot = try desk.controller.snapshot()
        let rows = snapshot.rows
        try? snapshot.move(generator.pick(rows), .after, generator.pick(rows))
        try desk.perform(.apply(snapshot, .difference))
        expect(Set(desk.controller.editor.wholeTable.allRows).isSuperset(of: loses ? [] : all))
        expectEqual(
          desk.controller.editor.state.tree,
          desk.controller.editor.state.tree.fitted(to: desk.controller.table, loose: RowSet()))
      }
      if generator.oneIn(6), !desk.controller.editor.undoTitles.isEmpty {
        try desk.controller.editor.undo()
      }
    }
  }
}
