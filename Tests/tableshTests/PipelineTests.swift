import Expectations
import Foundation
import TestSupport
import Testing

/// Batches in pipelines, and tables that are written to a terminal.
@Suite(.ends) struct PipelineTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,name\n1,Ann\n2,Bob\n", to: "people.csv")
    return folder
  }

  private func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments, input: input)
  }

  @Test("a batch that only exported its changes is told the whole line that leaves them")
  func leaving() throws {
    let folder = try folder()
    let child = try run(["--quiet", "-c", "keep @2; export -", "people.csv"], in: folder)
    expectEqual(child.status, 1)
    expect(
      child.errors.hasSuffix(
        "hint:  tablesh --quiet -c 'keep @2; export -' -c 'quit!' people.csv"
          + "  # leaves the file as it is\n"), "\(child.errors)")
    let meant = try run(
      ["--quiet", "-c", "keep @2; export -", "-c", "quit!", "people.csv"], in: folder)
    expectEqual(meant.status, 0)
    expect(meant.output.hasSuffix("id,name\n2,Bob\n"), "\(meant.output)")
    expect(folder.read("people.csv")?.contains("Ann") == true)
    try folder.write("keep @2; export -\n", to: "s.tsh")
    let script = try run(["run", "s.tsh", "people.csv"], in: folder)
    expect(
      script.errors.hasSuffix(
        "hint:  tablesh -c 'source s.tsh' -c 'quit!' people.csv"
          + "  # or write quit! as the last line of s.tsh\n"), "\(script.errors)")
  }

  @Test("a script that gets its table as standard input is told the line that reads it")
  func input() throws {
    let folder = try folder()
    try folder.write("count\n", to: "s.tsh")
    let child = try run(["run", "s.tsh"], input: "id\n1\n2\n3\n", in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("\nhint:  tablesh run s.tsh -  # "), "\(child.errors)")
    try expectEqual(run(["run", "s.tsh", "-"], input: "id\n1\n2\n3\n", in: folder).output, "3\n")
    let commands = try run(["-c", "count"], input: "id\n1\n", in: folder)
    expect(commands.errors.contains("\nhint:  tablesh -c count -  # "), "\(commands.errors)")
  }

  @Test("a table that is taller than the terminal is paged, unless it goes elsewhere")
  func paging() throws {
    let session = try TerminalSession(
      table: "id,name\n" + (1...200).map { "\($0),name \($0)\n" }.joined(), rows: 20,
      environment: ["NO_COLOR": "1", "PAGER": "sed 's/^/paged /'"])
    for line in ["export -", "export --format json-rows -", "save -"] {
      try expect(session.run(line).contains("paged "), "\(line)")
    }
    try expect(session.run("export -").contains("paged 200,name 200\n"))
    for line in ["export - id where id < 5", "export - | tail -n 3", "export - > copy.csv"] {
      try expect(!session.run(line).contains("paged "), "\(line)")
    }
    expectEqual(session.folder.read("copy.csv"), session.folder.read("people.csv"))
    try session.folder.write("export -\n", to: "more.tsh")
    try expect(!session.run("source more.tsh").contains("paged "))
    try session.run("set pager off")
    try expect(session.run("export -").contains("\n200,name 200\n"))
  }
}
