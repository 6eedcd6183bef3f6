import CSQLite
import Expectations
import LibC
import Synchronization
import Testing

import struct TableKit.Cell

@testable import TableSQLite
@testable import TableSources

/// What is told where SQLite fails when the rows are in the file.
///
/// One after the other: the calls of SQLite that they replace are those of the process.
@Suite(.serialized) struct SQLiteCommitTests {
  /// Which call of SQLite on a file of that path fails, from when on and how often.
  private struct Fault {
    var path: String
    var rest: Int
  }

  private static let fault = Mutex<Fault?>(nil)

  /// Whether a lock that is given back, or made weaker, is to fail now.
  private static func fails(_ descriptor: Int32, _ lock: UnsafeMutableRawPointer?) -> Bool {
    fault.withLock { fault in
      guard let known = fault, known.rest > 0, let lock,
        lock.assumingMemoryBound(to: flock.self).pointee.l_type != Int16(F_WRLCK),
        target(ofLink: "/proc/self/fd/\(descriptor)") == known.path
      else { return false }
      fault?.rest -= 1
      return true
    }
  }

  /// Has SQLite make its calls through this.
  private static func install() {
    let call: @convention(c) (Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
      descriptor, command, argument in
      if command == F_SETLK, SQLiteCommitTests.fails(descriptor, argument) {
        errno = EIO
        return -1
      }
      switch command {
      case F_SETLK, F_SETLKW, F_GETLK:
        guard let argument else { return -1 }
        return fcntl(descriptor, command, argument)
      default:
        return fcntl(
          descriptor, command, Int32(truncatingIfNeeded: Int(bitPattern: argument)))
      }
    }
    guard let vfs = sqlite3_vfs_find(nil) else { return }
    _ = vfs.pointee.xSetSystemCall(vfs, "fcntl", unsafeBitCast(call, to: sqlite3_syscall_ptr.self))
  }

  private static func remove() {
    fault.withLock { $0 = nil }
    guard let vfs = sqlite3_vfs_find(nil) else { return }
    _ = vfs.pointee.xSetSystemCall(vfs, "fcntl", nil)
  }

  private static let crew =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y')"

  /// Saves the first row with another value; of the calls behind the commit some fail.
  private func save(
    _ open: inout OpenTable, _ database: DatabaseFixture, failing count: Int
  ) throws -> Result<SaveReport, SourceError> {
    try open.set("1", "a", Cell("new"))
    Self.install()
    defer { Self.remove() }
    let path = try require(JournalFolder.resolved(database.path))
    do throws(SourceError) {
      return .success(
        try open.origin.save(
          open.editor.table,
          willReplace: { _ in Self.fault.withLock { $0 = Fault(path: path, rest: count) } }))
    } catch {
      return .failure(error)
    }
  }

  @Test("an error behind the commit is told as one: the rows are saved, and the table goes on")
  func saved() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    let report = try save(&open, database, failing: 1).get()
    let problem = try require(report.problem)
    expectEqual(problem.code, "saved-unread")
    expect(
      problem.message.hasPrefix("'\(database.path)' is saved, but could not be read again: "))
    expectEqual(problem.hint?.contains("reload"), true)
    expectEqual(report.sentence, "saved to \(database.path): changed 1 row")
    try expectEqual(database.value("SELECT a FROM t WHERE id = 1"), "new")
    open.editor.markSaved()
    try open.set("1", "a", Cell("newer"))
    try open.save()
    try expectEqual(database.value("SELECT a FROM t WHERE id = 1"), "newer")
  }

  @Test("where the file cannot be read to see whether the commit was made, neither is claimed")
  func unknown() throws {
    let database = try DatabaseFixture(Self.crew)
    var open = try database.open()
    guard case .failure(let error) = try save(&open, database, failing: .max) else {
      Issue.record("it was saved")
      return
    }
    expectEqual(error.code, "cannot-save")
    expect(error.message.hasPrefix("cannot tell whether '\(database.path)' is saved: "))
    expectEqual(error.hint?.contains("reload"), true)
  }
}
