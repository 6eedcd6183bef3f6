import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Exhaustive tests on tables with up to three sections and up to four rows: 3,539,394 pairs up to
/// relabelling, contents aside.
///
/// A plan is legal, exact by replay, follows everything that survives, has the fewest moves that
/// trying everything finds, and its inverse leads back. What `Scripts/test --long` tries:
///
/// - every pair, nothing changed, once as it is and once with a new row in front of each section
///   and a new section in front of all, so that no old index is the new one by luck;
/// - every pair of up to three rows with every subset of rows and headers changed (3,437,527), in
///   both content styles, one of them with the new rows in front, in turns;
/// - every pair with four rows with everything changed or with one subset of the changes; this,
///   the style and the new rows in front take turns. All subsets would be 75,854,999 pairs: an
///   hour.
///
/// Every other run tries a seeded sample of all that, subsets with four rows included.
struct SmallWorldsTests {
  /// Parts of the whole, so that all cores have work.
  private static let parts = 32

  @Test("is planned legally, exactly and with the fewest moves", arguments: 0..<8)
  func sample(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<250 {
      let number = generator.below(SmallWorlds.count)
      let subset = generator.below(1 << SmallWorlds.pair(number).survivors)
      for content in ContentChange.allCases {
        for inFront in [false, true] {
          try check(number, subset, content, inFront: inFront, isSample: true)
        }
      }
    }
  }

  @Test("as it is, and with new rows in front", .enabled(if: LongRun.isOn), arguments: 0..<parts)
  func orders(part: Int) throws {
    for number in stride(from: part, to: SmallWorlds.count, by: Self.parts) {
      try check(number, 0, number % 2 == 0 ? .reload : .reconfigure, inFront: false)
      try check(number, 0, number % 2 == 0 ? .reconfigure : .reload, inFront: true)
    }
  }

  @Test(
    "of up to three rows with every subset changed", .enabled(if: LongRun.isOn),
    arguments: 0..<parts)
  func subsets(part: Int) throws {
    var pairs = 0
    for number in stride(from: part, to: SmallWorlds.count, by: Self.parts) {
      let pair = SmallWorlds.pair(number)
      if pair.rowCount > 3 || pair.survivors == 0 { continue }
      for subset in 1..<(1 << pair.survivors) {
        pairs += 1
        try check(number, subset, .reload, inFront: pairs % 2 == 0)
        try check(number, subset, .reconfigure, inFront: pairs % 2 == 1)
      }
    }
    print("part \(part): \(pairs) pairs of up to three rows with changes, in both styles")
  }

  @Test(
    "with four rows and with everything or something changed", .enabled(if: LongRun.isOn),
    arguments: 0..<parts)
  func fourRows(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part))
    var pairs = 0
    for number in stride(from: part, to: SmallWorlds.count, by: Self.parts) {
      let pair = SmallWorlds.pair(number)
      if pair.rowCount < 4 || pair.survivors == 0 { continue }
      let all = 1 << pair.survivors
      let subset = generator.oneIn(2) ? all - 1 : 1 + generator.below(all - 1)
      let content: ContentChange = generator.oneIn(2) ? .reload : .reconfigure
      pairs += 1
      try check(number, subset, content, inFront: generator.oneIn(2))
    }
    print("part \(part): \(pairs) pairs of four rows with changes")
  }

  @Test("counts what it promises")
  func counts() {
    expectEqual(SmallWorlds.count, 3_539_394)
    // Neighbours in number are different pairs.
    let pairs = (1_000_000..<1_002_000).map(SmallWorlds.pair)
    expectEqual(Set(pairs.map { [$0.from, $0.to] }).count, 2_000)
    let last = SmallWorlds.pair(SmallWorlds.count - 1)
    expectEqual(last.from.sections.map(\.rows.count), [4, 0, 0])
    expectEqual(last.to.sections.flatMap(\.rows).map(\.id), [3, 2, 1, 0])
  }

  /// Expects all that is promised of the plan of one pair.
  private func check(
    _ number: Int, _ subset: Int, _ content: ContentChange, inFront: Bool, isSample: Bool = false
  ) throws {
    var pair = SmallWorlds.pair(number)
    pair.change(subset: subset)
    if inFront { pair.insertInFront() }
    let planner = Planner(content: content)
    let staged = try planner.stagedPlan(from: pair.from, to: pair.to)
    var faults: [String] = []
    do {
      #if !TABLE_INTERNAL_CHECKS
        // Where its checks are on, the planner has judged and replayed the plan itself.
        _ = try staged.replay()
      #endif
      if (staged.after.last ?? pair.from) != pair.to { faults.append("does not lead there") }
      if try staged.inverse.replay() != pair.from { faults.append("does not lead back") }
    } catch {
      faults.append("\(error)")
    }
    let least = LeastMoves(from: pair.from, to: pair.to)
    if moves(staged.plan) != least { faults.append("not \(least)") }
    if let lost = lost(staged, pair.to) { faults.append("\(lost) is deleted") }
    if isSample {
      let back = try planner.plan(from: pair.to, to: pair.from)
      if moves(back) != least { faults.append("the way back is not \(least)") }
      if let lost = PlanOracle(from: pair.from, to: pair.to).lostRow(staged, content) {
        faults.append("row \(lost) is not followed")
      }
    }
    if !faults.isEmpty {
      Issue.record(
        "\(faults): pair \(number), changed \(subset), \(content): \(staged.plan) \(pair)")
    }
  }

  /// The place of something that a stage deletes and that is in the end.
  private func lost(_ staged: StagedPlan, _ to: Outline) -> SectionOrRow? {
    func survives(_ row: Outline.Row) -> Bool {
      to.sections.contains { $0.rows.contains { $0.id == row.id } }
    }
    var shown = staged.before
    for (stage, data) in zip(staged.plan.stages, staged.after) {
      for path in stage.rows.deletes where survives(shown.sections[path.section].rows[path.row]) {
        return .row(path)
      }
      for index in stage.sections.deletes {
        let section = shown.sections[index]
        if to.sections.contains(where: { $0.id == section.id })
          || section.rows.contains(where: survives)
        {
          return .section(index)
        }
      }
      shown = data
    }
    return nil
  }

  private func moves(_ plan: Plan) -> LeastMoves {
    var moves = LeastMoves(from: Outline(), to: Outline())
    for stage in plan.stages {
      moves.sections += stage.sections.moves.count
      moves.rows += stage.rows.moves.count
    }
    return moves
  }
}
