import TableKit

/// Conversion of nested values to JSON text for cells.
enum YAMLNested {
  /// Returns a node as JSON: plain numbers, Booleans and null without quotes, other scalars quoted.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: nil if it is longer, or nested deeper than a document can be without aliases.
  static func json(_ node: YAMLNode, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(node, to: &bytes, depth: 0, limit) ? bytes : nil
  }

  /// Returns the kind of a scalar: that of its plain text, unless a tag says otherwise.
  static func kind(_ text: UnsafeRawBufferPointer, isPlain: Bool, _ tag: YAMLTag) -> CellKind {
    switch tag {
    case .null: return .null
    case .none where isPlain, .value:
      if isPlain, YAMLText.isNull(text) { return .null }
      return kind(ofPlain: text)
    default: return .text
    }
  }

  /// Returns the kind of a plain scalar that is not null: number, Boolean or text; `1e3` is text,
  /// because many readers take it for that.
  static func kind(ofPlain text: UnsafeRawBufferPointer) -> CellKind {
    if JSONText.fits(text, .bool) { return .bool }
    let isNumber = JSONText.fits(text, .number) && !text.contains { $0 | 0x20 == 0x65 }
    return isNumber ? .number : .text
  }

  /// Returns the kind of a plain scalar that is not null.
  static func kind(ofPlain text: String) -> CellKind {
    return text.withBytes { kind(ofPlain: $0) }
  }

  /// The parser's maximum depth without aliases.
  private static let maximumDepth = 1000

  /// Appends a node; returns false if the limit was exceeded.
  private static func append(
    _ node: YAMLNode, to bytes: inout [UInt8], depth: Int, _ limit: Int
  ) -> Bool {
    guard bytes.count < limit, depth < maximumDepth else { return false }
    switch node.content {
    case .scalar(let scalar):
      scalar.text.withUnsafeBytes { text in
        switch kind(text, isPlain: scalar.isPlain, node.tag) {
        case .null: bytes += "null".utf8
        case .number, .bool: bytes += text
        case .text, .json, .blob: JSONText.quote(text, into: &bytes)
        }
      }
    case .sequence(let nodes):
      bytes.append(0x5B)
      for (i, element) in nodes.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        guard append(element, to: &bytes, depth: depth + 1, limit) else { return false }
      }
      bytes.append(0x5D)
    case .mapping(let pairs):
      bytes.append(0x7B)
      for (i, pair) in pairs.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        guard let key = pair.key.scalar?.text ?? json(pair.key, limit: limit - bytes.count) else {
          return false
        }
        key.withUnsafeBytes { JSONText.quote($0, into: &bytes) }
        bytes.append(0x3A)
        guard append(pair.value, to: &bytes, depth: depth + 1, limit) else { return false }
      }
      bytes.append(0x7D)
    case .passed: return false
    }
    return true
  }
}

extension YAMLNested {
  /// Whether a text is a flow sequence or mapping on one line.
  static func isCollection(_ text: String) -> Bool { normalized(text) != nil }

  /// Returns a flow collection as it would be read again; nil for any other text, such as `{a:1}`,
  /// whose member `a:1` has no value.
  static func normalized(_ text: String) -> String? {
    guard text.first == "[" || text.first == "{", !text.contains(where: \.isNewline) else {
      return nil
    }
    var text = text
    return text.withUTF8 { buffer in
      guard let marks = try? YAMLMarks(UnsafeRawBufferPointer(buffer)),
        let node = try? YAMLComposer.compose(marks), node.scalar == nil, hasValues(node),
        let bytes = json(node, limit: buffer.count * 8 + 1 << 20)
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Whether all members of mappings have a value that is written.
  private static func hasValues(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .sequence(let nodes): nodes.allSatisfy(hasValues)
    case .mapping(let pairs):
      pairs.allSatisfy { pair in
        pair.value.scalar.map { !$0.text.isEmpty || !$0.isPlain } ?? hasValues(pair.value)
      }
    case .scalar, .passed: true
    }
  }
}
