import Expectations
import TableKit
import BatchUpdates
import Testing

@testable import TablePrinters
import Wording

/// A plan as text.
struct TextPlanPrinterTests {
  @Test("one line a kind, kinds aligned, one is singular")
  func lines() {
    let stage = Stage(
      sections: Changes(moves: [Move(from: 1, to: 0)]),
      rows: Changes(deletes: [RowPath(2, 0), RowPath(2, 3)]))
    expectEqual(
      TextPlanPrinter().text(.stages([stage])),
      """
      plan  1 stage, 3 operations, the least possible
        delete rows    2:0  2:3
        move section   1 → 0

      """)
  }

  @Test("every kind has its line, by verb, sections before rows")
  func kinds() {
    let stage = Stage(
      sections: Changes(
        deletes: [3], inserts: [0, 1], moves: [Move(from: 2, to: 4)], reloads: [5],
        reconfigures: [6, 7]),
      rows: Changes(
        deletes: [RowPath(1, 1)], inserts: [RowPath(4, 0)],
        moves: [Move(from: RowPath(0, 2), to: RowPath(1, 0))], reloads: [RowPath(0, 3)],
        reconfigures: [RowPath(0, 4), RowPath(0, 5)]))
    expectEqual(
      TextPlanPrinter().text(.stages([stage]), economy: ""),
      """
      plan  1 stage, 13 operations
        delete section         3
        delete row             1:1
        insert sections        0  1
        insert row             4:0
        move section           2 → 4
        move row               0:2 → 1:0
        reload section         5
        reload row             0:3
        reconfigure sections   6  7
        reconfigure rows       0:4  0:5

      """)
  }

  @Test("a plan describes itself as it is printed", arguments: [1, 20, 21, 2_502, 1_234_567])
  func described(count: Int) {
    let plan = Plan.stages([
      Stage(
        sections: Changes(moves: [Move(from: 2, to: 4)], reconfigures: [6]),
        rows: Changes(deletes: (0..<count).map { RowPath(0, $0) })),
      Stage(
        rows: Changes(moves: [Move(from: RowPath(0, 2), to: RowPath(1, 0))]),
        reconfiguresAllRows: true),
    ])
    for plan in [plan, .stages([plan.stages[1]]), .reloadData(why: "it was asked for")] {
      expectEqual(plan.description + "\n", TextPlanPrinter().text(plan, economy: ""))
    }
  }

  @Test("several stages are numbered and aligned with each other")
  func stages() {
    let plan = Plan.stages([
      Stage(rows: Changes(inserts: [RowPath(0, 0)])),
      Stage(sections: Changes(reconfigures: [1, 2])),
    ])
    expectEqual(
      TextPlanPrinter().text(plan),
      """
      plan  2 stages, 3 operations, the least possible
        stage 1
          insert row             0:0
        stage 2
          reconfigure sections   1  2

      """)
  }

  @Test("a list is cut after 20 with the count of the rest", arguments: [20, 21, 2502])
  func longLists(count: Int) {
    let stage = Stage(rows: Changes(deletes: (0..<count).map { RowPath(0, $0) }))
    let listed = (0..<20).map { "0:\($0)" }.joined(separator: "  ")
    let rest = [20: "", 21: "  … 1 more", 2502: "  … 2,482 more"][count] ?? ""
    expectEqual(
      TextPlanPrinter().text(.stages([stage])),
      """
      plan  1 stage, \(Counts.grouped(count)) operations, the least possible
        delete rows   \(listed)\(rest)

      """)
  }

  @Test("reconfiguring all rows lists none")
  func allRows() {
    let stage = Stage(sections: Changes(inserts: [1]), reconfiguresAllRows: true)
    expectEqual(
      TextPlanPrinter().text(.stages([stage])),
      """
      plan  1 stage, 2 operations, the least possible
        insert section   1
        reconfigure all rows

      """)
  }

  @Test("a full reload says why, and nothing changed says nothing")
  func others() {
    expectEqual(
      TextPlanPrinter().text(.reloadData(why: "asked\nfor")), "plan  reloadData (asked\\nfor)\n")
    expectNil(TextPlanPrinter().text(.empty))
  }

