import DatabaseSupport
import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Changes as statements of SQL, which a database runs.
struct StatementsTests {
  @Test("the statements of unsaved changes make the new table of the old one, whatever rows repeat")
  func random() throws {
    for seed in 0..<120 as Range<UInt64> {
      let folder = TemporaryFolder()
      var random = SeededGenerator(seed: seed)
      let isKeyed = random.oneIn(3)
      var lines = (0..<6).map { number in
        "\(isKeyed ? number : random.below(2)),\(["x", "y", ""][random.below(3)]),\(random.below(2))"
      }
      if !isKeyed { lines.append(lines[0]) }
      let session = Session(nil)
      session.run(
        "open \(try folder.write((["id,a,n"] + lines).joined(separator: "\n"), to: "t.csv"))")
      let database = try PlainDatabase(path: ":memory:")
      let type = isKeyed ? "INTEGER PRIMARY KEY" : "INTEGER"
      try database.run("CREATE TABLE t (id \(type), a TEXT, n INTEGER)")
      func load(_ table: String) throws {
        for line in session.run("export --format csv -").split(separator: "\n").dropFirst() {
          let cells = line.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "NULL" : "'\($0)'"
          }
          try database.run("INSERT INTO \(table) VALUES (\(cells.joined(separator: ", ")))")
        }
      }
      try load("t")
      var typed: [String] = []
      for _ in 0...random.below(4) {
        let row = "0:\(random.below(5))"
        typed.append(
          [
            "delete \(row)", "edit \(row) n=\(random.below(3))", "edit \(row) a=x",
            "edit \(row) id=\(random.below(9))", "insert 0:end id=\(10 + random.below(3)) n=1",
            "rename a b", "rename b a", "sort by n",
          ][random.below(8)])
        session.run(typed[typed.count - 1])
      }
      let sql = session.run("changes --format sql").split(separator: "\n")
        .filter { !$0.hasPrefix("note: ") }.joined(separator: "\n")
      if sql != "no unsaved changes", sql != "no difference" {
        do { try database.run(sql) } catch {
          expect(false, "seed \(seed): \(error) \(typed) \(sql)")
        }
      }
      try database.run("CREATE TABLE u (id INTEGER, a TEXT, n INTEGER)")
      try load("u")
      try expectEqual(
        database.rows("SELECT * FROM t ORDER BY 1, 2, 3").map { "\($0)" },
        database.rows("SELECT * FROM u ORDER BY 1, 2, 3").map { "\($0)" },
        "seed \(seed): \(lines) \(typed) \(sql)")
    }
  }

  @Test("a summary counts the rows that were edited, also where no key tells them apart")
  func summary() throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    session.run("open \(try folder.write("id,a,n\n1,x,1\n2,y,2\n2,y,3\n3,z,3\n", to: "t.csv"))")
    session.run("edit * n := n + 1; delete 0:1; rename a b")
    expectEqual(
      session.run("changes --format summary"),
      "note: columns: 'a' is now 'b'\n"
        + "rows     0 inserted, 1 deleted, 3 changed, of 4\ncells    n 3\ncolumns  a → b\n")
  }
}
