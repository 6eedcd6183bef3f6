import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Rows that lie on two servers, one of which refuses at the end of the transaction: the other has ended its
/// own by then, or does not.
struct PostgresPartsTests {
  private static let server = PostgresServer.shared

  /// A database whose table `orders` has its rows of the sites a and b in databases of that name.
  private func database(_ name: String) throws -> String {
    for site in ["a", "b"] {
      _ = try Self.server.database(
        name + site,
        """
        CREATE TABLE part (id int PRIMARY KEY, site text, amount numeric(10, 2));
        CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'too late for today'; END $$;
        """)
    }
    let parts = ["a", "b"].map { site in
      """
      CREATE SERVER site_\(site) FOREIGN DATA WRAPPER postgres_fdw
        OPTIONS (host '\(Self.server.folder)', dbname '\(name + site)');
      CREATE USER MAPPING FOR tester SERVER site_\(site) OPTIONS (user 'tester');
      CREATE FOREIGN TABLE orders_\(site) PARTITION OF orders FOR VALUES IN ('\(site)')
        SERVER site_\(site) OPTIONS (table_name 'part');
      """
    }
    return try Self.server.database(
      name,
      """
      CREATE EXTENSION postgres_fdw;
      CREATE TABLE orders (id int NOT NULL, site text, amount numeric(10, 2)) PARTITION BY LIST (site);
      \(parts.joined(separator: "\n"))
      """)
  }

  /// Gives a site its rows.
  private static func fill(_ site: String) -> String {
    """
    TRUNCATE part;
    INSERT INTO part SELECT n, '\(site)', n FROM generate_series(\(site == "a" ? 1 : 2), 8, 2) AS n;
    """
  }

  private func rows(_ database: String, _ site: String) throws -> [String] {
    try Self.server.psql("SELECT id, amount FROM part ORDER BY id", in: database + site)
      .split(separator: "\n").map(String.init)
  }

  @Test(
    "what one server has saved when the other refuses is told and taken as saved; the rest is saved next"
  )
  func half() throws {
    let old = (
      a: ["1|1.00", "3|3.00", "5|5.00", "7|7.00"], b: ["2|2.00", "4|4.00", "6|6.00", "8|8.00"]
    )
    let new = (
      a: ["1|1.00", "5|905.00", "7|7.00", "9|9.00"],
      b: ["2|2.00", "6|906.00", "8|8.00", "10|10.00"]
    )
    // In one database servers always end in the same order.
    let database = try database("divided")
    var halves = 0
    for (refusing, other) in [("a", "b"), ("b", "a")] {
      for site in ["a", "b"] { try Self.server.psql(Self.fill(site), in: database + site) }
      try Self.server.psql(
        """
        CREATE CONSTRAINT TRIGGER late AFTER INSERT OR UPDATE OR DELETE ON part
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late()
        """, in: database + refusing)
      let session = Session(nil)
      session.run(
        "set table none; open --key id \"\(Self.server.address(database, part: "orders"))\"")
      session.run("edit @5 amount=905; edit @6 amount=906; delete @3; delete @4")
      session.run("insert 0:end id=9 site=a amount=9; insert 0:end id=10 site=b amount=10")
      let refused = session.run("save")
      expect(refused.contains("too late for today"), "\(refused)")
      try expectEqual(rows(database, refusing), refusing == "a" ? old.a : old.b)
      let stands = try rows(database, other)
      let changes = session.run("changes")
      if stands == (other == "a" ? new.a : new.b) {
        halves += 1
        let (mine, rest) = (other == "a" ? ["5", "3", "9"] : ["6", "4", "10"], refusing)
        expect(refused.contains("error: saved in part: "), "\(refused)")
        let open = rest == "a" ? ["5", "3", "9"] : ["6", "4", "10"]
        let told = refused.replacing("\n", with: " ")
        let saved = told.firstRange(of: "; saved: "), not = told.firstRange(of: "; not saved: ")
        let (left, right) = try (require(saved).upperBound, require(not))
        for key in mine {
          expect(told[left..<right.lowerBound].contains("@\(key)"), "\(refused)")
          expect(!changes.contains("@\(key)"), "\(changes)")
        }
        for key in open {
          expect(told[right.upperBound...].contains("@\(key)"), "\(refused)")
          expect(changes.contains("@\(key)"), "\(changes)")
        }
        expect(told.contains("@\(mine[0]) on site_\(other)"), "\(refused)")
        expect(told.contains("@\(open[0]) on site_\(refusing)"), "\(refused)")
      } else {
        expectEqual(stands, other == "a" ? old.a : old.b)
        expect(refused.contains("nothing is saved"), "\(refused)")
        for key in ["3", "4", "5", "6", "9", "10"] { expect(changes.contains("@\(key)")) }
      }
      try Self.server.psql("DROP TRIGGER late ON part", in: database + refusing)
      let saved = session.run("save")
      expect(saved.contains("saved to") && !saved.contains("conflict"), "\(saved)")
      try expect(rows(database, "a") == new.a && rows(database, "b") == new.b)
      expect(session.run("save").contains("nothing to save"))
      expect(session.run("changes").contains("no"))
    }
    expectEqual(halves, 1, "servers end one after the other")
  }

  @Test("where no other server has a part, a refusal at the end saves nothing and says so")
  func whole() throws {
    let database = try Self.server.database(
      "parts_none",
      """
      CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1);
      CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'too late for today'; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON t
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late();
      """)
    let session = Session(nil)
    session.run("set table none; open \"\(Self.server.address(database, part: "t"))\"")
    let refused = session.run("edit @1 v=2; save")
    expect(refused.contains("too late for today") && refused.contains("nothing is saved"))
    expect(session.run("changes").contains("@1"))
  }
}
