import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Several steps taken back at once.
struct UndoSeveralTests {
  @Test("lead to the table before them by one plan, and are done again one by one")
  func several() throws {
    var editor = Editor(table: Tables.table("A(a b c) B(d)"))
    let section = editor.table.sections[0]
    try editor.perform([.delete([section.row(at: 0)])], title: "1")
    try editor.perform([.select([section.row(at: 1)])], title: "2")
    try editor.perform([.insertSection(name: "C", at: 0)], title: "3")
    let undone = try editor.undo(steps: 2)
    expectEqual(undone.plan, .stages([Stage(sections: Changes(deletes: [0]))]))
    expectEqual(editor.undoTitles, ["1"])
    expectEqual(editor.redoTitles, ["2", "3"])
    expect(editor.selection.isEmpty)
    try editor.redo()
    try editor.redo()
    expectEqual(Tables.drawing(editor.table), "C() A(b c) B(d)")
    expectEqual(editor.selection.count, 1)
  }

  @Test("more than there are is refused")
  func tooMany() {
    var editor = Editor(table: Tables.table("A(a)"))
    expect(throws: EditError.nothingToUndo) { try editor.undo(steps: 1) }
  }

  @Test("are done again at once, by one plan, and stop before one that is refused")
  func again() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    let rows = Array(editor.table.allRows)
    for row in rows { try editor.perform([.delete([row])], title: "\(row.number)") }
    try editor.undo(steps: 3)
    expect(throws: EditError.nothingToRedo) { try editor.redo(steps: 4) }
    let two = try editor.redo(steps: 2)
    expectEqual(two.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 0), RowPath(0, 1)]))]))
    expectEqual(editor.redoTitles.count, 1)
    try editor.undo(steps: 2)
    var asked = 0
    editor.keeper = TestKeeper(approving: { _ throws(EditError) in
      asked += 1
      if asked == 2 { throw .cancelled }
    })
    let one = try editor.redo(steps: 3)
    expect(one.notes.count == 1 && editor.undoTitles.count == 1)
    asked = 1
    expect(throws: EditError.cancelled) { try editor.redo(steps: 2) }
    expect(editor.undoTitles.count == 1 && Tables.drawing(editor.table) == "A(b c)")
  }

  @Test("have a plan that leads back, for random edits", arguments: [UInt64(11), 12])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var editor = Editor(table: Tables.table("A(a b c d) B(e f g) C()"))
      for _ in 0..<4 {
        guard let row = Array(editor.table.allRows).randomElement(using: &generator) else { break }
        let section = editor.table.sections[Int.random(in: 0..<3, using: &generator)]
        let edit: Edit =
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: .delete([row])
          case 1: .update([CellChange(row, ColumnID(1), Cell("v"))])
          case 2: .move([row], section: section.id, at: 0)
          case 3: .arrangeSections(editor.table.sections.map(\.id).shuffled(using: &generator))
          default: .renameSection(section.id, "S\(Int.random(in: 0..<999_999, using: &generator))")
          }
        try editor.perform([edit], title: "edit")
      }
      let count = editor.undoTitles.count
      guard count > 0 else { continue }
      let before = Outline(of: editor.table)
      let undone = try editor.undo(steps: count)
      expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f g) C()", "seed \(seed)")
      expectEqual(undone.stagedPlan.before, before, "seed \(seed)")
      expectReplays(undone.stagedPlan, to: Outline(of: editor.table))
      let start = Outline(of: editor.table)
      let redone = try editor.redo(steps: count)
      expectEqual(Outline(of: editor.table), before, "seed \(seed)")
      expectEqual(redone.stagedPlan.before, start, "seed \(seed)")
      expectReplays(redone.stagedPlan, to: before)
    }
  }
}
