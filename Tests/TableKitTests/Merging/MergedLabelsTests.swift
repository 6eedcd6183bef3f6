import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Names and texts that one side, both or neither have changed: every way of it, beside the rule.
@Suite("Merging names of columns and texts of sections", .ends)
struct MergedLabelsTests {
  /// The rule: what one side has changed counts, and where both differ it is the local value.
  private func merged<Value: Equatable>(
    _ old: Value, _ mine: Value, _ theirs: Value
  ) -> (value: Value, isConflict: Bool) {
    if mine == old { return (theirs, false) }
    return (mine, mine != theirs && theirs != old)
  }

  private func label(_ title: String, _ header: String?, _ footer: String?) -> Section.Label {
    Section.Label(name: "A", title: title, header: header, footer: footer)
  }

  @Test("texts of a section are merged one by one, and each that differs is a conflict")
  func sections() throws {
    let titles = ["A", "x", "y"]
    let texts: [String?] = [nil, "x", "y"]
    for number in 0..<27 {
      let (a, b, c) = (number % 3, number / 3 % 3, number / 9)
      for shift in 0..<3 {
        var table = Tables.table("A(a b) B(c)")
        // Header and footer go other ways than the title.
        func its(_ place: Int) -> Section.Label {
          label(titles[place], texts[(place + shift) % 3], texts[(place * 2 + shift) % 3])
        }
        table.relabelSection(at: 0, its(a))
        var editor = Editor(table: table)
        let (id, mine) = (table.sections[0].id, its(b))
        try editor.perform(
          [
            .labelSections([
              SectionLabel(
                id, name: "A", title: mine.title, header: mine.header, footer: mine.footer)
            ])
          ], title: "label")
        var incoming = Tables.reloaded(table)
        incoming.relabelSection(at: 0, its(c))
        let result = try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
        let title = merged(titles[a], titles[b], titles[c])
        let section = editor.table.sections[0]
        let name = "\(a) \(b) \(c) \(shift)"
        expect(section.title == title.value && section.name == "A", "\(name)")
        let header = merged(its(a).header, its(b).header, its(c).header)
        let footer = merged(its(a).footer, its(b).footer, its(c).footer)
        expectEqual(section.header, header.value, "\(name)")
        expectEqual(section.footer, footer.value, "\(name)")
        let wanted: [String?] =
          (title.isConflict ? [nil] : []) + (header.isConflict ? ["header"] : [])
          + (footer.isConflict ? ["footer"] : [])
        expectEqual(result.conflicts.map(\.column), wanted, "\(name)")
        expect(result.conflicts.allSatisfy { $0.kind == .section }, "\(name)")
        if title.isConflict, let conflict = result.conflicts.first {
          expect(conflict.base?.text == titles[a] && conflict.local?.text == titles[b], "\(name)")
          expectEqual(conflict.remote?.text, titles[c], "\(name)")
        }
        if !wanted.isEmpty {
          try editor.resolve(result.conflicts, keeping: .theirs, title: "theirs")
          let taken = editor.table.sections[0]
          expect(editor.conflicts.isEmpty, "\(name)")
          expectEqual(taken.title, title.isConflict ? titles[c] : title.value, "\(name)")
          expectEqual(taken.header, header.isConflict ? its(c).header : header.value, "\(name)")
          expectEqual(taken.footer, footer.isConflict ? its(c).footer : footer.value, "\(name)")
        }
        expect(editor.saved.sections[0].hasSameLabel(as: incoming.sections[0]), "\(name)")
      }
    }
  }

  @Test("a column renamed on one side has that name, and renamed on both the local one")
  func columns() throws {
    let names = ["name", "x", "y"]
    for number in 0..<9 {
      let (mine, theirs) = (names[number % 3], names[number / 3])
      let table = Tables.table("A(a b) B(c)")
      var editor = Editor(table: table)
      if mine != "name" {
        try editor.perform([.renameColumn(ColumnID(1), mine)], title: "rename")
      }
      var incoming = Tables.reloaded(table)
      incoming.renameColumn(ColumnID(1), theirs)
      let result = try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
      let wanted = merged("name", mine, theirs)
      // A name that both have given is one, though nobody says which column it was.
      expectEqual(editor.table.columns.map(\.name), ["id", wanted.value], "\(mine), \(theirs)")
      expectEqual(
        result.conflicts.map(\.kind), wanted.isConflict ? [.column] : [], "\(mine), \(theirs)")
      expectEqual(editor.table.cells(RowID(1)).map(\.text), ["b", "b"], "\(mine), \(theirs)")
      expectEqual(editor.saved.columns.map(\.name), ["id", theirs])
    }
  }

  @Test("a column renamed here keeps its name where the source brings another one")
  func added() throws {
    let table = Tables.table("A(a b) B(c)")
    var editor = Editor(table: table)
    try editor.perform([.renameColumn(ColumnID(1), "x")], title: "rename")
    let incoming = Tables.table(
      columns: ["id", "name", "more"],
      sections: [("A", [["a", "a", "1"], ["b", "b", "2"]]), ("B", [["c", "c", "3"]])])
    let result = try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
    expectEqual(editor.table.columns.map(\.name), ["id", "x", "more"])
    expect(result.conflicts.isEmpty)
  }

  @Test("a column that the source lost stays where its cells were edited, which is a conflict")
  func lost() throws {
    for (edit, stays) in [
      (nil, false), (CellChange(RowID(1), ColumnID(1), Cell("x")), true),
      (CellChange(RowID(1), ColumnID(0), Cell("k")), false),
    ] as [(CellChange?, Bool)] {
      let table = Tables.table("A(a b) B(c)")
      var editor = Editor(table: table)
      if let edit { try editor.perform([.update([edit])], title: "edit") }
      let incoming = Tables.table(
        columns: ["id"], sections: [("A", [["a"], ["b"]]), ("B", [["c"]])])
      let result = try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
      expectEqual(editor.table.columns.map(\.name), stays ? ["id", "name"] : ["id"])
      expectEqual(result.conflicts.map(\.kind), stays ? [.column] : [])
    }
  }
}
