import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// A thread that asks again and again for a stop, until what it watches has ended. It sleeps
/// between two requests, but no test depends on how long: the first request that finds Lua running
/// stops it.
private final class Watchdog: @unchecked Sendable {
  private var thread = pthread_t()
  private let interrupt: @Sendable () -> Void
  private let isOver = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  init(_ session: LuaSession) {
    interrupt = session.interrupter
    isOver.initialize(to: 0)
    let box = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        let dog = Unmanaged<Watchdog>.fromOpaque(box).takeRetainedValue()
        while true {
          usleep(20_000)
          if dog.isOver.pointee != 0 { return nil }
          dog.interrupt()
        }
      }, box)
  }

  func stop() {
    isOver.pointee = 1
    pthread_join(thread, nil)
  }

  deinit { isOver.deallocate() }
}

@Suite("interrupts and limits", .ends)
struct LimitTests {
  private let folder = Folder()

  /// Runs what would not end, interrupted from another thread.
  private func interrupted(
    _ desk: Desk, _ body: () throws(LuaFailure) -> Void
  ) throws -> LuaFailure {
    let dog = Watchdog(desk.session)
    defer {
      dog.stop()
      desk.session.clearInterrupt()
    }
    return try failure(of: body)
  }

  @Test("an interrupt stops an endless loop in where; nothing is selected and the session lives")
  func whereLoop() throws {
    let desk = Desk()
    let error = try interrupted(desk) { () throws(LuaFailure) in
      _ = try desk.keys(where: "(function() while true do end end)()", skipErrors: true)
    }
    expectEqual(error.code, "lua-interrupted")
    try expectEqual(desk.keys(where: "age == 41"), ["P1"])
  }

  @Test("an interrupt stops a script, pcall and all, and the table is as it was")
  func script() throws {
    let desk = Desk()
    let path = try folder.file(
      "loop.lua",
      """
      tablesh.edit(function(t)
        t:delete("@P1")
        while true do pcall(function() while true do end end) end
      end)
      """)
    let error = try interrupted(desk) { () throws(LuaFailure) in
      try desk.session.run(script: path)
    }
    expectEqual(error.code, "lua-interrupted")
    expectEqual(desk.drawing, Desk().drawing)
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("a rule's run has a time limit, a script none")
  func time() throws {
    let desk = Desk(ruleSeconds: 0.05)
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.keys(where: "(function() while true do end end)()")
    }
    expectEqual(error.code, "lua-time")
    try expectEqual(
      desk.lua("local n = 0 for i = 1, 30000000 do n = n + 1 end return n"), ["30000000"])
  }

  @Test("memory is limited, and the session lives on")
  func memory() throws {
    let desk = Desk()
    let error = try failure { () throws(LuaFailure) in
      try desk.lua("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000000) .. i end")
    }
    expectEqual(error.code, "lua-memory")
    try expectEqual(desk.lua("1 + 1"), ["2"])
    let inWhere = try failure { () throws(LuaFailure) in
      _ = try desk.keys(where: "#('x'):rep(1e9) > 0")
    }
    expect(inWhere.code == "rule-errors" || inWhere.code == "lua-memory")
  }

  @Test("limits are those that are documented, and what exceeds them says what to do")
  func defaults() throws {
    let desk = Desk(ruleSeconds: 0.02)
    expectEqual(LuaSession(host: desk.shell).ruleSeconds, 30)
    expectEqual(desk.session.hookSeconds, 5)
    expectEqual(desk.session.state.limits.memory, 256 << 20)
    let time = try failure { () throws(LuaFailure) in
      _ = try desk.keys(where: "(function() while true do end end)()")
    }
    expectEqual(time.message, "time limit exceeded (0.02 s)")
    expectEqual(time.hint, "set timeout 300 allows 300 seconds; help limits lists all limits")
    let memory = try failure { () throws(LuaFailure) in
      try desk.lua("local t = {} while true do t = {t, ('x'):rep(1000000) .. #t} end")
    }
    expectEqual(memory.message, "not enough memory")
    expectEqual(memory.hint, "all plugins share 256 MiB: keep fewer values at once")
  }

  @Test("memory that a rule, a policy, a loader or a command cannot have fails it alone")
  func memoryEverywhere() throws {
    let desk = Desk()
    try desk.lua(
      """
      function hog() local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1000000) .. i end end
      tablesh.rule { name = "r", fn = function() return hog() end }
      tablesh.loader { name = "l", load = function(source, emit) emit {a = 1} hog() end }
      tablesh.command { name = "c", run = function() hog() end }
      tablesh.policy { name = "p", will_select = function() hog() end }
      """)
    func expectMemory(_ body: () throws(LuaFailure) -> Void) throws {
      try expectEqual(failure(of: body).code, "lua-memory")
    }
    try expectMemory { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "r", in: desk.table, skipErrors: true)
    }
    try expectMemory { () throws(LuaFailure) in
      _ = try desk.session.load(with: "l", name: "x", bytes: [])
    }
    try expectMemory { () throws(LuaFailure) in _ = try desk.session.run(command: "c") }
    desk.shell.controller.policies = desk.session.policies
    let row = try require(desk.table.row(withKey: ["P1"]))
    let refusal = expect(throws: EditError.self) {
      try desk.shell.controller.perform([.tap(row)], title: "")
    }
    expectEqual(refusal?.message, "policy 'p' failed: not enough memory")
    expect(desk.shell.selection.isEmpty)
    expectEqual(desk.drawing, Desk().drawing)
    try expectEqual(desk.keys(where: "age == 41"), ["P1"])
  }

  @Test("a hostile pattern ends")
  func pattern() throws {
    let desk = Desk(ruleSeconds: 0.2)
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.keys(where: "(('x'):rep(2000)):find('.-.-.-.-b')")
    }
    expect(error.code == "lua-time" || error.code == "rule-errors")
  }
}
