import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSQLite
@testable import TableSources

/// What is reported of long work with databases: its name, and more than one count.
@Suite(.ends) struct SQLiteProgressTests {
  private static let count = 20_000

  private static var table: Table { WorkCounts.table(count) }

  @Test("writing and reading a database report how far they are")
  func counts() throws {
    let folder = try databaseFolder()
    let path = "\(folder.path)/t.db"
    let writing = WorkCounts()
    _ = try FileOrigin.export(Self.table, to: path, progress: writing.progress)
    expect(writing.hasMany("checking cells"), "\(writing.counts)")
    expect(writing.hasMany("storing"), "\(writing.counts)")
    expectNil(writing.progress.work)
    let reading = WorkCounts()
    let loaded = try LoadedTable(path: path, progress: reading.progress)
    expectEqual(loaded.table.rowCount, Self.count)
    expect(reading.hasMany("reading"), "\(reading.counts)")
    expectNil(reading.progress.work)
  }

  @Test("stopping while cells are checked writes nothing")
  func stopped() throws {
    let folder = try databaseFolder()
    let path = "\(folder.path)/t.db"
    _ = try FileOrigin.export(
      Tables.table(columns: ["id"], sections: [("rows", [["old"]])]), to: path)
    let old = readFile(path)
    let typed = (0..<Self.count).map { "{\"id\":\($0),\"name\":\"n\"}\n" }.joined()
    for table in [Self.table, try load(typed, name: "t.ndjson").table] {
      var isStopped = false
      let stopped = Progress { isStopped }
      stopped.didChange = { isStopped = $0.work?.title == "checking cells" && $0.done > 0 }
      expect(throws: SourceError.self) {
        _ = try FileOrigin.export(table, to: path, progress: stopped)
      }
      expectEqual(readFile(path), old)
    }
  }
}
