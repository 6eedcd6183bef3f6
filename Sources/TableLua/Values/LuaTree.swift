/// A tree of plain values: what crosses between the shell and Lua. Keys keep their order.
public indirect enum LuaTree: Hashable, Sendable {
  /// No value; a member of that kind is left out of a Lua table.
  case null
  /// A truth value.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A float.
  case number(Double)
  /// Text.
  case string(String)
  /// Values 1, 2, … of a Lua table.
  case array([LuaTree])
  /// Named values.
  case map([Member])

  /// One named value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var key: String
    /// The value.
    public var value: LuaTree

    /// Creates a member.
    public init(_ key: String, _ value: LuaTree) {
      self.key = key
      self.value = value
    }
  }
}

extension LuaTree {
  /// The value of a key of a map; nil when there is none.
  public subscript(key: String) -> LuaTree? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text of a string.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension LuaTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// A map in the order written.
  public init(dictionaryLiteral elements: (String, LuaTree)...) {
    self = .map(elements.map { Member($0.0, $0.1) })
  }
  /// An array.
  public init(arrayLiteral elements: LuaTree...) { self = .array(elements) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A float.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// No value.
  public init(nilLiteral: ()) { self = .null }
}
