import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableInteraction
import TableKit

/// The rules J, on a table: each test is a rule's worked example.
struct DiffableRulesTests {
  @Test("J1: applying compares identifiers; rows keep their cells, and the selection follows them")
  func difference() throws {
    var desk = try DiffableDesk("A(a b c)")
    let c = try desk.row("c")
    try desk.select("c", "a")
    let transaction = try desk.perform(.apply(try snapshot("A(c a b)"), .difference))
    let move = Move(from: RowPath(0, 2), to: RowPath(0, 0))
    expectEqual(transaction.plan, .stages([Stage(rows: Changes(moves: [move]))]))
    expect(desk.drawing == "A(c a b)" && desk.selected == "c a")
    try expectEqual(desk.row("c"), c)
    expectEqual(transaction.summary.movedRows, 1)
    expectEqual(transaction.explainedSnapshot.map(\.rule), [.snapshotApplied])
    try desk.controller.editor.undo()
    expectEqual(desk.drawing, "A(a b c)")
    try desk.controller.editor.redo()
    expectEqual(desk.drawing, "A(c a b)")
  }

  @Test("J1: new identifiers make rows that hold their key, the others go, sections too")
  func rows() throws {
    var desk = try DiffableDesk("A(a b c) B(d e)")
    let transaction = try desk.perform(
      .apply(try snapshot("C(x d) A(c y a)"), .difference))
    expectEqual(desk.drawing, "C(x d) A(c y a)")
    expectEqual(Tables.raws(desk.controller.table, try desk.row("x")), ["x", ""])
    expectEqual(Tables.raws(desk.controller.table, try desk.row("c")), ["c", "c"])
    expect(transaction.insertedRows.count == 2 && transaction.deletedRows.count == 2)
    expectEqual(desk.controller.editor.undoTitles.count, 1)
    try desk.controller.editor.undo()
    expectEqual(desk.drawing, "A(a b c) B(d e)")
  }

  @Test("J1: rows of other sections take on the value of the column that makes the sections")
  func sectionView() throws {
    var table = Tables.table(
      columns: ["id", "city"],
      sections: [(name: "all", rows: [["a", "Rome"], ["b", "Oslo"], ["c", "Rome"]])])
    let column = try require(table.column(named: "city")).id
    var controller = TableController(table: table)
    try controller.perform([.sectionBy(column)], title: "by")
    try controller.setDiffable(true)
    try controller.perform(
      [.apply(try snapshot("Rome(c) Bern(x) Oslo(b a)"), .difference)], title: "")
    table = controller.table
    let cities = table.allRows.map { table.key(of: $0) + " " + table.cell($0, column).text }
    expectEqual(cities, ["c Rome", "x Bern", "b Oslo", "a Oslo"])
  }

  @Test("J2: a row that is appended again moves, on the table as in the snapshot")
  func unique() throws {
    var desk = try DiffableDesk("A(a b) B(c)")
    let transaction = try desk.apply { s throws(SnapshotError) in
      try s.append(rows: ["a"], to: "B")
    }
    expectEqual(desk.drawing, "A(b) B(c a)")
    let move = Move(from: RowPath(0, 0), to: RowPath(1, 1))
    expectEqual(transaction.plan, .stages([Stage(rows: Changes(moves: [move]))]))
    expectEqual(transaction.explainedSnapshot.map(\.rule), [.snapshotApplied, .uniqueInSnapshot])
  }

  @Test("J3: an error leaves everything as it was")
  func errors() throws {
    var desk = try DiffableDesk("A(a b)", key: false)
    expectEqual(desk.drawing, "A(1 2)")
    try desk.apply { s throws(SnapshotError) in try s.move("2", .before, "1") }
    expectEqual(desk.drawing, "A(2 1)")
    expect(
      throws: EditError.snapshot(
        .noKey("9", columns: []))
    ) { try desk.apply { s throws(SnapshotError) in try s.append(rows: ["9"]) } }
    expectEqual(desk.drawing, "A(2 1)")
  }

  @Test("J3: rows whose keys are one identifier cannot be driven by snapshots")
  func joinedKeys() throws {
    let table = Tables.table(
      columns: ["a", "b"], sections: [(name: "A", rows: [["x/y", "z"], ["x", "y/z"]])], key: 2)
    var controller = TableController(table: table)
    expect(throws: EditError.snapshot(.notUnique(["x/y/z"]))) {
      try controller.setDiffable(true)
    }
    expect(!controller.snapshots.isDriving)
    var parts = TableController(
      table: Tables.table(
        columns: ["a", "b"], sections: [(name: "A", rows: [["x", "y"]])], key: 2))
    try parts.setDiffable(true)
    try parts.perform([.apply(try snapshot("A(p/q x/y)"), .difference)], title: "")
    expectEqual(Tables.raws(parts.table, parts.table.sections[0].row(at: 0)), ["p", "q"])
    expect(throws: EditError.self) {
      try parts.perform([.apply(try snapshot("A(x/y z)"), .difference)], title: "")
    }
  }

