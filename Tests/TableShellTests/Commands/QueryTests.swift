import Expectations
import Foundation
import TableSources
import TestSupport
import Testing

@testable import TableSQLite
@testable import TableShell

@Suite("Queries in SQL", .ends)
struct QueryTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let session = Session(nil)
    session.run(
      "open \(try folder.write("id,cust,amount\n1,A,10\n2,B,5.5\n3,,7\n", to: "orders.csv"))")
    session.run(
      "open \(try folder.write(#"[{"nr":"A","name":"Ann","n":1},{"nr":"C","name":null,"n":2.50}]"#, to: "people.json"))"
    )
    session.run("open orders.csv")
    return session
  }

  private func rows(_ session: Session) -> String { session.run("export --format ndjson -") }

  /// The result as delimited text, without the note on its kinds.
  private func cells(_ session: Session) -> String {
    let text = session.run("export --format csv -")
    return text.firstRange(of: "note: ").map { String(text[..<$0.lowerBound]) } ?? text
  }

  @Test("open tables are joined and counted, and the result is a new table")
  func select() throws {
    let session = try session()
    let reply = session.run(
      "query \"SELECT name, sum(amount) AS total, count(*) FROM orders o LEFT JOIN people p ON p.nr = o.cust WHERE amount > 6 GROUP BY name ORDER BY name\""
    )
    expect(reply.contains("new query of orders: 2 rows in 1 section, 3 columns"))
    expectEqual(
      rows(session),
      """
      {"name":null,"total":7,"count(*)":1}
      {"name":"Ann","total":10,"count(*)":1}

      """)
    expect(session.run("info").contains("row numbers"))
    session.run("open orders.csv; edit @1 amount=11; query 'SELECT max(amount) AS m FROM ORDERS'")
    expectEqual(rows(session), "{\"m\":11}\n")
    session.run("open orders.csv; query 'SELECT count(*) AS n FROM people, orders'")
    expectEqual(rows(session), "{\"n\":6}\n")
  }

  @Test(
    "a number in quotes is compared with a column of numbers as in SQLite, and cells stay as they are"
  )
  func quotedNumbers() throws {
    let session = Session(nil)
    session.run(
      "open \(try folder.write("id,x,y\n1,50,1\n2,50.5,2\n3,3.0,3\n4,1e2,4\n5,,5\n", to: "q.csv"))")
    func ids(_ condition: String) -> String {
      session.run("open q.csv; query \"SELECT id FROM q WHERE \(condition)\"")
      return cells(session).split(separator: "\n").dropFirst().joined(separator: " ")
    }
    expectEqual(ids("x = '50'"), "1")
    expectEqual(ids("'50' = x"), "1")
    expectEqual(ids("x = ' 5e1'"), "1")
    expectEqual(ids("x < '60'"), "1 2 3")
    expectEqual(ids("x IN ('3', '100')"), "3 4")
    expectEqual(ids("x BETWEEN '40' AND '60'"), "1 2")
    expectEqual(ids("x <> '50'"), "2 3 4")
    expectEqual(ids("y = '2'"), "2")
    expectEqual(ids("x = 'n/a'"), "")
    expectEqual(ids("x IN (SELECT '50')"), "1")
    session.run("open q.csv; query \"SELECT x, x / 2 AS h, typeof(x) AS t FROM q WHERE x < '60'\"")
    expectEqual(cells(session), "x,h,t\n50,25,integer\n50.5,25.25,real\n3.0,1.5,real\n")
    session.run("open q.csv; query 'SELECT DISTINCT x FROM q ORDER BY x'")
    expect(
      cells(session) == "x\n\"\"\n3.0\n50\n50.5\n1e2\n"
        || cells(session).hasSuffix("3.0\n50\n50.5\n1e2\n"))
  }

  @Test("texts among numbers are no numbers to SQL, whatever they look like")
  func textsAmongNumbers() throws {
    let session = Session(nil)
    let numbers = (1...19).map { "\($0),\($0)\($0 == 3 ? ".5" : "")\n" }.joined()
    session.run("open \(try folder.write("id,x\n\(numbers)20,n/a\n", to: "m.csv"))")
    session.run("query \"SELECT id FROM m WHERE x = '4' OR x = 'n/a'\"")
    expectEqual(rows(session), "{\"id\":4}\n{\"id\":20}\n")
    session.run("open \(try folder.write("id,x\n\(numbers)20,007\n", to: "z.csv"))")
    session.run("query \"SELECT id FROM z WHERE x = 7\"")
    expectEqual(rows(session), "{\"id\":7}\n")
    session.run("open \(try folder.write(#"[{"id":1,"x":50},{"id":2,"x":"50"}]"#, to: "j.json"))")
    session.run("query \"SELECT id FROM j WHERE x = '50'\"")
    expectEqual(rows(session), "{\"id\":2}\n")
  }

  @Test("a literal that is compared otherwise than meant is told")
  func literals() throws {
    let session = Session(nil)
    let long = "id,x,day\n1,12345678901234567890,2024-05-02\n2,12345678901234567891,2024-11-01\n"
    session.run("open \(try folder.write(long, to: "l.csv"))")
    func note(_ condition: String) -> String {
      let reply = session.run("open l.csv; query \"SELECT id FROM l WHERE \(condition)\"")
      let note = reply.split(separator: "\n").first { $0.hasPrefix("note: SQL") }
      return note.map(String.init) ?? ""
    }
    expectEqual(
      note("x = '12345678901234567891'"),
      "note: SQL compares numbers with '12345678901234567891' by 17 digits: write it without quotes"
    )
    expectEqual(note("x = 12345678901234567891"), "")
    expectEqual(rows(session), "{\"id\":2}\n")
    expectEqual(
      note("day < '2024-6-1'"),
      "note: SQL compares '2024-6-1' as text, which is not in order with dates such as "
        + "'2024-05-02' of day: write it as these are")
    expectEqual(note("day < '2024-06-01'"), "")
    expectEqual(note("id = '1'"), "")
  }

  @Test("numbers are compared as numbers, however they are written")
  func numbers() throws {
    let session = Session(nil)
    session.run(
      "open \(try folder.write("id,p\n1,2.50\n2,10.00\n3,9\n4,\n", to: "prices.csv"))")
    session.run("query 'SELECT id, p FROM prices WHERE p > 3 ORDER BY p'")
    expectEqual(rows(session), "{\"id\":3,\"p\":9}\n{\"id\":2,\"p\":10.00}\n")
    session.run("open prices.csv; query 'SELECT max(p) AS m, sum(p) AS s FROM prices'")
    expectEqual(rows(session), "{\"m\":10.0,\"s\":21.5}\n")
    session.run("open prices.csv; query 'SELECT id FROM prices WHERE id = 2'")
    expectEqual(rows(session), "{\"id\":2}\n")
    let mixed = #"[{"k":1,"v":1},{"k":2.5,"v":10.00},{"k":"3","v":"x"},{"k":4,"v":true}]"#
    session.run("open \(try folder.write(mixed, to: "mixed.json"))")
    session.run("query 'SELECT k, v FROM mixed WHERE v > 1 AND k < 4'")
    expectEqual(rows(session), "{\"k\":2.5,\"v\":10.00}\n")
    // Numbers that no double holds stay texts.
    session.run(
      "open \(try folder.write("n\n12345678901234567890\n007\n", to: "codes.csv"))")
    session.run("query 'SELECT n FROM codes'")
    expectEqual(rows(session), "{\"n\":\"12345678901234567890\"}\n{\"n\":\"007\"}\n")
  }

  @Test(
    "a column that is passed on keeps the texts of its cells",
    arguments: [
      ("SELECT v FROM t", "1e3 .94 1.50 1.5  39 39"),
      ("SELECT v FROM t WHERE v < 100 ORDER BY v DESC", " 39 39 1.50 1.5 .94"),
      ("SELECT x.v FROM t AS x JOIN u ON x.id = u.id", "1e3  39"),
      ("SELECT u.v FROM u LEFT JOIN t ON t.v = u.v", "1.500 1.500 7"),
      ("SELECT v FROM (SELECT v, id FROM t) WHERE id < 3", "1e3 .94"),
      ("SELECT DISTINCT v FROM t WHERE v > 100", "1e3"),
      ("SELECT v FROM t WHERE id = 1 UNION ALL SELECT v FROM t WHERE id = 2", "1e3 .94"),
      ("WITH a AS (SELECT * FROM t) SELECT v FROM a WHERE id = 1", "1e3"),
      ("SELECT v FROM t GROUP BY v HAVING count(*) = 1 AND v > 1", "1e3"),
      // Of two texts of one number, none is taken.
      ("SELECT DISTINCT v FROM t WHERE v BETWEEN 1 AND 2", "1.5"),
      ("SELECT v + 0 FROM t WHERE id = 3", "1.5"),
    ])
  func texts(sql: String, texts: String) throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,v\n1,1.500\n5,7\n", to: "u.csv"))")
    session.run(
      "open \(try folder.write("id,v\n1,1e3\n2,.94\n3,1.50\n4,1.5\n5, 39\n6,39\n", to: "t.csv"))")
    session.run("query \"\(sql)\"")
    let lines = cells(session).split(separator: "\n").dropFirst()
    expectEqual(lines.joined(separator: " "), texts)
  }

  @Test(
    "numbers that no double holds are compared and added up exactly",
    arguments: [
      ("max(n)", "12345678901234567891"), ("min(n)", "0.3"),
      ("sum(n)", "37037036703703703670.60000000000000001"),
      ("count(*)", "5"), ("count(DISTINCT n)", "5"),
      ("count(*) FILTER (WHERE n > 12345678901234567889)", "2"),
      ("count(*) FILTER (WHERE n = 12345678901234567891)", "1"),
      ("count(*) FILTER (WHERE n = 12345678901234567888)", "0"),
      ("count(*) FILTER (WHERE n = 0.30000000000000001)", "1"),
      ("count(*) FILTER (WHERE n >= -12345678901234567889)", "5"),
      ("avg(n) FILTER (WHERE n > 9)", "12345678901234567890"),
    ])
  func long(sql: String, result: String) throws {
    let session = Session(nil)
    let text = """
      n
      12345678901234567891
      0.30000000000000001
      12345678901234567889
      0.3
      12345678901234567890

      """
    session.run("open \(try folder.write(text, to: "t.csv"))")
    let reply = session.run("query \"SELECT \(sql) AS m FROM t\"")
    expectEqual(cells(session), "m\n\(result)\n", "\(reply)")
    expect(!reply.contains("rounds"))
    session.run("open t.csv; query \"SELECT n FROM t ORDER BY n DESC\"")
    expectEqual(
      cells(session),
      """
      n
      12345678901234567891
      12345678901234567890
      12345678901234567889
      0.30000000000000001
      0.3

      """)
    session.run("open t.csv")
    expect(
      session.run("query \"SELECT n + 1 FROM t\"").contains("SQL rounds numbers of n to 17 digits"))
  }

  @Test("a number beyond all doubles is answered as it is, or refused by name, never as infinity")
  func beyond() throws {
    let session = Session(nil)
    let text = "id,x\n1,1e400\n2,5\n3,-1e400\n4,2e400\n5,1e-400\n6,1E400\n"
    session.run("open \(try folder.write(text, to: "t.csv"))")
    func answer(_ sql: String) -> String {
      let reply = session.run("query \"SELECT \(sql)\"")
      let answer = reply.hasPrefix("error") ? reply : cells(session)
      session.run("open t.csv")
      return answer
    }
    expectEqual(answer("* FROM t"), text)
    expectEqual(
      answer("x FROM t ORDER BY x DESC, id"), "x\n2e400\n1e400\n1E400\n5\n1e-400\n-1e400\n")
    expectEqual(answer("max(x) AS a, min(x) AS b FROM t"), "a,b\n2e400,-1e400\n")
    expectEqual(answer("sum(x) AS s FROM t WHERE id IN (1, 2, 3)"), "s\n5.0\n")
    expectEqual(answer("count(*) AS n FROM t WHERE x > 1.5e400"), "n\n1\n")
    expectEqual(answer("count(DISTINCT x) AS n FROM t"), "n\n5\n")
    expect(answer("sum(x) AS s FROM t").contains("a sum or mean is beyond the numbers of SQL"))
    for sql in ["x * 2 FROM t", "abs(x) FROM t", "id + 1, x FROM t"] {
      expect(
        answer(sql).contains("it computes, and -1e400 of column 'x' is beyond the numbers of SQL"))
    }
    expectEqual(answer("id + 1 AS n FROM t WHERE id = 1"), "n\n2\n")
    session.run("open \(try folder.write("y\n1e200\n", to: "u.csv"))")
    expect(
      session.run("query \"SELECT y * y AS z FROM u\"").contains(
        "note: z has 9e999, which stands for a number beyond those of SQL"))
  }

  @Test("recursion and functions work")
  func recursion() throws {
    let session = try session()
    session.run(
      "query 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t WHERE i < 3) SELECT i, upper(\"a\") AS u FROM t'"
    )
    expectEqual(session.run("count"), "3\n")
  }

  @Test(
    "what does more than read is refused, and nothing changes",
    arguments: [
      "ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'", "DELETE FROM orders", "PRAGMA user_version",
      "CREATE TABLE t(a)", "UPDATE orders SET id = 1", "INSERT INTO orders VALUES (1,2,3)",
      "DROP TABLE orders", "SELECT load_extension('x')", "SELECT 1; SELECT 2", "", "SELEC 1",
      "SELECT * FROM nothing", "BEGIN", "SELECT writefile('x','y')",
      "SELECT * FROM pragma_table_info('orders')", "EXPLAIN DELETE FROM orders",
      "REINDEX", "EXPLAIN SELECT 1", "ROLLBACK", "WITH a AS (SELECT 1) DELETE FROM orders",
    ])
  func refused(sql: String) throws {
    let session = try session()
    let reply = session.run("query \"\(sql)\"")
    expect(reply.contains("error: the query is refused: "), "\(reply)")
    let others = [
      "SELEC 1": "did you mean 'SELECT'?", "UPDATE orders SET id = 1": "hint:  edit * id=1\n",
      "INSERT INTO orders VALUES (1,2,3)": "hint:  insert 0:end id=1 cust=2 amount=3\n",
      "SELECT writefile('x','y')": "hint:  help query\n",
    ]
    let hint = others[sql] ?? "tables: orders, people"
    expect(reply.contains(hint), "\(reply)")
    expectEqual(session.shell.documents.count, 2)
    expectEqual(session.run("export --format csv -"), "id,cust,amount\n1,A,10\n2,B,5.5\n3,,7\n")
  }

  @Test("a column that is in no table is an error that offers the nearest")
  func columns() throws {
    let session = try session()
    for name in ["amout", "o.amout"] {
      expectEqual(
        session.run("query 'SELECT \(name) FROM orders o'"),
        """
        error: the query is refused: no such column: \(name)
        hint:  did you mean 'amount'?

        """)
    }
    expect(session.run("query 'SELECT zzz FROM orders'").contains("tables: orders, people"))
    expect(session.run("query 'SELECT 1 FROM ordres'").contains("hint:  did you mean 'orders'?"))
  }

  @Test(
    "tables are joined by what USING and NATURAL JOIN compare, too",
    arguments: ["JOIN b USING (id)", "JOIN b Using(id)", "NATURAL JOIN b", "JOIN b ON a.id = b.id"])
  func joined(join: String) throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,m\n1,8\n2,9\n", to: "b.csv"))")
    session.run("open \(try folder.write("id,n\n2,7\n3,1\n", to: "a.csv"))")
    session.run("query 'SELECT n, m FROM a \(join)'")
    expectEqual(rows(session), "{\"n\":7,\"m\":9}\n")
  }

  @Test("the second open table of a name is there, too, with a number")
  func sameName() throws {
    let session = Session(nil)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/new", withIntermediateDirectories: true)
    session.run("open \(try folder.write("id,n\n1,5\n2,6\n", to: "new/a.csv"))")
    session.run("open \(try folder.write("id,n\n1,5\n2,7\n", to: "a.csv"))")
    session.run(
      "query 'SELECT a.id, a.n, A_2.n AS other FROM a JOIN a_2 USING (id) WHERE a.n <> a_2.n'")
    expectEqual(rows(session), "{\"id\":2,\"n\":7,\"other\":6}\n")
    expect(session.run("query 'SELECT 1 FROM other'").contains("a, a_2"))
  }

  @Test("a result with more rows than a table may have is an error that says how many those are")
  func mostRows() throws {
    let sql = "WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t) SELECT i FROM t"
    let query = TableQuery(sql, over: [], progress: .none, mostRows: 2000)
    do {
      _ = try query.run()
      Issue.record("the query ends")
    } catch {
      expectEqual(
        error.message, "the query is refused: its result has more than 2,000 rows; add a LIMIT"
      )
    }
  }

  @Test("^C stops a query")
  func stop() throws {
    let session = try session()
    session.console.looksUntilInterrupt = 20
    let reply = session.run(
      "query 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t) SELECT count(*) FROM t'"
    )
    expect(reply.contains("interrupted"))
    expectEqual(session.shell.documents.count, 2)
  }

  @Test("a query behind the # of a file opens its result, which is no file's")
  func opened() throws {
    let path = try folder.write("id,cust,amount\n1,A,10\n2,B,5.5\n3,A,7\n", to: "o.csv")
    let session = Session(nil)
    let sql = "SELECT cust, sum(amount) AS total FROM o GROUP BY cust"
    session.run("open --key cust \"\(path)#\(sql)\"")
    expectEqual(rows(session), "{\"cust\":\"A\",\"total\":17}\n{\"cust\":\"B\",\"total\":5.5}\n")
    expectEqual(session.run("count @A"), "1\n")
    expect(session.run("save").contains("error: this table has no source to save to"))
    let twice = session.run("open --key cust \"\(path)#SELECT cust FROM o\"")
    expect(twice.contains("error: --key cust does not tell all rows of the result apart"))
    expect(session.run("open \"\(path)#SELECT x FROM o\"").contains("no such column: x"))
    expectEqual(session.shell.documents.count, 1)
    // A file of the whole name is that file.
    let odd = try folder.write("a\n1\n", to: "o.csv#SELECT 1")
    session.run("open \"\(odd)\"")
    expectEqual(rows(session), "{\"a\":1}\n")
    let denied = session.run(
      "lua tablesh.run([[open \"\(path)#SELECT * FROM o\"]])")
    expect(denied.contains("reading '\(path)' from Lua is not allowed"), "\(denied)")
  }
}
