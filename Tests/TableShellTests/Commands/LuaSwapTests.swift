import Expectations
import Foundation
import TableLua
import Testing

@testable import TableShell

/// What Lua reaches where links are made, moved and exchanged.
struct LuaSwapTests {
  /// A folder where Lua may do everything, `in`, beside one where it may do nothing, `out`.
  private struct TextPosition {
    let folder = TemporaryFolder()
    let session: Session
    var inside: String { folder.path + "/in" }
    var outside: String { folder.path + "/out" }

    init() throws {
      let path = folder.path
      for name in ["in", "in/sub", "out"] {
        try FileManager.default.createDirectory(
          atPath: path + "/" + name, withIntermediateDirectories: true)
      }
      for name in ["out/a.csv", "out/a.tsv"] { try folder.write("id,name\nc,SECRET\n", to: name) }
      try folder.write("echo SECRET\n", to: "out/a.tsh")
      try folder.write("print('SECRET')\n", to: "out/a.lua")
      for name in ["in/a.csv", "in/sub/a.csv"] { try folder.write("id,name\na,Ann\n", to: name) }
      for name in ["a.csv", "a.tsh", "a.lua", "a.md", "a.html", "a.db", "a.json.gz"] {
        try FileManager.default.createSymbolicLink(
          atPath: path + "/in/link-" + name, withDestinationPath: path + "/out/" + name)
      }
      try FileManager.default.createSymbolicLink(
        atPath: path + "/in/folder", withDestinationPath: path + "/out")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/in/own.csv", withDestinationPath: path + "/in/sub/a.csv")
      session = Session { options in
        options.permissions = Permissions(
          read: .only([path + "/in"]), write: .only([path + "/in"]))
      }
    }

    /// Runs Lua, with `IN` and `OUT` for the folders, and answers what is printed.
    func lua(_ text: String) -> String {
      session.run(
        "lua "
          + text.replacing("\n", with: " ").replacing("IN/", with: inside + "/").replacing(
            "OUT/", with: outside + "/"))
    }

    /// Runs a command from Lua.
    func command(_ line: String) -> String {
      lua(
        "local r, e = tablesh.run([==[\(line)]==]) print(r and (r.output or '') or e.code, e and e.message)"
      )
    }

    /// Nothing of the other folder was read, written or made.
    func expectUntouched(
      _ printed: String, _ what: String, file: StaticString = #filePath, line: Int = #line
    ) throws {
      expect(!printed.contains("SECRET"), "\(what)", file: file, line: line)
      try expectEqual(
        FileManager.default.contentsOfDirectory(atPath: outside).sorted(),
        ["a.csv", "a.lua", "a.tsh", "a.tsv"], "\(what)", file: file, line: line)
      for name in ["out/a.csv", "out/a.tsv"] {
        try expectEqual(
          folder.read(name), "id,name\nc,SECRET\n", "\(what)",
          file: file, line: line)
      }
    }
  }

  private static let reading = [
    "open FILE.csv", "insert from FILE.csv", "source FILE.tsh", "plugin load FILE.lua",
    "open --loader csv FILE.tsh",
  ]
  private static let writing = [
    "save FILE.csv", "save --as FILE.csv", "export FILE.csv", "export FILE.md", "save FILE.html",
    "export --force FILE.csv", "count > FILE.csv", "count >> FILE.csv", "(lua print(1)) > FILE.csv",
    "save FILE.db", "export FILE.db#t", "save FILE.json.gz", "alias > FILE.csv",
  ]

  @Test(
    "a path that leads out of what is allowed is refused, by `..`, by a link, by a linked folder")
  func leadingOut() throws {
    for line in Self.reading + Self.writing {
      for file in ["IN/../out/a", "IN/link-a", "IN/folder/a", "IN/sub/../../out/a"] {
        let place = try TextPosition()
        let printed = place.command(line.replacing("FILE", with: file))
        expect(printed.contains("permission-denied"), "\(line) \(file): \(printed)")
        try place.expectUntouched(printed, "\(line) \(file)")
      }
    }
  }

