import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

struct DeltaTests: EditorDesk {
  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c"))

  @discardableResult
  mutating func push(
    _ rows: [(key: String, name: String)] = [], deleted: [String] = [], at place: Delta.Place = .end
  ) throws -> Transaction {
    let rows = rows.map { Delta.Row([$0.key], [("name", Cell($0.name))], place: place) }
    return try editor.merge(delta: Delta(rows: rows, deleted: deleted.map { [$0] }), title: "push")
      .transaction
  }

  func expectDrawing(_ drawing: String, file: StaticString = #filePath, line: Int = #line) {
    expectEqual(MergeTests.drawing(editor.table), drawing, file: file, line: line)
  }

  @Test("records of one number in two tables are not taken for one")
  mutating func numbers() throws {
    let loaded = editor.table
    try update("2", "mine")
    var mine = editor.table
    editor = Editor(table: loaded)
    try update("2", "theirs")
    let theirs = editor.table
    let row = try row("2")
    expectEqual(mine.versions[Int(row.rawValue)], theirs.versions[Int(row.rawValue)])
    mine.shareVersions(near: row, with: theirs)
    expect(!mine.isSame(as: theirs))
  }

  @Test("change, insert and delete rows by the least plan; the base moves, and it is no step")
  mutating func plain() throws {
    try editor.perform([.select([try row("2"), try row("3")])], title: "select")
    let pushed = try push([("2", "B"), ("9", "n")], deleted: ["3"], at: .behind(["1"]))
    expectDrawing("1=a 9=n 2=B")
    expectEqual(
      pushed.plan,
      .stages([
        Stage(
          rows: Changes(
            deletes: [RowPath(0, 2)], inserts: [RowPath(0, 1)], reconfigures: [RowPath(0, 1)]))
      ]))
    expectEqual(editor.selection.rows, [try row("2")])
    expectEqual(editor.undoTitles, ["select"])
    expect(!editor.hasUnsavedChanges && !editor.differsFromSource)
    expectEqual(MergeTests.drawing(editor.saved), "1=a 9=n 2=B")
  }

  @Test("a row that comes to an emptied section of a view stands where the whole source has it")
  mutating func emptied() throws {
    try editor.perform([.sectionBy(ColumnID(1))], title: "section")
    try editor.perform([.delete([try row("2")])], title: "delete")
    editor.markSaved()
    try push([("9", "b")])
    expectEqual(editor.table.sections.map(\.name), ["a", "c", "b"])
  }

  @Test("of what the base has already make no plan and no step of a journal")
  mutating func echo() throws {
    try update("1", "x")
    editor.markSaved()
    editor.keeper = TestKeeper(recording: { (_, _) throws(EditError) in
      throw .notJournaled("a step")
    })
    let echo = try push([("1", "x")])
    expect(echo.plan.isEmpty && !echo.changesState)
    expect(!editor.hasUnsavedChanges)
  }

  @Test("of what was edited here in the same way save it, without a plan")
  mutating func same() throws {
    try update("1", "x")
    try expect(push([("1", "x")]).plan.isEmpty)
    expect(!editor.hasUnsavedChanges && !editor.differsFromSource)
  }

  @Test("of one key join: the last cell counts; one also deleted is changed")
  mutating func twice() throws {
    try push([("1", "x"), ("9", "y"), ("1", "z"), ("9", "n")], deleted: ["1"])
    expectDrawing("1=z 2=b 3=c 9=n")
  }

  @Test("that hold what the table cannot take change nothing and say what to do")
  mutating func refused() throws {
    let before = EditorFingerprint(editor.state)
    let delta = Delta(rows: [.init(["1"], [("name", Cell("x")), ("new", Cell("y"))])])
    expect(throws: EditError.sourceHasNewColumn("new")) {
      try editor.merge(delta: delta, title: "push")
    }
    expectEqual(
      EditError.sourceHasNewColumn("new").message,
      "the source has a new column 'new': reload takes it in")
    expectEqual(EditorFingerprint(editor.state), before)
    var keyless = Editor(table: MergeTests.table("1=a", key: 0))
    expect(throws: EditError.deltaNeedsKey) { try keyless.merge(delta: delta, title: "push") }
  }

  @Test("amid edits are undone by nobody: each edit goes back to what the base has now")
  mutating func undoing() throws {
    try update("1", "x")
    try update("2", "y")
    try editor.perform([.delete([try row("3")])], title: "delete")
    try push([("2", "B"), ("3", "C"), ("4", "D")])
    expectDrawing("1=x 2=y 4=D")
    for _ in 0..<3 { try editor.undo() }
    expectDrawing("1=a 2=B 3=C 4=D")
    expect(!editor.hasUnsavedChanges && editor.conflicts.isEmpty)
    for _ in 0..<3 { try editor.redo() }
    expectDrawing("1=x 2=y 4=D")
  }

  @Test("keep the key index right: a row is found by its key after many of them")
  mutating func keys() throws {
    for n in 4..<200 { try push([("\(n)", "v\(n)")], deleted: ["\(n - 3)"]) }
    expectEqual(editor.table.rowCount, 3)
    expectNil(editor.table.row(withKey: ["100"]))
    expectEqual(editor.table.cell(try row("199"), ColumnID(1)), Cell("v199"))
  }
}
