import Expectations
import Rooms
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// Windows over tables of a real server.
struct PostgresWindowTests {
  static let server = PostgresServer.shared

  func open(
    _ database: String, _ part: String, rows: Int? = nil,
    configure: (inout ShellOptions) -> Void = { _ in }
  ) -> Session {
    let session = Session(nil) {
      $0.reading.windowRows = rows
      configure(&$0)
    }
    session.run("open --window \"\(Self.server.address(database, part: part))\"")
    return session
  }

  func keys(_ session: Session) -> [String] {
    guard let table = session.shell.current?.table else { return [] }
    return table.rowList.map { table.key(of: $0) }
  }

  /// Reads all pages from the first on, and returns the keys of each.
  private func walk(_ session: Session, _ word: String, most: Int = 1000) -> [[String]] {
    var pages = [keys(session)]
    while pages.count < most {
      let said = session.run("scroll \(word)")
      if said.contains("rows are here") { break }
      pages.append(keys(session))
      if said.contains("error:") { break }
    }
    return pages
  }

  @Test("pages forwards and backwards are the whole table, in order, and few rows are in memory")
  func walks() throws {
    let database = try Self.server.database(
      "walks",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g * 3, 'row ' || g FROM generate_series(1, 3000) AS g;
      DELETE FROM t WHERE id BETWEEN 300 AND 600;
      """)
    let session = open(database, "t", rows: 70)
    let document = try require(session.shell.current)
    let all = (1...3000).map { $0 * 3 }.filter { !(300...600).contains($0) }.map(String.init)
    expectEqual(walk(session, "next").flatMap { $0 }, all)
    expect(document.table.rowCount <= 70)
    // Identifiers and records of rows that have left do not stay for ever.
    expect(document.table.rowIDCount <= 34 * 70)
    expectEqual(walk(session, "previous").reversed().flatMap { $0 }, all)
    expect(document.editor.undoTitles.isEmpty && !document.hasUnsavedChanges)
    expectEqual(session.run("count"), "\(all.count)\n")
  }

  @Test("keys of several columns, of text in the server's order, and of any type")
  func keys() throws {
    let database = try Self.server.database(
      "windowkeys",
      """
      CREATE COLLATION numbered (provider = icu, locale = 'en-u-kn-true');
      CREATE TABLE pair (b text COLLATE numbered, a int, x text, PRIMARY KEY (a, b));
      INSERT INTO pair SELECT 'K' || g, g % 5, 'x' FROM generate_series(1, 61) AS g;
      CREATE TABLE word (w text COLLATE numbered PRIMARY KEY);
      INSERT INTO word SELECT 'n' || g || ' "it''s" é' FROM generate_series(1, 61) AS g;
      CREATE TABLE many (k numeric, at timestamptz, ok bool, u uuid, PRIMARY KEY (at, k, ok, u));
      INSERT INTO many SELECT g / 7.0, '2026-01-01'::timestamptz + g / 4 * interval '0.5 s', g % 2 = 0,
        md5(g::text)::uuid FROM generate_series(1, 61) AS g;
      """)
    for (table, columns) in [("pair", "a, b"), ("word", "w"), ("many", "at, k, ok, u")] {
      let session = open(database, table, rows: 7)
      let row = columns.split(separator: ",").map { name in
        name.hasSuffix("ok") ? "ok::text" : String(name)
      }.joined(separator: " || '/' || ")
      let order = try Self.server.psql(
        "SET TimeZone = 'UTC'; SELECT \(row) FROM \(table) ORDER BY \(columns)", in: database
      ).split(separator: "\n").map(String.init)
      expectEqual(order.count, 61)
      let pages = walk(session, "next")
      expectEqual(pages.flatMap { $0 }, order, "\(table)")
      expectEqual(walk(session, "previous").reversed().flatMap { $0 }, order, "\(table)")
      session.run("scroll end")
      expectEqual(keys(session), Array(order.suffix(7)))
      session.run("scroll home")
      expectEqual(keys(session), Array(order.prefix(7)))
    }
    let session = open(database, "pair", rows: 7)
    session.run("scroll @3/K28")
    expectEqual(keys(session).first, "3/K28")
    expect(session.run("scroll @3/K29").contains("no row @3/K29 in the whole table"))
    expect(session.run("scroll @x/K29").contains("no row @x/K29"))
  }

  @Test("rows that others insert and delete between pages are met once, or not at all")
  func others() throws {
    let database = try Self.server.database(
      "windowothers",
      "CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 400) * 10;")
    let session = open(database, "t", rows: 25)
    var generator = SeededGenerator(seed: 7)
    var seen = keys(session)
    for _ in 0..<60 {
      // The last row of the page may be gone, and new rows may stand right behind it.
      let last = try require(Int(seen.last ?? ""))
      let place = last + Int.random(in: -15...15, using: &generator)
      try Self.server.psql(
        """
        DELETE FROM t WHERE id IN (\(last), \(last + 10));
        INSERT INTO t VALUES (\(place)) ON CONFLICT DO NOTHING;
        """, in: database)
      if session.run("scroll next").contains("rows are here") { break }
      seen += keys(session)
      let rest = try Self.server.psql("SELECT min(id) FROM t WHERE id > \(last)", in: database)
      expect(rest == "\n" || seen.contains(rest.trimmingBlanks))
    }
    let numbers = seen.compactMap(Int.init)
    expectEqual(numbers, Array(Set(numbers)).sorted())
    session.run("scroll end")
    try Self.server.psql("DELETE FROM t WHERE id > 5", in: database)
    session.run("scroll next")
    session.run("reload")
    expect(session.shell.current?.table.rowCount ?? 99 <= 1)
  }

  @Test(
    "edits are held by key where the window moves away, and undo, changes and conflicts know them")
  func edits() throws {
    let database = try Self.server.database(
      "windowedits",
      "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t SELECT g, 'a' FROM generate_series(1, 100) g; ANALYZE t"
    )
    let session = open(database, "t", rows: 10)
    session.run("edit @5 x=b")
    session.run("delete @7")
    session.run("edit @20 x=never")
    expect(session.run("edit @20 x=c").contains("hint:  scroll @20 goes there"))
    expect(session.run("scroll next").contains("@11 to @20 of 100 rows; 2 changes outside"))
    session.run("edit @12 x=d")
    session.run("scroll end")
    let all = "2 cells in 2 rows changed, 1 row deleted\n- @7\n"
    expectEqual(session.run("changes"), all + "~ @5 x: 'a' → 'b'\n~ @12 x: 'a' → 'd'\n")
    expectEqual(session.run("count"), "99\n")
    expectEqual(session.run("count where x == 'a'"), "97\n")
    session.run("scroll home")
    expectEqual(keys(session), ["1", "2", "3", "4", "5", "6", "8", "9", "10", "12"])
    expect(session.run("show x @5").contains("b"))
    session.run("undo")
    expectEqual(
      session.run("changes"), "1 cell in 1 row changed, 1 row deleted\n- @7\n~ @5 x: 'a' → 'b'\n")
    session.run("undo")
    session.run("scroll end")
    session.run("scroll home")
    expectEqual(keys(session), (1...10).map(String.init))
    // Others change a row that was changed here while the window was elsewhere.
    session.run("scroll end")
    try Self.server.psql("UPDATE t SET x = 'z' WHERE id = 5", in: database)
    expect(session.run("scroll previous").contains("conflict: "))
    expect(session.run("conflicts").contains("row '5', x: 'b' here, 'z' in the source"))
    expect(session.run("reload --discard").contains("reloaded"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("a window that has moved far begins anew, with what is unsaved and selected")
  func renewed() throws {
    let database = try Self.server.database(
      "windowfar",
      "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t SELECT g, 'a' FROM generate_series(1, 500) g"
    )
    let session = open(database, "t", rows: 5)
    session.run("edit @2 x=b")
    session.run("delete @3")
    session.run("select @2")
    var said = ""
    for _ in 0..<40 { said += session.run("scroll next") }
    expect(said.contains("note: the window has moved far: earlier undo steps are gone"))
    expect(session.shell.current?.table.rowIDCount ?? .max < 200)
    expectEqual(
      session.run("changes"), "1 cell in 1 row changed, 1 row deleted\n- @3\n~ @2 x: 'a' → 'b'\n")
    expectEqual(session.selected, ["0:0"])
    expectEqual(keys(session), ["2"] + (201...205).map(String.init))
    session.run("scroll home")
    expectEqual(keys(session), ["1", "2", "4", "5"])
    session.run("undo")
    expect(session.run("undo").contains("took back: unsaved changes"))
    expectEqual(session.run("changes"), "no unsaved changes\n")
  }

  @Test("what sees the rows of a window alone says so, and what would be wrong is refused")
  func part() throws {
    let database = try Self.server.database(
      "windowpart",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text, n int);
      INSERT INTO t SELECT g, 'a' || g % 3, g % 10 FROM generate_series(1, 100) g;
      ANALYZE t;
      CREATE TABLE small (id int PRIMARY KEY); INSERT INTO small VALUES (1);
      CREATE TABLE bare (id int); CREATE VIEW seen AS SELECT * FROM t;
      """)
    let session = open(database, "t", rows: 10)
    let note = "note: on the 10 rows of this window only, of 100"
    for line in [
      "select where n > 5", "tally x", "describe", "top 2 by n", "count rule big", "invert",
      "select 0:*", "mark *", "replace x a b", "edit in 0 where n == 1 set x=q",
      "count where x:match('a')", "query --local 'SELECT count(*) AS n FROM t'", "find --regex a.",
    ] where line != "count rule big" {
      let session = open(database, "t", rows: 10)
      expect(session.run(line).contains(note), "\(line): \(session.console.text)")
    }
    for line in [
      "sort by x", "reorder rows 0 5", "move 0:1 to 0:3", "section by x", "keep 0:1",
      "export a.csv where n == 1", "export a.yaml", "save --as a.csv", "serve", "watch on",
      "delete where x:match('1')", "delete *",
      "edit where n == id set x=z", "edit * x=z",
    ] {
      let said = session.run(line)
      expect(said.contains("error: ") && said.contains("hint:  "), "\(line): \(said)")
    }
    for (line, why) in [
      ("sort by x", "its rows stand in the order of their key"),
      ("section by x", "sections would have a part of their rows"),
      ("keep 0:1", "it would delete only rows that are loaded"),
      ("serve", "it has a part of the rows"),
      ("watch on", "what others change there is read when it moves"),
    ] {
      let name = line.prefix { $0 != " " }
      expect(
        session.run(line).contains(
          "error: \(name) is not for a window over a large table: \(why)\n"))
    }
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expect(
      session.run("delete where n == id").contains("hint:  delete in 0 where n == id for these"))
    expect(session.run("show").contains("10 rows of 100"))
    expect(session.run("info").contains("window    @1 to @10 of 100 rows"))
    expect(!session.run("count where n == 5").contains("note:"))
    expectEqual(session.run("count where n == 5"), "10\n")
    // A window that holds all is a whole table.
    let small = open(database, "small")
    expect(!small.run("count 0:*").contains("note:") && !small.run("sort by id").contains("error"))
    for name in ["bare", "seen", "SELECT 1 AS a"] {
      let said = Session(nil).run(
        "open --window \"\(Self.server.address(database, part: name))\"")
      expect(said.contains("error: ") && said.contains("open --whole"), "\(said)")
    }
  }

