import Expectations
import Testing

@testable import TableShell

/// What a script does, as `tablesh run` runs it.
struct ScriptStepTests {
  private let folder = TemporaryFolder()

  private func session(after script: String) throws -> Session {
    let session = Session("A(a b c) B(d)")
    let path = try folder.write(script, to: "s.lua")
    expectEqual(
      session.shell.luaLayer.run(script: path, arguments: []), .done, "\(session.console.text)")
    return session
  }

  private func titles(_ session: Session) -> [String]? {
    session.shell.current?.editor.undoTitles
  }

  private let declaration = """
    tablesh.command { name = "twice", run = function()
      tablesh.run("edit 0:0 name=x") tablesh.run("delete 0:1")
    end }
    """

  @Test("each declared command, lua line, command of a line and edit is one step")
  func steps() throws {
    let session = try session(
      after: declaration + """

        tablesh.run("twice")
        tablesh.run("lua tablesh.run('edit 0:0 name=y') tablesh.run('select 0:0')")
        tablesh.run("edit 0:0 name=1; edit 0:0 name=2")
        tablesh.edit(function(t) t:set("0:0", "name", 3) t:delete("1:0") end, "own")
        """)
    expectEqual(
      titles(session),
      [
        "twice", "lua tablesh.run('edit 0:0 name=y') tablesh.run('select 0:0')",
        "edit 0:0 name=1", "edit 0:0 name=2", "own",
      ])
    session.run("undo to 0")
    expect(session.drawing == "A(a b c) B(d)" && session.selected.isEmpty)
  }

  @Test("what a hook edits belongs to the step that it was told of, the script's own too")
  func hooks() throws {
    let session = try session(
      after: declaration + """

        tablesh.on("did_delete", function()
          tablesh.edit(function(t) t:set("0:0", "name", "told") end)
        end)
        tablesh.run("twice")
        tablesh.run("delete 1:0")
        tablesh.edit(function(t) t:delete("0:1") end, "own")
        """)
    expectEqual(titles(session), ["twice", "delete 1:0", "own"])
    expectEqual(session.drawing, "A(a) B()")
    for drawing in ["A(a c) B()", "A(a c) B(d)", "A(a b c) B(d)"] {
      session.run("undo")
      expectEqual(session.drawing, drawing)
    }
    expectEqual(session.run("show name 0:0").contains("told"), false)
  }

  @Test("a line of several commands stops at the one that fails, and keeps the steps before it")
  func failing() throws {
    let session = try session(
      after: """
        local reply, err = tablesh.run("edit 0:0 name=1; delete 9:9; edit 0:0 name=2")
        assert(not reply and err.code == "no-such-section")
        """)
    expectEqual(titles(session), ["edit 0:0 name=1"])
  }

  @Test("with hooks, too, a declared command is one step and answers what it does without")
  func onceHeld() throws {
    for hook in ["", "tablesh.on('did_save', function() end)"] {
      let session = try session(
        after: """
          tablesh.command { name = "tidy", run = function()
            tablesh.run("delete 0:0") tablesh.run("edit 0:0 name=x") print("inside")
          end }
          \(hook)
          """)
      var holds: [Bool] = []
      session.console.onWrite = { holds.append(session.shell.context.isHeld) }
      let reply = session.run("tidy")
      expectEqual(
        reply,
        """
        inside
        deleted 1 row, changed 1 cell in 1 section
        plan  1 stage, 2 operations, the least possible
          delete row        0:0
          reconfigure row   0:1

        """)
      expect(holds.first == true && !session.shell.context.isHeld)
      expectEqual(titles(session), ["tidy"])
      expect(session.run("tidy --dry-run").contains("dry run: deleted 1 row"))
      expectEqual(titles(session), ["tidy"])
    }
  }

  @Test("events are heard from when they are declared until they are forgotten")
  func hearing() throws {
    let session = Session("A(a)")
    let path = try folder.write(
      """
      tablesh.on("will_save", print)
      tablesh.policy { name = "p", did_select = print }
      """, to: "p.lua")
    let lua = session.shell.lua
    expect(!lua.hearsAnything && !lua.hears(.willSave))
    session.run("plugin load \(path)")
    expect(lua.hears(.willSave) && !lua.hears(.didSave) && lua.hearsAnything)
    session.run("plugin disable \(path)")
    expect(!lua.hearsAnything && !lua.hears(.willSave))
    session.run("lua tablesh.policy { name = 'q', did_select = print }")
    expect(lua.hearsAnything)
  }
}
