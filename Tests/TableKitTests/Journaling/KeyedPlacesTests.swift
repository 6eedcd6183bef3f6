import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Where rows stand again that a journal by keys brings back.
struct KeyedPlacesTests {
  private func recovered(_ recorded: RecordedEditor, on source: Table) throws -> Table {
    var replay = EditorReplay(fresh: source)
    for record in recorded.records { try replay.follow(record) }
    return replay.editor.table
  }

  private func insertion(_ keys: [String], _ section: Int, _ index: Int, _ table: Table) -> Edit {
    .insert(
      keys.map { [ColumnID(0): Cell($0), ColumnID(1): Cell($0)] },
      section: table.sections[section].id, at: index)
  }

  @Test("are those where they were inserted, one row and several, alone and one beside another")
  func places() throws {
    let table = Tables.table("A(a b c) B(d) C()")
    for (section, count) in [(0, 3), (1, 1), (2, 0)] {
      for index in 0...count {
        for keys in [["x"], ["x", "y", "z"]] {
          let recorded = RecordedEditor(table, fresh: table, on: .keyed)
          try recorded.editor.perform(
            [insertion(keys, section, index, recorded.editor.table)], title: "insert")
          try recorded.editor.perform(
            [insertion(["n"], 0, 0, recorded.editor.table)], title: "first")
          try recorded.editor.perform(
            [insertion(["m"], section, 0, recorded.editor.table)], title: "before")
          let wanted = Tables.drawing(recorded.editor.table)
          try expectEqual(
            Tables.drawing(recovered(recorded, on: Tables.reloaded(table))), wanted,
            "\(keys) at \(section):\(index)")
        }
      }
    }
  }

  @Test("rows that are gone, changed and back again are so, and those that others deleted stay so")
  func others() throws {
    let table = Tables.table("A(a b c) B(d)")
    let recorded = RecordedEditor(table, fresh: table, on: .keyed)
    try recorded.editor.perform([.delete([RowID(0)])], title: "delete")
    try recorded.editor.perform(
      [.update([CellChange(RowID(1), ColumnID(1), Cell("B"))])], title: "edit")
    try recorded.editor.perform([insertion(["n"], 0, 1, recorded.editor.table)], title: "insert")
    let same = try recovered(recorded, on: Tables.reloaded(table))
    expectEqual(Tables.drawing(same), "A(b n c) B(d)")
    expectEqual(same.row(withKey: ["b"]).map { same.cell($0, ColumnID(1)).text }, "B")
    try recorded.editor.undo()
    try expectEqual(
      Tables.drawing(recovered(recorded, on: Tables.reloaded(table))), "A(b c) B(d)")
    try recorded.editor.undo(steps: 2)
    try expectEqual(
      Tables.content(recovered(recorded, on: Tables.reloaded(table))), Tables.content(table))
  }
}
