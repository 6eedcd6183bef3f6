import TableKit
import Yams

/// YAML scalars as text: which plain ones are null, and how values are written.
///
/// Source: YAML 1.1 and 1.2.2, sections 7.3 (flow scalar styles) and 10 (recommended schemas).
enum YAMLText {
  /// The style of a scalar.
  enum Style: Hashable, Sendable { case plain, single, double }

  /// Whether a plain scalar is null.
  static func isNull(_ text: String) -> Bool {
    ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Whether readers of YAML 1.1 and 1.2 take a plain scalar for text, and not for a number, date
  /// or Boolean.
  static func isText(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    switch first {
    // Only these characters begin numbers and dates, for which the resolver is slow.
    case 0x30...0x39, 0x2B, 0x2D, 0x2E:
      let isNumber = Array(text.utf8).withUnsafeBytes { PlainNumber.matches($0) }
      return !isNumber && Double(text) == nil && !text.hasPrefix("0o")
        && Resolver.default.resolveTag(of: Node(text)) == .str
    default: return !words.contains(text.lowercased())
    }
  }

  /// Words that some YAML reader does not take for text.
  private static let words: Set<String> = [
    "null", "~", "true", "false", "yes", "no", "on", "off", "=", "<<",
  ]

  /// Letters that are Booleans for a few readers of YAML 1.1.
  private static let letters: Set<String> = ["y", "Y", "n", "N"]

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
    let isPrintable = text.unicodeScalars.allSatisfy(Self.isPrintable)
    switch style {
    case .plain
    where isPrintable && canBePlain(text, inFlow: inFlow)
      && (!mustBeText || isText(text) && (isKey || !letters.contains(text))):
      return text
    case .single where isPrintable: return quoted(text)
    case .plain where isPrintable && text.contains(where: { $0 == "\"" || $0 == "\\" }):
      return quoted(text)
    default: return doubleQuoted(text)
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value <= 0xFF ? 2 : scalar.value <= 0xFFFF ? 4 : 8
        let letter = width == 2 ? "x" : width == 4 ? "u" : "U"
        result += "\\" + letter + String(repeating: "0", count: width - hex.utf8.count) + hex
      }
    }
    return result + "\""
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

  private static func canBePlain(_ text: String, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last, !isNull(text) else { return false }
    if first == " " || last == " " || last == ":" { return false }
    if "?:,[]{}#&*!|>'\"%@`".contains(first) { return false }
    if first == "-", text.dropFirst().first.map({ $0 == " " }) ?? true { return false }
    if text.hasPrefix("---") || text.hasPrefix("...") || text == "=" || text == "<<" {
      return false
    }
    if text.contains(": ") || text.contains(" #") { return false }
    return !inFlow || !text.contains { ",[]{}".contains($0) || $0 == ":" }
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

  /// Returns a JSON array or object as YAML, with string escapes that YAML has.
  ///
  /// JSON is YAML except for escaped surrogate pairs, which YAML readers do not combine, and
  /// characters that must be escaped only in YAML.
  ///
  /// - Complexity: O(length).
  static func flow(_ json: String) -> String {
    var json = json
    return json.withUTF8 { buffer in
      let bytes = UnsafeRawBufferPointer(buffer)
      var tokens = JSONTokenizer(bytes)
      var output: [UInt8] = []
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
        let quoted = doubleQuoted(String(decoding: text, as: UTF8.self))
        if quoted.utf8.count > longestKey, isKey(tokens) { output += "? ".utf8 }
        output += quoted.utf8
      }
      return String(decoding: output, as: UTF8.self)
    }
  }

  private static func isKey(_ tokens: JSONTokenizer) -> Bool {
    var tokens = tokens
    tokens.skipSpace()
    return tokens.byte == 0x3A
  }
}
