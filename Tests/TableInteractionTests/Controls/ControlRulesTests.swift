import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import Testing

/// The rules C: each test is a rule's worked example.
struct ControlRulesTests {
  @Test("C1: each row is asked canEdit, its style, shouldIndent and canMove, in this order")
  func asked() throws {
    var desk = try ControlDesk("A(a b)")
    try desk.say(.canEdit(false), of: "b")
    let rows = [try desk.row("a"), try desk.row("b")]
    try expectEqual(
      desk.touch(.appear(rows)),
      [
        "canEdit 0:0 → yes", "editingStyle 0:0 → delete", "shouldIndent 0:0 → yes",
        "canMove 0:0 → yes", "canEdit 0:1 → no", "canMove 0:1 → yes",
      ])
  }

  @Test(
    "C2: a row that cannot be edited has no minus and no swipe, and is not selected with others")
  func canEdit() throws {
    var desk = try ControlDesk()
    try desk.say(.canEdit(false), of: "b")
    let b = try desk.row("b")
    expect(throws: EditError.self) { try desk.touch(.minus(b)) }
    try desk.desk.edit(false)
    try expectEqual(desk.touch(.swipe(b, .trailing, isFull: false)), ["canEdit 0:1 → no"])
    expectNil(desk.desk.controller.touches.swiped)
    desk.desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = true
    try desk.desk.edit(true)
    try expectEqual(desk.desk.controller.mode(of: b), .none)
  }

  @Test("C3: the style is delete by default, and nobody asks for it where several can be selected")
  func style() throws {
    var desk = try ControlDesk("A(a b)")
    try expectEqual(desk.desk.controller.traits(of: desk.row("a")).style, .delete)
    desk.desk.controller.settings.flags.allowsMultipleSelectionDuringEditing = true
    desk.desk.controller.traitSettings.moves = false
    try expectEqual(
      desk.touch(.appear([desk.row("a")])), ["canEdit 0:0 → yes", "shouldIndent 0:0 → yes"])
  }

  @Test("C4: the minus shows the button, which commits; a second touch and one elsewhere hide it")
  func minus() throws {
    var desk = try ControlDesk()
    let b = try desk.row("b")
    try expectEqual(
      desk.touch(.minus(b)),
      [
        "trailingSwipeActions 0:1 → nil", "titleForDeleteConfirmation 0:1 → Delete",
      ])
    expectEqual(desk.desk.controller.touches.confirming, b)
    try desk.touch(.minus(b))
    expectNil(desk.desk.controller.touches.confirming)
    try desk.touch(.minus(b))
    try expect(desk.desk.tap("c") == "" && desk.desk.selected == "")
    expectNil(desk.desk.controller.touches.confirming)
    try desk.touch(.minus(b))
    try expectEqual(desk.touch(.confirm(nil)), ["commit 0:1 delete"])
    expectEqual(desk.drawing, "A(a c d) B(e f)")
  }

  @Test("C4: the plus commits at once, and the row that is inserted takes the touched one's place")
  func plus() throws {
    var desk = try ControlDesk("A(a b)")
    try desk.say(.style(.insert), of: "b")
    let name = try require(desk.desk.controller.table.column(named: "id")).id
    let plus = ControlTouch.plus(try desk.row("b"), cells: [name: Cell("x")])
    try expectEqual(desk.touch(plus), ["commit 0:1 insert"])
    expectEqual(desk.drawing, "A(a x b)")
    expect(throws: EditError.self) { try desk.touch(.minus(desk.row("b"))) }
  }

