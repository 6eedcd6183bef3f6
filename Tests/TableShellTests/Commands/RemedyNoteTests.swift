import Expectations
import Testing

@testable import TableShell

/// Notes that end with the line to type by which what they tell of is avoided, or seen.
struct RemedyNoteTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "t.csv"))")
    return session
  }

  /// The line to type at the end of the note that has a text.
  private func remedy(_ reply: String, _ text: String) throws -> String {
    let note = try require(
      reply.split(separator: "\n").first { $0.hasPrefix("note: ") && $0.contains(text) }, "\(reply)"
    )
    let end = try require(note.ranges(of: ": ").last)
    return String(note[end.upperBound...])
  }

  private static let prices = "id,Unit Price,Net\n1,53.80,1.50\n2,7,2\n"

  @Test("the note on numbers that a database has as text ends with the line that writes numbers")
  func database() throws {
    let session = try session(Self.prices)
    let (file, copy) = (folder.file("p.sqlite"), folder.file("q.sqlite"))
    let first = try remedy(session.run("export \(file)"), "'Unit Price' is stored as text")
    expectEqual(first, "column type \"Unit Price\" number; export \(file)")
    let again = session.run(first)
    expect(!again.contains("'Unit Price' is stored as text"), "\(again)")
    let saving = try self.session(Self.prices)
    let second = try remedy(saving.run("save \(copy)"), "'Unit Price' is stored as text")
    expectEqual(second, "column type \"Unit Price\" number; save \(copy)")
    saving.run(second)
    saving.run("column type Net number; save \(copy); open \(copy)")
    expectEqual(
      saving.run("count where row[\"Unit Price\"] > 50; count where Net > 1.7"), "1\n1\n")
    // A number that a column of numbers would change has no such line.
    let long = try self.session("id,n\n1,12345678901234567890.123\n")
    let reply = long.run("export \(folder.file("long.sqlite"))")
    expect(!reply.contains("column type"), "\(reply)")
  }

  @Test("the note on numbers that are texts in JSON names each column that can be one of numbers")
  func json() throws {
    let session = try session(Self.prices)
    let file = folder.file("p.json")
    let line = try remedy(session.run("export \(file)"), "written as text")
    expectEqual(
      line, "column type \"Unit Price\" number; column type Net number; export \(file)")
    expect(!session.run(line).contains("written as text"))
    try expect(folder.read("p.json").contains("\"Unit Price\":53.80,\"Net\":1.50"))
  }

  @Test(
    "the first TABLE of JSON is told of, whichever command writes it, with the line for its rows",
    arguments: [
      ("export FILE", "FILE"), ("export --format json -", "-"), ("export - id > FILE", ""),
      ("export --format json - id where id == 2", "- id where id == 2"),
      ("save FILE", "FILE"), ("save --as FILE", "-"), ("export FILE.gz id", "FILE.gz id"),
      ("export --format json-rows -", ""), ("--dry-run export FILE", ""),
    ])
  func rows(line: String, rest: String) throws {
    let session = try session("id,City\n1,Ulm\n2,Bonn\n")
    let file = folder.file("a.json")
    let note = "jq and other programs want them: "
    try expect(
      !self.session("id\n1\n").run("export \(folder.file("batch.json"))").contains(note))
    session.console.isInteractive = true
    let reply = session.run(line.replacing("FILE", with: file))
    if rest.isEmpty {
      expect(!reply.contains(note), "\(reply)")
      return
    }
    let other = "export --format json-rows " + rest.replacing("FILE", with: file)
    expect(reply.contains(note + other + "\n"), "\(reply)")
    let again = session.run("export \(folder.file("b.json")); save \(folder.file("c.json"))")
    expect(!again.contains(note), "\(again)")
    expect(!session.run(other).contains("error: "))
  }

  @Test("changes says how many cells of each column differ, where not all are listed")
  func changes() throws {
    let rows = (1...30).map { "\($0),Ulm,x\n" }.joined()
    let session = try session("id,City,Unit Price\n" + rows)
    session.run("upper City; edit 0:0-1 \"Unit Price\"=y; column add Sum")
    let lines = session.run("changes").split(separator: "\n")
    expectEqual(lines.dropFirst().first, "cells changed: City 30, \"Unit Price\" 2", "\(lines)")
    expect(lines.last == "… 13 more: --all lists every one", "\(lines)")
    expect(!session.run("changes --all").contains("cells changed"))
  }

  @Test("join names values without a partner, and what gives them one")
  func partners() throws {
    let session = try session("id,City\n1,Ulm\n2, Bonn\n3,ULM\n4,\n5,Rome\n6,bonn \n7,ULM\n")
    let other = try folder.write("name,pop\nUlm,1\nBonn,2\n", to: "c.csv")
    let line = "join \(other) on City=name"
    let reply = session.run(line)
    expect(reply.contains("1 of 7 rows has a partner in \(other)"), "\(reply)")
    expect(reply.contains("; without one: \" Bonn\", ULM, Rome, …, 1 row of null\n"), "\(reply)")
    let remedy = try remedy(reply, "more rows would have a partner")
    expectEqual(remedy, "undo; trim City; title City; \(line)")
    let again = session.run(remedy)
    expect(
      again.contains("5 of 7 rows have a partner")
        && again.contains("without one: Rome, 1 row of null\n"),
      "\(again)")
    expect(!again.contains("more rows"), "\(again)")
    session.run("undo 3")
    let trimmed = session.run("trim City; join --dry-run \(other) on City=name")
    expectEqual(
      try self.remedy(trimmed, "more rows"), "title City; join --dry-run \(other) on City=name")
  }

  @Test("back in a table that a command has made says what opens the table before")
  func back() throws {
    let session = try session("id,City\n1,Ulm\n")
    expect(!session.run("back").contains("note: "))
    session.run("group by City")
    let remedy = try remedy(session.run("back"), "was made from")
    session.run(remedy)
    expectEqual(session.shell.current?.shortName, "t")
  }

  @Test(
    "the cells that a command leaves as they are can be shown, all of them",
    arguments: [
      ("number --skip-errors Price", "x5", "12"),
      ("date --skip-errors Day D.M.YYYY YYYY-MM-DD", "May 1", "3.4.2024"),
      ("split --skip-errors Day by . into a,b,c", "1.2.3.4", "3.4.2024"),
    ])
  func left(line: String, bad: String, good: String) throws {
    let rows = (1...9).map { "\($0),\($0 % 3 == 0 ? good : bad)\n" }.joined()
    let column = line.contains("Price") ? "Price" : "Day"
    let session = try session("id,\(column)\n\(rows)8,\n")
    let reply = session.run(line)
    let end = try require(reply.firstRange(of: "; all of them: show "), "\(reply)")
    let condition = reply[end.upperBound...].prefix { $0 != "\n" }
    expectEqual(session.run("count \(condition)"), "6\n", "\(condition)")
    // A few are all named.
    let few = try self.session("id,\(column)\n1,\(bad)\n2,\(good)\n")
    expect(!few.run(line).contains("all of them"))
  }

  @Test("a failure on rows that only --skip-errors gets by is hinted with the whole line")
  func skipping() throws {
    let session = try session("id,City\n1,Ulm\n2,Bonn\n")
    let lua = "string.rep(City, City == \"Ulm\" and \"x\" or 1)"
    for (line, meant) in [
      ("count where \(lua) == \"Bonn\"", "count --skip-errors where \(lua) == \"Bonn\""),
      ("edit * City := \(lua)", "edit --skip-errors * City := \(lua)"),
      ("column add New := \(lua)", "column add --skip-errors New := \(lua)"),
    ] {
      let reply = session.run(line)
      expect(reply.hasSuffix("hint:  \(meant)  -- goes on without these rows\n"), "\(reply)")
      expect(!session.run(meant).contains("error: "), "\(meant)")
    }
  }

  @Test("tables of top and sample hide the columns that are hidden")
  func hidden() throws {
    for line in ["top 1 by id", "sample 1"] {
      let session = try session("id,City\n1,Ulm\n2,Bonn\n")
      session.run("column hide City; \(line)")
      expect(!session.run("show").contains("City"), "\(line)")
      expect(session.run("show * *").contains("City"))
    }
  }

  @Test("at a prompt, what goes into a file is told of")
  func written() throws {
    let session = try session("id,City\n1,Ulm\n")
    let file = folder.file("f.txt")
    expectEqual(session.run("columns > \(file)"), "")
    session.console.isInteractive = true
    session.console.size = (columns: 80, rows: 24)
    expectEqual(session.run("columns > \(file)"), "wrote \(file) (2 lines, replaced)\n")
    expectEqual(session.run("columns >> \(file)"), "added to \(file) (2 lines)\n")
    try expectEqual(
      folder.read("f.txt"), "id    number  key\nCity  text\nid    number  key\nCity  text\n")
  }
}
