import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// What becomes of touches, traits and policies where a table changes under them.
struct EndedTouchesTests {
  enum Way: CaseIterable { case edit, update, delta, write, merge, batch }

  private func delete(_ key: String, by way: Way, _ desk: inout ControlDesk) throws {
    let row = try desk.row(key)
    let path = try require(desk.desk.controller.table.path(of: row))
    switch way {
    case .edit: try desk.desk.controller.perform([.delete([row])], title: "delete")
    case .update:
      _ = try desk.desk.controller.update { (editor) throws(EditError) in
        try editor.perform([.delete([row])], title: "delete")
      }
    case .delta:
      try desk.desk.controller.merge(delta: Delta(deleted: [[key]]), title: "push")
    case .write:
      try desk.desk.controller.write(Delta(deleted: [[key]]), title: "write")
    case .merge:
      let rest = ["a", "b", "c", "d"].filter { $0 != key }.joined(separator: " ")
      try desk.desk.controller.merge(
        incoming: Tables.table("A(\(rest)) B(e f)"), title: "reload")
    case .batch:
      let stage = Stage(rows: Changes(deletes: [path]))
      try desk.desk.controller.perform([.batch(HandWrittenBatch(stage))], title: "batch")
    }
    expectNil(desk.desk.controller.table.row(withKey: [key]))
  }

  @Test("the buttons of a swiped row go with it, and stay while others go", arguments: Way.allCases)
  func swiped(way: Way) throws {
    for key in ["b", "c"] {
      var desk = try ControlDesk(isEditing: false)
      try desk.say(.trailingActions(["Archive", "Delete"]), of: "b")
      try desk.touch(.swipe(desk.row("b"), .trailing, isFull: false))
      expectEqual(desk.desk.controller.touches.buttons, ["Archive", "Delete"])
      expectEqual(desk.desk.controller.touches.deleting, "Delete")
      try delete(key, by: way, &desk)
      let touches = desk.desk.controller.touches
      expect((touches.swiped != nil) == (key == "c") && (touches.open != nil) == (key == "c"))
      expectEqual(touches.buttons, key == "c" ? ["Archive", "Delete"] : [])
      expectEqual(touches.deleting, key == "c" ? "Delete" : nil)
      expectEqual(desk.desk.controller.readsAsEditing, key == "c")
      if key == "b" { expect(throws: EditError.self) { try desk.touch(.confirm("Delete")) } }
    }
  }

  @Test("the button of a tapped minus goes with its row", arguments: Way.allCases)
  func confirming(way: Way) throws {
    for key in ["b", "c"] {
      var desk = try ControlDesk()
      try desk.touch(.minus(desk.row("b")))
      try delete(key, by: way, &desk)
      let touches = desk.desk.controller.touches
      expectEqual(touches.confirming != nil, key == "c")
      expectEqual(touches.buttons, key == "c" ? ["Delete"] : [])
      expectEqual(touches.deleting, key == "c" ? "Delete" : nil)
    }
  }

  @Test("a drag ends where its row goes or moves")
  func dragged() throws {
    for (key, others) in [("b", true), ("a", true), ("c", false)] {
      var desk = try ControlDesk()
      try desk.touch(.drag(desk.row("b")))
      expectEqual(desk.desk.controller.touches.drag?.home, RowPath(0, 1))
      try delete(key, by: .edit, &desk)
      // A change of the table cancels it in any case.
      expectNil(desk.desk.controller.touches.drag, "\(key), \(others)")
    }
  }