  @Test("J4: marks alone are no difference, and yet they are drawn")
  func marks() throws {
    var desk = try DiffableDesk("A(a b)")
    let transaction = try desk.apply { s throws(SnapshotError) in try s.reconfigure(["a"]) }
    expect(
      !transaction.changesTable && transaction.hasPlan && desk.controller.editor.undoTitles.isEmpty)
    expect(transaction.explainedSnapshot.map(\.rule).contains(.marksDoNotDiffer))
  }

  @Test("J5: reconfigure keeps the selection, reload drops it, and both are in the plan")
  func selection() throws {
    var desk = try DiffableDesk("A(a b c) B(d)")
    try desk.select("b")
    var plan = try desk.apply { s throws(SnapshotError) in try s.reconfigure(["b"]) }.plan
    expectEqual(desk.selected, "b")
    expectEqual(plan, .stages([Stage(rows: Changes(reconfigures: [RowPath(0, 1)]))]))
    plan = try desk.apply { s throws(SnapshotError) in
      try s.reload(["b"])
      try s.reconfigure(["b", "c"])
    }.plan
    expect(desk.selected.isEmpty)
    let drawn = Changes(reloads: [RowPath(0, 1)], reconfigures: [RowPath(0, 2)])
    expectEqual(plan, .stages([Stage(rows: drawn)]))
    try desk.select("a", "d")
    plan = try desk.apply { s throws(SnapshotError) in
      try s.reload(["a"])
      try s.reload(sections: ["A"])
      try s.move("d", .before, "a")
    }.plan
    expect(desk.selected == "d" && desk.drawing == "A(d a b c) B()")
    expectEqual(plan.stages.count, 2)
    expectEqual(plan.stages.first, Stage(sections: Changes(reloads: [0])))
    var data = try DiffableDesk("A(a)", holding: .data)
    try data.select("a")
    try data.apply { s throws(SnapshotError) in try s.reload(["a"]) }
    expectEqual(data.selected, "a")
  }

  @Test("J6: applied by reloading the data, nothing is compared, and the selection is lost")
  func reloadData() throws {
    var desk = try DiffableDesk("A(a b)")
    try desk.select("b")
    let transaction = try desk.perform(.apply(try snapshot("A(b c)"), .reloadData))
    guard case .reloadData = transaction.plan else {
      Issue.record("\(transaction.plan)")
      return
    }
    expect(desk.drawing == "A(b c)" && desk.selected.isEmpty)
    expect(transaction.explainedSnapshot.map(\.rule).contains(.appliedByReloading))
    try desk.controller.editor.undo()
    expect(desk.drawing == "A(a b)" && desk.selected == "b")
  }

