import TableKit
import Wording

/// YAML scalars as text: which plain ones are null, and how values are written.
///
/// Source: YAML 1.1 and 1.2.2, sections 7.3 (flow scalar styles) and 10 (recommended schemas).
enum YAMLText {
  /// The style of a scalar.
  enum Style: Hashable, Sendable { case plain, single, double }

  /// Whether a plain scalar is null.
  static func isNull(_ text: UnsafeRawBufferPointer) -> Bool {
    switch text.count {
    case 0: true
    case 1: text[0] == 0x7E
    case 4: ["null", "Null", "NULL"].contains { text.elementsEqual($0.utf8) }
    default: false
    }
  }

  /// Whether a plain scalar is null.
  static func isNull(_ text: String) -> Bool { return text.withBytes { isNull($0) } }

  /// Whether readers of YAML 1.1 and 1.2 take a plain scalar for text, and not for a number, date
  /// or Boolean.
  ///
  /// - Complexity: O(length).
  static func isText(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    // Only these characters begin numbers and dates.
    case 0x30...0x39, 0x2B, 0x2D, 0x2E:
      if DecimalNumber.matches(text) || YAMLNumber.isDay(text) { return false }
      let text = String(decoding: text, as: UTF8.self)
      return DecimalNumber.double(text) == nil && !text.hasPrefix("0o") && !YAMLNumber.matches(text)
    default: return !isWord(text)
    }
  }

  /// Whether readers of YAML 1.1 and 1.2 take a plain scalar for text.
  static func isText(_ text: String) -> Bool { return text.withBytes { isText($0) } }

  /// Words that some YAML reader does not take for text, in lower case.
  private static let words = [
    "null", "~", "true", "false", "yes", "no", "on", "off", "=", "<<",
  ].map { Array($0.utf8) }

  private static func isWord(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= 5 else { return false }
    return words.contains { word in
      word.count == text.count
        && zip(word, text).allSatisfy { $0 == $1 || $1 &- 0x41 < 26 && $0 == $1 | 0x20 }
    }
  }

  /// Whether a text is a letter that is a Boolean for a few readers of YAML 1.1.
  private static func isLetter(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == 1 && (text[0] | 0x20 == 0x79 || text[0] | 0x20 == 0x6E)
  }

  /// Returns a value as a scalar.
  ///
  /// - Parameters:
  ///   - style: the preferred style, if it can represent the value.
  ///   - mustBeText: whether a reader must take it for text, so that a plain number is quoted.
  ///   - isKey: whether it is a key: `y` and `n` then stay plain.
  ///   - inFlow: whether it is in a flow collection.
  static func scalar(
    _ text: String, style: Style, mustBeText: Bool, isKey: Bool = false, inFlow: Bool
  ) -> String {
    var text = text
    var bytes: [UInt8] = []
    text.withUTF8 {
      append(
        UnsafeRawBufferPointer($0), style: style, mustBeText: mustBeText, isKey: isKey,
        inFlow: inFlow, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a value as a scalar, see `scalar`.
  ///
  /// - Complexity: O(length).
  static func append(
    _ text: UnsafeRawBufferPointer, style: Style, mustBeText: Bool, isKey: Bool = false,
    inFlow: Bool, to bytes: inout [UInt8]
  ) {
    let isPrintable = isPrintable(text)
    switch style {
    case .plain
    where isPrintable && canBePlain(text, inFlow: inFlow)
      && (!mustBeText || isText(text) && (isKey || !isLetter(text))):
      bytes += text
    case .single where isPrintable: appendQuoted(text, to: &bytes)
    case .plain where isPrintable && text.contains { $0 == 0x22 || $0 == 0x5C }:
      appendQuoted(text, to: &bytes)
    default: appendDoubleQuoted(text, to: &bytes)
    }
  }

  private static func appendQuoted(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(0x27)
    for byte in text {
      if byte == 0x27 { bytes.append(0x27) }
      bytes.append(byte)
    }
    bytes.append(0x27)
  }

  static func appendDoubleQuoted(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    if isPlainASCII(text), !text.contains(where: { $0 == 0x22 || $0 == 0x5C }) {
      bytes += text
    } else {
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        appendEscaped(scalar, to: &bytes)
      }
    }
    bytes.append(0x22)
  }

  private static func appendEscaped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    case _ where isPrintable(scalar): bytes += Unicode.UTF8.encode(scalar) ?? .init()
    default:
      let hex = String(scalar.value, radix: 16, uppercase: true)
      let width = scalar.value <= 0xFF ? 2 : scalar.value <= 0xFFFF ? 4 : 8
      let letter = width == 2 ? "x" : width == 4 ? "u" : "U"
      bytes += "\\\(letter)\(hex.zeroPadded(to: width))".utf8
    }
  }

  /// Whether all characters are ASCII and none needs an escape for being unprintable.
  private static func isPlainASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    text.allSatisfy { $0 &- 0x20 < 0x5F }
  }

  private static func isPrintable(_ text: UnsafeRawBufferPointer) -> Bool {
    isPlainASCII(text)
      || String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy(isPrintable)
  }

  /// Whether a character needs no escape within a line.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private static func canBePlain(_ text: UnsafeRawBufferPointer, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last, !isNull(text) else { return false }
    if first == 0x20 || last == 0x20 || last == 0x3A || isIndicator(first) { return false }
    switch first {
    case 0x2D where text.count == 1 || text[1] == 0x20: return false
    case 0x2D where text.starts(with: "---".utf8), 0x2E where text.starts(with: "...".utf8),
      0x3D where text.count == 1, 0x3C where text.elementsEqual("<<".utf8):
      return false
    default: break
    }
    for i in 1..<max(text.count, 1) {
      if text[i] == 0x20, text[i - 1] == 0x3A { return false }
      if text[i] == 0x23, text[i - 1] == 0x20 { return false }
    }
    return !inFlow || !text.contains { isBracketOrComma($0) || $0 == 0x3A }
  }

  /// Whether no plain scalar begins with a character.
  private static func isIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x3F, 0x3A, 0x23, 0x26, 0x2A, 0x21, 0x7C, 0x3E, 0x27, 0x22, 0x25, 0x40, 0x60: true
    default: isBracketOrComma(byte)
    }
  }

  private static func isBracketOrComma(_ byte: UInt8) -> Bool {
    byte == 0x2C || byte == 0x5B || byte == 0x5D || byte == 0x7B || byte == 0x7D
  }
}

