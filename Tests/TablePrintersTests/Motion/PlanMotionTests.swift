import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

@testable import TablePrinters

/// The pictures of a plan in a terminal.
struct PlanMotionTests {
  /// The pictures of a change, whole tables without colour.
  private func motion(_ change: Transaction, height: Int? = nil, offset: Int = 0) -> PlanMotion? {
    let staged = change.stagedPlan
    guard !staged.plan.stages.isEmpty else { return nil }
    func view(_ state: EditorState) -> TableView {
      var view = TableView.full(state.table)
      (view.selection, view.height, view.offset) = (state.selection, height, offset)
      view.columnWidth = 10
      return view
    }
    return PlanMotion(
      staged.plan.stages, between: Array(staged.after.dropLast()), before: view(change.before),
      after: view(change.after), batch: change.batch, style: .plain)
  }

  private static let letters = makeTable(
    ["id"], key: ["id"],
    [TestSection("A", ["a", "b", "c", "d"].map { [$0] }), TestSection("B", [])])

  private func pictures(_ edits: (inout Editor) throws -> Transaction) throws -> PlanMotion {
    var editor = Editor(table: Self.letters)
    return try require(motion(try edits(&editor)))
  }

  /// The rows that a picture shows, without paths.
  private func rows(_ lines: [String]) -> String {
    lines.map { String($0.prefix(1)) + String($0.last ?? "·") }.joined(separator: " ")
  }

  @Test("what goes, comes, moves and changes is marked, before and after")
  func marks() throws {
    let deleted = try pictures { editor in
      try editor.perform([.delete(editor.table.rows(inSection: 0, 1..<2))], title: "delete")
    }
    expectEqual(
      deleted.marked(0),
      [
        "         id", "  0 A (4 rows)", "    0:0  a", "−   0:1  b", "    0:2  c", "    0:3  d",
        "  1 B (0 rows)", "  4 rows in 2 sections",
      ])
    expectEqual(
      deleted.finalPicture(0),
      [
        "         id", "  0 A (3 rows)", "    0:0  a", "    0:1  c", "    0:2  d", "  1 B (0 rows)",
        "  3 rows in 2 sections", "",
      ])
    let moved = try pictures { editor in
      let row = editor.table.rows(inSection: 0, 3..<4)
      return try editor.perform(
        [.move(row, section: editor.table.sections[0].id, at: 0)], title: "move")
    }
    expect(moved.marked(0).contains("↕   0:3  d"))
    expectEqual(moved.finalPicture(0)[2], "↕   0:0  d")
    // On its way it lies above the others.
    expect(moved.picture(0, at: 0.5).contains("↕   0:0  d"))
  }

  @Test("a window far from the change is moved to it, and what comes from outside glides in")
  func windows() throws {
    let rows = (0..<100).map { ["r\($0)"] }
    var editor = Editor(table: makeTable(["id"], key: ["id"], [TestSection("rows", rows)]))
    let last = editor.table.rows(inSection: 0, 99..<100)
    let deletion = try require(
      motion(try editor.perform([.delete(last)], title: "delete"), height: 10))
    expect(deletion.marked(0).contains("−   0:99  r99"))
    let change = try editor.perform(
      [.move(editor.table.rows(inSection: 0, 0..<1), section: editor.table.sections[0].id, at: 98)],
      title: "move")
    let pictures = try require(motion(change, height: 10))
    expectEqual(pictures.marked(0)[1], "↕   0:0  r0")
    expectEqual(pictures.finalPicture(0)[1...].first, "    0:0  r1")
    // Out of the window below, while the others go up by one.
    expect(pictures.picture(0, at: 0.5).contains { $0.hasPrefix("↕") })
    expect(pictures.picture(0, at: 0.9).filter { !$0.isEmpty }.count >= 10)
  }

