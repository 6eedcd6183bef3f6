import BatchUpdates
import BatchUpdatesTesting
import Expectations
import TestSupport
import Testing

/// Lists without sections, sections that are ready-made, and duplicates taken out.
struct ListSectionTests {
  struct Song: PlannableRow, Hashable {
    let id: Int
    var title = ""
  }

  private func songs(_ ids: Int...) -> [Song] { ids.map { Song(id: $0) } }

  @Test("one list is planned as the only section")
  func oneList() throws {
    let shown = songs(1, 2, 3)
    var next = songs(3, 1, 4)
    next[1].title = "Rain"
    try expectEqual(
      text(Planner().plan(from: shown, to: next)), "del 0:1 ins 0:2 mov 0:2>0:0 rec 0:0")
    let updates = try Planner().updates(from: shown, to: next)
    expectEqual(updates.final[0].rows, next)
    expectLegal(
      updates, from: [ListSection(0, rows: shown)], to: [ListSection(0, rows: next)])
    expect(
      throws: DuplicateIdentity.row("1", in: .after, first: RowPath(0, 0), second: RowPath(0, 1))
    ) {
      try Planner().plan(from: shown, to: songs(1, 1))
    }
  }

  @Test("a list that was empty or becomes so is planned as any other", arguments: [0, 1, 20, 5000])
  func emptyLists(count: Int) throws {
    let rows = (0..<count).map { Song(id: $0) }
    for (shown, next) in [([], rows), (rows, [])] {
      var planner = Planner()
      for most in [nil, 10] {
        planner.mostChanges = most
        let (from, to) = ([ListSection(0, rows: shown)], [ListSection(0, rows: next)])
        let updates = try planner.updates(from: shown, to: next)
        try expectEqual(updates, planner.updates(from: from, to: to))
        expectEqual(updates.tables, count == 0 ? [] : [to])
      }
      let twice = Song(id: 0)
      if count == 0 { continue }
      let error = DuplicateIdentity.row(
        "0", in: shown.isEmpty ? .after : .before, first: RowPath(0, 0), second: RowPath(0, count))
      expect(throws: error) {
        try planner.updates(
          from: shown.isEmpty ? [] : shown + [twice], to: next.isEmpty ? [] : next + [twice])
      }
    }
  }

  @Test("sections with a header are told apart by it")
  func sections() throws {
    let shown = [ListSection("Water", rows: songs(1, 2)), ListSection("Air", rows: songs(3))]
    let next = [ListSection("Air", rows: songs(3, 1)), ListSection("Fire", rows: songs(2))]
    let updates = try Planner().updates(from: shown, to: next)
    expectEqual(updates.final, next)
    expectLegal(updates, from: shown, to: next)
  }

  @Test("the final sections are there when nothing that is shown has changed")
  func final() throws {
    let updates = try Planner().updates(from: songs(1), to: songs(1))
    expect(updates.tables.isEmpty)
    expectEqual(updates.final[0].rows, songs(1))
    var planner = Planner()
    planner.mostChanges = 0
    try expectEqual(planner.updates(from: songs(1), to: songs(2)).final[0].rows, songs(2))
  }

  @Test("without duplicates each section and row is there once, the first")
  func duplicates() throws {
    expectEqual(songs(1, 2, 1, 3, 2).removingDuplicates(), songs(1, 2, 3))
    let sections = [
      ListSection("a", rows: songs(1, 2, 1)), ListSection("b", rows: songs(2, 3)),
      ListSection("a", rows: songs(4)),
    ]
    let cleared = sections.removingDuplicates()
    expectEqual(
      cleared, [ListSection("a", rows: songs(1, 2)), ListSection("b", rows: songs(3))])
    try expect(Planner().plan(from: cleared, to: cleared).isEmpty)
  }

  @Test("a path is made of a section and a row")
  func path() { expectEqual(RowPath(section: 1, row: 2), RowPath(1, 2)) }
}
