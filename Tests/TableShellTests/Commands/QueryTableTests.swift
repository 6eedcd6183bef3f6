import DatabaseSupport
import Expectations
import TestSupport
import Testing

@testable import TableSQLite
@testable import TableShell

@Suite("Tables of a query", .ends)
struct QueryTableTests {
  private let folder = TemporaryFolder()

  /// Two tables, in the program and in a database of SQLite.
  private func tables(
    _ random: inout SeededGenerator
  ) throws -> ([TableQuery.Named], PlainDatabase) {
    let db = try PlainDatabase(path: ":memory:")
    let session = Session(nil)
    for (name, count) in [("a", 60), ("b", 45)] {
      try db.run("CREATE TABLE \(name) (id INTEGER, n INTEGER, r REAL, t TEXT, z TEXT, g TEXT)")
      var text = "id,n,r,t,z,g\n"
      for id in 1...count {
        func orNull(_ cell: String) -> String { random.below(8) == 0 ? "" : cell }
        let cells = [
          String(id), orNull("\(random.below(12) - 3)"), orNull("\(random.below(9)).5"),
          orNull(["x", "Y", "y", "zé", "a b", "q\"r"][random.below(6)]),
          orNull("0\(random.below(7))"),
          orNull("g\(random.below(3))"),
        ]
        text +=
          cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.map { $0 == "\"\"" ? "" : $0 }
          .joined(separator: ",") + "\n"
        let values = cells.enumerated().map { index, cell in
          cell.isEmpty ? "NULL" : index < 3 ? cell : "'\(cell)'"
        }
        try db.run("INSERT INTO \(name) VALUES (\(values.joined(separator: ", ")))")
      }
      session.run("open \(try folder.write(text, to: "\(name).csv"))")
    }
    return (session.shell.documents.map { (name: $0.shortName, table: $0.table) }, db)
  }

