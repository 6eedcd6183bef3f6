import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// What is told of long work with files: its name, and more than one count.
@Suite(.ends) struct WorkProgressTests {
  private static let count = 20_000

  private static var table: Table { WorkCounts.table(count) }

  @Test(
    "each format says how far it is when it is written, and when it is read",
    arguments: TableFormats.all.filter { !$0.isContainer }.map(\.name))
  func formats(_ name: String) throws {
    let format = try require(TableFormats.all.first { $0.name == name })
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t.\(format.extensions.first ?? "json")"
    let writing = WorkCounts()
    _ = try FileOrigin.export(
      Self.table, to: path, format: format, progress: writing.progress)
    expect(writing.hasMany("saving"), "\(writing.counts)")
    expectNil(writing.progress.work)
    let reading = WorkCounts()
    let loaded = try LoadedTable(path: path, progress: reading.progress)
    expectEqual(loaded.table.rowCount, Self.count)
    expect(
      reading.hasMany("reading") || reading.hasMany("scanning") || reading.hasMany("parsing"),
      "\(reading.counts)")
    expectNil(reading.progress.work)
  }

  @Test("what YAML is checked for after it is written is told, and the saving goes on")
  func checking() throws {
    let text = (0..<5000).map { "- id: \($0)\n  name: a\n" }.joined()
    let loaded = try LoadedTable(bytes: Array(text.utf8), name: "t.yaml")
    var editor = Editor(table: loaded.table)
    let row = try require(Array(loaded.table.allRows).last)
    let column = try require(loaded.table.column(named: "name"))
    try editor.perform([.update([CellChange(row, column.id, Cell("b"))])], title: "edit")
    let seen = WorkCounts()
    _ = try loaded.origin.bytes(of: editor.table, progress: seen.progress)
    expect(seen.hasMany("parsing"), "\(seen.counts)")
    expect(seen.hasMany("writing"), "\(seen.counts)")
  }

  @Test(
    "what is looked through before it is written is told, and where that is stopped, nothing is written",
    arguments: ["yaml", "ndjson", "json"])
  func before(_ name: String) throws {
    let format = try require(TableFormats.all.first { $0.name == name })
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t.\(format.extensions.first ?? "json")"
    _ = try FileOrigin.export(
      Tables.table(columns: ["id"], sections: [("rows", [["old"]])]), to: path, format: format)
    let old = readFile(path)
    for isTyped in [false, true] {
      var table = Self.table
      if isTyped {
        let text = (0..<Self.count).map { "{\"id\":\($0),\"name\":\"n\"}\n" }.joined()
        table = try LoadedTable(bytes: Array(text.utf8), name: "t.ndjson").table
      }
      let seen = WorkCounts()
      _ = try FileOrigin.export(
        table, to: "\(path).copy", format: format, progress: seen.progress)
      expect(seen.hasMany("checking cells"), "\(seen.counts)")
      var isStopped = false
      let stopped = Progress { isStopped }
      stopped.didChange = { isStopped = $0.work?.title == "checking cells" && $0.done > 0 }
      expect(throws: SourceError.self) {
        _ = try FileOrigin.export(table, to: path, format: format, progress: stopped)
      }
      expectEqual(readFile(path), old)
    }
  }
}
