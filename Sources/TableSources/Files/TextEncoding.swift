import LibC
import TableKit

/// The encoding of a file: decoded to UTF-8 on reading, encoded back on saving.
struct TextEncoding: Hashable, Sendable {
  /// The name that the user gave.
  let name: String
  /// The name in the C library; nil: UTF-8, no conversion.
  let codec: String?
  /// How it was determined, for `info`.
  var reason = "asked for"

  static let utf8 = TextEncoding(
    name: "utf-8", codec: nil, reason: "the default; --encoding sets another")

  private init(name: String, codec: String?, reason: String = "asked for") {
    self.name = name
    self.codec = codec
    self.reason = reason
  }

  /// Finds an encoding by name. UTF-16 and UTF-32 take their byte order from the byte order mark,
  /// which stays in the text; without one, from the position of the zero bytes of the first
  /// character, and if these do not tell, little-endian is assumed.
  ///
  /// - Throws: `unknownEncoding` for names that the C library does not know, and for suffixes that
  ///   would make it change characters silently.
  init(named name: String, start: UnsafeRawBufferPointer) throws(SourceError) {
    switch name.lowercased() {
    case "utf-8", "utf8": self.init(name: "utf-8", codec: nil)
    case "ascii", "us-ascii": self.init(name: name, codec: "US-ASCII")
    case "latin1", "latin-1", "iso-8859-1": self.init(name: name, codec: "ISO-8859-1")
    case "utf-16", "utf16":
      let isBig = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0]) && start.count > 1
      self.init(name: name, codec: isBig ? "UTF-16BE" : "UTF-16LE")
    case "utf-32", "utf32":
      let isBig = start.starts(with: [0, 0])
      self.init(name: name, codec: isBig ? "UTF-32BE" : "UTF-32LE")
    default:
      if name.isEmpty || name.contains("/") { throw .unknownEncoding(name) }
      self.init(name: name, codec: name)
    }
    if let codec { _ = try Self.open(to: "UTF-8", from: codec, name: name).map { iconv_close($0) } }
  }

  /// Creates the encoding of a byte order mark; nil without one or with that of UTF-8.
  init?(marked start: UnsafeRawBufferPointer) {
    let marks: [(bytes: [UInt8], name: String, codec: String)] = [
      ([0xFF, 0xFE, 0, 0], "utf-32", "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "utf-32", "UTF-32BE"),
      ([0xFF, 0xFE], "utf-16", "UTF-16LE"), ([0xFE, 0xFF], "utf-16", "UTF-16BE"),
    ]
    guard let mark = marks.first(where: { start.starts(with: $0.bytes) }) else { return nil }
    self.init(name: mark.name, codec: mark.codec, reason: "its byte order mark says so")
  }

  /// Returns a guess why a file is not UTF-8.
  ///
  /// - Parameter bad: the offset of its first byte that is none.
  /// - Complexity: O(bytes).
  static func guess(_ bytes: UnsafeRawBufferPointer, bad: Int) -> EncodingGuess {
    if let wide = wide(bytes) { return .encoding(wide) }
    let rest = bytes[bad...]
    if bad > 0, rest.count < 4, rest.first.map({ $0 >= 0xC2 && $0 < 0xF5 }) == true,
      rest.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 })
    {
      return .cutOff
    }
    var (whole, high, low) = (0, 0, 0)
    var (hasControls, isWindows) = (false, true)
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      let length = byte < 0x80 ? 1 : UTF8Check.sequenceLength(bytes, at: i)
      if length == 0 {
        high += 1
        if byte < 0xA0 { hasControls = true }
        if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { isWindows = false }
      } else if length > 1 {
        whole += 1
      } else if byte > 0x20 {
        low += 1
      }
      i += max(1, length)
    }
    if whole > 0, whole >= high || bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .mixed }
    // In Western text most letters are ASCII.
    return .encoding(hasControls && isWindows && high <= low ? "windows-1252" : "latin1")
  }

  /// Returns a note if a text is read in latin1 that is likely in windows-1252, which has letters and
  /// signs where latin1 has control characters.
  func notes(on bytes: UnsafeRawBufferPointer) -> [SourceNote] {
    guard codec == "ISO-8859-1", bytes.contains(where: { $0 & 0xE0 == 0x80 }) else { return [] }
    let text =
      "bytes 0x80 to 0x9F are control characters in latin1: --encoding windows-1252 if “ or € is meant"
    return [.warning(text)]
  }

  /// Returns the multi-byte encoding that a text with zero bytes seems to have: Latin letters have
  /// them in every second byte, or in three of four, and hardly any elsewhere.
  static func wide(_ bytes: UnsafeRawBufferPointer) -> String? {
    if let marked = TextEncoding(marked: bytes) { return marked.name }
    let sample = bytes.prefix(4096)
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0, 0, 0]
    for (i, byte) in sample.enumerated() where byte == 0 { zeros[i & 3] += 1 }
    let count = sample.count / 4
    let isMost = zeros.map { $0 >= max(1, count * 3 / 4) }
    guard zip(zeros, isMost).allSatisfy({ $1 || $0 <= count / 16 }) else { return nil }
    switch isMost {
    case [false, true, true, true]: return "utf-32le"
    case [true, true, true, false]: return "utf-32be"
    case [false, true, false, true]: return "utf-16le"
    case [true, false, true, false]: return "utf-16be"
    default: return nil
    }
  }

  /// The number of bytes to skip for an invalid character.
  private var unit: Int {
    guard let codec else { return 1 }
    let upper = codec.uppercased()
    return upper.hasPrefix("UTF-16") || upper.hasPrefix("UCS-2")
      ? 2 : upper.hasPrefix("UTF-32") || upper.hasPrefix("UCS-4") ? 4 : 1
  }

  /// Returns the text in UTF-8.
  func decode(
    _ input: ByteBuffer, file: String, isLenient: Bool, log: inout RepairLog,
    progress: Progress = .none
  ) throws(SourceError) -> ByteBuffer {
    guard let codec, let handle = try Self.open(to: "UTF-8", from: codec, name: name) else {
      return input
    }
    defer {
      iconv_close(handle)
      withExtendedLifetime(input) {}
    }
    let output = try ByteBuffer(capacity: input.count + input.count / 4 + 64)
    var rest = input.bytes
    while !rest.isEmpty {
      try progress.check("reading '\(file)'")
      let result = try Self.convert(handle, &rest, into: output)
      if output.count > ByteLimit.maximum { throw .tooLarge(file, bytes: output.count) }
      if result == 0 { break }
      if result == E2BIG { continue }
      let place = SourcePlace(file: file, offset: output.count, in: output.bytes)
      guard isLenient else { throw .invalidEncoding(place, encoding: name) }
      log.add("a byte that \(name) does not have replaced with U+FFFD", at: place)
      let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
      try output.append(replacement)
      rest = UnsafeRawBufferPointer(rebasing: rest[min(unit, rest.count)...])
    }
    return output
  }

  /// Returns an encoder from UTF-8; nil if no conversion is necessary.
  func encoder(file: String) throws(SourceError) -> TextEncoder? {
    guard let codec else { return nil }
    return try TextEncoder(codec: codec, name: name, file: file)
  }

  /// The description for `info`.
  var fact: String {
    switch codec {
    case "UTF-16LE", "UTF-32LE": "\(name), little-endian (\(reason))"
    case "UTF-16BE", "UTF-32BE": "\(name), big-endian (\(reason))"
    default: "\(name) (\(reason))"
    }
  }

  static func open(to: String, from: String, name: String) throws(SourceError) -> iconv_t? {
    let handle = iconv_open(to, from)
    if handle == iconv_t(bitPattern: -1) { throw .unknownEncoding(name) }
    return handle
  }

  /// Converts as much as possible; returns 0 if done, else the `errno`.
  static func convert(
    _ handle: iconv_t, _ rest: inout UnsafeRawBufferPointer, into output: ByteBuffer
  ) throws(SourceError) -> Int32 {
    // In pieces, so that cancellation need not wait for the whole.
    let room = min(max(rest.count * 2, 4096), 1 << 24)
    let space = try output.space(room).assumingMemoryBound(to: CChar.self)
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

/// Why a text is not UTF-8, as far as its bytes tell.
public enum EncodingGuess: Hashable, Sendable {
  /// It is in another encoding.
  case encoding(String)
  /// Most of it is UTF-8.
  case mixed
  /// It ends within a character.
  case cutOff
}

/// Encodes a stream of UTF-8 piece by piece; buffers a character split between two pieces.
///
/// A class because it owns a converter of the C library.
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

  /// Returns a sink that encodes UTF-8 and passes it on.
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

  /// Writes the sequence that returns a stateful encoding to its initial state.
  ///
  /// - Throws: what the sink throws; `cannotEncode` if the last character is incomplete.
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
