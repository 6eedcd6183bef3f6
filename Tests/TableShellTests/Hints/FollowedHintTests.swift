import Expectations
import Testing

@testable import TableShell

/// Hints that once led elsewhere: each is typed as it stands, and does what was meant.
struct FollowedHintTests {
  private let folder = TemporaryFolder()

  private static let orders =
    "order id,Customer,City,Order Date,Category,Price,Qty,Phone,Region\n"
    + "A1,Ann Lee,Berlin,10.05.2024,Tools,$9.50,18,030 12 3,North\n"
    + "A2,Bob Ray,Köln,\"Mar 02, 2024\",Toys,4.00,6,030 45 6,\n"
    + "A3,Cid May,,17.12.2024,Tools,2.50,7,030 7 8,South\n"
    + "A4,Dee Fox,Berlin,2024-06-03,Garden,\"1,200.00\",16,030 9 1,\n"
    + "A5,Eve Orr,köln,10.05.2024,Toys,8,20,,East\n"

  private func session(_ text: String = Self.orders) throws -> Session {
    let path = try folder.write(text, to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  /// Types a line that fails, then its hint; returns the replies.
  @discardableResult
  private func follow(
    _ line: String, to meant: String, _ wanted: String = "", in text: String = Self.orders,
    file: StaticString = #filePath, line place: Int = #line
  ) throws -> (error: String, reply: String) {
    let session = try session(text)
    let before = session.run("export --format csv -")
    let told = session.run(line)
    let isTold = told.contains("error: ") && told.withoutEditNote.hasSuffix("\nhint:  \(meant)\n")
    expect(isTold, "\(line): \(told)", file: file, line: place)
    expectEqual(session.run("export --format csv -"), before, file: file, line: place)
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)", file: file, line: place)
    let words = reply.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      wanted.isEmpty || words.contains(wanted), "\(meant): \(words)", file: file, line: place
    )
    return (told, reply)
  }

  @Test("options behind the arguments stand in front of them, with their values in quotes")
  func lateOptions() throws {
    let other = try folder.write(
      Self.orders.replacing("Ann Lee", with: "Ann Le"), to: "orig.csv")
    for (line, meant) in [
      ("changes \(other) --key \"order id\"", "changes --key \"order id\" \(other)"),
      (
        "changes \(other) --format summary --key \"order id\"",
        "changes --format summary --key \"order id\" \(other)"
      ),
      ("changes \(other) --key City,\"order id\"", "changes --key City,\"order id\" \(other)"),
      ("changes \(other) --ignore \"Order Date\"", "changes --ignore \"Order Date\" \(other)"),
    ] {
      try follow(line, to: meant, "1")
    }
    try follow(
      "find 2024 --column \"Order Date\"", to: "find --column \"Order Date\" 2024", "5 cells")
    try follow(
      "delete where Qty > 16 --dry-run", to: "delete --dry-run where Qty > 16", "deleted 2 rows")
    try follow("sample 2 --seed=3", to: "sample --seed=3 2", "2 rows")
    try follow("group by City count --skip-errors", to: "group --skip-errors by City count")
  }

  @Test("an option that is not there leads to what does the same")
  func otherOptions() throws {
    for line in [
      "replace City köln Köln -i", "replace -i City köln Köln",
      "replace City köln Köln --ignore-case",
    ] {
      try follow(line, to: "replace --regex City \"(?i)köln\" Köln", "changed 1 cell")
    }
    try follow(
      "replace Phone 030 \"0.3\" -i", to: "replace --regex Phone \"(?i)030\" 0.3", "changed 4")
    for line in ["find berlin -i", "find -i berlin", "find berlin --ignore-case"] {
      try follow(line, to: "find berlin", "2 cells")
    }
    for line in ["sort by Qty -r", "sort by Qty --reverse", "sort Qty --desc"] {
      try follow(line, to: "sort by Qty desc", "reordered")
    }
    try follow("show City --limit 2", to: "show City 0:0-1", "2 rows of 5")
    let session = try session()
    expect(session.run("replace City a b --colour").hasSuffix("\nhint:  help replace\n"))
  }

