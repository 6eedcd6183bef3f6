import TableKit

/// Buffers small writes into large ones for a sink, and polls for cancellation.
///
/// A class because the parts of a writer share it.
package final class ByteWriter {
  private static let capacity = 1 << 18
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0
  private let sink: ByteSink
  package let progress: Progress
  /// How many bytes were handed over.
  private var total = 0

  /// Creates a writer; call `flush()` at the end.
  package init(_ sink: @escaping ByteSink, progress: Progress = .none) {
    self.progress = progress
    self.sink = sink
    buffer = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    if count + bytes.count > Self.capacity {
      try flush()
      if bytes.count >= Self.capacity { return try hand(over: bytes) }
    }
    guard let start = bytes.baseAddress, let base = buffer.baseAddress else { return }
    base.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  func write(_ bytes: [UInt8]) throws(SourceError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SourceError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  func write(_ text: String) throws(SourceError) { try write(Array(text.utf8)) }

  func write(byte: UInt8) throws(SourceError) {
    if count == Self.capacity { try flush() }
    buffer[count] = byte
    count += 1
  }

  /// Hands everything over.
  package func flush() throws(SourceError) {
    try progress.check("saving")
    guard count > 0 else { return }
    defer { count = 0 }
    try sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    total += count
    progress.advance(to: total)
  }

  /// Passes many bytes in pieces, so that cancellation need not wait for a whole file.
  private func hand(over bytes: UnsafeRawBufferPointer) throws(SourceError) {
    var start = 0
    while start < bytes.count {
      try progress.check("saving")
      let end = min(start + 8 << 20, bytes.count)
      try sink(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      total += end - start
      progress.advance(to: total)
      start = end
    }
  }
}

/// Receives bytes in order, such as a file, standard output or a test.
public typealias ByteSink = (UnsafeRawBufferPointer) throws(SourceError) -> Void
