import Foundation
import TableSources
import Testing

@testable import TableShell

@Suite("Queries in SQL")
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

  @Test("open tables are joined and counted, and the result is a new table")
  func select() throws {
    let session = try session()
    let reply = session.run(
      "query \"SELECT name, sum(amount) AS total, count(*) FROM orders o LEFT JOIN people p ON p.nr = o.cust WHERE amount > 6 GROUP BY name ORDER BY name\""
    )
    #expect(reply.contains("new query of orders: 2 rows in 1 section, 3 columns"))
    #expect(
      rows(session) == """
        {"name":null,"total":7,"count(*)":1}
        {"name":"Ann","total":10,"count(*)":1}

        """)
    #expect(session.run("info").contains("row numbers"))
    session.run("open orders.csv; edit @1 amount=11; query 'SELECT max(amount) AS m FROM ORDERS'")
    #expect(rows(session) == "{\"m\":11}\n")
    session.run("open orders.csv; query 'SELECT count(*) AS n FROM people, orders'")
    #expect(rows(session) == "{\"n\":6}\n")
  }

  @Test("numbers are compared as numbers, however they are written")
  func numbers() throws {
    let session = Session(nil)
    session.run(
      "open \(try folder.write("id,p\n1,2.50\n2,10.00\n3,9\n4,\n", to: "prices.csv"))")
    session.run("query 'SELECT id, p FROM prices WHERE p > 3 ORDER BY p'")
    #expect(rows(session) == "{\"id\":3,\"p\":9}\n{\"id\":2,\"p\":10.0}\n")
    session.run("open prices.csv; query 'SELECT max(p) AS m, sum(p) AS s FROM prices'")
    #expect(rows(session) == "{\"m\":10.0,\"s\":21.5}\n")
    session.run("open prices.csv; query 'SELECT id FROM prices WHERE id = 2'")
    #expect(rows(session) == "{\"id\":2}\n")
    let mixed = #"[{"k":1,"v":1},{"k":2.5,"v":10.00},{"k":"3","v":"x"},{"k":4,"v":true}]"#
    session.run("open \(try folder.write(mixed, to: "mixed.json"))")
    session.run("query 'SELECT k, v FROM mixed WHERE v > 1 AND k < 4'")
    #expect(rows(session) == "{\"k\":2.5,\"v\":10.0}\n")
    // Numbers that no double holds stay texts.
    session.run(
      "open \(try folder.write("n\n12345678901234567890\n007\n", to: "codes.csv"))")
    session.run("query 'SELECT n FROM codes'")
    #expect(rows(session) == "{\"n\":\"12345678901234567890\"}\n{\"n\":\"007\"}\n")
  }

  @Test("recursion and functions work")
  func recursion() throws {
    let session = try session()
    session.run(
      "query 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t WHERE i < 3) SELECT i, upper(\"a\") AS u FROM t'"
    )
    #expect(session.run("count") == "3\n")
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
    #expect(reply.contains("error: the query is refused: "), "\(reply)")
    #expect(reply.contains("tables: orders, people"))
    #expect(session.shell.documents.count == 2)
    #expect(session.run("export --format csv -") == "id,cust,amount\n1,A,10\n2,B,5.5\n3,,7\n")
  }

  @Test("a column that is in no table is an error that offers the nearest")
  func columns() throws {
    let session = try session()
    for name in ["amout", "o.amout"] {
      #expect(
        session.run("query 'SELECT \(name) FROM orders o'") == """
          error: the query is refused: no such column: \(name)
          hint:  did you mean 'amount'?

          """)
    }
    #expect(session.run("query 'SELECT zzz FROM orders'").contains("tables: orders, people"))
  }

  @Test(
    "tables are joined by what USING and NATURAL JOIN compare, too",
    arguments: ["JOIN b USING (id)", "JOIN b Using(id)", "NATURAL JOIN b", "JOIN b ON a.id = b.id"])
  func joined(join: String) throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,m\n1,8\n2,9\n", to: "b.csv"))")
    session.run("open \(try folder.write("id,n\n2,7\n3,1\n", to: "a.csv"))")
    session.run("query 'SELECT n, m FROM a \(join)'")
    #expect(rows(session) == "{\"n\":7,\"m\":9}\n")
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
    #expect(rows(session) == "{\"id\":2,\"n\":7,\"other\":6}\n")
    #expect(session.run("query 'SELECT 1 FROM b'").contains("a, a_2"))
  }

  @Test("a result with more rows than a table may have is an error that says how many those are")
  func mostRows() throws {
    let sql = "WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t) SELECT i FROM t"
    let query = TableQuery(sql, over: [], progress: .none, mostRows: 2000)
    do {
      _ = try query.run()
      Issue.record("the query ends")
    } catch {
      #expect(
        error.message
          == "the query is refused: its result has more than 2,000 rows; LIMIT takes some")
    }
  }

  @Test("^C stops a query")
  func stop() throws {
    let session = try session()
    session.console.looksUntilInterrupt = 20
    let reply = session.run(
      "query 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM t) SELECT count(*) FROM t'"
    )
    #expect(reply.contains("interrupted"))
    #expect(session.shell.documents.count == 2)
  }

  @Test("a query behind the # of a file opens its result, which is no file's")
  func opened() throws {
    let path = try folder.write("id,cust,amount\n1,A,10\n2,B,5.5\n3,A,7\n", to: "o.csv")
    let session = Session(nil)
    let sql = "SELECT cust, sum(amount) AS total FROM o GROUP BY cust"
    session.run("open --key cust \"\(path)#\(sql)\"")
    #expect(rows(session) == "{\"cust\":\"A\",\"total\":17}\n{\"cust\":\"B\",\"total\":5.5}\n")
    #expect(session.run("count @A") == "1\n")
    #expect(session.run("save").contains("error: this table has no source to save to"))
    let twice = session.run("open --key cust \"\(path)#SELECT cust FROM o\"")
    #expect(twice.contains("error: --key cust tells no rows of the result apart"))
    #expect(session.run("open \"\(path)#SELECT x FROM o\"").contains("no such column: x"))
    #expect(session.shell.documents.count == 1)
    // A file of the whole name is that file.
    let odd = try folder.write("a\n1\n", to: "o.csv#SELECT 1")
    session.run("open \"\(odd)\"")
    #expect(rows(session) == "{\"a\":1}\n")
    let denied = session.run(
      "lua tablesh.run([[open \"\(path)#SELECT * FROM o\"]])")
    #expect(denied.contains("reading '\(path)' from Lua is not allowed"), "\(denied)")
  }
}
