import Expectations
import Testing

@testable import TableShell

/// The rules B5 and B23 from Lua: hooks in step with the calls, and policies that deselect.
struct TouchHooksTests {
  private func session(_ lua: String, _ setup: String = "selection single") -> Session {
    let session = Session("A(a b c) B(d e)")
    for line in [setup, "lua log = {}", "lua do\n\(lua)\nend"] {
      let reply = session.run(line)
      expect(!reply.contains("error"), "\(reply)")
    }
    return session
  }

  private func log(_ session: Session) -> String {
    session.run("= table.concat(log, ' ')").trimmingBlanks
  }

  private func titles(_ session: Session) -> [String] {
    session.shell.current?.editor.undoTitles ?? []
  }

  private static let noting = """
    tablesh.policy { name = "p",
      did_select = function(row, selection) log[#log + 1] = "+" .. row.id .. #selection end,
      did_deselect = function(row, selection) log[#log + 1] = "-" .. row.id .. #selection end }
    for _, name in ipairs { "did_select", "did_deselect" } do
      tablesh.on(name, function(event)
        local count = 0
        for _ in tablesh.table():selected() do count = count + 1 end
        log[#log + 1] = event.row.id .. count
      end)
    end
    """

  @Test("B5: did_deselect and did_select run at their moment, and see the selection as it is then")
  func inStep() {
    let session = session(Self.noting)
    session.run("tap 0:0; tap 0:1; touch 0:1; touch up")
    expectEqual(log(session), "+a1 a1 -a0 a0 +b1 b1 +b1 b1")
    expect(session.selected == ["0:1"] && titles(session) == ["tap 0:0", "tap 0:1"])
    session.run("lua log = {}")
    session.run("selection multiple --editing; deselect; set pan.enabled on; edit on")
    session.run("pan 0:0 0:2; pan --as-published 0:1 0:2")
    expectEqual(log(session), "+a1 a1 +b2 b2 +c3 c3 -b2 b2 -c1 c1")
    expect(session.run("undo; undo").contains("took back: pan 0:0 0:2"))
    expect(session.selected.isEmpty)
  }

  @Test("B5: what a hook edits stands between the calls, is read by the next one, and is one step")
  func edits() {
    let session = session(
      """
      tablesh.policy { name = "p",
        did_deselect = function(row) tablesh.run("edit @" .. row.id .. " name=gone") end,
        did_select = function(row) log[1] = tablesh.table():row("@a").name
          tablesh.run("mark @" .. row.id) end }
      """)
    session.run("tap 0:0; set trace on")
    session.expect(
      """
      > tap 0:1
      tapped 0:1: selected; 1 selected
        shouldHighlight 0:1 → yes
        didHighlight 0:1
        didUnhighlight 0:1
        willSelect 0:1 → 0:1
        willDeselect 0:0 → 0:0
        didDeselect 0:0
        didSelect 0:1
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:0
      """)
    expect(log(session) == "gone" && titles(session) == ["tap 0:0", "tap 0:1"])
    session.run("undo")
    expect(session.selected == ["0:0"] && session.run("show name 0:0").contains("a"))
    expectEqual(session.run("count marked"), "1\n")
    session.run("redo")
    expect(session.selected == ["0:1"] && session.run("show name 0:0").contains("gone"))
  }

  @Test("a hook that fails ends the touch with nothing changed, and says where")
  func failing() {
    let session = session(
      """
      tablesh.on("did_deselect", function() tablesh.run("edit 1:0 name=x") end)
      tablesh.on("did_select", function(event) if event.row.id == "b" then error("no b") end end)
      """)
    session.run("tap 0:0; edit 1:1 name=y; undo")
    expect(session.run("tap 0:1").contains("the hook of did_select failed"))
    expect(session.selected == ["0:0"] && titles(session) == ["tap 0:0"])
    expect(!session.run("show name 1:0").contains("x"))
    expect(session.run("redo").contains("did again: edit 1:1 name=y"))
  }

  @Test(
    "of several hooks the first that does not allow decides, in the order of declaration",
    arguments: [
      (["true", "nil"], "0:0"), (["false", "nil"], ""), (["nil", "false"], ""),
      (["false", "'0:2'"], ""), (["'0:2'", "false"], "0:2"), (["'0:2'", "'0:1'"], "0:2"),
      (["true", "'0:1'", "'0:2'"], "0:1"), (["nil, 'no'", "'0:1'"], ""),
    ])
  func several(answers: [String], selected: String) {
    let session = session(
      answers.map { "tablesh.on('will_select', function() return \($0) end)" }
        .joined(separator: "\n"))
    session.run("tap 0:0")
    expectEqual(session.selected.joined(separator: " "), selected)
  }

