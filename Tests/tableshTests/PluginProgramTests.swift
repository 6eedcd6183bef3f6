import Expectations
import Glibc
import TestSupport
import Testing

/// Plugins of a user's folder, as the program finds them.
struct PluginProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["config", "config/tablesh", "config/tablesh/plugins", "data"] {
      expectEqual(mkdir("\(folder.path)/\(name)", 0o700), 0)
    }
    try folder.write(TerminalSession.people, to: "data/people.csv")
  }

  private func run(
    _ arguments: [String], home: String? = nil, config: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess.run(
      product("tablesh"), arguments,
      environment: [
        "HOME": home ?? folder.path, "XDG_CONFIG_HOME": config ?? "\(folder.path)/config",
        "XDG_STATE_HOME": "\(folder.path)/state",
      ], directory: "\(folder.path)/data")
  }

  @Test("nothing runs because it lies in the folder of a table")
  func dataFolder() throws {
    let names = [
      "init.lua", "main.lua", "people.lua", "people.csv.lua", ".tablesh", "tablesh.lua",
      ".tablesh.lua", "util.lua", ".tableshrc",
    ]
    for name in names { try folder.write("print('ran \(name)')", to: "data/\(name)") }
    for name in ["plugins", "lua", "tablesh", "tablesh/plugins"] {
      mkdir("\(folder.path)/data/\(name)", 0o700)
      try folder.write("print('ran \(name)')", to: "data/\(name)/init.lua")
      try folder.write("print('ran \(name)')", to: "data/\(name)/people.lua")
    }
    let data = "\(folder.path)/data"
    let arguments = ["-c", "count", "-c", "plugin list", "people.csv"]
    for (home, config) in [
      (folder.path, "\(folder.path)/config"), (data, ""), (data, "."), (".", ""), ("", ""),
    ] {
      let child = try run(arguments, home: home, config: config)
      expectEqual(child.output, "5\nno plugins\n")
      expectEqual(child.errors, "")
    }
    let require = try run(["-c", "lua require('util')", "people.csv"])
    expect(require.errors.contains("no module 'util'"))
    mkdir("\(data)/.config", 0o700)
    mkdir("\(data)/.config/tablesh", 0o700)
    try folder.write("print('mine')", to: "data/.config/tablesh/init.lua")
    try expect(run(arguments, home: data, config: "").output.hasPrefix("mine\n5\n"))
  }

  @Test("a broken plugin of the user is a warning, and the batch goes on; --no-init loads none")
  func broken() throws {
    let path = "\(folder.path)/config/tablesh/plugins/bad.lua"
    try folder.write("local x =", to: "config/tablesh/plugins/bad.lua")
    let good =
      "tablesh.rule { name = 'old', columns = {'age'}, fn = function(a) return a > 40 end }"
    try folder.write(good, to: "config/tablesh/plugins/good.lua")
    let child = try run(["-c", "count rule old", "people.csv"])
    expectEqual(child.status, 0)
    expectEqual(child.output, "2\n")
    expect(child.errors.hasPrefix("warning: \(path):1: unexpected symbol near <eof>\n"))
    let health = try run(["-c", "plugin health", "-c", "echo never"])
    expectEqual(health.status, 1)
    expect(health.output.contains("bad: failed: ") && health.output.contains("good: ok, 1 rule"))
    expect(health.errors.hasSuffix("-c:1: error: plugin 'bad' is not well\n"))
    let missing = try run(["-c", "count rule none", "people.csv"])
    expectEqual(missing.status, 1)
    expect(missing.errors.contains("'bad' failed to load: plugin health"))
    let none = try run(["--no-init", "-c", "plugin list", "people.csv"])
    expect(none.output == "no plugins\n" && none.errors == "")
    try folder.write(good, to: "extra.lua")
    let clash = try run(["--plugin", "../extra.lua", "-c", "count rule old", "people.csv"])
    expectEqual(clash.output, "2\n")
    expect(clash.errors.contains("good.lua:1: there is a rule 'old' already"))
    expect(clash.errors.contains("hint:  ../extra.lua declares it; choose another name\n"))
    let named = try run(["--plugin", path, "-c", "count", "people.csv"])
    expect(named.status == 1 && named.output == "")
  }

  @Test("a script has no more rights than a plugin, and its modules need --allow-read")
  func script() throws {
    try folder.write("return {answer = 42}", to: "data/m.lua")
    try folder.write("print(require('m').answer)", to: "data/s.lua")
    try folder.write("dofile('m.lua')", to: "data/d.lua")
    for script in ["s.lua", "d.lua"] {
      let child = try run(["run", script])
      expectEqual(child.status, 1)
      expect(child.errors.contains("\(script):1: error: "))
      expect(child.errors.contains("m.lua' needs --allow-read="))
    }
    try expectEqual(run(["--allow-read=.", "run", "s.lua"]).output, "42\n")
  }

  @Test(
    "an option that allows nothing is bad usage",
    arguments: ["--allow-read=", "--allow-write=,", "--allow-run=", "--allow-env=,"])
  func emptyValue(option: String) throws {
    let child = try run([option, "-c", "count", "people.csv"])
    expectEqual(child.status, 64)
    expectEqual(child.output, "")
  }

  @Test("a comma in a value is written twice")
  func comma() throws {
    try folder.write("x", to: "data/a,b.txt")
    let lua = "lua print(io.open('a,b.txt'):read('a'))"
    try expectEqual(run(["--allow-read=a,b.txt", "-c", lua]).status, 1)
    try expectEqual(run(["--allow-read=a,,b.txt", "-c", lua]).output, "x\n")
    try expectEqual(run(["--allow-read=none,a,,b.txt", "-c", lua]).output, "x\n")
  }
}
