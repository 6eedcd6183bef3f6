import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableSources

/// Files that are reached by a place.
struct FilePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    _ = folder.write("id,name\na,Ann\n", to: "a.csv")
    for name in ["a.csv", "new.csv"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/link-\(name)", withDestinationPath: "\(folder.path)/\(name)")
    }
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("messages name the path, bytes come from the place, and no link at its end is followed")
  func reading() throws {
    let file = path("a.csv")
    let loaded = try LoadedTable(path: file, at: file)
    expect(loaded.table.rowCount == 1 && loaded.origin.name == file)
    for place in ["link-a.csv", "b.csv"] {
      let error = expect(throws: SourceError.self) {
        try LoadedTable(path: file, at: path(place))
      }
      expectEqual(error?.message.contains("'\(file)'"), true)
    }
    expect(throws: SourceError.self) {
      try SourceStream(path: path("a.csv"), at: path("link-a.csv"))
    }
  }

  @Test("what is written replaces no link, and nothing that a link leads to")
  func writing() throws {
    let table = try LoadedTable(path: path("a.csv")).table
    for name in ["a.csv", "new.csv"] {
      var origin = FileOrigin(newFile: path(name))
      expect(throws: SourceError.self) {
        try origin.save(table, at: path("link-" + name), force: true)
      }
      try expectEqual(String(contentsOfFile: path("a.csv"), encoding: .utf8), "id,name\na,Ann\n")
      expect(!FileManager.default.fileExists(atPath: path("new.csv")))
    }
  }
}