  @Test("J7: without animation the difference is made, and said to be without")
  func unanimated() throws {
    var desk = try DiffableDesk("A(a b)")
    let transaction = try desk.perform(.apply(try snapshot("A(b)"), .unanimated))
    expect(!transaction.isAnimated)
    expectEqual(transaction.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 0)]))]))
    try expect(desk.perform(.apply(try snapshot("A(b c)"), .difference)).isAnimated)
  }

  @Test("J9: who reorders is asked, and told of both snapshots and of what differs")
  func reordering() throws {
    var desk = try DiffableDesk("A(a b c) B(d)")
    var told: [String] = []
    desk.controller.snapshots.handlers.canReorder = { $0 != "b" }
    desk.controller.snapshots.handlers.willReorder = {
      told.append("will " + drawing($0.finalSnapshot))
    }
    desk.controller.snapshots.handlers.didReorder = {
      told.append("did " + drawing($0.initialSnapshot))
    }
    var step = try desk.perform(.reorder(try desk.row("a"), .after, try desk.row("c")))
    expectEqual(desk.drawing, "A(b c a) B(d)")
    expectEqual(step.events.map(\.name), [.canReorder, .willReorder, .didReorder])
    expect(step.explainedEvents.allSatisfy { $0.rule == .reorderedByUser })
    expectEqual(told, ["will A(b c a) B(d)", "did A(a b c) B(d)"])
    var reorder = try require(desk.controller.snapshots.lastReorder)
    expectEqual(
      Array(reorder.difference),
      [
        .remove(offset: 0, element: "a", associatedWith: 2),
        .insert(offset: 2, element: "a", associatedWith: 0),
      ])
    expectEqual(reorder.sectionTransactions.map(\.section), ["A"])
    expectEqual(
      reorder.initialSnapshot.rows.applying(reorder.difference), reorder.finalSnapshot.rows)

    try desk.perform(.reorder(try desk.row("c"), .before, try desk.row("d")))
    expectEqual(desk.drawing, "A(b a) B(c d)")
    reorder = try require(desk.controller.snapshots.lastReorder)
    expectEqual(reorder.sectionTransactions.map(\.section), ["A", "B"])
    for part in reorder.sectionTransactions {
      expectEqual(part.initialRows.applying(part.difference), part.finalRows)
    }

    step = try desk.perform(.reorder(try desk.row("b"), .after, try desk.row("d")))
    expect(
      step.refusal?.description == "row 'b' cannot be reordered" && desk.drawing == "A(b a) B(c d)")
    expectEqual(step.events.map(\.answer), [.refused])
  }

  @Test("J10: what changes rows and sections past the snapshots is refused, and nothing else")
  func oneDoor() throws {
    var desk = try DiffableDesk("A(a b) B(c)")
    let (a, section) = (try desk.row("a"), desk.section(0))
    let column = desk.controller.table.columns[1].id
    let refused: [TableAction] = [
      .insert([[:]], section: section, at: 0), .update([CellChange(a, column, Cell("x"))]),
      .delete([a]), .move([a], section: section, at: 1),
      .arrangeRows(section, [a, try desk.row("b")]), .sort([SortKey(column)], section: nil),
      .insertSection(name: "C", at: 0), .deleteSections([section]), .renameSection(section, "C"),
      .arrangeSections([desk.section(1), section]), .sectionBy(column), .reloadRows([a]),
      .reloadData,
    ]
    for edit in refused {
      do throws(EditError) {
        try desk.controller.perform([edit], title: "")
        Issue.record("\(edit) was made")
      } catch {
        expectEqual(error.code, "E-DIFFABLE")
      }
    }
    expect(desk.drawing == "A(a b) B(c)" && desk.controller.editor.undoTitles.isEmpty)
    try desk.perform(.tap(a))
    try desk.perform(.setEditing(true))
    try desk.perform(.insertColumn(name: "age", at: 1))
    try desk.controller.editor.undo()
    try desk.controller.setDiffable(false)
    expect(throws: EditError.interaction(.notDiffable)) {
      try desk.perform(.apply(try snapshot("A(a)"), .difference))
    }
    try desk.perform(.delete([a]))
    expectEqual(desk.drawing, "A(b) B(c)")
  }

  @Test("J10: what came since a snapshot was begun does not go with it unseen")
  func cameMeanwhile() throws {
    var desk = try DiffableDesk("A(a)")
    var pending = try PendingSnapshot(of: desk.controller.table)
    expectEqual(pending.snapshot, pending.base)
    try pending.snapshot.append(rows: ["x"])
    try desk.apply { s throws(SnapshotError) in try s.append(rows: ["b"]) }
    expect(throws: SnapshotError.cameMeanwhile(["b"])) {
      try pending.check(against: desk.controller.table)
    }
    try pending.snapshot.append(rows: ["b"])
    try pending.check(against: desk.controller.table)
    expect(pending.snapshot != pending.base)
  }

  @Test("random snapshots are reached by plans that are legal, and undone")
  func random() throws {
    var generator = SeededGenerator(seed: 11)
    var desk = try DiffableDesk("A(a b c d) B(e f g) C(h i)")
    for step in 0..<300 {
      var wanted = try desk.controller.snapshot()
      let old = drawing(wanted)
      for _ in 0...generator.below(6) {
        let (row, other) = ("r\(generator.below(14))", "r\(generator.below(14))")
        let (section, side) = (
          "s\(generator.below(5))", generator.oneIn(2) ? Snapshot.Side.before : .after
        )
        switch generator.below(9) {
        case 0: try? wanted.append(sections: [section])
        case 1: try? wanted.append(rows: [row, other], to: section)
        case 2: try? wanted.insert(rows: [row], side, other)
        case 3: try? wanted.move(row, side, other)
        case 4: try? wanted.move(section: section, side, "s\(generator.below(5))")
        case 5: wanted.delete(rows: [row])
        case 6: if generator.oneIn(3) { wanted.delete(sections: [section]) }
        case 7: try? wanted.reload([row])
        default: try? wanted.reconfigure([other])
        }
      }
      if let row = desk.controller.table.allRows.first(where: { _ in true }) {
        try desk.controller.perform([.select([row], .toggle)], title: "select")
      }
      let how: SnapshotApplying = generator.oneIn(9) ? .reloadData : .difference
      let selected = desk.controller.selection.rows
      let transaction = try desk.perform(.apply(wanted, how))
      expectEqual(drawing(try desk.controller.snapshot()), drawing(wanted), "seed 11, step \(step)")
      if how == .difference {
        // Debug builds replay the plan of each transaction; here the view does, too.
        let shown = try transaction.stagedPlan.replay()
        expectEqual(shown, Outline(of: desk.controller.table))
        let reloaded = wanted.reloaded
        let kept = selected.filter {
          desk.controller.table.contains($0)
            && !reloaded.contains(desk.controller.table.key(of: $0))
        }
        expectEqual(desk.controller.selection.rows, kept)
      }
      if transaction.changesTable, generator.oneIn(4) {
        try desk.controller.editor.undo()
        expectEqual(drawing(try desk.controller.snapshot()), old)
      }
    }
  }
}
