import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Lists of columns, which every command that takes several reads alike.
struct ColumnListTests {
  private let folder = TemporaryFolder()

  /// A table with names that a list must not take apart.
  private static let text = """
    id,City,Price,amt_1,amt_2,"x,y",a..b,/s/
    1, Oslo,3,5,6,q,r,s
    2,Rome ,,7,8,t,u,v

    """

  private func session(_ options: String = "") throws -> Session {
    let session = Session(nil) { $0.isQuiet = true }
    session.run("open \(options) \(try folder.write(Self.text, to: "t.csv"))")
    return session
  }

  /// Each list with the columns that it names, in order.
  private static let lists: [(list: String, names: [String])] = [
    ("City,Price", ["City", "Price"]), ("Price, City", ["Price", "City"]),
    ("Price ,City", ["Price", "City"]), ("City , Price", ["City", "Price"]),
    ("City,City,Price", ["City", "Price"]), ("City..amt_1", ["City", "Price", "amt_1"]),
    ("amt_1..City", ["amt_1", "Price", "City"]), ("..City", ["id", "City"]),
    ("amt_2..", ["amt_2", "x,y", "a..b", "/s/"]),
    ("City..amt_1,City", ["City", "Price", "amt_1"]),
    ("* but id,City..amt_2", ["x,y", "a..b", "/s/"]),
    ("* but \"/^amt/\", id", ["City", "Price", "x,y", "a..b", "/s/"]),
    ("Price,* but id,\"x,y\",a..b,\"/s/\"", ["Price", "City", "amt_1", "amt_2"]),
    ("\"/^amt_/\"", ["amt_1", "amt_2"]),
    ("\"x,y\",\"a..b\"", ["x,y", "a..b"]), ("a..b", ["a..b"]), ("\"/s/\"", ["/s/"]),
    ("\"City\",'Price'", ["City", "Price"]),
    ("City,*", ["City", "id", "Price", "amt_1", "amt_2", "x,y", "a..b", "/s/"]),
  ]

