import PostgresSupport
import TestSupport
import Testing

@testable import TableShell

/// Tables of a real server, saved from the shell.
@Suite struct PostgresSavingTests {
  private static let server = PostgresServer.shared
  private let session = Session(nil)

  /// Makes a database and opens a table of it.
  private func open(
    _ sql: String, _ part: String, options: String = "", name: String = #function
  ) throws -> String {
    let database = try Self.server.database(
      "saving_" + name.lowercased().filter { $0.isLetter }, sql)
    let opened = session.run(
      "open \(options) \"\(Self.server.address(database, part: part.replacing("\"", with: "\\\"")))\""
    )
    #expect(!opened.contains("error"), "\(opened)")
    return database
  }

  private func rows(_ sql: String, _ database: String) throws -> [String] {
    try Self.server.psql(sql, in: database).split(separator: "\n").map(String.init)
  }

  private static let people = """
    CREATE TABLE people (id int PRIMARY KEY, name text, age int);
    INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', NULL), (3, '', 3);
    """

  @Test("cells, new rows and deleted rows are saved at once, and nothing is left unsaved")
  func saves() throws {
    let database = try open(Self.people, "people")
    session.run("edit @1 name=Anna; edit --null name @3; delete @2; insert 0 id=9 name=Zoe")
    let saved = session.run("save")
    #expect(saved.contains("inserted 1 row, changed 2 rows, deleted 1 row"), "\(saved)")
    #expect(
      try rows("SELECT * FROM people ORDER BY id", database) == ["1|Anna|41", "3||3", "9|Zoe|"])
    #expect(try rows("SELECT id FROM people WHERE name IS NULL", database) == ["3"])
    #expect(session.run("save").contains("nothing to save"))
    #expect(session.run("info").contains("no unsaved changes"))
    // Undo goes back past it, and can be saved.
    session.run("undo; undo")
    let again = session.run("save")
    #expect(again.contains("saved"), "\(again)")
    #expect(try rows("SELECT id, name FROM people ORDER BY id", database).contains("2|Bob"))
  }

  @Test("the types of a server keep what they hold")
  func types() throws {
    let database = try open(
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
      #expect(!reply.contains("error"), "\(reply)")
    }
    let saved = session.run("save")
    #expect(saved.contains("changed 2 rows"), "\(saved)")
    let expected =
      "123456789012345678901234567890.5000|2.35|1e+300|9223372036854775807|f||ä|de  "
      + "|2025-12-31 22:00:00.123456+00|infinity|30 days|[1,  2]|[1, 2]|\\x0102|{a,NULL,\"b,c\"}|7"
      + "|000|10.0.0.0/8|(3,4)|<b/>|yes|[2,9)"
    let stored = try rows("SET timezone = 'UTC'; SELECT * FROM t ORDER BY id", database)
    #expect(stored == ["1|" + expected, "2|" + expected])
    // What the server made of them is in the table, and is saved.
    #expect(session.run("info").contains("no unsaved changes"))
    #expect(session.run("count where row.text.n2 == \"2.35\"").contains("2"))
    for (name, _) in values { session.run("edit --null \(name) @1") }
    #expect(session.run("save").contains("changed 1 row"))
    #expect(
      try rows("SELECT * FROM t WHERE id = 1", database) == [
        "1" + String(repeating: "|", count: 22)
      ])
  }

  @Test("defaults, generated and identity columns and triggers come back into the table")
  func made() throws {
    let database = try open(
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
    #expect(saved.contains("inserted 2 rows, changed 1 row"), "\(saved)")
    #expect(saved.contains("values of its own"), "\(saved)")
    let table = session.run("show")
    for text in ["UPDATE anne", "ANNE", "INSERT zoe", "ZOE", "2026-01-01"] {
      #expect(table.contains(text), "\(table)")
    }
    let ids = try rows("SELECT id, name FROM t ORDER BY id", database)
    #expect(ids == ["1|anne", "2|bob", "3|zoe", "4|yan"])
    #expect(session.run("info").contains("no unsaved changes"))
    #expect(!session.run("edit @3 name=zoo; save").contains("error"))
    // A key of one's own is kept.
    session.run("insert 0 id=70 name=own")
    #expect(session.run("save").contains("inserted 1 row"))
    #expect(try rows("SELECT name FROM t WHERE id = 70", database) == ["own"])
    let computed = session.run("edit @2 upper=X; save")
    #expect(computed.contains("error: @2: 'upper' is computed by the server"), "\(computed)")
  }

  @Test("composite keys, quoted names, schemas and keys of several rows that change at once")
  func keys() throws {
    let database = try open(
      """
      CREATE SCHEMA "S.x";
      CREATE TABLE "S.x"."T ""q"" x" (
        "a b" int, "C""d" text, "unit price" numeric, PRIMARY KEY ("a b", "C""d"));
      INSERT INTO "S.x"."T ""q"" x" VALUES (1, 'x', 1), (1, 'y', 2), (2, 'x', 3);
      """, ##""S.x"."T ""q"" x""##)
    session.run("edit @1/x \"unit price\"=9; edit @2/x 'C\"d'=z")
    var saved = session.run("save")
    #expect(saved.contains("changed 2 rows"), "\(saved)")
    let all = #"SELECT * FROM "S.x"."T ""q"" x" ORDER BY 1, 2"#
    #expect(try rows(all, database) == ["1|x|9", "1|y|2", "2|z|3"])
    // A swap, a chain and a circle.
    session.run("edit @1/x 'C\"d'=w; edit @1/y 'C\"d'=x; edit @1/w 'C\"d'=y")
    saved = session.run("save")
    #expect(saved.contains("changed 2 rows"), "\(saved)")
    #expect(try rows(all, database) == ["1|x|2", "1|y|9", "2|z|3"])
    session.run("edit @2/z \"a b\"=3; edit @1/y \"a b\"=2 'C\"d'=z; edit @1/x 'C\"d'=y")
    saved = session.run("save")
    #expect(saved.contains("changed 3 rows"), "\(saved)")
    #expect(try rows(all, database) == ["1|y|2", "2|z|9", "3|z|3"])
  }

  @Test("where others changed the same, nothing is saved, and the conflict is listed")
  func conflicts() throws {
    let database = try open(Self.people, "people")
    session.run("edit @1 name=Anna; edit @2 age=7; insert 0 id=5 name=Eve")
    try Self.server.psql(
      "UPDATE people SET name = 'Anne', age = 42 WHERE id = 1; UPDATE people SET name = 'Rob' WHERE id = 2",
      in: database)
    let refused = session.run("save")
    #expect(refused.contains("error: 1 conflict with the source: row '1', name"), "\(refused)")
    #expect(try rows("SELECT count(*) FROM people WHERE id = 5 OR age = 7", database) == ["0"])
    #expect(session.run("conflicts").contains("'Anna' here, 'Anne' in the source"))
    // What did not conflict came in.
    #expect(session.run("show @1,@2").contains("42"))
    #expect(session.run("save").contains("error: 1 conflict"))
    session.run("conflicts keep mine")
    let saved = session.run("save")
    #expect(saved.contains("inserted 1 row, changed 2 rows"), "\(saved)")
    #expect(
      try rows("SELECT * FROM people ORDER BY id", database)
        == ["1|Anna|42", "2|Rob|7", "3||3", "5|Eve|"])
    // A key that others took, a row that others deleted, one that others changed.
    session.run("insert 0 id=6 name=Fay; edit @2 age=8; delete @1")
    try Self.server.psql(
      "INSERT INTO people VALUES (6, 'Fox', 1); DELETE FROM people WHERE id = 2; "
        + "UPDATE people SET age = 43 WHERE id = 1", in: database)
    let several = session.run("save")
    #expect(several.contains("conflicts with the source"), "\(several)")
    let list = session.run("conflicts")
    #expect(list.contains("row '1' is deleted here and was changed in the source"), "\(list)")
    #expect(list.contains("row '2' is changed here and was deleted in the source"), "\(list)")
    #expect(list.contains("'Fay' here, 'Fox' in the source"), "\(list)")
    let forced = session.run("save --force")
    #expect(forced.contains("saved to"), "\(forced)")
    #expect(
      try rows("SELECT * FROM people ORDER BY id", database)
        == ["2|Rob|8", "3||3", "5|Eve|", "6|Fay|"])
  }

  @Test("others' changes of the same rows that do not conflict come in, and are nobody's undo step")
  func merges() throws {
    let database = try open(Self.people, "people")
    session.run("edit @1 name=Anna; delete @2")
    try Self.server.psql(
      "UPDATE people SET age = 42 WHERE id = 1; DELETE FROM people WHERE id = 2", in: database)
    let saved = session.run("save")
    #expect(saved.contains("saved to"), "\(saved)")
    #expect(try rows("SELECT * FROM people ORDER BY id", database) == ["1|Anna|42", "3||3"])
    session.run("undo; undo; save")
    #expect(
      try rows("SELECT * FROM people ORDER BY id", database).first == "1|Ann|42",
      "what others changed stays")
  }

  @Test("what a server refuses is told by row, and nothing is saved")
  func refusals() throws {
    let database = try open(
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
      #expect(refused.contains("error: " + expected), "\(edit): \(refused)")
      #expect(refused.contains("hint:  ") && refused.contains("nothing is saved"), "\(refused)")
      #expect(try rows("SELECT sum(pay) FROM t", database) == ["820"])
      session.run("undo; undo")
    }
    session.run("insert 0 id=50 name=new pay=1; insert 0 id=51 name=new pay=0")
    let inserted = session.run("save")
    #expect(inserted.contains(#"error: @51: violates check "positive""#), "\(inserted)")
    session.run("undo; undo")
    #expect(session.run("save").contains("nothing to save"))
  }
}
