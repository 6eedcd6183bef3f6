import Expectations
import TestSupport

@testable import TableLive
@testable import TableShell

/// Letting in what others change, without a wait for nothing.
extension Session {
  /// Waits for the next change; returns what is told until it is in.
  func awaitPush(file: StaticString = #filePath, line: Int = #line) -> String {
    let told = run("watch --count 1 --timeout \(Deadline.patience.components.seconds)")
    Expectations.expect(
      !told.contains("error: only 0 pushes"), "no change came: \(told)", file: file, line: line)
    return told
  }

  /// Lets in what has come until something holds; returns what is told.
  @discardableResult
  func takeIn(
    until holds: () throws -> Bool, file: StaticString = #filePath, line: Int = #line
  ) rethrows -> String {
    var told = ""
    let isThere = try eventually {
      told += takeIn()
      return try holds()
    }
    let states = shell.live.all.map(\.state.summary)
    Expectations.expect(
      isThere, "told so far: \(told) tables: \(states)", file: file, line: line)
    return told
  }

  /// Lets in what has come, and returns what is told of it.
  func takeIn() -> String {
    for reply in shell.takePushes() { shell.tell(reply) }
    return console.take()
  }

  /// Lets in what comes until all watched tables are live; returns what is told.
  @discardableResult
  func awaitLive(file: StaticString = #filePath, line: Int = #line) -> String {
    takeIn(until: { shell.live.all.allSatisfy { $0.state == .live } }, file: file, line: line)
  }

  /// Lets in all that was done to watched files before; returns what is told.
  ///
  /// The system tells of it before the call that does it returns, so that nothing comes later.
  @discardableResult
  func settle(file: StaticString = #filePath, line: Int = #line) -> String {
    takeIn(
      until: { shell.live.all.allSatisfy { $0.follower.due == nil } }, file: file, line: line)
  }

  /// Lets in what comes while so much time goes by for watched tables, at once; returns what is told.
  @discardableResult
  func pass(_ time: Duration) -> String {
    let clock = shell.live.clock
    let start = clock()
    var told = ""
    for step in 0...Int(time / .milliseconds(50)) {
      shell.live.clock = { start + .milliseconds(50) * step }
      told += takeIn()
    }
    shell.live.clock = { clock() + time }
    return told
  }
}
