import CFileSystem
import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

/// Who may reach the files that SQLite keeps beside a database while it is saved.
struct SQLiteAccessTests {
  private struct Case: CustomStringConvertible {
    var mode: mode_t
    var isOfOtherGroup: Bool
    var hasList: Bool
    var inherits: Bool

    var description: String {
      "\(String(mode, radix: 8))\(isOfOtherGroup ? ", other group" : "")"
        + (hasList ? ", access list" : "") + (inherits ? ", default list" : "")
    }

    static let all: [Case] = {
      var cases: [Case] = []
      for mode: mode_t in [0o600, 0o640, 0o664] {
        // Only the superuser can give files away.
        for isOfOtherGroup in geteuid() == 0 ? [false, true] : [false] {
          for hasList in AccessList.isKept ? [false, true] : [false] {
            for inherits in AccessList.isKept ? [false, true] : [false] {
              cases.append(
                Case(
                  mode: mode, isOfOtherGroup: isOfOtherGroup, hasList: hasList, inherits: inherits))
            }
          }
        }
      }
      return cases
    }()
  }

  @Test(
    "nobody reads a journal who may not read the database",
    .enabled(if: OrdinaryUser.isThere, "no ordinary user can run the program"),
    arguments: ["DELETE", "WAL"])
  func beside(_ mode: String) throws {
    for one in Case.all {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o755)
      for name in ["d", "state", "seen"] {
        mkdir("\(folder.path)/\(name)", 0o755)
        if name == "d", one.inherits {
          expect(AccessList.handedDown.set(on: "\(folder.path)/d"))
        }
        chown("\(folder.path)/\(name)", OrdinaryUser.id, OrdinaryUser.group)
      }
      let path = "\(folder.path)/d/t.db"
      do {
        let queue = try PlainDatabase(path: path)
        try queue.run(
          """
          PRAGMA journal_mode = \(mode);
          CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
          INSERT INTO t VALUES (1, 'x'), (2, 'y')
          """)
        queue.close()
      }
      _ = removexattr(path, AccessList.name)
      if one.hasList { expect(AccessList.own.set(on: path)) }
      chown(path, OrdinaryUser.id, one.isOfOtherGroup ? 12345 : OrdinaryUser.group)
      chmod(path, one.mode)
      let suffixes = mode == "WAL" ? ["-wal", "-shm"] : ["-journal"]
      // A second name stays when SQLite deletes the file.
      let links = suffixes.map { "ln \(path)\($0) \(folder.path)/seen/t\($0)" }
      let fault = Fault(
        before: "fdatasync", run: links.joined(separator: " && "), path: "/t.db" + suffixes[0])
      var environment = fault.environment
      environment["XDG_STATE_HOME"] = "\(folder.path)/state"
      let child = try OrdinaryUser.run(
        product("tablesh"), ["--no-init", "--quiet", path, "-c", "edit @1 a=z; save"],
        environment: environment, directory: folder.path)
      expectEqual(child.status, 0, "\(one): \(child.errors)")
      for suffix in suffixes {
        try expectSame("\(folder.path)/seen/t\(suffix)", path, one)
      }
      expectEqual(folder.names(in: "d"), ["t.db"], "\(one)")
      let value = try PlainDatabase(path: path).text("SELECT a FROM t WHERE id = 1")
      expectEqual(value, "z", "\(one)")
    }
  }

  @Test(
    "a database that may not be written stays as it is, and is copied as the hint says",
    .enabled(if: OrdinaryUser.isThere, "no ordinary user can run the program"))
  func notWritable() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    for name in ["own", "state"] {
      mkdir("\(folder.path)/\(name)", 0o755)
      chown("\(folder.path)/\(name)", OrdinaryUser.id, OrdinaryUser.group)
    }
    do {
      let queue = try PlainDatabase(path: "\(folder.path)/t.db")
      try queue.run(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x')")
      queue.close()
    }
    chmod("\(folder.path)/t.db", 0o444)
    func run(_ lines: String) throws -> ChildProcess {
      try OrdinaryUser.run(
        product("tablesh"), ["--no-init", "--quiet", "t.db", "-c", lines],
        environment: ["XDG_STATE_HOME": "\(folder.path)/state"], directory: folder.path)
    }
    for (save, told) in [
      (
        "save",
        """
        -c:1: error: cannot save 't.db': it is read-only
        hint:  save --force writes it anyway, if the system lets you; or save PATH

        """
      ),
      (
        "save --force",
        """
        -c:1: error: 't.db' is a file that you may not write, which cannot be saved to
        hint:  save PATH, or export PATH

        """
      ),
    ] {
      let child = try run("edit @1 a=z; \(save)")
      expectEqual(child.status, 1)
      expect(child.errors.hasPrefix(told), "\(child.errors)")
    }
    try expectEqual(run("edit @1 a=z; save own/t.db").status, 0)
    try expectEqual(PlainDatabase(path: "\(folder.path)/own/t.db").text("SELECT a FROM t"), "z")
    try expectEqual(PlainDatabase(path: "\(folder.path)/t.db").text("SELECT a FROM t"), "x")
  }

  /// Expects that a file can be reached as a database can, but for a group that cannot be kept.
  private func expectSame(_ path: String, _ database: String, _ one: Case) throws {
    var (file, other) = (stat(), stat())
    try require(lstat(path, &file) == 0, "\(one): \(path) was not seen")
    expectEqual(lstat(database, &other), 0)
    var bits = other.st_mode & 0o777
    var list = Self.list(of: database)
    if one.isOfOtherGroup {
      list = list.map(AccessList.withoutGroup)
      if list == nil { bits &= ~0o070 }
    }
    expectEqual(file.st_mode & 0o777, bits, "\(one) \(path)")
    expectEqual(Self.list(of: path), list, "\(one) \(path)")
    expectEqual(file.st_uid, other.st_uid, "\(one)")
  }

  private static func list(of path: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1024)
    let count = lgetxattr(path, AccessList.name, &value, value.count)
    return count >= 0 ? Array(value[..<count]) : nil
  }
}
