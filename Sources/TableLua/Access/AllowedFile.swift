import Glibc

/// A file that Lua may reach: what is opened is what was judged, whatever takes its name meanwhile.
///
/// A class, because it holds the folder of the file open while it lives.
public final class AllowedFile: Sendable {
  /// Its path, without links where there is anything to keep it from.
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

  /// Takes a path as it is: there is nothing to keep Lua from.
  init(anything path: String) {
    self.path = path
    place = nil
    folder = -1
  }

  /// Holds the file that a path leads to now; nil for a path that leads nobody knows where.
  public convenience init?(holding path: String) {
    guard let real = RealPath.resolve(path) else { return nil }
    self.init(real: real)
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Opens it, not to block; -1, with `errno` set, where that fails.
  ///
  /// - Parameters:
  ///   - path: the name that was asked for.
  ///   - mustStop: asked now and then while nobody reads a pipe that is to be written.
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
