import Expectations
import Testing

@testable import TableLua

/// The streams of the session in Lua.
struct StreamTests {
  private let desk = Desk()

  private func error(_ text: String) throws -> LuaFailure {
    try failure { () throws(LuaFailure) in try desk.lua(text) }
  }

  @Test("writing goes where print and warnings go, as it is, and needs no permission")
  func writing() throws {
    try desk.lua(
      """
      io.write('a', 1, 2.5, '\\n'):write('b')
      assert(io.stdout:write('c', '\\0\\xFF') == io.stdout)
      io.stderr:write('oops\\n'):flush()
      io.output():write('d')
      io.write()
      """)
    try expectEqual(desk.lua("io.write('')"), [])
    expectEqual(
      desk.shell.written,
      [
        "out: a", "out: 1", "out: 2.5", "out: \n", "out: b", "out: c", "out: \0\u{FFFD}",
        "err: oops\n", "out: d", "out: ",
      ])
  }

  @Test("what is written to is one object, however often")
  func same() throws {
    let text = "return rawequal(io.write(''), io.stdout), rawequal(io.output(), io.stdout)"
    try expectEqual(desk.lua(text), ["true", "true"])
    let before = desk.session.state.memoryPeak
    try desk.lua("for i = 1, 200000 do io.write('') end")
    expect(desk.session.state.memoryPeak < before + 1 << 20)
  }

  @Test("what is no text is refused", arguments: ["io.write({})", "io.stdout:write(nil)"])
  func noText(text: String) throws {
    try expect(error(text).message.contains("string expected"))
  }

  @Test(
    "standard input is the shell's: reading says what to use",
    arguments: [
      "io.read()", "io.read('n')", "io.stdin:read('a')", "for l in io.stdin:lines() do end",
      "io.input()", "io.input('x')", "io.lines()", "io.stdin:write('x')",
    ])
  func reading(text: String) throws {
    let error = try error(text)
    expectEqual(error.code, "not-available")
    expect(error.message.contains("standard input is the shell's"))
    expectEqual(
      error.hint, "tablesh.run('open -') reads a table from it, io.open(path) a file")
  }

  @Test("they are files that stay open, and say so as Lua does")
  func files() throws {
    try expectEqual(
      desk.lua(
        """
        return io.type(io.stdout), io.type(io.stdin), io.type(42), io.stdout:close(),
          io.stderr:setvbuf('no'), io.stdout:seek(), io.stdout:read()
        """),
      [
        "file", "file", "nil", "nil", "true", "nil", "nil", "this is not open for reading",
      ])
    try expectEqual(desk.lua("io.close()"), ["nil", "the streams of the session stay open"])
    try expectEqual(
      desk.lua("io.close(io.stdout)"), ["nil", "the streams of the session stay open"])
    try expectEqual(error("io.output('x')").hint, "use io.open(path, 'w')")
    try expectEqual(error("io.tmpfile()").code, "not-available")
    try expect(error("io.nothing()").message.contains("nothing"))
    let all = Desk(permissions: .all)
    try expectEqual(
      all.lua(
        "local f = io.open('/dev/null') local a = io.type(f) f:close() return a, io.type(f)"),
      ["file", "closed file"])
    try expectEqual(all.lua("local f = io.open('/dev/null') return io.close(f)"), ["true"])
  }
}

struct WarnTests {
  @Test("warn writes to standard error, until a script turns it off and on again")
  func warns() throws {
    let desk = Desk()
    _ = try desk.session.evaluate(
      "warn('a', 'b', 1); warn('@off'); warn('c'); warn('@odd'); warn('@on'); warn('d', '@on')")
    expectEqual(desk.shell.written, ["err: warning: ab1\n", "err: warning: d@on\n"])
    expect(throws: LuaFailure.self) { _ = try desk.session.evaluate("warn()") }
  }
}
