import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// The rules A5, B20, G8 to G11: what a program writes by hand, and what becomes of it.
struct BatchRulesTests {
  private func deletes(_ paths: RowPath...) -> Stage { Stage(rows: Changes(deletes: paths)) }

  /// The first source's scramble, with a row of each section selected.
  private func scrambled(
    _ names: [Int], to order: [Int]
  ) throws -> (desk: SelectionDesk, transaction: Transaction) {
    var desk = SelectionDesk(
      "Pilots(P1 P2) Crew(C1 C2 C3 C4 C5) Passengers(Q1 Q2)", flags: .multiple)
    try desk.select("P1", "Q1", "C2")
    let ids = desk.controller.table.sections.map(\.id)
    let batch = HandWrittenBatch.scramble(
      names.map { ids[$0] }, to: order.map { ids[$0] }, in: desk.controller.table)
    let transaction = try desk.controller.perform([.batch(batch)], title: "scramble")
    return (desk, transaction)
  }

  @Test("D14: a row that moves where no section is left is an error, also with a fallback")
  func noSectionLeft() throws {
    var controller = TableController(table: Tables.table("A(a b) B(c)"))
    var stage = Stage()
    stage.sections.deletes = [0, 1]
    stage.rows.moves = [Move(from: RowPath(0, 0), to: RowPath(0, 0))]
    let error = expect(throws: EditError.self) {
      try controller.perform([.batch(HandWrittenBatch(stage, data: .asTold))], title: "batch")
    }
    guard case .illegalBatch(.moveRowDestination)? = error?.interaction else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(controller.table.rowCount, 3)
  }

  @Test("G8, D23: sections reordered by rows lose their selection; the completion makes it again")
  func scramble() throws {
    var (desk, transaction) = try scrambled([1, 0], to: [1, 0, 2])
    let stage = try require(transaction.plan.stages.first)
    expect(stage.rows.deletes.count == 7 && stage.rows.inserts.count == 7)
    expect(stage.sections.isEmpty)
    expectEqual(
      Judge().verdict(on: stage, before: [2, 5, 2], after: [5, 2, 2]), .legal(warnings: []))
    let batch = try require(transaction.batch)
    expect(batch.lost == 2 && batch.selectedAgain == 2)
    expectEqual(
      transaction.events.map(\.drawn), ["selectRow 1:0 (silent)", "selectRow 0:1 (silent)"])
    expectEqual(desk.selectedPaths, "2:0 1:0 0:1")
    expect(batch.stale.isEmpty && batch.staleHeaders.map(\.index) == [0, 1])
    let undone = try desk.controller.editor.undo()
    expectEqual(undone.plan, transaction.plan.inverse)
    expectEqual(desk.selectedPaths, "0:0 2:0 1:1")
    let back = try require(undone.plan.stages.first)
    expect(Judge().verdict(on: back, before: [5, 2, 2], after: [2, 5, 2]).isLegal)
    try desk.controller.editor.redo()
    expect(Tables.drawing(desk.controller.table).hasPrefix("Crew(C1"))
  }

  @Test("G9: a section that moves keeps selection and header, and what is in order is not moved")
  func sections() throws {
    var desk = SelectionDesk("A(a) B(b) C(c) D(d)", flags: .multiple)
    try desk.select("a", "d")
    let ids = desk.controller.table.sections.map(\.id)
    let transaction = try desk.controller.perform(
      [.arrangeSections([3, 0, 2, 1].map { ids[$0] })], title: "reorder")
    expect(desk.selected == "a d" && desk.selectedPaths == "1:0 0:0")
    let stage = try require(transaction.plan.stages.first)
    expect(stage.sections.moves.count == 2 && stage.rows.isEmpty)
  }

  @Test("G10: a second scramble to the same order deletes and inserts the same rows for nothing")
  func again() throws {
    let (desk, transaction) = try scrambled([0, 1], to: [0, 1, 2])
    let stage = try require(transaction.plan.stages.first)
    expect(stage.rows.deletes == stage.rows.inserts && stage.rows.deletes.count == 7)
    expect(!transaction.changesTable && transaction.hasPlan)
    expectEqual(desk.selectedPaths, "2:0 0:0 1:1")
  }

