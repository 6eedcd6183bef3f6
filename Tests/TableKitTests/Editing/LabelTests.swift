import Expectations
import TableKit
import TestSupport
import Testing

/// Names, titles, headers and footers of sections.
struct LabelTests {
  @Test("sections exchange their names in one edit, and one plan redraws them")
  func exchange() throws {
    var editor = Editor(table: Tables.table("A(a) B(b) C()"))
    let ids = editor.table.sections.map(\.id)
    let change = try editor.perform(
      [
        .labelSections([
          SectionLabel(ids[0], name: "B", title: "Bee", header: "above", footer: nil),
          SectionLabel(ids[1], name: "A", title: "A"),
          SectionLabel(ids[2], name: "C", title: "C"),
        ])
      ], title: "")
    expectEqual(Tables.drawing(editor.table), "B(a) A(b) C()")
    expectEqual(editor.table.sections[0].title, "Bee")
    expectEqual(editor.table.sections[0].header, "above")
    expectEqual(text(change.plan), "rec 0 1")
    try editor.undo()
    expectEqual(Tables.drawing(editor.table), "A(a) B(b) C()")
    expectNil(editor.table.sections[0].header)
  }

  @Test("two sections of one name are refused, and nothing has changed")
  func duplicate() throws {
    var editor = Editor(table: Tables.table("A(a) B(b)"))
    let id = editor.table.sections[0].id
    expect(throws: EditError.duplicateSection("B")) {
      try editor.perform([.labelSections([SectionLabel(id, name: "B", title: "x")])], title: "")
    }
    expectEqual(Tables.drawing(editor.table), "A(a) B(b)")
    expect(editor.undoTitles.isEmpty)
  }

  @Test("a view can be shown in another order, and the file keeps its own")
  func view() {
    var table = Tables.table(
      columns: ["id", "team"],
      sections: [("rows", [["1", "A"], ["2", "B"], ["3", "A"]])])
    table.regroup(by: ColumnID(1))
    let before = table.sourceOrder
    table.arrangeView([("B", [RowID(1)]), ("E", []), ("A", [RowID(2), RowID(0)])])
    expectEqual(Tables.drawing(table), "B(2) E() A(3 1)")
    expectEqual(table.sourceOrder, before)
    expect(!table.hasOwnOrder)
  }
}
