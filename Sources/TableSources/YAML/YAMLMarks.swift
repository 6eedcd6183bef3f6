/// A YAML text for the parser, with a substitute for each byte order mark inside.
///
/// A byte order mark is special only at the start of a file; elsewhere it is a character of its
/// cell. The parser drops one at the start of a scalar, so another character that the text does not
/// contain is substituted and converted back afterwards.
struct YAMLMarks {
  /// The text for the parser, with as many characters and bytes on each line as the source.
  let bytes: UnsafeRawBufferPointer
  /// The offset of the text in the source, after a byte order mark.
  let start: Int
  /// The text, if it is not the source itself.
  private let copy: ByteBuffer?
  /// The hexadecimal digits of the substitute's code point, in lower case; nil if there is none.
  private let letters: [UInt8]?

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let markLetters = Array("feff".utf8)

  /// Creates the text of a source, whose bytes the caller keeps alive.
  ///
  /// - Throws: `outOfMemory`.
  /// - Complexity: O(bytes).
  init(_ source: UnsafeRawBufferPointer) throws(SourceError) {
    start = source.starts(with: Self.mark) ? Self.mark.count : 0
    let source = UnsafeRawBufferPointer(rebasing: source[start...])
    guard Self.holdsMark(source), let letters = Self.unusedLetters(in: source) else {
      (bytes, copy, self.letters) = (source, nil, nil)
      return
    }
    self.letters = letters
    let copy = try ByteBuffer(
      Self.replacing(Self.mark, in: source, by: Self.encoded(letters), letters) {
        Self.escapedMark(in: source, at: $0)
      })
    self.copy = copy
    bytes = copy.bytes
  }

  /// Whether scalars of the parser must be restored.
  var hasSubstitute: Bool { letters != nil }

  /// Returns a scalar of the parser with its byte order marks restored.
  func restored(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let letters else { return Array(bytes) }
    return Self.replacing(Self.encoded(letters), in: bytes, by: Self.mark, Self.markLetters) {
      // What looks like an escape, in a scalar without escapes.
      Self.stands(letters, in: bytes, at: $0, ignoringCase: true) ? $0 : nil
    }
  }

  /// Returns a text with another character in place of one, and its four digits in place of those of
  /// that one.
  ///
  /// - Parameter escape: returns the offset of the digits of what begins at an offset; nil if that is no
  ///   escape.
  private static func replacing(
    _ former: [UInt8], in bytes: UnsafeRawBufferPointer, by new: [UInt8], _ letters: [UInt8],
    _ escape: (Int) -> Int?
  ) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      if stands(former, in: bytes, at: i) {
        output += new
        i += former.count
      } else if let digits = escape(i) {
        output += bytes[i..<digits]
        output += cased(letters, like: bytes[digits..<digits + 4])
        i = digits + 4
      } else {
        output.append(bytes[i])
        i += 1
      }
    }
    return output
  }

  private static func holdsMark(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.contains { i in
      switch bytes[i] {
      case 0xEF: stands(mark, in: bytes, at: i)
      case 0x5C: escapedMark(in: bytes, at: i) != nil
      default: false
      }
    }
  }

  /// Returns the offset of the digits of an escaped byte order mark: `\uFEFF` or `\U0000FEFF`.
  private static func escapedMark(in bytes: UnsafeRawBufferPointer, at i: Int) -> Int? {
    guard bytes[i] == 0x5C, i + 1 < bytes.count else { return nil }
    let digits: Int
    switch bytes[i + 1] {
    case 0x75: digits = i + 2
    case 0x55 where stands(Array("0000".utf8), in: bytes, at: i + 2): digits = i + 6
    default: return nil
    }
    return stands(markLetters, in: bytes, at: digits, ignoringCase: true) ? digits : nil
  }

  /// Returns the digits of a private-use character that the text contains in no form; nil if there
  /// is none.
  private static func unusedLetters(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var used: Set<[UInt8]> = []
    for i in bytes.indices {
      if bytes[i] | 0x20 == 0x65, i + 4 <= bytes.count {
        used.insert(bytes[i..<i + 4].map { $0 | 0x20 })
      } else if bytes[i] == 0xEE, i + 3 <= bytes.count {
        let number = UInt32(bytes[i + 1] & 0x3F) << 6 | UInt32(bytes[i + 2] & 0x3F)
        used.insert(Array(String(0xE000 | number, radix: 16).utf8))
      }
    }
    let digits = Array("abcdef".utf8)
    for a in digits {
      for b in digits {
        for c in digits where !used.contains([0x65, a, b, c]) { return [0x65, a, b, c] }
      }
    }
    return nil
  }

  /// Returns the character of a code point of four digits, in UTF-8.
  private static func encoded(_ letters: [UInt8]) -> [UInt8] {
    let number = letters.reduce(UInt32(0)) { $0 << 4 | UInt32($1 - 0x61 + 10) }
    return [
      0xE0 | UInt8(number >> 12), 0x80 | UInt8(number >> 6 & 0x3F), 0x80 | UInt8(number & 0x3F),
    ]
  }

  /// Returns letters with the case of a model.
  private static func cased(_ letters: [UInt8], like model: Slice<UnsafeRawBufferPointer>)
    -> [UInt8]
  {
    zip(letters, model).map { $1 & 0x20 == 0 ? $0 & ~0x20 : $0 }
  }

  private static func stands(
    _ wanted: [UInt8], in bytes: UnsafeRawBufferPointer, at start: Int, ignoringCase: Bool = false
  ) -> Bool {
    guard start + wanted.count <= bytes.count else { return false }
    return wanted.indices.allSatisfy {
      let byte = bytes[start + $0]
      return byte == wanted[$0] || ignoringCase && byte | 0x20 == wanted[$0]
    }
  }
}
