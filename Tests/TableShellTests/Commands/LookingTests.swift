import Expectations
import Testing

@testable import TableShell

/// Looking at a table.
struct LookingTests {
  @Test("show prints the viewport, or the rows of a target with their paths")
  func show() {
    Session().expect(
      """
      > show
             id  name
      0 Pilots (3 rows)
        0:0  P1  P1
        0:1  P2  P2
        0:2  P3  P3
      1 Crew (2 rows)
        1:0  C1  C1
        1:1  C2  C2
      5 rows in 2 sections
      > show 1
             id  name
        1:0  C1  C1
        1:1  C2  C2
      2 rows of 5
      > show name 0:1,@C2
             name
        0:1  P2
        1:1  C2
      2 rows of 5
      > show "id", name Crew:0
             id  name
        1:0  C1  C1
      1 row of 5
      > show 0:2-1
          id  name
      0 rows of 5
      """)
  }

  @Test("a lone name is a column before it is a section")
  func columnsAndSections() {
    Session("id(a) B(b)").expect(
      """
      > show id
             id
      0 id (1 row)
        0:0  a
      1 B (1 row)
        1:0  b
      2 rows in 2 sections
      > show B
             id  name
        1:0  b   b
      1 row of 2
      > show id:*
             id  name
        0:0  a   a
      1 row of 2
      """)
  }

  @Test("an unknown column is an error with the nearest")
  func unknownColumn() {
    Session().expect(
      """
      > show nmae
      error: no column 'nmae'
      hint:  show name
      > show id,nmae 0:0
      error: no column 'nmae'
      hint:  show id,name 0:0
      > show Pilots:7
      error: no row 0:7: section 'Pilots' has 3 rows
      hint:  rows count from 0: 0:0 … 0:2
      """)
  }

  @Test("count prints a bare number")
  func count() {
    Session().expect(
      """
      > count
      5
      > count 0
      3
      > count 0:0,@P1,1
      3
      > count selected
      0
      """)
  }

  @Test("columns says how cells are read and what identifies rows")
  func columns() {
    Session("A(1 2)").expect(
      """
      > columns
      id    number  key
      name  number
      > columns x
      error: 'x' is one argument too many
      hint:  columns
      """)
  }

  @Test("sections shows rows, limits and how many are selected")
  func sections() {
    let session = Session("Pilots(P1 P2) \"Cabin(C1) 3()")
    session.run("selection limit 0 exclusive; select 0:1,1:0")
    session.expect(
      """
      > sections
      0  Pilots     2 rows  limit exclusive, 1 selected
      1  "\\"Cabin"  1 row   1 selected
      2  "3"        0 rows
      """)
  }

  @Test("find ignores case, shows where, and scrolls to the first")
  func find() throws {
    let session = Session()
    session.expect(
      """
      > find p2
      0:1  P2  id    P2
      0:1  P2  name  P2
      2 cells in 1 row
      > find --column name C
      1:0  C1  name  C1
      1:1  C2  name  C2
      2 cells in 2 rows
      > find xyz
      no cell holds 'xyz'
      > find ''
      error: every cell contains an empty text
      hint:  help find
      """)
    let rows = (0..<60).map { "r\($0)" }.joined(separator: " ")
    let long = Session("rows(\(rows))")
    expect(
      long.run("find --column id r").hasSuffix(
        "60 cells in 60 rows; the first 20 are shown; all of them: "
          + "find --column id r | cat\n"))
    long.run("find r45")
    expectEqual(long.shell.current?.controller.view.offset, 1584.0)
  }

  @Test("a long cell is shown around what was found")
  func excerpt() {
    let cell = String(repeating: "a", count: 100) + "Ärger" + String(repeating: "b", count: 100)
    let excerpt = Needle("ÄRGER").excerpt(of: cell)
    expectEqual(excerpt, "…aaaaaaaaaaÄrger" + String(repeating: "b", count: 25) + "…")
    expectEqual(Needle("x").excerpt(of: "short"), "short")
  }
}
