import DatabaseSupport
import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Files that are not replaced by a text, and names that lead to the table's own file.
struct OverwritingTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write("id,n\n1,a\n2,b\n", to: "t.csv"))")
    return session
  }

  @Test(
    "no option puts a text in the place of a database or a spreadsheet",
    arguments: [
      "export --format csv --overwrite %", "export --format html --overwrite %",
      "save --overwrite %", "export --format csv %",
    ])
  func containers(line: String) throws {
    for (name, kind) in [("crew.db", "a database"), ("crew", "a database"), ("x.zip", "zip")] {
      // Its extension says what save writes.
      if line.hasPrefix("save"), name != "crew" { continue }
      let session = try session()
      let file = folder.file(name)
      if kind == "zip" {
        try folder.write("PK\u{3}\u{4} cells", to: name)
      } else {
        try PlainDatabase(path: file).run("CREATE TABLE IF NOT EXISTS crew (a)")
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let reply = session.run(line.replacing("%", with: file))
      expect(
        reply.contains("is \(kind == "zip" ? "a spreadsheet or an archive" : kind), which a text"),
        "\(reply)")
      try expectEqual(Data(contentsOf: URL(fileURLWithPath: file)), before)
      // The hint writes another file.
      let hint = try require(reply.split(separator: "\n").last?.dropFirst("hint:  ".count))
      expect(session.run(String(hint)).contains("2 rows to \(file)."), "\(hint)")
      let forced = line.replacing(" %", with: " --force \(file)")
      expect(session.run(forced).contains(", which a text would replace"), "\(forced)")
      try expectEqual(Data(contentsOf: URL(fileURLWithPath: file)), before)
    }
  }

  @Test("> does not overwrite a database, and >> and exports of databases are as they were")
  func redirected() throws {
    let session = try session()
    let file = folder.file("crew.db")
    expect(session.run("export \(file)").contains("exported 2 rows"))
    expect(session.run("export - > \(file)").contains("is a database, and > would overwrite it"))
    expect(session.run("export --overwrite \(file)").contains("exported 2 rows"))
    session.run("open \(file)")
    expectEqual(session.run("count"), "2\n")
  }

  @Test(
    "the file of the table is its own by whichever name",
    arguments: ["./t.csv", "link.csv", "sub/../t.csv"])
  func ownFile(name: String) throws {
    let session = try session()
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: folder.file("t.csv"))
    try manager.createDirectory(
      atPath: folder.file("sub"), withIntermediateDirectories: true)
    session.run("edit @1 n=x")
    expect(session.run("save \(folder.file(name))").hasPrefix("saved 2 rows to"))
    try expectEqual(folder.read("t.csv"), "id,n\n1,x\n2,b\n")
    expect(session.run("save").contains("nothing to save"))
    expectEqual(session.shell.current?.editor.differsFromSource, false)
    // Others' changes are refused as those of the file itself.
    try folder.write("id,n\n1,theirs\n2,b\n", to: "t.csv")
    session.run("edit @2 n=y")
    expect(session.run("save \(folder.file(name))").contains("was changed by others"))
  }
}
