import Foundation
import Testing

@testable import TableLua

@Suite("programs that Lua runs")
struct ProgramsTests {
  private let desk = Desk(permissions: Permissions(run: .all))

  @Test("what a program answers is what Lua's own functions say")
  func results() throws {
    #expect(try desk.lua("os.execute()") == ["true"])
    #expect(try desk.lua("os.execute('exit 3')") == ["nil", "exit", "3"])
    #expect(try desk.lua("os.execute('kill -9 $$')") == ["nil", "signal", "9"])
    #expect(
      try desk.lua("local p = io.popen('echo a; exit 4') return p:read('a'), p:close()")
        == ["a\n", "nil", "exit", "4"])
    #expect(
      try desk.lua("local p = io.popen('read x; exit $x', 'w') p:write('5\\n') return p:close()")
        == ["nil", "exit", "5"])
    #expect(try desk.lua("local p = io.popen('echo $TABLELUA_ENV') return p:read()") == [""])
    setenv("TABLELUA_ENV", "here", 1)
    #expect(try desk.lua("local p = io.popen('echo $TABLELUA_ENV') return p:read()") == ["here"])
  }

  @Test("a program that does not read is an error of the write, not the end of everything")
  func brokenPipe() throws {
    let text = """
      local p = io.popen('exec <&-; sleep 0.2', 'w')
      local ok, reason
      repeat ok, reason = p:write(('x'):rep(100000)) until not ok
      return reason
      """
    #expect(try desk.lua(text) == ["broken pipe"])
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
    Thread.detachNewThread {
      usleep(200_000)
      interrupt()
    }
    let error = try failure { () throws(LuaFailure) in try desk.lua(text) }
    #expect(error.code == "lua-interrupted")
    #expect(try desk.lua("1 + 1") == ["2"])
  }

  @Test("the time limit stops one that waits for a program")
  func timeLimit() throws {
    let folder = Folder()
    let plugin = try folder.file(
      "p.lua", "tablesh.health(function() os.execute('exec sleep 1000') return true end)")
    try desk.session.load(plugin: plugin)
    let health = try #require(desk.session.health(of: plugin, seconds: 0.2))
    #expect(!health.isOK)
    #expect(health.lines.first?.contains("time limit exceeded") == true)
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
    let process = try #require(Int32(text.split(separator: "\n").first ?? ""))
    #expect(kill(process, SIGTERM) == 0)
  }

  @Test("a program that nobody waits for leaves no zombie")
  func zombies() throws {
    // The last one may still run; the others must be gone, not dead and unburied.
    try desk.lua("for i = 1, 20 do io.popen('exit 0 # tablelua-zombie'):read('a') end")
    desk.session.state.collectGarbage()
    var zombies = 20
    for _ in 0..<200 where zombies > 0 {
      usleep(20_000)
      zombies = Self.zombies
    }
    #expect(zombies == 0)
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
