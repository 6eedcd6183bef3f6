import Expectations
import Foundation
import TableLive
import TestSupport
import Testing

@Suite("A mailbox", .ends)
struct MailboxTests {
  private func isReadable(_ descriptor: Int32) -> Bool {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  @Test("gives what was posted in order, wakes who waits, and takes nothing once it is closed")
  func order() throws {
    let box = try require(Mailbox<Int>())
    expect(!isReadable(box.descriptor) && box.take() == [])
    for number in 1...3 { expect(box.post(number)) }
    expect(isReadable(box.descriptor))
    expectEqual(box.take(), [1, 2, 3])
    expect(!isReadable(box.descriptor) && box.take() == [])
    box.close()
    expect(!box.post(4) && box.take() == [])
  }

  @Test("that is full makes who posts wait, until somebody takes or it is closed")
  func limit() throws {
    let box = try require(Mailbox<Int>(limit: 2))
    expect(box.post(1) && box.post(2))
    WatchedThread.start { box.post(3) }.awaitWork()
    expectEqual(box.take(), [1, 2])
    expectEventually(isReadable(box.descriptor))
    expectEqual(box.take(), [3])
    expect(box.post(4) && box.post(5))
    let ended = DispatchSemaphore(value: 0)
    WatchedThread.start {
      box.post(6)
      ended.signal()
    }.awaitWork()
    box.close()
    ended.wait()
    expectEqual(box.take(), [4, 5])
  }
}
