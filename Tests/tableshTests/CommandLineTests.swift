import Expectations
import TestSupport
import TableShell
import TableSources
import Testing

@testable import tablesh

struct CommandLineTests {
  private func read(_ arguments: String...) throws -> Options {
    try CommandLineReader.read(arguments)
  }

  @Test("a bare command line has the defaults of the manual")
  func defaults() throws {
    let options = try read()
    expectEqual(String(reflecting: options), String(reflecting: Options()))
    expectEqual(ShellOptions(options).tableMode, .viewport)
    try expectEqual(ShellOptions(read("--format", "json")).tableMode, .none)
    try expectEqual(ShellOptions(read("--format", "json", "--table", "full")).tableMode, .full)
  }

  @Test("options stand before or after files")
  func order() throws {
    let before = try read("--key", "id", "--lenient", "a.csv", "-")
    let after = try read("a.csv", "--key", "id", "-", "--lenient")
    expectEqual(String(reflecting: before), String(reflecting: after))
    expectEqual(before.files, ["a.csv", "-"])
    expectEqual(before.shell.reading.key, ["id"])
    expect(before.shell.reading.isLenient)
  }

  @Test("serve takes one file, a port, and the options of the shell before or after it")
  func serve() throws {
    let options = try read(
      "--quiet", "serve", "a.csv", "--port", "4000", "-c", "quit", "--key", "id")
    expectEqual(options.servedPort, 4000)
    expect(options.files == ["a.csv"] && options.commands == ["quit"])
    expect(options.shell.isQuiet && options.shell.reading.key == ["id"])
    try expectEqual(read("serve", "a.csv").servedPort, 0)
    try expectNil(read("./serve").servedPort)
    let shown = try read("present", "a.csv", "--no-open", "--port", "4001")
    expect(shown.presentedPort == 4001 && !shown.opensBrowser)
    try expect(read("present", "a.csv").opensBrowser)
    for wrong in [["serve"], ["serve", "a", "b"], ["serve", "a", "--port", "x"]] {
      expect(throws: (any Error).self) { try CommandLineReader.read(wrong) }
    }
    expect(throws: (any Error).self) { try read("serve", "a.csv", "--port", "65536") }
  }

  @Test("a script to record stands with its page, and its table if there is one")
  func record() throws {
    let options = try read(
      "--quiet", "record", "s.tsh", "a.csv", "-o", "p.html", "--key", "id", "--title", "T")
    expect(options.script == ScriptCall(path: "s.tsh") && options.files == ["a.csv"])
    var request = RecordRequest(path: "p.html", title: "T")
    request.line = "tablesh --quiet a.csv --key id"
    expectEqual(options.recorded, request)
    expect(options.shell.isQuiet && options.shell.reading.key == ["id"])
    try expectEqual(read("record", "--check", "p.html").checkedRecording, "p.html")
    for wrong in [["record"], ["record", "s.tsh"], ["record", "s.tsh", "-o", "p"]] {
      expect(throws: (any Error).self) { try CommandLineReader.read(wrong) }
    }
  }

  @Test("every option reaches the shell")
  func everything() throws {
    let options = try read(
      "--key", "a,b", "--section-by", "role", "--null", "NA", "--null", "", "--loader", "csv",
      "--delimiter", "-", "--no-header", "--encoding", "latin1", "--lenient", "--format", "json",
      "--quote", "none", "--escape", "-", "--comment", "#", "--table", "none", "--plugin", "p.lua",
      "--plugin", "q.lua", "--dry-run", "--skip-errors",
      "--no-init", "--quiet", "--trace", "--color", "never", "--keep-going", "-c", "-x", "-c", "",
      "t.csv")
    var expected = Options()
    expected.shell.reading.key = ["a", "b"]
    expected.shell.sectionColumn = "role"
    expected.shell.reading.nulls = ["NA", ""]
    expected.shell.loader = "csv"
    expected.shell.reading.delimiter = UInt8(ascii: "-")
    expected.shell.reading.quote = ReadOptions.Quote.none
    expected.shell.reading.escape = UInt8(ascii: "-")
    expected.shell.reading.comment = "#"
    expected.shell.reading.hasHeader = false
    expected.shell.reading.encoding = "latin1"
    expected.shell.reading.isLenient = true
    expected.shell.format = .json
    expected.shell.table = ShellOptions.TableMode.none
    expected.shell.plugins = ["p.lua", "q.lua"]
    expected.shell.isDryRun = true
    expected.shell.skipsErrors = true
    expected.loadsInit = false
    expected.shell.isQuiet = true
    expected.shell.traces = true
    expected.color = .never
    expected.shell.keepsGoing = true
    expected.commands = ["-x", ""]
    expected.files = ["t.csv"]
    expectEqual(String(reflecting: options), String(reflecting: expected))
  }

