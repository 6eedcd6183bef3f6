import BatchUpdates
import TableInteraction
import TableKit
import TestSupport
import Testing

/// Random batches by hand, most of them wrong: each is done as it says, or refused by a rule, and a
/// refused one changes nothing.
struct HandWrittenBatchTests {
  @Test("each is done and can be undone, or is refused with the judge's own violation")
  func random() {
    Rounds.run("batches by hand", few: 4_000, many: 100_000) { random in
      var tables = RandomTable(seed: random.next())
      var controller = TableController(table: tables.table())
      let before = EditorFingerprint(controller.editor.state)
      let counts = controller.table.sections.map(\.count)
      let stage = Self.stage(&random)
      let data = Self.data(&random, controller.table)
      let text = "\(stage) \(data) of \(counts)"
      do throws(EditError) {
        try controller.perform([.batch(HandWrittenBatch(stage, data: data))], title: "batch")
      } catch {
        let after = EditorFingerprint(controller.editor.state)
        try require(after == before, "\(text) was refused, and changed the table: \(error)")
        guard case .illegalBatch(let violation)? = error.interaction else { return }
        guard data == .unchanged else { return }
        let verdict = Judge().verdict(on: stage, before: counts, after: counts)
        try require(verdict == .illegal(violation), "\(text): \(violation), but \(verdict)")
        return
      }
      let after = controller.table.sections.map(\.count)
      let verdict = Judge().verdict(on: stage, before: counts, after: after)
      try require(verdict.isLegal, "\(text) was done, but \(verdict)")
      if controller.editor.undoTitles.isEmpty { return }
      try controller.editor.undo()
      try require(EditorFingerprint(controller.editor.state) == before, "\(text): undo")
    }
  }

  private static func data(
    _ random: inout SeededGenerator, _ table: Table
  ) -> HandWrittenBatch.Data {
    switch random.below(4) {
    case 0: .unchanged
    case 1: .deleting(table.allRows.filter { _ in random.oneIn(4) })
    default: .asTold
    }
  }

  /// Up to six operations, now and then of indexes that no table has.
  private static func stage(_ random: inout SeededGenerator) -> Stage {
    var stage = Stage()
    for _ in 0...random.below(6) {
      if random.oneIn(2) {
        add(&random, to: &stage.sections, index)
      } else {
        add(&random, to: &stage.rows) { RowPath(index(&$0), index(&$0)) }
      }
    }
    return stage
  }

  private static func index(_ random: inout SeededGenerator) -> Int {
    random.oneIn(40) ? random.pick([.max, .max - 1, 1 << 31, 1 << 32]) : random.below(4)
  }

  private static func add<Index>(
    _ random: inout SeededGenerator, to changes: inout Changes<Index>,
    _ index: (inout SeededGenerator) -> Index
  ) {
    switch random.below(6) {
    case 0: changes.deletes.append(index(&random))
    case 1: changes.inserts.append(index(&random))
    case 2: changes.reloads.append(index(&random))
    case 3: changes.reconfigures.append(index(&random))
    default:
      let move = Move(from: index(&random), to: index(&random))
      changes.moves += random.oneIn(5) ? [move, move] : [move]
    }
  }
}
