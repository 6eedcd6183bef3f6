import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// What a person at a terminal gets of a reply: what comes first, which rows and columns are seen, and what
/// can be copied from it as one line.
struct ReadReplyTests {
  private let folder = TemporaryFolder()

  private func session(
    _ text: String, columns: Int = 80, _ configure: (inout ShellOptions) -> Void = { _ in }
  ) throws -> Session {
    let path = try folder.write(text, to: "t.csv")
    let session = Session(nil) {
      $0.table = .viewport
      configure(&$0)
    }
    session.console.size = (columns: columns, rows: 24)
    session.console.errorWidth = columns
    session.console.isInteractive = true
    session.run("open \(path)")
    return session
  }

  private static let tall = "id,name\n" + (0..<100).map { "\($0),name \($0)\n" }.joined()

  @Test("rows that are selected out of sight are shown, and the table is not scrolled")
  func selected() throws {
    let session = try session(Self.tall)
    for line in [
      "select where id == 70", "select only 0:90-95", "toggle 0:50; toggle 0:50; tap 0:60",
    ] {
      session.run("select only 0:0; deselect")
      let answer = session.run(line)
      expect(answer.contains("\n* 0:"), "\(line): \(answer)")
      expect(!answer.contains(#/\n. +0:0 /#), "\(line): \(answer)")
      expect(session.run("scroll").hasPrefix("0:0 "), "\(line)")
    }
    session.run("select only 0:0")
    for line in ["select 0:90", "deselect 0:90", "mark 0:80"] {
      expect(session.run(line).contains(#/\n\* +(\[.\] )?0:0 /#), "\(line)")
    }
  }

  @Test("what happened is read before the notes")
  func notesBehind() throws {
    let session = try session("id,Price\n1,$9.50\n2,$10.00\n3,$1.25\n")
    let lines = session.run("sort by Price").split(separator: "\n")
    expect(lines.count > 3 && lines[0].hasPrefix("reordered"), "\(lines)")
    expect(lines[1].hasPrefix("note: Price: 3 of 3"), "\(lines)")
    session.run("column hide Price")
    let saved = session.run("export \(folder.file("o.csv"))").split(separator: "\n")
    expect(saved.first?.hasPrefix("exported") == true, "\(saved)")
    expect(saved.last?.hasPrefix("note: hidden columns") == true, "\(saved)")
    // The lines of a batch keep their order.
    session.console.isInteractive = false
    session.run("column unhide *")
    expect(session.run("sort by Price").hasPrefix("note: Price: 3 of 3"))
  }

  @Test("a hint to type is one line, and what is said of it is broken between words")
  func hintInOneLine() throws {
    let name = "the number at which a customer is called"
    let text = "id,\(name)\n1,(12) 5\n2,(13) 6\n"
    for columns in [50, 60, 80, 100] {
      let session = try session(text, columns: columns)
      let meant = "replace --regex \"\(name)\" '[()]' \"\""
      let told = session.run("replace /[()]/ \"\" \"\(name)\"").split(separator: "\n")
      let fits = meant.count + 7 <= columns
      // Further blanks let a terminal go on between words.
      let lines = told.suffix(fits ? 1 : 2).map { String($0).replacing(#/(\S) +/#) { "\($0.1) " } }
      expectEqual(lines, fits ? ["hint: \(meant)"] : ["hint:", meant])
      expect(session.run(meant).contains("changed 2 cells"))
    }
    let session = try session(text, columns: 50)
    let long = session.run("delete row 1").split(separator: "\n")
    expectEqual(
      long.dropFirst().map(String.init),
      [
        "hint:  delete @1  # by its key; by its place",
        "       # delete 0:1: section 0, rows counting from",
        "       # 0",
      ])
    for line in ["foo", "trim City,zzz", "help zzzzzz", "select in nowhere at all"] {
      let lines = session.run(line).split(separator: "\n")
      expect(lines.allSatisfy { $0.count <= 50 }, "\(lines)")
    }
  }

  @Test(
    "the pager gets the columns of a condition behind the key, where they would be out of sight")
  func pager() throws {
    let script = try folder.write("#!/bin/sh\nexec cat > '\(folder.file("shown"))'\n", to: "less")
    expectEqual(chmod(script, 0o755), 0)
    let names = (0..<20).map { "column_\($0)" }.joined(separator: ",")
    let cells = (0..<20).map { "cell \($0)" }.joined(separator: ",")
    let rows = (0..<60).map { "\($0),\(cells)\n" }.joined()
    let session = try session("id,\(names)\n\(rows)") {
      $0.environment = { ["TERM": "xterm", "PATH": "/usr/bin:/bin"][$0] ?? "" }
    }
    session.run("set pager \(script)")
    func titles(_ line: String) throws -> [Substring] {
      let answer = session.run(line)
      expect(!answer.contains("error: "), "\(answer)")
      return try require(folder.read("shown").split(separator: "\n").first).split(separator: " ")
    }
    let all = ["id"] + (0..<20).map { "column_\($0)" }
    let last = try titles("show where column_17 ~= nil and column_15 ~= nil")
    expectEqual(last.prefix(4), ["id", "column_15", "column_17", "column_0"])
    expectEqual(last.sorted(), all.map { $0[...] }.sorted())
    // What is in sight stays where it is, and what is chosen in its order.
    expectEqual(try titles("show where column_2 ~= nil"), all.map { $0[...] })
    expectEqual(
      try titles("show column_3,column_17 where column_17 ~= nil"), ["column_3", "column_17"])
    session.run("column hide column_1")
    expectEqual(try titles("show where column_17 ~= nil").count, 20)
    try expect(folder.read("shown").contains("1 hidden column"))
    // Who leaves the pager early reads below how many rows there are.
    expectEqual(session.run("show id where id < 50"), "50 rows of 60\n")
    expectEqual(session.run("show --record 0:0-3"), "")
    expectEqual(session.run("show id where id < 5").split(separator: "\n").count, 7)
  }
}
