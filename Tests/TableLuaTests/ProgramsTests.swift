import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableLua

@Suite("programs that Lua runs", .ends)
struct ProgramsTests {
  private let desk = Desk(permissions: Permissions(run: .all))

  @Test("what a program answers is what Lua's own functions say")
  func results() throws {
    try expectEqual(desk.lua("os.execute()"), ["true"])
    try expectEqual(desk.lua("os.execute('exit 3')"), ["nil", "exit", "3"])
    try expectEqual(desk.lua("os.execute('kill -9 $$')"), ["nil", "signal", "9"])
    try expectEqual(
      desk.lua("local p = io.popen('echo a; exit 4') return p:read('a'), p:close()"),
      ["a\n", "nil", "exit", "4"])
    try expectEqual(
      desk.lua("local p = io.popen('read x; exit $x', 'w') p:write('5\\n') return p:close()"),
      ["nil", "exit", "5"])
    try expectEqual(desk.lua("local p = io.popen('echo $TABLELUA_ENV') return p:read()"), [""])
    setenv("TABLELUA_ENV", "here", 1)
    try expectEqual(desk.lua("local p = io.popen('echo $TABLELUA_ENV') return p:read()"), ["here"])
  }

  @Test("a program that does not read is an error of the write, not the end of everything")
  func brokenPipe() throws {
    let text = """
      local p = io.popen('exec <&-; sleep 0.2', 'w')
      local ok, reason
      repeat ok, reason = p:write(('x'):rep(100000)) until not ok
      return reason
      """
    try expectEqual(desk.lua(text), ["broken pipe"])
  }

