import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// A table whose rows lie on two servers, by foreign tables and hash partitions: it can have no
/// primary key, and tells nobody of its changes.
struct PostgresShardTests {
  private static let first = PostgresServer.shared
  /// Kept, as the server ends with it.
  private static let second = Result { try PostgresServer() }

  /// A database with the table `orders`, of the rows 1 to `count`.
  private func database(_ name: String, count: Int) throws -> String {
    let second = try Self.second.get()
    let part = "CREATE TABLE part (id int NOT NULL, item text, amount numeric)"
    _ = try second.database(name, part)
    return try Self.first.database(
      name,
      """
      \(part);
      CREATE EXTENSION postgres_fdw;
      CREATE SERVER here FOREIGN DATA WRAPPER postgres_fdw
        OPTIONS (host '\(Self.first.folder)', dbname '\(name)');
      CREATE SERVER there FOREIGN DATA WRAPPER postgres_fdw
        OPTIONS (host '\(second.folder)', dbname '\(name)');
      CREATE USER MAPPING FOR tester SERVER here OPTIONS (user 'tester');
      CREATE USER MAPPING FOR tester SERVER there OPTIONS (user 'tester');
      CREATE TABLE orders (id int NOT NULL, item text, amount numeric) PARTITION BY HASH (id);
      CREATE FOREIGN TABLE orders_0 PARTITION OF orders FOR VALUES WITH (MODULUS 2, REMAINDER 0)
        SERVER here OPTIONS (table_name 'part');
      CREATE FOREIGN TABLE orders_1 PARTITION OF orders FOR VALUES WITH (MODULUS 2, REMAINDER 1)
        SERVER there OPTIONS (table_name 'part');
      INSERT INTO orders SELECT n, 'item ' || n, n FROM generate_series(1, \(count)) AS n;
      """)
  }

  private func open(_ database: String, key: Bool = true) -> Session {
    let session = Session(nil)
    session.run(
      "set table none; open \(key ? "--key id " : "")\"\(Self.first.address(database, part: "orders"))\""
    )
    return session
  }

  private func rows(_ database: String) throws -> String {
    try Self.first.psql("SELECT * FROM orders ORDER BY id", in: database)
  }

  @Test(
    "is saved on both servers in one transaction, guarded by values, by the key that --key names")
  func save() throws {
    let database = try database("sharded", count: 8)
    for server in [Self.first, try Self.second.get()] {
      let count = try server.psql("SELECT count(*) FROM part", in: database)
      expect(count != "0\n" && count != "8\n", "both hold some")
    }
    let bare = open(database, key: false)
    expect(bare.run("edit 0:0 item=x; save").contains("error"))
    let session = open(database)
    let saved = session.run(
      "edit * amount := amount * 10; delete @8; insert 0:end id=9 item=new amount=1.50; save")
    expect(saved.contains("inserted 1 row, changed 7 rows, deleted 1 row"), "\(saved)")
    let expected = (1...7).map { "\($0)|item \($0)|\($0 * 10)\n" }.joined() + "9|new|1.50\n"
    try expectEqual(rows(database), expected)
    // Another has changed a row of one server: no row of the other is written.
    session.run("edit * item=mine")
    try Self.first.psql("UPDATE orders SET item = 'theirs' WHERE id = 2", in: database)
    let refused = session.run("save")
    expect(refused.contains("conflict"), "\(refused)")
    try expect(!rows(database).contains("mine"))
    session.run("conflicts keep theirs @2")
    expect(session.run("save").contains("changed 7 rows"))
    try expect(rows(database).contains("2|theirs|20\n"))
  }

  @Test("is asked for changes now and then, as no trigger tells of them")
  func follow() throws {
    let database = try database("sharded_watch", count: 4)
    let session = open(database)
    expect(session.run("watch --sql").contains("error"))
    let watched = session.run("watch on")
    expect(watched.contains("asked every"), "\(watched)")
    try Self.second.get().psql("UPDATE part SET amount = 99", in: database)
    let count = try Self.second.get().psql("SELECT count(*) FROM part", in: database)
    let told = session.awaitPush()
    expect(told.contains("~\(count.dropLast())"), "\(told)")
    session.run("watch off")
  }
}
