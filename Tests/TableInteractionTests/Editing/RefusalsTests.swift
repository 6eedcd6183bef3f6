import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

struct RefusalsTests {
  /// A command that is refused, and the code of its error.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: String
    let edits: @Sendable (Table) -> [TableAction]

    init(_ name: String, _ code: String, _ edits: @escaping @Sendable (Table) -> [TableAction]) {
      testDescription = name
      self.code = code
      self.edits = edits
    }
  }

  static let gone = RowID(77)
  static let missing = ColumnID(77)

  static let refusals = [
    Refusal("insert behind the end", "no-such-row") {
      [.insert([[ColumnID(0): Cell("n")]], section: $0.sections[0].id, at: 5)]
    },
    Refusal("insert into a section that is gone", "no-such-section") { _ in
      [.insert([[:]], section: SectionID(9), at: 0)]
    },
    Refusal("insert with a cell of no column", "no-such-column") {
      [.insert([[missing: Cell("n")]], section: $0.sections[0].id, at: 0)]
    },
    Refusal("insert a key that is there", "duplicate-key") {
      [.insert([[ColumnID(0): Cell("a")]], section: $0.sections[0].id, at: 0)]
    },
    Refusal("insert one key twice", "duplicate-key") {
      let cells = [ColumnID(0): Cell("n")]
      return [.insert([cells, cells], section: $0.sections[0].id, at: 0)]
    },
    Refusal("insert what the file cannot hold", "cannot-write") {
      [.insert([[ColumnID(0): Cell("n\u{0}")]], section: $0.sections[0].id, at: 0)]
    },
    Refusal("update a row that is gone", "no-such-row") { _ in
      [.update([CellChange(gone, ColumnID(1), Cell("x"))])]
    },
    Refusal("update no column", "no-such-column") { _ in
      [.update([CellChange(RowID(0), missing, Cell("x"))])]
    },
    Refusal("delete a row that is gone", "no-such-row") { _ in [.delete([RowID(0), gone])] },
    Refusal("move a row that is gone", "no-such-row") {
      [.move([gone], section: $0.sections[0].id, at: 0)]
    },
    Refusal("move behind the end", "no-such-row") {
      [.move([RowID(0)], section: $0.sections[0].id, at: 4)]
    },
    Refusal("arrange with a row twice", "not-an-order") {
      [.arrangeRows($0.sections[1].id, [RowID(4), RowID(4)])]
    },
    Refusal("sort by no column", "no-such-column") { _ in [.sort([SortKey(missing)], section: nil)]
    },
    Refusal("add a section of a name that is there", "duplicate-section") { _ in
      [.insertSection(name: "B", at: 0)]
    },
    Refusal("add a section behind the end", "no-such-section") { _ in
      [.insertSection(name: "C", at: 3)]
    },
    Refusal("delete a section that is gone", "no-such-section") { _ in
      [.deleteSections([SectionID(9)])]
    },
    Refusal("rename a section to another's name", "duplicate-section") {
      [.renameSection($0.sections[0].id, "B")]
    },
    Refusal("arrange some sections only", "not-an-order") {
      [.arrangeSections([$0.sections[0].id])]
    },
    Refusal("section by no column", "no-such-column") { _ in [.sectionBy(missing)] },
    Refusal("add a column that is there", "duplicate-column") { _ in
      [.insertColumn(name: "name", at: 0)]
    },
    Refusal("delete the key column", "column-is-used") { _ in [.deleteColumn(ColumnID(0))] },
    Refusal("delete no column", "no-such-column") { _ in [.deleteColumn(missing)] },
    Refusal("rename a column to another's name", "duplicate-column") { _ in
      [.renameColumn(ColumnID(1), "id")]
    },
    Refusal("move no column", "no-such-column") { _ in [.moveColumn(missing, at: 0)] },
    Refusal("type no column", "no-such-column") { _ in [.typeColumn(missing, .text)] },
    Refusal("select a row that is gone", "no-such-row") { _ in
      [.select([gone], .add(partially: true))]
    },
    Refusal("tap a row that is gone", "no-such-row") { _ in [.tap(gone)] },
    Refusal("reload a row that is gone", "no-such-row") { _ in [.reloadRows([gone])] },
    Refusal("a later edit of a command", "no-such-row") { table in
      [
        .setEditing(true), .delete([RowID(1)]), .insertSection(name: "C", at: 0),
        .renameColumn(ColumnID(1), "title"), .select([RowID(0)], .add(partially: false)),
        .update([CellChange(RowID(0), ColumnID(0), Cell("k"))]), .delete([RowID(1)]),
      ]
    },
  ]

  @Test("a refused command leaves table, selection, mode and undo untouched", arguments: refusals)
  func refused(refusal: Refusal) throws {
    var controller = TableController(table: Tables.table("A(a b c d) B(e f)"))
    try controller.perform([.select([RowID(2)], .add(partially: false))], title: "select")
    let before = EditorFingerprint(controller.editor.state)
    let error = expect(throws: EditError.self) {
      try controller.perform(refusal.edits(controller.table), title: "refused")
    }
    expectEqual(error?.code, refusal.code)
    expectEqual(error?.message.isEmpty, false)
    expectEqual(EditorFingerprint(controller.editor.state), before)
    expectEqual(controller.editor.undoTitles, ["select"])
    expect(!controller.isEditing)
    expectEqual(controller.table.row(withKey: ["a"]), RowID(0))
  }

  @Test("a hook that refuses leaves everything untouched")
  func hook() throws {
    var controller = TableController(table: Tables.table("A(a b)"))
    controller.editor.keeper = TestKeeper(approving: { transaction throws(EditError) in
      throw .refused("no \(transaction.title)", hint: nil)
    })
    expect(throws: EditError.refused("no delete", hint: nil)) {
      try controller.perform([.delete([RowID(0)])], title: "delete")
    }
    expectEqual(Tables.drawing(controller.table), "A(a b)")
    expect(controller.editor.undoTitles.isEmpty)
  }

  @Test("nothing to undo or redo is an error")
  func undo() {
    var controller = TableController(table: Tables.table("A(a b)"))
    expect(throws: EditError.nothingToUndo) { try controller.editor.undo() }
    expect(throws: EditError.nothingToRedo) { try controller.editor.redo() }
  }

  @Test("a typed source refuses a value that is not of its kind")
  func kinds() {
    var controller = TableController(table: Tables.table("A(a)", syntax: .json))
    for (kind, text) in [(CellKind.number, "1x"), (.bool, "yes"), (.json, "[1"), (.number, "01")] {
      expect(throws: EditError.valueDoesNotFit(text, kind: kind, column: "name", row: "a")) {
        try controller.perform(
          [.update([CellChange(RowID(0), ColumnID(1), Cell(kind, text))])], title: "edit")
      }
    }
  }
}
