import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableShell

/// The rules H through the shell: one offset, in points.
struct ScrollTests {
  private static let rows = (0..<100).map { "r\($0)" }.joined(separator: " ")

  /// A hundred rows without sections, so that there is no title and no header.
  private func session() -> Session { Session("rows(\(Self.rows))") }

  /// The same with titles, and an empty section.
  private func titled() -> Session { Session("A(\(Self.rows)) B()") }

  @Test(
    "H1, H2, H4: scroll puts a row where it is told, in points, and no further than the ends",
    arguments: [
      ("scroll 0:50 top", 2200), ("scroll 0:50 middle", 2002), ("scroll 0:50 bottom", 1804),
      ("scroll 0:50", 1804), ("scroll 0:98 top", 3960), ("scroll 0:0", 0), ("scroll end", 3960),
      ("scroll y=1804; scroll 0:45 none", 1804), ("scroll y=1804; scroll 0:10 none", 440),
      ("scroll y=2002", 2002), ("scroll y=-5", 0), ("scroll y=99999", 3960),
      ("scroll end; scroll up 7", 3652), ("scroll end; scroll home", 0), ("scroll down", 440),
      ("scroll down 3; scroll 0:1", 44), ("scroll end; scroll 0", 0),
      ("scroll y=50; scroll down 1", 132), ("scroll y=50; scroll up 1", 44),
      ("select 0:20,0:80; scroll selected middle", 682), ("scroll y=99; scroll selected", 99),
    ] as [(String, Double)])
  func positions(line: String, offset: Double) {
    let session = session()
    expect(!session.run(line).contains("error"))
    expectEqual(session.shell.current?.controller.view.offset, offset)
  }

  @Test("H5: scroll says the offset and what is visible, rows that are seen in part included")
  func replies() {
    session().expect(
      """
      > scroll y=22
      offset 22 of 3960 points; 0:0 to 0:10 are visible
      > count visible
      11
      > scroll
      0:0 to 0:10 are visible: rows 1 to 11 of 100
      offset    22 points of 3960
      content   4400 points
      viewport  440 points
      > set viewport.height 30; scroll y=44
      viewport.height is 30
      offset 44 of 4370 points; 0:1 is visible
      > scroll up x
      error: 'x' is no number of rows
      hint:  help scroll
      > scroll y=far
      error: 'far' is not a number of points
      hint:  scroll y=POINTS
      """)
  }

  @Test("H: what is printed starts at the first row that is seen whole; a screen is filled")
  func printed() {
    let session = session()
    session.run("scroll y=2002")
    expect(session.run("show").contains("\n  0:46  r46"))
    session.run("scroll end")
    // As many rows as fit are printed, so that the end fills them.
    expect(session.run("show").contains("\n  0:80  r80"))
    expectEqual(session.run("count visible"), "10\n")
    session.console.size = (80, 28)
    expect(session.run("show").contains("\n  0:80  r80"))
    expectEqual(session.run("count visible"), "20\n")
    // A screen up from what is on it.
    session.run("scroll up")
    expect(session.run("show").contains("\n  0:60  r60"))
    expectEqual(session.shell.current?.controller.view.offset, 2640.0)
  }

