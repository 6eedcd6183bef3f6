import Expectations
import TableLive
import Glibc
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TablePostgres

/// Rows that others changed in a server, as a table takes them in.
@Suite(.ends) struct PostgresChangeTests {
  private static let server = PostgresServer.shared

  private static let shape: PostgresShape = {
    var shape = PostgresShape(.table, schema: "public", name: "t")
    shape.columns = [("id", 23), ("n", 25)].map {
      .init(
        name: $0.0, type: $0.1, typeName: "text",
        declared: PostgresType.column($0.0, $0.1, category: "S"))
    }
    return shape
  }()

  private func source(_ database: String) throws -> PostgresSource {
    let text = Self.server.address(database, part: "t")
    return PostgresSource(try require(PostgresAddress(text)), options: ReadOptions())
  }

  private func base(_ name: String) throws -> Table {
    let database = try Self.server.database(
      name,
      "CREATE TABLE t (id text PRIMARY KEY, n text); INSERT INTO t VALUES ('1', 'a'), ('2', 'b')")
    return try source(database).read().table
  }

  private func delta(_ rows: [PostgresRow], _ table: Table) -> Delta? {
    PostgresChange(rows: rows, shape: Self.shape, key: ["id"]).delta(to: table)
  }

  @Test("a row with another key goes by its former one, and takes along what nobody tells")
  func keys() throws {
    let table = try base("changedkeys")
    let moved = try require(
      delta([PostgresRow(key: ["9"], cells: [Cell("9"), nil], former: ["1"])], table))
    expectEqual(moved.deleted, [["1"]])
    expectEqual(moved.rows.map(\.key), [["9"]])
    expectEqual(moved.rows[0].cells.map(\.column), ["n"])
    expectEqual(moved.rows[0].cells.map(\.cell), [Cell("a")])
    let gone = try require(delta([PostgresRow(key: ["2"], cells: nil)], table))
    expect(gone.deleted == [["2"]] && gone.rows.isEmpty)
    let movedAndGone = try require(
      delta([PostgresRow(key: ["9"], cells: nil, former: ["1"])], table))
    expectEqual(movedAndGone.deleted, [["1"], ["9"]])
    let known = try require(delta([PostgresRow(key: ["2"], cells: [Cell("2"), nil])], table))
    expect(known.deleted.isEmpty && known.rows[0].cells.isEmpty && known.rows[0].place == .end)
  }

  @Test("a new row stands behind the nearest one that is known, or that came before it")
  func places() throws {
    let table = try base("changedplaces")
    func place(_ before: [[String]]?) throws -> Delta.Place? {
      delta(
        [
          PostgresRow(key: ["7"], cells: [Cell("7"), Cell("x")], before: [["1"]]),
          PostgresRow(key: ["8"], cells: [Cell("8"), Cell("y")], before: before),
        ], table)?.rows[1].place
    }
    try expectEqual(place([["7"], ["1"]]), .behind(["7"]))
    try expectEqual(place([["5"], ["2"], ["1"]]), .behind(["2"]))
    try expectEqual(place([]), .index(0))
    try expectEqual(place([["5"]]), .index(0))
    try expectEqual(place(nil), .end)
    // There may be others before these, of which one is known.
    try expectNil(place([["3"], ["4"], ["5"], ["6"]]))
  }

  @Test("a table with other columns or another key cannot take rows in")
  func refuses() throws {
    let table = try base("changedshapes")
    let row = PostgresRow(key: ["2"], cells: [Cell("2"), Cell("x")])
    expectNil(PostgresChange(rows: [row], shape: Self.shape, key: []).delta(to: table))
    expectNil(PostgresChange(rows: [row], shape: Self.shape, key: ["n"]).delta(to: table))
    var wider = Self.shape
    wider.columns.append(wider.columns[1])
    expectNil(PostgresChange(rows: [row], shape: wider, key: ["id"]).delta(to: table))
  }

  /// Waits until something comes that is no news of the state.
  private func arrival(_ source: PostgresSource) -> PostgresSource.Arrival {
    let deadline = Deadline()
    while !deadline.hasPassed {
      let arrival = source.take()
      if case .nothing = arrival {} else { return arrival }
      var polled = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 10)
    }
    return .nothing
  }

  @Test("what was taken is not told again, and all is read where that is wanted")
  func taken() throws {
    let database = try Self.server.database(
      "takenchanges",
      "CREATE TABLE t (id text PRIMARY KEY, n text); INSERT INTO t VALUES ('1', 'a'), ('2', 'b')")
    let source = try source(database)
    var table = try source.read().table
    try Self.server.psql(
      source.triggerStatements(removing: false), in: database)
    try source.follow()
    defer { source.unfollow() }
    try source.awaitState()
    expectEqual(source.state, .live)
    for (n, key) in [("x", "1"), ("y", "2"), ("z", "1")] {
      try Self.server.psql("UPDATE t SET n = '\(n)' WHERE id = '\(key)'", in: database)
      guard case .rows(let change) = arrival(source) else {
        Issue.record("no rows came")
        return
      }
      let delta = try require(change.delta(to: table))
      expectEqual(delta.rows.map(\.key), [[key]])
      expectEqual(delta.rows.flatMap { $0.cells.map(\.cell) }, [Cell(n)])
      // Only what came since: a second look finds nothing.
      guard case .nothing = source.take() else {
        Issue.record("it is told again")
        return
      }
      table = try source.read().table
    }
    // Nothing has changed, and all of it is wanted all the same.
    for _ in 0..<2 {
      source.needsAll()
      guard case .whole(let loaded) = arrival(source) else {
        Issue.record("not all was read")
        return
      }
      expectEqual(loaded.table.rowCount, 2)
    }
  }
}
