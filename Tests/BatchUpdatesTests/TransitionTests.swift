import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The ten ways of a row in, out of and through sections that stay, move, appear or vanish: from a
/// section that stays (A), moves (M) or vanishes (V) to one that stays (B), moves (L) or appears
/// (N), and inside one that moves.
///
/// `A B` is the longer run, so M and L move. Each is tried as it stands, with a new row in front of
/// each section and a new section in front of all, and with the row changed on the way.
struct TransitionTests {
  @Test("goes from a section that stays to one that stays in one stage")
  func staysToStays() throws { try check("A(axb) B(cd)", "A(ab) B(cxd)", stages: 1) }

  @Test("goes from a section that stays to one that moves in two stages")
  func staysToMoves() throws { try check("A(axb) B(cd) M(e)", "M(ex) A(ab) B(cd)", stages: 2) }

  @Test("goes from a section that stays to a new one in two stages")
  func staysToNew() throws { try check("A(axb) B(cd)", "A(ab) N(nx) B(cd)", stages: 2) }

  @Test("goes from a section that moves to one that stays in two stages")
  func movesToStays() throws { try check("A(ab) B(cd) M(ex)", "M(e) A(ab) B(cxd)", stages: 2) }

  @Test("goes from a section that moves to another that moves in two stages")
  func movesToMoves() throws {
    try check("A(ab) B(cd) C(g) M(ex) L(f)", "L(fx) M(e) A(ab) B(cd) C(g)", stages: 2)
  }

  @Test("goes from a section that moves to a new one in two stages")
  func movesToNew() throws { try check("A(ab) B(cd) M(ex)", "M(e) A(ab) N(nx) B(cd)", stages: 2) }

  @Test("goes from a section that vanishes to one that stays in two stages")
  func vanishesToStays() throws { try check("V(vx) A(ab) B(cd)", "A(ab) B(cxd)", stages: 2) }

  @Test("goes from a section that vanishes to one that moves in two stages")
  func vanishesToMoves() throws {
    try check("V(vx) A(ab) B(cd) M(e)", "M(ex) A(ab) B(cd)", stages: 2)
  }

  @Test("goes from a section that vanishes to a new one in three stages")
  func vanishesToNew() throws { try check("V(vx) A(ab) B(cd)", "A(ab) N(nx) B(cd)", stages: 3) }

  @Test("changes its place inside a section that moves in two stages")
  func insideMoves() throws { try check("A(ab) B(cd) M(efx)", "M(xef) A(ab) B(cd)", stages: 2) }

  /// Expects the number of stages, the fewest moves, that the row is followed, and the way back.
  private func check(
    _ old: String, _ new: String, stages: Int, file: StaticString = #filePath, line: Int = #line
  ) throws {
    let from = outline(old)
    let to = outline(new)
    for content in ContentChange.allCases {
      for table in [to, inFront(to)] {
        let staged = try plan(from, table, content, file, line)
        expectEqual(staged.plan.stages.count, stages, file: file, line: line)
        // What has changed and moves is redrawn in a stage before.
        _ = try plan(from, changed(table), content, file, line)
        _ = try plan(changed(table), from, content, file, line)
      }
    }
  }

  private func plan(
    _ from: Outline, _ to: Outline, _ content: ContentChange, _ file: StaticString, _ line: Int
  ) throws -> StagedPlan {
    let staged = try Planner(content: content).stagedPlan(from: from, to: to)
    expectReplays(staged, to: to, file: file, line: line)
    expectReplays(staged.inverse, to: from, file: file, line: line)
    expectNil(
      PlanOracle(from: from, to: to).lostRow(staged, content),
      file: file, line: line)
    let least = LeastMoves(from: from, to: to)
    let moves = staged.plan.stages.reduce(0) { $0 + $1.rows.moves.count }
    expectEqual(moves, least.rows, file: file, line: line)
    return staged
  }

  private func inFront(_ table: Outline) -> Outline {
    var table = table
    for section in table.sections.indices {
      table.sections[section].rows.insert(Outline.Row(id: section), at: 0)
    }
    table.sections.insert(Outline.Section(id: 0, rows: [Outline.Row(id: 50)]), at: 0)
    return table
  }

  /// The table with another content of x.
  private func changed(_ table: Outline) -> Outline {
    var table = table
    let x = Int(UInt8(ascii: "x"))
    for section in table.sections.indices {
      for row in table.sections[section].rows.indices
      where table.sections[section].rows[row].id == x {
        table.sections[section].rows[row].content ^= 1
      }
    }
    return table
  }
}
