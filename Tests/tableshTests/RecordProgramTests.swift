import Expectations
import Foundation
import TableKit
import TablePages
import TableSources
import TestSupport
import Testing

/// `tablesh record`: the program, its files and its statuses.
struct RecordProgramTests {
  private func run(
    _ arguments: [String], in folder: String, input: String = ""
  ) throws -> ChildProcess {
    try ChildProcess.run(
      product("tablesh"), ["--no-init"] + arguments, input: Array(input.utf8), directory: folder)
  }

  private func folder(_ script: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,n\na,1\nb,2\nc,3\n", to: "t.csv")
    try folder.write(script, to: "s.tsh")
    return folder
  }

  @Test(
    "the end of each example's recording is the table at its end",
    arguments: ExamplesTests.scripts)
  func examples(script: String) throws {
    let parts = script.split(separator: "/").map(String.init)
    let copy = try Repository.copy(of: parts.dropLast().joined(separator: "/"))
    let text = try Repository.read(script)
    let last = "\nset table none\nexport --format json --overwrite end.json\n"
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("quit") }
    try copy.write(lines.joined(separator: "\n") + last, to: "whole.tsh")
    let child = try run(["record", "whole.tsh", "-o", "r.json", "--rows", "all"], in: copy.path)
    expectEqual(child.status, 0, "\(child.errors)")
    try expect(run(["record", "--check", "r.json"], in: copy.path).output.hasSuffix(": valid\n"))
    let recording = try RecordingFile.read(
      Array(try require(copy.read("r.json")).utf8), name: "r.json")
    let table = try RecordingCheck(recording).end
    let columns = recording.steps.compactMap(\.columns).last ?? recording.columns
    let shown = table.sections.map { section in
      section.rows.map { recording.rows.cells(of: Int($0))?.map(\.text) ?? [] }
    }
    let end = try require(copy.read("end.json"))
    let json = try require(JSONValue(text: end))
    let wanted = (json["sections"]?.array ?? []).map { section in
      (section["rows"]?.array ?? []).map { row in
        columns.map { column -> String in
          guard let cell = row[column.name] else { return "" }
          if case .null = cell.content { return "" }
          return cell.string ?? cell.text
        }
      }
    }
    expectEqual(shown, wanted)
    expect(!recording.steps.isEmpty)
  }

  @Test("a script is recorded to a page; its failure ends the recording, and the status says so")
  func statuses() throws {
    let folder = try folder("delete 0:0\ndelete 7:0\ndelete 0:0\n")
    let child = try run(["--quiet", "record", "s.tsh", "t.csv", "-o", "p.html"], in: folder.path)
    expectEqual(child.status, 1)
    expect(child.errors.contains("s.tsh:2: error: "))
    expect(child.output.contains("recorded 2 steps, 1 stage and 3 rows to p.html ("))
    let check = try run(["record", "--check", "p.html"], in: folder.path)
    expect(check.output == "p.html: 2 steps, 1 stage, 3 rows: valid\n" && check.status == 0)
    // A page is replaced without a question, and what is unsaved is no error.
    try folder.write("delete 0:0\n", to: "s.tsh")
    let again = try run(["record", "s.tsh", "t.csv", "-o", "p.html"], in: folder.path)
    expectEqual(again.status, 0, "\(again.errors)")
    expectEqual(folder.read("t.csv"), "id,n\na,1\nb,2\nc,3\n")
    for wrong in [
      ["record"], ["record", "s.tsh"], ["record", "s.tsh", "-o", "p.txt"],
      ["record", "s.tsh", "t.csv", "u.csv", "-o", "p.html"], ["record", "--check"],
      ["record", "--check", "p.html", "s.tsh"],
      ["record", "s.tsh", "-o", "p.html", "--rows", "no"],
    ] {
      try expectEqual(run(wrong, in: folder.path).status, 64, "\(wrong)")
    }
    let nothing = try run(["record", "none.tsh", "t.csv", "-o", "q.html"], in: folder.path)
    expect(nothing.status == 1 && nothing.errors.contains("none.tsh"))
    try folder.write("echo hello\n", to: "s.tsh")
    let tableless = try run(["record", "s.tsh", "-o", "q.html"], in: folder.path)
    expect(tableless.status == 1 && tableless.errors.contains("no table was opened"))
    let lost = try run(["record", "s.tsh", "t.csv", "-o", "no/q.html"], in: folder.path)
    expect(lost.status == 1 && lost.errors.contains("no such folder 'no/'"))
  }

  @Test("a check has status 1 for what is not valid, and 2 where it cannot look")
  func checks() throws {
    let folder = try folder("delete 0:0\n")
    _ = try run(["record", "s.tsh", "t.csv", "-o", "r.json"], in: folder.path)
    let text = try require(folder.read("r.json"))
    try folder.write(String(text.dropLast(30)), to: "cut.json")
    try folder.write(text.replacing("[[0,0]]", with: "[[0,9]]"), to: "range.json")
    for (name, problem) in [
      ("cut.json", "the recording is cut off"), ("t.csv", "neither a page nor a JSON object"),
      (
        "range.json", "steps[0].stages[0].rows.delete[0]: there is no row 0:9: section 0 has 3 rows"
      ),
    ] {
      let check = try run(["record", "--check", name], in: folder.path)
      expect(check.status == 1 && check.errors.contains(problem), "\(name): \(check.errors)")
    }
    try expectEqual(run(["record", "--check", "none.json"], in: folder.path).status, 2)
    let json = try run(["--format", "json", "record", "--check", "r.json"], in: folder.path)
    expectEqual(json.output, #"{"valid":true,"steps":1,"stages":1,"rows":3}"# + "\n")
    let piped = try run(["record", "--check", "-"], in: folder.path, input: text)
    expectEqual(piped.output, "stdin: 1 step, 1 stage, 3 rows: valid\n")
  }

  @Test("a page that may not grow so far is an error, and nothing is left beside it")
  func sizeLimit() throws {
    let folder = try folder("delete 0:0\n")
    let child = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -f 8; exec \"$0\" --no-init record s.tsh t.csv -o p.html", product("tablesh"),
      ],
      directory: folder.path)
    expect(child.status == 1 && child.errors.contains("error: cannot save 'p.html'"))
    try expectEqual(ChildProcess.run("/bin/ls", ["-A", folder.path]).output, "s.tsh\nt.csv\n")
  }

  @Test("^C ends the script; what was recorded by then is written, and the status is 130")
  func interrupt() throws {
    let folder = try folder("delete 0:0\necho > began\nwait 1000000\ndelete 0:0\n")
    let process = try LiveProcess(
      home: folder, ["record", "s.tsh", "t.csv", "-o", "r.json"],
      errorPath: folder.path + "/errors")
    expectEventually(folder.read("began") != nil, "\(folder.read("errors") ?? "")")
    expectEqual(process.end(with: SIGINT), 130, "\(folder.read("errors") ?? "")")
    let recording = try RecordingFile.read(
      Array(try require(folder.read("r.json")).utf8), name: "r.json")
    expect(recording.steps.first?.command == "delete 0:0" && recording.stageCount == 1)
  }

  @Test("Scripts/pages makes a page of every example and an index that names each")
  func pages() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess.run(
      Repository.root + "/Scripts/pages", ["--program", product("tablesh"), folder.path + "/out"])
    expectEqual(child.status, 0, "\(child.errors)")
    let index = try require(folder.read("out/index.html"))
    for script in ExamplesTests.scripts {
      let parts = script.split(separator: "/").map(String.init)
      let page = "\(parts[1])-\(parts[2].dropLast(4)).html"
      expect(index.contains("<a href=\"\(page)\">"), "\(page)")
      let bytes = Array(try require(folder.read("out/\(page)")).utf8)
      try expect(RecordingCheck(RecordingFile.read(bytes, name: page)).steps > 0)
    }
    expect(child.output.hasPrefix("\(ExamplesTests.scripts.count) pages and index.html in "))
  }
}
