import CSQLite
import LibC
import TableSources
import Wording

/// The file systems (VFS) by which SQLite accesses a database and its `-journal`, `-wal` and `-shm`
/// files.
///
/// They are the system's default with two differences. A file that was checked is accessed only by
/// the path given for it, whatever happens to the names of its folders. And the files beside a
/// database are accessible only to users who can access the database: SQLite would give them the
/// mode of the database, which can enable inherited entries of an access list, and allows another
/// group if that of the database cannot be kept.
///
/// Source: SQLite, "The OS Backend (VFS)" and `src/os_unix.c`.
enum SQLiteFileSystem {
  /// Returns the URI of a database.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - isHeld: whether the path is used as it is, without following a link at its end.
  ///   - isImmutable: whether no program writes to it, so that SQLite needs no files beside it.
  static func uri(_ path: String, isHeld: Bool, isImmutable: Bool = false) -> String {
    // Names such as ':memory:' are special to SQLite, unless a folder precedes them.
    let start = path.hasPrefix("/") ? "file://" : "file:./"
    let escaped = PercentCoding.encode(path) { byte in
      byte <= 0x20 || byte >= 0x7F || [0x25, 0x3F, 0x23].contains(byte)
    }
    return start + escaped + "?vfs=" + (isHeld ? held : named)
      + (isImmutable ? "&immutable=1" : "")
  }
}

extension SQLiteFileSystem {
  /// The name of the VFS that follows links.
  private static let named = register("tablesh") { _ in }

  /// The name of the VFS that uses paths as they are; SQLite opens no link at their ends.
  private static let held = register("tablesh-held") { system in
    system.xFullPathname = { _, path, size, buffer in
      guard let path, let buffer, strlen(path) < size else { return SQLITE_CANTOPEN }
      strcpy(buffer, path)
      return SQLITE_OK
    }
  }

  /// The system's default VFS; nil if SQLite could not be initialized.
  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  /// Registers a VFS with SQLite, for as long as the program runs.
  private static func register(_ name: String, _ change: (inout sqlite3_vfs) -> Void) -> String {
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

  /// Creates the file that SQLite is about to create, and the one that goes with it.
  private static func prepare(_ path: UnsafePointer<CChar>, isLog: Bool) -> Bool {
    guard let name = sqlite3_filename_database(path) else { return true }
    let database = String(cString: name)
    guard make(String(cString: path), beside: database) else { return false }
    return !isLog || make(database + "-shm", beside: database)
  }

  /// Creates a file that is accessible only to users who can access the database.
  ///
  /// - Returns: false if that is impossible. Existing files, and those that cannot be created, are
  ///   left to SQLite.
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
    // SQLite gives an empty file the mode of the database. A leading zero means that there is
    // nothing to roll back, and is overwritten.
    var zero: UInt8 = 0
    if own.st_mode & 0o777 != other.st_mode & 0o777, write(descriptor, &zero, 1) != 1 {
      unlink(path)
      return false
    }
    return true
  }
}
