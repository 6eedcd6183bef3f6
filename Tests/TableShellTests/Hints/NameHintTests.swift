import Expectations
import Foundation
import Testing

@testable import TableShell

/// Hints of lines that need a table in another state, replies of `help` on words of other programs, and values
/// that look like code.
struct NameHintTests {
  private let folder = TemporaryFolder()

  private static let orders =
    "order id,Customer,City,Price,Qty\nA1,Ann Lee,Köln,2.5,3\nA2,Bob Ray,,4,10\nA3,Cid May,Ulm,1,7\n"

  private func session(_ text: String = Self.orders) throws -> Session {
    let path = try folder.write(text, to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  /// Types a line that fails, then its hint; returns the reply to that.
  @discardableResult
  private func follow(
    _ line: String, to meant: String, in session: Session, file: StaticString = #filePath,
    line place: Int = #line
  ) -> String {
    let told = session.run(line)
    let isTold = told.contains("error: ") && told.hasSuffix("\nhint:  \(meant)\n")
    expect(isTold, "\(line): \(told)", file: file, line: place)
    let reply = session.run(meant)
    expect(!reply.contains("error: "), "\(meant): \(reply)", file: file, line: place)
    return reply
  }

  @Test("undo typed several times takes back so many steps")
  func undos() throws {
    let session = try session()
    let before = session.run("export -")
    for line in ["undo undo", "u 2", "undo last 2"] {
      session.run("edit 0:0 Qty=4; edit 0:0 Qty=5")
      follow(line, to: "undo 2", in: session)
      expectEqual(session.run("export -"), before)
    }
  }

  @Test("a column that is added again is computed again, nulls left alone")
  func addedAgain() throws {
    let session = try session()
    session.run("column add Total := Qty * 2")
    follow("column add Total := Qty * 3", to: "edit * Total := Qty * 3", in: session)
    expect(session.run("show Total 0:1").contains("30"))
    follow(
      "column add Total at 0 := Qty * Price",
      to: "column move Total 0; edit * Total := Qty * Price", in: session)
    follow(
      "column add City := City:upper()",
      to: "edit * City := City and City:upper()", in: session)
  }

  @Test("a cell is not made null where an amount that it is computed of is")
  func amounts() throws {
    for line in ["column add Qty := Price * 2", "edit * Qty := Price * 2"] {
      let session = try session("order id,Price,Qty\nA1,$2.50,3\nA2,,10\nA3,USD 1,7\n")
      follow(
        line,
        to: "replace Price USD \"\"; number Price; edit where Price ~= nil set Qty := Price * 2",
        in: session)
      expect(session.run("export -").contains("A2,,10\n"), "\(line)")
    }
  }

  @Test("a column that is hidden is shown again, and one in another case is hidden")
  func hidden() throws {
    let session = try session()
    follow("column hide city", to: "column hide City", in: session)
    let reply = follow("column show City", to: "column unhide City", in: session)
    expect(reply.contains("unhid column 'City'"), "\(reply)")
  }

  @Test(
    "a table that is open is closed before it is opened with a key, and saved if it has changes")
  func reopened() throws {
    let session = try session()
    let path = folder.file("orders.csv")
    let line = "open --key \"order id\" '\(path)'"
    follow(line, to: "close; \(line)", in: session)
    expect(session.run("info").contains("order id"))
    session.run("edit @A1 Qty=4")
    follow(line, to: "save; close; \(line)  # saves what was changed before", in: session)
    expect(try folder.read("orders.csv").contains("2.5,4"))
  }

  @Test("letters are counted as letters where a column has umlauts, and null stays null")
  func letters() throws {
    for (line, meant, cell) in [
      (
        "edit * City := LEFT(City, 2)",
        "edit * City := City and City:sub(1, (utf8.offset(City, 3) or 0) - 1)", "Kö"
      ),
      (
        "edit * City := RIGHT(City, 3)",
        "edit * City := City and City:sub(utf8.offset(City, -3) or 1)", "öln"
      ),
      (
        "edit * City := MID(City, 2, 2)",
        "edit * City := City and City:sub(utf8.offset(City, 2) or #City + 1, "
          + "(utf8.offset(City, 4) or 0) - 1)", "öl"
      ),
    ] {
      let session = try session()
      follow(line, to: meant, in: session)
      expect(session.run("export -").contains("A1,Ann Lee,\(cell),"), "\(session.run("export -"))")
      expect(session.run("count where City == nil").hasPrefix("1"))
    }
  }

  @Test("a name in Lua that is no column's stays, and a text in quotes is never taken for one")
  func values() throws {
    let session = try session()
    follow(
      "show where city == \"qty\" or row.customer == \"price\" or tostring(QTY) == \"3\"",
      to: "show where City == \"qty\" or row.Customer == \"price\" or tostring(Qty) == \"3\"",
      in: session)
    session.run("lua qty = 5")
    follow("count where Price < qty and city", to: "count where Price < qty and City", in: session)
  }

  @Test("a separator that no cell holds is told, with the sign that its word names")
  func separators() throws {
    for (word, sign) in [
      ("space", "\" \""), ("blank", "\" \""), ("comma", "\",\""), ("x", "\" \""),
    ] {
      let session = try session()
      let told = session.run("split Customer by \(word) into a,b")
      let line = "undo; split Customer by \(sign) into a,b"
      expect(
        told.contains("note: no cell of 'Customer' holds '\(word)': \(line)\n"), "\(word): \(told)")
      expect(!session.run(line).contains("error: "))
      expect(sign == "\",\"" || session.run("count where b == \"Lee\"").hasPrefix("1"))
    }
    let session = try session()
    expect(!session.run("split Customer by \" \" into a,b").contains("no cell"))
    expect(
      session.run("split --dry-run City by comma into c,d")
        .contains(": split --dry-run City by \",\" into c,d\n"))
  }

  @Test("calls over columns and == are refused as values, but not in quotes")
  func computedValues() throws {
    let session = try session()
    let before = session.run("export -")
    for line in [
      "edit * City=upper(City)", "edit 0:0 City=trim(city)", "edit 0:0 City=Customer:lower()",
      "edit 0:0 Qty==5", "edit 0:0 City=len(City) Qty=4", "edit 0:0 City=replace(City,\"K\",\"C\")",
      "edit * Qty=sum(Price)", "insert 0:end City=upper(City)", "insert 0:end Qty==5",
      "edit 0:0 City==5",
    ] {
      expect(session.run(line).contains("error: "), "\(line)")
      expectEqual(session.run("export -"), before, "\(line)")
    }
    follow(
      "edit * City=replace(City,\"K\",\"C\")", to: "replace City K C", in: session)
    follow("insert 0:end Qty==5", to: "insert 0:end Qty=5", in: session)
    session.run("undo 2")
    for line in [
      "edit 0:0 City=\"upper(City)\"", "edit 0:0 City=f(x)", "edit 0:0 Qty=\"=5\"",
    ] {
      expect(session.run(line).contains("changed 1 cell"), "\(line)")
    }
    expect(session.run("insert 0:end City=\"upper(City)\"").contains("inserted 1 row"))
  }

  @Test("columns without commas between them are named by the error")
  func commas() throws {
    let session = try session()
    for line in ["show Customer City", "show order id City where Qty > 3"] {
      expect(session.run(line).contains("error: a comma is missing between columns: "), "\(line)")
    }
  }

  @Test("help on a word of other programs has lines that work, with a table and without")
  func helpOnForeignWords() throws {
    let words = Set(ForeignLines.help.map(\.pattern)).sorted()
    expect(words.count > 80)
    for word in words {
      let session = try session()
      let told = session.run("help \(word)")
      let lines = told.split(separator: "\n").map(String.init)
      expect(!told.contains("error: "), "\(word): \(told)")
      expect(told.hasPrefix("'\(word)' is a word of other programs"), "\(word): \(told)")
      guard let read = lines.firstIndex(where: { $0.hasPrefix("read on: ") }) else {
        expect(false, "\(word): \(told)")
        continue
      }
      let pages = lines[read].dropFirst("read on: ".count).split(separator: ",")
      let typed = lines[1..<read].filter { !$0.hasPrefix("for example: ") }
      for line in typed + pages.map(String.init) {
        // A query makes another table the current one, and takes the rest of the line.
        let isQuery = line.hasPrefix("  query ")
        let other = isQuery ? try self.session() : session
        let reply = other.run(line.trimmingCharacters(in: .whitespaces))
        if !isQuery { session.run("undo to 0") }
        expect(!reply.contains("error: "), "\(word): \(line): \(reply)")
      }
      expect(Session(nil).run("help \(word)").contains("read on: help "), "\(word)")
    }
    let told = try session().run("help duplicates")
    expect(told.contains("\n  dedupe --dry-run\n"), "\(told)")
  }
}
