import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The sections that go with each stage, for sections of one's own: they are what the planner's own
/// tables say, with the contents of the moment.
struct OwnSectionsTests {
  struct Cell: PlannableRow, Equatable {
    let id: String
    let content: Int
    var displayedContent: Int { content }
  }

  struct Part: RebuildableSection, Equatable {
    let id: String
    var content: Int
    var displayedContent: Int { content }
    var rows: [Cell]

    func withRows(_ rows: [Cell]) -> Part { Part(id: id, content: content, rows: rows) }
  }

  private func parts(_ outline: Outline) -> [Part] {
    outline.sections.map { section in
      Part(
        id: "s\(section.id)", content: section.content,
        rows: section.rows.map { Cell(id: "r\($0.id)", content: $0.content) })
    }
  }

  private func check(
    _ from: Outline, _ to: Outline, _ planner: Planner,
    file: StaticString = #filePath, line: Int = #line
  ) throws {
    let staged = try planner.stagedPlan(from: from, to: to)
    let updates = try planner.updates(from: parts(from), to: parts(to))
    expectEqual(updates.plan, staged.plan, file: file, line: line)
    expectEqual(updates.replacements, staged.replacements, file: file, line: line)
    expectEqual(
      updates.tables, staged.after.map(parts), "\(from) to \(to): \(text(staged.plan))",
      file: file, line: line)
  }

  @Test("are those of outlines, for random tables and every setting", arguments: [1, 2, 3])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let (from, to) = RandomTables.pair(&generator)
      var planner = Planner(content: generator.oneIn(2) ? .reload : .reconfigure)
      planner.stages = generator.oneIn(4) ? .one : .identity
      planner.usesMoves = !generator.oneIn(5)
      planner.movesAcrossSections = !generator.oneIn(4)
      if generator.oneIn(6) { planner.mostChanges = generator.below(9) }
      try check(from, to, planner)
    }
  }

  /// All orders of so many sections, each with a row.
  private static func orders(_ count: Int) -> [[Int]] {
    count == 0
      ? [[]]
      : orders(count - 1).flatMap { list in
        (0...list.count).map { Array(list[..<$0]) + [count - 1] + Array(list[$0...]) }
      }
  }

  private static func table(_ order: [Int]) -> Outline {
    Outline(order.map { Outline.Section(id: $0, rows: [Outline.Row(id: 10 + $0)]) })
  }

  @Test("every order of sections with some that are redrawn is legal, exact and shown so")
  func redrawn() throws {
    for order in Self.orders(5) {
      for bits in [1, 2, 4, 8, 16, 21, 30] {
        var (headers, rows) = (Self.table(order), Self.table(order))
        for (place, section) in order.enumerated() where bits >> section & 1 == 1 {
          headers.sections[place].content = 1
          rows.sections[place].rows[0].content = 1
        }
        for to in [headers, rows] {
          let from = Self.table(Array(0..<5))
          let staged = try Planner().stagedPlan(from: from, to: to)
          expectReplays(staged, to: to)
          expectEqual(redrawnFirst(staged, from), Set(changed(from, to)))
          expect(!staged.plan.stages.flatMap(\.sections.moves).contains { $0.from == $0.to })
          guard staged.plan.stages.count > 1 else { continue }
          expectReplays(staged.inverse, to: from)
          try check(from, to, Planner())
        }
      }
    }
  }

  /// What the first stage that redraws does, by indexes before the plan: stages before it only move
  /// sections. The snapshots for UIKit rely on that.
  private func redrawnFirst(_ staged: StagedPlan, _ from: Outline) -> Set<RowPath> {
    let stages = staged.plan.stages
    let number = stages.firstIndex {
      !$0.sections.reconfigures.isEmpty || !$0.rows.reconfigures.isEmpty
    }
    guard let number else { return [] }
    let back = stages[..<number].reversed().map { StageMapping($0.inverse) }
    let section = { (index: Int) in back.reduce(index) { $1.section(after: $0) ?? $0 } }
    return Set(
      stages[number].sections.reconfigures.map { RowPath(section($0), -1) }
        + stages[number].rows.reconfigures.map { RowPath(section($0.section), $0.row) })
  }

  /// The places before of rows, and of sections as row -1, whose contents differ.
  private func changed(_ from: Outline, _ to: Outline) -> [RowPath] {
    from.sections.enumerated().flatMap { index, section -> [RowPath] in
      guard let new = to.sections.first(where: { $0.id == section.id }) else { return [] }
      let header = section.content == new.content ? [] : [RowPath(index, -1)]
      return header
        + section.rows.indices.filter { section.rows[$0] != new.rows[$0] }
        .map { RowPath(index, $0) }
    }
  }

  @Test("the lists of each stage are in order and hold nothing twice", arguments: [4, 5, 6])
  func lists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func isInOrder<Index: Comparable>(_ list: [Index]) -> Bool {
      zip(list, list.dropFirst()).allSatisfy(<)
    }
    func areInOrder<Index>(_ changes: Changes<Index>) -> Bool {
      [
        changes.deletes, changes.inserts, changes.reloads, changes.reconfigures,
        changes.moves.map(\.from),
      ].allSatisfy(isInOrder) && Set(changes.moves.map(\.to)).count == changes.moves.count
    }
    for _ in 0..<500 {
      let (from, to) = RandomTables.pair(&generator)
      var planner = Planner(content: generator.oneIn(2) ? .reload : .reconfigure)
      planner.movesAcrossSections = generator.oneIn(3)
      planner.stages = generator.oneIn(4) ? .one : .identity
      let plan = try planner.plan(from: from, to: to)
      for stage in plan.stages {
        expect(
          areInOrder(stage.sections) && areInOrder(stage.rows),
          "\(from) to \(to): \(text(plan))")
        expect(!stage.isEmpty)
      }
    }
  }
}

