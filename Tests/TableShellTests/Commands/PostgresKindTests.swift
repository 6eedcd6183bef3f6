import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What Lua sees of columns whose kind a real server declares, in the whole table and in a window.
struct PostgresKindTests {
  private static let made = """
    CREATE TABLE t (id int PRIMARY KEY, b bool, n numeric, big int8, f float8, name text);
    INSERT INTO t VALUES
      (1, true, 0.3, 9223372036854775807, 0.1, 'a'),
      (2, false, 0.30000000000000001, 9223372036854775806, 0.30000000000000004, 'b'),
      (3, NULL, 'NaN', 5, 'NaN', 'c'),
      (4, false, 12345678901234567890123.5, NULL, NULL, 'd');
    """

  private static let conditions = [
    ("b", "1"), ("not b", "234"), ("b == false", "24"), ("not (b == true)", "234"),
    ("n == 0.3", "1"), ("n > 0.3", "24"), ("n <= 0.3", "1"), ("n == nil", ""), ("n ~= n", "3"),
    ("n == decimal('0.30000000000000001')", "2"), ("big == 9223372036854775807", "1"),
    ("big > 9223372036854775806", "1"), ("big < 9223372036854775807", "23"), ("f < 0.3", "1"),
    ("f > 0.3", "2"), ("f == nil", "4"), ("not (f > 0.2)", "134"), ("f ~= f", "3"),
    ("tostring(b) == 'false'", "24"), ("b and n", "1"),
    ("b or big == 5", "13"), ("n > decimal('12345678901234567890123')", "4"),
  ]

  @Test(
    "a condition means rows by their exact values, and deletes no others",
    arguments: ["", "--window"])
  func conditions(options: String) throws {
    let session = Session(nil)
    let copies = Self.conditions.indices.map {
      "CREATE TABLE t\($0) (LIKE t INCLUDING ALL); INSERT INTO t\($0) SELECT * FROM t;"
    }
    let database = try session.open(
      Self.made + copies.joined(), "t", options: options, name: "kinds" + options)
    for (place, (text, ids)) in Self.conditions.enumerated() {
      let address = PostgresServer.shared.address(database, part: "t\(place)")
      expect(!session.run("open \(options) \"\(address)\"").contains("error"))
      let deleted = session.run("delete where \(text)")
      expect(!deleted.contains("error"), "\(deleted)")
      let saved = session.run("save")
      expect(saved.contains(ids.isEmpty ? "nothing to save" : "saved to"), "\(saved)")
      let left = try session.rows("SELECT id FROM t\(place) ORDER BY id", database)
      expectEqual(left, "1234".filter { !ids.contains($0) }.map { String($0) }, "\(text)")
    }
    let told = session.run("delete where n > 12345678901234567890")
    expect(told.contains("error: Lua reads 12345678901234567890 as"), "\(told)")
  }

  @Test(
    "values that Lua cannot compute with exactly are an error, and nothing is changed",
    arguments: ["", "--window"])
  func arithmetic(options: String) throws {
    let session = Session(nil)
    let database = try session.open(Self.made, "t", options: options, name: "computing" + options)
    expect(session.run("edit * b := not b; save").contains("changed 4 rows"))
    try expectEqual(session.rows("SELECT b FROM t ORDER BY id", database), ["f", "t", "t", "t"])
    let long = session.run("edit * n := n + 10000")
    expect(long.contains("has more digits than Lua computes with"), "\(long)")
    expect(long.contains("hint:  tonumber(n) rounds it"))
    let large = session.run("edit * big := big and big + 1")
    expect(large.contains("does not fit in an integer of 64 bits"), "\(large)")
    expect(session.run("edit @2 big := big - 1; edit @1 n := n * 2; save").contains("saved to"))
    let rows = try session.rows("SELECT n, big FROM t WHERE id < 3 ORDER BY id", database)
    expectEqual(rows, ["0.6|9223372036854775807", "0.30000000000000001|9223372036854775805"])
  }

  @Test("columns are listed and sorted by what they are, exported and read again")
  func others() throws {
    let folder = TemporaryFolder()
    let session = Session(nil)
    let database = try session.open(Self.made, "t")
    let columns = session.run("columns")
    for line in ["b     boolean", "n     number", "big   number", "f     number", "name  text"] {
      expect(columns.contains(line), "\(columns)")
    }
    expect(!session.run("sort by n").contains("error"))
    let file = folder.file("out.json")
    expect(!session.run("export \(file)").contains("error"))
    let text = try folder.read("out.json")
    expect(text.contains("\"b\":true") || text.contains("\"b\": true"), "\(text)")
    expect(text.contains("12345678901234567890123.5"), "\(text)")
    let again = session.run(
      "export \"\(PostgresServer.shared.address(database, part: "copy"))\"")
    expect(!again.contains("error"), "\(again)")
    let types = try session.rows(
      "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'copy' ORDER BY 1",
      database)
    expect(types.contains("b|boolean"), "\(types)")
    expect(types.contains("big|bigint"), "\(types)")
  }

  @Test("intervals are sorted as the server sorts them")
  func intervals() throws {
    let session = Session(nil)
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, span interval);
      INSERT INTO t SELECT row_number() OVER (), v::interval FROM unnest(ARRAY[
        '1 day', '23:59:59.999999', '-1 day', '-1 day +02:03:00', '1 mon', '30 days', '29 days 24:00:01',
        '1 year', '360 days', '-00:00:00.5', '-00:00:00.25', '00:00:00', '2 years -13 mons', '10 days',
        '9 days', '100:00:00', '-178000000 years', '178000000 years', '1 week', '00:00:00.000001', NULL
      ]) AS v;
      """, "t", name: "intervals")
    expect(!session.run("sort by span").contains("error"))
    func order() -> [String] {
      session.run("export --format csv -").split(separator: "\n").filter {
        $0.first?.isNumber == true
      }
      .map { String($0.prefix { $0 != "," }) }
    }
    let sorted = "SELECT id FROM t ORDER BY span"
    expectEqual(order(), try session.rows(sorted + ", id", database))
    expect(!session.run("sort by id; sort by span desc").contains("error"))
    expectEqual(order(), try session.rows(sorted + " DESC NULLS LAST, id", database))
    // What a user types in another form has its place, too.
    session.run("edit @1 span='2 weeks'; sort by span")
    let rows = order()
    expectEqual(rows.firstIndex(of: "1").map { rows[$0 - 1] }, "14")
  }

  @Test("YAML has integers of 64 bits and long decimals as plain numbers")
  func yaml() throws {
    let session = Session(nil)
    _ = try session.open(Self.made, "t", name: "yaml")
    for text in [
      session.run("export --format yaml -"), session.run("top 4 by id; export --format yaml -"),
    ] {
      expect(text.contains("big: 9223372036854775807\n"), "\(text)")
      expect(text.contains("n: 0.30000000000000001\n"), "\(text)")
    }
  }
}
