/// A value of Lua that fits into a cell.
public enum LuaScalar: Hashable, Sendable {
  /// No value.
  case `nil`
  /// A truth value.
  case bool(Bool)
  /// A number of the integer subtype.
  case integer(Int)
  /// A number of the float subtype.
  case number(Double)
  /// Text, as bytes: Lua does not say that they are UTF-8.
  case string([UInt8])
}

extension LuaScalar {
  /// A string of the text's UTF-8.
  public static func text(_ text: String) -> LuaScalar { .string(Array(text.utf8)) }

  /// Whether there is no value.
  public var isNil: Bool { self == .nil }

  /// The text that a cell without types holds for the value: nil for none, whole floats without
  /// fraction.
  public var text: String? {
    switch self {
    case .nil: nil
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): NumberText.text(of: value)
    case .string(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Why the value cannot stand in a cell; nil when it can.
  var fault: String? {
    switch self {
    case .number(let value) where !value.isFinite: "\(NumberText.text(of: value)) is no value"
    case .string(let bytes) where String(validating: bytes, as: UTF8.self) == nil:
      "the text is not valid UTF-8"
    default: nil
    }
  }
}

extension LuaScalar: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A float.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// No value.
  public init(nilLiteral: ()) { self = .nil }
}
