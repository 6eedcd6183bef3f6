import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableLua

/// Files and pipes that nothing comes from, or that do not end.
@Suite("waiting for files in Lua", .ends)
struct WaitingTests {
  private let folder = Folder()

  private var pipe: String { folder.path + "/pipe" }

  init() { mkfifo(pipe, 0o600) }

  /// Ways to wait for a pipe that nobody writes to or reads, and to read what does not end.
  private static let endless = [
    "io.open('PIPE'):read('a')", "io.open('PIPE'):read()", "io.open('PIPE'):read('L')",
    "io.open('PIPE'):read('n')", "io.open('PIPE'):read(1)", "io.open('PIPE', 'r+'):read('a')",
    "for l in io.lines('PIPE') do end", "for l in io.open('PIPE'):lines('a') do end",
    "dofile('PIPE')", "loadfile('PIPE')", "io.open('PIPE', 'w')", "io.open('PIPE', 'a')",
    "io.open('PIPE', 'r+'):write(('x'):rep(1000000)):flush()",
    "while true do io.open('/dev/zero'):read(100000) end",
    "local f = io.open('/dev/zero') while true do f:read(1) end",
    "for l in io.open('/dev/zero'):lines(4096) do end",
    "for l in io.popen('yes'):lines() do end", "io.popen('cat PIPE'):read('a')",
    "io.popen('sleep 1000'):read()", "for l in io.popen('cat < PIPE'):lines() do end",
    "while true do pcall(io.lines, 'PIPE') pcall(function() io.open('PIPE'):read() end) end",
  ]

  @Test("^C stops it", arguments: endless)
  func interrupt(text: String) throws {
    let desk = Desk(permissions: .all)
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    let error = try failure { () throws(LuaFailure) in
      try desk.lua(text.replacing("PIPE", with: pipe))
    }
    expectEqual(error.code, "lua-interrupted", "\(error)")
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("a time limit stops it", arguments: endless)
  func timeLimit(text: String) throws {
    let desk = Desk(permissions: .all)
    let plugin = try folder.file(
      "p.lua",
      "tablesh.health(function() \(text.replacing("PIPE", with: pipe)) return true end)")
    try desk.session.load(plugin: plugin)
    let health = try require(desk.session.health(of: plugin, seconds: 0.1))
    expectEqual(health.lines.first?.contains("time limit exceeded (0.1 s)"), true, "\(health)")
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("a plugin is an ordinary file")
  func plugin() throws {
    let error = try failure { () throws(LuaFailure) in
      try Desk().session.load(plugin: pipe)
    }
    expect(error.code == "cannot-read" && error.message.contains("it is a pipe or a device"))
  }

  @Test("^C stops what waits for a script that comes through a pipe")
  func chunks() throws {
    let desk = Desk()
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    let error = try failure { () throws(LuaFailure) in
      try desk.session.run(script: pipe)
    }
    expectEqual(error.code, "lua-interrupted")
  }

  @Test("a module is an ordinary file")
  func module() throws {
    mkfifo(folder.path + "/m.lua", 0o600)
    let desk = Desk(permissions: .all)
    desk.session.modulePaths = [folder.path]
    let error = try failure { () throws(LuaFailure) in try desk.lua("require('m')") }
    expectEqual(error.code, "no-such-module")
  }

  @Test("a pipe is waited for until somebody writes to it")
  func comes() throws {
    try expectEqual(
      Desk(permissions: .all).lua(
        """
        os.execute("(sleep 0.2; echo late) > '\(pipe)' &")
        local f <close> = setmetatable({io.open('\(pipe)')}, {__close = function(t) t[1]:close() end})
        return f[1]:read('a')
        """), ["late\n"])
  }

  // A pipe of its own: a program that another test starts right then holds for a moment what was
  // open to read here, and what is written to a pipe that is read by nobody else is gone.
  @Test("a pipe is waited for until somebody reads what is written")
  func goes() throws {
    try expectEqual(
      Desk(permissions: .all).lua(
        """
        local p = io.popen("sleep 0.2; cat '\(pipe)'")
        local f = assert(io.open('\(pipe)', 'w'))
        f:write('text') f:close()
        return p:read('a')
        """), ["text"])
  }
}
