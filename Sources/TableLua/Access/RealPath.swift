import Glibc

/// A file that Lua may use: the file that is opened is the one that was checked, even if its name
/// now leads to another.
///
/// A class, because it holds the folder of the file open while it lives.
public final class AllowedFile: Sendable {
  /// Its path, with links resolved unless everything is allowed.
  public let path: String
  /// The path by which the file is reached from now on, a link at its end not followed; nil: by the
  /// name that was asked for.
  public let place: String?
  private let folder: Int32

  /// Holds a file by its path without links.
  init(real: String) {
    path = real
    guard let name = RealPath.split(real)?.name else {
      place = real
      folder = -1
      return
    }
    // Where the folder is not there, no other one that comes to be will do.
    folder = RealPath.folder(of: real)
    place = "/proc/self/fd/\(folder)/\(name)"
  }

  /// Takes a path as it is, where everything is allowed.
  init(anything path: String) {
    self.path = path
    place = nil
    folder = -1
  }

  /// Holds the file that a path leads to now; nil if the path cannot be resolved.
  public convenience init?(holding path: String) {
    guard let real = RealPath.resolve(path) else { return nil }
    self.init(real: real)
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Opens it, not to block; -1, with `errno` set, where that fails.
  ///
  /// - Parameters:
  ///   - path: the name that was asked for.
  ///   - mustStop: called now and then while it waits for a reader of a pipe.
  func open(_ path: String, _ flags: Int32, mustStop: () -> Bool = { true }) -> Int32 {
    let name = place ?? path
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (place == nil ? 0 : O_NOFOLLOW)
    while true {
      let descriptor = Glibc.open(name, flags, 0o666)
      var status = stat()
      guard descriptor < 0, errno == ENXIO, stat(name, &status) == 0,
        status.st_mode & S_IFMT == S_IFIFO
      else { return descriptor }
      if mustStop() {
        errno = ENXIO
        return -1
      }
      poll(nil, 0, 20)
    }
  }
}

/// Paths without links, and files opened by them so that no link can come in between.
enum RealPath {
  /// A path without links and `..`. What is not there yet keeps its name in the folder that is; a
  /// link that leads nowhere is followed, because opening it would make a file there.
  ///
  /// - Parameter followsLast: false: the last name is that of a link itself.
  /// - Returns: the path; nil if it cannot be resolved.
  static func resolve(_ path: String, followsLast: Bool = true) -> String? {
    resolve(path, followsLast: followsLast, links: 0)
  }

  private static func resolve(_ path: String, followsLast: Bool, links: Int) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), links < 40 else { return nil }
    if followsLast || path.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }),
      let real = existing(path)
    {
      return real
    }
    guard let (folder, name) = split(path) else { return nil }
    let base = existing(folder) ?? resolve(folder, followsLast: true, links: links + 1)
    guard let base else { return nil }
    let whole = join(base, name)
    guard followsLast, let target = linkTarget(of: whole) else { return whole }
    return resolve(
      target.hasPrefix("/") ? target : join(base, target), followsLast: true, links: links + 1)
  }

  /// True if a path is another one or lies in it; both without links.
  static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// The folder and the name in it; nil if the path ends in no file name.
  static func split(_ path: String) -> (folder: String, name: String)? {
    var bytes = Array(path.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = String(decoding: bytes[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self)
    guard !name.isEmpty, name != ".", name != ".." else { return nil }
    guard let slash else { return (".", name) }
    return (slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self), name)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  private static func existing(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func linkTarget(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count)
      } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

extension RealPath {
  /// `O_PATH`, which Swift does not see. Source: Linux, include/uapi/asm-generic/fcntl.h.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Opens the folder of a path without links, to reach what lies in it: the folder that is opened is
  /// the one that was meant, whatever has become of its name.
  ///
  /// - Returns: the descriptor; -1, with `errno` set, where it cannot be opened.
  static func folder(of real: String) -> Int32 {
    guard let path = split(real)?.folder else {
      errno = EISDIR
      return -1
    }
    let folder = Glibc.open(path, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return -1 }
    if let opened = linkTarget(of: "/proc/self/fd/\(folder)"), opened != path {
      close(folder)
      errno = ELOOP
      return -1
    }
    return folder
  }

  /// Does something in the folder of a path without links.
  ///
  /// - Returns: what `body` answers; -1, with `errno` set, where the folder cannot be opened.
  static func inFolder(of real: String, _ body: (_ folder: Int32, _ name: String) -> Int32) -> Int32
  {
    let folder = folder(of: real)
    guard folder >= 0, let name = split(real)?.name else { return -1 }
    defer { close(folder) }
    return body(folder, name)
  }
}
