import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

/// Editing a table.
struct EditingTests: EditorDesk {
  var editor = Editor(table: Tables.table("A(a b c d) B(e f)"))

  @Test("deleting rows gives their paths before as the plan")
  mutating func delete() throws {
    let transaction = try editor.perform([.delete([try row("b"), try row("e")])], title: "delete")
    expectEqual(Tables.drawing(editor.table), "A(a c d) B(f)")
    expectEqual(
      transaction.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 1), RowPath(1, 0)]))]))
    expectEqual(transaction.summary.deletedRows, 2)
    expectEqual(transaction.summary.touchedSections, 2)
  }

  @Test("a move of one row is one move, from where it was to where it lands")
  mutating func move() throws {
    let section = editor.table.sections[0].id
    let transaction = try editor.perform(
      [.move([try row("a")], section: section, at: 1)], title: "move")
    expectEqual(Tables.drawing(editor.table), "A(b a c d) B(e f)")
    expectEqual(
      transaction.plan,
      .stages([Stage(rows: Changes(moves: [Move(from: RowPath(0, 0), to: RowPath(0, 1))]))]))
    let back = try editor.undo()
    expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f)")
    expectEqual(back.plan, transaction.plan.inverse)
  }

  @Test("a block that jumps over one row is one move of that row")
  mutating func moveBlock() throws {
    let section = editor.table.sections[0].id
    let transaction = try editor.perform(
      [.move([try row("b"), try row("c")], section: section, at: 0)], title: "move")
    expectEqual(Tables.drawing(editor.table), "A(b c a d) B(e f)")
    expectEqual(transaction.plan.count, 1)
  }

  @Test("an update keeps the row's place and reconfigures it")
  mutating func update() throws {
    let transaction = try editor.perform(
      [.update([CellChange(try row("c"), ColumnID(1), Cell("x, y"))])], title: "edit")
    expectEqual(
      transaction.plan, .stages([Stage(rows: Changes(reconfigures: [RowPath(0, 2)]))]))
    expectEqual(editor.table.cell(try row("c"), ColumnID(1)), Cell("x, y"))
    try editor.undo()
    expectEqual(editor.table.cell(try row("c"), ColumnID(1)), Cell("c"))
  }

  @Test("rows that are moved to where they stand make no step, alone or together")
  mutating func moveNowhere() throws {
    let sections = editor.table.sections.map(\.id)
    for (keys, section, index) in [
      (["b"], 0, 1), (["b", "c"], 0, 1), (["a", "b", "c", "d"], 0, 0), (["f"], 1, 1), ([], 0, 2),
    ] {
      let step = try editor.perform(
        [.move(try keys.map(row), section: sections[section], at: index)], title: "move")
      expect(!step.changesTable && step.plan.isEmpty && step.summary.movedRows == 0, "\(keys)")
      expect(editor.undoTitles.isEmpty && !editor.table.hasOwnOrder, "\(keys)")
      expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f)")
    }
    let step = try editor.perform(
      [.move([try row("c"), try row("b")], section: sections[0], at: 1)], title: "move")
    expect(step.changesTable && Tables.drawing(editor.table) == "A(a c b d) B(e f)")
  }

  @Test(
    "of several values for one cell the last one counts, and each cell once", arguments: [3, 400])
  mutating func lastValue(count: Int) throws {
    let keys = (0..<200).map { "k\($0)" }
    var editor = Editor(
      table: Tables.table(columns: ["id", "name"], sections: [("A", keys.map { [$0, "x"] })]))
    let rows = editor.table.rowList
    var changes: [CellChange] = []
    for number in 0..<count {
      let row = rows[number % 3 == 0 ? 0 : number % 200]
      changes.append(CellChange(row, ColumnID(1), Cell("v\(number)")))
      changes.append(CellChange(rows[1], ColumnID(1), Cell("w\(number)")))
    }
    let step = try editor.perform([.update(changes)], title: "edit")
    var model: [RowID: String] = [:]
    for change in changes { model[change.row] = change.cell.text }
    for row in rows { expectEqual(editor.table.cell(row, ColumnID(1)).text, model[row] ?? "x") }
    expect(step.summary.updatedRows == model.count && step.summary.updatedCells == model.count)
  }

  @Test("a key that two rows would share is refused and nothing changes")
  mutating func duplicateKey() throws {
    let change = CellChange(try row("c"), ColumnID(0), Cell("a"))
    expect(throws: EditError.duplicateKey("a")) {
      try editor.perform([.update([change])], title: "edit")
    }
    expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f)")
  }

  @Test("sections in another order are moved, and selection stays")
  mutating func arrange() throws {
    try editor.perform([.select([try row("e")])], title: "select")
    let ids = editor.table.sections.map(\.id)
    let transaction = try editor.perform([.arrangeSections(ids.reversed())], title: "reorder")
    expectEqual(transaction.plan.count, 1)
    expectEqual(editor.table.path(of: editor.selection.rows[0]), RowPath(0, 0))
  }

  @Test("sections by a column are a view: moving a row sets its cell")
  mutating func sectionBy() throws {
    try editor.perform([.sectionBy(ColumnID(1))], title: "section by name")
    expectEqual(Tables.drawing(editor.table), "a(a) b(b) c(c) d(d) e(e) f(f)")
    let target = editor.table.sections[0].id
    try editor.perform([.move([try row("f")], section: target, at: 0)], title: "move")
    expectEqual(editor.table.cell(try row("f"), ColumnID(1)), Cell("a"))
    try editor.undo()
    try editor.undo()
    expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f)")
  }
}
