import Expectations
import TestSupport
import Testing

/// `tablesh record SCRIPT -o PICTURE.svg`: the program, its files and its statuses.
struct PictureProgramTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["--no-init"] + arguments)
  }

  private func folder(_ script: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,n\na,1\nb,2\nc,3\n", to: "t.csv")
    try folder.write(script, to: "s.tsh")
    return folder
  }

  /// Fails unless a file is well-formed XML.
  private func expectXML(_ name: String, in folder: TemporaryFolder) throws {
    let check = "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])"
    let child = try ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", check, folder.path + "/" + name])
    expectEqual(child.status, 0, "\(name): \(child.errors)")
  }

  /// `RECORD_TRANSCRIPTS=1` writes them anew.
  @Test(
    "the pictures of the tour are those that the program makes of their scripts",
    arguments: [
      ("session", ["--size", "80x20"]), ("plan", ["--quiet", "--show", "table"]),
    ])
  func tour(name: String, options: [String]) throws {
    let copy = try Repository.copy(of: "Examples/tour")
    let child = try run(["record", "\(name).tsh", "-o", "new.svg"] + options, in: copy)
    expectEqual(child.status, 0, "\(child.errors)")
    let made = try require(copy.read("new.svg"))
    // Colours are not codes that are seen.
    expect(!made.contains("x1b"))
    if Repository.recordsTranscripts {
      return try Repository.write(made, to: "Examples/tour/\(name).svg")
    }
    expect(made == copy.read("\(name).svg"), "\(name).svg is not what the program makes")
    expect(made.utf8.count < 100_000)
    try expectXML("new.svg", in: copy)
  }

  @Test("whatever a table and a script hold, a picture is well-formed")
  func hostile() throws {
    let folder = try folder("edit 0:0 n='<script>&\"]]>'\ndelete 0:1\necho '</text>'\n")
    try folder.write(
      "id,n\na,\"<b>&amp;\u{1}\u{FFFE}\"\nb,東京👩‍👩‍👧\nc,\u{202E}שלום\n", to: "t.csv")
    for (name, options) in [("t.svg", ["--show", "table"]), ("s.svg", []), ("e.svg", ["--still"])] {
      let arguments = ["record", "s.tsh", "t.csv", "-o", name, "--title", "<&\">"] + options
      let child = try run(arguments, in: folder)
      expectEqual(child.status, 0, "\(child.errors)")
      try expectXML(name, in: folder)
    }
  }

  @Test("a still picture is the end, or a step, and has nothing that moves")
  func still() throws {
    let folder = try folder("delete 0:2\nedit 0:0 n=9\ndelete 0:1\n")
    for (show, noun) in [("terminal", "command"), ("table", "step")] {
      func picture(_ still: String) throws -> String {
        let child = try run(
          ["record", "s.tsh", "t.csv", "-o", "p.svg", "--show", show, still], in: folder)
        expectEqual(child.status, 0, "\(child.errors)")
        return try require(folder.read("p.svg"))
      }
      let (end, last, first) = try (picture("--still"), picture("--still=3"), picture("--still=1"))
      expectEqual(end, last)
      expect(!end.contains("animation") && !first.contains("animation"))
      expect(end.contains("delete 0:1") && !first.contains("delete 0:1"))
      let start = try picture("--still=0")
      expect(first.contains("delete 0:2") && !start.contains("delete 0:2"))
      let none = try run(
        ["record", "s.tsh", "t.csv", "-o", "none.svg", "--show", show, "--still=9"], in: folder)
      expect(none.status == 1 && none.errors.contains("there is no \(noun) 9"))
      expectNil(folder.read("none.svg"))
    }
  }

  @Test("the picture of a script that fails ends there, and the status says so")
  func failing() throws {
    let folder = try folder("delete 0:0\ndelete 7:0\ndelete 0:0\n")
    let child = try run(["record", "s.tsh", "t.csv", "-o", "p.svg"], in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.hasPrefix("s.tsh:2: error: "), "\(child.errors)")
    expect(child.output.hasPrefix("recorded 2 commands to p.svg ("), "\(child.output)")
    let picture = try require(folder.read("p.svg"))
    // A terminal does not say in which line of a script an error is.
    expect(picture.contains(">error:<") && !picture.contains("s.tsh"))
    expectEqual(picture.ranges(of: "delete 0:0<").count, 1)
    let all = try run(["--keep-going", "record", "s.tsh", "t.csv", "-o", "p.svg"], in: folder)
    expect(all.status == 1 && all.output.hasPrefix("recorded 3 commands"))
  }

  @Test("the first line of a terminal opens the same table; a script in Lua is run there")
  func firstLine() throws {
    let folder = try folder("count\n")
    try folder.write("print('from Lua')\n", to: "s.lua")
    let options = ["-o", "p.svg", "--size", "60x10", "--title", "a b"]
    _ = try run(["record", "s.tsh", "t.csv", "--key", "id"] + options, in: folder)
    let picture = try require(folder.read("p.svg"))
    expect(picture.contains("tablesh t.csv --key id<") && picture.contains("<title>a b</title>"))
    _ = try run(["record", "s.lua", "t.csv"] + options, in: folder)
    let ofLua = try require(folder.read("p.svg"))
    expect(ofLua.contains("tablesh run s.lua t.csv<") && ofLua.contains(">from Lua<"))
  }

  @Test("options that fit no picture, or no page, are refused")
  func wrong() throws {
    let folder = try folder("count\n")
    for options in [
      ["p.svg", "--size", "80"], ["p.svg", "--size", "1x1"], ["p.svg", "--still=x"],
      ["p.svg", "--show", "film"], ["p.svg", "--rows", "all"], ["p.html", "--still"],
      ["p.html", "--show", "table"], ["p.json", "--size", "80x24"],
      ["p.svg", "--show", "table", "--size", "80x24"],
    ] {
      let child = try run(["record", "s.tsh", "t.csv", "-o"] + options, in: folder)
      expectEqual(child.status, 64, "\(options): \(child.errors)")
    }
    let dry = try run(["--dry-run", "record", "s.tsh", "t.csv", "-o", "p.svg"], in: folder)
    expect(dry.status == 0 && folder.read("p.svg") == nil, "\(dry.errors)")
  }
}
