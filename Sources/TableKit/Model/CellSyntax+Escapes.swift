extension CellSyntax {
  private static let backslash: UInt8 = 0x5C

  /// The value of a raw cell in a dialect with an escape character, in or out of quotes.
  ///
  /// The character makes the next byte an ordinary one. A backslash knows letters as well: `\n`,
  /// `\r`, `\t`, `\b`, `\0` and `\Z`, and a bare `\N` is null.
  ///
  /// Source: the MySQL reference manual, LOAD DATA, field and line handling.
  func withEscaped<Result>(
    _ raw: UnsafeRawBufferPointer, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    if raw.isEmpty { return body(.null, nothing) }
    let isQuoted = quote != nil && raw[0] == quote
    if !isQuoted, meansNull(raw) { return body(.null, nothing) }
    let inner =
      isQuoted ? UnsafeRawBufferPointer(rebasing: raw[1..<max(1, raw.count - 1)]) : raw
    guard inner.contains(where: { $0 == escape || isQuoted && $0 == quote }) else {
      return body(.text, inner)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(inner.count)
    var i = 0
    while i < inner.count {
      let byte = inner[i]
      let next = i + 1 < inner.count ? inner[i + 1] : nil
      if byte == escape, let next {
        bytes.append(escape == Self.backslash ? Self.meaning(ofLetter: next) : next)
        i += 2
      } else {
        bytes.append(byte)
        i += isQuoted && byte == quote && next == quote ? 2 : 1
      }
    }
    return bytes.withUnsafeBytes { body(.text, $0) }
  }

  private func meansNull(_ raw: UnsafeRawBufferPointer) -> Bool {
    if escape == Self.backslash, raw.count == 2, raw[0] == escape, raw[1] == 0x4E { return true }
    return nulls.contains { $0.utf8.count == raw.count && $0.utf8.elementsEqual(raw) }
  }

  private static func meaning(ofLetter letter: UInt8) -> UInt8 {
    switch letter {
    case 0x30: 0
    case 0x5A: 0x1A
    case 0x62: 0x08
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: letter
    }
  }

  /// What is written behind a backslash for a byte, where that is a letter.
  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case 0: 0x30
    case 0x0A: 0x6E
    case 0x0D: 0x72
    default: nil
    }
  }

  /// Appends the raw form of a value in a dialect with an escape character.
  ///
  /// Null is empty, or `\N` where the user has named that text as null.
  func encodeEscaped(
    _ cell: Cell, like former: UnsafeRawBufferPointer, escape: UInt8, into bytes: inout [UInt8]
  ) {
    if cell.isNull {
      if escape == Self.backslash, nulls.contains("\\N") { bytes += [escape, 0x4E] }
      return
    }
    let text = cell.text.utf8
    let isQuoted =
      quote != nil
      && (text.isEmpty || former.first == quote || nulls.contains(cell.text)
        || isComment(text.first) || Self.startsWithMark(cell.text)
        || text.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D })
    if isQuoted, let quote { bytes.append(quote) }
    var isFirst = true
    for byte in text {
      let mustEscape =
        byte == escape || byte == quote || byte == 0
        || !isQuoted
          && (byte == delimiter || byte == 0x0A || byte == 0x0D || isFirst && isComment(byte)
            || isFirst && Self.startsWithMark(cell.text))
      if mustEscape {
        bytes.append(escape)
        bytes.append(escape == Self.backslash ? Self.letter(for: byte) ?? byte : byte)
      } else {
        bytes.append(byte)
      }
      isFirst = false
    }
    if isQuoted, let quote { bytes.append(quote) }
  }

  /// Whether a value can be written with an escape character: a NUL only behind a backslash, and
  /// without quotes no text that means null.
  func canEncodeEscaped(_ cell: Cell, escape: UInt8) -> Bool {
    if quote == nil, cell.text.isEmpty || nulls.contains(cell.text) { return false }
    return escape == Self.backslash || !cell.text.utf8.contains(0)
  }

  /// Whether a byte at the start of a line makes it a comment.
  func isComment(_ byte: UInt8?) -> Bool { comment != nil && byte == comment }
}
