import Expectations
import TestSupport
import Testing

import TableInteraction
@testable import TableKit

/// Tables without anything, and with far too much of it.
struct ExtremesTests {
  /// Tables that lack rows, sections or columns.
  private static var emptyTables: [Table] {
    [
      Table(), Table(columns: ["id", "g"]),
      Tables.table(columns: ["id", "g"], sections: [("A", []), ("B", [])]),
      Tables.table(columns: [], sections: [("A", [])], key: 0),
    ]
  }

  @Test("every edit of a table without rows, sections or columns is done or refused, and undone")
  func emptiness() throws {
    let (row, section, column) = (RowID(0), SectionID(0), ColumnID(0))
    let edits: [TableAction] = [
      .insert([], section: section, at: 0), .insert([[:]], section: section, at: 0),
      .insert([[column: Cell("x")]], section: section, at: 0), .update([]),
      .update([CellChange(row, column, Cell("x"))]), .delete([]), .delete([row]),
      .move([], section: section, at: 0), .move([row], section: section, at: 0),
      .arrangeRows(section, []), .sort([], section: nil), .sort([SortKey(column)], section: nil),
      .sort([SortKey(column)], section: section), .insertSection(name: "new", at: 0),
      .deleteSections([]), .deleteSections([section]), .renameSection(section, "x"),
      .arrangeSections([]), .arrangeSections([SectionID(1), section]), .sectionBy(column),
      .insertColumn(name: "new", at: 0), .insertColumn(name: "new", at: -3),
      .deleteColumn(column), .renameColumn(column, "x"), .moveColumn(column, at: 9),
      .typeColumn(column, .number), .select([], .add(partially: false)),
      .select([], .only(partially: true)), .select([row], .toggle), .select([], .remove),
      .tap(row), .setEditing(true), .reloadRows([]), .reloadRows([row]), .reloadData,
    ]
    for table in Self.emptyTables {
      for edit in edits {
        var controller = TableController(table: table)
        let before = EditorFingerprint(controller.editor.state)
        do throws(EditError) {
          let transaction = try controller.perform([edit], title: "edit")
          _ = transaction.plan
          _ = transaction.summary
          guard transaction.changesState else { continue }
          let after = EditorFingerprint(controller.editor.state)
          try controller.editor.undo()
          expectEqual(EditorFingerprint(controller.editor.state), before)
          try controller.editor.redo()
          expectEqual(EditorFingerprint(controller.editor.state), after)
        } catch {
          expect(!error.code.isEmpty && !error.message.isEmpty)
          expectEqual(EditorFingerprint(controller.editor.state), before)
        }
      }
      var controller = TableController(table: table)
      try controller.merge(incoming: table, title: "reload")
      expect(!controller.editor.hasUnsavedChanges)
      expect(table.sourceOrder.isEmpty && table.inTableOrder([RowID(3)]).isEmpty)
    }
  }

  @Test("thousands of sections made from a unique column are renamed, deleted, filled and undone")
  func sections() throws {
    let count = 20_500
    var table = Tables.table(
      columns: ["id", "g"], sections: [("all", (0..<count).map { ["k\($0)", "g\($0)"] })])
    table.regroup(by: ColumnID(1))
    expectEqual(table.sections.count, count)
    var controller = TableController(table: table)
    let changes = (0..<count).map {
      CellChange(RowID(UInt32($0)), ColumnID(1), Cell("h\($0 / 2)"))
    }
    try controller.perform([.update(changes)], title: "edit")
    expectEqual(controller.table.sections.count, count + count / 2)
    let empty = controller.table.sections.filter { $0.count == 0 }.map(\.id)
    try controller.perform([.deleteSections(empty)], title: "delete")
    expectEqual(controller.table.sections.count, count / 2)
    try controller.perform(
      [.deleteSections(controller.table.sections.map(\.id))], title: "delete all")
    expect(controller.table.rowCount == 0 && controller.table.sections.isEmpty)
    for _ in 0..<3 { try controller.editor.undo() }
    expect(!controller.editor.hasUnsavedChanges)
    expectEqual(controller.editor.droppedUndoSteps, 0)
  }

  @Test("thousands of columns are edited, moved and dropped")
  func columns() throws {
    let names = (0..<10_000).map { "c\($0)" }
    let rows = (0..<3).map { r in names.indices.map { "\($0 * r % 7)" } }
    var controller = TableController(
      table: Tables.table(columns: names, sections: [("A", rows)], key: 0))
    let last = ColumnID(9_999)
    try controller.perform(
      [
        .update([CellChange(RowID(1), last, Cell("x"))]), .moveColumn(last, at: 0),
        .deleteColumn(ColumnID(5)), .sort([SortKey(last)], section: nil),
      ], title: "edit")
    expectEqual(controller.table.columns.count, 9_999)
    expectEqual(controller.table.cell(RowID(1), last), Cell("x"))
    try controller.editor.undo()
    expect(!controller.editor.hasUnsavedChanges)
  }

  @Test("cells of megabytes are edited, sorted and grouped, and undo drops what is too much")
  func cells() throws {
    let long = String(repeating: "x\"y", count: 700_000)
    let table = Tables.table(columns: ["id", "t"], sections: [("A", [["1", "a"], ["2", "b"]])])
    var controller = TableController(table: table)
    controller.editor.undoBudget = 8 << 20
    var notes: [String] = []
    for i in 0..<6 {
      let cells = (0..<2).map {
        CellChange(RowID(UInt32($0)), ColumnID(1), Cell(long + "\(i)\($0)"))
      }
      notes += try controller.perform([.update(cells)], title: "edit \(i)").notes
    }
    expect(controller.editor.droppedUndoSteps > 0)
    expectEqual(notes.count, 1)
    try controller.perform(
      [.sort([SortKey(ColumnID(1), isDescending: true)], section: nil)], title: "s")
    expectEqual(Array(controller.table.allRows), [RowID(1), RowID(0)])
    try controller.perform([.sectionBy(ColumnID(1))], title: "section by")
    expectEqual(controller.table.sections.count, 2)
    while !controller.editor.undoTitles.isEmpty { try controller.editor.undo() }
    while !controller.editor.redoTitles.isEmpty { try controller.editor.redo() }
    expectEqual(controller.table.sections.count, 2)
  }

  @Test("keys whose parts join to one text are told apart")
  func collidingKeys() throws {
    let rows = [["a/b", "c"], ["a", "b/c"], ["", "a/b/c"], ["ab", "c"], ["a", "bc"]]
    var controller = TableController(
      table: Tables.table(columns: ["k", "l"], sections: [("A", rows)], key: 2))
    for (i, row) in rows.enumerated() {
      expectEqual(controller.table.row(withKey: row), RowID(UInt32(i)))
    }
    let same = [CellChange(RowID(4), ColumnID(1), Cell("b/c"))]
    expect(throws: EditError.duplicateKey("a/b/c")) {
      try controller.perform([.update(same)], title: "edit")
    }
    // Two rows may change keys with each other in one edit.
    try controller.perform(
      [.update([CellChange(RowID(4), ColumnID(0), Cell("x"))] + same)], title: "edit")
    expectEqual(controller.table.row(withKey: ["x", "b/c"]), RowID(4))
    expectNil(controller.table.row(withKey: ["a", "bc"]))
    try controller.editor.undo()
    expectEqual(controller.table.row(withKey: ["a", "bc"]), RowID(4))
  }
}
