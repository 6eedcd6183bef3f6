import Expectations
import Testing

@testable import TableSQLite
@testable import TableSources

/// What text formats cannot keep of a database is reported before it is lost.
struct SQLiteLossTests {
  private func notes(_ loaded: LoadedTable, _ format: TableFormat) -> [String] {
    let losses = try? FileOrigin(format: format, from: loaded.origin).losses(in: loaded.table)
    return losses?.map(\.text) ?? ["an error"]
  }

  private let kinds =
    "delimited text keeps the texts of cells, but not that some are numbers or values"

  @Test("bytes of a database, and text that is not UTF-8, are told of where they cannot be kept")
  func bytes() throws {
    let fixture = try DatabaseFixture(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES"
        + "(1, x'00ff', 'x'), (2, CAST(x'ff' AS TEXT), NULL), (3, x'', 1e300)")
    let loaded = try LoadedTable(path: fixture.path)
    let bad = "cannot keep text that is not UTF-8: 1 cell is written with U+FFFD"
    for format in [TableFormat.json, .jsonRows, .ndjson] {
      expectEqual(
        notes(loaded, format),
        [
          "JSON cannot keep bytes: 2 cells are written as text like x'00ff'", "JSON \(bad)",
        ])
    }
    expectEqual(
      notes(loaded, .yaml),
      [
        "YAML cannot keep bytes: 2 cells are written as text like x'00ff'", "YAML \(bad)",
        "1 number with an exponent may be text to a reader of YAML",
      ])
    expectEqual(notes(loaded, .csv), [kinds, "delimited text \(bad)"])
    expectEqual(notes(loaded, .sqlite), [])
    try expectEqual(
      FileOrigin.textLosses(in: loaded.table, writtenAs: "markdown").map(\.text),
      [
        "markdown \(bad)"
      ])
  }

  @Test("a database cannot tell missing members from null")
  func missing() throws {
    let json = try load("[{\"id\":\"1\",\"a\":null},{\"id\":\"2\"}]", name: "t.json")
    expect(
      notes(json, .sqlite).contains(
        "a table of a database cannot tell members that are missing from those that are null"))
  }
}
