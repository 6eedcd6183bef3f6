import Expectations
import Foundation
import Testing

@testable import Lua

/// The timers that stop scripts, as the system lists them.
struct TimerTests {
  @Test("a closed state takes its timer along")
  func timerEnds() throws {
    nonisolated(unsafe) var counts: [Int?] = []
    nonisolated(unsafe) var kinds: [LuaError.Kind?] = []
    let ended = DispatchSemaphore(value: 0)
    // On a thread of its own: states of other tests may have timers for those that tests share.
    Thread.detachNewThread {
      counts.append(try? timers())
      for _ in 0..<20 {
        guard let lua = try? LuaState(limits: LuaLimits(seconds: 0.01)) else { break }
        withExtendedLifetime(lua) {
          kinds.append(failure(lua, "while true do end").kind)
          counts.append(try? timers())
        }
      }
      counts.append(try? timers())
      ended.signal()
    }
    ended.wait()
    expectEqual(kinds, Array(repeating: .timedOut, count: 20))
    expectEqual(counts, [0] + Array(repeating: 1, count: 20) + [0])
  }

  /// The number of timers whose signals go to this thread.
  private func timers() throws -> Int {
    let thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let number = try require(thread.split(separator: "/").last)
    return try String(contentsOfFile: "/proc/self/timers", encoding: .utf8)
      .split(separator: "\n").count { $0.hasSuffix("/tid.\(number)") }
  }
}
