import Expectations
import Foundation
import Glibc
import TableLua
import TestSupport
import Testing

@testable import TableShell

/// Commands that wait, where what waits has a time limit or is stopped.
@Suite("stopping what waits inside Lua", .ends) struct LuaWaitingTests {
  /// Commands that would wait for ever, with a pipe that nobody uses.
  private static let lines = [
    "wait 1000", "open PIPE", "open --loader l PIPE", "insert from PIPE", "count | sleep 1000",
    "show | cat \"-\" | sleep 1000", "export PIPE", "save PIPE", "export --format l PIPE",
    "source FOLDER/wait.tsh", "source PIPE", "count > PIPE", "count >> PIPE",
  ]

  private func contained(_ plugin: String) throws -> (Contained, String) {
    let contained = try Contained(
      plugin: """
        tablesh.loader { name = 'l', load = function(source, emit)
            for line in source:lines() do emit {a = line} end
          end, save = function(t, write) write('x') end }
        """ + "\n" + plugin)
    try contained.folder.write("wait 1000\n", to: "wait.tsh")
    let pipe = contained.folder.file("pipe")
    mkfifo(pipe, 0o600)
    return (contained, pipe)
  }

  private func line(_ line: String, _ contained: Contained, _ pipe: String) -> String {
    line.replacing("PIPE", with: pipe).replacing("FOLDER", with: contained.folder.path)
  }

  @Test("a hook's time limit holds in a command that waits", arguments: lines)
  func hook(text: String) throws {
    let (contained, pipe) = try contained("")
    contained.lua.hookSeconds = 0.2
    let command = line(text, contained, pipe)
    contained.session.run(
      "lua tablesh.on('did_delete', function() tablesh.run([==[\(command)]==]) end)")
    let reply = contained.session.run("delete @P1")
    expect(reply.contains("time limit exceeded (0.2 s)"), "\(reply)")
    try contained.expectUnchanged(text)
  }

  @Test("^C stops a script in a command that waits", arguments: lines)
  func interrupted(text: String) throws {
    let (contained, pipe) = try contained("")
    let command = line(text, contained, pipe)
    let reply = contained.interrupted(text) {
      contained.session.run("lua tablesh.run([==[\(command)]==])")
    }
    expect(reply.contains("interrupted"), "\(reply)")
    try contained.expectUnchanged(text)
  }

  @Test(
    "^C in a loader over a source that does not end is told as that",
    arguments: [
      "for line in source:lines() do end", "while true do source:read(100) end", "source:read()",
      "while true do pcall(source.read, source, 10) end",
    ])
  func loader(body: String) throws {
    let plugin = """
      tablesh.loader { name = 'e', load = function(source, emit) emit{a = 1} \(body) end }
      """
    for source in ["/dev/zero", "PIPE"] {
      // All of what has no line ends is more than Lua's memory before anybody stops it.
      if source == "/dev/zero", body.contains("lines") || body == "source:read()" { continue }
      let (contained, pipe) = try contained(plugin)
      let path = source.replacing("PIPE", with: pipe)
      let reply = contained.interrupted(body) {
        contained.session.run("open --loader e \(path)")
      }
      expectEqual(reply, "error: interrupted; this command changed nothing\n", "\(reply)")
      try contained.expectUnchanged(body)
    }
  }

  @Test(
    "^C in a hook that is asked about a touch calls the touch off",
    arguments: ["will_select", "will_deselect"])
  func touch(event: String) throws {
    let (contained, _) = try contained(
      "tablesh.on('\(event)', function() while true do end end)")
    let line = event == "will_select" ? "tap @P3" : "tap @P1"
    if event == "will_deselect" { contained.session.run("selection multiple") }
    let reply = contained.interrupted(event) { contained.session.run(line) }
    expectEqual(reply, "error: interrupted; this command changed nothing\n", "\(reply)")
    try contained.expectUnchanged(event)
  }
}
