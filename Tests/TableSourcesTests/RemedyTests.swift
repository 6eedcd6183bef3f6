import Expectations
import TableKit
import Testing

@testable import TableSources

/// Hints on how to read a delimited text, each of which is tried as it stands.
struct RemedyTests {
  private static let columns = "columns and lists each"

  /// A text, the hint of its error, options that the hint names, and the columns and rows then read.
  private static let texts:
    [(String, String, @Sendable (inout ReadOptions) -> Void, [String], Int)] = [
      (
        "Report\n\nid,name,amt\n1,a,2\n3,b\n4,c,d,e\n",
        "--skip 2 --lenient or --header 3 --lenient if the table begins at line 3; it adds "
          + columns,
        { ($0.skippedLines, $0.isLenient) = (2, true) }, ["id", "name", "amt", "column4"], 3
      ),
      (
        "Report\n\nid,name,amt\n1,a,2,z\n3,b\n4,c,d,e\n",
        "--skip 2 --lenient or --header 3 --lenient if the table begins at line 3; it adds "
          + columns,
        { ($0.skippedLines, $0.isLenient) = (2, true) }, ["id", "name", "amt", "column4"], 3
      ),
      (
        "Report of\nfor all of, 2024\n\n id,name,amt\n1,a,2\n3,b\n4,c,d,e\n",
        "--skip 3 --lenient or --header 4 --lenient if the table begins at line 4; it adds "
          + columns,
        { ($0.skippedLines, $0.isLenient) = (3, true) }, [" id", "name", "amt", "column4"], 3
      ),
      (
        "Report\n\n1,2,3\n1,a,2\n3,b\n4,c,d,2\n",
        "--skip 2 --no-header --lenient if line 3 is the first row, or --header 3 --lenient if it "
          + "names columns; it adds " + columns,
        { ($0.skippedLines, $0.hasHeader, $0.isLenient) = (2, false, true) },
        ["column1", "column2", "column3", "column4"], 4
      ),
      (
        "Report\n\n1,2,3\n4,5,6\n",
        "--skip 2 --no-header if line 3 is the first row, or --header 3 if it names columns; else "
          + "--lenient, which adds " + columns,
        { ($0.skippedLines, $0.hasHeader) = (2, false) }, ["column1", "column2", "column3"], 2
      ),
      (
        "Report\n\nid,2020,2021\nx,5,6\ny,7,8\n",
        "--header 3 if line 3 names columns, or --skip 2 --no-header if it is the first row; else "
          + "--lenient, which adds " + columns,
        { $0.setHeader(3...3) }, ["id", "2020", "2021"], 2
      ),
      (
        "\"Report\" of sales, 2024\n\nid,name,amt\n1,a,2\n3,b,4\n",
        "--skip 2 or --header 3 if the table begins at line 3; else --lenient, which adds "
          + columns,
        { $0.skippedLines = 2 }, ["id", "name", "amt"], 2
      ),
      (
        "Title\nSub\n\n\"City\"\n\"1\";\n\"2\";\n",
        "--delimiter ';' if that separates cells, or --lenient, which lists each repair",
        { $0.delimiter = 0x3B }, ["Title"], 5
      ),
      (
        "id,name\n1,\"a \\\"b\\\" c\"\n2,\"d\"\n",
        "--escape '\\' if quotes inside cells have a backslash before them, or --lenient, which lists "
          + "each repair",
        { $0.escape = 0x5C }, ["id", "name"], 2
      ),
      (
        "##x\n##y\n#id,name\n##z\n", "--comment '##' if lines that begin with ## are comments",
        { $0.comment = "##" }, ["#id", "name"], 0
      ),
      (
        "##x\n##y\nid,1\n2,3\n", "--comment '#' if lines that begin with # are comments",
        { $0.comment = "#" }, ["id", "1"], 1
      ),
      (
        "a,b\n1,\"2", "--lenient repairs this and lists each repair", { $0.isLenient = true },
        ["a", "b"], 1
      ),
    ]

