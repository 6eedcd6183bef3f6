import Foundation
import TableLua
import TestSupport
import Testing

@testable import TableShell

/// What Lua can reach through the shell's commands.
@Suite("Lua and the world outside the table")
struct LuaReachTests {
  /// A folder with files that hold a secret, and a shell on a table that a user has opened there.
  private struct TextPosition {
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
      #expect(session.shell.openFirst([path + "/own.csv"]) == .done)
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
      "0:0 > @/new.txt", ">> @/new.txt", "| touch @/new.txt", "where 1 > @/new.txt",
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
    for command in CommandRegistry().all {
      for line in Self.lines(for: command) where found[command.name] == nil {
        let place = try TextPosition(permissions)
        let printed = place.session.run(
          wrap(line.replacing("@", with: place.folder.path)))
        if place.isTouched(by: printed) { found[command.name] = line }
      }
    }
    return found
  }

  private func fromLua(_ line: String) -> String {
    "lua local r, e = tablesh.run([==[\(line)]==]) print(r and r.output or e.message)"
  }

  @Test("without permission no command that Lua runs reads, writes or runs anything outside")
  func nothing() throws {
    let found = try touching { fromLua($0) }
    #expect(found == [:])
  }

  @Test("with every permission, and when they are typed, the same lines do")
  func everything() throws {
    let all = Set(CommandRegistry().all.map(\.name))
    // Any command can write what it prints.
    #expect(Set(try touching { $0 }.keys).isSuperset(of: ["open", "save", "export", "source"]))
    let allowed = Set(try touching(.all) { fromLua($0) }.keys)
    #expect(
      allowed.isSuperset(
        of: ["open", "new", "save", "export", "insert", "source", "plugin", "count", "show"]))
    #expect(allowed.count > all.count / 2)
  }

  @Test("a refusal names the option with the path or the program")
  func flags() throws {
    let place = try TextPosition()
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
      #expect(printed.contains("permission-denied"), "\(line): \(printed)")
      #expect(printed.contains("start tablesh with \(flag)\n"), "\(line): \(printed)")
    }
  }

  @Test("files of the command line may be read, and written by plain save, from Lua too")
  func ownFile() throws {
    let place = try TextPosition()
    let path = place.folder.path + "/own.csv"
    #expect(place.session.run("lua return #io.open('\(path)'):read('a')") == "20\n")
    #expect(place.session.run("lua tablesh.run('save')").hasPrefix("saved 2 rows") == false)
    #expect(try place.folder.read("own.csv") == "id,name\na,Eve\nb,Bob\n")
    #expect(place.session.run("lua return io.open('\(path)', 'w')").contains("--allow-write"))
    #expect(place.session.run("lua tablesh.run('reload')").contains("error") == false)
    place.session.run("close")
    #expect(place.session.run("lua tablesh.run('open \(path)')").contains("error") == false)
  }

  @Test("a table that Lua has made or opened is saved only where Lua may write")
  func tablesOfLua() throws {
    let place = try TextPosition(Permissions(read: .all))
    let path = place.folder.path
    place.session.run("lua tablesh.run('new \(path)/made.csv id')")
    #expect(place.session.run("lua tablesh.run('save')").contains("--allow-write=\(path)/made.csv"))
    #expect(place.session.run("save").hasPrefix("saved"))
    place.session.run("lua tablesh.run('open \(path)/secret.csv')")
    place.session.run("edit 0:0 name=x")
    #expect(place.session.run("lua tablesh.run('save')").contains("permission") == false)
    #expect(try place.folder.read("secret.csv").contains("SECRET"))
    #expect(place.session.run("save").hasPrefix("saved"))
  }

  @Test("an alias that Lua has made may do no more than Lua, also when it is typed")
  func alias() throws {
    let place = try TextPosition()
    let path = place.folder.path
    place.session.run("lua tablesh.run([[alias peek source \(path)/secret.tsh]])")
    place.session.run("lua tablesh.run([[alias show 'count > \(path)/new.txt']])")
    place.session.run("alias mine show")
    for line in ["peek", "show", "mine"] {
      #expect(!place.isTouched(by: place.session.run(line)))
    }
    place.session.run("alias peek source \(path)/secret.tsh")
    #expect(place.session.run("peek") == "SECRET\n")
  }

  @Test("a loader and a command of a plugin reach no more than the opened source")
  func plugin() throws {
    let place = try TextPosition()
    let path = place.folder.path
    try place.folder.write(
      """
      tablesh.loader { name = "spy", extensions = {"spy"}, columns = {"a"},
        load = function(source, emit) emit({source:read()}) io.open("\(path)/secret.csv") end }
      tablesh.command { name = "peek", run = function() return io.open("\(path)/secret.csv") end }
      """, to: "p.lua")
    try place.folder.write("x", to: "t.spy")
    #expect(place.session.run("plugin load \(path)/p.lua").hasPrefix("loaded"))
    #expect(place.session.run("open \(path)/t.spy").contains("--allow-read=\(path)/secret.csv"))
    #expect(place.session.run("peek").contains("--allow-read=\(path)/secret.csv"))
  }

  @Test("a person is asked: once, always in this session, anything else is no; a batch never asks")
  func questions() throws {
    let place = try TextPosition()
    let path = place.folder.path
    let console = place.session.console
    let open = "lua local r, e = tablesh.run('source \(path)/secret.tsh') return not (e and e.code)"
    console.replies = ["o"]
    #expect(place.session.run(open) == "false\n")
    #expect(console.questions.isEmpty)
    console.isInteractive = true
    console.replies = ["o", "", "y", nil, "A"]
    #expect(place.session.run(open) == "true\n")
    for _ in 0..<3 { #expect(place.session.run(open) == "false\n") }
    for _ in 0..<2 { #expect(place.session.run(open) == "true\n") }
    #expect(
      console.questions.first
        == "Lua asks for reading '\(path)/secret.tsh': once, always in this session, or no? [o/a/N] "
    )
    #expect(console.questions.count == 5)
    console.replies = ["a"]
    #expect(place.session.run("lua os.execute('true a') os.execute('true b')") == "")
    #expect(
      console.questions.last
        == "Lua asks for running 'true a': once, always in this session, or no? "
        + "(always: 'true' with any plain words) [o/a/N] ")
    place.session.run("lua os.execute('true\\n\\27[2Jyes?')")
    #expect(console.questions.last?.contains("running 'true\\n\\x1b[2Jyes?': once") == true)
    console.replies = ["o"]
    place.session.run("lua x = setmetatable({}, {__index = function() io.open('\(path)/x') end})")
    _ = place.session.shell.complete("= x.a", cursor: 5)
    #expect(console.replies == ["o"])
  }
}
