import BatchUpdates
import Expectations
import TestSupport
import Testing

struct JudgeTests {
  @Test(
    "reads any stage without a trap, and what it calls legal can be replayed", arguments: [31, 32])
  func arbitrary(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var legal = 0
    for _ in 0..<20_000 {
      let before = anyTable(&generator)
      let after = anyTable(&generator)
      let stage = anyStage(&generator)
      let verdict = Judge().verdict(on: stage, before: before, after: after)
      guard verdict.isLegal else { continue }
      legal += 1
      let replay = try stage.replay(shown: before, data: after)
      expectEqual(
        replay.shown.sections.map(\.rows.count), after.sections.map(\.rows.count), "seed \(seed)")
      if replay.reloadedData != nil { continue }
      try expectCellsFollow(StageMapping(stage), before, replay.shown, stage)
    }
    expect(legal > 40, "seed \(seed)")
  }

  /// Cells that are not redrawn show at the mapped path what they showed before.
  private func expectCellsFollow(
    _ mapping: StageMapping, _ before: Outline, _ shown: Outline, _ stage: Stage
  ) throws {
    let redrawn = Set(stage.rows.reconfigures)
    var ends: Set<RowPath> = []
    for (section, all) in before.sections.enumerated() {
      for (row, cell) in all.rows.enumerated() {
        guard let end = mapping.path(after: RowPath(section, row)) else { continue }
        expect(ends.insert(end).inserted, "two cells at \(end): \(stage)")
        try require(shown.sections.indices.contains(end.section), "\(stage)")
        try require(shown.sections[end.section].rows.indices.contains(end.row), "\(stage)")
        if redrawn.contains(RowPath(section, row)) { continue }
        expectEqual(shown.sections[end.section].rows[end.row], cell, "\(stage)")
      }
    }
  }

  /// Up to three sections of up to three rows.
  private func anyTable(_ generator: inout SeededGenerator) -> Outline {
    var rows = Array(0..<99).shuffled(using: &generator)
    return Outline(
      (0..<Int.random(in: 0...3, using: &generator)).map { id in
        Outline.Section(
          id: id,
          rows: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            Outline.Row(id: rows.removeLast())
          })
      })
  }

  /// One to three operations, mostly within bounds.
  private func anyStage(_ generator: inout SeededGenerator) -> Stage {
    var stage = Stage()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let section = Int.random(in: -1...3, using: &generator)
      let other = Int.random(in: 0...3, using: &generator)
      let path = RowPath(max(0, section), Int.random(in: -1...3, using: &generator))
      let place = RowPath(other, Int.random(in: 0...3, using: &generator))
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: stage.sections.deletes.append(section)
      case 1: stage.sections.inserts.append(section)
      case 2: stage.sections.moves.append(Move(from: section, to: other))
      case 3: stage.sections.reloads.append(section)
      case 4: stage.sections.reconfigures.append(section)
      case 5: stage.rows.deletes.append(path)
      case 6: stage.rows.inserts.append(path)
      case 7: stage.rows.moves.append(Move(from: path, to: place))
      case 8: stage.rows.reloads.append(path)
      default: stage.rows.reconfigures.append(path)
      }
    }
    return stage
  }

  @Test("D2: asks nothing of lists but what they hold: order and duplicates do not matter")
  func order() {
    let messy = stage("ins 0:3 0:0 0:3 del 0:2 0:1 0:2")
    let tidy = stage("del 0:1 0:2 ins 0:0 0:3")
    for after in [[3], [5], []] {
      expectEqual(
        Judge().verdict(on: messy, before: [4], after: after),
        Judge().verdict(on: tidy, before: [4], after: after))
    }
    expectEqual(Judge().verdict(on: tidy, before: [4], after: [4]), .legal(warnings: []))
    expectEqual(
      Judge().verdict(on: messy, before: [4], after: [4]), .legal(warnings: [.deletedTwice]))
  }

  @Test("D1: a batch is judged as a whole: neither of its operations would be legal alone")
  func whole() {
    let verdict = { Judge().verdict(on: stage($0), before: [4], after: [4]) }
    expectEqual(verdict("del 0:1 ins 0:3"), .legal(warnings: []))
    expect(!verdict("del 0:1").isLegal && !verdict("ins 0:3").isLegal)
  }

  @Test("a move comes from a place in the table before, and goes to one in the table after")
  func placesOfMoves() {
    func verdict(_ operations: String, _ before: [Int], _ after: [Int]) -> Verdict {
      Judge().verdict(on: stage(operations), before: before, after: after)
    }
    expectEqual(verdict("mov 0:1>1:1", [2, 1], [1, 2]), .legal(warnings: []))
    expectEqual(
      verdict("mov 1:0>0:1", [2, 1], [1, 2]),
      .illegal(
        .moveRowDestination(from: RowPath(1, 0), to: RowPath(0, 1), missing: .row, count: 1)))
  }

  @Test("D25: at one index a section's operation is judged before a row's")
  func sectionFirst() {
    expectEqual(
      Judge().verdict(on: stage("del 1:0 del 1"), before: [2], after: [2]),
      .illegal(.deleteSectionOutOfBounds(section: 1, count: 1)))
  }

  @Test("tells the example of its documentation")
  func example() {
    let verdict = Judge().verdict(
      on: Stage(rows: Changes(deletes: [RowPath(0, 1)])), before: [4], after: [4])
    guard case .illegal(let violation) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    expectEqual(
      violation.message,
      "section 0: 4 rows after must be 4 before, + 0 inserted, - 1 deleted,"
        + " + 0 moved in, - 0 moved out")
  }
}
