import Expectations
import Testing

@testable import TableShell

/// Hints over tables as people get them: no key, columns with blanks, capitals that differ.
struct MessyHintTests {
  private func session() throws -> (session: Session, folder: TemporaryFolder) {
    let folder = TemporaryFolder()
    try folder.write("city,state\nBonn,NW\nUlm,BW\n", to: "cities.csv")
    let path = try folder.write(
      "Order Id,City,Price\nA1,Bonn,1.5\nA2,,USD 2\nA3,Ulm,3\n", to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return (session, folder)
  }

  @Test("a column in quotes is no column: a comparison of it is an error that changes nothing")
  func quotedColumn() throws {
    let (session, folder) = try session()
    let before = session.run("export --format csv -")
    for (line, hint) in [
      ("delete where \"Order Id\" ~= \"n/a\"", "delete where row[\"Order Id\"] ~= \"n/a\""),
      ("count where 'City' == nil", "count where City == nil"),
      ("edit where \"City\" == \"Bonn\" set City=Ulm", "edit where City == \"Bonn\" set City=Ulm"),
    ] {
      let reply = session.run(line)
      expect(reply.contains(" is a text and the same in every row, not the column\n"), "\(reply)")
      expect(reply.hasSuffix("\nhint:  \(hint)\n"), "\(reply)")
    }
    expect(session.run("count where \"City\"").contains("error: \"City\" is a text"))
    expectEqual(session.run("export --format csv -"), before)
    expectEqual(session.run("count where City == \"City\""), "0\n")
    _ = folder
  }

  @Test("columns of a join that differ in capitals are found on both sides")
  func join() throws {
    let (session, folder) = try session()
    let file = folder.file("cities.csv")
    for line in [
      "merge \(file) on City", "join \(file) on City", "join \(file) on city",
      "join \(file) on City==city",
    ] {
      let reply = session.run(line)
      expect(reply.hasSuffix("\nhint:  join \(file) on City=city\n"), "\(reply)")
    }
    expect(session.run("join \(file) on City=city").contains("2 of 3 rows have a partner"))
  }

  @Test("a key where rows have none is looked for in the columns")
  func key() throws {
    let (session, folder) = try session()
    let line = "edit where row[\"Order Id\"] == \"A2\" set City=Ulm"
    expect(session.run("edit @A2 City=Ulm").hasSuffix("\nhint:  \(line)\n"))
    expect(session.run(line).contains("changed 1 cell"))
    expect(
      session.run("show @A3").hasSuffix("\nhint:  show where row[\"Order Id\"] == \"A3\"\n"))
    _ = folder
  }

  @Test(
    "redo all says how many steps there are, and delete-selected what deletes the selected rows")
  func steps() throws {
    let (session, folder) = try session()
    expect(session.run("redo all").hasSuffix("\nhint:  undo list\n"))
    session.run("delete 0:0; delete 0:0; undo 2")
    expect(session.run("redo all").hasSuffix("\nhint:  redo 2\n"))
    expect(session.run("redo 2").contains("did 2 steps again"))
    session.run("undo 2; select 0:1")
    let reply = session.run("delete-selected")
    expect(
      reply.hasSuffix(
        "\nhint:  delete selected  # the button is there after edit on\n"))
    expect(session.run("delete selected  # the button").contains("deleted 1 row"))
    _ = folder
  }

  @Test("a sum in a condition that looks at no other column has no value in its place")
  func summary() throws {
    let (session, folder) = try session()
    session.run("number --skip-errors Price; replace Price USD \"\"; number Price")
    let before = session.run("export --format csv -")
    let reply = session.run("delete where sum(Price) > 5")
    expect(reply.contains("error: ") && !reply.contains("delete where"), "\(reply)")
    expectEqual(session.run("export --format csv -"), before)
    expect(
      session.run("show where Price > avg(Price)").hasSuffix(
        "\nhint:  show where Price > 2.16666666666667\n"))
    _ = folder
  }

  @Test("the line that skips errors is a whole one")
  func skipping() throws {
    let (session, folder) = try session()
    expect(
      session.run("number Price").hasSuffix(
        "\nhint:  replace Price USD \"\"; number Price  # or leave them as they are: number --skip-errors Price\n"
      ))
    expect(session.run("number --skip-errors Price").contains("cannot be read"))
    _ = folder
  }

  @Test("a value that computes is behind :=, and never a text without blanks")
  func computed() throws {
    let (session, folder) = try session()
    let reply = session.run("column add Total = Foo*Bar")
    expect(reply.hasSuffix("hint:  help column\n"), "\(reply)")
    expect(
      session.run("edit 0:0 City = Ulm").hasSuffix("\nhint:  edit 0:0 City=Ulm\n"))
    _ = folder
  }

  @Test("what was replaced nowhere, and looks like a pattern, is told with the line that takes it")
  func pattern() throws {
    let (session, folder) = try session()
    for (line, meant) in [
      ("replace City /\\s+/ \"\"", "replace --regex City '\\s+' \"\""),
      ("replace City '\\s+' -", "replace --regex City '\\s+' -"),
      ("replace City s/ //g", "replace --regex City ' ' \"\""),
      ("replace City s/[on]+/x/g \"\"", "replace --regex City '[on]+' x"),
    ] {
      let reply = session.run(line)
      expect(reply.contains("as a pattern: \(meant)\n"), "\(reply)")
      expect(!session.run(meant).contains("error: "))
    }
    expect(!session.run("replace City Rome Ulm").contains("pattern"))
    _ = folder
  }

  @Test("what names a column is no Lua to type, nor a condition for a command that takes none")
  func others() throws {
    let (session, folder) = try session()
    for line in ["df[\"Total\"] = df.Price .. df.City", "date City YYYY-MM-DD"] {
      let reply = session.run(line)
      expect(reply.contains("error: "), "\(reply)")
      expect(!reply.contains("hint:  lua "), "\(reply)")
      expect(!reply.contains("date where"), "\(reply)")
    }
    expect(session.run("replace City \"\" Ulm").contains("set City=Ulm\n"))
    _ = folder
  }
}
