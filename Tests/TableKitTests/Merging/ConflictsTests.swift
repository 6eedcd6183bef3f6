import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

struct ConflictsTests: EditorDesk {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c"))

  mutating func push(_ key: String, _ text: String) throws {
    try editor.merge(
      delta: Delta(rows: [.init([key], [("name", Cell(text))])]), title: "push")
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test("stay with base, local and remote value; another push updates them")
  mutating func values() throws {
    try update("1", "mine")
    try push("1", "theirs")
    try push("2", "other")
    let open = try require(editor.conflicts.first)
    expectEqual(editor.conflicts.count, 1)
    expect((open.base, open.local, open.remote) == (Cell("a"), Cell("mine"), Cell("theirs")))
    expect((open.row, open.columnID) == (RowID(0), ColumnID(1)))
    try push("1", "newer")
    expectEqual(editor.conflicts.map(\.remote), [Cell("newer")])
    expectEqual(editor.conflicts.map(\.base), [Cell("a")])
    try update("1", "mine, too")
    expectEqual(editor.conflicts.map(\.local), [Cell("mine, too")])
  }

  @Test("a row deleted on one side is no conflict once the other side has it so, too")
  mutating func deletions() throws {
    try update("1", "mine")
    try editor.merge(delta: Delta(deleted: [["1"]]), title: "push")
    expectEqual(editor.conflicts.map(\.kind), [.deletedThere])
    try push("1", "mine")
    expect(editor.conflicts.isEmpty)
    let gone = try row("2")
    try editor.perform([.delete([gone])], title: "delete @2")
    try push("2", "theirs")
    expectEqual(editor.conflicts.map(\.kind), [.deletedHere])
    try editor.merge(delta: Delta(deleted: [["2"]]), title: "push")
    expect(editor.conflicts.isEmpty)
  }

  @Test("close where both agree, by an edit, a push or going back; undo opens them again")
  mutating func closing() throws {
    try update("1", "mine")
    try push("1", "theirs")
    try update("1", "theirs")
    expect(editor.conflicts.isEmpty)
    try editor.undo()
    expectEqual(editor.conflicts.count, 1)
    try push("1", "mine")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
    try update("2", "mine")
    try push("2", "theirs")
    try push("2", "b")
    expect(editor.conflicts.isEmpty, "only this side has changed it")
  }

  @Test("mine takes one off the list; theirs is an edit that can be undone")
  mutating func resolving() throws {
    try update("1", "x")
    try update("2", "y")
    try editor.merge(
      incoming: MergeTests.table("1=A 2=B 3=c"), base: editor.saved, title: "reload")
    expectEqual(editor.conflicts.map(\.key), ["1", "2"])
    let kept = try editor.resolve([editor.conflicts[0]], keeping: .mine, title: "mine")
    expect(kept.plan.isEmpty)
    expectEqual(editor.conflicts.map(\.key), ["2"])
    let taken = try editor.resolve(editor.conflicts, keeping: .theirs, title: "theirs")
    expectEqual(
      taken.plan, .stages([Stage(rows: Changes(reconfigures: [RowPath(0, 1)]))]))
    expect(editor.conflicts.isEmpty)
    expectDrawing("1=x 2=B 3=c")
    expectEqual(editor.undoTitles.last, "theirs")
    try editor.undo()
    expectDrawing("1=x 2=y 3=c")
    expectEqual(editor.conflicts.map(\.key), ["2"])
    let gone = MergeConflict(kind: .changed, key: "1", row: RowID(0), columnID: ColumnID(1))
    expect(throws: EditError.noSuchConflict) {
      try editor.resolve([gone], keeping: .mine, title: "mine")
    }
    editor.markSaved()
    expect(editor.conflicts.isEmpty)
  }

  @Test("of deleted rows bring the row back, or let it go")
  mutating func deleted() throws {
    try editor.perform([.delete([try row("1")])], title: "delete")
    try update("2", "y")
    try editor.merge(
      delta: Delta(rows: [.init(["1"], [("name", Cell("A"))])], deleted: [["2"]]), title: "push")
    expectEqual(Set(editor.conflicts.map(\.kind)), [.deletedHere, .deletedThere])
    expectDrawing("2=y 3=c")
    let all = try editor.resolve(editor.conflicts, keeping: .theirs, title: "theirs")
    expectReplays(all.stagedPlan, to: Outline(of: editor.table))
    expectDrawing("1=A 3=c")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
    try editor.undo()
    expectDrawing("2=y 3=c")
    expectEqual(editor.conflicts.count, 2)
  }

  @Test("of columns and sections take the source's names")
  mutating func names() throws {
    try editor.perform(
      [.renameColumn(ColumnID(1), "mine"), .renameSection(SectionID(0), "here")], title: "rename")
    let theirs = Tables.table(
      columns: ["id", "theirs"], sections: [("all", [["1", "a"], ["2", "b"], ["3", "c"]])])
    try editor.merge(incoming: theirs, base: editor.saved, title: "reload")
    expectEqual(editor.conflicts.map(\.kind), [.column])
    try editor.resolve(editor.conflicts, keeping: .theirs, title: "theirs")
    expectEqual(editor.table.columns.map(\.name), ["id", "theirs"])
    expect(editor.conflicts.isEmpty)
  }
}
