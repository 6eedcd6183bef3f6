import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Cells made of other cells.
struct FillTests {
  @Test("null cells get the value above or below in their own section")
  func fill() throws {
    let text = "id,s,v\n1,A,\n2,A,x\n3,A,\n4,A,\"\"\n5,A,\n6,B,\n7,B,y\n8,B,\n"
    let file = try OpenedFile(text, options: "--section-by s")
    expectEqual(
      file.run("fill down v"),
      """
      changed 3 cells in 2 sections
      2 cells left null: there is no value above

      """)
    try expectEqual(
      file.saved, "id,s,v\n1,A,\n2,A,x\n3,A,x\n4,A,\"\"\n5,A,\"\"\n6,B,\n7,B,y\n8,B,y\n")
    file.run("undo")
    expectEqual(
      file.run("fill up v in A"),
      """
      changed 2 cells in 1 section
      1 cell left null: there is no value below

      """)
    try expectEqual(
      file.saved, "id,s,v\n1,A,x\n2,A,x\n3,A,\"\"\n4,A,\"\"\n5,A,\n6,B,\n7,B,y\n8,B,\n")
    expect(file.run("fill up v,id,s").contains("1 cell"))
    expect(file.run("fill sideways v").contains("'sideways' is neither down nor up"))
  }

  @Test(
    "values of rows that are no neighbours in the file are noted, with the line that fills in its order",
    arguments: [
      (["sort by n"], "undo 2; fill down v; sort by n"),
      (["move 0:0 to 0:1"], "undo 2; fill down v; move 0:0 to 0:1"),
      (
        ["upper k", "reorder rows 0 3", "lower k"], "undo 3; fill down v; reorder rows 0 3; lower k"
      ),
    ])
  func order(before: [String], line: String) throws {
    let text = "id,k,n,v\n1,a,2,x\n2,b,1,\n3,c,3,\n"
    let file = try OpenedFile(text)
    expect(!file.run("fill down v; undo").contains("note: "))
    for line in before { file.run(line) }
    let reply = file.run("fill down v")
    let step = before.first { !$0.hasPrefix("upper") } ?? ""
    expect(
      reply.contains(
        "note: the rows are in the order of '\(step)', and each value came from the row above as "
          + "shown; in their former order: \(line)\n"), "\(reply)")
    expect(!file.run(line).contains("note: "))
    expectEqual(file.run("count where v == \"x\""), "3\n")
  }

  @Test(
    "after many steps the note leads to their list; without a change and in the file's order is none"
  )
  func orders() throws {
    let file = try OpenedFile("id,k,n,v\n1,a,2,x\n2,b,1,\n3,c,3,\n")
    file.run("sort by n; upper k; lower k; upper k")
    expect(file.run("fill down v").contains("in their former order: undo list\n"))
    file.run("undo; fill down v")
    expect(!file.run("fill down v").contains("note: "))
    file.run("undo 2; sort by n; save")
    expect(!file.run("fill down v").contains("note: "))
    let other = try OpenedFile("id,k,n,v\n1,a,2,x\n2,b,1,\n3,c,3,\n")
    other.run("sort by n")
    expect(
      other.run("fill --dry-run up v").contains(
        "the row below as shown; in their former order: undo; fill --dry-run up v; sort by n\n"))
  }

  @Test("kinds are kept, and what null is has been said when the file was opened")
  func kinds() throws {
    let file = try OpenedFile(
      #"[{"id": 1, "v": 1.50}, {"id": 2}, {"id": 3, "v": true}, {"id": 4, "v": null}]"#,
      name: "t.json")
    file.run("fill down v")
    try expectEqual(
      file.saved,
      #"[{"id": 1, "v": 1.50}, {"id": 2, "v": 1.50}, {"id": 3, "v": true}, {"id": 4, "v": true}]"#
    )
    let other = try OpenedFile("id,v\n1,x\n2,NA\n3,\n", options: "--null NA")
    other.run("fill down v")
    try expectEqual(other.saved, "id,v\n1,x\n2,x\n3,x\n")
  }

