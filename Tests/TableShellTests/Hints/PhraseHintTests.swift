import Expectations
import Testing

@testable import TableShell

/// What people say in their own words, and lines that once led elsewhere: each hint is typed as it stands.
struct PhraseHintTests {
  /// First the line for here, then behind `=` what its reply holds, then, indented, what is typed.
  private static let phrases = #"""
    export --bom DIR/out-excel.csv
    = exported 4 rows
      export to DIR/out.xlsx
      df.to_excel("DIR/out.xlsx")
    export --format json DIR/out.json
    = exported 4 rows
      export DIR/out.json format json
    export -
    = Order Id,
      dump
    edit where City == nil set City=X
    = changed 1 cell
      replace null with X in City
      replace empty City with X
      set City to X where empty
    replace City berlin Berlin
    = changed 1 cell
      replace City berlin=Berlin
      replace City /berlin/Berlin/
      replace in City berlin Berlin
      replace berlin -> Berlin in City
      replace City berlin -> Berlin
      please replace berlin with Berlin in the City
    replace * berlin Berlin
    = changed 1 cell
      replace all berlin with Berlin
      replace berlin with Berlin everywhere
    column keep City,Qty
      keep City, Qty
      keep columns City, Qty
      keep only City and Qty
    show City,Qty
    = 0:0 berlin 3
      select columns City, Qty
      show the City and Qty
      show City and Qty
    edit where Qty ~= nil set Qty := tonumber(string.format("%.2f", Qty))
    = nothing changed
      format Qty 2
      number format Qty
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD
    = changed 2 cells
      format date "Order Date" YYYY-MM-DD
      parse date "Order Date"
      date format "Order Date"
    replace Price USD ""; number Price; show where Price > 1000
      show where Price > 1,000
      show where Price > $1,000
      show where Price > "$1000"
    replace Price USD ""; number Price; show where Price > 3
    = A2
      show where Price > $3
      show where Price > "$3"
      show where Price > "3"
    show where Qty > 1000
      show where Qty > 1,000
    show where City == "berlin" or City == "Ulm"
    = A3
      show where City in berlin, Ulm
    show where Email and Email:match("@")
    = A4
      show where "@" in Email
    show where not (Email and Email:match("@"))
    = A3
      show where "@" not in Email
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD; show where row["Order Date"] and row["Order Date"]:match("^2024")
    = A4
      show where year("Order Date") = 2024
    replace Price USD ""; number Price; group by Category mean Price
    = 2 rows
      group by Category avg Price
      average of Price by Category
      average Price per Category
    replace Price USD ""; number Price; group by Category sum Qty mean Price
    = 2 rows
      group by Category sum Qty, mean Price
    replace Price USD ""; number Price
      number Price Qty
      remove currency from Price
    query SELECT City, count(*) FROM orders GROUP BY City HAVING count(*) > 1
    = new query of orders
      group by City having count > 1
    group by Category mean Qty
    = 2 rows
      average of Qty by Category
    group by Category sum Qty
    = 2 rows
      group by Category total Qty
    query SELECT sum(Qty) FROM orders
    = new query of orders
      summarise sum(Qty)
      what is the total of Qty
    group by City count
    = 4 rows
      count orders by City
    group by City
    = 4 rows
      group_by City
    column move Email 0
    = moved column
      move column Email to front
      put Email first
    column move Email after City
    = moved column
      move Email after City
    column move Email 9
    = moved column
      move Email to the end
    edit where Qty > 5 set City=X
    = changed 2 cells
      change City to X where Qty > 5
      if Qty > 5 then City = X
    edit where City == "berlin" set City=Berlin
    = changed 1 cell
      set City Berlin where City == "berlin"
      set where City == "berlin" City=Berlin
      edit where City == "berlin" to Berlin
      update set City = Berlin where City = berlin
    combine City,Region into Place
    = added column 'Place'
      combine City Region into Place
      combine City and Region into Place
      merge City and Region into Place
    trim City,Customer
    = nothing changed
      trim City Customer
      trim City and Customer
    trim *
    = nothing changed
      trim whitespace
      trim spaces
    insert from DIR/rows.csv
      append DIR/rows.csv
      union DIR/rows.csv
    join DIR/cities.csv on City=city
      join DIR/cities.csv on City == city
    column add Total := Qty * 2
    = added column 'Total'
      mutate Total = Qty * 2
      calc Total = Qty * 2
      column add Total: Qty * 2
    replace Price USD ""; number Price; column add Total := Price * Qty
    = added column 'Total'
      add column Total Price*Qty
    sort by Qty desc
    = reordered
      arrange desc(Qty)
      sort by Qty largest first
    sort by Customer
      sort -k2 -n
      sort -k2,2
    show Customer
    = Ann Lee
      cut -d, -f2
    columns
    = Qty
      show cols
    sort by Qty; show City,Qty
    = reordered
      show City,Qty sort by Qty
    sort by Qty
    = reordered
      show sorted by Qty
    top 10 by Qty
    = 4 rows
      show top 10 Qty
    lower City
    = changed
      lower case City
      convert City to lower
    upper City
    = changed
      make City uppercase
      uppercase the City column
    title City
    = changed
      make City title case
    pivot City Category Qty sum
    = new orders by City
      pivot table City Category Qty
    query SELECT 1
    = 1 row
      sql SELECT 1
    help
    = Commands to begin with
      help me
    changes
      what changed
      compare with file
    duplicate 0:3  # by its place: section 0, rows counting from 0
    = inserted 1 row
      copy 3
    query SELECT * FROM orders ORDER BY random()
    = 4 rows
      shuffle
      mlr shuffle
    history --script  # > f.tsh keeps it
      script
      macro
      record script
    history --script > DIR/out.tsh
      save script DIR/out.tsh
    column delete Notes Region
    = removed columns
      delete column Notes and Region
      remove the columns Notes and Region
      reject Notes, Region
    column add Town := City
    = added column 'Town'
      copy column City to Town
      copy City to Town
    split --rest Customer by " " into Customer_1,Customer_2
    = added columns
      split Customer by space
    delete 0:0-2
    = deleted 3 rows
      delete first 3 rows
    delete where City == nil
    = deleted 1 row
      remove rows with empty City
      delete all rows where City is empty
    show where City == nil
    = A2
      show rows with empty City
    dedupe --dry-run by Email
      find duplicates in Email
    edit where Qty ~= nil set Qty := Qty + 5
    = changed 4 cells
      add 5 to Qty
      Qty += 5
    show 0:0-2
    = Ann Lee
      show me the first 3 rows
    """#

  static let all = MistakeTests.read(phrases)

  private static let orders =
    "Order Id,Customer,City,Order Date,Category,Price,Qty,Email,Notes,Region\n"
    + "A1,Ann Lee,berlin,2024-07-21,Tools,$9.50,3,a@x.org,,North\n"
    + "A2,Bob Ray,,09.06.2024,Toys,USD 4.00,10,b@x.org,ok,\n"
    + "A3,Cid May,Ulm,\"Sep 17, 2024\",Tools,2.50,7,,,South\n"
    + "A4,Dee Fox,Berlin,2024-12-31,Toys,$1.25,1,d@x.org,,\n"

  @Test("a hint does what was said in other words", arguments: all)
  func hints(meant: MistakeTests.Meant) throws {
    try MistakeTests().check(meant, "orders.csv", Self.orders)
  }

  @Test(
    "a number with commas is refused in a condition and as a value: Lua would take what is before them"
  )
  func severalValues() throws {
    let session = Session(nil)
    session.run("new t n; insert 0:end n=5")
    for line in ["edit where n > 1,000 set n=0", "delete where n > 1,000", "edit * n := 1,000"] {
      let reply = session.run(line)
      expect(reply.contains("several values, of which Lua would take the first"), "\(reply)")
    }
    expectEqual(session.run("count where n == 5"), "1\n")
    expectEqual(session.run("count where math.max(n, 2) == 5"), "1\n")
    expectEqual(session.run("count where (function(a, b) return a end)(n, 2) == 5  -- a, b"), "1\n")
  }

  @Test("a script is never written over a file by a hint, nor a copy over the table's own file")
  func files() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Self.orders, to: "orders.csv")
    try folder.write("count\n", to: "old.tsh")
    let session = Session(nil)
    session.run("open '\(path)'")
    expect(!session.run("save script \(folder.file("old.tsh"))").contains("history --script >"))
    let reply = session.run("export to \(folder.file("orders.parquet"))")
    expect(reply.hasSuffix("\nhint:  export \(folder.file("orders-copy.csv"))\n"), "\(reply)")
    expect(!session.run("write.csv").contains("export .csv"))
    let found = session.run("history save \(folder.file("new.tsh"))")
    expect(found.contains("history --script > \(folder.file("new.tsh"))"), "\(found)")
    expect(session.run("version").contains("hint:  tablesh --version"))
  }
}