  @Test(
    "whoever waits for a program can be stopped, and the program is ended",
    arguments: [
      "os.execute('exec sleep 1000')", "io.popen('exec sleep 1000'):read('a')",
      "io.popen('exec sleep 1000', 'w'):close()",
      "io.popen('trap : INT TERM; while :; do sleep 1; done', 'w'):close()",
      "local p = io.popen('exec sleep 1000', 'w') while true do p:write(('x'):rep(100000)) end",
      "pcall(os.execute, 'exec sleep 1000') while true do end",
    ])
  func stopped(text: String) throws {
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    let error = try failure { () throws(LuaFailure) in try desk.lua(text) }
    expectEqual(error.code, "lua-interrupted")
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("the time limit stops one that waits for a program")
  func timeLimit() throws {
    let folder = Folder()
    let plugin = try folder.file(
      "p.lua", "tablesh.health(function() os.execute('exec sleep 1000') return true end)")
    try desk.session.load(plugin: plugin)
    let health = try require(desk.session.health(of: plugin, seconds: 0.2))
    expect(!health.isOK)
    expectEqual(health.lines.first?.contains("time limit exceeded"), true)
  }

  @Test("what a program never reads does not keep a script that has forgotten it")
  func forgotten() throws {
    let folder = Folder()
    let pid = folder.path + "/pid"
    do {
      let desk = Desk(permissions: .all)
      try desk.lua(
        """
        local p = io.popen('echo $$ > \(pid); exec sleep 1000 >&- 2>&-', 'w')
        p:write(('x'):rep(65536)) p:write(('x'):rep(60000))
        repeat local f = io.open('\(pid)') local n = f and f:read() until n
        """)
    }
    let text = String(decoding: try Files.read(pid), as: UTF8.self)
    let process = try require(Int32(text.split(separator: "\n").first ?? ""))
    expectEqual(kill(process, SIGTERM), 0)
  }

  @Test("a program that nobody waits for leaves no zombie")
  func zombies() throws {
    // The last one may still run; the others must be gone, not dead and unburied.
    try desk.lua("for i = 1, 20 do io.popen('exit 0 # tablelua-zombie'):read('a') end")
    desk.session.state.collectGarbage()
    expectEventuallyEqual(Self.zombies, 0)
  }

  /// Starts a process that does not end when it is asked to, and one under it, and tells of both.
  private static let stubborn =
    "trap '' TERM INT; (trap '' TERM INT; exec sleep 1000) & echo $$ $! > PIDS; exec sleep 1000"

  /// Waits for a program to tell its processes; then stops the script.
  private func processes(of path: String, then stop: @escaping @Sendable () -> Void) -> () ->
    [pid_t]
  {
    let read: @Sendable () -> [pid_t] = {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.hasSuffix("\n")
        ? text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) } : []
    }
    Thread.detachNewThread {
      while read().count < 2 { usleep(5000) }
      stop()
    }
    return read
  }

  /// Whether a process runs: one that is dead and not buried yet does not.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return false }
    return !["Z", "X"].contains(stat[end...].split(separator: " ")[1])
  }

  /// Whether programs have to stay in the group of this process, to read its terminal.
  private var isOnTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  private static let holding = [
    "os.execute(LINE)", "io.popen(LINE):read('a')", "io.popen(LINE, 'w'):close()",
    "for l in io.popen(LINE):lines() do end", "local p = io.popen(LINE) while true do end",
    "io.popen(LINE) while true do local t = {} end",
    "pcall(function() io.popen(LINE):read('a') end) while true do end",
    "os.execute(LINE:gsub('exec sleep 1000$', 'exit 0')) while true do end",
    """
    os.execute((LINE:gsub('exec sleep 1000$', 'exit 0'))) os.execute('true') os.execute('true')
    while true do end
    """,
  ]

  @Test(
    "a stopped script leaves nothing behind of a program that does not want to end",
    arguments: holding)
  func stubborn(text: String) throws {
    let folder = Folder()
    let pids = folder.path + "/pids"
    let line = Self.stubborn.replacing("PIDS", with: pids)
    let read = processes(of: pids, then: desk.session.interrupter)
    let error = try failure { () throws(LuaFailure) in
      try desk.lua("local LINE = [[\(line)]] \(text)")
    }
    expectEqual(error.code, "lua-interrupted")
    // On a terminal the programs are in our group: what one has left there cannot be told apart.
    let isLeft = text.contains("exit 0") && isOnTerminal
    let processes = read()
    expectEqual(processes.count, 2)
    expectEqual(processes.map(isRunning), [false, isLeft])
    if isLeft { kill(processes[1], SIGKILL) }
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("the time limit ends it as well, and what an outer script has started stays")
  func stubbornInTime() throws {
    // A busy machine may take all the time before both run: then there is more of it.
    for seconds in [1.0, 10, 100] {
      let folder = Folder()
      let pids = folder.path + "/pids"
      let line = Self.stubborn.replacing("PIDS", with: pids)
      let plugin = try folder.file(
        "p.lua",
        """
        tablesh.on('did_run', function() end)
        tablesh.health(function()
          local p = io.popen([[\(line)]])
          repeat local f = io.open('\(pids)') local l = f and f:read('L') until l
          while true do end
        end)
        """)
      let desk = Desk(permissions: .all)
      try desk.session.load(plugin: plugin)
      let health = try require(desk.session.health(of: plugin, seconds: seconds))
      expectEqual(health.lines.first?.contains("time limit exceeded"), true)
      let text = (try? String(contentsOfFile: pids, encoding: .utf8)) ?? ""
      let processes = text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
      expectEqual(processes.map(isRunning), processes.map { _ in false })
      if processes.count == 2 { return }
    }
    fail("no time was enough for both programs to run")
  }

  @Test("all that a program has started ends with it, in sessions of their own as well")
  func descendants() throws {
    let folder = Folder()
    let path = folder.path + "/pids"
    let inner = "echo $$ >> \(path); setsid sleep 1000 & echo $! >> \(path); wait"
    _ = try folder.file("inner.sh", inner)
    _ = try folder.file("outer.sh", "echo $$ >> \(path); setsid sh \(folder.path)/inner.sh & wait")
    let interrupt = desk.session.interrupter
    func read() -> [pid_t] {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }
    Thread.detachNewThread {
      // The last of them has become `sleep`, in a session of its own.
      _ = eventually {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let processes = text.split(separator: "\n")
        guard text.hasSuffix("\n"), processes.count == 3 else { return false }
        let name = try? String(contentsOfFile: "/proc/\(processes[2])/comm", encoding: .utf8)
        return name == "sleep\n"
      }
      interrupt()
    }
    let error = try failure { () throws(LuaFailure) in
      try desk.lua("os.execute('setsid sh \(folder.path)/outer.sh & wait')")
    }
    expectEqual(error.code, "lua-interrupted")
    expect(read().count == 3 && read().map(isRunning) == [false, false, false])
  }

  @Test("what a program has left running goes on when the script is over")
  func leftByEnded() throws {
    let folder = Folder()
    let path = folder.path + "/pid"
    try desk.lua("os.execute('sleep 1000 >/dev/null 2>&1 & echo $! > \(path)')")
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    _ = try failure { () throws(LuaFailure) in try desk.lua("while true do end") }
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let process = try require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    expect(isRunning(process))
    kill(process, SIGKILL)
  }

  @Test("a program that a plugin has kept from an earlier run goes on when a script is stopped")
  func kept() throws {
    try desk.lua("kept = io.popen('cat', 'w')")
    let interrupt = desk.session.interrupter
    onceUnderWay { interrupt() }
    _ = try failure { () throws(LuaFailure) in try desk.lua("while true do end") }
    try expectEqual(desk.lua("kept:write('') return kept:close()"), ["true", "exit", "0"])
  }

  /// Dead children of this process called `sh` that nobody has waited for.
  private static var zombies: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.count { name in
      guard Int32(name) != nil,
        let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { return false }
      let fields = stat[end...].split(separator: " ")
      return stat.contains("(sh)") && fields.count > 2 && fields[1] == "Z"
        && fields[2] == "\(getpid())"
    }
  }
}
