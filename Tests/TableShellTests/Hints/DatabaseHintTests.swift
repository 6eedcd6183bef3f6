import Expectations
import Testing

@testable import TableShell

/// Hints for lines of people who know SQL and shells: nothing of a line is left out, and no code is written
/// into cells.
struct DatabaseHintTests {
  private static let lines = MistakeTests.read(
    #"""
    delete where City == "Bonn"
    = deleted 2 rows
      delete where City = 'Bonn';
    delete where Qty > 2 and City == "Bonn"; save DIR/out.csv
    = saved 2 rows
      delete where Qty > 2 and City = 'Bonn'; save DIR/out.csv
    delete where City == "Bonn"; count
      delete from n where City = 'Bonn'; count
    delete where Qty == 1; delete where Qty == 3; count
      delete from n where Qty = 1; delete from n where Qty = 3; count
    keep where City == "Bonn"
    = deleted 2 rows
      keep where City = 'Bonn' # only these
      keep where City = 'Bonn' -- only these
    edit where City == "Bonn" set City := City and City .. "!"
    = changed 2 cells
      edit where City = 'Bonn' set City=City || '!'
    query "select City from n where City like 'b%'" | head -1
      query "select City from n where City ilike 'b%'" | head -1
    (show where City == "Bonn") | head -1
      show where City = 'Bonn' | head -1
    (show where City == "Bonn") > DIR/out.csv
      show where City = 'Bonn' > DIR/out.csv
    count where City == "Bonn"
    = 2
      count where City = 'Bonn' | wc -l
      count where City = 'Bonn' | less
    sort by City, Qty desc; export DIR/out.csv
    = exported 4 rows
      sort City, Qty desc; export DIR/out.csv
    group by City sum Qty; export -
    = Bonn,10
      group City sum Qty; export -
    edit * City := City and City .. "!"
    = changed 3 cells
      edit * City=City||'!'
      edit * City=City || '!'
      update n set City = City || '!'
    trim City; title City; save DIR/out.csv
    = saved 4 rows
      trim City | title City | save DIR/out.csv
    group by City; sort by count desc
      group by City | sort by Qty desc
    group by City sum Qty; sort by Qty_sum desc
      group by City sum Qty | sort by Qty desc
    sort by Qty; show where Qty > 2
      show where Qty > 2 | sort by Qty
    edit * City := Qty
    = changed 4 cells
      edit * City=$Qty
      edit * City=$4
    edit * City := os.date("%Y-%m-%d")
      edit * City=CURRENT_DATE
    replace City Bonn Ulm
    = changed 2 cells
      edit * City = replace(City, 'Bonn', 'Ulm')
      edit * City=replace(City, 'Bonn', 'Ulm')
      update n set City = replace(City, 'Bonn', 'Ulm')
    replace City Bonn Ulm where Qty > 3
    = changed 1 cell
      edit City = replace(City, 'Bonn', 'Ulm') where Qty > 3
    replace --regex City "[nr]+" x
    = changed 3 cells
      edit * City = gsub("[nr]+", "x", City)
    replace --regex City '[nr]+' x
    = changed 3 cells
      edit * City = regexp_replace(City, '[nr]+', 'x', 'g')
    replace City e o
    = changed 1 cell
      edit * City = translate(City, 'e', 'o')
    edit --null City 0:1
    = changed 1 cell
      edit 0:1 City = NULL
      edit 0:1 City NULL
      edit 0:1 City=\N
    edit --null City where Qty > 5
    = changed 2 cells
      update set City = null where Qty > 5
    edit --null City where Qty > 5 set Price=5
      update n set City = null, Price = 5 where Qty > 5
    help values
      edit * City=concat('a','b')
      edit City = foo(City)
    delete where City and not (City == "Bonn" or City == "Ulm")
    = deleted 1 row
      delete where City not in ('Bonn', 'Ulm')
    delete where City and not City:match("^Bo")
    = deleted 1 row
      delete where City not like 'Bo%'
      delete where not City like 'Bo%'
    delete where City and not (City == "Bonn")
    = deleted 1 row
      delete where not (City = 'Bonn')
    export DIR/out.csv City,Qty where City == "Bonn"
    = exported 2 rows
      show City,Qty where City == "Bonn" | save DIR/out.csv
    query "select City from n"; export - | cat
      select City from n | cat
    query "select City, Qty from n"; export DIR/out.csv
      select City, Qty from n > DIR/out.csv
    query select date(City) as d from n
      query select City::date as d from n
    keep where City ~= nil
    = deleted 1 row
      keep where City != ''
    replace --regex City '(B)(o)' '$2$1'
    = changed 2 cells
      replace --regex City '(B)(o)' '\2\1'
    upper City
    = changed 3 cells
      replace --regex City '(.*)' '\U$1'
    query "select City from n where Qty > 2"; export --delimiter ";" DIR/out.csv
    = exported 3 rows
      COPY (select City from n where Qty > 2) TO 'DIR/out.csv' (HEADER, DELIMITER ';')
    query "select City from n"; export DIR/out.csv
      \copy (select City from n) to 'DIR/out.csv' csv header
      query select City from n > DIR/out.csv
    export --delimiter ";" DIR/out.csv
      COPY n TO 'DIR/out.csv' (HEADER, DELIMITER ';')
      COPY n TO 'DIR/out.csv' DELIMITER ';' CSV HEADER
    export -
      copy n to stdout
      \copy n to stdout csv header
    help export
      COPY n TO 'DIR/out.parquet' (FORMAT parquet)
    pivot City "Last Name" Qty sum
      pivot City on Last Name using sum(Qty)
    query SELECT City, Qty FROM n WHERE Qty > 2
      from n select City, Qty where Qty > 2
    query SELECT City, sum(Qty) as total FROM n GROUP BY City HAVING total > 3
      group City, sum(Qty) as total having total > 3
    query SELECT "Last Name",Qty FROM n WHERE Qty > 2 order by Qty
      show Last Name, Qty where Qty > 2 order by Qty
    undo to 0
      undo to start
    save --as DIR/out.csv
      save --as=DIR/out.csv
    query select * from n where City like 'b%'
      query select * from n where City ilike 'b%'
    query select City from n where Qty > 2 and Qty < 9
      query select City from n where Qty > 2 && Qty < 9
    group by City median Qty
      query select City, median(Qty) from n group by City
    query select City, group_concat("Last Name", ',') from n group by City
      query select City, string_agg("Last Name", ',') from n group by City
    query select cast(Qty as integer) from n
      query select Qty::int from n
    query select substr(City, 1, 3) from n
      query select left(City, 3) from n
    query select (City || Qty) from n
      query select concat(City, Qty) from n
    show where City and City:match("^B")
      query select * from n where City ~ '^B'
    query select * from n order by random() limit 2
      query select * from n using sample 2
    query select * from n group by City
      query select distinct on (City) * from n
    query select City, Qty from n
      query select City, Qty
    help query
      query select date_trunc('month', City) from n
    """#)

  @Test("the hint keeps what follows a line, and writes no code into cells", arguments: lines)
  func hints(meant: MistakeTests.Meant) throws {
    try MistakeTests().check(
      meant, "n.csv",
      "id,City,Last Name,Qty,Price\n1,Bonn,Miller,3,2.5\n2,Berlin,Smith,10,4\n"
        + "3,Bonn,Jones,7,1.25\n4,,Kay,1,9\n")
  }

  private static let messy = MistakeTests.read(
    #"""
    replace Price USD ""; number Price
      edit * Price=Price::numeric
      edit * Price = cast(Price as numeric)
    replace Price USD ""; number Price; query SELECT * FROM orders WHERE Price > 3 ORDER BY Price desc
      show where Price > 3 order by Price desc
    split Customer by " " into First,Last
      split Customer by space into First Last
    edit * Customer := Customer:match("^[^ ]*")
    = changed 4 cells
      edit * Customer = split_part(Customer, ' ', 1)
    """#)

  @Test("so does that over amounts", arguments: messy)
  func messyHints(meant: MistakeTests.Meant) throws {
    try MistakeTests().check(meant, "orders.csv", Self.orders)
  }

  private static let orders =
    "Order Id,Customer,City,Order Date,Price,Qty\nA1,Ann Lee,Bonn,2024-07-21,$9.50,3\n"
    + "A2,Bob Ray,,09.06.2024,USD 4.00,10\nA3,Cid May,Ulm,\"Sep 17, 2024\",2.50,7\n"
    + "A4,Dee Fox,Bonn,2024-12-31,$1.25,1\n"

  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let session = Session(nil)
    session.run("open '\(try folder.write(text, to: "orders.csv"))'")
    return session
  }

  @Test("a text of code in quotes is a value, and a program behind a pipe stays one")
  func values() throws {
    let session = try session(Self.orders)
    for (line, cell) in [
      ("edit 0:0 City=\"Price::numeric\"", "Price::numeric"), ("edit 0:0 City=\"$Qty\"", "$Qty"),
      ("edit 0:0 City='f(x)'", "f(x)"), ("edit 0:0 Price=$3", "$3"),
      ("edit 0:0 Qty=$2", "$2"),
    ] {
      session.run(line)
      expect(session.run("show * 0:0").contains(cell), "\(line)")
    }
    expect(!session.run("show City * | sort -u > '\(folder.file("out"))'").contains("error: "))
    expect(session.run("export | jq .").hasSuffix("hint:  export --format json-rows - | jq .\n"))
  }

  @Test("what follows in the same line stays behind the hint, a comment behind all")
  func following() throws {
    let session = try session(Self.orders)
    expect(
      session.run("show where City <> 'Bonn'; count").hasSuffix(
        "hint:  show where City ~= \"Bonn\"; count"
          + "  -- with the nulls, unlike SQL; without them: and City ~= nil\n"))
    let secret = "open postgres://me:word@localhost/db/t"
    expect(session.run("sort City; \(secret)").hasSuffix("hint:  sort by City\n"))
    expect(session.run("count; sort City; count").hasSuffix("hint:  sort by City; count\n"))
    expect(session.run("sort City\ncount").hasPrefix("error: "))
    expect(session.run("sort City\ncount").hasSuffix("hint:  sort by City\n"))
  }

  @Test("the rows that go to a program or file are counted, where they are not all")
  func rest() throws {
    let rows = (1...30).map { "\($0),x\($0)" }.joined(separator: "\n")
    let session = try session("id,v\n\(rows)\n")
    let reply = session.run("show v | sort | tail -1")
    expect(reply.contains("note: 20 of 30 rows; all: show v * | sort | tail -1\n"), "\(reply)")
    expect(!session.run("show v * | sort | tail -1").contains("note: "))
    expect(!session.run("show v where id > 3").contains("note: "))
  }

  @Test("the least of amounts and dates by group is noted, as by text")
  func extremes() throws {
    let session = try session(Self.orders)
    let reply = session.run("group by City min Price")
    expect(
      reply.contains("note: Price is text, in the order of texts; as numbers: open "), "\(reply)")
    expect(
      reply.contains("; replace Price USD \"\"; number Price; group by City min Price\n"),
      "\(reply)")
    session.run("close")
    expect(session.run("describe \"Order Date\"").contains("as dates: date "))
  }

  @Test("a pattern that was found as a text nowhere is noted, where it is found as one")
  func patterns() throws {
    let session = try session(Self.orders)
    for (line, meant) in [
      ("find '^Bo'", "find --regex '^Bo'"), ("find 'Bon*'", "find --regex '^Bon'"),
      ("find /bonn/i", "find --regex '(?i)bonn'"),
      ("find --column City '^bo'", "find --regex --column City '(?i)^bo'"),
      ("replace City 'Bonn|Ulm' x", "replace --regex City 'Bonn|Ulm' x"),
      ("replace City 'B%' x", "replace --regex City '^B.*$' x"),
    ] {
      let reply = session.run(line)
      expect(reply.contains("as a pattern: \(meant)\n"), "\(line): \(reply)")
      expect(!session.run(meant).contains("error: "), "\(meant)")
      session.run("undo to 0")
    }
    expect(!session.run("find '^zzz'").contains("pattern"))
  }
}
