import Expectations
import Testing
import Wording

@testable import CommandLanguage
@testable import TableShell

/// Texts that differ are never shown alike, and what is read later tells what opening tells.
struct ShownTextTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String, name: String = "t.csv") throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: name))")
    return session
  }

  /// Pairs of texts that a terminal shows alike, or that one could take for each other.
  private static let pairs = [
    ("x\ny", "x\\ny"), ("x\ty", "x\\ty"), ("x y", "x\u{A0}y"), ("é", "e\u{301}"),
    ("xy", "x\u{200B}y"),
    ("xy", "x\u{202E}y"), ("x\\y", "x\\\\y"), ("x\u{AD}y", "xy"), ("x\u{2003}y", "x y"),
  ]

  @Test("two texts that differ are shown differently by each command", arguments: pairs.indices)
  func displays(index: Int) throws {
    let (first, second) = Self.pairs[index]
    func quoted(_ text: String) -> String { "\"\(text)\"" }
    let session = try session("id,v\n1,\(quoted(first))\n2,\(quoted(second))\n")
    let shown = [first, second].map { Array(VisibleText.of($0).utf8) }
    expect(shown[0] != shown[1])
    for command in [
      "show", "show --record", "tally v", "find --regex .", "export --format text -",
      "group by v count; show",
      "top 2 by v; show",
    ] {
      let output = session.run(command)
      for text in shown {
        expect(Array(output.utf8).firstRange(of: text) != nil, "\(command): \(output)")
      }
      session.run("open t.csv")
    }
    session.run("edit @1 v=\(Quoting.quoted(second))")
    let changes = session.run("changes")
    let change = "~ @1 v: '\(shown: first)' → '\(shown: second)'\n"
    expectEqual(Array(changes.utf8), Array(change.utf8), "\(changes)")
    expect(session.run("tally v").contains("1 value in 2 rows"))
  }

  @Test("a line end and the letters of its escape are told apart")
  func changes() throws {
    let session = try session("id,v\n1,x\\ny\n")
    session.run("edit @1 v=\"x\\ny\"")
    expectEqual(session.run("changes"), "~ @1 v: 'x\\\\ny' → 'x\\ny'\n")
  }

  @Test("what is shown can be typed in double quotes")
  func typed() throws {
    let session = try session("id,v\n1,a\n")
    session.run(#"edit @1 v="a\u{a0}b\x1b\r\t\u{1f600}""#)
    let row = try require(session.shell.current?.table.allRows.first { _ in true })
    let column = try require(session.shell.current?.table.column(named: "v"))
    expectEqual(
      session.shell.current?.table.cell(row, column.id).text, "a\u{A0}b\u{1B}\r\t\u{1F600}")
    for faulty in [#""\u{}""#, #""\u{110000}""#, #""\xg1""#, #""\x9f""#, #""\u41""#, #""\q""#] {
      expect(session.run("echo \(faulty)").contains("means nothing in double quotes"), "\(faulty)")
    }
  }

  @Test("so are they in errors of values", arguments: pairs)
  func values(first: String, second: String) throws {
    let replies = try [first, second].map { text in
      let session = try session("id,v\n1,\"\(text)\"\n")
      return ["group by id sum v", "number v"].map { session.run($0) }
    }
    for (a, b) in zip(replies[0], replies[1]) {
      expect(!a.utf8.elementsEqual(b.utf8), "\(a)")
      expect(a.contains("error: "), "\(a)")
    }
  }

  @Test("names and keys in errors are shown as data is")
  func errors() throws {
    let session = try session("id,\"a\tb\"\n\"x\ny\",1\n")
    expect(session.run("show nosuch").contains("a\\tb"))
    expect(!session.run("delete @nosuch").contains("\ny"))
    expect(session.run("columns").contains("\"a\\tb\""))
  }

  @Test("a record that comes by reload or insert from gets the notes of opening, once")
  func notes() throws {
    let session = try session("id,name,pay\n1,Ann,10\n")
    try folder.write("id,name,pay\n1,Ann,10\n2,Ben\n", to: "t.csv")
    let note = "note: \(folder.path)/t.csv:3: a row is shorter"
    expect(session.run("reload").contains(note))
    try folder.write("id,name,pay\n0,Zed,5\n1,Ann,10\n2,Ben\n", to: "t.csv")
    expect(!session.run("reload").contains("shorter"))
    expect(session.run("info").contains("t.csv:4: a row is shorter"))
    try folder.write("id,name,pay\n0,Zed,5\n1,Ann,10\n2,Ben\n3,Cy,7\n4,Di\n", to: "t.csv")
    expect(session.run("reload").contains("t.csv:4: 2 rows are shorter"))
    let other = try folder.write("id,name,pay\n9,Ida\n", to: "more.csv")
    expect(session.run("insert from \(other)").contains("more.csv:2: a row is shorter"))
    expect(session.run("join \(other) on id").contains("more.csv:2: a row is shorter"))
  }
}
