import CFileSystem
import Expectations
import Glibc
import Testing

@testable import TableKit
@testable import TableSources

/// What belongs to a file beside its bytes, and what killed programs leave behind.
struct SafeSavingTests {
  private let folder = TemporaryFolder()

  private func failure(_ body: () throws(SourceError) -> Void) -> SourceError? {
    do throws(SourceError) { try body() } catch { return error }
    return nil
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    stat(path, &status)
    return status.st_mode & 0o7777
  }

  @Test("a file that is read-only is refused, for the superuser too, and replaced when forced")
  func readOnly() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    chmod(path, 0o444)
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(error, .readOnly(path))
    expectEqual(error?.message, "cannot save '\(path)': it is read-only")
    expectEqual(error?.hint, "--force replaces it anyway; or give another PATH")
    expectEqual(readFile(path), "id\n1\n")
    expectEqual(
      failure { () throws(SourceError) in
        _ = try FileOrigin.export(loaded.table, to: path)
      }, .readOnly(path))
    expectEqual(folder.names, ["t.csv"])
    _ = try loaded.origin.save(loaded.table, force: true)
    expectEqual(readFile(path), "id\n2\n")
    expectEqual(mode(path), 0o444)
  }

  @Test("special modes are kept, and a new file gets what the user's mask leaves")
  func modes() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    for mode: mode_t in [0o600, 0o664, 0o755, 0o2770, 0o1644] {
      chmod(path, mode)
      let former = self.mode(path)
      let loaded = try LoadedTable(path: path)
      var origin = loaded.origin
      _ = try origin.save(loaded.table, force: true)
      expectEqual(self.mode(path), former)
      _ = try origin.save(loaded.table, to: folder.path + "/new.csv")
      let mask = umask(0)
      umask(mask)
      expectEqual(self.mode(folder.path + "/new.csv"), 0o666 & ~mask)
      unlink(folder.path + "/new.csv")
    }
  }

  @Test("what replaces a file is its owner's alone until it has the rights of that file")
  func rightsMeanwhile() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    chmod(path, 0o600)
    var seen: [mode_t] = []
    _ = try FileOrigin.writeFile(FileTarget(path)) { (write) throws(SourceError) in
      try write("id\n2\n")
      seen = folder.names.filter { $0 != "t.csv" }.map { mode("\(folder.path)/\($0)") }
    }
    expect(seen == [0o600] && mode(path) == 0o600)
    expectEqual(readFile(path), "id\n2\n")
  }

  @Test("extended attributes are kept where the file system has them")
  func extendedAttributes() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    let value = Array("hello".utf8)
    guard setxattr(path, "user.note", value, value.count, 0) == 0 else { return }
    setxattr(path, "user.empty", value, 0, 0)
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    try expectEqual(loaded.origin.save(loaded.table).notes, [])
    var kept = [UInt8](repeating: 0, count: 16)
    expectEqual(getxattr(path, "user.note", &kept, kept.count), value.count)
    expectEqual(Array(kept[..<value.count]), value)
    expectEqual(getxattr(path, "user.empty", &kept, kept.count), 0)
  }

  @Test("an access list is kept where the file system has them")
  func accessList() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    // Version 2; owner rw, user 65534 r, group r, mask rw, others none.
    var list: [UInt8] = [2, 0, 0, 0]
    for (tag, bits, id) in [
      (1, 6, UInt32.max), (2, 4, 65534), (4, 4, .max), (16, 6, .max), (32, 0, .max),
    ] {
      list += [UInt8(tag), 0, UInt8(bits), 0]
      list += withUnsafeBytes(of: id.littleEndian, Array.init)
    }
    let name = "system.posix_acl_access"
    guard setxattr(path, name, list, list.count, 0) == 0 else { return }
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    try expectEqual(loaded.origin.save(loaded.table).notes, [])
    var kept = [UInt8](repeating: 0, count: 256)
    let length = getxattr(path, name, &kept, kept.count)
    expectEqual(Array(kept[..<max(0, length)]), list)
    expectEqual(mode(path), 0o660)
  }

  @Test("what a killed save left is removed by the next save of the same file alone")
  func stale() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    let other = folder.write("id\n1\n", to: "u.csv")
    let left = TemporaryFile.path(beside: path)
    for name in [left, left + "-old", TemporaryFile.path(beside: path, number: 1)] {
      writeFile(name, Array("half".utf8))
    }
    var second = try LoadedTable(path: other)
    _ = try second.origin.save(second.table, force: true)
    expectEqual(folder.names.count, 5)
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(folder.names, ["t.csv", "u.csv"])
    expectEqual(readFile(path), "id\n2\n")
  }

  @Test("a file that another program is writing is left to it, and the save goes on beside it")
  func held() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    let others = TemporaryFile.path(beside: path)
    let descriptor = open(others, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    expectEqual(flock(descriptor, LOCK_EX | LOCK_NB), 0)
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id\n2\n")
    expectEqual(folder.names, [FileName.last(others), "t.csv"])
    // A save that fails removes its own file only.
    loaded.set(0, "id", "3")
    expectEqual(
      failure { () throws(SourceError) in
        _ = try loaded.origin.save(loaded.table, progress: .cancelled)
      }?.code, "cancelled")
    expectEqual(folder.names, [FileName.last(others), "t.csv"])
  }

  @Test("of a chain of links, relative and absolute, the file at its end is replaced or made")
  func chain() throws {
    mkdir(folder.path + "/d", 0o755)
    let real = folder.write("id\n1\n", to: "d/real.csv")
    symlink("d/one.csv", folder.path + "/link.csv")
    symlink("../two.csv", folder.path + "/d/one.csv")
    symlink(real, folder.path + "/two.csv")
    defer {
      for name in ["d/real.csv", "d/one.csv", "d"] { remove(folder.path + "/" + name) }
    }
    var loaded = try LoadedTable(path: folder.path + "/link.csv")
    for text in ["2", "3"] {
      loaded.set(0, "id", text)
      _ = try loaded.origin.save(loaded.table, force: true)
      expectEqual(readFile(real), "id\n\(text)\n")
      var status = stat()
      for name in ["link.csv", "two.csv", "d/one.csv"] {
        lstat(folder.path + "/" + name, &status)
        expectEqual(status.st_mode & S_IFMT, S_IFLNK)
      }
      // The second time it leads to nothing.
      unlink(real)
    }
  }

  @Test("a target that cannot be is one clear error, and nothing is left")
  func targets() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    let loaded = try LoadedTable(path: path)
    let socketPath = folder.path + "/socket"
    let end = Self.listen(at: socketPath)
    defer { close(end) }
    symlink("loop", folder.path + "/loop")
    let long = String(repeating: "n", count: 300)
    let expected = [
      (folder.path, "it is a folder"), (folder.path + "/\(long)", "file name too long"),
      (folder.path + "/loop", "too many levels of symbolic links"),
      (folder.path + "/no/t.csv", "folder '\(folder.path)/no' does not exist"),
      (path + "/t.csv", "'\(path)' is not a folder"), (socketPath, "it is a socket"),
    ]
    for (target, reason) in expected {
      var origin = loaded.origin
      let error = failure { () throws(SourceError) in
        _ = try origin.save(loaded.table, to: target)
      }
      expectEqual(error, .cannotSave(target, reason: reason))
    }
    expectEqual(folder.names, ["loop", "socket", "t.csv"])
  }

  private static func listen(at path: String) -> Int32 {
    let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return end
  }
}