  @Test("A2, H3: scrolling to what is not there is E-SCROLL; a section itself is SECTION:none")
  func bounds() {
    let session = titled()
    session.expect(
      """
      > scroll 0:100 top
      error: cannot scroll to row 100: section 'A' has 100 rows
      hint:  rows count from 0: 0:0 … 0:99
      > scroll 2:0
      error: cannot scroll to section 2: there are 2 sections
      hint:  sections  # they count from 0: 0 … 1
      > scroll 1:0 top
      error: cannot scroll to row 0: section 'B' has 0 rows
      hint:  the section itself: 1:none
      > scroll 1:none top
      offset 4016 of 4016 points; 0:90 to 0:99 are visible
      > scroll 0:none top
      offset 0 of 4016 points; 0:0 to 0:9 are visible
      """)
    session.run("set format json")
    expect(session.run("scroll 0:100").contains(#""code":"E-SCROLL""#))
    expect(session.run("scroll 5:none").contains(#""code":"E-SCROLL""#))
    expect(session.run("show 0:100").contains(#""code":"no-such-row""#))
    expect(session.run("scroll C:none").contains(#""code":"no-such-section""#))
  }

  @Test("A2: scroll 2:none top shows the header of an empty section, below which others stand")
  func headers() throws {
    let session = Session(nil)
    let folder = TemporaryFolder()
    let rows = (0..<20).map { #"{"id":"r\#($0)"}"# }.joined(separator: ",")
    let more = (20..<40).map { #"{"id":"r\#($0)"}"# }.joined(separator: ",")
    try folder.write(
      #"{"columns":["id"],"key":["id"],"sections":["#
        + #"{"id":"A","header":"a","rows":[\#(rows)]},{"id":"B","header":"b","rows":[]},"#
        + #"{"id":"C","header":"c","rows":[\#(more)]}]}"#, to: "t.json")
    session.run("open \(folder.file("t.json"))")
    expect(session.run("scroll 1:none top").hasPrefix("offset 908 of "))
    // Below the header that is pinned there.
    expect(session.run("scroll 0:15 top").hasPrefix("offset 660 of "))
    expect(session.run("set header.pinned off; scroll 0:15 top").contains("offset 688 of "))
  }

  @Test("A8: a title that is drawn is a header of 28 points, to scroll, to count and to pan by")
  func titles() {
    let session = titled()
    session.expect(
      """
      > scroll
      0:0 to 0:9 are visible: rows 1 to 10 of 100
      offset    0 points of 4016
      content   4456 points
      viewport  440 points
      > scroll y=28; count visible
      offset 28 of 4016 points; 0:0 to 0:9 are visible
      10
      > scroll 0:50 top
      offset 2200 of 4016 points; 0:49 to 0:59 are visible
      > scroll 0:50 bottom
      offset 1832 of 4016 points; 0:41 to 0:50 are visible
      > scroll 1:none top
      offset 4016 of 4016 points; 0:90 to 0:99 are visible
      > set header.height 50; scroll end
      header.height is 50
      offset 4060 of 4060 points; 0:91 to 0:99 are visible
      """)
    session.run(
      "set header.height 28; set pan.enabled on; edit on; scroll home; pan header=0 0:0 0:1")
    expectEqual(session.selected, ["0:0", "0:1"])
    let plain = self.session()
    plain.run("set pan.enabled on; edit on")
    plain.expect(
      """
      > pan header=0 0:1
      error: section 0 has neither title nor header for a finger to begin on
      hint:  pan 0:0
      """)
    expect(plain.selected.isEmpty)
  }

  @Test(
    "A8, H5: on a terminal as much is seen as is printed, by scroll, count and target, unless it is set",
    arguments: [13, 24, 30, 60])
  func terminal(lines: Int) {
    let many = (0..<40).map { "S\($0)(\($0)a \($0)b \($0)c)" }.joined(separator: " ")
    for session in [session(), titled(), Session(many)] {
      session.console.size = (80, lines)
      for line in ["scroll home", "scroll 0:1 top", "scroll y=460", "scroll down", "scroll end"] {
        let said = session.run(line)
        let printed = session.run("show").split(separator: "\n").compactMap { line in
          line.split(separator: " ").first { $0.contains(":") && Int($0.prefix(1)) != nil }
        }
        expectEqual(
          session.run("count visible"),
          session.run("select only visible; count selected")
            .split(separator: "\n").last.map { $0 + "\n" })
        expect(said.contains("\(session.selected.first ?? "") to \(session.selected.last ?? "")"))
        // A row that is seen in part may have no room at the top.
        expectEqual(
          session.selected.suffix(printed.count), printed.map(String.init)[...], "\(line)")
        expect(session.selected.count - printed.count <= 1)
      }
      expectEqual(session.run("set viewport.height"), "\((lines - 8) * 44)\n")
      expect(
        session.run("set viewport.height 88; scroll y=28; count visible").hasSuffix("2\n")
          || session.run("count visible") == "3\n")
      session.run("set viewport.height auto")
      expectEqual(session.run("set viewport.height"), "\((lines - 8) * 44)\n")
      session.console.size = nil
      expectEqual(session.run("set viewport.height"), "440\n")
    }
  }

  @Test("B16: none does not scroll where rows are selected, and scrolls the least elsewhere")
  func selecting() {
    session().expect(
      """
      > select --scroll none 0:90; scroll
      selected 1 row
      0:0 to 0:9 are visible: rows 1 to 10 of 100
      offset    0 points of 3960
      content   4400 points
      viewport  440 points
      > scroll 0:90 none
      offset 3564 of 3960 points; 0:81 to 0:90 are visible
      > select --scroll top 0:50
      selected 1 row
      offset 2200 of 3960 points; 0:50 to 0:59 are visible
      > select --scroll left 0:1
      error: a row can be scrolled to top, middle or bottom, or none, not 'left'
      hint:  help select
      """)
  }

  @Test("H6: with an estimate the content grows as rows are seen")
  func estimates() {
    session().expect(
      """
      > set row.estimate 20; scroll
      row.estimate is 20
      0:0 to 0:9 are visible: rows 1 to 10 of 100
      offset    0 points of 1800
      content   2240 points, 10 rows measured, the others estimated
      viewport  440 points
      > scroll 0:98 top
      offset 1800 of 2064 points; 0:40 to 0:50 are visible
      > set row.estimate off; scroll y=9999
      row.estimate is off
      offset 3960 of 3960 points; 0:90 to 0:99 are visible
      """)
  }

  @Test("H8: after a batch the offset is clamped; anchored at the top row it follows that row")
  func batches() {
    let session = session()
    session.run("scroll end; delete 0:0-49")
    expectEqual(session.shell.current?.controller.view.offset, 1760)
    expect(session.run("explain").contains("offset 3960 → 1760  H8"))
    session.run("undo; scroll y=880; delete 0:0-4")
    expectEqual(session.shell.current?.controller.view.offset, 880)
    session.run("undo; set scroll.anchor top-row; scroll y=880; delete 0:0-4")
    expectEqual(session.shell.current?.controller.view.offset, 660)
    session.run("undo")
    expectEqual(session.shell.current?.controller.view.offset, 880)
    session.run("set scroll.anchor offset; reload --data")
    expectEqual(session.shell.current?.controller.view.offset, 880)
    expect(session.run("explain").contains("offset 880  H9"))
    session.run("delete 0:5-99; reload --data")
    expectEqual(session.shell.current?.controller.view.offset, 0)
  }

  @Test("H: a dry run and a command that failed put the offset back")
  func takenBack() {
    let session = session()
    session.run("set pan.enabled on; edit on; scroll y=100")
    session.run("pan --dry-run y=374 y=418 hold 1")
    expectEqual(session.shell.current?.controller.view.offset, 100)
    session.run("delete --dry-run 0:0-98")
    expectEqual(session.shell.current?.controller.view.offset, 100)
    session.run(
      #"lua tablesh.command { name = "leap", run = function() tablesh.run("scroll end"); error("no") end }"#
    )
    expect(session.run("leap").contains("error"))
    expectEqual(session.shell.current?.controller.view.offset, 100)
  }

  @Test("A8: rows can be as high as a column says, and the default is 44 points")
  func columns() throws {
    let session = Session(nil)
    let folder = TemporaryFolder()
    let lines = (0..<50).map { "r\($0),\($0 == 10 ? "" : "100")" }
    try folder.write("id,high\n" + lines.joined(separator: "\n") + "\n", to: "t.csv")
    session.run("open \(folder.file("t.csv")); set row.height column:high")
    expect(session.run("scroll 0:11 top").hasPrefix("offset 1044 of \(49 * 100 + 44 - 440) "))
    expect(session.run("set row.height").contains("column:high"))
    expect(session.run("edit 0:0 high=44; scroll 0:11 top").contains("offset 988 of "))
    expect(session.run("set row.height 44; scroll 0:11 top").contains("offset 484 of "))
    let near = session.run("set row.height column:hgih")
    expect(near.hasSuffix("hint:  set row.height column:high\n"), "\(near)")
  }

  @Test("H: explain says by which rule the table was scrolled")
  func explained() {
    let session = session()
    session.run("scroll 0:50 top")
    expect(
      session.run("explain").hasPrefix("scroll 0:50 top\nscroll\n  offset 0 → 2200  H1  a row"))
    session.run("scroll 0:0")
    expect(session.run("explain").contains("offset 2200 → 0  H2"))
    session.run("select 0:20; scroll selected")
    expect(session.run("explain").contains("H4"))
    session.run("scroll 0:none")
    expect(session.run("explain").contains("A2"))
    session.run("scroll 9:none")
    expect(session.run("explain").contains("H3"))
    session.run("tap 0:0")
    expect(session.run("explain").hasPrefix("tap 0:0"))
  }
}
