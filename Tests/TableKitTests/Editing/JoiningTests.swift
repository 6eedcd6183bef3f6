import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Several steps made one.
struct JoiningTests {
  var editor = Editor(table: Tables.table("A(a b c d) B(e f)"))

  @Test("are taken back at once, with a plan of their own")
  mutating func join() throws {
    let start = editor.stepPosition
    let first = editor.table.sections[0]
    let b = first.row(at: 1)
    try editor.perform([.delete([first.row(at: 0)])], title: "1")
    try editor.perform([.update([CellChange(b, ColumnID(1), Cell("x"))])], title: "2")
    try editor.perform(
      [.insert([[ColumnID(0): Cell("n")]], section: first.id, at: 0)], title: "3")
    let step = editor.joinSteps(since: start, title: "all")
    let joined = try require(step)
    expectEqual(editor.undoTitles, ["all"])
    expectEqual(
      joined.plan,
      .stages([
        Stage(
          rows: Changes(
            deletes: [RowPath(0, 0)], inserts: [RowPath(0, 0)], reconfigures: [RowPath(0, 1)]))
      ]))
    try editor.undo()
    expectEqual(Tables.drawing(editor.table), "A(a b c d) B(e f)")
    try editor.redo()
    expectEqual(Tables.drawing(editor.table), "A(n b c d) B(e f)")
  }

  @Test("what came and went on the way is no part of the plan")
  mutating func comeAndGone() throws {
    let start = editor.stepPosition
    let section = editor.table.sections[1].id
    try editor.perform([.insert([[ColumnID(0): Cell("n")]], section: section, at: 0)], title: "1")
    try editor.perform([.delete([editor.table.sections[1].row(at: 0)])], title: "2")
    let step = editor.joinSteps(since: start, title: "nothing")
    let joined = try require(step)
    expect(joined.plan.isEmpty)
  }

  @Test("cost what they cost together")
  mutating func cost() throws {
    let start = editor.stepPosition
    var cost = 0
    for text in ["x", "y", "z"] {
      let change = CellChange(RowID(0), ColumnID(1), Cell(text))
      cost += Editor.cost(of: try editor.perform([.update([change])], title: text))
    }
    expect(cost > 0)
    editor.joinSteps(since: start, title: "all")
    expectEqual(editor.undoStack.newest(within: cost).steps.map(\.title), ["all"])
    expect(editor.undoStack.newest(within: cost - 1).steps.isEmpty)
  }

  @Test("none are none")
  mutating func none() {
    let step = editor.joinSteps(since: editor.stepPosition, title: "nothing")
    expectNil(step?.title)
  }

  @Test("random edits joined lead where they led one by one", arguments: [UInt64(3), 4, 5])
  mutating func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var editor = Editor(table: Tables.table("A(a b c d e) B(f g h) C()"))
      for _ in 0..<Int.random(in: 2...5, using: &generator) {
        let rows = Array(editor.table.allRows)
        guard let row = rows.randomElement(using: &generator) else { break }
        let index = Int.random(in: 0..<editor.table.sections.count, using: &generator)
        let section = editor.table.sections[index]
        let edit: Edit
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: edit = .delete([row])
        case 1:
          edit = .update([
            CellChange(row, ColumnID(1), Cell("v\(Int.random(in: 0..<3, using: &generator))"))
          ])
        case 2: edit = .move([row], section: section.id, at: 0)
        case 3:
          let key = "n\(Int.random(in: 0..<1_000_000, using: &generator))"
          edit = .insert([[ColumnID(0): Cell(key)]], section: section.id, at: section.count)
        case 4: edit = .arrangeSections(editor.table.sections.map(\.id).shuffled(using: &generator))
        default: edit = .sort([SortKey(ColumnID(1), isDescending: true)], section: section.id)
        }
        try editor.perform([edit], title: "edit")
      }
      let end = editor.table
      // In debug builds the joined plan is replayed by checkInvariants.
      guard editor.joinSteps(since: 0, title: "all") != nil else { continue }
      try editor.undo()
      expectEqual(Tables.drawing(editor.table), "A(a b c d e) B(f g h) C()", "seed \(seed)")
      try editor.redo()
      expectEqual(Outline(of: editor.table), Outline(of: end), "seed \(seed)")
    }
  }
}
