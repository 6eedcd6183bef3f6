import Expectations
import Rooms
import Foundation
import TableLua
import TestSupport
import Testing

@testable import TableShell

/// What Lua can reach through the shell's commands.
struct LuaReachTests {
  /// A folder with files that hold a secret, and a shell on a table that a user has opened there.
  private struct Place {
    let folder = TemporaryFolder()
    let session: Session
    let before: [String: String]

    /// - Parameter permissions: what Lua may do.
    init(_ permissions: Permissions = .none) throws {
      try folder.write("id,name\na,Ann\nb,Bob\n", to: "own.csv")
      try folder.write("id,name\nc,SECRET\n", to: "secret.csv")
      try folder.write("echo SECRET\n", to: "secret.tsh")
      try folder.write("print('SECRET')\n", to: "secret.lua")
      let path = folder.path
      session = Session(nil) { options in
        options.permissions = permissions
        options.journalFolder = .init(path: path + "/journal")
      }
      expectEqual(session.shell.openFirst([path + "/own.csv"]), .done)
      session.run("edit 0:0 name=Eve")
      _ = session.console.take()
      before = Self.files(in: path)
    }

    /// Whether something was read, written or run outside the table.
    func isTouched(by printed: String) -> Bool {
      printed.contains("SECRET") || Self.files(in: folder.path) != before
    }

    /// Every file with what it holds, but for the open table's own file, which `save` writes, and
    /// its journal, which changes with it.
    private static func files(in path: String) -> [String: String] {
      var files: [String: String] = [:]
      let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
      for name in names {
        if name.hasPrefix("journal/") || name == "own.csv" { continue }
        let file = path + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        // Foundation leaks a little where it reads a folder, or a file of no size.
        let isRead =
          attributes?[.type] as? FileAttributeType == .typeRegular
          && attributes?[.size] as? Int ?? 0 > 0
        let data = isRead ? FileManager.default.contents(atPath: file) : nil
        files[name] = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      return files
    }
  }

  /// Ways to have a command touch what is outside: `@` is the folder.
  private static func lines(for command: Command) -> [String] {
    let arguments = [
      "@/secret.csv", "@/secret.tsh", "@/secret.lua", "@/new.csv", "--as @/new.csv", "@/new.json",
      "--backup", "--backup=.x", "from @/secret.csv", "load @/secret.lua", "reload @/secret.lua",
      "health @/secret.lua", "@/new.csv id,name; save", "--force @/secret.csv",
      "--loader none @/secret.csv", "x count > @/new.txt; x", "journal off", "--all", "",
      "0:0 > @/new.txt", "@/secret.csv > @/new.txt", ">> @/new.txt", "| touch @/new.txt",
      "where 1 > @/new.txt",
      "dofile('@/secret.lua')", "print(io.open('@/secret.csv'):read('a'))",
      "io.open('@/new.txt', 'w')", "os.execute('touch @/new.txt')", "os.remove('@/secret.csv')",
      "(function() return io.open('@/secret.csv'):read('a') end)()",
    ]
    return arguments.map { "\(command.name) \($0)" } + ["(\(command.example)) > @/new.txt"]
  }

  /// The commands that touch something outside, with a line that does.
  ///
  /// - Parameter wrap: how a line is typed.
  private func touching(
    _ permissions: Permissions = .none, _ wrap: (String) -> String
  ) throws -> [String: String] {
    var found: [String: String] = [:]
    for command in CommandRegistry(Room.all).all {
      var former: Place?
      for line in Self.lines(for: command) where found[command.name] == nil {
        let place = try former ?? Place(permissions)
        let printed = place.session.run(
          wrap(line.replacing("@", with: place.folder.path)))
        if place.isTouched(by: printed) { found[command.name] = line }
        // What is refused changes nothing.
        former = printed.hasPrefix("error: ") ? place : nil
      }
    }
    return found
  }

  private func fromLua(_ line: String) -> String {
    "lua local r, e = tablesh.run([==[\(line)]==]) print(r and r.output or 'error: ' .. e.message)"
  }

