import Expectations
import Foundation
import TestSupport
import Testing

/// Plugins that want something while they are loaded, and streams of scripts, as the program has
/// them.
struct PluginQuestionTests {
  private let folder: TemporaryFolder
  private var notes: String { "\(folder.path)/notes.txt" }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["config", "config/tablesh", "config/tablesh/plugins"] {
      expectEqual(mkdir("\(folder.path)/\(name)", 0o700), 0)
    }
    try folder.write("text of the notes", to: "notes.txt")
    try folder.write(
      """
      for i = 1, 2 do
        local f = assert(io.open('\(folder.path)/notes.txt'))
        print(i .. ': ' .. f:read('a'))
        f:close()
      end
      """, to: "config/tablesh/plugins/nosy.lua")
  }

  private var environment: [String: String] {
    ["NO_COLOR": "1", "XDG_CONFIG_HOME": "\(folder.path)/config"]
  }

  private func session(_ arguments: [String] = ["people.csv"]) throws -> TerminalSession {
    try TerminalSession(arguments, in: folder, environment: environment, prompt: "")
  }

  private var question: String {
    "plugin 'nosy.lua' wants to read '\(notes)': once, always in this session, or no? [o/a/N] "
  }

  @Test("a plugin that wants something while it is loaded at the start of a session asks: once")
  func once() throws {
    let session = try session()
    for number in 1...2 {
      try session.terminal.expect(question)
      try session.terminal.enter("o", expecting: "\(number): text of the notes")
    }
    try session.terminal.expect("people.csv> ")
    try expectEqual(session.run("plugin list").contains("(failed)"), false)
  }

  @Test("always counts for the plugin in this session, not for what is typed later")
  func always() throws {
    let session = try session()
    try session.terminal.expect(question)
    session.terminal.type("a\r")
    let printed = try session.terminal.expect("people.csv> ")
    expect(printed.contains("1: text") && printed.contains("2: text"))
    expect(!printed.contains("wants to"))
    try session.terminal.enter(
      "= #io.open('\(notes)'):read('a')",
      expecting: "Lua wants to read '\(notes)': once, always in this session, or no? ")
    try session.terminal.enter("a", expecting: "17", "people.csv> ")
    try expect(session.run("= #io.open('\(notes)'):read('a')").contains("17"))
  }

  @Test("anything else is no: the plugin is reported with the option, and the session starts")
  func no() throws {
    let session = try session()
    try session.terminal.expect(question)
    session.terminal.type("yes\r")
    let printed = try session.terminal.expect("people.csv> ")
    expect(printed.contains("warning: "))
    expect(printed.contains("needs --allow-read=\(notes)"))
    expect(!printed.contains("text of"))
    try expect(session.run("count").contains("5"))
  }

  @Test("a batch asks nobody, on a terminal either, and names the option")
  func batch() throws {
    let session = try session(["-c", "count", "people.csv"])
    let printed = try session.terminal.expect("5\r\n")
    expect(!printed.contains("wants to"))
    expect(printed.contains("needs --allow-read=\(notes)"))
    let child = try ChildProcess.run(
      home: folder, ["-c", "count", "people.csv"], environment: environment)
    expectEqual(child.output, "5\n")
    expect(child.errors.contains("needs --allow-read=\(notes)"))
  }

  @Test("what a script writes to its streams comes out byte for byte, without permission")
  func streams() throws {
    try folder.write(
      """
      io.write('a', 1, '\\n', '\\0\\xFF')
      print('b')
      io.stderr:write('to errors')
      io.stdout:write('no end')
      """, to: "s.lua")
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "run", "s.lua"], outputPath: "\(folder.path)/output")
    expectEqual(child.status, 0)
    let output = try Data(contentsOf: URL(filePath: "\(folder.path)/output"))
    expectEqual(Array(output), Array("a1\n\0".utf8) + [0xFF] + Array("b\nno end".utf8))
    expectEqual(child.errors, "to errors")
  }

  @Test("a line that a script leaves open does not run into the prompt, nor read what is typed")
  func prompt() throws {
    let session = try TerminalSession(in: folder, environment: ["NO_COLOR": "1"])
    try expect(session.run("lua io.write('half')").hasSuffix("half\n"))
    try expect(
      session.run("lua io.read()").contains("standard input is the shell's"))
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "people.csv"], input: "lua io.read()\ncount\n")
    expect(child.errors.contains("standard input is the shell's"))
    expect(child.errors.contains("stdin:1: error"))
  }

  @Test(
    "a program that is nowhere is not there, though a folder of PATH may not be searched",
    .enabled(if: OrdinaryUser.isThere, "no ordinary user can run the program"))
  func nowhere() throws {
    chmod(folder.path, 0o755)
    mkdir("\(folder.path)/shut", 0)
    defer { chmod("\(folder.path)/shut", 0o700) }
    try folder.write("", to: "plain")
    func said(_ name: String, path: String) throws -> String {
      try OrdinaryUser.run(
        product("tablesh"),
        ["--no-init", "--allow-run", "-c", "lua tablesh.exec{'\(name)'} print()"],
        environment: ["PATH": path, "XDG_STATE_HOME": "\(folder.path)/state"]
      ).errors
    }
    let shut = "\(folder.path)/shut:/usr/bin:/bin"
    let none = try said("nosuch", path: shut)
    expect(none.contains("cannot run 'nosuch': no such file or directory"), "\(none)")
    try expectEqual(said("true", path: shut), "")
    let plain = try said("plain", path: "\(folder.path):\(shut)")
    expect(plain.contains("cannot run 'plain': permission denied"), "\(plain)")
  }
}
