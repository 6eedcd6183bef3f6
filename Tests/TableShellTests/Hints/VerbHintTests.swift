import Expectations
import Testing

@testable import TableShell

/// Lines of R and its packages, and lines that count from 1: their hints work and lose nothing.
struct VerbHintTests {
  private let folder = TemporaryFolder()

  private static let orders =
    "order id,Customer,City,Order Date,Price,Qty,Phone,Region\n"
    + "A1,Ann Lee,Bonn,2024-07-21,$9.50,3,+49 30 123456,North\n"
    + "A2,Bob Ray,,09.06.2024,\"1,200.00\",10,+49 30 223456,\n"
    + "A3,Cid May,ulm,,2.50,7,+49 30 323456,South\nA4,Dee Fox,Bonn,2024-12-31,$1.25,1,+49 30 423456,\n"

  private func session() throws -> Session {
    let path = try folder.write(Self.orders, to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  /// Types a line that fails, then its hint; returns the reply.
  @discardableResult
  private func follow(
    _ line: String, to meant: String, _ wanted: String = "", after first: String = "",
    file: StaticString = #filePath, line place: Int = #line
  ) throws -> String {
    let session = try session()
    if !first.isEmpty { session.run(first) }
    let before = session.run("export --format csv -")
    let told = session.run(line)
    let isTold = told.contains("error: ") && told.withoutEditNote.hasSuffix("\nhint:  \(meant)\n")
    expect(isTold, "\(line): \(told)", file: file, line: place)
    expectEqual(session.run("export --format csv -"), before, file: file, line: place)
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)", file: file, line: place)
    expect(wanted.isEmpty || reply.contains(wanted), "\(meant): \(reply)", file: file, line: place)
    return reply
  }

  @Test(
    "a verb of R is the command that does its work",
    arguments: [
      ("group_by City summarise sum(Qty)", "group by City sum Qty"),
      ("group_by City sum Qty", "group by City sum Qty"),
      ("group_by City summarise n()", "group by City count"),
      ("glimpse", "columns"), ("names orders", "columns"), ("nrow", "count"),
      ("summary", "describe"), ("summary Qty", "describe Qty"),
      ("slice_max Qty 2", "top 2 by Qty"), ("slice_min Qty n = 2", "top 2 by Qty asc"),
      ("slice 1:2", "show 0:0-1"), ("slice_tail 2", "show 0:-2..-1"), ("sample n=2", "sample 2"),
      ("str_to_title City", "title City"), ("mutate City = str_to_title(City)", "title City"),
      ("edit * City := trimws(City)", "trim City"), ("str_squish City", "trim City"),
      ("edit * City := str_to_upper(City)", "upper City"),
      ("as.numeric Qty", "number Qty"), ("mutate Qty = as.numeric(Qty)", "number Qty"),
      ("as.character Qty", "column type Qty text"),
      ("replace_na City none", "edit where City == nil set City=none"),
      ("is.na City", "count where City == nil"), ("drop_na City", "delete where City == nil"),
      ("gsub City Bonn Ulm", "replace City Bonn Ulm"),
      ("gsub City \"B.*\" Ulm", "replace --regex City \"B.*\" Ulm"),
      ("edit * City := gsub(\"Bonn\", \"Ulm\", City)", "replace City Bonn Ulm"),
      ("table City Region", "pivot City Region \"order id\" count"), ("table City", "tally City"),
      ("xtabs(~City+Region)", "pivot City Region \"order id\" count"),
      ("pivot_wider City Region Qty", "pivot City Region Qty sum"),
      ("separate Customer into first,last", "split Customer by \" \" into first,last"),
      ("separate Customer into City,last", "split Customer by \" \" into City_2,last"),
      ("separate Customer first last \" \"", "split --rest Customer by \" \" into first,last"),
      ("select -Phone", "column hide Phone"),
      ("select -c(Phone, Region)", "column hide Phone Region"),
      ("columns hide Phone", "column hide Phone"), ("pull City", "show City"),
      ("select Qty, Price, everything()", "column move Qty,Price before \"order id\""),
      ("select if Qty > 5", "select where Qty > 5"), ("keep if Qty > 5", "keep where Qty > 5"),
      ("rename price = Price", "rename Price price"), ("rename Town = City", "rename City Town"),
    ])
  func verbs(line: String, meant: String) throws {
    let session = try session()
    let told = session.run(line)
    expect(
      told.contains("error: ") && told.withoutEditNote.hasSuffix("\nhint:  \(meant)\n"), "\(told)")
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)")
  }