  @Test("what comes from above comes one line after the other, the last one first")
  func queue() throws {
    let cells = (0..<100).map { ["r\($0)"] }
    var editor = Editor(table: makeTable(["id"], key: ["id"], [TestSection("rows", cells)]))
    let change = try editor.perform(
      [.move(editor.table.rows(inSection: 0, 0..<3), section: editor.table.sections[0].id, at: 50)],
      title: "move")
    let pictures = try require(motion(change, height: 20, offset: 40))
    func moving(at time: Double) -> String {
      rows(pictures.picture(0, at: time).filter { $0.hasPrefix("↕") })
    }
    expect(moving(at: 0.1).isEmpty)
    expectEqual(moving(at: 0.2), "↕2")
    for time in [0.3, 0.5, 0.9] { expectEqual(moving(at: time), "↕0 ↕1 ↕2") }
  }

  @Test("where the view errs, what glides is what it shows; stale rows say so when they stand")
  func stale() throws {
    let rows = Array(Self.letters.rows(inSection: 0, 0..<4))
    var view = TableView.full(Self.letters)
    (view.columnWidth, view.selection) = (10, Selection([rows[1]]))
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 0)], inserts: [RowPath(0, 3)]))
    let batch = BatchOutcome(
      stage: stage, whyReloaded: nil, warnings: [], lost: 0, selectedAgain: 0,
      stale: (0..<3).map { .init(index: RowPath(0, $0), shown: rows[$0 + 1]) }, staleHeaders: [])
    let pictures = PlanMotion(
      [stage], between: [], before: view, after: view, batch: batch, style: .plain)
    func drawn(_ lines: [String]) -> String { self.rows(Array(lines[2...5])) }
    expectEqual(drawn(pictures.marked(0)), "−a  b  c  d")
    expectEqual(drawn(pictures.picture(0, at: 0.9)), " b  c  d +d")
    expectEqual(drawn(pictures.finalPicture(0)), "!b !c !d +d")
    // The cell keeps its look as it glides.
    expect(pictures.marked(0)[3].contains("*") && pictures.finalPicture(0)[2].contains("*"))
  }

  @Test("pictures begin and end with the table before and after, and show no line of neither")
  func random() throws {
    var count = 0
    for seed in 0..<300 as Range<UInt64> {
      var world = RandomTable(seed: seed)
      var editor = Editor(table: world.table())
      for _ in 0..<6 {
        let edit = world.edit(of: editor.table)
        guard let change = try? editor.perform([edit], title: "edit"),
          let motion = motion(change)
        else { continue }
        count += 1
        let last = motion.stageCount - 1
        expectEqual(words(motion.marked(0)), words(printed(change.before)), "seed \(seed)")
        expectEqual(words(motion.finalPicture(last)), words(printed(change.after)), "seed \(seed)")
        for stage in 0...last {
          let known = Set(
            ([""] + motion.marked(stage) + motion.finalPicture(stage)).map { $0.dropFirst(2) })
          for time in [0.1, 0.5, 0.9] {
            let lines = motion.picture(stage, at: time)
            expectEqual(lines.count, motion.marked(stage).count)
            expect(lines.allSatisfy { known.contains($0.dropFirst(2)) }, "seed \(seed)")
          }
          if stage > 0 {
            expectEqual(
              words(motion.marked(stage)), words(motion.finalPicture(stage - 1)), "seed \(seed)")
          }
        }
      }
    }
    expect(count > 500)
  }

  private func printed(_ state: EditorState) -> [String] {
    var view = TableView.full(state.table)
    (view.selection, view.columnWidth) = (state.selection, 10)
    var text = ""
    TextTablePrinter().print(view, to: &text)
    return text.split(separator: "\n").map(String.init)
  }

  /// The words of lines without signs.
  private func words(_ lines: [String]) -> [[Substring]] {
    lines.map { $0.split(separator: " ").filter { !"−+↕↻✎".contains($0) } }.filter { !$0.isEmpty }
  }
}
