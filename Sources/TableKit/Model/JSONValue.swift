import BatchUpdates

/// A JSON value as written: numbers keep their text, members their order, and a value that was read
/// knows its line and column.
///
///     let reply: JSONValue = ["ok": true, "error": nil, "path": [0, 1]]
///     reply.text   // {"ok":true,"path":[0,1]}
///
/// For documents that are small compared with a table, such as plans and replies; cells of tables
/// are never read in this way.
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
    /// The place of the name in its file, from 1; 0 if it was not read.
    package let line: Int32, column: Int32

    /// Creates a member.
    package init(_ name: String, _ value: JSONValue, line: Int32 = 0, column: Int32 = 0) {
      (self.name, self.value, self.line, self.column) = (name, value, line, column)
    }
  }

  /// The content.
  public let content: Content
  /// The place of the value in its file, from 1; 0 if it was not read.
  package let line: Int32, column: Int32

  /// Creates a value.
  package init(_ content: Content, line: Int32 = 0, column: Int32 = 0) {
    (self.content, self.line, self.column) = (content, line, column)
  }

  /// Returns the value of a member; nil if there is none or the value is no object.
  public subscript(name: String) -> JSONValue? {
    members?.first { $0.name === name }?.value
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
  public var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The value as compact JSON: numbers as written, strings with minimal escapes.
  public var text: String { text(isSafe: false) }

  /// The value as compact JSON that is safe to print on a terminal.
  package var safeText: String { text(isSafe: true) }

  private func text(isSafe: Bool) -> String {
    var json = JSONWriter(isSafe: isSafe)
    json.tree(self)
    return json.text
  }
}

extension JSONValue: CustomStringConvertible {
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

// MARK: - Values made here

extension JSONValue {
  package static let null = JSONValue(.null)
  package static func bool(_ flag: Bool) -> JSONValue { JSONValue(.bool(flag)) }
  package static func int(_ number: Int) -> JSONValue { JSONValue(.number(String(number))) }
  package static func string(_ text: String) -> JSONValue { JSONValue(.string(text)) }
  package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }
  package static func object(_ members: [Member]) -> JSONValue { JSONValue(.object(members)) }

  /// An index path: `[0,1]`.
  package static func path(_ path: RowPath) -> JSONValue { [.int(path.section), .int(path.row)] }

  /// Index paths: `[[0,1],[0,2]]`.
  package static func paths(_ paths: [RowPath]) -> JSONValue { .array(paths.map(JSONValue.path)) }

  /// An array of strings.
  package static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// An object in the order written; members that are nil are left out.
  public init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self.init(.object(elements.compactMap { name, value in value.map { Member(name, $0) } }))
  }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(.number(String(value))) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}
