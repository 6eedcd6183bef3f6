@testable import BatchUpdatesAppKit
import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The calls that a table view of AppKit takes one after the other.
struct ListStepsTests {
  struct Item: PlannableRow, Equatable {
    let id: Int
    var content = 0
  }

  /// The list that the calls make of another one, in which what is inserted or redrawn is new.
  private func performed(_ steps: ListSteps, on old: [Item], _ new: [Item]) -> [Item] {
    var list = old
    for row in steps.deletes.reversed() { list.remove(at: row) }
    for move in steps.moves { list.insert(list.remove(at: move.from), at: move.to) }
    for row in steps.inserts { list.insert(new[row], at: row) }
    for row in steps.redraws { list[row] = new[row] }
    return list
  }

  @Test("are those of the doc comment")
  func drawing() {
    let steps = ListSteps(stage("del 0:1 ins 0:2 mov 0:3>0:0"), count: 4)
    expectEqual(steps.deletes, [1])
    expectEqual(steps.moves, [Move(from: 2, to: 0)])
    expectEqual(steps.inserts, [2])
  }

  @Test(
    "lead from list to list, whatever the lists", arguments: [ContentChange.reload, .reconfigure])
  func lists(content: ContentChange) throws {
    var generator = SeededGenerator(seed: 49)
    var moves = 0
    for _ in 0..<1_000 {
      let old = (0..<generator.below(9)).map { Item(id: $0) }.shuffled(using: &generator)
      let new = (0..<9).filter { _ in generator.oneIn(2) }.shuffled(using: &generator).map {
        Item(id: $0, content: generator.below(2))
      }
      let updates = try Planner(content: content).updates(from: old, to: new)
      var shown = old
      for (stage, table) in zip(updates.plan.stages, updates.tables) {
        let steps = ListSteps(stage, count: shown.count)
        moves += steps.moves.count
        shown = performed(steps, on: shown, table[0].rows)
        expectEqual(shown, table[0].rows, "seed 49: \(old) to \(new)")
      }
      expectEqual(updates.plan.stages.isEmpty ? updates.final[0].rows : shown, new)
    }
    expect(moves > 500)
  }
}
