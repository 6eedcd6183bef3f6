/// Checks that bytes are well-formed UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Check {
  /// Checks from a character's start until eight bytes of ASCII follow, or to the end.
  ///
  /// - Returns: how far it is valid; or the offset of the first bad byte.
  static func stretch(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (end: Int, bad: Int?) {
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

  /// The offset of the first byte that is no UTF-8, nil when all is well.
  static func firstBad(_ bytes: UnsafeRawBufferPointer) -> Int? {
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

  /// How many bytes the character at an offset has; 0 when it is malformed.
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
