/// Gathers small pieces into large ones for a sink, and polls whether the user wants to stop.
///
/// A class because the pieces of a writer share it.
final class ByteWriter {
  private static let capacity = 1 << 18
  private var buffer: [UInt8] = []
  private let sink: ByteSink
  private let isCancelled: () -> Bool

  /// Creates a writer; call `flush()` at the end.
  init(_ sink: @escaping ByteSink, isCancelled: @escaping () -> Bool = { false }) {
    self.sink = sink
    self.isCancelled = isCancelled
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    if bytes.count >= Self.capacity {
      try flush()
      // In pieces, so that stopping does not wait for a whole file.
      var start = 0
      while start < bytes.count {
        if isCancelled() { throw .cancelled("saving") }
        let end = min(start + 8 << 20, bytes.count)
        try sink(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
      return
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(SourceError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  func write(_ text: String) throws(SourceError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  func write(byte: UInt8) throws(SourceError) {
    buffer.append(byte)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Hands everything over.
  func flush() throws(SourceError) {
    if isCancelled() { throw .cancelled("saving") }
    guard !buffer.isEmpty else { return }
    // A closure of the standard library would lose the type of the error.
    let result: Result<Void, SourceError> = buffer.withUnsafeBytes { bytes in
      do throws(SourceError) {
        try sink(bytes)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    buffer.removeAll(keepingCapacity: true)
    try result.get()
  }
}
