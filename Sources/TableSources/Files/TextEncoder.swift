import Glibc

/// Encodes a stream of UTF-8 piece by piece; a character cut in two waits for its rest.
///
/// A class because it owns the converter of the C library.
final class TextEncoder {
  private let handle: iconv_t?
  private let name: String
  private let file: String
  private var carried: [UInt8] = []

  init(codec: String, name: String, file: String) throws(SourceError) {
    handle = try TextEncoding.open(to: codec, from: "UTF-8", name: name)
    self.name = name
    self.file = file
  }

  deinit { if let handle { iconv_close(handle) } }

  /// Takes UTF-8 and passes it on encoded.
  func sink(into sink: @escaping ByteSink) -> ByteSink {
    { (bytes) throws(SourceError) in try self.encode(bytes, into: sink) }
  }

  /// Encodes bytes and passes them on.
  func encode(_ bytes: UnsafeRawBufferPointer, into sink: ByteSink) throws(SourceError) {
    guard let handle else { return }
    let input = try ByteBuffer(capacity: carried.count + bytes.count)
    try input.append(carried)
    try input.append(bytes)
    carried = []
    let output = try ByteBuffer(capacity: input.count * 2 + 64)
    try input.withBytes { (bytes) throws(SourceError) in
      var rest = bytes
      while !rest.isEmpty {
        let number = try TextEncoding.convert(handle, &rest, into: output)
        if number == 0 { break }
        if number == E2BIG { continue }
        if number == EINVAL, rest.count < 4 {
          carried = Array(rest)
          break
        }
        let length = max(1, UTF8Check.sequenceLength(rest, at: 0))
        let character = String(decoding: rest.prefix(length), as: UTF8.self)
        throw .cannotEncode(character: character, encoding: name, file: file)
      }
    }
    try output.withBytes(sink)
  }

  /// Passes on what an encoding with shifts writes to end in its first state.
  ///
  /// - Throws: what the sink throws; `cannotEncode` when the last character is cut.
  func finish(into sink: ByteSink) throws(SourceError) {
    if !carried.isEmpty {
      throw .cannotEncode(
        character: String(decoding: carried, as: UTF8.self), encoding: name, file: file)
    }
    guard let handle else { return }
    let output = try ByteBuffer(capacity: 64)
    var to: UnsafeMutablePointer<CChar>? = try output.space(64)
      .assumingMemoryBound(to: CChar.self)
    var free = 64
    _ = iconv(handle, nil, nil, &to, &free)
    output.grow(by: 64 - free)
    if output.count > 0 { try output.withBytes(sink) }
  }
}
