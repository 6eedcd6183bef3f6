import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// A key that was given to a row here, and that others gave to a row that they added.
struct TakenKeysTests {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c"))

  private static let open = """
    row '7' ('2' in the source) has a key here that another row of the source has, which others \
    added; keep mine deletes that row, keep theirs gives this one the key '2' back
    """

  mutating func update(_ key: String, _ text: String, column: Int = 1) throws {
    let row = try require(editor.table.row(withKey: [key]))
    try editor.perform(
      [.update([CellChange(row, ColumnID(column), Cell(text))])], title: "edit @\(key)")
  }

  mutating func push(_ key: String, _ text: String, deleted: [[String]] = []) throws {
    try editor.merge(
      delta: Delta(rows: [.init([key], [("name", Cell(text))])], deleted: deleted), title: "push")
  }

  @discardableResult
  mutating func keep(_ side: ConflictSide) throws -> Transaction {
    let open = editor.conflicts
    return try editor.resolve(open, keeping: side, title: "keep \(side.rawValue)")
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test("theirs gives the row its own key back and lets theirs in; undo and redo follow")
  mutating func theirs() throws {
    try update("2", "7", column: 0)
    try push("7", "n")
    expectDrawing("1=a 7=b 3=c")
    expectEqual(editor.conflicts.map(\.kind), [.added])
    expectEqual(editor.conflicts.map(\.message), [Self.open])
    expectEqual(editor.conflicts.map(\.sourceKey), ["2"])
    expectEqual(editor.conflicts.map(\.holder), [RowID(1)])
    let kept = try keep(.theirs)
    expectReplays(kept.stagedPlan, to: Outline(of: editor.table))
    expectDrawing("1=a 2=b 3=c 7=n")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
    try editor.undo()
    expectDrawing("1=a 7=b 3=c")
    expectEqual(editor.conflicts.map(\.message), [Self.open])
    try editor.redo()
    expectDrawing("1=a 2=b 3=c 7=n")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
  }

  @Test("theirs takes back nothing but the key")
  mutating func otherCells() throws {
    try update("2", "mine")
    try update("2", "7", column: 0)
    try push("7", "n")
    try keep(.theirs)
    expectDrawing("1=a 2=mine 3=c 7=n")
    expect(editor.hasUnsavedChanges)
  }

  @Test("mine leaves theirs out, which saving deletes; a note tells so where nobody has answered")
  mutating func mine() throws {
    try update("2", "7", column: 0)
    try push("7", "n")
    expectEqual(
      editor.conflicts.map(\.loss),
      [
        "row '7', which others added, was deleted in the source: row '2' has its key now"
      ])
    let kept = try keep(.mine)
    expect(kept.plan.isEmpty && editor.conflicts.isEmpty)
    expectDrawing("1=a 7=b 3=c")
    expectEqual(MergeTests.drawing(editor.saved), "1=a 2=b 3=c 7=n")
  }

  @Test("a reload tells it as a push does")
  mutating func reload() throws {
    try update("2", "7", column: 0)
    let merged = try editor.merge(
      incoming: MergeTests.table("1=a 2=b 3=c 7=n"), base: editor.saved, title: "reload")
    expectEqual(merged.conflicts.map(\.message), [Self.open])
    expectEqual(editor.conflicts, merged.conflicts)
  }

  @Test("a row that the source does not have goes, in whatever order both conflicts are answered")
  mutating func gone() throws {
    try update("2", "7", column: 0)
    try push("7", "n", deleted: [["2"]])
    expectEqual(Set(editor.conflicts.map(\.kind)), [.deletedThere, .added])
    let left = try require(editor.conflicts.first { $0.kind == .added })
    expectEqual(
      left.message,
      """
      row '7' has a key here that another row of the source has, which others added; keep mine \
      deletes that row, keep theirs deletes this one
      """)
    for isReversed in [false, true] {
      var copy = editor
      let open = isReversed ? copy.conflicts.reversed() : copy.conflicts
      try copy.resolve(open, keeping: .theirs, title: "theirs")
      expectEqual(MergeTests.drawing(copy.table), "1=a 3=c 7=n")
      expect(copy.conflicts.isEmpty && !copy.hasUnsavedChanges)
    }
  }

  @Test("a new row with the key of a row that others added is one row with it")
  mutating func new() throws {
    let cells = [ColumnID(0): Cell("7"), ColumnID(1): Cell("mine")]
    try editor.perform(
      [.insert([cells], section: editor.table.sections[0].id, at: 3)], title: "insert")
    try push("7", "theirs")
    expectEqual(
      editor.conflicts.map(\.message), ["row '7', name: 'mine' here, 'theirs' in the source"])
    try keep(.theirs)
    expectDrawing("1=a 2=b 3=c 7=theirs")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("a new row with the key of a row that was deleted here goes where theirs comes back")
  mutating func replaced() throws {
    let cells = [ColumnID(0): Cell("2"), ColumnID(1): Cell("new")]
    try editor.perform(
      [.delete([RowID(1)]), .insert([cells], section: editor.table.sections[0].id, at: 2)],
      title: "replace")
    try push("2", "theirs")
    expectEqual(
      editor.conflicts.map(\.message),
      [
        "row '2' is deleted here and was changed in the source; keep theirs deletes the row that "
          + "has its key now"
      ])
    try keep(.theirs)
    expectDrawing("1=a 2=theirs 3=c")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
    try editor.undo()
    expectDrawing("1=a 3=c 2=new")
  }

  @Test("a key that cannot be given back is an error, and nothing changes")
  mutating func taken() throws {
    try update("2", "7", column: 0)
    try update("3", "2", column: 0)
    try push("7", "n")
    expect(throws: EditError.keyIsTaken("2")) { try keep(.theirs) }
    expectDrawing("1=a 7=b 2=c")
    expectEqual(editor.conflicts.map(\.message), [Self.open])
    expectEqual(editor.undoTitles, ["edit @2", "edit @3"])
    try update("2", "5", column: 0)
    try keep(.theirs)
    expectDrawing("1=a 2=b 5=c 7=n")
  }

  @Test("keys that were passed on come back together")
  mutating func chain() throws {
    try update("3", "8", column: 0)
    try update("2", "7", column: 0)
    try push("7", "n")
    try push("8", "m")
    expectEqual(editor.conflicts.count, 2)
    try keep(.theirs)
    expectDrawing("1=a 2=b 3=c 7=n 8=m")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("a row that was left out stays a conflict where its key is free again")
  mutating func free() throws {
    try update("2", "7", column: 0)
    try push("7", "n")
    try editor.undo()
    expectDrawing("1=a 2=b 3=c")
    expectEqual(
      editor.conflicts.map(\.message),
      [
        "row '7', which others added, is not here; keep mine deletes it in the source, keep theirs "
          + "adds it here"
      ])
    expect(editor.differsFromSource)
    try keep(.theirs)
    expectDrawing("1=a 2=b 3=c 7=n")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
  }

  @Test("undo of an answer opens it again, also after further steps")
  mutating func further() throws {
    try update("2", "7", column: 0)
    try push("7", "n")
    try keep(.theirs)
    try update("1", "x")
    try editor.undo()
    expect(editor.conflicts.isEmpty)
    try editor.undo()
    expectDrawing("1=a 7=b 3=c")
    expectEqual(editor.conflicts.map(\.message), [Self.open])
  }

  @Test("a row that is left out stays one that others added, until mine is kept")
  mutating func changed() throws {
    try update("2", "7", column: 0)
    try push("7", "n")
    try push("7", "m")
    expectEqual(editor.conflicts.map(\.message), [Self.open])
    try keep(.mine)
    try push("7", "o")
    expectEqual(editor.conflicts.map(\.kind), [.deletedHere])
    expectEqual(editor.conflicts.map(\.message), [Self.open.replacing("added", with: "changed")])
    try keep(.theirs)
    expectDrawing("1=a 2=b 3=c 7=o")
    expect(editor.conflicts.isEmpty && !editor.hasUnsavedChanges)
  }

  @Test("a row of the source that is not here is found there, whatever was looked up here before")
  func lookups() throws {
    func source(_ rows: [[String]]) -> Table {
      Tables.table(columns: ["id", "name"], sections: [(name: "A", rows: rows)])
    }
    var editor = Editor(table: source([]))
    try editor.merge(incoming: source([["n", "x"]]), base: editor.saved, title: "reload")
    try editor.perform([.deleteSections([editor.table.sections[0].id])], title: "delete")
    // A merge that is not kept, after which the row is in no part of the table here.
    var copy = editor
    try copy.merge(incoming: source([["n", "y"]]), base: copy.saved, title: "reload")
    expectEqual(copy.conflicts.map(\.kind), [.deletedHere])
    expectNil(copy.table.row(withKey: ["n"]))
    expect(editor.saved.row(withKey: ["n"]) != nil)
  }
}
