/// The headers of a message in order; names are compared without case.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A header.
  public struct Field: Hashable, Sendable {
    /// The name as written.
    public let name: String
    /// The value without surrounding blanks.
    public let value: String
  }

  /// The headers in order.
  public private(set) var fields: [Field] = []

  /// Creates headers in the order of a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// Appends a header. Control characters, which would end it, become blanks.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: Self.line(value)))
  }

  /// The first value of a name; setting replaces all of them, and nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { add(name, newValue) }
    }
  }

  private static func line(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return value }
    return String(decoding: value.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { ASCII.lowercase($0) == ASCII.lowercase($1) }
  }
}

/// What is said of bytes of ASCII.
enum ASCII {
  /// Returns a byte, an upper case letter in lower case.
  static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Returns a text without blanks and tabs at its ends.
  static func trimmed(_ text: Substring) -> String {
    var text = text.utf8
    while let byte = text.first, byte == 0x20 || byte == 0x09 { text.removeFirst() }
    while let byte = text.last, byte == 0x20 || byte == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
