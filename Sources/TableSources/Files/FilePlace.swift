import Glibc

/// How a file is reached whose name is not to be trusted any more: by a path, `place`, at whose end
/// no link is followed. It comes from whoever has judged the file and holds its folder. Nil: by the
/// name that was typed, as the system does it.
enum FilePlace {
  /// Opens a file for reading; -1, with `errno` set, where that fails.
  ///
  /// A pipe without a writer is not waited for inside of the system, where ^C is not noticed.
  static func open(_ path: String, at place: String?) -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    return Glibc.open(place ?? path, place == nil ? flags : flags | O_NOFOLLOW)
  }

  /// The state of a file; nil where there is none, or none that the system tells of.
  static func status(_ path: String, isPlace: Bool) -> stat? {
    var status = stat()
    return (isPlace ? lstat(path, &status) : stat(path, &status)) == 0 ? status : nil
  }

  /// The state of a file that is to be saved; nil where there is none.
  ///
  /// - Parameter shown: what messages call it.
  /// - Throws: `cannotSave` where the system does not say whether there is one.
  static func status(
    _ path: String, isPlace: Bool, shown: String
  ) throws(SourceError) -> stat? {
    var status = stat()
    if (isPlace ? lstat(path, &status) : stat(path, &status)) == 0 { return status }
    if meansAbsent(errno) { return nil }
    throw OpenFile.failure(errno, path: shown)
  }

  /// Whether an error of a call that takes a path says that nothing is there.
  static func meansAbsent(_ number: Int32) -> Bool { number == ENOENT || number == ENOTDIR }

  /// The file itself where a path is a symbolic link, also one that points to nothing yet.
  ///
  /// - Throws: `cannotSave` for links in a circle, and where the system does not say.
  static func resolved(_ path: String) throws(SourceError) -> String {
    var current = path
    for _ in 0..<40 {
      guard let link = target(ofLink: current) else {
        // What is no link, or nothing yet.
        if errno == EINVAL || meansAbsent(errno) { return current }
        throw OpenFile.failure(errno, path: path)
      }
      current = link.hasPrefix("/") ? link : FileName.folder(current) + "/" + link
    }
    throw OpenFile.failure(ELOOP, path: path)
  }

  /// What a link says; nil, with `errno` set, for what is none.
  static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { raw in
      raw.baseAddress.map {
        readlink(path, $0.assumingMemoryBound(to: CChar.self), raw.count)
      } ?? -1
    }
    return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

/// Parts of paths.
enum FileName {
  /// The last part of a path.
  static func last(_ path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }

  /// Whether the name says that the file is packed: `table.csv.gz`.
  static func isPacked(_ path: String) -> Bool {
    let name = last(path).lowercased()
    return name.hasSuffix(".gz") && name.utf8.count > 3
  }

  /// The extension in lower case, without the dot; empty if there is none. Of a packed file it is
  /// that of the file inside.
  static func fileExtension(_ path: String) -> String {
    var name = last(path)
    if isPacked(name) { name.removeLast(3) }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The folder that a path stands in.
  static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// What `~` at the start of a path stands for.
public enum HomeFolder {
  /// The path with `~` or `~NAME`, up to the first slash, replaced by the home folder of the user or
  /// of that user, as in sh; unchanged where nobody has that name.
  ///
  ///     HomeFolder.expanding("~/crew.csv")  // /home/ann/crew.csv
  public static func expanding(_ path: String) -> String {
    guard path.hasPrefix("~") else { return path }
    let name = path.dropFirst().prefix { $0 != "/" }
    guard let folder = folder(of: String(name)) else { return path }
    return folder + path.dropFirst(name.count + 1)
  }

  private static func folder(of name: String) -> String? {
    if name.isEmpty, let home = getenv("HOME"), home.pointee != 0 { return String(cString: home) }
    let entry = name.isEmpty ? getpwuid(getuid()) : getpwnam(name)
    return entry?.pointee.pw_dir.map { String(cString: $0) }
  }
}
