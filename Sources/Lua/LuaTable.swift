import CLua

/// A Lua table that Swift can read and write.
public final class LuaTable: LuaReference {
  /// Returns the value of a key, with metamethods.
  public func get(_ key: LuaValue) throws(LuaError) -> LuaValue {
    let stack = try liveState().stack
    try stack.reserve(8)
    return try stack.balanced { () throws(LuaError) in
      push(on: stack)
      stack.push(key)
      let status = clua_gettable(stack.pointer, -2)
      defer { clua_pop(stack.pointer, 1) }
      try stack.check(status)
      defer { clua_pop(stack.pointer, 1) }
      return stack.value(-1)
    }
  }

  /// Sets the value of a key, with metamethods; nil removes it.
  public func set(_ key: LuaValue, _ value: LuaValue) throws(LuaError) {
    let stack = try liveState().stack
    try stack.reserve(8)
    try stack.balanced { () throws(LuaError) in
      push(on: stack)
      defer { clua_pop(stack.pointer, 1) }
      stack.push(key)
      stack.push(value)
      try stack.check(clua_settable(stack.pointer, -3))
    }
  }

  /// The value of a field, without metamethods; nil when there is none.
  public subscript(_ name: String) -> LuaValue {
    guard let state else { return .nil }
    push(on: state.stack)
    defer { clua_pop(state.stack.pointer, 1) }
    return state.stack.field(name, of: -1)
  }

  /// The values 1, 2, … up to the table's border, without metamethods.
  ///
  /// A string that occurs several times is copied each time.
  ///
  /// - Throws: `out-of-memory`.
  public var sequence: [LuaValue] {
    get throws(LuaError) {
      guard let stack = state?.stack else { return [] }
      push(on: stack)
      defer { clua_pop(stack.pointer, 1) }
      let count = clua_rawlen(stack.pointer, -1)
      var values: [LuaValue] = []
      values.reserveCapacity(Int(count))
      for index in 0..<count {
        try LuaError.checkMemory()
        clua_rawgeti(stack.pointer, -1, Int64(index) + 1)
        defer { clua_pop(stack.pointer, 1) }
        values.append(stack.value(-1))
      }
      return values
    }
  }

  /// The number of values in `sequence`.
  public var count: Int {
    guard let stack = state?.stack else { return 0 }
    push(on: stack)
    defer { clua_pop(stack.pointer, 1) }
    return Int(clua_rawlen(stack.pointer, -1))
  }

  /// Returns every key with its value, in no particular order.
  public func pairs() throws(LuaError) -> [(key: LuaValue, value: LuaValue)] {
    let stack = try liveState().stack
    try stack.reserve(8)
    var pairs: [(key: LuaValue, value: LuaValue)] = []
    push(on: stack)
    let table = clua_gettop(stack.pointer)
    defer { clua_settop(stack.pointer, table - 1) }
    clua_pushnil(stack.pointer)
    while true {
      var found = false
      try stack.check(clua_next(stack.pointer, table, &found))
      guard found else { return pairs }
      try LuaError.checkMemory()
      pairs.append((stack.value(-2), stack.value(-1)))
      clua_pop(stack.pointer, 1)
    }
  }
}

/// A field whose key is a name.
public struct LuaField: Equatable, Sendable {
  /// The key.
  public var name: String
  /// The type of the value as Lua names it.
  public var typeName: String
}

extension LuaTable {
  /// The fields whose keys begin with a text and can be names, without metamethods, in no order.
  ///
  /// - Parameter most: the largest number of entries visited, as tables may be large.
  public func fields(beginningWith prefix: String, most: Int = 100_000) -> [LuaField] {
    guard let stack = state?.stack, (try? stack.reserve(8)) != nil else { return [] }
    push(on: stack)
    let table = clua_gettop(stack.pointer)
    defer { clua_settop(stack.pointer, table - 1) }
    guard stack.type(table) == CLUA_TTABLE else { return [] }
    var fields: [LuaField] = []
    clua_pushnil(stack.pointer)
    for _ in 0..<most {
      guard clua_rawnext(stack.pointer, table) else { break }
      if let name = stack.text(-2), name.hasPrefix(prefix), LuaLexer.isIdentifier(name) {
        fields.append(LuaField(name: name, typeName: stack.typeName(-1)))
      }
      clua_pop(stack.pointer, 1)
    }
    return fields
  }

  /// The table in `__index`; nil if there is none or it is a function, which is not called.
  public var indexTable: LuaTable? {
    guard let stack = state?.stack, (try? stack.reserve(8)) != nil else { return nil }
    push(on: stack)
    defer { clua_pop(stack.pointer, 1) }
    guard clua_rawmetatable(stack.pointer, -1) else { return nil }
    defer { clua_pop(stack.pointer, 1) }
    return stack.field("__index", of: -1).table
  }
}
