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

  /// Encodes bytes and passes them on.
  func encode(_ bytes: UnsafeRawBufferPointer, into sink: ByteSink) throws(SourceError) {
    guard let handle else { return }
    let input = ByteBuffer(capacity: carried.count + bytes.count)
    carried.withUnsafeBytes { input.append($0) }
    input.append(bytes)
    carried = []
    let output = ByteBuffer(capacity: input.count * 2 + 64)
    try input.withBytes { (bytes) throws(SourceError) in
      var rest = bytes
      while !rest.isEmpty {
        let number = TextEncoding.convert(handle, &rest, into: output)
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
}