extension YAMLText {
  /// The maximum length of an implicit key for readers.
  private static let longestKey = 1000

  /// Returns a key of a block mapping without its colon; a long one is written as an explicit key.
  ///
  /// Source: YAML 1.2.2, sections 7.4 and 8.2.2 (implicit and explicit keys).
  static func key(_ name: String, indent: String) -> String {
    let key = scalar(name, style: .plain, mustBeText: true, isKey: true, inFlow: false)
    return key.utf8.count > longestKey ? "? \(key)\n\(indent)" : key
  }

  /// Appends a JSON array or object as YAML, with string escapes that YAML has.
  ///
  /// JSON is YAML except for escaped surrogate pairs, which YAML readers do not combine, and
  /// characters that must be escaped only in YAML.
  ///
  /// - Complexity: O(length).
  static func appendFlow(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    var tokens = JSONTokenizer(bytes)
    while !tokens.isAtEnd {
      let start = tokens.position
      guard tokens.byte == 0x22, let string = try? tokens.string() else {
        output.append(bytes[start])
        tokens.position = start + 1
        continue
      }
      var text: [UInt8] = []
      JSONText.unescape(
        UnsafeRawBufferPointer(rebasing: bytes[string].dropFirst().dropLast()), into: &text)
      var quoted: [UInt8] = []
      text.withUnsafeBytes { appendDoubleQuoted($0, to: &quoted) }
      if quoted.count > longestKey, isKey(tokens) { output += "? ".utf8 }
      output += quoted
    }
  }

  private static func isKey(_ tokens: JSONTokenizer) -> Bool {
    var tokens = tokens
    tokens.skipSpace()
    return tokens.byte == 0x3A
  }
}
