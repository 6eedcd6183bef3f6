import Expectations
import TestSupport
import Testing

@testable import TableFirebase
@testable import TableShell

/// What the topics of `help` on files tell one to type.
struct FileTopicTests {
  /// The files that the lines open.
  private static let files = [
    "staff.csv": "id,name,pay\n007,Mia,31\n012,Tom,27\n",
    "prices.txt": "id;pay\n1;2\n",
    "report.csv": "# staff\n\nstaff,of the\nid,name\n1,Ann\n",
    "list.csv": "a,NA\nb,-\n",
    "old.csv": "id,name\n1,Ann\n",
    "short.csv": "id,name,pay\n1,Ann,2\n2,Bob\n3,Cid,4\n4,Dan,4\n",
    "names.csv": "id,,pay,pay\n1,2,3,4\n",
    "ends.csv": "id,name\n1,Ann,\n2,Bob,\n",
    "torn.csv": "a,b\n1,2,3\n",
    "crew.yaml": "- id: 1\n---\n- id: 2\n",
    "README.md": "| a |\n|---|\n| 1 |\n\nand\n\n| b |\n|---|\n| 2 |\n",
    "events.txt": """
    event: put
    data: {"path": "/", "data": {"a": {"n": 1}}}

    : 0.1
    event: put
    data: {"path": "/a/n", "data": 2}


    """,
  ]

  /// The lines of a topic that are typed: what stands in the left column.
  private static func lines(_ topic: HelpTopic) -> [String] {
    topic.text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { line in
        let text = line.dropFirst(2)
        return String(text[..<(text.firstRange(of: "  ")?.lowerBound ?? text.endIndex)])
      }
  }

  private func run(_ lines: [String]) throws -> ChildProcess {
    let folder = try TestSupport.TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    return try ChildProcess.run(
      home: folder,
      ["--no-init", "--quiet", "staff.csv"] + (lines + ["quit!"]).flatMap { ["-c", $0] })
  }

  @Test(
    "each line of help reading and help writing runs", arguments: [HelpTopic.reading, .writing])
  func files(topic: HelpTopic) throws {
    let lines = Self.lines(topic)
    expect(lines.count > 13)
    for line in lines {
      let before =
        line.contains("crew.db") ? ["export crew.db#people", "export crew.db#teams"] : []
      let child = try run(before + ["edit @007 pay=32", line])
      expectEqual(child.status, 0, "\(line): \(child.errors)")
    }
  }

  @Test("what help reading says of the files that it names is so")
  func readings() throws {
    for (line, output) in [
      ("open report.csv", "staff  of the"), ("open --skip 2 report.csv", "staff  of the"),
      ("open --header 3 report.csv", "staff  of the"),
      ("open --header 3-4 report.csv", "staff id  of the name"),
      ("open --no-header list.csv", "column1  column2"),
      ("open names.csv", "id  column2  pay  pay_2"),
      ("open ends.csv", "id  name"), ("open --lenient torn.csv", "a  b  column3"),
      ("open --lenient=cut torn.csv", "a  b\n"), ("open README.md#2", "b\n"),
    ] {
      let child = try run([line, "show"])
      expect(child.output.contains(output), "\(line): \(child.output)\(child.errors)")
    }
    for name in ["report", "short", "names", "ends"] {
      try expect(run(["open \(name).csv"]).errors.contains("note: \(name).csv"), "\(name)")
      try expectEqual(run(["open --strict \(name).csv"]).status, 1, "\(name)")
    }
    try expectEqual(run(["open torn.csv"]).status, 1)
  }

  @Test("each line of help watching runs")
  func watching() throws {
    let lines = Self.lines(.watching)
    expect(lines.count == 7)
    for line in lines where !line.contains("--count") {
      let child = try run([line])
      expectEqual(child.status, 0, "\(line): \(child.errors)")
    }
  }

  @Test("the lines of help firebase that replay events run")
  func replays() throws {
    let lines = Self.lines(.firebase).filter { $0.hasPrefix("watch") }
    expectEqual(lines.count, 3)
    for line in lines where !line.contains("--loader") {
      let child = try run([line, "show"])
      expectEqual(child.status, 0, "\(line): \(child.errors)")
      expect(child.output.contains("2"), "\(child.output)")
    }
  }
}
