import LibC
import TableKit

/// Reads a whole file or stream into a buffer.
package enum InputFile {
  private static let piece = 4 << 20
  /// The maximum number of bytes to read from a device; one with more, such as `/dev/zero`, is
  /// taken to be endless.
  private static let deviceLimit = 1 << 20
  /// The file size, in bytes, from which on two threads read.
  private static let worthTwo = 8 << 20

  /// Reads a file and its state on disk from before the first byte was read.
  ///
  /// - Parameters:
  ///   - place: the trusted path of the file, see `FilePlace`.
  ///   - refusesZeros: whether a large file that begins with zero bytes is refused.
  ///   - isRegular: whether pipes and devices are refused, and zero bytes at the end are left out
  ///     where they are many, as a file system leaves them behind a crash.
  static func read(
    path: String, at place: String? = nil, refusesZeros: Bool = false, isRegular: Bool = false,
    progress: Progress = .none
  ) throws(SourceError) -> (ByteBuffer, FileStamp) {
    let (descriptor, status) = try FilePlace.opened(path, at: place)
    defer { close(descriptor) }
    if isRegular {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotRead(path, reason: "it is a pipe or a device, not a file")
      }
      let size = try sizeWithoutZeros(descriptor, status, path, progress)
      if size < status.st_size,
        let buffer = try readHalves(
          descriptor: descriptor, size: size, name: path, progress: progress)
      {
        return (buffer, FileStamp(status))
      }
    }
    if refusesZeros, beginsWithZeros(descriptor, status) {
      throw .nulByte(SourcePlace(file: path, line: 1, column: 1))
    }
    let buffer = try read(descriptor, status, path: path, progress)
    return (buffer, FileStamp(status))
  }

  /// Whether a large file begins with only zero bytes, as no text or database does, so that it can
  /// be refused without reading it.
  private static func beginsWithZeros(_ descriptor: Int32, _ status: stat) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) > 1 << 20 else { return false }
    var start = [UInt8](repeating: 1, count: 1 << 16)
    let count = pread(descriptor, &start, start.count, 0)
    return count == start.count && start.allSatisfy { $0 == 0 }
  }

  /// The size of a file without zero bytes at its end, but for the first `keptZeros` of them.
  private static func sizeWithoutZeros(
    _ descriptor: Int32, _ status: stat, _ path: String, _ progress: Progress
  ) throws(SourceError) -> Int {
    let keptZeros = 1 << 20
    var end = Int(status.st_size)
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while end > keptZeros {
      try progress.check("reading '\(path)'")
      let start = max(0, end - block.count)
      let count = pread(descriptor, &block, end - start, off_t(start))
      guard count == end - start else { break }
      let isZero = block.withUnsafeBytes { raw in
        guard let first = raw.baseAddress, raw[0] == 0 else { return false }
        return memcmp(first, first + 1, count - 1) == 0
      }
      guard isZero else { break }
      end = start
    }
    return min(Int(status.st_size), end + keptZeros)
  }

  /// Reads an open file with a known state.
  private static func read(
    _ descriptor: Int32, _ status: stat, path: String, _ progress: Progress
  ) throws(SourceError) -> ByteBuffer {
    let size = Int(status.st_size)
    if status.st_mode & S_IFMT == S_IFREG, size >= worthTwo, size <= ByteLimit.maximum,
      let buffer = try readHalves(
        descriptor: descriptor, size: size, name: path, progress: progress)
    {
      return buffer
    }
    let isDevice = status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    return try read(
      descriptor: descriptor, name: path, expected: size, progress: progress,
      deviceLimit: isDevice ? deviceLimit : nil)
  }

  /// Reads a descriptor to its end.
  static func read(
    descriptor: Int32, name: String, expected: Int, progress: Progress = .none,
    deviceLimit: Int? = nil
  ) throws(SourceError) -> ByteBuffer {
    if expected > ByteLimit.maximum { throw .tooLarge(name, bytes: expected) }
    let buffer = try ByteBuffer(capacity: expected + 1)
    var isText = false
    progress.begin("reading \(name)", .bytes, total: expected > 0 ? expected : nil)
    defer { progress.end() }
    while true {
      progress.advance(to: buffer.count)
      try progress.check("reading '\(name)'")
      guard hasInput(descriptor) else { continue }
      let missing = expected + 1 - buffer.count
      let room = missing > 0 ? min(piece, missing) : 65_536
      let got = LibC.read(descriptor, try buffer.space(room), room)
      if got < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw .cannotRead(name, reason: SystemReason.text(errno))
      }
      if got == 0 { return buffer }
      buffer.grow(by: got)
      if let deviceLimit, buffer.count > deviceLimit {
        throw .cannotRead(name, reason: "it is a device that never ends")
      }
      if expected == 0, !isText {
        guard buffer.bytes.contains(where: { $0 != 0 }) else {
          guard buffer.count > 65_536 else { continue }
          // Only NUL bytes: an endless device would fill the memory.
          throw .nulByte(SourcePlace(file: name, line: 1, column: 1))
        }
        isText = true
      }
      if buffer.count > ByteLimit.maximum { throw .tooLarge(name, bytes: buffer.count) }
    }
  }

  /// Returns the first bytes of a regular file, empty if it cannot be read; nil for anything else,
  /// because a pipe must not lose any.
  package static func start(of file: String, count: Int) -> [UInt8]? {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = LibC.read(descriptor, &bytes, count)
    return Array(bytes.prefix(max(0, read)))
  }

  /// Waits a moment for input; returns whether a read would not block.
  private static func hasInput(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, 100)
    return ready > 0 || (ready < 0 && errno != EINTR)
  }
}

