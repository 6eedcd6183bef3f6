import Expectations
import Testing

@testable import TableShell

/// Tables that are wider than the screen.
struct WideTableTests {
  private let session = Session(nil)

  init() {
    session.run("new wide id,name,age,\"unit price\",note")
    session.run("insert 0 id=1 name=Ann age=41 \"unit price\"='1 €' note=\"two\\nlines\"")
    session.run("insert 0 id=2 name=Bob age= note='a text that is long enough to be cut off here'")
    session.run("edit --null note @1; undo")
  }

  @Test("show takes ranges of columns, in both directions and with open ends")
  func ranges() {
    session.expect(
      """
      > show name..age 0:0
             name  age
        0:0  Ann    41
      1 row of 2
      > show age..name,id 0:0
             age  name  id
        0:0   41  Ann    1
      1 row of 2
      > show ..name 0:0
             id  name
        0:0   1  Ann
      1 row of 2
      > show age.."unit price" 0:0
             age  unit price
        0:0   41  1 €
      1 row of 2
      > show name..agee
      error: no column 'agee'
      hint:  show name..age
      """)
  }

  @Test("show --record prints each cell in a line of its own, whole, null and empty text apart")
  func records() {
    session.run("select 0:1")
    session.expect(
      """
      > show --record 0:*
        0:0
          id          1
          name        Ann
          age         41
          unit price  1 €
          note        two\\nlines
      * 0:1
          id          2
          name        Bob
          age         ""
          unit price
          note        a text that is long enough to be cut off here
      2 rows · 1 selected
      > show --record name 0:1
      * 0:1
          name  Bob
      1 row of 2 · 1 selected
      """)
    expectEqual(session.run("show --record where id == 7"), "0 rows of 2 · 1 selected\n")
  }

  @Test("set width cuts where there is no terminal, too")
  func width() {
    session.run("set width 30")
    expect(session.run("show 0:1").contains("… 1 more column: note"))
    session.run("set width off")
    expect(session.run("show 0:1").contains("cut off here"))
    for wrong in ["3", "-1", "wide", "100001"] {
      expect(
        session.run("set width \(wrong)").contains(
          "hint:  set width auto  # auto|off|20 … 10000"))
    }
  }

  @Test("a long cell takes the room that the other columns leave")
  func room() {
    let long = String(repeating: "long ", count: 30)
    session.run("edit @2 note='\(long)'; set width 120")
    let line = session.run("show id,note 0:1").split(separator: "\n")[1]
    expect(line.count == 120 && line.hasSuffix("…"), "\(line)")
    session.run("set width 60")
    let narrow = session.run("show id,note,age 0:1").split(separator: "\n")[1]
    expect(narrow.count <= 60 && narrow.contains("…"), "\(narrow)")
    // What has no room at all hides columns rather than widening one.
    session.run("set width 44")
    expect(session.run("show id,note,age 0:1").contains("… 1 more column: age"))
  }

  @Test("without a terminal nothing is scrolled sideways but by a number, and JSON has all columns")
  func sideways() {
    expect(session.run("scroll right").hasPrefix("columns 1 to 4 of 4 besides the key are seen\n"))
    expect(
      session.run("set width 44; scroll right 2").contains(
        "columns 3 to 4 of 4 besides the key are seen, the last in part\n"))
    expect(session.run("show 0:0").contains("… 2 columns to the left: name, age\n"))
    expectEqual(session.run("show name 0:0"), "       name\n  0:0  Ann\n1 row of 2\n")
    session.run("set format json")
    expect(session.run("show 0:0").contains("\"Ann\""))
  }
}
