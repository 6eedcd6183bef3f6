import Lua
import Wording

extension LuaSession {
  /// The most bytes that Lua held at once while `body` ran, what it held before included.
  public func memoryPeak(_ body: () throws -> Void) rethrows -> Int {
    state.collectGarbage()
    state.resetMemoryPeak()
    try body()
    return state.memoryPeak
  }

  /// Counts what is about to be held of what Lua writes.
  ///
  /// - Parameter what: what writes it, for the error.
  /// - Throws: `too-many-bytes`.
  func hold(_ byteCount: Int, _ what: String) throws(LuaError) {
    guard held.take(byteCount) else {
      throw LuaFailure.tooManyBytes(of: what, most: held.mostNow).luaError
    }
  }

  /// Counts what the shell is about to hold of what a script prints, because it goes elsewhere than to
  /// the terminal.
  ///
  /// - Throws: `too-many-bytes`.
  public func holdPrinted(_ byteCount: Int) throws(LuaFailure) {
    guard held.take(byteCount) else {
      throw .tooManyBytes(
        of: "the script", most: held.mostNow,
        hint: "io.open(path, 'w') writes to a file, as it comes")
    }
  }
}
