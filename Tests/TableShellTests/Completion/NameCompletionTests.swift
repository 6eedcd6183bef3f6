import Expectations
import Testing
import Wording

@testable import TableShell

/// Completion of names in other cases, by a word inside them, and in SQL.
struct NameCompletionTests {
  let folder = TemporaryFolder()
  let session = Session(nil)

  init() throws {
    let path = try folder.write(
      "id,City,Last Name\nA1,Bonn,Miller\na2,berlin,Smith\n", to: "orders.csv")
    session.run("open '\(path)'")
  }

  /// What the line is with each candidate in place.
  private func complete(_ line: String) -> [String] {
    let completion = session.shell.complete(line, cursor: line.utf8.count)
    let kept = String(decoding: line.utf8.prefix(completion.start), as: UTF8.self)
    guard case .candidates(let candidates) = completion.choices else { return ["FILES"] }
    return candidates.map { kept + $0.text }
  }

  @Test("upper and lower case are the same only where readline has it so")
  func cases() {
    expectEqual(complete("sort by ci"), [])
    expectEqual(complete("edit @A1 City=B"), ["edit @A1 City=Bonn"])
    expectEqual(complete("show @a"), ["show @a2"])
    expectEqual(complete("count where ci"), [])
    session.console.ignoresCaseInCompletion = true
    expectEqual(complete("sort by ci"), ["sort by City"])
    expectEqual(complete("edit @A1 City=B"), ["edit @A1 City=Bonn", "edit @A1 City=berlin"])
    expectEqual(complete("show @a"), ["show @A1", "show @a2"])
    expectEqual(complete("count where ci"), ["count where City"])
    expectEqual(
      complete("count where City == b").prefix(2),
      ["count where City == \"Bonn\"", "count where City == \"berlin\""])
    expectEqual(complete("COL"), ["columns", "column"])
  }

  @Test("a word inside a name finds it where no name begins so")
  func inside() {
    expectEqual(complete("sort by Name"), ["sort by \"Last Name\""])
    expectEqual(complete("sort by Na"), ["sort by \"Last Name\""])
    expectEqual(complete("sort by N"), [])
    expectEqual(complete("sort by ame"), [])
    expectEqual(complete("count where Name"), ["count where row[\"Last Name\"]"])
  }

  @Test("names with blanks are offered in conditions as they stand there")
  func blanks() {
    expectEqual(complete("count where La"), ["count where row[\"Last Name\"]"])
    expect(complete("count where ").contains("count where row[\"Last Name\"]"))
    expectEqual(
      complete("count where row["),
      ["id", "City", "Last Name"].map { "count where row[\"\($0)\"]" })
    expectEqual(complete("count where row[La"), ["count where row[\"Last Name\"]"])
    expectEqual(complete("count where row[\"La"), ["count where row[\"Last Name\"]"])
    expectEqual(
      Array(complete("count where row[\"Last Name\"] == ").prefix(2)),
      ["Miller", "Smith"].map { "count where row[\"Last Name\"] == \"\($0)\"" })
  }

  @Test("in a query tables, columns and words of SQL are offered, with quotes or without")
  func sql() {
    expectEqual(complete("query SEL"), ["query SELECT"])
    expectEqual(complete("query sel"), ["query select"])
    expectEqual(complete("query SELECT Ci"), ["query SELECT City"])
    expectEqual(complete("query SELECT * FROM "), ["query SELECT * FROM orders"])
    expectEqual(complete("query SELECT * FROM o"), ["query SELECT * FROM orders"])
    expectEqual(complete("query SELECT orders.La"), ["query SELECT orders.\"Last Name\""])
    expectEqual(
      complete("query SELECT * FROM orders WH"),
      ["WHERE", "WHEN"].map { "query SELECT * FROM orders " + $0 })
    expectEqual(complete("query \"SELECT Ci"), ["query \"SELECT City"])
    expectEqual(complete("query \"SELECT La"), ["query \"SELECT \\\"Last Name\\\""])
    expectEqual(complete("query 'SELECT La"), ["query 'SELECT \"Last Name\""])
    expectEqual(complete("query --local SELECT Ci"), ["query --local SELECT City"])
    expectEqual(complete("query SELECT * FROM orders WHERE City = 'Bo"), [])
    expectEqual(complete("count; query SELECT Ci"), ["count; query SELECT City"])
  }

  @Test("rules are offered where a plugin has some")
  func rules() {
    expect(!complete("count ").contains("count rule"))
    session.run(
      "lua tablesh.rule { name=\"old\", columns={\"id\"}, fn=function(id) return true end }")
    expect(complete("count ").contains("count rule"))
  }
}