  private static func text(_ value: PlainDatabase.Value) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob: "?"
    }
  }

  /// A statement; `isOrdered`: its rows have one order.
  private func statement(_ random: inout SeededGenerator) -> (sql: String, isOrdered: Bool) {
    func one(_ parts: String...) -> String { parts[random.below(parts.count)] }
    func condition(_ table: String) -> String {
      one(
        "\(table).n > \(random.below(8))", "\(table).r BETWEEN 1 AND 4.5", "\(table).t = 'y'",
        "\(table).z IN ('01', '03')", "\(table).n = '2'", "\(table).t LIKE 'y%'",
        "\(table).g IS NULL",
        "\(table).rowid < 20", "\(table).t = 'Y' COLLATE NOCASE", "\(table).z = 3",
        "\(table).n = 1 OR \(table).t = 'x'")
    }
    let keys = one("g", "t", "z", "n", "r", "g, t", "t, n")
    let order = one("", " ORDER BY 1 DESC", " ORDER BY 2, 1")
    switch random.below(5) {
    case 0:
      return (
        "SELECT \(keys), count(*), sum(n), min(r), max(t) FROM a WHERE \(condition("a")) GROUP BY \(keys)",
        true
      )
    case 1:
      let first = one("g", "t", "z", "n", "r")
      return (
        "SELECT \(first), group_concat(id) FROM b GROUP BY \(first)\(order)",
        order != " ORDER BY 2, 1"
      )
    case 2:
      let link = one(
        "a.id = b.id", "a.n = b.n", "a.t = b.t", "a.z = b.z", "a.n = b.r", "a.n = b.z",
        "a.z = b.id",
        "a.r = b.n + 0.5", "a.t = b.t COLLATE NOCASE", "a.t = b.t AND a.g = b.g",
        "a.rowid = b.n", "a.n = b.n OR a.t = b.t", "b.id = a.z || ''", "a.z = b.n + 1")
      return (
        "SELECT a.id, b.id, a.t, b.n FROM a \(one("", "LEFT ", "CROSS "))JOIN b ON \(link) WHERE \(condition("a"))\(order)",
        false
      )
    case 3:
      return (
        "SELECT x.g, count(*), sum(y.n) FROM a x JOIN a y ON x.\(one("id", "n", "z")) = y.\(one("id", "n", "z")) WHERE \(condition("y")) GROUP BY x.g",
        true
      )
    default:
      return (
        one(
          "SELECT DISTINCT \(keys) FROM a WHERE \(condition("a"))",
          "SELECT id, t FROM a WHERE n IN (SELECT n FROM b WHERE \(condition("b")))",
          "SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.n = a.n AND \(condition("b")))",
          "SELECT a.id, b.id FROM a NATURAL JOIN b",
          "SELECT g, n FROM a UNION SELECT g, n FROM b WHERE \(condition("b"))",
          "SELECT g, row_number() OVER (PARTITION BY g ORDER BY id) FROM a WHERE \(condition("a"))"),
        false
      )
    }
  }

  @Test("queries have the results that they have on tables of SQLite", arguments: 1...10)
  func equalResults(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (tables, db) = try tables(&random)
    for _ in 1...50 {
      let (sql, isOrdered) = statement(&random)
      let made = try TableQuery(sql, over: tables, progress: .none).run()
      let rows = made.rowList.map { row in
        made.columns.map { made.cell(row, $0.id).text }.joined(separator: "|")
      }
      let expected = try db.rows(sql).map { row in
        row.map(Self.text).joined(separator: "|")
      }
      expectEqual(
        isOrdered ? rows : rows.sorted(), isOrdered ? expected : expected.sorted(), "\(sql)")
    }
  }

  @Test("groups of a column with many values have the order of SQLite", arguments: 1...4)
  func manyGroups(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let db = try PlainDatabase(path: ":memory:")
    try db.run("CREATE TABLE t (id INTEGER, n INTEGER, r REAL, s TEXT, m)")
    var text = "id,n,r,s,m\n"
    for id in 1...900 {
      func orNull(_ cell: String) -> String { random.below(seed * 20) == 0 ? "" : cell }
      let cells = [
        "\(id)", orNull("\(random.below(500) - 250)"), orNull("\(random.below(400) - 200).5"),
        orNull(["x", "Y", "é", "aaaaaaaaaa"][random.below(4)] + "\(random.below(200))"),
        orNull(random.below(3) == 0 ? "x\(random.below(200))" : "\(random.below(300))"),
      ]
      text += cells.joined(separator: ",") + "\n"
      let values = cells.enumerated().map { index, cell in
        cell.isEmpty ? "NULL" : index < 3 ? cell : "'\(cell)'"
      }
      try db.run("INSERT INTO t VALUES (\(values.joined(separator: ", ")))")
    }
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "t.csv"))")
    let tables = session.shell.documents.map { (name: $0.shortName, table: $0.table) }
    for key in ["n", "r", "s", "m", "id", "n, s"] {
      for rest in ["", " ORDER BY 1", " ORDER BY 1 DESC", " HAVING count(*) > 1", " LIMIT 7"] {
        let first = key.split(separator: ",")[0]
        let sql =
          "SELECT \(first), count(*), group_concat(id), min(s), id FROM t GROUP BY \(key)\(rest)"
        let made = try TableQuery(sql, over: tables, progress: .none).run()
        let rows = made.rowList.map { row in
          made.columns.map { made.cell(row, $0.id).text }.joined(separator: "|")
        }
        expectEqual(
          rows, try db.rows(sql).map { $0.map(Self.text).joined(separator: "|") }, "\(sql)")
      }
    }
  }

  @Test("a join of many rows looks up each by its cells")
  func largeJoin() throws {
    let text = "id,other\n" + (1...30_000).map { "\($0),\(30_001 - $0)\n" }.joined()
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "t.csv"))")
    session.run(
      "query \"SELECT count(*) AS n, sum(y.other) AS s FROM t x JOIN t y ON x.other = y.id\"")
    expectEqual(session.run("export --format ndjson -"), "{\"n\":30000,\"s\":450015000}\n")
  }
}
