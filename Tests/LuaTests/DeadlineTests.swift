import Expectations
import Foundation
import TestSupport
import Testing

@testable import Lua

@Suite("Deadlines", .ends) struct DeadlineTests {
  @Test("time that is added inside a limit is added to those outside as well")
  func addedTime() throws {
    for inner in [0.2, 60] {
      let lua = try LuaState(limits: LuaLimits(seconds: 0.4))
      lua.register("ask") { [unowned lua] call throws(LuaError) in
        try lua.limiting(to: inner) { () throws(LuaError) in
          usleep(600_000)
          lua.addTime(seconds: 0.6)
          try lua.run("for i = 1, 1000 do end")
        }
        return 0
      }
      try lua.run("ask() for i = 1, 1000 do end")
      expect(throws: LuaError.self) { try lua.run("ask() while true do end") }
    }
  }

  @Test("a loop in Swift is told why it has to stop")
  func reasons() throws {
    for (seconds, kind) in [(0.02, LuaError.Kind.timedOut), (60, .interrupted)] {
      let lua = try LuaState(limits: LuaLimits(seconds: seconds))
      var kinds: [LuaError.Kind] = []
      lua.register("wait") { [unowned lua] _ throws(LuaError) in
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
          usleep(20_000)
          interrupter.interrupt()
        }
      }
      expectEqual(failure(lua, "wait()").kind, kind)
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
