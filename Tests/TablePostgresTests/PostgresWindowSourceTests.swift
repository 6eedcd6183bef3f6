import Expectations
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TablePostgres

/// Pages of a large table, and what the server says of all of it.
struct PostgresWindowSourceTests {
  private static let server = PostgresServer.shared

  private func source(_ database: String, _ part: String, rows: Int? = nil) throws -> PostgresSource
  {
    var options = ReadOptions()
    (options.windowing, options.windowRows) = (.always, rows)
    let text = Self.server.address(database, part: part)
    return PostgresSource(try require(PostgresAddress(text)), options: options)
  }

  @Test("300,000 rows are read page by page, forwards and backwards, each once")
  func pages() throws {
    let database = try Self.server.database(
      "pages",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g * 3, 'row ' || g FROM generate_series(1, 300000) AS g;
      DELETE FROM t WHERE id % 9 = 0 AND id > 600000;
      """)
    let source = try source(database, "t", rows: 7000)
    var loaded = try source.read()
    var numbers: [Int] = []
    while true {
      expect(loaded.table.rowCount == source.window?.keys.count && loaded.table.rowCount <= 7000)
      numbers += source.window?.keys.compactMap { Int($0[0]) } ?? []
      guard source.window?.hasRowsBehind == true else { break }
      source.move = .next
      loaded = try source.read()
    }
    let all = (1...300_000).map { $0 * 3 }.filter { $0 <= 600_000 || $0 % 9 != 0 }
    expectEqual(numbers, all)
    var back: [Int] = []
    while true {
      back += source.window?.keys.reversed().compactMap { Int($0[0]) } ?? []
      guard source.window?.hasRowsBefore == true else { break }
      source.move = .previous
      _ = try source.read()
    }
    expectEqual(back.reversed(), all)
    try expectEqual(source.count(), all.count)
  }

  @Test("a page is found by the index, however deep it is")
  func plan() throws {
    let database = try Self.server.database(
      "pageplan",
      """
      CREATE TABLE t (a int, b text, x text, PRIMARY KEY (a, b));
      INSERT INTO t SELECT g / 7, 'k' || g, 'x' FROM generate_series(1, 50000) AS g;
      ANALYZE t;
      """)
    let source = try source(database, "t", rows: 100)
    _ = try source.read()
    let query = PostgresWindowQuery(
      shape: try require(source.shape), window: try require(source.window))
    for (sign, isBackward) in [(">", false), ("<", true)] {
      let sql = query.page(
        where: "\(query.key) \(sign) \(query.parameters(from: 1))", isBackward: isBackward
      ).replacing("$1", with: "3571").replacing("$2", with: "'k25000'")
      let plan = try Self.server.psql("EXPLAIN (ANALYZE, TIMING OFF) \(sql)", in: database)
      expect(plan.contains("Index Scan") && !plan.contains("Seq Scan"), "\(plan)")
      // One row more than the page is read, to know that there is one.
      let most = plan.matches(of: #/actual rows=(\d+)/#).compactMap { Int($0.1) }.max()
      expectEqual(most, 101, "\(plan)")
    }
  }

  @Test("rows that are kept stand before and behind the page, in order; those that are gone do not")
  func kept() throws {
    let database = try Self.server.database(
      "pagekept",
      """
      CREATE TABLE t (a int, b text, PRIMARY KEY (a, b));
      INSERT INTO t SELECT g, 'b' FROM generate_series(1, 100) AS g;
      CREATE TABLE one (k text PRIMARY KEY); INSERT INTO one SELECT 'k' || g FROM generate_series(1, 9) g;
      """)
    let source = try source(database, "t", rows: 3)
    source.move = .at(["50", "a"])
    source.kept = [["90", "b"], ["7", "b"], ["51", "b"], ["7", "gone"], ["3", "b"]]
    let table = try source.read().table
    expectEqual(
      table.rowList.map { table.key(of: $0) }, ["3/b", "7/b", "50/b", "51/b", "52/b", "90/b"])
    expectEqual(source.window?.keptBefore, 2)
    expectEqual(source.window?.keys.map { $0[0] }, ["50", "51", "52"])
    let words = try self.source(database, "one", rows: 2)
    words.move = .last
    words.kept = [["k3"], ["k9"], ["k\"{,}"]]
    let table2 = try words.read().table
    expectEqual(table2.rowList.map { table2.key(of: $0) }, ["k3", "k8", "k9"])
  }

  @Test("rows of small tables are counted, also of parts, and those of large ones estimated")
  func sizes() throws {
    let database = try Self.server.database(
      "pagesize",
      """
      CREATE TABLE t (id int PRIMARY KEY) WITH (autovacuum_enabled = off);
      INSERT INTO t SELECT generate_series(1, 20000);
      CREATE TABLE p (id int PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10000);
      CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (10000) TO (30000);
      INSERT INTO p SELECT generate_series(1, 20000);
      ANALYZE p;
      CREATE TABLE large (id int PRIMARY KEY, x text) WITH (autovacuum_enabled = off);
      INSERT INTO large SELECT g, repeat('x', 200) FROM generate_series(1, 20000) g;
      """)
    let plain = try source(database, "t")
    _ = try plain.read()
    expect(plain.window?.estimate == 20_000 && plain.window?.isCounted == true)
    plain.didSave(addingRows: -3)
    expectEqual(plain.window?.estimate, 19_997)
    let parts = try source(database, "p")
    _ = try parts.read()
    expect(parts.window?.estimate == 20_000 && parts.window?.isCounted == true)
    // Nobody has counted it yet: what the planner takes it for is not told.
    let large = try source(database, "large")
    _ = try large.read()
    expect(large.window?.estimate == nil && large.window?.isWhole == false)
    try Self.server.psql("ANALYZE large", in: database)
    _ = try large.read()
    expect(large.window?.estimate == 20_000 && large.window?.isCounted == false)
    expect(PostgresWindow.rounded(9_999_042) == 10_000_000 && PostgresWindow.rounded(999) == 999)
  }
}