  @Test("the most specific trait counts: of the row, then of its section, then of all")
  func traits() throws {
    var desk = try ControlDesk()
    let (a, e) = (try desk.row("a"), try desk.row("e"))
    let (A, B) = (desk.desk.section(0), desk.desk.section(1))
    func level(_ row: RowID) throws -> Int { try desk.desk.controller.traits(of: row).level }
    try expect(level(a) == 0 && level(e) == 0)
    desk.desk.controller.traitSettings.all.level = 1
    try expect(level(a) == 1 && level(e) == 1)
    desk.desk.controller.traitSettings.set(.level(2), section: A)
    try expect(level(a) == 2 && level(e) == 1)
    desk.desk.controller.traitSettings.set(.level(3), row: a)
    try expectEqual(level(a), 3)
    try expectEqual(level(desk.row("b")), 2)
    desk.desk.controller.traitSettings.set(.level(4), section: A)
    try expect(level(a) == 3 && level(desk.row("b")) == 4)
    desk.desk.controller.traitSettings.set(.level(5), row: a)
    desk.desk.controller.traitSettings.set(.canMove(false), section: B)
    try expect(level(a) == 5 && level(e) == 1)
    try expect(desk.desk.controller.traits(of: a).canMove)
    try expect(!desk.desk.controller.traits(of: e).canMove)
    expectEqual(desk.desk.controller.traitSettings.rows[a], [.level(5)])
    expect(!desk.desk.controller.traitSettings.isUniform)
  }

  /// A policy that gives cells to a new row, or refuses it.
  private struct Giver: SelectionPolicy {
    var answer: CommitAnswer
    func willSelect(_ row: RowID, in table: Table, deselectingFrom selection: inout Selection)
      -> PolicyAnswer
    { .allow }
    func willDeselect(_ row: RowID, in table: Table, selection: Selection) -> PolicyAnswer {
      .allow
    }
    func commit(
      _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
    ) -> CommitAnswer { answer }
  }

  @Test("of several policies the first gives a cell of a new row, and what is typed fills the rest")
  func given() throws {
    let (id, name) = (ColumnID(0), ColumnID(1))
    var desk = try ControlDesk("A(a b)")
    try desk.say(.style(.insert), of: "b")
    desk.desk.controller.policies = [
      Giver(answer: .cells([id: Cell("x")])),
      Giver(answer: .cells([id: Cell("y"), name: Cell("second")])),
    ]
    try desk.touch(.plus(desk.row("b"), cells: [:]))
    expectEqual(desk.drawing, "A(a x b)")
    expectEqual(desk.desk.controller.table.cell(try desk.row("x"), name), Cell("second"))
    desk.desk.controller.policies = [
      Giver(answer: .cells([:])), Giver(answer: .refuse(reason: "full")),
    ]
    try desk.touch(.plus(desk.row("b"), cells: [id: Cell("z")]))
    expectEqual(desk.drawing, "A(a x b)")
  }
}

/// Rows that are redrawn though they did not change.
struct RedrawnTests {
  private func plan(_ transaction: Transaction) -> String { text(transaction.plan) }

  @Test("are redrawn once each, in the order of the table, whatever order they are named in")
  func order() throws {
    var desk = SelectionDesk("A(a b c) B(d e)")
    let rows = try ["d", "c", "a", "c", "b"].map { try desk.row($0) }
    let sections = [desk.section(1), desk.section(0)]
    for (action, wanted) in [
      (TableAction.reloadRows(rows), "rel 0:0 0:1 0:2 1:0"),
      (.reconfigureRows(rows), "rec 0:0 0:1 0:2 1:0"), (.reloadSections(sections), "rel 0 1"),
    ] {
      expectEqual(plan(try desk.controller.perform([action], title: "draw")), wanted)
    }
  }

  @Test("are no part of joined steps if they are gone by the end")
  func joined() throws {
    var desk = SelectionDesk("A(a b c) B(d e)")
    let (a, b, d) = (try desk.row("a"), try desk.row("b"), try desk.row("d"))
    let change = CellChange(d, ColumnID(1), Cell("x"))
    try desk.controller.perform([.update([change]), .reloadRows([a, b])], title: "1")
    try desk.controller.perform([.delete([a])], title: "2")
    try desk.controller.perform(
      [.deleteSections([desk.section(1)]), .reconfigureRows([b])], title: "3")
    let step = try desk.controller.update { (editor) throws(EditError) in
      editor.joinSteps(since: 0, title: "all")
    }
    let joined = try require(step)
    expectEqual(text(joined.plan), "rel 0:1 rec 0:1 | del 1 del 0:0")
    expect(joined.redrawn.reloadedRows == 1 && joined.redrawn.reconfiguredRows == 1)
  }
}
