import Expectations
import Testing

@testable import TableShell

/// Hints and notes over columns of amounts, over files that are not open, and over tables made of others.
struct AmountHintTests {
  private let folder = TemporaryFolder()

  private static let orders =
    "Order Id,City,Price,Qty\nA1,Bonn,$9.50,3\nA2,,USD 4.00,10\nA3,Ulm,\"1,200\",7\nA4,Bonn,€ 9,1\n"
  private static let words = orders + "A3,Rome,n/a,2\n"

  private func session(_ text: String) throws -> Session {
    let path = try folder.write(text, to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  /// Runs a line that fails, then its hint, and returns both.
  private func follow(_ session: Session, _ line: String) -> (hint: String, reply: String) {
    let told = session.run(line)
    expect(told.contains("error: "), "\(line): \(told)")
    let hint = told.components(separatedBy: "hint:  ").last?.trimmingBlanks ?? ""
    let meant = hint.split(separator: "\n").first.map(String.init) ?? ""
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)")
    return (meant, reply + session.run("show *"))
  }

  @Test(
    "a mean, largest and smallest amount lead to numbers",
    arguments: [
      "avg Price", "mean Price", "max Price", "min(Price)", "median Price", "=AVERAGE(C2:C5)",
      "df.Price.mean()",
    ])
  func described(line: String) throws {
    for (text, sum) in [(Self.orders, "1222.50"), (Self.words, "1222.50")] {
      let session = try session(text)
      let (hint, reply) = follow(session, line)
      expect(hint.hasSuffix("number --decimal . Price; describe Price"), "\(hint)")
      expect(reply.contains(sum) || reply.contains("1222.5"), "\(reply)")
    }
  }

  @Test("so do queries, where words would be the largest")
  func queries() throws {
    for (line, value) in [("SELECT max(Price)", "1200"), ("SELECT min(Price) FROM orders", "4")] {
      let session = try session(Self.words)
      let (hint, reply) = follow(session, line)
      expect(hint.hasPrefix("edit --null Price where row[\"Price\"] == \"n/a\"; "), "\(hint)")
      expect(reply.contains(value), "\(reply)")
    }
    let session = try session(Self.words)
    let (hint, reply) = follow(session, "SELECT avg(Price) FROM orders")
    expect(hint.hasPrefix("replace Price USD \"\"; number --skip-errors --decimal . Price; query "))
    expect(reply.contains("305.625"), "\(reply)")
  }

  @Test("a kind that other tools give leads to numbers")
  func kinds() throws {
    for line in ["cast Price as number", "cast(Price as int)", "Price::numeric"] {
      let session = try session(Self.words)
      let (hint, _) = follow(session, line)
      expectEqual(hint, "replace Price USD \"\"; number --skip-errors --decimal . Price", "\(line)")
      session.run("query SELECT sum(Price) FROM orders")
      expect(session.run("show *").contains("1222.5"), "\(line)")
    }
  }

  @Test("sums of groups and rounding make numbers first")
  func groups() throws {
    let session = try session(Self.orders)
    let (hint, reply) = follow(session, "group by City sum Price")
    expect(
      hint.hasPrefix("replace Price USD \"\"; number --decimal . Price; group by City sum Price"))
    expect(reply.contains("1200"), "\(reply)")
    let other = try self.session(Self.words)
    expect(follow(other, "round Price 1").hint.hasPrefix("edit --null Price where "))
  }

  @Test("rows in the order of texts are noted each time, with the line that orders numbers")
  func ordered() throws {
    let session = try session(Self.words)
    let cure =
      "edit --null Price where row[\"Price\"] == \"n/a\"; replace Price USD \"\"; number --decimal . Price"
    for line in ["sort by Price", "sort by Price desc", "sort by Price", "sort by Price, Qty desc"]
    {
      let note = "note: Price is text, in the order of texts; as numbers: \(cure); \(line)\n"
      expect(session.run(line).contains(note), "\(line)")
    }
    let reply = session.run("top 1 by Price")
    let way = "open \(folder.file("orders.csv")); \(cure); top 1 by Price"
    expect(reply.contains("as numbers: \(way)\n"), "\(reply)")
    session.run(way)
    expect(session.run("show *").contains("1200"))
    expect(!session.run("top 1 by Price").contains("in the order of texts"))
  }

  @Test("so are dates of several forms, and those that texts do not order; ISO dates are not")
  func orderedDates() throws {
    let rows = ["2024-07-21", "09.06.2024", "17.09.2024"]
    for (days, forms) in [
      (rows, true), (Array(rows[1...]), true), (["2024-07-21", "2024-01-02"], false),
    ] {
      let session = try session("id,Day\n" + days.enumerated().map { "\($0),\($1)\n" }.joined())
      let reply = session.run("sort by Day")
      let cure = "date Day DD.MM.YYYY YYYY-MM-DD; sort by Day"
      let note = "note: Day is text, in the order of texts; as dates: \(cure)\n"
      expectEqual(reply.contains(note), forms, "\(reply)")
      if forms { expect(!session.run(cure).contains("as dates"), "\(days)") }
    }
  }

  @Test("also where all that come first are of one form")
  func firstOfOneForm() throws {
    let rows = (1...60).map { "\($0),\($0 % 3 == 0 ? "$\($0).50" : "USD \($0).25")\n" }
    let session = try session("id,Price\n" + rows.joined())
    for line in ["sort by Price desc", "sort by Price"] {
      expect(
        session.run(line).contains("as numbers: replace Price USD \"\"; number Price; \(line)\n"))
    }
  }

  @Test("a column with as many numbers as words is noted, one of words is not")
  func mixed() throws {
    let session = try session("id,a,b\n1,10,x\n2,n/a,y\n3,9,z\n4,8,w\n")
    expect(
      session.run("sort by a").contains("edit --null a where row[\"a\"] == \"n/a\"; sort by a\n"))
    expect(!session.run("sort by b").contains("note:"))
  }

  @Test("describe and queries that compare amounts say that they are texts")
  func described() throws {
    let session = try session(Self.orders)
    let cure = "replace Price USD \"\"; number --decimal . Price"
    expect(session.run("describe Price").contains("note: Price is text; as numbers: \(cure)\n"))
    expect(!session.run("describe City").contains("note:"))
    for line in [
      "query SELECT max(Price) FROM orders", "query SELECT City FROM orders WHERE Price > 5",
      "query SELECT City FROM orders ORDER BY Price DESC",
    ] {
      let way = "open \(folder.file("orders.csv")); \(cure); \(line)"
      expect(session.run(line).contains("Price is text; as numbers: \(way)\n"), "\(line)")
      // From the result it goes back to the table, and asks again.
      let again = try self.session(Self.orders)
      again.run(line)
      expect(!again.run(way).contains("error: "), "\(way)")
      session.run("close --force")
    }
    expect(!session.run("query SELECT Price FROM orders").contains("is text"))
  }

  @Test("a query over a file that is not open opens it first")
  func unopened() throws {
    try folder.write("city,state\nBonn,NW\nUlm,BW\n", to: "cities.csv")
    let file = folder.file("cities.csv")
    for line in [
      "query SELECT * FROM orders JOIN '\(file)' c ON orders.City = c.city",
      "SELECT * FROM orders JOIN '\(file)' c ON orders.City = c.city",
    ] {
      let session = try session(Self.orders)
      let (hint, reply) = follow(session, line)
      expect(hint.hasPrefix("open \(file); query SELECT * FROM orders JOIN cities c"), "\(hint)")
      expect(reply.contains("3 rows in 1 section"), "\(reply)")
    }
  }

  @Test("a line over columns of the table before goes back to it")
  func formers() throws {
    for (line, meant) in [
      ("pivot City Qty", "pivot City Qty"), ("sum Qty", "query SELECT sum(Qty) FROM orders"),
      ("show Qty", "show Qty"), ("crosstab City Qty", "pivot City Qty"),
    ] {
      let session = try session(Self.orders)
      session.run("group by City count")
      let (hint, _) = follow(session, line)
      expect(hint.hasPrefix("open \(folder.file("orders.csv")); \(meant)"), "\(hint)")
    }
  }

  @Test("a value in two rows that mostly tells them apart names one place")
  func places() throws {
    let session = try session(Self.words)
    for (line, meant) in [
      ("edit A3 Qty=20", "edit 0:2 Qty=20"), ("edit @A3 Qty=20", "edit 0:2 Qty=20"),
      ("delete A3", "delete 0:2"), ("delete @A3", "delete 0:2"),
    ] {
      let told = session.run(line)
      let all = told.contains("; all of them: ")
      expect(told.contains("\nhint:  \(meant)  # 'A3' is in 0:2 and 0:4") && all, "\(told)")
    }
    let (hint, reply) = follow(session, "edit A3 Qty=20")
    expect(hint.hasPrefix("edit 0:2 Qty=20") && reply.contains("changed 1 cell"), "\(reply)")
    expect(session.run("delete Bonn").hasSuffix("\nhint:  delete where City == \"Bonn\"\n"))
    expect(
      session.run("select A3").hasSuffix("\nhint:  select where row[\"Order Id\"] == \"A3\"\n"))
    expect(session.run("show A3").hasSuffix("\nhint:  show where row[\"Order Id\"] == \"A3\"\n"))
  }

  @Test("a name with another number is no slip")
  func numberedNames() throws {
    let session = try session("Q1,Note\n1,a\n")
    expect(session.run("column delete Q5").hasSuffix("\nhint:  did you mean 'Q1'?\n"))
    expect(session.run("column delete Noet").hasSuffix("\nhint:  column delete Note\n"))
  }

  @Test("a cell of a hidden column that is set is told")
  func hidden() throws {
    let session = try session(Self.orders)
    session.run("column hide City")
    expect(session.run("edit 0:0 City=x").contains("note: City is hidden: column unhide City\n"))
    expect(!session.run("edit 0:0 Qty=4").contains("hidden"))
  }

  @Test("names that hold commas are in quotes where info lists them")
  func commas() throws {
    let path = try folder.write("id,\"Amount, net\"\n1,2\n1,3\n", to: "a,b.csv")
    let session = try session(Self.orders)
    session.run("open '\(path)'; group by id,\"Amount, net\" count")
    let reply = session.run("info")
    expect(reply.contains("id, \"Amount, net\"\n"), "\(reply)")
    expect(reply.contains("\"\(path)\""), "\(reply)")
  }
}
