import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Values that a source made of those written to it.
struct TakeOverTests: EditorDesk {
  var editor = Editor(table: Tables.table("A(a b c) B(d)"))
  private let key = ColumnID(0)
  private let value = ColumnID(1)

  private mutating func set(_ row: RowID, _ column: ColumnID, _ text: String) throws {
    try editor.perform([.update([CellChange(row, column, Cell(text))])], title: "edit")
  }

  @Test("belong to the step that inserted the row, whatever steps came after it")
  mutating func inserted() throws {
    let section = editor.table.sections[0].id
    try editor.perform([.insert([[value: Cell("2")]], section: section, at: 0)], title: "insert")
    let new = editor.table.sections[0].row(at: 0)
    try set(new, value, "5")
    try set(try row("b"), value, "x")
    try editor.perform([.select([new])], title: "select")
    try editor.takeOver([CellChange(new, key, Cell("7"))])
    expectEqual(editor.undoTitles, ["insert", "edit", "edit", "select"])
    for text in ["5", "5", "2"] {
      try editor.undo()
      expectEqual(editor.table.cells(new).map(\.text).prefix(2), ["7", text])
    }
    try editor.undo()
    expect(!editor.table.contains(new))
    try editor.redo(steps: 4)
    expectEqual(editor.table.cells(new).map(\.text).prefix(2), ["7", "5"])
  }

  @Test("belong to the last step that wrote the cell, and undo takes both back")
  mutating func written() throws {
    let (a, b) = (try row("a"), try row("b"))
    let old = editor.table.cell(a, value)
    try set(a, value, "1")
    try set(a, value, "007")
    try set(b, value, "x")
    try editor.takeOver([CellChange(a, value, Cell("7"))])
    try editor.undo()
    expectEqual(editor.table.cell(a, value), Cell("7"))
    try editor.undo()
    expectEqual(editor.table.cell(a, value), Cell("1"))
    try editor.undo()
    expectEqual(editor.table.cell(a, value), old)
    try editor.redo(steps: 3)
    expectEqual(editor.table.cell(a, value), Cell("7"))
  }

  @Test("that no step has written stay, and what was undone can be done again")
  mutating func unwritten() throws {
    let (a, b, c) = (try row("a"), try row("b"), try row("c"))
    try set(b, value, "x")
    try set(a, value, "y")
    try editor.undo()
    try editor.takeOver([CellChange(c, value, Cell("now"))])
    expect(editor.undoTitles == ["edit"] && editor.redoTitles == ["edit"])
    try editor.undo()
    expectEqual(editor.table.cell(c, value), Cell("now"))
    try editor.redo(steps: 2)
    expectEqual(editor.table.cell(c, value), Cell("now"))
    expectEqual(editor.table.cell(a, value), Cell("y"))
  }

  @Test("that send rows to other sections are taken back with the last step")
  mutating func sections() throws {
    var editor = Editor(table: Tables.table("A(a b c) B(d)"))
    try editor.perform([.sectionBy(value)], title: "section")
    let row = editor.table.sections[0].row(at: 0)
    let path = editor.table.path(of: row)
    try editor.perform([.update([CellChange(row, value, Cell("x"))])], title: "edit")
    let former = editor.undoTitles
    try editor.takeOver([CellChange(row, value, Cell("X"))])
    expectEqual(editor.undoTitles, former)
    try editor.undo()
    expectEqual(editor.table.path(of: row), path)
  }

  /// What a row holds in a state, by column; nil: it is not there.
  private func model(_ table: Table) -> [RowID: [ColumnID: Cell]] {
    Dictionary(
      uniqueKeysWithValues: table.rowList.map { row in
        (
          row,
          Dictionary(uniqueKeysWithValues: table.columns.map { ($0.id, table.cell(row, $0.id)) })
        )
      })
  }

  @Test("are in each state of random histories as far as their steps reach", arguments: 1...200)
  func walks(seed: Int) throws {
    var generator = RandomTable(seed: UInt64(seed))
    var editor = Editor(table: generator.table())
    for _ in 0..<12 {
      for _ in 0..<generator.random.below(5) {
        let row = editor.table.rowList.randomElement(using: &generator.random)
        let edit =
          row.flatMap { row in
            generator.random.oneIn(3)
              ? nil : .update([CellChange(row, ColumnID(2), generator.cell())])
          } ?? generator.edit(of: editor.table)
        _ = try? editor.perform([edit], title: "edit")
      }
      for _ in 0..<generator.random.below(3) { _ = try? editor.undo() }
      try takeOver(&editor, &generator)
    }
  }

  private func takeOver(_ editor: inout Editor, _ generator: inout RandomTable) throws {
    // A section's own column would move rows.
    let columns = editor.table.columns.map(\.id).filter {
      $0 != editor.table.sectionColumn && !editor.table.keyColumns.contains($0)
    }
    let rows = editor.table.rowList.shuffled(using: &generator.random)
      .prefix(1 + generator.random.below(4))
    guard let column = columns.randomElement(using: &generator.random), !rows.isEmpty else {
      return
    }
    let before = states(of: editor)
    let (done, undone) = (editor.undoStack.done, editor.undoStack.undone)
    let steps = (done.suffix(.max) + undone.suffix(.max).reversed()).map { $0.log.updated }
    let changes = rows.map { CellChange($0, column, generator.cell()) }
    do { try editor.takeOver(changes) } catch { return }
    let current = before.current
    let after = states(of: editor)
    expect(after.current == editor.undoTitles.count && after.all.count == before.all.count)
    for change in changes {
      let old = before.all[current][change.row]?[column]
      let new = after.all[current][change.row]?[column]
      var expected = before.all
      let known = editor.saved.contains(change.row) ? editor.saved : nil
      let isWritten =
        known.map { $0.column(column) == nil || $0.cell(change.row, column) != old } ?? true
      for way in [
        Array((0...current).reversed()), Array((current..<before.all.count).dropFirst()),
      ] {
        var last = current
        for i in way {
          // What no step has written goes with what one wrote of the row.
          if !isWritten, last != i, steps[min(last, i)].contains(change.row) { break }
          last = i
          guard expected[i][change.row]?[column] == old else { break }
          expectEqual(after.all[i][change.row]?[column], new, "state \(i) of \(way)")
          expected[i][change.row]?[column] = new
        }
      }
      for i in before.all.indices {
        expectEqual(after.all[i][change.row]?[column], expected[i][change.row]?[column])
      }
    }
    // Nothing else is changed.
    for i in before.all.indices {
      for (row, cells) in before.all[i] {
        for (id, cell) in cells
        where !changes.contains(where: { $0.row == row && $0.column == id }) {
          expectEqual(after.all[i][row]?[id], cell)
        }
      }
      expectEqual(after.all[i].count, before.all[i].count)
    }
  }

  /// The states of the history, and the number of the current one.
  private func states(of editor: Editor) -> (all: [[RowID: [ColumnID: Cell]]], current: Int) {
    var editor = editor
    let current = editor.undoTitles.count
    while !editor.undoTitles.isEmpty { _ = try? editor.undo() }
    var all = [model(editor.table)]
    while !editor.redoTitles.isEmpty {
      _ = try? editor.redo()
      all.append(model(editor.table))
    }
    return (all, current)
  }
}
