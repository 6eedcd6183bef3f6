import Expectations
import Glibc
import Testing

@testable import TableLua

/// What Lua may do outside the table.
struct AccessTests {
  @Test("what a file that nobody closes has lost is told")
  func lost() throws {
    let desk = Desk(permissions: .all)
    try desk.lua("io.open('/dev/full', 'w'):write('x')")
    desk.session.state.collectGarbage()
    let told = "err: warning: '/dev/full' is not written whole: no space left on device\n"
    expectEqual(desk.shell.written, [told])
    try desk.lua("kept = io.open('/dev/full', 'w') kept:write('x')")
    desk.session.finishFiles()
    expectEqual(desk.shell.written, [told, told])
    // Who looks is told by Lua, and nobody else.
    try expectEqual(desk.lua("return kept:close()"), ["true"])
    try desk.lua("local f = io.open('/dev/full', 'w') f:write('x') f:close()")
    try desk.lua("local p = io.popen('exec <&-', 'w') p:write('x')")
    desk.session.state.collectGarbage()
    expectEqual(desk.shell.written, [told, told])
  }

  private let folder = Folder()
  private let other = Folder()

  private func error(_ desk: Desk, _ text: String) throws -> LuaFailure {
    try failure { () throws(LuaFailure) in try desk.lua(text) }
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  @Test(
    "a refusal names the option with the least value that allows it",
    arguments: [
      ("io.open('/etc/none')", "--allow-read=/etc/none"),
      ("io.open('/etc/none', 'w')", "--allow-write=/etc/none"),
      ("io.lines('a b')", "--allow-read='a b'"),
      ("os.remove('a,b')", "--allow-write=a,,b"),
      ("dofile('it\\'s.lua')", "--allow-read='it'\\''s.lua'"),
      ("os.execute('git status')", "--allow-run=git"),
      ("os.execute('git status; ls')", "--allow-run"),
      ("io.popen('ls')", "--allow-run=ls"), ("os.getenv('HOME')", "--allow-env=HOME"),
    ])
  func flags(text: String, flag: String) throws {
    let error = try error(Desk(), text)
    expectEqual(error.code, "permission-denied")
    expect(error.message.contains(" needs \(flag)"))
    expectEqual(error.hint, "start tablesh with \(flag)")
  }

  @Test("lines of a file are whole, wherever the blocks end in which it is read")
  func blocks() throws {
    let lines = (0..<5000).map { String(repeating: "x", count: $0 % 97) + "\($0)" }
    let path = try folder.file("long.txt", lines.joined(separator: "\n") + "\n")
    let count = try Desk(permissions: Permissions(read: .only([folder.path]))).lua(
      """
      local n = 0
      for line in io.lines('\(path)') do
        assert(line == ('x'):rep(n % 97) .. n, n)
        n = n + 1
      end
      return n
      """)
    expectEqual(count, ["5000"])
  }

  @Test("a program that may run brings no other one along, whatever stands between the two")
  func separators() throws {
    let desk = Desk(permissions: Permissions(run: .only(["true"])))
    let marker = folder.path + "/marker"
    let bytes = (0...255).map { "\\" + String(1000 + $0).dropFirst() }
    let ways = [
      "&&", "||", "|&", "\\r\\n", "\\\\\\n", " \\n ", ";;", "$(", "`", "<(", ">(", "${", "\"", "'",
    ]
    for way in bytes + ways + ways.map({ "x\($0)y\($0) " }) {
      for call in ["os.execute", "io.popen"] {
        let line = "'true hi\(way.replacing("'", with: "\\'"))touch \(marker)'"
        _ = try? desk.lua("local f = \(call)(\(line)); if io.type(f) then f:close() end")
        expect(!exists(marker), "\(call) \(line)")
      }
    }
    for way in ["\\n", "\\r", ";", "&", "|", "`", "$(", "\\0", "\\r\\n", "#", ">", "<"] {
      let error = try error(desk, "os.execute('true hi\(way)id -un')")
      expectEqual(error.code, "permission-denied", "\(way)")
    }
    expect(desk.shell.written.isEmpty)
  }

  @Test("an answer counts once, or always for the same path, program or variable; else it is no")
  func answers() throws {
    let path = try folder.file("a.txt", "a")
    let second = try folder.file("b.txt", "b")
    let desk = Desk()
    var asked: [AccessRequest] = []
    var answers: [AccessAnswer] = [.once, .no, .always, .no, .always, .no, .always, .no]
    desk.session.access.ask = { request in
      asked.append(request)
      return answers.removeFirst()
    }
    let read = "io.open('\(path)'):read('a')"
    try expectEqual(desk.lua(read), ["a"])
    try expectEqual(error(desk, read).code, "permission-denied")
    try expectEqual(desk.lua(read), ["a"])
    try expectEqual(desk.lua(read), ["a"])
    try expectEqual(desk.lua("io.open('\(folder.path)/./a.txt'):read('a')"), ["a"])
    try expectEqual(error(desk, "io.open('\(second)')").code, "permission-denied")
    try expectEqual(desk.lua("os.execute('true a')").first, "true")
    try expectEqual(desk.lua("os.execute('true b')").first, "true")
    try expectEqual(error(desk, "os.execute('true; true')").code, "permission-denied")
    try expectEqual(desk.lua("os.getenv('TABLELUA_NONE')"), ["nil"])
    try expectEqual(desk.lua("os.getenv('TABLELUA_NONE')"), ["nil"])
    try expectEqual(error(desk, "io.open('\(path)', 'w')").code, "permission-denied")
    expectEqual(
      asked,
      [
        .reading(path), .reading(path), .reading(path), .reading(second), .running("true a"),
        .running("true; true"), .variable("TABLELUA_NONE"), .writing(path),
      ])
  }

  @Test("a question about a link names what it leads to")
  func questionOfLink() throws {
    let secret = try other.file("secret", "s")
    expectEqual(symlink(secret, folder.path + "/link"), 0)
    let desk = Desk()
    var asked: [AccessRequest] = []
    desk.session.access.ask = { request in
      asked.append(request)
      return .no
    }
    _ = try error(desk, "io.open('\(folder.path)/link')")
    expectEqual(asked, [.reading(secret)])
  }

  @Test("the time that a person takes to answer is not the script's")
  func time() throws {
    let path = try folder.file("a.txt", "a")
    let plugin = try folder.file(
      "p.lua", "tablesh.health(function() io.open('\(path)') return true end)")
    var health: PluginHealth?
    // A person takes twice the time that the script has. What that itself takes is more where the
    // machine is busy: then it has more.
    for seconds in [0.1, 1, 10] where health?.isOK != true {
      let desk = Desk()
      try desk.session.load(plugin: plugin)
      desk.session.access.ask = { _ in
        usleep(UInt32(seconds * 2e6))
        return .once
      }
      health = desk.session.health(of: plugin, seconds: seconds)
    }
    expectEqual(health, PluginHealth(isOK: true, lines: []))
  }

  @Test("a link is removed and renamed as itself, and only where it lies")
  func links() throws {
    let inside = try folder.file("in.txt", "inside")
    let secret = try other.file("secret", "secret")
    expectEqual(symlink(secret, folder.path + "/out"), 0)
    expectEqual(symlink(inside, other.path + "/into"), 0)
    let desk = Desk(permissions: Permissions(write: .only([folder.path + "/"])))
    // It lies outside, though it leads inside.
    try expectEqual(error(desk, "os.remove('\(other.path)/into')").code, "permission-denied")
    try expectEqual(
      error(desk, "os.rename('\(other.path)/into', '\(folder.path)/x')").code, "permission-denied")
    expect(exists(other.path + "/into") && exists(inside))
    // It lies inside, though it leads outside: renaming over it replaces it.
    try expectEqual(desk.lua("os.rename('\(inside)', '\(folder.path)/out')"), ["true"])
    try expectEqual(Files.read(folder.path + "/out"), Array("inside".utf8))
    try expectEqual(Files.read(secret), Array("secret".utf8))
    expectEqual(symlink(secret, folder.path + "/again"), 0)
    try expectEqual(desk.lua("os.remove('\(folder.path)/again')"), ["true"])
    expect(exists(secret) && !exists(folder.path + "/again"))
    try expectEqual(error(desk, "os.remove('\(folder.path)/..')").code, "permission-denied")
  }

  @Test("what is written through a link is written where it leads, if that is allowed")
  func writingLinks() throws {
    expectEqual(symlink(other.path + "/new", folder.path + "/out"), 0)
    expectEqual(symlink("new", folder.path + "/in"), 0)
    expectEqual(symlink("ring", folder.path + "/ring"), 0)
    let desk = Desk(permissions: Permissions(write: .only([folder.path])))
    func write(_ name: String) -> String {
      "local f = assert(io.open('\(folder.path)/\(name)', 'w')) f:write('x') f:close()"
    }
    try expectEqual(error(desk, write("out")).code, "permission-denied")
    try expectEqual(error(desk, write("ring")).code, "permission-denied")
    expect(!exists(other.path + "/new"))
    try desk.lua(write("in"))
    try expectEqual(Files.read(folder.path + "/new"), Array("x".utf8))
  }

  @Test("a folder that is allowed is the one that bore the name at the start")
  func swapped() throws {
    _ = try other.file("a.txt", "secret")
    let allowed = folder.path + "/allowed"
    expectEqual(mkdir(allowed, 0o700), 0)
    expectEqual(symlink(other.path, folder.path + "/link"), 0)
    let desk = Desk(
      permissions: Permissions(read: .only([allowed]), write: .only([folder.path])))
    try desk.lua(
      """
      assert(os.remove('\(allowed)'))
      assert(os.rename('\(folder.path)/link', '\(allowed)'))
      """)
    try expectEqual(error(desk, "io.open('\(allowed)/a.txt')").code, "permission-denied")
  }

  @Test("the folder that is opened is the one that was judged, whatever takes its name")
  func race() throws {
    let path = folder.path + "/sub"
    expectEqual(mkdir(path, 0o700), 0)
    _ = try folder.file("sub/a.txt", "mine")
    _ = try other.file("a.txt", "secret")
    let real = try require(RealPath.resolve(path + "/a.txt"))
    expectEqual(rename(path, folder.path + "/moved"), 0)
    expectEqual(symlink(other.path, path), 0)
    expectEqual(RealPath.folder(of: real), -1)
    expectEqual(errno, ELOOP)
    expectEqual(AllowedFile(real: real).open(real, O_RDONLY), -1)
    expect(unlink(path) == 0 && rename(folder.path + "/moved", path) == 0)
    let file = AllowedFile(real: real)
    for isSwapped in [false, true] {
      if isSwapped {
        expect(rename(path, folder.path + "/moved") == 0 && symlink(other.path, path) == 0)
      }
      let descriptor = file.open(real, O_RDONLY)
      expect(descriptor >= 0)
      try expectEqual(Files.read("/proc/self/fd/\(descriptor)"), Array("mine".utf8))
      close(descriptor)
    }
    let moved = folder.path + "/moved/a.txt"
    expect(unlink(moved) == 0 && symlink(other.path + "/a.txt", moved) == 0)
    expectEqual(file.open(real, O_RDONLY), -1)
    expectEqual(errno, ELOOP)
  }

  @Test(
    "paths are resolved as the system does it",
    arguments: [
      ("a/../b", "/b"), ("a/", "/a"), ("a/none/x", "/a/none/x"), ("none/../b", nil),
      ("a/./../a", "/a"), ("", nil), ("a\0/../b", nil),
    ] as [(String, String?)])
  func resolving(path: String, real: String?) throws {
    expect(mkdir(folder.path + "/a", 0o700) == 0 && mkdir(folder.path + "/b", 0o700) == 0)
    let typed = path.isEmpty ? "" : folder.path + "/" + path
    expectEqual(RealPath.resolve(typed), real.map { folder.path + $0 })
  }

  @Test("a file that the user has named may be read, and not written")
  func named() throws {
    let path = try folder.file("a.csv", "a")
    let desk = Desk()
    desk.session.access.name(
      file: folder.path + "/../" + (folder.path.split(separator: "/").last ?? "") + "/a.csv")
    try expectEqual(desk.lua("io.open('\(path)'):read('a')"), ["a"])
    try expectEqual(error(desk, "io.open('\(path)', 'r+')").code, "permission-denied")
  }

  @Test("files are read and written in any order, and what was not closed is written in the end")
  func files() throws {
    let path = folder.path + "/f.txt"
    do {
      let desk = Desk(permissions: .all)
      try expectEqual(
        desk.lua(
          """
          local f = assert(io.open('\(path)', 'w+'))
          f:write('one\\ntwo\\n', 3, '\\n')
          assert(f:seek('set') == 0)
          local first = f:read()
          local at = f:seek()
          f:write('TWO')
          f:seek('set', 4)
          local rest = {f:read(3, 1, 'n', 'l', 0)}
          return first, at, rest[1], rest[3], #rest, f:seek('end')
          """), ["one", "4", "TWO", "3", "3", "10"])
      try expectEqual(
        desk.lua("local t = {} for a in io.lines('\(path)', 2) do t[#t + 1] = a end return #t"),
        ["5"])
      try desk.lua("kept = io.open('\(path)', 'a') kept:write('end')")
    }
    try expectEqual(Files.read(path), Array("one\nTWO\n3\nend".utf8))
    let desk = Desk(permissions: .all)
    try expectEqual(desk.lua("io.open('/dev/full', 'w'):write('x'):flush()").first, "nil")
    try expectEqual(
      error(desk, "local f = io.open('\(path)') f:close() f:read()").message, "the file is closed")
    try expectEqual(desk.lua("io.open('\(folder.path)')").last?.hasSuffix("is a directory"), true)
  }

  @Test("a file without end does not take more memory than Lua may")
  func endless() throws {
    let shell = SmallShell(crew())
    let session = LuaSession(
      host: shell, permissions: Permissions(read: .only(["/dev/zero"])), memory: 4 << 20)
    for text in ["io.open('/dev/zero'):read('a')", "io.open('/dev/zero'):read('l')"] {
      let error = try failure { () throws(LuaFailure) in _ = try session.evaluate(text) }
      expectEqual(error.message, "not enough memory")
    }
  }
}
