import Expectations
import Testing

@testable import TableShell

/// Hints for lines that miss a rule of the shell's own language.
struct OwnLineHintTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let path = try folder.write(text, to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  private static let orders =
    "Order Id,City,Unit Price,Qty,Note\nA1,Bonn,2.5,3,a\nA2,Ulm,4,10,\nA3,Bonn,1.25,,b\n"
    + "A4,Rome,9,1,\nA5,Rome,900,2,c\n"

  /// Runs a line that fails, then its hint.
  private func follow(_ session: Session, _ line: String, to meant: String) -> String {
    let before = session.run("export --format csv -")
    let told = session.run(line)
    expect(
      told.contains("error: ") && told.withoutEditNote.hasSuffix("\nhint:  \(meant)\n"), "\(told)")
    expectEqual(session.run("export --format csv -"), before, "\(line)")
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)")
    return reply
  }

  @Test("outliers are shown by limits computed of the column, on the sides that have some")
  func outliers() throws {
    let session = try session(Self.orders)
    let why = "  -- beyond the quartiles by 1.5 times their distance"
    let meant = "show where row[\"Unit Price\"] > 18.75\(why)"
    let reply = follow(session, "outliers Unit Price", to: meant)
    expect(reply.contains("A5") && !reply.contains("A4"), "\(reply)")
    _ = follow(session, "select outliers \"Unit Price\"", to: meant)
    let low = try self.session("n,v\n1,-100\n2,1\n3,2\n4,3\n5,4\n")
    expect(follow(low, "outliers v", to: "show where v < -2\(why)").contains("-100"))
  }

  @Test("a comma between values is refused, in quotes it is a part of one")
  func commas() throws {
    let session = try session(Self.orders)
    for (line, meant) in [
      ("edit 0:0 City=Ulm, Note=x", "edit 0:0 City=Ulm Note=x"),
      ("edit 0:0 City=Ulm,Note=x", "edit 0:0 City=Ulm Note=x"),
      ("edit 0:1 City=\"a  b\", Note=x", "edit 0:1 City=\"a  b\" Note=x"),
      (
        "edit where Qty == 1 set City=Ulm, Note=x, Qty=2",
        "edit where Qty == 1 set City=Ulm Note=x Qty=2"
      ),
      ("insert 0:end City=Ulm, Qty=3", "insert 0:end City=Ulm Qty=3"),
      ("insert City=Ulm, Qty=3", "insert 0:end City=Ulm Qty=3"),
    ] {
      _ = follow(session, line, to: meant)
    }
    for (line, cell) in [
      ("edit 0:0 City=\"Ulm,\" Note=x", "Ulm,"), ("edit 0:0 City=Ulm,Bonn", "Ulm,Bonn"),
      ("edit 0:0 City=Ulm,", "Ulm,"), ("edit 0:0 City=\"Ulm,Note=x\"", "Ulm,Note=x"),
    ] {
      session.run(line)
      expect(session.run("show City 0:0").contains(cell), "\(line)")
    }
  }

  @Test(
    "no word is left out that may say the opposite",
    arguments: [
      "sort Qty foo", "sort Qty ascendent=no", "fill Note method=linear", "dedupe City keep=none",
      "group City over",
    ])
  func leftOut(line: String) throws {
    let session = try session(Self.orders)
    _ = follow(session, line, to: "help \(line.prefix { $0 != " " })")
  }

  @Test("a column whose quartiles are the same, or of few numbers, is described")
  func noOutliers() throws {
    for text in ["n,v\n1,1\n2,2\n3,3\n", "n,v\n1,5\n2,5\n3,5\n4,5\n5,90\n"] {
      let session = try session(text)
      expect(follow(session, "outliers v", to: "describe v").contains("number"))
    }
  }

  @Test("a word that names no section is told, not how targets are separated")
  func missingSection() throws {
    let session = try session(Self.orders)
    for line in ["select foo Qty", "count foo Qty", "delete foo bar"] {
      expectEqual(
        session.run(line), "error: no section 'foo'\nhint:  sections  # rows\n", "\(line)")
    }
    expect(session.run("show City Qty foo").hasPrefix("error: no column 'foo'\n"))
    session.run("section by City")
    let reply = session.run("count Bonn Ulm")
    expect(reply.hasPrefix("error: 'Ulm' does not belong to 'Bonn'\n"), "\(reply)")
    expect(reply.hasSuffix("\nhint:  separate targets with ',': Bonn, Ulm\n"), "\(reply)")
    expectEqual(session.run("count Bonn, Ulm"), "3\n")
  }

  @Test("an edit that fails on null cells is hinted for the rows with values")
  func editBesidesNulls() throws {
    let session = try session(Self.orders)
    let reply = follow(
      session, "edit * Qty := Qty * 2", to: "edit where Qty ~= nil set Qty := Qty * 2")
    expect(reply.contains("changed 4 cells"), "\(reply)")
    _ = follow(
      session, "edit where City == \"Bonn\" or Qty == 2 set Qty := Qty + 1",
      to: "edit where (City == \"Bonn\" or Qty == 2) and Qty ~= nil set Qty := Qty + 1")
    expectEqual(session.run("count where Qty == nil"), "1\n")
  }

  @Test("a null far behind is found, and a column that is there is not added")
  func farNull() throws {
    let rows = (1...400).map { "\($0),\($0 == 390 ? "" : "2"),1" }
    let session = try session("id,Qty,Price\n" + rows.joined(separator: "\n") + "\n")
    _ = follow(session, "edit * Qty := Qty * 2", to: "edit where Qty ~= nil set Qty := Qty * 2")
    let meant = "column add Total := Qty and Price * Qty"
    _ = follow(session, "Total = Price * Qty", to: meant)
    expectEqual(session.run("count where Total == nil; count where Total == 4"), "1\n399\n")
    session.run("undo")
    _ = follow(session, "column add Total := Price * Qty", to: meant)
    _ = follow(session, "Twice = Price * 2", to: "column add Twice := Price * 2")
  }

  @Test("the first copy as JSON tells once how the rows alone are written")
  func rowsForOtherPrograms() throws {
    let session = try session(Self.orders)
    let (file, other) = (folder.file("o.json"), folder.file("p.json"))
    let line = "export --format json-rows \(file)"
    expect(
      session.run("save \(file)").contains(
        ".sections[].rows; as one array, as jq and other programs want them: \(line)\n"))
    expect(!session.run("save \(other)").contains("jq"))
    expect(session.run(line).contains("exported 5 rows"))
    try expect(folder.read("o.json").hasPrefix("["))
    expect(!Session(nil).run("open \(other); save \(folder.file("q.json"))").contains("jq"))
  }

  @Test("help topics says what each topic is about")
  func topics() {
    let session = Session(nil)
    let page = session.run("help topics")
    for topic in session.shell.registry.topics {
      expect(
        page.contains("\(topic.name) ") && page.contains(topic.summary.prefix(20)), "\(topic.name)")
    }
    expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
  }

  @Test(
    "help of save and export says which files are replaced unasked", arguments: ["save", "export"])
  func ownFiles(command: String) throws {
    let session = try session(Self.orders)
    let words = session.run("help \(command)").split(whereSeparator: \.isWhitespace)
    expect(
      words.joined(separator: " ").contains(
        "If PATH exists and this session did not write it, \(command) asks;"))
    let line = "\(command) \(folder.file("own.csv"))"
    expect(!session.run("\(line); edit 0:0 Qty=7; \(line)").contains("error: "))
    try expect(folder.read("own.csv").contains("A1,Bonn,2.5,7,a"))
  }

  @Test(
    "a word of two or three letters is no slip of another command, unless a letter is missing or swapped"
  )
  func shortWords() throws {
    let session = try session(Self.orders)
    for line in ["cw", "ud", "dd 5", "xx"] {
      expectEqual(
        session.run(line),
        "error: no command '\(line.prefix(2))'\nhint:  help commands  # lists all commands\n")
    }
    _ = follow(session, "sho City", to: "show City")
    _ = follow(session, "tpo 1 by Qty", to: "top 1 by Qty")
  }

  @Test(
    "a command that is nearly spelled is mended with its arguments, and what is wrong in these, too"
  )
  func respelled() throws {
    let session = try session(Self.orders)
    let file = folder.file("copy.json")
    _ = follow(session, "exportt \(file)", to: "export \(file)")
    _ = follow(session, "edti City 0:1 Rome", to: "edit 0:1 City=Rome")
    _ = follow(session, "shwo city where qty > 2", to: "show City where Qty > 2")
  }

  @Test(
    "where one table is open, a query of one that is not there is a query of it",
    arguments: ["df", "data", "table", "sheet1", "this", "customers"])
  func onlyTable(name: String) throws {
    let session = try session(Self.orders)
    for line in [
      "SELECT City FROM \(name) WHERE Qty > 2", "query SELECT City FROM \(name) WHERE Qty > 2",
    ] {
      _ = follow(session, line, to: "query SELECT City FROM orders WHERE Qty > 2")
      session.run("close")
    }
    let line = "WITH t AS (SELECT 1 AS a) SELECT a FROM t"
    _ = follow(session, line, to: "query \(line)")
  }

  @Test("of two open tables, none is taken for one that is not there")
  func otherTable() throws {
    let session = try session(Self.orders)
    session.run("query SELECT 1 AS a")
    let reply = session.run("SELECT * FROM customers")
    expect(reply.hasSuffix("\nhint:  query SELECT * FROM customers\n"), "\(reply)")
  }

  @Test("a script is no table: it is run")
  func script() throws {
    let session = try session(Self.orders)
    let script = try folder.write("count\n", to: "clean.tsh")
    expectEqual(follow(session, "open \(script)", to: "source \(script)"), "5\n")
    let other = Session(nil)
    expect(other.shell.openFirst([script, folder.file("orders.csv")]) != .done)
    expect(
      other.console.take().contains(
        "hint:  tablesh run \(script) \(folder.file("orders.csv"))\n"))
  }

  @Test("the column that tells rows apart becomes the key of the table that is opened again")
  func keyed() throws {
    let meant = "close; open --key \"Order Id\" \(folder.file("orders.csv"))"
    for line in ["df.set_index(\"Order Id\")", "primary key Order Id", "set index Order Id"] {
      let session = try self.session(Self.orders)
      _ = follow(session, line, to: meant)
      expect(session.run("count @A3") == "1\n")
    }
  }

  @Test("help on a word of other programs has an example where a file is needed")
  func exampleOfFile() throws {
    let session = try session(Self.orders)
    expect(session.run("help vlookup").contains("\nfor example: join cities.csv on City\n"))
    expect(session.run("help append").contains("\nfor example: insert from more.csv\n"))
    expect(session.run("help pivot_table").contains("\n  pivot City Note \"Unit Price\" sum\n"))
  }
}
