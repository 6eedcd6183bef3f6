import Expectations
import Testing

@testable import Lua

/// The error of a script, which is expected to fail.
@discardableResult
func failure(
  _ lua: LuaState, _ source: String, name: String = "@t.lua",
  file: StaticString = #filePath, line: Int = #line
) -> LuaError {
  do {
    try lua.run(source, name: name)
    fail("the script did not fail: \(source)", file: file, line: line)
    return LuaError("")
  } catch {
    return error
  }
}

/// The results of a script, shown as Lua shows them and joined by blanks.
func results(_ lua: LuaState, _ source: String) throws -> String {
  try lua.run(source, name: "@t.lua").map { try lua.display($0) }.joined(separator: " ")
}

/// Counts the objects alive that were made with it.
final class Census {
  var alive = 0

  /// An object that is counted as long as it lives.
  final class Member {
    let census: Census
    init(_ census: Census) {
      self.census = census
      census.alive += 1
    }
    deinit { census.alive -= 1 }
  }

  func member() -> Member { Member(self) }
}
