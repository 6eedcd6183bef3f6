import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What a role may only read in part, and what servers and poolers refuse in words that name the place.
struct PostgresRightsTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  private func open(
    _ database: String, _ part: String?, user: String = "tester", _ options: String = ""
  )
    -> String
  {
    let address = Self.server.address(database, part: part).replacing(
      "user=tester", with: "user=\(user)")
    session.run("close --force")
    return session.run("set table none; open \(options) \"\(address)\"")
  }

  @Test(
    "a role that may read some columns opens, changes and saves these, and the others are named")
  func columns() throws {
    let database = try Self.server.database(
      "rights",
      """
      CREATE TABLE t (id int PRIMARY KEY, name text, pay int DEFAULT 7, secret text);
      INSERT INTO t VALUES (1, 'Ann', 1, 's'), (2, 'Bo', 2, 's'), (3, 'Cy', 3, 's');
      CREATE TABLE u (a int PRIMARY KEY, b text, UNIQUE (b)); INSERT INTO u VALUES (1, 'x');
      CREATE TABLE closed (a int PRIMARY KEY);
      CREATE ROLE rights_clerk LOGIN;
      GRANT SELECT (id, name), UPDATE (name), INSERT (id, name), DELETE ON t TO rights_clerk;
      GRANT SELECT (b) ON u TO rights_clerk;
      """)
    let opened = open(database, "t", user: "rights_clerk")
    expect(
      opened.contains("columns 'pay', 'secret' of 't' are left out: you may not read them"),
      "\(opened)")
    expect(session.run("export -").hasPrefix("id,name\n1,Ann\n2,Bo\n3,Cy\n"))
    let saved = session.run("edit @1 name=Al; insert 0:end id=4 name=Di; save")
    expect(saved.contains("inserted 1 row, changed 1 row"), "\(saved)")
    try expectEqual(
      Self.server.psql("SELECT * FROM t ORDER BY id", in: database),
      "1|Al|1|s\n2|Bo|2|s\n3|Cy|3|s\n4|Di|7|\n")
    expect(session.run("delete @4; save").contains("deleted 1 row"))
    expect(!session.run("reload").contains("error"))
    let window = open(database, "t", user: "rights_clerk", "--window")
    expect(window.contains("opened") && window.contains("'pay', 'secret'"), "\(window)")
    expect(session.run("scroll end; export -").contains("3,Cy"))
    // A key that cannot be read tells no rows apart.
    let keyless = open(database, "u", user: "rights_clerk")
    expect(keyless.contains("the rows have no key") && keyless.contains("column 'a' of 'u' is"))
    let all = open(database, nil, user: "rights_clerk", "--section-by table")
    expect(all.contains("'pay', 'secret' of 't'"), "\(all)")
    expect(all.contains("table 'closed' is left out: you may not read it"), "\(all)")
    expect(open(database, "closed", user: "rights_clerk").contains("permission denied"))
  }

  @Test("each right is asked for by itself, before anything is written")
  func rights() throws {
    let database = try Self.server.database(
      "rights_each",
      """
      CREATE TABLE t (id int PRIMARY KEY, name text);
      INSERT INTO t VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy');
      CREATE ROLE rights_inserter LOGIN; CREATE ROLE rights_updater LOGIN;
      CREATE ROLE rights_deleter LOGIN;
      GRANT SELECT, INSERT ON t TO rights_inserter; GRANT SELECT, UPDATE ON t TO rights_updater;
      GRANT SELECT, DELETE ON t TO rights_deleter;
      """)
    for (allowed, role) in ["inserter", "updater", "deleter"].enumerated() {
      let works = [
        ("insert 0:end id=1\(allowed) name=Di", "insert rows into"),
        ("edit @1 name=\(role)", "change rows of"), ("delete @2", "delete rows of"),
      ]
      for (work, (line, what)) in works.enumerated() where work != allowed {
        _ = open(database, "t", user: "rights_\(role)")
        let said = session.run("\(line); save")
        expect(said.contains(what), "\(role): \(said)")
        expect(said.contains("error:"), "\(role): \(said)")
      }
      _ = open(database, "t", user: "rights_\(role)")
      let said = session.run("\(works[allowed].0); save")
      expect(!said.contains("error:"), "\(role): \(said)")
    }
    try expectEqual(
      Self.server.psql("SELECT * FROM t ORDER BY id", in: database), "1|updater\n3|Cy\n10|Di\n")
  }

  @Test("what a trigger of another table raises names the trigger, and what breaks there the table")
  func triggers() throws {
    let database = try Self.server.database(
      "rights_triggers",
      """
      CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);
      CREATE TABLE log (v int CHECK (v < 100));
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO log VALUES (NEW.v); RETURN NULL; END $$;
      CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.v = 7 THEN RAISE EXCEPTION 'the log is closed'; END IF; RETURN NEW; END $$;
      CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.v = 8 THEN RAISE EXCEPTION 'no eights'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER noted AFTER UPDATE ON t FOR EACH ROW EXECUTE FUNCTION note();
      CREATE TRIGGER checked BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION own();
      CREATE TRIGGER keeper BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION guard();
      """)
    _ = open(database, "t")
    let raised = session.run("edit @1 v=5; edit @2 v=7; save")
    expect(raised.contains("@2: the log is closed (trigger 'keeper' of 'log')"), "\(raised)")
    let broken = session.run("edit @2 v=500; save")
    expect(broken.contains("@2: violates check \"log_v_check\" (in 'log')"), "\(broken)")
    let own = session.run("edit @2 v=8; save")
    expect(own.contains("@2: no eights\n"), "\(own)")
  }

  @Test(
    "a value that its type cannot read names the row, whatever the code",
    arguments: [
      ("ltree", "a.b", "a..b"), ("tsquery", "a", "a & & b"), ("lquery", "a", "a..b"),
      ("regclass", "pg_class", "nope"), ("regtype", "int", "nope"), ("regproc", "now", "nope"),
      ("json", "1", "{"), ("jsonpath", "$", "$.."), ("hstore", "a=>1", "a=>"), ("cube", "1", "(1"),
    ])
  func syntax(_ type: String, _ good: String, _ bad: String) throws {
    let database = try Self.server.database(
      "rights_\(type)",
      """
      CREATE EXTENSION ltree; CREATE EXTENSION hstore; CREATE EXTENSION cube;
      CREATE TABLE t (id int PRIMARY KEY, v \(type)); INSERT INTO t SELECT n, '\(good)' FROM generate_series(1, 5) AS n;
      """)
    _ = open(database, "t")
    let told = session.run("edit @1 v=\"\(bad)\"; undo; edit @4 v=\"\(bad)\"; save")
    expect(told.contains("error: @4: "), "\(told)")
    expect(told.contains("hint:  edit @4 v=VALUE, or undo; nothing is saved"), "\(told)")
  }

  @Test("a pooler that takes no options is not taken for a server that does not run")
  func options() throws {
    let database = try Self.server.database("rights_pooled", "CREATE TABLE t (id int PRIMARY KEY)")
    let pooler = try PostgresPooler(Self.server, .transaction)
    let folder = try TestSupport.TemporaryFolder()
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", pooler.address(database, part: "t"), "-c", "count"],
      environment: ["PGOPTIONS": "-c lock_timeout=5s"])
    expect(
      child.status != 0 && child.errors.contains("unsupported startup parameter"), "\(child.errors)"
    )
    expect(
      !child.errors.contains("pg_isready") && child.errors.contains("ALTER ROLE"), "\(child.errors)"
    )
  }
}
