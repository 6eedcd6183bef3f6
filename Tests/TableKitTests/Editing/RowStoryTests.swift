import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// What is told of a row, step by step.
struct RowStoryTests: EditorDesk {
  var editor = Editor(table: Tables.table("A(a b c d) B(e f)"))

  /// `2 move: 0:1 → 1:0 moved name: b → x` for each event, `others` for what has no title.
  private func events(_ story: RowStory) -> [String] {
    story.events.map { event in
      let places = [event.from, event.to].map { $0.map { "\($0)" } ?? "-" }
      return "\(event.step) \(event.title ?? "others"): \(places[0]) → \(places[1])"
        + (event.isMoved ? " moved" : "")
        + event.cells.map { " \($0.column): \($0.before.text) → \($0.after.text)" }.joined()
    }
  }

  private mutating func perform(_ edits: [Edit], _ title: String) throws {
    try editor.perform(edits, title: title)
  }

  @Test("each step that touched it has its number, its title, both places and the cells")
  mutating func steps() throws {
    let (b, name) = (try row("b"), ColumnID(1))
    let sections = editor.table.sections.map(\.id)
    try perform([.update([CellChange(try row("e"), name, Cell("E"))])], "elsewhere")
    try perform([.update([CellChange(b, name, Cell("B"))])], "edit")
    try perform([.delete([try row("a")])], "delete")
    try perform([.move([b], section: sections[1], at: 1)], "move")
    try perform(
      [.update([CellChange(b, name, Cell("C")), CellChange(b, ColumnID(0), Cell("k"))])], "both")
    try perform([.sort([SortKey(ColumnID(0), isDescending: true)], section: sections[1])], "sort")
    try perform([.delete([b])], "gone")
    expectEqual(
      events(editor.story(of: b)),
      [
        "2 edit: 0:1 → 0:1 name: b → B", "3 delete: 0:1 → 0:0", "4 move: 0:0 → 1:1 moved",
        "5 both: 1:1 → 1:1 id: b → k name: B → C", "6 sort: 1:1 → 1:0 moved", "7 gone: 1:0 → -",
      ])
    expect(editor.story(of: b).first == RowPath(0, 1) && editor.story(of: b).dropped == 0)
    expectEqual(editor.deletedRow(withKey: "k")?.row, b)
    expectNil(editor.deletedRow(withKey: "b"))
    try editor.undo(steps: 4)
    expectEqual(
      events(editor.story(of: b)), ["2 edit: 0:1 → 0:1 name: b → B", "3 delete: 0:1 → 0:0"])
  }

  @Test("a row that a step inserted was not there before, and one of no step has no events")
  mutating func inserted() throws {
    expectEqual(events(editor.story(of: try row("f"))), [])
    expectEqual(editor.story(of: try row("f")).first, RowPath(1, 1))
    let section = editor.table.sections[0].id
    try perform([.insert([[ColumnID(0): Cell("n")]], section: section, at: 1)], "insert")
    let story = editor.story(of: try row("n"))
    expect(story.first == nil && events(story) == ["1 insert: - → 0:1"])
    expectEqual(events(editor.story(of: try row("b"))), ["1 insert: 0:1 → 0:2"])
  }

  @Test("what came from others between two steps, and after the last one, has no title")
  mutating func others() throws {
    let name = ColumnID(1)
    try perform([.update([CellChange(try row("c"), name, Cell("x"))])], "1")
    try editor.merge(delta: Delta(deleted: [["a"]]), title: "push")
    try perform([.update([CellChange(try row("d"), name, Cell("y"))])], "2")
    try editor.merge(
      delta: Delta(rows: [Delta.Row(["d"], [("name", Cell("z"))])], deleted: [["b"]]), title: "push"
    )
    expectEqual(
      events(editor.story(of: try row("c"))),
      [
        "1 1: 0:2 → 0:2 name: c → x", "1 others: 0:2 → 0:1", "2 others: 0:1 → 0:0",
      ])
  }

  @Test("steps that were dropped are counted, and those that are kept have their own numbers")
  mutating func dropped() throws {
    editor.undoBudget = 1
    for number in 1...4 {
      try perform(
        [.update([CellChange(try row("b"), ColumnID(1), Cell("\(number)"))])], "\(number)")
    }
    let story = editor.story(of: try row("b"))
    expect(story.dropped == 3 && events(story) == ["4 4: 0:1 → 0:1 name: 3 → 4"])
  }
}
