/// A Lua value on the Swift side.
///
/// Tables and functions are references into their state and live as long as it does.
public enum LuaValue {
  /// nil, and the absence of an argument.
  case `nil`
  /// A truth value.
  case boolean(Bool)
  /// A number of the integer subtype.
  case integer(Int)
  /// A number of the float subtype.
  case number(Double)
  /// A string of bytes.
  case string(LuaString)
  /// A decimal number of more digits than Lua's numbers keep, by its text.
  case decimal(LuaString)
  /// A table, by reference.
  case table(LuaTable)
  /// A function, by reference.
  case function(LuaFunction)
  /// A Swift object that was given to Lua.
  case object(AnyObject)
  /// A coroutine, or a userdata that is no Swift object, by reference.
  case other(LuaReference)

  /// A string of the text's UTF-8.
  public static func string(_ text: String) -> LuaValue { .string(LuaString(text)) }
}

extension LuaValue {
  /// True if Lua takes the value as true: all but nil and false are.
  public var isTrue: Bool {
    switch self {
    case .nil, .boolean(false): false
    default: true
    }
  }

  /// The text of a string or a long decimal number; nil for any other value.
  public var text: String? {
    switch self {
    case .string(let string), .decimal(let string): string.text
    default: nil
    }
  }

  /// The text of a string for a message; one of more than 64 KiB is truncated, with a note.
  public var shortText: String? {
    if case .string(let string) = self {
      string.bytes.withUnsafeBytes(Self.shortText)
    } else {
      nil
    }
  }

  static func shortText(_ bytes: UnsafeRawBufferPointer) -> String {
    let most = 1 << 16
    guard bytes.count > most else { return String(decoding: bytes, as: UTF8.self) }
    var end = most
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(bytes.count) bytes)"
  }

  /// The value of an integer, or of a float that is integral.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Self.integer(value)
    default: nil
    }
  }

  /// `Int(exactly:)` would need the C library's mathematics, which nothing else here links.
  private static func integer(_ value: Double) -> Int? {
    guard value >= -0x1p63, value < 0x1p63 else { return nil }
    let integer = Int(value)
    return Double(integer) == value ? integer : nil
  }

  /// The value of a number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of a boolean.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The table.
  public var table: LuaTable? { if case .table(let table) = self { table } else { nil } }

  /// The function.
  public var function: LuaFunction? {
    if case .function(let function) = self { function } else { nil }
  }

  /// Lua's name of the type.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .decimal: "decimal"
    case .table: "table"
    case .function: "function"
    case .object: "object"
    case .other: "userdata"
    }
  }
}

extension LuaValue: Equatable {
  /// Raw equality, as `rawequal`, but for the subtypes: 1 and 1.0 differ here.
  public static func == (a: LuaValue, b: LuaValue) -> Bool {
    switch (a, b) {
    case (.nil, .nil): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)), (.decimal(let a), .decimal(let b)): a == b
    case (.table(let a), .table(let b)): a.isSame(as: b)
    case (.function(let a), .function(let b)): a.isSame(as: b)
    case (.object(let a), .object(let b)): a === b
    case (.other(let a), .other(let b)): a.isSame(as: b)
    default: false
    }
  }
}

extension LuaValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  /// nil.
  public init(nilLiteral: ()) { self = .nil }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A float.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

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
