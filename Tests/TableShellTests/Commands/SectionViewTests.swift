import Testing

@testable import TableShell

@Suite("Sections made from a column")
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
    #expect(
      reply.contains("note: delimited text cannot keep the empty section 'red' and 1 more"))
  }

  @Test("a row that changed its section is one change: that of its cell")
  func change() throws {
    let session = try session()
    session.run("edit @1 team=blue")
    #expect(session.run("changes") == "~ @1 team: 'red' → 'blue'\n")
  }
}
