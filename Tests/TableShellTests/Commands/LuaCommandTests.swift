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
    #expect(reply.contains("p.lua:4: error: no more"))
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

  @Test("a plugin can be reloaded and disabled, and health tells how it is")
  func plugins() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      """
      tablesh.rule { name="old", columns={"id"}, fn=function(id) return id == "a" end }
      tablesh.command { name="count", help="mine", run=function() return "mine" end }
      """, to: "p.lua")
    let session = Session("A(a b)")
    session.run("plugin load \(path)")
    session.expect(
      """
      > plugin health
      \(path): ok, 1 rule, 1 command
      > count
      mine
      > plugin disable \(path); count; plugin list; plugin health
      disabled \(path)
      2
      \(path) (disabled)
      \(path): disabled
      > count rule old
      error: no rule 'old'
      hint:  no plugin declares a rule
      > plugin reload; count rule old
      reloaded \(path)
      error: 'count' takes no 'rule'
      hint:  count
      > plugin disable x.lua
      error: no plugin 'x.lua'
      hint:  plugins here: \(path)
      """)
    try folder.write("error('broken')", to: "p.lua")
    #expect(session.run("plugin reload \(path)").contains("p.lua:1: error: broken"))
    #expect(session.run("plugin health").contains("failed: "))
    #expect(session.run("count") == "mine\n")
  }

  @Test("the complete function of a command completes its arguments")
  func completion() throws {
    let session = try session(
      """
      tablesh.command { name="hello", help="greet", args={{"who"}},
        complete=function(context, index, typed) return {"Ann", "Bob B", "Amy"} end,
        run=function(context, args) return args.who end }
      """)
    let choices = session.shell.complete("hello A", cursor: 7).choices
    guard case .candidates(let candidates) = choices else {
      Issue.record("no candidates")
      return
    }
    #expect(candidates.map(\.text) == ["Ann", "Amy"])
  }
}
