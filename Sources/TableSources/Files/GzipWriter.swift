import CZlib

/// Packs a stream as gzip; the same bytes are packed alike at any time.
///
/// A class because zlib remembers where its state stands.
final class GzipWriter {
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableRawBufferPointer
  private let next: ByteSink
  private let file: String

  /// Creates a writer that hands packed bytes to a sink; call `finish()` at the end.
  ///
  /// - Throws: `cannotSave` when there is no memory.
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

  /// Takes bytes to pack.
  var sink: ByteSink {
    { (bytes) throws(SourceError) in try self.pack(bytes, Z_NO_FLUSH) }
  }

  /// Packs what is left and writes the check sum.
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
