import Expectations
import Foundation
import TestSupport
import Testing

@testable import Lua

@Suite("Deadlines", .ends) struct DeadlineTests {
  @Test(
    "time that is added inside a limit is added to those outside as well", arguments: [true, false])
  func addedTime(isNarrower: Bool) throws {
    var hasAsked = false
    // A busy machine may take all the time before the script asks: then it gets more.
    for seconds in [0.1, 1, 10, 100] {
      let lua = try LuaState(limits: LuaLimits(seconds: seconds))
      lua.register("ask") { [unowned lua] call throws(LuaError) in
        hasAsked = true
        let milliseconds = try call.integer(1)
        try lua.limiting(to: isNarrower ? seconds / 2 : 1000) { () throws(LuaError) in
          usleep(UInt32(seconds * 1.5e6))
          lua.addTime(seconds: Double(milliseconds) / 1000)
          try lua.run("for i = 1, 1000 do end")
        }
        return 0
      }
      do throws(LuaError) { try lua.run("ask(1000000) for i = 1, 1000 do end") } catch {
        expect(!hasAsked, "\(error), limit \(seconds) s")
        if hasAsked { return }
        continue
      }
      expect(throws: LuaError.self) { try lua.run("ask(200) while true do end") }
      return
    }
    fail("no script came so far as to ask")
  }

  @Test("a loop in Swift is told why it has to stop")
  func reasons() throws {
    for (limits, kind) in [([0.02, 1, 100], LuaError.Kind.timedOut), ([1000], .interrupted)] {
      var kinds: [LuaError.Kind] = []
      // A busy machine may take all the time before the loop begins: then it gets more.
      for seconds in limits where kinds.isEmpty {
        let lua = try LuaState(limits: LuaLimits(seconds: seconds))
        let isWaiting = DispatchSemaphore(value: 0)
        lua.register("wait") { [unowned lua] _ throws(LuaError) in
          isWaiting.signal()
          do throws(LuaError) {
            while true { try lua.checkStop() }
          } catch {
            kinds.append(error.kind)
            throw error
          }
        }
        let interrupter = lua.interrupter
        if kind == .interrupted {
          Thread.detachNewThread {
            isWaiting.wait()
            interrupter.interrupt()
          }
        }
        expectEqual(failure(lua, "wait()").kind, kind)
      }
      expectEqual(kinds, [kind])
    }
  }

  @Test("what Swift was told to stop for is raised when it returns, before any signal comes")
  func told() throws {
    let lua = try LuaState(limits: LuaLimits(seconds: 0.005))
    var signal = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, SIGURG)
    lua.register("ask") { [unowned lua] _ in
      pthread_sigmask(SIG_BLOCK, &signal, nil)
      while !lua.mustStop {}
      return 0
    }
    defer { pthread_sigmask(SIG_UNBLOCK, &signal, nil) }
    expectEqual(failure(lua, "ask()").kind, .timedOut)
  }
}
