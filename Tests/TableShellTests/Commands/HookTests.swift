import Expectations
import TestSupport
import Testing

@testable import TableLua
@testable import TableShell

/// Hooks that Lua declares.
struct HookTests {
  /// A shell with Lua run in it.
  private func session(_ lua: String, _ drawing: String = "A(a b c) B(d e)") -> Session {
    let session = Session(drawing)
    for line in ["lua log = {}", "lua do\n\(lua)\nend"] {
      let reply = session.run(line)
      expect(reply.isEmpty || !reply.contains("error"), "\(reply)")
    }
    return session
  }

  /// What the hooks have noted.
  private func log(_ session: Session) -> String {
    session.run("= table.concat(log, ' ')").trimmingBlanks
  }

  @Test("a will_ hook that refuses leaves table, selection, history and journal as they were")
  func veto() throws {
    for (event, line) in [
      ("will_delete", "delete 0:0"), ("will_change", "delete 0:0"),
      ("will_insert", "insert A id=x"), ("will_update", "edit 0:0 name=x"),
      ("will_move", "move 0:0 to 1:0"), ("will_change", "sort by id desc"),
      ("will_change", "section rename A Z"), ("will_change_selection", "select 0:1"),
      ("will_undo", "undo"), ("will_run", "delete 0:0"),
      ("will_set_editing", "edit on"), ("will_close", "close --force"),
      ("will_change", "lua tablesh.edit(function(t) t:delete('0:0') end)"),
      ("will_change", "lua tablesh.run('delete 0:0')"), ("will_save", "save -"),
      ("will_open", "open /nowhere.csv"), ("will_quit", "quit"),
    ] {
      let session = session("x = 1")
      session.run("edit 1:0 name=y; select 1:1")
      let (drawing, selected) = (session.drawing, session.selected)
      let titles = session.shell.current?.editor.undoTitles
      session.run("lua tablesh.on('\(event)', function(event) return nil, 'not now' end)")
      let reply = session.run(line)
      expect(reply.contains("refused by \(event) (lua:1): not now"), "\(line): \(reply)")
      expect(session.drawing == drawing && session.selected == selected, "\(line)")
      expectEqual(session.shell.current?.editor.undoTitles, titles, "\(line)")
      expectEqual(session.shell.current?.editor.isEditing, false)
    }
  }

  @Test("false refuses, nothing and true allow")
  func answers() {
    for (answer, isRefused) in [
      ("return false", true), ("return false, 'why'", true), ("return nil, 'why'", true),
      ("", false), ("return true", false), ("return nil", false), ("return 3", false),
    ] {
      let session = session("tablesh.on('will_delete', function() \(answer) end)")
      let reply = session.run("delete 0:0")
      expectEqual(reply.contains("refused by will_delete"), isRefused, "\(answer): \(reply)")
      expectEqual(session.drawing == "A(a b c) B(d e)", isRefused)
    }
  }

