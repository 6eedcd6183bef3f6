import TableKit
import TableSources

extension FirebaseNode {
  /// Reads JSON: null, empty objects and empty arrays are nothing, elements of arrays get their index
  /// as key.
  ///
  /// - Parameters:
  ///   - escapesKeys: whether names that cannot be keys are escaped instead of refused.
  ///   - serverValues: what `.sv` stands for; nil: it cannot be a key.
  /// - Returns: the node; nil if it is nothing.
  /// - Throws: `badJSON`, `badKey`, `overlap`, `badServerValue`.
  /// - Complexity: O(bytes).
  package static func read(
    _ text: String, escapesKeys: Bool = false, serverValues: FirebaseServerValues? = nil
  ) throws(FirebaseError) -> FirebaseNode? {
    try FirebaseReader.read(text, escapesKeys: escapesKeys) { (reader) throws(FirebaseError) in
      reader.serverValues = serverValues
      return try reader.document()
    }
  }

  /// Reads JSON from bytes, which must be UTF-8.
  ///
  /// - Parameter serverValues: what `.sv` stands for; nil: it cannot be a key.
  /// - Throws: `badJSON`, `badKey`, `overlap`, `badServerValue`.
  package static func read(
    _ bytes: [UInt8], serverValues: FirebaseServerValues? = nil
  ) throws(FirebaseError) -> FirebaseNode? {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .badJSON("the bytes are not UTF-8")
    }
    return try read(text, serverValues: serverValues)
  }
}

/// Reads JSON into nodes.
struct FirebaseReader {
  private var tokens: JSONTokenizer
  private let bytes: UnsafeRawBufferPointer
  private let escapesKeys: Bool
  /// What `.sv` stands for where the reader is; nil: it cannot be a key.
  var serverValues: FirebaseServerValues?

  private init(_ bytes: UnsafeRawBufferPointer, escapesKeys: Bool) {
    self.bytes = bytes
    self.escapesKeys = escapesKeys
    tokens = JSONTokenizer(bytes)
  }

  /// Reads a text.
  ///
  /// - Parameter body: reads it, from its beginning.
  static func read<Value>(
    _ text: String, escapesKeys: Bool = false,
    _ body: (inout FirebaseReader) throws(FirebaseError) -> Value
  ) throws(FirebaseError) -> Value {
    var text = text
    return try text.withUTF8 { bytes in
      var reader = FirebaseReader(UnsafeRawBufferPointer(bytes), escapesKeys: escapesKeys)
      return Result { () throws(FirebaseError) in try body(&reader) }
    }.get()
  }

  /// Reads a whole document.
  fileprivate mutating func document() throws(FirebaseError) -> FirebaseNode? {
    tokens.skipSpace()
    let node = try value(depth: 0)
    try end()
    return node
  }

  /// Reads a text that is an object, member by member.
  ///
  /// - Parameter member: reads a value with its name.
  static func readMembers(
    _ text: String, _ member: (inout FirebaseReader, String) throws(FirebaseError) -> Void
  ) throws(FirebaseError) {
    try read(text) { (reader) throws(FirebaseError) in
      reader.tokens.skipSpace()
      guard reader.tokens.byte == 0x7B else { throw .badJSON("an object is expected") }
      try reader.list(to: 0x7D, depth: 0) { (reader) throws(FirebaseError) in
        try member(&reader, try reader.name())
      }
      try reader.end()
    }
  }

  private mutating func end() throws(FirebaseError) {
    tokens.skipSpace()
    if !tokens.isAtEnd { throw .badJSON("text follows the end") }
  }

  mutating func value(depth: Int = 1) throws(FirebaseError) -> FirebaseNode? {
    switch tokens.byte {
    case 0x7B where !tokens.isAtEnd: return try object(depth: depth)
    case 0x5B where !tokens.isAtEnd: return try array(depth: depth)
    default:
      let token = try scan { (tokens) throws(TextProblem) in try tokens.value() }
      return bytes[token.lowerBound] == 0x6E ? nil : .value(canonical(token))
    }
  }

  /// Reads the value of a child.
  private mutating func value(
    depth: Int, at key: FirebaseKey
  ) throws(FirebaseError) -> FirebaseNode? {
    guard let outer = serverValues else { return try value(depth: depth) }
    serverValues?.there = outer.there?.children?[key]
    defer { serverValues = outer }
    return try value(depth: depth)
  }

  /// Returns the elements of an array as text; nil if the text is none.
  static func elements(_ text: String) -> [String]? {
    try? read(text) { (reader) throws(FirebaseError) in
      var elements: [String] = []
      try reader.list(to: 0x5D, depth: 0) { (reader) throws(FirebaseError) in
        elements.append(try reader.text())
      }
      try reader.end()
      return elements
    }
  }

