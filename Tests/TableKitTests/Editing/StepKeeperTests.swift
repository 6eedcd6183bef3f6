import Expectations
import TableKit
import TestSupport
import Testing

/// The partner of an editor.
struct StepKeeperTests {
  /// Notes what it is told.
  private final class Witness: StepKeeper {
    var told: [String] = []
    var approves = true

    func approve(_ change: Transaction, origin: ChangeOrigin) throws(EditError) {
      told.append("asked: \(change.title), \(Self.text(origin))")
      if !approves { throw .cancelled }
    }

    func record(
      _ step: EditorStep, of editor: Editor, origin: ChangeOrigin
    ) throws(EditError) {
      told.append("step \(editor.stepPosition): \(Self.text(origin))")
    }

    private static func text(_ origin: ChangeOrigin) -> String {
      let file = (origin.incoming as? File).map { " from \($0.name)" } ?? ""
      return (origin.isOfOthers ? "others" : "here") + file
    }
  }

  private struct File: IncomingSource { let name: String }

  var editor = Editor(table: MergeTests.table("1=a 2=b 3=c"))
  private let witness = Witness()

  init() { editor.keeper = witness }

  private mutating func delete(_ key: String) throws {
    let row = try require(editor.table.row(withKey: [key]))
    try editor.perform([.delete([row])], title: "delete \(key)")
  }

  @Test("is asked about a change, and then told its step, before that is in the history")
  mutating func order() throws {
    try delete("1")
    try editor.undo()
    try editor.redo()
    expectEqual(
      witness.told,
      [
        "asked: delete 1, here", "step 0: here", "asked: delete 1, here", "step 1: here",
        "asked: delete 1, here", "step 0: here",
      ])
  }

  @Test("what it refuses changes nothing and is no step")
  mutating func refusal() throws {
    witness.approves = false
    expect(throws: EditError.cancelled) { try delete("1") }
    expectEqual(witness.told, ["asked: delete 1, here"])
    expect(MergeTests.drawing(editor.table) == "1=a 2=b 3=c" && editor.undoTitles.isEmpty)
  }

  @Test("is told of what others change, and of how a source was read that is merged in")
  mutating func origins() throws {
    let delta = Delta(rows: [.init(["2"], [("name", Cell("x"))])])
    try editor.merge(delta: delta, title: "save")
    try editor.merge(delta: Delta(deleted: [["2"]]), title: "push", origin: .others)
    try editor.write(Delta(deleted: [["3"]]), title: "write")
    var origin = ChangeOrigin.session
    origin.incoming = File(name: "a.csv")
    try editor.merge(
      incoming: MergeTests.table("1=y 3=c"), base: editor.saved, title: "reload", origin: origin)
    expectEqual(
      witness.told,
      [
        "asked: save, here", "step 0: here", "asked: push, others", "step 0: others",
        "asked: write, others", "step 0: others", "asked: reload, here from a.csv",
        "step 0: here from a.csv",
      ])
  }
}
