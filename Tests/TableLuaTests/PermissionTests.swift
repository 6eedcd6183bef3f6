import Expectations
import Glibc
import TestSupport
import Testing

@testable import TableLua

@Suite("permissions", .ends)
struct PermissionTests {
  private let folder = Folder()

  @Test("reading is allowed in the folders named, links followed, and nowhere else")
  func reading() throws {
    let path = try folder.file("a.txt", "one\ntwo\n12\nrest")
    let other = Folder()
    let secret = try other.file("b.txt", "secret")
    expectEqual(symlink(secret, folder.path + "/link"), 0)
    let desk = Desk(permissions: Permissions(read: .only([folder.path])))
    try expectEqual(
      desk.lua(
        """
        local f = assert(io.open("\(path)"))
        local a, b, n = f:read("l", "L", "n")
        return a, b, n, f:read("a"), f:close()
        """), ["one", "two\n", "12", "rest", "true"])
    try expectEqual(
      desk.lua("local n = 0 for _ in io.lines('\(path)') do n = n + 1 end return n"), ["4"])
    for denied in [secret, folder.path + "/link", folder.path + "/../b", folder.path + "x"] {
      let error = try failure { () throws(LuaFailure) in try desk.lua("io.open('\(denied)')") }
      expectEqual(error.code, "permission-denied")
    }
    let write = try failure { () throws(LuaFailure) in try desk.lua("io.open('\(path)', 'w')") }
    expectEqual(write.code, "permission-denied")
    expectEqual(write.hint?.contains("--allow-write"), true)
    try expectEqual(
      desk.lua("io.open('\(folder.path)/none')").last?.hasSuffix("no such file or directory"), true)
  }

  @Test("a program is allowed by its whole name, with any arguments")
  func wholeNames() {
    let access = AccessGuard(Permissions(run: .only(["git"])))
    for words in [["git"], ["git", "push", "gitk"]] {
      expect(access.allows(.starting(words)))
      expect(access.allows(.running(words.joined(separator: " "))))
    }
    for name in ["gitk", "git-lfs", "git.sh", "./git", "/bin/git", "gi", "Git"] {
      expect(!access.allows(.starting([name, "git"])), "\(name)")
      expect(!access.allows(.running("\(name) git")), "\(name)")
    }
    expect(!access.allows(.starting([])) && !access.allows(.starting(["", "git"])))
  }

  @Test("writing makes files in the folders named")
  func writing() throws {
    let path = folder.path + "/new.txt"
    let desk = Desk(permissions: Permissions(write: .only([folder.path])))
    try desk.lua("local f = io.open('\(path)', 'w') f:write('a', 1, '\\n') f:close()")
    try expectEqual(Files.read(path), Array("a1\n".utf8))
    try desk.lua("assert(os.rename('\(path)', '\(path)2')) assert(os.remove('\(path)2'))")
    expect(access(path, F_OK) != 0)
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua("os.remove('/tmp/none')") }.code,
      "permission-denied")
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua("io.open('\(path)')") }.hint?
        .contains("--allow-read"), true)
  }

  @Test("tokens and passwords are open only where they are named")
  func secrets() throws {
    let all = AccessGuard(.all)
    for name in ["FIREBASE_TOKEN", "FIREBASE_TOKEN_FILE", "PGPASSWORD"] {
      expect(!all.allows(.variable(name)))
      expect(AccessGuard(Permissions(environment: .only([name]))).allows(.variable(name)))
    }
    expect(all.allows(.variable("HOME")))
    for path in [".pgpass", "tablesh/49152", "tablesh/serve/49152"] {
      let whole = "\(folder.path)/\(path)"
      expect(!all.allows(.reading(whole)), "\(path)")
      expect(!AccessGuard(Permissions(read: .only([folder.path]))).allows(.reading(whole)))
    }
    expect(all.allows(.reading("\(folder.path)/tablesh/a.csv")))
    _ = try folder.file(".pgpass", "x")
    let named = AccessGuard(Permissions(read: .only(["\(folder.path)/.pgpass"])))
    expect(named.allows(.reading("\(folder.path)/.pgpass")))
  }

  @Test("the environment and programs are open to the names given")
  func names() throws {
    setenv("TABLELUA_A", "1", 1)
    let desk = Desk(
      permissions: Permissions(run: .only(["true", "echo"]), environment: .only(["TABLELUA_A"])))
    try expectEqual(desk.lua("os.getenv('TABLELUA_A')"), ["1"])
    try expectEqual(desk.lua("os.execute('true')"), ["true", "exit", "0"])
    try expectEqual(desk.lua("io.popen('echo a b'):read('a')"), ["a b\n"])
    for text in ["os.getenv('HOME')", "os.execute('false')", "os.execute('true; false')"] {
      try expectEqual(
        failure { () throws(LuaFailure) in try desk.lua(text) }.code, "permission-denied")
    }
  }

  @Test("require finds modules in the folders of modules, once each")
  func modules() throws {
    _ = try folder.file("m.lua", "print('loading', ...) return {answer = 42}")
    let desk = Desk()
    desk.session.modulePaths = [folder.path]
    try expectEqual(desk.lua("require('m').answer + require('m').answer"), ["84"])
    expectEqual(desk.shell.printed, ["loading\tm"])
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua("require('n')") }.code, "no-such-module")
    let file = "dofile('\(folder.path)/m.lua').answer"
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua(file) }.code, "permission-denied")
    try expectEqual(Desk(permissions: Permissions(read: .all)).lua(file), ["42"])
  }

  @Test("a script may require what stands beside it, where it may read")
  func besideScript() throws {
    _ = try folder.file("m.lua", "return {answer = 42}")
    let script = try folder.file("s.lua", "print(require('m').answer)")
    let open = Desk(permissions: Permissions(read: .only([folder.path])))
    try open.session.run(script: script)
    expectEqual(open.shell.printed, ["42"])
    let closed = try failure { () throws(LuaFailure) in try Desk().session.run(script: script) }
    expectEqual(closed.code, "permission-denied")
    expectEqual(closed.place, script + ":1")
  }

  @Test("what no flag opens says what to use instead")
  func streams() throws {
    let desk = Desk(permissions: .all)
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua("io.tmpfile()") }.hint, "use io.open")
  }
}
