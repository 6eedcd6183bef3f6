import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TableLua

struct HintTests {
  @Test("J3: errors of snapshots name what is near")
  func snapshots() throws {
    var known = Snapshot()
    try known.append(sections: ["Pilots", "Crew"])
    try known.append(rows: ["Ann", "Bob"], to: "Pilots")
    expectEqual(SnapshotError.noSuchRow("Bop").hint(in: known), "did you mean 'Bob'?")
    expectEqual(SnapshotError.noSuchSection("Crow").hint(in: known), "did you mean 'Crew'?")
    expectEqual(SnapshotError.noSuchRow("12345").hint(in: known), "snapshot tree  # Ann, Bob")
    expectEqual(SnapshotError.noSections.hint(in: Snapshot()), "snapshot append-sections NAME")
    expectEqual(
      EditError.snapshot(.noKey("9", columns: [])).hint, "open the table with --key COLUMN")
    expectNil(EditError.snapshot(.notUnique(["x/y/z"])).hint)
    expectEqual(EditError.snapshot(.isCollapsed("a", in: "p")).hint, "snapshot expand p")
    expectEqual(
      EditError.snapshot(.elsewhere("a", section: "A")).hint,
      "snapshot move a before|after ROW, then: snapshot apply")
  }

  @Test("J10: what a table driven by snapshots refuses has another way")
  func drivenBySnapshots() throws {
    var controller = TableController(table: Tables.table("A(a b) B(c)"))
    try controller.setDiffable(true)
    let section = controller.table.sections[0].id
    let refused: [(TableAction, String)] = [
      (.delete([RowID(0)]), "snapshot delete ROW …, then: snapshot apply"),
      (.sort([], section: nil), "snapshot move ROW before|after ROW, then: snapshot apply"),
      (.deleteSections([section]), "snapshot delete-sections SECTION …, then: snapshot apply"),
      (.reloadData, "snapshot apply --reload-data"),
      (.renameSection(section, "C"), "diffable off lets cells and names be edited"),
    ]
    for (action, hint) in refused {
      let error = expect(throws: EditError.self) {
        try controller.perform([action], title: "")
      }
      expectEqual(error?.hint, hint)
    }
  }
}
