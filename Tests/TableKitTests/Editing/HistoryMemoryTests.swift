import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// The memory of the history.
struct HistoryMemoryTests {
  private static let rows = 100_000

  private static func editor(sections: Int) -> Editor {
    let each = rows / sections
    return Editor(
      table: Tables.table(
        columns: ["id", "name"],
        sections: (0..<sections).map { s in
          ("s\(s)", (0..<each).map { ["\(s * each + $0)", "name \($0)"] })
        }))
  }

  /// Changes of a table of 100,000 rows, one after the other.
  enum Change: String, CaseIterable, Sendable {
    case insertAtEnd, insertAnywhere, delete, move, edit

    fileprivate func edit(of table: Table, _ number: Int, _ random: inout SeededGenerator) -> Edit {
      let s = random.below(table.sections.count)
      let (section, count) = (table.sections[s].id, table.sections[s].count)
      let row = table.sections[s].row(at: random.below(count))
      let cells = [ColumnID(0): Cell("new \(number)"), ColumnID(1): Cell("a name")]
      switch self {
      case .insertAtEnd: return .insert([cells], section: section, at: count)
      case .insertAnywhere: return .insert([cells], section: section, at: random.below(count))
      case .delete: return .delete([row])
      case .move: return .move([row], section: section, at: random.below(count))
      case .edit: return .update([CellChange(row, ColumnID(1), Cell("new \(number)"))])
      }
    }
  }

  @Test(
    "a step of one row in 100,000 keeps a few kilobytes", arguments: Change.allCases, [1, 100])
  func steps(_ change: Change, sections: Int) throws {
    var random = SeededGenerator(seed: 3)
    var editor = Self.editor(sections: sections)
    var total = 0
    let count = 300
    for number in 0..<count {
      let edit = change.edit(of: editor.table, number, &random)
      let transaction = try editor.perform([edit], title: change.rawValue)
      total += Editor.cost(of: transaction)
    }
    // Once a block is full its rows are told anew where they are, which its step takes.
    expect(total / count < 6_400, "\(total / count) bytes a step")
    let steps = editor.undoStack.done.suffix(.max)
    expectEqual(steps.count, count)
    while !editor.undoTitles.isEmpty { try editor.undo() }
    expect(!editor.hasUnsavedChanges)
  }

  @Test("what came from others counts, and goes with the steps before it")
  func arrivals() throws {
    let rows = (0..<2_000).map { ["\($0)", "a"] }
    func edited(budget: Int, pushes: Bool) throws -> (Editor, notes: [String]) {
      var editor = Editor(
        table: Tables.table(columns: ["id", "name"], sections: [("A", rows)], key: 1))
      editor.undoBudget = budget
      var notes: [String] = []
      for i in 0..<30 {
        let change = CellChange(RowID(UInt32(i)), ColumnID(1), Cell("mine \(i)"))
        notes += try editor.perform([.update([change])], title: "step \(i)").notes
        guard pushes else { continue }
        let others = (100..<2_000).map { Delta.Row(["\($0)"], [("name", Cell("theirs \(i)"))]) }
        notes += try editor.merge(delta: Delta(rows: others, deleted: []), title: "push")
          .transaction.notes
      }
      return (editor, notes)
    }
    let (alone, none) = try edited(budget: 300_000, pushes: false)
    expect(alone.droppedUndoSteps == 0 && none == [])
    var (editor, notes) = try edited(budget: 300_000, pushes: true)
    expect(editor.droppedUndoSteps > 0)
    expectEqual(notes, ["the undo memory is full: the oldest steps are dropped from now on"])
    expectEqual(editor.droppedUndoSteps + editor.undoTitles.count, 30)
    expect(editor.undoStack.arrivals.count <= editor.undoTitles.count)
    let kept = editor.undoTitles.count
    while !editor.undoTitles.isEmpty { try editor.undo() }
    for i in 0..<30 {
      let isKept = i >= 30 - kept
      expectEqual(editor.table.cell(RowID(UInt32(i)), ColumnID(1)).text, isKept ? "a" : "mine \(i)")
    }
    expectEqual(editor.table.cell(RowID(1_500), ColumnID(1)).text, "theirs 29")
  }

  @Test("what others wrote into the table counts")
  func writes() throws {
    let rows = (0..<2_000).map { ["\($0)", "a"] }
    var editor = Editor(
      table: Tables.table(columns: ["id", "name"], sections: [("A", rows)], key: 1))
    editor.undoBudget = 300_000
    for i in 0..<30 {
      let change = CellChange(RowID(UInt32(i)), ColumnID(1), Cell("mine \(i)"))
      try editor.perform([.update([change])], title: "step \(i)")
      let others = (100..<2_000).map { Delta.Row(["\($0)"], [("name", Cell("theirs \(i)"))]) }
      try editor.write(Delta(rows: others, deleted: []), title: "write")
    }
    expect(editor.droppedUndoSteps > 0)
    expectEqual(editor.droppedUndoSteps + editor.undoTitles.count, 30)
  }
}
