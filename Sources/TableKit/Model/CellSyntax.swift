/// The encoding of values as raw cells: the only place that decodes and encodes quotes and escapes
/// of a source.
///
/// Cells are kept raw, so that an unedited value keeps its bytes.
public struct CellSyntax: Hashable, Sendable {
  /// The families of raw cells.
  public enum Form: Hashable, Sendable {
    /// Delimited text: bare or quoted, quotes doubled inside quotes.
    case delimited
    /// Delimited text with an escape character, in or out of quotes.
    case escaped
    /// A JSON value as in its source, or bytes as `x'00ff'`; empty if a member is missing.
    case json
  }

  /// The family.
  public var form: Form
  /// Delimited text: the byte between cells.
  public var delimiter: UInt8
  /// Delimited text: the quote; nil if quotes are ordinary bytes.
  public var quote: UInt8?
  /// Delimited text: bare cells that mean null, besides the empty one.
  public var nulls: [String]
  /// Delimited text: the escape character, which makes the next byte an ordinary one; nil: none.
  public var escape: UInt8?
  /// Delimited text: the text that makes a line a comment if the line begins with it; empty: none.
  public var comment: [UInt8]
  /// Delimited text: whether blanks may stand behind a closing quote, where they belong to no value.
  public var allowsBlanks = false

  /// Creates the syntax of delimited text.
  public static func delimited(
    by delimiter: UInt8 = 0x2C, quote: UInt8? = 0x22, nulls: [String] = [],
    escape: UInt8? = nil, comment: [UInt8] = []
  ) -> CellSyntax {
    CellSyntax(
      form: escape == nil ? .delimited : .escaped, delimiter: delimiter, quote: quote,
      nulls: nulls, escape: escape, comment: comment)
  }

  /// The syntax of JSON tokens.
  public static let json = CellSyntax(form: .json, delimiter: 0, quote: nil, nulls: [], comment: [])

  /// The raw cell of a member that is null, where one may be missing, too, which is empty.
  public static let nullToken = "null"

  /// Whether null and a missing member differ.
  public var keepsNull: Bool { isTyped || nulls.contains(Self.nullToken) }

  /// Whether cells have kinds, as in JSON.
  public var isTyped: Bool { form == .json }

  /// Calls `body` with the kind and the decoded bytes of a raw cell; copies them only to remove
  /// escapes.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public func withDecoded<Result>(
    _ raw: UnsafeRawBufferPointer, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch form {
    case .delimited:
      if raw.isEmpty { return body(.null, raw) }
      guard let quote, raw[0] == quote else {
        if !nulls.isEmpty, isNullText(raw) { return body(.null, .nothing) }
        return body(.text, raw)
      }
      return withUnquoted(raw, quote, body)
    case .escaped: return withEscaped(raw, body)
    case .json: return withToken(raw, body)
    }
  }

  /// Returns the value of a raw cell.
  public func cell(_ raw: UnsafeRawBufferPointer) -> Cell {
    withDecoded(raw) { kind, bytes in
      kind == .null ? .null : Cell(kind, String(decoding: bytes, as: UTF8.self))
    }
  }

  @inline(__always)
  private func isNullText(_ raw: UnsafeRawBufferPointer) -> Bool {
    !nulls.isEmpty && nulls.contains { $0.utf8.count == raw.count && $0.utf8.elementsEqual(raw) }
  }

  private func withUnquoted<Result>(
    _ raw: UnsafeRawBufferPointer, _ quote: UInt8,
    _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inner = UnsafeRawBufferPointer(rebasing: raw[1..<max(1, closingQuote(of: raw))])
    guard inner.contains(quote) else { return body(.text, inner) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(inner.count)
    var i = 0
    while i < inner.count {
      bytes.append(inner[i])
      let isDoubled = inner[i] == quote && i + 1 < inner.count && inner[i + 1] == quote
      i += isDoubled ? 2 : 1
    }
    return bytes.withUnsafeBytes { body(.text, $0) }
  }

  /// The offset of the quote that closes a raw cell.
  @inline(__always)
  private func closingQuote(of raw: UnsafeRawBufferPointer) -> Int {
    var last = raw.count - 1
    if allowsBlanks { while last > 1, raw[last] == 0x20 || raw[last] == 0x09 { last -= 1 } }
    return last
  }

  private func withToken<Result>(
    _ raw: UnsafeRawBufferPointer, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard let first = raw.first else { return body(.null, .nothing) }
    switch first {
    case 0x6E: return body(.null, .nothing)
    case 0x74, 0x66: return body(.bool, raw)
    case 0x7B, 0x5B: return body(.json, raw)
    case 0x78: return body(.blob, raw)
    case 0x22:
      let inner = UnsafeRawBufferPointer(rebasing: raw[1..<max(1, raw.count - 1)])
      guard inner.contains(0x5C) else { return body(.text, inner) }
      var bytes: [UInt8] = []
      JSONText.unescape(inner, into: &bytes)
      return bytes.withUnsafeBytes { body(.text, $0) }
    default: return body(.number, raw)
    }
  }
}