extension InputFile {
  /// Reads a large regular file as two halves concurrently.
  ///
  /// - Returns: nil if the file was truncated meanwhile, so that it must be read again.
  static func readHalves(
    descriptor: Int32, size: Int, name: String, progress: Progress = .none
  ) throws(SourceError) -> ByteBuffer? {
    let buffer = try ByteBuffer(capacity: size + 1)
    let half = size / 2 & ~0xFFFF
    let space = try buffer.space(size)
    let tail = Part(descriptor, space, half..<size)
    let head = Part(descriptor, space, 0..<half)
    var isStopped = false
    progress.begin("reading \(name)", .bytes, total: size)
    defer { progress.end() }
    TwoThreads.run(
      { flag in
        while head.readPiece() {
          progress.advance(to: head.next * 2)
          isStopped = progress.isCancelled
          if isStopped { break }
        }
        if isStopped || head.failure != 0 { flag.set() }
      },
      { flag in while !flag.isSet, tail.readPiece() {} })
    if isStopped { throw .cancelled("reading '\(name)'") }
    for part in [head, tail] where part.failure != 0 {
      throw .cannotRead(name, reason: SystemReason.text(part.failure))
    }
    guard head.isDone, tail.isDone else { return nil }
    buffer.grow(by: size)
    return buffer
  }

  /// A part of a file and its destination; a class, because a thread fills it.
  private final class Part: @unchecked Sendable {
    private let descriptor: Int32
    private let space: UnsafeMutableRawPointer
    private let end: Int
    private(set) var next: Int
    private(set) var failure: Int32 = 0

    init(_ descriptor: Int32, _ space: UnsafeMutableRawPointer, _ range: Range<Int>) {
      self.descriptor = descriptor
      self.space = space
      next = range.lowerBound
      end = range.upperBound
    }

    /// Whether the part was read completely.
    var isDone: Bool { next == end }

    /// Reads some megabytes; returns whether there is more.
    func readPiece() -> Bool {
      guard next < end else { return false }
      let got = pread(descriptor, space + next, min(4 << 20, end - next), off_t(next))
      if got < 0 {
        if errno == EINTR { return true }
        failure = errno
        return false
      }
      next += got
      return got > 0
    }
  }
}

/// The maximum size of a source: boundaries are 32-bit offsets.
package enum ByteLimit {
  package static var maximum: Int { Chunk.maximumByteCount }
}