  @Test(
    "a view and a query are windows by a key that is given, once it is known to tell rows apart")
  func givenKeys() throws {
    let database = try Self.server.database(
      "windowgivenkeys",
      """
      CREATE TABLE t (id int, x text, n int);
      INSERT INTO t SELECT g, 'a' || g, g % 3 FROM generate_series(1, 95) g;
      CREATE VIEW v AS SELECT id, x, n FROM t;
      """)
    let query = "SELECT id AS k, n > 0 AS b, x FROM t WHERE id > 5 ORDER BY x"
    for (part, key) in [("t", "id"), ("v", "id"), (query, "k"), ("t", "n,id")] {
      let session = Session(nil) { $0.reading.windowRows = 10 }
      let address = Self.server.address(database, part: part)
      let opened = session.run("open --window --key \(key) \"\(address)\"")
      expect(!opened.contains("error"), "\(opened)")
      let keys = Set(walk(session, "next").flatMap { $0 })
      expectEqual(keys.count, part == query ? 90 : 95, "\(part)")
      expectEqual(session.run("count"), part == query ? "90\n" : "95\n")
      expectEqual(session.run("count where x == \"a50\""), "1\n")
      expect(session.run("info").contains(part == "t" ? "of 95 rows" : "of about"))
    }
    let view = Session(nil) { $0.reading.windowRows = 10 }
    view.run("open --window --key id \"\(Self.server.address(database, part: "v"))\"")
    expect(view.run("edit @3 x=new; scroll end; edit @95 x=far; save").contains("changed 2 rows"))
    try expectEqual(
      Self.server.psql("SELECT x FROM t WHERE id IN (3, 95) ORDER BY 1", in: database), "far\nnew\n"
    )
    for (sql, key) in [("v", "n"), ("SELECT NULLIF(id, 3) AS k FROM t", "k")] {
      let said = Session(nil).run(
        "open --window --key \(key) \"\(Self.server.address(database, part: sql))\"")
      expect(said.contains("error: --key \(key) does not tell the rows"), "\(said)")
      expect(said.contains("hint:  more columns after --key"), "\(said)")
    }
  }

