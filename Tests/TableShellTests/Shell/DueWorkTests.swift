import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Scheduled work while nothing is typed.
struct DueWorkTests {
  private let session = Session("A(a b) B(c)")

  @Test("work that is due wakes an idle prompt, and is done and told there")
  func wakes() throws {
    expectNil(session.shell.newsDescriptor)
    session.run("reorder sections --after-tap 0 B A; tap 0:0")
    expect(session.shell.newsDescriptor != nil)
    let tell = try require(session.shell.takeNews(isTyping: false))
    tell()
    expect(session.console.take().contains("s: reordered the sections"))
    expectEqual(session.drawing, "B(c) A(a b)")
    expectNil(session.shell.newsDescriptor)
    expectNil(session.shell.takeNews(isTyping: false))
  }

  @Test("work of later, and of a virtual clock, is not due")
  func later() {
    session.run("reorder sections --after-tap 3600 B A; tap 0:0")
    expect(session.shell.newsDescriptor != nil)
    expectNil(session.shell.takeNews(isTyping: false))
    session.run("set clock virtual")
    expectNil(session.shell.newsDescriptor)
  }

  @Test("a line that was begun before it means the rows that were there")
  func typing() throws {
    session.run("reorder sections --after-tap 0 B A; tap 0:0")
    try require(session.shell.takeNews(isTyping: true))()
    _ = session.console.take()
    expect(session.run("delete 0:1").contains("deleted 1 row"))
    expectEqual(session.drawing, "B(c) A(a)")
  }
}
