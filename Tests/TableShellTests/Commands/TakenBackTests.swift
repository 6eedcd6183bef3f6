import Expectations
import TableLua
import TestSupport
import Testing

@testable import TableShell

/// What a command leaves that failed, or only tried: nothing.
@Suite("What a command that failed leaves", .ends) struct TakenBackTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let session = Session(nil) {
      $0.permissions = .all
      $0.reading.key = ["id"]
    }
    let rows = (1...30).map { "\($0),\($0 == 7 ? "many" : "\($0)")\n" }.joined()
    let path = try folder.write("id,n\n" + rows, to: "t.csv")
    expectEqual(session.shell.openFirst([path]), .done)
    _ = session.console.take()
    return session
  }

  @Test("the plan of the last change stays that of the last change")
  func plans() throws {
    let session = try session()
    session.run("delete 0:0")
    let plan = session.run("plan")
    expect(plan.contains("delete row"))
    for line in [
      "lua tablesh.run('delete 0:1') error('x')", "lua tablesh.run('undo') error('x')",
      "lua tablesh.edit(function(t) t:delete('@9') end) error('x')", "--dry-run delete 0:3",
      "delete --dry-run 0:3", "delete 0:99",
    ] {
      session.run(line)
      expectEqual(session.run("plan"), plan, "\(line)")
      expectEqual(session.run("count"), "29\n", "\(line)")
    }
    session.run("delete 0:1")
    expect(session.run("plan") != plan)
  }

  @Test("a warning is told with its own command, and with no later one")
  func warnings() throws {
    let session = try session()
    let counted = session.run("count where n > 1")
    expect(counted.contains("'many'"), "\(counted)")
    session.run("lua tablesh.on('will_open', function() tablesh.run('count where n > 1') end)")
    _ = session.shell.openFirst([folder.file("t.csv"), folder.file("missing.csv")])
    _ = session.console.take()
    expectEqual(session.run("count"), "30\n")
    session.run("open \(folder.file("missing.csv"))")
    expectEqual(session.run("count"), "30\n")
  }
}
