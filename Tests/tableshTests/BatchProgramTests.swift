import Expectations
import Foundation
import TestSupport
import Testing

/// The program without a terminal.
struct BatchProgramTests {
  private static let people = TerminalSession.people

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.people, to: "people.csv")
    return folder
  }

  private func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder,
    outputPath: String? = nil, outputLimit: Int? = nil
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, arguments, input: input, outputPath: outputPath, outputLimit: outputLimit)
  }

  @Test("without a terminal there is no prompt, no escape code and no history")
  func plain() throws {
    let folder = try folder()
    let child = try run(["people.csv"], input: "select 0:0\ncount selected\nquit\n", in: folder)
    expectEqual(child.status, 0)
    expect(child.output.hasPrefix("selected 1 row\n"))
    expect(child.output.hasSuffix("5 rows · 1 selected\n1\n"))
    expect(!child.output.contains("\u{1B}") && !child.output.contains("> "))
    expectEqual(child.errors, "")
    expectNil(folder.read("state/tablesh/history"))
  }

  @Test("a script comes from a pipe, too")
  func pipedScript() throws {
    let folder = try folder()
    let child = try run(["run", "-"], input: "echo hi\nselect 9:9\n", in: folder)
    expectEqual(child.output, "hi\n")
    expect(child.status == 1 && child.errors.contains("no table is open"))
    try expectEqual(run(["run", "/dev/stdin"], input: "echo hi\n", in: folder).output, "hi\n")
  }

  @Test("no command prints nothing", arguments: [[], ["-c", ""], ["-c", "", "people.csv"]])
  func nothing(arguments: [String]) throws {
    let child = try run(arguments, in: try folder())
    expectEqual(child.status, 0)
    expect(child.output == "" && child.errors == "")
  }

  @Test("an error names the first line of its statement")
  func places() throws {
    let folder = try folder()
    try folder.write("#!tablesh\n\nopen people.csv\necho \"a\nb\"\ndelete \\\n 0:9\n", to: "x.tsh")
    let script = try run(["--quiet", "run", "x.tsh"], in: folder)
    expectEqual(script.status, 1)
    expect(script.errors.hasPrefix("x.tsh:6: error: "))
    let typed = try run(["--quiet"], input: "open people.csv\n\nfrob; count\n", in: folder)
    expect(typed.errors.hasPrefix("stdin:3: error: no command 'frob'\n"))
    expect(!typed.output.hasSuffix("5\n"))
    let text = try run(["-c", "echo 'a\nb'; frob"], in: folder)
    expect(text.errors.hasPrefix("-c:2: error: no command 'frob'\n"))
    let unfinished = try run([], input: "echo one\necho 'two\n", in: folder)
    expect(unfinished.errors.hasPrefix("stdin:2: error: "))
    expectEqual(unfinished.output, "one\n")
    expectEqual(unfinished.status, 1)
  }

  @Test("--keep-going runs what follows a failure, and ends with status 1")
  func keepGoing() throws {
    let folder = try folder()
    let arguments = ["-c", "frob; echo one", "-c", "frob\necho two"]
    let stopped = try run(arguments, in: folder)
    expect(stopped.status == 1 && stopped.output == "")
    let kept = try run(["--keep-going"] + arguments, in: folder)
    expect(kept.status == 1 && kept.output == "one\ntwo\n")
  }

  @Test("quit behind a failure ends with status 1, on one line or on two")
  func failureBeforeQuit() throws {
    let folder = try folder()
    for commands in [["frob; quit"], ["frob; quit!"], ["frob", "quit"], ["echo a; frob; quit"]] {
      let child = try run(["--keep-going"] + commands.flatMap { ["-c", $0] }, in: folder)
      expectEqual(child.status, 1, "\(commands)")
    }
    try expectEqual(run(["--keep-going", "-c", "echo a; quit"], in: folder).status, 0)
    for text in ["frob; quit", "frob\nquit\n", "frob\nquit!\n"] {
      try folder.write(text, to: "s.tsh")
      for arguments in [["-c", "source s.tsh; echo after"], ["run", "s.tsh"]] {
        try expectEqual(run(["--keep-going"] + arguments, in: folder).status, 1, "\(arguments)")
      }
    }
  }

  @Test("> never overwrites the file of an open table, whatever its name, and dry runs neither")
  func redirectionToSource() throws {
    let folder = try folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.csv", withDestinationPath: "people.csv")
    for command in ["show > people.csv", "edit 0:0 name=x>people.csv", "count > link.csv"] {
      for options in [[], ["--dry-run"]] {
        let child = try run(options + ["--quiet", "-c", command, "people.csv"], in: folder)
        expectEqual(child.status, 1)
        expect(child.errors.contains("is the file of an open table, and > would overwrite it"))
        expectEqual(folder.read("people.csv"), Self.people)
      }
    }
  }

  @Test("a file that is given twice is opened once")
  func twice() throws {
    let folder = try folder()
    let child = try run(["--quiet", "-c", "info", "people.csv", "people.csv"], in: folder)
    expect(child.status == 0 && !child.output.contains("\nopen "))
    expectEqual(child.errors, "note: 'people.csv' is given twice, and opened once\n")
  }

  @Test("a script of commands is given the tables to open first; options stand before it")
  func tablesOfCommands() throws {
    let folder = try folder()
    try folder.write("count\nopen people.csv\ncount\n", to: "s.tsh")
    try folder.write("id\n1\n", to: "other.csv")
    let child = try run(["--quiet", "run", "s.tsh", "other.csv", "people.csv"], in: folder)
    expect(child.status == 0 && child.output.hasPrefix("1\n") && child.output.contains("\n5\n"))
    let piped = try run(["run", "s.tsh", "-"], input: "id\n1\n2\n", in: folder)
    expect(piped.output.hasPrefix("2\n"))
    let late = try run(["run", "s.tsh", "other.csv", "--quiet"], in: folder)
    expectEqual(late.status, 64)
    expectEqual(
      late.errors,
      """
      error: '--quiet' stands behind 's.tsh', which holds commands
      hint:  tablesh -c 'source s.tsh' other.csv --quiet

      """)
  }

  @Test(
    "a script that is not there is named with the nearest file, and nothing is written",
    arguments: [["run", "pya.tsh"], ["run", "pya.lua"], ["record", "pya.tsh", "-o", "x.html"]])
  func noScript(_ arguments: [String]) throws {
    let folder = try folder()
    try folder.write("count\n", to: "pay.tsh")
    try folder.write("print(1)\n", to: "pay.lua")
    let child = try run(arguments, in: folder)
    let near = arguments[1].replacing("pya", with: "pay")
    expectEqual(child.status, 1)
    expectEqual(child.errors, "error: no file '\(arguments[1])'\nhint:  did you mean '\(near)'?\n")
    expectNil(folder.read("x.html"))
  }

  @Test("a slip of a subcommand is told as that")
  func slips() throws {
    let folder = try folder()
    try expectEqual(
      run(["recrod", "x"], in: folder).errors,
      "error: no file 'recrod'\nhint:  did you mean: tablesh record?\n")
    try expect(
      run(["dif", "a", "b"], in: folder).errors.hasSuffix(
        "\nhint:  did you mean: tablesh diff?\n"))
    try expect(
      run(["-c", "count", "poeple.csv"], in: folder).errors.hasSuffix(
        "\nhint:  did you mean 'people.csv'? Or start one: tablesh -c 'new poeple.csv COLUMN,…; save'\n"
      ))
  }

  @Test("a command in place of a file is hinted at with -c, where that works")
  func commandAsFile() throws {
    let folder = try folder()
    for (words, hint, meant) in [
      (["explain", "G11"], "-c 'explain G11'", ["-c", "explain G11"]),
      (["count", "people.csv"], "-c count people.csv", ["-c", "count", "people.csv"]),
      (
        ["people.csv", "show", "0:1"], "-c 'show 0:1' people.csv", ["-c", "show 0:1", "people.csv"]
      ),
    ] {
      try expectEqual(
        run(words, in: folder).errors.split(separator: "\n").last,
        "hint:  commands come with -c: tablesh \(hint)")
      let child = try run(meant, in: folder)
      expect(child.status == 0 && !child.output.isEmpty, "\(hint): \(child.errors)")
    }
    for words in [["explain", "G99"], ["delete", "people.csv"], ["explain"]] {
      try expect(!run(words, in: folder).errors.contains("-c:"), "\(words)")
    }
  }

  @Test("a table on standard input that no argument names is told of")
  func unreadInput() throws {
    let folder = try folder()
    let child = try run(["-c", "dedupe; save -"], input: Self.people, in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("hint:  tablesh -c 'dedupe; save -' -  # "))
    let nothing = try run(["run", "-"], input: "dedupe\n", in: folder)
    expect(nothing.errors.hasSuffix("hint:  open FILE, or new NAME COLUMN,…\n"))
  }

  @Test("--step without a terminal says that it waits for nothing")
  func stepInBatch() throws {
    let child = try run(
      ["--step", "--quiet", "people.csv"], input: "count\ncount 0:0\n", in: try folder())
    expect(child.status == 0 && child.output == "> count\n5\n> count 0:0\n1\n")
    expectEqual(
      child.errors, "note: nothing waits for Enter, as there is no terminal to press it at\n")
  }

  @Test("open with options of a table that is open says that they have no effect")
  func openAgain() throws {
    let folder = try folder()
    let child = try run(["-c", "open --key name people.csv", "people.csv"], in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("'people.csv' is open already: --key has no effect"))
    try expectEqual(run(["-c", "open people.csv", "people.csv"], in: folder).status, 0)
  }

  @Test("unsaved changes at the end are an error, unless it ends with quit! or is a dry run")
  func unsaved() throws {
    let folder = try folder()
    let change = ["--quiet", "-c", "delete 0:0", "people.csv"]
    let child = try run(change, in: folder)
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      -c: error: unsaved changes in people.csv
      hint:  save  # or leave without saving: quit!

      """)
    // It is at no line.
    try folder.write("delete 0:0\ncount\n", to: "s.tsh")
    let script = try run(["--quiet", "run", "s.tsh", "people.csv"], in: folder)
    expect(script.errors.hasPrefix("s.tsh: error: unsaved changes in people.csv\n"))
    try expectEqual(run(change + ["-c", "quit!"], in: folder).status, 0)
    try expectEqual(run(change + ["--dry-run"], in: folder).status, 0)
    try expectEqual(run(change + ["-c", "save copy.csv"], in: folder).status, 0)
    expectEqual(folder.read("people.csv"), Self.people)
    let json = try run(change + ["--format", "json"], in: folder)
    expectEqual(json.status, 1)
    let last = json.output.split(separator: "\n").last
    expectEqual(last?.contains(#""ok":false,"error":{"code":"unsaved-changes""#), true)
    expect(json.errors.contains("error: unsaved changes"))
  }

  @Test("--dry-run writes to no file")
  func dryRun() throws {
    let folder = try folder()
    let child = try run(
      [
        "--dry-run", "--quiet", "people.csv", "-c",
        "delete 0:0; save; save a.csv; save --as b.csv; export c.json; save --force",
      ], in: folder)
    expectEqual(child.status, 0)
    expectEqual(folder.read("people.csv"), Self.people)
    for name in ["a.csv", "b.csv", "c.json"] { expectNil(folder.read(name)) }
  }

  @Test("several files are several tables, the first being the current one")
  func files() throws {
    let folder = try folder()
    try folder.write("id\n1\n", to: "other.csv")
    let child = try run(
      ["people.csv", "other.csv", "--quiet", "-c", "count; open other.csv; count"], in: folder)
    expect(child.output.hasPrefix("5\n"))
    expect(child.output.hasSuffix("\n1\n"))
  }

  @Test(
    "a failure is an object on standard output and text on standard error",
    arguments: [
      (["-c", "frob"], "unknown-command", "-c:1: error: "),
      (["-c", "echo 'a"], "syntax", "-c:1: error: "),
      (["nosuch.csv", "-c", "show"], "no-such-file", "error: "),
      (["run", "nosuch.tsh"], "no-such-file", "error: "),
      (["run", "nosuch.lua"], "no-such-file", "error: "),
      (["people.csv", "-c", "sort by nme"], "no-such-column", "-c:1: error: "),
    ])
  func json(arguments: [String], code: String, start: String) throws {
    let child = try run(["--format", "json"] + arguments, in: try folder())
    expectEqual(child.status, 1)
    expect(child.output.contains(#""ok":false,"error":{"code":"\#(code)","#), "\(child.output)")
    expectEqual(child.output.split(separator: "\n").count, 1)
    expect(child.errors.hasPrefix(start))
  }

  @Test("a script with a first line for the system runs by itself, with its arguments")
  func scripts() throws {
    let folder = try folder()
    let tablesh = product("tablesh")
    try folder.write("#!\(tablesh) run\nopen people.csv\ncount\n", to: "count.tsh")
    try folder.write("#!/usr/bin/env -S \(tablesh) run\nprint(arg[1], arg[2])\n", to: "a.lua")
    let child = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      ["-c", "chmod +x count.tsh a.lua && ./count.tsh && ./a.lua --dry-run 'b c'"])
    expectEqual(child.status, 0)
    expect(child.output.hasSuffix("\n5\n--dry-run\tb c\n"))
    expectEqual(child.errors, "")
  }

  @Test(
    "a table on standard output stands alone there; replies go to standard error",
    arguments: [
      ["-", "-c", "delete 0:0; save -"], ["-", "-c", "delete 0:0", "-c", "export -; quit!"],
      ["run", "x.tsh"],
      ["-c", "open people.csv", "-c", "delete 0:0", "-c", "save -"],
      ["-", "-c", "delete 0:0", "-c", "export - id,name,age"],
      ["-", "-c", "alias out export -; delete 0:0", "-c", "out id,name,age"],
      ["-", "-c", "alias all 'source y.tsh'", "-c", "delete 0:0; all"],
      ["-", "-c", "delete 0:0", "-c", "export --format csv - id,name,age where age > 0"],
      ["-", "-c", "delete 0:0", "-c", "export --format csv /dev/stdout id,name,age 0:*"],
    ])
  func filter(arguments: [String]) throws {
    let folder = try folder()
    try folder.write("open people.csv\ndelete 0:0\nsave -\n", to: "x.tsh")
    try folder.write("alias out 'count > n.txt; export -'\nout\n", to: "y.tsh")
    let child = try run(arguments, input: Self.people, in: folder)
    expectEqual(child.status, 0)
    expectEqual(child.output, "id,name,age\n2,Bob,17\n3,Cid,65\n4,Dee,30\n5,Eve,29\n")
    expect(child.errors.contains("deleted 1 row in 1 section"))
  }

  @Test("in JSON a table on standard output stands in the reply to its command")
  func filterInJSON() throws {
    let folder = try folder()
    try folder.write("open people.csv\ndelete 0:0\nsave -\n", to: "x.tsh")
    let child = try run(["--format", "json", "run", "x.tsh"], input: "", in: folder)
    expect(child.status == 0 && child.errors == "")
    let lines = child.output.split(separator: "\n")
    expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    expectEqual(
      lines.last?.contains(#""output":"id,name,age\n2,Bob,17\n3,Cid,65\n4,Dee,30\n5,Eve,29""#),
      true, "\(child.output)")
  }

  @Test("a table from standard input wants its commands from elsewhere")
  func noCommands() throws {
    let folder = try folder()
    let child = try ChildProcess.run(
      "/usr/bin/setsid", ["-w", product("tablesh"), "-"], input: Array(Self.people.utf8),
      directory: folder.path)
    expectEqual(child.status, 64)
    expect(child.errors.contains("hint:  give them with -c"))
  }

  @Test("a pipe that the system names by a link is written, too")
  func systemPipe() throws {
    let folder = try folder()
    // Its output is a pipe; the link /dev/stdout leads to names no file.
    let child = try run(
      ["people.csv", "--quiet", "-c", "delete 0:0; save /dev/stdout"], in: folder)
    expect(child.output.contains("id,name,age\n2,Bob,17\n"), "\(child.errors)")
    expect(child.status == 0 && folder.read("people.csv") == Self.people)
  }

  @Test("a full standard output is an error", arguments: ["show", "save -", "echo one"])
  func fullOutput(line: String) throws {
    let child = try run(["people.csv", "-c", line], in: try folder(), outputPath: "/dev/full")
    expectEqual(child.status, 1)
    expectEqual(
      child.errors, "error: cannot write to standard output: No space left on device\n")
  }

  @Test("a reader that has enough ends the program quietly")
  func closedOutput() throws {
    let folder = try folder()
    try folder.write("id\n" + (0..<50_000).map { "\($0)\n" }.joined(), to: "long.csv")
    for line in ["show *", "save -", "export --format json -"] {
      let child = try run(["long.csv", "-c", line], in: folder, outputLimit: 1)
      expectEqual(child.status, 0)
      expectEqual(child.errors, "")
    }
  }

  @Test(
    "a script whose reader has enough is stopped quietly",
    arguments: [
      ["run", "s.lua"], ["run", "s.tsh"], ["-c", "lua while true do print(1) end", "-c", "frob"],
      ["-c", "lua while true do pcall(print, 1) end"],
    ])
  func closedScript(arguments: [String]) throws {
    let folder = try folder()
    try folder.write("while true do io.write('x\\n') end\n", to: "s.lua")
    try folder.write("lua while true do io.stdout:write('x\\n') end\necho never\n", to: "s.tsh")
    let child = try run(arguments, in: folder, outputLimit: 1)
    expectEqual(child.status, 0)
    expectEqual(child.errors, "")
    let full = try run(arguments, in: folder, outputPath: "/dev/full")
    expectEqual(full.status, 1)
    expectEqual(full.errors, "error: cannot write to standard output: No space left on device\n")
  }

  @Test("what a script loses of a file that it does not close is told")
  func lostWrites() throws {
    let folder = try folder()
    try folder.write("f = io.open('/dev/full', 'w') f:write('x')\n", to: "s.lua")
    let child = try run(["--allow-write", "run", "s.lua"], in: folder)
    expectEqual(child.errors, "note: '/dev/full' is not written whole: no space left on device\n")
  }
}
