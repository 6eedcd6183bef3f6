import CZlib
import TableKit

/// Decompresses gzip (RFC 1952): one member or several in a row.
///
/// A class because zlib keeps a pointer to its state.
final class GzipReader {
  private static let piece = 1 << 20
  private let stream: UnsafeMutablePointer<z_stream>

  /// Whether bytes begin with the gzip signature.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  private init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, plus 16 for the header and checksums of gzip.
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses a file.
  ///
  /// - Parameters:
  ///   - packed: the whole compressed file.
  ///   - limit: the maximum number of decompressed bytes.
  ///   - isLenient: whether trailing bytes are ignored, with a note.
  /// - Throws: `badGzip` unless there are only whole members with correct checksums, followed at
  ///   most by zero bytes; `tooLargeUnpacked`; `cancelled`.
  /// - Complexity: O(decompressed bytes).
  static func unpack(
    _ packed: ByteBuffer, file: String, limit: Int = ByteLimit.maximum, isLenient: Bool = false,
    log: inout RepairLog, progress: Progress
  ) throws(SourceError) -> ByteBuffer {
    guard let reader = GzipReader() else {
      throw .cannotRead(file, reason: "no memory to unpack it")
    }
    defer { withExtendedLifetime(packed) {} }
    let output = try ByteBuffer(capacity: expectedSize(packed.bytes, limit: limit))
    let rest = try reader.unpack(
      packed.bytes, into: output, file: file, limit: limit, progress: progress)
    if rest > 0 {
      guard isLenient else {
        throw .badGzip(
          file, problem: "\(rest) bytes follow the end of the packed text",
          hint: "--lenient leaves them out")
      }
      log.add(
        "\(rest) bytes behind the end of the packed text left out",
        at: SourcePlace(file: file, line: 1))
    }
    return output
  }

  /// Decompresses all members; returns the number of trailing bytes that are neither a member nor
  /// zeros.
  private func unpack(
    _ packed: UnsafeRawBufferPointer, into output: ByteBuffer, file: String, limit: Int,
    progress: Progress
  ) throws(SourceError) -> Int {
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: packed.baseAddress)?
      .assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_in = uInt(packed.count)
    while true {
      try progress.check("reading '\(file)'")
      let room = min(Self.piece, limit + 1 - output.count)
      stream.pointee.next_out = try output.space(room).assumingMemoryBound(to: Bytef.self)
      stream.pointee.avail_out = uInt(room)
      let status = inflate(stream, Z_NO_FLUSH)
      output.grow(by: room - Int(stream.pointee.avail_out))
      if output.count > limit { throw .tooLargeUnpacked(file, limit: limit) }
      let left = Int(stream.pointee.avail_in)
      switch status {
      case Z_OK, Z_BUF_ERROR:
        if left == 0, stream.pointee.avail_out > 0 {
          throw .badGzip(
            file, problem: "the packed text ends too early",
            hint: "the file is a part of the whole: copy or download it again")
        }
      case Z_STREAM_END:
        let rest = UnsafeRawBufferPointer(rebasing: packed[(packed.count - left)...])
        if rest.allSatisfy({ $0 == 0 }) { return 0 }
        guard Self.recognizes(rest) else { return rest.count }
        inflateReset(stream)
      default:
        throw .badGzip(file, problem: reason, hint: "the file is damaged: fetch it again")
      }
    }
  }

  /// The error of zlib, reworded for checksums.
  private var reason: String {
    let text = stream.pointee.msg.map { String(cString: $0) } ?? "no gzip data"
    switch text {
    case "incorrect data check": return "the check sum of the packed text is wrong"
    case "incorrect length check": return "the length of the packed text is wrong"
    default: return "the packed text is damaged: \(text)"
    }
  }

  /// Returns the size stated by the last member, limited to what is possible.
  private static func expectedSize(_ packed: UnsafeRawBufferPointer, limit: Int) -> Int {
    guard packed.count >= 18 else { return piece }
    let stated = packed.loadUnaligned(fromByteOffset: packed.count - 4, as: UInt32.self)
    // The maximum compression ratio is 1:1032.
    return min(Int(UInt32(littleEndian: stated)), packed.count * 1032, limit) + piece
  }
}

