/// How the raw bytes of a cell stand for its value: the one place where quotes and escapes of a
/// source are taken off and put on.
///
/// Cells are kept raw, so that a value nobody touches keeps its bytes.
public struct CellSyntax: Hashable, Sendable {
  /// The two families of raw cells.
  public enum Form: Hashable, Sendable {
    /// Delimited text: bare or quoted, quotes doubled inside quotes.
    case delimited
    /// Delimited text with an escape character, in or out of quotes.
    case escaped
    /// A JSON value as its source wrote it, or bytes as `x'00ff'`; empty where a member is missing.
    case json
  }

  /// The family.
  public var form: Form
  /// Delimited text: what stands between cells.
  public var delimiter: UInt8
  /// Delimited text: the quote, none where quotes are ordinary bytes.
  public var quote: UInt8?
  /// Delimited text: bare cells that mean null, besides the empty one.
  public var nulls: [String]
  /// Delimited text: what makes the next byte an ordinary one, if anything does.
  public var escape: UInt8?
  /// Delimited text: what makes a line that it begins a comment, if anything does.
  public var comment: UInt8?

  /// Creates the syntax of delimited text.
  public static func delimited(
    by delimiter: UInt8 = 0x2C, quote: UInt8? = 0x22, nulls: [String] = [],
    escape: UInt8? = nil, comment: UInt8? = nil
  ) -> CellSyntax {
    CellSyntax(
      form: escape == nil ? .delimited : .escaped, delimiter: delimiter, quote: quote,
      nulls: nulls, escape: escape, comment: comment)
  }

  /// The syntax of JSON tokens.
  public static let json = CellSyntax(form: .json, delimiter: 0, quote: nil, nulls: [])

  /// Whether cells say themselves what kind they are.
  public var isTyped: Bool { form == .json }

  /// Calls `body` with the kind and the decoded bytes of a raw cell; copies only where escapes
  /// must be taken out.
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
        if !nulls.isEmpty, isNullText(raw) {
          return body(.null, UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return body(.text, raw)
      }
      return withUnquoted(raw, quote, body)
    case .escaped: return withEscaped(raw, body)
    case .json: return withToken(raw, body)
    }
  }

  /// The value of a raw cell.
  public func cell(_ raw: UnsafeRawBufferPointer) -> Cell {
    withDecoded(raw) { kind, bytes in
      kind == .null ? .null : Cell(kind, String(decoding: bytes, as: UTF8.self))
    }
  }

  private func isNullText(_ raw: UnsafeRawBufferPointer) -> Bool {
    for text in nulls where text.utf8.count == raw.count && text.utf8.elementsEqual(raw) {
      return true
    }
    return false
  }

  private func withUnquoted<Result>(
    _ raw: UnsafeRawBufferPointer, _ quote: UInt8,
    _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inner = UnsafeRawBufferPointer(rebasing: raw[1..<max(1, raw.count - 1)])
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

  private func withToken<Result>(
    _ raw: UnsafeRawBufferPointer, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    guard let first = raw.first else { return body(.null, nothing) }
    switch first {
    case 0x6E: return body(.null, nothing)
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
