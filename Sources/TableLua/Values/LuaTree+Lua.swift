import Lua

extension LuaTree {
  /// The value in Lua: maps and arrays become tables.
  func luaValue(in state: LuaState) throws(LuaError) -> LuaValue {
    switch self {
    case .null: return .nil
    case .bool(let value): return .boolean(value)
    case .int(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [LuaValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try element.luaValue(in: state)) }
      return .table(state.table(sequence: values))
    case .map(let members):
      let table = state.table()
      for member in members { try table.set(.string(member.key), member.value.luaValue(in: state)) }
      return .table(table)
    }
  }
}
