import Expectations
import TestSupport
import Testing

@testable import TableShell

/// `history --script`: what it prints makes the same table again.
struct HistoryScriptTests {
  private static let table = "id,name,city,n\n1,Ann,B,3\n2,bob,C,1\n3,Cy,B,2\n4,Di,,4\n"

  /// A session with a file of its own open.
  private func session(in folder: TemporaryFolder, _ name: String = "t.csv") throws -> Session {
    try folder.write(Self.table, to: name)
    let session = Session(nil)
    session.run("open \(folder.file(name))")
    return session
  }

  private func script(_ lines: [String], in folder: TemporaryFolder) throws -> String {
    let session = try session(in: folder)
    for line in lines { session.run(line.replacing("%", with: folder.path)) }
    return session.run("history --script").replacing(folder.path, with: "%")
  }

  @Test(
    "it has what made the table: not what failed, what looked, and what was undone",
    arguments: [
      (
        ["sort by n", "show", "bogus", "edit 0:9 n=1", "count; upper name"],
        "sort by n\nupper name\n"
      ),
      (["sort by n", "upper name", "undo", "trim city"], "sort by n\n"),
      (["sort by n", "upper name", "undo 2", "redo", "redo"], "sort by n\nupper name\n"),
      (["sort by n", "upper name", "undo to 0", "redo"], "sort by n\n"),
      (["delete 0:0 --dry-run", "delete 0:0; undo; delete 0:1"], "delete 0:1\n"),
      (["edit 0:0 n=5 > %/out.txt", "edit 0:1 n=6 | cat"], "edit 0:0 n=5\nedit 0:1 n=6\n"),
    ])
  func kept(_ lines: [String], _ expected: String) throws {
    try expectEqual(script(lines, in: TemporaryFolder()), expected)
  }

  @Test(
    "columns that are hidden are hidden at its end, by their names now",
    arguments: [
      (["column hide n"], "column hide n\n"),
      (
        ["column hide n,city", "sort by n", "column unhide n", "rename city \"Home town\""],
        "sort by n\nrename city \"Home town\"\ncolumn hide \"Home town\"\n"
      ),
      (["column hide n", "sort by n", "column delete n"], "sort by n\ncolumn delete n\n"),
      (["column hide n", "column unhide n"], ""),
      (["column add m", "column hide m", "undo"], ""),
    ])
  func hidden(_ lines: [String], _ expected: String) throws {
    let script = try script(lines, in: TemporaryFolder())
    expectEqual(script.hasPrefix("note: ") ? "" : script, expected)
    let other = try session(in: TemporaryFolder())
    for line in script.split(separator: "\n") where !script.hasPrefix("note: ") {
      expect(!other.run(String(line)).contains("error"), "\(line)")
    }
  }

  @Test("files and aliases are their commands, one by one")
  func expanded() throws {
    let folder = TemporaryFolder()
    try folder.write("# all\nupper name\ncount\nedit 0:0 n=7; delete 0:3\n", to: "f.tsh")
    try folder.write("source \(folder.file("f.tsh"))\ntrim name\nsort by n\n", to: "g.tsh")
    try expectEqual(
      script(
        ["alias both 'sort by city; delete'", "both 0:0", "undo 2", "redo", "source %/g.tsh"],
        in: folder),
      """
      alias both 'sort by city; delete'
      sort by city
      upper name
      edit 0:0 n=7
      delete 0:3
      sort by n

      """)
  }

  @Test("settings and definitions are in it where commands that it has follow, others not")
  func definitions() throws {
    try expectEqual(
      script(
        [
          "lua k = 2", "set theme light", "set skip-errors on", "set table none", "lua k = k + 1",
          "edit 0:0 n := k * 5", "lua k = 9",
        ], in: TemporaryFolder()),
      "lua k = 2\nset skip-errors on\nlua k = k + 1\nedit 0:0 n := k * 5\n")
  }

  @Test("editing mode and what gestures open is in it before the gestures that need it")
  func modes() throws {
    try expectEqual(
      script(
        ["selection single --editing", "edit on", "minus 0:1", "confirm", "edit off"],
        in: TemporaryFolder()),
      "selection single --editing\nedit on\nminus 0:1\nconfirm\n")
  }

  @Test("a table made of another one has the commands of both, up to there")
  func made() throws {
    try expectEqual(
      script(
        [
          "upper city", "trim name", "delete 0:3", "undo", "group by city", "rename city Town",
          "open %/t.csv", "delete 0:0", "open 't by city'", "sort by Town desc",
        ], in: TemporaryFolder()
      ),
      "group by city\nrename city Town\nsort by Town desc\n")
  }

  @Test("what others changed, what was recovered and Lua that was undone are comments")
  func comments() throws {
    let folder = TemporaryFolder()
    let session = try session(in: folder)
    session.run("edit 0:0 n=7")
    try folder.write(Self.table + "5,Eve,C,9\n", to: "t.csv")
    session.run("reload")
    session.run("lua x = tablesh.run('delete 0:1')")
    session.run("undo")
    session.run("edit 0:1 n=8")
    expectEqual(
      session.run("history --script"),
      """
      edit 0:0 n=7
      # not in a script: reload
      # taken back: lua x = tablesh.run('delete 0:1')
      edit 0:1 n=8

      """)
  }

  @Test("steps that were recovered are the commands that were typed then")
  func recovered() throws {
    let world = try RecoverWorld("id,name\n1,Ann\n2,bob\n3,Cy\n")
    let first = world.session()
    for line in [
      "upper name", "edit 0:0 name=x > \(world.folder.file("out"))", "delete 0:2", "undo",
    ] {
      first.run(line)
    }
    try world.kill()
    let second = world.session()
    second.run("recover; sort by name desc")
    _ = second.console.take()
    expectEqual(
      second.run("history --script"),
      """
      # recovered; not in a script: what set, alias and lua did before
      upper name
      edit 0:0 name=x
      sort by name desc

      """)
  }

