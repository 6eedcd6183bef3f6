import CLua

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
  /// - Parameter most: how many entries are looked at: a large table is not walked to its end.
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

  /// The table behind `__index`, where that is one; nothing is called.
  public var indexTable: LuaTable? {
    guard let stack = state?.stack, (try? stack.reserve(8)) != nil else { return nil }
    push(on: stack)
    defer { clua_pop(stack.pointer, 1) }
    guard clua_rawmetatable(stack.pointer, -1) else { return nil }
    defer { clua_pop(stack.pointer, 1) }
    return stack.field("__index", of: -1).table
  }
}
