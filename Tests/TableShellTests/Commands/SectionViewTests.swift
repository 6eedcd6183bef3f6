import Expectations
import Testing

@testable import TableShell

/// Sections made from a column.
struct SectionViewTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let path = try folder.write("id,team\n1,red\n2,blue\n", to: "teams.csv")
    let session = Session(nil)
    session.run("open --section-by team \(path)")
    return session
  }

  @Test("an empty one cannot be saved, and saving says so")
  func emptySection() throws {
    let session = try session()
    session.run("section add green; edit @1 team=blue")
    let reply = session.run("save")
    expect(
      reply.contains("note: delimited text cannot keep the empty section 'red' and 1 more"))
  }

  @Test("a section without a row in the target is not reported as lost")
  func emptiedSection() throws {
    let session = try session()
    expectEqual(session.run("export - where team == \"red\""), "id,team\n1,red\n")
    session.run("section add green")
    let reply = session.run("export - where team == \"red\"")
    expect(reply.contains("cannot keep the empty section 'green'\n"), "\(reply)")
  }

  /// What the prompt, `info`, `changes` and `quit` say of unsaved changes.
  private func saysUnsaved(_ session: Session) -> [Bool] {
    [
      session.shell.prompt.contains("*"), !session.run("info").contains("no unsaved changes"),
      session.run("changes") != "no unsaved changes\n",
      session.shell.current?.hasWorkToLose == true,
      session.run("quit").contains("unsaved changes"),
    ]
  }

  @Test("to look at a table in sections is no unsaved change, also after a reload")
  func views() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,team\n1,red\n2,blue\n3,red\n", to: "t.csv")
    let session = Session(nil)
    session.run("open \(path)")
    let no = [Bool](repeating: false, count: 5)
    let yes = no.map { !$0 }
    session.run("section by team")
    expectEqual(saysUnsaved(session), no)
    session.run("edit @1 team=blue")
    expectEqual(saysUnsaved(session), yes)
    session.run("undo")
    expectEqual(saysUnsaved(session), no)
    try folder.write("id,team\n1,red\n2,blue\n4,green\n3,red\n", to: "t.csv")
    expect(session.run("reload").contains("inserted 1 row"))
    expectEqual(saysUnsaved(session), no)
    session.run("edit @4 team=red")
    expectEqual(saysUnsaved(session), yes)
    try folder.write("id,team\n1,red\n2,blue\n", to: "t.csv")
    session.run("reload")
    expectEqual(saysUnsaved(session), yes)
    session.run("reload --discard")
    expectEqual(saysUnsaved(session), no)
    session.run("save")
    expectEqual(saysUnsaved(session), no)
    session.run("section by id; column add note")
    expectEqual(saysUnsaved(session), yes)
  }

  @Test("a row that changed its section is one change: that of its cell")
  func change() throws {
    let session = try session()
    session.run("edit @1 team=blue")
    expectEqual(session.run("changes"), "~ @1 team: 'red' → 'blue'\n")
  }
}
