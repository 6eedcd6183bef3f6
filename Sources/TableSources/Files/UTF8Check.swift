/// Checks that bytes are well-formed UTF-8 (The Unicode Standard, table 3-7).
package enum UTF8Check {
  /// Validates from the start of a character until eight bytes of ASCII follow, or to the end.
  ///
  /// - Returns: the offset up to which it is valid, or of the first invalid byte.
  static func stretch(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (end: Int, bad: Int?) {
    var i = start
    let count = bytes.count
    while i < count {
      let byte = bytes[i]
      if byte < 0x80 {
        if i + 8 <= count,
          bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          return (i + 8, nil)
        }
        i += 1
        continue
      }
      let length = sequenceLength(bytes, at: i)
      if length == 0 { return (i, i) }
      i += length
    }
    return (count, nil)
  }

  /// Checks that all bytes of a file are valid.
  ///
  /// - Throws: `invalidUTF8`.
  static func requireValid(_ bytes: UnsafeRawBufferPointer, file: String) throws(SourceError) {
    guard let bad = firstBad(bytes) else { return }
    throw .invalidUTF8(
      SourcePlace(file: file, offset: bad, in: bytes), TextEncoding.guess(bytes, bad: bad))
  }

  /// Returns the offset of the first invalid byte; nil if there is none.
  package static func firstBad(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var i = 0
    while i < bytes.count {
      while i + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        i += 8
      }
      let (end, bad) = stretch(bytes, from: i)
      if let bad { return bad }
      i = end
    }
    return nil
  }

  /// Returns the length in bytes of the character at an offset; 0 if it is malformed.
  static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at i: Int) -> Int {
    func continues(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
      i + offset < bytes.count && bytes[i + offset] >= low && bytes[i + offset] <= high
    }
    switch bytes[i] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return continues(1, 0xA0) && continues(2) ? 3 : 0
    case 0xED: return continues(1, 0x80, 0x9F) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return continues(1, 0x90) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return continues(1, 0x80, 0x8F) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }
}

/// Removes NUL bytes from a text and replaces invalid UTF-8 by U+FFFD.
enum TextCleaning {
  /// Returns the cleaned text; nil if it was clean already.
  static func cleaned(
    _ bytes: UnsafeRawBufferPointer, file: String, log: inout RepairLog
  ) throws(SourceError) -> ByteBuffer? {
    guard UTF8Check.firstBad(bytes) != nil || bytes.contains(0) else { return nil }
    let result = try ByteBuffer(capacity: bytes.count + 64)
    var copied = 0
    var i = 0
    func copy(upTo end: Int) throws(SourceError) {
      try result.append(UnsafeRawBufferPointer(rebasing: bytes[copied..<end]))
    }
    while i < bytes.count {
      let length = UTF8Check.sequenceLength(bytes, at: i)
      if length > 0, bytes[i] != 0 {
        i += length
        continue
      }
      let offset = i
      try copy(upTo: i)
      if bytes[i] == 0 {
        log.add("NUL byte removed", at: SourcePlace(file: file, offset: offset, in: bytes))
      } else {
        let byte = String(bytes[i], radix: 16, uppercase: true)
        log.add(
          "byte 0x\(byte), which is not UTF-8, replaced with U+FFFD",
          at: SourcePlace(file: file, offset: offset, in: bytes))
        let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
        try result.append(replacement)
      }
      i += 1
      copied = i
    }
    try copy(upTo: bytes.count)
    return result
  }
}

/// Collects repairs: the first twenty with their places, the others counted.
struct RepairLog {
  private static let limit = 20
  private var first: [SourceNote] = []
  private(set) var count = 0

  /// Adds a repair; its place is computed only if it is listed.
  mutating func add(_ text: @autoclosure () -> String, at place: @autoclosure () -> SourcePlace) {
    count += 1
    if count <= Self.limit { first.append(.repair(text(), at: place())) }
  }

  /// Adds the repairs of another log.
  mutating func add(_ other: RepairLog) {
    first += other.first.prefix(max(0, Self.limit - first.count))
    count += other.count
  }

  /// The repairs as notes.
  var notes: [SourceNote] {
    guard count > Self.limit else { return first }
    return first + [.repair("and \(count - Self.limit) more repairs")]
  }
}