  @Test("another open table is read as it is in the file, and said where it is not")
  func joined() throws {
    let folder = TemporaryFolder()
    try folder.write("id,age\n1,30\n2,40\n", to: "ages.csv")
    let lines = ["open %/ages.csv", "open %/t.csv", "join %/ages.csv on id"]
    try expectEqual(script(lines, in: folder), "join %/ages.csv on id\n")
    let edited = [lines[0], "edit 0:0 age=31"] + lines[1...]
    try expectEqual(
      script(edited, in: folder),
      "# not in a script: what is unsaved of the open table '%/ages.csv', which this reads\n"
        + "join %/ages.csv on id\n")
  }

  @Test("a sample is taken with its seed, and a query says which other tables it reads")
  func repeatable() throws {
    let folder = TemporaryFolder()
    try folder.write("id,age\n1,30\n", to: "ages.csv")
    let lines = try script(
      ["open %/ages.csv", "open %/t.csv", "sample 2", "query \"SELECT * FROM ages\""], in: folder
    ).split(separator: "\n")
    expect(lines.count == 3 && lines[0].wholeMatch(of: /sample --seed \d+ 2/) != nil, "\(lines)")
    expectEqual(
      lines.dropFirst().map(String.init),
      [
        "# not in a script: the open table '%/ages.csv', which this reads as 'ages'",
        "query \"SELECT * FROM ages\"",
      ])
  }

  @Test("without a change it is empty, which a note says; options of open are a comment")
  func empty() throws {
    let folder = TemporaryFolder()
    let session = try session(in: folder)
    expectEqual(
      session.run("history --script").replacing(folder.path, with: "%"),
      "note: no command has changed '%/t.csv'\n")
    session.run("close; open --key name \(folder.file("t.csv")); sort by n")
    expectEqual(
      session.run("history --script").replacing(folder.path, with: "%"),
      "# open --key name %/t.csv\nsort by n\n")
  }

  @Test("every table that a command makes has its name among those that scripts know")
  func names() {
    let names = Session(nil).shell.registry.names
    expect(ScriptUse.byName.keys.allSatisfy(names.contains))
  }

  // MARK: - Random sessions

  @Test("a random session's script makes the same table of a fresh copy", arguments: 0..<80)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 77 &+ 5)
    let folder = TemporaryFolder()
    try folder.write("upper city\nbogus\nsort by name\nedit 0:0 n=11; count\n", to: "f.tsh")
    let session = try session(in: folder)
    var typed: [String] = []
    for _ in 0..<Int.random(in: 5...40, using: &random) {
      let line = Self.line(&random).replacing("%", with: folder.path)
      typed.append(line)
      session.run(line)
    }
    _ = session.shell.run("history --script")
    let script = session.console.output
    _ = session.console.take()
    let fresh = try self.session(in: folder, "u.csv")
    try folder.write(script, to: "s.tsh")
    let reply = fresh.run("source \(folder.file("s.tsh"))")
    let hint = Comment(
      rawValue: "seed \(seed)\n\(typed.joined(separator: "\n"))\n--\n\(script)--\n\(reply)")
    expect(!reply.contains("error:"), hint)
    expectEqual(Self.content(of: fresh), Self.content(of: session), hint)
  }

  private static func content(of session: Session) -> String {
    session.run("export --format json -")
  }

  /// A command, which may fail.
  private static func line(_ random: inout SeededGenerator) -> String {
    func row(_ random: inout SeededGenerator) -> String {
      "0:\(Int.random(in: 0...5, using: &random))"
    }
    let column = ["name", "city", "n", "T", "nope"].randomElement(using: &random) ?? ""
    let (one, other) = (row(&random), row(&random))
    let number = Int.random(in: 0...4, using: &random)
    let lines = [
      "undo", "undo", "undo \(number)", "undo to \(number)", "redo", "redo", "redo \(number)",
      "sort by \(column)", "sort by \(column) desc", "upper \(column)", "lower \(column)",
      "trim \(column)", "edit \(one) \(column)=v\(number)", "edit \(one) n := n + \(number)",
      "edit where n > \(number) set city=X", "delete \(one)", "delete \(one) --dry-run",
      "keep 0:0-4", "insert \(one) id=\(10 + number) name=New", "move \(one) to \(other)",
      "duplicate \(one)", "dedupe city", "fill down city", "replace name n N",
      "select \(one)", "select only \(one)", "deselect \(one)", "toggle \(one)", "invert",
      "mark \(one)", "delete-selected", "tap \(one)", "tap \(one) \(other)", "edit on", "edit off",
      "minus \(one)", "confirm", "swipe \(one)", "column add T", "column add T := n * \(number)",
      "column delete \(column)", "rename \(column) T", "column move \(column) to \(number)",
      "section by city", "section add S\(number)", "section delete 0", "reorder sections S1",
      "source %/f.tsh", "alias both 'upper name; delete'", "both \(one)", "lua k = \(number)",
      "edit \(one) n := k or 0", "lua tablesh.run('delete \(one)')", "lua error('x')",
      "set skip-errors on", "set skip-errors off", "set trace on", "count", "show", "find A",
      "describe n", "bogus", "sort by n; upper name; bogus; trim name", "traits \(one) can-edit=no",
      "group by city", "top 2 by n", "open %/t.csv", "selection single", "selection multiple",
      "combine name city as \(column)", "scroll \(one)", "split name", "batch delete \(one)",
    ]
    return lines.randomElement(using: &random) ?? ""
  }
}
