import CLua

extension LuaCall {
  /// Pushes results and answers how many.
  public func returning(_ values: [LuaValue]) throws(LuaError) -> Int32 {
    try stack.reserve(values.count)
    for value in values { stack.push(value) }
    return Int32(values.count)
  }

  /// Pushes an argument as it came, a Swift object with its methods.
  public func returning(argument index: Int32) -> Int32 {
    clua_pushvalue(stack.pointer, index)
    return 1
  }
}
