import Glibc
import TableKit

extension InputFile {
  /// Reads a large regular file in two halves at once.
  ///
  /// - Returns: nil when the file ended early, so that it must be read again from the start.
  static func readHalves(
    descriptor: Int32, size: Int, name: String, isCancelled: () -> Bool, progress: Progress? = nil
  ) throws(SourceError) -> ByteBuffer? {
    let buffer = try ByteBuffer(capacity: size + 1)
    let half = size / 2 & ~0xFFFF
    let space = try buffer.space(size)
    let tail = Part(descriptor, space, half..<size)
    let head = Part(descriptor, space, 0..<half)
    var isStopped = false
    progress?.begin("reading \(name)", .bytes, total: size)
    defer { progress?.end() }
    TwoThreads.run(
      { flag in
        while head.readPiece() {
          progress?.advance(to: head.next * 2)
          isStopped = isCancelled()
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

  /// A stretch of a file and where its bytes go; a class, because a thread fills it.
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

    /// Whether all is read.
    var isDone: Bool { next == end }

    /// Reads some megabytes; answers whether there is more.
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
