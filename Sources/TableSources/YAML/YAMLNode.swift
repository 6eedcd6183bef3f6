import TableKit

/// A value in a YAML document, with what its aliases stand for in their place.
struct YAMLNode {
  enum Content {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
    /// A sequence or mapping that was read without keeping it.
    case passed
  }

  var content: Content
  var tag: YAMLTag
  /// The offset in the source, before anchor and tag.
  var start: Int

  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { return scalar }
    return nil
  }
}

/// A scalar of a YAML document.
struct YAMLScalar {
  var text: [UInt8]
  var isPlain: Bool
}

/// Makes nodes of the events of a document.
struct YAMLComposer {
  let parser: YAMLParser
  private let marks: YAMLMarks
  /// The latest node of each anchor.
  private var anchors: NameTable<YAMLNode> = [:]
  /// All nodes with anchors by offset, if they are wanted.
  private var anchored: [Int: YAMLNode]?
  /// The sequences and mappings that were passed, once an alias stands for one.
  private var passed: [Int: YAMLNode]?

  init(_ marks: YAMLMarks, progress: Progress = .none) throws(TextProblem) {
    self.marks = marks
    parser = try YAMLParser(marks, progress: progress)
  }

  /// Parses a whole text, which must be one document.
  ///
  /// - Returns: its root; nil if there is none.
  /// - Throws: `parser`; `malformed` if there is a second document.
  static func compose(
    _ marks: YAMLMarks, progress: Progress = .none
  ) throws(TextProblem) -> YAMLNode? {
    var composer = try YAMLComposer(marks, progress: progress)
    let root = try composer.document()
    try composer.checkIsLast()
    return root
  }

  /// Parses a whole text into the roots of its documents.
  static func documents(
    _ marks: YAMLMarks, progress: Progress = .none
  ) throws(TextProblem) -> [YAMLNode] {
    var composer = try YAMLComposer(marks, progress: progress)
    var roots: [YAMLNode] = []
    while let root = try composer.document() { roots.append(root) }
    return roots
  }

  /// Returns the root of the next document; nil if there is none.
  private mutating func document() throws(TextProblem) -> YAMLNode? {
    guard parser.kind == .documentStart else { return nil }
    try parser.next()
    let root = try node()
    try parser.next()
    try finishDocument()
    return root
  }

  /// Advances from the end of a document to the start of the next one; anchors end with it.
  mutating func finishDocument() throws(TextProblem) {
    try parser.next()
    anchors = [:]
  }

  /// Checks that no other document follows the end of one.
  mutating func endDocument() throws(TextProblem) {
    try finishDocument()
    try checkIsLast()
  }

  private mutating func checkIsLast() throws(TextProblem) {
    guard parser.kind == .documentStart else { return }
    try parser.next()
    let second = try node()
    try parser.next()
    throw .malformed(
      offset: second.start, "a second document begins here",
      hint: "a file holds one YAML document; cut it at ---")
  }

  /// Returns the node that begins with the current event, and advances to its last event.
  ///
  /// - Throws: `parser` for an unknown alias and a repeated key.
  mutating func node() throws(TextProblem) -> YAMLNode {
    let (start, anchor, tag) = (parser.range.lowerBound, parser.anchor, parser.tag)
    var node: YAMLNode
    switch parser.kind {
    case .alias: return try alias()
    case .scalar:
      let scalar = YAMLScalar(text: Array(parser.text), isPlain: parser.style == .plain)
      node = YAMLNode(content: .scalar(scalar), tag: tag, start: start)
    case .sequence:
      var elements: [YAMLNode] = []
      try parser.next()
      while parser.kind != .sequenceEnd {
        elements.append(try self.node())
        try parser.next()
      }
      node = YAMLNode(content: .sequence(elements), tag: tag, start: start)
    default:
      node = YAMLNode(content: .mapping(try pairs()), tag: tag, start: start)
    }
    if let anchor { define(anchor, node) }
    return node
  }

  private mutating func pairs() throws(TextProblem) -> [(key: YAMLNode, value: YAMLNode)] {
    var pairs: [(key: YAMLNode, value: YAMLNode)] = []
    // Of keys that stand twice the least is named, where it stands first.
    var firsts: NameTable<TextProblem> = [:]
    var repeated: [String] = []
    try parser.next()
    while parser.kind != .mappingEnd {
      let place = parser.place
      let key = try node()
      let identity = Self.identity(of: key)
      if firsts[identity] == nil {
        let name = String(decoding: key.scalar?.text ?? [], as: UTF8.self)
        firsts[identity] = .parser(
          line: place.line, column: place.column, "key '\(name)' appears twice in one mapping")
      } else {
        repeated.append(identity)
      }
      try parser.next()
      pairs.append((key, try node()))
      try parser.next()
    }
    let least = repeated.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if let least, let problem = firsts[least] { throw problem }
    return pairs
  }

  /// Returns a text that only nodes have that are equal as keys.
  private static func identity(of node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar): return "s" + String(decoding: scalar.text, as: UTF8.self)
    case .sequence(let nodes):
      return "q" + nodes.map { JSONText.quoted(identity(of: $0)) }.joined(separator: ",")
    case .mapping(let pairs):
      let texts = pairs.lazy.flatMap { [$0.key, $0.value] }.map(identity)
      return "m" + texts.map(JSONText.quoted).joined(separator: ",")
    case .passed: return "p\(node.start)"
    }
  }

  // MARK: Anchors

  /// Keeps the node of an anchor for later aliases.
  mutating func define(_ anchor: String, _ node: YAMLNode) {
    anchors[anchor] = node
    anchored?[node.start] = node
  }

  /// Returns the node that the current alias stands for.
  mutating func alias() throws(TextProblem) -> YAMLNode {
    guard let node = parser.anchor.flatMap({ anchors[$0] }) else {
      let place = parser.place
      throw .parser(line: place.line, column: place.column, "found undefined alias")
    }
    guard case .passed = node.content else { return node }
    if passed == nil {
      var composer = try YAMLComposer(marks)
      composer.anchored = [:]
      while try composer.document() != nil {}
      passed = composer.anchored
    }
    return passed?[node.start] ?? node
  }
}