  @Test("a hint names what reads the text as it is meant, and works", arguments: texts.indices)
  func hints(_ index: Int) throws {
    let (text, hint, options, columns, rows) = Self.texts[index]
    expectEqual(failure(text)?.hint, hint)
    let read = try load(text, options)
    expectEqual(read.table.columns.map(\.name), columns)
    expectEqual(read.table.rowCount, rows)
    guard text.last == "\n" else { return }
    try expectEqual(read.saved(), text)
  }

  @Test("a delimiter that was asked for and does not fit is named with the one that does")
  func wrongDelimiter() {
    expectEqual(
      failure("a;b\n1;2,5\n3;4\n") { $0.delimiter = 0x2C }?.hint,
      "--delimiter ';' if that separates cells, or --lenient, which lists each repair")
  }

  @Test(
    "a text of one column is noted where its lines are rows of another delimiter",
    arguments: [
      (
        "Report\n\n1;2;3\n4;5;6\n",
        "--skip 2 --no-header if line 3 is the first row, or --header 3 if it names columns, which "
          + "has 3 columns"
      ),
      (
        "Report\n1\t2\n4\t5\n",
        "--skip 1 --no-header if line 2 is the first row, or --header 2 if it names columns, which "
          + "has 2 columns"
      ),
      ("words\na;b\nc\nd\n", nil), ("words\na\nb|c\n", nil), ("id\n1\n2\n", nil),
    ])
  func oneColumn(text: String, hint: String?) throws {
    let note = "read as one column: "
    let read = try load(text)
    expectEqual(read.table.columns.count, 1)
    expectEqual(
      read.notes.map(\.text).filter { $0.hasPrefix(note) },
      hint.map { ["\(note)\($0); --skip 0 if it is one"] } ?? [])
    try expect(load(text) { $0.skippedLines = 0 }.notes.isEmpty)
    try expectEqual(read.saved(), text)
  }

  @Test("what opens a text with ## comments as it was is named when it is saved")
  func savedComments() throws {
    let text = "##x\n##y\n#id,name\n1,a\n##z\n2,b\n"
    var loaded = try load(text)
    loaded.delete(0)
    loaded.delete(1)
    let layout = try require(loaded.origin.layout as? DelimitedLayout)
    expectEqual(
      layout.readingNotes(loaded.table).map(\.text),
      [
        "the file as it is now would be read differently: open it with --comment '##' --header 3"
      ])
    let again = try load(try loaded.saved()) {
      $0.setHeader(3...3)
      $0.comment = "##"
    }
    expectEqual(again.table.columns.map(\.name), ["#id", "name"])
    expectEqual(again.table.rowCount, 0)
  }

  @Test("what will be read otherwise is told as the text was asked to be read")
  func askedLoader() throws {
    let text = "id;name\n1;Ann\n2;1,5\nid\tname\n1\tAnn\n"
    for loader in [nil, "csv", "tsv"] {
      var loaded = try load(text) { $0.loader = loader }
      expectEqual(loaded.table.rowCount, 1)
      loaded.set(0, "name", "a;b")
      let layout = try require(loaded.origin.layout as? DelimitedLayout)
      let notes = layout.readingNotes(loaded.table).map(\.text)
      let again = try load(try loaded.saved()) { $0.loader = loader }
      expectEqual(notes.isEmpty, again.table.rowCount == 1, "\(loader ?? "none"): \(notes)")
    }
  }

  @Test("a file that is called as a missing folder almost is, is no place to look in")
  func fileForFolder() throws {
    let folder = TemporaryFolder()
    _ = folder.write("id\n1\n", to: "nosuch.csv")
    let error = expect(throws: SourceError.self) {
      try LoadedTable(path: "\(folder.path)/nosuch/x.csv")
    }
    expectEqual(error?.code, "no-such-file")
    expectNil(error?.hint)
  }
}
