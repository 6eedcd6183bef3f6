import Expectations
import TableLua
import Testing

@testable import TableShell

/// Commands of the shell itself.
struct ShellCommandTests {
  @Test("set lists, shows, changes and checks settings")
  func set() {
    let session = Session()
    session.expect(
      """
      > set content
      reconfigure
      > set content reload
      content is reload
      > set undo-memory 512m
      undo-memory is 512M
      > set trace perhaps
      error: 'perhaps' is no value of 'trace'
      hint:  set trace on  # on|off
      > set undo-memory much
      error: 'much' is no value of 'undo-memory': a whole number of bytes, or of K, M or G
      hint:  set undo-memory 512M  # 512M|2G|BYTES
      > set formt json
      error: no setting 'formt'
      hint:  set format json
      """)
    expectEqual(session.shell.current?.editor.contentChange, .reload)
    expectEqual(session.shell.current?.editor.undoBudget, 512 << 20)
    expect(session.run("set").hasPrefix("format"))
    session.run("new other id")
    expectEqual(session.shell.current?.editor.contentChange, .reload)
  }

  @Test("sizes of memory are read back as they are written")
  func sizes() {
    expectEqual(ByteCount.value(of: "2G"), 2 << 30)
    expectEqual(ByteCount.value(of: "1500"), 1500)
    for text in ["", "G", "-1", "1T", "99999999999G"] { expectNil(ByteCount.value(of: text)) }
    for count in [0, 1, 1024, 1500, 3 << 20, 1 << 30] {
      expectEqual(ByteCount.value(of: ByteCount.text(count)), count)
    }
  }

  @Test("an alias stands for a command, and what follows it follows the command")
  func alias() {
    let session = Session()
    session.expect(
      """
      > alias pick select only
      > pick 0:1
      selected 1 row
      > alias two 'deselect; select 0:0-1'
      > two
      deselected 1 row
      selected 2 rows
      > alias count count 0
      > count
      3
      > alias
      count  count 0
      pick   select only
      two    deselect; select 0:0-1
      > alias pick
      select only
      > alias pick ''
      > pick 0:1
      error: no command 'pick'
      hint:  help commands  # lists all commands
      > alias x nosuch
      error: no command 'nosuch'
      hint:  alias x touch
      > alias pick
      error: no alias 'pick'
      hint:  alias  # count, two
      """)
  }

  @Test("a redirection behind an alias belongs to the command it stands for")
  func aliasRedirection() throws {
    let folder = TemporaryFolder()
    let session = Session()
    expectEqual(session.run("alias log count > \(folder.file("n.txt"))"), "")
    expectEqual(session.run("log"), "")
    try expectEqual(folder.read("n.txt"), "5\n")
  }

  @Test("source runs a file and names the place of a failure")
  func source() throws {
    let folder = TemporaryFolder()
    let good = try folder.write("# two\nselect 0:0\ncount selected\n", to: "good.tsh")
    let bad = try folder.write("count\n\nselect 7:0\ncount\n", to: "bad.tsh")
    let broken = try folder.write("count\necho 'x\n", to: "broken.tsh")
    let leaving = try folder.write("quit\ncount\n", to: "leaving.tsh")
    let session = Session()
    session.expect(
      """
      > source \(good)
      selected 1 row
      1
      > source \(bad)
      5
      \(bad):3: error: no section 7: there are 2 sections
      hint:  sections  # they count from 0: 0 … 1
      error: '\(bad)' failed
      > source \(folder.file("none.tsh"))
      error: no file '\(folder.file("none.tsh"))'
      > source \(folder.path)
      error: \(folder.path): it is a folder
      """)
    expect(session.run("source \(broken)").contains("broken.tsh:2: error: the quote"))
    expectEqual(session.shell.run("source \(leaving)"), .done)
    expectEqual(session.console.take(), "")
  }

  @Test("quit and quit! in a file end that file alone, also from Lua, and nothing is lost or asked")
  func leaveFile() throws {
    let folder = TemporaryFolder()
    let table = try folder.write("id,a\n1,x\n2,y\n", to: "t.csv")
    let inner = try folder.write("edit @1 a=z\nquit\necho never\n", to: "inner.tsh")
    let outer = try folder.write(
      "source \(inner)\necho outer\nlua local _ = tablesh.run('quit!')\necho never\n",
      to: "outer.tsh")
    let session = Session(nil) { $0.permissions = .all }
    session.run("open \(table)")
    let lines = session.run("source \(outer); echo here; changes")
    expectEqual(
      lines,
      """
      changed 1 cell in 1 section
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:0
      outer
      here
      ~ @1 a: 'x' → 'z'

      """)
    expect(
      session.run("lua local _ = tablesh.run('source \(inner)'); echo there").hasSuffix("there\n"))
    expect(session.console.questions.isEmpty)
    expectEqual(session.shell.run("quit!"), .leave(status: 0))
  }

