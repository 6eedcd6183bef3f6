import Expectations
import Foundation
import Testing

@testable import TableShell

/// Words that would be taken for a file, a text or a section, though they say what is to be done.
struct BareWordTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let path = try folder.write(
      "City,Day,Note\nBonn,2024-07-21,\nUlm,5.6.2024,x\n,2024-01-02,\nBonn,,y\n", to: "o.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(
    "a word behind save or export that says what is written, or as what, is no file's name",
    arguments: [
      ("save changes", "save"), ("save all", "save"), ("save it", "save"), ("save now", "save"),
      ("save copy", "save o-copy.csv"), ("save utf8", "save"),
      ("save script", "history --script > o.tsh"), ("save steps", "history --script > o.tsh"),
      ("save excel", "export --bom o-excel.csv"), ("save xlsx", "export --bom o-excel.csv"),
      ("save selection", "export o-selected.csv selected"),
      ("save filtered", "export o-selected.csv selected"), ("export pdf", "export o.html"),
      ("export excel", "export --bom o-excel.csv"), ("export all", "export o-copy.csv"),
      ("export all City", "export o-copy.csv City"),
      ("export selected", "export o-selected.csv selected"),
      ("export selection City", "export o-selected.csv City selected"),
      ("export visible", "export o-visible.csv visible"), ("export clipboard", "clip *"),
      ("export City", "export - City"), ("export City,Note", "export - City,Note"),
      ("export City where Note == \"x\"", "export - City where Note == \"x\""),
      ("export selection to b.csv", "export b.csv selected"),
      ("copy to b.csv", "export b.csv selected"),
      ("save as orders.xlsx", "export --bom orders-excel.csv"),
      ("save orders.xlsx", "export --bom orders-excel.csv"), ("save as pdf", "export o.html"),
      ("print to orders.pdf", "export orders.html"), ("save as tab delimited", "save o.tsv"),
      ("save as csv utf-8", "save"), ("quit and save", "save; quit"),
    ])
  func words(line: String, meant: String) throws {
    let session = try session()
    session.run("select 0:0; edit 0:1 Note=z")
    let before = try files()
    let told = session.run(line)
    expect(told.contains("error: ") && told.hasSuffix("\nhint:  \(meant)\n"), "\(told)")
    expectEqual(try files(), before)
    let typed = meant.replacing(" > o.tsh", with: "")
    expect(MeantLine(shell: session.shell).isReadable(typed), "\(meant)")
    expect(session.run("changes").contains("Note: 'x' → 'z'"))
  }

  @Test("with a slash, a dot or quotes, or as a file that is there, it is one; so are other words")
  func names() throws {
    let session = try session()
    for name in ["changes", "out"] {
      let path = folder.file(name)
      expect(session.run("save \(path)").contains("saved 4 rows"))
      expect(session.run("export --overwrite \(path)").contains("exported 4 rows"))
    }
    expect(try files().contains("changes"))
    let unselected = session.run("save selection")
    expect(
      unselected.contains("no row is selected") && unselected.hasSuffix("hint:  help export\n"))
  }

  @Test("rows, the only section, is not taken for the rows that are selected")
  func section() throws {
    let session = try session()
    session.run("select where City == \"Bonn\"")
    for (line, meant) in [
      ("delete rows", "delete selected  # all: delete *"),
      ("duplicate rows", "duplicate selected  # all: duplicate *"),
      ("edit rows Note=q", "edit selected Note=q  # all: edit * Note=q"),
    ] {
      let told = session.run(line)
      expect(told.contains("'rows' is the section of all 4 rows, and 2 are selected"), "\(told)")
      expect(told.hasSuffix("\nhint:  \(meant)\n"), "\(told)")
    }
    expect(session.run("delete selected  # all: delete *").contains("deleted 2 rows"))
    session.run("undo; deselect")
    expect(session.run("delete rows").contains("deleted 4 rows"))
  }

  @Test("a file with all rows says how the selected ones are written")
  func selection() throws {
    let session = try session()
    let (path, copy) = (folder.file("b.csv"), folder.file("c.csv"))
    expect(!session.run("export '\(path)'").contains("selected"))
    session.run("select where City == \"Bonn\"")
    let note = "all 4 rows are in it; only the selected 2: "
    expect(session.run("export \(path) City").contains("\(note)export \(path) City selected\n"))
    expect(session.run("save \(copy)").contains("\(note)export \(copy) selected\n"))
    expect(session.run("export \(path) City selected").contains("exported 2 rows"))
    expect(!session.run("export \(path) where City == \"Ulm\"").contains(note))
  }

  @Test("a word for no value that no cell holds is told with the line for null cells")
  func nulls() throws {
    let session = try session()
    let shown = "show where City == nil or Day == nil or Note == nil"
    for word in ["blank", "empty", "null"] {
      expect(session.run("find \(word)").contains("rows with a null cell: \(shown)\n"))
      let reply = session.run("replace Note \(word) none")
      expect(reply.contains("to fill them: edit where Note == nil set Note=none\n"), "\(reply)")
    }
    expect(!session.run("find 'blank'").contains("null cell"))
    expect(!session.run("find rome").contains("null cell"))
    expect(session.run("find duplicates").contains("rows that repeat others: dedupe --dry-run"))
    expect(!session.run(shown).contains("error: "))
    for word in ["blank", "empty", "NA"] {
      let reply = session.run("edit 0:1 Note=\(word)")
      expect(reply.contains("for no value: undo; edit --null Note 0:1\n"), "\(reply)")
    }
    let pairs = session.run("replace City Rome=Roma, Paris=Lutetia")
    expect(pairs.contains("one by one: replace City Rome Roma; replace City Paris Lutetia\n"))
  }

  @Test("a split says how many cells have no separator, and a redirection what its file holds")
  func silent() throws {
    let session = try session()
    let reply = session.run("split Day by - into Y,M,D")
    let line = "show where Y and M == nil"
    expect(reply.contains("1 cell has no '-', and went whole into Y: \(line)\n"), "\(reply)")
    expect(session.run(line).contains("5.6.2024"))
    expect(session.run("split City by o into a,b").contains("1 cell has no 'o'"))
    let file = folder.file("out.json")
    let told = session.run("export - City > \(file)")
    let again = "export --overwrite \(file) City"
    expect(told.contains("\(file) holds CSV; as json: \(again)\n"), "\(told)")
    expect(!session.run(again).contains("error: "))
    expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
    expect(!session.run("export - > \(folder.file("x.txt"))").contains("holds CSV"))
    let script = folder.file("s.tsh")
    expect(session.run("history > \(script)").contains(": history --script > \(script)\n"))
    for (line, meant) in [
      ("export json > \(folder.file("y.json"))", "export \(folder.file("y.json"))"),
      ("export json - | cat", "export --format json - | cat"),
      ("export json | cat", "export --format json - | cat"),
      ("export json - City", "export --format json - City"),
    ] {
      expect(session.run(line).hasSuffix("\nhint:  \(meant)\n"), "\(line)")
    }
  }

  @Test("values that begin with = are refused, in quotes they are texts")
  func equals() throws {
    let session = try session()
    expect(session.run("edit 0:0 City==Rome").hasSuffix("\nhint:  edit 0:0 City=Rome\n"))
    expect(session.run("insert 0:end City==Rome").hasSuffix("\nhint:  insert 0:end City=Rome\n"))
    expect(session.run("edit 0:0 City=\"=Rome\"").contains("changed 1 cell"))
    expect(session.run("replace City Bonn \"with\" 0:3").contains("changed 1 cell"))
    expect(session.run("combine City,Note into c with \"comma\"").contains("added column 'c'"))
  }

  @Test("a column of groups is found by the one that it was made of")
  func groups() throws {
    let path = try folder.write("a,n\nx,1\nx,2\ny,3\n", to: "g.csv")
    let session = Session(nil)
    session.run("open '\(path)'; group by a sum n")
    expect(session.run("sort by n desc").hasSuffix("\nhint:  sort by n_sum desc\n"))
    session.run("open g.csv; trim a; edit 0:0 n=9")
    expect(session.run("undo 1 step").hasSuffix("\nhint:  undo 1\n"))
    session.run("undo")
    expect(session.run("redo once").hasSuffix("\nhint:  redo 1\n"))
  }
}
