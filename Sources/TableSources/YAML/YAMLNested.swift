import TableKit
import Yams

/// Values inside cells as JSON text.
enum YAMLNested {
  /// A node as JSON: plain scalars that are numbers, truth values or null bare, others quoted.
  static func json(_ node: Node) -> String {
    var bytes: [UInt8] = []
    append(node, to: &bytes, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ node: Node, to bytes: inout [UInt8], depth: Int) {
    // Aliases can make a small text endless.
    guard bytes.count < 1 << 20, depth < 200 else {
      JSONText.quote("…", into: &bytes)
      return
    }
    switch node {
    case .scalar(let scalar):
      let text = scalar.string
      if scalar.style == .plain || scalar.style == .any {
        if YAMLText.isNull(text) {
          bytes += "null".utf8
          return
        }
        let isNumber = Array(text.utf8).withUnsafeBytes { PlainNumber.matches($0) }
        if isNumber || text == "true" || text == "false" {
          bytes += text.utf8
          return
        }
      }
      JSONText.quote(text, into: &bytes)
    case .sequence(let sequence):
      bytes.append(0x5B)
      for (i, element) in sequence.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        append(element, to: &bytes, depth: depth + 1)
      }
      bytes.append(0x5D)
    case .mapping(let mapping):
      bytes.append(0x7B)
      for (i, pair) in mapping.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        JSONText.quote(pair.key.scalar?.string ?? json(pair.key), into: &bytes)
        bytes.append(0x3A)
        append(pair.value, to: &bytes, depth: depth + 1)
      }
      bytes.append(0x7D)
    case .alias: bytes += "null".utf8
    }
  }
}

extension YAMLNested {
  /// Whether a text is a sequence or a mapping in brackets or braces, on one line.
  static func isCollection(_ text: String) -> Bool { normalized(text) != nil }

  /// A collection in brackets or braces as it is read again; nil for any other text.
  static func normalized(_ text: String) -> String? {
    guard text.first == "[" || text.first == "{", !text.contains(where: \.isNewline),
      let parser = try? Parser(yaml: text, resolver: .basic, encoding: .utf8),
      let node = try? parser.singleRoot()
    else { return nil }
    if case .scalar = node { return nil }
    return json(node)
  }
}
