import LibC

/// A file that Lua may use: the file that is opened is the one that was checked, even if its name
/// now leads to another.
///
/// A class, because it holds the folder of the file open while it lives.
public final class AllowedFile: Sendable {
  /// Its path, with links resolved unless everything is allowed.
  public let path: String
  /// The path to open the file by, without following a final link; nil: the path requested.
  public let place: String?
  private let folder: Int32

  /// Creates a file from a resolved path.
  init(real: String) {
    path = real
    guard let name = RealPath.split(real)?.name else {
      place = real
      folder = -1
      return
    }
    // If the folder does not exist, one created later is not accepted.
    folder = RealPath.folder(of: real)
    #if os(Linux)
      place = "/proc/self/fd/\(folder)/\(name)"
    #else
      // No path leads through an open folder: a folder that takes its place later is not noticed.
      place = folder < 0 ? "/dev/null/\(name)" : real
    #endif
  }

  /// Creates a file from an unresolved path, if everything is allowed.
  init(anything path: String) {
    self.path = path
    place = nil
    folder = -1
  }

  /// Creates the file that a path resolves to now; nil if it cannot be resolved.
  public convenience init?(holding path: String) {
    guard let real = RealPath.resolve(path) else { return nil }
    self.init(real: real)
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Opens it without blocking; returns -1, with `errno` set, on failure.
  ///
  /// - Parameters:
  ///   - path: the path requested.
  ///   - mustStop: polled while waiting for the reader of a pipe.
  func open(_ path: String, _ flags: Int32, mustStop: () -> Bool = { true }) -> Int32 {
    let name = place ?? path
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (place == nil ? 0 : O_NOFOLLOW)
    while true {
      let descriptor = LibC.open(name, flags, 0o666)
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

/// Resolved paths, and files opened by them so that no link can interfere.
enum RealPath {
  /// Returns a path with links and `..` resolved. A missing last component is kept; a dangling link
  /// is followed, because opening it would create its target.
  ///
  /// - Parameter followsLast: false if a link in the last component is not followed.
  /// - Returns: the path; nil if it cannot be resolved.
  static func resolve(_ path: String, followsLast: Bool = true) -> String? {
    resolve(path, followsLast: followsLast, links: 0)
  }

  private static func resolve(_ path: String, followsLast: Bool, links: Int) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), links < 40 else { return nil }
    if followsLast || path.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }),
      let real = realPath(path)
    {
      return real
    }
    guard let (folder, name) = split(path) else { return nil }
    let base = realPath(folder) ?? resolve(folder, followsLast: true, links: links + 1)
    guard let base else { return nil }
    let whole = join(base, name)
    guard followsLast, let target = target(ofLink: whole) else { return whole }
    return resolve(
      target.hasPrefix("/") ? target : join(base, target), followsLast: true, links: links + 1)
  }

  /// Returns true if a resolved path equals another or is inside it.
  static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns the folder and the name in it; nil if the path has no file name.
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
}

extension RealPath {
  #if os(Linux)
    /// `O_PATH`, which Swift does not see. Source: Linux, include/uapi/asm-generic/fcntl.h.
    private static let pathOnly: Int32 = 0o10_000_000
  #else
    private static let pathOnly = O_RDONLY
  #endif

  /// Opens the folder of a resolved path. Its descriptor stays valid even if the folder is renamed.
  ///
  /// - Returns: the descriptor; -1, with `errno` set, if it cannot be opened.
  static func folder(of real: String) -> Int32 {
    guard let path = split(real)?.folder else {
      errno = EISDIR
      return -1
    }
    let folder = LibC.open(path, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return -1 }
    if let opened = Self.path(of: folder), opened != path {
      close(folder)
      errno = ELOOP
      return -1
    }
    return folder
  }

  /// Returns the path of an open folder; nil if it is not known.
  private static func path(of folder: Int32) -> String? {
    #if os(Linux)
      return target(ofLink: "/proc/self/fd/\(folder)")
    #else
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      guard fcntl(folder, F_GETPATH, &buffer) >= 0 else { return nil }
      return String(validating: buffer.prefix { $0 != 0 }, as: UTF8.self)
    #endif
  }

  /// Runs a body in the folder of a resolved path.
  ///
  /// - Returns: the result of `body`; -1, with `errno` set, if the folder cannot be opened.
  static func inFolder(of real: String, _ body: (_ folder: Int32, _ name: String) -> Int32) -> Int32
  {
    let folder = folder(of: real)
    guard folder >= 0, let name = split(real)?.name else { return -1 }
    defer { close(folder) }
    return body(folder, name)
  }
}
