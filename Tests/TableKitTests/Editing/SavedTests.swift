import Expectations
import TableKit
import TestSupport
import Testing

struct SavedTests: EditorDesk {
  var editor = Editor(table: Tables.table("A(a b c) B(d)"))

  @Test("a loaded table has no unsaved changes, and selecting makes none")
  mutating func loaded() throws {
    expect(!editor.hasUnsavedChanges)
    try editor.perform([.select([try row("a")])], title: "select")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("undoing back to the saved state counts as unchanged")
  mutating func undo() throws {
    try update("a", "x")
    expect(editor.hasUnsavedChanges)
    try editor.undo()
    expect(!editor.hasUnsavedChanges)
    try editor.redo()
    editor.markSaved()
    expect(!editor.hasUnsavedChanges)
    try editor.undo()
    expect(editor.hasUnsavedChanges)
  }

  @Test(
    "another edit after undoing a saved one is a change, though it writes the same record number")
  mutating func diverged() throws {
    try update("a", "x")
    editor.markSaved()
    try editor.undo()
    try update("a", "y")
    expect(editor.hasUnsavedChanges)
  }

  @Test("an edit of a row that is deleted later does not count, its deletion does")
  mutating func deleted() throws {
    try editor.perform([.delete([try row("a")])], title: "delete")
    editor.markSaved()
    try editor.undo()
    try update("a", "x")
    try editor.perform([.delete([try row("a")])], title: "delete")
    expect(!editor.hasUnsavedChanges)
  }

  @Test(
    "order, sections and columns count",
    arguments: ["order", "sections", "section", "rename", "column", "column name", "column order"])
  mutating func what(change: String) throws {
    let sections = editor.table.sections.map(\.id)
    let edit: Edit =
      switch change {
      case "order": .move([try row("c")], section: sections[0], at: 0)
      case "sections": .arrangeSections(sections.reversed())
      case "section": .insertSection(name: "C", at: 2)
      case "rename": .renameSection(sections[0], "X")
      case "column": .insertColumn(name: "new", at: 2)
      case "column name": .renameColumn(ColumnID(1), "title")
      default: .moveColumn(ColumnID(1), at: 0)
      }
    try editor.perform([edit], title: change)
    expect(editor.hasUnsavedChanges)
    try editor.undo()
    expect(!editor.hasUnsavedChanges)
  }

  @Test("what was written elsewhere is not unsaved, and the source is still otherwise")
  func copied() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    try editor.perform([.delete([RowID(0)])], title: "delete")
    editor.markCopied()
    expect(!editor.hasUnsavedChanges)
    expect(editor.differsFromSource)
    expectEqual(editor.saved.rowCount, 3)
    try editor.perform([.delete([RowID(1)])], title: "delete")
    expect(editor.hasUnsavedChanges)
    try editor.undo()
    expect(!editor.hasUnsavedChanges)
    try editor.undo()
    expect(!editor.hasUnsavedChanges && !editor.differsFromSource)
    try editor.redo()
    editor.markSaved()
    expect(!editor.hasUnsavedChanges && !editor.differsFromSource)
    try editor.undo()
    expect(editor.hasUnsavedChanges)
  }
}
