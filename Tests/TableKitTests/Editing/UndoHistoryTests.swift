import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// The history of steps.
struct UndoHistoryTests {
  private var editor = Editor(table: Tables.table("A(a b c d e f)"))

  private mutating func edit(_ number: Int) throws {
    let change = CellChange(RowID(UInt32(number)), ColumnID(1), Cell("edited"))
    try editor.perform([.update([change])], title: "\(number)")
  }

  /// A history of steps that cost 400 bytes each, out of which they were made.
  private func history(_ count: Int, budget: Int) throws -> (undo: Undo, next: Transaction) {
    var editor = editor
    var undo = Undo()
    undo.budget = budget
    var last: Transaction?
    for number in 0...count {
      if let last { undo.remember(last, cost: 400) }
      last = try editor.perform([.delete([RowID(UInt32(number))])], title: "\(number)")
    }
    return (undo, try require(last))
  }

  @Test("a new step is the end of those that were undone")
  mutating func newStep() throws {
    try edit(0)
    try edit(1)
    try editor.undo(steps: 2)
    try edit(2)
    expect(editor.redoTitles.isEmpty && editor.undoTitles == ["2"])
    expect(throws: EditError.nothingToRedo) { try editor.redo() }
  }

  @Test("how each step is shown stays with it")
  mutating func looks() throws {
    editor.contentChange = .reload
    try edit(0)
    editor.contentChange = .reconfigure
    try edit(1)
    try edit(2)
    let steps = editor.undoStack.done.suffix(.max)
    expectEqual(steps.map(\.contentChange), [.reload, .reconfigure, .reconfigure])
  }

  @Test("the newest step stays, whatever it costs")
  func newest() throws {
    var (undo, _) = try history(1, budget: 100)
    expectEqual(undo.keepToBudget(base: editor.table), 0)
    expectEqual(undo.done.count, 1)
    (undo, _) = try history(3, budget: 100)
    expectEqual(undo.keepToBudget(base: editor.table), 2)
    expectEqual(undo.done.count, 1)
  }

  @Test("steps that were dropped cost nothing any more")
  func dropped() throws {
    var (undo, next) = try history(4, budget: 1000)
    expectEqual(undo.keepToBudget(base: editor.table), 2)
    undo.remember(next, cost: 100)
    expectEqual(undo.keepToBudget(base: editor.table), 0)
    expect(undo.done.count == 3 && undo.position == 5)
  }

  @Test("a step that is left out costs nothing any more, nor do joined ones that are undone")
  func leftOut() throws {
    var (undo, next) = try history(3, budget: 1000)
    undo.dropLast()
    expectEqual(undo.keepToBudget(base: editor.table), 0)
    expectEqual(undo.done.count, 2)
    undo.join(since: 0) { Transaction(joining: $0, title: "both") }
    expectEqual(undo.takeBack()?.title, "both")
    undo.remember(next, cost: 900)
    expectEqual(undo.keepToBudget(base: editor.table), 0)
  }

  @Test("what came after steps that are undone comes after those before them")
  func arrivals() throws {
    var (undo, next) = try history(2, budget: .max)
    expect(!undo.isDoneStale)
    undo.arrive(at: undo.position, base: editor.table)
    expect(undo.isDoneStale)
    _ = undo.takeBack()
    expect(undo.isDoneStale)
    undo.remember(next, cost: 400)
    expect(!undo.isDoneStale && undo.isStale(since: 0) && !undo.isStale(since: 1))
  }
}
