import Expectations
import Testing

@testable import TableShell

/// Commands that Lua declares.
struct LuaCommandTests {
  /// A shell with a plugin loaded.
  private func session(_ plugin: String) throws -> Session {
    let session = Session("A(a b c) B(d)")
    let folder = TemporaryFolder()
    let path = try folder.write(plugin, to: "p.lua")
    expect(session.run("plugin load \(path)").hasPrefix("loaded"))
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
    expectEqual(session.drawing, "A(a b c) B(d)")
    expect(session.selected.isEmpty)
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
    expect(reply.contains("p.lua:4: error: no more"))
    expectEqual(session.drawing, "A(a b c) B()")
    expect(session.selected.isEmpty)
    expectEqual(session.shell.current?.editor.undoTitles, ["delete @d"])
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
    expect(session.run("tap 0:1").contains("b is reserved"))
    expect(session.run("select 0:0-1").contains("b is reserved"))
    expect(session.selected.isEmpty)
    session.run("select 0:0")
    expectEqual(session.selected, ["0:0"])
  }

  @Test("a policy of a section that the table has not says so once, when a row is first selected")
  func policySection() throws {
    let session = Session("Pilots(a b) Crew(c)")
    let declaration = "will_select = function(row) return false, 'no' end }"
    expectEqual(
      session.run("lua tablesh.policy { name = 'p', section = 'Pilot', \(declaration)"), "")
    expectEqual(
      session.run("select 0:0"),
      """
      note: policy 'p' watches section 'Pilot', which this table has not: did you mean 'Pilots'?
      selected 1 row

      """)
    expectEqual(session.run("select 0:1"), "selected 1 row\n")
    session.run("lua tablesh.policy { name = 'q', section = 'Crew', \(declaration)")
    expectEqual(session.run("select 0:0").contains("note:"), false)
    expect(session.run("select 1:0").contains("no"))
  }

  @Test("a plugin can be reloaded and disabled, and health tells how it is")
  func plugins() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      """
      tablesh.rule { name="old", columns={"id"}, fn=function(id) return id == "a" end }
      tablesh.command { name="census", help="mine", run=function() return "mine" end }
      """, to: "p.lua")
    let session = Session("A(a b)")
    session.run("plugin load \(path)")
    session.expect(
      """
      > plugin health
      \(path): ok, 1 rule, 1 command
      > census
      mine
      > plugin disable \(path); plugin list; plugin health
      disabled \(path)
      \(path) (disabled)
      \(path): disabled
      > census
      error: no command 'census'
      hint:  help commands  # lists all commands
      > count rule old
      error: no rule 'old'
      hint:  no plugin declares a rule
      > plugin reload; count rule old
      reloaded \(path)
      1
      > plugin disable x.lua
      error: no plugin 'x.lua'
      hint:  plugins here: \(path)
      """)
    try folder.write("error('broken')", to: "p.lua")
    expect(session.run("plugin reload \(path)").contains("p.lua:1: error: broken"))
    expect(session.run("plugin health").contains("failed: "))
    expectEqual(session.run("census"), "mine\n")
  }

  @Test("no command takes the name of a built-in one, and an alias can put it in its place")
  func builtIn() throws {
    let session = Session("A(a b)")
    for name in ["sort", "quit", "lua", "help"] {
      expectEqual(
        session.run("lua tablesh.command { name = '\(name)', run = print }"),
        """
        error: tablesh.command: '\(name)' is built in
        hint:  choose another name; alias \(name) NAME puts it in its place

        """)
    }
    session.run("lua tablesh.command { name = 'tally', run = function() return 'mine' end }")
    session.run("alias count tally")
    expectEqual(session.run("count"), "mine\n")
  }

  @Test("no loader takes the name of a built-in one; the extensions of one it may")
  func builtInLoader() throws {
    let session = Session(nil)
    let folder = TemporaryFolder()
    let path = try folder.write("id\na\n", to: "t.csv")
    let load = "load = function(source, emit) emit { line = source:read() } end"
    expectEqual(
      session.run("lua tablesh.loader { name = 'csv', \(load) }"),
      """
      error: tablesh.loader: 'csv' is built in
      hint:  choose another name; extensions = {"csv"} reads such files all the same

      """)
    session.run("lua tablesh.loader { name = 'mine', extensions = {'csv'}, \(load) }")
    session.run("open \(path)")
    expect(
      session.run("columns").contains("line") && session.shell.current?.source.loader == "mine")
    session.run("close; open --loader csv \(path)")
    expect(session.run("columns").contains("id") && session.shell.current?.source.loader == nil)
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
    expectEqual(candidates.map(\.text), ["Ann", "Amy"])
  }
}
