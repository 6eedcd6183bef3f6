import TableKit

/// A JSON value as written: numbers keep their text, members their order, and each value knows its
/// line and column.
///
/// For documents that are small compared with a table, such as plans; cells of tables are never
/// read in this way.
public struct JSONValue: Hashable, Sendable {
  /// The content of a value.
  public enum Content: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as written, such as `1.10`.
    case number(String)
    /// A string without quotes and escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, whose members have different names.
    case object([Member])
  }

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name without quotes and escapes.
    public let name: String
    /// The value.
    public let value: JSONValue
    let nameLine: Int32
    let nameColumn: Int32

    /// Returns the place of the name in a file.
    public func place(in file: String) -> SourcePlace {
      SourcePlace(file: file, line: Int(nameLine), column: Int(nameColumn))
    }
  }

  /// The content.
  public let content: Content
  let line: Int32
  let column: Int32

  /// Returns the place of the value in a file, counted from 1.
  public func place(in file: String) -> SourcePlace {
    SourcePlace(file: file, line: Int(line), column: Int(column))
  }

  /// Returns the value of a member; nil if there is none or the value is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name === name }?.value
  }

  /// The elements; nil if the value is no array.
  public var array: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The members; nil if the value is no object.
  public var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The text of a string; nil for other values.
  public var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// A phrase that describes the value in an error: `number 1.5`, `an object`.
  public var description: String {
    switch content {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text): "number \(text)"
    case .string(let text): "text '\(text)'"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: CustomStringConvertible {}

extension JSONValue {
  /// Reads a JSON text; nil if it is invalid.
  public init?(text: String) {
    guard let value = try? JSONTree.read(try ByteBuffer(Array(text.utf8)), file: "") else {
      return nil
    }
    self = value
  }

  /// The value as compact JSON: numbers as written, strings with minimal escapes.
  public var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8]) {
    switch content {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): JSONText.quote(text, into: &bytes)
    case .array(let elements):
      bytes.append(0x5B)
      for (i, element) in elements.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        element.write(into: &bytes)
      }
      bytes.append(0x5D)
    case .object(let members):
      bytes.append(0x7B)
      for (i, member) in members.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        JSONText.quote(member.name, into: &bytes)
        bytes.append(0x3A)
        member.value.write(into: &bytes)
      }
      bytes.append(0x7D)
    }
  }
}
