import Expectations
import Testing

@testable import TableShell

/// Columns without a name.
struct ColumnNameTests {
  private let folder = TemporaryFolder()

  @Test("a name in which there is nothing to see is refused where it is typed")
  func typed() {
    let session = Session("A(1 2)")
    for line in [
      "column add \"\"", "column add ' '", "column rename name \"\"", "new notes id,\"\",text",
      "new notes \"\"",
    ] {
      expectEqual(
        session.run(line), "error: a column needs a name\nhint:  choose another name\n", "\(line)"
      )
    }
    expectEqual(session.shell.documents.count, 1)
    expect(session.run("new notes id,,text").hasPrefix("error: a column is missing in ','"))
  }

  @Test(
    "a column whose name is empty in JSON or YAML can be shown, edited and named in hints",
    arguments: [
      ("t.json", #"[{"":1,"b":2},{"":3,"b":4}]"#, #"[{"":9,"b":2},{"":3,"b":4}]"#),
      ("t.ndjson", "{\"\":1,\"b\":2}\n", "{\"\":9,\"b\":2}\n"),
      ("t.yaml", "- \"\": 1\n  b: 2\n", "- \"\": 9\n  b: 2\n"),
    ])
  func empty(_ name: String, _ text: String, _ saved: String) throws {
    let path = try folder.write(text, to: name)
    let session = Session(nil)
    session.run("open \(path)")
    expect(session.run("columns").hasPrefix("\"\" "))
    expect(session.run("edit 0:0 \"\"=9").hasPrefix("changed 1 cell"))
    expectEqual(session.run("save -"), saved)
    let reply = session.run("edit 0:0 c=1")
    expect(reply.contains("hint:  did you mean \"\" or 'b'?"), "\(reply)")
    expect(session.run("edit 0:0 =9").hasPrefix("error: a column is missing in '=9'"))
  }

  @Test("what a Lua loader calls nothing is called by its position, in one note")
  func loader() throws {
    let path = try folder.write("x\n", to: "t.zz")
    let session = Session(nil)
    session.run(
      """
      lua tablesh.loader{name="zz", extensions={"zz"}, columns={"a", "", "b"}, key={""}, \
      load=function(source, emit) for i = 1, 2 do emit{a=i, [""]=i * 2, b=3} end end}
      """)
    let reply = session.run("open \(path)")
    expect(reply.contains("note: a column has no name: it is column2"), "\(reply)")
    expect(session.run("columns").contains("column2"))
    expect(session.run("edit @4 column2=5").hasPrefix("changed 1 cell"))
  }

  @Test("rows of a file whose column has no name go to the column of that position")
  func insertFrom() throws {
    let path = try folder.write("id,\n1,x\n", to: "t.csv")
    let other = try folder.write("id,\n2,y\n", to: "o.csv")
    let session = Session(nil)
    session.run("open \(path)")
    expect(session.run("insert from \(other)").contains("inserted 1 row"))
    expectEqual(session.run("save -"), "id,\n1,x\n2,y\n")
  }
}
