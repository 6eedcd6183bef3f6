import Lua
import TableKit
import Wording

extension LuaSession {
  /// A failure with the global that may have been meant, where it comes from one that is nil.
  func namingGlobals(_ failure: LuaFailure) -> LuaFailure {
    guard failure.code == "lua-error", failure.hint == nil,
      let start = failure.message.firstRange(of: "a nil value (global '")?.upperBound
    else { return failure }
    let name = String(failure.message[start...].prefix { $0 != "'" })
    let known = [shell, state.globals].flatMap { $0.fields(beginningWith: "") }.map(\.name)
    var failure = failure
    failure.hint = Nearest.hint(for: name, in: Set(known).subtracting([name]).sorted())
    return failure
  }
}