  /// Reads a value as text, as it stands.
  mutating func text() throws(FirebaseError) -> String {
    let range = try scan { (tokens) throws(TextProblem) in try tokens.value() }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func object(depth: Int) throws(FirebaseError) -> FirebaseNode? {
    var children: [(key: FirebaseKey, node: FirebaseNode)] = []
    var serverValue: FirebaseNode?
    var count = 0
    try list(to: 0x7D, depth: depth) { (reader) throws(FirebaseError) in
      count += 1
      let name = try reader.name()
      if name == ".sv", let values = reader.serverValues {
        serverValue = values.value(try reader.value(depth: depth + 1))
        guard serverValue != nil else { throw .badServerValue }
        return
      }
      let key = reader.escapesKeys ? FirebaseKey(escaping: name) : FirebaseKey(name)
      guard key.isValid else { throw .badKey(key.text) }
      if let node = try reader.value(depth: depth + 1, at: key) { children.append((key, node)) }
    }
    if let serverValue {
      guard count == 1 else { throw .badServerValue }
      return serverValue
    }
    guard let object = FirebaseChildren(children) else { return nil }
    for (a, b) in zip(object.keys, object.keys.dropFirst()) where a == b {
      throw .overlap(a.text, b.text)
    }
    return .object(object)
  }

  private mutating func array(depth: Int) throws(FirebaseError) -> FirebaseNode? {
    var children: [(key: FirebaseKey, node: FirebaseNode)] = []
    var index = 0
    try list(to: 0x5D, depth: depth) { (reader) throws(FirebaseError) in
      let key = FirebaseKey(String(index))
      if let node = try reader.value(depth: depth + 1, at: key) { children.append((key, node)) }
      index += 1
    }
    return FirebaseChildren(children).map(FirebaseNode.object)
  }

  private mutating func list(
    to close: UInt8, depth: Int, _ element: (inout FirebaseReader) throws(FirebaseError) -> Void
  ) throws(FirebaseError) {
    guard depth < JSONTokenizer.maximumDepth else {
      throw .badJSON("values nest deeper than \(JSONTokenizer.maximumDepth)")
    }
    guard tokens.open(close) else { return }
    repeat {
      try element(&self)
    } while try scan({ (tokens) throws(TextProblem) in
      try tokens.hasNext(before: close)
    })
  }

  /// Reads the name of a member and the colon behind it.
  private mutating func name() throws(FirebaseError) -> String {
    let range = try scan { (tokens) throws(TextProblem) in try tokens.name() }
    return CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: bytes[range])).text
  }

  private mutating func scan<Result>(
    _ body: (inout JSONTokenizer) throws(TextProblem) -> Result
  ) throws(FirebaseError) -> Result {
    do throws(TextProblem) { return try body(&tokens) } catch {
      guard case .malformed(let offset, let problem, _) = error else { throw .badJSON("") }
      throw .badJSON("\(problem), at byte \(offset + 1)")
    }
  }

  /// A token with the least escapes; one with a lone surrogate stays as it is.
  private func canonical(_ range: Range<Int>) -> String {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[range])
    guard raw[0] == 0x22, raw.contains(0x5C) else { return String(decoding: raw, as: UTF8.self) }
    let text = CellSyntax.json.cell(raw).text
    if text.unicodeScalars.contains("\u{FFFD}") { return String(decoding: raw, as: UTF8.self) }
    return JSONText.quoted(text)
  }
}

/// Writes nodes as JSON, as the Realtime Database does.
public enum FirebaseWriter {
  /// How values are laid out.
  public enum Layout: Hashable, Sendable {
    /// Without blanks and line ends.
    case compact
    /// One value a line, indented by two blanks a level.
    case pretty
  }

  /// Returns a node as JSON; null for nothing.
  ///
  /// An object is written as an array if all its keys are indexes and more than half of those up to
  /// the greatest are there; null stands for the others.
  ///
  /// - Parameter hasArrays: false to write objects only.
  /// - Complexity: O(bytes).
  public static func bytes(
    _ node: FirebaseNode?, layout: Layout = .compact, hasArrays: Bool = true
  ) -> [UInt8] {
    var json = JSONWriter(isSafe: false, isPretty: layout == .pretty)
    json.value(node, hasArrays: hasArrays)
    return json.bytes
  }

  /// Returns a node as JSON text.
  public static func text(_ node: FirebaseNode?, layout: Layout = .compact) -> String {
    String(decoding: bytes(node, layout: layout), as: UTF8.self)
  }

  /// Returns the JSON of a patch: an object whose names are paths.
  static func bytes(_ children: [FirebaseChange.Child], layout: Layout = .compact) -> [UInt8] {
    var json = JSONWriter(isSafe: false, isPretty: layout == .pretty)
    json.object {
      for child in children {
        $0.key(String(child.path.text.dropFirst()))
        $0.value(child.node, hasArrays: true)
      }
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ node: FirebaseNode?, hasArrays: Bool) {
    switch node {
    case nil: null()
    case .value(let token): raw(token.utf8)
    case .object(let children):
      guard hasArrays, let count = children.arrayCount else {
        return object {
          for (key, node) in zip(children.keys, children.nodes) {
            $0.key(key.text)
            $0.value(node, hasArrays: hasArrays)
          }
        }
      }
      array {
        var next = 0
        for i in 0..<count {
          let isThere = children.keys[next].index == i
          $0.value(isThere ? children.nodes[next] : nil, hasArrays: true)
          if isThere { next += 1 }
        }
      }
    }
  }
}

extension FirebaseChildren {
  /// The number of elements of the array as which the children are written; nil if they are none.
  var arrayCount: Int? {
    // Numbers come first and in order: the last key decides.
    guard let last = keys.last?.index, 2 * count > last + 1 else { return nil }
    return keys.allSatisfy { $0.index != nil } ? last + 1 : nil
  }
}
