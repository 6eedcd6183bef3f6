import Expectations
import Testing

@testable import TableShell

/// Hints over orders with amounts, and over what was made of them.
struct OrderHintTests {
  private func session() throws -> (session: Session, folder: TemporaryFolder) {
    let folder = TemporaryFolder()
    let path = try folder.write(
      "Order Id,Customer,City,Price,Qty\nA1,Ann Lee,Bonn,$9.50,3\nA2,Bob Ray,,USD 4.00,10\n"
        + "A3,Cid May,Ulm,2.50,7\nA4,Dee Fox,Bonn,$1.25,1\n", to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return (session, folder)
  }

  @Test("where a cell is null, a value is null, too, and edit leaves the row as it is")
  func nulls() throws {
    let (session, folder) = try session()
    session.run("replace Price USD \"\"; number Price; edit --null Price 0:1")
    for line in ["column add Total := Price * Qty", "column add Total = Price * Qty"] {
      let reply = session.run(line)
      expect(
        reply.hasSuffix("\nhint:  column add Total := Price and Price * Qty\n"), "\(reply)")
    }
    expect(
      session.run("=Price*Qty").hasSuffix(
        "\nhint:  column add Result := Price and Price * Qty\n"))
    expect(session.run("column add Total := Price and Price * Qty").contains("added column"))
    expect(
      session.run("count where Price * Qty > 20").hasSuffix(
        "\nhint:  count where Price and Price * Qty > 20\n"))
    expect(
      session.run("edit * Qty := Price * Qty").hasSuffix(
        "\nhint:  edit where Price ~= nil set Qty := Price * Qty\n"))
    expect(session.run("edit * Qty = Price*Qty").contains("error: "))
    _ = folder
  }

  @Test(
    "amounts among texts that are no numbers: each hint leads on, until the result stands there")
  func words() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      "Order Id,City,Price,Qty\nA1,Bonn,\"1,200\",3\nA2,Ulm,n/a,10\nA3,Bonn,2.50,7\nA4,Rome,,1\n",
      to: "o.csv")
    for (line, meant, shown) in [
      (
        "group by City sum Price",
        "number --skip-errors --decimal . Price; group --skip-errors by City sum Price"
          + "  # leaves out what is no number", "1202.5"
      ),
      (
        "column add Total := Price * Qty",
        "number --skip-errors --decimal . Price; column add --skip-errors Total := Price * Qty",
        "3600"
      ),
      (
        "show where Price > 3",
        "edit --null Price where row[\"Price\"] == \"n/a\"; number --decimal . Price; "
          + "show where Price and Price > 3", "A1"
      ),
    ] {
      let session = Session(nil)
      session.run("open '\(path)'")
      let reply = session.run(line)
      expect(reply.withoutEditNote.hasSuffix("\nhint:  \(meant)\n"), "\(reply)")
      let done = session.run(meant) + session.run("show *")
      expect(!done.contains("error: ") && done.contains(shown), "\(done)")
    }
    // A step of it, typed alone, does not lead back.
    let session = Session(nil)
    session.run("open '\(path)'; number --skip-errors --decimal . Price")
    let meant = "column add --skip-errors Total := Price * Qty"
    expect(session.run("column add Total := Price * Qty").hasSuffix("\nhint:  \(meant)\n"))
    expect(session.run("\(meant); show *").contains("3600"))
    expect(
      session.run("group by City sum Price").hasSuffix(
        "\nhint:  group --skip-errors by City sum Price  # leaves such cells out\n"))
  }

  @Test("a column that only the table has from which the current one was made leads back there")
  func former() throws {
    let (session, folder) = try session()
    session.run("group by City")
    for line in ["group by City sum Qty", "sort by Price", "show where Qty > 3", "tally Qty"] {
      let reply = session.run(line)
      let way = "open \(folder.path)/orders.csv"
      let hint = line.hasPrefix("sort") ? "\(way)  # that table has Price" : "\(way); \(line)"
      expect(reply.hasSuffix("\nhint:  \(hint)\n"), "\(reply)")
    }
    session.run("open \(folder.path)/orders.csv; group by City sum Qty")
    expect(session.run("columns").contains("Qty_sum"))
    _ = folder
  }

  @Test("what needs a target takes the selected rows, if there are some")
  func selection() throws {
    let (session, folder) = try session()
    expect(!session.run("delete").hasSuffix("\nhint:  delete selected\n"))
    session.run("select where Qty > 3")
    expect(session.run("delete").hasSuffix("\nhint:  delete selected\n"))
    expect(session.run("delete selected").contains("deleted"))
    _ = folder
  }

  @Test("a sort by amounts, some with a unit, notes what makes them numbers")
  func units() throws {
    let (session, folder) = try session()
    expect(
      session.run("sort by Price desc").contains(
        "as numbers: replace Price USD \"\"; number Price; sort by Price desc\n"))
    expect(!session.run("sort by \"Order Id\"").contains("is text"))
    _ = folder
  }

  @Test("a copy has hidden columns, too, and a note says so")
  func hidden() throws {
    let (session, folder) = try session()
    session.run("column hide City")
    expect(
      session.run("save \(folder.path)/copy.json").contains("hidden columns are in it, too: City"))
    session.run("column unhide *")
    expect(!session.run("save \(folder.path)/copy2.json").contains("hidden"))
  }

  @Test("an error names a column that is not there, and shows what was typed")
  func typed() throws {
    let (session, folder) = try session()
    expect(session.run("show order id,Price where Qty > 3").contains("error: no column 'order'\n"))
    expect(session.run("delete zig == 3").contains("'zig'"))
    expect(!session.run("delete City == == 3").contains(":*"))
    _ = folder
  }
}
