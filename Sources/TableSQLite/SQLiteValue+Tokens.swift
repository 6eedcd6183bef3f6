/// Writing of values as raw cells.
extension SQLiteValue {
  /// The maximum number of bytes of a number's raw cell.
  static let numberRoom = 40

  /// Writes the raw cell of an integer.
  ///
  /// - Returns: the address after the last byte written.
  static func write(
    _ integer: Int64, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var start = start
    if integer < 0 {
      start.storeBytes(of: 0x2D, as: UInt8.self)
      start += 1
    }
    return write(digits: integer.magnitude, to: start)
  }

  /// Writes the raw cell of a double.
  ///
  /// - Returns: the address after the last byte written.
  static func write(_ real: Double, to start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    if let end = write(short: real, to: start) { return end }
    var text = token(real)
    return text.withUTF8 { bytes in
      if let first = bytes.baseAddress { start.copyMemory(from: first, byteCount: bytes.count) }
      return start + bytes.count
    }
  }

  /// Writes a double with at most 15 digits, three of them after the point; nil if it has more.
  ///
  /// Different decimals of at most 15 digits are different doubles. So a decimal that gives this
  /// double is the shortest one, and a quotient of two exact doubles is the double next to it.
  private static func write(
    short real: Double, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard real.magnitude < 1e12, real != 0 || real.sign == .plus else { return nil }
    return write(real, scale: 10, to: start) ?? write(real, scale: 100, to: start)
      ?? write(real, scale: 1000, to: start)
  }

  /// Writes a double that is a multiple of a fraction; nil if it is none.
  @inline(__always)
  private static func write(
    _ real: Double, scale: UInt64, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    let scaled = UInt64(real.magnitude * Double(scale) + 0.5)
    guard Double(scaled) / Double(scale) == real.magnitude else { return nil }
    var end = start
    if real < 0 {
      end.storeBytes(of: 0x2D, as: UInt8.self)
      end += 1
    }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    end = write(digits: whole, to: end)
    // A leading 1 keeps the zeros of the fraction, and is overwritten by the point.
    let point = end
    end = write(digits: scale + rest, to: end)
    point.storeBytes(of: 0x2E, as: UInt8.self)
    return end
  }

  private static func write(
    digits number: UInt64, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit {
      count += 1
      let (next, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
      if isTooLarge { break }
      limit = next
    }
    var rest = number
    var place = start + count
    while place > start {
      place -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place.storeBytes(of: 0x30 + UInt8(truncatingIfNeeded: digit), as: UInt8.self)
      rest = quotient
    }
    return start + count
  }

  /// Writes the raw cell of a text, in the form that `CellSyntax` writes.
  ///
  /// - Returns: the address after the last byte written.
  static func write(
    text: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    start.storeBytes(of: 0x22, as: UInt8.self)
    guard copy(plain: text, to: start + 1) else { return write(escaping: text, to: start) }
    start.storeBytes(of: 0x22, toByteOffset: text.count + 1, as: UInt8.self)
    return start + text.count + 2
  }

  private static func write(
    escaping text: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = start
    func put(_ byte: UInt8) {
      end.storeBytes(of: byte, as: UInt8.self)
      end += 1
    }
    put(0x22)
    for byte in text {
      guard isEscaped(byte) else {
        put(byte)
        continue
      }
      put(0x5C)
      switch byte {
      case 0x22, 0x5C: put(byte)
      case 0x0A: put(0x6E)
      case 0x0D: put(0x72)
      case 0x09: put(0x74)
      default:
        put(0x75)
        put(0x30)
        put(0x30)
        put(digit(byte >> 4))
        put(digit(byte & 15))
      }
    }
    put(0x22)
    return end
  }

  /// Returns the maximum number of bytes of a text's raw cell.
  static func room(text: UnsafeRawBufferPointer) -> Int {
    var escaped = 0
    for byte in text where isEscaped(byte) { escaped += 1 }
    return text.count + 5 * escaped + 2
  }

  /// Writes the raw cell of bytes.
  ///
  /// - Returns: the address after the last byte written.
  static func write(
    blob: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = start
    func put(_ byte: UInt8) {
      end.storeBytes(of: byte, as: UInt8.self)
      end += 1
    }
    put(0x78)
    put(0x27)
    for byte in blob {
      put(digit(byte >> 4))
      put(digit(byte & 15))
    }
    put(0x27)
    return end
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  /// Whether a byte of a text is escaped in its raw cell.
  @inline(__always)
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
  }

  /// Copies a text of which no byte is escaped; false if one is.
  @inline(__always)
  private static func copy(
    plain text: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> Bool {
    guard let source = text.baseAddress else { return true }
    var i = 0
    guard text.count >= 8 else {
      while i < text.count {
        let byte = source.load(fromByteOffset: i, as: UInt8.self)
        if isEscaped(byte) { return false }
        start.storeBytes(of: byte, toByteOffset: i, as: UInt8.self)
        i += 1
      }
      return true
    }
    while i < text.count {
      // The last eight bytes may overlap those before them.
      let place = min(i, text.count - 8)
      let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if hasEscaped(word) { return false }
      start.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      i += 8
    }
    return true
  }

  /// Whether one of eight bytes is escaped: a byte below 0x20, or that becomes zero.
  @inline(__always)
  private static func hasEscaped(_ word: UInt64) -> Bool {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let below = (word &- ones &* 0x20) & ~word
    let equal = zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0x7F)
    return (below | equal) & high != 0
  }

  /// Returns the raw cell of a value.
  static func raw(_ value: Bound) -> [UInt8] {
    switch value {
    case .null, .tooLarge: return Array("null".utf8)
    case .integer(let number): return Array(String(number).utf8)
    case .real(let number): return Array(token(number).utf8)
    case .text(let bytes):
      return bytes.withUnsafeBytes { text in
        written(atMost: room(text: text)) { write(text: text, to: $0) }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { blob in
        written(atMost: 2 * blob.count + 3) { write(blob: blob, to: $0) }
      }
    }
  }

  /// Returns the bytes that `write` writes.
  private static func written(
    atMost room: Int, _ write: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      count = write(start) - start
    }
  }
}
