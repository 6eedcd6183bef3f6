import DatabaseSupport
import Foundation
import Glibc
import Testing

@testable import TableSources

/// Databases whose folder is held while others change what its name leads to.
@Suite("a database that is reached by a place") struct SQLitePlaceTests {
  private let folder = TemporaryFolder()

  /// Makes a database in a folder, and holds the folder.
  private func held(_ mode: String) throws -> (place: String, descriptor: Int32) {
    for name in ["d", "other"] { mkdir("\(folder.path)/\(name)", 0o755) }
    try PlainDatabase(path: "\(folder.path)/d/t.db").run(
      "PRAGMA journal_mode = \(mode); CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let descriptor = Glibc.open("\(folder.path)/d", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return ("/proc/self/fd/\(descriptor)/t.db", descriptor)
  }

  /// Has the name of the folder lead to another one.
  private func swap() {
    rename("\(folder.path)/d", "\(folder.path)/held")
    symlink("\(folder.path)/other", "\(folder.path)/d")
  }

  private func remove() {
    for name in ["d", "held", "other"] {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
  }

  @Test(
    "it and all that SQLite keeps beside it stay in that folder", arguments: ["DELETE", "WAL"],
    [true, false])
  func stays(_ mode: String, _ isSwappedWithin: Bool) throws {
    let (place, descriptor) = try held(mode)
    defer {
      close(descriptor)
      remove()
    }
    // The same file by another name, so that a look at it alone tells nothing.
    link("\(folder.path)/d/t.db", "\(folder.path)/other/t.db")
    let file = SQLiteFile(
      path: "\(folder.path)/d/t.db", name: "t.db", place: place, progress: .none)
    if !isSwappedWithin { swap() }
    var beside: [String] = []
    _ = try file.write { db in
      if isSwappedWithin { swap() }
      try db.execute("UPDATE t SET a = 2")
      beside = TemporaryFolder.names(in: "\(folder.path)/held")
    } isSaved: { _ in
      true
    }
    #expect(
      beside == (mode == "WAL" ? ["t.db", "t.db-shm", "t.db-wal"] : ["t.db", "t.db-journal"]))
    #expect(TemporaryFolder.names(in: "\(folder.path)/other") == ["t.db"])
    #expect(TemporaryFolder.names(in: "\(folder.path)/held") == ["t.db"])
    let value = try file.read { try $0.texts("SELECT a FROM t") }
    #expect(value == ["2"])
  }

  @Test("a link at its end is not followed, although this process has that file open")
  func ends() throws {
    let (place, descriptor) = try held("DELETE")
    let reader = Glibc.open("\(folder.path)/d/t.db", O_RDONLY)
    defer {
      close(reader)
      close(descriptor)
      remove()
    }
    swap()
    try PlainDatabase(path: "\(folder.path)/other/o.db").run(
      "CREATE TABLE t (a); INSERT INTO t VALUES (5)")
    rename("\(folder.path)/held/t.db", "\(folder.path)/held/kept.db")
    symlink("../other/o.db", "\(folder.path)/held/t.db")
    let file = SQLiteFile(
      path: "\(folder.path)/d/t.db", name: "t.db", place: place, progress: .none)
    let error = #expect(throws: SourceError.self) {
      try file.write {
        try $0.execute("UPDATE t SET a = 6")
      } isSaved: { _ in
        true
      }
    }
    #expect(error?.code == "cannot-save")
    #expect(throws: SourceError.self) { try file.read { try $0.texts("SELECT 1") } }
    let value = try PlainDatabase(path: "\(folder.path)/other/o.db").text("SELECT a FROM t")
    #expect(value == "5")
  }
}