  @Test("a condition is never left out without a word, nor a direction turned around")
  func conditions() throws {
    let told = try follow(
      "fill up Region where City == \"Berlin\"",
      to: "help fill")
    expect(told.error.contains("takes no"))
    try follow(
      "fill Region up where City == \"Berlin\"",
      to: "help fill")
    try follow(
      "sort by City where Qty = 18", to: "sort by City; show where Qty == 18", "1 row of 5")
    try follow(
      "column delete City where Qty > 16", to: "edit --null City where Qty > 16", "changed 2 cells")
    for line in [
      "rename City Town where Qty > 5", "dedupe by City where Qty > 5",
      "top 5 by Qty where Qty > 5",
      "split Customer by \" \" into a,b where Qty > 5",
    ] {
      let name = line.split(separator: " ")[0]
      try follow(line, to: "help \(name)")
    }
    try follow("group by City count where Qty > 5", to: "tally City where Qty > 5")
  }

  @Test("a new text that is missing is none, where the old one has no letters")
  func newText() throws {
    try follow("replace Phone \" \"", to: "replace Phone \" \" \"\"", "changed 4 cells")
    try follow("replace City Köln", to: "help replace", "replace")
  }

  @Test("the text without quotes that something equals ends at a word of the command")
  func bareTexts() throws {
    try follow(
      "edit where City = Berlin set City = berlin",
      to: "edit where City == \"Berlin\" set City=berlin", "changed 2 cells")
    try follow(
      "shwo where City = Berlin and Qty > 16", to: "show where City == \"Berlin\" and Qty > 16",
      "1 row of 5")
    try follow("delte where City = Berlin", to: "delete where City == \"Berlin\"", "deleted 2 rows")
    try follow(
      "count where City = \"Berlin\" or \"Köln\"",
      to: "count where City == \"Berlin\" or City == \"Köln\"", "3")
    try follow(
      "count where City = Berlin or Köln",
      to: "count where City == \"Berlin\" or City == \"Köln\"", "3")
    let session = try session()
    expect(!session.run("delete where City = \"Berlin\" and \"Köln\"").contains("hint:  delete"))
  }

  @Test("an arrow writes no file")
  func arrows() throws {
    for (line, meant, wanted) in [
      ("replace City \"Köln\" -> \"Ulm\"", "replace City \"Köln\" \"Ulm\"", "changed 1 cell"),
      ("replace City Köln => Ulm", "replace City Köln Ulm", "changed 1 cell"),
      ("column rename Qty -> Quantity", "column rename Qty Quantity", "renamed"),
      ("rename Qty -> Quantity", "rename Qty Quantity", "renamed"),
      ("move 0:1 -> 0:3", "move 0:1 to 0:3", "moved"),
      ("upper City -> CITY", "help upper", "upper"),
      ("sort by City -> Qty", "help sort", "sort by"),
      ("edit 0:0 City -> Ulm", "edit 0:0 City=Ulm", "changed 1 cell"),
      (
        "edit where Qty > 17 set City -> Ulm", "edit where Qty > 17 set City=Ulm", "changed 2 cells"
      ),
      ("replace Phone \" \" -> \"\"", "replace Phone \" \" \"\"", "changed"),
    ] {
      try follow(line, to: meant, wanted)
      expect((try? folder.read("Ulm")) == nil && (try? folder.read("Quantity")) == nil)
    }
  }

  @Test("a text behind or is compared, too")
  func alternatives() throws {
    try follow(
      "edit where City == \"Berlin\" or \"Köln\" set Qty=1",
      to: "edit where City == \"Berlin\" or City == \"Köln\" set Qty=1", "changed 3 cells")
    try follow(
      "count where Qty == 6 or 7", to: "count where Qty == 6 or Qty == 7", "2")
  }

