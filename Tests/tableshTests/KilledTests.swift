import Expectations
import Foundation
import TestSupport
import Testing

/// What is left of a shell that is killed: nothing that it has started.
struct KilledTests {
  @Test(
    "a killed shell leaves no program behind, whatever has started it",
    arguments: [
      "lua os.execute(\"echo $$ >pid; exec sleep 300\")",
      "lua os.execute(\"(echo $(exec sh -c 'echo $PPID') >pid; sleep 300; true) & wait\")",
      "lua io.popen(\"echo $$ >pid; exec sleep 300\"):read(1)",
      "count | sh -c 'echo $$ >pid; exec sleep 300'",
    ])
  func killed(_ command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "one.csv")
    let child = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        """
        "$0" --quiet --allow-run one.csv -c "$1" </dev/null & shell=$!
        n=0
        while [ ! -s pid ] && [ $n -lt 12000 ]; do sleep 0.01; n=$((n + 1)); done
        program=$(cat pid)
        lives() { grep -qs 'State:.[^ZX]' /proc/$program/status; }
        lives && echo runs
        kill -9 $shell
        n=0
        while lives && [ $n -lt 12000 ]; do sleep 0.01; n=$((n + 1)); done
        if lives; then echo left; kill -9 $program; fi
        """, product("tablesh"), command,
      ], directory: folder.path)
    expectEqual(child.output, "runs\n", "\(child.errors)")
  }

  @Test("what a script has left running goes on when the session ends by itself")
  func left() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "one.csv")
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--quiet", "--allow-run", "one.csv", "-c",
        "lua os.execute(\"sleep 300 >/dev/null 2>&1 & echo $! >pid\")",
      ], directory: folder.path)
    let pid = try require(folder.read("pid")?.dropLast(), "\(child.errors)")
    let program = try require(pid_t(pid), "\(child.errors)")
    // What ends the programs of a session that was killed outlives it by a moment.
    expectEventuallyEqual(Self.watchers(in: folder), [])
    expectEqual(kill(program, SIGKILL), 0, "\(child.errors)")
  }

  /// The processes of the program that work in a folder.
  private static func watchers(in folder: TemporaryFolder) -> [String] {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard pid_t(name) != nil,
        let program = try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe"),
        let place = try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
      else { return false }
      return program.hasSuffix("/tablesh") && place == folder.path
    }
  }

  @Test("a dry run asks the hooks: a veto shows, and the table is as it was")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a\n1,x\n", to: "one.csv")
    try folder.write(
      """
      tablesh.on("will_run", function(event) if event.command:find("=y") then return nil, "no y" end end)
      tablesh.on("did_change", function(event)
        assert(event.dry_run)
        if event.command:find("=z") then error("no z") end
      end)
      tablesh.on("will_save", function() return nil, "no save" end)
      """, to: "hooks.lua")
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--quiet", "--keep-going", "--plugin", "hooks.lua", "one.csv", "-c",
        "edit --dry-run @1 a=y\nedit --dry-run @1 a=z\nedit --dry-run @1 a=w\nsave --dry-run\n"
          + "show",
      ], directory: folder.path)
    expectEqual(child.status, 1)
    for reason in ["no y", "no z", "no save"] { expect(child.errors.contains(reason)) }
    expect(child.output.contains("dry run: ") && child.output.contains("0:0   1  x"))
  }

  @Test("two loaders for one extension are an error that names both, unless one is named")
  func twoLoaders() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n", to: "t.words")
    for name in ["first", "second"] {
      try folder.write(
        """
        tablesh.loader { name = "\(name)", extensions = {"words"}, columns = {"\(name)"},
          load = function(source, emit) for line in source:lines() do emit { line } end end,
          save = function(table, write) write("\(name)\\n") end }
        """, to: "\(name).lua")
    }
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--quiet", "--keep-going", "--plugin", "first.lua", "--plugin", "second.lua", "-c",
        "open t.words\nopen --loader second t.words\nexport u.words\n"
          + "export --format first u.words\ncolumns",
      ], directory: folder.path)
    expect(
      child.errors.contains(
        "error: 2 loaders match 't.words': first (first.lua), second (second.lua)\n"),
      "\(child.errors)")
    expect(child.errors.contains("hint:  choose one with --loader first"))
    expect(child.errors.contains("error: 2 loaders match 'u.words': "))
    expectEqual(folder.read("u.words"), "first\n")
    expect(child.output.contains("second"))
  }
}
