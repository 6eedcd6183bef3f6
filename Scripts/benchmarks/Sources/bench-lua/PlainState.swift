import PlainLua

/// Lua 5.4 as it comes, without this package.
///
/// A class because it is one interpreter that scripts change.
final class PlainState {
  private let lua: OpaquePointer

  init() throws {
    guard let lua = plain_lua_open() else { throw BenchError.plainLua("it does not start") }
    self.lua = lua
  }

  deinit { plain_lua_close(lua) }

  /// Runs a chunk.
  func run(_ text: String) throws {
    if let message = plain_lua_run(lua, text) {
      throw BenchError.plainLua(String(cString: message))
    }
  }

  /// A global whole number.
  func integer(_ name: String) -> Int { Int(plain_lua_integer(lua, name)) }

  /// Makes a global string.
  func set(_ name: String, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.bindMemory(to: CChar.self).baseAddress else { return }
      plain_lua_set(lua, name, start, buffer.count)
    }
  }

  /// Frees what nothing reaches any more.
  func collect() { plain_lua_collect(lua) }
}
