import Expectations
import TestSupport
import Testing

import TableInteraction
@testable import TableKit

@Suite("Stopping long work", .ends)
struct CancellationTests {
  private static let count = 9000

  private static func table(
    isReversed: Bool = false, _ change: (Int) -> String = { "n\($0 % 7)" }
  ) -> Table {
    var rows = (0..<count).map { ["k\($0)", "g\($0 % 3)", change($0)] }
    if isReversed { rows.reverse() }
    return Tables.table(columns: ["id", "group", "note"], sections: [("all", rows)])
  }

  static let edits: [TableAction] = [
    .sort([SortKey(ColumnID(2))], section: nil), .sectionBy(ColumnID(1)),
    .update((0..<count - 1).map { CellChange(RowID(UInt32($0)), ColumnID(2), Cell("x")) }),
    .insert(
      (0..<count).map { [ColumnID(0): Cell("new\($0)")] }, section: SectionID(0), at: 0),
    .delete((0..<UInt32(count - 1)).map(RowID.init)),
    .move((0..<UInt32(count - 2)).map(RowID.init), section: SectionID(0), at: 1),
    .select((0..<UInt32(count - 1)).map(RowID.init), .only(partially: false)),
  ]

  private func isAs(_ state: EditorFingerprint, _ controller: TableController) -> Bool {
    EditorFingerprint(controller.editor.state) == state
  }

  @Test("an edit that is stopped changes nothing", arguments: edits.indices)
  func edit(_ index: Int) throws {
    var controller = TableController(table: Self.table())
    try controller.perform([.select([RowID(3)], .only(partially: false))], title: "select")
    let before = EditorFingerprint(controller.editor.state)
    var polls = 0
    controller.editor.progress = Progress {
      polls += 1
      return true
    }
    let error = expect(throws: EditError.self) {
      try controller.perform([.delete([RowID(8999)]), Self.edits[index]], title: "long")
    }
    expectEqual(error, .cancelled)
    expectEqual(error?.code, "interrupted")
    expectEqual(polls, 1)
    expect(isAs(before, controller))
    controller.editor.progress = .none
    try controller.perform([Self.edits[index]], title: "long")
    try controller.editor.undo()
    expect(isAs(before, controller))
  }

  @Test(
    "a merge that is stopped at any moment changes nothing, by rows in order or as a whole",
    arguments: [false, true])
  func merge(isReversed: Bool) throws {
    var polls = 0
    var limit = Int.max
    var controller = TableController(table: Self.table())
    try controller.perform([.delete([RowID(1)])], title: "delete")
    controller.editor.progress = Progress {
      polls += 1
      return polls > limit
    }
    let before = EditorFingerprint(controller.editor.state)
    var copy = controller
    // Made anew each time, so that nothing is known of its keys.
    func incoming() -> Table { Self.table(isReversed: isReversed) { "m\($0 % 5)" } }
    try copy.merge(incoming: incoming(), title: "reload")
    let all = polls
    expect(all > (isReversed ? 3 : 1))
    for stop in 0..<all {
      limit = stop
      polls = 0
      let error = expect(throws: EditError.self) {
        _ = try controller.merge(
          incoming: incoming(), title: "reload"
        ).conflicts.count
      }
      expectEqual(error, .cancelled)
      expect(isAs(before, controller))
      expect(controller.editor.hasUnsavedChanges)
    }
    limit = .max
    try controller.merge(incoming: incoming(), title: "reload")
    expect(isAs(EditorFingerprint(copy.editor.state), controller))
  }
}
