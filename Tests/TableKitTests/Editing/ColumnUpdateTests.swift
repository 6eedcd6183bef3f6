import Expectations
import TableKit
import TestSupport
import Testing

/// Changing a column of many rows.
struct ColumnUpdateTests {
  static let note = ColumnID(2)

  /// A thousand rows; every third cell of the column is quoted, every seventh empty.
  static func table(key: Int = 1) -> Table {
    let rows = (0..<1000).map { n in
      ["k\(n)", "g\(n % 5)", n % 7 == 0 ? "" : n % 3 == 0 ? "\"q \(n)\"" : "p\(n)"]
    }
    return Tables.table(
      columns: ["id", "group", "note"],
      sections: [("A", Array(rows[..<600])), ("B", Array(rows[600...]))], key: key)
  }

  static func raws(_ table: Table) -> [[String]] { table.allRows.map { Tables.raws(table, $0) } }

  @Test("one value for all keeps quotes where there were some, and leaves equal cells alone")
  func one() throws {
    var editor = Editor(table: Self.table())
    let before = Self.raws(editor.table)
    let rows = editor.table.rowList
    let transaction = try editor.perform(
      [.updateColumn(Self.note, of: rows, to: CellList(repeating: Cell("p1"), count: 1000))],
      title: "edit")
    expectEqual(transaction.summary.updatedCells, 999)
    expectEqual(transaction.summary.updatedRows, 999)
    let expected = before.map { row in
      [row[0], row[1], row[2].hasPrefix("\"") ? "\"p1\"" : "p1"]
    }
    expectEqual(Self.raws(editor.table), expected)
    try editor.undo()
    expectEqual(Self.raws(editor.table), before)
    try editor.redo()
    expectEqual(Self.raws(editor.table), expected)
  }

  @Test("a value for each row in any order of rows, and again over that, one row alone, and back")
  func each() throws {
    var editor = Editor(table: Self.table())
    var model = Self.raws(editor.table)
    let original = model
    let rows = editor.table.rowList
    for round in 0..<3 {
      var values = CellList()
      let order = round == 1 ? rows.reversed() : rows
      for row in order { values.append(Cell("r\(round) \(row.rawValue), x")) }
      try editor.perform([.updateColumn(Self.note, of: order, to: values)], title: "edit")
      for n in model.indices { model[n][2] = "\"r\(round) \(n), x\"" }
      expectEqual(Self.raws(editor.table), model)
      try editor.perform(
        [.update([CellChange(rows[5], ColumnID(1), Cell("alone \(round)"))])], title: "1")
      model[5][1] = "alone \(round)"
      expectEqual(Self.raws(editor.table), model)
    }
    for _ in 0..<6 { try editor.undo() }
    expectEqual(Self.raws(editor.table), original)
  }

  @Test("a column that was added is filled")
  func added() throws {
    var editor = Editor(table: Self.table())
    try editor.perform([.insertColumn(name: "total", at: 1)], title: "column")
    let column = try require(editor.table.column(named: "total")).id
    let rows = editor.table.rowList
    var values = CellList()
    for row in rows { values.append(Cell("\(row.rawValue)")) }
    try editor.perform([.updateColumn(column, of: rows, to: values)], title: "fill")
    expectEqual(editor.table.cell(rows[999], column), Cell("999"))
    expectEqual(Tables.raws(editor.table, rows[999]), ["k999", "999", "g4", "\"q 999\""])
    expectEqual(editor.table.kind(of: try require(editor.table.column(column))), .number)
  }

  @Test("keys that become alike are refused, and nothing has changed")
  func duplicates() throws {
    var editor = Editor(table: Self.table())
    let rows = editor.table.rowList
    expect(throws: EditError.duplicateKey("same")) {
      try editor.perform(
        [.updateColumn(ColumnID(0), of: rows, to: CellList(repeating: Cell("same"), count: 1000))],
        title: "edit")
    }
    expectEqual(Self.raws(editor.table), Self.raws(Self.table()))
    expectEqual(editor.table.row(withKey: ["k7"]), rows[7])
  }

  @Test("keys are found after all of them, and after all other cells, were changed")
  func keys() throws {
    var editor = Editor(table: Self.table())
    let rows = editor.table.rowList
    expectEqual(editor.table.row(withKey: ["k7"]), rows[7])
    try editor.perform(
      [.updateColumn(Self.note, of: rows, to: CellList(repeating: .null, count: 1000))], title: "")
    expectEqual(editor.table.row(withKey: ["k7"]), rows[7])
    var values = CellList()
    for row in rows { values.append(Cell("n\(row.rawValue)")) }
    try editor.perform([.updateColumn(ColumnID(0), of: rows, to: values)], title: "")
    expectNil(editor.table.row(withKey: ["k7"]))
    expectEqual(editor.table.row(withKey: ["n7"]), rows[7])
    try editor.undo()
    expectEqual(editor.table.row(withKey: ["k7"]), rows[7])
  }

  @Test("rows go to the sections that they name, where sections are a view of the column")
  func sections() throws {
    var editor = Editor(table: Self.table())
    try editor.perform([.sectionBy(ColumnID(1))], title: "section")
    let rows = editor.table.rowList
    try editor.perform(
      [.updateColumn(ColumnID(1), of: rows, to: CellList(repeating: Cell("g2"), count: 1000))],
      title: "edit")
    expectEqual(editor.table.sections.map(\.count), [0, 0, 1000, 0, 0])
  }

  @Test("what cannot be written is refused, and so are rows that are gone")
  func refused() throws {
    var editor = Editor(table: Self.table())
    let rows = editor.table.rowList
    expect(throws: EditError.cannotWrite("a\0", column: "note")) {
      try editor.perform(
        [.updateColumn(Self.note, of: rows, to: CellList(repeating: Cell("a\0"), count: 1000))],
        title: "")
    }
    try editor.perform([.delete([rows[3]])], title: "delete")
    expect(throws: EditError.rowIsGone(number: 4)) {
      try editor.perform(
        [.updateColumn(Self.note, of: rows, to: CellList(repeating: .null, count: 1000))],
        title: "")
    }
  }

  @Test("undo of changes of all cells keeps their memory within what they take")
  func cost() throws {
    var editor = Editor(table: Self.table())
    let rows = editor.table.rowList
    for n in 0..<20 {
      try editor.perform(
        [.updateColumn(Self.note, of: rows, to: CellList(repeating: Cell("v\(n)"), count: 1000))],
        title: "")
    }
    for _ in 0..<20 { try editor.undo() }
    expectEqual(Self.raws(editor.table), Self.raws(Self.table()))
  }
}
