import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct DelimitedErrorTests {
  @Test("a row of a wrong length is named by line and both counts")
  func ragged() {
    let error = failure("id,a,b\n1,2,3\n\n\"x\ny\",2,3,4\n")
    expectEqual(error?.message, "table.csv:4:1: row has 4 cells, the header has 3")
    expectEqual(error?.code, "ragged-row")
    expectEqual(error?.hint, "--lenient adds columns for its extra cells and lists each such row")
    let headless = failure("1\r\n2,3\r\n") { $0.hasHeader = false }
    expectEqual(headless?.message, "table.csv:2:1: row has 2 cells, the first row has 1")
  }

  @Test("bad quotes are named by line and column")
  func quotes() {
    expectEqual(
      failure("id,a\n1,\"x\"y\n")?.message,
      "table.csv:2:6: bad quotes: text follows a closing quote")
    expectEqual(
      failure("id,a\n1,é\n2,\"x\n3,y\n")?.message,
      "table.csv:3:3: bad quotes: a quote is opened here and never closed")
    expectEqual(failure("id,a\n1,\"x\n")?.code, "bad-quotes")
  }

  @Test("a quote inside a bare cell is an ordinary byte")
  func innerQuote() throws {
    try expectEqual(load("id,a\n1,5\" pipe\n").texts, [["1", "5\" pipe"]])
  }

  @Test("in text with tabs, unbalanced quotes are ordinary bytes, which a note says")
  func tabs() throws {
    var loaded = try load("id\ta\n1\t\"5 inch\n2\tx\n", name: "t.tsv")
    expectEqual(loaded.texts, [["1", "\"5 inch"], ["2", "x"]])
    expectEqual(
      loaded.notes.map(\.description),
      [
        "t.tsv:2:3: quotes are unbalanced: they are read as ordinary bytes of their cells"
      ])
    try expectEqual(loaded.saved(), "id\ta\n1\t\"5 inch\n2\tx\n")
    loaded.set(1, "a", "a \"b\"")
    try expectEqual(loaded.saved(), "id\ta\n1\t\"5 inch\n2\ta \"b\"\n")
    loaded.set(1, "a", "a\tb")
    expect(throws: SourceError.cannotWriteValue(row: "2", column: "a", file: "t.tsv")) {
      try loaded.saved()
    }
    try expectEqual(load("a\tb\n\"x\ty\"\tz\n", name: "t.tsv").texts, [["x\ty", "z"]])
  }

  private static func keeping(_ encoding: String) -> String {
    "--encoding \(encoding) keeps all bytes; --lenient replaces such bytes with U+FFFD, also in "
      + "rows that you don't edit"
  }

  @Test("a NUL byte and invalid UTF-8 are named by line and column")
  func bytes() {
    expectEqual(failure("id,a\n1,x\0y\n")?.message, "table.csv:2:4: NUL byte in text")
    expectEqual(
      failure("id,a\n1,x\0y\n")?.hint?.hasPrefix("a file with NUL bytes is not text; "), true)
    let latin = failure(Array("id,a\n1,caf".utf8) + [0xE9, 0x0A])
    expectEqual(latin?.message, "table.csv:2:6: invalid UTF-8")
    expectEqual(latin?.hint, Self.keeping("latin1"))
    let wide = failure([0xFF, 0xFE, 0x61, 0, 0x0A, 0]) { $0.encoding = "utf-8" }
    expectEqual(wide?.hint, Self.keeping("utf-16"))
  }

  @Test("strictly, whatever would be told in a note is refused")
  func strict() throws {
    func message(_ text: String, name: String = "table.csv") -> String? {
      failure(text, name: name) { $0.isStrict = true }?.message
    }
    expectEqual(message("id,,b\n1,2,3\n"), "table.csv:1:4: column 2 of the header has no name")
    expectEqual(
      message("id,b,\"id\"\n1,2,3\n"),
      "table.csv:1:6: columns 1 and 3 of the header are both named 'id'")
    expectEqual(message("id,b\n1,2\n3\n"), "table.csv:3:1: row has 1 cell, the header has 2")
    expectNil(message("a,b\n1,2\n", name: "t.csv"))
    expectEqual(
      message("id\ta\n1\t\"5 inch\n", name: "t.tsv"),
      "t.tsv:2:3: bad quotes: a quote is opened here and never closed")
    let key = failure("id,b\n1,2\n1,3\n") { $0.isStrict = true }
    expectEqual(
      key?.message,
      "table.csv:3: id '1' is already used in line 2, so rows are identified by "
        + "their number")
    expectEqual(key?.hint, "without --strict this is only a note")
  }

  @Test("a file without header and rows is an error, one with a header only an empty table")
  func empty() throws {
    for text in ["", "\u{FEFF}", "\n\r\n\n"] {
      expectEqual(failure(text), .emptyFile("table.csv"))
    }
    let loaded = try load("id,name\n")
    expectEqual(loaded.table.rowCount, 0)
    expectEqual(loaded.table.columns.map(\.name), ["id", "name"])
    expectEqual(loaded.table.sections.map(\.name), ["rows"])
  }

  @Test("a file that does not exist is told with the nearest name beside it")
  func nearestFile() {
    let folder = TemporaryFolder()
    _ = folder.write("a\n", to: "crew.csv")
    _ = folder.write("a\n", to: "old list.csv")
    func hint(_ name: String) -> String? {
      do throws(SourceError) { _ = try LoadedTable(path: "\(folder.path)/\(name)") } catch {
        return error.hint?.replacing(folder.path, with: "FOLDER")
      }
      return nil
    }
    expectEqual(hint("cerw.csv"), "did you mean 'FOLDER/crew.csv'?")
    expectEqual(hint("crew"), "did you mean 'FOLDER/crew.csv'?")
    expectEqual(hint("oldlist.csv"), "did you mean \"FOLDER/old list.csv\"?")
    expectNil(hint("zebra.json"))
  }

  @Test("what does not exist, is a folder or an unknown loader is said so")
  func opening() {
    func message(_ path: String) -> String? {
      do throws(SourceError) { _ = try LoadedTable(path: path) } catch { return error.message }
      return nil
    }
    expectEqual(message("/nowhere/x.csv"), "no file '/nowhere/x.csv'")
    expectEqual(message("/tmp"), "cannot read '/tmp': it is a folder")
    let error = failure("a\n1\n") { $0.loader = "xls" }
    expectEqual(error?.message, "no loader 'xls'")
    expectEqual(
      error?.hint, "loaders: \(TableFormats.readable.map(\.name).joined(separator: ", "))")
  }
}
