import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Steps on sections and columns that are taken back after others have changed the same.
@Suite("Undoing steps on sections after others changed the table", .ends)
struct UndoSectionsTests {
  private var editor = Editor(table: Tables.table("A(a b) B(c)"))

  private mutating func merge(_ drawing: String, titles: [String: String] = [:]) throws {
    var incoming = Tables.table(drawing)
    for (s, section) in incoming.sections.enumerated() {
      guard let title = titles[section.name] else { continue }
      incoming.relabelSection(
        at: s, .init(name: section.name, title: title, header: nil, footer: nil))
    }
    try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
  }

  private var drawing: String { Tables.drawing(editor.table) }
  private var titles: [String] { editor.table.sections.map(\.title) }

  private mutating func title(_ title: String) throws {
    try editor.perform(
      [
        .labelSections([
          SectionLabel(
            editor.table.sections[0].id, name: "A", title: title, header: nil, footer: nil)
        ])
      ], title: "title")
  }

  @Test(
    "a section that was added here goes, and stays where the source has it or rows came into it")
  mutating func added() throws {
    for (source, wanted) in [
      ("A(a b) B(c)", "A(a b) B(c)"), ("A(a) B(c)", "A(a) B(c)"),
      ("A(a b) B(c) N()", "A(a b) B(c) N()"), ("A(a b) B(c) N(n)", "A(a b) B(c) N(n)"),
    ] {
      editor = Editor(table: Tables.table("A(a b) B(c)"))
      try editor.perform([.insertSection(name: "N", at: 2)], title: "insert")
      try merge(source)
      expectEqual(editor.table.sections.map(\.name), ["A", "B", "N"], "\(source)")
      try editor.undo()
      expectEqual(drawing, wanted, "\(source)")
      expect(!editor.differsFromSource, "\(source)")
    }
  }

  @Test("a section that was deleted here returns, but not where the source has lost it, too")
  mutating func deleted() throws {
    for (source, wanted) in [
      ("A(a b x) B(c)", "A(a b x) B(c)"), ("A(a b)", "A(a b)"), ("A(a b) B(c d)", "A(a b) B(c d)"),
    ] {
      editor = Editor(table: Tables.table("A(a b) B(c)"))
      try editor.perform([.deleteSections([editor.table.sections[1].id])], title: "delete")
      try merge(source)
      _ = try? editor.undo()
      expectEqual(drawing, wanted, "\(source)")
      expect(!editor.differsFromSource, "\(source)")
    }
  }

  @Test("a title goes back to what the source has by now")
  mutating func relabelled() throws {
    for (theirs, merged, undone) in [
      ([:], "mine", "A"), (["A": "theirs"], "mine", "theirs"), (["A": "mine"], "mine", "mine"),
      (["B": "theirs"], "mine", "A"),
    ] {
      editor = Editor(table: Tables.table("A(a b) B(c)"))
      try title("mine")
      try merge("A(a b x) B(c)", titles: theirs)
      expectEqual(titles[0], merged, "\(theirs)")
      _ = try? editor.undo()
      expectEqual(titles, [undone, theirs["B"] ?? "B"], "\(theirs)")
      expect(!editor.differsFromSource, "\(theirs)")
    }
  }

  @Test("a column goes back to the name that the source has by now, and away if only here it was")
  mutating func columns() throws {
    editor = Editor(table: Tables.table("A(a b) B(c)"))
    try editor.perform([.renameColumn(ColumnID(1), "mine")], title: "rename")
    try merge("A(a b x) B(c)")
    expectEqual(editor.table.columns.map(\.name), ["id", "mine"])
    try editor.undo()
    expect(editor.table.columns.map(\.name) == ["id", "name"] && !editor.differsFromSource)
    try editor.redo()
    expectEqual(editor.table.columns.map(\.name), ["id", "mine"])
    try editor.undo()
    try editor.perform([.insertColumn(name: "n", at: 1)], title: "column")
    try merge("A(a b x y) B(c)")
    expectEqual(editor.table.columns.map(\.name), ["id", "n", "name"])
    try editor.undo()
    expect(editor.table.columns.map(\.name) == ["id", "name"] && !editor.differsFromSource)
  }
}
