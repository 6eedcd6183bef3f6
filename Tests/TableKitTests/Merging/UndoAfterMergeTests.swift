import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// Undoing after others changed the table.
struct UndoAfterMergeTests: EditorDesk {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c 4=d"))

  mutating func delete(_ key: String) throws {
    try editor.perform([.delete([try row(key)])], title: "delete @\(key)")
  }

  @discardableResult
  mutating func merge(_ text: String, discardingEdits: Bool = false) throws -> Transaction {
    try editor.merge(
      incoming: MergeTests.table(text), base: editor.saved, title: "reload",
      discardingEdits: discardingEdits
    ).transaction
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test(
    "a row edited here and deleted there goes with the edit; one deleted here returns as theirs")
  mutating func reported() throws {
    try update("2", "mine")
    try delete("3")
    try merge("1=a 3=theirs 4=d")
    expectDrawing("1=a 2=mine 4=d")
    let first = try editor.undo()
    expectEqual(first.title, "delete @3")
    expectEqual(first.plan, .stages([Stage(rows: Changes(inserts: [RowPath(0, 2)]))]))
    expectDrawing("1=a 2=mine 3=theirs 4=d")
    try editor.undo()
    expectDrawing("1=a 3=theirs 4=d")
    expect(!editor.hasUnsavedChanges && !editor.differsFromSource)
    expect(throws: EditError.nothingToUndo) { try editor.undo() }
    try editor.redo()
    try editor.redo()
    expectDrawing("1=a 2=mine 4=d")
  }

  @Test("a reload is no step, and keeps what can be done again")
  mutating func noStep() throws {
    try update("1", "x")
    try update("2", "y")
    try editor.undo()
    try merge("1=a 2=b 3=theirs 4=d")
    expectEqual(editor.undoTitles, ["edit @1"])
    expectEqual(editor.redoTitles, ["edit @2"])
    try editor.redo()
    expectDrawing("1=x 2=y 3=theirs 4=d")
    try editor.undo()
    try editor.undo()
    expectDrawing("1=a 2=b 3=theirs 4=d")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("a cell that both changed becomes theirs, and earlier steps of it are left out")
  mutating func conflict() throws {
    try update("1", "x")
    try update("1", "y")
    try merge("1=theirs 2=b 3=c 4=d")
    expectDrawing("1=y 2=b 3=c 4=d")
    try editor.undo()
    expectDrawing("1=theirs 2=b 3=c 4=d")
    let dropped = try editor.undo()
    expect(dropped.plan.isEmpty)
    expectEqual(
      dropped.notes, ["nothing is left of 'edit @1': what it changed has been changed since"])
    expect(editor.undoTitles.isEmpty)
    expectEqual(editor.redoTitles, ["edit @1"])
    try editor.redo()
    expectDrawing("1=y 2=b 3=c 4=d")
  }

  @Test("a cell that only the user changed gets the value before the step, not the base's")
  mutating func own() throws {
    try update("1", "x")
    try update("1", "y")
    try merge("1=a 2=theirs 3=c 4=d")
    try editor.undo()
    expectDrawing("1=x 2=theirs 3=c 4=d")
    try editor.undo()
    expectDrawing("1=a 2=theirs 3=c 4=d")
  }

  @Test("a row deleted after an edit returns with the edit")
  mutating func editedAndDeleted() throws {
    try update("1", "x")
    try delete("1")
    try merge("1=a 2=theirs 3=c 4=d")
    try editor.undo()
    expectDrawing("1=x 2=theirs 3=c 4=d")
  }

  @Test("rows that are gone are left out and counted")
  mutating func counted() throws {
    let changes = try ["1", "2", "3"].map { CellChange(try row($0), ColumnID(1), Cell("x")) }
    try editor.perform([.update(changes)], title: "edit all")
    editor.markSaved()
    try merge("2=x 4=d")
    let undone = try editor.undo()
    expectEqual(
      undone.notes, ["2 rows of 'edit all' left out: they have been changed or deleted since"])
    expectDrawing("2=b 4=d")
  }

  @Test("several steps at once leave out the one of which nothing is left, which is then dropped")
  mutating func leavingOut() throws {
    try update("4", "w")
    try update("1", "x")
    editor.markSaved()
    try merge("2=b 3=c 4=w")
    try update("2", "y")
    let undone = try editor.undo(steps: 3)
    expectEqual(
      undone.notes, ["nothing is left of 'edit @1': what it changed has been changed since"])
    expect(editor.undoTitles.isEmpty && editor.redoTitles == ["edit @4", "edit @2"])
    expectDrawing("2=b 3=c 4=d")
    try editor.redo(steps: 2)
    expectDrawing("2=y 3=c 4=w")
  }

  @Test("a save between is nobody else's change")
  mutating func saved() throws {
    try update("1", "x")
    try merge("1=a 2=theirs 3=c 4=d")
    try update("1", "y")
    editor.markSaved()
    try merge("1=y 2=theirs 3=others 4=d")
    try editor.undo()
    expectDrawing("1=x 2=theirs 3=others 4=d")
    try editor.undo()
    expectDrawing("1=a 2=theirs 3=others 4=d")
  }

  @Test("an inserted row goes, unless others added it, too")
  mutating func inserted() throws {
    let section = editor.table.sections[0].id
    for key in ["8", "9"] {
      let cells = [ColumnID(0): Cell(key), ColumnID(1): Cell("mine")]
      try editor.perform([.insert([cells], section: section, at: 1)], title: "insert \(key)")
    }
    try merge("1=a 2=b 3=c 4=d 9=theirs")
    expectDrawing("1=a 2=b 3=c 4=d 9=mine 8=mine")
    try editor.undo()
    expectDrawing("1=a 2=b 3=c 4=d 9=theirs 8=mine")
    try editor.undo()
    expectDrawing("1=a 2=b 3=c 4=d 9=theirs")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("edits that a reload dropped come back onto what it brought")
  mutating func discarded() throws {
    try update("1", "x")
    try delete("2")
    try merge("1=a 2=b 3=theirs 4=d", discardingEdits: true)
    expectDrawing("1=a 2=b 3=theirs 4=d")
    expectEqual(editor.undoTitles.last, "reload")
    try editor.undo()
    expectDrawing("1=x 3=theirs 4=d")
    try editor.undo()
    try editor.undo()
    expectDrawing("1=a 2=b 3=theirs 4=d")
    expect(!editor.hasUnsavedChanges)
    for _ in 0..<3 { try editor.redo() }
    expectDrawing("1=a 2=b 3=theirs 4=d")
  }

  @Test("steps joined across a reload have no part in it")
  mutating func joined() throws {
    let start = editor.stepPosition
    try update("1", "x")
    try merge("1=a 2=theirs 3=c 4=d")
    try update("3", "y")
    editor.joinSteps(since: start, title: "both")
    try editor.undo()
    expectDrawing("1=a 2=theirs 3=c 4=d")
    expect(!editor.hasUnsavedChanges)
    try editor.redo()
    expectDrawing("1=x 2=theirs 3=y 4=d")
  }

  @Test("moves, orders, sections and columns are taken back amid rows of others")
  mutating func structure() throws {
    let section = editor.table.sections[0].id
    let edits: [Edit] = [
      .move([try row("4")], section: section, at: 0),
      .sort([.init(ColumnID(1), isDescending: true)], section: nil),
      .insertSection(name: "new", at: 0), .renameSection(section, "old"),
      .insertColumn(name: "note", at: 1), .renameColumn(ColumnID(1), "title"),
      .deleteColumn(ColumnID(1)), .sectionBy(ColumnID(0)),
    ]
    for edit in edits {
      try editor.perform([edit], title: "edit")
      if case .sectionBy = edit { break }
    }
    let before = editor.undoTitles.count
    try editor.merge(
      incoming: MergeTests.table("1=a 2=b 5=e 3=c 4=d"), base: editor.saved, title: "reload")
    for _ in 0..<before {
      let undone = try editor.undo()
      expectReplays(undone.stagedPlan, to: Outline(of: editor.table))
    }
    expectDrawing("1=a 2=b 5=e 3=c 4=d")
    expectEqual(editor.table.sections.map(\.name), ["all"])
    expectEqual(editor.table.columns.map(\.name), ["id", "name"])
    for _ in 0..<before { try editor.redo() }
    expectEqual(editor.table.sections.map(\.name), ["4", "3", "2", "5", "1"])
    expectEqual(editor.table.columns.map(\.name), ["id", "note"])
  }
}
