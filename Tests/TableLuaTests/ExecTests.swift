import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableLua

@Suite("tablesh.exec and tablesh.files", .ends)
struct ExecTests {
  private let desk = Desk(permissions: .all)
  private let folder = Folder()

  @Test("a program gets its arguments as they are, and answers with status, output and error")
  func results() throws {
    try expectEqual(
      desk.lua(
        """
        local r = tablesh.exec{"sh", "-c", 'printf "%s|" "$@"; cat; echo no >&2; exit 3', "sh", "a b",
          "", "*", "$HOME", "'\\"", 1, 1.5, "\\xFF", input = "in\\0put"}
        return r.status, r.output == "a b||*|$HOME|'\\"|1|1.5|\\xFF|in\\0put", r.error
        """), ["3", "true", "no\n"])
    try expectEqual(desk.lua("tablesh.exec{'sh', '-c', 'kill -9 $$'}.status"), ["137"])
    try expectEqual(desk.lua("tablesh.exec{'cat'}.output"), [""])
    try expectEqual(desk.lua("tablesh.exec{'true', input=('x'):rep(1e6)}.status"), ["0"])
    try expectEqual(desk.lua("#tablesh.exec{'cat', input=('x'):rep(1e6)}.output"), ["1000000"])
    try expectEqual(desk.lua("tablesh.has('exec')"), ["true"])
  }

  @Test("what it leaves running is not waited for, and all that it printed itself is there")
  func background() throws {
    let text = "exec{'sh', '-c', 'sleep 10000 & head -c 300000 /dev/zero; echo $! >&2'}"
    try expectEqual(desk.lua("r = tablesh.\(text) return #r.output"), ["300000"])
    // It still runs.
    try expectEqual(desk.lua("os.execute('kill ' .. r.error)"), ["true", "exit", "0"])
  }

  @Test("what cannot be run is an error value, which fails a script that does not look at it")
  func errors() throws {
    func answer(_ call: String) throws -> [String] {
      try desk.lua("local _, e = tablesh.exec\(call) return e.code, e.message, e.hint")
    }
    let none = "no such file or directory"
    try expectEqual(
      answer("{'nosuchprogram'}"), ["cannot-run", "cannot run 'nosuchprogram': \(none)", "nil"])
    try expectEqual(
      answer("{'ls -l'}"),
      [
        "cannot-run", "cannot run 'ls -l': \(none)",
        #"one text for each argument: tablesh.exec{"ls", "-l"}"#,
      ])
    try expect(answer("{'\(folder.path)'}")[1].hasSuffix("permission denied"))
    try expectEqual(
      answer("{'sleep', 1000, timeout = 0.2}"),
      [
        "program-time", "'sleep' was stopped after 0.2 s", "timeout = 60 allows 60 seconds",
      ])
    let unseen = try failure { () throws(LuaFailure) in
      try desk.lua("tablesh.exec{'nosuchprogram'} print('on')")
    }
    expectEqual(unseen.code, "cannot-run")
    for (call, message) in [
      ("{}", "exec wants a program"), ("{'a', nil, 'b'}", "argument 1 of exec is nil"),
      ("{'a', {}}", "argument 1 of exec is a table"),
      ("{'a\\0'}", "argument 0 of exec holds a NUL"),
      ("{'a', input = 1}", "input is a text"), ("{'a', timeout = 0}", "timeout is a number"),
      ("{'a', timeuot = 1}", "exec takes no 'timeuot'"), ("('a')", "table expected"),
    ] {
      let error = try failure { () throws(LuaFailure) in try desk.lua("tablesh.exec\(call)") }
      expect(error.message.contains(message), "\(call): \(error.message)")
    }
  }

