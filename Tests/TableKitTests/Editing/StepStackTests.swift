import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Steps of the history.
struct StepStackTests {
  @Test("are taken back and done again to the same states", arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func walks(seed: UInt64) throws {
    var generator = RandomTable(seed: seed)
    var editor = Editor(table: generator.table())
    var states = [EditorFingerprint(editor.state)]
    for _ in 0..<60 {
      // Mostly a few cells, of which the history keeps the versions only.
      let row = editor.table.rowList.randomElement(using: &generator.random)
      let edit =
        row.flatMap { row in
          generator.random.oneIn(4)
            ? nil : .update([CellChange(row, ColumnID(2), generator.cell())])
        } ?? generator.edit(of: editor.table)
      let count = editor.undoTitles.count
      _ = try? editor.perform([edit], title: "\(states.count)")
      if editor.undoTitles.count > count { states.append(EditorFingerprint(editor.state)) }
    }
    for _ in 0..<40 {
      let back = generator.random.below(editor.undoTitles.count + 1)
      for _ in 0..<back {
        try editor.undo()
        expectEqual(EditorFingerprint(editor.state), states[editor.undoTitles.count])
      }
      let again = generator.random.below(editor.redoTitles.count + 1)
      for _ in 0..<again {
        try editor.redo()
        expectEqual(EditorFingerprint(editor.state), states[editor.undoTitles.count])
      }
    }
    let steps = editor.undoStack.done.suffix(.max)
    expectEqual(steps.map(\.title), editor.undoTitles)
    for (n, step) in steps.enumerated() {
      expectEqual(EditorFingerprint(step.before), states[n])
      expectEqual(EditorFingerprint(step.after), states[n + 1])
    }
    if let last = editor.undoTitles.indices.last {
      try editor.undo(steps: last + 1)
      expectEqual(EditorFingerprint(editor.state), states[0])
    }
  }
}