  @Test("Markdown says the same as a list")
  func markdown() {
    let stage = Stage(
      sections: Changes(moves: [Move(from: 1, to: 0)]),
      rows: Changes(deletes: [RowPath(2, 0), RowPath(2, 3)]))
    var text = ""
    text += PlanPrinter.markdown.text(PrintedPlan(.stages([stage]))) ?? ""
    expectEqual(
      text,
      """
      **Plan:** 1 stage, 3 operations, the least possible

      - delete rows `2:0` `2:3`
      - move section `1 → 0`

      """)
    text = ""
    text += PlanPrinter.markdown.text(PrintedPlan(.stages([stage, stage]))) ?? ""
    expect(text.contains("\n\n**Stage 2**\n\n- delete rows"))
    text = ""
    text += PlanPrinter.markdown.text(PrintedPlan(.reloadData(why: "a*b"))) ?? ""
    expectEqual(text, "**Plan:** `reloadData` (a\\*b)\n")
    text = ""
    text += PlanPrinter.markdown.text(PrintedPlan(.empty)) ?? ""
    expectEqual(text, "")
  }

  @Test("the table after a stage lists its sections by keys, long lists cut, data made safe")
  func tables() throws {
    let many = (0..<25).map { ["\($0)"] }
    let table = makeTable(
      ["id"], key: ["id"],
      [TestSection("a\u{1B}b", [["x\u{7}"]]), TestSection("Long", many), TestSection("None", [])])
    let outline = Outline(of: table)
    let stage = Stage(rows: Changes(reconfigures: [RowPath(0, 0)]))
    let staged = StagedPlan(plan: .stages([stage]), before: outline, after: [outline])
    let ends = PlanEnds(before: table, after: table)
    let printed = PrintedPlan(staged, ends: ends, showsTables: true)
    let text = try require(PlanPrinter.text.text(printed))
    let keys = (0..<20).map { "\($0)" }.joined(separator: "  ")
    expectEqual(
      text,
      """
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:0
        table after
          a\\x1bb   x\\x07
          Long     \(keys)  … 5 more
          None

      """)
    let markdown = PlanPrinter.markdown.text(printed)
    expectEqual(
      markdown,
      """
      **Plan:** 1 stage, 1 operation, the least possible

      - reconfigure row `0:0`

      Table after:

      - a\\\\x1bb: x\\\\x07
      - Long: \(keys.replacing("  ", with: ", ")), … 5 more
      - None

      """)
  }

  @Test("many sections are cut, and a table without any says so")
  func manySections() {
    let table = makeTable(["id"], (0..<22).map { TestSection("S\($0)", []) })
    let ends = PlanEnds(before: table, after: table)
    let stage = Stage(sections: Changes(deletes: [0]))
    for (outline, end) in [
      (Outline(of: table), "    S19\n    … 2 more sections\n"),
      (Outline(), "  table after: no sections\n"),
    ] {
      let staged = StagedPlan(plan: .stages([stage]), before: outline, after: [outline])
      let printed = PrintedPlan(staged, ends: ends, showsTables: true)
      expectEqual(PlanPrinter.text.text(printed)?.hasSuffix(end), true)
    }
  }

  @Test(
    "breaks a long list between its items and never in one, aligned", arguments: [40, 80, 100, 200])
  func width(columns: Int) throws {
    let moves = (0..<20).map { Move(from: RowPath(0, 100 + $0), to: RowPath(12, 3 * $0)) }
    let stage = Stage(
      sections: Changes(deletes: Array(10..<40)),
      rows: Changes(deletes: (0..<40).map { RowPath(1, $0) }, moves: moves))
    let plan = Plan.stages([stage, stage])
    let text = try require(TextPlanPrinter(width: columns).text(plan))
    let wide = try require(TextPlanPrinter().text(plan))
    let lines = text.split(separator: "\n")
    // The first line has no list.
    expect(lines.dropFirst().allSatisfy { $0.count <= columns }, "\(text)")
    // Whole items, and all of them.
    func items(_ text: String) -> [String] {
      text.split(separator: "\n").flatMap { line in
        line.split(separator: "  ").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
          .map(String.init)
      }
    }
    expectEqual(items(text), items(wide))
    // The label is `delete sections`, behind four blanks and with three to the list.
    let column = 4 + 15 + 3
    for line in lines where line.hasPrefix("      ") {
      expectEqual(line.prefix { $0 == " " }.count, column, "\(line)")
    }
    expect(columns == 200 || lines.contains { $0.hasPrefix("      ") })
  }

  @Test("does not break a list where no width is known, nor an item that is wider than the line")
  func anyWidth() {
    let plan = Plan.stages([Stage(rows: Changes(deletes: (0..<20).map { RowPath(1, $0) }))])
    expectEqual(TextPlanPrinter().text(plan)?.split(separator: "\n").count, 2)
    let narrow = Plan.stages([
      Stage(rows: Changes(moves: [Move(from: RowPath(0, 1), to: RowPath(0, 0))]))
    ])
    expectEqual(TextPlanPrinter(width: 5).text(narrow)?.contains("0:1 → 0:0"), true)
  }
}
