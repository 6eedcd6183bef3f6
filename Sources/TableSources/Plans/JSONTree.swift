import Memory
import TableKit

/// Reads a whole JSON document into a `JSONValue`.
struct JSONTree {
  private var tokens: JSONTokenizer
  private let bytes: UnsafeRawBufferPointer
  private let file: String
  /// The offset up to which lines and columns were counted.
  private var offset = 0
  private var line: Int32 = 1
  private var column: Int32 = 1

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - buffer: the text, with or without a byte order mark.
  ///   - file: the name for messages.
  /// - Throws: `invalidUTF8`, `badText`, `duplicateMember`, `outOfMemory`.
  /// - Complexity: O(bytes).
  static func read(_ buffer: ByteBuffer, file: String) throws(SourceError) -> JSONValue {
    try buffer.withBytes { (bytes) throws(SourceError) -> JSONValue in
      try UTF8Check.requireValid(bytes, file: file)
      // The values and what is made of them: about so many bytes for each of the text.
      try allocating(try MemoryWatch.demand(8 * bytes.count))
      var tree = JSONTree(bytes, file: file)
      do throws(TextProblem) { return try tree.document() } catch {
        throw error.sourceError("json", file, in: bytes)
      }
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, file: String) {
    self.bytes = bytes
    self.file = file
    tokens = JSONTokenizer(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      tokens.position = 3
      offset = 3
    }
  }

  private mutating func document() throws(TextProblem) -> JSONValue {
    tokens.skipSpace()
    let root = try value(depth: 0)
    tokens.skipSpace()
    if !tokens.isAtEnd {
      throw .malformed(
        offset: tokens.position, "text follows the end of the document",
        hint: "a file holds one JSON document")
    }
    return root
  }

  private mutating func value(depth: Int) throws(TextProblem) -> JSONValue {
    let (line, column) = place(of: tokens.position)
    return JSONValue(try content(depth: depth), line: line, column: column)
  }

  private mutating func content(depth: Int) throws(TextProblem) -> JSONValue.Content {
    switch tokens.byte {
    case 0x22 where !tokens.isAtEnd: return .string(text(try tokens.string()))
    case 0x7B where !tokens.isAtEnd: return .object(try members(depth: depth))
    case 0x5B where !tokens.isAtEnd: return .array(try elements(depth: depth))
    default:
      let token = String(decoding: bytes[try tokens.value()], as: UTF8.self)
      switch token {
      case "null": return .null
      case "true", "false": return .bool(token == "true")
      default: return .number(token)
      }
    }
  }

  private mutating func elements(depth: Int) throws(TextProblem) -> [JSONValue] {
    var elements: [JSONValue] = []
    try list(to: 0x5D, depth: depth) { (tree) throws(TextProblem) in
      elements.append(try tree.value(depth: depth + 1))
    }
    return elements
  }

  private mutating func members(depth: Int) throws(TextProblem) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names: NameSet = []
    try list(to: 0x7D, depth: depth) { (tree) throws(TextProblem) in
      let start = tree.tokens.position
      let (line, column) = tree.place(of: start)
      let name = tree.text(try tree.tokens.string())
      guard names.insert(name).inserted else { throw .duplicateMember(offset: start, name) }
      tree.tokens.skipSpace()
      try tree.tokens.expect(0x3A, "after the name of a member")
      tree.tokens.skipSpace()
      members.append(
        JSONValue.Member(name, try tree.value(depth: depth + 1), line: line, column: column))
    }
    return members
  }

  /// Reads the list between an opening and a closing bracket.
  private mutating func list(
    to close: UInt8, depth: Int, _ element: (inout JSONTree) throws(TextProblem) -> Void
  ) throws(TextProblem) {
    guard depth < JSONTokenizer.maximumDepth else {
      throw .malformed(
        offset: tokens.position, "values nest deeper than \(JSONTokenizer.maximumDepth)")
    }
    guard tokens.open(close) else { return }
    repeat { try element(&self) } while try tokens.hasNext(before: close)
  }

  private func text(_ string: Range<Int>) -> String {
    CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: bytes[string])).text
  }

  /// Returns the line and column of a byte at or after the last one asked for.
  private mutating func place(of position: Int) -> (line: Int32, column: Int32) {
    while offset < position {
      let byte = bytes[offset]
      if byte == 0x0A || (byte == 0x0D && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A))
      {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80, byte != 0x0D {
        column &+= 1
      }
      offset += 1
    }
    return (line, column)
  }
}

extension JSONValue {
  /// Reads a JSON text; nil if it is invalid.
  public init?(text: String) {
    guard let value = try? JSONTree.read(try ByteBuffer(Array(text.utf8)), file: "") else {
      return nil
    }
    self = value
  }

  /// Returns the place of the value in a file, counted from 1.
  public func place(in file: String) -> SourcePlace {
    SourcePlace(file: file, line: Int(line), column: Int(column))
  }
}

extension JSONValue.Member {
  /// Returns the place of the name in a file.
  public func place(in file: String) -> SourcePlace {
    SourcePlace(file: file, line: Int(line), column: Int(column))
  }
}
