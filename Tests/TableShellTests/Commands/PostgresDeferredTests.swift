import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What a server refuses at the end of a transaction, and the row for which it does.
struct PostgresDeferredTests {
  private let session = Session(nil)

  private static let rules = """
    CREATE TABLE t (id int PRIMARY KEY, n int);
    INSERT INTO t SELECT g, 0 FROM generate_series(1, 6) g;
    CREATE FUNCTION rules() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT max(n) FROM t) > 100 THEN RAISE 'too large'; END IF;
      IF (SELECT sum(n) FROM t) % 2 <> 0 THEN RAISE 'odd'; END IF;
      RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER rules AFTER INSERT OR UPDATE ON t DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION rules();
    """

  @Test("the row is the one with which that refusal begins, not another one before it")
  func rows() throws {
    let database = try session.open(Self.rules, "t", name: "deferredrows")
    for (edits, row, reason) in [
      ("edit @1 n=1; edit @2 n=1; edit @3 n=200; edit @4 n=2", "@3", "too large"),
      ("edit @1 n=1; edit @2 n=1; insert 0:end id=9 n=200", "@9", "too large"),
      (
        "delete @6; edit @1 n=1; edit @2 n=3; insert 0:end id=8 n=4; insert 0:end id=9 n=7", "@9",
        "odd"
      ),
      ("edit @1 n=1; edit @2 n=2", "@1", "odd"),
    ] {
      session.run(edits)
      let refused = session.run("save")
      expect(refused.contains("error: \(row):"), "\(edits): \(refused)")
      expect(refused.contains(reason), "\(edits): \(refused)")
      try expectEqual(session.rows("SELECT sum(n), count(*) FROM t", database), ["0|6"])
      session.run("undo to 0")
    }
    expect(session.run("edit @1 n=1; edit @2 n=1; save").contains("changed 2 rows"))
  }
}