  @Test("seeded columns are filled as a simple model fills them")
  func model() throws {
    var random = SeededGenerator(seed: 4)
    for round in 0..<30 {
      let cells = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        ["", "", "a", "b", "\"\""].randomElement(using: &random) ?? ""
      }
      let isDown = round % 2 == 0
      var expected = cells
      var last = ""
      for i in isDown ? Array(cells.indices) : cells.indices.reversed() {
        if cells[i].isEmpty { expected[i] = last } else { last = cells[i] }
      }
      func text(_ cells: [String]) -> String {
        "id,v\n" + cells.enumerated().map { "\($0.offset),\($0.element)\n" }.joined()
      }
      let file = try OpenedFile(text(cells))
      file.run("fill \(isDown ? "down" : "up") v")
      try expectEqual(file.saved, text(expected), "round \(round)")
    }
  }

  @Test("split makes columns behind the one it splits; parts that lack are null")
  func split() throws {
    let text = "id,n,z\n1,Ann Lee,a\n2,Bob,b\n3,,c\n4,\"\",d\n5, x,e\n"
    let file = try OpenedFile(text)
    expectEqual(
      file.run("split n by ' ' into first,last"),
      """
      note: 1 cell has no ' ', and went whole into first: show where first and last == nil
      changed 6 cells of 4 rows in 1 section, added columns 'first', 'last'

      """)
    let expected =
      "id,n,first,last,z\n1,Ann Lee,Ann,Lee,a\n2,Bob,Bob,,b\n3,,,,c\n4,\"\",\"\",,d\n5, x,\"\",x,e\n"
    try expectEqual(file.saved, expected)
    file.run("undo")
    try expectEqual(file.saved, text)
    file.run("redo")
    try expectEqual(file.saved, expected)
    expect(file.run("undo list").contains("1  split n by ' ' into first,last\n"))
    let tried = file.run("split --dry-run n by ' ' into p,q")
    expect(tried.contains("dry run: changed 6 cells") && tried.contains("whole into p\n"))
    expect(!file.run("columns").contains("p "))
  }

  @Test("more parts than names are an error that lists them, unless the last takes the rest")
  func surplus() throws {
    let file = try OpenedFile("id,n\n1,a-b-c\n2,a-b\n3,--\n")
    expectEqual(
      file.run("split n by - into x,y"),
      """
      error: 2 cells cannot be split into 2 parts: @1 (0:0) n 'a-b-c', @3 (0:2) n '--'
      hint:  split --skip-errors n by - into x,y  # leaves them as they are; --rest puts all that is left into column y

      """)
    expect(file.run("split n by '' into x,y").contains("the separator is empty"))
    expect(file.run("split n by - into x,n").contains("error: there is a column 'n' already"))
    expect(file.run("split n by - into x,' '").contains("a column needs a name"))
    expect(file.run("split n by -").contains("into"))
    file.run("split --rest n by - into x,y")
    try expectEqual(file.saved, "id,n,x,y\n1,a-b-c,a,b-c\n2,a-b,a,b\n3,--,\"\",-\n")
    file.run("undo; split --skip-errors n by - into x,y")
    try expectEqual(file.saved, "id,n,x,y\n1,a-b-c,,\n2,a-b,a,b\n3,--,,\n")
    file.run("undo; split --rest n by -b into x")
    try expectEqual(file.saved, "id,n,x\n1,a-b-c,a-b-c\n2,a-b,a-b\n3,--,--\n")
  }

  @Test("combine joins what is not null, and keeps the sources")
  func combine() throws {
    let file = try OpenedFile("id,a,b,c\n1,x,y,z\n2,,y,z\n3,,,z\n4,,\"\",\n5,,,\n")
    expect(file.run("combine b, a into ab with ', '").contains("added column 'ab'"))
    try expectEqual(
      file.saved, "id,a,b,ab,c\n1,x,y,\"y, x\",z\n2,,y,y,z\n3,,,,z\n4,,\"\",\"\",\n5,,,,\n")
    file.run("undo; combine a,b,c into all with \"\"")
    try expectEqual(
      file.saved, "id,a,b,c,all\n1,x,y,z,xyz\n2,,y,z,yz\n3,,,z,z\n4,,\"\",,\"\"\n5,,,,\n")
    expect(file.run("combine a,b into c with -").contains("error"))
  }

  @Test("split and combine of typed sources make texts; combine takes back what split has done")
  func typed() throws {
    let file = try OpenedFile(#"[{"id": 1, "n": 1.5}, {"id": 2, "n": "a.b"}]"#, name: "t.json")
    file.run("split n by . into x,y; combine x,y into m with .")
    expectEqual(file.run("= tablesh.table():row('2').m"), "a.b\n")
    expectEqual(file.run("count where m == \"1.5\""), "1\n")
  }

  @Test("column add NAME := LUA makes a column and its values in one step")
  func computed() throws {
    let file = try OpenedFile("id,p,n\n1,2,3\n2,,1\n3,4,5\n")
    expectEqual(
      file.run("column add total := p and p * n"),
      "changed 2 cells in 1 section, added column 'total'\n")
    try expectEqual(file.saved, "id,p,n,total\n1,2,3,6\n2,,1,\n3,4,5,20\n")
    expect(file.run("undo list").contains("1  column add total := p and p * n\n"))
    file.run("undo; column add first at 0 := section .. id")
    try expect(file.saved.hasPrefix("first,id,p,n\n"))
    file.run("undo")
    expect(file.run("column add p := 1").contains("error: there is a column 'p' already"))
    expect(file.run("column add q := p * n").contains("Lua failed on 1 of 3 rows"))
    expect(!file.run("columns").contains("q"))
    expect(file.run("column add --skip-errors q:=p * n").contains("added column 'q'"))
    expect(file.run("column add r at 99 := 1").contains("no place 99 for a column"))
    let json = try OpenedFile(#"[{"id": 1, "p": 2}]"#, name: "t.json")
    json.run("column add q := p > 1; column add r := p / 4")
    try expectEqual(json.saved, #"[{"id": 1, "p": 2, "q": true, "r": 0.5}]"#)
  }
}