  @Test("a program that prints without end is stopped, and ^C stops one that waits")
  func endless() throws {
    let small = Desk(permissions: .all)
    small.session.memory = 4 << 20
    try expectEqual(
      small.lua("local _, e = tablesh.exec{'yes'} return e.code"), ["too-many-bytes"])
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    let error = try failure { () throws(LuaFailure) in
      try desk.lua("tablesh.exec{'sleep', '1000'}")
    }
    expectEqual(error.code, "lua-interrupted")
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("--allow-run=NAME allows the program with any arguments, and no other")
  func permission() throws {
    let desk = Desk(permissions: Permissions(run: .only(["printf"])))
    try expectEqual(desk.lua("tablesh.exec{'printf', '%s;', 'a\"b', '*'}.output"), ["a\"b;*;"])
    for other in ["{'cat'}", "{'./printf'}", "{'printf x'}", "{'/usr/bin/printf'}"] {
      try expectEqual(
        desk.lua("local _, e = tablesh.exec\(other) return e.code"), ["permission-denied"])
    }
  }

  @Test("what an output of programs belongs to gets it where replies are held")
  func held() throws {
    desk.shell.holdsOutput = true
    try expectEqual(desk.lua("os.execute('echo a; exit 2')"), ["nil", "exit", "2"])
    try expectEqual(
      desk.lua("local p = io.popen('cat; echo b', 'w') p:write('in ') return p:close()"),
      ["true", "exit", "0"])
    // More than a pipe holds, each way.
    try desk.lua("local p = io.popen('cat', 'w') p:write(('x'):rep(300000)) p:close()")
    expectEqual(desk.shell.written.prefix(2), ["out: a\n", "out: in b\n"])
    expectEqual(desk.shell.written.last, "out: " + String(repeating: "x", count: 300_000))
    try expectEqual(desk.lua("io.popen('echo c'):read('a')"), ["c\n"])
    expectEqual(desk.shell.written.count, 3)
  }

  @Test("a folder is listed by the bytes of the names, with types and sizes")
  func files() throws {
    let path = folder.path
    for (name, text) in [("b", "12"), ("a b", "1"), ("Z", "")] { _ = try folder.file(name, text) }
    expect(mkdir("\(path)/d", 0o700) == 0 && symlink("none", "\(path)/l") == 0)
    expectEqual(mkfifo("\(path)/p", 0o600), 0)
    try desk.lua("tablesh.exec{'touch', '\(path)/\\xFF'}")
    for call in ["io.open(name, 'w')", "os.remove(name)", "tablesh.run('open ' .. name)"] {
      let error = try failure { () throws(LuaFailure) in
        try desk.lua("local name = '\(path)/\\xFF' \(call)")
      }
      expect(error.message.hasSuffix(#"\xff' is not UTF-8"#), "\(call)")
    }
    let list = "for _, f in ipairs(tablesh.files('\(path)')) do"
    try desk.lua("\(list) print(('%q'):format(f.name), f.type, f.type == 'folder' or f.size) end")
    expectEqual(
      desk.shell.printed.dropLast(),
      [
        "\"Z\"\tfile\t0", "\"a b\"\tfile\t1", "\"b\"\tfile\t2", "\"d\"\tfolder\ttrue",
        "\"l\"\tlink\t4", "\"p\"\tother\t0",
      ])
    try expectEqual(desk.lua("tablesh.files('\(path)')[7].name == '\\xFF'"), ["true"])
    try expectEqual(desk.lua("#tablesh.files('\(path)/d')"), ["0"])
    func code(_ path: String, _ permissions: Permissions) throws -> [String] {
      try Desk(permissions: permissions).lua(
        "local _, e = tablesh.files('\(path)') return e and e.code")
    }
    try expectEqual(code("\(path)/none", .all), ["cannot-read"])
    try expectEqual(code("\(path)/b", .all), ["cannot-read"])
    try expectEqual(code(path, .none), ["permission-denied"])
    let own = Permissions(read: .only([path]))
    try expect(code(path, own) == ["nil"] && code("\(path)/d", own) == ["nil"])
    try expectEqual(code("\(path)/..", own), ["permission-denied"])
    expectEqual(symlink("/etc", "\(path)/e"), 0)
    try expectEqual(code("\(path)/e", own), ["permission-denied"])
  }

  @Test("the words of a line are those that sh passes, and the call that runs them has them too")
  func words() throws {
    var random = SeededGenerator(seed: 38)
    let pieces = [
      "a", "b", " ", "  ", "'", "\"", "\\", "\t", "#", "~", "=", "%", "^", "!", "é", "$", "*", "\n",
      "{", "-", "/",
    ]
    var count = 0
    for _ in 0..<3000 {
      let line =
        "x"
        + (0..<Int.random(in: 0..<9, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      guard let words = ShellLine.words(of: line) else { continue }
      count += 1
      let sent = try desk.lua(
        """
        local tablesh = { exec = function(t) return table.concat(t, "\\1") end }
        return \(ShellLine.exec(words))
        """)
      expectEqual(sent, [words.joined(separator: "\u{1}")], "\(line)")
      guard count % 20 == 0 else { continue }
      let told = try ChildProcess.run("/bin/sh", ["-c", "printf '%s\\001' \(line)"])
      expectEqual(told.output, words.map { $0 + "\u{1}" }.joined(), "\(line)")
    }
    expect(count > 500)
    for line in ["cd x", "A=1 x", "", "x 'a", "x \"a", "x \\", "x $y", "x *", "(x)", "! x", "if x"]
    {
      expectNil(ShellLine.words(of: line), "\(line)")
    }
  }
}