  @Test("of the built-in commands these see a part in a window, are refused, or look what is typed")
  func uses() {
    var uses: [String: [String]] = [:]
    for command in CommandRegistry(Room.all).all.sorted(by: { $0.name < $1.name }) {
      let use =
        switch command.windowUse {
        case .right: "right"
        case .part: "part"
        case .whole: "whole"
        case .refused: "refused"
        case .checked: "checked"
        }
      uses[use, default: []].append(command.name)
    }
    expectEqual(
      uses["part"]?.joined(separator: " "),
      "apply combine date dedupe describe fill group invert join lower number pivot replace "
        + "sample sections split tally title top trim unpivot upper")
    expectEqual(
      uses["refused"]?.joined(separator: " "),
      "batch diffable drag keep move reorder section serve snapshot sort")
    expectEqual(
      uses["whole"]?.joined(separator: " "), "count delete edit find scroll undo")
    expectEqual(
      uses["checked"]?.joined(separator: " "), "changes column export query watch")
  }

  @Test(
    "a table that the server takes for large opens as a window by itself, and whole with --whole")
  func automatic() throws {
    let database = try Self.server.database(
      "windowlarge",
      """
      CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 3000);
      ANALYZE t;
      UPDATE pg_class SET reltuples = 6e6 WHERE relname = 't';
      CREATE TABLE bare AS SELECT * FROM t;
      UPDATE pg_class SET reltuples = 6e6 WHERE relname = 'bare';
      """)
    func open(_ part: String, _ option: String = "") -> String {
      let session = Session(nil)
      return session.run("open \(option) \"\(Self.server.address(database, part: part))\"")
        + session.run("show 0:-1") + session.run("scroll end")
    }
    let said = open("t")
    expect(
      said.contains("note: the table is large, so this is a window: @1 to @1000 of about 6,000,000")
    )
    expect(said.contains("1,000 rows of about 6,000,000") && said.contains("@2001 to @3000"))
    expect(open("t", "--whole").contains("3,000 rows in 1 section"))
    expect(open("bare").contains("3,000 rows in 1 section"))
    // What reads another file reads all of it.
    let session = Session("Pilots(1)")
    expect(
      !session.run("insert from \"\(Self.server.address(database, part: "t"))\"").contains("window")
    )
  }

