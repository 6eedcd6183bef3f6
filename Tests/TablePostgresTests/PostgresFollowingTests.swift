import Expectations
import Postgres
import PostgresSupport
import TableKit
import TableSources
import Testing

@testable import TablePostgres

/// What following a table of PostgreSQL is made of.
struct PostgresFollowingTests {
  private static let server = PostgresServer.shared

  @Test("a payload tells keys; what is not understood may be anything")
  func payloads() {
    func dirt(_ payload: String, width: Int = 1) -> PostgresDirt {
      var dirt = PostgresDirt()
      dirt.add(payload: payload, width: width)
      return dirt
    }
    expectEqual(dirt(#"update 2 [["1"],["a \"b\" é"]]"#).keys, [["1"], ["a \"b\" é"]])
    expectEqual(dirt(#"insert 1 [["1","x y"]]"#, width: 2).keys, [["1", "x y"]])
    for payload in [
      "insert 5000 *", "truncate 0 *", "", "insert", "insert 1 [[", "insert 1 7",
      #"insert 1 [["1","2"]]"#, #"insert 1 [[null]]"#, "insert 1 [[1]]x",
    ] {
      expect(dirt(payload).isAll, "\(payload)")
    }
    var many = PostgresDirt()
    many.add((0..<1000).map { ["\($0)"] })
    expect(!many.isAll && many.keys.count == 1000)
    many.add([["more"]])
    expect(many.isAll && many.keys.isEmpty)
  }

  @Test("names have at most 63 bytes, and differ where tables do")
  func channels() {
    let long = String(repeating: "é", count: 40)
    let names = [long, long + "a", long + "b"].map { PostgresTriggers.bounded($0) }
    expect(names.allSatisfy { $0.utf8.count <= 63 } && Set(names).count == 3)
    expectEqual(PostgresTriggers.bounded("tablesh_public_people"), "tablesh_public_people")
  }

  @Test("pauses before another connection grow to 30 s, and begin anew once one works")
  func retries() {
    var retry = PostgresRetry()
    expectEqual(retry.pause(random: 1), .seconds(0.5))
    let bounds = (0..<9).map { _ in retry.pause(random: 1) }
    expectEqual(bounds.prefix(3), [.seconds(1), .seconds(2), .seconds(4)])
    expect(bounds.last == .seconds(30) && retry.pause(random: 0) == .zero)
    retry.didWork()
    expectEqual(retry.pause(random: 1), .seconds(0.5))
  }

  @Test("an unknown user or database ends it, a server that is away does not")
  func ends() throws {
    func error(_ text: String) throws -> PostgresSourceError {
      let source = PostgresSource(try require(PostgresAddress(text)))
      do throws(PostgresSourceError) { _ = try source.read() } catch { return error }
      Issue.record("no error")
      return .noColumns("")
    }
    let database = try error(Self.server.address("nowhere", part: "t"))
    expect(database.isFinal && !database.message.contains("3D000"))
    let address = Self.server.address(part: "t")
    try expect(error(address.replacing("tester", with: "nobody")).isFinal)
    try expect(!error("postgres://127.0.0.1:1/x#t").isFinal)
    try expect(!error(Self.server.address(part: "nothing")).isFinal)
  }

  @Test("what the log has told of a row several times is one row")
  func batches() throws {
    var shape = PostgresShape(.table, schema: "public", name: "t")
    shape.columns = [("id", 23), ("big", 25), ("ok", 16)].map {
      .init(
        name: $0.0, type: $0.1, typeName: "text",
        declared: PostgresType.column($0.0, $0.1, category: "S"))
    }
    let names = ["id", "big", "ok"]
    var batch = PostgresLogBatch(shape, key: ["id"])
    batch.put([.text("1"), .text("x"), .text("t")], old: nil, columns: names)
    batch.put([.text("1"), .unchanged, .text("f")], old: nil, columns: names)
    batch.put(
      [.text("2"), .unchanged, .null], old: [.text("1"), .null, .null], columns: names)
    batch.put([.text("3"), .unchanged, .text("t")], old: nil, columns: names)
    batch.delete([.text("3"), .null, .null], columns: names)
    let rows = batch.take()
    expectEqual(rows.map(\.key), [["1"], ["2"], ["3"]])
    expect(rows[0].cells == nil && rows[2].cells == nil)
    expectEqual(rows[1].former, ["1"])
    expectEqual(rows[1].cells, [Cell("2"), Cell("x"), .null])
    expect(batch.isEmpty)
    batch.put([.text("4"), .null, .text("t")], old: nil, columns: names)
    batch.empty()
    expect(batch.isEmptied && batch.take().isEmpty)
  }
}
