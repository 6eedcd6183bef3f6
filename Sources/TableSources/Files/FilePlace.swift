import LibC

/// Access to a file by a trusted path, `place`, whose last component is not followed if it is a
/// link; supplied by the caller that checked the file and holds its folder open. Nil: access by the
/// path as typed.
package enum FilePlace {
  /// Opens a file for reading; -1, with `errno` set, on failure.
  ///
  /// Does not block on a pipe without a writer, because a system call would not notice ^C.
  package static func open(_ path: String, at place: String?) -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    return LibC.open(place ?? path, place == nil ? flags : flags | O_NOFOLLOW)
  }

  /// Opens a file for reading, with its status.
  ///
  /// - Throws: `noSuchFile`; `cannotRead`, for folders, too.
  package static func opened(
    _ path: String, at place: String?
  ) throws(SourceError) -> (descriptor: Int32, status: stat) {
    let descriptor = open(path, at: place)
    guard descriptor >= 0 else {
      let number = errno
      if number == ENOENT { throw .noSuchFile(path) }
      if number == ENXIO, status(path, isPlace: false).map({ $0.st_mode & S_IFMT }) == S_IFSOCK {
        throw .cannotRead(path, reason: "it is a socket")
      }
      throw .cannotRead(path, reason: SystemReason.text(number))
    }
    var status = stat()
    var number = fstat(descriptor, &status) == 0 ? 0 : errno
    if number == 0, status.st_mode & S_IFMT == S_IFDIR { number = EISDIR }
    guard number == 0 else {
      close(descriptor)
      throw .cannotRead(path, reason: SystemReason.text(number))
    }
    return (descriptor, status)
  }

  /// Returns the status of a file; nil if it does not exist or cannot be queried.
  static func status(_ path: String, isPlace: Bool) -> stat? {
    var status = stat()
    return (isPlace ? lstat(path, &status) : stat(path, &status)) == 0 ? status : nil
  }

  /// Returns the status of a file to be saved; nil if it does not exist.
  ///
  /// - Parameter shown: the path for messages.
  /// - Throws: `cannotSave` if the status cannot be queried.
  package static func status(
    _ path: String, isPlace: Bool, shown: String
  ) throws(SourceError) -> stat? {
    var status = stat()
    if (isPlace ? lstat(path, &status) : stat(path, &status)) == 0 { return status }
    if meansAbsent(errno) { return nil }
    throw OpenFile.failure(errno, path: shown)
  }

  /// Whether an error number of a call with a path means that the file does not exist.
  static func meansAbsent(_ number: Int32) -> Bool { number == ENOENT || number == ENOTDIR }

  /// Resolves symbolic links, including one to a file that does not exist yet.
  ///
  /// - Throws: `cannotSave` for circular links, or if a link cannot be read.
  package static func resolved(_ path: String) throws(SourceError) -> String {
    var current = path
    for _ in 0..<40 {
      guard let link = target(ofLink: current) else {
        // Not a link, or nothing yet.
        if errno == EINVAL || meansAbsent(errno) { return current }
        throw OpenFile.failure(errno, path: path)
      }
      current = link.hasPrefix("/") ? link : FileName.folder(current) + "/" + link
    }
    throw OpenFile.failure(ELOOP, path: path)
  }
}

/// Components of paths.
package enum FileName {
  /// Returns the last component of a path.
  package static func last(_ path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }

  /// Whether there is a file, or a folder, at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a name fits a pattern of the shell: `*.csv`, `week-?.csv`, `[ab]*`.
  package static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, 0) == 0
  }

  /// How the file is compressed, by its name, such as `table.csv.gz`; nil: it is not.
  static func compression(_ path: String) -> Compression? { Compression(name: last(path)) }

  /// Whether the name says that the file is compressed.
  package static func isCompressed(_ path: String) -> Bool { compression(path) != nil }

  /// Returns the extension in lower case, without the dot; empty if there is none. For a compressed
  /// file, it is that of the file inside.
  package static func fileExtension(_ path: String) -> String {
    var name = last(path)
    if let suffix = compression(name)?.suffix(of: name.lowercased()) {
      name.removeLast(suffix.count)
    }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Returns the names of the files in a folder but `.` and `..`; empty if it cannot be read. Names
  /// that are not UTF-8 are left out: repaired, they would be names of other files.
  package static func names(in path: String) -> [String] {
    names(in: path, limit: .max) { _ in true }
  }

  /// Returns the names of files in a folder, without those that the list says are folders or devices;
  /// as `names`, but of the first `limit` entries only.
  package static func files(in path: String, limit: Int) -> [String] {
    let kinds = [Int(DT_REG), Int(DT_LNK), Int(DT_UNKNOWN)]
    return names(in: path, limit: limit, ofKind: kinds.contains)
  }

  private static func names(
    in path: String, limit: Int, ofKind isWanted: (Int) -> Bool
  ) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    for _ in 0..<limit {
      guard let entry = readdir(folder) else { break }
      guard isWanted(Int(entry.pointee.d_type)) else { continue }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self) else { continue }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the folder of a path.
  package static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
