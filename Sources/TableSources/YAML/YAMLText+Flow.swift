import TableKit

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