  @Test("a refusal is an error with the code vetoed")
  func code() {
    let session = Session("A(a)", configure: { $0.format = .json })
    session.run("lua tablesh.on('will_delete', function() return nil, 'keep it' end)")
    expect(session.run("delete 0:0").contains(#""error":{"code":"vetoed","message":"#))
  }

  @Test("hooks are told which rows, with their contents before and after, and by which plan")
  func contents() {
    let session = session(
      """
      for _, name in ipairs { "will_insert", "will_delete", "will_update", "will_move" } do
        tablesh.on(name, function(event)
          local keys = {}
          for row in event.rows() do keys[#keys + 1] = row.id .. "=" .. tostring(row.name) end
          log[#log + 1] = event.event:sub(6) .. ":" .. table.concat(keys, ",")
            .. "/" .. #event.table .. "/" .. #event.plan .. "/" .. event.count
        end)
      end
      """)
    session.run("insert A id=x name=new")
    session.run("edit 0:0,0:1 name=y")
    session.run("delete @b")
    session.run("move @c to 1:0")
    expectEqual(
      log(session), "insert:x=new/5/1/1 update:a=y,b=y/6/2/2 delete:b=y/6/1/1 move:c=c/5/1/1")
  }

  @Test("did_ hooks come after the change, in the order of rule B5 for a tap")
  func did() {
    let names = LuaEvent.Name.allCases.map(\.name).filter { !$0.hasSuffix("_run") }
    let session = session(
      """
      for _, name in ipairs { \(names.map { "'\($0)'" }.joined(separator: ",")) } do
        tablesh.on(name, function(event) log[#log + 1] = event.event end)
      end
      """)
    func after(_ line: String) -> String {
      session.run("lua log = {}")
      session.run(line)
      return log(session)
    }
    expectEqual(
      after("tap 0:1"), "will_select will_change_selection did_change_selection did_select")
    expectEqual(
      after("tap 0:1"), "will_deselect will_change_selection did_change_selection did_deselect")
    expectEqual(after("select 0:0"), "will_select will_change_selection did_change_selection")
    expectEqual(
      after("delete 0:0"),
      "will_delete will_change_selection will_change did_delete did_change_selection did_change"
    )
    expectEqual(
      after("undo"), "will_undo did_undo")
    expectEqual(after("redo"), "will_redo did_redo")
    session.run("undo")
    expectEqual(after("edit on"), "will_set_editing did_set_editing")
    expectEqual(after("count"), "")
  }

  @Test("what a did_ hook edits is part of the same step")
  func sameStep() {
    let session = session(
      """
      tablesh.on("did_delete", function(event)
        tablesh.edit(function(t) t:set("0:0", "name", "first") end)
      end)
      """)
    session.run("delete 0:0")
    expectEqual(session.shell.current?.editor.undoTitles, ["delete 0:0"])
    expect(session.run("show name 0:0").contains("first"))
    session.run("undo")
    expectEqual(session.drawing, "A(a b c) B(d e)")
    expect(!session.run("show name *").contains("first"))
  }

  @Test("a did_ hook that fails undoes the command, and says where")
  func failing() throws {
    let session = Session("A(a b c) B(d e)")
    let folder = TemporaryFolder()
    let path = try folder.write(
      "tablesh.on('did_delete', function(event)\n  error('no')\nend)\n", to: "h.lua")
    session.run("plugin load \(path)")
    session.run("delete 1:0")
    let reply = session.run("delete 0:0")
    expect(reply.contains("\(path):2: error: the hook of did_delete failed: no"), "\(reply)")
    expectEqual(session.drawing, "A(a b c) B(d e)")
    expectEqual(session.shell.current?.editor.undoTitles, [])
    session.run("plugin disable \(path)")
    session.run("delete 0:0")
    expectEqual(session.drawing, "A(b c) B(d e)")
  }

  @Test("hooks that edit do not call themselves")
  func noEndlessHooks() {
    let session = session(
      """
      for _, name in ipairs { "did_change", "did_update" } do
        tablesh.on(name, function() tablesh.edit(function(t)
          t:set("0:0", "name", t:row("0:0").name .. "!")
        end) end)
      end
      """)
    session.run("edit 1:0 name=x")
    expect(session.run("show name 0:0").contains("a!!!"))
    expectEqual(session.shell.current?.editor.undoTitles, ["edit 1:0 name=x"])
  }

  @Test("a will_ hook, a policy and a printer can look at the table and change nothing")
  func looking() {
    for call in ["tablesh.run('count')", "tablesh.edit(function() end)"] {
      let session = session(
        """
        tablesh.on("will_delete", function() log[1] = #tablesh.table() \(call) end)
        """)
      expect(session.run("delete 0:0").contains("cannot be called in a hook of will_delete"))
      expectEqual(log(session), "5")
    }
    let session = session(
      """
      tablesh.policy { name = "p", will_select = function(row)
        log[1] = #tablesh.table() tablesh.run("count")
      end }
      """)
    expect(session.run("select 0:0").contains("cannot be called by a policy"))
    expectEqual(log(session), "5")
    session.run("delete 0:0")
    session.run("lua tablesh.printer { name = 'p', print = function() tablesh.run('count') end }")
    expect(session.run("plan p").contains("cannot be called by a printer"))
  }

  @Test("a dry run asks hooks and tells them")
  func dryRun() {
    let session = session(
      """
      tablesh.on("will_delete", function(event) log[#log + 1] = "will" end)
      tablesh.on("did_delete", function(event) log[#log + 1] = "did" end)
      """)
    session.run("delete --dry-run 0:0")
    session.run("count")
    expect(log(session) == "will did" && session.drawing == "A(a b c) B(d e)")
  }

  @Test("what a script declares counts from its next step on")
  func atOnce() {
    let session = Session("A(a b c) B(d e)")
    session.run(
      """
      lua do
        tablesh.on("will_delete", function(event) return nil, "kept" end)
        tablesh.policy { name = "p", will_select = function() return false, "never" end }
        tablesh.command { name = "twice", run = function() return 2 end }
        print(select(2, tablesh.run("delete 0:0")).message)
      end
      """)
    expectEqual(session.drawing, "A(a b c) B(d e)")
    let log = session.run(
      """
      lua do
        local _, a = tablesh.run("delete 0:0")
        print(a.code)
        local _, b = tablesh.run("select 0:1")
        print(b.code)
        print(tablesh.run("twice").output)
      end
      """)
    expect(log.hasPrefix("vetoed\nselection-not-allowed\n2\n"), "\(log)")
  }

  @Test("an unknown event names the nearest")
  func unknown() {
    let session = Session()
    let reply = session.run("lua tablesh.on('will_delte', function() end)")
    expect(
      reply.contains("no event 'will_delte'")
        && reply.hasSuffix("\nhint:  lua tablesh.on(\"will_delete\", function() end)\n"), "\(reply)"
    )
  }

  @Test("will_select and policies may name another row, and did_select of a policy is told")
  func redirect() {
    let session = session(
      """
      tablesh.on("will_select", function(event)
        if event.row.id == "a" then return "0:2" end
        if event.row.id == "b" then return nil, "never b" end
      end)
      tablesh.policy { name = "p", section = "A",
        did_select = function(row, selection) log[#log + 1] = "+" .. row.id .. #selection end,
        did_deselect = function(row) log[#log + 1] = "-" .. row.id end }
      """)
    expect(session.run("tap 0:0").contains("tapped 0:0: 0:2 selected in its place; 1 selected"))
    expectEqual(session.selected, ["0:2"])
    expect(session.run("tap 0:1").contains("never b"))
    session.run("tap 0:2; tap 1:0")
    expectEqual(log(session), "+c1 -c")
  }
}