  @Test("exit and q are quit, ? is help, unless something else has that name")
  func otherNames() {
    expectEqual(Session().shell.run("exit; count"), .leave(status: 0))
    expectEqual(Session().shell.run("q; count"), .leave(status: 0))
    let session = Session()
    expectEqual(session.run("?"), session.run("help"))
    expectEqual(session.run("? select"), session.run("help select"))
    expectEqual(session.run("help q"), session.run("help quit"))
    session.run("alias q count")
    expectEqual(session.run("q"), "5\n")
  }

  @Test(
    "help of settings and aliases says how to keep them, and of source nothing of Lua's sources")
  func helpOfShell() {
    let session = Session()
    for name in ["set", "alias"] {
      expect(session.run("help \(name)").contains("~/.config/tablesh/init.tsh"))
    }
    expect(!session.run("help source").contains("tablesh.Source"))
    expect(session.run("help plan").contains("help tablesh.Plan"))
  }

  @Test("a file that sources itself ends with an error")
  func recursion() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("source \(folder.file("self.tsh"))\n", to: "self.tsh")
    let session = Session()
    expect(session.run("source \(path)").contains("is sourced too deep"))
  }

  @Test("what show writes to a file is neither cut nor coloured")
  func redirection() throws {
    let folder = TemporaryFolder()
    let session = Session("A(\(String(repeating: "x", count: 120)))")
    session.console.usesColor = true
    session.run("show 0:0 > \(folder.file("rows.txt"))")
    let text = try folder.read("rows.txt")
    expect(text.contains(String(repeating: "x", count: 120)))
    expect(!text.contains("\u{1B}"))
  }

  @Test("a command whose output has nowhere to go changes nothing")
  func nowhere() {
    let session = Session()
    session.expect(
      """
      > delete 0:0 > /nowhere/at/all
      error: /nowhere/at/all: no such file or folder
      """)
    expectEqual(session.drawing, "Pilots(P1 P2 P3) Crew(C1 C2)")
  }

  @Test("assert passes on what is true for Lua and fails on the rest")
  func assertion() {
    Session().expect(
      """
      > assert 1 + 1 == 2
      > assert #"x" > 1
      error: assertion failed: #"x" > 1
      > assert nil
      error: assertion failed: nil
      > assert
      error: an expression is missing
      hint:  assert EXPR
      """)
  }

  @Test("an alias may end in Lua text, whose '>' is Lua's, and words go on with it")
  func aliasWithLua() {
    Session("A(1 2 3)").expect(
      """
      > alias big count where id > 1
      > big
      2
      > big and id < 3
      1
      > alias
      big  count where id > 1
      """)
  }

  @Test("a program that reads nothing is no error, one that fails is")
  func programs() {
    let session = Session()
    session.expect(
      """
      > help | true
      > count | false
      error: 'false' ended with status 1
      > count | exit 3
      error: 'exit 3' ended with status 3
      """)
  }

  @Test("echo prints its words, where and all")
  func echo() {
    Session(nil).expect(
      """
      > echo a  "b  c" 'd;e'
      a b  c d;e
      > echo nobody knows where it is
      nobody knows where it is
      > echo
      \("")
      """)
  }

  @Test("history lists what was run")
  func history() {
    Session().expect(
      """
      > count; count 0
      5
      3
      > history
      1  count
      2  count 0
      3  history
      > history 1
      4  history 1
      """)
  }

  @Test("quit and quit! end the session")
  func quit() {
    expectEqual(Session().shell.run("quit"), .leave(status: 0))
    expectEqual(Session().shell.run("delete 0:0; quit!; count"), .leave(status: 0))
  }

  @Test("help lists commands by group, explains one, and offers the nearest")
  func help() {
    let session = Session()
    let list = session.run("help commands")
    for command in session.shell.registry.all { expect(list.contains(" \(command.name)")) }
    let lines = list.split(separator: "\n", omittingEmptySubsequences: false)
    expect(lines.count <= 36 && lines.allSatisfy { $0.count <= 80 })
    session.expect(
      """
      > help pwd
      pwd

      print the folder that names of files start from

      pwd works at the prompt only.

      examples
        pwd         print the folder
        cd ..; pwd  go up, and print where you are

      read on: help cd
      > help cuont
      error: no command 'cuont'
      hint:  help count
      """)
    let count = session.run("help count")
    expect(count.hasPrefix("count [TARGET]\n\nprint how many rows a target names\n"), "\(count)")
    for part in [
      "\n  --skip-errors  skip rows where", "\n  count where pay > 30  the rows where",
      "\nread on: help targets, help tally",
    ] { expect(count.contains(part), "\(part)") }
    expect(session.run("help find").contains("--column COL"))
    expectEqual(session.run("help where"), session.run("help targets"))
    for topic in session.shell.registry.topics {
      expect(session.run("help \(topic.name)").contains(topic.page(width: 80)))
      expect(topic.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test("help knows tablesh, each function, type, method and event of Lua, and the nearest of them")
  func luaHelp() throws {
    let session = Session()
    for topic in APIReference.topics {
      let text = session.run("help \(topic.name)")
      expect(!text.hasPrefix("error:") && text.hasSuffix("\n"), "\(topic.name)")
      for line in text.split(separator: "\n") { expect(line.count <= 100, "\(line)") }
    }
    for (name, part) in [
      ("row", "null is nil"), ("will_save", "about to be written"), ("tablesh", "tablesh.rule"),
      ("event", "which event"), ("tablesh.Edit", "t:set(target"), ("emit", "a row alone"),
      ("table:rows", "walks over all rows"), ("t:set", "sets cells"), ("os.exit", "status"),
      ("ruledeclaration", "one word"), ("plan", "help tablesh.Plan"), ("Target", "@KEY"),
    ] {
      expect(session.run("help \(name)").lowercased().contains(part.lowercased()), "\(name)")
    }
    session.expect(
      """
      > help wil_save
      error: no command 'wil_save'
      hint:  help will_save
      > help rwo
      error: no command 'rwo'
      hint:  help row
      > help tablesh.Rwo
      error: no command 'tablesh.Rwo'
      hint:  help tablesh.Row
      """)
  }

  @Test("a line of Lua that is no command says how Lua is typed")
  func luaLines() {
    let session = Session()
    for (line, hint) in [
      ("x = 5", "lua x = 5"), ("print(1)", "lua print(1)"),
      ("x=5", "lua x=5"), ("1 + 1", "= 1 + 1"),
      ("local t = {", "lua local t = {"),
      ("for i = 1, 3 do", "lua for i = 1, 3 do"),
      ("tablesh.run('count')", "lua tablesh.run('count')"),
      ("cuont(0)", "lua cuont(0)"), ("sort(age)", "did you mean 'sort'?"),
      ("xyz", "help commands  # lists all commands"),
      ("xyz.b", "help commands  # lists all commands"),
      ("cuont 0:1", "count 0:1"), ("xyz = = 5", "help commands  # lists all commands"),
    ] {
      let reply = session.run(line)
      expect(reply.hasSuffix("hint:  \(hint)\n"), "\(line): \(reply)")
    }
  }

  @Test("all that a command writes goes where its line sends it")
  func redirectedWriting() throws {
    let folder = TemporaryFolder()
    let session = Session("A(a b)")
    let script = try folder.write("count\ncount 0\n", to: "two.tsh")
    let out = folder.file("out.txt")
    expectEqual(session.run("source \(script) > \(out)"), "")
    try expectEqual(folder.read("out.txt"), "2\n2\n")
    expectEqual(session.run("(lua print(1); print(2)) > \(out)"), "")
    try expectEqual(folder.read("out.txt"), "1\n2\n")
    expectEqual(
      session.run("export --format csv - >> \(out)"),
      "note: delimited text cannot keep the name of section 'A'\n")
    try expectEqual(folder.read("out.txt"), "1\n2\nid,name\na,a\nb,b\n")
    session.run("alias both 'count; count 0:0'; both > \(out)")
    try expectEqual(folder.read("out.txt"), "2\n1\n")
  }

  @Test("the caret of an error stands in its own part of the line")
  func caret() {
    Session().expect(
      """
      > count; count 0:0 0:1
      5
      error: '0:1' does not belong to '0:0'
      count 0:0 0:1
                ^
      hint:  count 0:0,0:1
      """)
  }

  @Test("an option that no command is near to says where the options are listed")
  func unknownOption() {
    expect(Session().run("count --xyz 0").hasSuffix("hint:  help count\n"))
    expect(Session().run("select --parital 0").hasSuffix("hint:  did you mean --partial?\n"))
  }
}
