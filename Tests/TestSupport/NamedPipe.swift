import Glibc

/// A named pipe that a test holds open, and may write to in pieces.
///
/// Opening it waits for nobody, as it is open for reading, too. A class, because letting go of it
/// closes it: then who reads it comes to its end.
public final class NamedPipe {
  /// Where it is.
  public let path: String

  private var descriptor: Int32

  /// Makes it in a folder.
  public init(_ name: String, in folder: TemporaryFolder) throws {
    path = "\(folder.path)/\(name)"
    guard mkfifo(path, 0o600) == 0 else { throw LaunchError(step: "mkfifo", number: errno) }
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw LaunchError(step: "open \(path)", number: errno) }
  }

  deinit { close() }

  /// Writes text.
  public func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// How many bytes nobody has read yet.
  public var unreadCount: Int {
    var count: Int32 = 0
    guard ioctl(descriptor, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  /// Closes it.
  public func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
