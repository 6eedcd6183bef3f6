import LibC
import TableKit

/// A file descriptor for writing.
///
/// A class because it owns the descriptor, and its sink counts bytes.
package final class OpenFile {
  private var descriptor: Int32
  private let path: String
  private(set) var byteCount = 0
  /// Polled where the other end takes nothing at the moment.
  private let progress: Progress

  init(descriptor: Int32, path: String, progress: Progress = .none) {
    self.progress = progress
    self.descriptor = descriptor
    self.path = path
  }

  /// A sink that writes bytes immediately.
  var sink: ByteSink { { (bytes) throws(SourceError) in try self.write(bytes) } }

  /// Closes the descriptor; returns false if bytes were lost. May be called twice.
  @discardableResult
  func close() -> Bool {
    guard descriptor >= 0 else { return true }
    defer { descriptor = -1 }
    return LibC.close(descriptor) == 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = LibC.write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          try waitForRoom()
          continue
        }
        throw Self.failure(errno, path: path)
      }
      byteCount += written
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Waits a moment until a pipe accepts more.
  private func waitForRoom() throws(SourceError) {
    progress.advance(to: 0)
    try progress.check("saving")
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, 100)
  }

  /// Returns the error for an `errno`.
  package static func failure(_ number: Int32, path: String) -> SourceError {
    let reason = SystemReason.text(number)
    return SystemReason.isFull(number)
      ? .diskFull(path, reason: reason) : .cannotSave(path, reason: reason)
  }
}

/// Messages for `errno` values.
package enum SystemReason {
  /// Returns the message, in lower case.
  package static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would grow beyond the size limit"
    case EROFS: "the file system is read-only"
    case EILSEQ: "a name in its path, or in that of a link, is not UTF-8"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    default: String(cString: strerror(number)).lowercased()
    }
  }

  /// Whether the error means that there is no space left.
  static func isFull(_ number: Int32) -> Bool {
    number == ENOSPC || number == EDQUOT || number == EFBIG
  }
}
