import Expectations
import TestSupport
import Testing

@testable import TableKit

@Suite(.ends) struct ProgressTests {
  private static let count = 20_000

  private static var table: Table {
    let rows = (0..<count).map { ["k\($0)", "g\($0 % 3)"] }
    return Tables.table(columns: ["id", "group"], sections: [("all", rows)])
  }

  @Test("how far work is never goes back, and is forgotten when the work is over")
  func advance() {
    let progress = Progress()
    progress.advance(to: 7)
    expectEqual(progress.done, 0)
    progress.begin("sorting", .rows, total: 3)
    expectEqual(progress.work, Progress.Work(title: "sorting", unit: .rows, total: 3))
    progress.advance(to: 2)
    progress.advance(to: 1)
    expectEqual(progress.done, 2)
    progress.begin("reading", .bytes)
    expectEqual(progress.done, 0)
    expectEqual(progress.count, 2)
    progress.end()
    expectNil(progress.work)
  }

  static let edits: [(Edit, String)] = [
    (.sort([SortKey(ColumnID(1))], section: nil), "sorting"),
    (.sectionBy(ColumnID(1)), "making sections"),
    (.delete((0..<UInt32(count)).map(RowID.init)), "deleting"),
    (.move((0..<UInt32(count / 2)).map(RowID.init), section: SectionID(0), at: 1), "moving"),
    (
      .update((0..<UInt32(count)).map { CellChange(RowID($0), ColumnID(1), Cell("x")) }),
      "editing"
    ),
  ]

  @Test("an edit of many rows says what it does and how far it is", arguments: edits.indices)
  func edit(_ index: Int) throws {
    let (edit, title) = Self.edits[index]
    var editor = Editor(table: Self.table)
    let progress = Progress()
    editor.progress = progress
    var seen: Set<Int> = []
    progress.didChange = { progress in
      if progress.work?.title == title { seen.insert(progress.done) }
    }
    try editor.perform([edit], title: title)
    expect(seen.count > 1)
    expectNil(progress.work)
  }

  @Test("a plan can be stopped, and what was done stays done")
  func plan() throws {
    var editor = Editor(table: Self.table)
    let transaction = try editor.perform(Self.edits.map(\.0).prefix(1).map { $0 }, title: "sort")
    expect(throws: EditError.cancelled) { _ = try transaction.plan(.cancelled) }
    try expectEqual(transaction.plan(.none), transaction.plan)
  }
}