/// Decompresses gzip (RFC 1952) piece by piece: one member or several in a row.
///
/// A class because zlib keeps a pointer to its state.
final class GzipStream {
  private let file: String
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether a member has ended and no other has begun.
  private var isBetween = false
  /// Whether zero bytes follow the last member.
  private var isPadding = false

  /// - Throws: `cannotRead` if there is not enough memory.
  init(file: String) throws(SourceError) {
    self.file = file
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // 15 bits of window, plus 16 for the header and checksums of gzip.
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      throw .cannotRead(file, reason: "no memory to unpack it")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses a part of `packed` into `output`.
  ///
  /// - Returns: the number of bytes consumed, and of bytes produced.
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

  /// Checks that the stream may end at this point.
  func finish() throws(SourceError) {
    guard isBetween || isPadding else { throw failure("the packed text ends too early") }
  }

  private func failure(_ problem: String) -> SourceError {
    .badGzip(file, problem: problem, hint: "the file is damaged or a part of the whole")
  }
}

/// Compresses a stream as gzip; the same input always gives the same output.
///
/// A class because zlib keeps a pointer to its state.
final class GzipWriter {
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableRawBufferPointer
  private let next: ByteSink
  private let file: String

  /// Creates a writer that passes compressed bytes to a sink; call `finish()` at the end.
  ///
  /// - Throws: `cannotSave` if there is not enough memory.
  init(into next: @escaping ByteSink, file: String) throws(SourceError) {
    self.next = next
    self.file = file
    output = .allocate(byteCount: 1 << 18, alignment: 16)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let status = deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard status == Z_OK else { throw .cannotSave(file, reason: "no memory to pack it") }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// A sink for the bytes to compress.
  var sink: ByteSink {
    { (bytes) throws(SourceError) in try self.pack(bytes, Z_NO_FLUSH) }
  }

  /// Compresses the rest and writes the checksum.
  func finish() throws(SourceError) {
    try pack(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH)
  }

  private func pack(_ bytes: UnsafeRawBufferPointer, _ flush: Int32) throws(SourceError) {
    var rest = bytes
    repeat {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
      stream.pointee.next_in = UnsafeMutableRawPointer(mutating: part.baseAddress)?
        .assumingMemoryBound(to: Bytef.self)
      stream.pointee.avail_in = uInt(part.count)
      var status = Z_OK
      repeat {
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(output.count)
        status = deflate(stream, flush)
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
          throw .cannotSave(file, reason: "it cannot be packed (zlib \(status))")
        }
        let written = output.count - Int(stream.pointee.avail_out)
        if written > 0 { try next(UnsafeRawBufferPointer(rebasing: output[..<written])) }
      } while stream.pointee.avail_out == 0
    } while !rest.isEmpty
  }
}

/// Packs and unpacks bytes that are in memory as gzip.
public enum Gzip {
  /// Returns bytes packed.
  ///
  /// - Parameter name: the name for messages.
  /// - Throws: `cannotSave` if there is not enough memory.
  public static func packed(_ bytes: [UInt8], name: String) throws(SourceError) -> [UInt8] {
    var packed: [UInt8] = []
    let writer = try GzipWriter(into: { packed += $0 }, file: name)
    let buffer = try ByteBuffer(bytes)
    try buffer.withBytes { (bytes) throws(SourceError) in try writer.sink(bytes) }
    try writer.finish()
    return packed
  }

  /// Returns packed bytes unpacked.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - name: the name for messages.
  /// - Throws: `badGzip`, `tooLargeUnpacked`, `outOfMemory`, `cancelled`.
  public static func unpacked(
    _ bytes: [UInt8], limit: Int, name: String, progress: Progress = .none
  ) throws(SourceError) -> [UInt8] {
    var log = RepairLog()
    let output = try GzipReader.unpack(
      try ByteBuffer(bytes), file: name, limit: limit, log: &log, progress: progress)
    return output.withBytes { Array($0) }
  }
}