  @Test("letters of a spreadsheet name the column at that place")
  func letters() throws {
    try follow("=SUM(G:G)", to: "query SELECT sum(Qty) FROM orders", "1 row")
    try follow("=SUM($G$2:$G$6)", to: "query SELECT sum(Qty) FROM orders", "1 row")
    try follow("=SUM(I:I)", to: "query SELECT sum(Region) FROM orders")
    try follow("=SUM(Z:Z)", to: "columns", "Customer")
    try follow("=COUNTIF(C:C,\"Berlin\")", to: "count where City == \"Berlin\"", "2")
    try follow("=COUNTIF(G:G,\">15\")", to: "count where Qty > 15", "3")
    try follow("=COUNTIF(Qty;\"<>18\")", to: "count where Qty ~= 18", "4")
    try follow("=COUNTIF(C:C;\"Ber*\")", to: "count where City and City:match(\"^Ber\")", "2")
    try follow(
      "=COUNTIF(F:F,\">9\")",
      to: "number Price; count where Price and Price > 9", "2")
    let told = try follow("=UNIQUE(C:C)", to: "tally City", "Berlin 2")
    expect(told.error.hasPrefix("error: = computes in Lua, not in formulas of a spreadsheet"))
    // A column that is called so comes first.
    try follow("=SUM(B:B)", to: "query SELECT sum(B) FROM orders", "1 row", in: "B,A\n1,5\n2,6\n")
  }

  @Test("a query names tables, not files, and texts in quotes")
  func queries() throws {
    try follow(
      "SELECT City FROM orders.csv WHERE Qty > 15",
      to: "query SELECT City FROM orders WHERE Qty > 15",
      "3 rows")
    for verb in ["", "query "] {
      try follow(
        "\(verb)SELECT City FROM orders WHERE City = Berlin AND Qty > 15",
        to: "query SELECT City FROM orders WHERE City = 'Berlin' AND Qty > 15", "2 rows")
    }
    try follow(
      "query SELECT * FROM \"orders.csv\" WHERE City <> Bad Ems ORDER BY Qty",
      to: "query SELECT * FROM orders WHERE City <> 'Bad Ems' ORDER BY Qty", "4 rows")
  }

  @Test("a column that stands last is where a text is looked for, and tally counts")
  func columnLast() throws {
    for line in ["find berlin City", "grep -i berlin City", "search berlin City"] {
      try follow(line, to: "find --column City berlin", "2 cells")
    }
    try follow("find 2024 Order Date", to: "find --column \"Order Date\" 2024", "5 cells")
    try follow("tally city", to: "tally City", "Berlin 2")
  }

  @Test("a number alone is the first rows, where there is no such section")
  func firstRows() throws {
    let rows = (1...30).map { "n\($0 % 7),\($0)" }.joined(separator: "\n")
    let text = "name,value\n\(rows)\n"
    let meant = "show 0:0-19  # the first rows; row 20 as shown: show 0:19"
    let told = try follow("show 20", to: meant, "20 rows of 30", in: text)
    expect(told.reply.contains("0:19"))
    try follow("show 50", to: "show 0:0-29", "30 rows", in: text)
    try follow(
      "show 12", to: "show 0:0-11  # the first rows; the one of that key: show @12",
      "12 rows of 30", in: "id,x\n" + (1...30).map { "\($0),a\n" }.joined())
  }

  @Test("date lists all the patterns that the column is written in, and skips only what is left")
  func dates() throws {
    try follow(
      "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD",
      to: "date \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD", "changed 4 cells")
    try follow(
      "date \"Order Date\" MM/DD/YYYY YYYY-MM-DD",
      to: "date \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD", "changed 4 cells")
    let text = Self.orders.replacing("A2,Bob Ray,Köln,\"Mar 02, 2024\"", with: "A2,Bob,,n/a")
      .replacing("2024-06-03", with: "\"Jun 03, 2024\"")
    try follow(
      "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD where Qty > 5",
      to: "date --skip-errors \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD where Qty > 5",
      "1 cell cannot be read", in: text)
    // A comment behind Lua is one of Lua.
    try follow(
      "date \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD where Qty > 5",
      to: "date --skip-errors \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD where Qty > 5"
        + "  -- leaves them as they are", "changed 4 cells", in: text)
  }

