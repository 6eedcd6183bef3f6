extension LuaSession {
  /// The most bytes that Lua held at once while `body` ran, what it held before included.
  public func memoryPeak(_ body: () throws -> Void) rethrows -> Int {
    state.collectGarbage()
    state.resetMemoryPeak()
    try body()
    return state.memoryPeak
  }
}