  @Test("a file is joined by its column as both tables call it")
  func joins() throws {
    let file = try folder.write("city,state\nBonn,NW\n", to: "cities.csv")
    try follow("join \(file) City", to: "join \(file) on City=city", "2 of 4 rows")
    try follow("left_join \(file) by City", to: "join \(file) on City=city", "2 of 4 rows")
    try follow("inner_join \(file) by City", to: "join \(file) on City=city inner", "2 of 4 rows")
  }

  @Test("as.Date reads the dates as they are written")
  func dates() throws {
    let reply = try follow(
      "as.Date \"Order Date\"", to: "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD")
    expect(reply.contains("changed 1 cell"), "\(reply)")
  }

  @Test("a hint of fill that names no column of several with gaps changes nothing")
  func gaps() throws {
    for way in ["up", "down"] {
      let reply = try follow(
        "fill \(way)",
        to: "fill --dry-run \(way) City,\"Order Date\",Region"
          + "  # tells what it would change: name the columns to fill", "dry run: ")
      expect(!reply.contains("\nchanged"), "\(reply)")
    }
  }

  @Test("number of several columns leaves those alone that hold phones and texts")
  func numbers() throws {
    let reply = try follow("number *", to: "number Price  # where all cells are amounts", "Price")
    expect(reply.contains("changed 3 cells"), "\(reply)")
    try follow(
      "number Phone,City", to: "describe  # tells what the cells of each column are", "Phone")
  }

  @Test("tonumber around gsub, whose second result would be the base, is refused")
  func base() throws {
    let call = "tonumber(Price:gsub(\"[^0-9.]\", \"\"))"
    let mended = "Price and tonumber((Price:gsub(\"[^0-9.]\", \"\")))"
    let guarded = "tonumber((Price:gsub(\"[^0-9.]\", \"\")))"
    for option in ["", "--skip-errors "] {
      let reply = try follow("edit \(option)* Price := \(call)", to: "edit * Price := \(guarded)")
      expect(reply.contains("changed 3 cells") && !reply.contains("null"), "\(reply)")
    }
    try follow("show where \(call) > 5", to: "show where \(guarded) > 5", "1,200.00")
    try follow(
      "edit * Price := \(call)", to: "edit * Price := \(mended)", after: "edit --null Price 0:3")
  }

  @Test("cells that lose their value are counted by a note")
  func lost() throws {
    let session = try session()
    expect(
      session.run("edit * City := tonumber(City)").contains(
        "note: 3 cells with a value became null; undo takes that back\n"))
    session.run("undo")
    expect(session.run("edit 0:0 City := nil").contains("became null") == false)
    session.run("undo")
    expect(!session.run("edit * City := City and City:upper()").contains("became null"))
    expect(!session.run("column add n := tonumber(City)").contains("became null"))
  }

  @Test("columns and rows that are counted from 1, and rows behind the last")
  func counted() throws {
    try follow("sort by 3", to: "sort by City  # column 3", "reordered")
    let note = "  # rows 1 to 3 as shown: section 0, rows counting from 0"
    try follow("show 1:3", to: "show 0:0-2\(note)", "A3")
    try follow("delete 1:3", to: "show 0:0-2\(note)", "A3")
    try follow("show 0:2-9", to: "show 0:2-3  # the last is 0:3", "A4")
    try follow("delete 0:8-9", to: "show 0:3  # the last is 0:3", "A4")
    try follow("edit 0:2.City=Bonn", to: "edit 0:2 City=Bonn", "changed 1 cell")
    try follow(
      "undo 2 redo 1", to: "undo 2; redo 1", after: "delete 0:0; delete 0:0")
    try follow("undo N", to: "undo 1", after: "delete 0:0")
  }

  @Test("a command that takes one column says so")
  func one() throws {
    for (line, name) in [
      ("tally City Qty", "tally"), ("tally City,Qty", "tally"), ("rename City,Qty a", "rename"),
      ("section by City,Qty", "section"), ("column type City,Qty text", "column type"),
    ] {
      let told = try session().run(line)
      expect(told.contains("error: \(name) takes one column\n"), "\(told)")
    }
    try follow("tally City,Qty", to: "group by City,Qty count", "4 rows")
    try follow(
      "column type City,Qty text", to: "column type City text; column type Qty text", "typed")
  }

  @Test("a name with a blank in Lua becomes the cell of its row, null where that is")
  func blanks() throws {
    try follow(
      "column add Year := Order Date:sub(1,4)",
      to: "column add Year := row[\"Order Date\"] and row[\"Order Date\"]:sub(1,4)", "changed")
  }
}