  @Test("a link that leads to what is allowed is followed")
  func leadingIn() throws {
    let place = try TextPosition()
    expect(place.command("open IN/own.csv").contains("opened"))
    expectEqual(place.command("edit 0:0 name=Eve").contains("error"), false)
    expectEqual(place.command("save").contains("error"), false)
    expectEqual(place.command("export --force IN/sub/../own.csv").contains("error"), false)
    try expectEqual(place.folder.read("in/sub/a.csv"), "id,name\na,Eve\n")
    expectEqual(place.command("count >> IN/own.csv").contains("error"), false)
    try expectEqual(place.folder.read("in/sub/a.csv"), "id,name\na,Eve\n1\n")
    let type = try FileManager.default.attributesOfItem(atPath: place.inside + "/own.csv")[.type]
    expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  /// Exchanges what was judged for a link to the other folder, the moment before it is used.
  private static let swaps = [
    "assert(os.rename('IN/link-a.csv', 'IN/a.csv'))",
    "assert(os.rename('IN/sub', 'IN/moved') and os.rename('IN/folder', 'IN/sub'))",
  ]

  @Test("a link that takes the place of what was judged is not followed", arguments: swaps)
  func exchanged(swap: String) throws {
    let file = swap.contains("moved") ? "IN/sub/a.csv" : "IN/a.csv"
    for (event, line) in [
      ("will_open", "open \(file)"), ("will_open", "open --loader l \(file)"),
      ("will_save", "save --overwrite \(file)"), ("will_save", "save --as --overwrite \(file)"),
      ("will_save", "save --backup --force --overwrite \(file)"),
      ("will_save", "save \(file.replacing("a.csv", with: "a.tsv"))"),
    ] {
      let place = try TextPosition()
      _ = place.lua(
        """
        tablesh.loader { name = 'l', load = function(source, emit) emit{a = source:read()} end }
        tablesh.on('\(event)', function() if not done then done = true \
        \(swap.replacing("\n", with: " ")) end end)
        """.replacing("\n", with: " "))
      var printed = place.command(line)
      expectEqual(place.lua("return done"), "true\n", "\(line): \(printed)")
      printed += place.session.run("show *")
      try place.expectUntouched(printed, line)
    }
  }

  @Test("a file that a command's output goes to stays that file while the command runs")
  func redirected() throws {
    for swap in Self.swaps {
      for arrow in [">", ">>"] {
        let place = try TextPosition()
        let file = swap.contains("moved") ? "IN/sub/a.csv" : "IN/a.csv"
        let printed = place.command("(lua \(swap) print('mine')) \(arrow) \(file)")
        try place.expectUntouched(printed, swap)
        if swap.contains("moved") {
          try expect(place.folder.read("in/moved/a.csv").hasSuffix("mine\n"))
        }
      }
    }
  }

  @Test("a saver that exchanges the folder it writes to writes nowhere else")
  func saver() throws {
    let place = try TextPosition()
    _ = place.lua(
      "tablesh.loader { name = 's', extensions = {'new'}, load = function() end, "
        + "save = function(t, write) \(Self.swaps[1]) write('mine') end }")
    _ = place.command("export IN/sub/a.new")
    try place.expectUntouched("", "export")
    try expectEqual(place.folder.read("in/moved/a.new"), "mine")
  }

  @Test("a backup is allowed for where the file really is")
  func backup() throws {
    let place = try TextPosition()
    expect(place.session.run("open \(place.inside)/link-a.csv").contains("opened"))
    place.session.run("edit 0:0 name=Eve")
    let printed = place.command("save --backup")
    expect(printed.contains("permission-denied"))
    expect(printed.contains("\(place.outside)/a.csv~"))
    try place.expectUntouched("", "save --backup")
  }

  @Test("a module beside a script is the file that was judged")
  func module() throws {
    let place = try TextPosition()
    try place.folder.write("return 'mine'", to: "in/m.lua")
    try place.folder.write(
      "print(require('m'), pcall(require, 'link-a'))", to: "in/s.lua")
    let ending = place.session.shell.luaLayer.run(script: place.inside + "/s.lua", arguments: [])
    expectEqual(ending, .done)
    let printed = place.session.console.take()
    expect(printed.hasPrefix("mine\tfalse"))
    try place.expectUntouched(printed, "require")
  }

  @Test("saving a table that the user has opened does not follow its name elsewhere")
  func ownFile() throws {
    let place = try TextPosition()
    let path = place.inside + "/a.csv"
    place.session.run("open \(path)")
    let printed = place.lua(
      """
      os.rename("IN/link-a.csv", "IN/a.csv")
      tablesh.run("edit 0:0 name=Eve")
      for _, line in ipairs { "save", "save --force", "save --backup --force" } do
        local r, e = tablesh.run(line)
        print(line, e and e.code)
      end
      """)
    try place.expectUntouched(printed, "save")
    expectEqual(
      printed.components(separatedBy: "permission-denied").count, 4, "all are refused: \(printed)"
    )
    // The user may, as ever.
    expect(place.session.run("save --force").contains("saved 1 row"))
  }

  @Test(
    "what an alias writes goes nowhere that was not allowed, whatever becomes of its last part",
    arguments: ["show", "show 9:9", "open none.csv", "delete 0:0; delete 9:9", "echo b"])
  func aliases(last: String) throws {
    let place = try TextPosition()
    for (i, redirection) in ["| sh", "> OUT/made", ">> OUT/made"].enumerated() {
      let target = redirection.replacing("OUT/", with: place.outside + "/")
      let printed = place.lua(
        """
        tablesh.run([==[alias al\(i) 'echo touch \(place.outside)/made; \(last)']==])
        local r, e = tablesh.run("al\(i) \(target)") print(e and e.code)
        """)
      try place.expectUntouched(printed, "\(last) \(redirection)")
      expect(printed.contains("permission-denied"), "\(printed)")
      // The name that Lua has made may do no more when it is typed.
      try place.expectUntouched(place.session.run("al\(i) \(target)"), "typed: \(last)")
      // Nor may one whose text goes elsewhere.
      let own = place.lua(
        """
        tablesh.run([==[alias own\(i) 'echo touch \(place.outside)/made \(target)']==])
        local r, e = tablesh.run("own\(i)") print(e and e.code)
        """)
      try place.expectUntouched(own, "own \(redirection)")
    }
  }
}
