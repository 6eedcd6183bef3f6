import Lua

extension LuaScalar {
  /// The scalar of a value; nil for a table, a function and the like.
  init?(_ value: LuaValue) {
    switch value {
    case .nil: self = .nil
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let string): self = .string(string.bytes)
    default: return nil
    }
  }

  /// The value in Lua.
  var luaValue: LuaValue {
    switch self {
    case .nil: .nil
    case .bool(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let bytes): .string(LuaString(bytes: bytes))
    }
  }
}