  @Test("rows of many bytes make a page of few rows")
  func bytes() throws {
    let database = try Self.server.database(
      "windowbytes",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text);
      INSERT INTO t SELECT g, repeat('x', 5000000) FROM generate_series(1, 9) g;
      INSERT INTO t VALUES (10, repeat('y', 20000000)), (11, 'z');
      """)
    let session = open(database, "t")
    let pages = walk(session, "next")
    expectEqual(pages, [["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"], ["9"], ["10"], ["11"]])
    let back = walk(session, "previous")
    expectEqual(back, [["11"], ["10"], ["8", "9"], ["6", "7"], ["4", "5"], ["2", "3"], ["1"]])
  }

  @Test("finding and scrolling reach rows of the whole table")
  func found() throws {
    let database = try Self.server.database(
      "windowfound",
      """
      CREATE TABLE t (id int PRIMARY KEY, x text, ok bool, c char(4));
      INSERT INTO t SELECT g, 'Row ' || g, g % 2 = 0, 'q' FROM generate_series(1, 1000) g;
      """)
    let session = open(database, "t", rows: 10)
    expect(session.run("find \"rOW 77\"").contains("hold 'rOW 77': @77 @770 @771"))
    expectEqual(keys(session).first, "77")
    expect(session.run("find \"nothing\"").contains("no cell of the whole table"))
    expect(session.run("find --column c q").contains("@1 @2"))
    session.run("scroll where x == 'Row 500'")
    expectEqual(keys(session).first, "500")
    expect(session.run("scroll where x == 'none'").contains("no row of the whole table"))
    session.run("scroll @993")
    expect(keys(session).first == "993" && keys(session).last == "1000")
    session.run("scroll down 100")
    session.run("scroll up 100")
    expectEqual(keys(session).last, "992")
    expect(session.run("scroll @1001").contains("error: no row @1001 in the whole table"))
    // What the server cannot judge it sends.
    session.run("scroll home; edit @3 x=here")
    session.run("scroll where x:match('88$') and id > 100")
    expectEqual(keys(session).first { $0 != "3" }, "188")
    expect(session.run("scroll where x:match('nowhere')").contains("no row of the whole table"))
    expect(session.run("scroll where x .. '' == 'here'").contains("are visible"))
    expect(session.run("scroll where nobody == 5").contains("error: "))
    expectEqual(session.run("count"), "1000\n")
  }
}
