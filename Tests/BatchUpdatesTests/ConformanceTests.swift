import BatchUpdates
import Expectations
import Foundation
import TestSupport
import Testing

/// What plans, updates and errors are besides: values that cross threads and files, and text.
struct ConformanceTests {
  struct Line: PlannableRow, Hashable, Codable, Sendable {
    let id: Int
    var text = ""
    var displayedContent: String { text }
  }

  struct Page: RebuildableSection, Hashable, Codable, Sendable {
    let id: String
    var rows: [Line]
    var displayedContent: Int { rows.count }
    func withRows(_ rows: [Line]) -> Page { Page(id: id, rows: rows) }
  }

  private let shown = [Page(id: "a", rows: [Line(id: 1), Line(id: 2)])]
  private let next = [Page(id: "a", rows: [Line(id: 1)]), Page(id: "b", rows: [Line(id: 2)])]

  @Test("updates are made in a task of their own")
  func detached() async throws {
    let updates = try await Task.detached { [shown, next] in
      try Planner().updates(from: shown, to: next)
    }.value
    try expectEqual(updates, Planner().updates(from: shown, to: next))
    expectEqual(Set([updates, updates]).count, 1)
  }

  @Test("updates, plans and tables are read as they were written")
  func coded() throws {
    let updates = try Planner().updates(from: shown, to: next)
    let staged = try Planner().stagedPlan(from: outline("A(ab) B(c)"), to: outline("B(Ca)"))
    let error = DuplicateIdentity.row("x", in: .after, first: RowPath(0, 0), second: RowPath(1, 0))
    try expectEqual(copy(updates), updates)
    try expectEqual(copy(staged), staged)
    try expectEqual(copy(error), error)
    try expectEqual(copy(Plan.reloadData(why: "all")), .reloadData(why: "all"))
    try expectEqual(
      copy(Planner(content: .reload, stages: .one)), Planner(content: .reload, stages: .one))
  }

  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test("a plan is described by a line for each kind of operation")
  func described() throws {
    let updates = try Planner().updates(from: shown, to: next)
    expectEqual(
      "\(updates)",
      """
      plan  2 stages, 4 operations
        stage 1
          insert section         1
        stage 2
          move row               0:1 → 1:0
          reconfigure sections   0  1
      """)
    expectEqual("\(Plan.empty)", "no difference")
    expectEqual("\(Plan.reloadData(why: "all"))", "plan  reloadData (all)")
    let many = Stage(
      sections: Changes(reloads: [3]), rows: Changes(deletes: (0..<22).map { RowPath(0, $0) }))
    expectEqual(
      "\(many)".split(separator: "\n").map { $0.suffix(12) }, ["19  … 2 more", " section   3"])
  }

  @Test("an error says what is wrong and what to do")
  func errors() {
    let error = DuplicateIdentity.row("x", in: .after, first: RowPath(0, 0), second: RowPath(1, 0))
    expectEqual(
      "\(error)",
      "rows 0:0 and 1:0 of the table after are both 'x'; give each row an identity that no other row"
        + " of the table has, in any section")
    let faults: [StagedPlan.Fault] = [
      .illegal(stage: 0, .deleteRowOutOfBounds(RowPath(0, 4), count: 4)),
      .reloadData(stage: 1, why: "a row moves out of section 0, which is deleted"),
      .warning(stage: 2, .deletedTwice),
      .stale(stage: 0, rows: [RowPath(0, 1)], headers: [0, 2]),
      .stale(stage: 0, rows: (0..<7).map { RowPath(0, $0) }, headers: []),
      .tables(stages: 2, tables: 1),
    ]
    expectEqual(
      faults.map { "\($0)" },
      [
        "stage 1 is illegal: row 0:4 is deleted or reloaded, but its section had 4 rows",
        "stage 2 makes the view read everything again: a row moves out of section 0, which is deleted",
        "stage 3 is unwise: deleted-twice",
        "after stage 1 a view shows something else than the data in row 0:1 and headers 0, 2",
        "after stage 1 a view shows something else than the data in rows 0:0, 0:1, 0:2, 0:3, 0:4 …",
        "2 stages with 1 table: one is needed after each",
      ])
  }
}
