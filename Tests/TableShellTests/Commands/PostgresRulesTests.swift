import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What a real server makes of rows that are saved, and what it refuses.
struct PostgresRulesTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  @Test("defaults, generated and identity columns and triggers come back into the table")
  func made() throws {
    let database = try session.open(
      """
      CREATE TABLE t (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text,
        upper text GENERATED ALWAYS AS (upper(name)) STORED, at date DEFAULT '2026-01-01',
        log text);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.log := TG_OP || ' ' || NEW.name; RETURN NEW; END $$;
      CREATE TRIGGER note BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION note();
      INSERT INTO t (name) VALUES ('ann'), ('bob');
      """, "t")
    session.run("edit @1 name=anne; insert 0 name=zoe; insert 0 name=yan at=2026-02-02")
    let saved = session.run("save")
    expect(saved.contains("inserted 2 rows, changed 1 row"), "\(saved)")
    expect(saved.contains("values that the server or others made came in"), "\(saved)")
    let table = session.run("show")
    for text in ["UPDATE anne", "ANNE", "INSERT zoe", "ZOE", "2026-01-01"] {
      expect(table.contains(text), "\(table)")
    }
    let ids = try session.rows("SELECT id, name FROM t ORDER BY id", database)
    expectEqual(ids, ["1|anne", "2|bob", "3|zoe", "4|yan"])
    expect(session.run("info").contains("no unsaved changes"))
    expect(!session.run("edit @3 name=zoo; save").contains("error"))
    let computed = session.run("edit @2 upper=X; save")
    expect(computed.contains("error: @2: 'upper' is computed by the server"), "\(computed)")
  }

  @Test("numbers that the server alone gives are refused, but come back with rows that it had")
  func identities() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
      INSERT INTO t (name) VALUES ('ann'), ('bob');
      """, "t")
    let refused = session.run("insert 0 id=70 name=own; save")
    expect(
      refused.contains("error: @70: 'id' is numbered by the server alone (GENERATED ALWAYS)"),
      "\(refused)")
    expect(refused.contains("hint:  edit --null id @70 leaves it to the server"), "\(refused)")
    expect(session.run("edit --null id @70; save").contains("inserted 1 row"))
    let all = "SELECT * FROM t ORDER BY id"
    try expectEqual(session.rows(all, database), ["1|ann", "2|bob", "3|own"])
    let moved = session.run("edit @1 id=9; save")
    expect(moved.contains("error: @9: 'id' is numbered by the server alone"), "\(moved)")
    expect(moved.contains("and stays as it is"), "\(moved)")
    session.run("undo; delete @1,@3; save")
    try expectEqual(session.rows(all, database), ["2|bob"])
    expect(session.run("undo; save").contains("inserted 2 rows"))
    try expectEqual(session.rows(all, database), ["1|ann", "2|bob", "3|own"])
    // A row that others deleted and that is kept.
    session.run("edit @2 name=rob")
    try Self.server.psql("DELETE FROM t WHERE id = 2", in: database)
    expect(session.run("save").contains("error: 1 conflict"))
    expect(session.run("conflicts keep mine; save").contains("inserted 1 row"))
    try expectEqual(session.rows(all, database), ["1|ann", "2|rob", "3|own"])
  }

  @Test("what triggers do afterwards comes in, and a row that one leaves out is told")
  func triggers() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, name text, note text, seen int DEFAULT 0);
      INSERT INTO t VALUES (1, 'a', 'x'), (2, 'b', 'y');
      CREATE FUNCTION after() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE t SET note = 'after ' || NEW.name WHERE id = NEW.id AND note IS DISTINCT FROM 'after ' || NEW.name;
        RETURN NULL; END $$;
      CREATE TRIGGER after AFTER INSERT OR UPDATE OF name ON t FOR EACH ROW EXECUTE FUNCTION after();
      CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.name = 'late' THEN RAISE EXCEPTION 'too late' USING ERRCODE = 'U0001'; END IF;
        UPDATE t SET seen = 7 WHERE id = NEW.id AND seen <> 7;
        RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER later AFTER UPDATE OF name ON t DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION later();
      CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.name = 'skip' THEN RETURN NULL; END IF;
        IF NEW.name = 'move' AND NEW.id < 100 THEN NEW.id := NEW.id + 100; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER before BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION before();
      """, "t")
    session.run("edit @1 name=c; insert 0 id=3 name=d")
    expect(session.run("save").contains("saved to"))
    try expectEqual(
      session.rows("SELECT * FROM t ORDER BY id", database),
      [
        "1|c|after c|7", "2|b|y|0", "3|d|after d|0",
      ])
    let table = session.run("show")
    expect(
      table.contains("after c") && table.contains("after d") && table.contains("7"), "\(table)")
    let late = session.run("edit @1 name=e; edit @2 name=late; edit @3 name=f; save")
    expect(late.contains("error: @2: too late"), "\(late)")
    session.run(
      "edit @2 name=g; insert 0 id=4 name=h; insert 0 id=5 name=skip; insert 0 id=6 name=i")
    let skipped = session.run("save")
    expect(skipped.contains("error: @5: the server leaves it out"), "\(skipped)")
    session.run("delete @5; edit @1 name=skip")
    let kept = session.run("save")
    expect(kept.contains("error: @1: the server does not change it"), "\(kept)")
    try expectEqual(session.rows("SELECT count(*) FROM t", database), ["3"])
    // A trigger gives a row another key.
    expect(session.run("edit @1 name=move; save").contains("saved to"))
    expect(session.run("show @101").contains("move"))
    expect(session.run("info").contains("no unsaved changes"))
    try expectEqual(
      session.rows("SELECT string_agg(id::text, ',' ORDER BY id) FROM t", database),
      [
        "2,3,4,6,101"
      ])
  }

  @Test("what a user may not do is told before anything is sent, policies included")
  func rights() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, name text);
      INSERT INTO t VALUES (1, 'a'), (2, 'b');
      CREATE ROLE saving_reader LOGIN; GRANT SELECT, UPDATE (name) ON t TO saving_reader;
      CREATE TABLE r (id int PRIMARY KEY, name text);
      INSERT INTO r VALUES (1, 'a'), (2, 'b');
      GRANT ALL ON r TO saving_reader;
      ALTER TABLE r ENABLE ROW LEVEL SECURITY;
      CREATE POLICY seen ON r FOR SELECT USING (true);
      CREATE POLICY own ON r FOR UPDATE USING (id = 1) WITH CHECK (name <> 'no');
      """, "t")
    func run(_ part: String, _ lines: String) -> String {
      let address = Self.server.address(database, part: part)
        .replacing("user=tester", with: "user=saving_reader")
      return session.run("open \"\(address)\"; \(lines)")
    }
    let deleted = run("t", "delete @1; save")
    expect(deleted.contains("error: you may not delete rows of 'public.t'"), "\(deleted)")
    let inserted = session.run("undo; insert 0 id=3; save")
    expect(inserted.contains("error: you may not insert rows into 'public.t'"), "\(inserted)")
    expect(session.run("undo; edit @1 name=x; save").contains("saved to"))
    let key = session.run("edit @1 id=9; save")
    expect(key.contains("error: ") && key.contains("permission denied"), "\(key)")
    expect(run("r", "edit @1 name=x; save").contains("saved to"))
    let policy = session.run("edit @2 name=x; save")
    expect(policy.contains("error: @2: the server does not change it"), "\(policy)")
    expect(policy.contains("a policy or a trigger"), "\(policy)")
    let checked = session.run("undo; edit @1 name=no; save")
    expect(checked.contains("error: ") && checked.contains("row-level security"), "\(checked)")
    try expectEqual(session.rows("SELECT name FROM r ORDER BY id", database), ["x", "b"])
  }

  @Test("a new row without a key is told by its place, and undo takes it back from the server")
  func newRows() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id serial PRIMARY KEY, n int CHECK (n > 0), t text NOT NULL DEFAULT '-');
      INSERT INTO t (n) VALUES (1), (2);
      """, "t")
    session.run("insert 0 n=5; insert 0 n=0; insert 0 n=6")
    let refused = session.run("save")
    expect(refused.contains(#"error: 0:3: violates check "t_n_check""#), "\(refused)")
    expect(refused.contains("edit 0:3 "), "\(refused)")
    expect(session.run("edit 0:3 n=7; save").contains("inserted 3 rows"))
    let stored = try session.rows("SELECT n FROM t ORDER BY id", database)
    expectEqual(stored, ["1", "2", "5", "7", "6"])
    expect(!session.run("insert 0; save").contains("error"))
    try expectEqual(
      session.rows("SELECT count(*) FROM t WHERE n IS NULL AND t = '-'", database), ["1"])
    expect(session.run("undo; save").contains("deleted 1 row"))
    expect(session.run("redo; save").contains("inserted 1 row"))
    try expectEqual(
      session.rows("SELECT count(*) FROM t WHERE n IS NULL AND t = '-'", database), ["1"])
    expect(session.run("reload").contains("reloaded"))
    expect(session.run("count").contains("6"))
    // The key comes in with the last step, and undoing that does not take it from the server.
    session.run("insert 0 n=8; edit @1 n=9; save; undo")
    let kept = session.run("edit @2 n=3; save")
    expect(kept.contains("changed 2 rows"), "\(kept)")
    try expectEqual(session.rows("SELECT n FROM t ORDER BY id", database).prefix(2), ["1", "3"])
    try expectEqual(session.rows("SELECT count(*) FROM t WHERE n = 8", database), ["1"])
    expect(session.run("info").contains("no unsaved changes"))
    expect(!session.run("edit where n == 8 set n=10; save").contains("error"))
    try expectEqual(session.rows("SELECT count(*) FROM t WHERE n = 10", database), ["1"])
  }

  @Test("what a server refuses is told by row, and nothing is saved")
  func refusals() throws {
    let database = try session.open(
      """
      CREATE TABLE boss (id int PRIMARY KEY);
      INSERT INTO boss VALUES (1), (2);
      CREATE TABLE t (
        id int PRIMARY KEY, name text NOT NULL, pay int CONSTRAINT positive CHECK (pay > 0),
        mail text CONSTRAINT one_mail UNIQUE, boss int CONSTRAINT has_boss REFERENCES boss,
        later int CONSTRAINT later_boss REFERENCES boss DEFERRABLE INITIALLY DEFERRED,
        during int4range, short varchar(3),
        CONSTRAINT apart EXCLUDE USING gist (during WITH &&));
      CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.name = 'bad' THEN RAISE EXCEPTION 'no bad names'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER guard BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION guard();
      INSERT INTO t SELECT i, 'n' || i, i, 'm' || i, 1, 1, int4range(i * 10, i * 10 + 5), 'abc'
        FROM generate_series(1, 40) AS i;
      """, "t")
    let cases = [
      ("@37 pay=-1", #"@37: violates check "positive""#),
      ("--null name @37", "@37: 'name' must have a value"),
      ("@37 mail=m3", #"@37: violates unique "one_mail"; Key (mail)=(m3) already exists."#),
      ("@37 boss=9", #"@37: violates foreign key "has_boss"; Key (boss)=(9) is not present"#),
      ("@37 later=9", #"@37: violates foreign key "later_boss"; Key (later)=(9) is not present"#),
      ("@37 during=[11,12)", #"@37: violates exclusion "apart""#),
      ("@37 pay=x1", "@37: invalid input syntax for type integer"),
      ("@37 name=bad", "@37: no bad names"),
      ("@37 short=abcd", "@37: value too long"),
    ]
    for (edit, expected) in cases {
      session.run("edit * pay := pay + 1; edit \(edit)")
      let refused = session.run("save")
      expect(refused.contains("error: " + expected), "\(edit): \(refused)")
      expect(refused.contains("hint:  ") && refused.contains("nothing is saved"), "\(refused)")
      try expectEqual(session.rows("SELECT sum(pay) FROM t", database), ["820"])
      session.run("undo; undo")
    }
    session.run("insert 0 id=50 name=new pay=1; insert 0 id=51 name=new pay=0")
    let inserted = session.run("save")
    expect(inserted.contains(#"error: @51: violates check "positive""#), "\(inserted)")
    session.run("undo; undo")
    expect(session.run("save").contains("nothing to save"))
    // Rows of others refer to those that are deleted.
    session.run("close; open \"\(Self.server.address(database, part: "boss"))\"; insert 0 id=3")
    expect(session.run("save").contains("inserted 1 row"))
    try Self.server.psql("UPDATE t SET boss = 2, later = 3 WHERE id = 1", in: database)
    for (line, key, constraint) in [
      ("delete @2", "@2: cannot be deleted", "has_boss"),
      ("delete @3", "@3: cannot be deleted", "later_boss"),
      ("edit @3 id=4", "@4", "later_boss"), ("edit @2 id=4", "@4", "has_boss"),
    ] {
      let refused = session.run("\(line); insert 0 id=9; save")
      expect(
        refused.contains("error: \(key): violates foreign key \"\(constraint)\"; Key (id)="),
        "\(refused)")
      session.run("undo; undo")
    }
    try expectEqual(session.rows("SELECT id FROM boss ORDER BY id", database), ["1", "2", "3"])
  }

  @Test("characters that a server cannot store are told by row")
  func characters() throws {
    try Self.server.psql(
      "CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0 LOCALE 'C'")
    try Self.server.psql(
      "CREATE TABLE t (id int PRIMARY KEY, n text); INSERT INTO t VALUES (1, 'a'), (2, U&'\\00E4')",
      in: "latin")
    session.run("open \"\(Self.server.address("latin", part: "t"))\"; edit @1 n=ö; edit @2 n=ß")
    expect(session.run("save").contains("changed 2 rows"))
    let refused = session.run("edit @1 n=ä; edit @2 n=€; save")
    expect(refused.contains("error: "), "\(refused)")
    try expectEqual(
      session.rows("SET client_encoding = 'UTF8'; SELECT n FROM t ORDER BY id", "latin"),
      ["ö", "ß"])
    let nul = session.run("edit @2 n := 'a\\0b'; save")
    expect(nul.contains("error: "), "\(nul)")
  }

  @Test("a row that a policy does not allow is named")
  func policies() throws {
    let database = try Self.server.database(
      "rules_policies",
      """
      CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t SELECT g, g FROM generate_series(1, 9) g;
      ALTER TABLE t ENABLE ROW LEVEL SECURITY;
      CREATE POLICY p ON t USING (true) WITH CHECK (n < 50);
      DROP ROLE IF EXISTS rules_policy; CREATE ROLE rules_policy LOGIN; GRANT ALL ON t TO rules_policy;
      """)
    let address = Self.server.address(database, part: "t")
      .replacing("user=tester", with: "user=rules_policy")
    session.run("open \"\(address)\"; edit * n=7")
    let refused = session.run("edit @4 n=70; save")
    expect(refused.contains("error: @4: new row violates row-level security"), "\(refused)")
    try expectEqual(session.rows("SELECT count(*) FROM t WHERE n = 7", database), ["1"])
    let inserted = session.run("undo; insert 0 id=20 n=1; insert 0 id=21 n=90; save")
    expect(inserted.contains("error: @21: new row violates row-level security"), "\(inserted)")
    expect(session.run("edit @21 n=3; save").contains("inserted 2 rows, changed"))
  }
}
