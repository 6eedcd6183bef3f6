import Expectations
import Testing

@testable import TableShell

/// Limits after a move.
struct AuditTests {
  @Test("a section that a move brings over its limit is told, and the selection stays (B26)")
  func overLimit() {
    let session = Session("A(a b) B(c)")
    session.run("selection limit A exclusive; select @a; select @c")
    let reply = session.run("move @c to A:end")
    expect(reply.contains("note: section 'A' is over its limit (2 of 1)"))
    expectEqual(session.selected, ["0:0", "0:2"])
  }
}
