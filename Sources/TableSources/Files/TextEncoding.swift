import Glibc

/// The encoding of a file: decoded to UTF-8 when it is read, encoded back when it is saved.
struct TextEncoding: Hashable, Sendable {
  /// As the user named it.
  let name: String
  /// As the C library names it; nil: UTF-8, nothing to do.
  let codec: String?

  static let utf8 = TextEncoding(name: "utf-8", codec: nil)

  private init(name: String, codec: String?) {
    self.name = name
    self.codec = codec
  }

  /// Finds an encoding; UTF-16 takes its byte order from the first bytes, which stay in the text.
  init(named name: String, start: UnsafeRawBufferPointer) throws(SourceError) {
    switch name.lowercased() {
    case "utf-8", "utf8", "ascii", "us-ascii": self = .utf8
    case "latin1", "latin-1", "iso-8859-1": self.init(name: name, codec: "ISO-8859-1")
    case "utf-16", "utf16":
      let isBig = start.starts(with: [0xFE, 0xFF])
      self.init(name: name, codec: isBig ? "UTF-16BE" : "UTF-16LE")
    default: self.init(name: name, codec: name)
    }
    if let codec { _ = try Self.open(to: "UTF-8", from: codec, name: name).map { iconv_close($0) } }
  }

  /// What the file looks like when it is not UTF-8.
  static func guess(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) ? "utf-16" : "latin1"
  }

  /// The text in UTF-8.
  func decode(
    _ input: ByteBuffer, file: String, isLenient: Bool, log: inout RepairLog
  ) throws(SourceError) -> ByteBuffer {
    guard let codec, let handle = try Self.open(to: "UTF-8", from: codec, name: name) else {
      return input
    }
    defer {
      iconv_close(handle)
      withExtendedLifetime(input) {}
    }
    let output = ByteBuffer(capacity: input.count + input.count / 4 + 64)
    var rest = input.bytes
    while !rest.isEmpty {
      let result = Self.convert(handle, &rest, into: output)
      if result == 0 { break }
      if result == E2BIG { continue }
      let place = SourcePlace(file: file, offset: output.count, in: output.bytes)
      guard isLenient else { throw .invalidEncoding(place, encoding: name) }
      log.add("a byte that is nothing in \(name) became U+FFFD", at: place)
      let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
      replacement.withUnsafeBytes { output.append($0) }
      let step = min(codec.hasPrefix("UTF-16") ? 2 : 1, rest.count)
      rest = UnsafeRawBufferPointer(rebasing: rest[step...])
    }
    return output
  }

  /// A sink that takes UTF-8 and passes on this encoding. Hand whole characters at the end.
  func encoding(into sink: @escaping ByteSink, file: String) throws(SourceError) -> ByteSink {
    guard let codec else { return sink }
    let encoder = try TextEncoder(codec: codec, name: name, file: file)
    return { bytes throws(SourceError) in try encoder.encode(bytes, into: sink) }
  }

  static func open(
    to: String, from: String, name: String
  ) throws(SourceError) -> iconv_t? {
    let handle = iconv_open(to, from)
    if handle == iconv_t(bitPattern: -1) { throw .unknownEncoding(name) }
    return handle
  }

  /// Converts what can be; answers 0 when all is done, else the error number.
  static func convert(
    _ handle: iconv_t, _ rest: inout UnsafeRawBufferPointer, into output: ByteBuffer
  ) -> Int32 {
    let room = max(rest.count * 2, 4096)
    let space = output.space(room).assumingMemoryBound(to: CChar.self)
    var from: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(
      mutating: rest.baseAddress)?.assumingMemoryBound(to: CChar.self)
    var left = rest.count
    var to: UnsafeMutablePointer<CChar>? = space
    var free = room
    let result = iconv(handle, &from, &left, &to, &free)
    let number = result == -1 ? errno : 0
    output.grow(by: room - free)
    rest = UnsafeRawBufferPointer(rebasing: rest[(rest.count - left)...])
    return number
  }
}