  @Test("a permission comes bare, and takes no file for its value, or with values after =")
  func permissions() throws {
    let options = try read("--allow-read", "a.csv", "--allow-run=git,ls", "--allow-run=cat")
    expectEqual(options.files, ["a.csv"])
    expectEqual(options.shell.permissions.read, .all)
    expectEqual(options.shell.permissions.run, .only(["git", "ls", "cat"]))
    expectEqual(options.shell.permissions.write, .none)
    try expectEqual(read("--allow-all").shell.permissions, .all)
  }

  @Test("everything after a script is the script's")
  func script() throws {
    let options = try read(
      "--dry-run", "run", "--quiet", "x.lua", "a", "--dry-run", "-c", "--", "-")
    expect(options.shell.isDryRun)
    expect(options.shell.isQuiet)
    expect(options.commands.isEmpty)
    let arguments = ["a", "--dry-run", "-c", "--", "-"]
    expectEqual(options.script, ScriptCall(path: "x.lua", arguments: arguments))
    try expectEqual(read("run", "--", "-x.tsh", "--help").script?.path, "-x.tsh")
    try expectEqual(read("run", "x.tsh", "--help").script?.arguments, ["--help"])
  }

  @Test("'run' is a file or a value where it is not the first operand")
  func runElsewhere() throws {
    try expectEqual(read("a.csv", "run").files, ["a.csv", "run"])
    try expectEqual(read("./run").files, ["./run"])
    try expectEqual(read("--", "run").files, ["run"])
    try expectEqual(read("--key", "run", "a.csv").shell.reading.key, ["run"])
    try expectEqual(read("--key", "run", "run", "a.lua").script?.path, "a.lua")
  }

  @Test("options of a subcommand stand before or after its name and its arguments")
  func subcommand() throws {
    let before = try read("--key", "id", "--allow-read", "diff", "a.csv", "-", "--exit-code")
    let after = try read("diff", "--key", "id", "a.csv", "--allow-read", "-", "--exit-code")
    for options in [before, after] {
      expectEqual(options.shell.reading.key, ["id"])
      expectEqual(options.shell.permissions.read, .all)
      expect(options.files.isEmpty)
      let diff = try require(options.subcommand as? DiffCommand)
      expect(diff.old == "a.csv" && diff.new == "-" && diff.exitCode)
    }
    let json = try read("--format", "json", "diff", "a.csv", "b.csv")
    expectEqual(json.shell.format, .json)
    try expectEqual(read("diff", "--format", "markdown", "a.csv", "b.csv").shell.format, .text)
    let named = try read("diff", "diff", "--", "--key").subcommand as? DiffCommand
    expect(named?.old == "diff" && named?.new == "--key")
  }

  @Test("a subcommand's name is a file or a value where it is not the first operand")
  func subcommandElsewhere() throws {
    try expectEqual(read("a.csv", "diff").files, ["a.csv", "diff"])
    try expectEqual(read("./diff").files, ["./diff"])
    try expectEqual(read("--", "diff").files, ["diff"])
    try expectNil(read("--key", "diff", "a.csv").subcommand)
    try expectEqual(read("run", "diff").script?.path, "diff")
  }

  @Test("every subcommand is in the help and has one of its own", arguments: ["help x", "x -h"])
  func subcommandHelp(form: String) throws {
    let main = try ChildProcess.run(product("tablesh"), ["--help"])
    for subcommand in Subcommands.all {
      let name = try require(subcommand.configuration.commandName)
      let words = form.split(separator: " ").map { $0 == "x" ? name : String($0) }
      let child = try ChildProcess.run(product("tablesh"), words)
      expectEqual(child.status, 0)
      expect(child.output.contains("USAGE: tablesh \(name) "))
      expect(child.output.contains("--section-by"))
      expect(main.output.contains("tablesh \(name) "))
      let version = try ChildProcess.run(product("tablesh"), [name, "--version"])
      expect(version.status == 0 && version.output == "\(Version.text)\n")
    }
  }