  @Test("without permission no command that Lua runs reads, writes or runs anything outside")
  func nothing() throws {
    let found = try touching { fromLua($0) }
    expectEqual(found, [:])
  }

  @Test("with every permission, and when they are typed, the same lines do")
  func everything() throws {
    let all = Set(CommandRegistry(Room.all).all.map(\.name))
    // Any command can write what it prints.
    let typed: Set = ["open", "save", "export", "source"]
    expectEqual(typed.subtracting(try touching { $0 }.keys), [], "typed")
    let allowed = Set(try touching(.all) { fromLua($0) }.keys)
    let known: Set = [
      "open", "new", "save", "export", "insert", "source", "plugin", "count", "show",
    ]
    expectEqual(known.subtracting(allowed), [], "allowed")
    expect(allowed.count > all.count / 2)
  }

  @Test("a refusal names the option with the path or the program")
  func flags() throws {
    let place = try Place()
    let path = place.folder.path
    for (line, flag) in [
      ("open \(path)/secret.csv", "--allow-read=\(path)/secret.csv"),
      ("insert from \(path)/secret.csv", "--allow-read=\(path)/secret.csv"),
      ("join \(path)/secret.csv on id", "--allow-read=\(path)/secret.csv"),
      ("delete matching \(path)/secret.csv on id", "--allow-read=\(path)/secret.csv"),
      ("keep matching \(path)/secret.csv on id", "--allow-read=\(path)/secret.csv"),
      ("select matching \(path)/secret.csv on id", "--allow-read=\(path)/secret.csv"),
      ("source \(path)/secret.tsh", "--allow-read=\(path)/secret.tsh"),
      ("plugin load \(path)/secret.lua", "--allow-read=\(path)/secret.lua"),
      ("save \(path)/new.csv", "--allow-write=\(path)/new.csv"),
      ("save --backup=.old", "--allow-write=\(path)/own.csv.old"),
      ("export \(path)/new.db#t", "--allow-write=\(path)/new.db"),
      ("count > \(path)/new.txt", "--allow-write=\(path)/new.txt"),
      ("count | cat", "--allow-run=cat"), ("count | 'cat'", "--allow-run"),
      ("set journal off", "--allow-write=\(path)/journal"),
    ] {
      let printed = place.session.run(
        "lua local r, e = tablesh.run([==[\(line)]==]) return e.code, e.hint")
      expect(printed.contains("permission-denied"), "\(line): \(printed)")
      expect(printed.contains("start tablesh with \(flag)\n"), "\(line): \(printed)")
    }
  }

  @Test("files of the command line may be read, and written by plain save, from Lua too")
  func ownFile() throws {
    let place = try Place()
    let path = place.folder.path + "/own.csv"
    expectEqual(place.session.run("lua return #io.open('\(path)'):read('a')"), "20\n")
    expectEqual(place.session.run("lua tablesh.run('save')").hasPrefix("saved 2 rows"), false)
    try expectEqual(place.folder.read("own.csv"), "id,name\na,Eve\nb,Bob\n")
    expect(place.session.run("lua return io.open('\(path)', 'w')").contains("--allow-write"))
    expectEqual(place.session.run("lua tablesh.run('reload')").contains("error"), false)
    place.session.run("close")
    expectEqual(place.session.run("lua tablesh.run('open \(path)')").contains("error"), false)
  }

  @Test("a table that Lua has made or opened is saved only where Lua may write")
  func tablesOfLua() throws {
    let place = try Place(Permissions(read: .all))
    let path = place.folder.path
    place.session.run("lua tablesh.run('new \(path)/made.csv id')")
    expect(place.session.run("lua tablesh.run('save')").contains("--allow-write=\(path)/made.csv"))
    expect(place.session.run("save").hasPrefix("saved"))
    place.session.run("lua tablesh.run('open \(path)/secret.csv')")
    place.session.run("edit 0:0 name=x")
    expectEqual(place.session.run("lua tablesh.run('save')").contains("permission"), false)
    try expect(place.folder.read("secret.csv").contains("SECRET"))
    expect(place.session.run("save").hasPrefix("saved"))
  }

