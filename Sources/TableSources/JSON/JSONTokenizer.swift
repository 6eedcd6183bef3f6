/// Scans JSON (RFC 8259) and returns the ranges of values, without copying or converting.
///
/// Everything it scans is validated, so a range it returned is a well-formed value.
package struct JSONTokenizer {
  /// The maximum nesting depth of values.
  package static let maximumDepth = 512

  package let bytes: UnsafeRawBufferPointer
  package var position: Int
  /// Whether comments, and a comma behind the last value, are skipped, which JSON does not have.
  let allowsComments: Bool
  private let count: Int

  /// Creates a tokenizer.
  package init(
    _ bytes: UnsafeRawBufferPointer, at position: Int = 0, allowsComments: Bool = false
  ) {
    self.bytes = bytes
    self.position = position
    self.allowsComments = allowsComments
    count = bytes.count
  }

  /// The current byte; 0 at the end.
  @inline(__always)
  package var byte: UInt8 { position < count ? bytes[position] : 0 }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position >= count }

  /// Skips white space.
  @inline(__always)
  package mutating func skipSpace() {
    while true {
      let c = byte
      guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else {
        if c == 0x2F, allowsComments, skipComment() { continue }
        return
      }
      position &+= 1
    }
  }

  /// Skips a comment, up to the end of its line or to `*/`; returns whether there is one.
  mutating func skipComment() -> Bool {
    guard position + 1 < count else { return false }
    var end = position + 2
    switch bytes[position + 1] {
    case 0x2F:
      while end < count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    case 0x2A:
      while end + 1 < count, bytes[end] != 0x2A || bytes[end + 1] != 0x2F { end += 1 }
      guard end + 1 < count else { return false }
      end += 2
    default: return false
    }
    position = end
    return true
  }

  /// Skips one required byte.
  mutating func expect(_ wanted: UInt8, _ after: String) throws(TextProblem) {
    guard byte == wanted, !isAtEnd else {
      throw unexpected("'\(Character(UnicodeScalar(wanted)))' \(after)")
    }
    position += 1
  }

  /// Skips a value and returns its range.
  package mutating func value(depth: Int = 0) throws(TextProblem) -> Range<Int> {
    let start = position
    switch byte {
    case 0x22: _ = try string()
    case 0x7B, 0x5B: try container(depth: depth)
    case 0x74: try word("true")
    case 0x66: try word("false")
    case 0x6E: try word("null")
    case 0x2D, 0x30...0x39: try number()
    default: throw unexpected("a value")
    }
    return start..<position
  }

  /// Skips a string and returns its range, quotes included.
  package mutating func string() throws(TextProblem) -> Range<Int> {
    let start = position
    try expect(0x22, "to begin a string")
    while true {
      skipOrdinary()
      if isAtEnd { throw .malformed(offset: start, "a string is opened here and never closed") }
      let c = byte
      if c == 0x22 {
        position &+= 1
        return start..<position
      }
      if c < 0x20 {
        throw .malformed(
          offset: position, "an unescaped control character in a string",
          hint: "in JSON a line end in a string is written \\n")
      }
      position &+= 1
      if c == 0x5C { try escape() }
    }
  }

  /// Skips bytes of a string up to a quote, a backslash, a control character, or nearly the end.
  @inline(__always)
  private mutating func skipOrdinary() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones << 7
    while position &+ 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let (quote, backslash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      // The lowest bit found is exact; a borrow can only set higher ones.
      let found =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20)
          & ~word)
        & highs
      if found != 0 {
        position &+= found.trailingZeroBitCount / 8
        return
      }
      position &+= 8
    }
  }

  private mutating func escape() throws(TextProblem) {
    switch byte {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
    case 0x75:
      position += 1
      for _ in 0..<4 {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: position += 1
        default: throw unexpected("four hexadecimal digits after \\u")
        }
      }
    default: throw .malformed(offset: position - 1, "an escape that JSON does not know")
    }
  }

  private mutating func container(depth: Int) throws(TextProblem) {
    guard depth < Self.maximumDepth else {
      throw .malformed(offset: position, "values nest deeper than \(Self.maximumDepth)")
    }
    let isObject = byte == 0x7B
    let close: UInt8 = isObject ? 0x7D : 0x5D
    guard open(close) else { return }
    repeat {
      if isObject { _ = try name() }
      _ = try value(depth: depth + 1)
    } while try hasNext(before: close)
  }

  /// Skips an opening bracket, and the closing one if nothing stands between them; returns false then.
  @inline(__always)
  package mutating func open(_ close: UInt8) -> Bool {
    position += 1
    skipSpace()
    guard byte == close else { return true }
    position += 1
    return false
  }

  /// Skips what stands behind an element or a member: a comma, or the closing bracket; returns false
  /// then.
  @inline(__always)
  package mutating func hasNext(before close: UInt8) throws(TextProblem) -> Bool {
    skipSpace()
    if byte != close { try comma(close) }
    guard byte == close else { return true }
    position += 1
    return false
  }

  /// Skips the name of a member with its colon, and returns the range of the name.
  @inline(__always)
  package mutating func name() throws(TextProblem) -> Range<Int> {
    let name = try string()
    skipSpace()
    try expect(0x3A, "after the name of a member")
    skipSpace()
    return name
  }

  /// Skips the comma between two values; refuses a closing bracket after it, unless comments are
  /// allowed.
  mutating func comma(_ close: UInt8) throws(TextProblem) {
    guard byte == 0x2C else {
      throw unexpected("',' or '\(Character(UnicodeScalar(close)))'")
    }
    let comma = position
    position += 1
    skipSpace()
    if byte == close, !allowsComments {
      throw .malformed(offset: comma, "there is a comma after the last value")
    }
  }

  private mutating func word(_ word: StaticString) throws(TextProblem) {
    let length = word.utf8CodeUnitCount
    for i in 0..<length where position + i >= count || bytes[position + i] != word.utf8Start[i] {
      throw unexpected("a value")
    }
    position += length
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: throw unexpected("the end of '\(word)'")
    default: return
    }
  }

  private mutating func number() throws(TextProblem) {
    let start = position
    if byte == 0x2D { position += 1 }
    let leading = byte
    guard digits() > 0 else { throw unexpected("a digit") }
    if leading == 0x30, position - start > (bytes[start] == 0x2D ? 2 : 1) {
      throw .malformed(offset: start, "a number begins with 0", hint: "quote it to keep it as text")
    }
    if byte == 0x2E {
      position += 1
      guard digits() > 0 else { throw unexpected("a digit after the decimal point") }
    }
    if byte | 0x20 == 0x65 {
      position += 1
      if byte == 0x2B || byte == 0x2D { position += 1 }
      guard digits() > 0 else { throw unexpected("a digit of the exponent") }
    }
  }

  private mutating func digits() -> Int {
    let start = position
    while byte &- 0x30 < 10 { position &+= 1 }
    return position - start
  }

  /// Returns the error that something else was expected here.
  func unexpected(_ wanted: String) -> TextProblem {
    if isAtEnd {
      return .malformed(offset: count, "the text ends where \(wanted) is expected")
    }
    let found = byte < 0x20 ? "a control character" : "'\(Self.character(bytes, at: position))'"
    return .malformed(offset: position, "found \(found) where \(wanted) is expected")
  }

  private static func character(_ bytes: UnsafeRawBufferPointer, at i: Int) -> String {
    let length = max(1, UTF8Check.sequenceLength(bytes, at: i))
    return String(decoding: bytes[i..<min(i + length, bytes.count)], as: UTF8.self)
  }
}
