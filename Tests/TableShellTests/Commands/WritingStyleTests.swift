import Expectations
import Foundation
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Delimited text written for programs that want it otherwise.
struct WritingStyleTests {
  private let folder = TableShellTests.TemporaryFolder()
  private let text = "id,name,note\n1,Ann,\"a;b\"\n2,Zoë,\n3,\"\",x\n"

  /// A session with a table of three rows.
  private func session() throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "p.csv"))")
    return session
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  @Test(
    "export and save write delimited text as the options say",
    arguments: [
      ("--delimiter ';'", "id;name;note\n1;Ann;\"a;b\"\n2;Zoë;\n3;\"\";x\n"),
      ("--delimiter tab", "id\tname\tnote\n1\tAnn\ta;b\n2\tZoë\t\n3\t\"\"\tx\n"),
      ("--delimiter '\\t' --quoting needed", "id\tname\tnote\n1\tAnn\ta;b\n2\tZoë\t\n3\t\"\"\tx\n"),
      ("--delimiter '|'", "id|name|note\n1|Ann|a;b\n2|Zoë|\n3|\"\"|x\n"),
      (
        "--quoting all",
        "\"id\",\"name\",\"note\"\n\"1\",\"Ann\",\"a;b\"\n\"2\",\"Zoë\",\n\"3\",\"\",\"x\"\n"
      ),
      ("--bom", "\u{FEFF}id,name,note\n1,Ann,a;b\n2,Zoë,\n3,\"\",x\n"),
      ("--line-ends crlf", "id,name,note\r\n1,Ann,a;b\r\n2,Zoë,\r\n3,\"\",x\r\n"),
      ("--line-ends lf", "id,name,note\n1,Ann,a;b\n2,Zoë,\n3,\"\",x\n"),
    ])
  func options(_ options: String, _ expected: String) throws {
    let session = try session()
    expectEqual(session.run("export \(options) -"), expected)
    session.run("export \(options) \(folder.file("e.csv"))")
    try expectEqual(bytes("e.csv"), Array(expected.utf8))
    session.run("save \(options) \(folder.file("s.csv"))")
    try expectEqual(bytes("s.csv"), Array(expected.utf8))
    // The options may stand last, and what was written is read as the same table.
    session.run("open \(folder.file("s.csv")); export \(folder.file("again.csv")) --quoting needed")
    try expectEqual(bytes("again.csv"), Array("id,name,note\n1,Ann,a;b\n2,Zoë,\n3,\"\",x\n".utf8))
  }

  @Test("an encoding is written, with the mark that it needs, and what it lacks is named")
  func encodings() throws {
    let session = try session()
    expect(
      session.run("export --encoding latin1 \(folder.file("l.csv"))").contains(
        "note: to read it, say how: open --encoding latin1 FILE"))
    try expectEqual(bytes("l.csv").filter { $0 >= 0x80 }, [0xEB])
    expect(!session.run("export --encoding utf-16 \(folder.file("u.csv"))").contains("note"))
    try expectEqual(Array(bytes("u.csv").prefix(4)), [0xFF, 0xFE, 0x69, 0])
    session.run("export --encoding utf-16be --bom \(folder.file("b.csv"))")
    try expectEqual(Array(bytes("b.csv").prefix(4)), [0xFE, 0xFF, 0, 0x69])
    session.run("open \(folder.file("u.csv"))")
    expect(session.run("show").contains("Zoë"))
    expectEqual(
      session.run("export --encoding ascii \(folder.file("a.csv"))"),
      """
      error: cannot write 'ë' of column 'name' of row '2' to '\(folder.file("a.csv"))': ascii does not have it
      hint:  edit that cell, or export PATH, which writes utf-8

      """)
    expect(!FileManager.default.fileExists(atPath: folder.file("a.csv")))
    expect(
      session.run("export --encoding latin1 --bom -").contains("latin1 has no byte order mark"))
    expect(session.run("export --encoding nope -").contains("unknown encoding 'nope'"))
    expect(session.run("export --quoting some -").contains("error"))
  }

  @Test("the file of the table is written anew as a whole, and read so from now on")
  func ownFile() throws {
    let session = try session()
    session.run("save --delimiter ';' --encoding latin1 --line-ends crlf; edit @2 name=Bö")
    // Said once: the session knows.
    expectEqual(session.run("save"), "saved 3 rows to \(folder.file("p.csv")) (42 bytes)\n")
    expect(session.run("reload").contains("nothing changed"))
    try expectEqual(
      String(bytes: bytes("p.csv"), encoding: .isoLatin1),
      "id;name;note\r\n1;Ann;\"a;b\"\r\n2;Bö;\r\n3;\"\";x\r\n")
    // What is not said stays; an undo leads back to the cells, not to the dialect.
    session.run("undo; save --quoting all")
    try expectEqual(
      String(bytes: bytes("p.csv"), encoding: .isoLatin1),
      "\"id\";\"name\";\"note\"\r\n\"1\";\"Ann\";\"a;b\"\r\n\"2\";\"Zoë\";\r\n\"3\";\"\";\"x\"\r\n")
    try folder.write("id;name\n1;x\n", to: "p.csv")
    session.run("reload")
    expect(session.run("show").contains("x"))
  }

  @Test("a file that the table moves to, or that is new, keeps its style")
  func moved() throws {
    let session = try session()
    session.run("save --as \(folder.file("m.tsv")) --encoding latin1; edit @2 name=Ö; save; reload")
    try expectEqual(
      String(bytes: bytes("m.tsv"), encoding: .isoLatin1),
      "id\tname\tnote\n1\tAnn\ta;b\n2\tÖ\t\n3\t\"\"\tx\n")
    expect(session.run("show").contains("Ö"))
    session.run("new \(folder.file("n.csv")) id,a; insert 0 id=1 a=ü; save --delimiter '|'; reload")
    session.run("edit @1 a=y; save")
    try expectEqual(String(bytes: bytes("n.csv"), encoding: .utf8), "id|a\n1|y\n")
    // A source that has a dialect gives a copy what is not said.
    session.run("open \(try folder.write("a;b\r\n1;2\r\n", to: "semi.csv"))")
    session.run("save \(folder.file("copy.csv")) --quoting all")
    try expectEqual(
      String(bytes: bytes("copy.csv"), encoding: .utf8), "\"a\";\"b\"\r\n\"1\";\"2\"\r\n")
    expectEqual(session.run("save --delimiter ,  -"), "a,b\r\n1,2\r\n")
  }

  @Test("compressed names and redirections take a style")
  func packed() throws {
    let session = try session()
    session.run("export --delimiter ';' \(folder.file("z.csv.gz"))")
    session.run("open \(folder.file("z.csv.gz"))")
    expect(session.run("info").contains("delimiter      ';'"))
    session.run("export --delimiter '|' - > \(folder.file("r.txt"))")
    try expectEqual(
      String(bytes: bytes("r.txt"), encoding: .utf8),
      "id|name|note\n1|Ann|a;b\n2|Zoë|\n3|\"\"|x\n")
  }

  @Test("what is no delimited text is refused, with a line that works")
  func refused() throws {
    let session = try session()
    for line in [
      "export --delimiter ';' \(folder.file("x.json"))",
      "save --delimiter ';' \(folder.file("x.db"))",
      "save --delimiter ';' --as \(folder.file("x.yaml"))",
      "export --delimiter ';' \(folder.file("x.html"))",
    ] {
      let reply = session.run(line)
      expect(
        reply.hasPrefix("error: --delimiter is for delimited text, and "), "\(line): \(reply)")
      expect(reply.hasSuffix("hint:  export --delimiter ';' x.csv\n"), "\(line): \(reply)")
    }
    expect(
      session.run("export --bom --format markdown -").hasSuffix(
        "hint:  export --bom table.csv\n"))
    let json = try folder.write("[{\"id\":1}]", to: "j.json")
    session.run("open \(json)")
    expect(session.run("save --line-ends crlf").contains("--line-ends is for delimited text"))
    expect(session.run("save --line-ends crlf -").contains("--line-ends is for delimited text"))
    try expectEqual(String(bytes: bytes("j.json"), encoding: .utf8), "[{\"id\":1}]")
  }

  @Test("HTML is a whole page with a title, and --fragment its table only")
  func pages() throws {
    let session = try session()
    session.run("open \"\(try folder.write(text, to: "<a>.csv"))\"")
    session.run("export \(folder.file("page.html"))")
    let page = try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
    expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"))
    expect(page.contains("<title>&lt;a&gt;</title>"))
    expect(page.hasSuffix("</table>\n</body>\n</html>\n"))
    let piece = session.run("export --fragment --format html -")
    expect(piece.hasPrefix("<table>\n"), "\(piece)")
    expect(page.contains(piece.prefix { $0 != "n" }))
    expectEqual(
      session.run("export --fragment -"),
      """
      error: --fragment is for html, not for csv
      hint:  export --fragment --format html -

      """)
  }
}
