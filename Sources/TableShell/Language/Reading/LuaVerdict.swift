/// What the Lua compiler says about a piece of text.
enum LuaVerdict: Hashable, Sendable {
  /// It compiles.
  case ok
  /// It is a beginning: the compiler met the end where it wanted more.
  case incomplete
  /// It is wrong, whatever may follow.
  case error
}

/// Asks the Lua compiler about a piece of text; the command language knows no more of Lua.
typealias LuaCheck = (_ text: String, _ grammar: LuaGrammar) -> LuaVerdict
