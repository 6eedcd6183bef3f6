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
      #expect(throws: LuaError.self) { try lua.run("ask() while true do end") }
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
    #expect(failure(lua, "ask()").kind == .timedOut)
  }
}