  @Test("G11: a section that moves carries its rows; a change inside needs another stage")
  func carried() throws {
    var desk = SelectionDesk("A(a b c) B(d e)", flags: .multiple)
    try desk.select("b")
    let ids = desk.controller.table.sections.map(\.id)
    let move = try desk.controller.perform([.arrangeSections([ids[1], ids[0]])], title: "move")
    expect(move.plan.stages.count == 1 && desk.selectedPaths == "1:1")
    let name = try require(desk.controller.table.column(named: "name")).id
    desk.controller.editor.contentChange = .reload
    let both = try desk.controller.perform(
      [
        .arrangeSections(ids), .update([CellChange(try desk.row("b"), name, Cell("x"))]),
      ], title: "both")
    expectEqual(both.plan.stages.count, 2)
  }

  @Test("B20: a batch that becomes reloadData drops a selection that the view holds, and no other")
  func fallback() throws {
    let stage = Stage(
      sections: Changes(deletes: [0]),
      rows: Changes(moves: [Move(from: RowPath(0, 0), to: RowPath(0, 2))]))
    for holding in [SelectionHolding.view, .data] {
      var desk = SelectionDesk("A(a b) B(c d)", flags: .multiple, holding: holding)
      try desk.select("a", "c")
      let transaction = try desk.controller.perform(
        [.batch(HandWrittenBatch(stage))], title: "batch")
      expectEqual(Tables.drawing(desk.controller.table), "B(c d a)")
      guard case .reloadData = transaction.plan else {
        Issue.record("\(transaction.plan)")
        return
      }
      expectEqual(desk.selected, holding == .view ? "" : "a c")
    }
  }

  @Test("A5: data that lost a row unsaid fail the next batch, which is right by itself")
  func silentLoss() throws {
    var desk = SelectionDesk("A(a b c d)")
    let insert = Stage(rows: Changes(inserts: [RowPath(0, 0)]))
    let silent = HandWrittenBatch(insert, data: .deleting([try desk.row("c")]))
    let error = expect(throws: EditError.self) {
      try desk.controller.perform([.batch(silent)], title: "batch")
    }
    expectEqual(error?.code, "E-INVALID-BATCH")
    expectEqual(Tables.drawing(desk.controller.table), "A(a b c d)")
    expect(throws: Never.self) {
      try desk.controller.perform([.batch(HandWrittenBatch(insert))], title: "batch")
    }
  }

  @Test("B18: a view that holds the selection follows paths, and a legal lie leads it astray")
  func astray() throws {
    var desk = SelectionDesk("A(a b c d)", flags: .multiple)
    try desk.select("b", "d")
    let lie = HandWrittenBatch(
      deletes(RowPath(0, 0)), data: .deleting([try desk.row("c")]))
    let transaction = try desk.controller.perform([.batch(lie)], title: "batch")
    expectEqual(desk.selected, "a d")
    expectEqual(transaction.batch?.stale.map(\.index), [RowPath(0, 0), RowPath(0, 1)])
  }

  @Test("every operation does to the data what it says, and the plan is what was written")
  func asTold() throws {
    var desk = SelectionDesk("A(a b c) B(d e f) C(g h i)")
    let stage = Stage(
      sections: Changes(inserts: [1], moves: [Move(from: 2, to: 0)]),
      rows: Changes(
        deletes: [RowPath(0, 1)], inserts: [RowPath(2, 0)],
        moves: [Move(from: RowPath(1, 0), to: RowPath(2, 2))]))
    let transaction = try desk.controller.perform([.batch(HandWrittenBatch(stage))], title: "batch")
    expectEqual(Tables.drawing(desk.controller.table), "C(g h i) new() A( a d c) B(e f)")
    expectEqual(transaction.plan, .stages([stage]))
    expectEqual(transaction.batch?.stale.isEmpty, true)
    try desk.controller.editor.undo()
    expectEqual(Tables.drawing(desk.controller.table), "A(a b c) B(d e f) C(g h i)")
  }
}
