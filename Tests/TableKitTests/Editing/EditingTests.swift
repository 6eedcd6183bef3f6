import BatchUpdates
import TableKit
import TestSupport
import Testing

@Suite("Editing a table")
struct EditingTests {
  var editor = Editor(table: Tables.table("A(a b c d) B(e f)"))

  func row(_ key: String) throws -> RowID { try #require(editor.table.row(withKey: [key])) }

  @Test("deleting rows gives their paths before as the plan")
  mutating func delete() throws {
    let transaction = try editor.perform([.delete([try row("b"), try row("e")])], title: "delete")
    #expect(Tables.drawing(editor.table) == "A(a c d) B(f)")
    #expect(
      transaction.plan
        == .stages([Stage(rows: Changes(deletes: [RowPath(0, 1), RowPath(1, 0)]))]))
    #expect(transaction.summary.deletedRows == 2)
    #expect(transaction.summary.touchedSections == 2)
  }

  @Test("a move of one row is one move, from where it was to where it lands")
  mutating func move() throws {
    let section = editor.table.sections[0].id
    let transaction = try editor.perform(
      [.move([try row("a")], section: section, at: 1)], title: "move")
    #expect(Tables.drawing(editor.table) == "A(b a c d) B(e f)")
    #expect(
      transaction.plan
        == .stages([Stage(rows: Changes(moves: [Move(from: RowPath(0, 0), to: RowPath(0, 1))]))]))
    let back = try editor.undo()
    #expect(Tables.drawing(editor.table) == "A(a b c d) B(e f)")
    #expect(back.plan == transaction.plan.inverse)
  }

  @Test("a block that jumps over one row is one move of that row")
  mutating func moveBlock() throws {
    let section = editor.table.sections[0].id
    let transaction = try editor.perform(
      [.move([try row("b"), try row("c")], section: section, at: 0)], title: "move")
    #expect(Tables.drawing(editor.table) == "A(b c a d) B(e f)")
    #expect(transaction.plan.count == 1)
  }

  @Test("an update keeps the row's place and reconfigures it")
  mutating func update() throws {
    let transaction = try editor.perform(
      [.update([CellChange(try row("c"), ColumnID(1), Cell("x, y"))])], title: "edit")
    #expect(
      transaction.plan == .stages([Stage(rows: Changes(reconfigures: [RowPath(0, 2)]))]))
    #expect(editor.table.cell(try row("c"), ColumnID(1)) == Cell("x, y"))
    try editor.undo()
    #expect(editor.table.cell(try row("c"), ColumnID(1)) == Cell("c"))
  }

  @Test("a key that two rows would share is refused and nothing changes")
  mutating func duplicateKey() throws {
    let change = CellChange(try row("c"), ColumnID(0), Cell("a"))
    #expect(throws: EditError.duplicateKey("a")) {
      try editor.perform([.update([change])], title: "edit")
    }
    #expect(Tables.drawing(editor.table) == "A(a b c d) B(e f)")
  }

  @Test("sections in another order are moved, and selection stays")
  mutating func arrange() throws {
    try editor.perform([.select([try row("e")])], title: "select")
    let ids = editor.table.sections.map(\.id)
    let transaction = try editor.perform([.arrangeSections(ids.reversed())], title: "reorder")
    #expect(transaction.plan.count == 1)
    #expect(editor.table.path(of: editor.selection.rows[0]) == RowPath(0, 0))
  }

  @Test("sections by a column are a view: moving a row sets its cell")
  mutating func sectionBy() throws {
    try editor.perform([.sectionBy(ColumnID(1))], title: "section by name")
    #expect(Tables.drawing(editor.table) == "a(a) b(b) c(c) d(d) e(e) f(f)")
    let target = editor.table.sections[0].id
    try editor.perform([.move([try row("f")], section: target, at: 0)], title: "move")
    #expect(editor.table.cell(try row("f"), ColumnID(1)) == Cell("a"))
    try editor.undo()
    try editor.undo()
    #expect(Tables.drawing(editor.table) == "A(a b c d) B(e f)")
  }
}
