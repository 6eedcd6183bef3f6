import Glibc

/// Reads a file, or a stream, into one buffer.
enum InputFile {
  private static let piece = 4 << 20

  /// Reads a file and notes its state on disk, of before the first byte was read.
  static func read(
    path: String, isCancelled: () -> Bool
  ) throws(SourceError) -> (ByteBuffer, FileStamp) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let number = errno
      if number == ENOENT { throw .noSuchFile(path) }
      throw .cannotRead(path, reason: SystemReason.text(number))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .cannotRead(path, reason: SystemReason.text(errno))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw .cannotRead(path, reason: SystemReason.text(EISDIR))
    }
    let size = Int(status.st_size)
    if status.st_mode & S_IFMT == S_IFREG, size >= 8 << 20, size <= ByteLimit.maximum,
      let buffer = try readHalves(
        descriptor: descriptor, size: size, name: path, isCancelled: isCancelled)
    {
      return (buffer, FileStamp(status))
    }
    let buffer = try read(
      descriptor: descriptor, name: path, expected: size, isCancelled: isCancelled)
    return (buffer, FileStamp(status))
  }

  /// Reads a descriptor to its end.
  static func read(
    descriptor: Int32, name: String, expected: Int, isCancelled: () -> Bool
  ) throws(SourceError) -> ByteBuffer {
    if expected > ByteLimit.maximum { throw .tooLarge(name, bytes: expected) }
    let buffer = ByteBuffer(capacity: expected + 1)
    while true {
      if isCancelled() { throw .cancelled("reading '\(name)'") }
      guard hasInput(descriptor) else { continue }
      let missing = expected + 1 - buffer.count
      let room = missing > 0 ? min(piece, missing) : 65_536
      let got = Glibc.read(descriptor, buffer.space(room), room)
      if got < 0 {
        if errno == EINTR { continue }
        throw .cannotRead(name, reason: SystemReason.text(errno))
      }
      if got == 0 { return buffer }
      buffer.grow(by: got)
      if buffer.count > ByteLimit.maximum { throw .tooLarge(name, bytes: buffer.count) }
    }
  }

  /// Whether a read would not wait, as one of a pipe may do for ever; waits a moment for it.
  private static func hasInput(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, 100)
    return ready > 0 || (ready < 0 && errno != EINTR)
  }
}
