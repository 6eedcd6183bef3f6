import CLua

/// A Lua function that Swift can call, as often as it likes.
public final class LuaFunction: LuaReference {
  /// Calls the function, protected.
  ///
  /// - Returns: all its results.
  /// - Throws: what the function raises.
  @discardableResult
  public func call(_ arguments: LuaValue...) throws(LuaError) -> [LuaValue] {
    try call(with: arguments)
  }

  /// Calls the function with the arguments of an array.
  @discardableResult
  public func call(with arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    let stack = try liveState().stack
    try stack.reserve(arguments.count + 8)
    return try stack.balanced { () throws(LuaError) in
      let top = clua_gettop(stack.pointer)
      push(on: stack)
      for argument in arguments { stack.push(argument) }
      try stack.check(clua_pcall(stack.pointer, Int32(arguments.count), -1))
      let count = clua_gettop(stack.pointer) - top
      defer { clua_settop(stack.pointer, top) }
      try stack.reserve(8)
      return (0..<count).map { stack.value(top + 1 + $0) }
    }
  }
}
