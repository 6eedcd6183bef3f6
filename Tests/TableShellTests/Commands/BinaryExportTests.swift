import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Formats that are no text: where they go, and where they do not.
struct BinaryExportTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write("id,city\n1,Bonn\n2,Rome\n", to: "orders.csv"))")
    return session
  }

  @Test(
    "a format with a file behind it means the file",
    arguments: [
      ("export sqlite FOLDER/o.db", "export --format sqlite FOLDER/o.db"),
      ("export json FOLDER/o.json", "export --format json FOLDER/o.json"),
      ("export json FOLDER/o.txt", "export --format json FOLDER/o.txt"),
      ("export yml FOLDER/o.yaml", "export --format yaml FOLDER/o.yaml"),
      ("export md", "export --format markdown -"),
    ])
  func meant(line: String, hint: String) throws {
    let session = try session()
    let reply = session.run(line.replacing("FOLDER", with: folder.path))
    let meant = hint.replacing("FOLDER", with: folder.path)
    expect(reply.hasSuffix("\nhint:  \(meant)\n"), "\(reply)")
    expect(!session.run(meant).contains("error: "))
  }

  @Test("save, too, takes the name of a format for no file", arguments: ["json", "md", "db"])
  func saved(format: String) throws {
    let session = try session()
    expectEqual(
      session.run("save \(format)"),
      "error: '\(format)' is a format; the file of that name is ./\(format)\n"
        + "hint:  save orders.\(format)\n")
    expect(session.run("save as \(format)").hasSuffix("\nhint:  save orders.\(format)\n"))
    expect(!session.run("save \(folder.file(format))").contains("error: "))
  }

  @Test("what is no text is not written to a terminal")
  func terminal() throws {
    let session = try session()
    expect(session.run("export sqlite").hasSuffix("\nhint:  export orders.db\n"))
    session.console.size = (columns: 80, rows: 24)
    expectEqual(
      session.run("export --format sqlite -"),
      "error: sqlite is no text, and would be written to the terminal\nhint:  export orders.db\n")
    for line in ["export --encoding utf-16 -", "save --encoding utf-16 -"] {
      let reply = session.run(line)
      expect(reply.contains("error: in this format the table is no text"), "\(line): \(reply)")
    }
    expect(session.run("export --format json -").hasPrefix("{"))
    session.run("export --format sqlite - > \(folder.path)/out.db")
    expect(session.run("open \(folder.path)/out.db; count").hasSuffix("2\n"))
  }

  @Test("save --as says where the table is from now on")
  func moved() throws {
    let session = try session()
    let path = folder.file("new.csv")
    let end = "; it is the file of the table from now on\n"
    expect(session.run("save --as \(path)").hasSuffix("\(path) (22 bytes)\(end)"))
    expectEqual(session.shell.current?.name, path)
    session.run("edit 0:0 city=Ulm")
    expect(!session.run("save --as \(path)").contains(end))
    expect(!session.run("save \(folder.file("copy.csv"))").contains(end))
  }
}
