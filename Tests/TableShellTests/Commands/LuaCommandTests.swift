import Testing

@testable import TableShell

@Suite("Commands that Lua declares")
struct LuaCommandTests {
  /// A shell with a plugin loaded.
  private func session(_ plugin: String) throws -> Session {
    let session = Session("A(a b c) B(d)")
    let folder = TemporaryFolder()
    let path = try folder.write(plugin, to: "p.lua")
    #expect(session.run("plugin load \(path)").hasPrefix("loaded"))
    return session
  }

  @Test("several edits of one are one step, with one plan")
  func oneStep() throws {
    let session = try session(
      """
      tablesh.command { name="tidy", help="tidy up", run=function()
        tablesh.run("delete 0:0")
        tablesh.run("edit 0:0 name=x")
        tablesh.run("select 1:0")
        return "tidied"
      end }
      """)
    session.expect(
      """
      > tidy
      tidied
      deleted 1 row, changed 1 cell in 1 section; 1 selected
      plan  1 stage, 2 operations, the least possible
        delete row        0:0
        reconfigure row   0:1
      > undo list
      1  tidy
      """)
    session.run("undo")
    #expect(session.drawing == "A(a b c) B(d)")
    #expect(session.selected.isEmpty)
  }

  @Test("one that fails leaves table, selection and history as they were, and says where it failed")
  func failure() throws {
    let session = try session(
      """
      tablesh.command { name="break", help="break off", run=function()
        tablesh.run("delete 0:0")
        tablesh.run("select 0:0")
        error("no more")
      end }
      """)
    session.run("delete @d")
    let reply = session.run("break")
    #expect(reply.contains("p.lua:4: no more"))
    #expect(session.drawing == "A(a b c) B()")
    #expect(session.selected.isEmpty)
    #expect(session.shell.current?.editor.undoTitles == ["delete @d"])
  }

  @Test("a policy is asked by tap and select, and its reason is told")
  func policy() throws {
    let session = try session(
      """
      tablesh.policy { name="reserved", will_select=function(row)
        if row.id == "b" then return false, "b is reserved" end
        return true
      end }
      """)
    #expect(session.run("tap 0:1").contains("b is reserved"))
    #expect(session.run("select 0:0-1").contains("b is reserved"))
    #expect(session.selected.isEmpty)
    session.run("select 0:0")
    #expect(session.selected == ["0:0"])
  }
}