  @Test("a selection that will_change_selection refuses is told to nobody")
  func vetoed() {
    let session = session(
      Self.noting + "\ntablesh.on('will_change_selection', function() return nil, 'no' end)")
    expect(session.run("tap 0:0").contains("refused by will_change_selection"))
    expect(log(session) == "" && session.selected.isEmpty)
  }

  @Test("a dry run takes the touch back, and so does undo inside a hook")
  func undone() {
    let dry = session(Self.noting)
    dry.run("tap --dry-run 0:0")
    expect(log(dry) != "" && dry.selected.isEmpty)
    let session = session(
      "tablesh.on('did_select', function() if go then tablesh.run('undo') end end)")
    session.run("edit 1:0 name=x; lua go = true")
    session.run("tap 0:0")
    expect(session.selected.isEmpty && session.run("show name 1:0").contains("x"))
    expectEqual(titles(session), ["edit 1:0 name=x"])
  }

  // MARK: - Policies that deselect

  /// The delegate of TableSectionsAndAnimatedUpdate: one row of section A.
  private static let delegate = """
    tablesh.policy { name = "one",
      will_select = function(row, selection)
        if row.section == "A" then
          for _, other in ipairs(selection) do
            if other.section == "A" then selection:deselect(other) end
          end
        end
        if row.id == "c" then return false, "never c" end
        if row.id == "e" then error("e") end
        return row
      end }
    """

  @Test("B23: will_select may deselect, in silence, and the row that it answers is no redirection")
  func deselects() {
    let session = session(Self.delegate, "set trace on")
    session.run("tap 0:0; tap 1:0")
    session.expect(
      """
      > tap 0:1
      tapped 0:1: selected; 2 selected
        shouldHighlight 0:1 → yes
        didHighlight 0:1
        didUnhighlight 0:1
        willSelect 0:1 → 0:1
        deselectRow 0:0 (silent)
        didSelect 0:1
      > undo
      took back: tap 0:1; selected 1 row, deselected 1 row
      """)
    expectEqual(session.selected, ["0:0", "1:0"])
    expect(session.run("tap --dry-run 0:1").contains("dry run: "))
    expectEqual(session.selected, ["0:0", "1:0"])
    session.run("select 0:1")
    expectEqual(session.selected, ["1:0", "0:1"])
  }

  @Test("B23: where the touch is refused the deselection has happened; where Lua fails it has not")
  func refuses() {
    let session = session(Self.delegate, "set trace on")
    session.run("tap 0:0")
    session.expect(
      """
      > tap 0:2
      tapped 0:2: not selected; 0 selected; never c
        shouldHighlight 0:2 → yes
        didHighlight 0:2
        didUnhighlight 0:2
        willSelect 0:2 → no
        deselectRow 0:0 (silent)
      """)
    expectEqual(titles(session), ["tap 0:0", "tap 0:2"])
    session.run("undo")
    expectEqual(session.selected, ["0:0"])
    expect(session.run("tap 1:1").contains("policy 'one' failed: "))
    expect(session.run("select 0:2").contains("cannot be selected: never c"))
    expect(session.selected == ["0:0"] && titles(session) == ["tap 0:0"])
  }

  @Test(
    "one select does not name rows that a policy deselects for one another, and elsewhere nobody")
  func together() {
    let session = session(Self.delegate, "selection multiple")
    expect(
      session.run("select 0:0-1").contains(
        "row 'b' cannot be selected: a policy deselects row 'a' for it"))
    expect(session.selected.isEmpty)
    session.run("select --partial 0:0-1")
    expectEqual(session.selected, ["0:0"])
    session.run(
      """
      lua tablesh.policy { name = "q", will_deselect = function(_, selection)
        selection:deselect("0:0") end }
      """)
    expect(
      session.run("tap 0:0").contains("'selection:deselect' can be called in will_select only"))
    expectEqual(session.selected, ["0:0"])
  }

  @Test("a loop over the selection may deselect, and the selection is what is left")
  func loops() {
    let session = session(
      """
      tablesh.policy { name = "p", will_select = function(row, selection)
        if #selection < 3 then return true end
        local seen = 0
        for _, other in ipairs(selection) do
          seen = seen + 1
          if other.id ~= "c" then log[#log + 1] = selection:deselect(other) end
        end
        log[#log + 1] = seen .. "/" .. #selection .. selection[1].id
        log[#log + 1] = selection:deselect("*")
      end }
      """, "selection multiple")
    session.run("tap 0:0; tap 0:1; tap 0:2; tap 1:0")
    expect(log(session) == "1 1 3/1c 1" && session.selected == ["1:0"])
  }
}
