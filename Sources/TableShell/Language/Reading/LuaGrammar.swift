/// What a piece of Lua text has to be.
enum LuaGrammar: Hashable, Sendable {
  /// What may follow `return`.
  case expression
  /// Statements.
  case chunk
}
