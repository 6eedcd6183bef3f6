import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableSources

@Suite("files that are reached by a place")
struct FilePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    _ = folder.write("id,name\na,Ann\n", to: "a.csv")
    for name in ["a.csv", "a.db", "new.csv"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/link-\(name)", withDestinationPath: "\(folder.path)/\(name)")
    }
    _ = try FileOrigin.export(try LoadedTable(path: path("a.csv")).table, to: path("a.db"))
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("messages name the path, bytes come from the place, and no link at its end is followed")
  func reading() throws {
    for (name, other) in [("a.csv", "b.csv"), ("a.db", "b.db")] {
      let loaded = try LoadedTable(path: path(name), at: path(name))
      #expect(loaded.table.rowCount == 1)
      #expect(loaded.origin.name == path(name))
      #expect(throws: SourceError.self) {
        try LoadedTable(path: path(name), at: path("link-" + name))
      }
      let error = #expect(throws: SourceError.self) {
        try LoadedTable(path: path(name), at: path(other))
      }
      #expect(error?.message.contains("'\(path(name))'") == true)
    }
    #expect(throws: SourceError.self) {
      try SourceStream(path: path("a.csv"), at: path("link-a.csv"))
    }
  }

  @Test("what is written replaces no link, and nothing that a link leads to")
  func writing() throws {
    let table = try LoadedTable(path: path("a.csv")).table
    for name in ["a.csv", "new.csv", "a.db", "a.db#other"] {
      let link = path("link-" + (name.hasPrefix("a.db") ? "a.db" : name))
      let before = FileManager.default.contents(atPath: path("a.db"))
      var origin = FileOrigin(newFile: path(name))
      #expect(throws: SourceError.self) { try origin.save(table, at: link, force: true) }
      #expect(FileManager.default.contents(atPath: path("a.db")) == before)
      #expect(try String(contentsOfFile: path("a.csv"), encoding: .utf8) == "id,name\na,Ann\n")
      #expect(!FileManager.default.fileExists(atPath: path("new.csv")))
    }
    let source = try LoadedTable(path: path("a.db"))
    let rows = source.table
    var database = source.origin
    let before = FileManager.default.contents(atPath: path("a.db"))
    #expect(throws: SourceError.self) { try database.save(rows, at: path("link-a.db")) }
    #expect(FileManager.default.contents(atPath: path("a.db")) == before)
    _ = try database.save(rows, at: path("a.db"), backupSuffix: "~")
    #expect(FileManager.default.fileExists(atPath: path("a.db~")))
  }
}
