/// A string of Lua: any bytes, NUL and invalid UTF-8 included.
public struct LuaString: Hashable, Sendable {
  /// The bytes as Lua has them.
  public var bytes: [UInt8]

  /// A string of these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A string of the text's UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The text, with what is no valid UTF-8 replaced by U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension LuaString: ExpressibleByStringLiteral {
  /// A string of the literal's UTF-8.
  public init(stringLiteral value: String) { self.init(value) }
}

extension LuaString: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
