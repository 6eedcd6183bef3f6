import TableKit

/// Reads YAML documents that are no tables, such as lessons.
public enum YAMLDocument {
  /// The extensions of files that hold one.
  public static let extensions = ["yaml", "yml"]

  /// The largest number of values, those that aliases stand for among them.
  private static let mostValues = 100_000

  /// Reads a document into values that know their places, as those of JSON do.
  ///
  /// Plain scalars are null, Booleans and numbers as in tables; members keep their order.
  ///
  /// - Parameter name: the name for messages.
  /// - Throws: `invalidUTF8`; `badText` for text that is no YAML, for keys that are no text, and where
  ///   aliases make more than 100,000 values; `emptyFile`, `outOfMemory`.
  /// - Complexity: O(bytes + values).
  public static func read(bytes: [UInt8], name: String) throws(SourceError) -> JSONValue {
    let buffer = try ByteBuffer(bytes)
    return try buffer.withBytes { (bytes) throws(SourceError) -> JSONValue in
      try UTF8Check.requireValid(bytes, file: name)
      do throws(TextProblem) {
        let marks = try TextProblem.keeping(try YAMLMarks(bytes))
        guard let root = try YAMLComposer.compose(marks) else { throw .source(.emptyFile(name)) }
        var reader = Values(bytes)
        return try reader.value(root)
      } catch {
        throw error.sourceError("yaml", name, in: bytes)
      }
    }
  }

  /// Makes values of nodes.
  private struct Values {
    let bytes: UnsafeRawBufferPointer
    private var count = 0
    /// The offsets at which lines begin.
    private let lines: [Int]

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      lines = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    mutating func value(_ node: YAMLNode) throws(TextProblem) -> JSONValue {
      count += 1
      guard count <= mostValues else {
        throw .malformed(
          offset: node.start, "the document has more than \(mostValues) values",
          hint: "aliases count as what they stand for")
      }
      let (line, column) = place(of: node.start)
      return JSONValue(try content(of: node), line: line, column: column)
    }

    private mutating func content(of node: YAMLNode) throws(TextProblem) -> JSONValue.Content {
      switch node.content {
      case .scalar(let scalar):
        let text = String(decoding: scalar.text, as: UTF8.self)
        let kind = scalar.text.withUnsafeBytes {
          YAMLNested.kind($0, isPlain: scalar.isPlain, node.tag)
        }
        switch kind {
        case .null: return .null
        case .bool: return .bool(text == "true")
        case .number: return .number(text)
        case .text, .json, .blob: return .string(text)
        }
      case .sequence(let nodes):
        return .array(try nodes.map { (node) throws(TextProblem) in try value(node) })
      case .mapping(let pairs):
        let members = try pairs.map { (pair) throws(TextProblem) in
          guard let key = pair.key.scalar else {
            throw .malformed(offset: pair.key.start, "a key must be text")
          }
          let (line, column) = place(of: pair.key.start)
          return JSONValue.Member(
            String(decoding: key.text, as: UTF8.self), try value(pair.value), line: line,
            column: column)
        }
        return .object(members)
      case .passed: return .null
      }
    }

    /// The line and the column of a byte, from 1.
    private func place(of offset: Int) -> (Int32, Int32) {
      let line = lines.dropFirst().partitioningIndex { $0 > offset }
      return (Int32(line), Int32(offset - lines[line - 1] + 1))
    }
  }
}