  @Test("an alias that Lua has made may do no more than Lua, also when it is typed")
  func alias() throws {
    let place = try Place()
    let path = place.folder.path
    place.session.run("lua tablesh.run([[alias peek source \(path)/secret.tsh]])")
    place.session.run("lua tablesh.run([[alias show 'count > \(path)/new.txt']])")
    place.session.run("alias mine show")
    for line in ["peek", "show", "mine"] {
      expect(!place.isTouched(by: place.session.run(line)))
    }
    place.session.run("alias peek source \(path)/secret.tsh")
    expectEqual(place.session.run("peek"), "SECRET\n")
  }

  @Test("a loader and a command of a plugin reach no more than the opened source")
  func plugin() throws {
    let place = try Place()
    let path = place.folder.path
    try place.folder.write(
      """
      tablesh.loader { name = "spy", extensions = {"spy"}, columns = {"a"},
        load = function(source, emit) emit({source:read()}) io.open("\(path)/secret.csv") end }
      tablesh.command { name = "peek", run = function() return io.open("\(path)/secret.csv") end }
      """, to: "p.lua")
    try place.folder.write("x", to: "t.spy")
    expect(place.session.run("plugin load \(path)/p.lua").hasPrefix("loaded"))
    expect(place.session.run("open \(path)/t.spy").contains("--allow-read=\(path)/secret.csv"))
    expect(place.session.run("peek").contains("--allow-read=\(path)/secret.csv"))
  }

  @Test("a person is asked: once, always in this session, anything else is no; a batch never asks")
  func questions() throws {
    let place = try Place()
    let path = place.folder.path
    let console = place.session.console
    let open = "lua local r, e = tablesh.run('source \(path)/secret.tsh') return not (e and e.code)"
    console.replies = ["o"]
    expectEqual(place.session.run(open), "false\n")
    expect(console.questions.isEmpty)
    console.isInteractive = true
    console.replies = ["o", "", "y", nil, "A"]
    expectEqual(place.session.run(open), "true\n")
    for _ in 0..<3 { expectEqual(place.session.run(open), "false\n") }
    for _ in 0..<2 { expectEqual(place.session.run(open), "true\n") }
    expectEqual(
      console.questions.first,
      "Lua wants to read '\(path)/secret.tsh': once, always in this session, or no? [o/a/N] "
    )
    expectEqual(console.questions.count, 5)
    console.replies = ["a"]
    expectEqual(place.session.run("lua os.execute('true a') os.execute('true b')"), "")
    expectEqual(
      console.questions.last,
      "Lua wants to run 'true' (true a): once, always in this session with any arguments, "
        + "or no? [o/a/N] ")
    expectEqual(place.session.run("= tablesh.exec{'true', 'c d'}.status"), "0\n")
    expectEqual(console.questions.count, 6)
    place.session.run("lua os.execute('true\\n\\27[2Jyes?')")
    expectEqual(console.questions.last?.contains("run 'true\\n\\x1b[2Jyes?': once"), true)
    console.replies = ["o"]
    place.session.run("lua x = setmetatable({}, {__index = function() io.open('\(path)/x') end})")
    _ = place.session.shell.complete("= x.a", cursor: 5)
    expectEqual(console.replies, ["o"])
  }

