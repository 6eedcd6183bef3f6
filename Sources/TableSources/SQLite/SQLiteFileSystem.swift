import GRDBSQLite
import Glibc

/// How SQLite reaches a database and the files that it keeps beside it: `-journal`, `-wal`, `-shm`.
///
/// It is the system's own way, but for two things. A file that was judged is reached by the path that
/// it was given and by no other, whatever becomes of the names of its folders. And what stands beside
/// a database can be reached by nobody who cannot reach the database: SQLite gives such a file the
/// mode of the database, which opens what the folder hands down to new files in its access list, and
/// lets another group in where that of the database cannot be kept.
///
/// Source: SQLite, "The OS Backend (VFS)" and `src/os_unix.c`.
enum SQLiteFileSystem {
  /// The URI of a database.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - isHeld: whether the path is taken as it is, no link at its end being followed. Else links
  ///     are followed.
  ///   - isImmutable: whether nobody writes to it, so that nothing is kept beside it.
  static func uri(_ path: String, isHeld: Bool, isImmutable: Bool = false) -> String {
    // Names such as ':memory:' mean something to SQLite, where no folder stands before them.
    let start = path.hasPrefix("/") ? "file://" : "file:./"
    let escaped = path.utf8.map { byte -> String in
      let isPlain = byte > 0x20 && byte < 0x7F && byte != 0x25 && byte != 0x3F && byte != 0x23
      return isPlain ? String(UnicodeScalar(byte)) : "%" + hex(byte)
    }
    return start + escaped.joined() + "?vfs=" + (isHeld ? held : named)
      + (isImmutable ? "&immutable=1" : "")
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension SQLiteFileSystem {
  /// The name of the one that follows links.
  private static let named = register("tablesh") { _ in }

  /// The name of the one that takes paths as they are; SQLite opens no link at their ends.
  private static let held = register("tablesh-held") { system in
    system.xFullPathname = { _, path, size, buffer in
      guard let path, let buffer, strlen(path) < size else { return SQLITE_CANTOPEN }
      strcpy(buffer, path)
      return SQLITE_OK
    }
  }

  /// The system's own one; nil where SQLite does not start.
  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  /// Makes one known to SQLite, for as long as the program runs.
  private static func register(
    _ name: String, _ change: (inout sqlite3_vfs) -> Void
  ) -> String {
    guard let system else { return name }
    var new = system.pointee
    new.zName = UnsafePointer(strdup(name))
    new.pNext = nil
    new.xOpen = { _, path, file, flags, outFlags in
      guard let system = SQLiteFileSystem.system else { return SQLITE_CANTOPEN }
      if let path, SQLiteFileSystem.makesFileBeside(flags),
        !SQLiteFileSystem.prepare(path, isLog: flags & SQLITE_OPEN_WAL != 0)
      {
        return SQLITE_CANTOPEN
      }
      return system.pointee.xOpen(system, path, file, flags, outFlags)
    }
    change(&new)
    let place = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    place.initialize(to: new)
    sqlite3_vfs_register(place, 0)
    return name
  }

  private static func makesFileBeside(_ flags: Int32) -> Bool {
    flags & SQLITE_OPEN_CREATE != 0 && flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) != 0
  }

  /// Makes the file that SQLite is about to make, and what it makes with it.
  private static func prepare(_ path: UnsafePointer<CChar>, isLog: Bool) -> Bool {
    guard let name = sqlite3_filename_database(path) else { return true }
    let database = String(cString: name)
    guard make(String(cString: path), beside: database) else { return false }
    return !isLog || make(database + "-shm", beside: database)
  }

  /// Makes a file that can be reached by nobody who cannot reach the database.
  ///
  /// - Returns: false where that cannot be. What is there already, and what cannot be made, is left
  ///   to SQLite.
  private static func make(_ path: String, beside database: String) -> Bool {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    do throws(SourceError) {
      try FileAttributes(of: database, shown: database).applyAccess(to: descriptor, shown: path)
    } catch {
      unlink(path)
      return false
    }
    var (own, other) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, lstat(database, &other) == 0 else { return true }
    // An empty file is given the mode of the database. A zero in front says that nothing is to be
    // taken back, and is written over.
    var zero: UInt8 = 0
    if own.st_mode & 0o777 != other.st_mode & 0o777, write(descriptor, &zero, 1) != 1 {
      unlink(path)
      return false
    }
    return true
  }
}
