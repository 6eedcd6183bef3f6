import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// Editing sections, order and columns.
struct SectionEditsTests {
  /// Rows `key,group` in one section.
  static func flat(_ rows: String, syntax: CellSyntax = .delimited()) -> Table {
    Tables.table(
      columns: ["id", "group"],
      sections: [
        ("all", rows.split(separator: " ").map { $0.split(separator: ",").map(String.init) })
      ], syntax: syntax)
  }

  func order(_ table: Table) -> String {
    table.sourceOrder.map { table.key(of: $0) }.joined(separator: " ")
  }

  @Test("a sort is stable, numbers come before texts and nulls last in either direction")
  func sort() throws {
    var editor = Editor(
      table: Tables.table(
        columns: ["id", "v"],
        sections: [
          (
            "all",
            [
              ["\"a\"", "\"x\""], ["\"b\"", "10"], ["\"c\"", "null"], ["\"d\"", "9"],
              ["\"e\"", "\"X\""], ["\"f\"", "9.0"], ["\"g\"", ""],
            ]
          )
        ], syntax: .json))
    try editor.perform([.sort([SortKey(ColumnID(1))], section: nil)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(d f b e a c g)")
    try editor.perform(
      [.sort([SortKey(ColumnID(1), isDescending: true)], section: nil)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(a e b d f c g)")
  }

  @Test("a number column sorts by value, a text column by scalar, naturally where asked")
  func sortTexts() throws {
    var editor = Editor(table: Self.flat("a,10 b,9 c,-1"))
    try editor.perform([.sort([SortKey(ColumnID(1))], section: nil)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(c b a)")
    editor = Editor(table: Self.flat("a,f10 b,f9 c,f09 d,Z"))
    try editor.perform([.sort([SortKey(ColumnID(1))], section: nil)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(d c a b)")
    try editor.perform(
      [.sort([SortKey(ColumnID(1), isNatural: true)], section: nil)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(d c b a)")
  }

  @Test("no section gets the name of another, and the key column stays")
  func refused() throws {
    var editor = Editor(table: Tables.table("A(a) B(b)"))
    let sections = editor.table.sections.map(\.id)
    expect(throws: EditError.duplicateSection("B")) {
      try editor.perform([.renameSection(sections[0], "B")], title: "rename")
    }
    expect(
      throws: EditError.columnIsUsed("id", by: "identifies the rows and cannot be deleted")
    ) { try editor.perform([.deleteColumn(ColumnID(0))], title: "delete column") }
    expectEqual(Tables.drawing(editor.table), "A(a) B(b)")
    expect(editor.undoTitles.isEmpty)
  }

  @Test("sorting by several columns, and one section only")
  func sortSeveral() throws {
    var editor = Editor(table: Self.flat("d,x b,y a,y c,x"))
    try editor.perform(
      [.sort([SortKey(ColumnID(1), isDescending: true), SortKey(ColumnID(0))], section: nil)],
      title: "sort")
    expectEqual(Tables.drawing(editor.table), "all(a b c d)")
    editor = Editor(table: Tables.table("A(b a) B(d c)"))
    try editor.perform(
      [.sort([SortKey(ColumnID(0))], section: editor.table.sections[1].id)], title: "sort")
    expectEqual(Tables.drawing(editor.table), "A(b a) B(c d)")
  }

  @Test("sections of a column stand in order of first appearance and leave the file's order alone")
  func view() throws {
    var table = Self.flat("a,x b,y c,x d,z")
    table.regroup(by: ColumnID(1))
    expectEqual(Tables.drawing(table), "x(a c) y(b) z(d)")
    expectEqual(order(table), "a b c d")
    expect(!table.hasOwnOrder)
    var editor = Editor(table: table)
    try editor.perform(
      [
        .insert([[ColumnID(0): Cell("n")]], section: table.sections[0].id, at: 1),
        .insert([[ColumnID(0): Cell("m")]], section: table.sections[1].id, at: 0),
      ], title: "insert")
    expectEqual(Tables.drawing(editor.table), "x(a n c) y(m b) z(d)")
    expectEqual(order(editor.table), "a n m b c d")
    expectEqual(editor.table.cell(RowID(4), ColumnID(1)), Cell("x"))
  }

  @Test("after moving, sorting, reordering or sectioning anew the file follows the table")
  func ownOrder() throws {
    var table = Self.flat("a,x b,y c,x")
    table.regroup(by: ColumnID(1))
    let ids = table.sections.map(\.id)
    for edit: Edit in [
      .move([RowID(2)], section: ids[0], at: 0),
      .sort([SortKey(ColumnID(0), isDescending: true)], section: nil),
      .arrangeSections(ids.reversed()), .arrangeRows(ids[0], [RowID(2), RowID(0)]),
    ] {
      var editor = Editor(table: table)
      try editor.perform([edit], title: "edit")
      expect(editor.table.hasOwnOrder)
      expectEqual(editor.table.sourceOrder, Array(editor.table.allRows))
    }
    var editor = Editor(table: Self.flat("a,x b,y c,x"))
    try editor.perform([.sectionBy(ColumnID(1))], title: "section by")
    expectEqual(order(editor.table), "a c b")
  }

  @Test("in sections of a column, moving a row across sets its cell")
  func moveSetsCell() throws {
    var table = Self.flat("a,1 b,2", syntax: .json)
    table = Tables.table(
      columns: ["id", "group"], sections: [("all", [["\"a\"", "1"], ["\"b\"", "2"]])],
      syntax: .json)
    table.regroup(by: ColumnID(1))
    var editor = Editor(table: table)
    let ids = table.sections.map(\.id)
    try editor.perform([.move([RowID(0)], section: ids[1], at: 0)], title: "move")
    expectEqual(editor.table.cell(RowID(0), ColumnID(1)), Cell(.number, "2"))
    expectEqual(Tables.drawing(editor.table), "1() 2(a b)")
    try editor.perform([.move([RowID(0)], section: ids[0], at: 0)], title: "move")
    expectEqual(editor.table.cell(RowID(0), ColumnID(1)), Cell(.number, "1"))
  }

  @Test("editing the cell moves the row behind the rows of its section, made if new")
  func editMoves() throws {
    var table = Self.flat("a,x b,x c,y")
    table.regroup(by: ColumnID(1))
    var editor = Editor(table: table)
    let transaction = try editor.perform(
      [
        .update([
          CellChange(RowID(0), ColumnID(1), Cell("new")),
          CellChange(RowID(1), ColumnID(1), Cell("y")),
        ])
      ], title: "edit")
    expectEqual(Tables.drawing(editor.table), "x() y(c b) new(a)")
    expectEqual(transaction.summary.updatedCells, 2)
    expectEqual(transaction.summary.insertedSections, 1)
    expect(!editor.table.hasOwnOrder)
    try editor.undo()
    expectEqual(Tables.drawing(editor.table), "x(a b) y(c)")
  }

  @Test("null and empty text share the section without a name, and changing one to the other stays")
  func nameless() throws {
    var table = Tables.table(
      columns: ["id", "group"], sections: [("all", [["a", ""], ["b", "\"\""], ["c", "x"]])])
    table.regroup(by: ColumnID(1))
    expectEqual(Tables.drawing(table), "(a b) x(c)")
    var editor = Editor(table: table)
    try editor.perform([.update([CellChange(RowID(0), ColumnID(1), Cell(""))])], title: "edit")
    expectEqual(Tables.drawing(editor.table), "(a b) x(c)")
    expectEqual(Tables.raws(editor.table, RowID(0)), ["a", "\"\""])
  }

  @Test("renaming a section of a column rewrites its cells")
  func rename() throws {
    var table = Self.flat("a,x b,y c,x")
    table.regroup(by: ColumnID(1))
    var editor = Editor(table: table)
    let transaction = try editor.perform(
      [.renameSection(table.sections[0].id, "z")], title: "rename")
    expectEqual(Tables.drawing(editor.table), "z(a c) y(b)")
    expectEqual(editor.table.cell(RowID(2), ColumnID(1)), Cell("z"))
    expectEqual(
      transaction.plan,
      .stages([
        Stage(
          sections: Changes(reconfigures: [0]),
          rows: Changes(reconfigures: [RowPath(0, 0), RowPath(0, 1)]))
      ]))
    try editor.undo()
    expectEqual(editor.table.cell(RowID(2), ColumnID(1)), Cell("x"))
  }

  @Test("a row cannot be inserted into a section of a column with another value there")
  func disagrees() throws {
    var table = Self.flat("a,x b,y")
    table.regroup(by: ColumnID(1))
    var editor = Editor(table: table)
    let cells = [ColumnID(0): Cell("n"), ColumnID(1): Cell("y")]
    expect(throws: EditError.sectionDisagrees(column: "group", value: "y", section: "x")) {
      try editor.perform([.insert([cells], section: table.sections[0].id, at: 0)], title: "insert")
    }
    expect(throws: EditError.columnIsUsed("group", by: "makes the sections and cannot be deleted"))
    {
      try editor.perform([.deleteColumn(ColumnID(1))], title: "column")
    }
  }

  @Test("deleting the last row leaves an empty section; deleting a section takes its rows")
  func emptySection() throws {
    var editor = Editor(table: Tables.table("A(a) B(b c)"))
    try editor.perform([.delete([RowID(0), RowID(0)])], title: "delete")
    expectEqual(Tables.drawing(editor.table), "A() B(b c)")
    let id = editor.table.sections[1].id
    let transaction = try editor.perform([.deleteSections([id, id])], title: "delete")
    expectEqual(Tables.drawing(editor.table), "A()")
    expectEqual(transaction.plan, .stages([Stage(sections: Changes(deletes: [1]))]))
    expectEqual(transaction.summary.deletedRows, 2)
    let back = try editor.undo()
    expect(back.summary.insertedRows == 2 && back.summary.touchedSections == 1)
  }

  @Test("a row can move into an empty section; a destination counts without the moved rows")
  func moves() throws {
    var editor = Editor(table: Tables.table("A(a b c d) B()"))
    let ids = editor.table.sections.map(\.id)
    try editor.perform([.move([RowID(0)], section: ids[0], at: 2)], title: "move")
    expectEqual(Tables.drawing(editor.table), "A(b c a d) B()")
    try editor.perform([.move([RowID(3), RowID(1)], section: ids[1], at: 0)], title: "move")
    expectEqual(Tables.drawing(editor.table), "A(c a) B(d b)")
    try editor.perform([.move([RowID(2), RowID(2)], section: ids[0], at: 1)], title: "move")
    expectEqual(Tables.drawing(editor.table), "A(a c) B(d b)")
  }

  @Test("a move that changes nothing is no step")
  func idleMove() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    let transaction = try editor.perform(
      [.move([RowID(1)], section: editor.table.sections[0].id, at: 1)], title: "move")
    expect(!transaction.changesState && editor.undoTitles.isEmpty)
    expect(!editor.table.hasOwnOrder)
  }

  @Test("columns are added, renamed, moved, typed and deleted, each undone, all rows reconfigured")
  func columns() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    let start = EditorFingerprint(editor.state)
    try editor.perform([.insertColumn(name: "new", at: 1)], title: "add")
    let new = editor.table.columns[1].id
    expectEqual(editor.table.cells(RowID(0)), [Cell("a"), .null, Cell("a")])
    try editor.perform([.update([CellChange(RowID(0), new, Cell("v"))])], title: "edit")
    expectEqual(editor.table.cells(RowID(0)), [Cell("a"), Cell("v"), Cell("a")])
    for edit: Edit in [
      .renameColumn(new, "newer"), .moveColumn(new, at: 2), .typeColumn(new, .text),
      .deleteColumn(ColumnID(1)),
    ] {
      let transaction = try editor.perform([edit], title: "column")
      expectEqual(transaction.plan, .stages([Stage(reconfiguresAllRows: true)]))
    }
    expectEqual(editor.table.columns.map(\.name), ["id", "newer"])
    expectEqual(editor.table.cells(RowID(0)), [Cell("a"), Cell("v")])
    while !editor.undoTitles.isEmpty { try editor.undo() }
    expectEqual(EditorFingerprint(editor.state), start)
  }

  @Test("beyond the undo budget the oldest steps go, which is said once, and the table is right")
  func budget() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    editor.undoBudget = 20_000
    var notes = 0
    for i in 0..<40 {
      let change = CellChange(RowID(0), ColumnID(1), Cell("v\(i)"))
      notes += try editor.perform([.update([change])], title: "step \(i)").notes.count
    }
    expectEqual(notes, 1)
    expect(editor.droppedUndoSteps > 0)
    expectEqual(editor.droppedUndoSteps + editor.undoTitles.count, 40)
    expectEqual(editor.undoTitles.last, "step 39")
    let kept = editor.undoTitles.count
    while !editor.undoTitles.isEmpty { try editor.undo() }
    expectEqual(editor.table.cell(RowID(0), ColumnID(1)), Cell("v\(39 - kept)"))
    while !editor.redoTitles.isEmpty { try editor.redo() }
    expectEqual(editor.table.cell(RowID(0), ColumnID(1)), Cell("v39"))
  }
}