  @Test("each plugin asks for itself, and always is for the one that has asked")
  func plugins() throws {
    let place = try Place()
    let path = place.folder.path
    let console = place.session.console
    for (file, name) in [("a.lua", "one"), ("b.lua", "two")] {
      try place.folder.write(
        """
        local function run() return tablesh.exec{"true", "x y"} and "ran" end
        tablesh.command { name = "\(name)", run = run }
        tablesh.on("did_run", function(event) if event.command == "echo \(name)" then run() end end)
        tablesh.rule { name = "\(name)", fn = function() return run() end }
        tablesh.health(function() return run() ~= nil end)
        """, to: file)
      expect(place.session.run("plugin load \(path)/\(file)").hasPrefix("loaded"))
    }
    console.isInteractive = true
    func asked(_ line: String, _ replies: String?...) -> [String] {
      let count = console.questions.count
      console.replies = replies
      place.session.run(line)
      return console.questions.dropFirst(count).map { String($0.prefix { $0 != ":" }) }
    }
    func question(_ asker: String) -> String { "\(asker) wants to run 'true' (true \"x y\")" }
    let (one, two) = (question("plugin 'a.lua'"), question("plugin 'b.lua'"))
    expectEqual(asked("one", "o"), [one])
    expectEqual(asked("one", "a"), [one])
    expectEqual(asked("one"), [])
    expect(asked("echo one") == [] && asked("count rule one") == [])
    expectEqual(asked("two", "no"), [two])
    expectEqual(asked("echo two", "no"), [two])
    expectEqual(asked("plugin health", "no"), [two])
    expectEqual(asked("count rule two", "a"), [two])
    expectEqual(asked("two; count rule two; echo two; plugin health"), [])
    expectEqual(asked("lua tablesh.exec{'true', 'x y'}", "no"), [question("Lua")])
    // Whoever makes an alias asks for it.
    try place.folder.write(
      """
      tablesh.run('alias three "count | true"')
      tablesh.command { name = "four", run = function() tablesh.run("lua os.execute('true a')") end }
      """, to: "c.lua")
    expectEqual(asked("plugin load \(path)/c.lua"), [])
    expectEqual(asked("three", "no"), ["plugin 'c.lua' wants to run 'true'"])
    expectEqual(asked("four", "a"), ["plugin 'c.lua' wants to run 'true' (true a)"])
    expectEqual(asked("three"), [])
    // Another of the same name is told by its folder.
    expectEqual(mkdir("\(path)/d", 0o700), 0)
    try place.folder.write("os.execute('true')", to: "d/a.lua")
    expectEqual(
      asked("plugin load \(path)/d/a.lua", "no"), ["plugin '\(path)/d/a.lua' wants to run 'true'"]
    )
  }

  @Test("what a shell would read is named, and the hint does the same without one")
  func advice() throws {
    let place = try Place(Permissions(run: .only(["touch", "cat"])))
    let path = place.folder.path
    func hint(_ line: String) -> (error: String, hint: String) {
      let text = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      let lines = place.session.run("lua os.execute(\"\(text)\")").split(separator: "\n")
      return (String(lines.first ?? ""), String(lines.dropFirst().first?.dropFirst(7) ?? ""))
    }
    let quoted = hint("touch \"\(path)/a b\" '\(path)/c\"d' \(path)/e\\ f")
    expect(quoted.error.hasSuffix(" needs --allow-run, as '\"' needs a shell"))
    expect(quoted.hint.hasPrefix("tablesh.exec{\"touch\", "))
    expectEqual(place.session.run("= \(quoted.hint).status"), "0\n")
    for name in ["a b", "c\"d", "e f"] {
      expectEqual(access("\(path)/\(name)", F_OK), 0, "\(name)")
    }
    let other = hint("mv 'a b' c")
    expectEqual(
      other.hint, "tablesh.exec{\"mv\", \"a b\", \"c\"}, and start tablesh with --allow-run=mv")
    for (line, special) in [
      ("cat in/*", "'*'"), ("cat x > y", "'>'"), ("cat $HOME", "'$'"), ("cat x; cat y", "';'"),
      ("cat x | cat", "'|'"), ("cat `x`", "'`'"),
      ("cat\tx&", "a tab"),
    ] {
      let told = hint(line)
      expect(told.error.contains(", as \(special) needs a shell"), "\(line): \(told.error)")
      expectEqual(told.hint, "start tablesh with --allow-run", "\(line)")
    }
    expect(
      place.session.run("lua os.execute('cat x\\ncat y')").contains(
        "needs --allow-run, as a line end needs a shell"))
    expect(
      place.session.run("lua tablesh.run('count | cat \"x\"')").contains(
        "is not allowed without --allow-run, as '\"' needs a shell"))
  }
}
