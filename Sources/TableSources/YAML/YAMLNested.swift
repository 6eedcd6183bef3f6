import TableKit
import Yams

/// Conversion of nested values to JSON text for cells.
enum YAMLNested {
  /// Returns a node as JSON: plain numbers, Booleans and null without quotes, other scalars quoted.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: nil if it is longer, or nested deeper than a document can be without aliases.
  static func json(_ node: Node, _ marks: YAMLMarks, limit: Int) -> String? {
    var bytes: [UInt8] = []
    guard append(node, marks, to: &bytes, depth: 0, limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the kind of a scalar: that of its plain text, unless a tag says otherwise.
  static func kind(_ scalar: Node.Scalar, _ tag: YAMLTag) -> CellKind {
    let isPlain = scalar.style == .plain || scalar.style == .any
    switch tag {
    case .null: return .null
    case .none where isPlain, .value:
      let text = scalar.string
      if isPlain, YAMLText.isNull(text) { return .null }
      return kind(ofPlain: text)
    default: return .text
    }
  }

  /// Returns the kind of a plain scalar that is not null: number, Boolean or text; `1e3` is text,
  /// because many readers take it for that.
  static func kind(ofPlain text: String) -> CellKind {
    if text == "true" || text == "false" { return .bool }
    let isNumber = JSONText.fits(text, .number) && !text.utf8.contains { $0 | 0x20 == 0x65 }
    return isNumber ? .number : .text
  }

  /// The parser's maximum depth without aliases.
  private static let maximumDepth = 1000

  /// Appends a node; returns false if the limit was exceeded.
  private static func append(
    _ node: Node, _ marks: YAMLMarks, to bytes: inout [UInt8], depth: Int, _ limit: Int
  ) -> Bool {
    guard bytes.count < limit, depth < maximumDepth else { return false }
    switch node {
    case .scalar(let scalar):
      switch kind(scalar, YAMLTag(scalar.tag)) {
      case .null: bytes += "null".utf8
      case .number, .bool: bytes += scalar.string.utf8
      case .text, .json, .blob: JSONText.quote(marks.restored(scalar.string), into: &bytes)
      }
    case .sequence(let sequence):
      bytes.append(0x5B)
      for (i, element) in sequence.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        guard append(element, marks, to: &bytes, depth: depth + 1, limit) else { return false }
      }
      bytes.append(0x5D)
    case .mapping(let mapping):
      bytes.append(0x7B)
      for (i, pair) in mapping.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        guard
          let key = pair.key.scalar.map({ marks.restored($0.string) })
            ?? json(pair.key, marks, limit: limit - bytes.count)
        else { return false }
        JSONText.quote(key, into: &bytes)
        bytes.append(0x3A)
        guard append(pair.value, marks, to: &bytes, depth: depth + 1, limit) else { return false }
      }
      bytes.append(0x7D)
    case .alias: bytes += "null".utf8
    }
    return true
  }
}

extension YAMLNested {
  /// Whether a text is a flow sequence or mapping on one line.
  static func isCollection(_ text: String) -> Bool { normalized(text) != nil }

  /// Returns a flow collection as it would be read again; nil for any other text.
  static func normalized(_ text: String) -> String? {
    guard text.first == "[" || text.first == "{", !text.contains(where: \.isNewline) else {
      return nil
    }
    let marks = Array(text.utf8).withUnsafeBytes { YAMLMarks($0) }
    guard let parser = try? Parser(yaml: marks.text, resolver: .basic, encoding: .utf8),
      let node = try? parser.singleRoot()
    else { return nil }
    if case .scalar = node { return nil }
    return json(node, marks, limit: text.utf8.count * 8 + 1 << 20)
  }
}
