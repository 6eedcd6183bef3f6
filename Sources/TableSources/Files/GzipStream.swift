import CZlib

/// Unpacks gzip (RFC 1952) piece by piece: one member or several in a row.
///
/// A class because zlib remembers where its state stands.
final class GzipStream {
  private let file: String
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether a member has ended and no other has begun.
  private var isBetween = false
  /// Whether zero bytes follow the last member.
  private var isPadding = false

  /// - Throws: `cannotRead` when there is no memory.
  init(file: String) throws(SourceError) {
    self.file = file
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // 15 bits of window, and 16 more for the header and check sums of gzip.
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      throw .cannotRead(file, reason: "no memory to unpack it")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks some of `packed` into `output`.
  ///
  /// - Returns: how many bytes were taken, and how many came out.
  /// - Throws: `badGzip`.
  func unpack(
    _ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> (taken: Int, given: Int) {
    if isBetween, let first = packed.first, first == 0 { isPadding = true }
    if isPadding {
      guard packed.allSatisfy({ $0 == 0 }) else {
        throw failure("other bytes follow the end of the packed text")
      }
      return (packed.count, 0)
    }
    if isBetween, !packed.isEmpty {
      inflateReset(stream)
      isBetween = false
    }
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: packed.baseAddress)?
      .assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_in = uInt(packed.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = uInt(output.count)
    let status = inflate(stream, Z_NO_FLUSH)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isBetween = true
    default:
      throw failure(stream.pointee.msg.map { String(cString: $0) } ?? "no gzip data")
    }
    return (
      packed.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out)
    )
  }

  /// Checks that what has ended may end there.
  func finish() throws(SourceError) {
    guard isBetween || isPadding else { throw failure("the packed text ends too early") }
  }

  private func failure(_ problem: String) -> SourceError {
    .badGzip(file, problem: problem, hint: "the file is damaged or a part of the whole")
  }
}
