import DatabaseSupport
import Expectations
import Foundation
import Glibc
import TestSupport
import Testing

@testable import TableSQLite
@testable import TableSources

/// Databases whose folder is held while others change what its name leads to.
struct SQLitePlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try databaseFolder() }

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

  @Test(
    "it and all that SQLite keeps beside it stay in that folder", arguments: ["DELETE", "WAL"],
    [true, false])
  func stays(_ mode: String, _ isSwappedWithin: Bool) throws {
    let (place, descriptor) = try held(mode)
    defer { close(descriptor) }
    // The same file by another name, so that a look at it alone tells nothing.
    link("\(folder.path)/d/t.db", "\(folder.path)/other/t.db")
    let file = SQLiteFile(
      path: "\(folder.path)/d/t.db", name: "t.db", place: place, progress: .none)
    if !isSwappedWithin { swap() }
    var beside: [String] = []
    _ = try file.write { db in
      if isSwappedWithin { swap() }
      try db.execute("UPDATE t SET a = 2")
      beside = folder.names(in: "held")
    } isSaved: { _ in
      true
    }
    expectEqual(
      beside, mode == "WAL" ? ["t.db", "t.db-shm", "t.db-wal"] : ["t.db", "t.db-journal"])
    expectEqual(folder.names(in: "other"), ["t.db"])
    expectEqual(folder.names(in: "held"), ["t.db"])
    let value = try file.read { try $0.texts("SELECT a FROM t") }
    expectEqual(value, ["2"])
  }

  @Test("a link at its end is not followed, although this process has that file open")
  func ends() throws {
    let (place, descriptor) = try held("DELETE")
    let reader = Glibc.open("\(folder.path)/d/t.db", O_RDONLY)
    defer {
      close(reader)
      close(descriptor)
    }
    swap()
    try PlainDatabase(path: "\(folder.path)/other/o.db").run(
      "CREATE TABLE t (a); INSERT INTO t VALUES (5)")
    rename("\(folder.path)/held/t.db", "\(folder.path)/held/kept.db")
    symlink("../other/o.db", "\(folder.path)/held/t.db")
    let file = SQLiteFile(
      path: "\(folder.path)/d/t.db", name: "t.db", place: place, progress: .none)
    let error = expect(throws: SourceError.self) {
      try file.write {
        try $0.execute("UPDATE t SET a = 6")
      } isSaved: { _ in
        true
      }
    }
    expectEqual(error?.code, "cannot-save")
    expect(throws: SourceError.self) { try file.read { try $0.texts("SELECT 1") } }
    let value = try PlainDatabase(path: "\(folder.path)/other/o.db").text("SELECT a FROM t")
    expectEqual(value, "5")
  }

  @Test("messages name the path, bytes come from the place, and no link at its end is followed")
  func reading() throws {
    let path = try made()
    let loaded = try LoadedTable(path: path, at: path)
    expect(loaded.table.rowCount == 1 && loaded.origin.name == path)
    for place in ["\(folder.path)/link-a.db", "\(folder.path)/b.db"] {
      let error = expect(throws: SourceError.self) { try LoadedTable(path: path, at: place) }
      expectEqual(error?.message.contains("'\(path)'"), true)
    }
  }

  @Test("what is written replaces no link, and nothing that a link leads to")
  func writing() throws {
    let path = try made()
    let before = readFile(path)
    let table = try load("id,name\na,Ann\n").table
    for name in [path, path + "#other"] {
      var origin = FileOrigin(newFile: name)
      expect(throws: SourceError.self) {
        try origin.save(table, at: "\(folder.path)/link-a.db", force: true)
      }
      expectEqual(readFile(path), before)
    }
    var database = try LoadedTable(path: path)
    expect(throws: SourceError.self) {
      try database.origin.save(database.table, at: "\(folder.path)/link-a.db")
    }
    expectEqual(readFile(path), before)
    _ = try database.origin.save(database.table, at: path, backupSuffix: "~")
    expectEqual(folder.names(), ["a.db", "a.db~", "link-a.db"])
  }

  /// Makes a database, and a link to it.
  private func made() throws -> String {
    let path = "\(folder.path)/a.db"
    _ = try FileOrigin.export(try load("id,name\na,Ann\n").table, to: path)
    symlink(path, "\(folder.path)/link-a.db")
    return path
  }
}
