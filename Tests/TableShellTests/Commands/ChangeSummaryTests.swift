import Expectations
import Testing
import Wording

@testable import TableShell

/// What `changes` says first, and how it names rows that are gone.
struct ChangeSummaryTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let session = Session(nil)
    session.run("open '\(try folder.write(text, to: "t.csv"))'")
    return session
  }

  @Test("several changes are counted in the first line")
  func summary() throws {
    let session = try session("id,City,Qty\na,Bonn,1\nb,Ulm,2\nc,Rome,3\n")
    session.run("edit @a City=Bonn2 Qty=5; edit @b Qty=7; delete @c")
    expectEqual(
      session.run("changes"),
      """
      3 cells in 2 rows changed, 1 row deleted
      - @c
      ~ @a City: 'Bonn' → 'Bonn2'
      ~ @a Qty: '1' → '5'
      ~ @b Qty: '2' → '7'

      """)
    session.run("insert 0:end id=d; rename City Town")
    let reply = session.run("changes")
    expect(
      reply.hasPrefix("3 cells in 2 rows changed, 1 row deleted, 1 row added, 1 other change\n"),
      "\(reply)")
  }

  @Test("one change is its own summary; all of many are counted")
  func counts() throws {
    let session = try session(
      "id,Qty\n" + (1...40).map { "r\($0),\($0)\n" }.joined())
    session.run("edit @r3 Qty=0")
    expectEqual(session.run("changes"), "~ @r3 Qty: '3' → '0'\n")
    session.run("edit * Qty := Qty + 1")
    let reply = session.run("changes")
    expect(reply.hasPrefix("40 cells in 40 rows changed\n~ @r1 "), "\(reply)")
    expect(reply.hasSuffix("… 20 more: --all lists every one\n"), "\(reply)")
  }

  @Test("a deleted row without a key is named by its first text, too")
  func names() throws {
    let session = try session("Name,Qty\nAnn,1\nAnn,2\n,3\n")
    session.run("delete 0:1-2")
    expectEqual(
      session.run("changes"),
      "2 rows deleted\n- @2  Name='Ann'\n- @3  Qty='3'\n")
  }
}
