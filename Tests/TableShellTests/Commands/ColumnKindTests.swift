import Expectations
import TestSupport
import Testing

@testable import TableShell

/// What is made of cells by the type of their column, in all that reads them.
struct ColumnKindTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String) throws -> Session {
    let session = Session(nil)
    session.run("set table none; open \(try folder.write(text, to: "t.csv"))")
    return session
  }

  @Test(
    "typed numbers are read alike by where, sort, sums and describe",
    arguments: ["number", "decimal"])
  func numbers(type: String) throws {
    let session = try session(
      "id,n,g\n1,1e3,a\n2,007,a\n3,+5,a\n4,.5,a\n5,5.,a\n6,x,a\n7,,a\n8,-2.5E-1,a\n")
    session.run("column type n \(type)")
    expectEqual(session.run("count where n ~= nil"), "6\n")
    let described = session.run("describe n")
    expect(described.contains("169.541666666667"), "\(described)")
    session.run("top 3 by n")
    expect(session.run("export -").contains("1,1e3,a\n2,007,a"), "\(session.run("export -"))")
    session.run("open t.csv; group by g sum n mean n median n min n max n")
    expectEqual(
      session.run("export -"),
      "g,n_sum,n_mean,n_median,n_min,n_max\na,1017.25,169.541666666667,5,-2.5E-1,1e3\n")
  }

  @Test("sums of decimals are exact, however many digits they have")
  func sums() throws {
    let session = try session(
      "g,n\na,0.30000000000000001\na,12345678901234567890.1\na,1e-3\nb,1e300\nb,1\n")
    session.run("column type n decimal; group by g sum n")
    let text = session.run("export -")
    expect(text.contains("a,12345678901234567890.40100000000000001"), "\(text)")
    expect(text.contains("b,1\(String(repeating: "0", count: 299))1\n"), "\(text)")
  }

  @Test("decimals of many digits are sorted by all of them")
  func digits() throws {
    let long = String(repeating: "1", count: 50)
    let session = try session(
      "id,n\n1,-\(long).2\n2,-\(long).1\n3,\(long).10\n4,\(long).2\n5,+\(long).1\n6,-\(long).15\n")
    session.run("column type n decimal; sort by n, id")
    let ids = session.run("export -").split(separator: "\n").dropFirst().map { $0.prefix(1) }
    expectEqual(ids.joined(), "162354", "\(ids)")
  }

  @Test(
    "a column of integers of 64 bits is one of integers elsewhere, too",
    arguments: ["json", "ndjson", "yaml", "db"])
  func integers(format: String) throws {
    let session = try session(
      "id,n,zip,mixed\n1,9223372036854775807,01234567890123456,9223372036854775807\n2,-9223372036854775807,1,x\n3,5,2,3\n"
    )
    let file = folder.file("out.\(format)")
    let said = session.run("export \(file)")
    expect(!said.contains("error"), "\(said)")
    session.run("open \(file)")
    let text = session.run("export --format ndjson -")
    expect(text.contains("\"n\":9223372036854775807,"), "\(text)")
    expect(text.contains("\"n\":-9223372036854775807,"), "\(text)")
    expect(text.contains("\"zip\":\"01234567890123456\""), "\(text)")
    expect(text.contains("\"mixed\":\"9223372036854775807\""), "\(text)")
  }

  @Test("a column of words for truths that stands alone is told of, however it is named")
  func bare() throws {
    let texts = "a b,c,d,note\ntrue,yes,1,no\nfalse,no,0,call\n"
    for condition in ["row[\"a b\"]", "not row['a b']", "c", "row.c", "row[\"c\"] and true", "d"] {
      let session = try session(texts)
      let said = session.run("select where \(condition)")
      expect(said.contains("error: ") && said.contains("is true in every row"), "\(said)")
    }
    let hint = try session(texts).run("select where not row[\"a b\"]")
    expect(
      hint.contains("column type \"a b\" boolean; or write row[\"a b\"] == \"true\""), "\(hint)")
    try expect(session(texts).run("select where c").contains("or write c == \"yes\""))
    // Most cells are such words, and some are others.
    let mixed = try session("b,note\ntrue,no\nfalse,call\nunknown,yes please\n,\n")
    let said = mixed.run("select where b")
    expect(said.contains("'false' is true, too"), "\(said)")
    expectEqual(mixed.run("count where note"), "3\n")
    expectEqual(mixed.run("count where b ~= nil"), "3\n")
    expect(
      mixed.run("help column").replacing("\n", with: " ").contains("true, t, yes, y, on and 1"))
  }

  @Test("undo of several steps says which they were, and what is other than before")
  func undo() throws {
    let session = try session(
      "id,x\n" + (1...30).map { "\($0),\(31 - $0)" }.joined(separator: "\n") + "\n")
    session.run("edit 0:0 x=b; edit 0:0 x=c; sort by id desc; delete 0:3; sort by id; delete 0:5")
    let said = session.run("undo 6")
    expect(
      said.contains(
        "took back 6 steps: 'delete 0:5', 'sort by id', 'delete 0:3', 'sort by id desc', 2 more; inserted 2 rows, changed 1 cell in 1 section"
      ),
      "\(said)")
    session.run("edit 0:0 x=b; sort by id desc; undo 2")
    expect(session.run("undo list").contains("edit 0:0 x=b"))
  }
}
