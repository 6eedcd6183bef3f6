import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// Others write into the table itself.
struct WriteTests: EditorDesk {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c 4=d"))

  @discardableResult
  mutating func write(_ text: String, deleting deleted: [String] = []) throws -> Transaction {
    let rows = text.split(separator: " ").map { part in
      let halves = part.split(separator: "=").map(String.init)
      return Delta.Row([halves[0]], [("name", Cell(halves[1]))])
    }
    return try editor.write(
      Delta(rows: rows, deleted: deleted.map { [$0] }), title: "write", addsColumns: true)
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test("what is written is unsaved and no step, its plan replays, and new rows come last")
  mutating func written() throws {
    let saved = MergeTests.drawing(editor.saved)
    let transaction = try write("2=x 9=new", deleting: ["3"])
    expectDrawing("1=a 2=x 4=d 9=new")
    expectEqual(
      transaction.plan,
      .stages([
        Stage(
          rows: Changes(
            deletes: [RowPath(0, 2)], inserts: [RowPath(0, 3)], reconfigures: [RowPath(0, 1)]))
      ]))
    expectEqual(MergeTests.drawing(editor.saved), saved)
    expect(editor.hasUnsavedChanges && editor.differsFromSource)
    expect(editor.undoTitles.isEmpty)
    expect(throws: EditError.nothingToUndo) { try editor.undo() }
    expect(editor.conflicts.isEmpty)
    editor.markSaved()
    expect(!editor.hasUnsavedChanges)
  }

  @Test("undo takes back what the user did, cell by cell, and leaves what others wrote")
  mutating func undo() throws {
    try update("1", "mine")
    try update("2", "mine")
    try editor.perform([.delete([try row("4")])], title: "delete @4")
    try write("2=theirs 3=theirs")
    expectDrawing("1=mine 2=theirs 3=theirs")
    try editor.undo()
    expectDrawing("1=mine 2=theirs 3=theirs 4=d")
    let dropped = try editor.undo()
    expectEqual(
      dropped.notes, ["nothing is left of 'edit @2': what it changed has been changed since"])
    try editor.undo()
    expectDrawing("1=a 2=theirs 3=theirs 4=d")
    try editor.redo()
    try editor.redo()
    expectDrawing("1=mine 2=theirs 3=theirs")
    expect(throws: EditError.nothingToRedo) { try editor.redo() }
  }

  @Test("what others wrote stays theirs, also where the user has changed and undone it, or saved")
  mutating func theirs() throws {
    try update("1", "x")
    try write("1=theirs")
    try update("1", "y")
    editor.markSaved()
    try editor.undo()
    expectDrawing("1=theirs 2=b 3=c 4=d")
    try editor.undo()
    expectDrawing("1=theirs 2=b 3=c 4=d")
    expect(editor.undoTitles.isEmpty)
  }

  @Test("a row that others deleted is not brought back, one that took its key is not doubled")
  mutating func keys() throws {
    try editor.perform([.delete([try row("2")])], title: "delete @2")
    try write("2=again")
    expectDrawing("1=a 3=c 4=d 2=again")
    try expect(editor.undo().plan.isEmpty)
    expectDrawing("1=a 3=c 4=d 2=again")
    try update("3", "mine")
    try write("", deleting: ["3"])
    try expect(editor.undo().plan.isEmpty)
    expectDrawing("1=a 4=d 2=again")
  }

  @Test("a step that cannot be written down is refused, and so is what the table cannot hold")
  mutating func refused() throws {
    editor.keeper = TestKeeper(recording: { (_, _) throws(EditError) in
      throw .notJournaled("full")
    })
    expect(throws: EditError.notJournaled("full")) { try write("2=x 9=new") }
    editor.keeper = nil
    expect(throws: EditError.sourceHasNewColumn("pay")) {
      try editor.write(Delta(rows: [.init(["1"], [("pay", Cell("3"))])]), title: "write")
    }
    expectDrawing("1=a 2=b 3=c 4=d")
    expect(!editor.differsFromSource)
  }

  @Test("a section that is told is the row's from now on, and columns come behind the others")
  mutating func sections() throws {
    editor = Editor(table: Tables.table("A(a b) B(c)"))
    let rows = [
      Delta.Row(["a"], [("pay", Cell("7"))], section: "B"), Delta.Row(["z"], [], section: "C"),
    ]
    let transaction = try editor.write(Delta(rows: rows), title: "write", addsColumns: true)
    expectEqual(Tables.drawing(editor.table), "A(b) B(c a) C(z)")
    expectEqual(editor.table.columns.map(\.name), ["id", "name", "pay"])
    expectEqual(editor.table.cell(try row("a"), editor.table.columns[2].id).text, "7")
    try expectEqual(
      transaction.stagedPlan.replay().sections.map { $0.rows.map(\.id) },
      Outline(of: editor.table).sections.map { $0.rows.map(\.id) })
  }

  @Test("without a key rows have their numbers, and none can be added")
  mutating func numbers() throws {
    var table = MergeTests.table("1=a 2=b")
    table.setKey([])
    editor = Editor(table: table)
    try write("2=x", deleting: ["1"])
    expectDrawing("2=x")
    expect(throws: EditError.deltaNeedsKey) { try write("7=y") }
  }
}
