import Testing

@testable import TableShell

@Suite("Reloading what one has saved")
struct ReloadedStartTests {
  @Test(
    "a reload keeps the header and the lines before it that were found when the file was opened")
  func start() throws {
    for (name, text, command) in [
      (
        "a.tsv", "## v=1\r\n## x,y\r\n#z\tz\r\nname\tx y\r\n1\t\r\n",
        "edit 0:0 name=Q7"
      ),
      ("a.csv", "\u{FEFF}Report,\n\u{E9},name\n1,\u{E9},\n", "edit 0:0 name=Q7"),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(text, to: name))")
      let names = session.shell.current?.table.columns.map(\.name)
      session.run(command)
      session.run("save")
      session.run("reload")
      #expect(session.shell.current?.table.columns.map(\.name) == names, "\(name)")
      #expect(session.shell.current?.table.rowCount == 1, "\(name)")
    }
  }

  @Test("a source that lost its last row keeps its columns, and its key")
  func noRows() throws {
    for (name, text) in [
      ("a.ndjson", "{\"id\":{\"path\":[1]},\"Z\":1}\n"), ("a.json", "[{\"id\":1,\"Z\":1}]"),
      ("a.yaml", "- id: 1\n  Z: 1\n"),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(text, to: name))")
      session.run("delete 0:0")
      session.run("save")
      session.run("reload")
      #expect(
        session.shell.current?.table.columns.map(\.name).sorted() == ["Z", "id"], "\(name)")
    }
  }
}
