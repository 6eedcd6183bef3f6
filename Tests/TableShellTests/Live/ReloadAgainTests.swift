import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Files that are reloaded again and again, of every way to write cells.
struct ReloadAgainTests {
  private static let texts = [
    ("t.csv", "id,n\n1,a\n2,b\n", "3,c\n"), ("t.tsv", "id\tn\n1\ta\n2\tb\n", "3\tc\n"),
    ("semicolons.csv", "id;n\n1;a\n2;b\n", "3;c\n"),
    ("t.ndjson", "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b\"}\n", "{\"id\":3,\"n\":\"c\"}\n"),
    ("t.yaml", "- id: 1\n  n: a\n- id: 2\n  n: b\n", "- id: 3\n  n: c\n"),
  ]

  @Test(
    "a file that others changed is reloaded, and found unchanged from then on", arguments: texts,
    ["count", "edit @2 n=x", "delete @2", "sort by n desc"])
  func unchanged(_ file: (name: String, text: String, more: String), _ line: String) throws {
    let folder = TemporaryFolder()
    let session = Session(nil) { $0.reading.key = ["id"] }
    session.run("open \(try folder.write(file.text, to: file.name))")
    session.run(line)
    try folder.write(file.text + file.more, to: file.name)
    expect(session.run("reload").contains("inserted 1 row"))
    for _ in 0..<2 {
      let again = session.run("reload")
      expect(again.contains("nothing changed"), "\(again)")
    }
    session.run("edit @1 n=y")
    let edited = session.run("reload")
    expect(edited.contains("nothing changed"), "\(edited)")
    let saved = session.run("save")
    expect(!saved.contains("error"), "\(saved)")
    expect(session.run("reload").contains("nothing changed"))
    try folder.write(file.text, to: file.name)
    let last = session.run("reload")
    expect(last.contains("deleted 1 row"), "\(last)")
    expect(session.run("reload").contains("nothing changed"))
  }
}