  @Test(
    "a list names columns one by one, by ranges, by all others and by patterns", arguments: lists)
  func meaning(list: String, names: [String]) throws {
    let header = names.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",")
    let session = try session()
    expectEqual(session.run("export - \(list) 0:0").split(separator: "\n").first, header[...])
    // The same for a command that takes columns alone.
    let described = session.run("describe --open \(list)") + session.run("export - column")
    expectEqual(
      described.split(separator: "\n").suffix(names.count).joined(separator: ","), header)
  }

  @Test(
    "every command that takes several columns takes all kinds of lists",
    arguments: [
      ("trim LIST", "changed 2 cells"), ("trim LIST 0:0", "changed 1 cell"),
      ("upper LIST", "changed 2 cells"), ("lower LIST *", "changed 2 cells"),
      ("number --skip-errors LIST", "nothing changed"), ("replace LIST o 0", "changed 2 cells"),
      ("replace --regex LIST '^ ' ''", "changed 1 cell"), ("fill down LIST", "changed 1 cell"),
      ("fill down LIST in 0", "changed 1 cell"),
      ("date --skip-errors LIST YYYY YYYY", "nothing changed"),
      ("combine LIST into both with -", "added column 'both'"),
      ("dedupe by LIST", "no row repeats another"),
      ("dedupe by LIST keep last", "no row repeats another"),
      ("group by LIST", "2 rows in 1 section, 3 columns"),
      ("group by id count list LIST", "2 rows in 1 section, 4 columns"),
      ("pivot LIST amt_1 amt_2", "2 rows in 1 section, 4 columns"),
      ("unpivot LIST into k,v", "4 rows in 1 section"), ("describe LIST", "City"),
      ("show LIST", "City"), ("show LIST 0:0", "City"), ("export - LIST", "City,Price"),
      ("export - LIST 0:0", "City,Price"), ("find --column LIST o", "2 cells in 2 rows"),
      ("column delete LIST", "removed columns 'City', 'Price'"),
      ("column keep id,LIST", "removed 5 columns"),
      ("column move LIST before id", "moved columns 'City', 'Price' before 'id'"),
      ("column move LIST after amt_2", "moved columns 'City', 'Price' after 'amt_2'"),
      ("column hide LIST", "hid columns 'City', 'Price'"),
      ("column hide LIST; column unhide LIST", "unhid columns 'City', 'Price'"),
      ("join t.csv on id columns LIST", "added columns 'City_2', 'Price_2'"),
    ])
  func everywhere(line: String, reply: String) throws {
    for list in [
      "City,Price", "City..Price", "* but id,amt_1..amt_2,\"x,y\",\"a..b\",\"/s/\"", "\"/i.[ye]/\"",
      "\"City\",Price,City",
    ] {
      // The value of an option is one word, and after a name `* but` is no item of its own.
      if list.hasPrefix("*"), line.contains("--column") { continue }
      if list.hasPrefix("*") || list.hasPrefix("\"/"), line.contains("id,LIST") { continue }
      let session = try session()
      // Price is text here, so that every command finds the same cells.
      session.run("column type Price text")
      if line.hasPrefix("fill") { session.run("edit --null Price 0:1") }
      let typed = line.replacing("LIST", with: list).replacing("t.csv", with: folder.file("t.csv"))
      let said = session.run(typed)
      expect(said.contains(reply) && !said.contains("error"), "\(typed): \(said)")
    }
  }

  @Test(
    "blanks part columns where nothing else may follow",
    arguments: ["column delete", "column hide"])
  func blanks(verb: String) throws {
    let session = try session()
    let what = verb.hasSuffix("hide") ? "hid" : "removed"
    expect(session.run("\(verb) City Price").hasPrefix("\(what) columns 'City', 'Price'"))
    expect(session.run("\(verb) amt_1, amt_2 a..b").hasPrefix("\(what) columns"))
    // What follows `but` is left out, whether commas or blanks stand between.
    let other = try self.session()
    let rest = other.run("\(verb) * but id City \"x,y\" a..b \"/s/\"")
    expect(rest.hasPrefix("\(what) columns 'Price', 'amt_1', 'amt_2'"), "\(rest)")
    // Elsewhere a target follows.
    expect(try self.session().run("trim City Price").contains("no section 'Price'"))
  }

  @Test(
    "a lone * is all columns where no target may be meant",
    arguments: [
      ("fill down *", "changed 1 cell in 1 section"), ("replace * q N/A", "changed 1 cell"),
      ("trim *", "changed 2 cells"), ("trim", "changed 2 cells"), ("trim * 0:0", "changed 1 cell"),
      ("describe *", "amt_2"), ("column keep *", "nothing changed"),
    ])
  func all(line: String, reply: String) throws {
    let session = try session()
    let said = session.run(line)
    expect(said.contains(reply), "\(said)")
  }

  @Test("a lone * is every row where that is meant today, and all columns before a target")
  func star() throws {
    let session = try session()
    expectEqual(session.run("export - *"), Self.text)
    expectEqual(session.run("export - * *"), Self.text)
    expect(session.run("show *").hasSuffix("2 rows\n"))
    expect(session.run("show * 0:0").hasSuffix("1 row of 2\n"))
    expect(session.run("show * where id == 2").hasSuffix("1 row of 2\n"))
    expectEqual(session.run("count *"), "2\n")
  }

  @Test("in a table with sections, the union of a section and all rows stays a target")
  func sections() throws {
    let session = Session("Pilots(P1 P2) Crew(C1)")
    expect(session.run("show Pilots,*").hasSuffix("3 rows\n"))
    expect(session.run("show Pilots,Crew").hasSuffix("3 rows\n"))
    expect(
      session.run("export - Crew").hasSuffix("C1\n") || !session.run("export - Crew").contains("P1")
    )
    expect(session.run("delete Pilots,0:0").contains("deleted 2 rows"))
  }

  @Test(
    "a name that is not there: the hint is the line with the whole list as it should be",
    arguments: [
      ("trim Ctiy,Price", "trim City,Price"), ("trim City,Prise 0:0", "trim City,Price 0:0"),
      ("trim Ctiy,Prise", "trim City,Price"), ("trim ctiy..Prise", "trim City..Price"),
      ("export - Prise, \"City\" 0:0", "export - Price, \"City\" 0:0"),
      ("column delete * but id Ctiy", "column delete * but id City"),
      ("trim /amt/", "trim \"/amt/\""), ("describe City,\"x.y\"", "describe City,\"x,y\""),
      ("column keep City", "column keep id,City"),
    ])
  func hints(line: String, hint: String) throws {
    let session = try session()
    let said = session.run(line)
    expect(said.hasPrefix("error: "), "\(said)")
    expect(said.hasSuffix("hint:  \(hint)\n"), "\(line): \(said)")
    expectEqual(session.run("export -"), Self.text)
    let mended = session.run(hint)
    expect(!mended.contains("error"), "\(mended)")
  }

  @Test(
    "what names no column is an error, and nothing changes",
    arguments: [
      ("trim \"/nope/\"", "no column's name fits '/nope/'"),
      ("trim \"/(/\"", "the pattern is wrong here"), ("trim * but *", "no column is left"),
      ("trim * but", "a column is missing in 'but'"), ("trim City,", "a column is missing in ','"),
      ("trim City,zzzz", "no column 'zzzz'"),
      ("trim City but Price", "no section 'but'"),
    ])
  func errors(line: String, error: String) throws {
    let session = try session()
    let said = session.run(line)
    expect(said.hasPrefix("error: \(error)"), "\(said)")
    expectEqual(session.run("export -"), Self.text)
  }

  @Test(
    "lists are completed behind commas, dots and but",
    arguments: [
      ("trim Ci", ["trim City"]), ("trim City,P", ["trim City,Price"]),
      ("trim City..P", ["trim City..Price"]), ("trim * b", ["trim * but"]),
      ("show * b", ["show * but"]), ("trim * but P", ["trim * but Price"]),
      ("show * but City,P", ["show * but City,Price"]),
      ("column keep * but City, P", ["column keep * but City, Price"]),
      ("column keep City P", ["column keep City Price"]),
      ("export - City,P", ["export - City,Price"]), ("column ke", ["column keep"]),
      ("column move City bef", ["column move City before"]),
      ("column move City after P", ["column move City after Price"]),
      ("column unh", ["column unhide"]), ("rename --r", ["rename --regex"]),
      ("trim City,\"x", ["trim City,\"x,y\""]), ("trim City b", []),
    ] as [(String, [String])])
  func completion(line: String, expected: [String]) throws {
    let session = try session()
    let completion = session.shell.complete(line, cursor: line.utf8.count)
    guard case .candidates(let candidates) = completion.choices else { return fail("\(line)") }
    let start = line.utf8.prefix(completion.start)
    expectEqual(candidates.map { String(decoding: start, as: UTF8.self) + $0.text }, expected)
  }

  @Test("help lists shows lists and commands that work on a table like the README's")
  func help() throws {
    let lines = HelpTopic.lists.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
    expect(lines.count > 10)
    expect(HelpTopic.lists.text.split(separator: "\n").count <= 24)
    for line in lines {
      for part in line.dropFirst(2).split(separator: "  ").dropLast(line.contains("export") ? 0 : 1)
      {
        let typed = part.drop { $0 == " " }
        let session = Session(nil) { $0.isQuiet = true }
        session.run(
          "open \(try folder.write("id,name,team,pay,since\n1,Ann,Dock,31,2019\n", to: "s.csv"))")
        let isCommand = session.shell.registry.find(String(typed.prefix { $0 != " " })) != nil
        let said = session.run(isCommand ? String(typed) : "describe \(typed)")
        expect(!said.contains("error"), "\(typed): \(said)")
      }
    }
  }
}
