/// The Lua text of a statement, as it was typed.
struct LuaText: Hashable, Sendable {
  /// The word that the text follows.
  enum Kind: String, Hashable, Sendable {
    /// A condition that picks rows.
    case condition = "where"
    /// Statements to run.
    case chunk = "lua"
    /// An expression to print.
    case expression = "="
    /// The new value of a cell.
    case assignment = ":="
    /// A condition that must hold.
    case assertion = "assert"

    /// What the text has to be for Lua.
    var grammar: LuaGrammar { self == .chunk ? .chunk : .expression }
  }

  /// Which word it follows.
  var kind: Kind
  /// The text without the blanks around it; a `\` that continued a line is a blank in it.
  var text: String
  /// Where the text starts: a Lua error in its first line is this many columns further right.
  var place: TextPosition
}

/// What a piece of Lua text has to be.
enum LuaGrammar: Hashable, Sendable {
  /// What may follow `return`.
  case expression
  /// Statements.
  case chunk
}

/// What the Lua compiler says about a piece of text.
enum LuaTextVerdict: Hashable, Sendable {
  /// It compiles.
  case ok
  /// It is a beginning: the compiler met the end where it wanted more.
  case incomplete
  /// It is wrong, whatever may follow.
  case error
}

/// Asks the Lua compiler about a piece of text; the command language knows no more of Lua.
typealias LuaCheck = (_ text: String, _ grammar: LuaGrammar) -> LuaTextVerdict
