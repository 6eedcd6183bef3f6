import CLua

extension LuaCall {
  /// Whether an argument is a string.
  public func isString(_ index: Int) -> Bool {
    index <= count && stack.type(Int32(index)) == CLUA_TSTRING
  }
}
