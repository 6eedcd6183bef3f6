import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Tables of a real server, saved from the shell.
struct PostgresSavingTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  @Test("cells, new rows and deleted rows are saved at once, and nothing is left unsaved")
  func saves() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("edit @1 name=Anna; edit --null name @3; delete @2; insert 0 id=9 name=Zoe")
    let saved = session.run("save")
    expect(saved.contains("inserted 1 row, changed 2 rows, deleted 1 row"), "\(saved)")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database),
      [
        "1|Anna|41", "3||3", "9|Zoe|",
      ])
    try expectEqual(session.rows("SELECT id FROM people WHERE name IS NULL", database), ["3"])
    expect(session.run("save").contains("nothing to save"))
    expect(session.run("info").contains("no unsaved changes"))
    // Undo goes back past it, and can be saved.
    session.run("undo; undo")
    let again = session.run("save")
    expect(again.contains("saved"), "\(again)")
    try expect(session.rows("SELECT id, name FROM people ORDER BY id", database).contains("2|Bob"))
  }

  @Test("the types of a server keep what they hold")
  func types() throws {
    let database = try session.open(
      """
      CREATE TYPE mood AS ENUM ('sad', '7');
      CREATE DOMAIN short AS varchar(3) CHECK (VALUE <> 'no');
      CREATE TABLE t (
        id int PRIMARY KEY, n numeric, n2 numeric(5,2), f float8, big int8, b bool, t text,
        v varchar(5), c char(4), at timestamptz, day date, span interval, j json, jb jsonb,
        raw bytea, list text[], m mood, bits bit(3), ip inet, p point, x xml, s short, r int4range);
      INSERT INTO t VALUES (1, 1.50, 1.5, 'NaN', 9007199254740993, true, 'a', 'b', 'c',
        '2026-11-25 12:00:00+01', '2026-02-03', '1 mon', '{"a": 1}', '{"a": 1}', '\\x00ff',
        '{a}', 'sad', '101', '10.0.0.1', '(1,2)', '<a/>', 'ab', '[1,3)');
      INSERT INTO t (id) VALUES (2);
      """, "t")
    let values = [
      "n": "123456789012345678901234567890.5000", "n2": "2.345", "f": "1e300",
      "big": "9223372036854775807", "b": "false", "t": "", "v": "ä", "c": "de",
      "at": "2026-01-01 00:00:00.123456+02", "day": "infinity", "span": "30 days",
      "j": "[1,  2]", "jb": "[1,  2]", "raw": "\\\\x0102", "list": "{a,NULL,\\\"b,c\\\"}", "m": "7",
      "bits": "000", "ip": "10.0.0.0/8", "p": "(3,4)", "x": "<b/>", "s": "yes", "r": "[2,9)",
    ]
    for (name, value) in values {
      let reply = session.run("edit * \(name)=\"\(value)\"")
      expect(!reply.contains("error"), "\(reply)")
    }
    let saved = session.run("save")
    expect(saved.contains("changed 2 rows"), "\(saved)")
    let expected =
      "123456789012345678901234567890.5000|2.35|1e+300|9223372036854775807|f||ä|de  "
      + "|2025-12-31 22:00:00.123456+00|infinity|30 days|[1,  2]|[1, 2]|\\x0102|{a,NULL,\"b,c\"}|7"
      + "|000|10.0.0.0/8|(3,4)|<b/>|yes|[2,9)"
    let stored = try session.rows("SET timezone = 'UTC'; SELECT * FROM t ORDER BY id", database)
    expectEqual(stored, ["1|" + expected, "2|" + expected])
    // What the server made of them is in the table, and is saved.
    expect(session.run("info").contains("no unsaved changes"))
    expect(session.run("count where row.text.n2 == \"2.35\"").contains("2"))
    for (name, _) in values { session.run("edit --null \(name) @1") }
    expect(session.run("save").contains("changed 1 row"))
    try expectEqual(
      session.rows("SELECT * FROM t WHERE id = 1", database),
      [
        "1" + String(repeating: "|", count: 22)
      ])
  }

  @Test("composite keys, quoted names, schemas and keys of several rows that change at once")
  func keys() throws {
    let database = try session.open(
      """
      CREATE SCHEMA "S.x";
      CREATE TABLE "S.x"."T ""q"" x" (
        "a b" int, "C""d" text, "unit price" numeric, PRIMARY KEY ("a b", "C""d"));
      INSERT INTO "S.x"."T ""q"" x" VALUES (1, 'x', 1), (1, 'y', 2), (2, 'x', 3);
      """, ##""S.x"."T ""q"" x""##)
    session.run("edit @1/x \"unit price\"=9; edit @2/x 'C\"d'=z")
    var saved = session.run("save")
    expect(saved.contains("changed 2 rows"), "\(saved)")
    let all = #"SELECT * FROM "S.x"."T ""q"" x" ORDER BY 1, 2"#
    try expectEqual(session.rows(all, database), ["1|x|9", "1|y|2", "2|z|3"])
    // A swap, a chain and a circle.
    session.run("edit @1/x 'C\"d'=w; edit @1/y 'C\"d'=x; edit @1/w 'C\"d'=y")
    saved = session.run("save")
    expect(saved.contains("changed 2 rows"), "\(saved)")
    try expectEqual(session.rows(all, database), ["1|x|2", "1|y|9", "2|z|3"])
    session.run("edit @2/z \"a b\"=3; edit @1/y \"a b\"=2 'C\"d'=z; edit @1/x 'C\"d'=y")
    saved = session.run("save")
    expect(saved.contains("changed 3 rows"), "\(saved)")
    try expectEqual(session.rows(all, database), ["1|y|2", "2|z|9", "3|z|3"])
  }

  @Test("where others changed the same, nothing is saved, and the conflict is listed")
  func conflicts() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("edit @1 name=Anna; edit @2 age=7; insert 0 id=5 name=Eve")
    try Self.server.psql(
      "UPDATE people SET name = 'Anne', age = 42 WHERE id = 1; UPDATE people SET name = 'Rob' WHERE id = 2",
      in: database)
    let refused = session.run("save")
    expect(refused.contains("error: 1 conflict with the source: row '1', name"), "\(refused)")
    try expectEqual(
      session.rows("SELECT count(*) FROM people WHERE id = 5 OR age = 7", database), ["0"])
    expect(session.run("conflicts").contains("'Anna' here, 'Anne' in the source"))
    // What did not conflict came in.
    expect(session.run("show @1,@2").contains("42"))
    expect(session.run("save").contains("error: 1 conflict"))
    session.run("conflicts keep mine")
    let saved = session.run("save")
    expect(saved.contains("inserted 1 row, changed 2 rows"), "\(saved)")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database),
      ["1|Anna|42", "2|Rob|7", "3||3", "5|Eve|"])
    // A key that others took, a row that others deleted, one that others changed.
    session.run("insert 0 id=6 name=Fay; edit @2 age=8; delete @1")
    try Self.server.psql(
      "INSERT INTO people VALUES (6, 'Fox', 1); DELETE FROM people WHERE id = 2; "
        + "UPDATE people SET age = 43 WHERE id = 1", in: database)
    let several = session.run("save")
    expect(several.contains("conflicts with the source"), "\(several)")
    let list = session.run("conflicts")
    expect(list.contains("row '1' is deleted here and was changed in the source"), "\(list)")
    expect(list.contains("row '2' is changed here and was deleted in the source"), "\(list)")
    expect(list.contains("'Fay' here, 'Fox' in the source"), "\(list)")
    let forced = session.run("save --force")
    expect(forced.contains("saved to"), "\(forced)")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database),
      ["2|Rob|8", "3||3", "5|Eve|", "6|Fay|"])
  }

  @Test("undo of what was kept in a conflict, and saved, brings back what others had written")
  func keptMine() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("edit @1 name=Anna; delete @2")
    try Self.server.psql(
      "UPDATE people SET name = 'Anne' WHERE id = 1; UPDATE people SET age = 9 WHERE id = 2",
      in: database)
    expect(session.run("save").contains("error: 2 conflicts"))
    expect(session.run("conflicts keep mine; save").contains("changed 1 row, deleted 1 row"))
    let all = "SELECT * FROM people ORDER BY id"
    try expectEqual(session.rows(all, database), ["1|Anna|41", "3||3"])
    expect(session.run("undo; save").contains("inserted 1 row"))
    try expectEqual(session.rows(all, database), ["1|Anna|41", "2|Bob|9", "3||3"])
    let undone = session.run("undo; save")
    expect(undone.contains("took back: edit @1 name=Anna; changed 1 cell"), "\(undone)")
    try expectEqual(session.rows(all, database)[0], "1|Anne|41")
    expect(session.run("redo; save").contains("changed 1 row"))
    try expectEqual(session.rows(all, database)[0], "1|Anna|41")
    // A row that others deleted, and that was kept and so inserted again.
    session.run("edit @3 name=Cid")
    try Self.server.psql("DELETE FROM people WHERE id = 3", in: database)
    expect(session.run("save").contains("error: 1 conflict"))
    expect(session.run("conflicts keep mine; save").contains("inserted 1 row"))
    expect(session.run("undo; save").contains("deleted 1 row"))
    try expectEqual(session.rows(all, database).last, "2|Bob|9")
  }

  @Test("what is stored in another form is told, a time without a zone as what it is")
  func otherForms() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, at timestamptz, n numeric(5, 2), local timestamp);
      INSERT INTO t VALUES (1);
      """, "t")
    for (edit, told) in [
      (
        "at='2026-02-02 10:00'",
        "'2026-02-02 10:00' is '2026-02-02 10:00:00+00' there, as a time without a zone is UTC"
      ),
      ("at='2026-02-03'", "'2026-02-03' is '2026-02-03 00:00:00+00' there, as a time without"),
      ("n=1 at='2026-02-04 10:00'", "is '2026-02-04 10:00:00+00' there, as a time without a zone"),
      ("at='2026-02-02 10:00+01'", "'2026-02-02 10:00+01' is '2026-02-02 09:00:00+00' there\n"),
      ("at='2026-02-02T10:00Z'", "'2026-02-02T10:00Z' is '2026-02-02 10:00:00+00' there\n"),
      ("n=2", "came in: '2' is '2.00' there\n"),
      (
        "n=3 local='2026-02-02 10:00+05'",
        "'2026-02-02 10:00+05' is '2026-02-02 10:00:00' there, as its column keeps no zone; and 1 more"
      ),
      ("local='2026-02-02 10:00 PM'", "is '2026-02-02 22:00:00' there\n"),
    ] {
      let saved = session.run("edit @1 \(edit); save")
      expect(saved.contains(told), "\(edit): \(saved)")
    }
    try expectEqual(
      session.rows("SET timezone = 'UTC'; SELECT * FROM t", database),
      [
        "1|2026-02-02 10:00:00+00|3.00|2026-02-02 22:00:00"
      ])
  }

  @Test("null typed as a value is told to be a text")
  func typedNull() throws {
    _ = try session.open(PostgresServer.people, "people")
    let edited = session.run("edit @1 name=null")
    expect(
      edited.contains("note: name is the text 'null' now: edit --null name … is not a value"),
      "\(edited)")
    let inserted = session.run("insert 0 id=9 name=NULL")
    expect(
      inserted.contains("name is the text 'NULL' now: --null name is not a value"),
      "\(inserted)")
    expect(!session.run("edit @1 name=\"null\"").contains("note:"))
  }

  @Test("a new row with the key of a deleted one takes its place, unless others changed that")
  func replaced() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("delete @1; insert 0 id=1 name=new; edit @2 id=4; insert 0 id=2 name=two")
    let saved = session.run("save")
    expect(saved.contains("inserted 2 rows, changed 1 row, deleted 1 row"), "\(saved)")
    let all = "SELECT * FROM people ORDER BY id"
    try expectEqual(session.rows(all, database), ["1|new|", "2|two|", "3||3", "4|Bob|"])
    session.run("delete @1; insert 0 id=1 name=newer")
    try Self.server.psql("UPDATE people SET age = 5 WHERE id = 1", in: database)
    let refused = session.run("save")
    expect(refused.contains("error: ") && refused.contains("with the source"), "\(refused)")
    try expectEqual(session.rows(all, database)[0], "1|new|5")
    expect(session.run("conflicts keep mine; save").contains("saved to"))
    try expect(session.rows(all, database)[0].hasPrefix("1|newer|"))
  }

  @Test("others' changes of the same rows that do not conflict come in, and are nobody's undo step")
  func merges() throws {
    let database = try session.open(PostgresServer.people, "people")
    session.run("edit @1 name=Anna; delete @2")
    try Self.server.psql(
      "UPDATE people SET age = 42 WHERE id = 1; DELETE FROM people WHERE id = 2", in: database)
    let saved = session.run("save")
    expect(saved.contains("saved to"), "\(saved)")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database), ["1|Anna|42", "3||3"])
    session.run("undo; undo; save")
    try expectEqual(
      session.rows("SELECT * FROM people ORDER BY id", database).first, "1|Ann|42",
      "what others changed stays")
  }

  @Test("views that INSTEAD OF triggers write are saved through, and others say what they lack")
  func triggeredViews() throws {
    let database = try Self.server.database(
      "saving_triggered",
      """
      CREATE TABLE t (id int PRIMARY KEY, name text);
      INSERT INTO t VALUES (1, 'ann'), (2, 'ben'), (3, 'cy');
      CREATE VIEW v AS SELECT id, upper(name) AS name, count(*) OVER () AS n FROM t;
      CREATE FUNCTION put() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' THEN DELETE FROM t WHERE id = OLD.id; RETURN OLD; END IF;
        IF TG_OP = 'UPDATE' THEN UPDATE t SET name = lower(NEW.name) WHERE id = OLD.id; END IF;
        IF TG_OP = 'INSERT' THEN INSERT INTO t VALUES (NEW.id, lower(NEW.name)); END IF;
        RETURN NEW; END $$;
      CREATE VIEW w AS SELECT id, upper(name) AS name, count(*) OVER () AS n FROM t;
      CREATE TRIGGER put INSTEAD OF INSERT OR UPDATE OR DELETE ON v
        FOR EACH ROW EXECUTE FUNCTION put();
      CREATE TRIGGER put INSTEAD OF UPDATE ON w FOR EACH ROW EXECUTE FUNCTION put();
      """)
    func session(_ view: String) -> Session {
      let session = Session(nil)
      _ = session.run("open --key id \"\(Self.server.address(database))#\(view)\"")
      return session
    }
    let all = session("v")
    let saved = all.run("edit @1 name=ZED; delete @2; insert 0:end id=9 name=NEW; save")
    expect(!saved.contains("error"), "\(saved)")
    let rows = try Self.server.psql("SELECT id || name FROM t ORDER BY id", in: database)
    expectEqual(rows.split(separator: "\n"), ["1zed", "3cy", "9new"], "\(rows)")
    let one = session("w")
    expect(!one.run("edit @1 name=ANN; save").contains("error"))
    let refused = one.run("delete @3; save")
    expect(refused.contains("the server can not delete rows of such a view"), "\(refused)")
  }

  @Test("views with a key, partitions and tables of other servers are saved")
  func relations() throws {
    let database = try session.open(
      """
      CREATE TABLE t (id int PRIMARY KEY, name text, year int DEFAULT 2026);
      INSERT INTO t SELECT i, 'n' || i, 2026 FROM generate_series(1, 3) AS i;
      CREATE VIEW v AS SELECT id, name FROM t;
      CREATE VIEW sums AS SELECT year, count(*) AS n FROM t GROUP BY year;
      CREATE TABLE p (id int, year int, x text, PRIMARY KEY (id, year)) PARTITION BY RANGE (year);
      CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (2000) TO (2010);
      CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (2010) TO (2020);
      INSERT INTO p VALUES (1, 2005, 'a'), (2, 2015, 'b');
      CREATE TABLE bare (a int, b text);
      """, "v", options: "--key id")
    expect(
      session.run("edit @1 name=x; insert 0 id=9 name=y; delete @2; save").contains("saved to"))
    try expectEqual(
      session.rows("SELECT * FROM t ORDER BY id", database),
      [
        "1|x|2026", "3|n3|2026", "9|y|2026",
      ])
    func run(_ options: String, _ part: String, _ lines: String) -> String {
      session.run("open \(options) \"\(Self.server.address(database, part: part))\"; \(lines)")
    }
    expect(run("", "p", "edit @1/2005 year=2012 x=c; delete @2/2015; save").contains("saved to"))
    try expectEqual(session.rows("SELECT * FROM p2", database), ["1|2012|c"])
    let outside = session.run("insert 0 id=3 year=1990; save")
    expect(outside.contains("error: @3/1990: no partition of relation"), "\(outside)")
    let sums = run("--key year", "sums", "edit * n=5; save")
    expect(sums.contains("is read-only: the server can not change rows of such a view"), "\(sums)")
    let query = run("", "SELECT * FROM t", "edit * name=q; save")
    expect(query.contains("is read-only: it is a query"), "\(query)")
    expect(query.contains("save "), "\(query)")
    let bare = run("", "bare", "insert 0 a=1; save")
    expect(bare.contains("is read-only: a table without a primary key, and no --key"), "\(bare)")
    try Self.server.psql(
      """
      CREATE EXTENSION postgres_fdw;
      CREATE SERVER loop FOREIGN DATA WRAPPER postgres_fdw
        OPTIONS (host '\(Self.server.folder)', dbname '\(database)');
      CREATE USER MAPPING FOR tester SERVER loop OPTIONS (user 'tester');
      CREATE FOREIGN TABLE far (id int NOT NULL, name text, year int)
        SERVER loop OPTIONS (table_name 't');
      """, in: database)
    let far = run("--key id", "far", "edit @3 name=far; insert 0 id=4 name=new; delete @9; save")
    expect(far.contains("inserted 1 row, changed 1 row, deleted 1 row"), "\(far)")
    try expectEqual(
      session.rows("SELECT id, name FROM t ORDER BY id", database), ["1|x", "3|far", "4|new"])
  }

  @Test("columns, order and sections of one's own are not the server's")
  func own() throws {
    let database = try session.open(PostgresServer.people, "people", options: "--section-by name")
    expect(session.run("edit @1 name=Bob; save --dry-run").contains("would have changed 1 row"))
    try expectEqual(session.rows("SELECT name FROM people WHERE id = 1", database), ["Ann"])
    expect(session.run("save").contains("changed 1 row"))
    try expectEqual(session.rows("SELECT name FROM people WHERE id = 1", database), ["Bob"])
    session.run("close; open \"\(Self.server.address(database, part: "people"))\"")
    let sorted = session.run("sort by id desc; save")
    expect(sorted.contains("nothing to save") && sorted.contains("keeps no order"), "\(sorted)")
    expect(session.run("info").contains("no unsaved changes"))
    expect(session.run("edit @3 age=4; save").contains("changed 1 row"))
    // The order stays, and new rows of others come in where the key puts them.
    try Self.server.psql("INSERT INTO people VALUES (4, 'Dan', 1)", in: database)
    session.run("reload")
    expectEqual(
      session.shell.current.map { $0.table.allRows.map($0.table.key) }, ["3", "4", "2", "1"])
    for (line, what) in [
      ("column add x", ""), ("column delete age", "deleted "),
      ("column rename age years", "called so "),
    ] {
      let refused = session.run("\(line); save")
      expect(
        refused.contains("error: column ") && refused.contains("is \(what)here only"), "\(refused)"
      )
      session.run("undo")
    }
    try Self.server.psql("ALTER TABLE people RENAME age TO years", in: database)
    let changed = session.run("edit @3 age=5; save")
    expect(changed.contains("error: 'public.people' has different columns"), "\(changed)")
  }

  @Test(
    "padded texts are known without their blanks, in a window, too", arguments: ["", "--window"])
  func padded(options: String) throws {
    let database = try session.open(
      """
      CREATE TABLE t (code char(5) PRIMARY KEY, v char(4), n int);
      INSERT INTO t VALUES ('ab', 'x', 1), ('cd', NULL, 2), ('e', 'y', 3);
      """, "t", options: options, name: "padded\(options)")
    let saved = session.run(
      "edit @ab v=zz; edit @cd code=c n=5; edit @e v=''; insert 0 code=f; save")
    expect(saved.contains("inserted 1 row, changed 3 rows"), "\(saved)")
    expect(!saved.contains("note:"), "\(saved)")
    expectEqual(session.run("count where v == \"zz\""), "1\n")
    try expectEqual(
      session.rows("SELECT * FROM t ORDER BY code", database),
      [
        "ab   |zz  |1", "c    ||5", "e    |    |3", "f    ||",
      ])
    try Self.server.psql("UPDATE t SET v = 'kk' WHERE code = 'ab'", in: database)
    let conflict = session.run("edit @ab v=ll; save")
    expect(conflict.contains("'ll' here, 'kk' in the source"), "\(conflict)")
    expect(session.run("conflicts keep mine; save").contains("changed 1 row"))
    expect(session.run("delete @ab; save").contains("deleted 1 row"))
    expect(session.run("reload").contains("nothing changed"))
  }
}