  @Test(
    "bad usage ends with status 64 and says why on standard error",
    arguments: [
      ["--bogus"], ["--format", "xml"], ["--key"], ["run"], ["run", "--bogus", "x.lua"],
      ["-c", "x", "run", "x.lua"], ["--bogus", "run", "x.lua"],
      ["diff"], ["diff", "a.csv"], ["diff", "a", "b", "c"], ["diff", "-", "-"],
      ["diff", "--quiet", "a", "b"], ["diff", "--format", "xml", "a", "b"],
      ["diff", "--format", "swift", "--stages-with-tables", "a", "b"],
      ["diff", "--content", "redraw", "a", "b"], ["-c", "x", "diff", "a", "b"],
    ])
  func badUsage(arguments: [String]) throws {
    let child = try ChildProcess.run(product("tablesh"), arguments)
    expectEqual(child.status, 64)
    expectEqual(child.output, "")
    expect(child.errors.hasPrefix("error: "))
  }

  @Test(
    "a missing argument is said in a few lines, which say how help is typed",
    arguments: ["present", "serve", "record", "diff", "apply", "run"])
  func shortUsage(_ name: String) throws {
    let child = try ChildProcess.run(product("tablesh"), [name])
    expectEqual(child.status, 64)
    let lines = child.errors.split(separator: "\n")
    expect(lines.count <= 5 && lines[0].hasPrefix("error: Missing expected argument"))
    expect(!child.errors.contains("See '") || child.errors.contains("See 'tablesh"))
  }

  @Test("an option of other programs has a hint")
  func otherOption() throws {
    let child = try ChildProcess.run(product("tablesh"), ["--json", "a.csv"])
    expectEqual(child.status, 64)
    expect(child.errors.hasPrefix("error: Unknown option '--json'\nhint:  --format json\nUsage:"))
  }

  @Test("help COMMAND explains a command of the shell, and says so where there is none")
  func commandHelp() throws {
    let known = try ChildProcess.run(product("tablesh"), ["help", "save"])
    expect(known.status == 0 && known.output.hasPrefix("save [--backup[=SUFFIX]]"))
    let unknown = try ChildProcess.run(product("tablesh"), ["help", "sve"])
    expect(unknown.status == 1 && unknown.errors.contains("no command 'sve'"))
    expect(unknown.errors.contains("hint:  help save\n"), "\(unknown.errors)")
  }

  @Test("help and version are results, with status 0")
  func help() throws {
    let help = try ChildProcess.run(product("tablesh"), ["--help"])
    expectEqual(help.status, 0)
    expect(help.output.contains("tablesh run SCRIPT"))
    expect(help.output.contains("--generate-completion-script"))
    // A value that may be left out stands after "=".
    expect(help.output.contains("--allow-read[=path,…]"))
    expect(help.output.contains("--lenient[=cut]"))
    expect(help.output.contains("--key <column,…>"))
    let record = try ChildProcess.run(product("tablesh"), ["record", "--help"])
    expect(record.output.contains("--still[=step]"))
    let run = try ChildProcess.run(product("tablesh"), ["run", "--help"])
    expect(run.output.contains("Everything after SCRIPT"))
    let other = try ChildProcess.run(product("tablesh"), ["help", "run"])
    expectEqual(other.output, run.output)
    expectEqual(run.status, 0)
    let version = try ChildProcess.run(product("tablesh"), ["--version"])
    expectEqual(version.output, "\(Version.text)\n")
    expectEqual(version.status, 0)
  }

  @Test("behind -- all are names of files, also such as options without a value")
  func files() throws {
    for name in ["--lenient", "--allow-read", "--quiet", "-c", "--plugin=~/x"] {
      try expectEqual(CommandLineReader.read(["--", name]).files, [name])
    }
    try expect(CommandLineReader.read(["--lenient", "--", "--lenient"]).shell.reading.isLenient)
  }

  @Test("colours: on a terminal without NO_COLOR, unless told otherwise")
  func colors() {
    expect(ColorChoice.auto.usesColor(onTerminal: true, noColor: nil))
    expect(ColorChoice.auto.usesColor(onTerminal: true, noColor: ""))
    expect(!ColorChoice.auto.usesColor(onTerminal: true, noColor: "1"))
    expect(!ColorChoice.auto.usesColor(onTerminal: false, noColor: nil))
    expect(ColorChoice.always.usesColor(onTerminal: false, noColor: "1"))
    expect(!ColorChoice.never.usesColor(onTerminal: true, noColor: nil))
  }
}
