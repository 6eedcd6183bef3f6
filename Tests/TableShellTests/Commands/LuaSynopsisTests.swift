import Expectations
import TestSupport
import Testing

@testable import TableShell

/// A synopsis that Lua declares is the grammar of its command.
struct LuaSynopsisTests {
  private let session = Session("A(a b c) B(d)")
  private let folder = TemporaryFolder()

  /// Declares a command that answers what it was given.
  private func declare(_ fields: String) throws -> String {
    let path = try folder.write(
      """
      tablesh.command {
        name = "shift", help = "move rows", \(fields),
        run = function(context, args)
          local names, texts = {}, {}
          for name in pairs(args) do names[#names + 1] = tostring(name) end
          table.sort(names)
          for i, name in ipairs(names) do
            local value = args[tonumber(name) or name]
            if type(value) == "table" then value = "{" .. table.concat(value, " ") .. "}" end
            texts[i] = name .. "=" .. tostring(value)
          end
          return table.concat(texts, " ")
        end,
      }
      """, to: "p.lua")
    return session.run("plugin load \(path)")
  }

  @Test("placeholders, options and words come by name, placeholders by number as well")
  func names() throws {
    try expect(
      declare(#"synopsis = "shift TARGET up|down [TEXT …] [--by N] [--dry-look]""#)
        .hasPrefix("loaded"))
    session.expect(
      """
      > shift 0:0-1 up
      1=0:0-1 target=0:0-1 up=true
      > shift --by 3 --dry-look @a down x 'y z'
      1=@a 2={x y z} by=3 down=true dry_look=true target=@a text={x y z}
      """)
  }

  @Test("one of several forms fits, and args= says what a placeholder is")
  func forms() throws {
    try expect(
      declare(
        """
        synopsis = { "shift by HOURS", "shift to SECTION" },
        args = { { "hours", type = "number", help = "how many" } }
        """
      ).hasPrefix("loaded"))
    session.expect(
      """
      > shift by 1.5
      1=1.5 by=true hours=1.5
      > shift to 1
      1=B section=B to=true
      """)
    expect(session.run("help shift").contains("shift by HOURS\n"))
    expect(session.run("help shift").contains("HOURS: how many."))
  }

  @Test("what does not fit is an error with the nearest form")
  func errors() throws {
    _ = try declare(#"synopsis = { "shift TARGET --by N", "shift all" }"#)
    expect(session.run("shift @a --by x").hasPrefix("error: 'x' is no number\n"))
    expect(session.run("shift @a --buy 3").contains("--by"))
    expect(session.run("shift").hasPrefix("error: a target is missing\n"))
    session.expect(
      """
      > shift @a
      error: --by N is missing after '@a'
      hint:  shift TARGET --by N
      """)
  }

  @Test("completion knows its words, its options and what placeholders stand for")
  func completion() throws {
    _ = try declare(#"synopsis = "shift SECTION up|down [--by N]""#)
    func texts(_ line: String) -> [String] {
      let choices = session.shell.complete(line, cursor: line.utf8.count).choices
      if case .candidates(let all) = choices { return all.map(\.text) }
      return []
    }
    expectEqual(texts("shift A "), ["up", "down"])
    expectEqual(texts("shift --b"), ["--by"])
    expect(texts("shift ").contains("B"))
  }

  @Test("a malformed synopsis is an error where it is declared")
  func malformed() throws {
    let malformed = try declare(#"synopsis = "shift [TARGET""#)
    expect(
      malformed.contains(
        "p.lua:1: error: tablesh.command: the synopsis 'shift [TARGET' is malformed: a '[' is not closed"
      ))
    try expect(declare(#"synopsis = "move TARGET""#).contains("must begin with 'shift'"))
    try expect(declare("synopsis = 5, args = {}").contains("field 'synopsis' must be"))
    try expect(
      declare(#"synopsis = "shift TARGET", args = { "by" }"#).contains(
        "the synopsis has no BY"))
    expect(session.run("shift").hasPrefix("error: no command 'shift'"))
  }
}
