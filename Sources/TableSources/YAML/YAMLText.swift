import TableKit
import Yams

/// Scalars of YAML as text: which plain ones mean null, and how a value is written.
///
/// Source: YAML 1.1 and 1.2.2, sections 7.3 (flow scalar styles) and 10 (recommended schemas).
enum YAMLText {
  /// How a scalar is written.
  enum Style: Hashable, Sendable { case plain, single, double }

  /// Whether a plain scalar means null.
  static func isNull(_ text: String) -> Bool {
    ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Whether a plain scalar is text to a reader of YAML 1.1 and 1.2, and no number, date or truth
  /// value.
  static func isText(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    switch first {
    // Only these begin numbers and dates, which take the resolver long to find out.
    case 0x30...0x39, 0x2B, 0x2D, 0x2E:
      let isNumber = Array(text.utf8).withUnsafeBytes { PlainNumber.matches($0) }
      return !isNumber && Double(text) == nil && !text.hasPrefix("0o")
        && Resolver.default.resolveTag(of: Node(text)) == .str
    default: return !words.contains(text.lowercased())
    }
  }

  /// Words that mean something else than themselves to some reader of YAML.
  private static let words: Set<String> = [
    "null", "~", "true", "false", "yes", "no", "on", "off", "=", "<<",
  ]

  /// Letters that are truth values to a few readers of YAML 1.1.
  private static let letters: Set<String> = ["y", "Y", "n", "N"]

  /// The value as a scalar.
  ///
  /// - Parameters:
  ///   - style: what it is written in, if that can hold it.
  ///   - mustBeText: whether a reader shall take it for text, so that a plain number is quoted.
  ///   - isKey: whether it is a key: `y` and `n` stay as they are.
  ///   - inFlow: whether it stands in brackets or braces.
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

  /// Whether a character stands for itself within a line.
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
  /// Readers take no longer key for one that stands in front of its colon.
  private static let longestKey = 1000

  /// A key of a block mapping, the colon not included; a long one is marked as a key.
  ///
  /// Source: YAML 1.2.2, sections 7.4 and 8.2.2 (implicit and explicit keys).
  static func key(_ name: String, indent: String) -> String {
    let key = scalar(name, style: .plain, mustBeText: true, isKey: true, inFlow: false)
    return key.utf8.count > longestKey ? "? \(key)\n\(indent)" : key
  }

  /// An array or object of JSON as YAML, its strings in escapes that YAML knows.
  ///
  /// JSON is YAML but for pairs of surrogates, which no reader of YAML puts together, and
  /// characters that must be escaped in YAML alone.
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
