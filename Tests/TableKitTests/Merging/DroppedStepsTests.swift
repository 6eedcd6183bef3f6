import Expectations
import TableKit
import TestSupport
import Testing

/// Dropping steps whose rows have left.
struct DroppedStepsTests {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c 4=d"))

  mutating func update(_ key: String, _ text: String) throws {
    let row = try require(editor.table.row(withKey: [key]))
    try editor.perform(
      [.update([CellChange(row, ColumnID(1), Cell(text))])], title: "edit @\(key)")
  }

  /// Merges another part of a source, and drops the steps of rows that it does not have.
  mutating func read(_ text: String) throws -> (titles: [String], hasNewest: Bool) {
    let base = editor.saved
    try editor.merge(incoming: MergeTests.table(text), base: base, title: "scroll")
    return editor.dropSteps(ofRowsGoneFrom: base)
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test("a step between others is dropped, and these are undone and done again one by one")
  mutating func between() throws {
    try update("1", "w")
    try update("3", "x")
    try update("1", "y")
    try update("2", "z")
    editor.markSaved()
    let dropped = try read("1=y 2=z 9=n")
    expect(dropped.titles == ["edit @3"] && !dropped.hasNewest)
    expectEqual(editor.undoTitles, ["edit @1", "edit @1", "edit @2"])
    for drawing in ["1=y 2=b 9=n", "1=w 2=b 9=n", "1=a 2=b 9=n"] {
      try editor.undo()
      expectDrawing(drawing)
    }
    for drawing in ["1=w 2=b 9=n", "1=y 2=b 9=n", "1=y 2=z 9=n"] {
      try editor.redo()
      expectDrawing(drawing)
    }
    expect(!editor.differsFromSource)
  }

  @Test(
    "the newest step and undone ones are dropped, and steps of the next part are undone as ever")
  mutating func newest() throws {
    try update("1", "x")
    try update("4", "y")
    try update("3", "z")
    try editor.undo()
    editor.markSaved()
    let dropped = try read("1=x 2=b")
    expect(dropped.titles == ["edit @4"] && dropped.hasNewest)
    expect(editor.undoTitles == ["edit @1"] && editor.redoTitles.isEmpty)
    try update("2", "v")
    try editor.undo()
    try editor.undo()
    expectDrawing("1=a 2=b")
    expect(throws: EditError.nothingToUndo) { try editor.undo() }
  }

  @Test(
    "steps of rows with unsaved changes, and of deleted rows, stay; selections go with their rows")
  mutating func staying() throws {
    let row = try require(editor.table.row(withKey: ["3"]))
    try editor.perform([.delete([row])], title: "delete @3")
    editor.markSaved()
    let other = try require(editor.table.row(withKey: ["4"]))
    try editor.perform([.select([other])], title: "select @4")
    try update("1", "x")
    let dropped = try read("1=a 8=m")
    expect(dropped.titles.isEmpty && !dropped.hasNewest)
    expectEqual(editor.undoTitles, ["delete @3", "edit @1"])
    try editor.undo()
    expectDrawing("1=a 8=m")
    try editor.undo()
    expectEqual(editor.table.row(withKey: ["3"]), row)
  }
}
