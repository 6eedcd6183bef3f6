import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

struct RandomCommandsTests {
  @Test(
    "undo to the start and redo to the end give the same tables, bytes and selection; every plan replays and is least; a refused command leaves everything untouched",
    arguments: 0..<20)
  func sequences(part: Int) throws {
    for seed in part * 500..<(part + 1) * 500 { try Sequence(seed: UInt64(seed)).run() }
  }

  /// One sequence of commands, its seed in every failure.
  private struct Sequence {
    let seed: UInt64
    var made: RandomTable
    var controller: TableController
    /// What each step began and ended with: a change of mode between two steps, which is none, can
    /// clear the selection.
    var steps: [(before: EditorFingerprint, after: EditorFingerprint)] = []

    init(seed: UInt64) {
      self.seed = seed
      made = RandomTable(seed: seed)
      controller = TableController(table: made.table())
      controller.settings = made.settings(for: controller.table)
      if made.random.oneIn(3) { controller.editor.contentChange = .reload }
    }

    func run() throws {
      var copy = self
      try copy.perform()
    }

    private mutating func perform() throws {
      for _ in 0..<2 + made.random.below(5) {
        var edits: [TableAction] = []
        for _ in 0..<(made.random.oneIn(4) ? 2 : 1) {
          edits.append(made.action(of: controller.table))
        }
        try perform(edits)
        if made.random.oneIn(6), let column = controller.table.columns.last {
          _ = controller.editor.kind(of: column)
        }
      }
      try undoAndRedo()
    }

    private mutating func perform(_ edits: [TableAction]) throws {
      let before = EditorFingerprint(controller.editor.state)
      let wasEditing = controller.isEditing
      let transaction: Transaction
      do throws(EditError) {
        transaction = try controller.perform(edits, title: "step")
      } catch {
        expectEqual(
          EditorFingerprint(controller.editor.state), before, "seed \(seed): \(edits): \(error)")
        expectEqual(controller.isEditing, wasEditing, "seed \(seed): \(edits): \(error)")
        return
      }
      try check(transaction, "seed \(seed): \(edits)")
      checkKeys("seed \(seed): \(edits)")
      if controller.editor.undoTitles.count > steps.count {
        steps.append((before, EditorFingerprint(controller.editor.state)))
      }
    }

    private func check(_ transaction: Transaction, _ comment: @autoclosure () -> Comment) throws {
      let staged = transaction.stagedPlan
      let plan = staged.plan
      guard case .stages(let stages) = plan else { return }
      let (old, new) = (Outline(of: transaction.before.table), Outline(of: transaction.after.table))
      expectEqual(staged.before, old, comment())
      try expectEqual(staged.replay(), new, comment())
      guard seed % 4 == 0,
        !stages.contains(where: { $0.reconfiguresAllRows || !$0.rows.reloads.isEmpty })
      else {
        return
      }
      let least = try Planner(content: controller.editor.contentChange).plan(
        from: transaction.isUndo ? new : old, to: transaction.isUndo ? old : new)
      expectEqual(moves(plan), moves(least), comment())
      expectEqual(stages.count, least.stages.count, comment())
      expectEqual(plan.count, least.count, comment())
    }

    private func moves(_ plan: Plan) -> [Int] {
      [
        plan.stages.reduce(0) { $0 + $1.sections.moves.count },
        plan.stages.reduce(0) { $0 + $1.rows.moves.count },
      ]
    }

    private func checkKeys(_ comment: @autoclosure () -> Comment) {
      let table = controller.table
      for row in table.allRows {
        let parts =
          table.hasKey ? table.keyColumns.map { table.cell(row, $0).text } : ["\(row.number)"]
        expectEqual(table.row(withKey: parts), row, comment())
      }
    }

    private mutating func undoAndRedo() throws {
      let count = steps.count
      expectEqual(controller.editor.undoTitles.count, count, "seed \(seed)")
      for step in (0..<count).reversed() {
        let back = try controller.editor.undo()
        expectEqual(
          EditorFingerprint(controller.editor.state), steps[step].before,
          "seed \(seed): undo to \(step)")
        checkKeys("seed \(seed): undo to \(step)")
        if seed % 8 == 0 { try check(back, "seed \(seed): undo to \(step)") }
      }
      for step in 0..<count {
        try controller.editor.redo()
        expectEqual(
          EditorFingerprint(controller.editor.state), steps[step].after,
          "seed \(seed): redo \(step)")
      }
    }
  }
}
