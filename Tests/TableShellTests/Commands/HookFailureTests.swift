@testable import TableLua
import Expectations
import TestSupport
import Testing

@testable import TableShell

/// What fails in or around hooks leaves all as it was, but for what is on the disk already.
@Suite("Hooks that fail", .ends) struct HookFailureTests {
  private let folder = TemporaryFolder()

  /// A shell with files of its own open, the last one current, and all that Lua may do.
  private func session(_ files: [String: String]) throws -> Session {
    let session = Session(
      nil,
      configure: {
        $0.permissions = .all
        $0.reading.key = ["id"]
      })
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let path = try folder.write(text, to: name)
      expect(session.run("open \(path)").contains("opened"))
    }
    return session
  }

  private func lua(_ session: Session, _ text: String) {
    let reply = session.run("lua do\n\(text)\nend")
    expect(!reply.contains("error"), "\(reply)")
  }

  private func text(_ name: String) throws -> String { try folder.read(name) }

  @Test("a reload that a hook undoes still sees that others changed the file")
  func reload() throws {
    let session = try session(["t.csv": "id,n\na,1\nb,2\n"])
    lua(session, "tablesh.on('did_reload', function() error('no') end)")
    _ = try folder.write("id,n\na,1\nb,30\n", to: "t.csv")
    expect(session.run("reload").contains("the hook of did_reload failed"))
    session.run("edit @a n=5")
    expect(session.run("save").contains("was changed"))
    try expectEqual(text("t.csv"), "id,n\na,1\nb,30\n")
  }

  @Test("what a hook has saved before it failed stays, in the table as on the disk")
  func saved() throws {
    let session = try session(["t.csv": "id,n\na,1\n"])
    lua(session, "tablesh.on('did_update', function() tablesh.run('save') error('late') end)")
    let reply = session.run("lua p, e = tablesh.edit(function(t) t:set('@a', 'n', 7) end) print(e)")
    expect(reply.contains("the hook of did_update failed: late"), "\(reply)")
    try expectEqual(text("t.csv"), "id,n\na,7\n")
    expect(session.run("show n").contains("7"))
    expect(session.run("save").contains("nothing to save"))
  }

  @Test("a command that saves, edits again and fails goes back to what it saved")
  func savedThenEdited() throws {
    let session = try session(["t.csv": "id,n\na,1\nb,2\n"])
    lua(
      session,
      """
      tablesh.command { name = "half", run = function()
        tablesh.run("edit @a n=7") tablesh.run("save") tablesh.run("delete @b") error("late")
      end }
      """)
    expect(session.run("half").contains("late"))
    expectEqual(session.run("count"), "2\n")
    try expectEqual(text("t.csv"), "id,n\na,7\nb,2\n")
    expect(session.run("save").contains("nothing to save"))
  }

  @Test("hooks and policies stay in force after something failed, and disabled ones stay away")
  func inForce() throws {
    let session = Session("A(a b)")
    lua(session, "x = 1")
    session.run(
      "lua tablesh.on('will_change', function() return nil, 'no' end) tablesh.run('count') error('x')"
    )
    expect(session.run("delete 0:0").contains("refused by will_change"))
    expect(session.run("delete --dry-run 0:0").contains("refused by will_change"))
    expect(session.run("delete 0:0").contains("refused by will_change"))
    let other = Session("A(a b)", configure: { $0.permissions = .all })
    let path = try folder.write(
      "tablesh.policy { name = 'p', will_select = function() return false, 'never' end }",
      to: "p.lua")
    other.run("plugin load \(path)")
    expect(other.run("select 0:0").contains("never"))
    expect(other.run("lua tablesh.run('plugin disable \(path)') error('x')").contains("x"))
    expect(!other.run("select 0:0").contains("never"))
  }

  @Test("edits of several tables are all taken back")
  func tables() throws {
    let session = try session(["a.csv": "id,n\nx,1\n", "b.csv": "id,n\ny,2\n"])
    let other = folder.file("a.csv")
    lua(
      session,
      """
      tablesh.on("did_update", function()
        tablesh.run("open \(other)") tablesh.run("delete @x") error("no")
      end)
      """)
    session.run("lua p, e = tablesh.edit(function(t) t:set('@y', 'n', 7) end) print(e.message)")
    expect(session.run("show n").contains("2"))
    expect(session.run("open \(other); count").hasSuffix("1\n"))
  }

  @Test("a failed command leaves the open tables and the current one as they were")
  func openTables() throws {
    let session = try session(["a.csv": "id\nx\n", "b.csv": "id\ny\n"])
    let third = try folder.write("id\nz\n", to: "c.csv")
    let current = session.shell.current?.name
    let count = session.shell.documents.count
    for line in [
      "lua tablesh.run('open \(third)') error('x')", "lua tablesh.run('close --force') error('x')",
      "lua tablesh.run('open \(folder.file("a.csv"))') error('x')",
    ] {
      session.run(line)
      expect(
        session.shell.current?.name == current && session.shell.documents.count == count, "\(line)")
    }
    lua(session, "tablesh.on('did_open', function() error('x') end)")
    lua(session, "tablesh.on('did_close', function() error('x') end)")
    session.run("open \(third)")
    session.run("close --force")
    expect(session.shell.current?.name == current && session.shell.documents.count == count)
  }

  @Test("a failure that a hook or policy does not look at fails its own command, and no later one")
  func unseen() throws {
    let session = Session("A(a b c)")
    lua(session, "tablesh.on('did_update', function() tablesh.run('select 9:9') end)")
    for row in 0..<3 {
      expect(session.run("edit 0:\(row) name=x").contains("no section 9"))
    }
    expect(!session.run("show name *").contains("x"))
    let told = Session("A(a b c)")
    lua(
      told,
      "tablesh.policy { name = 'p', did_select = function() tablesh.run('delete 9:9') end }")
    expect(told.run("tap 0:0").contains("no section 9"))
    expect(told.selected.isEmpty)
    expect(told.run("delete 0:1").contains("deleted 1 row"))
  }

  @Test("undo and redo bring back what hooks did, and call only their own hooks, which can look")
  func undo() throws {
    let session = Session("A(a b c)")
    lua(
      session,
      """
      tablesh.on("did_update", function(event)
        tablesh.edit(function(t) for row in event.rows() do t:set(row, "id", row.id .. "!") end end)
      end)
      tablesh.on("did_redo", function(event) print("redone", #event.plan, #event.table) end)
      """)
    session.run("edit 0:0 name=x")
    expectEqual(session.drawing, "A(a! b c)")
    session.run("undo")
    expectEqual(session.drawing, "A(a b c)")
    expect(session.run("redo").hasPrefix("redone\t1\t3\n"))
    expectEqual(session.drawing, "A(a! b c)")
    lua(session, "tablesh.on('did_undo', function() tablesh.run('delete 0:0') end)")
    expect(session.run("undo").contains("cannot be called in a hook of did_undo"))
    expectEqual(session.drawing, "A(a! b c)")
    expectEqual(session.shell.current?.editor.undoTitles, ["edit 0:0 name=x"])
  }

  @Test("declaring something inside a hook or policy is safe, and counts from then on")
  func declaring() throws {
    for what in [
      "tablesh.on('will_update', function() %@ end)",
      "tablesh.policy { name = 'p', will_select = function() %@ return true end }",
    ] {
      let session = Session("A(a b c)")
      let body = """
        if not done then
          done = true
          tablesh.rule { name = "r", fn = function(row) return row.id == "a" end }
          tablesh.on("will_delete", function() return nil, "kept" end)
        end
        assert(tablesh.table():row("0:0-0").id == "a")
        """
      lua(session, what.replacing("%@", with: body))
      session.run("edit 0:0 name=x; tap 0:1")
      expectEqual(session.run("count rule r"), "1\n")
      expect(session.run("delete 0:0").contains("kept"))
    }
  }

  @Test("functions that complete, or tell how a plugin is, can change nothing")
  func looking() throws {
    let session = Session("A(a b c)")
    let path = try folder.write(
      """
      tablesh.command { name = "cc", args = { "x" }, run = function() end,
        complete = function() tablesh.run("delete 0:0") return { "one" } end }
      tablesh.health(function() tablesh.run("delete 0:0") return true end)
      """, to: "c.lua")
    session.run("plugin load \(path)")
    _ = session.shell.complete("cc ", cursor: 3)
    expect(session.run("plugin health").contains("cannot be called by a health function"))
    expectEqual(session.drawing, "A(a b c)")
    expectEqual(session.shell.current?.editor.undoTitles, [])
  }

  @Test("a row of one table is no row of another")
  func otherTable() throws {
    let session = try session(["a.csv": "id,n\nx,1\n", "b.csv": "id,n\ny,2\n"])
    let reply = session.run(
      """
      lua do
        local row = tablesh.table():row("0:0")
        tablesh.run("open \(folder.file("a.csv"))")
        print(select(2, tablesh.edit(function(t) t:delete(row) end)).message)
      end
      """)
    expect(reply.contains("row #1 is one of another table"), "\(reply)")
    expectEqual(session.run("count"), "1\n")
  }

  @Test("a row of a table that was never loaded is no row of another such one")
  func otherNewTable() throws {
    let session = Session(nil)
    session.run("new first id,n; insert 0 id=x n=1")
    lua(session, "row = tablesh.table():row('0:0')")
    session.run("new second id,n; insert 0 id=y n=2")
    let edit = "lua print(select(2, tablesh.edit(function(t) t:set(row, 'n', 9) end)).message)"
    expectEqual(session.run(edit), "row #1 is one of another table\n")
    expect(
      session.run("lua return tablesh.table():row(row)").contains("row #1 is one of another table"))
    expect(session.run("show n").contains("2"))
    session.run("open first")
    expect(session.run("lua #tablesh.edit(function(t) t:set(row, 'n', 9) end)").hasPrefix("1\n"))
    expect(session.run("show n").contains("9"))
  }

  @Test("a row stays one of its table when that is reloaded, sorted and changed")
  func sameTable() throws {
    let session = try session(["t.csv": "id,n\na,1\nb,2\n"])
    lua(session, "row = tablesh.table():row('@b')")
    _ = try folder.write("id,n\nb,5\nc,3\n", to: "t.csv")
    session.run("reload; sort by id desc; edit @c n=4")
    session.run("lua tablesh.edit(function(t) t:set(row, 'n', t:row(row).n + 1) end)")
    expect(session.run("show n @b").contains("6"))
  }

  @Test("texts that --null names are null with a loader of Lua, too")
  func nulls() throws {
    let session = try session([:])
    lua(
      session,
      """
      tablesh.loader { name = "l", extensions = { "l" }, columns = { "id", "age" },
        load = function(source, emit)
          for line in source:lines() do emit { line:match("(%w+) (%w+)") } end
        end }
      """)
    let path = try folder.write("a 3\nb NA\n", to: "t.l")
    session.run("open --null NA \(path)")
    expectEqual(session.run("count where age == nil"), "1\n")
    expectEqual(session.run("count where age == 3"), "1\n")
  }

  /// Declares a loader of lines `SECTION KEY`, whose body may stand for another one.
  private func declareLines(_ session: Session, _ body: String? = nil) {
    lua(
      session,
      """
      tablesh.loader { name = "l", extensions = { "l" }, columns = { "id" },
        load = function(source, emit)
          \(body ?? "for line in source:lines() do emit(line:match('^%w+'), { line:match('%w+$') }) end")
        end }
      """)
  }

  @Test("keys that a loader has made twice are told by the rows, as they were emitted")
  func duplicateRows() throws {
    let session = try session([:])
    declareLines(session)
    let path = try folder.write("A x\nB y\nA z\nB x\n", to: "t.l")
    session.run("set color off")
    expectEqual(
      session.run("open --key id \(path)"),
      """
      error: \(path): row 4 of the loader's rows: key 'x' (id) is already used in row 1
      hint:  --key COLUMN,COLUMN if several columns together are the key

      """)
    session.shell.options.reading.key = []
    expect(
      session.run("open \(path); info").contains(
        "\(path): row 4 of the loader's rows: id 'x' is already used in row 1, so rows are"))
    try folder.write("A x\nA x\n", to: "u.l")
    expect(
      session.run("open --key id \(folder.file("u.l"))").contains("row 2 of the loader's rows"))
  }

  @Test("a loader can run no command and change no table, and a failing one opens none")
  func loadersThatRun() throws {
    let session = try session(["t.csv": "id,n\na,1\nb,2\n"])
    let path = try folder.write("A x\n", to: "t.l")
    for body in [
      "tablesh.run('delete 0:0')", "tablesh.edit(function(t) t:delete('0:0') end)",
      "tablesh.run('open \(folder.file("t.csv"))')", "pcall(tablesh.run, 'delete 0:0') error('x')",
      "coroutine.wrap(function() tablesh.run('delete 0:0') end)()",
    ] {
      declareLines(session, body)
      let reply = session.run("open \(path)")
      expect(
        reply.contains("cannot be called by a loader") || reply.contains("x"), "\(body): \(reply)")
      expect(session.shell.documents.count == 1 && session.run("count") == "2\n")
      expectEqual(session.shell.current?.editor.undoTitles, [])
      session.shell.lua.registry.loaders = []
    }
    declareLines(session, "emit('A', { #tablesh.table() })")
    session.run("open \(path)")
    expect(session.run("show id").contains("2"))
  }

  @Test("a loader with ever new names of fields is bounded by its cells")
  func newNames() throws {
    let session = try session([:])
    let path = try folder.write("A x\n", to: "t.l")
    declareLines(session, "for i = 1, 1000 do emit('A', { id = i, ['c' .. i] = i }) end")
    expect(session.run("open \(path)").contains("1,000 rows"))
    expect(session.run("columns").split(separator: "\n").count >= 1001)
    session.shell.lua.registry.loaders = []
    declareLines(
      session,
      """
      for i = 1, 300000 do emit('A', { i }) end
      local wide = {}
      for i = 1, 2000 do wide['c' .. i] = i end
      emit('A', wide)
      """)
    let reply = session.run("open \(try folder.write("", to: "u.l"))")
    expect(
      reply.contains("300,001 rows of 2,001 columns are more than a table can hold"), "\(reply)")
    expect(reply.contains("hint:  is a value the name of a field? declare columns={…}"))
    expectEqual(session.shell.documents.count, 1)
  }

  @Test("a scheme calls its loader, with no lines where the address is no file; a typo is told")
  func schemes() throws {
    let session = try session([:])
    lua(
      session,
      """
      tablesh.loader { name = "series", schemes = { "series" }, columns = { "id" },
        load = function(source, emit)
          assert(not source:lines()())
          for n = 1, tonumber(source.name:match(":(%d+)$")) do emit { n } end
        end }
      """)
    expect(session.run("open series:4").contains("4 rows"))
    expect(session.run("open --loader serie x").contains("hint:  open --loader series x"))
  }
}
