import Expectations
import TableKit
import Testing

@testable import TablePrinters

/// What just fits.
struct FittingTests {
  @Test(
    "a word that just fits stays in its line",
    arguments: [
      (20, 0, "aaaa bbbb cccc ddddd"), (19, 0, "aaaa bbbb cccc\n  ddddd"),
      (20, 1, "aaaa bbbb cccc\n  ddddd"), (18, 0, "aaaa bbbb cccc\n  ddddd"),
    ])
  func words(width: Int, start: Int, wanted: String) {
    expectEqual(
      TextWrapping.hanging("aaaa bbbb cccc ddddd", width: width, start: start, indent: 2), wanted)
  }

  @Test("a line that goes on is as wide as the first, with its indentation")
  func hanging() {
    let text = "aaaa bbbb cccc dddd eeee ffff gggg"
    expectEqual(
      TextWrapping.hanging(text, width: 21, start: 0, indent: 2),
      "aaaa bbbb cccc dddd\n  eeee ffff gggg")
    expectEqual(
      TextWrapping.hanging("a " + text + " h", width: 19, start: 0, indent: 2),
      "a aaaa bbbb cccc\n  dddd eeee ffff\n  gggg h")
    expectEqual(
      TextWrapping.hanging("aaaa bbbb cccc 東京都 eeee", width: 21, start: 0, indent: 2),
      "aaaa bbbb cccc 東京都\n  eeee")
  }

  @Test("a value in quotes behind a name and a sign is not broken")
  func values() {
    expectEqual(
      TextWrapping.hanging("+ City='New York'  Kind='big '", width: 20, start: 0, indent: 4),
      "+ City='New York' \n    Kind='big '")
  }

  @Test("a column is truncated to eight characters, and left out where there are fewer")
  func leastColumn() {
    var view = TableView(
      makeTable(["id", "name"], [TestSection("", [["1", "a name of many words"]])]))
    var lines: [String] = []
    for width in 18...20 {
      view.width = width
      var text = ""
      TextTablePrinter().print(view, to: &text)
      lines.append(String(text.split(separator: "\n")[1]))
    }
    expectEqual(lines, ["  0:0   1", "  0:0   1  a name …", "  0:0   1  a name o…"])
  }

  @Test("a caption is the key and the next column, unless they are equal or one is empty")
  func captions() {
    let table = makeTable(
      ["id", "name", "n"], key: ["id"],
      [TestSection("S", [["a", "Ann", "1"], ["b", "b", "2"], ["c", "", "3"], ["", "Di", "4"]])])
    expectEqual(table.allRows.map { table.caption(of: $0) }, ["a Ann", "b", "c", "Di"])
    let plain = makeTable(["id", "name"], [TestSection("S", [["a", "Ann"]])])
    expectEqual(plain.allRows.map { plain.caption(of: $0) }, ["a"])
    let named = makeTable(["n", "id"], key: ["id"], [TestSection("S", [["1", "a"]])])
    expectEqual(named.allRows.map { named.caption(of: $0) }, ["a 1"])
  }
}