/// How a plan compares with the least one, by each of the three numbers.
struct PlanEconomyTests {
  private static let plans: [(text: String, moves: Int, operations: Int, stages: Int)] = [
    ("", 0, 0, 0), ("del 0:0", 0, 1, 1), ("del 0:0 ins 0:1", 0, 2, 1), ("mov 0:0>0:1", 1, 1, 1),
    ("mov 0:0>0:1 rec 0:2", 1, 2, 1), ("rec 0:2 | mov 0:0>0:1", 1, 2, 2),
    ("mov 0>1 0:0>1:0", 2, 2, 1), ("mov 0>1 | mov 0:0>1:0", 2, 2, 2),
    ("del 0 | ins 0 | rel 0:0", 0, 3, 3),
  ]

  private func plan(_ text: String) -> Plan {
    text.isEmpty ? .empty : .stages(text.split(separator: "|").map { stage(String($0)) })
  }

  @Test("a plan is the least one if it has more of nothing, and says of what it has more")
  func pairs() {
    for a in Self.plans {
      for b in Self.plans {
        let economy = PlanEconomy(of: plan(a.text), least: plan(b.text))
        expectEqual(
          [economy.size.moves, economy.size.operations, economy.size.stages],
          [a.moves, a.operations, a.stages])
        let isLeast =
          a.moves <= b.moves && a.operations <= b.operations && a.stages <= b.stages
        expectEqual(economy.isLeast, isLeast, "\(a) of \(b)")
        let more = [
          ("operation", a.operations, b.operations), ("move", a.moves, b.moves),
          ("stage", a.stages, b.stages),
        ].first { $0.1 > $0.2 }
        let noun = more?.0 ?? (a.moves > 0 ? "move" : "operation")
        let count = more?.1 ?? (a.moves > 0 ? a.moves : a.operations)
        func counted(_ number: Int) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let excess = more.map { $0.1 - $0.2 }
        expectEqual(
          economy.distance,
          excess.map { "\(counted($0)) more than the least" } ?? "the least possible")
        expectEqual(
          economy.message,
          counted(count) + ", "
            + (excess.map { "\($0) more than the least" } ?? "the least possible"))
      }
    }
  }
}
