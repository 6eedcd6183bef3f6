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
