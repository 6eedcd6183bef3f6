import Expectations
import TableLua
import TestSupport
import Testing

@testable import TableShell

/// What `keep` and `delete` say where they leave nothing, and rules that keep a state.
struct KeepTests {
  @Test("keep and delete that leave no row say so, and undo brings all back")
  func nothing() {
    for line in [
      "keep where false", "delete *", "delete where true", "select *; edit on; delete-selected",
    ] {
      let session = Session("A(a b) B(c)")
      let before = session.drawing
      expect(session.run(line).contains("note: no row is left: undo brings all back\n"), "\(line)")
      expectEqual(session.shell.current?.table.rowCount, 0)
      session.run("undo")
      expectEqual(session.drawing, before, "\(line)")
    }
    let session = Session("A(a b)")
    expectEqual(session.run("delete 0:0").contains("no row"), false)
    expect(session.run("keep --dry-run where false").contains("note: no row would be left\n"))
    expectEqual(
      session.run("delete *; delete *").components(separatedBy: "no row is left").count, 2)
  }

  @Test("the rule in help scripting that keeps a state answers the same each time")
  func state() throws {
    let session = Session()
    let help = session.run("help scripting").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try require(help.firstIndex { $0.hasSuffix("  local seen") })
    let end = try require(help[start...].firstIndex(of: "  }"))
    let folder = TemporaryFolder()
    let plugin = try folder.write(help[start...end].joined(separator: "\n"), to: "first.lua")
    let table = try folder.write("id,name\n1,Ann\n2,Bob\n3,Ann\n", to: "a.csv")
    let text = session.run(
      "open \(table); plugin load \(plugin); count rule first; count rule first; keep rule first")
    expect(text.contains("\n2\n2\ndeleted 1 row in 1 section\n"))
    expect(session.run("keep rule first").hasPrefix("nothing changed\n"))
    expect(session.run("help tablesh.rule").contains("prepare = function() seen = {} end"))
  }
}