extension CellSyntax {
  /// Appends the raw form of a value, in the style of the cell it replaces: a quoted cell stays
  /// quoted.
  ///
  /// - Parameters:
  ///   - cell: the value.
  ///   - former: the raw cell that it replaces; empty if there was none.
  ///   - bytes: the buffer to append to.
  /// - Complexity: O(length).
  public func encode(_ cell: Cell, like former: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
    cell.withText { encode(cell.kind, $0, quoted: isQuoted(former), into: &bytes) }
  }

  /// Whether a raw cell stands in quotes; false where a source has one way to write a value.
  @inline(__always)
  func isQuoted(_ raw: UnsafeRawBufferPointer) -> Bool { !raw.isEmpty && raw[0] == quote }

  /// Appends the raw form of a value of a kind and a text.
  ///
  /// - Parameter isQuoted: whether delimited text stands in quotes though it need not.
  package func encode(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, quoted isQuoted: Bool,
    into bytes: inout [UInt8]
  ) {
    switch form {
    case .delimited: encodeDelimited(kind, text, isQuoted, into: &bytes)
    case .escaped: encodeEscaped(kind, text, isQuoted, into: &bytes)
    case .json:
      switch kind {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .text: JSONText.quote(text, into: &bytes)
      case .number, .bool, .json, .blob: bytes.append(contentsOf: text)
      }
    }
  }

  /// Whether a value can be written and read back unchanged: never with a NUL; without quotes, not
  /// with a delimiter, a line end, a byte order mark in front, or a text that means null.
  public func canEncode(_ cell: Cell) -> Bool { cell.withText { canEncode(cell.kind, $0) } }

  /// Whether a value of a kind and a text can be written so that it is read as it was.
  func canEncode(_ kind: CellKind, _ text: UnsafeRawBufferPointer) -> Bool {
    guard form != .json, kind != .null else { return true }
    if let escape { return canEncodeEscaped(text, escape: escape) }
    if quote != nil { return !text.contains(0) }
    return !text.isEmpty && !isNullText(text) && !Self.startsWithMark(text)
      && !text.contains { $0 == delimiter || $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }

  /// Whether a text is certainly written just as it is: a quick look, false for what needs a closer
  /// one.
  @inline(__always)
  func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard form == .delimited, let quote, nulls.isEmpty, let first = text.first, first != 0xEF,
      first != comment.first
    else { return false }
    for byte in text
    where byte == delimiter || byte == quote || byte == 0x0A || byte == 0x0D || byte == 0 {
      return false
    }
    return true
  }

  /// Whether a text begins as a file with a byte order mark does: bare in the first cell of a file
  /// it would be read as that.
  static func startsWithMark(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: [0xEF, 0xBB, 0xBF])
  }

  private func encodeDelimited(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, _ isQuoted: Bool, into bytes: inout [UInt8]
  ) {
    if kind == .null { return }
    guard let quote, isQuoted || wantsQuotes(text) else {
      bytes.append(contentsOf: text)
      return
    }
    bytes.append(quote)
    for byte in text {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Whether a text would not be read as it is without quotes.
  private func wantsQuotes(_ text: UnsafeRawBufferPointer) -> Bool {
    text.isEmpty || isNullText(text) || Self.startsWithMark(text) || isComment(text)
      || text.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
  }
}

extension CellSyntax {
  private static let backslash: UInt8 = 0x5C

  /// Calls `body` with the value of a raw cell in a dialect with an escape character, in or out of
  /// quotes.
  ///
  /// The escape character makes the next byte an ordinary one. A backslash also encodes letters:
  /// `\n`, `\r`, `\t`, `\b`, `\0` and `\Z`; an unquoted `\N` is null.
  ///
  /// Source: the MySQL reference manual, LOAD DATA, field and line handling.
  func withEscaped<Result>(
    _ raw: UnsafeRawBufferPointer, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if raw.isEmpty { return body(.null, .nothing) }
    let isQuoted = quote != nil && raw[0] == quote
    if !isQuoted, meansNull(raw) { return body(.null, .nothing) }
    let inner =
      isQuoted ? UnsafeRawBufferPointer(rebasing: raw[1..<max(1, closingQuote(of: raw))]) : raw
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
    return isNullText(raw)
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

  /// Returns the letter that encodes a byte after a backslash; nil if there is none.
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
  /// Null is written empty, or as `\N` if the user named that text as null.
  func encodeEscaped(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, _ isQuoted: Bool, into bytes: inout [UInt8]
  ) {
    guard let escape else { return }
    if kind == .null {
      if escape == Self.backslash, nulls.contains("\\N") { bytes += [escape, 0x4E] }
      return
    }
    let isQuoted = quote != nil && (isQuoted || wantsQuotes(text))
    if isQuoted, let quote { bytes.append(quote) }
    var isFirst = true
    for byte in text {
      let mustEscape =
        byte == escape || byte == quote || byte == 0
        || !isQuoted
          && (byte == delimiter || byte == 0x0A || byte == 0x0D || isFirst && isComment(text)
            || isFirst && Self.startsWithMark(text))
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
  func canEncodeEscaped(_ text: UnsafeRawBufferPointer, escape: UInt8) -> Bool {
    if quote == nil, text.isEmpty || isNullText(text) { return false }
    return escape == Self.backslash || !text.contains(0)
  }

  /// Whether a line that begins with this text is a comment.
  package func isComment(_ text: UnsafeRawBufferPointer) -> Bool {
    !comment.isEmpty && text.starts(with: comment)
  }
}
