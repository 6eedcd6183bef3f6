import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Commands that Lua declares are like built-in ones.
struct LuaArgumentsTests {
  private func session() throws -> Session {
    let session = Session("A(a b c) B(d)")
    let folder = TemporaryFolder()
    let path = try folder.write(
      """
      tablesh.command {
        name = "tag", help = "write a tag into rows", details = "Existing names are lost.",
        example = "tag high 0:0",
        args = {
          { "level", values = { "low", "high" }, help = "how much it matters" },
          { "rows", type = "target", many = true, help = "which rows" },
        },
        run = function(context, args)
          local count = 0
          tablesh.edit(function(t)
            for _, target in ipairs(args.rows) do
              t:set(target, "name", args.level)
              count = count + 1
            end
          end)
          return count .. " targets"
        end,
      }
      tablesh.command {
        name = "fail", run = function() return nil, "it is Sunday" end,
      }
      tablesh.command {
        name = "fruit", args = { "kind" },
        complete = function(context, argument, typed) return { "apple", "apricot", argument .. typed } end,
        run = function(context, args) return args.kind, #context.table end,
      }
      tablesh.command {
        name = "chain", run = function() return tablesh.run("select 9:9") end,
      }
      """, to: "p.lua")
    expect(session.run("plugin load \(path)").hasPrefix("loaded"))
    return session
  }

  @Test("targets of all kinds, words from a list, several words")
  func arguments() throws {
    let session = try session()
    session.expect(
      """
      > tag high 0:0-1 @d
      2 targets
      changed 3 cells in 2 sections
      plan  1 stage, 3 operations, the least possible
        reconfigure rows   0:0  0:1  1:0
      > tag --dry-run low *
      1 targets
      dry run: changed 4 cells in 2 sections
      plan  1 stage, 4 operations, the least possible
        reconfigure rows   0:0  0:1  0:2  1:0
      """)
    expect(session.run("tag hgh 0:0").contains("'hgh' is not one of low, high for 'level'"))
    expect(session.run("tag").contains("'tag' needs level"))
    expect(session.run("tag low 7:7").contains("no section 7"))
    expect(session.run("show name *").contains("high"))
    session.run("undo")
    expect(!session.run("show name *").contains("high"))
  }

  @Test("nil and a reason fail the command, with the reason as its error")
  func failing() throws {
    let session = try session()
    expect(session.run("fail").contains("error: it is Sunday"))
    let reply = session.run("chain")
    expect(reply.contains("error: no section 9: there are 2 sections"), "\(reply)")
    expect(reply.contains("hint:  sections  # they count from 0: 0 … 1"))
  }

  @Test("a target that is the last argument takes the rest of the line")
  func target() throws {
    let session = Session("A(a b c) B(d)")
    session.run(
      """
      lua tablesh.command { name = "stamp", args = { "how", { "rows", type = "target" } },
        run = function(context, args)
          return #tablesh.edit(function(t) t:set(args.rows, "name", args.how) end)
        end }
      """)
    for (line, count) in [
      ("stamp x 0:0", 1), ("stamp x where id > 'b'", 2), ("stamp x in A *", 3),
      ("stamp x @a,@d", 2),
      ("stamp 'x y' 0:0, 1:0", 2),
    ] {
      session.run("undo to 0")
      expect(session.run(line).hasPrefix("\(count)\n"), "\(line)")
    }
    expect(session.run("stamp x rule nope").contains("no rule 'nope'"))
    expect(session.run("stamp x 9:9").contains("no section 9"))
    session.run("lua tablesh.command { name = 'none', run = function() end }")
    expect(session.run("none where id > 'b'").contains("takes no 'where id > 'b''"))
  }

  @Test("help shows arguments, details and example")
  func help() throws {
    let session = try session()
    session.expect(
      """
      > help tag
      tag LEVEL ROWS …

      write a tag into rows

      Existing names are lost. LEVEL: how much it matters. ROWS: which rows.

      options
        --dry-run      only tell what would happen
        --skip-errors  skip rows where the expression fails

      example
        tag high 0:0
      """)
  }

  @Test("completion asks the command's own function, then follows the types")
  func completion() throws {
    let session = try session()
    func texts(_ line: String) -> [String] {
      guard
        case .candidates(let found) = session.shell.complete(line, cursor: line.utf8.count)
          .choices
      else { return [] }
      return found.map(\.text)
    }
    expectEqual(texts("tag "), ["low", "high"])
    expectEqual(texts("tag low sel"), ["selected"])
    expectEqual(texts("fruit ap"), ["apple", "apricot"])
    expectEqual(texts("fruit 1"), ["11"])
    expectEqual(texts("plan mark"), ["markdown"])
  }
}
