import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

@Suite("how much a loader and a saver may give", .ends)
struct LoaderBoundTests {
  private func desk(_ body: String, memory: Int = 1 << 20) throws -> Desk {
    let desk = Desk()
    desk.session.rowMemory = memory
    try desk.lua(
      """
      tablesh.loader { name = 'l',
        load = function(source, emit) \(body) end,
        save = function(table, write) while true do write(('x'):rep(1000)) end end }
      """)
    return desk
  }

  private func load(_ desk: Desk, _ bytes: [UInt8] = []) throws(LuaFailure) -> LoadedRows {
    try desk.session.load(with: "l", name: "a.txt", bytes: bytes)
  }

  @Test("what a completion function offers is bounded, too")
  func completions() throws {
    let desk = try desk("")
    try desk.lua(
      """
      tablesh.command { name = "go", run = function() end, args = {"a"},
        complete = function()
          local texts = {}
          for i = 1, 100 do texts[i] = ("x"):rep(100000) end
          return texts
        end }
      """)
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.completions(command: "go", argument: 0, typed: "")
    }
    expectEqual(error.code, "too-many-bytes")
    expect(error.message.contains("a completion function"))
  }

  @Test(
    "a loader that emits for ever ends in an error, whatever its rows are made of",
    arguments: [
      "while true do emit {a = 1} end", "while true do emit {a = ('x'):rep(1000)} end",
      "while true do emit {} end", "while true do emit('s', {a = 1, b = 2, c = 3}) end",
      "local i = 0 while true do i = i + 1 emit('section ' .. i, {}) end",
      "local i = 0 while true do i = i + 1 emit {['c' .. i] = 1} end",
      "local i = 0 while true do i = i + 1 emit('s', {['c' .. i] = 1}, {'c' .. i}) end",
      "local r = {} for i = 1, 3000 do r['c' .. i] = i end while true do emit(r) end",
      "for i = 1, 20000 do emit {a = 1} end local r = {} for i = 1, 100 do r['c' .. i] = i end emit(r)",
    ])
  func endless(body: String) throws {
    let desk = try desk(body)
    let error = try failure { () throws(LuaFailure) in _ = try load(desk) }
    expectEqual(error.code, "too-many-rows", "\(error)")
    expect(error.message.hasSuffix("rows and no end: a loader may emit 1 MiB"), "\(error)")
    expectEqual(error.hint, "or four times what it has read of its source, if that is more")
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("what a script swallows does not make more room")
  func swallowed() throws {
    let desk = try desk(
      "for i = 1, 300000 do pcall(emit, {a = 'some text'}) end")
    let rows = try load(desk).table.rowCount
    expect(rows > 10_000 && rows < 110_000)
  }

  @Test("of a large source there may be four times as much")
  func large() throws {
    let text = Array(String(repeating: "a line of some length that is read\n", count: 40_000).utf8)
    let desk = try desk("for l in source:lines() do emit {a = l, b = l} end")
    try expectEqual(load(desk, text).table.rowCount, 40_000)
    let many = try self.desk(
      "for l in source:lines() do for i = 1, 9 do emit {a = l} end end")
    let error = try failure { () throws(LuaFailure) in _ = try load(many, text) }
    expectEqual(error.code, "too-many-rows")
    expect(error.message.hasPrefix("loader 'l' at line "))
  }

  @Test("a million rows of an ordinary file are far from the bound")
  func million() throws {
    let line = "2024-05-17T10:11:12Z,GET,/index.html,200,51234,Mozilla\n"
    let text = Array(String(repeating: line, count: 1_000_000).utf8)
    let desk = try desk(
      """
      local time, verb, path, code, size, agent = 1, 2, 3, 4, 5, 6
      for l in source:lines() do emit { time = l, verb = 'GET', path = l, code = 200 } end
      """, memory: LuaSession(host: SmallShell(crew())).rowMemory)
    try expectEqual(load(desk, text).table.rowCount, 1_000_000)
  }

  @Test("a saver that writes for ever to no file ends in an error")
  func saver() throws {
    let desk = try desk("")
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.save(crew(), with: "l")
    }
    expectEqual(error.code, "too-many-bytes")
    expect(error.message.hasSuffix("it may write 1 MiB here"))
    expectEqual(error.hint, "save PATH writes to a file, piece by piece")
  }
}