  @Test("a date that the written pattern reads otherwise is named where others fail for it")
  func doubtfulDate() throws {
    let session = try session("id,Day\n1,03.04.2024\n2,12.31.2024\n")
    let reply = session.run("date Day DD.MM.YYYY MM.DD.YYYY")
    expect(
      reply.hasPrefix(
        "error: 1 cell cannot be read as DD.MM.YYYY; as MM.DD.YYYY, which reads some of them, "
          + "'03.04.2024' is another date: @2 (0:1) Day '12.31.2024'\n"), "\(reply)")
  }

  @Test("what is not equal in SQL is told of nulls, which it leaves out")
  func nulls() throws {
    for sign in ["<>", "!="] {
      try follow(
        "count where City \(sign) \"Berlin\"",
        to: "count where City ~= \"Berlin\""
          + "  -- with the nulls, unlike SQL; without them: and City ~= nil", "3")
    }
    try follow("count where Qty != 18", to: "count where Qty ~= 18", "4")
    expectEqual(try session().run("count where City ~= \"Berlin\" and City ~= nil"), "2\n")
  }

  @Test("a column with a blank, compared with a day, is the whole line, behind the date it needs")
  func datesInConditions() throws {
    let date = "date \"Order Date\" DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD"
    for line in [
      "\"Order Date\" > \"2024-06-01\"", "Order Date > 2024-06-01",
      "row[\"Order Date\"] > \"2024-06-01\"",
    ] {
      try follow(
        "count where \(line)", to: "\(date); count where row[\"Order Date\"] > \"2024-06-01\"", "2")
    }
    let days = "id,Order Date\n1,2024-05-30\n2,2024-06-02\n3,\n"
    for line in ["\"Order Date\" > \"2024-06-01\"", "Order Date > 2024-06-01"] {
      try follow(
        "count where \(line)", to: "count where row[\"Order Date\"] > \"2024-06-01\"", "1", in: days
      )
    }
  }

  @Test("errors of Lua begin in plain words, and hints name a column that is there")
  func plainWords() throws {
    let session = try session()
    for (line, start) in [
      ("count where City = \"Berlin\"", "a condition compares with ==: <eof> expected near '='"),
      ("count where City != \"Berlin\"", "'not equal' is ~=, and 'not' negates: "),
      ("count where City like B%", "'like' is SQL, and a condition is Lua: "),
      ("count where Qty > 5 && Qty < 9", "conditions are joined by 'and': "),
      ("count where Qty > 5 AND Qty < 9", "'and', 'or' and 'not' are in small letters: "),
      ("count where (Qty > 5", "a ')' is missing: "),
      ("count where Qty > 5)", "a ')' is too many: "),
      ("count where City == 'Berlin", "a quote is not closed: "),
      ("count where Qty > 5 and", "something is missing at the end: "),
      ("keep where City Berlin", "a sign such as == is missing before 'Berlin': "),
      ("edit where City:startswith(\"B\") set Qty=1", "there is no function 'startswith': "),
      ("count where City:startswith(\"B\")", "there is no function 'startswith': "),
      ("=COUNTIF(Qty,)", "= computes in Lua, not in formulas of a spreadsheet: "),
    ] {
      let reply = session.run(line)
      expect(reply.hasPrefix("error: \(start)"), "\(line): \(reply)")
    }
    expect(
      session.run("count where City like B%").hasSuffix(
        "\nhint:  City:match(\"^S\") is true where City begins with S\n"))
    try follow("show where Region is null", to: "show where Region == nil", "2 rows of 5")
  }

  @Test("a backslash of a name that no command has is shown once")
  func backslash() throws {
    let reply = try session().run("\\x")
    expect(reply.hasPrefix("error: no command '\\x'\n"), "\(reply)")
  }
}