  @Test("C5: a commit is one step whose plan is one row, and it cannot change the mode")
  func commit() throws {
    var desk = try ControlDesk("A(a b c d)")
    let b = try desk.row("b")
    try desk.touch(.minus(b))
    let steps = desk.desk.controller.editor.undoTitles.count
    let deletion = try desk.desk.controller.perform([.control(.confirm(nil))], title: "confirm")
    expectEqual(
      deletion.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 1)]))]))
    expectEqual(desk.desk.controller.editor.undoTitles.count, steps + 1)
    try desk.desk.controller.editor.undo()
    expectEqual(desk.drawing, "A(a b c d)")
    try desk.touch(.minus(b))
    expect(throws: EditError.self) {
      try desk.desk.controller.perform(
        [.control(.confirm(nil)), .setEditing(false)], title: "both")
    }
    expect(desk.drawing == "A(a b c d)" && desk.desk.controller.isEditing)
    expectEqual(desk.desk.controller.touches.confirming, b)
  }

  @Test(
    "C5: a row of the view deleted without the data is E-ROW-COUNT: 4 after, 4 before, 1 deleted")
  func viewAlone() throws {
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    guard case .illegal(let violation) = Judge().verdict(on: stage, before: [4], after: [4]) else {
      Issue.record("it is legal")
      return
    }
    expectEqual(
      violation,
      .rowCount(
        section: 0, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0))
    var desk = try ControlDesk("A(a b c d)")
    expect(throws: EditError.interaction(.illegalBatch(violation))) {
      try desk.perform(.batch(HandWrittenBatch(stage, data: .unchanged)))
    }
    expectEqual(desk.drawing, "A(a b c d)")
  }

  @Test("C4, C15: the minus shows the row's own actions where it has some, and nothing for none")
  func ownActions() throws {
    var desk = try ControlDesk()
    try desk.say(.trailingActions(["Archive", "Delete"]), of: "a")
    try desk.say(.trailingActions([]), of: "b")
    try expectEqual(
      desk.touch(.minus(desk.row("a"))), ["trailingSwipeActions 0:0 → Archive,Delete"])
    expectEqual(desk.desk.controller.touches.buttons, ["Archive", "Delete"])
    try expectEqual(desk.touch(.confirm(nil)), ["action 0:0 Archive"])
    try desk.touch(.minus(desk.row("a")))
    try expectEqual(desk.touch(.confirm("Delete")), ["commit 0:0 delete"])
    try expectEqual(desk.touch(.minus(desk.row("b"))), ["trailingSwipeActions 0:0 → "])
    expectNil(desk.desk.controller.touches.open)
  }

  @Test("C6: the title is Delete, what the delegate says, or nothing")
  func title() throws {
    var desk = try ControlDesk()
    try desk.say(.confirmation("Remove"), of: "a")
    try desk.say(.confirmation(nil), of: "b")
    try expectEqual(
      desk.touch(.minus(desk.row("a"))).last, "titleForDeleteConfirmation 0:0 → Remove")
    expectEqual(desk.desk.controller.touches.buttons, ["Remove"])
    try expectEqual(desk.touch(.minus(desk.row("b"))).last, "titleForDeleteConfirmation 0:1 → nil")
    expectEqual(desk.desk.controller.touches.buttons, [""])
  }

  @Test("C7: a swipe edits its row alone between two calls, and the table is not in editing mode")
  func swipe() throws {
    var desk = try ControlDesk(isEditing: false)
    let c = try desk.row("c")
    try expectEqual(
      desk.touch(.swipe(c, .trailing, isFull: false)),
      [
        "canEdit 0:2 → yes", "trailingSwipeActions 0:2 → nil", "editingStyle 0:2 → delete",
        "willBeginEditing 0:2", "titleForDeleteConfirmation 0:2 → Delete",
      ])
    expect(desk.desk.controller.readsAsEditing && !desk.desk.controller.isEditing)
    try expectEqual(desk.touch(.elsewhere), ["didEndEditing 0:2"])
    expect(!desk.desk.controller.readsAsEditing)
    try desk.touch(.swipe(c, .trailing, isFull: false))
    try expectEqual(desk.touch(.confirm(nil)), ["commit 0:2 delete", "didEndEditing 0:2"])
    expect(desk.drawing == "A(a b d) B(e f)" && !desk.desk.controller.readsAsEditing)
    desk.desk.controller.traitSettings.commits = false
    try desk.touch(.swipe(desk.row("a"), .trailing, isFull: false))
    expectNil(desk.desk.controller.touches.swiped)
  }

  @Test(
    "A7: a swipe follows its row through a batch, and goes with it; B14: leaving editing ends it")
  func transient() throws {
    var desk = try ControlDesk(isEditing: false)
    let c = try desk.row("c")
    try desk.touch(.swipe(c, .trailing, isFull: false))
    _ = try desk.perform(.delete([desk.row("a")]))
    expect(desk.desk.controller.touches.swiped == c && desk.desk.selectedPaths == "")
    let gone = try desk.desk.controller.perform([.delete([c])], title: "delete")
    expect(desk.desk.controller.touches.swiped == nil && gone.notes.count == 1)
    try desk.touch(.swipe(desk.row("b"), .trailing, isFull: false))
    try expectEqual(desk.perform(.setEditing(false)), ["didEndEditing 0:0"])
  }

  @Test("C8: without moveRow no row has a handle, and one that cannot be moved has none either")
  func handle() throws {
    var desk = try ControlDesk("A(a b)")
    try desk.say(.canMove(false), of: "b")
    let (a, b) = (try desk.row("a"), try desk.row("b"))
    try expectEqual(desk.touch(.drag(a)), ["canMove 0:0 → yes"])
    expect(throws: EditError.self) { try desk.touch(.drag(b)) }
    desk.desk.controller.traitSettings.moves = false
    expect(throws: EditError.self) { try desk.touch(.drag(a)) }
    try desk.desk.edit(false)
    desk.desk.controller.traitSettings.moves = true
    expect(throws: EditError.self) { try desk.touch(.drag(a)) }
  }

  @Test("C9: the button counts the selection in editing mode, and is disabled otherwise")
  func button() throws {
    var desk = try ControlDesk(isEditing: false, flags: .multiple)
    try desk.desk.tap("a", "b")
    expect(desk.desk.controller.deleteButton == ("Delete", false))
    try desk.desk.edit(true)
    expect(desk.desk.controller.deleteButton == ("Delete (2)", true))
    try desk.desk.tap("b", "a")
    expect(desk.desk.controller.deleteButton == ("Delete", false))
  }

  @Test("C10: the selection of several sections is deleted at once; one index for all is an error")
  func deleteSelected() throws {
    var desk = try ControlDesk("A(a b c) B(d e f)", flags: .multiple)
    try desk.desk.tap("b", "e")
    let paths = [RowPath(0, 1), RowPath(1, 1)]
    let stage = Stage(rows: Changes(deletes: paths))
    let rows = try desk.desk.controller.rowsToDelete()
    expect(throws: EditError.self) {
      try desk.perform(.batch(HandWrittenBatch(stage, data: .deleting([rows[0]]))))
    }
    expect(!Judge().verdict(on: stage, before: [3, 3], after: [2, 3]).isLegal)
    let deletion = try desk.desk.controller.perform([.delete(rows)], title: "delete-selected")
    expect(desk.drawing == "A(a c) B(d f)" && deletion.plan == .stages([stage]))
  }

  @Test("C11: a section that loses its last row stays; a row alone does not delete its section")
  func emptySection() throws {
    var desk = try ControlDesk("A(a) B(b)")
    _ = try desk.perform(.delete([desk.row("a")]))
    expectEqual(desk.drawing, "A() B(b)")
    expectEqual(
      Judge().verdict(on: Stage(sections: Changes(deletes: [0])), before: [1, 1], after: [1]),
      .legal(warnings: []))
    let rows = Stage(rows: Changes(deletes: [RowPath(0, 0)]))
    expectEqual(
      Judge().verdict(on: rows, before: [1, 1], after: [1]),
      .illegal(.sectionCount(before: 2, after: 1, inserted: 0, deleted: 0)))
  }

  @Test("C15: a button does what it was when it was shown, whatever the delegate says by then")
  func shownButtons() throws {
    for (edge, trait) in [
      (SwipeEdge.leading, RowTrait.leadingActions(["Flag"])),
      (.trailing, .trailingActions(["Flag"])),
    ] {
      var desk = try ControlDesk("A(a b)", isEditing: false)
      let a = try desk.row("a")
      desk.desk.controller.traitSettings.set(trait, row: a)
      try desk.touch(.swipe(a, edge, isFull: false))
      desk.desk.controller.traitSettings = TraitSettings()
      let calls = try desk.touch(.confirm("Flag"))
      expectEqual(calls, ["action 0:0 Flag", "didEndEditing 0:0"])
      expectEqual(desk.drawing, "A(a b)")
    }
  }

  @Test("C15: own actions replace Delete, an empty list the swipe, and a full swipe does the first")
  func actions() throws {
    var desk = try ControlDesk(isEditing: false)
    let b = try desk.row("b")
    try desk.say(.trailingActions(["Archive", "Delete"]), of: "b")
    try desk.say(.trailingActions([]), of: "c")
    try desk.say(.leadingActions(["Pin"]), of: "b")
    try expectEqual(
      desk.touch(.swipe(b, .trailing, isFull: true)),
      [
        "canEdit 0:1 → yes", "trailingSwipeActions 0:1 → Archive,Delete", "willBeginEditing 0:1",
        "action 0:1 Archive", "didEndEditing 0:1",
      ])
    try desk.touch(.swipe(b, .leading, isFull: false))
    expectEqual(desk.desk.controller.touches.buttons, ["Pin"])
    try desk.touch(.swipe(desk.row("c"), .trailing, isFull: false))
    expectNil(desk.desk.controller.touches.swiped)
    try desk.touch(.swipe(desk.row("a"), .leading, isFull: false))
    expectNil(desk.desk.controller.touches.swiped)
    try desk.touch(.swipe(b, .trailing, isFull: false))
    expect(throws: EditError.self) { try desk.touch(.confirm("Pin")) }
    try desk.touch(.confirm("Delete"))
    expectEqual(desk.drawing, "A(a c d) B(e f)")
  }
}
