import Expectations
import Foundation
import Testing

@testable import TableShell

/// `query` with the rest of the line, and what is opened by a part of its name.
struct QueryLineTests {
  let folder = TemporaryFolder()
  let session = Session(nil)

  init() throws {
    let path = try folder.write(
      "id,City,Qty\n1,Bonn,3\n2,a;b > c | d,10\n3,O'Hara,7\n", to: "n.csv")
    session.run("open '\(path)'")
  }

  /// The cells of the result.
  private func query(_ line: String) -> String {
    session.run("open n.csv")
    let told = session.run(line)
    expect(!told.contains("error"), "\(line): \(told)")
    return session.run("export --format csv -").split(separator: "\n").dropFirst()
      .filter { !$0.hasPrefix("note") }.joined(separator: " ")
  }

  @Test("SQL is the rest of the line as it stands")
  func restOfLine() throws {
    expectEqual(query("query SELECT id FROM n WHERE Qty > 3 ORDER BY Qty DESC"), "2 3")
    expectEqual(query("query SELECT id FROM n WHERE City = 'a;b > c | d'"), "2")
    expectEqual(query("query SELECT id FROM n WHERE City = 'O''Hara' -- it's a comment"), "3")
    expectEqual(query("query SELECT id FROM n WHERE \"City\" = 'Bonn';"), "1")
    expectEqual(query("query SELECT 'x' || id AS x FROM n WHERE id = 1 ; "), "x1")
    expectEqual(query("query SELECT id \\\nFROM n WHERE id < 2"), "1")
    expectEqual(query("query --local SELECT max(Qty) AS m FROM n"), "10")
  }

  @Test("in quotes and in parentheses it ends, and more can follow")
  func ends() throws {
    expectEqual(query("query \"SELECT id FROM n WHERE Qty > 3\"; sort by id desc"), "3 2")
    let file = folder.file("out.txt")
    session.run("open n.csv; (query SELECT max(Qty) AS m FROM n WHERE id IN (1, 3)) > '\(file)'")
    expect(FileManager.default.fileExists(atPath: file))
    session.run("alias big query SELECT id FROM n WHERE Qty > 9")
    expectEqual(query("big"), "2")
  }

  @Test("a quote that stays open is told, and nothing is run")
  func open() {
    expect(session.run("query SELECT 'a FROM n").contains("the quote ' is not closed"))
    expect(session.run("query").contains("error: "))
    expect(session.run("query ; count").contains("error: "))
  }

  @Test("a table is opened by the name of its file, and files by a pattern")
  func opening() throws {
    try folder.write("id\n1\n", to: "more.csv")
    try folder.write("x", to: "text.txt")
    let path = folder.path
    expect(session.run("open '\(path)'/*.csv").contains("more.csv: 1 row"))
    expectEqual(session.shell.documents.map(\.shortName), ["n", "more"])
    expect(
      session.run("open n").hasPrefix("n.csv: 3 rows") || session.shell.current?.shortName == "n")
    expectEqual(session.shell.current?.shortName, "n")
    session.run("join more on id inner")
    expectEqual(session.run("count"), "1\n")
    let told = session.run("open \(path)/*.json")
    expect(told.contains("error: no file") && !told.contains("new "), "\(told)")
    expectEqual(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted(),
      ["more.csv", "n.csv", "text.txt"])
  }

  @Test("bare names of formats are no files; ./NAME is one")
  func formats() throws {
    expect(
      session.run("export json where Qty > 3").hasSuffix(
        "hint:  export --format json - where Qty > 3\n"))
    expect(session.run("export markdown").hasSuffix("hint:  export --format markdown -\n"))
    expect(session.run("export '\(folder.path)/json'").contains("exported 3 rows"))
    expect(session.run("export '\(folder.path)/out'").contains("exported 3 rows"))
  }

  @Test("a > that is part of an arrow or a comparison writes no file")
  func arrows() throws {
    for (line, hint) in [
      ("rename City -> Town", "rename City Town"), ("rename City => Town", "rename City Town"),
      ("show Qty > 5", "show where Qty > 5"), ("count Qty > 5", "count where Qty > 5"),
    ] {
      let told = session.run(line)
      expect(told.hasPrefix("error: '>' would write the file '"), "\(told)")
      expect(told.hasSuffix("hint:  \(hint)\n"), "\(told)")
    }
    for name in ["Town", "5"] { expect(!FileManager.default.fileExists(atPath: name)) }
    let file = folder.file("5")
    session.run("show City > '\(file)'")
    expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("> with a number alone writes no file, ./ and quotes do")
  func numbers() throws {
    for (line, hint) in [
      ("sort by Qty > 5", "show where Qty > 5"), ("describe Qty > 5", "show where Qty > 5"),
      ("show City Qty > 1.5", "show City,Qty where Qty > 1.5"),
      ("delete Qty > 5", "delete where Qty > 5"), ("count > 5", "count > ./5"),
      ("find Bonn > 7", "find Bonn > ./7"), ("show City >> 5", "show City >> ./5"),
      ("alias big show; big > 5", "big > ./5"), ("echo a > 5", "echo a > ./5"),
    ] {
      let told = session.run(line)
      expect(told.contains("would write the file '"), "\(told)")
      expect(told.contains("'; for that, type >"), "\(told)")
      expect(told.hasSuffix("hint:  \(hint)\n"), "\(told)")
    }
    for name in ["5", "1.5", "7"] { expect(!FileManager.default.fileExists(atPath: name)) }
    expectEqual(session.run("export --format csv - Qty"), "Qty\n3\n10\n7\n")
    session.run("show > '\(folder.path)/5'")
    expect(FileManager.default.fileExists(atPath: folder.file("5")))
  }

  @Test("a command that fails leaves no empty file, and keeps one that was there")
  func failed() throws {
    let file = folder.file("out.txt")
    for line in ["sort by Qty in Nowhere", "show @9", "lua error('no')"] {
      expect(session.run("\(line) > '\(file)'").contains("error"))
      expect(!FileManager.default.fileExists(atPath: file), "\(line)")
    }
    try folder.write("", to: "out.txt")
    session.run("show @9 > '\(file)'")
    expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("find writes all cells to a file, and lists 20")
  func found() throws {
    let lines = (1...30).map { "\($0),x\n" }.joined()
    session.run("open '\(try folder.write("id,n\n" + lines, to: "many.csv"))'")
    expect(
      session.run("find x").hasSuffix(
        "30 cells in 30 rows; the first 20 are shown; all of them: find x | cat\n"))
    session.run("find x > '\(folder.file("hits"))'")
    let hits = try folder.read("hits").split(separator: "\n")
    expect(hits.count == 31 && hits.last == "30 cells in 30 rows", "\(hits)")
  }

  @Test("a name with '=' is one in quotes only")
  func names() {
    expect(
      session.run("column add T=Qty*2").hasSuffix("hint:  column add T := Qty * 2\n"))
    expect(!session.run("column add \"a=b\"").contains("error"))
  }

  @Test("not before one side of a comparison is an error, unless it may be true")
  func negated() {
    let told = session.run("delete where not City ~= \"Bonn\"")
    expect(told.contains("error: 'not City' is true or false, and never \"Bonn\""), "\(told)")
    expect(told.hasSuffix("hint:  delete where not (City ~= \"Bonn\")\n"), "\(told)")
    expectEqual(session.run("count where not (City == \"Bonn\")"), "2\n")
    expectEqual(session.run("count where not City == false"), "3\n")
    expectEqual(session.run("count where Qty > 3 and not (Qty == 10)"), "1\n")
  }
}
